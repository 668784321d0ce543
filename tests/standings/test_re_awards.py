"""Ruled on after it was played, or declared void: what was played and what was decided are both shown."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from league.matches.services import declare_void
from league.models import Division, Match, Player, RuleBook, Ruling
from league.overview.home import league_home
from league.people.pages.player import player_record
from league.standings.selectors.standings import division_table
from tests.builders import (
    FRIDAY,
    NIGHT,
    WEEK,
    a_card,
    a_division,
    a_match,
    a_player,
    a_seat,
    a_secretary,
    a_walkover,
)
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db

PLAYED = ((15, 9), (12, 15), (15, 11), (15, 8))  # 8-2 to The Fleece
RINGER = "played under his cousin’s name"


@pytest.fixture
def match(db: None) -> Match:
    return a_match(a_division(teams=4))


@pytest.fixture
def desk(match: Match, client: Client, monkeypatch: pytest.MonkeyPatch) -> Client:
    """On the morning after the night."""
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    client.force_login(a_secretary(match.division.season.league))
    return client


@pytest.fixture
def ringer(match: Match) -> Player:
    """He sat at table 3 for The Fleece and won 15-11."""
    a_card(match, *PLAYED)
    player = a_player(match.home, "Jack Hirst", match.division.season)
    a_seat(match.scorecards.get().tables.get(number=3).games.get(), player)
    return player


def ruling_page(match: Match, query: str = "") -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/walkover/{query}"


def words(client: Client, address: str) -> str:
    page = re.sub(r"<(style|script|svg).*?</\1>", "", markup(client.get(address)), flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", page.replace("&#x27;", "'")).split())


def home_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/"


def page_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/matches/{match.public_id}/"


def points_of(division: Division) -> dict[str, int]:
    table = division_table(Division.objects.select_related("season__rule_book").get(pk=division.pk))
    return {table.entrants[row.record.team].name: row.record.match_points for row in table.rows}


class TestPlayedAndGivenAfterwards:
    def test_the_page_shows_the_match_as_it_was_played_and_as_it_was_ruled(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        answer = desk.post(ruling_page(match), {"at_fault": "h", "reason": RINGER})
        assert answer.status_code == 303
        page_text = words(desk, page_of(match))
        assert "The Fleece v The Shears: 0–10" in page_text
        assert f"Walkover for The Shears : {RINGER}" in page_text
        assert "what was played stays readable below" in page_text
        assert "As played: The Fleece 8–2 The Shears" in page_text
        assert "Jack Hirst" in page_text
        assert points_of(match.division)["The Shears"] == 20

    def test_one_table_goes_to_the_others_and_shows_both(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        assert "The Fleece 6–4 The Shears" in words(desk, ruling_page(match, "?table=3"))
        desk.post(ruling_page(match, "?table=3"), {"at_fault": "h", "reason": RINGER})
        page_text = words(desk, page_of(match))
        assert "The Fleece v The Shears: 6–4" in page_text
        assert (
            f"Walkover for The Shears {RINGER}. What was played follows; it counts for the players alone."
            in page_text
        )
        assert "Jack Hirst" in page_text
        assert "As played: The Fleece 8–2 The Shears" in page_text
        assert "Table 3 given to The Shears." in words(desk, f"{home_of(match)}teams/the-fleece/")

    def test_players_keep_what_they_did_at_the_table(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        before = player_record(ringer, season=match.division.season, to_secretary=True)
        for query in ("?table=3", ""):
            desk.post(ruling_page(match, query), {"at_fault": "h", "reason": RINGER})
        after = player_record(ringer, season=match.division.season, to_secretary=True)
        assert Ruling.objects.count() == 2
        assert before == after
        assert (before.total.played, before.total.won, before.total.points_for) == (1, 1, 15)

    @pytest.mark.slow
    def test_a_correction_later_keeps_what_was_played_at_the_table_that_was_given(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        a_walkover(match, "h", table=3)
        entry = ruling_page(match).replace("/walkover/", "/entry/")
        page = markup(desk.get(entry))
        assert re.search(r'name="t3-home-final"[^>]*value="15"', page)
        sent = {
            f"t{table}-{side}-final": str(score)
            for table, scores in enumerate(PLAYED, 1)
            for side, score in zip(("home", "away"), scores, strict=True)
        }
        sent |= {"t3-home-1": ringer.public_id, "t4-away-final": "7", "version": "1", "reason": "a 7"}
        assert desk.post(entry, sent | {"confirm": "yes"}).status_code == 303
        tables = match.scorecards.get(is_confirmed=True).tables
        assert tables.get(number=3).games.get().seats.get().player == ringer

    def test_taken_back_it_counts_as_it_was_played(self, desk: Client, match: Match, ringer: Player) -> None:
        ruling = a_walkover(match, "h")
        assert points_of(match.division)["The Fleece"] == 0
        desk.post(f"{home_of(match)}secretary/rulings/{ruling.public_id}/revoke/")
        assert points_of(match.division)["The Fleece"] == 16
        assert "As played" not in words(desk, page_of(match))

    def test_an_old_version_shows_what_it_gave_itself(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        a_walkover(match, "h", table=3)
        assert "8–2" in words(desk, f"{page_of(match)}versions/1/")


class TestVoid:
    def test_each_choice_says_what_it_does(self, desk: Client, match: Match) -> None:
        page_text = words(desk, ruling_page(match))
        assert "To The Shears The Fleece at fault. The Fleece 0–10 The Shears" in page_text
        assert (
            "Void It counts for neither side, whatever was played. The match is no longer to come."
            in page_text
        )
        a_card(match, *PLAYED)
        page_text = words(desk, ruling_page(match, "?table=2"))
        assert "whatever was played. The Fleece 8–0 The Shears; tables 3–0" in page_text

    def test_a_match_declared_void_counts_for_nobody_and_nobody_waits_for_it(
        self, desk: Client, match: Match
    ) -> None:
        answer = desk.post(ruling_page(match), {"at_fault": "void", "reason": "the cellar flooded"})
        assert answer.status_code == 303
        ruling = Ruling.objects.get()
        assert (ruling.kind, ruling.at_fault, ruling.table) == (Ruling.Kind.VOID, "", None)
        page_text = words(desk, page_of(match))
        assert "Void: the cellar flooded. It counts for neither side." in page_text
        assert "not in yet" not in page_text
        assert not any(points_of(match.division).values())
        assert "Nothing to decide" in words(desk, f"{home_of(match)}secretary/")
        assert "The Fleece v The Shears: the match void" in words(
            desk, f"{home_of(match)}secretary/adjustments/"
        )

    def test_lists_show_it_with_what_is_over(self, desk: Client, match: Match) -> None:
        a_walkover(match, at_fault="", kind=Ruling.Kind.VOID, reason="fog")
        division = match.division
        under = f"/{division.season.league.slug}/{division.season.slug}/{division.slug}/"
        team = f"{home_of(match)}teams/the-fleece/"
        for address in (f"{under}results/", f"{under}fixtures/", team):
            page_text = words(desk, address)
            assert "Declared void: fog" in page_text, address
            assert "not in yet" not in page_text

    @pytest.mark.slow
    def test_a_played_match_declared_void_shows_what_was_played(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        desk.post(ruling_page(match), {"at_fault": "void", "reason": "fog"})
        page_text = words(desk, page_of(match))
        assert "As played: The Fleece 8–2 The Shears" in page_text
        assert "The Fleece v The Shears: 8–2" not in page_text
        assert not any(points_of(match.division).values())
        entry = ruling_page(match).replace("/walkover/", "/entry/")
        assert "declared void, so nothing entered here counts" in words(desk, entry)

    def test_a_void_table_counts_for_neither(self, desk: Client, match: Match, ringer: Player) -> None:
        desk.post(ruling_page(match, "?table=2"), {"at_fault": "void", "reason": "marked cards"})
        page_text = words(desk, page_of(match))
        assert "The Fleece v The Shears: 8–0" in page_text
        assert "Void: it counts for neither side marked cards." in page_text
        assert "As played: The Fleece 8–2 The Shears" in page_text

    def test_neither_given_nor_void_twice(self, desk: Client, match: Match) -> None:
        declare_void(match=match, reason="fog", by=match.division.season.league.roles.get().user, on=NIGHT)
        answer = desk.post(ruling_page(match), {"at_fault": "h", "reason": "nobody came"})
        assert answer.status_code == 422
        assert "given as a walkover or declared void: undo that first" in markup(answer)

    def test_the_home_page_waits_for_it_neither_before_nor_after_its_night(self, match: Match) -> None:
        league = match.division.season.league
        assert league_home(league, NIGHT)["to_come"]
        assert not league_home(league, NIGHT + WEEK)["latest"]
        a_walkover(match, at_fault="", kind=Ruling.Kind.VOID, reason="fog")
        assert not league_home(league, NIGHT)["to_come"]
        assert league_home(league, NIGHT + WEEK)["latest"]
        assert not league_home(league, NIGHT + WEEK)["owed"]

    @pytest.mark.slow
    def test_neither_desk_nor_night_waits_for_it(self, desk: Client, match: Match) -> None:
        secretary, night = f"{home_of(match)}secretary/", f"{home_of(match)}secretary/nights/{NIGHT}/"
        assert "Nothing to decide" not in words(desk, secretary)
        assert "missing" in words(desk, night)
        a_walkover(match, at_fault="", kind=Ruling.Kind.VOID, reason="fog")
        assert "Nothing to decide" in words(desk, secretary)
        assert "Void: fog" in words(desk, night)
        assert "missing" not in words(desk, night)

    def test_the_desk_shows_a_confirmed_match_that_is_void_without_points(
        self, desk: Client, match: Match, ringer: Player
    ) -> None:
        a_walkover(match, at_fault="", kind=Ruling.Kind.VOID, reason="fog")
        assert "Last entered" in words(desk, f"{home_of(match)}secretary/results/")


@pytest.mark.parametrize("query", sampled(["?table=1", ""], each=2))
@pytest.mark.parametrize(("keeps", "counts", "other"), [(True, "39–53", "38–38"), (False, "38–38", "39–53")])
def test_an_award_need_not_cost_the_other_side_the_score_it_won(
    desk: Client, match: Match, query: str, keeps: bool, counts: str, other: str
) -> None:
    """The Fleece, who had the player, lost his table 1-15: struck out, they were better off."""
    a_card(match, (1, 15), (12, 15), (11, 15), (15, 8))
    rule = {"reaward": "table", "keeps_score": True} if keeps else {"reaward": "table"}
    RuleBook.objects.update(regulations={"ineligible_player": rule})
    preview = words(desk, ruling_page(match, query))
    if not query:
        counts, other = ("39–53", "0–0") if keeps else ("0–0", "39–53")
    assert f"game points {counts}. By the season’s rules" in preview
    assert f"game points {other}." in preview
    desk.post(ruling_page(match, query), {"at_fault": "h", "reason": RINGER})
    division = Division.objects.select_related("season__rule_book").get(pk=match.division.pk)
    counted = {row.record.score_for for row in division_table(division).rows}
    assert counted - {0} == {*map(int, counts.split("–"))} - {0}
