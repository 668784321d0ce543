"""Where an account is signed in: listed on its page, ended there, told by letter when a browser is new."""

import datetime
import re
import threading
from pathlib import Path

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.accounts import rate_limit
from league.accounts.account_links import LinkKind, account_token
from league.accounts.services.sign_ins import device_in_words
from league.exchange.backups import back_up
from league.models import SignedInDevice, User
from tests.builders import FRIDAY, a_league, a_secretary
from tests.reading import words

pytestmark = pytest.mark.django_db

FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Safari/604"


@pytest.fixture
def user() -> User:
    user = a_secretary(a_league())
    user.email, user.last_login = "edna@nobody.example", FRIDAY
    user.save()
    return user


def a_browser(user_agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": user_agent})
    client.post("/sign-in/", {"username": "secretary", "password": "password"})
    return client


def letters() -> list[str]:
    for thread in threading.enumerate():
        if thread.name == "letters":
            thread.join()
    return [str(letter.body) for letter in mail.outbox]


@pytest.mark.parametrize(
    ("user_agent", "device"),
    [
        (FIREFOX, "Firefox on Windows"),
        (IPHONE, "Safari on iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/131.0 Mobile Safari/537.36", "Chrome on Android"),
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/131.0 Safari/537.36 Edg/131.0", "Edge on Linux"),
        ("curl/8.5", "A browser"),
        ("", "A browser"),
    ],
)
def test_a_browser_is_called_what_people_call_it(user_agent: str, device: str) -> None:
    assert device_in_words(user_agent) == device


def test_the_account_lists_where_it_is_signed_in_and_ends_one_of_them(user: User) -> None:
    here, phone = a_browser(), a_browser(IPHONE)
    page = words(here.get("/account/"))
    assert "Firefox on Windows (this browser)" in page
    assert "Safari on iPhone since" in page
    ends = re.findall(r'name="end" value="(\d+)"', here.get("/account/").content.decode())
    assert len(ends) == 1, "this browser signs out as everywhere"
    assert "Signed out there." in words(here.post("/account/", {"end": ends[0]}, follow=True))
    assert phone.get("/account/").status_code == 303
    assert here.get("/account/").status_code == 200


def test_nobody_ends_the_sign_in_of_another_account(user: User) -> None:
    a_browser()
    stranger = Client()
    stranger.force_login(User.objects.create_user(username="stranger", password="password"))
    for key in (str(SignedInDevice.objects.get().pk), "nonsense", "9" * 40):
        stranger.post("/account/", {"end": key})
    assert SignedInDevice.objects.exists()


@pytest.mark.parametrize("way", ["elsewhere", "password"])
def test_a_new_password_and_the_button_sign_out_everywhere_else(user: User, way: str) -> None:
    here, phone = a_browser(), a_browser(IPHONE)
    typed = {"elsewhere-now": "password", "password-now": "password", "password-password": "wool mill 1893"}
    assert here.post("/account/", typed | {way: "yes"}).status_code == 303
    assert phone.get("/account/").status_code == 303
    assert "Firefox on Windows (this browser)" in words(here.get("/account/"))
    assert SignedInDevice.objects.count() == 1


def test_signing_out_ends_it(user: User) -> None:
    a_browser().post("/sign-out/")
    assert not SignedInDevice.objects.exists()


def test_when_it_was_last_used_is_noted_now_and_then(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    client, began = a_browser(), timezone.now()
    for minutes, noted in ((5, 0), (11, 11), (15, 11), (25, 25)):
        now = began + datetime.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        client.get("/account/")
        used = SignedInDevice.objects.get().last_used_at
        assert round((used - began).total_seconds() / 60) == noted


def test_a_new_browser_is_told_by_letter_and_a_known_one_is_not(user: User) -> None:
    client = a_browser()
    assert len(letters()) == 1
    assert "Firefox on Windows" in letters()[0]
    assert "http://testserver/account/" in letters()[0]
    client.post("/sign-out/")
    client.post("/sign-in/", {"username": "secretary", "password": "password"})
    assert len(letters()) == 1
    a_browser(IPHONE)
    assert len(letters()) == 2


def test_one_account_gets_so_many_letters_a_day(user: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limit, "LETTERS_TO_AN_ACCOUNT", 2)
    for _ in range(3):
        a_browser()
    assert len(letters()) == 2


def test_no_letter_goes_to_whoever_came_by_one_or_comes_for_the_first_time(
    user: User, client: Client
) -> None:
    client.post(f"/account/sign-in/{account_token(user, LinkKind.SIGN_IN)}/")
    User.objects.update(last_login=None)
    a_browser()
    assert letters() == []
    assert SignedInDevice.objects.count() == 2


def test_no_backup_holds_who_is_signed_in(user: User, tmp_path: Path) -> None:
    a_browser()
    back_up(tmp_path / "backup")
    key = SignedInDevice.objects.get().session_id
    assert key.encode() not in (tmp_path / "backup").read_bytes()
