"""The family at a glance: every game a row, what sets them apart in columns."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from .. import variants
from ..axes import GiftCannotWinFor, StockDraw, TrumpBy
from ..rules import Rules, Variant
from ..seats import Direction
from . import playing_rules
from .house import in_words
from .words import capitalised, count, listed


@dataclass(frozen=True, slots=True)
class VariantRow:
    """One game and its cells by the heads of their columns; empty where the game has no such thing."""

    variant: Variant
    cells: Mapping[str, str]

    @property
    def filled(self) -> Mapping[str, str]:
        """The cells with something in them."""
        return {head: cell for head, cell in self.cells.items() if cell}


@dataclass(frozen=True, slots=True)
class Branch:
    """A game in the family tree, and those that grew from it."""

    variant: Variant
    branches: tuple["Branch", ...]


def family_tree() -> tuple[Branch, ...]:
    """Return the whole family as a tree, from the games that grew from none of the others."""
    names = variants.names()
    return tuple(_branch(variant) for variant in variants.ALL if variant.grew_from not in names)


def _branch(variant: Variant) -> Branch:
    return Branch(variant, tuple(_branch(young) for young in variants.ALL if young.grew_from == variant.name))


def comparison() -> tuple[VariantRow, ...]:
    """Return the whole family, in its own order."""
    return tuple(
        VariantRow(variant, {head: capitalised(cell(variant.rules)) for head, cell in COLUMNS.items()})
        for variant in variants.ALL
    )


def _players(rules: Rules) -> str:
    return listed(map(count, rules.players), "or")


def _played_to(rules: Rules) -> str:
    return f"{count(rules.fixed_hands)} hands" if rules.fixed_hands else playing_rules.target_words(rules)


def _jack(rules: Rules) -> str:
    return str(rules.hang_jack) if rules.hanging_counts else ""


def _besides(rules: Rules) -> Iterator[str]:
    """Yield what only some games have and no column is worth."""
    if rules.direction is not Direction.CLOCKWISE:
        yield in_words("direction", rules)
    if rules.draw is not StockDraw.NONE:
        yield f"{count(rules.hand)} cards in hand, a new one {in_words('draw', rules)} after each trick"
    if rules.throw_in:
        yield "a worthless hand may be thrown in"
    if rules.may_bunch:
        yield "all may agree to a new deal after a run"
    if rules.gift_cannot_win_for not in (None, GiftCannotWinFor.NOBODY):
        yield f"a gift may not win the game for {in_words('gift_cannot_win_for', rules)}"
    if rules.trump_honours:
        yield f"trumps marked as they fall: {in_words('trump_honours', rules)}"
    if rules.plain_honours:
        yield f"of the other suits: {in_words('plain_honours', rules)}"
    if not rules.cap_at_target and rules.target:
        yield "the score may pass the target"


def _of_a_turnup(name: str) -> Callable[[Rules], str]:
    """Return what only a game with a turn-up has."""
    return lambda rules: in_words(name, rules) if rules.trump is TrumpBy.TURNUP else ""


COLUMNS: Mapping[str, Callable[[Rules], str]] = {
    "Players": _players,
    "Trumps": lambda rules: in_words("trump", rules),
    "Played to": _played_to,
    "Low to": lambda rules: in_words("low_to", rules),
    "Hanged jack": _jack,
    "Game, if level": lambda rules: in_words("game_tie", rules),
    "Turned up": _of_a_turnup("turnup_scores"),
    "After a gift": _of_a_turnup("gift_then"),
    "Kept after a run": _of_a_turnup("after_run"),
    "Besides": lambda rules: "; ".join(_besides(rules)),
}
"""The heads of the columns, and what stands under each."""


def markdown() -> Iterator[str]:
    """Yield the comparison as a page of the manual, a line at a time."""
    yield "# The family"
    yield ""
    yield (
        "Every game of All Fours the engine knows, made from its data by `python3 -m scoring variants "
        "--markdown`. `python3 -m scoring rules NAME` tells one in full, with its sources."
    )
    yield ""
    heads = ("Game", "Name", *COLUMNS)
    yield _row(heads)
    yield _row("---" for _ in heads)
    for row in comparison():
        yield _row((row.variant.title, f"`{row.variant.name}`", *row.cells.values()))
    yield ""
    yield "Also called:"
    yield ""
    for variant in variants.ALL:
        if variant.aliases:
            yield f"- {variant.title}: {', '.join(variant.aliases)}"


def _row(cells: "Iterator[str] | tuple[str, ...]") -> str:
    return f"| {' | '.join(cells)} |"
