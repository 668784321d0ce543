"""A sheet as it is typed into the form of a match: its values, faults and oddities.

Never saves; whatever was typed stays as it is.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from league.matches.sheet.values import HandNotes, Sheet, SheetGame, completed
from league.models import RuleBook
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.fields import (
    LONGEST_REASON,
    FieldFault,
    layout_of,
    stray_fields,
    typed_fields,
)
from league.results.parsing.oddities import Ask, Ruled, no_remarks, oddities, ruled
from league.results.parsing.sheet import parse_sheet
from league.results.selectors.names import Roster
from scoring.axes import Award
from scoring.hands import Hand
from scoring.rules import Rules


class TypedSheet(CheckedSheet):
    """The form of one match: what was typed, and the sheet it makes.

    `before` is the confirmed sheet that is being corrected: cards recorded with a hand stay with it as long
    as its four awards do. `ask` returns the remarks of the season's rules on those who sit down.
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
        ask: Ask = no_remarks,
    ) -> None:
        rules = rule_book.rules()
        layout = layout_of(rule_book, rules)
        self.typed = typed_fields(typed, layout)
        self.roster = roster
        self._before = before
        self._turns = rule_book.season_regulations().turns
        self._ask = ask
        parsed = parse_sheet(self.typed, layout, rules, roster=roster, stray=stray_fields(typed, layout))
        super().__init__(parsed, rule_book=rule_book, home=home, away=away)

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet as far as it can be read, completed, with the recorded cards of its hands."""
        sheet = super().sheet
        return with_cards_of(self._before, sheet, self.rules) if self._before else sheet

    @property
    def reason(self) -> str:
        """Why a confirmed result is corrected."""
        return self.typed.get("reason", "").strip()

    @property
    def is_correction(self) -> bool:
        """Whether a confirmed sheet is being corrected."""
        return self._before is not None

    @property
    def is_blank(self) -> bool:
        """Whether nothing has been typed yet."""
        return not self.typed

    @cached_property
    def _ruled(self) -> Ruled:
        return ruled(self.typed, self.layout, self.roster, self._ask)

    @cached_property
    def oddities(self) -> tuple[FieldFault, ...]:
        """Oddities of the names, and marks not pegged, which are no reason to refuse the sheet."""
        teams = (self.home, self.away)
        names = oddities(self.typed, self.layout, self.roster, teams, self._ruled.warnings, self._turns)
        return (*names, *self.unpegged())

    @cached_property
    def faults(self) -> tuple[FieldFault, ...]:
        """All faults for which the sheet cannot be confirmed, each with its field."""
        # Stray fields come first, then the reason, then the sheet from its top.
        strays = len(self.parsed.stray[:1])
        faults = super().faults
        return (*faults[:strays], *self._reason_faults(), *faults[strays:], *self._ruled.blocks)

    def _reason_faults(self) -> tuple[FieldFault, ...]:
        letters = len(self.reason)
        if letters <= LONGEST_REASON:
            return ()
        sentence = f"There is room for {LONGEST_REASON} letters here; this has {letters}."
        return (FieldFault(field="reason", sentence=sentence),)


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
