"""Reads a draw as it is shown ball by ball, or the last one that was made."""

from dataclasses import dataclass, replace

from league.cups.brackets import bracket_of, next_round
from league.cups.entries import CupState, Entrant, RoundDraw
from league.cups.groups import members
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page
from league.cups.ties import Round, TieSeat
from league.models import Cup

MOST_TIES, MOST_GROUPS = 16, 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTie:
    """A tie on the board: who of it is drawn; None while it is not. `is_bye` once its only side is drawn.

    Or a group, with all its members; `label` is its letter, of a tie its number.
    """

    label: str
    sides: tuple[Entrant | None, ...]
    is_bye: bool
    is_newest: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownDraw:
    """A draw as far as it is shown. `title` is that of its round; without `total` nothing is drawn yet.

    Args:
        balls: who is out of the hat, in that order.
        ties: those of one page, at most MOST_TIES, or groups; while balls are drawn the page with the newest.
        left: who is still in the hat.
    """

    cup: Cup
    title: str
    lot: str
    balls: tuple[Entrant, ...]
    total: int
    ties: tuple[ShownTie, ...]
    page: int = 1
    pages: int = 1
    is_of_groups: bool = False
    left: tuple[Entrant, ...] = ()

    @property
    def newest(self) -> Entrant | None:
        return self.balls[-1] if self.balls else None

    @property
    def is_whole(self) -> bool:
        """Whether all balls are out."""
        return 0 < self.total == len(self.balls)

    @property
    def order(self) -> str:
        """The numbers of the entries as they were drawn."""
        return ", ".join(str(ball.key) for ball in self.balls)


def shown_draw(cup: Cup, *, page: int = 1) -> ShownDraw:
    """Return the draw under way, else the last one whole, else who is in the hat. Four queries."""
    on_page = cup_on_page(cup)
    played = on_page.played
    if cup.drawing and cup.drawing["round"] == next_round(played):
        saved = cup.drawing
        draw = RoundDraw(round=saved["round"], lot=saved["lot"], order=tuple(saved["order"]))
        return _shown(on_page, replace(played, draws=(*played.draws, draw)), draw, saved["shown"], page)
    if played.draws and not on_page.hat:
        draw = played.draws[-1]
        return _shown(on_page, played, draw, len(draw.order), page)
    return ShownDraw(cup=cup, title="", lot="", balls=(), total=0, ties=(), left=on_page.hat)


def _shown(on_page: CupOnPage, state: CupState, draw: RoundDraw, shown: int, page: int) -> ShownDraw:
    cup_round = bracket_of(state).rounds[draw.round - 1]
    balls = tuple(state.entrant(key) for key in draw.order[:shown])
    is_of_groups = draw == state.group_draw
    ties = _groups(state, draw, balls) if is_of_groups else _ties(cup_round, balls)
    most = MOST_GROUPS if is_of_groups else MOST_TIES
    pages = -(-len(ties) // most)
    newest = next((place for place, tie in enumerate(ties) if tie.is_newest), 0)
    at = min(max(page, 1), pages) - 1 if shown == len(draw.order) else newest // most
    return ShownDraw(
        cup=on_page.cup,
        title="Groups" if is_of_groups else cup_round.title,
        lot=draw.lot,
        balls=balls,
        total=len(draw.order),
        ties=tuple(ties[at * most : (at + 1) * most]),
        page=at + 1,
        pages=pages,
        is_of_groups=is_of_groups,
        left=tuple(state.entrant(key) for key in sorted(draw.order[shown:])),
    )


def _ties(cup_round: Round, balls: tuple[Entrant, ...]) -> list[ShownTie]:
    return [
        ShownTie(
            label=str(tie.called or ""),
            sides=tuple(_out(seat, balls) for seat in (tie.home, tie.away) if not seat.is_empty),
            is_bye=tie.is_bye,
            is_newest=bool(balls) and balls[-1] in (tie.home.entrant, tie.away.entrant),
        )
        for tie in cup_round.lines
    ]


def _groups(state: CupState, draw: RoundDraw, balls: tuple[Entrant, ...]) -> list[ShownTie]:
    groups = members(draw, state.rules.groups) if state.rules.groups else {}
    return [
        ShownTie(
            label=letter,
            sides=tuple(entrant if (entrant := state.entrant(key)) in balls else None for key in keys),
            is_bye=False,
            is_newest=bool(balls) and balls[-1].key in keys,
        )
        for letter, keys in groups.items()
    ]


def _out(seat: TieSeat, balls: tuple[Entrant, ...]) -> Entrant | None:
    return seat.entrant if seat.entrant in balls else None
