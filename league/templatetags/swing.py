"""The chart of a match's swing: the home side's lead over all tables, in steps above and below level."""

from dataclasses import dataclass
from typing import Any

from django import template

from league.results.pages.replay import Swing
from league.templatetags.formatting import signed

register = template.Library()

TOP, FOOT = 20, 40
MARK = 24  # across a numbered mark
NUMBER = 16  # what the number of a hand needs
MOST_GRID_LINES = 6
GRID_STEPS = (5, 10, 20, 50, 100, 200, 500)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """The measures of a drawing: its words are as large on a telephone as on a laptop."""

    shown: str
    width: int
    left: int
    right: int
    depth: int


FRAMES = (
    Frame(shown="wide-only", width=720, left=116, right=124, depth=200),
    Frame(shown="phone-only", width=328, left=76, right=72, depth=160),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GridLine:
    """A level of the lead: where it stands and what it says."""

    y: float
    words: str
    is_level: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """One hand: the middle of its band, and the part of it between the lead and level."""

    hand: int
    x: float
    left: float
    width: float
    top: float
    height: float
    kind: str
    is_numbered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMark:
    """The numbered mark of a table that finished."""

    table: int
    x: float
    y: float
    is_won_at_home: bool


@register.inclusion_tag("parts/_swing.html")
def swing_chart(swing: Swing, home: str, away: str) -> dict[str, Any]:
    """Draw the swing for both sizes of page; `home` and `away` are the teams, for the words beside it."""
    leads = ", ".join(signed(lead) for lead in swing.leads[1:])
    return {
        "drawings": [_drawing(swing, frame) for frame in FRAMES],
        "words": f"The lead of {home} over {away} after each hand: {leads}.",
    }


def _drawing(swing: Swing, frame: Frame) -> dict[str, Any]:
    highest, lowest = max(swing.leads), min(swing.leads)
    step = next((step for step in GRID_STEPS if (highest - lowest) / step <= MOST_GRID_LINES), GRID_STEPS[-1])
    top_lead = max(step, -(-highest // step) * step)
    low_lead = min(0, (lowest // step) * step)
    unit = frame.depth / (top_lead - low_lead)
    above = (
        _stack_of(swing, place) * MARK - (top_lead - swing.leads[hand]) * unit
        for place, (hand, _, _) in enumerate(swing.ends)
    )
    # Marks stacked on the highest lead stand above the grid: only then is there room to be made for them.
    top = round(TOP + max(0, *above), 1) if swing.ends else TOP

    def y(lead: int) -> float:
        return round(top + (top_lead - lead) * unit, 1)

    bands = tuple(_bands(swing, frame, y))
    return {
        "shown": frame.shown,
        "width": frame.width,
        "height": round(top + frame.depth + FOOT),
        "left": frame.left,
        "right": frame.width - frame.right,
        "grid": [
            GridLine(y=y(lead), words=_lead_words(lead), is_level=lead == 0)
            for lead in range(low_lead, top_lead + 1, step)
        ],
        "bands": bands,
        "line": _line(frame.left, bands, [y(lead) for lead in swing.leads]),
        "ends": [
            EndMark(
                table=table,
                x=bands[hand - 1].x,
                y=y(swing.leads[hand]) - _stack_of(swing, place) * MARK,
                is_won_at_home=is_won_at_home,
            )
            for place, (hand, table, is_won_at_home) in enumerate(swing.ends)
        ],
        "foot": top + frame.depth + FOOT - 8,
        "last_y": y(swing.leads[-1]),
        "last_words": _lead_words(swing.leads[-1]),
    }


def _bands(swing: Swing, frame: Frame, y: Any) -> Any:
    width = (frame.width - frame.left - frame.right) / swing.hands
    every = 1 if width >= NUMBER else 2
    for hand, lead in enumerate(swing.leads[1:], 1):
        left = frame.left + (hand - 1) * width
        yield Band(
            hand=hand,
            x=round(left + width / 2, 1),
            left=round(left, 1),
            width=round(width, 1),
            top=min(y(lead), y(0)),
            height=round(abs(y(lead) - y(0)), 1),
            kind="ahead" if lead > 0 else "behind" if lead < 0 else "",
            is_numbered=(hand - 1) % every == 0,
        )


def _line(left: int, bands: tuple[Band, ...], levels: list[float]) -> str:
    """Steps: at the edge of each hand's band the lead changes to what it is after that hand."""
    steps = "".join(
        f"V{level:g}H{band.left + band.width:g}" for band, level in zip(bands, levels[1:], strict=True)
    )
    return f"M{left} {levels[0]:g}{steps}"


def _stack_of(swing: Swing, place: int) -> int:
    """Return how many tables that ended on the same hand stand under this one's mark."""
    return sum(hand == swing.ends[place][0] for hand, _, _ in swing.ends[:place])


def _lead_words(lead: int) -> str:
    if lead == 0:
        return "level"
    return f"{abs(lead)} {'ahead' if lead > 0 else 'behind'}"
