"""An entrant's path to the final: whom they have met round by round, and whom they can still meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.cups.brackets import Bracket
from league.cups.entries import Entrant
from league.cups.ties import AWAY, HOME, Round, Tie, TieSeat


class StepState(StrEnum):
    """What a round is, or was, to an entrant."""

    BYE = "bye"
    WON = "won"
    LOST = "lost"
    NEXT = "next"
    TO_COME = "to come"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathStep:
    """A round on the path. `opponents` is whom they met, or all they can meet; nobody in a bye.

    `tie` is None while it is still to be drawn; `is_home` where they are drawn first.
    """

    round: Round
    state: StepState
    tie: Tie | None = None
    opponents: tuple[Entrant, ...] = ()
    is_home: bool = False

    @property
    def score(self) -> tuple[int, int] | None:
        """Their own score and the other side's, where the tie was decided by one."""
        score = self.tie.verdict.score if self.tie and self.tie.is_over else None
        return (score if self.is_home else (score[AWAY], score[HOME])) if score else None


@dataclass(frozen=True, slots=True, kw_only=True)
class CupPath:
    """The rounds of an entrant, from the first to the final or to the one they were beaten in."""

    entrant: Entrant
    steps: tuple[PathStep, ...]

    @property
    def places(self) -> frozenset[tuple[int, int]]:
        """Round and number of every tie on the path."""
        return frozenset((step.tie.round, step.tie.number) for step in self.steps if step.tie)


def path_of(bracket: Bracket, entrant: Entrant) -> CupPath:
    """Return the path of an entrant through a bracket; without steps as long as nothing is drawn.

    After groups it is that of who goes through, without steps for others.
    """
    rows = [row for group in bracket.groups for row in group.rows if row.entrant == entrant]
    if any(not row.goes_through for row in rows):
        return CupPath(entrant=entrant, steps=())
    return CupPath(entrant=entrant, steps=tuple(_steps(bracket.knock_out, entrant)))


def _steps(rounds: Sequence[Round], entrant: Entrant) -> Iterator[PathStep]:
    last: Tie | None = None
    for at, cup_round in enumerate(rounds):
        tie = next((line for line in cup_round.lines if _sits(line, entrant)), None)
        # A loser goes on only where they were drawn again; a winner may still wait for the draw.
        ends = last is not None and last.is_over and (last.winner != entrant or cup_round.is_drawn)
        if tie is None and ends:
            return
        if tie is not None:
            yield _known(rounds, at, tie, entrant)
        elif not cup_round.is_drawn:
            yield PathStep(round=cup_round, state=StepState.TO_COME, opponents=_left_in(rounds, at, entrant))
        elif last is not None:
            tie = cup_round.lines[(last.number - 1) // 2]
            yield _fed(rounds, at, tie, last)
        last = tie or last


def _known(rounds: Sequence[Round], at: int, tie: Tie, entrant: Entrant) -> PathStep:
    is_home = tie.home.entrant == entrant
    other = tie.away if is_home else tie.home
    if tie.is_bye:
        state = StepState.BYE
    elif tie.is_over:
        state = StepState.WON if tie.winner == entrant else StepState.LOST
    else:
        state = StepState.NEXT
    opponents = _possible(rounds, at, other)
    return PathStep(round=rounds[at], state=state, tie=tie, opponents=opponents, is_home=is_home)


def _fed(rounds: Sequence[Round], at: int, tie: Tie, last: Tie) -> PathStep:
    """Return the step into which the winner of `last` goes along the lines of the bracket."""
    is_home = tie.home.feeder == last.number
    other = tie.away if is_home else tie.home
    state = StepState.BYE if tie.is_bye else StepState.TO_COME
    opponents = _possible(rounds, at, other)
    return PathStep(round=rounds[at], state=state, tie=tie, opponents=opponents, is_home=is_home)


def _possible(rounds: Sequence[Round], at: int, seat: TieSeat) -> tuple[Entrant, ...]:
    """Return everybody who can come to sit in a seat of the round at that index, from top to bottom."""
    if seat.entrant:
        return (seat.entrant,)
    if seat.feeder is None or at == 0:
        return ()
    tie = rounds[at - 1].lines[seat.feeder - 1]
    return (*_possible(rounds, at - 1, tie.home), *_possible(rounds, at - 1, tie.away))


def _left_in(rounds: Sequence[Round], at: int, entrant: Entrant) -> tuple[Entrant, ...]:
    """Return everybody else who can be drawn in the round at that index."""
    drawn = [cup_round for cup_round in rounds[:at] if cup_round.is_drawn]
    seats = (
        [seat for tie in drawn[-1].lines if not tie.is_over for seat in (tie.home, tie.away)] if drawn else []
    )
    left = [*(drawn[-1].winners if drawn else ()), *(seat.entrant for seat in seats if seat.entrant)]
    return tuple(other for other in left if other != entrant)


def _sits(tie: Tie, entrant: Entrant) -> bool:
    return entrant in (tie.home.entrant, tie.away.entrant)
