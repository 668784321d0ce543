"""Letters that come back: the address is named where somebody waits for an answer, until it is mended."""

import datetime
import io
import smtplib
import sys
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from league.messages import jobs as post
from league.messages.jobs import send_notices
from league.models import Division, Enrolment, Notice
from league.results.services.reminders import chase_results
from tests.builders import FRIDAY, NIGHT, a_captain, a_division, a_match, a_secretary
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
ADDRESS = "norman@example.org"
REASON = "550 5.1.1 <norman@example.org>: no such user here"
NAMED = f"{ADDRESS}: The letter came back: {REASON}"
REPORT = """\
From: MAILER-DAEMON@mail.example.org
To: league@example.org
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="XX"

--XX
Content-Type: text/plain

It could not be delivered.

--XX
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; norman@example.org
Action: {action}
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <norman@example.org>:
    no such user here

--XX
Content-Type: {kind}

{head}
--XX--
"""


@pytest.fixture(autouse=True)
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.fixture
def division() -> Division:
    division = a_division()
    a_match(division)
    a_captain(division, "The Fleece", name="Norman", email=ADDRESS)
    return division


@pytest.fixture
def letter(client: Client, division: Division) -> mail.EmailMessage:
    """A reminder that has been sent."""
    secretary = a_secretary(division.season.league)
    client.force_login(secretary)
    chase_results(league=division.season.league, date=NIGHT, by=secretary, now=FRIDAY)
    assert send_notices(FRIDAY) == 1
    return mail.outbox[0]


def bounces(monkeypatch: pytest.MonkeyPatch, message: str) -> str:
    said = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(message.encode())))
    call_command("bounces", stdout=said)
    return said.getvalue()


def report(letter: mail.EmailMessage, action: str = "failed", kind: str = "text/rfc822-headers") -> str:
    head = letter.message().as_string()
    return REPORT.format(
        action=action, kind=kind, head=head.partition("\n\n")[0] if "headers" in kind else head
    )


@pytest.mark.parametrize("kind", sampled(["text/rfc822-headers", "message/rfc822"], each=2))
def test_an_address_that_bounces_is_named_in_the_inbox_and_on_the_night_until_it_is_mended(
    client: Client, division: Division, letter: mail.EmailMessage, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    desk = f"/{division.season.league.slug}/secretary/"
    pages = [desk, f"{desk}nights/{NIGHT}/"]
    assert not any("came back" in words(client.get(page)) for page in pages)
    assert bounces(monkeypatch, report(letter, kind=kind)) == f"{ADDRESS} does not take letters.\n"
    inbox = client.get(desk)
    assert NAMED in words(inbox)
    assert f'"{desk}captains/?division={division.slug}"' in markup(inbox)
    assert f"not sent: The letter came back: {REASON}" in words(client.get(pages[1]))
    Notice.objects.update(kind=Notice.Kind.WARNING)
    assert NAMED in words(client.get(pages[1])), "whatever letter it was"
    assert send_notices(FRIDAY + datetime.timedelta(hours=1)) == 0, "it is not sent again"
    Enrolment.objects.filter(captain_email=ADDRESS).update(captain_email="norman.p@example.org")
    assert not any("came back" in words(client.get(page)) for page in pages)


def test_what_is_no_report_about_a_letter_of_ours_notes_nothing(
    letter: mail.EmailMessage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A delay, somebody's answer, a report that somebody has made up, one without the letter, garbage."""
    sign = letter.message()["X-Pegboard-Letter"]
    forged = report(letter).replace(sign, f"{int(sign.partition('.')[0])}.{'x' * 43}")
    without = report(letter).replace("X-Pegboard-Letter", "X-Letter")
    for message in (
        report(letter, "delayed"),
        letter.message().as_string(),
        forged,
        without,
        "",
        "\x00\n\n\x00",
    ):
        assert "No letter of this site" in bounces(monkeypatch, message)
    assert Notice.objects.get().failed_because == ""


@pytest.mark.parametrize(("refusal", "tries"), [(b"5.1.1 no such user", 1), (b"5.7.1 relaying denied", 2)])
def test_what_the_mail_server_refuses_for_its_address_is_not_sent_again(
    division: Division, monkeypatch: pytest.MonkeyPatch, refusal: bytes, tries: int
) -> None:
    tried: list[Any] = []

    def refuse(letter: Any) -> None:
        tried.append(letter)
        raise smtplib.SMTPRecipientsRefused({ADDRESS: (550, refusal)})

    monkeypatch.setattr(post.Letter, "send", refuse)
    league = division.season.league
    chase_results(league=league, date=NIGHT, by=a_secretary(league), now=FRIDAY)
    for minutes in (0, 10):
        send_notices(FRIDAY + datetime.timedelta(minutes=minutes))
    assert len(tried) == tries
    assert f"550 {refusal.decode()}" in Notice.objects.get().failed_because
