"""The page of a match: its result and how it is made up, its tables, and one game hand by hand."""

from dataclasses import dataclass, replace
from itertools import groupby

from league.cups.selectors.tie_matches import TieOfMatch, tie_of_match
from league.matches.outcomes import Pair, Void, Walkover, outcomes_of, pair_of
from league.matches.sheet.values import (
    SeatName,
    Sheet,
    SheetGame,
    SheetTable,
    beside_result,
    ends_by_hands,
)
from league.models import League, Match, Player, Scorecard, Side, Signature
from league.people.names import KeptBack, shown_name
from league.results.pages.replay import Replay, Swing, before_last, replay_of, swing_of
from league.results.selectors.entry import match_in, players_on
from league.results.selectors.reports import is_waiting
from league.results.selectors.scorecards import sheet_of
from league.standings.records import TeamMatchResult
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.shares import shares_of
from scoring import AWAY, HOME, games
from scoring.matches import DecidedBy
from scoring.rules import Rules

GAMES_WON = ("home_games", "away_games")


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the result: what was counted, how it stood, and what it gave in halves."""

    what: str
    score: tuple[int, int]
    halves: tuple[int, int]
    is_on_top: bool = False

    @property
    def kind(self) -> str:
        """Which sentence describes it: the points it made, or who was given something on top."""
        home, away = self.halves
        if not self.is_on_top or (home and away and home != away):
            return "made"
        if home == away:
            return "shared" if home else "nothing"
        return "home" if home else "away"


def _games_won_alone(line: MatchLine, card: Scorecard | None, *, is_old: bool) -> dict[int, Pair]:
    """Return the games each side won by table, where only those are known.

    One query more for an old version.
    """
    if card is None or not is_old:
        return {table.number: table.won for table in line.outcome.tables or () if table.won}
    known = card.tables.filter(home_games__isnull=False, away_games__isnull=False, games=None)
    return {number: (home, away) for number, home, away in known.values_list("number", *GAMES_WON)}


def _shares(
    line: MatchLine, card: Scorecard | None, sheet: Sheet, won: dict[int, Pair], *, is_old: bool
) -> tuple[TeamMatchResult, TeamMatchResult] | None:
    """Return what the match gave; for an old version, what it would have given as it was played."""
    if not is_old:
        return (line.home_share, line.away_share) if line.home_share and line.away_share else None
    total = (card.home_total, card.away_total) if card else (None, None)
    form = line.division.season.rule_book.match_format()
    played = replace(
        line.outcome, tables=outcomes_of(sheet, won), total=pair_of(*total), walkovers=(), voids=()
    )
    return shares_of(played, form)


def _parts(
    line: MatchLine, sheet: Sheet, shares: tuple[TeamMatchResult, TeamMatchResult]
) -> tuple[Part, ...]:
    """Return tables and what they gave, games where they give something, and game points with the rest."""
    book, form = line.division.season.rule_book, line.division.season.rule_book.match_format()
    tables = [
        (result.tables_won, result.tables_drawn or 0) for result in shares if result.tables_won is not None
    ]
    pegged = [
        team_match_result.score_for for team_match_result in shares if team_match_result.score_for is not None
    ]
    if len(tables) + len(pegged) < 4:  # known by its total
        return ()
    for_tables = [form.table_won * won + form.table_drawn * drawn for won, drawn in tables]
    parts = [
        Part(
            what=f"{book.table_word.capitalize()}s",
            score=_pair([won for won, _ in tables]),
            halves=_pair(for_tables),
        )
    ]
    for_games = [0, 0]
    if form.game_won:
        won = _games_won(sheet)
        for_games = [form.game_won * games for games in won]
        parts.append(
            Part(
                what=f"{book.game_word.capitalize()}s",
                score=won,
                halves=_pair(for_games),
            )
        )
    on_top = [
        share.half_points - from_tables - games
        for share, from_tables, games in zip(shares, for_tables, for_games, strict=True)
    ]
    pegged_in_all = Part(what="Game points", score=_pair(pegged), halves=_pair(on_top), is_on_top=True)
    if not form.aggregate and form.decided_by in (DecidedBy.TABLES, DecidedBy.GAMES):
        # What is on top is for the match then, not for the total.
        by = parts[0].score if form.decided_by is DecidedBy.TABLES else _games_won(sheet)
        what = f"Match by {form.decided_by}"
        parts.append(Part(what=what, score=by, halves=_pair(on_top), is_on_top=any(on_top)))
        pegged_in_all = replace(pegged_in_all, halves=(0, 0))
    parts.append(pegged_in_all)
    return tuple(part for part in parts if part.is_on_top or any(part.halves))


def _games_won(sheet: Sheet) -> tuple[int, int]:
    scores = [score for table in outcomes_of(sheet) for score in table.games]
    return sum(home > away for home, away in scores), sum(away > home for home, away in scores)


def _pair(halves: list[int]) -> tuple[int, int]:
    return halves[HOME], halves[AWAY]


@dataclass(frozen=True, slots=True, kw_only=True)
class NameShown:
    """A name at a table as this reader sees it, with an id to link to where the player is shown."""

    name: str
    player_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameShown:
    """One game of a table: who sat down, its score, and where the pegs stood at the end."""

    number: int
    label: str
    home_pair: tuple[NameShown, ...]
    away_pair: tuple[NameShown, ...]
    home_score: int
    away_score: int
    home_before: int | None
    away_before: int | None
    has_hands: bool
    notes: tuple[str, ...]

    @property
    def way_in(self) -> str:
        """The label of the link to its hands."""
        return f"{self.label}, hand by hand"

    @property
    def is_won_at_home(self) -> bool:
        return self.home_score > self.away_score

    @property
    def is_won_away(self) -> bool:
        return self.away_score > self.home_score


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Games of a table in a row with the same four at it."""

    games: tuple[GameShown, ...]

    @property
    def home_pair(self) -> tuple[NameShown, ...]:
        return self.games[0].home_pair

    @property
    def away_pair(self) -> tuple[NameShown, ...]:
        return self.games[0].away_pair

    @property
    def games_won(self) -> tuple[int, int]:
        """How many of the games each side won."""
        return sum(game.is_won_at_home for game in self.games), sum(game.is_won_away for game in self.games)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableShown:
    """A table of the match. `walkover` is the ruling by which it was given, whatever was played.

    `void` is the one by which it counts for nobody. `only_won` are the games each side won, where only those
    are known.
    """

    number: int
    is_played: bool
    games: tuple[GameShown, ...]
    remarks: str
    private_remarks: str
    walkover: Walkover | None
    void: Void | None
    only_won: Pair | None = None

    @property
    def has_several_games(self) -> bool:
        return len(self.games) > 1

    @property
    def sittings(self) -> tuple[Sitting, ...]:
        """Its games by who sat down for them: a new sitting wherever somebody changed places."""
        together = groupby(self.games, key=lambda game: (game.home_pair, game.away_pair))
        return tuple(Sitting(games=tuple(games)) for _, games in together)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the sheet says of it beside the score, and what is not recorded."""
        return tuple(sentence for game in self.games for sentence in game.notes)

    @property
    def games_won(self) -> tuple[int, int]:
        """How many of its games each side won."""
        return Sitting(games=self.games).games_won


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchPage:
    """Everything the page of a match shows. `card` is None while nothing has been confirmed.

    `as_played` is what it would have given by its card alone, where a ruling overrides it.
    """

    match: Match
    line: MatchLine
    target: int | None
    card: Scorecard | None
    shares: tuple[TeamMatchResult, TeamMatchResult] | None
    as_played: tuple[TeamMatchResult, TeamMatchResult] | None
    parts: tuple[Part, ...]
    tables: tuple[TableShown, ...]
    replay: Replay | None
    swing: Swing | None
    versions: tuple[Scorecard, ...]
    tie: TieOfMatch | None

    @property
    def has_history(self) -> bool:
        """Whether there are versions besides one confirmed card."""
        return len(self.versions) > 1 or (self.card is None and bool(self.versions))

    @property
    def waiting(self) -> tuple[Scorecard, ...]:
        """The signed sheets that are not agreed yet, the first first."""
        return tuple(sorted(filter(is_waiting, self.versions), key=lambda card: card.version))

    @property
    def was_signed(self) -> bool:
        """Whether a captain ever signed a sheet of it."""
        return any(version.reported_for for version in self.versions)

    @property
    def is_correction(self) -> bool:
        """Whether the card shown replaced one that counted."""
        earlier = [version for version in self.versions if self.card and version.version < self.card.version]
        # A report counted if both sides have put their names to it.
        return any(
            not scorecard.reported_for or len(scorecard.signatures.all()) == len(Side)
            for scorecard in earlier
        )

    @property
    def is_silent(self) -> bool:
        """Whether the card shown was agreed by one side's silence."""
        how = [signature.how for signature in self.card.signatures.all()] if self.card else []
        return Signature.How.SILENCE in how

    @property
    def next_version(self) -> Scorecard | None:
        """The version that replaced the one shown."""
        if self.card is None:
            return None
        later = [card for card in self.versions if card.version > self.card.version]
        return min(later, key=lambda card: card.version, default=None)


