"""Matches of a cup entered, corrected and signed in the same instant: one result, one next match."""

import datetime
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from league.cups.services import cups
from league.cups.services.nights import set_round
from league.cups.services.ties import enter_result
from league.matches import services
from league.matches.services import give_walkover
from league.models import Cup, Match, Side, User
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.selectors.scorecards import latest_version
from league.results.services import scorecards
from league.results.services.reports import Signer, sign_report
from tests.builders import FRIDAY, NIGHT, a_division, a_season, a_secretary, regulated
from tests.builders_tables import an_entry
from tests.cups.tie_cast import AWAY_WINS, LEVEL, a_cup, enter, match_of, tie
from tests.moments import WAIT, assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)
WEEK = datetime.timedelta(weeks=1)


def test_two_who_enter_both_semi_finals_at_once_make_one_final() -> None:
    season = a_season()
    by = a_secretary(season.league)
    cup = a_cup(season)
    set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
    matches = [match_of(cup, number=number) for number in (1, 2)]
    became = at_once(*(lambda match=match: enter(match, by) for match in matches))
    assert_done_or_refused(became, done=2)
    assert match_of(cup, 2).home == matches[0].home


def corrected(match: Match, by: User) -> None:
    enter(match, by, AWAY_WINS, began_from=1, reason="Columns")


def given_away(match: Match, by: User) -> None:
    give_walkover(match=match, at_fault="h", reason="An unregistered player.", by=by, on=NIGHT)


@pytest.mark.parametrize("change", [corrected, given_away])
def test_a_change_and_the_next_match_entered_at_once_never_wait_for_each_other(
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Match, User], None]
) -> None:
    season = a_season()
    by = a_secretary(season.league)
    cup = a_cup(season)
    set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
    for number in (1, 2):
        enter(match_of(cup, number=number), by)
    semi_final, final = match_of(cup), match_of(cup, 2)
    corrects, is_entered, plans = threading.Event(), threading.Event(), threading.Event()
    follow, plan = scorecards.follow_tie, cups.plan_matches

    def follow_in_step(match: Match) -> None:
        """The change goes on once the final is held, if it can be; its entry once matches are planned."""
        if match == semi_final:
            corrects.set()
            is_entered.wait(0.3)
        else:
            is_entered.set()
            plans.wait(0.3)
        follow(match)

    def plan_in_step(cup: Cup) -> None:
        plans.set()
        plan(cup)

    for module in (scorecards, services):
        monkeypatch.setattr(module, "follow_tie", follow_in_step)
    monkeypatch.setattr(cups, "plan_matches", plan_in_step)

    def enter_final() -> None:
        corrects.wait(WAIT)
        enter(final, by)

    became = at_once(lambda: change(semi_final, by), enter_final)
    assert_done_or_refused(became, done=1)
    assert became[0] == "done"
    assert match_of(cup, 2).home == semi_final.away


class TestDecidingGames:
    @pytest.fixture
    def cup(self, db: None) -> Cup:
        """A bracket of four whose first tie is level, the second decided, the final dated."""
        season = a_season()
        regulated(a_division(season), one_report_stands={"days": 2, "at": "12:00"})
        cup = a_cup(season)
        set_round(cup=cup, round_number=2, date=NIGHT + WEEK, starts_at=None)
        by = a_secretary(season.league)
        enter(match_of(cup, number=2), by)
        enter(match_of(cup), by, LEVEL)
        an_entry(match_of(cup, leg=2), "final", {"home-final": "9", "away-final": "15"})
        return cup

    def test_two_phones_that_sign_at_once_send_one_side_through(self, cup: Cup) -> None:
        deciding = match_of(cup, leg=2)
        became = at_once(*[lambda side=side: signed(deciding, side) for side in Side] * 2)
        assert_done_or_refused(became, done=sum(outcome == "done" for outcome in became))
        if not deciding.scorecards.confirmed().exists():
            for side in Side:
                signed(deciding, side)
        card = deciding.scorecards.get()
        assert card.is_confirmed
        assert card.signatures.count() == len(Side)
        assert tie(cup).tie.verdict.words == "0-1 in a deciding game, after 48-48."
        assert match_of(cup, 2).home == deciding.away

    def test_a_total_typed_as_both_have_signed_never_stands_against_the_match(self, cup: Cup) -> None:
        deciding, level = match_of(cup, leg=2), tie(cup)
        signed(deciding, Side.HOME)
        against = replace(level.tie.result, deciding=(1, 0))
        became = at_once(
            lambda: signed(deciding, Side.AWAY),
            lambda: enter_result(cup=cup, result=against, began_from=level.entered_at, now=FRIDAY),
        )
        assert_done_or_refused(became, done=1)
        assert became[0] == "done"
        assert match_of(cup, 2).home == deciding.away


def signed(match: Match, side: Side) -> None:
    """The sheet of the log, as a phone signs it."""
    sign_report(
        match=match,
        sheet=LoggedMatch(match, log_of(match)).sheet,
        signer=Signer(side=side),
        began_from=latest_version(match),
        now=FRIDAY,
    )
