"""A match scored at its tables by plain forms, sent as they stand on the page."""

import itertools
import re
import uuid
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.links import token_of
from league.accounts.services.links import issue_link
from league.models import LeagueRole, Match, Player, RuleBook, ScoringCode, TableEntry, User
from league.regulations.presets import get
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from tests.builders import (
    FRIDAY,
    WEEK,
    a_captain,
    a_card,
    a_division,
    a_match,
    a_player,
    a_season,
    a_secretary,
)
from tests.builders_tables import some_hands
from tests.examples import sampled
from tests.hostile.garbage_forms import GARBAGE_VALUES
from tests.results.test_entry_family import CARIBBEAN

pytestmark = pytest.mark.django_db

AWARDS = ("high", "low", "jack", "game")
GAME = "hhah ahna hhhh aana hhnn ahna hana ahha hh"
"""Home wins 15-12: hand 9 ends on High."""


class Fields(HTMLParser):
    """The forms of a page by what they do, each with its fields as a browser would send them untouched."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name, value = said.get("name") or "", said.get("value") or ""
        if tag == "form":
            self.forms.append({})
        elif tag == "select":
            self._select = name
        elif tag == "option" and "selected" in said:
            self.forms[-1][self._select] = value
        elif tag == "input" and name and (said.get("type") not in ("radio", "checkbox") or "checked" in said):
            self.forms[-1][name] = value


def form_of(page: str, what: str, at: int = 0) -> dict[str, str]:
    return [form for form in Fields(page).forms if form.get("what") == what][at]


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture
def code(match: Match) -> str:
    return ScoringCode.objects.create(match=match, code="fleece23", issued_at=FRIDAY).code


class AtTable:
    """Somebody with a phone without script at a table."""

    def __init__(self, client: Client, address: str) -> None:
        self.client, self.address = client, address

    def look(self, query: str = "") -> str:
        return self.client.get(self.address + query).content.decode()

    def send(self, what: str, at: int = 0, query: str = "", **fields: str) -> Any:
        form = form_of(self.look(query), what, at)
        return self.client.post(self.address + query, {**form, **fields})

    def peg(self, marks: str, **fields: str) -> Any:
        taken = {award: mark.replace("n", "-") for award, mark in zip(AWARDS, marks, strict=False)}
        return self.send("hand", **taken, **fields)


def already_logged(match: Match, *hands: str) -> None:
    """Hands of table 1 that came in before, each with all its marks."""
    some_hands(match, 1, *(hand.ljust(len(AWARDS), "-").replace("n", "-") for hand in hands))


@pytest.fixture
def table(client: Client, code: str) -> AtTable:
    return AtTable(client, f"/s/{code}/tables/1/")


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def score(match: Match, table: int = 1, game: int = 1) -> tuple[int, ...]:
    logged = LoggedMatch(match, log_of(match))
    return next(one.score for one in logged.games() if (one.table, one.game) == (table, game))


@pytest.mark.parametrize("tables", sampled([1, 4], each=2))
def test_a_whole_match_is_scored_hand_by_hand(client: Client, match: Match, code: str, tables: int) -> None:
    RuleBook.objects.update(tables=tables)
    for number in range(1, tables + 1):
        table = AtTable(client, f"/s/{code}/tables/{number}/")
        for hand in GAME.split():
            assert table.peg(hand).status_code == 303
        assert "The Fleece won 15–12, after 9 hands." in words(table.look())
    match = Match.objects.get()
    sheet = LoggedMatch(match, log_of(match)).sheet
    assert [(one.games[0].home_score, one.games[0].away_score) for one in sheet.tables] == [(15, 12)] * tables
    assert words(client.get(f"/s/{code}/").content.decode()).count("15–12") == 2 * tables


@pytest.mark.parametrize(("minute", "is_another_day"), [(4 * 60 + 59, False), (5 * 60, True)])
def test_a_night_ends_at_five_in_the_morning(table: AtTable, monkeypatch, minute: int, is_another_day: bool):
    now = FRIDAY.replace(hour=minute // 60, minute=minute % 60)
    monkeypatch.setattr(timezone, "now", lambda: now)
    assert ("This match is on Thu 14 Jan, not today." in words(table.look())) is is_another_day


def test_the_first_sight_says_what_to_do(table: AtTable) -> None:
    page = words(table.look())
    assert "Hand 1. Who pitches?" in page
    table.peg("hhnh")
    assert "Four taps" not in words(table.look())


def test_a_form_sent_twice_counts_once(table: AtTable, match: Match) -> None:
    form = {**form_of(table.look(), "hand"), "high": "h", "low": "a", "jack": "-", "game": "h"}
    assert [table.client.post(table.address, form).status_code for _ in range(2)] == [303, 303]
    assert match.entries.count() == 1


@pytest.mark.parametrize("is_secure", [True, False])
def test_the_phone_s_cookie_never_leaves_an_encrypted_connection(table: AtTable, is_secure: bool) -> None:
    form = {**form_of(table.look(), "hand"), "high": "h", "low": "a", "jack": "-", "game": "h"}
    cookie = table.client.post(table.address, form, secure=is_secure).cookies["pegboard-phone"]
    assert bool(cookie["secure"]) is is_secure
    assert cookie["httponly"]


def test_a_hand_without_all_its_answers_is_refused_and_keeps_what_was_tapped(table: AtTable) -> None:
    answer = table.peg("ha")
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'role="alert"' in page
    assert "Jack and Game not recorded" in words(page)
    assert form_of(page, "hand")["high"] == "h"
    assert not TableEntry.objects.exists()


@pytest.mark.parametrize(
    ("field", "text"), sampled([("high", "x"), ("home-points", "many"), ("game", "é")], each=3)
)
def test_what_is_no_answer_is_named(table: AtTable, field: str, text: str) -> None:
    answer = table.send("hand", **{field: text})
    assert answer.status_code == 422
    assert f"“{text}” cannot be" in words(answer.content.decode())


def test_points_after_the_winning_one_are_kept_and_not_pegged(table: AtTable, match: Match) -> None:
    already_logged(match, *GAME.split()[:-1])
    assert table.peg("hhaa").status_code == 303
    assert match.entries.get(place="h9").body == {"high": "h", "low": "h", "jack": "a", "game": "a"}
    assert "The Fleece won 15–12, after 9 hands." in words(table.look())


def test_undo_names_the_hand_and_takes_it_back(table: AtTable, match: Match) -> None:
    table.peg("hhnh")
    table.peg("ahna")
    assert "Undo hand 2, 1–2" in words(table.look())
    table.send("undo")
    assert score(match) == (3, 0)
    table.peg("hhhh")
    assert score(match) == (7, 0)


def test_an_earlier_hand_is_put_right_after_what_follows_was_shown(table: AtTable, match: Match) -> None:
    already_logged(match, "hhnh", "ahna", "hhhh")
    shown = table.send("hand", query="?hand=2", high="h", look="yes")
    assert shown.status_code == 200
    assert "9–1 was 8–2" in words(shown.content.decode())
    assert score(match) == (8, 2)
    form = form_of(shown.content.decode(), "hand")
    assert table.client.post(table.address, form).status_code == 303
    assert score(match) == (9, 1)
    assert match.entries.filter(place="h2").count() == 2


def hands(match: Match) -> list[str]:
    """Return the marks of the hands of table 1, as they are pegged here."""
    bodies = sorted(
        (place.hand or 0, body) for place, body in LoggedMatch(match, log_of(match)).bodies.items()
    )
    return ["".join(body[award] for award in AWARDS) for _, body in bodies if body]


def test_an_earlier_hand_is_removed_and_put_back_without_script(table: AtTable, match: Match) -> None:
    already_logged(match, "hhnh", "ahna", "ahna", "hhhh")
    assert score(match) == (9, 4)
    assert "change=remove" in table.look("?hand=3")
    shown = table.look("?hand=3&change=remove")
    assert "Remove hand 3, the same as hand 2. Hand 4 becomes hand 3." in words(shown)
    assert "Preview: 9–4 becomes 8–2. Nothing is saved yet." in words(shown)
    form = form_of(shown, "hand")
    assert [table.client.post(table.address, form).status_code for _ in range(2)] == [303, 303]
    assert (score(match), hands(match)) == ((8, 2), ["hh-h", "ah-a", "hhhh"])
    marks = {"high": "a", "low": "h", "jack": "-", "game": "a"}
    shown = table.send("hand", query="?hand=3&change=insert", look="yes", **marks).content.decode()
    assert "Preview: 8–2 becomes 9–4. Nothing is saved yet." in words(shown)
    assert score(match) == (8, 2)
    form = form_of(shown, "hand")
    assert [table.client.post(table.address, form).status_code for _ in range(2)] == [303, 303]
    assert (score(match), hands(match)) == ((9, 4), ["hh-h", "ah-a", "ah-a", "hhhh"])


@pytest.mark.slow
@pytest.mark.parametrize("change", sampled(["remove", "insert"], each=2))
def test_hands_that_changed_meanwhile_are_not_moved(table: AtTable, match: Match, change: str) -> None:
    already_logged(match, "hhnh", "ahna")
    form = form_of(table.look(f"?hand=1&change={change}"), "hand")
    table.peg("hhhh")
    marks = dict.fromkeys(AWARDS, "h") if change == "insert" else {}
    refused = table.client.post(table.address, {**form, **marks})
    assert refused.status_code == 422
    assert "The hands have changed meanwhile. Look through them, and begin again." in words(
        refused.content.decode()
    )
    assert hands(match) == ["hh-h", "ah-a", "hhhh"]


def test_two_phones_that_differ_are_both_shown_and_either_is_accepted(table: AtTable, match: Match) -> None:
    seen = form_of(table.look(), "hand")
    table.peg("hhnh")
    other = {**seen, "id": "00000000-0000-4000-8000-000000000009", "high": "a", "low": "h", "jack": "-"}
    Client().post(table.address, {**other, "game": "h"})
    page = table.look()
    assert "Hand 1: two phones differ." in words(page)
    assert "High Shears, Low Fleece, Jack nobody, Game Fleece" in words(page)
    table.send("accept", at=1)
    assert score(match) == (2, 1)
    assert "two phones differ" not in words(table.look())


@pytest.mark.slow
def test_both_phones_saying_the_same_is_one_hand_and_a_correction_replaces_both(
    table: AtTable, match: Match
) -> None:
    seen = form_of(table.look(), "hand")
    for number in (1, 2):
        id_ = f"00000000-0000-4000-8000-00000000000{number}"
        typed = {"high": "h", "low": "h", "jack": "-", "game": "h"}
        Client().post(table.address, {**seen, "id": id_, **typed})
    table.send("hand", query="?hand=1", low="a")
    assert score(match) == (2, 1)
    assert "two phones differ" not in words(table.look())


@pytest.mark.slow
def test_who_plays_is_picked_or_typed_and_stands_on_the_page(table: AtTable, match: Match) -> None:
    season = match.division.season
    joan = a_player(match.home, "Joan Pell", season)
    table.send("names", **{"home-1": joan.public_id, "home-2-other": "Somebody New", "away-1-other": "Sunil"})
    table.send("names", **{"away-2-other": "Wilf"})
    table.send("pitch", **{"first-pitch": "h"})
    page = words(table.look())
    assert "Hand 1. Joan pitches, Wilf deals , on Joan’s right ." in page
    pair = LoggedMatch(match, log_of(match)).checked.written.tables[0].games[0].home_pair
    assert [name.written for name in pair] == [joan.public_id, "Somebody New"]  # nobody is looked up here


def test_the_squad_has_whoever_played_lately_first_and_nobody_who_wants_no_name_shown(
    table: AtTable, match: Match
) -> None:
    season = match.division.season
    for name in ("Alan Brook", "Zoë Last"):
        a_player(match.home, name, season)
    a_player(match.home, "Hidden One", season, shown=Player.Shown.HIDDEN)
    a_player(match.home, "Ina Short", season, shown=Player.Shown.INITIALS)
    earlier = a_match(match.division, date=match.date - WEEK, week=2)
    game = a_card(earlier, (15, 3)).tables.get().games.get()
    game.seats.create(side="h", place=1, player=Player.objects.get(name="Zoë Last"))
    page = table.look()
    assert page.index("Zoë Last") < page.index("Alan Brook")
    assert "I. S." in page
    assert "Hidden" not in page


def test_only_the_final_score(table: AtTable, match: Match) -> None:
    assert table.send("final", **{"away-final": "15", "home-final": "15"}).status_code == 422
    assert table.send("final", **{"away-final": "9"}).status_code == 303
    assert score(match) == (15, 9)
    assert "The Fleece won 15–9." in words(table.look())


def test_where_only_final_scores_are_entered_nobody_is_asked_for_hands(client: Client) -> None:
    book = get("crown-green").rule_book()
    book.save()
    match = a_match(a_division(a_season(rule_book=book)))
    ScoringCode.objects.create(match=match, code="green234", issued_at=FRIDAY)
    table = AtTable(client, "/s/green234/tables/1/")
    page = table.look()
    assert "Peg hand" not in words(page)
    assert re.search(r'class="asking" data-hand-asked\s+hidden', page)
    assert re.search(r"data-final\s+open", page)
    assert table.send("final", **{"away-final": "12"}).status_code == 303
    assert "The Fleece won 21–12." in words(table.look())
    client.force_login(a_secretary(match.division.season.league))
    slug = match.division.season.league.slug
    entry = client.get(f"/{slug}/secretary/matches/{match.public_id}/entry/").content.decode()
    assert 'name="t1-home-final"' in entry
    assert "t1-h1-high" not in entry
    rules = words(client.get(f"/{slug}/rules/").content.decode())
    assert "Heckmondwike" not in rules
    assert "six cards" not in rules


@pytest.mark.slow
def test_a_final_score_after_two_hands_keeps_them_and_undo_takes_it_back(
    table: AtTable, match: Match
) -> None:
    table.peg("haah")
    table.peg("hana")
    refused = table.send("final", **{"home-final": "2", "away-final": "15"})
    assert refused.status_code == 422
    assert "cannot have ended 2-15: The Fleece had 3 after hand 2." in words(refused.content.decode())

    assert table.send("final", **{"home-final": "12"}).status_code == 303
    assert score(match) == (12, 15)
    page = words(table.look())
    assert "The Shears won 15–12." in page
    assert "Undo final score" in page
    sheet = LoggedMatch(match, log_of(match)).sheet
    assert len(sheet.tables[0].games[0].hands) == 2

    table.send("undo")
    assert score(match) == (3, 4)
    assert "Hand 3." in words(table.look())


def test_a_final_score_that_later_hands_contradict_does_not_count_and_says_so(
    table: AtTable, match: Match
) -> None:
    table.send("final", **{"home-final": "2"})
    assert score(match) == (2, 15)
    table.client.post(
        table.address,
        {
            "what": "hand",
            "id": str(uuid.uuid4()),
            "place": "h1",
            "high": "h",
            "low": "h",
            "jack": "h",
            "game": "a",
        },
    )
    assert score(match) == (3, 1)
    assert "The Fleece had 3 after hand 1." in words(table.look())


@pytest.mark.slow
def test_a_table_not_played_and_its_remark(table: AtTable, match: Match) -> None:
    table.send("notes", **{"not-played": "yes", "remarks": "The lamp failed."})
    written = LoggedMatch(match, log_of(match)).checked.written.tables[0]
    assert (written.is_played, written.remarks) == (False, "The lamp failed.")
    assert table.send("notes", remarks="x" * 201).status_code == 422


@pytest.mark.slow
def test_a_penalty_is_pegged_with_its_hand(table: AtTable, match: Match) -> None:
    assert table.peg("hhnh", **{"p1-points": "4", "p1-reason": "peeked"}).status_code == 422
    details = {"p1-side": "a", "p1-points": "4", "p1-reason": "peeked"}
    assert table.peg("hhnh", **details).status_code == 303
    assert score(match) == (3, 4)


def test_cards_and_card_points_go_with_the_hand(table: AtTable, match: Match) -> None:
    noted = {"trump": "S", "high-card": "A", "low-card": "3", "home-points": "40", "away-points": "21"}
    assert table.peg("hhnh", **noted).status_code == 303
    hand = LoggedMatch(match, log_of(match)).sheet.tables[0].games[0].hands[0]
    assert (str(hand.high_card), hand.card_points) == ("AS", (40, 21))


def test_a_code_opens_its_own_match_only(client: Client, table: AtTable, match: Match) -> None:
    assert client.get(table.address.replace("tables/1/", "tables/9/")).status_code == 404
    assert client.get(table.address + "?game=2").status_code == 404
    assert client.get(table.address + "?game=x&hand=99").status_code == 200


def test_what_the_page_lost_is_asked_for_again(table: AtTable) -> None:
    answer = table.peg("hhnh", id="gone")
    assert answer.status_code == 422
    assert form_of(answer.content.decode(), "hand")["high"] == "h"
    assert table.client.post(table.address, {"what": "nothing"}).status_code == 422


@pytest.mark.parametrize("garbage", sampled(GARBAGE_VALUES, each=100))
def test_garbage_in_a_form_gets_a_sentence_or_is_kept_as_it_can_be(table: AtTable, garbage: str) -> None:
    table.peg("hhnh")
    names = ("high", "jack", "turnup", "beg", "hung", "trump", "high-card", "home-points", "p1-side")
    names += ("p1-points", "p1-reason", "p1-kind", "home-1", "home-1-other", "away-2-other", "first-pitch")
    names += ("home-final", "away-final", "remarks", "not-played", "version", "place", "follows-h2")
    form = form_of(table.look(), "hand")
    whats = ("hand", "names", "pitch", "final", "notes", "undo", "accept")
    for what, place in itertools.product(whats, ("h2", garbage)):
        sent = {**dict.fromkeys(names, garbage), "what": what, "id": form["id"], "place": place}
        body = urlencode(sent, errors="surrogatepass")
        kind = "application/x-www-form-urlencoded"
        answer = table.client.post(table.address, body, content_type=kind)
        assert answer.status_code in {303, 422}
        if answer.status_code == 422:
            assert 'role="alert"' in answer.content.decode()
    assert table.client.get(table.address).status_code == 200


def test_a_result_already_confirmed_is_said(table: AtTable, match: Match) -> None:
    a_card(match, (15, 9), (12, 15), (15, 11), (15, 8))
    assert "The result of this match is confirmed" in words(table.look())


class TestACaptain:
    @pytest.fixture
    def table(self, client: Client, match: Match) -> AtTable:
        enrolment = a_captain(match.division, "The Shears", name="Derek")
        token = token_of(issue_link(enrolment=enrolment, by=None, now=FRIDAY))
        return AtTable(client, f"/c/{token}/matches/{match.public_id}/score/tables/1/")

    def test_home_is_on_the_left_whoever_holds_the_phone(self, table: AtTable) -> None:
        page = table.look()
        assert page.index("The Fleece</span>") < page.index("The Shears</span>")
        assert page.index("Fleece</span>") < page.index("Shears</span>")

    def test_what_he_says_is_his_sides_word(self, table: AtTable, match: Match) -> None:
        assert table.peg("aana").status_code == 303
        assert match.entries.get().sent_for == "a"
        assert "Undo hand 1, 0–3" in words(table.look())

    def test_he_sees_his_own_squad_whole(self, table: AtTable, match: Match) -> None:
        for team, name in ((match.away, "Own Hidden"), (match.home, "Other Hidden")):
            a_player(team, name, match.division.season, shown=Player.Shown.HIDDEN)
        page = table.look()
        assert "Own Hidden" in page
        assert "Other Hidden" not in page

    def test_a_match_of_others_is_not_found(self, client: Client, table: AtTable, match: Match) -> None:
        other = a_match(match.division, "Station Tap", "The Tup and Bell")
        assert client.get(table.address.replace(match.public_id, other.public_id)).status_code == 404


class TestTrinidad:
    @pytest.fixture
    def match(self) -> Match:
        return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**CARIBBEAN))))

    def test_a_hand_with_all_its_extras(self, table: AtTable, match: Match) -> None:
        answer = table.peg("hhhh", turnup="6", beg="r", hung="yes")
        assert answer.status_code == 422
        assert "Say which side led the first hand" in words(answer.content.decode())
        table.send("pitch", **{"first-pitch": "h"})
        table.peg("hhhh", turnup="6", beg="-")
        assert score(match) == (5, 2)
        assert table.peg("aahn", hung="yes", turnup="9").status_code == 303
        assert score(match) == (11, 4)

    @pytest.mark.slow
    def test_a_misdeal_and_a_renege_are_kinds_of_penalty(self, table: AtTable, match: Match) -> None:
        table.send("pitch", **{"first-pitch": "h"})
        table.peg("hhna", **{"p1-kind": "misdeal", "p1-side": "a", "p1-points": "1"})
        assert score(match) == (2, 3)

    @pytest.mark.slow
    def test_a_table_goes_on_with_its_next_game(self, table: AtTable, match: Match) -> None:
        table.send("names", **{"home-1-other": "Joan"})
        for _ in range(3):
            table.peg("hhhh")
        page = words(table.look("?game=1"))
        assert "The Fleece won" in page
        assert "Table 1, game 2" in words(table.look())
        assert "Joan" in words(table.look())
        table.send("names", **{"home-1-other": "Mary"})
        assert "Joan" in words(table.look("?game=1"))
        assert match.entries.filter(game=2, place="home").get().body["1"] == "Mary"


def test_a_page_makes_as_many_queries_however_long_the_log_is(
    client: Client, table: AtTable, match: Match
) -> None:
    """The code, its openings, walkovers, the log and how far it goes, squads, confirmed card, other days."""
    a_player(match.home, "Joan Pell", match.division.season)

    def queries() -> int:
        with CaptureQueriesContext(connection) as made:
            table.look()
        return len(made)

    table.look()  # by the code for the first time, which is remembered
    first = queries()
    already_logged(match, *GAME.split())
    assert queries() == first == 9


def test_a_form_gone_back_to_and_changed_is_another_word_and_both_are_shown(
    table: AtTable, match: Match
) -> None:
    form = {**form_of(table.look(), "hand"), "high": "h", "low": "h", "jack": "-", "game": "h"}
    table.client.post(table.address, form)
    table.client.post(table.address, {**form, "low": "a"})
    assert "Hand 1: two phones differ." in words(table.look())


@pytest.mark.slow
def test_a_captain_by_account_is_asked_for_the_token_of_his_page(match: Match) -> None:
    user = User.objects.create_user(username="derek", password="password")
    league = match.division.season.league
    LeagueRole.objects.create(league=league, user=user, role=LeagueRole.Role.CAPTAIN, team=match.away)
    client = Client(enforce_csrf_checks=True)
    client.force_login(user)
    base = f"/{league.slug}/captain/{match.away.slug}/matches/{match.public_id}/score/"
    table = AtTable(client, f"{base}tables/1/")
    assert client.get(base).status_code == 200
    assert client.post(table.address, {"what": "hand"}).status_code == 403
    assert table.peg("hhnh").status_code == 303
