"""The end of a match on the phone it was scored on: what is read there, and who can sign with which PIN."""

import json

import pytest
from django.test import Client
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.accounts.services.pins import set_pin
from league.models import Match, PinTries, RuleBook, Scorecard, Side, Signature, TableEntry
from league.results.services.objections import object_to
from league.results.services.reports import Signer
from tests.builders import FRIDAY, a_captain, a_division, a_match, a_walkover, regulated
from tests.builders_tables import a_report, an_entry
from tests.examples import sampled
from tests.moments import at_once
from tests.reading import words
from tests.results.test_agreement_pages import at, last_entry, scored

pytestmark = pytest.mark.django_db

HOME_PIN, AWAY_PIN = "2749", "6038"


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Scored at the tables, 8–2; both captains have a PIN; reports stand at noon on Sunday."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    division = regulated(a_division(), one_report_stands={"days": 2, "at": "12:00"})
    match = a_match(division)
    for team, name, pin in (
        ("The Fleece", "Brenda Ollerenshaw", HOME_PIN),
        ("The Shears", "Łukasz Wrzoskowiak", AWAY_PIN),
    ):
        set_pin(enrolment=a_captain(division, team, name=name), pin=pin, now=FRIDAY)
    scored(match)
    return match


@pytest.fixture
def page(match: Match) -> str:
    """The page of the code that is printed on the score sheet."""
    return f"/s/{codes_for(matches=[match.pk], now=FRIDAY)[match.pk]}/"


@pytest.fixture
def brendas(match: Match) -> str:
    """The same on the home captain's own phone."""
    return f"{at(match, 'The Fleece')}score/"


def sign(client: Client, page: str, match: Match, side: str, pin: str = "", **more: object):
    waiting = Scorecard.objects.filter(match=match).count()
    seen = {"entries": last_entry(match), "version": waiting, "side": side}
    return client.post(page, {**seen, "pin": pin, **more}, follow=True)


def captains_tap(client: Client, page: str, match: Match, side: str):
    return sign(client, page, match, side, sign="yes")


class TestWhatIsRead:
    def test_open_tables_are_a_list(self, client, match, page):
        match.entries.filter(table=3).delete()
        read = words(client.get(page))
        assert "Score match" in read
        assert "Match finished" not in read
        assert "Confirm" not in read

    @pytest.mark.parametrize(
        ("at_fault", "sentence"),
        sampled(
            [("a", "walkover Walkover for The Fleece."), ("b", "walkover Given against both sides.")], each=2
        ),
    )
    def test_a_table_given_as_a_walkover_is_over(self, client, match, page, at_fault, sentence):
        match.entries.filter(table=3).delete()
        assert "Score match" in words(client.get(page))
        a_walkover(match, at_fault, table=3)
        read = words(client.get(page))
        assert "Match finished" in read
        assert sentence in read
        assert "Hand the phone to Brenda Ollerenshaw" in read
        assert sentence.partition(" ")[2] in words(client.get(f"{page}tables/3/"))

    @pytest.mark.slow
    def test_a_table_given_counts_in_the_result_as_the_season_rules(self, client, match, page):
        match.entries.filter(table=3).delete()
        ruling = a_walkover(match, "h", table=3)
        read = words(client.get(page))
        assert "Fleece 15 12 – 15 42 4 + 2" in read
        assert "Shears 9 15 w/o 8 32 4" in read
        assert "Confirm 6–4" in read
        RuleBook.objects.update(walkover_in_aggregate=True)
        read = words(client.get(page))
        assert "Fleece 15 12 0 15 42 4" in read
        assert "Shears 9 15 15 8 47 4 + 2" in read
        assert "Confirm 4–6" in read
        ruling.at_fault = "b"
        ruling.save()
        assert "Confirm 6–2" in words(client.get(page))

    def test_the_result_is_shown_with_how_it_came_about(self, client, page):
        read = words(client.get(page))
        assert "Match finished" in read
        assert "8 2 How the result is made up Table 1 2 3 4 Total Points" in read
        assert "Fleece 15 12 15 15 57 6 + 2" in read
        assert "Shears 9 15 11 8 43 2" in read
        assert "Hand the phone to Brenda Ollerenshaw" in read
        assert "Confirm 8–2" in read

    def test_a_captain_without_pin_is_not_named_to_whoever_has_the_code(self, client, match, page):
        match.division.enrolments.get(team=match.home).captain_pin.delete()
        read = words(client.get(page))
        assert "Brenda" not in read
        assert "Hand the phone to Łukasz Wrzoskowiak" in read

    def test_the_other_captain_can_sign_first(self, client, page):
        assert "Hand the phone to Łukasz Wrzoskowiak" in words(client.get(f"{page}?first=a"))

    def test_an_obstacle_is_named_and_nothing_signed(self, client, match, page):
        an_entry(match, "h1", {"high": "h", "low": "h", "jack": "-", "game": "-"}, table=1)
        match.entries.filter(table=1, place="final").delete()
        for hand in range(2, 4):
            an_entry(match, f"h{hand}", {"high": "h"}, table=1)
        assert "Confirm" not in words(client.get(page))

    @pytest.mark.slow
    def test_an_objection_leads_to_the_captains_pages(self, client, match, page, brendas):
        captains_tap(client, brendas, match, "h")
        object_to(
            card=Scorecard.objects.get(), signer=Signer(side=Side.AWAY), table=2, because="15-12", now=FRIDAY
        )
        read = words(client.get(page))
        assert "There is an objection. It is settled on the captains’ own pages." in read
        assert "Hand the phone" not in read


