"""Fixtures are imported, or a plan published, in the instant in which a result is entered: one waits."""

import datetime
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client

from league.models import League, Match, Season, User
from league.results.services import scorecards
from league.scheduling.services.publishing_undo import undo_publishing
from league.shared.errors import Refused
from tests.api.test_writing import a_token, below, put_result, send
from tests.builders import a_division, a_secretary
from tests.moments import OnceTheOtherWaits, WhileItReads, at_once
from tests.scheduling.search_once import NOW
from tests.scheduling.test_plan_services import published, searched

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def season() -> Season:
    caches["sign-in"].clear()
    return a_division(teams=4).season


@pytest.fixture
def by(season: Season) -> User:
    return a_secretary(season.league)


def imported(league: League, match: Match, token: str) -> int:
    fixture = {
        "home": match.home.slug,
        "away": match.away.slug,
        "date": str(match.date + datetime.timedelta(1)),
    }
    address = below(league, f"/seasons/{match.division.season.slug}/fixtures")
    return send(Client(), "post", address, {"fixtures": [fixture]}, token).status_code


@pytest.mark.parametrize("what", ["import", "publish", "undo"])
def test_both_are_stored_or_one_is_refused_in_a_sentence(
    what: str, season: Season, by: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    plan = searched(season)
    published(plan)
    other = searched(season, seed=5, requests_text="[[week_off]]\nday = 2026-09-03\n")
    token, others = a_token(season.league, by), a_token(season.league, by)
    matches = Match.objects.select_related("division__season__league", "home", "away")
    first = matches.earliest("date", "pk")
    waiting = OnceTheOtherWaits(monkeypatch, scorecards, "count_result")
    statuses: list[int] = []
    list_of_fixtures: dict[str, Any] = {
        "import": lambda: statuses.append(imported(season.league, first, others)),
        "publish": lambda: published(other),
        "undo": lambda: undo_publishing(plan=plan, by=by, now=NOW, began_from=plan.revision),
    }
    became = at_once(
        lambda: statuses.append(put_result(Client(), first, token).status_code),
        lambda: waiting.other(list_of_fixtures[what]),
    )
    assert became[0] == "done"
    assert became[1] == "done" or isinstance(became[1], Refused), became[1]
    assert statuses[0] == 200
    assert set(statuses) <= {200, 422}
    assert Match.objects.filter(scorecards__is_confirmed=True).get() == first


def test_nobody_waits_while_a_plan_is_held_against_its_season(season: Season) -> None:
    plan = searched(season)
    pubs = season.league.pubs.filter(name="The Fleece")
    other = WhileItReads("league_match", lambda: pubs.update(phone="01274 496 0001"))
    with connection.execute_wrapper(other):
        published(plan)
    assert other.came_to == ["done"]
    assert Match.objects.count() == 12
