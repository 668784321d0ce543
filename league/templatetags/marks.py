"""The drawn signs: home solid, away open with a dot, nobody a dash; won high, drawn on the line, lost low.

And playing cards. Neither typeface holds arrows, ticks or suits, so every sign is drawn, reads in black and
white and says its word.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.matches.sheet.chances import LikelySide
from league.matches.sheet.openings import Turned
from scoring.cards import Card, Rank, Suit

register = template.Library()

_LINE = 'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
_OPEN = '<circle cx="8" cy="8" r="5.1" fill="none" stroke="currentColor" stroke-width="1.8"/>'
_SOLID = '<circle cx="8" cy="8" r="6" fill="currentColor"/>'
_HALF = _OPEN + '<path d="M8 2.9a5.1 5.1 0 0 0 0 10.2z" fill="currentColor"/>'


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark: the word it stands for and its drawing in a box of 16 by 16."""

    word: str
    drawing: str


MARKS = {
    "home": Mark(word="home", drawing=_SOLID),
    "away": Mark(word="away", drawing=_OPEN + '<circle cx="8" cy="8" r="1.8" fill="currentColor"/>'),
    "third": Mark(
        word="third side",
        drawing=_OPEN
        + '<path d="M4.6 4.6l6.8 6.8M11.4 4.6l-6.8 6.8" stroke="currentColor" stroke-width="1.8"/>',
    ),
    "fourth": Mark(word="fourth side", drawing='<path d="M8 1l7 7-7 7-7-7z" fill="currentColor"/>'),
    "nobody": Mark(word="nobody", drawing=f'<path d="M4.5 8h7" {_LINE}/>'),
    "won": Mark(word="won", drawing=_SOLID),
    "drawn": Mark(word="drawn", drawing=_HALF),
    "lost": Mark(word="lost", drawing=_OPEN),
    "print": Mark(
        word="print",
        drawing=f'<path d="M4.5 5.5V2h7v3.5M4 11.5H2v-5h12v5h-2M4.5 9.5h7V14h-7z" {_LINE}/>',
    ),
    "screen": Mark(word="television", drawing=f'<path d="M1.5 3h13v8.5h-13zM5 14h6" {_LINE}/>'),
    "tick": Mark(word="right", drawing=f'<path d="M3 8.5l3.3 3.3L13 4.5" {_LINE}/>'),
    "cross": Mark(word="wrong", drawing=f'<path d="M3.5 3.5l9 9M12.5 3.5l-9 9" {_LINE}/>'),
    "up": Mark(word="goes up", drawing='<path d="M8 2l5.5 6.5h-11zM2.5 11h11v2h-11z" fill="currentColor"/>'),
    "down": Mark(word="goes down", drawing=f'<path d="M3 3h10M3.5 6.8h9L8 12.8z" {_LINE}/>'),
    "risen": Mark(word="up", drawing='<path d="M8 3l5.5 10h-11z" fill="currentColor"/>'),
    "fallen": Mark(word="down", drawing=f'<path d="M3.2 4h9.6L8 12.6z" {_LINE}/>'),
    "undo": Mark(word="undo", drawing=f'<path d="M5.5 3L2.5 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6" {_LINE}/>'),
    "chevron-left": Mark(word="back", drawing=f'<path d="M10.5 2.5L5 8l5.5 5.5" {_LINE}/>'),
    "chevron-right": Mark(word="on", drawing=f'<path d="M5.5 2.5L11 8l-5.5 5.5" {_LINE}/>'),
    "chevron-down": Mark(word="open", drawing=f'<path d="M2.5 5.5L8 11l5.5-5.5" {_LINE}/>'),
    "arrow-left": Mark(word="back one", drawing=f'<path d="M13.5 8h-11M7 3.5L2.5 8 7 12.5" {_LINE}/>'),
    "arrow-up": Mark(word="up", drawing=f'<path d="M8 13.5v-11M3.5 7L8 2.5 12.5 7" {_LINE}/>'),
    "arrow-down": Mark(word="down", drawing=f'<path d="M8 2.5v11M3.5 9L8 13.5 12.5 9" {_LINE}/>'),
}

