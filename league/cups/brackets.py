"""The bracket: every round of a cup to the final, who has won, and what is still open.

It is computed from the draws and results on every call, and can be printed before anything is played. The
rounds of groups come first, where there are groups.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.cups.entries import CupState, Entrant, RoundDraw, TieResult
from league.cups.group_tables import CupGroup, groups_of, qualifiers
from league.cups.groups import group_meetings
from league.cups.rules import DrawnBy, Fill, Handicap
from league.cups.ties import EMPTY, HOME, Round, Tie, TieSeat, TieVerdict, group_verdict, tie_verdict
from league.matches.outcomes import AtFault, Pair
from league.shared.text import listed


def bracket_size(entrants: int) -> int:
    """Return the number of lines of a bracket for so many entrants: the next power of two."""
    return 1 << max(entrants - 1, 0).bit_length()


def bracket_ranks(size: int) -> tuple[int, ...]:
    """Return the ranks of a bracket from the top line to the bottom, two to a tie; rank 1 is on top, 2 last.

    The two ranks of every tie add up to one more than the number of lines. So the first and second can meet
    only in the final, and each missing rank, a bye, stands against one of the highest.
    """
    ranks = [1]
    while len(ranks) < size:
        together = 2 * len(ranks) + 1
        ranks = [
            rank
            for line, above in enumerate(ranks)
            for rank in ((above, together - above) if line % 2 == 0 else (together - above, above))
        ]
    return tuple(ranks)


TITLES = {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}
ROUNDS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bracket:
    """All rounds of a cup to the final. In an open draw those to come have seats to be drawn.

    The rounds of groups come before the knock-out; `groups` are their tables.
    """

    rounds: tuple[Round, ...] = ()
    groups: tuple[CupGroup, ...] = ()

    @property
    def group_rounds(self) -> tuple[Round, ...]:
        return tuple(cup_round for cup_round in self.rounds if cup_round.is_of_groups)

    @property
    def knock_out(self) -> tuple[Round, ...]:
        """The rounds after the groups; all of them in a cup without groups."""
        return tuple(cup_round for cup_round in self.rounds if not cup_round.is_of_groups)

    @property
    def final(self) -> Tie | None:
        return self.knock_out[-1].lines[0] if self.knock_out else None

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
        """Return the tie of that number in that round, if there is one."""
        lines = (
            tie for cup_round in self.rounds if cup_round.number == round_number for tie in cup_round.lines
        )
        return next((tie for tie in lines if tie.number == number), None)


def bracket_of(cup: CupState) -> Bracket:
    """Return the bracket as it stands; without rounds as long as nothing is drawn."""
    if not cup.draws:
        return Bracket()
    before = _group_rounds(cup)
    is_fixed = cup.rules.drawn_by is DrawnBy.BRACKET and cup.knock_out_draws
    rounds = _fixed(cup, before) if is_fixed else _drawn(cup, before)
    return Bracket(rounds=rounds, groups=groups_of(cup, before))


def next_round(cup: CupState) -> int:
    """Return the number of the round that is drawn next."""
    if cup.group_draw is not None and not cup.knock_out_draws:
        return len(_group_rounds(cup)) + 1
    return cup.draws[-1].round + 1 if cup.draws else 1


def _group_rounds(cup: CupState) -> list[Round]:
    """Return the rounds of the groups; none in a cup without groups."""
    draw, rules = cup.group_draw, cup.rules.groups
    rounds: list[Round] = []
    for meetings in group_meetings(draw, rules) if draw and rules else ():
        number = len(rounds) + 1
        lines = []
        for place, (letter, sides) in enumerate(meetings, start=1):
            home, away = (TieSeat(entrant=cup.entrant(key)) for key in sides)
            result = cup.result(number, place)
            tie = Tie(round=number, number=place, home=home, away=away, group=letter, result=result)
            start = _start(cup, rounds, tie)
            verdict = _not_counted(cup, tie) or group_verdict(result, start=start or (0, 0))
            lines.append(replace(tie, start=start, verdict=verdict))
        rounds.append(
            Round(number=number, title=f"Groups, round {number}", lines=tuple(lines), is_of_groups=True)
        )
    return rounds


def _not_counted(cup: CupState, tie: Tie) -> TieVerdict | None:
    """Return the verdict of a match of somebody who left during the groups; None if neither did."""
    sides = (tie.home.entrant, tie.away.entrant)
    gone = [entrant.name for entrant in sides if entrant and cup.left_in_groups(entrant.key)]
    if not gone:
        return None
    return TieVerdict(is_over=True, is_void=True, words=f"Not counted: {listed(gone)} left the cup.")


def handicaps_now(cup: CupState) -> dict[int, int]:
    """Return the handicap of every entrant by key, after all that was played so far."""
    rule, rounds = cup.rules.handicap, bracket_of(cup).rounds
    if rule is None:
        return {entrant.key: entrant.handicap for entrant in cup.entrants}
    return {entrant.key: _handicap_after(rule, rounds, entrant) for entrant in cup.entrants}


def _fixed(cup: CupState, before: Sequence[Round]) -> tuple[Round, ...]:
    """Return a bracket drawn once: ties after the first round are fed by neighbouring ties before them."""
    draw = cup.knock_out_draws[0]
    size = bracket_size(len(draw.order))
    by_rank = dict(enumerate(draw.order, start=1))
    ranks = bracket_ranks(size)
    if cup.rules.groups:
        # Whoever was placed higher in their group is at home.
        ranks = tuple(rank for at in range(0, size, 2) for rank in sorted(ranks[at : at + 2]))
    seats = [TieSeat(entrant=cup.entrant(by_rank[rank])) if rank in by_rank else EMPTY for rank in ranks]
    rounds = list(before)
    while size > 1:
        rounds.append(_round(cup, rounds, size, seats))
        seats = [_fed_by(tie) for tie in rounds[-1].lines]
        size //= 2
    return tuple(rounds)


def _fed_by(tie: Tie) -> TieSeat:
    feeder = TieSeat(feeder=tie.number, fed_by=tie.called)
    return replace(feeder, entrant=tie.winner, is_empty=tie.is_over and tie.winner is None)


def _drawn(cup: CupState, before: Sequence[Round]) -> tuple[Round, ...]:
    """Return a bracket drawn round by round, with the rounds not drawn yet up to the final."""
    by_key = {entrant.key: TieSeat(entrant=entrant) for entrant in cup.entrants}
    rounds = list(before)
    size = 2
    for draw in cup.knock_out_draws:
        size = bracket_size(len(draw.order))
        seats = [by_key[key] for key in draw.order]
        free = byes(cup, draw)
        for place in range(len(seats) - free, len(seats) + free, 2):
            seats.insert(place + 1, EMPTY)
        rounds.append(_round(cup, rounds, size, seats))
    is_after_groups = not cup.knock_out_draws and cup.rules.groups is not None
    if (size > 2 or is_after_groups) and all(cup_round.is_over for cup_round in rounds):
        left = _left_in(cup, rounds)
        if len(left) < 2:
            # Too many have left for a final to be played: it is won without play, or by nobody.
            last = TieSeat(entrant=left[0]) if left else EMPTY
            return (*rounds, _round(cup, rounds, 2, [last, EMPTY]))
    if size > 2 or is_after_groups:
        seats = _open_seats(cup, rounds, size)
        size = len(seats)
        rounds.append(_round(cup, rounds, size, seats, is_drawn=False))
    while size > 2:
        size //= 2
        rounds.append(_round(cup, rounds, size, [TieSeat()] * size, is_drawn=False))
    return tuple(rounds)


def _left_in(cup: CupState, rounds: Sequence[Round]) -> list[Entrant]:
    """Return who has come through all rounds so far and has not left."""
    if rounds[-1].is_of_groups:
        return [qualifier.entrant for qualifier in qualifiers(cup, rounds)]
    return [winner for winner in rounds[-1].winners if not cup.is_scratched(winner.key, len(rounds) + 1)]


def _open_seats(cup: CupState, rounds: Sequence[Round], size: int) -> list[TieSeat]:
    """Return the seats of the first round that is still to be drawn, after one of `size`."""
    places = size // 2
    if rounds[-1].is_of_groups:
        are_over = all(cup_round.is_over for cup_round in rounds)
        places = (
            len(_left_in(cup, rounds)) if are_over else cup.rules.groups.places if cup.rules.groups else 0
        )
    elif not (cup.rules.fill is Fill.HIGHEST_LOSERS and len(rounds) == 1):
        # Nobody comes from a tie that neither side played.
        places = max(2, places - sum(tie.is_over and tie.winner is None for tie in rounds[-1].lines))
    free = bracket_size(places) - places
    return [*[TieSeat()] * (places - free), *[TieSeat(), EMPTY] * free]


def byes(cup: CupState, draw: RoundDraw) -> int:
    """Return how many of a draw are free in its round; they are the last out of the hat."""
    entrants = len(draw.order)
    if cup.rules.fill is Fill.HIGHEST_LOSERS and draw.round == 1:
        return entrants % 2
    return bracket_size(entrants) - entrants


def follows(cup: CupState, tie: Tie) -> bool:
    """Return whether a tie's winner was drawn, or has a result, in the next round."""
    if tie.group:
        return bool(cup.knock_out_draws)
    if cup.rules.drawn_by is DrawnBy.ROUND:
        return cup.draws[-1].round > tie.round
    return cup.result(tie.round + 1, (tie.number + 1) // 2) is not None


def _round(
    cup: CupState, before: Sequence[Round], size: int, seats: list[TieSeat], *, is_drawn: bool = True
) -> Round:
    number = len(before) + 1
    is_neutral = size <= 1 << cup.rules.neutral_rounds
    lines: list[Tie] = []
    called = max((tie.called for cup_round in before for tie in cup_round.lines), default=0)
    for place, (home, away) in enumerate(zip(seats[::2], seats[1::2], strict=True), start=1):
        # A tie that nobody plays in the end keeps its number, and so do those after it.
        is_bye = any(seat.is_empty and not seat.feeder for seat in (home, away))
        called += not is_bye
        tie = Tie(
            round=number,
            number=place,
            home=away if home.is_empty else home,
            away=home if home.is_empty else away,
            # Where nobody is at home there is no second leg.
            legs=1 if is_neutral else cup.rules.legs,
            is_neutral=is_neutral,
            result=cup.result(number, place),
            called=0 if is_bye else called,
        )
        start = _start(cup, before, tie)
        lines.append(replace(tie, start=start, verdict=_verdict(cup, tie, start)))
    earlier = sum(not cup_round.is_of_groups for cup_round in before)
    title = TITLES.get(size) or f"{ROUNDS[earlier]} round"
    return Round(number=number, title=title, lines=tuple(lines), is_drawn=is_drawn)


def _start(cup: CupState, before: Sequence[Round], tie: Tie) -> Pair | None:
    """Return the points each side starts with, by the handicaps after the earlier rounds."""
    if not (tie.home.entrant and tie.away.entrant):
        return None
    rule = cup.rules.handicap
    if rule is None:
        return 0, 0
    home, away = (_handicap_after(rule, before, entrant) for entrant in (tie.home.entrant, tie.away.entrant))
    return rule.start(home, away)


def _handicap_after(rule: Handicap, before: Sequence[Round], entrant: Entrant) -> int:
    """Return a handicap after the rounds before; a tie given without play does not move it."""
    handicap = entrant.handicap
    for tie in (tie for cup_round in before for tie in cup_round.ties):
        if tie.is_over and tie.verdict.score and entrant in (tie.winner, tie.loser):
            handicap = rule.after(handicap, won=tie.winner == entrant)
    return handicap


def _verdict(cup: CupState, tie: Tie, start: Pair | None) -> TieVerdict:
    if tie.away.is_empty:
        return _free(cup, tie)
    if start is None:
        is_fed = tie.home.feeder or tie.away.feeder
        return TieVerdict(words="To be played." if is_fed else "To be drawn.")
    verdict = tie_verdict(tie.result, cup.rules, legs=tie.legs, start=start)
    return verdict if verdict.is_over else _left(cup, tie) or verdict


def _free(cup: CupState, tie: Tie) -> TieVerdict:
    """Return the verdict of a bye: its entrant goes through unless it has left the cup."""
    alone = tie.home.entrant
    if tie.home.is_empty or (alone and cup.is_scratched(alone.key, tie.round)):
        return TieVerdict(is_over=True, words="Nobody goes through.")
    if alone is None:
        return TieVerdict(words="Free in this round.")
    return TieVerdict(winner=HOME, is_over=True, words="Free in this round.")


def _left(cup: CupState, tie: Tie) -> TieVerdict | None:
    """Return the verdict against the sides that left the cup; None if neither has."""
    sides = (AtFault.HOME, tie.home.entrant), (AtFault.AWAY, tie.away.entrant)
    gone = [
        (fault, entrant.name)
        for fault, entrant in sides
        if entrant and cup.is_scratched(entrant.key, tie.round)
    ]
    if not gone:
        return None
    at_fault = gone[0][0] if len(gone) == 1 else AtFault.BOTH
    reason = f"{listed(name for _, name in gone)} left the cup."
    result = TieResult(round=tie.round, number=tie.number, at_fault=at_fault, reason=reason)
    return tie_verdict(result, cup.rules, legs=tie.legs)
