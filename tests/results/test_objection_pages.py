"""A hand objected to: what would follow is read before it is sent, and accepted with one tap."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Match, Objection, Scorecard, Side, TableEntry
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.selectors.scorecards import sheet_of
from tests.builders import FRIDAY, a_captain, a_division, a_match, a_secretary, regulated
from tests.builders_tables import an_entry, some_hands
from tests.reading import markup, words
from tests.results.photographs_world import a_photograph, a_reading
from tests.results.test_agreement_pages import at, sign

pytestmark = pytest.mark.django_db

HANDS = ("ha-h", "hh-a", "ha-h", "aha-", "hh-h", "hah-", "ah--", "ha-h")
HOUR = datetime.timedelta(hours=1)


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch, client: Client) -> Match:
    """6-4 and signed for The Fleece; table 4 was scored hand by hand and ended 15-8."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    division = regulated(a_division(), one_report_stands={"days": 2, "at": "12:00"})
    a_captain(division, "The Fleece", name="Ann")
    a_captain(division, "The Shears", name="Bob")
    match = a_match(division)
    for table, (home, away) in enumerate(((13, 15), (12, 15), (15, 10)), start=1):
        an_entry(match, "final", {"home-final": str(home), "away-final": str(away)}, table=table)
    some_hands(match, 4, *HANDS)
    assert sign(client, match, at(match, "The Fleece")).status_code == 303
    return match


@pytest.fixture
def fleece(match: Match) -> str:
    return at(match, "The Fleece")


@pytest.fixture
def shears(match: Match) -> str:
    return at(match, "The Shears")


def hands(**changed: str) -> dict[str, str]:
    """What the page sends of table 4, some hands changed: h3="ha-a"."""
    sent = {"report": "1"}
    for number, recorded in enumerate(HANDS, start=1):
        marks = changed.get(f"h{number}", recorded)
        for award, mark in zip(("high", "low", "jack", "game"), marks, strict=True):
            sent[f"h{number}-{award}"] = mark
    return sent


def an_objection(client: Client, shears: str, **changed: str) -> Objection:
    sent = hands(**(changed or {"h3": "ha-a"})) | {"object": "yes"}
    assert client.post(f"{shears}objection/4/", sent).status_code == 303
    return Objection.objects.latest("pk")


def answer(client: Client, address: str, objection: Objection, **what: str):
    return client.post(f"{address}objection/", {"objection": objection.pk, **what})


class TestWhatFollows:
    @pytest.mark.slow
    def test_nothing_can_be_sent_before_something_differs(self, client, match, shears):
        page = client.get(f"{shears}objection/4/")
        assert "Nothing changed yet" in words(page)
        assert "disabled" in markup(page).split('id="send"')[1].split(">")[0]
        refused = client.post(f"{shears}objection/4/", hands() | {"object": "yes"})
        assert refused.status_code == 422
        assert not Objection.objects.exists()

    def test_later_scores_and_the_match_are_read_before_it_is_sent(self, client, match, shears):
        page = client.post(f"{shears}objection/4/", hands(h3="ha-a") | {"look": "yes"})
        read = words(page)
        assert "Table 4: 14–9, not finished" in read
        assert "Match 6–4 becomes 2–4, with 4 points still open." in read
        assert "recorded 15–8 14–9" in read
        assert "disabled" not in markup(page).split('id="send"')[1].split(">")[0]
        assert not Objection.objects.exists()

    def test_hands_after_an_earlier_win_are_not_needed(self, client, match, shears):
        read = words(client.post(f"{shears}objection/4/", hands(h4="hhhh")))
        assert read.count("not needed") == 2
        assert "Table 4: 15–4" in read

    def test_what_no_side_can_have_taken_is_refused(self, client, match, shears):
        sent = hands(h3="ha-a") | {"h3-high": "x", "object": "yes"}
        assert client.post(f"{shears}objection/4/", sent).status_code == 422
        assert not Objection.objects.exists()

    def test_a_final_score_is_objected_to(self, client, match, shears):
        sent = {"report": "1", "home-final": "15", "away-final": "13", "object": "yes"}
        assert client.post(f"{shears}objection/1/", sent).status_code == 303
        assert Objection.objects.get().proposed == {"1/1/final": {"home-final": "15", "away-final": "13"}}

    @pytest.mark.slow
    def test_a_sheet_signed_anew_meanwhile_is_shown_instead(self, client, match, fleece, shears):
        an_entry(match, "notes", {"remarks": "A long night"}, table=1)
        assert sign(client, match, fleece, version=1).status_code == 303
        stale = client.post(f"{shears}objection/4/", hands(h3="ha-a") | {"object": "yes"})
        assert stale.status_code == 409
        assert not Objection.objects.exists()