class TestBothCaptains:
    def test_one_taps_and_the_other_types_a_pin(self, client, match, brendas):
        read = words(client.get(brendas))
        assert "Sign for The Fleece" in read
        assert "Hand the phone" not in read
        read = words(captains_tap(client, brendas, match, "h"))
        assert "Brenda Ollerenshaw signed" in read
        assert "You sign the result as it stands here" not in read
        assert (
            "Hand the phone to Łukasz Wrzoskowiak Captain of The Shears: enter your PIN to confirm 8–2 ."
            in read
        )
        assert "If nobody objects, 8–2 stands from noon on Sunday 17 January." in read
        read = words(sign(client, brendas, match, "a", AWAY_PIN))
        assert "Result agreed: 8–2 Brenda Ollerenshaw signed" in read
        assert "Łukasz Wrzoskowiak signed" in read
        card = Scorecard.objects.get()
        assert card.is_confirmed
        assert [signature.how for signature in card.signatures.all()] == [
            Signature.How.LINK,
            Signature.How.PIN,
        ]
        assert [signature.name for signature in card.signatures.all()] == [
            "Brenda Ollerenshaw",
            "Łukasz Wrzoskowiak",
        ]

    @pytest.mark.slow
    def test_whoever_is_asked_second_on_the_own_phone_can_object(self, client, match, page, brendas):
        assert "Correct a hand" in words(client.get(brendas))
        sign(client, page, match, "a", AWAY_PIN)
        read = words(client.get(brendas))
        assert "Łukasz Wrzoskowiak signed" in read
        assert "Object to a hand" in read

    @pytest.mark.slow
    def test_with_the_code_alone_both_sign_by_pin(self, client, match, page):
        sign(client, page, match, "h", HOME_PIN)
        read = words(sign(client, page, match, "a", AWAY_PIN))
        assert "Result agreed: 8–2" in read
        assert [signature.how for signature in Signature.objects.all()] == [Signature.How.PIN] * 2

    @pytest.mark.slow
    def test_both_at_the_same_page_twice_is_one_signature_each(self, client, match, page):
        for _ in range(2):
            sign(client, page, match, "h", HOME_PIN)
        assert Signature.objects.count() == Scorecard.objects.count() == 1

    @pytest.mark.slow
    def test_whoever_signed_an_earlier_sheet_signs_again(self, client, match, brendas):
        captains_tap(client, brendas, match, "h")
        first = match.entries.get(table=4)
        an_entry(
            match,
            "final",
            {"home-final": "15", "away-final": "9"},
            table=4,
            follows=[str(first.client_id)],
        )
        read = words(client.get(brendas))
        assert "Fleece signed before something was corrected." in read
        assert "Sign for The Fleece" in read


