"""Public pages of leagues of every size: with nothing in them, of four teams, of twelve divisions."""

import gzip
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import League
from tests.builders import FRIDAY, WEEK, a_division, a_league, a_player, a_season
from tests.builders_leagues import (
    HUGE,
    LONG,
    TINY,
    a_whole_league,
    an_empty_league,
    public_pages,
)
from tests.examples import part_of
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

MOST_BYTES, MOST_SENT = 300_000, 10_000
"""Of a page of a hundred and twenty teams: as it is read, and as it is sent."""
MOST_AT_HOME = 60_000


@pytest.fixture(autouse=True)
def the_morning_after(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


def asked_for(
    client: Client, league: League, *, more_than: int, place: int = 0
) -> dict[str, tuple[int, bytes]]:
    """Return how many queries each of more than so many public pages takes, and what it sends.

    In the gate of the home and each sixth page.
    """
    answers = {}
    has_divisions = league.seasons.exclude(divisions=None).exists()
    pages = public_pages(league)
    assert len(pages) > more_than
    for name in sorted({"league-home", *part_of(sorted(pages), each=6, place=place)}):
        address = pages[name]
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(address)
        # A frame and the season's tables say so where there is no division.
        expected = {200, 303} if has_divisions else {200, 303, 404}
        assert answer.status_code in expected, address
        answers[name] = (len(queries), answer.getvalue())
    return answers


def test_no_page_takes_more_queries_or_too_many_bytes_for_a_huge_league(client: Client) -> None:
    tiny = asked_for(client, a_whole_league(TINY), more_than=40)
    League.objects.update(slug="tiny")
    huge = asked_for(client, a_whole_league(HUGE), more_than=40)
    assert {name: (tiny[name][0], count) for name, (count, _) in huge.items() if count > tiny[name][0]} == {}
    assert {name: len(page) for name, (_, page) in huge.items() if len(page) > MOST_BYTES} == {}
    assert {
        name: sent for name, (_, page) in huge.items() if (sent := len(gzip.compress(page))) > MOST_SENT
    } == {}
    assert len(huge["league-home"][1]) <= MOST_AT_HOME


def test_every_page_answers_in_a_league_without_anything_and_with_the_longest_names(client: Client) -> None:
    asked_for(client, a_league("No Season"), more_than=15, place=1)
    asked_for(client, an_empty_league(), more_than=15, place=1)
    asked_for(client, a_whole_league(LONG), more_than=40, place=1)


def test_before_a_season_no_column_has_a_head_over_nothing(client: Client) -> None:
    league = a_division(a_season(starts_on=FRIDAY.date() + WEEK), teams=3).season.league
    a_player(league.teams.get(slug="the-fleece"), "Zoë Hill", league.seasons.get())
    below = f"/{league.slug}"
    division = f"{below}/2026-27/division-one"
    pages = ["", *(f"/{page}" for page in ("players", "pubs", "pubs/the-fleece", "teams/the-fleece"))]
    for address in (*(f"{below}{page}/" for page in pages), f"{division}/standings/"):
        for table in re.findall(r"<table.*?</table>", markup(client.get(address)), re.DOTALL):
            heads, *rows = (
                [
                    re.sub(r"<[^>]+>", "", cell).strip()
                    for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
                ]
                for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
            )
            assert not [head for head, *cells in zip(heads, *rows, strict=True) if not any(cells)], address
    shown = words(client.get(f"{below}/pubs/the-fleece/"))
    assert "Teams The Fleece in Division One ." in shown
    assert "Squad Zoë Hill" in words(client.get(f"{below}/teams/the-fleece/"))
    assert "Minimum matches played" not in words(client.get(f"{below}/2026-27/awards/"))
    for address in (f"{division}/standings/", f"{below}/pubs/the-fleece/"):
        assert "Print" not in words(client.get(address)), "There is nothing on such a sheet."
