"""The play in words: what may be played to a trick and who wins it."""

from collections.abc import Iterator, Mapping

from scoring.axes import Draw
from scoring.prose.table import may_have_partners
from scoring.rules import Rules

__all__ = ["told"]


def told(rules: Rules) -> Iterator[str]:
    """The section's sentences in order."""
    yield f"{'The pitcher' if rules.has_auction else 'Eldest'} leads to the first trick, any card."
    yield "To a trump lead, whoever holds a trump plays one."
    yield _FOLLOWING[rules.no_trumping_in]
    yield _VOID[rules.must_trump_when_void]
    if rules.no_undertrump:
        yield (
            "Once such a trick is trumped, a lower trump may be played only by one who can play nothing else."
        )
    yield (
        "The highest trump wins the trick, or without one the highest card of the suit led; its winner leads."
    )
    if rules.draw is not Draw.NONE:
        yield _DRAWING[rules.draw]
    if rules.throw_in:
        yield _THROW_IN[may_have_partners(rules)]


_FOLLOWING: Mapping[bool, str] = {
    False: "To another suit one follows suit or trumps, as one likes; nobody need beat the cards played.",
    True: "To another suit whoever can follows suit, and may not trump; nobody need beat the cards played.",
}
_VOID: Mapping[bool, str] = {
    False: "Without a card of the suit led one plays anything.",
    True: "Without a card of the suit led one must trump; with no trump either, one plays anything.",
}
_DRAWING: Mapping[Draw, str] = {
    Draw.FACE_UP: "After each trick every player draws a card, its winner first, from a stock that lies "
    "face up.",
    Draw.FACE_DOWN: "After each trick every player draws a card, its winner first, from a stock that lies "
    "face down.",
}
_WHEN_THROWN = (
    "At one's turn, but not on lead, one may throw in: with no trump, nothing above a nine, and no card that "
    "would win the trick, all one's cards go face up on it."
)
_THROW_IN: Mapping[bool, str] = {
    False: f"{_WHEN_THROWN} One takes no more part in the hand.",
    True: f"{_WHEN_THROWN} The partner plays on alone.",
}
