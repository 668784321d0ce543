"""A plan made and searched on a day in August, through its pages."""

from django.test import Client

from league.models import FixturePlan
from tests.scheduling.search_once import search_once

PLANS = "/three-valleys-all-fours-league/secretary/fixtures/"


def made(assistant: Client, wishes: str = "") -> str:
    answer = assistant.post(PLANS, {"name": "First", "seconds": 5, "wishes": wishes})
    assert answer.status_code == 303
    return answer.headers["Location"]


def searched(assistant: Client, wishes: str = "") -> str:
    page = made(assistant, wishes)
    assistant.post(page, {"search": ""})
    search_once(FixturePlan.objects.get())
    return page
