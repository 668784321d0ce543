"""Messages to many: the fields, the preview, what is sent, undone, recorded and tried again."""

import datetime

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.messages import jobs
from league.messages.jobs import send_notices
from league.models import Division, Mailing, Notice
from tests.builders import FRIDAY, NIGHT, WEEK, a_captain, a_division, a_league, a_match, a_secretary
from tests.examples import sampled

pytestmark = pytest.mark.django_db
PAGE = "/three-valleys-all-fours-league/secretary/messages/"
NEXT = NIGHT + WEEK
LATER = datetime.timedelta(minutes=10)


@pytest.fixture(autouse=True)
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.fixture
def division() -> Division:
    division = a_division(teams=4)
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
    a_captain(division, "The Shears", email="shears@example.org")
    a_captain(division, "Packhorse & Drover", name="Edna", phone="01924 555 003")
    a_match(division, date=NEXT)
    a_match(division, "Packhorse & Drover", "Station Tap", date=NEXT)
    return division


@pytest.fixture
def desk(client: Client, division: Division) -> Client:
    client.force_login(a_secretary(division.season.league))
    return client


def written(text: str = "Hello {captain}, {team} play {opponent} on {date} at {pub}.", **fields: str):
    return {"audience": f"night:{NEXT}", "subject": "{team}, {date}", "text": text, **fields}


def send(desk: Client, *, follow: bool = True, **fields: str):
    message = written(**fields)
    shown = desk.post(PAGE, {**message, "preview": "yes"}).context
    return desk.post(
        PAGE, {**message, "send": "yes", "seen": shown["seen"], "key": shown["key"]}, follow=follow
    )


def test_every_letter_is_shown_before_it_is_sent(desk):
    response = desk.post(PAGE, {**written(), "preview": "yes"})
    page = response.content.decode()
    assert "Hello Norman, The Fleece play The Shears on Thursday 21 January 2027 at The Fleece." in page
    assert "Hello captain of The Shears, The Shears play The Fleece" in page
    assert "Send 2 e-mails" in " ".join(page.split())
    assert 'href="tel:01924555003"' in page
    assert "sms:01924555003?body=Hello%20Edna%2C%20Packhorse%20%26%20Drover%20play%20Station%20Tap" in page
    assert not Mailing.objects.exists()


def test_letters_go_after_ten_minutes(desk):
    page = send(desk).content.decode()
    assert "2 e-mails in the outbox. They go at 9.10 am; you can undo until then." in page
    assert send_notices(FRIDAY + LATER - datetime.timedelta(seconds=1)) == 0
    assert send_notices(FRIDAY + LATER) == 2
    assert mail.outbox[0].subject == "The Fleece, Thursday 21 January 2027"
    assert mail.outbox[0].body.startswith("Hello Norman, The Fleece play The Shears")
    assert "2 sent." in desk.get(PAGE).content.decode()


