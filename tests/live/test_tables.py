"""A match while it is played: what the log and the card of it say, table by table."""

from collections.abc import Iterable
from typing import Any

import pytest

from league.live import tables
from league.live.tables import BoardMatch, TableState, match_board
from league.models import Match, Player, RuleBook
from league.results.log import LogEntry
from league.results.logged_match import LoggedMatch
from league.results.selectors.entry import match_in
from league.results.selectors.log import log_of
from league.results.selectors.names import roster_of
from league.standings.selectors.match_lists import match_lines
from tests.builders import a_card, a_division, a_match, a_player, a_season, a_walkover
from tests.builders_tables import an_entry, some_hands

pytestmark = pytest.mark.django_db

US, THEM = "hhhh", "aaaa"
GAME_WON = (US, US, US, "hhh-")


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture(autouse=True)
def _nothing_known() -> None:
    tables._known_tables.clear()


def watched(match: Match, *, with_names: bool = False) -> BoardMatch:
    match = match_in(match.division.season.league, match.public_id)
    (line,) = match_lines(Match.objects.filter(pk=match.pk))
    roster = roster_of(match) if with_names else None
    board = match_board(match, line, log_of(match), roster)
    # With what is remembered of its tables it is the same.
    revision = str(RuleBook.objects.values())
    assert match_board(match, line, log_of(match), roster, revision=revision) == board
    return board


def test_only_the_table_of_a_hand_is_looked_at_anew(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    some_hands(match, 1, "ha-h", "hhha")
    some_hands(match, 2, "ha-h")
    before = watched(match)
    seen: list[set[int]] = []

    class Watched(LoggedMatch):
        def __init__(self, match: Match, entries: Iterable[LogEntry], *more: Any) -> None:
            super().__init__(match, entries, *more)
            seen.append({entry.place.table for entry in self.entries})

    monkeypatch.setattr(tables, "LoggedMatch", Watched)
    an_entry(match, "h2", {"high": "h", "low": "h", "jack": "h", "game": "a"}, table=2)
    after = watched(match)
    assert seen == [{1, 2}, {2}]
    assert after.tables[0] == before.tables[0]
    assert after.tables[1].score == before.tables[0].score


def test_nothing_has_been_played(match: Match) -> None:
    board = watched(match)
    assert not board.is_begun
    assert {table.state for table in board.tables} == {TableState.TO_COME}


def test_a_table_stands_where_its_hands_put_it(match: Match) -> None:
    some_hands(match, 2, "ha-h", "hhha")
    table = watched(match).tables[1]
    assert (table.state, table.score, table.before, table.hand) == (TableState.PLAYING, (5, 2), (2, 1), 3)
    assert table.from_out is None


def test_the_likelier_side_depends_on_the_score_and_on_who_deals(match: Match) -> None:
    some_hands(match, 2, "ha-h", "hhha")
    without = watched(match).tables[1].likely
    an_entry(match, "pitch", {"first-pitch": "h"}, table=2)
    pitching = watched(match).tables[1].likely
    assert without is not None
    assert pitching is not None
    assert (without.mark, pitching.mark) == ("home", "home")
    assert 60 < without.percent < pitching.percent < 90
    assert watched(match).tables[0].likely is None, "nothing is played there"


def test_nobody_is_likelier_at_a_table_that_is_over_or_of_a_game_nobody_simulated(match: Match) -> None:
    some_hands(match, 1, *GAME_WON)
    some_hands(match, 2, "ha-h")
    assert watched(match).tables[0].likely is None
    RuleBook.objects.update(players_a_side=1)
    assert watched(match).tables[1].likely is None


@pytest.mark.parametrize(
    ("hands", "from_out"), [((US, US, US), None), ((US, US, US, "h-aa"), 2), ((THEM, THEM, THEM, "aa--"), 1)]
)
def test_only_who_is_next_to_out_is_said_to_be(match: Match, hands: tuple[str, ...], from_out: int) -> None:
    some_hands(match, 3, *hands)
    assert watched(match).tables[2].from_out == from_out


def test_a_table_that_is_over_gives_its_points(match: Match) -> None:
    some_hands(match, 1, *GAME_WON)
    board = watched(match)
    assert (board.tables[0].state, board.tables[0].winner) == (TableState.OVER, "home")
    assert [(side, halves, is_behind) for side, _, halves, is_behind in board.sides] == [
        ("home", 4, False),
        ("away", 0, True),
    ]


def test_the_higher_total_is_given_with_the_last_table(match: Match) -> None:
    for table in range(1, 5):
        some_hands(match, table, *GAME_WON)
    board = watched(match)
    assert board.half_points == (20, 0)
    assert not board.is_final


def test_the_confirmed_card_goes_before_the_log(match: Match) -> None:
    some_hands(match, 1, *GAME_WON)
    some_hands(match, 2, US)
    a_card(match, (15, 0), (9, 15), (15, 2), None)
    board = watched(match)
    assert board.is_final
    assert [table.state for table in board.tables] == [
        TableState.OVER,
        TableState.OVER,
        TableState.OVER,
        TableState.NOT_PLAYED,
    ]
    assert board.tables[0].before == (12, None), "the phone said the same and knows the last move"
    assert board.tables[1].before == (None, None)


def test_a_match_that_was_given_has_no_tables_to_watch(match: Match) -> None:
    a_walkover(match)
    assert (watched(match).instead, watched(match).tables) == ("given", ())


def test_a_table_that_is_not_played(match: Match) -> None:
    an_entry(match, "notes", {"not-played": "yes"}, table=4)
    assert watched(match).tables[3].state is TableState.NOT_PLAYED


def test_two_phones_differ_and_the_first_counts_meanwhile(match: Match) -> None:
    some_hands(match, 1, US)
    some_hands(match, 1, THEM)
    assert watched(match).tables[0].score == (4, 0)


def test_several_games_a_table() -> None:
    book = RuleBook.objects.create(games_a_table=3, stops_when_decided=True)
    match = a_match(a_division(a_season(rule_book=book)))
    some_hands(match, 1, *GAME_WON, game=1)
    some_hands(match, 1, THEM, game=2)
    table = watched(match).tables[0]
    assert (table.state, table.game, table.games_won, table.score) == (TableState.PLAYING, 2, (1, 0), (0, 4))
    some_hands(match, 3, *GAME_WON, game=1)
    between = watched(match).tables[2]
    assert (between.state, between.hand) == (TableState.PLAYING, 0), "No hand of a finished game is played."
    some_hands(match, 2, *GAME_WON, game=1)
    some_hands(match, 2, *GAME_WON, game=2)
    table = watched(match).tables[1]
    assert (table.state, table.winner) == (TableState.OVER, "home")


def test_players_are_named_as_they_wish_and_strangers_not_at_all(match: Match) -> None:
    season = match.division.season
    for name, shown in (
        ("Arthur Thwaite", Player.Shown.FULL),
        ("Jean Ormondroyd", Player.Shown.INITIALS),
        ("Zoë Hirst", Player.Shown.HIDDEN),
    ):
        a_player(match.home, name, season, shown=shown)
    an_entry(match, "home", {"1": "Arthur Thwaite", "2": "Jean Ormondroyd"})
    an_entry(match, "away", {"1": "Zoë Hirst", "2": "Somebody Rude"})
    some_hands(match, 1, US)
    table = watched(match, with_names=True).tables[0]
    assert table.home_pair == ("Arthur Thwaite", "J. O.")
    assert table.away_pair == ("A player",)
