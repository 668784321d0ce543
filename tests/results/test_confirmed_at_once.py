"""Two presses, two clocks, two words about one match: what happens once happens once."""

import datetime

import pytest
from django.core import mail

from league.matches.sheet.values import Sheet, SheetGame, SheetTable
from league.messages.jobs import send_notices
from league.models import Match, Notice, ResultReceipt, User
from league.results.services.disputes import dispute_match
from league.results.services.receipts import record_receipts, write_note
from league.results.services.reminders import announce_night, chase_results
from league.results.services.scorecards import confirm_scorecard
from tests.builders import FRIDAY, NIGHT, a_captain, a_match, a_secretary
from tests.moments import assert_done_or_refused, at_once

How = ResultReceipt.How
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    for team in ("The Fleece", "The Shears"):
        a_captain(match.division, team, email=f"{team[4:].lower()}@example.org")
    return match


@pytest.fixture
def secretary(match: Match) -> User:
    user = a_secretary(match.division.season.league)
    User.objects.update(email="edna@example.org")
    return user


def chase(match: Match, by: User) -> None:
    chase_results(league=match.division.season.league, date=NIGHT, by=by, now=FRIDAY)


def test_two_presses_ask_once(match: Match, secretary: User) -> None:
    deputy = a_secretary(match.division.season.league, "deputy")
    became = at_once(*[lambda by=by: chase(match, by) for by in (secretary, deputy, secretary, deputy)])
    assert_done_or_refused(became, done=1)
    assert Notice.objects.count() == 2


def test_asked_for_or_in_whichever_came_first(match: Match, secretary: User) -> None:
    game = SheetGame(home_score=15, away_score=9)
    sheet = Sheet(tables=tuple(SheetTable(number=number, games=(game,)) for number in range(1, 5)))
    became = at_once(
        lambda: chase(match, secretary),
        lambda: confirm_scorecard(match=match, sheet=sheet, by=secretary, began_from=0, now=FRIDAY),
    )
    assert became[1] == "done"
    assert_done_or_refused(became, done=became.count("done"))
    assert Notice.objects.count() == (2 if became[0] == "done" else 0)


def test_one_pile_received_by_two_is_one_receipt_a_match(match: Match, secretary: User) -> None:
    deputy = a_secretary(match.division.season.league, "deputy")
    pile = [match, a_match(match.division, "Packhorse & Drover", "The Tup and Bell")]
    at = FRIDAY - datetime.timedelta(hours=1)
    acts = [
        lambda by=by, pile=pile, how=how: record_receipts(
            matches=pile, received_at=at, how=how, by=by, now=FRIDAY
        )
        for by, pile, how in [(secretary, pile, How.POST), (deputy, pile[::-1], How.PHOTO)] * 2
    ]
    assert at_once(*acts) == ["done"] * 4
    receipts = ResultReceipt.objects.all()
    assert receipts.count() == len(pile)
    assert all((receipt.recorded_by == deputy) == (receipt.how == How.PHOTO) for receipt in receipts)


def test_a_note_and_a_receipt_written_at_once_are_both_kept(match: Match, secretary: User) -> None:
    about = {"by": secretary, "now": FRIDAY}
    until = FRIDAY + datetime.timedelta(hours=9)
    became = at_once(
        lambda: write_note(match=match, note="Brings it tonight.", pauses_until=until, **about),
        lambda: record_receipts(
            matches=[match], received_at=FRIDAY - datetime.timedelta(hours=1), how=How.PHONE, **about
        ),
    )
    assert became == ["done"] * 2
    receipt = ResultReceipt.objects.get()
    assert (receipt.note, receipt.how) == ("Brings it tonight.", How.PHONE)


def test_four_clocks_send_every_message_once(match: Match, secretary: User) -> None:
    league = match.division.season.league
    Notice.objects.bulk_create(
        Notice(
            league=league,
            kind="chase",
            to=f"captain-{number}@example.org",
            subject="Result wanted",
            body="Hello,",
            wanted_at=FRIDAY,
        )
        for number in range(10)
    )
    became = at_once(*[lambda: send_notices(FRIDAY)] * 4)
    assert became == ["done"] * 4
    assert sorted(to for letter in mail.outbox for to in letter.to) == sorted(
        f"captain-{number}@example.org" for number in range(10)
    )
    assert not Notice.objects.exclude(sent_at=FRIDAY, failed_because="").exists()


def test_four_clocks_tell_of_a_complete_night_once(match: Match, secretary: User) -> None:
    league = match.division.season.league
    became = at_once(*[lambda: announce_night(league=league, date=NIGHT, matches=1, now=FRIDAY)] * 4)
    assert became == ["done"] * 4
    assert Notice.objects.count() == 1


def test_of_two_who_dispute_one_is_told_of_the_other(match: Match) -> None:
    became = at_once(
        *[
            lambda words=words: dispute_match(match=match, because=words, now=FRIDAY)
            for words in ("13", "who led")
        ]
    )
    assert_done_or_refused(became, done=1)
