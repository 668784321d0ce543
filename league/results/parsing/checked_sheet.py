"""A written sheet read and checked: what it makes under the season's rules, why it cannot be confirmed."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from league.matches.selectors import idle_tables
from league.matches.sheet.faults import sheet_faults
from league.matches.sheet.openings import penalty_kinds, words_for_first
from league.matches.sheet.values import (
    CONTRADICTIONS,
    HandNotes,
    Sheet,
    SheetFault,
    SheetGame,
    completed,
    match_score,
)
from league.models import Match, RuleBook
from league.results.parsing.fields import (
    HUNG,
    LONGEST_REASON,
    MARKS,
    TURNED,
    YES,
    FieldFault,
    first_part,
    layout_of,
    short,
    stray_fields,
    typed_fields,
)
from league.results.parsing.oddities import Ask, Ruled, oddities, ruled
from league.results.parsing.sheet import parse_sheet
from league.results.selectors.names import NOBODY_KNOWN, Roster
from scoring import HOME, games, matches
from scoring.axes import Award
from scoring.hands import Hand
from scoring.rules import Rules

_GAME = re.compile(r"t\d+(-g\d+)?(?=-)")

# Faults of a game whose foot and hands differ: what counts has to be said.
CONTRADICTORY = ("totals_differ", "below_hands", "after_the_end")

# Faults of a sheet that is merely not finished.
STILL_TO_COME = ("no_score", "unfinished", "award_missing")


class CheckedSheet:
    """A sheet as it is written in its fields, read and checked under its rule book. Never saves.

    It is the same for a page, the log of the tables and what an objection proposes. `home` and `away` are
    the names of the sides in sentences. `before` is the confirmed sheet that is being corrected: cards
    recorded with a hand stay with it as long as its four awards do. `ask` returns the remarks of the season's
    rules on those who sit down.

    A game of which something cannot be read is not checked further. Each fault is shown at a field, by the
    name it has on the form of the match; logs use the same names.
    """

    def __init__(
        self,
        fields: Mapping[str, str],
        *,
        rule_book: RuleBook,
        roster: Roster = NOBODY_KNOWN,
        home: str = "Home",
        away: str = "Away",
        before: Sheet | None = None,
        ask: Ask | None = None,
    ) -> None:
        self.rules = rule_book.rules()
        self.match_format = rule_book.match_format()
        self.layout = layout_of(rule_book, self.rules)
        self.fields = typed_fields(fields, self.layout)
        self.roster, self.home, self.away = roster, home, away
        self._rule_book, self._before, self._ask = rule_book, before, ask
        self._stray = stray_fields(fields, self.layout)
        self.written, self.unreadable = parse_sheet(self.fields, self.layout, self.rules, roster)
        """The sheet as it is written, with names at tables that have no score; what of it cannot be read."""
        self.reason, self.is_correction = self.fields.get("reason", "").strip(), before is not None
        """Why a confirmed result is corrected, and whether one is."""
        self.penalty_kinds, self.contradictions = penalty_kinds(self.rules), CONTRADICTIONS.items()
        """The kinds of penalty this game knows; what can count where foot and hands differ, with words."""
        self.first_words = words_for_first(self.rules).capitalize()
        """What the side that opens a game did."""
        self.follows_target = self.rules.target is not None and self.rules.cap_at_target
        """Whether the winner's score follows from the loser's: there is a target and nobody passes it."""

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as far as it can be read, with what follows filled in, and the recorded cards."""
        sheet = completed(self.written, self.rules)
        return with_cards_of(self._before, sheet, self.rules) if self._before else sheet

    @cached_property
    def played(self) -> Mapping[tuple[int, int], games.GameScore]:
        """The scored hands of each game, by table and game; games entered without hands are left out."""
        return {
            (table.number, game.number): games.score_game(game.hands, self.rules)
            for table in self.written.tables
            for game in table.games
            if game.hands
        }

    @cached_property
    def score(self) -> matches.MatchScore:
        """The score of the sheet so far."""
        return match_score(self.sheet, self.rules, self.match_format)

    @cached_property
    def judged(self) -> tuple[SheetFault, ...]:
        """The faults of the sheet as far as it can be read, by table, game and hand."""
        return sheet_faults(
            self.sheet,
            self.rules,
            self.match_format,
            home=self.home,
            away=self.away,
            called=(self.layout.table_word, self.layout.game_word),
        )

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
        in_doubt = {_game_of(fault.field) for fault in self.unreadable}
        judged = (
            FieldFault(field=self.field_of(fault), sentence=fault.sentence)
            for fault in self.judged
            if _is_certain(fault) or self.layout.prefix(fault.table, fault.game) not in in_doubt
        )
        # Stray fields come first, then the reason, then the sheet from its top.
        return (
            *self._stray_faults(),
            *self._reason_faults(),
            *self.unreadable,
            *judged,
            *self._ruled[1],
        )

    @cached_property
    def _ruled(self) -> Ruled:
        return ruled(self.fields, self.layout, self.roster, self._ask) if self._ask else ((), ())

    @cached_property
    def oddities(self) -> tuple[FieldFault, ...]:
        """Oddities of the names, and marks not pegged, which are no reason to refuse the sheet."""
        teams, turns = (self.home, self.away), self._rule_book.season_regulations().turns
        names = oddities(self.fields, self.layout, self.roster, teams, self._ruled[0], turns)
        return (*names, *self.unpegged())

    def unpegged(self) -> Iterator[FieldFault]:
        """Yield a sentence for the marks after the point that won a game: they are kept, and never pegged."""
        for (table, game), played in self.played.items():
            if (end := played.ending) is None:
                continue
            row = f"{self.layout.prefix(table, game)}-h{end.hand + 1}"
            marked = (f"{row}-{award}" for award in end.unpegged if self.fields.get(f"{row}-{award}"))
            if (field := next(marked, None)) is not None:
                yield FieldFault(field=field, sentence=end.sentence(home=self.home, away=self.away))

    def _stray_faults(self) -> Iterator[FieldFault]:
        for name in self._stray[:1]:
            layout = self.layout
            yield FieldFault(
                field="",
                sentence=f"“{short(name)}” is no field of this sheet. It has {layout.tables} tables, "
                f"{layout.games} games a table, {layout.players} players a side, {layout.most_hands} hands.",
            )

    def _reason_faults(self) -> Iterator[FieldFault]:
        if (letters := len(self.reason)) > LONGEST_REASON:
            sentence = f"There is room for {LONGEST_REASON} letters here; this has {letters}."
            yield FieldFault(field="reason", sentence=sentence)

    def field_of(self, fault: SheetFault) -> str:
        """Return the field a fault of the sheet is shown at."""
        prefix = self.layout.prefix(fault.table, fault.game)
        fields = self.fields
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


