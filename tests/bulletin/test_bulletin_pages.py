"""The bulletin’s page: what it shows, sends, publishes, and takes back."""

import datetime
import re

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.messages.jobs import send_notices
from league.models import Bulletin, Division, League, Mailing, Match, Notice, Player
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_match,
    a_player,
    a_secretary,
    a_walkover,
    regulated,
)
from tests.examples import sampled
from tests.reading import markup, words
from tests.records.test_records import PUB, opened

pytestmark = pytest.mark.django_db
WON = ((15, 11), (9, 15), (15, 2), (13, 15))
PAGE = "/three-valleys-all-fours-league/secretary/bulletin/"
HOME = "/three-valleys-all-fours-league/"


@pytest.fixture(autouse=True)
def on_friday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)


@pytest.fixture
def division() -> Division:
    """Two captains with an address, one with a telephone; a result in, one missing, a match next week."""
    division = a_division(teams=4)
    a_captain(division, "The Fleece", name="Norman", email="fleece@example.org")
    a_captain(division, "The Shears", email="shears@example.org")
    a_captain(division, "Packhorse & Drover", name="Edna", phone="01924 555 003")
    a_card(a_match(division), *WON)
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK, week=2)
    return division


@pytest.fixture
def desk(client: Client, division: Division) -> Client:
    client.force_login(a_secretary(division.season.league))
    return client


def text_of(response, form: str = "newspaper") -> str:
    return next(text.text for text, _ in response.context["texts"] if text.form == form)


def press(desk: Client, button: str, query: str = "", *, follow: bool = False, **fields: str):
    """Press a button of the page as it is shown now, and perhaps read what follows."""
    shown = desk.get(f"{PAGE}{query}").context
    hidden = {"send": shown["mail_seen"], "publish": shown["news_seen"]}
    data = {"seen": hidden.get(button, ""), "key": shown["key"], "revision": shown["saved"].revision}
    return desk.post(f"{PAGE}{query}", {**data, button: "yes", **fields}, follow=follow)


def test_the_last_night_is_shown_with_what_is_missing(desk):
    response = desk.get(PAGE)
    assert text_of(response).startswith(
        "Three Valleys All Fours League, Thursday 14 January\n\nDivision One\n"
        "Packhorse & Drover v The Tup and Bell: not received.\nThe Fleece 6, The Shears 4.\n"
    )
    assert "Next week, Thursday 21 January, 8.30 pm\nDivision One: The Shears v The Fleece." in text_of(
        response
    )
    assert "Week 1, Thu 14 Jan 2027." in markup(response)
    assert "1 result is missing. How should" in " ".join(response.content.decode().split())


def test_ticks_come_with_the_address(desk):
    response = desk.get(f"{PAGE}?include=tables&missing=leave-out")
    assert text_of(response).startswith("Three Valleys All Fours League, Thursday 14 January\n\nTables")
    response = press(desk, "update", notices="Meeting on Tuesday.", include="notices", follow=True)
    assert response.redirect_chain[-1][0].endswith("?include=notices")
    assert text_of(response).endswith("Notices\nMeeting on Tuesday.\n")


def test_walkovers_voids_and_postponements_are_told(desk, division):
    a_walkover(Match.objects.get(home__name="Packhorse & Drover"))
    a_match(division, "The Fleece", "Station Tap", date=None, postponed_from=NIGHT, week=3)
    text = text_of(desk.get(PAGE))
    assert "Packhorse & Drover 10, The Tup and Bell 0 (walkover)." in text
    assert "The Fleece v Station Tap (Thursday 14 January) has no new date yet." in text


def test_an_earlier_night_has_the_tables_of_that_night(desk, division):
    a_card(a_match(division, "The Tup and Bell", "The Shears", date=NIGHT - WEEK, week=0), *WON)
    text = text_of(desk.get(f"{PAGE}?night={NIGHT - WEEK}"))
    assert "Division One: The Tup and Bell 6, The Shears 4, Packhorse & Drover 0, The Fleece 0." in text
    assert desk.get(f"{PAGE}?night=2027-02-31").status_code == 404


