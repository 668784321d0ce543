"""A written sheet checked: what it makes under the season's rules, and why it cannot be confirmed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from league.matches.sheet.faults import sheet_faults
from league.matches.sheet.openings import PenaltyKind, penalty_kinds, words_for_first
from league.matches.sheet.values import CONTRADICTIONS, Sheet, SheetFault, completed, match_score
from league.models import RuleBook
from league.results.parsing.fields import HUNG, MARKS, TURNED, FieldFault, first_part, layout_of, short
from league.results.parsing.sheet import EnteredSheet
from scoring import HOME, games, matches
from scoring.axes import Award

_GAME = re.compile(r"t\d+(-g\d+)?(?=-)")

# Faults of a game whose foot and hands differ: what counts has to be said.
CONTRADICTORY = ("totals_differ", "below_hands", "after_the_end")

# Faults of a sheet that is merely not finished.
STILL_TO_COME = ("no_score", "unfinished", "award_missing")


class CheckedSheet:
    """A written sheet under its rule book. `home` and `away` are the names of the sides in sentences.

    A game of which something cannot be read is not checked further. Each fault is shown at a field, by the
    name it has on the form of the match; logs use the same names.
    """

    def __init__(
        self, parsed: EnteredSheet, *, rule_book: RuleBook, home: str = "Home", away: str = "Away"
    ) -> None:
        self.parsed = parsed
        self.rules = rule_book.rules()
        self.match_format = rule_book.match_format()
        self.layout = layout_of(rule_book, self.rules)
        self.home, self.away = home, away

    @property
    def written(self) -> Sheet:
        """The sheet as it is written so far, with names at tables that have no score."""
        return self.parsed.sheet

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as far as it can be read, with what follows filled in."""
        return completed(self.written, self.rules)

    @cached_property
    def played(self) -> Mapping[tuple[int, int], games.GameScore]:
        """The scored hands of each game, by table and game; games entered without hands are left out."""
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
    def contradictions(self) -> Iterable[tuple[str, str]]:
        """What can count where foot and hands differ: codes with their words."""
        return CONTRADICTIONS.items()

    @property
    def first_words(self) -> str:
        """What the side that opens a game did."""
        return words_for_first(self.rules).capitalize()

    @property
    def follows_target(self) -> bool:
        """Whether the winner's score follows from the loser's: there is a target and nobody passes it."""
        return self.rules.target is not None and self.rules.cap_at_target

    @cached_property
    def score(self) -> matches.MatchScore:
        """The score of the sheet so far."""
        return match_score(self.sheet, self.rules, self.match_format)

    @cached_property
    def judged(self) -> tuple[SheetFault, ...]:
        """The faults of the sheet as far as it can be read, by table, game and hand."""
        return sheet_faults(self.sheet, self.rules, self.match_format, home=self.home, away=self.away)

    @cached_property
    def contradictory(self) -> frozenset[tuple[int, int]]:
        """The games, by table and number, whose foot and hands differ, whatever was said of it."""
        asked = {(fault.table, fault.game) for fault in self.judged if fault.code in CONTRADICTORY}
        answered = {
            (table.number, game.number)
            for table in self.sheet.tables
            for game in table.games
            if game.contradiction
        }
        return frozenset(asked | answered)

    @property
    def to_finish(self) -> frozenset[int]:
        """Tables that have no score yet."""
        return frozenset(fault.table for fault in self.judged if fault.code in STILL_TO_COME)

    @property
    def to_correct(self) -> int:
        """How many tables and other fields have something that cannot be."""
        wrong = {_game_of(fault.field) for fault in self.faults}
        return len(wrong - {self.layout.prefix(table) for table in self.to_finish})

    @cached_property
    def faults(self) -> tuple[FieldFault, ...]:
        """All faults for which the sheet cannot be confirmed, each with its field.

        Of a game in which something could not be read, only those that its other hands show by themselves.
        """
        in_doubt = {_game_of(fault.field) for fault in self.parsed.faults}
        judged = (
            FieldFault(field=self.field_of(fault), sentence=fault.sentence)
            for fault in self.judged
            if _is_certain(fault) or self.layout.prefix(fault.table, fault.game) not in in_doubt
        )
        return (*self._stray_faults(), *self.parsed.faults, *judged)

    def unpegged(self) -> Iterator[FieldFault]:
        """Yield a sentence for the marks after the point that won a game: they are kept, and never pegged."""
        for (table, game), played in self.played.items():
            if (end := played.ending) is None:
                continue
            row = f"{self.layout.prefix(table, game)}-h{end.hand + 1}"
            marked = (f"{row}-{award}" for award in end.unpegged if self.parsed.fields.get(f"{row}-{award}"))
            if (field := next(marked, None)) is not None:
                yield FieldFault(field=field, sentence=end.sentence(home=self.home, away=self.away))

    def _stray_faults(self) -> Iterator[FieldFault]:
        if self.parsed.stray:
            name, layout = self.parsed.stray[0], self.layout
            yield FieldFault(
                field="",
                sentence=f"“{short(name)}” is no field of this sheet. It has {layout.tables} tables, "
                f"{layout.games} games a table, {layout.players} players a side, {layout.most_hands} hands.",
            )

    def field_of(self, fault: SheetFault) -> str:
        """Return the field a fault of the sheet is shown at."""
        prefix = self.layout.prefix(fault.table, fault.game)
        fields = self.parsed.fields
        if fault.hand is None:
            is_away_alone = fields.get(f"{prefix}-away-final") and not fields.get(f"{prefix}-home-final")
            return f"{prefix}-away-final" if is_away_alone else f"{prefix}-home-final"
        row = f"{prefix}-h{fault.hand}"
        for code, part in (("turned_", TURNED), ("hung_", HUNG), ("marks_", MARKS[HOME])):
            if fault.code.startswith(code) and part in self.layout.beside:
                return f"{row}-{part}"
        # The award it names, or the first that is empty or too many.
        named = [award for award in Award if fault.award == award or fault.code.startswith(f"{award}_")]
        is_missing = fault.code == "award_missing"
        fitting = [award for award in self.rules.awards if (not fields.get(f"{row}-{award}")) == is_missing]
        return f"{row}-{next(map(str, [*named, *fitting]), first_part(self.rules))}"


def _is_certain(fault: SheetFault) -> bool:
    """Return whether a fault is certain whatever else its game says.

    It is about one hand, and not about something missing in it.
    """
    return fault.hand is not None and fault.code not in STILL_TO_COME


def _game_of(name: str) -> str:
    """Return the place in the name of a field: "t2", or "t2-g3" where tables play several games."""
    match = _GAME.match(name)
    return match[0] if match else name
