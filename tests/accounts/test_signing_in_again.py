"""A form that arrives without a session, or with a token of an earlier one: nothing typed is lost."""

import re
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client

from league.models import Draft, Match
from tests.builders import a_match, a_secretary
from tests.examples import sampled
from tests.reading import markup

OWN = {"HTTP_ORIGIN": "http://testserver"}
JSON = {"HTTP_ACCEPT": "application/json"}
TYPED = {"t1-away-final": "13", "remarks": "Two names\r\nare “<unclear>”.", "version": "0", "save": "yes"}
PASSWORD = "correct horse 9"


@pytest.fixture
def match(db: None) -> Match:
    match = a_match()
    user = a_secretary(match.division.season.league, "edna")
    user.set_password(PASSWORD)
    user.save()
    return match


def entry_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/entry/"


def fields_of(page: Any) -> dict[str, str]:
    """The hidden fields of the page, as a browser reads them."""
    found = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page.content.decode())
    texts = {
        name: text.replace("&lt;", "<").replace("&gt;", ">").replace("&#x27;", "'") for name, text in found
    }
    return {name: text for name, text in texts.items() if name != "csrfmiddlewaretoken"}


def signed_in_by(name: str = "edna", password: str = PASSWORD) -> dict[str, str]:
    return {"sign-in-username": name, "sign-in-password": password}


def test_a_form_sent_after_the_session_has_ended_goes_on_once_its_sender_has_signed_in(
    client: Client, match: Match
) -> None:
    page = client.post(entry_of(match), TYPED, **OWN)
    assert page.status_code == HTTPStatus.UNAUTHORIZED
    assert "What you typed is held here" in markup(page)
    assert fields_of(page) == TYPED
    wrong = client.post(entry_of(match), fields_of(page) | signed_in_by(password="guessed"), **OWN)
    assert "do not belong together" in markup(wrong)
    assert fields_of(wrong) == TYPED
    answer = client.post(entry_of(match), fields_of(wrong) | signed_in_by(), **OWN)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    draft = Draft.objects.get()
    assert draft.user.username == "edna"
    assert draft.typed == {"t1-away-final": "13", "remarks": "Two names\r\nare “<unclear>”."}


def test_a_script_is_told_that_the_session_has_ended_and_goes_on_with_a_password(
    client: Client, match: Match
) -> None:
    address = entry_of(match).replace("/entry/", "/draft/")
    refused = client.post(address, TYPED, **OWN, **JSON)
    assert (refused.status_code, refused.json()) == (401, {"signed_out": True, "refusal": ""})
    wrong = client.post(address, TYPED | signed_in_by(password="guessed"), **OWN, **JSON)
    assert "do not belong together" in wrong.json()["refusal"]
    assert client.post(address, TYPED | signed_in_by(), **OWN, **JSON).json()["kept"]
    assert Draft.objects.get().typed["t1-away-final"] == "13"


def test_who_signs_in_without_the_right_to_the_page_is_refused(client: Client, match: Match) -> None:
    stranger = a_secretary(match.division.season.league, "nora")
    stranger.league_roles.all().delete()
    stranger.set_password(PASSWORD)
    stranger.save()
    answer = client.post(entry_of(match), TYPED | signed_in_by("nora"), **OWN)
    assert answer.status_code == HTTPStatus.FORBIDDEN
    assert not Draft.objects.exists()


@pytest.mark.parametrize("origin", [{}, {"HTTP_ORIGIN": "http://evil.example"}, {"HTTP_ORIGIN": "null"}])
def test_a_form_from_elsewhere_is_led_to_the_sign_in_and_not_held(
    client: Client, match: Match, origin: dict[str, str]
) -> None:
    answer = client.post(entry_of(match), TYPED | signed_in_by(), **origin)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    assert answer.headers["Location"].startswith("/sign-in/")
    assert not Draft.objects.exists()


def test_a_form_with_the_token_of_an_earlier_session_is_sent_once_more(match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.get("/sign-in/")
    client.login(username="edna", password=PASSWORD)
    page = client.post(entry_of(match), TYPED | {"csrfmiddlewaretoken": "a" * 64}, **OWN)
    assert page.status_code == HTTPStatus.FORBIDDEN
    assert "Nothing is lost" in markup(page)
    assert fields_of(page) == TYPED
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode())
    assert token
    answer = client.post(entry_of(match), fields_of(page) | {"csrfmiddlewaretoken": token[1]}, **OWN)
    assert answer.status_code == HTTPStatus.SEE_OTHER
    assert Draft.objects.get().typed["t1-away-final"] == "13"


