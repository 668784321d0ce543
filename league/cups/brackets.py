"""The bracket: every round of a cup to the final, who has won, and what is still open.

Made of the draws and the results each time it is asked for, and fit to be printed before anything is played.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.cups.entries import Cup, Draw, Entrant, TieResult
from league.cups.lots import bracket_ranks, bracket_size
from league.cups.rounds import EMPTY, Round, Seat, Tie
from league.cups.rules import DrawnBy, Fill, Handicap
from league.cups.ties import HOME, TieVerdict, tie_verdict
from league.outcomes import AtFault, Pair
from scoring.prose.words import listed

TITLES = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}
ROUNDS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """All rounds of a cup to the final. In an open draw those to come have seats to be drawn."""

    rounds: tuple[Round, ...] = ()

    @property
    def final(self) -> Tie | None:
        return self.rounds[-1].lines[0] if self.rounds else None

    @property
    def winner(self) -> Entrant | None:
        return self.final.winner if self.final else None

    @property
    def runner_up(self) -> Entrant | None:
        return self.final.loser if self.final else None

    @property
    def is_over(self) -> bool:
        return self.final is not None and self.final.is_over

    def tie(self, round_number: int, number: int) -> Tie | None:
        """The tie of that number in that round, if there is one."""
        lines = (tie for one in self.rounds if one.number == round_number for tie in one.lines)
        return next((tie for tie in lines if tie.number == number), None)


def bracket_of(cup: Cup) -> Bracket:
    """The bracket as it stands; without rounds as long as nothing is drawn."""
    if not cup.draws:
        return Bracket()
    return _fixed(cup) if cup.rules.drawn_by is DrawnBy.BRACKET else _drawn(cup)


def handicaps_now(cup: Cup) -> dict[int, int]:
    """The handicap of every entrant by key, after all that was played so far."""
    rule, rounds = cup.rules.handicap, bracket_of(cup).rounds
    if rule is None:
        return {entrant.key: entrant.handicap for entrant in cup.entrants}
    return {entrant.key: _handicap_after(rule, rounds, entrant) for entrant in cup.entrants}


def _fixed(cup: Cup) -> Bracket:
    """One draw; each round after the first is fed by neighbouring ties of the one before."""
    size = bracket_size(len(cup.draws[0].order))
    by_rank = dict(enumerate(cup.draws[0].order, start=1))
    seats = [
        Seat(entrant=cup.entrant(by_rank[rank])) if rank in by_rank else EMPTY for rank in bracket_ranks(size)
    ]
    rounds: list[Round] = []
    while size > 1:
        rounds.append(_round(cup, rounds, size, seats))
        seats = [_fed_by(tie) for tie in rounds[-1].lines]
        size //= 2
    return Bracket(rounds=tuple(rounds))


def _fed_by(tie: Tie) -> Seat:
    if tie.winner:
        return Seat(entrant=tie.winner, feeder=tie.number)
    return Seat(feeder=tie.number, is_empty=tie.is_over)


def _drawn(cup: Cup) -> Bracket:
    """A draw for every round; those not drawn yet are as many as it takes to the final."""
    by_key = {entrant.key: Seat(entrant=entrant) for entrant in cup.entrants}
    rounds: list[Round] = []
    size = 2
    for draw in cup.draws:
        size = bracket_size(len(draw.order))
        seats = [by_key[key] for key in draw.order]
        free = byes(cup, draw)
        for place in range(len(seats) - free, len(seats) + free, 2):
            seats.insert(place + 1, EMPTY)
        rounds.append(_round(cup, rounds, size, seats))
    if size > 2 and rounds[-1].is_over:
        left = [one for one in rounds[-1].winners if not cup.is_scratched(one.key, len(rounds) + 1)]
        if len(left) < 2:
            # Whoever could have met in the final has left: it is won, or by nobody, without play.
            last = Seat(entrant=left[0]) if left else EMPTY
            return Bracket(rounds=(*rounds, _round(cup, rounds, 2, [last, EMPTY])))
    while size > 2:
        size //= 2
        rounds.append(_round(cup, rounds, size, [Seat()] * size, is_drawn=False))
    return Bracket(rounds=tuple(rounds))


def byes(cup: Cup, draw: Draw) -> int:
    """How many of a draw are free in its round: the last out of the hat."""
    entrants = len(draw.order)
    if cup.rules.fill is Fill.HIGHEST_LOSERS and draw.round == 1:
        return entrants % 2
    return bracket_size(entrants) - entrants


def follows(cup: Cup, tie: Tie) -> bool:
    """Whether a tie's winner was drawn, or has a result, in the next round."""
    if cup.rules.drawn_by is DrawnBy.ROUND:
        return len(cup.draws) > tie.round
    return cup.result(tie.round + 1, (tie.number + 1) // 2) is not None


def _round(
    cup: Cup, before: Sequence[Round], size: int, seats: list[Seat], *, is_drawn: bool = True
) -> Round:
    number = len(before) + 1
    is_neutral = size <= 1 << cup.rules.neutral_rounds
    lines = []
    for place, (home, away) in enumerate(zip(seats[::2], seats[1::2], strict=True), start=1):
        tie = Tie(
            round=number,
            number=place,
            home=away if home.is_empty else home,
            away=home if home.is_empty else away,
            # Where nobody is at home there is no second leg.
            legs=1 if is_neutral else cup.rules.legs,
            is_neutral=is_neutral,
            result=cup.result(number, place),
        )
        start = _start(cup, before, tie)
        lines.append(replace(tie, start=start, verdict=_verdict(cup, tie, start)))
    title = TITLES.get(size) or f"{ROUNDS[number - 1]} round"
    return Round(number=number, title=title, lines=tuple(lines), is_drawn=is_drawn)


def _start(cup: Cup, before: Sequence[Round], tie: Tie) -> Pair | None:
    """What each side has on the board, by the handicaps as they are after the rounds before."""
    if not (tie.home.entrant and tie.away.entrant):
        return None
    rule = cup.rules.handicap
    if rule is None:
        return 0, 0
    home, away = (_handicap_after(rule, before, entrant) for entrant in (tie.home.entrant, tie.away.entrant))
    return rule.start(home, away)


def _handicap_after(rule: Handicap, before: Sequence[Round], entrant: Entrant) -> int:
    """A handicap after the rounds before; what was given without play does not move it."""
    handicap = entrant.handicap
    for tie in (tie for one in before for tie in one.ties):
        if tie.is_over and tie.verdict.score and entrant in (tie.winner, tie.loser):
            handicap = rule.after(handicap, won=tie.winner == entrant)
    return handicap


def _verdict(cup: Cup, tie: Tie, start: Pair | None) -> TieVerdict:
    if tie.away.is_empty:
        return _free(cup, tie)
    if start is None:
        is_fed = tie.home.feeder or tie.away.feeder
        return TieVerdict(words="To be played." if is_fed else "To be drawn.")
    verdict = tie_verdict(tie.result, cup.rules, legs=tie.legs, start=start)
    return verdict if verdict.is_over else _left(cup, tie) or verdict


def _free(cup: Cup, tie: Tie) -> TieVerdict:
    """A bye: who is there goes through, unless he has left; with nobody there, nobody does."""
    alone = tie.home.entrant
    if tie.home.is_empty or (alone and cup.is_scratched(alone.key, tie.round)):
        return TieVerdict(is_over=True, words="Nobody goes through.")
    if alone is None:
        return TieVerdict(words="Free in this round.")
    return TieVerdict(winner=HOME, is_over=True, words="Free in this round.")


def _left(cup: Cup, tie: Tie) -> TieVerdict | None:
    """A tie nobody has won in play is given against whoever left."""
    sides = (AtFault.HOME, tie.home.entrant), (AtFault.AWAY, tie.away.entrant)
    gone = [(fault, one.name) for fault, one in sides if one and cup.is_scratched(one.key, tie.round)]
    if not gone:
        return None
    at_fault = gone[0][0] if len(gone) == 1 else AtFault.BOTH
    reason = f"{listed(name for _, name in gone)} left the cup."
    given = TieResult(round=tie.round, number=tie.number, given=at_fault, reason=reason)
    return tie_verdict(given, cup.rules, legs=tie.legs)
