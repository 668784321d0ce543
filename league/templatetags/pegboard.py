"""The peg board: where its holes, pegs and arcs lie, and the tag that draws it.

All lengths are in u, the distance from one hole to the next; the drawing is scaled by the page.
Home is always the upper track; at a table of one's own there can be a third and a fourth.
The front peg is the score, the back peg the score before the last points.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

if TYPE_CHECKING:
    from league.live.tables import BoardTable

register = template.Library()

Side = Literal["home", "away", "third", "fourth"]
SIDES: tuple[Side, ...] = ("home", "away", "third", "fourth")
APART = 2  # from one track to the other
CLOSER = 1.6  # where there are more than two
BESIDE = 1.05  # from the outer tracks to the edges
NUMBER_DOWN = 0.3

GROUP = 5  # holes between two engraved lines
GROUP_AIR = 0.5
NEAR_START, FAR_START = 0, -1
START_AT = -0.35
LEFT_EDGE = -2.45
RIGHT_OF_GAME = 1.35
FOOT = 0.24
CORNER = 0.5
PAPER_LINE = 0.1
EDGE_AT = 0.04  # the lit line along the top, inside the board
# Lines of grain: how deep on the board, where they begin and how long they run, as parts of its width.
GRAIN = (
    (-1.8, 0.23, 0.47),
    (-1.32, 0.02, 0.83),
    (-0.52, 0.02, 0.9),
    (-0.05, 0.1, 0.75),
    (1.2, 0.02, 0.96),
    (1.62, 0.12, 0.7),
)
ARC_START, ARC_HEIGHT, ARC_RISE = 0.42, 0.3, 0.04


@dataclass(frozen=True, slots=True, kw_only=True)
class Hole:
    """A hole of one track; 0 and -1 are the two start holes."""

    number: int
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One side's row of holes, its game hole last."""

    side: Side
    y: float
    holes: tuple[Hole, ...]

    @property
    def groove_top(self) -> str:
        """Where the engraved lines across this track begin."""
        return f"{self.y - 0.5:g}".replace("0.", ".")

    @property
    def game_hole(self) -> Hole:
        """The hole that wins."""
        return self.holes[-1]


@dataclass(frozen=True, slots=True, kw_only=True)
class PegInHole:
    """A peg: front (the score), back (the score before) or next (chosen, not yet pegged)."""

    side: Side
    kind: Literal["front", "back", "next"]
    hole: Hole | None

    @property
    def name(self) -> str:
        """What script calls it: "home-front"."""
        return f"{self.side}-{self.kind}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Arc:
    """The last points of a side, seen: from its back peg to its front peg on the outer side."""

    side: Side
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """A board of so many holes: what never moves."""

    target: int
    left: float
    top: float
    width: float
    depth: float
    height: float
    tracks: tuple[Track, ...]
    grain: str
    edge: str
    grooves: tuple[float, ...]
    numbers: tuple[Hole, ...]

    @property
    def view(self) -> str:
        """What the drawing shows on screen: the board with its foot."""
        return f"{self.left} {self.top} {self.width} {self.height}"

    @property
    def paper_view(self) -> str:
        """What it shows on paper: the board and the whole of its outline."""
        edge = PAPER_LINE / 2
        box = (self.left - edge, self.top - edge, self.width + PAPER_LINE, self.depth + PAPER_LINE)
        return " ".join(f"{length:g}" for length in box)

    def hole(self, side: Side, number: int) -> Hole:
        """Return the hole for a score; a score past the game hole stands in it, one below nothing at the
        start.
        """
        return self.tracks[SIDES.index(side)].holes[min(max(number, FAR_START), self.target) - FAR_START]


@lru_cache(maxsize=64)
def board_geometry(target: int, sides: int = 2) -> Board:
    """Return the board for a game to `target`: the game hole is the last one, whatever the target."""
    numbers = range(FAR_START, target + 1)
    apart = APART if sides == len(("home", "away")) else CLOSER
    rows = [_plain((at - (sides - 1) / 2) * apart) for at in range(sides)]
    tracks = tuple(
        Track(side=side, y=y, holes=tuple(Hole(number=n, x=_hole_x(n), y=y) for n in numbers))
        for side, y in zip(SIDES, rows, strict=False)
    )
    depth = round(rows[-1] - rows[0] + 2 * BESIDE, 2)
    group_ends = range(0, target, GROUP)
    between = round((rows[0] + rows[1]) / 2 + NUMBER_DOWN, 2)
    width = round(_hole_x(target) + RIGHT_OF_GAME - LEFT_EDGE, 2)
    return Board(
        target=target,
        left=LEFT_EDGE,
        top=-depth / 2,
        width=width,
        depth=depth,
        height=depth + FOOT,
        tracks=tracks,
        grain="".join(
            f"M{LEFT_EDGE + start * width:.2f} {y:g}h{length * width:.2f}" for y, start, length in GRAIN
        ),
        edge=f"M{LEFT_EDGE + CORNER:g} {EDGE_AT - depth / 2:g}h{width - 2 * CORNER:.2f}",
        grooves=tuple(round((_hole_x(n) + _hole_x(n + 1)) / 2, 3) for n in group_ends),
        numbers=tuple(Hole(number=n, x=_hole_x(n), y=between) for n in (*group_ends[1:], target)),
    )


