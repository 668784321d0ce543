"""Reconciling: the hands entered and the score on the paper disagree; which one slip explains it?

Knows nothing of how the slip is shown or corrected.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache, reduce
from itertools import accumulate, chain, combinations, compress
from operator import add, sub
from typing import Any, NamedTuple, TypeAlias

from .axes import Award
from .errors import say
from .games import score_game, tallies, tally
from .hand_faults import faults
from .hands import Hand, Peg, Score, peg
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
    ledger = _Ledger(entered, rules, before, paper)
    if ledger.explained(ledger.bare) == paper.figures:
        return Reconciliation(agrees=True)
    slips: dict[EntrySlip, None] = {}
    for slip, corrected in _corrections(ledger, rules, len(before)):
        explains = ledger.explained(corrected)
        if explains:
            slips[replace(slip, explains=explains)] = None
    likeliest_first = sorted(slips, key=_Unlikeliness(rules, len(before)))
    return Reconciliation(agrees=False, slips=tuple(likeliest_first))


@dataclass(frozen=True, slots=True)
class _Paper:
    """The figures written on the sheet."""

    totals: Score
    running: tuple[Score, ...] | None

    @property
    def figures(self) -> tuple[Explained, ...]:
        return (Explained.TOTALS,) if self.running is None else tuple(Explained)


def _awards_only(hands: Sequence[Hand]) -> tuple[Hand, ...]:
    """Return the hands as the peg board sees them: what their cards say is weighed, not demanded."""
    return tuple(replace(hand, **_NO_CARDS) if hand.has_cards else hand for hand in hands)


_NO_CARDS: Any = dict.fromkeys(
    ("trump", "high_card", "low_card", "pitched", "pitcher_side", "card_points"), None
)


class _Row(NamedTuple):
    """A correction of one row: `row` instead of `removed` rows from a place on; see `EntrySlip`."""

    change: Change
    place: int
    removed: int
    row: Hand | None
    award: Award | None = None
    was: Taker | Award | None = None
    right: Taker | Award | None = None


class _Ledger:
    """The hands entered as the peg board sees them, with the score before each if nothing were cut off.

    Only the last hand of a game can be cut off by the target, so what a correction makes of the others is a
    sum, and most corrections are dismissed by one look at the paper.
    """

    def __init__(self, hands: tuple[Hand, ...], rules: Rules, start: Score, paper: _Paper) -> None:
        self.hands, self.bare = hands, _awards_only(hands)
        self.rules, self.start, self.paper = rules, start, paper
        self.pegs = list(map(self.pegs_of, self.bare))
        self.before = list(accumulate(self.pegs, _added, initial=start))
        rows = zip(self.before[1:], paper.running or (), strict=False)
        self.agreeing = next((at for at, (made, row) in enumerate(rows) if made != row), len(hands))

    def pegs_of(self, hand: Hand) -> tuple[Peg, ...]:
        """Return what a hand pegs with room on the board."""
        sides = len(self.start)
        known = tallies(self.rules, sides).get((hand.high, hand.low, hand.jack, hand.game, hand.hung))
        return known.pegs if known and hand.is_bare else tally(hand, self.rules, sides).pegs

    def explained(self, hands: tuple[Hand, ...]) -> tuple[Explained, ...]:
        """Return which figures of the paper these hands make, if they are a game that can be."""
        game = score_game(hands, self.rules, start=self.start)
        agrees = (game.scores == self.paper.totals, game.running == self.paper.running)
        return () if game.faults else tuple(compress(Explained, agrees))

    def may_explain(self, place: int, removed: int, row: Hand | None) -> bool:
        """Return whether a correction can make the totals, or the running score of its row."""
        pegs = [] if row is None else [self.pegs_of(row)]
        after, count = place + removed, len(self.hands) - removed + len(pegs)
        if after < len(self.hands):
            behind = map(sub, self.before[-2], self.before[after])
            reached = reduce(_added, pegs, self.before[place])
            score, last = tuple(map(add, reached, behind)), self.pegs[-1]
        else:
            made = [*self.pegs[:place], *pegs]
            score, last = self.before[len(made) - 1], made[-1] if made else ()
        final = self.pegged(score, last)
        running = self.paper.running
        if final == self.paper.totals or running is None:
            return final == self.paper.totals
        if len(running) != count or place > self.agreeing or not pegs:
            return len(running) == count and place <= self.agreeing
        return running[place] == (final if place == count - 1 else _added(self.before[place], pegs[0]))

    def pegged(self, score: Score, pegs: Sequence[Peg]) -> Score:
        """Return the score after a hand, cut off at the target."""
        return peg(score, pegs, self.rules.target, cap=self.rules.cap_at_target).scores


def _added(score: Score, pegs: Iterable[Peg]) -> Score:
    """Return a score with points put on a board without an end."""
    board = list(score)
    for point in pegs:
        board[point.side] += point.points
    return tuple(board)


Correction: TypeAlias = tuple[EntrySlip, tuple[Hand, ...]]
"""A correction, and the hands to be pegged with it."""


def _corrections(ledger: _Ledger, rules: Rules, sides: int) -> Iterator[Correction]:
    """Yield every correction of one slip that may explain something."""
    hands, bare = ledger.hands, ledger.bare
    for each in chain(_wrong_keys(hands, rules, sides), _swapped_rows(hands, rules, sides), _doubles(bare)):
        row = None if each.row is None else _awards_only([each.row])[0]
        if ledger.may_explain(each.place, each.removed, row):
            slip = EntrySlip(
                each.change, each.place, _replaced(hands, each), each.award, each.was, each.right
            )
            yield slip, _replaced(bare, each._replace(row=row))
    for slip in _swapped_sheets(hands, rules, sides):
        yield slip, _awards_only(slip.hands)
    for place in range(len(hands) + 1):
        yield from _missing_hands(ledger, place, rules, sides)


def _wrong_keys(hands: tuple[Hand, ...], rules: Rules, sides: int) -> Iterator[_Row]:
    """Yield the slips by which one award of one hand went to another side, or to nobody."""
    for place, hand in enumerate(hands):
        for award in rules.awards:
            was = hand.taker(award)
            if was is None:
                continue
            for right in (*range(sides), NOBODY):
                change = Change.NOBODY if right is NOBODY else Change.SIDE
                for corrected in _with(hand, rules, {award: right}) if right != was else ():
                    yield _Row(change, place, 1, corrected, award, was, right)


def _with(hand: Hand, rules: Rules, takers: Mapping[Award, Taker | None]) -> Iterator[Hand]:
    """Yield the hand with other takers; a jack that changes hands hanged and not, where that counts."""
    jack = takers.get(Award.JACK, hand.jack)
    for hung in (hand.hung,) if jack == hand.jack else hangings(jack, rules):
        yield _taken(hand, takers, hung)


def _taken(hand: Hand, takers: Mapping[Award, Taker | None], hung: bool | None) -> Hand:
    high, low, jack, game = (takers.get(award, hand.taker(award)) for award in Award)
    return replace(hand, high=high, low=low, jack=jack, game=game, hung=hung)


def _replaced(hands: tuple[Hand, ...], each: _Row) -> tuple[Hand, ...]:
    instead = () if each.row is None else (each.row,)
    return hands[: each.place] + instead + hands[each.place + each.removed :]


def _swapped_rows(hands: tuple[Hand, ...], rules: Rules, sides: int) -> Iterator[_Row]:
    """Yield the slips of two columns exchanged in one row, sides or awards, where it makes a difference."""
    for side, other_side in combinations(range(sides), 2):
        rows = (_sides_exchanged(hand, side, other_side) for hand in hands)
        yield from _rows_swapped(hands, rows, side, other_side)
    for award, other in combinations(rules.awards, 2):
        rows = (_awards_exchanged(hand, award, other) for hand in hands)
        yield from _rows_swapped(hands, rows, award, other)


def _rows_swapped(
    hands: tuple[Hand, ...], rows: Iterable[Hand], was: Side | Award, right: Side | Award
) -> Iterator[_Row]:
    for place, (hand, row) in enumerate(zip(hands, rows, strict=True)):
        if row != hand:
            yield _Row(Change.SWAPPED, place, 1, row, None, was, right)


def _swapped_sheets(hands: tuple[Hand, ...], rules: Rules, sides: int) -> Iterator[EntrySlip]:
    """Yield the slips of two columns exchanged down the whole sheet, sides or awards."""
    for first, second in combinations(range(sides), 2):
        rows = (_sides_exchanged(hand, first, second) for hand in hands)
        sheet = tuple(_rest_exchanged(row, first, second) for row in rows)
        yield EntrySlip(Change.SWAPPED, None, sheet, None, first, second)
    for one, other in combinations(rules.awards, 2):
        sheet = tuple(_awards_exchanged(hand, one, other) for hand in hands)
        yield EntrySlip(Change.SWAPPED, None, sheet, None, one, other)


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


def _doubles(bare: tuple[Hand, ...]) -> Iterator[_Row]:
    """Yield the slips of a row typed twice: one that is like a row before it."""
    seen: set[Hand] = set()
    for place, hand in enumerate(bare):
        if hand in seen:
            yield _Row(Change.DOUBLED, place, 1, None)
        seen.add(hand)


def _missing_hands(ledger: _Ledger, place: int, rules: Rules, sides: int) -> Iterator[Correction]:
    """Yield the slips of a row left out there, told by what it pegged; no penalty is guessed."""
    for hand in possible_hands(rules, sides):
        if ledger.may_explain(place, 0, hand):
            before = ledger.before[place]
            after = ledger.pegged(before, ledger.pegs_of(hand))
            pegged = tuple(late - early for late, early in zip(after, before, strict=True))
            left_out = _Row(Change.MISSING, place, 0, Hand())
            slip = EntrySlip(Change.MISSING, place, _replaced(ledger.hands, left_out), right=pegged)
            yield slip, _replaced(ledger.bare, left_out._replace(row=hand))


class _Unlikeliness:
    """The place of a slip in the order `reconcile` explains; each hand with cards is judged once."""

    def __init__(self, rules: Rules, sides: int) -> None:
        self.faults = cache(lambda hand: len(faults(hand, rules, sides=sides)) if hand.has_cards else 0)

    def __call__(self, slip: EntrySlip) -> tuple[int, ...]:
        place = -1 if slip.hand is None else slip.hand
        return (
            -len(slip.explains),
            Explained.TOTALS not in slip.explains,
            sum(map(self.faults, slip.hands)),
            _COMMONEST_FIRST.index(slip.change),
            _MOST_DISPUTED_FIRST.index(slip.award) if slip.award else 0,
            -place if slip.change is Change.MISSING else place,
        )


_COMMONEST_FIRST = tuple(Change)
_MOST_DISPUTED_FIRST = (Award.GAME, Award.JACK, Award.LOW, Award.HIGH)
