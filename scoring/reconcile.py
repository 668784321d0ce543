"""Reconciling: the hands entered and the score on the paper disagree; which one slip explains it?

Knows nothing of how the slip is shown or corrected.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, combinations
from typing import Any, TypeAlias

from .axes import Award
from .errors import say
from .games import score_game
from .hand_faults import faults
from .hands import Hand, Score
from .possible_scores import hangings, possible_hands
from .rules import Rules
from .seats import AWAY, HOME, NOBODY, Side, Taker


class Change(StrEnum):
    """What went wrong in entering: an award given to the wrong side, a hand too few or too many ..."""

    SIDE = "side"
    NOBODY = "nobody"
    SWAPPED = "swapped"
    DOUBLED = "doubled"
    MISSING = "missing"


class Explained(StrEnum):
    """What of the paper a correction agrees with."""

    TOTALS = "totals"
    RUNNING = "running"


@dataclass(frozen=True, slots=True)
class EntrySlip:
    """One correction that explains the paper, and the hands as they are with it.

    `hand` counts from 0 in the hands entered; a missing hand belongs before that one; None is the whole
    sheet. `was` and `right` are takers of `award`; of a swap they are the columns exchanged, sides or awards;
    of a missing hand `right` is the points it pegged, and its awards stand in `hands` as not recorded.
    """

    change: Change
    hand: int | None
    hands: tuple[Hand, ...]
    award: Award | None = None
    was: Taker | Award | None = None
    right: Taker | Award | Score | None = None
    explains: tuple[Explained, ...] = ()

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Return the correction in words: Hand 4: Game went to Away, not to Home."""

        def spoken(value: object) -> object:
            return (home, away)[value] if value in (HOME, AWAY) else value

        code = "slip_swapped_sheet" if self.hand is None else f"slip_{self.change}"
        hand = None if self.hand is None else self.hand + 1
        return say(
            code, {"hand": hand, "award": self.award, "was": spoken(self.was), "right": spoken(self.right)}
        )


@dataclass(frozen=True, slots=True)
class Reconciliation:
    """Whether hands and paper agree; if not, every single slip that explains the paper, likeliest first."""

    agrees: bool
    slips: tuple[EntrySlip, ...] = ()


def reconcile(
    hands: Sequence[Hand],
    totals: Sequence[int],
    rules: Rules,
    *,
    running: Sequence[Sequence[int]] | None = None,
    start: Sequence[int] | None = None,
) -> Reconciliation:
    """Return every single slip in the hands entered that explains the totals or running scores on paper.

    Penalties stay as entered, and what a correction makes must be a game that can be. The likeliest come
    first: what explains totals and running scores before what explains one of them, for two figures seldom
    agree by chance; then what the cards recorded do not speak against; then the commonest kind of slip: one
    wrong key, columns exchanged, a row typed twice, a row left out. Among wrong keys Game comes first, which
    is counted after the hand and disputed, then Jack, Low and High, which everybody sees on the table. A
    sheet with its sides exchanged comes before a row, and a row left out is sought from the end, where
    sheets are left unfinished.
    """
    paper = _Paper(tuple(totals), None if running is None else tuple(map(tuple, running)))
    entered, before = tuple(hands), tuple(start or (0,) * len(paper.totals))
    if paper.explained_by(_awards_only(entered), rules, before) == paper.figures:
        return Reconciliation(agrees=True)
    slips: dict[EntrySlip, None] = {}
    for slip, corrected in _corrections(entered, rules, before):
        explains = paper.explained_by(_awards_only(corrected), rules, before)
        if explains:
            slips[replace(slip, explains=explains)] = None
    likeliest_first = sorted(slips, key=lambda slip: _unlikeliness(slip, rules, len(before)))
    return Reconciliation(agrees=False, slips=tuple(likeliest_first))


@dataclass(frozen=True, slots=True)
class _Paper:
    """The figures written on the sheet."""

    totals: Score
    running: tuple[Score, ...] | None

    @property
    def figures(self) -> tuple[Explained, ...]:
        return (Explained.TOTALS,) if self.running is None else tuple(Explained)

    def explained_by(self, hands: tuple[Hand, ...], rules: Rules, start: Score) -> tuple[Explained, ...]:
        """Return which figures these hands make, if they are a game that can be."""
        game = score_game(hands, rules, start=start)
        if game.faults:
            return ()
        made = {Explained.TOTALS: game.scores == self.totals, Explained.RUNNING: game.running == self.running}
        return tuple(figure for figure in Explained if made[figure])


def _awards_only(hands: Sequence[Hand]) -> tuple[Hand, ...]:
    """Return the hands as the peg board sees them: what their cards say is weighed, not demanded."""
    return tuple(replace(hand, **_NO_CARDS) if hand.has_cards else hand for hand in hands)


_NO_CARDS: Any = dict.fromkeys(
    ("trump", "high_card", "low_card", "pitched", "pitcher_side", "card_points"), None
)


Correction: TypeAlias = tuple[EntrySlip, tuple[Hand, ...]]
"""A correction, and the hands to be pegged with it."""


def _corrections(hands: tuple[Hand, ...], rules: Rules, start: Score) -> Iterator[Correction]:
    """Yield every correction of one slip, whatever it explains."""
    for slip in chain(
        _wrong_keys(hands, rules, len(start)), _swaps(hands, rules, len(start)), _doubles(hands)
    ):
        yield slip, slip.hands
    yield from _missing_hands(hands, rules, start)