class TestTheAnswer:
    @pytest.mark.slow
    def test_accepted_and_not_finished_the_table_goes_on(self, client, match, fleece, shears):
        objection = an_objection(client, shears)
        page = words(client.get(f"{fleece}objection/"))
        assert "The Shears claim Game of hand 3 at table 4. It would be 14–9, not finished." in page
        assert "Match 6–4 becomes 2–4" in page
        told = client.post(f"{fleece}objection/", {"objection": objection.pk, "accept": "yes"}, follow=True)
        assert "Accepted. Table 4 goes on" in words(told)
        assert not Scorecard.objects.filter(is_confirmed=True).exists()
        so_far = {game.table: game for game in LoggedMatch(match, log_of(match)).games()}
        assert so_far[4].score == (14, 9)
        assert not so_far[4].is_over
        # Finished at the table and signed by both, as any other.
        an_entry(match, "h9", {"high": "h", "low": "a", "jack": "-", "game": "a"}, table=4)
        assert sign(client, match, fleece, version=1).status_code == 303
        client.post(shears, {"report": 2, "agree": "yes"})
        assert Scorecard.objects.get(is_confirmed=True).version == 2

    def test_accepted_and_complete_it_is_the_result_signed_by_both(self, client, match, fleece, shears):
        objection = an_objection(client, shears, h4="hhhh")
        assert answer(client, fleece, objection, accept="yes").status_code == 303
        card = Scorecard.objects.get(is_confirmed=True)
        game = sheet_of(card).tables[3].games[0]
        assert (game.home_score, game.away_score, len(game.hands)) == (15, 4, 6)
        assert {(signature.side, signature.name) for signature in card.signatures.all()} == {
            ("h", "Ann"),
            ("a", "Bob"),
        }
        logged = LoggedMatch(match, log_of(match))
        assert logged.checked.faults == ()
        assert answer(client, fleece, objection, accept="yes").status_code == 303
        assert Scorecard.objects.count() == 2

    def test_whoever_is_too_late_to_accept_reads_so(self, client, match, fleece, shears):
        objection = an_objection(client, shears)
        assert answer(client, shears, objection, **{"take-back": "yes"}).status_code == 303
        entries = TableEntry.objects.count()
        late = answer(client, fleece, objection, accept="yes")
        assert late.status_code == 409
        assert "answered, withdrawn or signed anew meanwhile" in words(late)
        assert TableEntry.objects.count() == entries
        objection.refresh_from_db()
        assert objection.state == Objection.State.WITHDRAWN

    def test_nobody_accepts_their_own(self, client, match, shears):
        objection = an_objection(client, shears)
        assert answer(client, shears, objection, accept="yes").status_code == 422
        assert not Scorecard.objects.filter(is_confirmed=True).exists()

    @pytest.mark.slow
    def test_disagreed_the_secretary_decides_and_it_can_still_be_accepted(
        self, client, match, fleece, shears
    ):
        objection = an_objection(client, shears)
        sent = {"stand-by": "yes", "answer": "41 to 28 to us"}
        assert answer(client, fleece, objection, **sent).status_code == 303
        match.refresh_from_db()
        assert match.disputed_because.startswith("The Shears claim Game of hand 3 at table 4.")
        own_page = words(client.get(fleece))
        assert "See both versions" in own_page
        assert "Answer objection" not in own_page
        assert "The secretary decides." in words(client.get(f"{fleece}objection/"))
        assert answer(client, fleece, objection, accept="yes").status_code == 303
        match.refresh_from_db()
        assert match.disputed_because == ""

    def test_without_a_proposal_there_is_nothing_to_accept(self, client, match, fleece, shears):
        client.post(shears, {"report": 1, "at": "4-1-0", "because": "we won that one", "object": "yes"})
        objection = Objection.objects.get()
        assert answer(client, fleece, objection, accept="yes").status_code == 422
        assert objection.side == Side.AWAY