def match_page(
    league: League,
    public_id: str,
    *,
    table: str = "",
    game: str = "",
    hand: str = "",
    cards: str = "",
    version: int | None = None,
    to_secretary: bool = False,
) -> MatchPage | None:
    """Return the page of a match, with the replay of the chosen table, game, hand and card.

    The version shown is the confirmed one unless another is chosen. None if there is no such match or
    version. Twelve queries, whatever was played; four where there is no card.
    """
    try:
        match = match_in(league, public_id)
    except Match.DoesNotExist:
        return None
    line = match_lines(Match.with_ties.filter(pk=match.pk))[0]
    # Those of its time, in a closed season.
    match.home.name, match.away.name, match.venue.name = line.home.name, line.away.name, line.venue.name
    versions = tuple(match.scorecards.select_related("entered_by").prefetch_related("signatures"))
    fitting = (
        each for each in versions if (each.is_confirmed if version is None else each.version == version)
    )
    card = next(fitting, None)
    if card is None and version is not None:
        return None
    sheet = sheet_of(card) if card else Sheet(tables=())
    rules = match.division.season.rule_book.rules()
    won = _games_won_alone(line, card, is_old=version is not None)
    shares = _shares(line, card, sheet, won, is_old=version is not None)
    shown = Showing(Player.objects.in_bulk(players_on(sheet)), rules, line, won, to_secretary)
    teams = (match.home.name, match.away.name)
    return MatchPage(
        match=match,
        line=line,
        target=rules.target,
        card=card,
        shares=shares,
        as_played=_shares(line, card, sheet, won, is_old=True)
        if card is not None and version is None and (line.walkovers or line.voids)
        else None,
        parts=_parts(line, sheet, shares) if shares and not (line.given or match.tie_id) else (),
        tables=tuple(shown.table(sheet_table) for sheet_table in sheet.tables),
        replay=replay_of(
            sheet,
            match.division.season.rule_book,
            teams,
            table=table,
            game=game,
            hand=hand,
            card=cards,
        ),
        swing=swing_of(sheet, rules),
        versions=versions,
        tie=tie_of_match(match, to_secretary=to_secretary),
    )


