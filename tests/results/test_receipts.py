"""When a result was received, apart from when it was typed; notes that pause reminders."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Match, Notice, ResultReceipt, Scorecard, User
from league.overview.nights import night
from league.regulations.selectors.match_facts import facts_of
from league.results.services.receipts import record_receipts, write_note
from league.results.services.reminders import chase_results
from league.shared.errors import Refused
from league.standings.selectors.match_lists import match_lines
from tests.builders import NIGHT, a_card, a_match, a_secretary
from tests.reading import words

NOW = datetime.datetime(2027, 1, 17, 15, 0, tzinfo=datetime.UTC)
AFTER_THE_MATCH = datetime.datetime(2027, 1, 14, 22, 50, tzinfo=datetime.UTC)
How = ResultReceipt.How


@pytest.fixture
def match(db: None, monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    return a_match()


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


def received(
    match: Match, by: User, at: datetime.datetime = AFTER_THE_MATCH, how: How = How.HANDED_IN
) -> int:
    return record_receipts(matches=[match], received_at=at, how=how, by=by, now=NOW)


def facts(match: Match) -> Any:
    return facts_of(match_lines(Match.objects.filter(pk=match.pk)))[match.pk]


def desk(match: Match, rest: str) -> str:
    return f"/{match.division.season.league.slug}/secretary/{rest}"


def test_a_sheet_handed_in_on_the_night_is_in_time_however_late_it_is_typed(
    match: Match, secretary: User
) -> None:
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    Scorecard.objects.update(entered_at=NOW)
    assert facts(match).result_at == NOW
    received(match, secretary)
    assert facts(match).result_at == AFTER_THE_MATCH
    assert facts(match).reports.home == facts(match).reports.away == AFTER_THE_MATCH
    assert facts(match).cards.home == AFTER_THE_MATCH


def test_it_is_in_time_before_it_is_typed_at_all(match: Match, secretary: User) -> None:
    received(match, secretary)
    assert facts(match).result_at == AFTER_THE_MATCH


@pytest.mark.parametrize("how", [How.PHONE, How.MESSAGE])
def test_what_was_only_told_is_a_result_but_no_sheet(match: Match, secretary: User, how: How) -> None:
    received(match, secretary, how=how)
    assert facts(match).result_at == AFTER_THE_MATCH
    assert facts(match).cards.home is None


def test_a_receipt_can_be_corrected_and_a_pile_leaves_what_is_known(match: Match, secretary: User) -> None:
    received(match, secretary)
    other = a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
    later = AFTER_THE_MATCH + datetime.timedelta(days=1)
    changed = record_receipts(
        matches=[match, other], received_at=later, how=How.POST, by=secretary, now=NOW, unless_known=True
    )
    assert changed == 1
    assert {receipt.match_id: receipt.how for receipt in ResultReceipt.objects.all()} == {
        match.pk: "hand",
        other.pk: "post",
    }
    received(match, secretary, at=later, how=How.PHOTO)
    assert ResultReceipt.objects.get(match=match).received_at == later


@pytest.mark.parametrize(
    ("at", "sentence"),
    [
        (
            NOW + datetime.timedelta(hours=1),
            "A result cannot have been received at 4 pm on Sunday 17 January",
        ),
        (AFTER_THE_MATCH - datetime.timedelta(days=1), "cannot have been received on Wednesday 13 January"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(
    match: Match, secretary: User, at: datetime.datetime, sentence: str
) -> None:
    with pytest.raises(Refused) as refusal:
        received(match, secretary, at=at)
    assert sentence in refusal.value.sentence
    assert not ResultReceipt.objects.exists()


class TestOnThePages:
    PILE = {"received-on": "2027-01-14", "received-at": "22:50", "received-how": "hand"}

    @pytest.mark.slow
    def test_one_action_dates_a_whole_pile(self, client: Client, match: Match, secretary: User) -> None:
        other = a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
        fields = {f"m{each.public_id}-t{table}-home": "9" for each in (match, other) for table in range(1, 5)}
        client.post(desk(match, f"nights/{NIGHT}/finals/"), {**fields, **self.PILE, "confirm": "yes"})
        assert Scorecard.objects.count() == 2
        assert {receipt.received_at for receipt in ResultReceipt.objects.all()} == {AFTER_THE_MATCH}
        page = client.get(desk(match, f"nights/{NIGHT}/finals/"))
        assert page.context["receipt_form"].initial["at"] == datetime.time(22, 50)

    @pytest.mark.slow
    def test_one_sheet_of_the_pile_may_have_come_otherwise(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        others = [
            a_match(match.division, "Packhorse & Drover", "The Tup and Bell"),
            a_match(match.division, "Station Tap", "The Weavers’ Rest"),
        ]
        matches = [match, *others]
        fields = {f"m{each.public_id}-t1-home": "9" for each in matches}
        own = f"m{match.public_id}-received"
        fields |= {f"{own}-on": "2027-01-15", f"{own}-at": "08:15", f"{own}-how": "photo"}
        address = desk(match, f"nights/{NIGHT}/finals/")
        client.post(address, {**fields, **self.PILE, "save": "yes"})
        assert {receipt.match: receipt.how for receipt in ResultReceipt.objects.all()} == {
            match: "photo",
            **dict.fromkeys(others, "hand"),
        }
        page = client.get(address)
        assert page.context["receipt_form"].initial["on"] == NIGHT, "the pile has the time of most sheets"
        shown = {row["finals"].match: row["summary"] for row in page.context["pile"]}
        assert (shown[match]["received"], shown[match]["received_differs"]) == (
            "Fri 8.15 am, as a photo",
            True,
        )
        received = shown[others[0]]["received"], shown[others[0]]["received_differs"]
        assert received == ("Thu 10.50 pm, handed in", False)

    def test_the_day_of_one_sheet_without_a_time_is_refused_and_stays_as_typed(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        own = f"m{match.public_id}-received"
        fields = {f"m{match.public_id}-t{table}-home": "9" for table in range(1, 5)}
        fields |= {f"{own}-on": "2027-01-15", f"{own}-at": "", "confirm": "yes"}
        page = client.post(desk(match, f"nights/{NIGHT}/finals/"), fields)
        assert page.status_code == 422
        assert "Say at what time." in words(page)
        assert f'name="{own}-on" value="2027-01-15"' in page.content.decode()
        assert not Scorecard.objects.exists()

    def test_a_day_without_a_time_is_refused_and_nothing_is_confirmed(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        fields = {f"m{match.public_id}-t{table}-home": "9" for table in range(1, 5)}
        pile = {**self.PILE, "received-at": ""}
        page = client.post(desk(match, f"nights/{NIGHT}/finals/"), {**fields, **pile, "confirm": "yes"})
        assert page.status_code == 422
        assert "Say at what time." in words(page)
        assert not Scorecard.objects.exists()

    def test_the_entry_of_one_match_dates_its_own(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        fields = {f"t{table}-home-final": "9" for table in range(1, 5)} | {"version": "0", "confirm": "yes"}
        address = desk(match, f"matches/{match.public_id}/entry/")
        assert client.post(address, {**fields, **self.PILE, "received-how": "photo"}).status_code == 303
        assert ResultReceipt.objects.get().how == "photo"

    def test_received_and_not_typed_is_marked_on_the_night(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        address = desk(match, f"nights/{NIGHT}/")
        assert "Results received, not typed yet" in words(client.get(address))
        client.post(f"{address}received/", {**self.PILE, "match": match.public_id})
        page = words(client.get(address))
        assert "received Thu 14 Jan, 10.50 pm, handed in; still to enter" in page
        assert "Send reminder" not in page

    def test_the_received_of_another_league_is_not_touched(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        secretary.league_roles.all().delete()
        answer = client.post(
            desk(match, f"nights/{NIGHT}/received/"), {**self.PILE, "match": match.public_id}
        )
        assert answer.status_code == 403
        assert not ResultReceipt.objects.exists()

    def test_a_note_pauses_the_reminder_until_its_time(
        self, client: Client, match: Match, secretary: User
    ) -> None:
        address = desk(match, f"matches/{match.public_id}/note/")
        client.post(address, {"note": "Phoned, brings it tonight", "on": "2027-01-17", "at": "21:00"})
        page = words(client.get(desk(match, f"nights/{NIGHT}/")))
        assert "“Phoned, brings it tonight”" in page
        assert "No reminder before Sun 17 Jan, 9.00 pm." in page
        league = match.division.season.league
        with pytest.raises(Refused):
            chase_results(league=league, date=NIGHT, by=secretary, now=NOW)
        over = NOW + datetime.timedelta(hours=7)
        assert chase_results(league=league, date=NIGHT, by=secretary, now=over).without_address
        assert not Notice.objects.exists()
        client.post(address, {"note": "", "on": "", "at": ""})
        assert ResultReceipt.objects.get().pauses_until is None


def test_a_pause_that_is_over_already_is_refused(match: Match, secretary: User) -> None:
    with pytest.raises(Refused, match="it is past"):
        write_note(match=match, note="x", pauses_until=AFTER_THE_MATCH, by=secretary, now=NOW)


def test_what_is_received_is_nobody_reminded_of(match: Match, secretary: User) -> None:
    received(match, secretary)
    with pytest.raises(Refused):
        chase_results(league=match.division.season.league, date=NIGHT, by=secretary, now=NOW)
    assert not night(match.division.season.league, NIGHT, now=NOW)["to_chase"]
