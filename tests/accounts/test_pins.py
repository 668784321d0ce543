"""A captain's PIN: set on the own page, tried five times a match, never opened by a stolen backup."""

import pytest
from django.test import Client, override_settings

from league.accounts.services.links import issue_link
from league.accounts.services.pins import WrongPin, check_pin, pin_of, set_pin, tries_left
from league.models import CaptainPin, Match, Side
from tests.builders import FRIDAY, a_captain, a_captains_link, a_match
from tests.examples import sampled
from tests.moments import at_once
from tests.reading import words


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    a_captain(match.division, "The Shears", name="Łukasz Wrzoskowiak")
    return match


@pytest.fixture
def page(match: Match) -> str:
    return f"{a_captains_link(match.division, 'The Shears')}pin/"


def check(match: Match, pin: str, side: Side = Side.AWAY) -> None:
    team = match.home if side == Side.HOME else match.away
    enrolment = match.division.enrolments.get(team=team)
    check_pin(match=match, side=side, enrolment=enrolment, pin=pin)


def left_after(match: Match, pin: str, side: Side = Side.AWAY) -> int:
    with pytest.raises(WrongPin) as wrong:
        check(match, pin, side)
    return wrong.value.tries_left


@pytest.mark.django_db
class TestTheOwnPage:
    def test_a_pin_is_set_changed_and_removed(self, client: Client, match, page):
        assert "You have no PIN yet." in words(client.get(page))
        assert "PIN saved." in words(client.post(page, {"pin": "2749"}, follow=True))
        assert "You set your PIN on" in words(client.get(page))
        check(match, "2749")
        client.post(page, {"pin": "3861"})
        assert left_after(match, "2749") == 4
        check(match, "3861")
        assert "PIN removed." in words(client.post(page, {"remove": "yes"}, follow=True))
        assert not CaptainPin.objects.exists()

    @pytest.mark.parametrize("pin", sampled(["", "274", "27490", "27 9", "２７４９", "abcd"], each=3))
    def test_what_is_no_pin_is_refused(self, client, page, pin):
        answer = client.post(page, {"pin": pin})
        assert answer.status_code == 422
        assert "A PIN has four digits, such as 2749." in words(answer)

    @pytest.mark.parametrize("pin", sampled(["1234", "0000", "8765"], each=3))
    def test_a_pin_everybody_tries_is_refused(self, client, page, pin):
        assert f"{pin} is the kind of PIN everybody tries first." in words(client.post(page, {"pin": pin}))


@pytest.mark.django_db
class TestTries:
    def test_five_wrong_ones_and_then_not_even_the_right_one(self, client, match, page):
        client.post(page, {"pin": "2749"})
        assert [left_after(match, "9999") for _ in range(5)] == [4, 3, 2, 1, 0]
        assert left_after(match, "2749") == 0

    def test_a_right_one_costs_no_try(self, client, match, page):
        client.post(page, {"pin": "2749"})
        for _ in range(7):
            check(match, "2749")
        assert tries_left(match, Side.AWAY) == 5

    def test_the_other_sides_pin_signs_nothing(self, client, match, page):
        client.post(page, {"pin": "2749"})
        assert left_after(match, "2749", Side.HOME) == 4
        assert tries_left(match, Side.AWAY) == 5

    def test_without_a_pin_nothing_is_right(self, match, page):
        assert left_after(match, "") == 4


@pytest.mark.django_db
class TestWhoseItIs:
    def test_a_new_captain_has_no_pin(self, client, match, page):
        client.post(page, {"pin": "2749"})
        a_captain(match.division, "The Shears", name="Gwen Ollerton")
        assert pin_of(match.division.enrolments.get(team=match.away)) is None
        assert left_after(match, "2749") == 4

    def test_a_new_link_ends_the_pin(self, client, match, page):
        client.post(page, {"pin": "2749"})
        issue_link(enrolment=match.division.enrolments.get(team=match.away), by=None, now=FRIDAY)
        assert not CaptainPin.objects.exists()

    def test_a_backup_without_the_key_opens_nothing(self, client, match, page):
        client.post(page, {"pin": "2749"})
        assert "2749" not in CaptainPin.objects.get().digest
        with override_settings(SECRET_KEY="another installation's key, just as long as ours"):
            assert left_after(match, "2749") == 4


@pytest.mark.django_db(transaction=True)
def test_nine_tries_at_the_same_moment_are_five(match):
    set_pin(enrolment=match.division.enrolments.get(team=match.away), pin="2749", now=FRIDAY)
    became = at_once(*[lambda pin=f"300{digit}": check(match, pin) for digit in range(9)])
    assert all(isinstance(outcome, WrongPin) for outcome in became), became
    assert tries_left(match, Side.AWAY) == 0