class TestTheSecretary:
    @pytest.fixture
    def disputed(self, client, match, fleece, shears) -> Objection:
        objection = an_objection(client, shears)
        answer(client, fleece, objection, **{"stand-by": "yes", "answer": "41 to 28 to us"})
        return objection

    @pytest.fixture
    def desk(self, match) -> Client:
        client = Client()
        client.force_login(a_secretary(match.division.season.league))
        return client

    @pytest.fixture
    def page(self, match) -> str:
        return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/dispute/"

    def decide(self, desk, page, objection, what, reason="On the slip it is Dyers’."):
        sent = {"decide": what, "objection": objection.pk, "latest": 1, "reason": reason}
        return desk.post(page, sent, follow=True)

    def undo(self, desk, match):
        slug, decision = match.division.season.league.slug, match.decisions.get()
        return desk.post(f"/{slug}/secretary/decided/{decision.public_id}/undo/", follow=True)

    def test_both_versions_hand_by_hand_and_what_each_means(self, disputed, desk, page):
        read = words(desk.get(page))
        assert "Dispute: table 4, hand 3" in read
        assert "15–8. The match ends 6–4." in read
        assert "14–9, not finished. The match is 2–4 so far." in read
        assert "Use 15–8 Match 6–4." in read
        assert "Use 14–9, reopen table 4 Match 2–4 so far, 4 points open." in read
        assert "Ann, Fri 15 Jan, 9.00 am: “41 to 28 to us”" in read
        assert "The other 7 hands agree." in read
        assert markup(desk.get(page)).count('class="ring"') == 2

    @pytest.mark.slow
    def test_an_objection_without_a_note_says_where_and_nothing_more(self, disputed, desk, page):
        read = words(desk.get(page.replace("dispute", "reports")))
        assert "The Shears, table 4, hand 3 Fri 15 Jan" in read

    @pytest.mark.slow
    def test_the_disputed_hand_is_outlined_where_its_sheet_was_read(self, match, disputed, desk, page):
        unread = a_photograph(match, sent_for="a")
        fields = {f"t{table}-h{hand}-game": "h" for table in (3, 4) for hand in (2, 3)}
        a_reading(a_photograph(match, sent_for="h"), fields, straightened=b"sheet")
        part = markup(desk.get(page)).split('class="slip-part"')[1].split("</aside>")[0]
        assert part.count("<rect") == 1, "hand 3 of table 4, and nothing else"
        assert "Tables 3, 4" in part
        assert unread.public_id in part.split("</svg>")[1]

    @pytest.mark.slow
    def test_of_several_photographs_nobody_read_none_is_chosen(self, match, disputed, desk, page):
        for side in "ha":
            a_photograph(match, sent_for=side)
        read = desk.get(page)
        assert "2 photographs. Compare the one that shows the table." in words(read)
        assert 'class="slip-part"' not in markup(read)

    @pytest.mark.slow
    def test_without_a_reason_nothing_is_decided(self, match, disputed, desk, page):
        answer = self.decide(desk, page, disputed, "recorded", reason=" ")
        assert answer.status_code == 422
        assert not Scorecard.objects.filter(is_confirmed=True).exists()

    @pytest.mark.slow
    def test_the_recorded_version_is_used_and_that_is_undone(self, match, disputed, desk, page):
        told = words(self.decide(desk, page, disputed, "recorded"))
        assert "Used the sheet of The Fleece" in told
        assert "Undo decision" in told
        assert sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[3].games[0].home_score == 15
        self.undo(desk, match)
        assert "Dispute: table 4, hand 3" in words(desk.get(page))

    def test_the_claimed_version_reopens_the_table_and_that_is_undone(self, match, disputed, desk, page):
        told = words(self.decide(desk, page, disputed, "proposed"))
        assert "Used the version of The Shears; table 4 goes on" in told
        assert self.score(match) == (14, 9)
        match.refresh_from_db()
        assert match.disputed_because == ""
        self.undo(desk, match)
        assert self.score(match) == (15, 8)
        assert "Dispute: table 4, hand 3" in words(desk.get(page))
        assert Scorecard.objects.get().set_aside_at is None

    @pytest.mark.slow
    def test_a_reopened_table_that_was_scored_since_is_not_undone(self, match, disputed, desk, page):
        self.decide(desk, page, disputed, "proposed")
        later = FRIDAY + HOUR
        an_entry(match, "h9", {"high": "h"}, table=4, received_at=later)
        assert "The table has been scored since" in words(self.undo(desk, match))
        assert self.score(match)[0] == 15

    @pytest.mark.slow
    def test_one_that_was_withdrawn_meanwhile_is_not_decided(
        self, client, match, shears, disputed, desk, page
    ):
        answer(client, shears, disputed, **{"take-back": "yes"})
        late = self.decide(desk, page, disputed, "proposed")
        assert late.status_code == 409
        assert "What you typed is not saved: “On the slip it is Dyers’.”" in words(late)

    def score(self, match) -> tuple[int, ...]:
        games = LoggedMatch(match, log_of(match)).games()
        return next(game.score for game in games if game.table == 4)


def test_two_signed_sheets_that_differ_are_the_two_versions(client, match, shears):
    wrong = match.entries.get(table=1)
    right = {"home-final": "15", "away-final": "13"}
    an_entry(match, "final", right, table=1, follows=[str(wrong.client_id)])
    assert sign(client, match, shears, version=1).status_code == 303
    Match.objects.update(disputed_because="Both sides have signed, not the same: table 1")
    league = match.division.season.league
    client.force_login(a_secretary(league))
    page = f"/{league.slug}/secretary/matches/{match.public_id}/dispute/"
    read = words(client.get(page))
    assert "Dispute: table 1, final score" in read
    assert "Use 13–15 Match 6–4." in read
    assert "Use 15–13 Match 8–2." in read
    client.post(page, {"decide": "sheet-2", "latest": 2, "reason": "The slip says so."})
    assert sheet_of(Scorecard.objects.get(is_confirmed=True)).tables[0].games[0].home_score == 15


def test_one_signature_a_side_one_button(client, match, shears):
    page = words(client.get(shears))
    assert "Agree: 6–4" in page
    assert "Sign: 6–4" not in page
