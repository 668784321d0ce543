"""A match played at another pub: swapped or neutral, with its reason, and never where there is no room."""

import datetime

import pytest

from league.models import Match
from league.scheduling.services.moves import move_venue
from league.shared.errors import Refused
from tests.builders import NIGHT, a_card, a_division, a_league, a_match, a_pub

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


def test_a_match_is_played_at_the_other_sides_pub_with_its_reason(match: Match) -> None:
    moved = move_venue(match=match, to=match.away.pub, reason="the Fleece is being painted")
    assert (str(moved.venue), moved.venue_because) == ("The Shears", "the Fleece is being painted")


def test_back_home_it_needs_no_reason(match: Match) -> None:
    move_venue(match=match, to=match.away.pub, reason="painters")
    back = move_venue(match=match, to=match.home.pub, reason="")
    assert (str(back.venue), back.venue_because) == ("The Fleece", "")


@pytest.mark.parametrize(
    ("tables", "sentence"),
    [(4, "The Shears is full: one match"), (6, "The Shears has only two tables left, the match needs four")],
)
def test_a_pub_without_room_that_night_is_refused(match: Match, tables: int, sentence: str) -> None:
    a_match(match.division, "Packhorse & Drover", "The Tup and Bell", venue=match.away.pub)
    match.away.pub.tables = tables
    match.away.pub.save()
    with pytest.raises(Refused, match=sentence):
        move_venue(match=match, to=match.away.pub, reason="painters")


def test_a_pub_too_small_is_refused_on_any_night(match: Match) -> None:
    small = a_pub(match.division.season.league, "The Snug", tables=2)
    match.date, match.postponed_from = None, NIGHT
    match.save()
    with pytest.raises(Refused, match="The Snug has two tables, the match needs four"):
        move_venue(match=match, to=small, reason="painters")


def test_teams_busy_that_night_do_not_matter_to_the_pub(match: Match) -> None:
    a_match(match.division, "The Shears", "Packhorse & Drover", venue=match.home.pub, week=2)
    neutral = a_pub(match.division.season.league, "Neutral Ground")
    assert move_venue(match=match, to=neutral, reason="both are shut").venue == neutral


@pytest.mark.parametrize("reason", ["", "  "])
def test_it_is_not_played_elsewhere_without_a_reason(match: Match, reason: str) -> None:
    with pytest.raises(Refused, match="Give the reason"):
        move_venue(match=match, to=match.away.pub, reason=reason)


def test_where_it_is_already_it_does_not_move_to(match: Match) -> None:
    with pytest.raises(Refused, match="is at The Fleece already"):
        move_venue(match=match, to=match.home.pub, reason="painters")


def test_what_was_played_was_played_where_it_was(match: Match) -> None:
    a_card(match, (15, 9), (15, 9), (15, 9), (15, 9))
    with pytest.raises(Refused, match="confirmed result"):
        move_venue(match=match, to=match.away.pub, reason="painters")


def test_a_pub_of_another_league_is_refused(match: Match) -> None:
    strange = a_pub(a_league("Another League"), "Far Away")
    with pytest.raises(Refused, match="league of the division"):
        move_venue(match=match, to=strange, reason="painters")
    match.refresh_from_db()
    assert (match.venue, match.date) == (match.home.pub, datetime.date(2027, 1, 14))
