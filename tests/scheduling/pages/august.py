"""A plan made and searched on a day in August, through its pages."""

import datetime
import itertools

from django.test import Client

from league.models import FixturePlan
from league.scheduling.services.searches import run_search

PLANS = "/three-valleys-all-fours-league/secretary/fixtures/"
NOW = datetime.datetime(2026, 8, 1, 20, 0, tzinfo=datetime.UTC)


def made(assistant: Client, wishes: str = "") -> str:
    answer = assistant.post(PLANS, {"name": "First", "seconds": 5, "wishes": wishes})
    assert answer.status_code == 303
    return answer.headers["Location"]


def searched(assistant: Client, wishes: str = "") -> str:
    page = made(assistant, wishes)
    assistant.post(page, {"search": ""})
    search_now(FixturePlan.objects.get())
    return page


def search_now(plan: FixturePlan) -> None:
    moments = (NOW + number * datetime.timedelta(seconds=1) for number in itertools.count())
    run_search(plan_id=plan.pk, clock=lambda: next(moments))
