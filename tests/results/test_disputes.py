"""A result the sides do not agree on: opened, counted meanwhile, closed, reopened, with its history."""

import datetime

import pytest
from django.db import IntegrityError, transaction

from league.models import Match, MatchDispute, Notice, Objection, Side, User
from league.results.jobs import dispute_unanswered
from league.results.selectors.reports import disputes_of
from league.results.selectors.scorecards import confirmed_card, latest_version
from league.results.services.disputes import StaleDispute, close_dispute, dispute_match, reopen_dispute
from league.results.services.objections import object_to, stand_by, withdraw_objection
from league.results.services.reports import Signer, countersign, sign_report
from league.results.services.scorecards import confirm_scorecard, end_reports
from league.shared.errors import Refused
from tests.builders import FRIDAY, a_card, a_match, a_secretary
from tests.builders_tables import finals
from tests.examples import sampled
from tests.moments import at_once

HOUR, DAY = datetime.timedelta(hours=1), datetime.timedelta(days=1)
WORDS = "The Shears say 13."
SHEET = finals((15, 9), (12, 15), (15, 11), (15, 8))
OTHERWISE = finals((15, 9), (12, 15), (15, 11), (8, 15))


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    return match


@pytest.fixture
def reported(db: None) -> Match:
    """A match of which The Fleece have signed a sheet."""
    match = a_match()
    sign(match, fleece(match))
    return match


@pytest.fixture
def secretary(match: Match) -> User:
    return a_secretary(match.division.season.league)


def fleece(match: Match) -> Signer:
    """The captain at home, by a link."""
    return Signer(side=Side.HOME, name="Ann")


def shears(match: Match) -> Signer:
    """The captain away, by an account."""
    league = match.division.season.league
    role = league.roles.filter(user__username="bob").first()
    return Signer(side=Side.AWAY, name="Bob", user=role.user if role else a_secretary(league, "bob"))


def sign(match: Match, signer: Signer, sheet=SHEET, now=FRIDAY):
    return sign_report(match=match, sheet=sheet, signer=signer, began_from=latest_version(match), now=now)


def object_and_stand_by(match: Match) -> Objection:
    card = match.scorecards.get()
    objection = object_to(card=card, signer=shears(match), table=4, because="we won that one", now=FRIDAY)
    return stand_by(objection=objection, signer=fleece(match), answer="", now=FRIDAY + HOUR)


def opened(match: Match, by: User | None = None) -> MatchDispute:
    dispute_match(match=match, because=WORDS, by=by, now=FRIDAY)
    return match.disputes.get(closed_at=None)


def closed(match: Match, by: User, decision: str = "It was 15.") -> MatchDispute:
    dispute = opened(match, by)
    return close_dispute(match=match, dispute=dispute.pk, decision=decision, by=by, now=FRIDAY + HOUR)


def revision(match: Match) -> int:
    league = match.division.season.league
    league.refresh_from_db()
    return league.revision


def flag(match: Match) -> str:
    match.refresh_from_db()
    return match.disputed_because


def history(match: Match) -> list[tuple[str, object, str, str, object, str]]:
    """Reason, who opened it and for whom, decision, who closed it and for whom."""
    return [
        (
            dispute.reason,
            dispute.opened_by and dispute.opened_by.username,
            dispute.opened_for,
            dispute.decision,
            dispute.closed_by and dispute.closed_by.username,
            dispute.closed_for,
        )
        for dispute in disputes_of(match)
    ]


class TestTheSecretary:
    def test_opens_one_and_the_result_counts_meanwhile(self, match, secretary):
        before = revision(match)
        disputed = dispute_match(match=match, because=f" {WORDS} ", by=secretary, now=FRIDAY)
        assert disputed.disputed_because == flag(match) == WORDS
        assert confirmed_card(match) is not None
        assert history(match) == [(WORDS, "secretary", "", "", None, "")]
        assert match.disputes.get().opened_at == FRIDAY
        assert revision(match) == before + 1

    def test_closes_it_and_its_history_stays(self, match, secretary):
        dispute = opened(match, secretary)
        before = revision(match)
        close_dispute(
            match=match, dispute=dispute.pk, decision=" It was 15. ", by=secretary, now=FRIDAY + HOUR
        )
        assert flag(match) == ""
        assert history(match) == [(WORDS, "secretary", "", "It was 15.", "secretary", "")]
        assert match.disputes.get().closed_at == FRIDAY + HOUR
        assert revision(match) == before + 1

    def test_closes_one_that_was_opened_before_there_was_a_history(self, match, secretary):
        Match.objects.update(disputed_because=WORDS)
        close_dispute(match=match, dispute=0, decision="It was 15.", by=secretary, now=FRIDAY)
        assert flag(match) == ""
        assert history(match) == [(WORDS, None, "", "It was 15.", "secretary", "")]
        assert match.disputes.get().opened_at is None

    @pytest.mark.parametrize(("because", "says"), [("  ", "Describe what"), ("x" * 201, "200")])
    def test_words_too_few_or_too_many_are_refused(self, match, because, says):
        with pytest.raises(Refused, match=says):
            dispute_match(match=match, because=because, now=FRIDAY)
        assert flag(match) == ""
        assert history(match) == []

    @pytest.mark.parametrize(("decision", "says"), [("  ", "what was decided"), ("x" * 251, "250")])
    def test_a_decision_too_short_or_too_long_closes_nothing(self, match, secretary, decision, says):
        dispute = opened(match)
        with pytest.raises(Refused, match=says):
            close_dispute(match=match, dispute=dispute.pk, decision=decision, by=secretary, now=FRIDAY)
        assert flag(match) == WORDS
        assert history(match) == [(WORDS, None, "", "", None, "")]

    def test_a_match_that_was_deleted_is_said(self, match):
        Match.objects.filter(pk=match.pk).delete()
        with pytest.raises(Refused, match="has deleted this"):
            dispute_match(match=match, because="who led", now=FRIDAY)

    def test_an_account_that_is_deleted_leaves_the_history(self, match, secretary):
        closed(match, secretary)
        secretary.delete()
        assert history(match) == [(WORDS, None, "", "It was 15.", None, "")]


