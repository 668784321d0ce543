"""Two at the same penalty or the same account in the same instant: one outcome, the other told."""

import datetime
from collections.abc import Callable

import pytest

from league.matches.services import declare_void, give_walkover
from league.models import Appeal, Charge, Match, Offence, Ruling, User
from league.regulations.services.appeals import decide_appeal, record_appeal
from league.regulations.services.ledger import charge_teams, enter_line, strike_out
from league.regulations.services.sanctions import (
    apply_offence,
    propose_offence,
    undo_offence,
    waive_offence,
)
from tests.builders import NIGHT, a_match, a_secretary, an_offence
from tests.hostile.test_meanwhile import NOW, assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(db: None) -> Match:
    return a_match()


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


@pytest.fixture
def offence(match: Match) -> Offence:
    return an_offence(match, halves=4, pence=500)


def assert_whole(offence: Offence, state: str) -> None:
    """Points and fine are in force, both, while it stands applied; else neither is."""
    offence.refresh_from_db()
    in_force = offence.state == Offence.State.APPLIED
    assert offence.state == state
    assert Ruling.objects.filter(revoked_on=None).count() == in_force
    assert Charge.objects.filter(struck_out_on=None).count() == in_force


def applying(offence: Offence, by: User) -> Callable[[], object]:
    return lambda: apply_offence(offence=offence, by=by, now=NOW)


def waiving(offence: Offence, by: User) -> Callable[[], object]:
    return lambda: waive_offence(offence=offence, by=by, now=NOW, because="the line was down")


def test_proposed_once(match: Match) -> None:
    became = at_once(
        *[
            lambda: propose_offence(
                season=match.division.season,
                team=match.home,
                match=match,
                kind="late_result-1",
                number=1,
                fell_at=NOW,
                reason="late",
            )
        ]
        * 4
    )
    assert became == ["done"] * 4
    assert Offence.objects.count() == 1


def test_applied_once(offence: Offence, secretary: User) -> None:
    became = at_once(*[applying(offence, secretary)] * 4)
    assert became == ["done"] * 4
    assert_whole(offence, Offence.State.APPLIED)
    assert (Ruling.objects.count(), Charge.objects.count()) == (1, 1)


def test_applied_or_waived_but_never_both(offence: Offence, secretary: User) -> None:
    became = at_once(applying(offence, secretary), waiving(offence, secretary))
    assert_done_or_refused(became, done=1)
    assert_whole(offence, ("applied", "waived")[became.index("done")])


def test_taken_back_while_it_is_appealed_and_decided(offence: Offence, secretary: User) -> None:
    apply_offence(offence=offence, by=secretary, now=NOW)
    appeal = record_appeal(
        offence=offence, made_on=NOW.date(), made_by="the captain", words="It was not late."
    )

    def decide(upheld: bool) -> Callable[[], object]:
        return lambda: decide_appeal(
            appeal=appeal,
            upheld=upheld,
            decided_by="the committee",
            decision="So be it.",
            on=NOW.date(),
            by=secretary,
            now=NOW,
        )

    became = at_once(
        decide(True),
        lambda: undo_offence(offence=offence, by=secretary, now=NOW, because="found"),
        decide(True),
    )
    assert became == ["done"] * 3
    assert_whole(offence, Offence.State.WAIVED)


def test_an_appeal_is_decided_one_way(offence: Offence, secretary: User) -> None:
    apply_offence(offence=offence, by=secretary, now=NOW)
    appeal = record_appeal(
        offence=offence, made_on=NOW.date(), made_by="the captain", words="It was not late."
    )
    became = at_once(
        *[
            lambda upheld=upheld: decide_appeal(
                appeal=appeal,
                upheld=upheld,
                decided_by="the committee",
                decision="So be it.",
                on=NOW.date(),
                by=secretary,
                now=NOW,
            )
            for upheld in (True, False)
        ]
    )
    assert_done_or_refused(became, done=1)
    assert_whole(offence, "waived" if became[0] == "done" else "applied")


def test_an_appeal_is_recorded_once(offence: Offence, secretary: User) -> None:
    apply_offence(offence=offence, by=secretary, now=NOW)
    became = at_once(
        *[lambda: record_appeal(offence=offence, made_on=NOW.date(), made_by="the captain", words="No.")] * 3
    )
    assert became == ["done"] * 3
    assert Appeal.objects.count() == 1


def test_given_or_void_but_never_both(match: Match, secretary: User) -> None:
    details = {"match": match, "reason": "fog", "by": secretary, "on": NIGHT}
    became = at_once(lambda: give_walkover(**details, at_fault="h"), lambda: declare_void(**details))
    assert_done_or_refused(became, done=1)
    assert Ruling.objects.count() == 1


def test_a_payment_is_entered_once(match: Match, secretary: User) -> None:
    became = at_once(
        *[
            lambda: enter_line(
                pub=match.venue, kind="payment", pence=500, reason="cash", on=NIGHT, by=secretary
            )
        ]
        * 3
    )
    assert_done_or_refused(became, done=1)
    assert Charge.objects.count() == 1


def test_all_teams_are_charged_once(match: Match, secretary: User) -> None:
    season = match.division.season
    became = at_once(
        *[lambda: charge_teams(season=season, pence=500, reason="entry", on=NIGHT, by=secretary)] * 3
    )
    assert_done_or_refused(became, done=1)
    assert Charge.objects.count() == season.enrolments.count()


def test_a_line_is_struck_out_once(match: Match, secretary: User) -> None:
    line = enter_line(pub=match.venue, kind="fee", pence=500, reason="entry", on=NIGHT, by=secretary)
    later = NIGHT + datetime.timedelta(days=1)
    became = at_once(
        lambda: strike_out(charge=line, because="twice", on=NIGHT),
        lambda: strike_out(charge=line, because="wrong", on=later),
    )
    assert became == ["done"] * 2
    line.refresh_from_db()
    assert line.reason in {"entry; struck out: twice", "entry; struck out: wrong"}
