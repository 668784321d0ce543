"""One side signs, the other agrees, objects or says nothing; the secretary decides what they cannot."""

import datetime

import pytest

from league.models import Match, Notice, Objection, Scorecard, Side, Signature, User
from league.results.jobs import accept_silent_reports, dispute_unanswered
from league.results.selectors.reports import reports_of
from league.results.selectors.scorecards import latest_version, sheet_of
from league.results.services.disputes import dispute_match
from league.results.services.objections import object_to, stand_by, withdraw_objection
from league.results.services.reports import Signer, accept_in_silence, countersign, sign_report
from league.results.services.scorecards import SheetRefused, StaleCard, confirm_scorecard
from league.shared.errors import Refused
from tests.builders import FRIDAY, NIGHT, WEEK, a_captain, a_card, a_division, a_match, a_secretary, regulated
from tests.builders_tables import a_report, finals

HOUR, DAY = datetime.timedelta(hours=1), datetime.timedelta(days=1)
FLEECE, SHEARS = Signer(side=Side.HOME, name="Ann"), Signer(side=Side.AWAY, name="Bob")
SHEET = finals((15, 9), (12, 15), (15, 11), (15, 8))
OTHERWISE = finals((15, 9), (12, 15), (15, 11), (8, 15))
STATES = Objection.State


@pytest.fixture
def match(db: None) -> Match:
    """In a season in which one report stands at noon on the second day after it came."""
    division = regulated(a_division(), one_report_stands={"days": 2, "at": "12:00"})
    return a_match(division)


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def sign(match: Match, signer: Signer = FLEECE, sheet=SHEET, now=FRIDAY) -> Scorecard:
    return sign_report(match=match, sheet=sheet, signer=signer, began_from=latest_version(match), now=now)


def objection(card: Scorecard, now=FRIDAY + HOUR, **fields) -> Objection:
    details = {"table": 4, "hand": None, "because": "we won that one"} | fields
    return object_to(card=card, signer=SHEARS, now=now, **details)


def how_signed(card: Scorecard) -> list[tuple[str, str]]:
    return [(signature.side, signature.how) for signature in card.signatures.order_by("id")]


class TestSigning:
    def test_a_report_waits_until_noon_on_the_second_day(self, match):
        card = sign(match)
        assert (card.is_confirmed, card.set_aside_at, card.reported_for) == (False, None, "h")
        assert card.waits_until == datetime.datetime(2027, 1, 17, 12, tzinfo=datetime.UTC)
        assert how_signed(card) == [("h", "account")]

    def test_without_such_a_rule_it_waits_for_the_other_side(self, db):
        match = a_match()
        assert sign(match).waits_until is None
        assert accept_silent_reports(FRIDAY + 10 * WEEK) == 0

    def test_pressing_twice_signs_once(self, match):
        assert sign(match) == sign(match)
        assert match.scorecards.count() == 1

    def test_the_other_side_signing_the_same_makes_it_the_result(self, match):
        card = sign(match)
        assert sign(match, SHEARS) == card
        card.refresh_from_db()
        assert card.is_confirmed
        assert how_signed(card) == [("h", "account"), ("a", "account")]
        assert card.entered_by is None
        assert sheet_of(card) == SHEET

    def test_a_second_report_of_a_side_takes_the_place_of_its_first(self, match):
        first, second = sign(match), sign(match, sheet=OTHERWISE)
        first.refresh_from_db()
        assert first.set_aside_at is not None
        assert second.version == 2
        assert reports_of(match).waiting == (second,)

    def test_a_sheet_that_cannot_be_is_refused(self, match):
        with pytest.raises(SheetRefused):
            sign(match, sheet=finals((15, 9)))

    def test_what_was_signed_meanwhile_is_shown_first(self, match):
        sign(match, SHEARS, OTHERWISE)
        with pytest.raises(StaleCard):
            sign_report(match=match, sheet=SHEET, signer=FLEECE, began_from=0, now=FRIDAY)

    def test_not_before_it_was_played(self, match):
        with pytest.raises(Refused, match="Thursday 14 January"):
            sign(match, now=FRIDAY - 3 * DAY)

    def test_not_without_a_date(self, match):
        Match.objects.update(date=None, postponed_from=NIGHT)
        match.refresh_from_db()
        with pytest.raises(Refused, match="no date"):
            sign(match)

    def test_not_over_a_result(self, match):
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
        with pytest.raises(Refused, match="secretary"):
            sign(match, sheet=OTHERWISE)

    def test_the_other_captain_is_told(self, match):
        a_captain(match.division, "The Shears", email="bob@example.org")
        sign(match)
        letter = Notice.objects.get()
        assert (letter.to, letter.kind) == ("bob@example.org", "report")
        assert "8–2, 57–43" in letter.body
        assert "noon on Sunday 17 January" in letter.body


