"""A name left as it is written: asked about no more of this team this season, until wanted again."""

import pytest

from league.matches.selectors import unplayed_matches
from league.models import Match, NameLeft, Season, Seat
from league.registration.services.merges import leave_name, reopen_name
from league.registration.unregistered import LeftAsWritten, unknown_names, written_names
from league.shared.errors import Refused
from tests.builders import FRIDAY, a_card, a_division, a_match
from tests.moments import assert_done_or_refused, at_once


def a_match_with_names() -> Match:
    """Jón Wild, spelt twice, for the home side and once for the away side; and a stranger."""
    match = a_match(a_division(teams=2))
    first, second, *_ = (table.games.get() for table in a_card(match, (15, 9), (12, 15)).tables.all())
    for game, side, written in (
        (first, "h", "Jón Wild"),
        (second, "h", "jon  wild"),
        (first, "a", "Jon Wild"),
        (second, "a", "Somebody Else"),
    ):
        Seat.objects.create(game=game, side=side, place=1, written=written)
    return match


def asked(match: Match) -> set[tuple[str, str]]:
    league = match.division.season.league
    found = written_names(league).unidentified
    assert {(name.name, name.team) for name in unknown_names(league, unplayed_matches(league))} == {
        (one.name, one.team) for one in found
    }
    return {(one.name, str(one.team)) for one in found}


@pytest.mark.django_db
def test_a_name_that_is_left_is_asked_about_no_more_until_it_is_wanted_again():
    match = a_match_with_names()
    league = match.division.season.league
    all_three = {("jon  wild", "The Fleece"), ("Jon Wild", "The Shears"), ("Somebody Else", "The Shears")}
    assert asked(match) == all_three
    leave_name(league=league, team=match.home, written=["jon  wild", "Jón Wild"], now=FRIDAY)
    assert asked(match) == all_three - {("jon  wild", "The Fleece")}, "of the other team it is asked"
    assert written_names(league).left == (LeftAsWritten(team=match.home, name="jon  wild", games=2),)
    reopen_name(league=league, team=match.home, name="Jon Wild")
    reopen_name(league=league, team=match.home, name="Jon Wild")
    assert asked(match) == all_three
    with pytest.raises(Refused, match="already been assigned"):
        leave_name(league=league, team=match.home, written=["Somebody Else"], now=FRIDAY)


@pytest.mark.django_db
def test_a_season_over_is_asked_about_no_more_and_what_was_left_in_it_binds_no_other():
    match = a_match_with_names()
    league = match.division.season.league
    leave_name(league=league, team=match.home, written=["Jón Wild"], now=FRIDAY)
    Season.objects.update(is_finished=True)
    assert written_names(league).unidentified == written_names(league).left == ()
    reopen_name(league=league, team=match.home, name="Jón Wild")
    assert NameLeft.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_leave_it_at_once_have_left_it_once():
    match = a_match_with_names()
    details = {"league": match.division.season.league, "team": match.home, "written": ["Jón Wild"]}
    assert_done_or_refused(at_once(*[lambda: leave_name(now=FRIDAY, **details)] * 3), done=3)
    assert NameLeft.objects.count() == 1
