"""Lists, calendars and papers after a pub closed, was renamed, or a team moved in mid-season."""

import datetime

import pytest
from django.utils import timezone

from league.models import Match, Team
from league.season_rollover.pubs.selectors import home_matches, matches_at
from league.season_rollover.pubs.services import close_pub, move_team
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_pub,
    a_secretary,
    a_team,
    renamed,
)
from tests.people.test_private import read

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
SINCE = NIGHT + datetime.timedelta(days=1)
OVER, TO_COME = NIGHT, NIGHT + WEEK


@pytest.fixture
def moor_top(monkeypatch: pytest.MonkeyPatch) -> Team:
    """Moor Top play at The Old Cock; last night's match is in, one at home and one away are to come."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    division = a_division()
    league = division.season.league
    a_pub(league, "The Hall", tables=8)
    team = a_team(league, "Moor Top", pub=a_pub(league, "The Old Cock", address="1 Cock Lane"))
    a_card(a_match(division, team), (15, 9))
    a_match(division, team, "The Shears", week=2, date=TO_COME, public_id="tocome22")
    a_match(division, "The Shears", team, week=3, date=TO_COME + WEEK)
    return team


def papers(client) -> dict[str, str]:
    """What is sent and put up, line breaks aside."""
    addresses = {
        "poster": "2026-27/division-one/fixtures.pdf",
        "list": "teams/moor-top/fixtures.pdf",
        "calendar": "feeds/teams/moor-top.ics",
        "sheet": "matches/tocome22/score-sheet.pdf",
        "team": "teams/moor-top/",
        "match": "matches/tocome22/",
    }
    found = {name: read(client.get(LEAGUE + address)) for name, address in addresses.items()}
    return {name: " ".join(said.replace("\r\n ", "").split()) for name, said in found.items()}


def sequences() -> list[int]:
    return list(Match.objects.order_by("week").values_list("sequence", flat=True))


def test_a_pub_that_closed_is_named_only_where_it_was_played_in(client, moor_top):
    league = moor_top.league
    hall = league.pubs.get(slug="the-hall")
    places = {match.pk: hall for match in matches_at(moor_top.pub, SINCE)}
    close_pub(
        pub=moor_top.pub, on=SINCE, reason="it has closed", homes={}, places=places, by=None, now=FRIDAY
    )
    said = papers(client)
    assert "Moor Top: no pub of its own from Fri 15 Jan 2027; each match says where" in said["poster"]
    assert "week 2; Moor Top at The Hall" in said["poster"]
    assert "Home: no pub of its own from Fri 15 Jan 2027" in said["list"]
    assert "Thu 21 Jan 2027 home The Shears The Hall" in said["list"]
    assert "no match is played there from Fri 15 Jan 2027" in said["team"]
    for name in ("sheet", "match", "poster", "team"):
        assert "Old Cock" not in said[name], name
        assert "Cock Lane" not in said[name], name
    assert (said["list"].count("Old Cock"), said["calendar"].count("Old Cock")) == (1, 1), "last night's"
    client.force_login(a_secretary(league))
    assert "Old Cock" not in client.get(f"{LEAGUE}secretary/play-offs/").content.decode()


@pytest.mark.slow
def test_a_team_that_moved_is_at_its_new_pub_and_was_at_its_old_one(client, moor_top):
    hall = moor_top.league.pubs.get(slug="the-hall")
    places = {match.pk: hall for match in home_matches(moor_top, SINCE)}
    move_team(team=moor_top, to=hall, since=SINCE, places=places, by=None, now=FRIDAY)
    said = papers(client)
    assert "Moor Top: The Hall" in said["poster"]
    assert "Home: The Hall." in said["list"]
    for name in ("sheet", "match", "poster"):
        assert "Old Cock" not in said[name], name
    assert (said["list"].count("Old Cock"), said["calendar"].count("Old Cock")) == (1, 1), "last night's"
    assert sequences() == [0, 1, 0], "calendars are told of the match that moved"


@pytest.mark.slow
def test_a_pub_that_was_renamed_has_its_new_name_everywhere_and_calendars_are_told(client, moor_top):
    renamed(moor_top.pub, "The Ram")
    for name, said in papers(client).items():
        assert "Old Cock" not in said, name
        assert "The Ram" in said, name
    assert sequences() == [1, 1, 1]
