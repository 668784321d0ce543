"""Penalties of a game as typed: in which hand, of which kind, to which side, how many points, what for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.forms import sheet_fields
from league.forms.field_reading import FieldReading, short
from league.forms.sheet_fields import KIND, whole_number
from league.sheets.openings import (
    GAME_LOST,
    MISDEAL,
    PenaltyKind,
    bars_from_game,
    eldest_side,
    penalty_kinds,
)
from scoring import Side
from scoring.games import score_game
from scoring.hands import Hand, Penalty
from scoring.pegging import Peg
from scoring.rules import Rules

MISDEAL_SAYS_ITSELF = "A misdeal needs no words here: leave this empty, or write it under the remarks."


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """A penalty as typed; without points it gives the whole game."""

    kind: str
    side: Side
    points: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class GivenInHand:
    """The penalties of a hand, in the order they are written down."""

    given: tuple[Given, ...] = ()

    @property
    def misdeals(self) -> tuple[Peg, ...]:
        """Misdeals, which are pegged with the deal."""
        return tuple(Peg(MISDEAL, one.side, one.points or 1) for one in self.given if one.kind == MISDEAL)


NOTHING_GIVEN = GivenInHand()


def with_penalties(hand: Hand, given: GivenInHand, earlier: Sequence[Hand], rules: Rules) -> Hand:
    """The hand with its penalties; a game lost by a renege gives what the other side was short of."""
    penalties: list[Penalty] = []
    for one in given.given:
        if one.kind == MISDEAL:
            continue
        points = one.points
        if points is None:
            pegged: tuple[Peg | Penalty, ...] = (*hand.before, *penalties)
            had = score_game(earlier, rules).scores[one.side]
            had += sum(peg.points for peg in pegged if peg.side == one.side)
            points = max((rules.target or 0) - had, 1)
        penalties.append(Penalty(one.side, points, one.reason))
    barred = {1 - one.side for one in given.given if bars_from_game(one.kind, rules)}
    return replace(hand, penalties=tuple(penalties), no_game_for=tuple(sorted(barred)))


class PenaltyReading(FieldReading):
    """The penalty lines of one game."""

    def of_game(self, prefix: str, first: Side | None) -> dict[int, GivenInHand]:
        """Penalties by the hand they were given in."""
        found: dict[int, GivenInHand] = {}
        for row in range(1, sheet_fields.MOST_PENALTIES + 1):
            read = self._penalty(f"{prefix}-p{row}", first)
            if read is not None:
                hand, given = read
                found[hand] = GivenInHand((*found.get(hand, NOTHING_GIVEN).given, given))
        return found

    def _penalty(self, row: str, first: Side | None) -> tuple[int, Given] | None:
        parts = {part: self._text(f"{row}-{part}") for part in self.layout.penalty_parts}
        # The number of points stands ready on the page: alone it means nothing yet.
        if not any(text for part, text in parts.items() if part != "points"):
            return None
        kind = self._kind(f"{row}-{KIND}")
        hand = self._hand(f"{row}-hand")
        side = self._side(f"{row}-side")
        if side is None and kind.code == MISDEAL and hand and first is not None and not parts["side"]:
            side = eldest_side(first, hand - 1)
        elif not parts["side"]:
            self._refuse(f"{row}-side", "Say which side the points were given to: h for home or a for away.")
        points = self._points(f"{row}-points", kind)
        reason = self._reason(f"{row}-reason", kind)
        if hand is None or side is None or points == 0 or (not reason and kind.code != MISDEAL):
            return None
        return hand, Given(kind=kind.code, side=side, points=points, reason=reason)

    def _kind(self, name: str) -> PenaltyKind:
        text = self._text(name)
        kinds = penalty_kinds(self.rules)
        plain = PenaltyKind("", "", self.rules.peek_penalty)
        if text and all(kind.code != text for kind in kinds):
            known = ", ".join(kind.code for kind in kinds)
            self._refuse(name, f"“{short(text)}” is no kind of penalty in this game: there are {known}.")
        return next((kind for kind in kinds if kind.code == text), plain)

    def _hand(self, name: str) -> int | None:
        hand = whole_number(self._text(name))
        if hand is not None and 1 <= hand <= self.layout.most_hands:
            return hand
        self._refuse(name, "A penalty needs the number of the hand it was given in.")
        return None

    def _points(self, name: str, kind: PenaltyKind) -> int | None:
        """The points given: 0 for none that can be read, None for the whole game."""
        text = self._text(name)
        if not text and kind.code == GAME_LOST:
            return None
        points = whole_number(text) if text else kind.points
        if not points:
            self._refuse(name, "A penalty gives one point or more, in figures.")
        return points or 0

    def _reason(self, name: str, kind: PenaltyKind) -> str:
        """What it was for; a kind of penalty says that itself."""
        text = self._words(name, sheet_fields.LONGEST_PENALTY_REASON)
        if kind.code == MISDEAL:
            if text:
                self._refuse(name, MISDEAL_SAYS_ITSELF)
            return ""
        if not text and not kind.code:
            self._refuse(name, "Say what the penalty was for.")
        return text or kind.words
