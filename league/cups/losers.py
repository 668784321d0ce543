"""Losers: which of them go through all the same, and who plays for the plate."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.cups.brackets import bracket_of
from league.cups.entries import Cup, CupRefused, Entrant
from league.cups.lots import bracket_size, drawn
from league.cups.rounds import Tie
from league.cups.rules import Fill, Plate
from league.cups.ties import AWAY, HOME
from league.outcomes import Pair


@dataclass(frozen=True, slots=True, kw_only=True)
class BestLoser:
    """A loser of the first round in the order in which losers go through, with what decided it."""

    entrant: Entrant
    score: Pair
    goes_through: bool
    reason: str


def highest_losers(cup: Cup) -> tuple[BestLoser, ...]:
    """The losers of the first round, the highest first: by score, then the narrowest defeat, then by lot.

    Empty where the cup has no such rule, or before the first round is over. Who gave a tie has lost it
    without a score and goes nowhere.
    """
    rounds = bracket_of(cup).rounds
    if cup.rules.fill is not Fill.HIGHEST_LOSERS or not rounds or not rounds[0].is_over:
        return ()
    lots = drawn(cup.draws[0].order, cup.draws[0].lot, "losers")
    scores = {tie.loser: losing_score(tie) for tie in rounds[0].ties if tie.loser and tie.result}
    played = {entrant: score for entrant, score in scores.items() if score}

    def place(entrant: Entrant) -> tuple[int, int, int]:
        own, other = played[entrant]
        return -own, other - own, lots.index(entrant.key)

    order = sorted(played, key=place)
    winners = len(rounds[0].winners)
    wanted = bracket_size(winners) - winners
    return tuple(
        BestLoser(
            entrant=entrant,
            score=played[entrant],
            goes_through=number <= wanted,
            reason=_why(entrant, number, wanted, [place(one)[:2] for one in order], played[entrant]),
        )
        for number, entrant in enumerate(order, start=1)
    )


def losing_score(tie: Tie) -> Pair | None:
    """The loser's score first, of what was played before any replay; None of a tie given without play."""
    if tie.result is None or tie.verdict.score is None or not tie.is_over:
        return None
    start = tie.start or (0, 0)
    home, away = (sum(leg[side] + start[side] for leg in tie.result.legs) for side in (HOME, AWAY))
    return (away, home) if tie.verdict.winner == HOME else (home, away)


def _why(entrant: Entrant, number: int, wanted: int, figures: Sequence[tuple[int, int]], score: Pair) -> str:
    lot = " by lot" if figures.count(figures[number - 1]) > 1 else ""
    goes = "goes through" if number <= wanted else "is out"
    return f"{entrant.name} lost {score[0]}-{score[1]}: loser {number} of {len(figures)}{lot}, and {goes}."


def plate_entrants(cup: Cup) -> tuple[Entrant, ...]:
    """Who plays for the plate, by the rule of the cup: a cup of its own. CupRefused while it is not known.

    Whoever gave a tie or left the cup is not among them, and no loser who went through.
    """
    rounds = bracket_of(cup).rounds
    if cup.rules.plate is Plate.NONE:
        raise CupRefused("This cup has no plate.")
    asked = rounds[: 1 if cup.rules.plate is Plate.FIRST_ROUND or not rounds or not rounds[0].byes else 2]
    still = [f"the {one.title.lower()}" for one in asked if not one.is_over]
    if still or not asked:
        raise CupRefused(f"Still to be decided before the plate: {still[0] if still else 'the first round'}.")
    first = set(rounds[0].byes)
    lost = [tie.loser for tie in asked[0].ties if tie.loser and losing_score(tie)]
    lost += [tie.loser for one in asked[1:] for tie in one.ties if tie.loser in first and losing_score(tie)]
    out = {line.entrant.key for line in highest_losers(cup) if line.goes_through}
    out |= {one.entrant for one in cup.scratched}
    return tuple(one for one in lost if one and one.key not in out)