def test_an_edited_text_is_what_leaves(desk):
    press(desk, "save", "?form=email", text="Only this.\r\nAnd that.")
    assert text_of(desk.get(PAGE), "email") == "Only this.\nAnd that."
    press(desk, "send")
    assert set(Notice.objects.values_list("body", flat=True)) == {"Only this.\nAnd that."}
    press(desk, "discard", "?form=email")
    assert text_of(desk.get(PAGE), "email").startswith("Three Valleys")


def test_a_bulletin_past_the_most_letters_of_a_day_is_not_sent(desk, settings):
    settings.LETTERS_A_DAY = 1
    assert "ask the operator of the site to allow more" in press(desk, "send", follow=True).content.decode()
    assert not Notice.objects.exists()


def test_two_people_editing_are_both_shown(desk):
    press(desk, "save", text="The first.")
    response = desk.post(PAGE, {"save": "yes", "text": "The second.", "revision": 0})
    assert response.status_code == 422
    assert "The second." in response.content.decode()
    assert "The first." in response.content.decode()
    assert Bulletin.objects.get().edited == {"newspaper": "The first."}


def test_captains_with_an_address_get_it_after_ten_minutes(desk):
    response = press(desk, "send", follow=True)
    assert (
        "2 e-mails in the outbox. They go at 9.10 am; you can undo until then." in response.content.decode()
    )
    assert send_notices(FRIDAY + datetime.timedelta(minutes=9)) == 0
    assert send_notices(FRIDAY + datetime.timedelta(minutes=10)) == 2
    assert [letter.to for letter in mail.outbox] == [["fleece@example.org"], ["shears@example.org"]]
    assert mail.outbox[0].subject == "Three Valleys All Fours League, Thursday 14 January"
    assert Mailing.objects.get().without_address[0] == {
        "team": "Packhorse & Drover",
        "name": "Edna",
        "phone": "01924 555 003",
    }


def test_it_can_be_undone_until_then(desk):
    press(desk, "send")
    mailing = Mailing.objects.get()
    response = press(desk, "undo", undo=mailing.public_id, follow=True)
    assert "Undone: 2 e-mails will not be sent." in response.content.decode()
    assert send_notices(FRIDAY + datetime.timedelta(minutes=10)) == 0


def test_a_text_that_has_changed_meanwhile_does_not_leave(desk):
    seen = desk.get(PAGE).context["mail_seen"]
    a_card(Match.objects.get(home__name="Packhorse & Drover"), *WON)
    response = desk.post(PAGE, {"send": "yes", "seen": seen}, follow=True)
    assert "have changed since you opened the page" in response.content.decode()
    assert not Notice.objects.exists()


def test_who_has_no_address_can_be_called_or_texted(desk):
    page = desk.get(PAGE).content.decode()
    assert 'href="tel:01924555003"' in page
    assert 'href="sms:01924555003?body=Three%20Valleys%20All%20Fours' in page


def test_a_landlord_who_wants_it_gets_it_too(desk, division):
    pubs = division.season.league.pubs
    pubs.filter(name="The Tup and Bell").update(bulletin_email="tup@example.org")
    pubs.filter(name="The Shears").update(bulletin_email="Shears@example.org")  # the captain's own
    pubs.filter(name="The Fleece").update(bulletin_email="gone@example.org", closed_on=NIGHT)
    press(desk, "send")
    assert set(Notice.objects.values_list("to", flat=True)) == {
        "fleece@example.org",
        "shears@example.org",
        "tup@example.org",
    }


