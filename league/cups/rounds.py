"""A round of a cup: its ties, who sits where, and what has come of them."""

from dataclasses import dataclass

from league.cups.entries import Entrant, TieResult
from league.cups.ties import TieVerdict
from league.outcomes import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One side of a tie: an entrant, the winner of an earlier tie, nobody (a bye), or not drawn yet.

    `feeder` is the number of the tie in the round before whose winner sits here, if the bracket says so.
    """

    entrant: Entrant | None = None
    feeder: int | None = None
    is_empty: bool = False

    @property
    def words(self) -> str:
        """The entrant's name; winner of tie 3; bye; to be drawn."""
        if self.entrant:
            return self.entrant.name
        if self.is_empty:
            return "bye"
        return f"winner of tie {self.feeder}" if self.feeder else "to be drawn"


EMPTY = Seat(is_empty=True)
NOTHING_YET = TieVerdict()


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Two seats of a round, numbered from the top, and what has come of them.

    `start` is what each side has on the board before every match of it; None until both are known.
    """

    round: int
    number: int
    home: Seat
    away: Seat
    legs: int = 1
    is_neutral: bool = False
    start: Pair | None = None
    result: TieResult | None = None
    verdict: TieVerdict = NOTHING_YET

    @property
    def is_bye(self) -> bool:
        """Whether nothing is to be played: one side, or both, is nobody."""
        return self.home.is_empty or self.away.is_empty

    @property
    def is_ready(self) -> bool:
        """Whether both sides are known."""
        return self.home.entrant is not None and self.away.entrant is not None

    @property
    def is_over(self) -> bool:
        return self.verdict.is_over

    @property
    def is_open(self) -> bool:
        """Whether it can be played, or has been in part."""
        return self.is_ready and not self.is_over

    @property
    def winner(self) -> Entrant | None:
        return self._side(self.verdict.winner)

    @property
    def loser(self) -> Entrant | None:
        """Who lost it in play or gave it; None as long as nobody has won, and of a bye."""
        return None if self.verdict.winner is None or self.is_bye else self._side(1 - self.verdict.winner)

    def _side(self, side: int | None) -> Entrant | None:
        return None if side is None else (self.home, self.away)[side].entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A round: its title, and its lines from top to bottom, byes among them."""

    number: int
    title: str
    lines: tuple[Tie, ...]
    is_drawn: bool = True

    @property
    def ties(self) -> tuple[Tie, ...]:
        """What is to be played in it."""
        return tuple(tie for tie in self.lines if not tie.is_bye)

    @property
    def byes(self) -> tuple[Entrant, ...]:
        """Who is free in it."""
        return tuple(tie.home.entrant for tie in self.lines if tie.is_bye and tie.home.entrant)

    @property
    def winners(self) -> tuple[Entrant, ...]:
        """Who has come through it so far, byes among them."""
        return tuple(tie.winner for tie in self.lines if tie.winner)

    @property
    def is_over(self) -> bool:
        return self.is_drawn and all(tie.is_over for tie in self.lines)
