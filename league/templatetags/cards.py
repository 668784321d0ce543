"""Playing cards: the rank in figures or letters, the suit drawn, the whole said in words."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from league.matches.sheet.openings import Turned
from scoring.cards import Card, Rank, Suit

register = template.Library()

# In a box of 16 by 16. Neither typeface holds the signs of the suits.
SUITS = {
    Suit.SPADES: "M8 1.5c4.5 3.7 6.5 6 6.5 8.3A3 3 0 0 1 9 11.6l1.2 2.9H5.8L7 11.6A3 3 0 0 1 1.5 9.8C1.5 7.5 "
    "3.5 5.2 8 1.5z",
    Suit.HEARTS: "M8 14C3 10 1.5 7.5 1.5 5.2A3.4 3.4 0 0 1 8 3.8a3.4 3.4 0 0 1 6.5 1.4C14.5 7.5 13 10 8 14z",
    Suit.DIAMONDS: "M8 1.2L13.2 8 8 14.8 2.8 8z",
    Suit.CLUBS: "M8 1.3a3.1 3.1 0 0 1 2.6 4.8A3.1 3.1 0 1 1 9 11.3l1.2 3.2H5.8L7 11.3a3.1 3.1 0 1 1-1.6-5.2"
    "A3.1 3.1 0 0 1 8 1.3z",
}
RED = (Suit.HEARTS, Suit.DIAMONDS)


@register.simple_tag
def card(shown: Card) -> SafeString:
    """Draw a card: king of hearts as K and a heart."""
    return format_html(
        '<span class="card{}" role="img" aria-label="{}">{}{}</span>',
        " card-red" if shown.suit in RED else "",
        shown.words,
        _figure(shown.rank),
        _drawn(shown.suit),
    )


@register.simple_tag
def turned_card(shown: Turned) -> SafeString:
    """A card turned up, in a line of words: nine and a club, or the nine alone where no suit was noted."""
    if shown.suit is None:
        return format_html('<span class="turned">{}</span>', _figure(shown.rank))
    words = f"{shown.rank.words} of {shown.suit.words}"
    drawn = (_figure(shown.rank), _drawn(shown.suit))
    return format_html('<span class="turned" role="img" aria-label="{}">{}{}</span>', words, *drawn)


def _figure(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter


def _drawn(suit: Suit) -> SafeString:
    path = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{}" fill="currentColor"/></svg>'
    return format_html(path, SUITS[suit])