class Showing:
    """Turns a sheet into what one reader may see of it."""

    def __init__(
        self,
        players: dict[int, Player],
        rules: Rules,
        line: MatchLine,
        won: dict[int, Pair],
        to_secretary: bool,
    ) -> None:
        self._players = players
        self._rules, self._book = rules, line.division.season.rule_book
        self._line = line
        self._won = won
        self._to_secretary = to_secretary
        self._kept_back = KeptBack.of(line.division.season.league)

    def table(self, table: SheetTable) -> TableShown:
        walkover = next((ruling for ruling in self._line.tables_given if ruling.table == table.number), None)
        return TableShown(
            number=table.number,
            is_played=table.is_played,
            games=tuple(self._game(table, game) for game in table.games),
            remarks=table.remarks,
            private_remarks=table.private_remarks if self._to_secretary else "",
            walkover=walkover,
            void=next((void for void in self._line.voids if void.table == table.number), None),
            only_won=self._won.get(table.number),
        )

    def _game(self, table: SheetTable, game: SheetGame) -> GameShown:
        played = games.score_game(game.hands, self._rules)
        running = played.running if ends_by_hands(game, played) and not game.contradiction else ()
        return GameShown(
            number=game.number,
            label=f"{self._book.table_word.capitalize()} {table.number}"
            + (f", {self._book.game_word} {game.number}" if len(table.games) > 1 else ""),
            home_pair=tuple(self._name(seat) for seat in game.home_pair),
            away_pair=tuple(self._name(seat) for seat in game.away_pair),
            home_score=game.home_score or 0,
            away_score=game.away_score or 0,
            home_before=before_last(running, HOME),
            away_before=before_last(running, AWAY),
            has_hands=bool(game.hands),
            notes=tuple(map(self._written, beside_result(game, self._rules))),
        )

    def _name(self, seat: SeatName) -> NameShown:
        player = None if seat.player is None else self._players.get(seat.player)
        if player is None:
            return NameShown(name=self._written(seat.written))
        name = shown_name(player, to_secretary=self._to_secretary)
        is_linked = self._to_secretary or player.shown != Player.Shown.HIDDEN
        return NameShown(name=name, player_id=player.public_id if is_linked else "")

    def _written(self, name: str) -> str:
        return name if self._to_secretary else self._kept_back.hide(name)
