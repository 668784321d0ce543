"""Who signs in wrongly is told so in words."""

import datetime

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.rate_limit import TRIES_AT_A_NAME, TRIES_IN_ALL, WAIT
from league.models import Authenticator, TryCount, User
from league.records.jobs import delete_outdated_data
from tests.builders import a_league, a_secretary, an_account
from tests.examples import sampled
from tests.moments import as_another_process, at_once
from tests.reading import markup

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["secretary", "nobody"])
def test_a_wrong_name_and_a_wrong_password_are_refused_in_the_same_words(client: Client, name: str) -> None:
    a_secretary(a_league())
    page = markup(client.post("/sign-in/", {"username": name, "password": "mistyped"}))
    assert "This name and this password do not belong together." in page
    assert name in page, "what was typed is still there"
    assert "mistyped" not in page, "but never the password"


def test_the_right_ones_sign_in(client: Client) -> None:
    a_secretary(a_league())
    answer = client.post("/sign-in/", {"username": "secretary", "password": "password"})
    assert answer.status_code == 303
    assert User.objects.get().pk == int(client.session["_auth_user_id"])


def tries(client: Client, times: int, name: str = "secretary", way: str = "/sign-in/", **said: str) -> str:
    """The page after so many wrong passwords."""
    for _ in range(times):
        answer = client.post(way, {"username": name, "password": "mistyped"}, **said)
    return markup(answer)


@pytest.mark.parametrize("way", ["/sign-in/", "/admin/login/"])
def test_a_password_is_not_found_by_trying(client: Client, way: str) -> None:
    a_secretary(a_league())
    User.objects.update(is_staff=True)
    assert "Too many tries" not in tries(client, TRIES_AT_A_NAME, way=way)
    assert "Too many tries" in tries(client, 1, way=way)
    answer = client.post(way, {"username": "Secretary", "password": "password"})
    assert "Too many tries" in markup(answer), "not even with the right one"
    assert "_auth_user_id" not in client.session


def test_all_processes_of_the_site_have_ten_tries_together(client: Client) -> None:
    a_secretary(a_league())
    for _ in range(TRIES_AT_A_NAME):
        as_another_process()
        assert "Too many tries" not in tries(client, 1)
    as_another_process()
    assert "Too many tries" in tries(client, 1)
    assert "Too many tries" not in tries(client, 1, REMOTE_ADDR="203.0.113.9")


@pytest.mark.django_db(transaction=True)
def test_tries_at_the_same_moment_are_ten_together() -> None:
    a_secretary(a_league())
    pages: list[str] = []
    became = at_once(*[lambda: pages.append(tries(Client(), 1))] * (TRIES_AT_A_NAME + 4))
    assert became == ["done"] * (TRIES_AT_A_NAME + 4)
    assert sum("Too many tries" in page for page in pages) == 4


@pytest.mark.slow
def test_an_address_that_tries_many_names_adds_no_more_of_them(client: Client) -> None:
    for number in range(TRIES_IN_ALL + 20):
        tries(client, 1, f"name-{number}")
    assert TryCount.objects.count() == TRIES_IN_ALL + 1


def test_after_a_quarter_of_an_hour_tries_begin_anew_and_the_old_are_deleted(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_secretary(a_league())
    assert "Too many tries" in tries(client, TRIES_AT_A_NAME + 1)
    later = timezone.now() + WAIT
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert "Too many tries" not in tries(client, TRIES_AT_A_NAME)
    assert "Too many tries" in tries(client, 1)
    delete_outdated_data(later + WAIT + datetime.timedelta(seconds=1))
    assert not TryCount.objects.exists()


def test_many_names_are_not_tried_either(client: Client) -> None:
    for number in range(TRIES_IN_ALL):
        assert "Too many tries" not in tries(client, 1, f"name-{number}")
    assert "Too many tries" in tries(client, 1, "another")


def test_somebody_elses_tries_keep_nobody_out(client: Client) -> None:
    """Behind the web server everybody comes from the same machine; it says whom it has seen."""
    a_secretary(a_league())
    tries(client, TRIES_AT_A_NAME + 1, HTTP_X_FORWARDED_FOR="203.0.113.9")
    at_home = {"HTTP_X_FORWARDED_FOR": "203.0.113.9, 198.51.100.7"}
    answer = client.post("/sign-in/", {"username": "secretary", "password": "password"}, **at_home)
    assert answer.status_code == 303


def test_the_address_is_believed_only_from_the_own_machine(client: Client) -> None:
    for number in range(TRIES_AT_A_NAME):
        tries(client, 1, REMOTE_ADDR="203.0.113.9", HTTP_X_FORWARDED_FOR=f"198.51.100.{number}")
    assert "Too many tries" in tries(client, 1, REMOTE_ADDR="203.0.113.9")


def test_whoever_signs_in_begins_anew(client: Client) -> None:
    a_secretary(a_league())
    for _ in range(2):
        tries(client, TRIES_AT_A_NAME - 1)
        assert client.post("/sign-in/", {"username": "secretary", "password": "password"}).status_code == 303


def test_whoever_has_an_account_tries_no_more_names_than_others(client: Client) -> None:
    a_secretary(a_league())
    for number in range(TRIES_IN_ALL):
        assert "Too many tries" not in tries(Client(), 1, f"name-{number}")
        if number % 20 == 0:
            client.post("/sign-in/", {"username": "secretary", "password": "password"})
    assert "Too many tries" in tries(Client(), 1, "another")


@pytest.mark.parametrize("way", ["/sign-in/", "/account/link/"])
def test_a_refusal_takes_the_same_work_whether_there_is_an_account_or_not(
    client: Client, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A name that is known, one that is not, one that is closed, one without a password: as many digests of
    passwords, which take all of the time, and as many queries.
    """
    league = a_league()
    users = {role: an_account(league, role) for role in ("owner", "deputy", "results", "fixtures")}
    for name, user in users.items():
        User.objects.filter(pk=user.pk).update(email=f"{name}@example.org", is_active=name != "deputy")
    users["results"].set_unusable_password()
    users["results"].save(update_fields=["password"])
    Authenticator.objects.create(user=users["fixtures"], seed="", turned_on_at=timezone.now())
    digests: list[str] = []
    encode = MD5PasswordHasher.encode
    monkeypatch.setattr(
        MD5PasswordHasher, "encode", lambda self, *sent: digests.append(sent[0]) or encode(self, *sent)
    )
    work = set()
    for name in ("nobody", *users):
        digests.clear()
        with CaptureQueriesContext(connection) as queries:
            typed = {"username": name, "password": "mistyped", "email": f"{name}@example.org"}
            client.post(way, typed)
        work.add((len(digests), len(queries)))
    assert len(work) == 1, work


def test_a_session_from_before_the_sign_in_is_not_the_one_after(client: Client) -> None:
    a_secretary(a_league())
    client.cookies["sessionid"] = "0123456789abcdef0123456789abcdef"
    client.post("/sign-in/", {"username": "secretary", "password": "password"})
    assert client.cookies["sessionid"].value != "0123456789abcdef0123456789abcdef"


@pytest.mark.parametrize(
    "elsewhere",
    sampled(
        ["//evil.example/", "https://evil.example/", "javascript:alert(1)", "/\\evil.example", "http:evil"],
        each=3,
    ),
)
def test_signing_in_leads_nowhere_else(client: Client, elsewhere: str) -> None:
    a_secretary(a_league())
    typed = {"username": "secretary", "password": "password", "next": elsewhere}
    assert client.post("/sign-in/", typed).headers["Location"] == "/"
