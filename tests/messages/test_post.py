"""The post: every message once, however many clocks there are, and tried again when it fails."""

import datetime
import smtplib

import pytest
from django.core import mail

from league.messages import jobs as post
from league.messages.jobs import AT_ONCE, send_notices
from league.messages.selectors import FIRST_PAUSE, due_notices
from league.models import League, Notice
from league.results.services.reminders import BROKEN_OFF
from tests.builders import FRIDAY, a_league, a_secretary

pytestmark = pytest.mark.django_db
MINUTE = datetime.timedelta(minutes=1)


@pytest.fixture
def league() -> League:
    return a_league()


def a_notice(league: League, to: str = "fleece@example.org", **fields: object) -> Notice:
    return Notice.objects.create(
        **{
            "league": league,
            "kind": Notice.Kind.CHASE,
            "to": to,
            "subject": "Result wanted",
            "body": "Hello,",
            "wanted_at": FRIDAY,
            **fields,
        }
    )


def refuse(self: object) -> None:
    """A post that is out of order."""
    raise smtplib.SMTPServerDisconnected("Connection unexpectedly\nclosed")


def test_a_message_goes_out_once(league):
    secretary = a_secretary(league)
    secretary.email = "edna@example.org"
    secretary.save()
    notice = a_notice(league, wanted_by=secretary)
    assert [send_notices(FRIDAY + minutes * MINUTE) for minutes in (0, 1, 60)] == [1, 0, 0]
    (letter,) = mail.outbox
    assert (letter.to, letter.reply_to) == (["fleece@example.org"], ["edna@example.org"])
    notice.refresh_from_db()
    assert (notice.sent_at, notice.failed_because) == (FRIDAY, "")


def test_a_line_break_in_a_subject_is_no_second_heading(league):
    a_notice(league, subject="Result wanted\nBcc: everybody@example.org")
    send_notices(FRIDAY)
    assert mail.outbox[0].subject == "Result wanted Bcc: everybody@example.org"


def test_what_another_clock_took_since_it_was_read_is_left_to_it(league, monkeypatch):
    a_notice(league)
    read = due_notices(FRIDAY)
    assert send_notices(FRIDAY) == 1
    monkeypatch.setattr(post, "due_notices", lambda now: read)
    assert send_notices(FRIDAY) == 0
    assert len(mail.outbox) == 1


def test_what_failed_keeps_the_reason_and_is_tried_with_growing_pauses_for_a_day(league, monkeypatch):
    notice = a_notice(league)

    def fail(self: object) -> None:
        tried.append(now)
        refuse(self)

    tried: list[datetime.datetime] = []
    monkeypatch.setattr(post.Letter, "send", fail)
    for minute in range(0, 2 * 24 * 60, 10):
        now = FRIDAY + minute * MINUTE
        assert send_notices(now) == 0
    minutes = [(one - FRIDAY) // MINUTE for one in tried]
    assert minutes == [0, 10, 20, 40, 80, 160, 320, 640, 1280]
    notice.refresh_from_db()
    assert notice.failed_because == "Connection unexpectedly closed"


def test_what_failed_once_goes_out_later(league, monkeypatch):
    notice = a_notice(league)
    with monkeypatch.context() as broken:
        broken.setattr(post.Letter, "send", refuse)
        send_notices(FRIDAY)
    assert send_notices(FRIDAY + 10 * MINUTE) == 1
    notice.refresh_from_db()
    assert notice.failed_because == ""


def test_one_that_fails_keeps_none_of_the_others_back(league, monkeypatch):
    for name in ("one", "two", "three"):
        a_notice(league, f"{name}@example.org")
    send = post.Letter.send

    def send_but_one(letter: post.Letter) -> int:
        if letter.to == ["two@example.org"]:
            refuse(letter)
        return send(letter)

    monkeypatch.setattr(post.Letter, "send", send_but_one)
    assert send_notices(FRIDAY) == 2
    assert Notice.objects.get(to="two@example.org").failed_because == "Connection unexpectedly closed"


def test_a_machine_that_stops_while_it_sends_tries_again_later(league, monkeypatch):
    notice = a_notice(league)
    with monkeypatch.context() as stopping:

        def stop(self: object) -> None:
            raise KeyboardInterrupt

        stopping.setattr(post.Letter, "send", stop)
        with pytest.raises(KeyboardInterrupt):
            send_notices(FRIDAY)
    notice.refresh_from_db()
    assert notice.failed_because == BROKEN_OFF
    assert send_notices(FRIDAY + MINUTE) == 0
    assert send_notices(FRIDAY + 10 * MINUTE) == 1


def test_so_many_at_once_that_no_other_clock_takes_them_for_lost(league, settings):
    operations = 3  # to reach the server, to greet it, to hand the message over
    seconds = AT_ONCE * operations * settings.EMAIL_TIMEOUT
    assert datetime.timedelta(seconds=seconds) <= FIRST_PAUSE
    for number in range(AT_ONCE + 5):
        a_notice(league, f"captain-{number}@example.org")
    assert [send_notices(FRIDAY), send_notices(FRIDAY + MINUTE)] == [AT_ONCE, 5]


def test_what_lay_for_more_than_a_day_is_not_sent_any_more(league):
    a_notice(league)
    assert send_notices(FRIDAY + datetime.timedelta(days=1)) == 0
    assert mail.outbox == []


def test_looking_for_post_is_one_query(league, django_assert_num_queries):
    for name in ("one", "two"):
        a_notice(league, f"{name}@example.org", sent_at=FRIDAY)
    with django_assert_num_queries(1):
        send_notices(FRIDAY)