def _wrong_keys(hands: tuple[Hand, ...], rules: Rules, sides: int) -> Iterator[EntrySlip]:
    """Yield the slips by which one award of one hand went to another side, or to nobody."""
    for place, hand in enumerate(hands):
        for award in rules.awards:
            was = hand.taker(award)
            if was is None:
                continue
            for right in (*range(sides), NOBODY):
                change = Change.NOBODY if right is NOBODY else Change.SIDE
                for corrected in _with(hand, rules, {award: right}) if right != was else ():
                    yield EntrySlip(change, place, _replaced(hands, place, corrected), award, was, right)


def _with(hand: Hand, rules: Rules, takers: Mapping[Award, Taker | None]) -> Iterator[Hand]:
    """Yield the hand with other takers; a jack that changes hands hanged and not, where that counts."""
    jack = takers.get(Award.JACK, hand.jack)
    for hung in (hand.hung,) if jack == hand.jack else hangings(jack, rules):
        yield _taken(hand, takers, hung)


def _taken(hand: Hand, takers: Mapping[Award, Taker | None], hung: bool | None) -> Hand:
    high, low, jack, game = (takers.get(award, hand.taker(award)) for award in Award)
    return replace(hand, high=high, low=low, jack=jack, game=game, hung=hung)


def _replaced(hands: tuple[Hand, ...], place: int, *instead: Hand) -> tuple[Hand, ...]:
    return hands[:place] + instead + hands[place + 1 :]


def _swaps(hands: tuple[Hand, ...], rules: Rules, sides: int) -> Iterator[EntrySlip]:
    """Yield the slips of two columns exchanged, sides or awards: in one row, or down the whole sheet."""
    for first_side, second_side in combinations(range(sides), 2):
        rows = [_sides_exchanged(hand, first_side, second_side) for hand in hands]
        yield from _rows_swapped(hands, rows, first_side, second_side)
        sheet = tuple(_rest_exchanged(row, first_side, second_side) for row in rows)
        yield EntrySlip(Change.SWAPPED, None, sheet, None, first_side, second_side)
    for first, second in combinations(rules.awards, 2):
        rows = [_awards_exchanged(hand, first, second) for hand in hands]
        yield from _rows_swapped(hands, rows, first, second)
        yield EntrySlip(Change.SWAPPED, None, tuple(rows), None, first, second)


def _rows_swapped(
    hands: tuple[Hand, ...], rows: Sequence[Hand], was: Side | Award, right: Side | Award
) -> Iterator[EntrySlip]:
    """Yield the slips of one row with its columns exchanged, wherever that makes a difference."""
    for place, row in enumerate(rows):
        if row != hands[place]:
            yield EntrySlip(Change.SWAPPED, place, _replaced(hands, place, row), None, was, right)


def _sides_exchanged(hand: Hand, first: Side, second: Side) -> Hand:
    turned: Mapping[Taker | None, Side] = {first: second, second: first}
    takers = {award: hand.taker(award) for award in Award}
    return _taken(hand, {award: turned.get(taker, taker) for award, taker in takers.items()}, hand.hung)


def _rest_exchanged(hand: Hand, first: Side, second: Side) -> Hand:
    """Return the hand with the sides exchanged beside the awards: in penalties, the deal, the bid."""

    def turned(side: Side) -> Side:
        return {first: second, second: first}.get(side, side)

    contract = hand.contract
    if contract is not None:
        seller = None if contract.seller is None else turned(contract.seller)
        contract = replace(contract, side=turned(contract.side), seller=seller)
    return replace(
        hand,
        penalties=tuple(replace(points, side=turned(points.side)) for points in hand.penalties),
        before=tuple(replace(points, side=turned(points.side)) for points in hand.before),
        no_game_for=tuple(map(turned, hand.no_game_for)),
        contract=contract,
    )


def _awards_exchanged(hand: Hand, first: Award, second: Award) -> Hand:
    """Return the row with two awards exchanged; a jack that nobody took is not hanged either."""
    changed = _taken(hand, {first: hand.taker(second), second: hand.taker(first)}, hand.hung)
    return replace(changed, hung=False) if changed.hung and changed.jack is NOBODY else changed


def _doubles(hands: tuple[Hand, ...]) -> Iterator[EntrySlip]:
    """Yield the slips of a row typed twice: one that is like a row before it."""
    for place, hand in enumerate(_awards_only(hands)):
        if hand in _awards_only(hands[:place]):
            yield EntrySlip(Change.DOUBLED, place, _replaced(hands, place))


def _missing_hands(hands: tuple[Hand, ...], rules: Rules, start: Score) -> Iterator[Correction]:
    """Yield the slips of a row left out, told by its place and by what it pegged; no penalty is guessed."""
    for place in range(len(hands) + 1):
        before = score_game(_awards_only(hands[:place]), rules, start=start).scores
        for hand in possible_hands(rules, len(start)):
            after = score_game([hand], rules, start=before).scores
            pegged = tuple(late - early for late, early in zip(after, before, strict=True))
            incomplete = (*hands[:place], Hand(), *hands[place:])
            yield (
                EntrySlip(Change.MISSING, place, incomplete, right=pegged),
                (*hands[:place], hand, *hands[place:]),
            )


def _unlikeliness(slip: EntrySlip, rules: Rules, sides: int) -> tuple[int, ...]:
    """Return the place of a slip in the order `reconcile` explains."""
    place = -1 if slip.hand is None else slip.hand
    return (
        -len(slip.explains),
        Explained.TOTALS not in slip.explains,
        sum(len(faults(hand, rules, sides=sides)) for hand in slip.hands if hand.has_cards),
        _COMMONEST_FIRST.index(slip.change),
        _MOST_DISPUTED_FIRST.index(slip.award) if slip.award else 0,
        -place if slip.change is Change.MISSING else place,
    )


_COMMONEST_FIRST = tuple(Change)
_MOST_DISPUTED_FIRST = (Award.GAME, Award.JACK, Award.LOW, Award.HIGH)
