"""Tricks: what may be played, what is laid, and who wins. Knows nothing of points."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from .axes import StockDraw
from .cards import RANK_OF, SUIT_NUMBER, SUIT_OF, Card, Rank, Suit
from .rules import Rules


class Play(NamedTuple):
    """One player's card in a trick."""

    seat: int
    card: Card


Trick: TypeAlias = tuple[Play, ...]
"""The cards of a trick in order of play; the first was led."""


Holding: TypeAlias = tuple[Card, ...]
"""The cards of one player."""


class ThrowIn(NamedTuple):
    """A worthless holding laid on a trick in its player's turn."""

    seat: int
    cards: Holding


PlayedTrick: TypeAlias = tuple[Play | ThrowIn, ...]
"""A trick in order of play; a holding thrown in stands in its player's place."""


def cards_laid(trick: PlayedTrick) -> Iterator[tuple[int, Card]]:
    """Yield every card of a trick with its player, those thrown in as well."""
    for laid in trick:
        if isinstance(laid, Play):
            yield laid
        else:
            yield from ((laid.seat, card) for card in laid.cards)


def legal_plays(
    holding: Iterable[Card], trump: Suit | None, trick: Sequence[Card], rules: Rules
) -> tuple[Card, ...]:
    """Return the cards a player may play, in the order they hold them.

    The leader plays anything (before the pitch `trump` is None). To a trump lead a trump is played if one
    is held. To another lead its holder follows suit or plays a trump; without that suit they play anything.
    """
    held = tuple(holding)
    if not trick or len(held) == 1:
        return held
    led = SUIT_OF[trick[0]]
    following = tuple([card for card in held if SUIT_OF[card] is led])
    if not following:
        trumps = (
            tuple([card for card in held if SUIT_OF[card] is trump]) if rules.must_trump_when_void else ()
        )
        allowed = trumps or held
    elif led is trump or rules.no_trumping_in:
        allowed = following
    else:
        allowed = tuple([card for card in held if SUIT_OF[card] is led or SUIT_OF[card] is trump])
    return _without_undertrumps(allowed, trump, trick) if rules.no_undertrump else allowed


BySuit: TypeAlias = tuple[list[Card], list[Card], list[Card], list[Card]]
"""The cards of one player suit by suit."""


def by_suit(holding: Iterable[Card]) -> BySuit:
    """Return a holding suit by suit, to be played from."""
    suits: BySuit = ([], [], [], [])
    for card in holding:
        suits[SUIT_NUMBER[card]].append(card)
    return suits


def legal_by_suit(holding: BySuit, trump: int | None, trick: Sequence[Card], rules: Rules) -> Sequence[Card]:
    """Return what `legal_plays` does where hands are played by the million: suits by number, in any order."""
    spades, hearts, diamonds, clubs = holding
    if not trick or trump is None:
        return spades + hearts + diamonds + clubs
    led = SUIT_NUMBER[trick[0]]
    allowed = holding[led]
    if not allowed:
        trumps = holding[trump] if rules.must_trump_when_void else None
        allowed = trumps or spades + hearts + diamonds + clubs
    elif led != trump and not rules.no_trumping_in:
        allowed = allowed + holding[trump]
    if rules.no_undertrump:
        return _without_undertrumps(tuple(allowed), SUIT_OF[trump * len(Rank)], trick)
    return allowed


def is_legal(
    card: Card, holding: Iterable[Card], trump: Suit | None, trick: Sequence[Card], rules: Rules
) -> bool:
    """Return whether a player may play that card of their holding."""
    # To lead and to follow suit is always allowed; only the rest needs the whole holding.
    if not trick or SUIT_OF[card] is SUIT_OF[trick[0]]:
        return True
    return card in legal_plays(holding, trump, trick, rules)


def _without_undertrumps(
    allowed: tuple[Card, ...], trump: Suit | None, trick: Sequence[Card]
) -> tuple[Card, ...]:
    """Return the cards without trumps lower than one already on another suit's lead, if others are left."""
    played = [card for card in trick if SUIT_OF[card] is trump]
    if not played or SUIT_OF[trick[0]] is trump:
        return allowed
    best = max(played)
    return tuple([card for card in allowed if SUIT_OF[card] is not trump or card > best]) or allowed


def winner(trick: Sequence[Card], trump: Suit | None) -> int:
    """Return the place in the trick, from 0, of the highest trump or else of the highest card led."""
    best = trick[0]
    suit, place = SUIT_OF[best], 0
    for at, card in enumerate(trick):
        if SUIT_OF[card] is not suit:
            if SUIT_OF[card] is trump:
                best, suit, place = card, trump, at
        elif card > best:
            best, place = card, at
    return place


def is_worthless(holding: Iterable[Card], trump: Suit | None) -> bool:
    """Return whether a holding has no trump and nothing above a nine."""
    for card in holding:  # noqa: SIM110  a generator is felt at every card
        if RANK_OF[card] > Rank.NINE or SUIT_OF[card] is trump:
            return False
    return True


def can_throw_in(holding: Sequence[Card], trump: Suit | None, trick: Sequence[Card], rules: Rules) -> bool:
    """Return whether a player may lay their whole holding on the trick and leave their partner to go on
    alone.

    In turn and not on lead, with no trump and nothing above a nine, and none of it winning the trick so
    far (West Yorkshire); not while cards are drawn.
    """
    if not rules.throw_in or rules.draw is not StockDraw.NONE or not trick or not holding:
        return False
    if not is_worthless(holding, trump):
        return False
    led = trick[0].suit
    best = max(_strength(card, led, trump) for card in trick)
    return all(_strength(card, led, trump) < best for card in holding)


def _strength(card: Card, led: Suit, trump: Suit | None) -> int:
    suits = 2 if card.suit is trump else 1 if card.suit is led else 0
    return suits * 100 + card.rank if suits else 0
