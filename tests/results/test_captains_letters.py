"""E-mails to captains: once each, only those they want, and with a way to stop them."""

import datetime
import re

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from league.messages.jobs import send_notices
from league.models import Availability, Division, Enrolment, Match, Notice, Side
from league.people.services import choose_letters, save_captains
from league.results.jobs import write_before_match_days
from league.results.services.objections import object_to
from league.results.services.reports import Signer
from league.scheduling.services.postponements import request_from_other_side
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_captain,
    a_captains_link,
    a_division,
    a_match,
    a_player,
    a_walkover,
)
from tests.builders_tables import a_report
from tests.reading import heading, markup, words

pytestmark = pytest.mark.django_db

WEDNESDAY = datetime.datetime(2027, 1, 13, 9, 0, tzinfo=datetime.UTC)
MINUTE = datetime.timedelta(minutes=1)
Letter = Enrolment.LetterKind


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture
def fleece(division: Division) -> Enrolment:
    return a_captain(division, "The Fleece", name="Ann", email="ann@example.org")


@pytest.fixture
def shears(division: Division) -> Enrolment:
    return a_captain(division, "The Shears", name="Bob", email="bob@example.org")


def written() -> list[tuple[str, str]]:
    return sorted(Notice.objects.values_list("to", "subject"))


class TestTheDayBefore:
    def test_both_captains_are_written_to_once(self, match, fleece, shears):
        for minutes in range(3):
            write_before_match_days(WEDNESDAY + minutes * MINUTE)
        subject = "Tomorrow: The Fleece v The Shears"
        assert written() == [("ann@example.org", subject), ("bob@example.org", subject)]

    def test_it_says_when_and_where_and_who_has_not_said(self, division, match, fleece):
        joan, gwen = (a_player(match.home, name, division.season) for name in ("Joan Pell", "Gwen Lister"))
        Availability.objects.create(
            match=match, team=match.home, player=joan, answer="yes", answered_at=WEDNESDAY
        )
        write_before_match_days(WEDNESDAY)
        body = Notice.objects.get().body
        assert "tomorrow, Thursday 14 January 2027, 8.30 pm, The Fleece play at home to The Shears" in body
        assert f"1 can play, 0 cannot, 1 have not said: {gwen}." in body

    def test_two_clocks_at_once_write_once(self, match, fleece, monkeypatch):
        write_before_match_days(WEDNESDAY)
        monkeypatch.setattr(Notice.objects, "filter", lambda **_: Notice.objects.none())
        write_before_match_days(WEDNESDAY)
        monkeypatch.undo()
        assert Notice.objects.count() == 1

    def test_not_at_night_and_on_no_other_day(self, match, fleece):
        for now in (WEDNESDAY - MINUTE, WEDNESDAY - 24 * 60 * MINUTE, WEDNESDAY + 24 * 60 * MINUTE):
            write_before_match_days(now)
        assert not written()

    def test_a_match_that_was_moved_is_written_about_again(self, match, fleece):
        write_before_match_days(WEDNESDAY)
        Match.objects.update(date=NIGHT + WEEK)
        write_before_match_days(WEDNESDAY + WEEK)
        assert Notice.objects.count() == 2

    def test_not_of_a_match_given_without_play(self, match, fleece):
        a_walkover(match)
        write_before_match_days(WEDNESDAY)
        assert not written()


def ask_to_move(match: Match) -> None:
    request_from_other_side(
        match=match, asked_by=Side.AWAY, reason="darts", offered=(), answer_by=None, now=WEDNESDAY
    )


def object_to_report(match: Match) -> None:
    card = a_report(match, "h")
    object_to(card=card, signer=Signer(side=Side.AWAY), table=3, because="It was 15-13.", now=FRIDAY)


OCCASIONS = [
    (Letter.TOMORROW, lambda match: write_before_match_days(WEDNESDAY)),
    (Letter.SIGN, lambda match: a_report(match, "a")),
    (Letter.OBJECTION, object_to_report),
    (Letter.MOVE, ask_to_move),
]


@pytest.mark.parametrize(("letter", "occasion"), OCCASIONS, ids=lambda value: str(value)[:9])
class TestEachLetter:
    def test_it_goes_out_once_with_a_link_that_stops_it(self, match, fleece, letter, occasion, settings):
        settings.SITE = "https://league.example.org"
        occasion(match)
        now = Notice.objects.get(to="ann@example.org").wanted_at
        assert [send_notices(now + minutes * MINUTE) for minutes in (0, 1, 60)] == [1, 0, 0]
        (sent,) = mail.outbox
        assert f"To stop e-mails about {letter.label}: https://league.example.org/u/" in sent.body
        address = re.search(r"https://league.example.org(/u/\S+)", sent.body)[1]
        assert sent.extra_headers["List-Unsubscribe"] == f"<https://league.example.org{address}>"
        client = Client(enforce_csrf_checks=True)
        asked = client.get(address)
        assert heading(asked) == f"Stop e-mails about {letter.label}?"
        fleece.refresh_from_db()
        assert fleece.declined_letters == []
        answer = client.post(address, {"List-Unsubscribe": "One-Click"})
        assert heading(answer) == "E-mails stopped"
        fleece.refresh_from_db()
        assert fleece.declined_letters == [letter]

    def test_it_does_not_go_to_whoever_does_not_want_it(self, match, fleece, letter, occasion):
        choose_letters(enrolment=fleece, wanted=[kind for kind in Letter if kind != letter])
        occasion(match)
        assert not Notice.objects.filter(to="ann@example.org").exists()

    def test_it_goes_to_whoever_wants_only_this(self, match, fleece, letter, occasion):
        choose_letters(enrolment=fleece, wanted=[letter])
        occasion(match)
        assert Notice.objects.filter(to="ann@example.org").count() == 1


class TestChoosing:
    @pytest.fixture(autouse=True)
    def _on_wednesday(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(timezone, "now", lambda: WEDNESDAY)

    def test_all_are_ticked_until_a_captain_says_otherwise(self, client, division, match, fleece):
        address = a_captains_link(division)
        assert markup(client.get(address)).count("checked") == len(Letter)
        answer = client.post(address, {"e-mails": "yes", "wanted": ["sign", "move", "nonsense"]}, follow=True)
        assert "E-mails saved." in words(answer)
        assert markup(answer).count("checked") == 2
        fleece.refresh_from_db()
        assert fleece.declined_letters == ["tomorrow", "objection", "dates"]

    def test_without_an_address_it_says_whom_to_ask(self, client, division, match):
        page_text = words(client.get(a_captains_link(division)))
        assert "The league does not know your e-mail address. Ask the secretary to enter it." in page_text

    def test_whoever_has_a_new_address_has_declined_nothing(self, division, match, fleece):
        choose_letters(enrolment=fleece, wanted=[])
        save_captains(season=division.season, contacts={fleece.pk: {"email": "new@example.org"}})
        fleece.refresh_from_db()
        assert fleece.declined_letters == []


def test_a_link_cut_short_stops_nothing(client, fleece):
    assert client.get("/u/abc.def/").status_code == 404
