"""Where the seats of a bracket stand when it is drawn, on a screen or on paper."""

from dataclasses import dataclass

from league.cups.brackets import Bracket
from league.cups.rounds import Round, Seat, Tie
from league.cups.ties import AWAY, HOME


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSeat:
    """A line of the tree with a name on it, or room for one. `at` is its height: 0 the top, 1 the foot.

    `name` is empty as long as nobody is known, `score` as long as nothing is decided.
    """

    at: float
    name: str
    score: str = ""
    is_winner: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeColumn:
    """A round from top to foot. `meetings` are the heights at which two of its lines meet."""

    title: str
    seats: tuple[TreeSeat, ...]
    meetings: tuple[tuple[float, float], ...]


def tree_of(bracket: Bracket) -> tuple[TreeColumn, ...]:
    """The rounds as columns, and the winner's line behind the final. Nobody stands on a line that is free."""
    if not bracket.rounds:
        return ()
    winner = TreeSeat(at=0.5, name=bracket.winner.name if bracket.winner else "", is_winner=True)
    columns = tuple(map(_column, bracket.rounds))
    return (*columns, TreeColumn(title="Winner", seats=(winner,), meetings=()))


def _column(one: Round) -> TreeColumn:
    height = 1 / (2 * len(one.lines))
    seats: list[TreeSeat] = []
    meetings = []
    for place, tie in enumerate(one.lines):
        above, below = (2 * place + 0.5) * height, (2 * place + 1.5) * height
        if tie.is_bye:
            seats += _free(tie, (above + below) / 2)
            continue
        meetings.append((above, below))
        seats += [_seat(tie, HOME, tie.home, above), _seat(tie, AWAY, tie.away, below)]
    return TreeColumn(title=one.title, seats=tuple(seats), meetings=tuple(meetings))


def _free(tie: Tie, at: float) -> list[TreeSeat]:
    if tie.home.is_empty:
        return []
    name = tie.home.entrant.name if tie.home.entrant else ""
    return [TreeSeat(at=at, name=name, score="free" if name else "")]


def _seat(tie: Tie, side: int, seat: Seat, at: float) -> TreeSeat:
    score = tie.verdict.score if tie.is_over else None
    return TreeSeat(
        at=at,
        name=seat.entrant.name if seat.entrant else "",
        score=str(score[side]) if score else "",
        is_winner=tie.verdict.winner == side,
    )


def shortened(name: str, letters: int) -> str:
    """A name that fits; what tells the teams of one pub apart stays: Crowther Fold Work… A."""
    if len(name) <= letters:
        return name
    begins, _, last = name.rpartition(" ")
    end = f" {last}" if begins and len(last) == 1 else ""
    return f"{name[: letters - 1 - len(end)].rstrip()}…{end}"