def test_where_no_post_is_set_up_nothing_is_said_to_go(desk, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    page = send(desk).content.decode()
    assert "No e-mail leaves: this site has no mail server yet." in page
    assert "They go at" not in page


@pytest.mark.parametrize(
    ("text", "sentence"),
    sampled(
        [
            (
                "Dear {capitain}",
                "{capitain} is no field. The fields are {captain}, {team}, {opponent}, {date} and {pub}.",
            ),
            ("Dear {captain", "A brace is missing."),
            ("It is on [day and time].", "Fill in [day and time], or delete it."),
        ],
        each=3,
    ),
)
def test_what_cannot_be_filled_in_is_refused_and_kept(desk, text, sentence):
    response = desk.post(PAGE, {**written(text), "send": "yes"})
    assert response.status_code == 422
    assert sentence in response.content.decode()
    assert text in response.content.decode()
    assert not Mailing.objects.exists()


def test_a_field_without_a_value_names_the_teams(desk):
    response = desk.post(PAGE, {**written(), "audience": "all", "preview": "yes"})
    assert response.status_code == 422
    assert "The Tup and Bell has no match to come, so {date}, {opponent} and {pub} would be empty." in (
        response.content.decode()
    )


def test_all_teams_or_a_division_can_be_written_to(desk, division):
    other = a_division(division.season, "Division Two", teams=0)
    a_captain(other, "The Drystone", email="drystone@example.org")
    send(desk, audience="division:division-two", subject="Meeting", text="Come, {captain}.")
    assert list(Notice.objects.values_list("to", flat=True)) == ["drystone@example.org"]
    send(desk, audience="all", subject="Meeting", text="Come, all.")
    assert Mailing.objects.first().notices.count() == 3


def test_one_captain_of_two_teams_gets_one_letter_if_both_say_the_same(desk, division):
    a_captain(division, "The Shears", email="fleece@example.org")
    send(desk, subject="Meeting", text="Come, all.")
    assert Notice.objects.count() == 1


def test_the_same_page_sent_twice_sends_once(desk):
    message = written()
    shown = desk.post(PAGE, {**message, "preview": "yes"}).context
    pressed = {**message, "send": "yes", "seen": shown["seen"], "key": shown["key"]}
    assert desk.post(PAGE, pressed).status_code == 303
    again = desk.post(PAGE, pressed)
    assert "This message was already sent." in again.content.decode()
    assert Notice.objects.count() == 2


@pytest.mark.slow
def test_a_preview_that_is_out_of_date_is_shown_again(desk, division):
    message = written()
    shown = desk.post(PAGE, {**message, "preview": "yes"}).context
    a_captain(division, "The Shears", email="new@example.org")
    response = desk.post(PAGE, {**message, "send": "yes", "seen": shown["seen"], "key": shown["key"]})
    assert "have changed since the preview" in response.content.decode()
    assert not Notice.objects.exists()


def test_what_waits_can_be_undone_and_what_went_stays(desk):
    send(desk)
    mailing = Mailing.objects.get()
    Notice.objects.filter(to="fleece@example.org").update(sent_at=FRIDAY)
    page = desk.post(PAGE, {"undo": mailing.public_id}, follow=True).content.decode()
    assert "Undone: 1 e-mail will not be sent." in page
    assert list(Notice.objects.values_list("to", flat=True)) == ["fleece@example.org"]
    again = desk.post(PAGE, {"undo": mailing.public_id}, follow=True).content.decode()
    assert "cannot be undone" in again


def test_a_failure_is_told_with_its_reason_and_tried_again(desk, monkeypatch):
    send(desk)
    Notice.objects.filter(to="fleece@example.org").update(sent_at=FRIDAY, failed_because="Mailbox full.")
    page = desk.get(PAGE).content.decode()
    assert "fleece@example.org: Mailbox full." in page
    now = FRIDAY + datetime.timedelta(days=2)
    monkeypatch.setattr(timezone, "now", lambda: now)
    desk.post(PAGE, {"retry": Mailing.objects.get().public_id})
    send_notices(now)
    assert mail.outbox[0].to == ["fleece@example.org"]


def test_reminders_that_failed_are_listed(desk, division):
    Notice.objects.create(
        league=division.season.league,
        kind="chase",
        to="nobody@example.org",
        subject="Result wanted",
        wanted_at=FRIDAY,
        sent_at=FRIDAY,
        failed_because="No such mailbox.",
    )
    page = " ".join(desk.get(PAGE).content.decode().split())
    assert 'Result wanted, to nobody@example.org. <span class="trouble">No such mailbox.' in page


def test_a_template_comes_below_words_of_ones_own(desk):
    plain = desk.post(
        PAGE, {"fill": "yes", "template": "meeting", "text": "Hello {captain},", "audience": "all"}
    )
    assert plain.context["form"]["text"].value().startswith("Hello {captain},\n\nthe captains’ meeting")
    own = desk.post(PAGE, {"fill": "yes", "template": "meeting", "text": "Dear all", "subject": "Hello"})
    assert own.context["form"]["text"].value().startswith("Dear all\n\nHello {captain},")
    assert own.context["form"]["subject"].value() == "Hello"


def test_another_leagues_message_is_not_there(desk):
    assert desk.post(PAGE, {"undo": "22222222"}).status_code == 404


@pytest.mark.parametrize("messages", [1, 12])
def test_the_queries_do_not_grow(desk, messages):
    for number in range(messages):
        send(desk, follow=False, subject=f"Message {number}")
    with CaptureQueriesContext(connection) as queries:
        page = desk.get(PAGE).content.decode()
    assert len(queries) == 12  # with the line of the audit log
    assert ("Page 1 of 2" in page) == (messages > 10)


# --- The most of a day ------------------------------------------------------------------------
A_DAY = datetime.timedelta(days=1)
OPERATOR = "ask the operator of the site to allow more"


@pytest.fixture
def three_a_day(settings) -> None:
    settings.LETTERS_A_DAY = 3


@pytest.mark.usefixtures("three_a_day")
def test_no_more_letters_are_wanted_at_an_address_than_its_most_of_a_day(desk, monkeypatch):
    assert send(desk).status_code == 200
    refused = send(desk, subject="Once more")
    assert refused.status_code == 422
    assert OPERATOR in refused.content.decode()
    assert "Once more" in refused.content.decode(), "what was typed is held"
    desk.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert "2 e-mails in the outbox" in send(desk, subject="From elsewhere").content.decode()
    del desk.defaults["REMOTE_ADDR"]
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY + A_DAY)
    assert "2 e-mails in the outbox" in send(desk, subject="A day later").content.decode()


@pytest.mark.slow
@pytest.mark.usefixtures("three_a_day")
def test_what_a_league_has_waiting_past_its_most_of_a_day_goes_the_day_after(desk, division, monkeypatch):
    league, wanted = division.season.league, {"wanted_at": FRIDAY, "kind": "chase"}
    for number in range(5):
        Notice.objects.create(league=league, to=f"{number}@example.org", **wanted)
    other = Notice.objects.create(league=a_league("Aire Valley"), to="b@example.org", **wanted)
    monkeypatch.setattr(jobs, "AT_ONCE", 3)
    assert [send_notices(FRIDAY) for _ in range(3)] == [3, 1, 0]
    assert mail.outbox[-1].to == [other.to], "no other league waits"
    page = " ".join(desk.get(PAGE).content.decode().split())
    assert "has sent 3 e-mails today" in page
    assert send(desk).status_code == 422
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY + A_DAY - LATER)
    assert send_notices(FRIDAY + A_DAY - LATER) == 0
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY + A_DAY)
    assert send_notices(FRIDAY + A_DAY - LATER) == 2


@pytest.mark.slow
def test_without_a_most_as_many_are_sent_as_there_are(desk, settings):
    assert settings.LETTERS_A_DAY is None
    for number in range(4):
        assert send(desk, subject=f"Number {number}").status_code == 200
