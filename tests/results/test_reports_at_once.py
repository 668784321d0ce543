"""Captains, clocks and the secretary at one match in the same instant: one result, nobody's word is lost."""

import datetime

import pytest

from league.inbox.services.deciding import decide_proposal
from league.models import Match, Objection, Scorecard, Side, Signature, User
from league.results.jobs import accept_silent_reports
from league.results.log import SheetPlace
from league.results.selectors.scorecards import latest_version
from league.results.services.objections import object_to, stand_by, withdraw_objection
from league.results.services.proposed_sheets import accept_objection
from league.results.services.reports import Signer, countersign, sign_report
from league.results.services.scorecards import confirm_scorecard
from tests.builders import FRIDAY, WEEK, a_division, a_match, a_secretary, regulated
from tests.builders_tables import a_report, finals
from tests.moments import assert_done_or_refused, at_once

pytestmark = pytest.mark.django_db(transaction=True)

FLEECE, SHEARS = Signer(side=Side.HOME), Signer(side=Side.AWAY)
SHEET = finals((15, 9), (12, 15), (15, 11), (15, 8))
OTHERWISE = finals((15, 9), (12, 15), (15, 11), (8, 15))
LATER = FRIDAY + WEEK


@pytest.fixture
def match(db: None) -> Match:
    division = regulated(a_division(), one_report_stands={"hours": 48})
    return a_match(division)


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def sign(match: Match, signer: Signer, sheet=SHEET) -> None:
    sign_report(match=match, sheet=sheet, signer=signer, began_from=latest_version(match), now=FRIDAY)


def decide(match: Match, by: User) -> None:
    confirm_scorecard(match=match, sheet=OTHERWISE, by=by, began_from=latest_version(match), now=FRIDAY)


def an_objection(match: Match) -> Objection:
    """Table 4 should have ended the other way round."""
    claimed = {SheetPlace(4, 1, "final"): {"home-final": "8", "away-final": "15"}}
    return object_to(card=a_report(match), signer=SHEARS, table=4, because="", proposed=claimed, now=FRIDAY)


def test_accepted_or_withdrawn_but_never_both(match):
    objection = an_objection(match)
    became = at_once(
        lambda: accept_objection(objection=objection, signer=FLEECE, now=FRIDAY),
        lambda: withdraw_objection(objection=objection, signer=SHEARS, now=FRIDAY),
    )
    assert_done_or_refused(became, done=1)
    assert_whole(match)
    objection.refresh_from_db()
    is_accepted = objection.state == Objection.State.CORRECTED
    assert Scorecard.objects.filter(is_confirmed=True).exists() == is_accepted
    assert match.entries.exists() == is_accepted


def test_accepted_four_times_is_accepted_once(match):
    objection = an_objection(match)
    became = at_once(*[lambda: accept_objection(objection=objection, signer=FLEECE, now=FRIDAY)] * 4)
    assert became == ["done"] * 4
    assert_whole(match)
    assert match.entries.count() == 1


@pytest.mark.slow
def test_accepted_by_the_captain_or_decided_by_the_secretary(match, secretary):
    objection = an_objection(match)
    league = match.division.season.league
    decision = {"league": league, "reason": "The slip.", "by": secretary, "now": FRIDAY}
    became = at_once(
        lambda: accept_objection(objection=objection, signer=FLEECE, now=FRIDAY),
        lambda: decide_proposal(objection=objection, began_from=1, **decision),
    )
    assert_done_or_refused(became, done=1)
    assert_whole(match)
    assert Scorecard.objects.filter(is_confirmed=True).count() == 1


def assert_whole(match: Match) -> None:
    """Versions without gap or double, one result at most, no report that waits beside it."""
    cards = list(Scorecard.objects.filter(match=match).order_by("version"))
    assert [card.version for card in cards] == list(range(1, len(cards) + 1))
    confirmed = [card for card in cards if card.is_confirmed]
    waiting = [card for card in cards if not card.is_confirmed and card.set_aside_at is None]
    assert len(confirmed) <= 1
    assert not (confirmed and waiting)


def test_both_sides_sign_the_same_in_the_same_instant(match):
    became = at_once(*[lambda who=who: sign(match, who) for who in (FLEECE, SHEARS)] * 2)
    assert_done_or_refused(became, done=sum(outcome == "done" for outcome in became))
    assert_whole(match)
    card = Scorecard.objects.get()
    assert card.signatures.count() == (2 if card.is_confirmed else 1)


@pytest.mark.slow
def test_a_captain_presses_four_times(match):
    assert_done_or_refused(at_once(*[lambda: sign(match, FLEECE)] * 4), done=4)
    assert Signature.objects.count() == Scorecard.objects.count() == 1


def test_agreed_four_times_is_agreed_once(match):
    card = a_report(match)
    became = at_once(*[lambda: countersign(card=card, signer=SHEARS, now=FRIDAY)] * 4)
    assert became == ["done"] * 4
    assert Signature.objects.count() == 2
    assert_whole(match)


def test_agreed_or_replaced_but_never_both(match):
    card = a_report(match)
    became = at_once(
        lambda: countersign(card=card, signer=SHEARS, now=FRIDAY), lambda: sign(match, FLEECE, OTHERWISE)
    )
    assert_done_or_refused(became, done=1)
    assert_whole(match)


def test_agreed_or_decided_and_one_result(match, secretary):
    card = a_report(match)
    became = at_once(
        lambda: countersign(card=card, signer=SHEARS, now=FRIDAY), lambda: decide(match, secretary)
    )
    assert_done_or_refused(became, done=1)
    assert_whole(match)
    assert Scorecard.objects.filter(is_confirmed=True).count() == 1


def test_signed_while_the_secretary_decides(match, secretary):
    became = at_once(lambda: sign(match, FLEECE), lambda: decide(match, secretary))
    assert "done" in became
    assert_whole(match)
    if became[1] == "done":
        assert Scorecard.objects.get(is_confirmed=True).entered_by == secretary


def test_four_clocks_accept_a_silence_once(match):
    card = a_report(match)
    assert at_once(*[lambda: accept_silent_reports(LATER)] * 4) == ["done"] * 4
    assert card.signatures.count() == 2
    assert_whole(match)


def test_a_word_in_the_last_moment_or_silence(match):
    card = a_report(match)
    became = at_once(
        lambda: accept_silent_reports(LATER),
        lambda: object_to(card=card, signer=SHEARS, table=4, because="we won it", now=LATER),
    )
    card.refresh_from_db()
    assert card.is_confirmed != Objection.objects.exists(), became


def test_two_objections_in_the_same_instant_are_one(match):
    card = a_report(match)
    became = at_once(
        *[
            lambda table=table: object_to(card=card, signer=SHEARS, table=table, because="no", now=FRIDAY)
            for table in (1, 2, 3)
        ]
    )
    assert_done_or_refused(became, done=1)
    assert Objection.objects.count() == 1


def test_stood_by_and_taken_back_in_the_same_instant_leaves_no_dispute(match):
    card = a_report(match)
    said = object_to(card=card, signer=SHEARS, table=4, because="no", now=FRIDAY)
    became = at_once(
        lambda: stand_by(
            objection=said, signer=FLEECE, answer="yes", now=FRIDAY + datetime.timedelta(hours=1)
        ),
        lambda: withdraw_objection(objection=said, signer=SHEARS, now=FRIDAY + datetime.timedelta(hours=1)),
    )
    assert became[1] == "done"
    assert_done_or_refused(became, done=sum(outcome == "done" for outcome in became))
    match.refresh_from_db()
    assert match.disputed_because == ""
