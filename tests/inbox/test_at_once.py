"""Two people decide, or undo, the same question of the inbox in the same instant."""

import datetime
from collections.abc import Callable

import pytest

from league.inbox.services.deciding import (
    decide_dispute,
    decide_on_appeal,
    decide_postponement,
    decide_sanctions,
    decide_sheet,
)
from league.inbox.services.undoing import undo_decision
from league.models import (
    Appeal,
    Charge,
    Decision,
    Match,
    Offence,
    Postponement,
    Ruling,
    Scorecard,
    Side,
    User,
)
from league.regulations.selectors.sanctions import Cost
from league.regulations.services.appeals import record_appeal
from league.regulations.services.sanctions import apply_offence
from league.results.services.disputes import dispute_match
from tests.builders import FRIDAY, NIGHT, a_division, a_match, a_secretary
from tests.builders_tables import a_report
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE = datetime.timedelta(minutes=1)
TO = NIGHT + datetime.timedelta(days=4)


@pytest.fixture
def match() -> Match:
    return a_match(a_division(teams=4))


@pytest.fixture
def people(match: Match) -> tuple[User, User]:
    league = match.division.season.league
    return a_secretary(league), a_secretary(league, "Norman")


@pytest.fixture
def offences(match: Match) -> list[Offence]:
    kinds = ("late-start", "short-team", "late-result")
    values = {"season": match.division.season, "team": match.home, "match": match, "number": 1}
    costs = {"fell_at": FRIDAY, "pence": 500, "halves": 2, "reason": "Started 35 minutes late."}
    return [Offence.objects.create(kind=kind, **values, **costs) for kind in kinds]


Decide = Callable[[User, datetime.datetime], object]


def sanctions(match: Match, offences: list[Offence], *, is_applied: bool = True) -> Decide:
    seen = {offence.public_id: Cost(halves=2, pence=500) for offence in offences} if is_applied else None
    league = match.division.season.league
    return lambda by, now: decide_sanctions(
        league=league, offences=offences, seen=seen, reason="Snow.", by=by, now=now
    )


def test_sanctions_applied_by_two_at_once_are_taken_once_and_recorded_once(match, people, offences):
    decide = sanctions(match, offences)
    acts = [lambda by=by, n=n: decide(by, FRIDAY + n * MINUTE) for n, by in enumerate(people * 2)]
    assert_done_or_refused(at_once(*acts), done=4)
    assert Charge.objects.in_force().count() == Ruling.objects.in_force().count() == len(offences)
    assert Decision.objects.count() == len(offences)


def test_a_sanction_is_either_applied_or_waived(match, people, offences):
    secretary, deputy = people
    became = at_once(
        lambda: sanctions(match, offences)(secretary, FRIDAY),
        lambda: sanctions(match, offences[::-1], is_applied=False)(deputy, FRIDAY),
    )
    assert_done_or_refused(became, done=1)
    assert len(set(Offence.objects.values_list("state", flat=True))) == 1
    assert Decision.objects.count() == len(offences)


def test_a_dispute_is_closed_by_one_of_two(match, people):
    dispute_match(match=match, because="Table 2.", by=people[0], now=FRIDAY)
    about = {"league": match.division.season.league, "match": match, "dispute": match.disputes.get().pk}
    became = at_once(
        *[lambda by=by: decide_dispute(**about, reason=f"So says {by}.", by=by, now=FRIDAY) for by in people]
    )
    assert_done_or_refused(became, done=1)
    assert Decision.objects.count() == 1


def test_a_request_is_answered_once_and_the_answer_undone_once(match, people):
    request = Postponement.objects.create(
        match=match, asked_by="h", asked_at=FRIDAY, reason="The room is let.", offered=[str(TO)]
    )
    about = {"league": match.division.season.league, "postponement": request, "reason": "No bus."}
    now = FRIDAY - datetime.timedelta(weeks=1)
    became = at_once(
        lambda: decide_postponement(**about, to=TO, by=people[0], now=now),
        lambda: decide_postponement(**about, to=None, by=people[1], now=now),
    )
    assert_done_or_refused(became, done=1)
    decision = Decision.objects.get()
    acts = [lambda by=by: undo_decision(decision=decision, by=by, now=now) for by in people]
    assert at_once(*acts * 2) == ["done"] * 4
    match.refresh_from_db()
    assert (match.date, match.postponements.get().state) == (NIGHT, "open")