def test_a_script_is_given_the_token_that_is_valid_now(match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.login(username="edna", password=PASSWORD)
    address = entry_of(match).replace("/entry/", "/draft/")
    refused = client.post(address, TYPED, **OWN, **JSON)
    assert refused.status_code == HTTPStatus.FORBIDDEN
    token = refused.json()["token"]
    assert client.post(address, TYPED | {"csrfmiddlewaretoken": token}, **OWN, **JSON).json()["kept"]


def test_a_form_of_another_site_is_not_offered_to_be_sent_again(match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    client.login(username="edna", password=PASSWORD)
    page = client.post(entry_of(match), TYPED, HTTP_ORIGIN="http://evil.example")
    assert page.status_code == HTTPStatus.FORBIDDEN
    assert "did not come from a page of this site" in markup(page)
    assert "unclear" not in page.content.decode()


def test_a_page_says_where_a_refused_form_came_from_and_the_log_says_it_too(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(enforce_csrf_checks=True)
    page = client.post(entry_of(match), TYPED, HTTP_ORIGIN="https://league.example:8443")
    assert "https://league.example:8443" in markup(page)
    assert "http://testserver" in markup(page)
    assert "The browser was at https://league.example:8443" in caplog.text
    assert "the host http://testserver" in caplog.text


def test_a_browser_without_cookies_is_told_to_allow_them(match: Match) -> None:
    page = Client(enforce_csrf_checks=True).post(entry_of(match), TYPED, **OWN)
    assert page.status_code == HTTPStatus.FORBIDDEN
    assert "Allow cookies" in markup(page)
    assert fields_of(page) == TYPED


@pytest.mark.parametrize("passed", sampled(["league.example", "127.0.0.1:8000"], each=2))
def test_a_proxy_that_drops_the_port_or_the_host_stops_no_form(
    match: Match, settings: Any, passed: str
) -> None:
    settings.ALLOWED_HOSTS = ["league.example", "127.0.0.1"]
    browser = {"HTTP_HOST": passed, "HTTP_ORIGIN": "http://league.example:8443"}
    client = Client(enforce_csrf_checks=True, HTTP_HOST=passed)
    client.login(username="edna", password=PASSWORD)
    token = client.get("/account/").cookies["csrftoken"].value
    sent = TYPED | {"csrfmiddlewaretoken": token}
    assert client.post(entry_of(match), sent, **browser).status_code == HTTPStatus.FORBIDDEN
    answer = client.post(entry_of(match), sent, **browser, HTTP_SEC_FETCH_SITE="same-origin")
    assert answer.status_code == HTTPStatus.SEE_OTHER


def test_a_site_that_only_says_so_is_not_believed(match: Match) -> None:
    client = Client(enforce_csrf_checks=True)
    for origin in ("http://evil.example", "null", "http://testserver:80:80"):
        page = client.post(entry_of(match), TYPED, HTTP_ORIGIN=origin, HTTP_SEC_FETCH_SITE="same-origin")
        assert "did not come from a page of this site" in markup(page)


def test_passwords_are_never_written_into_a_page(client: Client, match: Match) -> None:
    page = client.post(entry_of(match), TYPED | {"password": "abracadabra 1", "now": "abracadabra 2"}, **OWN)
    assert "abracadabra" not in page.content.decode()


def test_the_list_of_a_new_league_is_held_too(client: Client, match: Match) -> None:
    page = client.post("/new-league/", {"list": "The Packhorse"}, **OWN)
    assert page.status_code == HTTPStatus.UNAUTHORIZED
    assert fields_of(page)["list"] == "The Packhorse"


def test_a_form_of_a_captain_by_account_is_held_too(client: Client, match: Match) -> None:
    league, team = match.division.season.league, match.home
    page = client.post(f"/{league.slug}/captain/{team.slug}/", {"remarks": "Late bus."}, **OWN)
    assert page.status_code == HTTPStatus.UNAUTHORIZED
    assert fields_of(page)["remarks"] == "Late bus."
