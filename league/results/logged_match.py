"""A match according to its log: the sheet its entries make, the score of each game, the entries in words."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from league.matches.selectors import idle_tables
from league.matches.sheet.finals import counting_final
from league.matches.sheet.values import Sheet
from league.models import Match
from league.results.log import (
    CARDS,
    PENALTIES,
    SIDE_PLACES,
    Body,
    LogEntry,
    PlaceState,
    SheetPlace,
    standing,
)
from league.results.parsing.checked_sheet import CheckedSheet, checked_sheet
from league.results.parsing.comparison import HAND_MARKS, hand_words
from league.results.parsing.fields import Layout, layout_of
from league.results.selectors.log import with_cards
from league.results.selectors.names import NOBODY_KNOWN, Roster
from scoring.hands import Score


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSoFar:
    """A game at a table according to the log: `before` is where the back pegs stand, None for none yet.

    `hand` counts the hands pegged; `is_over` says that somebody is out, or that its final score was entered,
    which is then `is_final_only`: its hands do not reach the end.
    """

    table: int
    game: int
    score: Score
    before: tuple[int | None, int | None] = (None, None)
    hand: int = 0
    is_over: bool = False
    is_final_only: bool = False
    faults: tuple[tuple[str, str], ...] = ()


def fields_from_log(bodies: Mapping[SheetPlace, Body], layout: Layout) -> dict[str, str]:
    """Return what counts in a log as the fields of a form.

    Cards noted beside a hand are no part of the sheet as it is written and are left out.
    """
    fields: dict[str, str] = {}
    rows: Counter[str] = Counter()
    # By number: the tenth hand comes after the ninth.
    for place in sorted(bodies, key=lambda place: (place.table, place.game, place.hand or 0, place.name)):
        is_here = 1 <= place.table <= layout.tables and place.game in layout.games_at(place.table)
        prefix = layout.prefix(place.table, place.game) if is_here else f"t{place.table}-g{place.game}"
        at = f"{prefix}-{place.name}" if place.hand or place.name in SIDE_PLACES else prefix
        at = f"t{place.table}" if place.name == "notes" else at  # they belong to the table, whatever the game
        texts = {name: text for name, text in bodies[place].items() if name not in (*CARDS, PENALTIES)}
        fields |= {f"{at}-{name}": text for name, text in texts.items()}
        for penalty in bodies[place].get(PENALTIES, ()):
            rows[prefix] += 1
            parts = {"hand": str(place.hand), **penalty}
            fields |= {f"{prefix}-p{rows[prefix]}-{part}": text for part, text in parts.items()}
    return fields


class LoggedMatch:
    """A match according to its log. It must come with its teams, season and rule book; no query is made."""

    def __init__(
        self,
        match: Match,
        entries: Iterable[LogEntry],
        roster: Roster | None = None,
        walkover_tables: Mapping[int, str] | None = None,
    ) -> None:
        self.match = match
        # With the side at fault.
        self.walkover_tables = walkover_tables or {}
        self.entries = tuple(entries)
        self.roster = roster or NOBODY_KNOWN

    @cached_property
    def stands(self) -> dict[SheetPlace, PlaceState]:
        """The state of each place."""
        return standing(self.entries)

    @cached_property
    def layout(self) -> Layout:
        rule_book = self.match.division.season.rule_book
        return layout_of(rule_book, rule_book.rules())

    @property
    def numbers(self) -> range:
        """The tables that the match plays: deciding games of a tie take one table each."""
        return range(1, self.layout.tables - len(idle_tables(self.match)) + 1)

    @cached_property
    def bodies(self) -> dict[SheetPlace, Body]:
        """The fields that count at each place."""
        return {place: state.body for place, state in self.stands.items()}

    @cached_property
    def checked(self) -> CheckedSheet:
        """The checked sheet; a table given without play counts as not played."""
        fields = fields_from_log(self.bodies, self.layout)
        return checked_sheet(self.match, fields, self.walkover_tables, roster=self.roster)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet the log makes, cards noted beside the hands included."""
        return with_cards(self.checked.sheet, self.bodies)

    @property
    def differing(self) -> tuple[PlaceState, ...]:
        """Places where two phones differ."""
        return tuple(state for state in self.stands.values() if state.differs)

    def heads(self, place: SheetPlace) -> tuple[str, ...]:
        """Return the ids of the entries at a place that were not replaced, equal ones included."""
        stands = self.stands.get(place)
        return tuple(head.id for head in stands.heads) if stands else ()

    @property
    def last(self) -> int:
        """The number of the newest entry; 0 before the first."""
        return max((entry.number for entry in self.entries), default=0)

    def hand_to_play(self, table: int, game: int) -> int:
        """Return the number of the hand being played: the one after the last that has something entered."""
        entered = (
            place.hand or 0
            for place, state in self.stands.items()
            if (place.table, place.game) == (table, game) and state.body
        )
        return max(entered, default=0) + 1

    def games(self) -> tuple[GameSoFar, ...]:
        """Return every game that has something in the log, in order."""
        begun = sorted({(place.table, place.game) for place, state in self.stands.items() if state.body})
        return tuple(self._game(table, game) for table, game in begun)

    def _game(self, table: int, game: int) -> GameSoFar:
        prefix = self.layout.prefix(table, game)
        faults = tuple(
            (fault.field, fault.sentence)
            for fault in self.checked.faults
            if fault.field.startswith(f"{prefix}-")
        )
        so_far = GameSoFar(table=table, game=game, score=(0, 0), faults=faults)
        played = self.checked.played.get((table, game))
        hands = played.hands if played else 0
        if final := self._final(table, game):
            return replace(so_far, score=final, hand=hands, is_over=True, is_final_only=True)
        if played is None:
            return so_far
        return replace(
            so_far,
            score=played.scores,
            before=_back_pegs(played.running),
            hand=hands,
            is_over=played.winner is not None,
        )

    def _final(self, table: int, game: int) -> Score | None:
        """Return the final score that was entered for a game whose hands do not reach its end."""
        checked = self.checked
        sheet_game = checked.sheet.game(table, game)
        if sheet_game is None:
            return None
        played = checked.played.get((table, game))
        return counting_final(sheet_game, played, checked.rules, checked.match_format)