class TestAgreeing:
    def test_the_very_card_is_the_result(self, match):
        revision = match.division.season.league.revision
        card = countersign(card=sign(match), signer=SHEARS, now=FRIDAY)
        assert (card.is_confirmed, card.version) == (True, 1)
        match.division.season.league.refresh_from_db()
        assert match.division.season.league.revision == revision + 2

    def test_agreeing_twice_agrees_once(self, match):
        card = sign(match)
        assert countersign(card=card, signer=SHEARS, now=FRIDAY) == countersign(
            card=card, signer=SHEARS, now=FRIDAY
        )
        assert Signature.objects.count() == 2

    def test_nobody_agrees_with_himself(self, match):
        with pytest.raises(Refused, match="other side"):
            countersign(card=sign(match), signer=FLEECE, now=FRIDAY)

    def test_not_to_a_sheet_that_was_replaced(self, match):
        first = sign(match)
        sign(match, sheet=OTHERWISE)
        with pytest.raises(StaleCard):
            countersign(card=first, signer=SHEARS, now=FRIDAY)

    def test_it_sets_ones_own_report_aside(self, match):
        theirs, own = sign(match), sign(match, SHEARS, OTHERWISE)
        countersign(card=theirs, signer=SHEARS, now=FRIDAY)
        own.refresh_from_db()
        assert own.set_aside_at is not None
        assert reports_of(match).waiting == ()

    def test_it_takes_back_what_was_objected_and_settles_the_dispute(self, match):
        card = sign(match)
        stand_by(objection=objection(card), signer=FLEECE, answer="we have the slip", now=FRIDAY + 2 * HOUR)
        countersign(card=card, signer=SHEARS, now=FRIDAY + 3 * HOUR)
        assert Objection.objects.get().state == STATES.WITHDRAWN
        match.refresh_from_db()
        assert match.disputed_because == ""


class TestSilence:
    DUE = datetime.datetime(2027, 1, 17, 12, tzinfo=datetime.UTC)

    def test_accepts_once_the_time_is_over(self, match):
        card = sign(match)
        assert accept_silent_reports(self.DUE) == 0, "to the minute there is time"
        assert accept_silent_reports(self.DUE + HOUR) == 1
        assert accept_silent_reports(self.DUE + HOUR) == 0
        card.refresh_from_db()
        assert card.is_confirmed
        assert how_signed(card) == [("h", "account"), ("a", "silence")]

    def test_does_not_accept_what_is_objected_to(self, match):
        objection(sign(match))
        assert accept_silent_reports(self.DUE + HOUR) == 0

    def test_accepts_after_all_when_the_objection_is_taken_back(self, match):
        withdraw_objection(objection=objection(sign(match)), signer=SHEARS, now=FRIDAY + 2 * HOUR)
        assert accept_silent_reports(self.DUE + HOUR) == 1

    def test_does_not_settle_a_dispute(self, match):
        sign(match)
        dispute_match(match=match, because="a player who was not registered", now=FRIDAY)
        assert accept_silent_reports(self.DUE + HOUR) == 0

    def test_is_none_where_both_have_signed(self, match):
        card, _ = sign(match), sign(match, SHEARS, OTHERWISE)
        assert accept_silent_reports(self.DUE + WEEK) == 0
        with pytest.raises(Refused):
            accept_in_silence(card=card, now=self.DUE + WEEK)


