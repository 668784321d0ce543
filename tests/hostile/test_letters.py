"""Letters keep the head that the site gave them, whatever people and teams are called and written to at."""

import email
import threading

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client
from django.utils import timezone

from league.messages.jobs import send_notices
from league.models import Division, Enrolment, League, Notice, Pub, Team, User
from tests.builders import FRIDAY, NIGHT, a_captain, a_division, a_match, a_secretary, an_account

pytestmark = pytest.mark.django_db
NAME = "Edna\r\nBcc: all@evil.example\x1e\x85\u2028X-Evil: yes\r\n\r\nPay here"
HEAD = {"Content-Type", "MIME-Version", "Content-Transfer-Encoding", "Subject", "From", "To", "Date"} | {
    *("Message-ID", "Reply-To", "X-Pegboard-Letter")
}
CAPTAIN, EDNA, STRANGER = "captain@example.org", "edna@example.org", "stranger@example.org"


@pytest.fixture(autouse=True)
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.fixture
def division() -> Division:
    division = a_division()
    a_match(division)
    a_captain(division, "The Fleece", email=CAPTAIN)
    return division


def heads(letters: list[EmailMessage]) -> set[str]:
    return {name for letter in letters for name in email.message_from_bytes(letter.message().as_bytes())}


def test_a_name_adds_nothing_to_the_head_of_a_letter(client: Client, division: Division) -> None:
    league = division.season.league
    secretary = an_account(league, "owner")
    for model, names in {
        User: ("first_name", "last_name"),
        League: ("name",),
        Team: ("name",),
        Pub: ("name",),
        Division: ("name",),
        Enrolment: ("captain_name",),
    }.items():
        model.objects.update(**{name: NAME[: model._meta.get_field(name).max_length] for name in names})
    User.objects.update(email=EDNA, last_login=FRIDAY)
    desk = f"/{league.slug}/secretary/"
    client.post("/sign-in/", {"username": secretary.username, "password": "password"})
    client.post("/account/link/", {"email": EDNA})
    client.post(f"{desk}people/", {"name": NAME, "email": STRANGER, "role": "deputy", "team": ""})
    client.post(f"{desk}nights/{NIGHT}/chase/")
    for thread in threading.enumerate():
        if thread.name == "letters":
            thread.join()
    assert send_notices(FRIDAY) == 1
    assert sorted(letter.to for letter in mail.outbox) == [[CAPTAIN], [EDNA], [EDNA], [STRANGER]]
    assert heads(mail.outbox) <= HEAD


@pytest.mark.parametrize(
    "address", ['"a\x1ex"@example.org', '"a\x1ex:"@example.org'], ids=["line", "heading"]
)
def test_an_address_that_begins_a_line_of_the_head_is_written_to_by_nobody(
    division: Division, address: str
) -> None:
    """By the standard it is one, and people may type it; the letters after it go out all the same."""
    league = division.season.league
    a_secretary(league)
    for to, by in ((address, None), (CAPTAIN, User.objects.get()), (CAPTAIN, None)):
        league.notices.create(
            kind=Notice.Kind.CHASE, to=to, subject="Result", body="?", wanted_at=FRIDAY, wanted_by=by
        )
    User.objects.update(email=address)
    assert send_notices(FRIDAY) == 1
    assert heads(mail.outbox) <= HEAD
    assert [notice.failed_because for notice in league.notices.order_by("id")][::2] == [
        f"{address!r} is no address that a letter can go to", ""
    ]  # fmt: skip