def checked_sheet(
    match: Match, fields: Mapping[str, str], given: Iterable[int] = (), **options: Any
) -> CheckedSheet:
    """Return the sheet of a match as it is written in these fields, checked.

    The tables `given` without play, and those the match has no use for, are not played. The match comes with
    its teams, season and rule book.
    """
    unused = (*given, *idle_tables(match))
    return CheckedSheet(
        {**fields, **{f"t{table}-not-played": YES for table in unused}},
        rule_book=match.division.season.rule_book,
        home=match.home.name,
        away=match.away.name,
        **options,
    )


def _is_certain(fault: SheetFault) -> bool:
    """Return whether a fault is certain whatever else its game says.

    It is about one hand, and not about something missing in it.
    """
    return fault.hand is not None and fault.code not in STILL_TO_COME


def _game_of(name: str) -> str:
    """Return the place in the name of a field: "t2", or "t2-g3" where tables play several games."""
    match = _GAME.match(name)
    return match[0] if match else name


def with_cards_of(before: Sheet, sheet: Sheet, rules: Rules) -> Sheet:
    """Return the sheet with the cards an earlier one has for hands whose awards are still the same."""
    known = {
        (table.number, game.number, number): (hand, noted)
        for table in before.tables
        for game in table.games
        for number, (hand, noted) in enumerate(_with_notes(game))
    }

    def game_with_cards(table: int, game: SheetGame) -> SheetGame:
        earlier = (known.get((table, game.number, number)) for number in range(len(game.hands)))
        recorded = [
            _with_recorded_cards(was, *now) for was, now in zip(earlier, _with_notes(game), strict=True)
        ]
        return replace(
            game, hands=tuple(hand for hand, _ in recorded), notes=tuple(noted for _, noted in recorded)
        )

    return completed(sheet.with_games(game_with_cards), rules)


def _with_notes(game: SheetGame) -> list[tuple[Hand, HandNotes]]:
    return list(zip(game.hands, game.notes or (HandNotes(),) * len(game.hands), strict=True))


def _with_recorded_cards(
    earlier: tuple[Hand, HandNotes] | None, hand: Hand, noted: HandNotes
) -> tuple[Hand, HandNotes]:
    """Return the typed hand, with the cards recorded for it if its awards are as they were."""
    if earlier is None:
        return hand, noted
    was, had_noted = earlier
    # A mark that was cleared is a change too: the page shows every one that is recorded.
    is_changed = any(hand.taker(award) != was.taker(award) for award in Award)
    if is_changed or bool(hand.hung) != bool(was.hung):
        return hand, noted
    recorded = replace(was, penalties=hand.penalties, before=hand.before, no_game_for=hand.no_game_for)
    return recorded, replace(noted, record=noted.record or had_noted.record)