class TestObjecting:
    def test_the_reporter_is_told_where_and_why(self, match):
        a_captain(match.division, "The Fleece", email="ann@example.org")
        objection(sign(match), hand=7)
        letter = Notice.objects.get()
        assert letter.to == "ann@example.org"
        assert "Table 4, hand 7: “we won that one”" in letter.body

    def test_once_at_a_time(self, match):
        card = sign(match)
        objection(card)
        with pytest.raises(Refused, match="already"):
            objection(card)

    @pytest.mark.parametrize("said", [{"because": " "}, {"table": 5}, {"because": "x" * 201}])
    def test_with_a_reason_at_a_table(self, match, said):
        with pytest.raises(Refused):
            objection(sign(match), **said)

    def test_not_to_ones_own(self, match):
        with pytest.raises(Refused):
            object_to(card=sign(match), signer=FLEECE, table=1, because="x", now=FRIDAY)

    def test_signing_anew_puts_it_right(self, match):
        card = sign(match)
        said = objection(card)
        sign(match, sheet=OTHERWISE)
        said.refresh_from_db()
        assert said.state == STATES.CORRECTED

    def test_standing_by_asks_the_secretary(self, match, secretary):
        User.objects.update(email="edna@example.org")
        stand_by(
            objection=objection(sign(match)), signer=FLEECE, answer="we have the slip", now=FRIDAY + HOUR
        )
        match.refresh_from_db()
        assert match.disputed_because == "The Shears, table 4: we won that one"
        assert Notice.objects.get().to == "edna@example.org"

    def test_putting_it_right_after_all_ends_the_dispute(self, match):
        stand_by(objection=objection(sign(match)), signer=FLEECE, answer="", now=FRIDAY + HOUR)
        sign(match, sheet=OTHERWISE)
        match.refresh_from_db()
        assert match.disputed_because == ""

    def test_only_the_side_that_may_answers_or_takes_back(self, match):
        said = objection(sign(match))
        with pytest.raises(Refused):
            stand_by(objection=said, signer=SHEARS, answer="", now=FRIDAY)
        with pytest.raises(Refused):
            withdraw_objection(objection=said, signer=FLEECE, now=FRIDAY)

    def test_no_answer_in_the_same_time_asks_the_secretary(self, match):
        objection(sign(match))
        assert dispute_unanswered(FRIDAY + DAY) == 0
        assert dispute_unanswered(FRIDAY + 3 * DAY) == 1
        assert dispute_unanswered(FRIDAY + 3 * DAY) == 0
        match.refresh_from_db()
        assert match.disputed_because.startswith("The Shears, table 4")

    def test_two_sheets_that_differ_go_to_the_secretary_in_time(self, match):
        sign(match), sign(match, SHEARS, OTHERWISE)
        assert dispute_unanswered(FRIDAY + DAY) == 0
        assert dispute_unanswered(FRIDAY + 3 * DAY) == 1
        match.refresh_from_db()
        assert match.disputed_because == "Both sides have signed, not the same: table 4"


class TestTheSecretaryDecides:
    def test_what_waits_is_set_aside_and_the_objection_decided(self, match, secretary):
        card = sign(match)
        stand_by(objection=objection(card), signer=FLEECE, answer="no", now=FRIDAY + HOUR)
        decided = confirm_scorecard(
            match=match, sheet=OTHERWISE, by=secretary, began_from=1, reason="the slip says so", now=FRIDAY
        )
        assert (decided.is_confirmed, decided.version, decided.reason) == (True, 2, "the slip says so")
        assert reports_of(match).waiting == ()
        assert Objection.objects.get().state == STATES.DECIDED
        match.refresh_from_db()
        assert match.disputed_because == ""

    def test_a_dispute_over_a_confirmed_result_is_another_matter(self, match, secretary):
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
        dispute_match(match=match, because="who led", now=FRIDAY)
        confirm_scorecard(match=match, sheet=OTHERWISE, by=secretary, began_from=1, reason="x", now=FRIDAY)
        match.refresh_from_db()
        assert match.disputed_because == "who led"

    def test_nothing_is_agreed_after_that(self, match, secretary):
        card = sign(match)
        confirm_scorecard(match=match, sheet=OTHERWISE, by=secretary, began_from=1, now=FRIDAY)
        with pytest.raises(Refused, match="already has a result"):
            countersign(card=card, signer=SHEARS, now=FRIDAY)
        with pytest.raises(Refused):
            objection(card)


def test_a_report_is_on_top_of_whatever_there_is(match):
    a_report(match)
    assert a_report(match, "a", (15, 9), (12, 15), (15, 11), (9, 15)).version == 2