def test_of_two_signed_sheets_one_is_chosen_and_the_choice_undone_once(match, people):
    a_report(match, Side.HOME, (15, 9), (15, 9), (15, 9), (15, 9))
    a_report(match, Side.AWAY, (9, 15), (15, 9), (15, 9), (15, 9))
    dispute_match(match=match, because="Table 1.", by=people[0], now=FRIDAY)
    match.refresh_from_db()
    about = {"league": match.division.season.league, "match": match, "began_from": 2, "reason": "Both agree."}
    became = at_once(
        *[
            lambda by=by, version=version: decide_sheet(**about, version=version, by=by, now=FRIDAY)
            for version, by in enumerate(people, 1)
        ]
    )
    assert_done_or_refused(became, done=1)
    assert Scorecard.objects.filter(is_confirmed=True).count() == 1
    decision = Decision.objects.get()
    acts = [lambda by=by: undo_decision(decision=decision, by=by, now=FRIDAY + MINUTE) for by in people]
    assert at_once(*acts * 2) == ["done"] * 4
    assert Scorecard.objects.filter(is_confirmed=False, set_aside_at=None).count() == 2


def test_an_appeal_is_decided_once_and_the_decision_undone_once(match, people, offences):
    offence = apply_offence(offence=offences[0], by=people[0], now=FRIDAY)
    appeal = record_appeal(offence=offence, made_on=FRIDAY.date(), made_by="Ann", words="Snow.")
    about = {"league": match.division.season.league, "appeal": appeal, "decided_by": "the committee"}
    became = at_once(
        *[
            lambda by=by, is_upheld=is_upheld: decide_on_appeal(
                **about, is_upheld=is_upheld, reason="The road was shut.", by=by, now=FRIDAY + MINUTE
            )
            for by, is_upheld in zip(people, (True, False), strict=True)
        ]
    )
    assert_done_or_refused(became, done=1)
    decision = Decision.objects.get()
    acts = [lambda by=by: undo_decision(decision=decision, by=by, now=FRIDAY + 2 * MINUTE) for by in people]
    assert at_once(*acts * 2) == ["done"] * 4
    assert Appeal.objects.get().outcome == "open"
    assert Charge.objects.in_force().count() == Ruling.objects.in_force().count() == 1


def test_a_sanction_is_undone_once_by_two(match, people, offences):
    decision, *_ = decide_sanctions(
        league=match.division.season.league,
        offences=offences[:1],
        seen={offences[0].public_id: Cost(halves=2, pence=500)},
        reason="",
        by=people[0],
        now=FRIDAY,
    )
    acts = [lambda by=by: undo_decision(decision=decision, by=by, now=FRIDAY) for by in people]
    assert at_once(*acts * 2) == ["done"] * 4
    assert not Charge.objects.in_force().exists()
    assert not Ruling.objects.in_force().exists()
    assert Charge.objects.count() == 1


def test_what_is_undone_is_not_decided_meanwhile_without_a_word(match, people, offences):
    """One undoes while another decides anew: whoever is second works on what the first has left."""
    seen = {offences[0].public_id: Cost(halves=2, pence=500)}
    about = {"league": match.division.season.league, "offences": offences[:1], "reason": ""}
    (decision,) = decide_sanctions(**about, seen=seen, by=people[0], now=FRIDAY)
    became = at_once(
        lambda: undo_decision(decision=decision, by=people[0], now=FRIDAY + MINUTE),
        lambda: decide_sanctions(**about, seen=seen, by=people[1], now=FRIDAY + 2 * MINUTE),
    )
    assert became == ["done"] * 2
    standing = Decision.objects.filter(undone_at=None).count()
    assert Charge.objects.in_force().count() == Ruling.objects.in_force().count() == standing