class TestReopening:
    def test_is_one_more_row_and_the_decision_stays(self, match, secretary):
        dispute, deputy = closed(match, secretary), a_secretary(match.division.season.league, "deputy")
        before = revision(match)
        reopen_dispute(match=match, dispute=dispute.pk, by=deputy, now=FRIDAY + DAY)
        assert flag(match) == WORDS
        assert history(match) == [
            (WORDS, "deputy", "", "", None, ""),
            (WORDS, "secretary", "", "It was 15.", "secretary", ""),
        ]
        newest = match.disputes.last()
        assert (newest.reopens, newest.opened_at) == (dispute, FRIDAY + DAY)
        assert revision(match) == before + 1

    def test_twice_reopens_once(self, match, secretary):
        dispute = closed(match, secretary)
        for _ in range(2):
            reopen_dispute(match=match, dispute=dispute.pk, by=secretary, now=FRIDAY + DAY)
        assert match.disputes.count() == 2

    def test_only_the_latest_and_only_a_closed_one_of_this_match(self, match, secretary):
        first = closed(match, secretary)
        elsewhere = closed(a_match(match.division, "The Tup", "The Drystone"), secretary)
        second = opened(match)
        for dispute in (first, second, elsewhere):
            with pytest.raises(StaleDispute):
                reopen_dispute(match=match, dispute=dispute.pk, by=secretary, now=FRIDAY + DAY)
        assert match.disputes.count() == 2

    def test_it_can_be_closed_again(self, match, secretary):
        dispute = closed(match, secretary)
        again = reopen_dispute(match=match, dispute=dispute.pk, by=secretary, now=FRIDAY + DAY)
        close_dispute(match=match, dispute=again.pk, decision="It was 13.", by=secretary, now=FRIDAY + DAY)
        assert flag(match) == ""
        assert [row[3] for row in history(match)] == ["It was 13.", "It was 15."]