class TestWhoCannotSign:
    def test_the_code_signs_for_nobody(self, client, match, page):
        for side in "ha":
            answer = captains_tap(client, page, match, side)
            assert answer.status_code == 422
        assert not Signature.objects.exists()

    def test_a_captain_signs_for_the_other_side_by_pin_only(self, client, match, brendas):
        assert captains_tap(client, brendas, match, "a").status_code == 422
        assert not Signature.objects.exists()

    def test_a_wrong_pin_is_counted(self, client, match, page):
        read = [words(sign(client, page, match, "h", "9999")) for _ in range(5)]
        assert "That is not Brenda’s PIN. 4 tries left." in read[0]
        assert "That is not Brenda’s PIN. 1 try left." in read[3]
        assert "Five wrong PINs. Brenda signs on their own page now." in read[4]
        read = words(sign(client, page, match, "h", HOME_PIN))
        assert "Five wrong PINs." in read
        assert not Signature.objects.exists()
        assert "Hand the phone to Łukasz Wrzoskowiak" in words(client.get(page))
        read = words(client.get(f"{page}?first=h"))
        assert "Brenda Ollerenshaw signs on their own page There were five wrong PINs." in read

    def test_the_other_sides_pin(self, client, match, page):
        answer = sign(client, page, match, "a", HOME_PIN)
        assert answer.status_code == 422
        assert "That is not Łukasz’s PIN. 4 tries left." in words(answer)
        assert not Signature.objects.exists()

    def test_without_a_pin(self, client, match, page):
        match.division.enrolments.get(team=match.away).captain_pin.delete()
        answer = sign(client, page, match, "a", AWAY_PIN)
        assert "The captain of Shears has no PIN. They sign on their own page." in words(answer)
        assert not PinTries.objects.exists()

    def test_a_hand_that_came_in_meanwhile_is_seen_first(self, client, match, page):
        answer = sign(client, page, match, "h", HOME_PIN, entries=last_entry(match) - 1)
        assert answer.status_code == 409
        assert "Something was entered or signed meanwhile." in words(answer)
        assert not Signature.objects.exists()

    def test_in_a_league_whose_logs_have_a_million_entries(self, client, match, page):
        TableEntry.objects.filter(pk=last_entry(match)).update(id=1_000_000)
        assert "Brenda Ollerenshaw signed" in words(sign(client, page, match, "h", HOME_PIN))

    @pytest.mark.slow
    def test_after_the_result(self, client, match, page):
        a_report(match)
        sign(client, page, match, "h", HOME_PIN)
        sign(client, page, match, "a", AWAY_PIN)
        before = Signature.objects.count()
        read = words(sign(client, page, match, "h", HOME_PIN))
        assert "Result agreed: 8–2" in read
        assert Signature.objects.count() == before == 2

    @pytest.mark.parametrize("side", sampled(["", "x", "home", "\0"], each=4))
    def test_rubbish(self, client, match, page, side):
        assert sign(client, page, match, side, HOME_PIN).status_code == 422


class TestGivenWithoutSignal:
    def test_it_is_taken_once_for_what_the_phone_showed(self, client, match, brendas):
        for _ in range(2):
            read = words(given_without_signal(client, brendas, match, "h"))
            assert "Brenda Ollerenshaw signed" in read
        assert Signature.objects.get().how == Signature.How.LINK

    @pytest.mark.parametrize("seen", sampled(["", "{", "[]", "{}", "[" * 2000], each=5))
    def test_it_is_not_taken_for_anything_else(self, client, match, brendas, seen):
        answer = given_without_signal(client, brendas, match, "h", seen=seen)
        assert answer.status_code == 409
        assert "The score changed before your signature came in" in words(answer)
        assert "Sign for The Fleece" in words(answer)
        assert not Signature.objects.exists()

    def test_a_score_that_changed_meanwhile(self, client, match, brendas):
        seen = seen_of(match)
        first = match.entries.get(table=4)
        an_entry(match, "final", {"home-final": "15"}, table=4, follows=[str(first.client_id)])
        assert given_without_signal(client, brendas, match, "h", seen=seen).status_code == 409
        assert not Signature.objects.exists()

    def test_another_sheet_that_was_signed_meanwhile(self, client, match, brendas):
        seen = seen_of(match)
        a_report(match, "a", (9, 15), (12, 15), (15, 11), (15, 8))
        answer = given_without_signal(client, brendas, match, "h", seen=seen, version=0)
        assert answer.status_code == 409
        assert not Signature.objects.filter(side="h").exists()

    @pytest.mark.slow
    def test_the_other_captains_signature_meanwhile_makes_it_the_result(self, client, match, page, brendas):
        seen = seen_of(match)
        sign(client, page, match, "a", AWAY_PIN)
        read = words(given_without_signal(client, brendas, match, "h", seen=seen, version=0))
        assert "Result agreed: 8–2" in read

    def test_by_the_code_nobody(self, client, match, page):
        assert given_without_signal(client, page, match, "h").status_code == 422
        assert not Signature.objects.exists()


def seen_of(match: Match) -> str:
    return json.dumps(
        {f"{entry.table}/{entry.game}/{entry.place}": entry.body for entry in match.entries.all()}
    )


def given_without_signal(client: Client, page: str, match: Match, side: str, **more: object):
    fields = {"seen": seen_of(match), "version": 0, "side": side, "sign": "yes", **more}
    return client.post(page, fields, follow=True)


@pytest.mark.django_db(transaction=True)
def test_both_captains_at_the_same_moment(match, page):
    became = at_once(
        *[
            lambda side=side, pin=pin: sign(Client(), page, match, side, pin)
            for side, pin in (("h", HOME_PIN), ("a", AWAY_PIN)) * 2
        ]
    )
    assert became == ["done"] * 4
    assert Scorecard.objects.count() == Scorecard.objects.filter(is_confirmed=True).count() == 1
    assert sorted(Signature.objects.values_list("side", flat=True)) == ["a", "h"]