def _back_pegs(running: tuple[Score, ...]) -> tuple[int | None, int | None]:
    """Return where each side stood before its last move: a side that did not score keeps its back peg."""
    backs: list[int | None] = [None, None]
    for earlier, later in zip(((0, 0), *running), running, strict=False):
        for side in (0, 1):
            if later[side] != earlier[side]:
                backs[side] = earlier[side]
    return backs[0], backs[1]


ENTRY_UNDONE = "taken back"
PLACES = {
    "home": "who sat down at home",
    "away": "who sat down away",
    "pitch": "who led first",
    "final": "final score",
    "notes": "remark",
}


def place_in_words(place: SheetPlace, layout: Layout) -> str:
    """Return a place in words: "Table 3, game 2, hand 7", or what else it holds at a table."""
    if place.hand:
        return layout.where(place.table, place.game, place.hand)
    at = layout.at(place.table) if place.name == "notes" else layout.where(place.table, place.game)
    return f"{at}, {PLACES.get(place.name, place.name)}"


def entry_words(place: SheetPlace, body: Body, layout: Layout) -> str:
    """Return an entry in words; an empty one undoes what stood there."""
    if not body:
        return ENTRY_UNDONE
    if place.hand is None:
        if place.name == "final":
            return "–".join(body.get(side, "?") for side in ("home-final", "away-final"))
        texts = [str(text) for text in body.values()]
        marks = HAND_MARKS if place.name == "pitch" else {"yes": "not played"}
        return ", ".join(marks.get(text, text) for text in texts)
    cards = "with its cards" if any(body.get(name) for name in CARDS) else ""
    return ", ".join(filter(None, (hand_words(body), cards)))
