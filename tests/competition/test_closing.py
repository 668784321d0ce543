"""A season closed: frozen for everybody, whoever was quicker; opened again to put something right."""

import datetime
from collections.abc import Callable

import pytest

from league.competition.services import close_season, reopen_season
from league.matches.services import adjust_points, declare_void, give_walkover, revoke_ruling, withdraw_team
from league.models import Match, Ruling, Scorecard, Season, User
from league.results.services.scorecards import confirm_scorecard, turn_round
from league.scheduling.services.moves import move_venue, postpone_match
from league.shared.errors import Refused
from tests.builders import NIGHT, WEEK, a_card, a_match, a_secretary, a_walkover
from tests.builders_tables import a_report, finals
from tests.moments import at_once

NOW = datetime.datetime(2027, 5, 1, 9, 30, tzinfo=datetime.UTC)
FOUR = ((15, 9), (12, 15), (15, 11), (15, 8))


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def by(match: Match) -> User:
    return a_secretary(match.division.season.league)


def closed(match: Match) -> Season:
    return close_season(season=match.division.season)


def confirm(match: Match, by: User) -> Scorecard:
    return confirm_scorecard(match=match, sheet=finals(*FOUR), by=by, began_from=0, now=NOW)


def rulings_of(match: Match, by: User) -> list[Callable[[], object]]:
    details = {"reason": "the rules say so", "by": by, "on": NIGHT}
    division = match.division
    return [
        lambda: give_walkover(match=match, at_fault="a", **details),
        lambda: declare_void(match=match, **details),
        lambda: adjust_points(division=division, team=match.home, halves=-2, **details),
        lambda: withdraw_team(division=division, team=match.home, **details),
    ]


def test_what_is_closed_takes_no_result_and_no_correction(match: Match, by: User) -> None:
    played = a_match(match.division, "The Shears", "The Fleece", week=2)
    a_card(played, *FOUR)
    closed(match)
    for act in (
        lambda: confirm(match, by),
        lambda: a_report(match),
        lambda: turn_round(match=played, by=by, began_from=1, reason="columns", now=NOW),
    ):
        with pytest.raises(Refused, match="its tables are final"):
            act()
    assert Scorecard.objects.count() == 1


def test_what_is_closed_takes_no_ruling_and_gives_none_back(match: Match, by: User) -> None:
    stands = a_walkover(match)
    closed(match)
    for decide in (*rulings_of(match, by), lambda: revoke_ruling(ruling=stands, on=NIGHT)):
        with pytest.raises(Refused, match="its tables are final"):
            decide()
    assert list(Ruling.objects.values_list("revoked_on", flat=True)) == [None]


def test_what_is_closed_moves_to_no_other_night_or_pub(match: Match) -> None:
    closed(match)
    with pytest.raises(Refused, match="its tables are final"):
        postpone_match(match=match, to=NIGHT + WEEK, reason="snow")
    with pytest.raises(Refused, match="its tables are final"):
        move_venue(match=match, to=match.away.pub, reason="snow")


def test_opened_again_it_takes_what_it_refused(match: Match, by: User) -> None:
    reopen_season(season=closed(match))
    assert confirm(match, by).is_confirmed


def test_closed_twice_is_closed_once(match: Match) -> None:
    league = match.division.season.league
    closed(match)
    league.refresh_from_db()
    before = league.revision
    assert closed(match).is_finished
    league.refresh_from_db()
    assert league.revision == before


def test_a_season_that_is_gone_is_said_to_be(match: Match) -> None:
    season = match.division.season
    Season.objects.filter(pk=season.pk).delete()
    with pytest.raises(Refused, match="has deleted this"):
        close_season(season=season)


@pytest.mark.django_db(transaction=True)
def test_a_result_in_the_same_moment_is_in_before_or_refused() -> None:
    match = a_match()
    by = a_secretary(match.division.season.league)
    became = at_once(lambda: closed(match), lambda: confirm(match, by))
    refused = [outcome for outcome in became if isinstance(outcome, Refused)]
    assert Season.objects.get().is_finished
    assert Scorecard.objects.filter(is_confirmed=True).count() == 1 - len(refused)


@pytest.mark.django_db(transaction=True)
def test_a_ruling_in_the_same_moment_is_in_before_or_refused() -> None:
    match = a_match()
    by = a_secretary(match.division.season.league)
    became = at_once(lambda: closed(match), rulings_of(match, by)[2])
    refused = [outcome for outcome in became if isinstance(outcome, Refused)]
    assert Season.objects.get().is_finished
    assert Ruling.objects.count() == 1 - len(refused)


class TestCalendars:
    """Every change of night or place counts the entry in people's calendars on by one."""

    def test_each_move_counts_one(self, match: Match) -> None:
        postpone_match(match=match, to=NIGHT + WEEK, reason="snow")
        postpone_match(match=match, to=None, reason="more snow")
        move_venue(match=match, to=match.away.pub, reason="painters")
        match.refresh_from_db()
        assert match.sequence == 3

    def test_a_result_counts_none(self, match: Match, by: User) -> None:
        confirm(match, by)
        match.refresh_from_db()
        assert match.sequence == 0
