"""Captains' links at the secretary's desk: shown once, sent once a day, never kept whole, ended at once."""

import datetime
import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.messages.jobs import send_notices
from league.models import CaptainLink, Division, Notice, User
from tests.builders import CAST, a_captain, a_division, a_league, a_secretary, an_enrolment
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture(autouse=True)
def secretary(division: Division, client: Client) -> User:
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


def links(division: Division) -> str:
    return f"/{division.season.league.slug}/secretary/captains/links/"


def shown_on(page: str) -> list[str]:
    return re.findall(r'value="http://testserver(/c/[a-z0-9]+/)"', page)


def press(client: Client, division: Division, **button: str) -> str:
    pressed = {name.replace("_", "-"): value for name, value in button.items()}
    return markup(client.post(links(division), pressed, follow=True))


def test_a_link_is_shown_when_it_is_made_and_not_again_until_somebody_asks(client, division):
    (address,) = shown_on(press(client, division, issue="the-fleece"))
    assert shown_on(markup(client.get(links(division)))) == []
    assert shown_on(press(client, division, show="the-fleece")) == [address]
    assert shown_on(markup(client.get(links(division)))) == []
    assert Client().get(address).status_code == 200


def test_pressing_make_for_all_leaves_the_links_there_are_alone(client, division):
    (address,) = shown_on(press(client, division, issue="the-fleece"))
    assert len(shown_on(press(client, division, issue_missing="yes"))) == 1
    assert shown_on(press(client, division, issue_missing="yes")) == []
    assert CaptainLink.objects.count() == 2
    assert Client().get(address).status_code == 200


def test_a_new_link_ends_the_old_one_and_that_of_the_players(client, division):
    (old,) = shown_on(press(client, division, issue="the-fleece"))
    players = re.search(r"http://testserver(/p/[a-z0-9]+/)", markup(Client().get(old)))
    (new,) = shown_on(press(client, division, issue="the-fleece"))
    assert [Client().get(one).status_code for one in (old, players[1], new)] == [410, 410, 200]


def test_an_ended_link_says_whom_to_ask(client, division):
    (address,) = shown_on(press(client, division, issue="the-fleece"))
    press(client, division, end="the-fleece")
    answer = Client().get(address)
    assert answer.status_code == 410
    assert f"ask the secretary of {division.season.league}" in words(answer)


def test_the_letter_holds_the_whole_link_and_nothing_that_is_kept_does(client, division):
    a_captain(division, "The Fleece", name="Norman", email="norman@example.org")
    (address,) = shown_on(press(client, division, issue="the-fleece"))
    assert "1 letter on the way" in press(client, division, send="the-fleece")
    assert address.strip("/c") not in Notice.objects.get().body
    send_notices(timezone.now())
    (letter,) = mail.outbox
    assert letter.to == ["norman@example.org"]
    assert f"http://testserver{address}" in letter.body
    assert "Hello Norman" in letter.body
    assert CaptainLink.objects.get().sent_to == "norman@example.org"


def test_it_is_not_sent_where_no_post_is_set_up(client, division, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    a_captain(division, "The Fleece", email="norman@example.org")
    press(client, division, issue="the-fleece")
    answer = client.post(links(division), {"send": "the-fleece"})
    assert answer.status_code == 422
    assert "No e-mail leaves" in words(answer)
    assert not Notice.objects.exists()


def test_it_is_sent_once_a_day(client, division, monkeypatch):
    a_captain(division, "The Fleece", email="norman@example.org")
    press(client, division, issue="the-fleece")
    press(client, division, send="the-fleece")
    answer = client.post(links(division), {"send": "the-fleece"})
    assert answer.status_code == 422
    assert "today already" in words(answer)
    later = timezone.now() + datetime.timedelta(days=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    press(client, division, send="the-fleece")
    assert Notice.objects.count() == 2


def test_past_the_most_of_a_day_none_is_sent_and_why_is_said(client, division, settings):
    settings.LETTERS_A_DAY = 1
    a_captain(division, "The Fleece", email="norman@example.org")
    a_captain(division, "The Shears", email="ann@example.org")
    press(client, division, issue_missing="yes")
    answer = client.post(links(division), {"send-unsent": "yes"})
    assert answer.status_code == 422
    assert "ask the operator of the site to allow more" in words(answer)
    assert not Notice.objects.exists()
    press(client, division, send="the-fleece")


def test_a_letter_with_a_link_that_has_ended_meanwhile_is_not_sent(client, division):
    a_captain(division, "The Fleece", email="norman@example.org")
    press(client, division, issue="the-fleece")
    press(client, division, send="the-fleece")
    press(client, division, end="the-fleece")
    send_notices(timezone.now())
    assert mail.outbox == []


def test_all_that_were_not_sent_go_out_at_once_those_without_an_address_stay(client, division):
    a_captain(division, "The Fleece", email="norman@example.org")
    press(client, division, issue_missing="yes")
    assert "1 letter on the way" in press(client, division, send_unsent="yes")
    assert client.post(links(division), {"send-unsent": "yes"}).status_code == 422


@pytest.mark.parametrize(
    ("button", "sentence"),
    [
        ({"send": "the-fleece"}, "has no link yet"),
        ({"show": "the-fleece"}, "have no link to show"),
        ({"issue": "nobody"}, "no longer plays"),
        ({}, "Press one of the buttons"),
    ],
)
def test_what_cannot_be_done_says_why(client, division, button, sentence):
    answer = client.post(links(division), button)
    assert answer.status_code == 422
    assert sentence in words(answer)
    assert not CaptainLink.objects.exists()


def test_a_link_without_an_address_to_send_it_to_says_so(client, division):
    press(client, division, issue="the-fleece")
    assert "has no e-mail address" in words(client.post(links(division), {"send": "the-fleece"}))


def test_how_often_and_when_it_was_used_last_is_seen(client, division):
    (address,) = shown_on(press(client, division, issue="the-fleece"))
    assert "never" in words(client.get(links(division)))
    for _ in range(2):
        Client().get(address)
    assert "2 times last" in words(client.get(links(division)))


def test_why_a_letter_did_not_go_stands_with_it(client, division):
    a_captain(division, "The Fleece", email="norman@example.org")
    press(client, division, issue="the-fleece")
    press(client, division, send="the-fleece")
    Notice.objects.update(sent_at=timezone.now(), failed_because="mailbox full")
    assert "did not go: mailbox full" in words(client.get(links(division)))


def test_a_league_without_teams_says_so(client):
    league = a_league("New")
    client.force_login(a_secretary(league, "new"))
    address = f"/{league.slug}/secretary/captains/links/"
    assert "No team plays in a season yet." in words(client.get(address))
    assert client.post(address, {"issue-missing": "yes"}).status_code < 500


@pytest.mark.parametrize("teams", [2, 8])
def test_the_page_takes_nine_queries_however_many_teams(client, division, teams, django_assert_num_queries):
    for team in CAST[2 : 2 + teams]:
        an_enrolment(division, team)
    press(client, division, issue_missing="yes")
    client.get(links(division))
    names = ["session", "user", "league", "role", "seasons", "teams", "links", "letters"]
    names.append("the line of the audit log")
    with django_assert_num_queries(len(names)):
        client.get(links(division))