FORM_STEP = 13
FORM_LINE = 10
FORM_HEIGHT = 20
# How far above or below the line a result stands.
FORM_LIFT = {"won": -5, "drawn": 0, "lost": 5}


@register.simple_tag
def mark(name: str, label: str | None = None) -> SafeString:
    """Draw a mark. It says its own word or `label`; an empty label hides it beside its word."""
    drawn = MARKS[name]
    words = drawn.word if label is None else label
    heard = format_html('role="img" aria-label="{}"', words) if words else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="mark mark-{}" viewBox="0 0 16 16" width="16" height="16" {}>{}</svg>',
        name,
        heard,
        SafeString(drawn.drawing),
    )


@register.simple_tag
def likely(side: LikelySide) -> SafeString:
    """Return the likelier side's mark and how likely it is to win: a figure beside the score."""
    each = format_html('{} %<span class="visually-hidden"> each</span>', side.percent)
    return format_html("{} {} %", mark(side.mark), side.percent) if side.mark else each


@register.simple_tag
def change_mark(up: int | None) -> SafeString:
    """Return by how many places a team rose, or fell: a solid mark, an open one, or a dash."""
    if not up:
        same = '<span class="same" aria-hidden="true">–</span><span class="visually-hidden">no change</span>'
        return SafeString("" if up is None else same)
    name = "risen" if up > 0 else "fallen"
    return format_html(
        '<span class="{}">{}<span class="visually-hidden">{} </span>{}</span>',
        name,
        mark(name, ""),
        MARKS[name].word,
        abs(up),
    )


@register.simple_tag
def mark_symbols(*names: str) -> SafeString:
    """Return the drawings of marks once, for a listing that repeats them with `mark_again`."""
    symbols = format_html_join(
        "",
        '<symbol id="mark-{}" viewBox="0 0 16 16">{}</symbol>',
        ((name, SafeString(MARKS[name].drawing)) for name in names),
    )
    return format_html('<svg class="visually-hidden" aria-hidden="true">{}</svg>', symbols)


@register.simple_tag
def mark_again(name: str) -> SafeString:
    """Draw a mark of `mark_symbols`, in a third of the bytes."""
    return format_html(
        '<svg class="mark mark-{0}" role="img" aria-label="{1}"><use href="#mark-{0}"/></svg>',
        name,
        MARKS[name].word,
    )


NO_MATCH = SafeString('<span aria-hidden="true">–</span><span class="visually-hidden">no match yet</span>')


@register.simple_tag
def form_marks(results: Iterable[str]) -> SafeString:
    """Return the last matches of a team ("won", "drawn", "lost"), the latest on the right, as marks on a
    line.
    """
    words = [str(result) for result in results]
    if not words:
        return NO_MATCH
    places = (
        (word, place * FORM_STEP + 1, FORM_LINE + FORM_LIFT[word] - 5.5, SafeString(MARKS[word].drawing))
        for place, word in enumerate(words)
    )
    return format_html(
        '<svg class="form-marks" viewBox="0 0 {0} {1}" width="{0}" height="{1}" role="img"'
        ' aria-label="Form, latest last: {2}"><path class="form-line" d="M0 {3}h{0}"/>{4}</svg>',
        len(words) * FORM_STEP,
        FORM_HEIGHT,
        ", ".join(words),
        FORM_LINE,
        format_html_join("", '<g class="mark-{}" transform="translate({} {}) scale(.69)">{}</g>', places),
    )


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
    """Return a card turned up, in a line of words: nine and a club, or the nine alone where no suit was
    noted.
    """
    if shown.suit is None:
        return format_html('<span class="turned">{}</span>', _figure(shown.rank))
    words = f"{shown.rank.words} of {shown.suit.words}"
    return format_html(
        '<span class="turned" role="img" aria-label="{}">{}{}</span>',
        words,
        *(_figure(shown.rank), _drawn(shown.suit)),
    )


def _figure(rank: Rank) -> str:
    return "10" if rank is Rank.TEN else rank.letter


def _drawn(suit: Suit) -> SafeString:
    return format_html(
        '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="{}" fill="currentColor"/></svg>', SUITS[suit]
    )