def test_news_is_public_until_the_next_night(desk, division, client, monkeypatch):
    press(desk, "update", notices="Meeting with Walter Hidden.", include=["results", "notices"])
    a_player(division.enrolments.first().team, "Walter Hidden", shown=Player.Shown.HIDDEN)
    before = division.season.league.revision
    press(desk, "publish")
    division.season.league.refresh_from_db()
    assert division.season.league.revision > before
    visitor = Client()
    page = visitor.get(HOME).content.decode()
    assert "Meeting with A player" in page
    item = visitor.get(f"{HOME}news/2027-01-14/").content.decode()
    assert "The Fleece 6, The Shears 4." in item
    assert "Walter" not in page + item
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY + WEEK)
    assert "Meeting with" not in visitor.get(HOME).content.decode()


def test_news_can_be_withdrawn(desk):
    press(desk, "publish")
    assert "Bulletin of Thursday 14 January" in Client().get(HOME).content.decode()
    press(desk, "withdraw")
    assert "Bulletin of" not in Client().get(HOME).content.decode()


def test_a_league_without_a_match_is_told_so(client):
    client.force_login(a_secretary(a_division().season.league))
    assert "No match has been played yet." in client.get(PAGE).content.decode()


@pytest.mark.parametrize("matches", [1, 6])
def test_the_queries_do_not_grow(client, matches):
    division = a_division(teams=12)
    teams = [enrolment.team for enrolment in division.enrolments.order_by("pk")]
    for number in range(matches):
        home, away = teams[2 * number : 2 * number + 2]
        a_card(a_match(division, home, away), *WON)
        a_captain(division, home.name, email=f"a{number}@example.org")
    client.force_login(a_secretary(division.season.league))
    with CaptureQueriesContext(connection) as queries:
        client.get(PAGE)
    assert len(queries) == 23  # with the line of the audit log, looked for and written, and four for the week


def send_all(desk: Client) -> None:
    """Send the bulletin, and let the letters leave."""
    press(desk, "send")
    assert send_notices(FRIDAY + datetime.timedelta(minutes=10)) == 2
    assert len(mail.outbox) == 2


def corrected(desk: Client, what: str = "turn", version: str = "1") -> str:
    """The page after the result of Fleece v Shears was turned round, or else taken off."""
    match = Match.objects.get(home__name="The Fleece", week=1)
    address = f"{HOME}secretary/matches/{match.public_id}/put-right/"
    sent = {"what": what, "reason": "the wrong way round", "version": version}
    return words(desk.post(address, sent, follow=True))