class TestCaptainsAndTheClock:
    def test_who_stands_by_a_report_opens_one(self, reported):
        object_and_stand_by(reported)
        assert history(reported) == [("The Shears, table 4: we won that one", None, "h", "", None, "")]
        assert flag(reported) == "The Shears, table 4: we won that one"

    def test_no_answer_in_time_opens_one(self, reported):
        card = reported.scorecards.get()
        object_to(card=card, signer=shears(reported), table=4, because="we won it", now=FRIDAY)
        dispute_unanswered(FRIDAY + 3 * DAY)
        assert history(reported) == [("The Shears, table 4: we won it", None, "", "", None, "")]

    def test_two_different_sheets_open_one(self, reported):
        sign(reported, shears(reported), OTHERWISE)
        dispute_unanswered(FRIDAY + 3 * DAY)
        words = "Both sides have signed, not the same: table 4"
        assert history(reported) == [(words, None, "", "", None, "")]

    @pytest.mark.parametrize("opens", sampled(["objection", "two sheets"], each=2))
    def test_the_letter_to_the_secretary_says_what_it_is_about(self, reported, opens):
        a_secretary(reported.division.season.league)
        User.objects.filter(username="secretary").update(email="edna@example.org")
        if opens == "objection":
            object_and_stand_by(reported)
        else:
            sign(reported, shears(reported), OTHERWISE)
            dispute_unanswered(FRIDAY + 3 * DAY)
        assert flag(reported) in Notice.objects.get(to="edna@example.org").body

    def test_withdrawing_the_objection_closes_it(self, reported):
        objection = object_and_stand_by(reported)
        withdraw_objection(objection=objection, signer=shears(reported), now=FRIDAY + DAY)
        assert history(reported)[0][3:] == ("The Shears withdrew their objection.", "bob", "a")
        assert flag(reported) == ""

    def test_signing_a_different_sheet_closes_it(self, reported):
        object_and_stand_by(reported)
        sign(reported, fleece(reported), OTHERWISE)
        assert history(reported)[0][3:] == ("The Fleece signed a different sheet.", None, "h")
        assert flag(reported) == ""

    def test_agreeing_closes_it(self, reported):
        object_and_stand_by(reported)
        card = reported.scorecards.get()
        countersign(card=card, signer=shears(reported), now=FRIDAY + DAY)
        assert history(reported)[0][3:] == ("The captains agreed on the result.", "bob", "a")
        assert reported.disputes.get().closed_at == FRIDAY + DAY

    def test_confirming_a_result_closes_it_with_the_reason(self, reported):
        object_and_stand_by(reported)
        by = a_secretary(reported.division.season.league)
        confirm_scorecard(
            match=reported, sheet=OTHERWISE, by=by, began_from=1, reason="the slip says so", now=FRIDAY + DAY
        )
        assert history(reported)[0][3:] == ("Result confirmed: the slip says so", "secretary", "")
        assert flag(reported) == ""

    def test_the_longest_reason_of_a_result_fits(self, reported):
        object_and_stand_by(reported)
        by = a_secretary(reported.division.season.league)
        confirm_scorecard(match=reported, sheet=SHEET, by=by, began_from=1, reason="x" * 200, now=FRIDAY)
        assert history(reported)[0][3].endswith("x" * 200)

    def test_an_imported_result_closes_it(self, reported):
        object_and_stand_by(reported)
        end_reports(match=reported, now=FRIDAY + DAY, decision="Result imported from a list.")
        assert history(reported)[0][3:] == ("Result imported from a list.", None, "")

    def test_a_dispute_over_a_confirmed_result_stays_open(self, match, secretary):
        opened(match, secretary)
        confirm_scorecard(
            match=match, sheet=OTHERWISE, by=secretary, began_from=1, reason="x", now=FRIDAY + DAY
        )
        assert flag(match) == WORDS
        assert history(match) == [(WORDS, "secretary", "", "", None, "")]


class TestSomebodyElseWasQuicker:
    def test_the_second_to_open_learns_of_the_first(self, match):
        opened(match)
        with pytest.raises(StaleDispute, match="“The Shears say 13"):
            dispute_match(match=match, because="who led", now=FRIDAY)
        assert flag(match) == WORDS

    def test_the_second_to_close_learns_what_was_decided(self, match, secretary):
        dispute, deputy = closed(match, secretary), a_secretary(match.division.season.league, "deputy")
        with pytest.raises(StaleDispute, match="“It was 15"):
            close_dispute(match=match, dispute=dispute.pk, decision="It was 13.", by=deputy, now=FRIDAY)
        assert history(match)[0][3:5] == ("It was 15.", "secretary")

    def test_the_same_decision_twice_is_no_mistake(self, match, secretary):
        dispute = closed(match, secretary)
        before = revision(match)
        again = close_dispute(
            match=match, dispute=dispute.pk, decision="It was 15.", by=secretary, now=FRIDAY + DAY
        )
        assert again == dispute
        assert again.closed_at == FRIDAY + HOUR
        assert revision(match) == before

    def test_a_page_of_an_earlier_dispute_does_not_close_the_next(self, match, secretary):
        first = closed(match, secretary)
        opened(match)
        with pytest.raises(StaleDispute):
            close_dispute(match=match, dispute=first.pk, decision="It was 13.", by=secretary, now=FRIDAY)
        assert flag(match) == WORDS

    def test_where_there_was_none_nothing_is_closed(self, match, secretary):
        with pytest.raises(StaleDispute, match="not under dispute"):
            close_dispute(match=match, dispute=0, decision="It was 13.", by=secretary, now=FRIDAY)

    def test_the_database_itself_refuses_a_second_open_one(self, match):
        opened(match)
        with pytest.raises(IntegrityError), transaction.atomic():
            MatchDispute.objects.create(match=match, reason="who led")


@pytest.mark.django_db(transaction=True)
def test_two_decisions_at_the_same_instant_are_one(match: Match, secretary: User) -> None:
    dispute, deputy = opened(match), a_secretary(match.division.season.league, "deputy")
    became = at_once(
        *[
            lambda by=by: close_dispute(
                match=match, dispute=dispute.pk, decision=f"So says {by}.", by=by, now=FRIDAY
            )
            for by in (secretary, deputy)
        ]
    )
    assert became.count("done") == 1
    assert sum(isinstance(outcome, StaleDispute) for outcome in became) == 1
    assert flag(match) == ""
    assert MatchDispute.objects.count() == 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_four_presses_reopen_once(match: Match, secretary: User) -> None:
    dispute = closed(match, secretary)
    became = at_once(*[lambda: reopen_dispute(match=match, dispute=dispute.pk, by=secretary, now=FRIDAY)] * 4)
    assert became == ["done"] * 4
    assert flag(match) == WORDS
    assert MatchDispute.objects.count() == 2
