"""Two captains, two links: a result signed, agreed, objected to, left in silence, decided."""

import datetime
import uuid

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.links import token_of
from league.models import Match, Objection, Scorecard, Side, Signature
from league.regulations.selectors.match_facts import facts_of
from league.results.jobs import accept_silent_reports, dispute_unanswered
from league.results.selectors.scorecards import sheet_of
from league.results.services.disputes import dispute_match
from league.standings.selectors.match_lists import match_lines
from tests.builders import (
    FRIDAY,
    WEEK,
    a_captain,
    a_division,
    a_link,
    a_match,
    a_player,
    a_season,
    a_secretary,
    a_walkover,
    regulated,
)
from tests.builders_tables import an_entry, finals
from tests.examples import sampled
from tests.reading import markup, tables_read, words

pytestmark = pytest.mark.django_db

SHEET = finals((15, 9), (12, 15), (15, 11), (15, 8))
SCORES = ((15, 9), (12, 15), (15, 11), (15, 8))
DAY = datetime.timedelta(days=1)


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """Played on Thursday, scored at the tables; it is Friday morning, and reports stand at noon on Sunday."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    division = regulated(a_division(), one_report_stands={"days": 2, "at": "12:00"})
    a_captain(division, "The Fleece", name="Ann")
    match = a_match(division)
    scored(match)
    return match


def scored(match: Match, scores=SCORES) -> None:
    for table, (home, away) in enumerate(scores, start=1):
        an_entry(match, "final", {"home-final": str(home), "away-final": str(away)}, table=table)


def at(match: Match, team: str) -> str:
    enrolment = match.division.enrolments.get(team__name=team)
    link = enrolment.captain_links.filter(revoked_at=None).first() or a_link(match.division, team)
    return f"/c/{token_of(link)}/matches/{match.public_id}/"


@pytest.fixture
def fleece(match: Match) -> str:
    return at(match, "The Fleece")


@pytest.fixture
def shears(match: Match) -> str:
    return at(match, "The Shears")


def last_entry(match: Match) -> int:
    return match.entries.latest("pk").pk


def sign(client: Client, match: Match, address: str, *, version: int = 0, entries: int | None = None):
    seen = {"version": version, "entries": last_entry(match) if entries is None else entries, "sign": "yes"}
    return client.post(address, seen)


def card_of(match: Match, version: int = 1) -> Scorecard:
    return match.scorecards.get(version=version)


class TestTheWholeWay:
    def test_one_signs_and_the_other_agrees(self, client, match, fleece, shears):
        page = client.get(fleece)
        assert "Sign: 8–2, 57–43" in words(page)
        assert sign(client, match, fleece).status_code == 303
        assert "The Shears have until noon on Sunday 17 January to say otherwise" in words(client.get(fleece))

        page = words(client.get(shears))
        assert "The Fleece signed 8–2, 57–43" in page
        assert "Agreed by itself at noon on Sunday 17 January unless you say otherwise" in page
        assert "It agrees with the log" in page
        assert "As The Fleece signed them, above." in page
        assert client.post(shears, {"report": 1, "agree": "yes"}).status_code == 303

        card = card_of(match)
        assert card.is_confirmed
        assert sheet_of(card) == SHEET
        assert [
            (signature.side, signature.how, signature.name) for signature in card.signatures.order_by("id")
        ] == [
            ("h", "link", "Ann"),
            ("a", "link", ""),
        ]
        assert "The result is in: 8–2, 57–43" in words(client.get(fleece))

    def test_the_public_reads_how_far_it_is(self, client, match, fleece, shears):
        public = f"/{match.division.season.league.slug}/matches/{match.public_id}/"
        sign(client, match, fleece)
        page = words(client.get(public))
        assert "Reported by The Fleece" in page
        assert "waiting for The Shears until noon on Sunday 17 January" in page
        client.post(shears, {"report": 1, "agree": "yes"})
        assert "Signed by both captains" in words(client.get(public))

    @pytest.mark.slow
    def test_silence_agrees_when_the_clock_says_so(self, client, match, fleece):
        sign(client, match, fleece)
        accept_silent_reports(FRIDAY + 3 * DAY)
        assert "The Shears: nothing said in time" in words(client.get(fleece))
        public = f"/{match.division.season.league.slug}/matches/{match.public_id}/"
        assert "the other side did not object in time" in words(client.get(public))

    def test_an_objection_is_put_right_and_agreed(self, client, match, fleece, shears):
        sign(client, match, fleece)
        typed = {"report": 1, "at": "4-1-0", "because": "we won that one", "object": "yes"}
        assert client.post(shears, typed).status_code == 303
        page = words(client.get(fleece))
        assert "The Shears say table 4 is wrong: we won that one." in page
        answering = words(client.get(f"{fleece}objection/"))
        assert "The Shears say table 4 is wrong: we won that one." in answering
        assert "Disagree: send to the secretary" in answering
        assert "Accept" not in answering
        wrong = match.entries.get(table=4)
        right = {"home-final": "8", "away-final": "15"}
        an_entry(match, "final", right, table=4, follows=[str(wrong.client_id)])
        assert "The log of the tables has changed since you signed" in words(client.get(fleece))
        assert sign(client, match, fleece, version=1).status_code == 303
        assert Objection.objects.get().state == "corrected"
        client.post(shears, {"report": 2, "agree": "yes"})
        assert card_of(match, 2).is_confirmed

    @pytest.mark.slow
    def test_stood_by_goes_to_the_secretary_who_decides(self, client, match, fleece, shears):
        league = match.division.season.league
        sign(client, match, fleece)
        client.post(shears, {"report": 1, "at": "4-1-0", "because": "we won that one", "object": "yes"})
        typed = {"objection": Objection.objects.get().pk, "answer": "look at the slip", "stand-by": "yes"}
        assert client.post(f"{fleece}objection/", typed).status_code == 303
        assert "The secretary decides. The Shears, table 4: we won that one." in words(client.get(shears))

        client.force_login(a_secretary(league))
        desk = words(client.get(f"/{league.slug}/secretary/"))
        assert "Dispute: which sheet counts?" in desk
        page = f"/{league.slug}/secretary/matches/{match.public_id}/reports/"
        shown = words(client.get(page))
        assert "The Shears, table 4: we won that one." in shown
        assert "The Fleece: look at the slip." in shown
        decided = {"version": 1, "latest": 1, "reason": "the slip says 15-8"}
        assert client.post(page, decided).status_code == 303
        card = card_of(match, 2)
        assert (card.is_confirmed, card.reason) == (True, "the slip says 15-8")
        assert "The result is in. The captains" not in words(client.get(page))
        match.refresh_from_db()
        assert not match.disputed_because

    @pytest.mark.slow
    def test_two_sheets_signed_lie_side_by_side(self, client, match, fleece, shears):
        league = match.division.season.league
        sign(client, match, fleece)
        wrong = match.entries.get(table=4)
        other = {"home-final": "8", "away-final": "15"}
        an_entry(match, "final", other, table=4, follows=[str(wrong.client_id)])
        assert "It differs from the log of the tables" in words(client.get(shears))
        sign(client, match, shears, version=1)
        assert "Both sides have signed, not the same" in words(client.get(shears))
        dispute_unanswered(FRIDAY + 3 * DAY)
        client.force_login(a_secretary(league))
        page = words(client.get(f"/{league.slug}/secretary/matches/{match.public_id}/reports/"))
        assert "Table 4 differs 15–8 8–15 8–15" in page
        assert "Table 4, final 15–8 8–15" in page


class TestWhatIsRefused:
    def test_a_hand_that_came_in_meanwhile_is_looked_at_first(self, client, match, fleece):
        answer = sign(client, match, fleece, entries=last_entry(match) - 1)
        assert answer.status_code == 409
        assert "meanwhile" in words(answer)
        assert not match.scorecards.exists()

    @pytest.mark.slow
    def test_something_signed_meanwhile_is_looked_at_first(self, client, match, fleece, shears):
        sign(client, match, fleece)
        an_entry(match, "notes", {"remarks": "x"}, table=1)
        assert sign(client, match, shears).status_code == 409
        assert match.scorecards.count() == 1

    def test_a_sheet_that_is_not_finished_says_where(self, client, match, fleece):
        wrong = match.entries.get(table=3)
        an_entry(match, "final", {}, table=3, follows=[str(wrong.client_id)])
        page = client.get(fleece)
        assert "Before it can be signed: Table 3" in words(page)
        assert 'name="sign"' not in markup(page)
        assert sign(client, match, fleece).status_code == 422

    def test_an_objection_without_its_reason_keeps_what_was_chosen(self, client, match, fleece, shears):
        sign(client, match, fleece)
        answer = client.post(shears, {"report": 1, "at": "4-1-0", "because": "", "object": "yes"})
        assert answer.status_code == 422
        page = markup(answer)
        assert '<option value="4-1-0" selected>' in page
        assert 'role="alert"' in page
        assert not Objection.objects.exists()

    @pytest.mark.parametrize("where", sampled(["9-1-0", "x", "4-1-0-0", "", "-1-1-1"], each=10))
    def test_no_place_of_the_sheet(self, client, match, fleece, shears, where):
        sign(client, match, fleece)
        typed = {"report": 1, "at": where, "because": "x", "object": "yes"}
        assert client.post(shears, typed).status_code == 422

    @pytest.mark.parametrize("report", sampled(["2", "", "x", "1" * 30], each=10))
    def test_agreeing_to_what_does_not_wait(self, client, match, fleece, shears, report):
        sign(client, match, fleece)
        assert client.post(shears, {"report": report, "agree": "yes"}).status_code == 409
        assert Signature.objects.count() == 1

    @pytest.mark.slow
    def test_agreeing_twice_is_no_mistake(self, client, match, fleece, shears):
        sign(client, match, fleece)
        agreed = {"report": 1, "agree": "yes"}
        assert [client.post(shears, agreed).status_code for _ in range(2)] == [303, 303]
        assert Signature.objects.count() == 2

    def test_before_it_was_played(self, client, match, monkeypatch):
        monkeypatch.setattr(timezone, "now", lambda: FRIDAY - WEEK)
        answer = sign(client, match, at(match, "The Fleece"))
        assert answer.status_code == 422
        assert "Thursday 14 January" in words(answer)

    def test_a_match_given_without_play_has_nothing_to_sign(self, client, match, fleece):
        a_walkover(match)
        assert "Nothing is to be signed" in words(client.get(fleece))

    def test_a_table_given_without_play_is_not_missed(self, client, match, fleece):
        match.entries.filter(table=4).delete()
        a_walkover(match, table=4)
        assert sign(client, match, fleece).status_code == 303
        assert not card_of(match).tables.get(number=4).is_played


class TestNobodySignsForTheOther:
    def test_the_side_comes_from_the_link_whatever_is_sent(self, client, match, fleece):
        seen = {"version": 0, "entries": last_entry(match), "sign": "yes", "side": "a", "reported_for": "a"}
        client.post(fleece, seen)
        assert card_of(match).reported_for == Side.HOME

    def test_nobody_agrees_to_his_own(self, client, match, fleece):
        sign(client, match, fleece)
        assert client.post(fleece, {"report": 1, "agree": "yes"}).status_code == 409
        assert not card_of(match).is_confirmed

    def test_nobody_answers_or_takes_back_for_the_other(self, client, match, fleece, shears):
        sign(client, match, fleece)
        client.post(shears, {"report": 1, "at": "4-1-0", "because": "no", "object": "yes"})
        key = Objection.objects.get().pk
        assert client.post(f"{shears}objection/", {"objection": key, "stand-by": "yes"}).status_code == 422
        assert client.post(f"{fleece}objection/", {"objection": key, "take-back": "yes"}).status_code == 422
        assert Objection.objects.get().state == "open"

    def test_a_captain_of_neither_side_finds_no_match(self, client, match):
        a_match(match.division, "Packhorse & Drover", "The Tup and Bell")
        stranger = at(match, "Packhorse & Drover")
        assert client.get(stranger).status_code == 404
        assert client.post(stranger, {"sign": "yes"}).status_code == 404

    def test_a_link_of_another_season_finds_no_match(self, client, match):
        league = match.division.season.league
        later = a_division(a_season(league, "2027-28"), "Division One")
        link = a_link(later, "The Fleece")
        assert client.get(f"/c/{token_of(link)}/matches/{match.public_id}/").status_code == 404

    def test_a_forged_link_opens_nothing(self, client, match, fleece):
        token = fleece.split("/")[2]
        forged = fleece.replace(token, token[:-1] + ("0" if token[-1] != "0" else "1"))
        assert client.post(forged, {"sign": "yes"}).status_code == 404

    def test_the_links_of_the_players_and_the_code_do_not_sign(self, client, match):
        link = a_link(match.division, "The Fleece")
        token = token_of(link, "players")
        assert client.post(f"/c/{token}/matches/{match.public_id}/", {"sign": "yes"}).status_code == 404
        assert not match.scorecards.exists()

    def test_by_account_the_token_is_asked_for(self, match):
        strict = Client(enforce_csrf_checks=True)
        user = a_secretary(match.division.season.league, "ann")
        user.league_roles.update(role="captain", team=match.home)
        strict.force_login(user)
        address = f"/{match.division.season.league.slug}/captain/{match.home.slug}/matches/{match.public_id}/"
        assert strict.post(address, {"sign": "yes"}).status_code == 403
        page = strict.get(address)
        assert page.status_code == 200
        sent = {"version": 0, "entries": last_entry(match), "sign": "yes"}
        sent["csrfmiddlewaretoken"] = page.context["csrf_token"]
        assert strict.post(address, sent).status_code == 303
        assert card_of(match).signatures.get().how == "account"


class TestWhatIsShown:
    def test_phones_that_differ_stand_first(self, client, match, fleece):
        other = {"home-final": "8", "away-final": "15"}
        an_entry(match, "final", other, table=4, phone=uuid.UUID(int=9), sent_for="a")
        page = words(client.get(fleece))
        assert "Phones do not say the same" in page
        assert "Table 4, final score: at the table, phone 0000: 15–8; for The Shears" in page

    def test_names_of_the_other_side_as_they_chose(self, client, match, fleece, shears):
        own = a_player(match.home, "Jack Hirst", match.division.season, shown="hidden")
        an_entry(match, "home", {"1": own.public_id}, table=1)
        assert "Jack Hirst" in words(client.get(fleece))
        assert "Jack Hirst" not in words(client.get(shears))

    def test_what_the_secretary_wrote_for_himself_stays_with_him(self, client, match, fleece):
        dispute_match(match=match, because="a player nobody knows", now=FRIDAY)
        page = words(client.get(fleece))
        assert "The secretary decides." in page
        assert "a player nobody knows" not in page

    def test_the_page_is_told_to_nobody(self, client, match, fleece):
        answer = client.get(fleece)
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "private" in answer.headers["Cache-Control"]

    def test_the_log_says_who_sent_what(self, client, match, fleece):
        league = match.division.season.league
        client.force_login(a_secretary(league))
        page = words(client.get(f"/{league.slug}/secretary/matches/{match.public_id}/log/"))
        assert "Table 1, final score 15–9 phone 1 Thu 14 Jan, 9.00 pm" in page

    def test_it_takes_as_many_queries_for_every_hand_as_for_finals(self, client, match, shears, fleece):
        """The link, the match; cards, signatures, objections; five for the sheets; the log; two for the
        roster; rulings, photographs; the names of the others."""
        sign(client, match, fleece)
        client.get(shears)
        with CaptureQueriesContext(connection) as spent:
            client.get(shears)
        before = len(spent)
        for hand in range(1, 9):
            body = {"high": "h", "low": "h", "jack": "-", "game": "a"}
            an_entry(match, f"h{hand}", body, table=1)
        with CaptureQueriesContext(connection) as spent:
            client.get(shears)
        assert len(spent) == before <= 17, tables_read(spent)


def test_who_signs_sees_that_nobody_is_named_and_what_the_sheet_says_beside_its_score(client, match, fleece):
    hand = {"high": "h", "low": "h", "jack": "h", "game": "h"}
    for number in range(1, 5):
        an_entry(match, f"h{number}", hand, table=4)
    match.entries.filter(table=4, place="final").update(
        body={"home-final": "15", "away-final": "8", "contradiction": "foot"}
    )
    page = words(client.get(fleece))
    assert "No player is named, so it counts for none of them." in page
    assert "The hands give 15–0. The foot of the sheet counts." in page


def test_a_report_counts_as_in_for_its_side(client, match, fleece):
    """What pays by its own fault: the home side has reported in time, the away side has not."""
    sign(client, match, fleece)
    (facts,) = facts_of(match_lines(Match.objects.filter(pk=match.pk))).values()
    assert (facts.reports.home, facts.reports.away, facts.result_at) == (FRIDAY, None, None)