class TestOldFigures:
    def test_nothing_is_said_while_nothing_has_gone_out(self, desk):
        assert "other figures" not in corrected(desk)

    @pytest.mark.slow
    def test_letters_that_wait_and_the_news_are_named_and_can_be_stopped_or_replaced(self, desk):
        press(desk, "publish")
        press(desk, "send")
        page = corrected(desk)
        assert "has gone out with other figures: two e-mails that wait, the news and its feed." in page
        assert "Open it to stop what waits, publish again, print the page again." in page
        shown = desk.get(PAGE)
        assert "The Fleece 4, The Shears 6." in shown.context["out"].lines
        desk.post(PAGE, {"undo": Mailing.objects.get().public_id})
        press(desk, "publish")
        assert not Notice.objects.exists()
        assert desk.get(PAGE).context["out"] is None
        assert "The Fleece 4, The Shears 6." in Bulletin.objects.get().published_text

    @pytest.mark.slow
    def test_a_result_that_was_taken_off_is_named(self, desk):
        press(desk, "publish")
        assert "has gone out with other figures: the news and its feed." in corrected(desk, "take-off")
        assert desk.get(PAGE).context["out"].lines[0] == "The Fleece v The Shears: not received."

    def test_what_was_sent_is_followed_by_a_correction(self, desk):
        send_all(desk)
        assert "two e-mails sent" in corrected(desk)
        press(desk, "send")
        assert Mailing.objects.first().subject.startswith("Correction: Three Valleys")
        assert desk.get(PAGE).context["out"] is None

    def test_letters_of_a_site_without_a_mail_server_have_reached_nobody(self, desk, settings):
        send_all(desk)
        settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
        assert "other figures" not in corrected(desk)

    def test_it_is_said_once_and_waits_in_the_inbox_until_it_is_solved(self, desk):
        send_all(desk)
        assert "other figures" in corrected(desk)
        record = f"{HOME}secretary/records/pubs/the-shears/"
        before = League.objects.get().revision
        sent = PUB | opened(desk, record) | {"name": "The Shears", "slug": "the-shears", "tables": "2"}
        assert "other figures" not in words(desk.post(record, sent | {"save": ""}, follow=True))
        assert League.objects.get().revision > before
        inbox = words(desk.get(f"{HOME}secretary/"))
        assert "Bulletin of Thu 14 Jan gone out with other figures Two e-mails sent." in inbox
        assert "To send a correction, print the page again." in inbox
        assert "other figures" in corrected(desk, "take-off", "2")
        press(desk, "send")
        assert "other figures" not in words(desk.get(f"{HOME}secretary/"))

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("home", "address", "sent", "now"),
        sampled(
            [
                (
                    "The Fleece",
                    "walkover",
                    {"at_fault": "h", "reason": "no licence"},
                    "The Fleece 0, The Shears 10",
                ),
                (
                    "The Shears",
                    "postpone",
                    {"move": "yes", "to": NIGHT + 2 * WEEK, "reason": "snow"},
                    "The Shears v The Fleece (Thursday 21 January) moves",
                ),
            ],
            each=2,
        ),
    )
    def test_a_ruling_and_a_moved_match_are_named_too(self, desk, home, address, sent, now):
        send_all(desk)
        match = Match.objects.get(home__name=home)
        where = f"{HOME}secretary/matches/{match.public_id}/{address}/"
        assert "two e-mails sent" in words(desk.post(where, sent, follow=True))
        assert any(line.startswith(now) for line in desk.get(PAGE).context["out"].lines)

    def test_a_result_of_which_nothing_was_said_is_no_other_figure(self, desk, division):
        press(desk, "publish")
        send_all(desk)
        late = Match.objects.get(home__name="Packhorse & Drover")
        earlier = a_match(division, "The Tup and Bell", "The Fleece", date=NIGHT - WEEK)
        for match in (late, earlier):
            a_card(match, *WON, entered_at=FRIDAY + datetime.timedelta(minutes=1))
        assert desk.get(PAGE).context["out"] is None
        page = corrected(desk)
        assert "other figures: two e-mails sent, the news and its feed." in page
        assert "Packhorse & Drover 6, The Tup and Bell 4." not in desk.get(PAGE).context["out"].lines

    @pytest.mark.slow
    def test_an_award_that_is_saved_is_named_too(self, desk, division):
        regulated(division, ineligible_player={"reaward": "match"})
        send_all(desk)
        match = Match.objects.get(home__name="The Fleece", week=1)
        where = f"{HOME}secretary/matches/{match.public_id}/walkover/?for=ineligible&side=h&at=2&games=1"
        seen = re.search(r'name="seen" value="([^"]*)"', markup(desk.get(where))).group(1)
        sent = {"give": "all", "seen": seen.replace("&amp;", "&")}
        assert "two e-mails sent" in words(desk.post(where, sent, follow=True))

    @pytest.mark.slow
    def test_a_withdrawal_is_named_too(self, desk):
        send_all(desk)
        sent = {"effect": "all_void", "reason": "The pub has closed"}
        page = desk.post(f"{HOME}secretary/withdrawals/?team=division-one/the-shears", sent, follow=True)
        assert "two e-mails sent" in words(page)
        lines = desk.get(PAGE).context["out"].lines
        assert any("The Shears" in line and "void" in line for line in lines), lines

    @pytest.mark.slow
    def test_a_text_without_the_tables_is_compared_without_them(self, desk):
        press(desk, "publish", "?include=next-week")
        assert "other figures" not in corrected(desk)
