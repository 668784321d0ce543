"""A match while it is played: each of its tables as the log has it, or as the confirmed card has it."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

from league.matches.outcomes import Pair, TableOutcome
from league.matches.sheet.chances import LikelySide, home_chance, likely_side
from league.matches.sheet.values import SeatName, Sheet
from league.models import Match, Player
from league.people.names import shown_name
from league.results.log import LogEntry
from league.results.logged_match import GameSoFar, LoggedMatch
from league.results.selectors.names import Roster
from league.shared.revisions import KnownByRevision
from league.standings.records import CupScore
from league.standings.selectors.match_lists import MatchLine, NamedLink, cup_score_of
from league.standings.selectors.matches import scheme_of
from league.standings.shares import counted_in_cup, shares_of
from scoring.matches import MatchFormat

Names: TypeAlias = tuple[str, ...]
NOBODY: tuple[Names, Names] = ((), ())

# Nearer than this to the last hole a side can go out on the next hand, whatever the other takes.
NEAR = 2


class TableState(StrEnum):
    """How a table stands."""

    TO_COME = "to come"
    PLAYING = "playing"
    OVER = "over"
    NOT_PLAYED = "not played"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """A table as it is watched: the score of the game being played there, or of the last one.

    `before` is where the back pegs stand, None for none known; `games_won` counts where a table plays
    several. `hand` is the one being played, as the phone at the table names it. `likely` is the side likelier
    to win the game being played. `home_pair` and `away_pair` are names as everybody may see them.
    """

    number: int
    state: TableState = TableState.TO_COME
    score: Pair = (0, 0)
    before: tuple[int | None, int | None] = (None, None)
    hand: int = 0
    game: int = 1
    games: int = 1
    games_won: Pair = (0, 0)
    target: int | None = None
    likely: LikelySide | None = None
    home_pair: tuple[str, ...] = ()
    away_pair: tuple[str, ...] = ()
    label: str = ""

    @property
    def is_over(self) -> bool:
        return self.state is TableState.OVER

    @property
    def is_settled(self) -> bool:
        """Whether nothing more is played there."""
        return self.state in {TableState.OVER, TableState.NOT_PLAYED}

    @property
    def winner(self) -> str:
        """ "home" or "away" once the table is over, empty if it was drawn."""
        home, away = self.games_won if self.games > 1 else self.score
        if not self.is_over or home == away:
            return ""
        return "home" if home > away else "away"

    @property
    def from_out(self) -> int | None:
        """How many points the leader still needs, where that is next to nothing."""
        if self.target is None or self.state is not TableState.PLAYING:
            return None
        number = self.target - max(self.score)
        return number if 0 < number <= NEAR else None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardMatch:
    """A match as it is watched. `half_points` is what its finished tables have given so far, home first.

    `instead` says why there are no tables to watch: the match was given, or declared void.
    """

    line: MatchLine
    tables: tuple[BoardTable, ...]
    half_points: Pair = (0, 0)
    is_final: bool = False
    instead: str = ""
    is_own: bool = False
    is_disputed: bool = False

    @property
    def home(self) -> NamedLink:
        return self.line.home

    @property
    def away(self) -> NamedLink:
        return self.line.away

    @property
    def settled(self) -> int:
        """How many tables are done with."""
        return sum(table.is_settled for table in self.tables)

    @property
    def targets(self) -> tuple[int, ...]:
        """The lengths of its boards, each once."""
        return tuple(sorted({table.target for table in self.tables if table.target}))

    @property
    def is_playing(self) -> bool:
        """Whether it has begun on a phone and has no result yet."""
        return self.is_begun and not self.is_final

    @property
    def is_begun(self) -> bool:
        return any(table.state is not TableState.TO_COME for table in self.tables)

    @property
    def sides(self) -> tuple[tuple[str, NamedLink, int, bool], ...]:
        """Each side: its word, its team, its half points, and whether it has less so far."""
        home, away = self.half_points
        return ("home", self.home, home, home < away), ("away", self.away, away, away < home)


# Tables of tonight as each process last saw them: a hand changes one of a match.
_known_tables = KnownByRevision[BoardTable](most=8192)


def match_board(
    match: Match,
    line: MatchLine,
    entries: Iterable[LogEntry],
    roster: Roster | None = None,
    *,
    revision: Hashable = None,
) -> BoardMatch:
    """Return a match from what is known of it: the confirmed result, or else its log. Makes no query.

    With a roster the tables name their players: one query. Only registered players are named, as each allows;
    other names typed on a phone are not public until the league has seen them. With a revision, which changes
    with all but results, tables are remembered until something is entered there; named ones are not.
    """
    if instead := _instead(line):
        return BoardMatch(line=line, tables=(), half_points=_shares(line), is_final=True, instead=instead)
    of_table: dict[int, list[LogEntry]] = defaultdict(list)
    for entry in entries:
        of_table[entry.place.table].append(entry)
    rule_book = match.division.season.rule_book
    form = rule_book.match_format()
    target = rule_book.rules().target
    numbers = range(1, form.tables + 1)
    settled = {table.number: table for table in line.outcome.tables or ()}
    versions = {
        number: (revision, settled.get(number), *(entry.id for entry in of_table[number]))
        for number in numbers
    }
    known: dict[int, BoardTable] = {}
    if revision is not None and roster is None:
        seen = ((number, _known_tables.find((match.pk, number), versions[number])) for number in numbers)
        known = {number: table for number, table in seen if table is not None}
    unknown = (entry for number, entered in of_table.items() if number not in known for entry in entered)
    logged = LoggedMatch(match, unknown, roster)
    so_far = {(game.table, game.game): game for game in logged.games()}
    pairs = _pairs(logged.sheet) if roster else {}
    for number in numbers:
        if number not in known:
            known[number] = replace(
                _confirmed(settled[number], form, so_far)
                if number in settled
                else _logged(number, form, so_far, logged),
                target=target,
                label=rule_book.place(number),
                home_pair=pairs.get(number, NOBODY)[0],
                away_pair=pairs.get(number, NOBODY)[1],
            )
            if revision is not None and roster is None:
                _known_tables.add((match.pk, number), versions[number], known[number])
    tables = tuple(known[number] for number in numbers)
    is_final = line.is_played
    half_points = _shares(line) if is_final else _half_points(line, tables, form)
    return BoardMatch(
        line=line,
        tables=tables,
        half_points=half_points,
        is_final=is_final,
        is_disputed=bool(match.disputed_because),
    )


def _instead(line: MatchLine) -> str:
    if line.void:
        return "void"
    return "given" if line.given else ""


def _shares(line: MatchLine) -> Pair:
    if line.home_share is None or line.away_share is None:
        return 0, 0
    return line.home_share.shown_halves, line.away_share.shown_halves


def _confirmed(
    table: TableOutcome, form: MatchFormat, so_far: Mapping[tuple[int, int], GameSoFar]
) -> BoardTable:
    """Return a table of the confirmed card, with the last back pegs of its log if the scores agree."""
    games = form.games_at(table.number - 1)
    if not table.games:
        state = TableState.OVER if table.won else TableState.NOT_PLAYED
        return BoardTable(number=table.number, state=state, games=games, games_won=table.won or (0, 0))
    score = table.games[-1]
    seen = so_far.get((table.number, len(table.games)))
    return BoardTable(
        number=table.number,
        state=TableState.OVER,
        score=score,
        before=seen.before if seen and seen.score == score else (None, None),
        game=len(table.games),
        games=games,
        games_won=_won(table.games),
    )


def _logged(
    number: int, form: MatchFormat, so_far: Mapping[tuple[int, int], GameSoFar], logged: LoggedMatch
) -> BoardTable:
    """Return a table of the log: the game being played there, or the last one."""
    games = form.games_at(number - 1)
    of_table = [far for (table, _), far in sorted(so_far.items()) if table == number]
    begun = [game_so_far for game_so_far in of_table if game_so_far.hand or game_so_far.is_over]
    on_sheet = next((table for table in logged.sheet.tables if table.number == number), None)
    if on_sheet and not on_sheet.is_played:
        return BoardTable(number=number, state=TableState.NOT_PLAYED, games=games)
    if not begun:
        return BoardTable(number=number, games=games)
    now, finished = begun[-1], [game.score for game in begun if game.is_over]
    won = _won(finished)
    is_over = len(finished) >= games or (form.stop_when_decided and max(won) > games // 2)
    return BoardTable(
        number=number,
        state=TableState.OVER if is_over else TableState.PLAYING,
        score=(now.score[0], now.score[1]),
        before=now.before,
        hand=0 if now.is_over else logged.hand_to_play(number, now.game),
        game=now.game,
        games=games,
        games_won=won,
        likely=None if now.is_over else _likely(now, logged),
    )


def _likely(now: GameSoFar, logged: LoggedMatch) -> LikelySide | None:
    """Return the side likelier to win the game being played."""
    games = logged.sheet.tables[now.table - 1].games
    first_pitch = next((game.first_pitch for game in games if game.number == now.game), None)
    rules, players = logged.checked.rules, 2 * logged.layout.players
    chance = home_chance(now.score, rules, players=players, first_pitch=first_pitch, played=now.hand)
    return None if chance is None else likely_side(chance)


def _won(scores: Iterable[Iterable[int]]) -> Pair:
    home, away = 0, 0
    for ours, theirs in scores:
        home, away = home + (ours > theirs), away + (theirs > ours)
    return home, away


def _half_points(line: MatchLine, tables: tuple[BoardTable, ...], form: MatchFormat) -> Pair:
    """Return what has been won so far: games and tables as they end, the rest with the last of them."""
    counted = cup_score_of(line.division)
    if all(table.is_settled and table.games == 1 for table in tables):
        played = tuple(
            TableOutcome(number=table.number, games=(table.score,) if table.is_over else ())
            for table in tables
        )
        scheme = scheme_of(line.division)
        if shares := shares_of(replace(line.outcome, tables=played), form, award=scheme.award):
            shares = counted_in_cup(shares, counted) if counted else shares
            return shares[0].half_points, shares[1].half_points
    if counted:
        figures = [_counted(table, counted) for table in tables]
        return 2 * sum(home for home, _ in figures), 2 * sum(away for _, away in figures)
    home = away = 0
    for table in tables:
        drawn = form.table_drawn if table.is_over and not table.winner else 0
        home += form.game_won * table.games_won[0] + drawn + form.table_won * (table.winner == "home")
        away += form.game_won * table.games_won[1] + drawn + form.table_won * (table.winner == "away")
    return home, away


def _counted(table: BoardTable, counted: CupScore) -> Pair:
    """Return what a table gives in a cup so far; of several games those won: earlier scores are unknown."""
    if counted is CupScore.TABLES:
        return int(table.winner == "home"), int(table.winner == "away")
    return table.games_won if counted is CupScore.GAMES or table.games > 1 else table.score


def _pairs(sheet: Sheet) -> dict[int, tuple[Names, Names]]:
    """Return who sits at each table, at the latest game there of which names are known."""
    seated = {
        table.number: game
        for table in sheet.tables
        for game in table.games
        if any(name.player for name in (*game.home_pair, *game.away_pair))
    }
    keys = {
        name.player for game in seated.values() for name in (*game.home_pair, *game.away_pair) if name.player
    }
    players = Player.objects.in_bulk(keys)

    def shown(pair: Iterable[SeatName]) -> Names:
        return tuple(shown_name(players[name.player]) for name in pair if name.player in players)

    return {number: (shown(game.home_pair), shown(game.away_pair)) for number, game in seated.items()}