def stand_pegs(
    board: Board, side: Side, score: int, before: int | None = None, chosen: int | None = None
) -> tuple[PegInHole, ...]:
    """Return the pegs of one side. While it has no points both stand in the start holes.

    Where nobody knows the score before (`before` is None) the back peg is left out.
    """
    score = max(score, NEAR_START)
    if score == NEAR_START:
        before = FAR_START
    back = None if before is None or before == score else board.hole(side, before)
    following = None if chosen is None or chosen == score else board.hole(side, chosen)
    return (
        PegInHole(side=side, kind="next", hole=following),
        PegInHole(side=side, kind="back", hole=back),
        PegInHole(side=side, kind="front", hole=board.hole(side, score)),
    )


def join_pegs(pegs: tuple[PegInHole, ...]) -> Arc:
    """Return the arc between the back and the front peg of a side; its path is empty where nothing was
    scored.
    """
    back, front = (next(peg.hole for peg in pegs if peg.kind == kind) for kind in ("back", "front"))
    side = pegs[0].side
    if not back or not front or back.number == FAR_START:
        return Arc(side=side, path="")
    outward = -1 if side == "home" else 1
    start = front.y + outward * ARC_START
    peak = start + outward * (ARC_HEIGHT + ARC_RISE * abs(front.x - back.x))
    middle = (back.x + front.x) / 2
    return Arc(side=side, path=f"M{back.x:g} {start:g}Q{middle:g} {peak:.3g} {front.x:g} {start:g}")


def _plain(length: float) -> float:
    return int(length) if length == int(length) else length


def _hole_x(number: int) -> float:
    if number <= NEAR_START:
        return number + START_AT
    return number + GROUP_AIR * ((number - 1) // GROUP)


# Forty circles that are the same on every board of a page.
@lru_cache(maxsize=64)
def drawn_wood(target: int, size: str, sides: int = 2) -> SafeString:
    """Return the board itself on screen, without pegs."""
    return render_to_string(
        "parts/_pegboard_wood.html", {"board": board_geometry(target, sides), "size": size}
    )


@register.inclusion_tag("parts/_pegboard.html")
def pegboard(
    *,
    home: int,
    away: int,
    target: int,
    home_before: int | None = None,
    away_before: int | None = None,
    home_next: int | None = None,
    away_next: int | None = None,
    size: Literal["full", "plain", "small"] = "full",
    paper: bool = False,
    live: bool = False,
    shared: bool = False,
    label: str = "",
    sides: int = 2,
    style: str = "",
) -> dict[str, Any]:
    """Draw the board at a score, on screen or (`paper`) in black lines for the printer.

    Sizes: "full"; "plain" has no arcs; "small" (holes less than 15 px apart) has no numbers and grain either.
    `live` also draws the pegs that stand nowhere, hidden, so that script has something to move.
    `shared` takes the wood from `pegboard_woods`, which stands once on the page.
    `label` names the board when several stand on one page: "Table 2".
    `sides` past the first two stand at nothing, for script to move.
    `style` are the rules of a drawing that no page's stylesheet reaches.
    """
    board = board_geometry(target, sides)
    pegs_of_sides = (
        stand_pegs(board, "home", home, home_before, home_next),
        stand_pegs(board, "away", away, away_before, away_next),
        *(stand_pegs(board, side, 0) for side in SIDES[2:sides]),
    )
    more = "".join(f", {side} 0" for side in SIDES[2:sides])
    arcs = [join_pegs(pegs) for pegs in pegs_of_sides] if size == "full" else []
    return {
        "board": board,
        "wood": "" if paper else _shared_wood(target, size) if shared else drawn_wood(target, size, sides),
        "pegs": [peg for pegs in pegs_of_sides for peg in pegs if peg.hole or live],
        "arcs": [arc for arc in arcs if arc.path or live],
        "size": size,
        "paper": paper,
        "live": live,
        "style": style,
        "words": f"{label + ': ' if label else ''}Home {home}, away {away}{more}, playing to {target}",
    }


# A hand changes one table of a board, and every process has drawn the others before.
@register.simple_tag
@lru_cache(maxsize=4096)
def watched_table(table: "BoardTable", size: str) -> SafeString:
    """Draw a table as it is watched."""
    return render_to_string("live/_table.html", {"table": table, "size": size})


def _wood_name(target: int, size: str) -> str:
    return f"wood-{target}-{size}"


def _shared_wood(target: int, size: str) -> SafeString:
    return format_html('<use href="#{}"/>', _wood_name(target, size))


@register.simple_tag
def pegboard_woods(targets: Iterable[int], size: str) -> SafeString:
    """Draw the wood of each target once, unseen, for all boards of the page that share it."""
    woods = format_html_join(
        "",
        '<g id="{}">{}</g>',
        ((_wood_name(target, size), drawn_wood(target, size)) for target in targets),
    )
    return format_html(
        '<svg class="woods" width="0" height="0" aria-hidden="true"><defs>{}</defs></svg>', woods
    )
