"""The form of a match: a sheet as it is typed, what is wrong with it and what is merely odd. Never saves.

A game of which something cannot be read is not judged further; whatever was typed stays as it is.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from league.matches.sheet.faults import sheet_faults
from league.matches.sheet.openings import PenaltyKind, penalty_kinds, words_for_first
from league.matches.sheet.values import HandNotes, Sheet, SheetFault, SheetGame, completed, match_score
from league.models import RuleBook
from league.results.parsing.fields import (
    HUNG,
    LONGEST_REASON,
    TURNED,
    FieldFault,
    layout_of,
    short,
    stray_fields,
    typed_fields,
)
from league.results.parsing.oddities import Ask, Ruled, nothing_asked, oddities, ruled
from league.results.parsing.sheet import SheetReading
from league.results.selectors.names import Roster
from scoring import games, matches
from scoring.axes import Award
from scoring.hands import Hand
from scoring.rules import Rules

_GAME = re.compile(r"t\d+(-g\d+)?(?=-)")

# Faults of a sheet that is merely not finished.
STILL_TO_COME = ("no_score", "unfinished", "award_missing")


class SheetForm:
    """The form of one match: what was typed, the sheet it makes, what is wrong and what is merely odd.

    `before` is the confirmed sheet that is being corrected: cards recorded with a hand stay with it as long
    as its four awards do. `home` and `away` are what the sentences call the sides. `ask` tells what the
    season's rules about people say to those who sit down.
    """

    def __init__(
        self,
        typed: Mapping[str, str],
        *,
        rule_book: RuleBook,
        roster: Roster,
        home: str = "Home",
        away: str = "Away",
        before: Sheet | None = None,
        ask: Ask = nothing_asked,
    ) -> None:
        self.rules = rule_book.rules()
        self.match_format = rule_book.match_format()
        self.layout = layout_of(rule_book, self.rules)
        self.typed = typed_fields(typed, self.layout)
        self.roster = roster
        self.home, self.away = home, away
        self._stray = stray_fields(typed, self.layout)
        self._before = before
        self._ask = ask

    @cached_property
    def _reading(self) -> tuple[Sheet, tuple[FieldFault, ...]]:
        reading = SheetReading(self.typed, self.layout, self.rules, roster=self.roster)
        return reading.sheet(), tuple(reading.faults)

    @property
    def written(self) -> Sheet:
        """The sheet as it is written so far, names at tables without a score and all."""
        return self._reading[0]

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as far as it can be read, with what follows filled in."""
        sheet = completed(self.written, self.rules)
        return with_cards_of(self._before, sheet, self.rules) if self._before else sheet

    @cached_property
    def played(self) -> Mapping[tuple[int, int], games.GameScore]:
        """The hands of each game as they peg, by table and game; games entered without hands are left out."""
        return {
            (table.number, game.number): games.score_game(game.hands, self.rules)
            for table in self.written.tables
            for game in table.games
            if game.hands
        }

    @property
    def penalty_kinds(self) -> tuple[PenaltyKind, ...]:
        """The kinds of penalty this game knows beside what is written in words."""
        return penalty_kinds(self.rules)

    @property
    def first_words(self) -> str:
        """What the side that opens a game did."""
        return words_for_first(self.rules).capitalize()

    @property
    def follows_target(self) -> bool:
        """Whether the winner's score follows from the loser's: there is a target and nobody passes it."""
        return self.rules.target is not None and self.rules.cap_at_target

    @property
    def reason(self) -> str:
        """Why a confirmed result is corrected."""
        return self.typed.get("reason", "").strip()

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been typed yet."""
        return not self.typed

    @cached_property
    def score(self) -> matches.MatchScore:
        """What the sheet gives so far."""
        return match_score(self.sheet, self.rules, self.match_format)

    @cached_property
    def _judged(self) -> tuple[SheetFault, ...]:
        return sheet_faults(self.sheet, self.rules, self.match_format, home=self.home, away=self.away)

    @property
    def to_finish(self) -> frozenset[int]:
        """Tables that have no score yet."""
        return frozenset(fault.table for fault in self._judged if fault.code in STILL_TO_COME)

    @property
    def to_put_right(self) -> int:
        """How many tables have something that cannot be, and how many other fields."""
        wrong = {_game_of(fault.field) for fault in self.faults}
        return len(wrong - {self.layout.prefix(table) for table in self.to_finish})

    @cached_property
    def _ruled(self) -> Ruled:
        return ruled(self.typed, self.layout, self.roster, self._ask)

    @cached_property
    def oddities(self) -> tuple[FieldFault, ...]:
        """What is odd about the names, without being a reason to refuse the sheet."""
        return oddities(self.typed, self.layout, self.roster, (self.home, self.away), self._ruled.warnings)

    @cached_property
    def faults(self) -> tuple[FieldFault, ...]:
        """Everything that keeps the sheet from being confirmed, each with its field.

        Of a game in which something could not be read, only what its other hands show by themselves.
        """
        unreadable = self._reading[1]
        in_doubt = {_game_of(fault.field) for fault in unreadable}
        judged = (
            FieldFault(field=self.field_of(fault), sentence=fault.sentence)
            for fault in self._judged
            if _is_certain(fault) or self.layout.prefix(fault.table, fault.game) not in in_doubt
        )
        return (
            *self._stray_faults(),
            *self._reason_faults(),
            *unreadable,
            *self._unpegged_faults(),
            *judged,
            *self._ruled.blocks,
        )

    def _unpegged_faults(self) -> Iterator[FieldFault]:
        """A mark after the point that won the game was never pegged, so it was not on the board."""
        for (table, game), played in self.played.items():
            if (end := played.ending) is None:
                continue
            row = f"{self.layout.prefix(table, game)}-h{end.hand + 1}"
            marked = [f"{row}-{award}" for award in end.unpegged if self.typed.get(f"{row}-{award}")]
            if marked:
                yield FieldFault(field=marked[0], sentence=end.sentence(home=self.home, away=self.away))

    def _stray_faults(self) -> Iterator[FieldFault]:
        if self._stray:
            name, layout = self._stray[0], self.layout
            yield FieldFault(
                field="",
                sentence=f"“{short(name)}” is no field of this sheet. It has {layout.tables} tables, "
                f"{layout.games} games a table, {layout.players} players a side, {layout.most_hands} hands.",
            )

    def _reason_faults(self) -> Iterator[FieldFault]:
        longest, letters = LONGEST_REASON, len(self.reason)
        if letters > longest:
            sentence = f"There is room for {longest} letters here; this has {letters}."
            yield FieldFault(field="reason", sentence=sentence)

    def field_of(self, fault: SheetFault) -> str:
        """The field a fault of the sheet is shown at."""
        prefix = self.layout.prefix(fault.table, fault.game)
        if fault.hand is not None:
            return self._cell_of(fault, f"{prefix}-h{fault.hand}")
        home, away = f"{prefix}-home-final", f"{prefix}-away-final"
        return away if away in self.typed and home not in self.typed else home

    def _cell_of(self, fault: SheetFault, row: str) -> str:
        """The cell of a hand a fault is about: the award it names, or the first that is empty or too many."""
        beside = {"turned_": TURNED, "hung_": HUNG}
        for code, part in beside.items():
            if fault.code.startswith(code) and part in self.layout.beside:
                return f"{row}-{part}"
        named = [award for award in Award if fault.award == award or fault.code.startswith(f"{award}_")]
        is_missing = fault.code == "award_missing"
        fitting = [award for award in Award if (f"{row}-{award}" not in self.typed) == is_missing]
        return f"{row}-{next(iter([*named, *fitting]), Award.HIGH)}"


def _is_certain(fault: SheetFault) -> bool:
    """Whether a fault stands whatever else its game says: it is about one hand, and not about a gap in it."""
    return fault.hand is not None and fault.code not in STILL_TO_COME


def with_cards_of(before: Sheet, sheet: Sheet, rules: Rules) -> Sheet:
    """The sheet with the cards an earlier one has recorded for hands whose awards are still the same."""
    known = {
        (table.number, game.number, number): (hand, noted)
        for table in before.tables
        for game in table.games
        for number, (hand, noted) in enumerate(_with_notes(game))
    }

    def game_with_cards(table: int, game: SheetGame) -> SheetGame:
        earlier = (known.get((table, game.number, number)) for number in range(len(game.hands)))
        kept = [_kept(was, *now) for was, now in zip(earlier, _with_notes(game), strict=True)]
        return replace(game, hands=tuple(hand for hand, _ in kept), notes=tuple(noted for _, noted in kept))

    return completed(
        replace(
            sheet,
            tables=tuple(
                replace(table, games=tuple(game_with_cards(table.number, game) for game in table.games))
                for table in sheet.tables
            ),
        ),
        rules,
    )


def _with_notes(game: SheetGame) -> list[tuple[Hand, HandNotes]]:
    return list(zip(game.hands, game.notes or (HandNotes(),) * len(game.hands), strict=True))


def _kept(earlier: tuple[Hand, HandNotes] | None, hand: Hand, noted: HandNotes) -> tuple[Hand, HandNotes]:
    """The hand as typed, with what was recorded of its cards if its awards are as they were."""
    if earlier is None:
        return hand, noted
    was, had_noted = earlier
    changed = any(hand.taker(award) not in (None, was.taker(award)) for award in Award)
    if changed or hand.hung not in (None, was.hung):
        return hand, noted
    kept = replace(was, penalties=hand.penalties, before=hand.before, no_game_for=hand.no_game_for)
    return kept, replace(noted, record=noted.record or had_noted.record)


def _game_of(name: str) -> str:
    """What the name of a field says of its place: "t2", or "t2-g3" where tables play several games."""
    found = _GAME.match(name)
    return found[0] if found else name
