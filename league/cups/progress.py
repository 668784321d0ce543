"""How a cup goes on: rounds are drawn, results entered or undone, entrants scratched.

Each function takes a CupState and returns the next one, or raises CupRefused with a sentence. Who has won a
tie is decided in `league.cups.ties`, what follows from a draw in `league.cups.brackets`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.cups.brackets import Bracket, bracket_of, bracket_ranks, bracket_size, byes, follows, next_round
from league.cups.entries import FEWEST, CupState, Entrant, RoundDraw, Scratch, TieResult, drawn
from league.cups.group_tables import qualifiers
from league.cups.groups import bracket_order, group_order, knock_out_ties
from league.cups.rules import CupRefused, DrawnBy, Fill, Plate
from league.cups.ties import AWAY, HOME, Round, Tie, verify_result
from league.matches.outcomes import Pair
from league.shared.text import capitalised, count, listed

MOST_NAMED = 4


def with_draw(cup: CupState, lot: str) -> CupState:
    """Return the cup with its next round drawn, its groups, or its bracket.

    The lot decides, and is stored with its order. The seeds head a bracket; in an open draw they have the
    byes first, and nothing else.
    """
    if not lot.strip():
        raise CupRefused("A draw needs a lot: any word or number that nobody chose on purpose.")
    number = next_round(cup)
    if cup.rules.drawn_by is DrawnBy.BRACKET and cup.knock_out_draws:
        raise CupRefused("The bracket of this cup is already drawn.")
    playing = through(cup)
    if len(playing) < FEWEST:
        raise CupRefused(_nothing_to_draw(cup, playing))
    draw = RoundDraw(
        round=number, lot=lot, order=_order(cup, [entrant.key for entrant in playing], lot, number)
    )
    return replace(cup, draws=(*cup.draws, draw))


def _nothing_to_draw(cup: CupState, playing: Sequence[Entrant]) -> str:
    if not cup.draws:
        return f"{count(len(playing)).capitalize()} entered; a draw needs {count(FEWEST)} or more."
    if playing:
        return f"{playing[0].name} have won the cup; there is nothing left to draw."
    return "Nobody is left in the cup; there is nothing to draw."


def _order(cup: CupState, keys: Sequence[int], lot: str, number: int) -> tuple[int, ...]:
    seeds = {entrant.key: entrant.seed for entrant in cup.entrants if entrant.seed is not None}
    seeded = sorted((key for key in keys if key in seeds), key=lambda key: seeds[key])
    if cup.rules.groups and not cup.draws:
        return group_order(keys, seeded, cup.rules.groups, lot)
    if cup.rules.groups and not cup.knock_out_draws:
        return _order_after_groups(cup, lot, number)
    if cup.rules.drawn_by is DrawnBy.BRACKET:
        return (*seeded, *drawn((key for key in keys if key not in seeds), lot, "1"))
    lots = drawn(keys, lot, str(number))
    free = seeded[: byes(cup, RoundDraw(round=number, lot=lot, order=lots))]
    return (*(key for key in lots if key not in free), *reversed(free))


def _order_after_groups(cup: CupState, lot: str, number: int) -> tuple[int, ...]:
    going = qualifiers(cup, bracket_of(cup).rounds)
    size = bracket_size(len(going))
    if cup.rules.drawn_by is DrawnBy.BRACKET and size > 2:
        ranks = bracket_ranks(size)
        half_of_rank = [int(ranks.index(rank) >= size // 2) for rank in range(1, size // 2 + 1)]
        return bracket_order(going, half_of_rank, lot, str(number))
    pairs, free = knock_out_ties(going, size - len(going), lot, str(number))
    return (*(key for pair in pairs for key in pair), *free)


def through(cup: CupState) -> tuple[Entrant, ...]:
    """Return who is to be drawn next: at first all who entered, then the winners of the round before.

    After groups it is who goes through. Highest losers are among them where the cup has those. Raises
    CupRefused while ties are open.
    """
    if not cup.draws:
        return tuple(entrant for entrant in cup.entrants if not cup.is_scratched(entrant.key, 1))
    rounds = bracket_of(cup).rounds
    if cup.rules.groups and not cup.knock_out_draws:
        _verify_groups_over(rounds)
        return tuple(qualifier.entrant for qualifier in qualifiers(cup, rounds))
    last = rounds[cup.draws[-1].round - 1]
    still = [tie for tie in last.lines if not tie.is_over]
    if still:
        open_ties = listed(f"{tie.home.words} v {tie.away.words}" for tie in still)
        raise CupRefused(f"Still to be decided in the {last.title.lower()}: {open_ties}.")
    playing = list(last.winners)
    playing += [line.entrant for line in highest_losers(cup) if line.goes_through and last.number == 1]
    return tuple(entrant for entrant in playing if not cup.is_scratched(entrant.key, last.number + 1))


def _verify_groups_over(rounds: Sequence[Round]) -> None:
    ties = [tie for cup_round in rounds if cup_round.is_of_groups for tie in cup_round.ties]
    still = [tie for tie in ties if not tie.is_over]
    if len(still) > MOST_NAMED:
        raise CupRefused(f"{capitalised(count(len(still)))} matches of the groups are still to be played.")
    if still:
        open_ties = listed(f"{tie.home.words} v {tie.away.words}" for tie in still)
        raise CupRefused(f"Still to be played in the groups: {open_ties}.")


def without_draw(cup: CupState) -> CupState:
    """Return the cup without its last draw. Raises CupRefused if a tie of it has a result."""
    if not cup.draws:
        raise CupRefused("Nothing is drawn yet.")
    last = cup.draws[-1]
    if any(result.round >= last.round for result in cup.results):
        raise CupRefused("A tie of that draw has a result; undo that first.")
    return replace(cup, draws=cup.draws[:-1])


def with_entrant(cup: CupState, entrant: Entrant) -> CupState:
    """Return the cup with one more entrant: before the draw, or late against one who is free.

    A late entrant meets the first of those who are free in the first round. Raises CupRefused where all are
    paired, or where the next round has begun.
    """
    if not cup.draws:
        return replace(cup, entrants=(*cup.entrants, entrant))
    draw = cup.draws[0]
    if cup.rules.groups:
        raise CupRefused("The groups are drawn. Undo the draw to add an entry.")
    if len(cup.draws) > 1:
        raise CupRefused("The second round is drawn, so entries are closed.")
    entrant = replace(entrant, seed=None)
    free = byes(cup, draw)
    if cup.rules.drawn_by is DrawnBy.BRACKET:
        late = replace(draw, order=(*draw.order, entrant.key))
    else:
        paired = len(draw.order) - free
        late = replace(draw, order=(*draw.order[: paired + 1], entrant.key, *draw.order[paired + 1 :]))
    if not free and cup.rules.fill is not Fill.HIGHEST_LOSERS:
        raise CupRefused(
            f"All {len(draw.order)} are paired and there is no bye. Undo the draw to add an entry."
        )
    grown = replace(cup, entrants=(*cup.entrants, entrant), draws=(late,))
    if cup.rules.drawn_by is DrawnBy.BRACKET:
        _verify_still_free(cup, grown, entrant)
    return grown


def _verify_still_free(cup: CupState, grown: CupState, late: Entrant) -> None:
    (tie,) = [tie for tie in bracket_of(grown).rounds[0].ties if late in (tie.home.entrant, tie.away.entrant)]
    if follows(cup, tie):
        raise CupRefused(
            f"{tie.home.words} v {tie.away.words} would come too late: the second round has begun."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BestLoser:
    """A loser of the first round in the order in which losers go through, with what decided it."""

    entrant: Entrant
    score: Pair
    goes_through: bool
    reason: str


def highest_losers(cup: CupState) -> tuple[BestLoser, ...]:
    """Return the losers of the first round in the order in which they go through.

    The order is by score, then by the narrowest defeat, then by lot. Empty where the cup has no such rule, or
    before the first round is over. A side that gave its tie is not among them.
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
    places_to_fill = bracket_size(winners) - winners
    return tuple(
        BestLoser(
            entrant=entrant,
            score=played[entrant],
            goes_through=number <= places_to_fill,
            reason=_why(
                entrant, number, places_to_fill, [place(loser)[:2] for loser in order], played[entrant]
            ),
        )
        for number, entrant in enumerate(order, start=1)
    )


def losing_score(tie: Tie) -> Pair | None:
    """Return the score of a tie before any replay, the loser first; None if it was given without play."""
    if tie.result is None or tie.verdict.score is None or not tie.is_over:
        return None
    start = tie.start or (0, 0)
    home, away = (sum(leg[side] + start[side] for leg in tie.result.legs) for side in (HOME, AWAY))
    return (away, home) if tie.verdict.winner == HOME else (home, away)


def _why(
    entrant: Entrant, number: int, places_to_fill: int, figures: Sequence[tuple[int, int]], score: Pair
) -> str:
    lot = " by lot" if figures.count(figures[number - 1]) > 1 else ""
    goes = "goes through" if number <= places_to_fill else "is out"
    return f"{entrant.name} lost {score[0]}-{score[1]}: loser {number} of {len(figures)}{lot}, and {goes}."


def plate_entrants(cup: CupState) -> tuple[Entrant, ...]:
    """Return who plays for the plate by the rule of the cup. The plate is a cup of its own.

    Entrants that gave a tie or left the cup are not among them, nor losers who went through. Raises
    CupRefused while they are not known.
    """
    rounds = bracket_of(cup).rounds
    if cup.rules.plate is Plate.NONE:
        raise CupRefused("This cup has no plate.")
    if cup.rules.groups:
        return _out_in_groups(cup, rounds)
    plate_rounds = rounds[
        : 1 if cup.rules.plate is Plate.FIRST_ROUND or not rounds or not rounds[0].byes else 2
    ]
    still = [f"the {cup_round.title.lower()}" for cup_round in plate_rounds if not cup_round.is_over]
    if still or not plate_rounds:
        raise CupRefused(f"Still to be decided before the plate: {still[0] if still else 'the first round'}.")
    first = set(rounds[0].byes)
    lost = [tie.loser for tie in plate_rounds[0].ties if tie.loser and losing_score(tie)]
    lost += [
        tie.loser
        for cup_round in plate_rounds[1:]
        for tie in cup_round.ties
        if tie.loser in first and losing_score(tie)
    ]
    out = {line.entrant.key for line in highest_losers(cup) if line.goes_through}
    out |= {scratch.entrant for scratch in cup.scratched}
    return tuple(entrant for entrant in lost if entrant and entrant.key not in out)


def _out_in_groups(cup: CupState, rounds: Sequence[Round]) -> tuple[Entrant, ...]:
    """Return who did not come through the groups and has not left."""
    if not cup.draws:
        raise CupRefused("Still to be decided before the plate: the groups.")
    _verify_groups_over(rounds)
    gone = {qualifier.entrant.key for qualifier in qualifiers(cup, rounds)} | {
        left.entrant for left in cup.scratched
    }
    return tuple(entrant for entrant in cup.entrants if entrant.key not in gone)


def with_result(cup: CupState, result: TieResult) -> CupState:
    """Return the cup with a result entered, or corrected.

    Raises CupRefused if the result cannot be, or would undo what followed from it.
    """
    bracket = bracket_of(cup)
    tie = bracket.tie(result.round, result.number)
    if tie is None:
        raise CupRefused(f"There is no tie {result.number} in round {result.round} of this cup.")
    if tie.is_bye or not tie.is_ready:
        why = "has a bye in this round" if tie.is_bye else "is not known yet on one side"
        raise CupRefused(f"{tie.home.words} v {tie.away.words} {why}; there is no result to enter.")
    if tie.verdict.is_void:
        raise CupRefused(f"{tie.verdict.words} There is no result to enter.")
    if tie.group and (result.replays or result.deciding):
        raise CupRefused("A match of a group may end level. No replay or deciding game follows.")
    verify_result(result, cup.rules, legs=tie.legs, start=tie.start or (0, 0))
    others = tuple(
        tie_result
        for tie_result in cup.results
        if (tie_result.round, tie_result.number) != (result.round, result.number)
    )
    changed = replace(cup, results=(*others, result))
    if follows(cup, tie):
        now = bracket_of(changed).tie(result.round, result.number)
        is_same = tie.group or (now is not None and now.winner == tie.winner)
        if not is_same or _others_through(cup, changed, tie):
            raise CupRefused(
                f"The next round follows from this tie, which {tie.home.words} and {tie.away.words} played; "
                "undo that first."
            )
        _verify_starts(bracket, bracket_of(changed))
    return changed


def _verify_starts(before: Bracket, after: Bracket) -> None:
    """Raise CupRefused if a correction moves the start of a tie that has been played."""
    for cup_round in before.rounds:
        for tie in cup_round.ties:
            now = after.tie(tie.round, tie.number)
            if tie.result and now and now.start != tie.start:
                raise CupRefused(
                    f"This would move a handicap, and with it the start of {tie.home.words} v "
                    f"{tie.away.words}, which is played; undo that first."
                )


def without_result(cup: CupState, round_number: int, number: int) -> CupState:
    """Return the cup without the result of a tie. Raises CupRefused while something follows from it."""
    tie = bracket_of(cup).tie(round_number, number)
    if tie is None or tie.result is None:
        raise CupRefused(f"Tie {number} of round {round_number} has no result to undo.")
    if follows(cup, tie):
        raise CupRefused("The next round follows from this tie; undo that first.")
    return replace(cup, results=tuple(result for result in cup.results if result is not tie.result))


def _others_through(cup: CupState, changed: CupState, tie: Tie) -> bool:
    def who(state: CupState) -> set[Entrant]:
        return {line.entrant for line in highest_losers(state) if line.goes_through}

    if tie.group:
        return qualifiers(cup, bracket_of(cup).rounds) != qualifiers(changed, bracket_of(changed).rounds)
    return tie.round == 1 and who(cup) != who(changed)


def with_scratch(cup: CupState, entrant: int, reason: str = "") -> CupState:
    """Return the cup with an entrant scratched: a tie it has not played out is given against it.

    In groups none of its matches counts, unless all matches of the groups are over.
    """
    name = cup.entrant(entrant).name
    if any(scratch.entrant == entrant for scratch in cup.scratched):
        raise CupRefused(f"{name} have left the cup already.")
    bracket = bracket_of(cup)
    if bracket.is_over:
        raise CupRefused("The cup is over, so nobody can withdraw.")
    if any(not cup_round.is_over for cup_round in bracket.group_rounds):
        return replace(cup, scratched=(*cup.scratched, Scratch(entrant=entrant, round=1, reason=reason)))
    if bracket.groups and not _goes_through(bracket, entrant):
        raise CupRefused(f"{name} are out of the cup already.")
    sat = [tie for cup_round in bracket.knock_out for tie in cup_round.lines if _sits(tie, entrant)]
    goes_on = {line.entrant.key for line in highest_losers(cup) if line.goes_through and len(cup.draws) == 1}
    if sat and sat[-1].is_over and not _has_won(sat[-1], entrant) and entrant not in goes_on:
        raise CupRefused(f"{name} are out of the cup already.")
    waits = bool(sat) and not sat[-1].is_over
    gone = Scratch(entrant=entrant, round=sat[-1].round if waits else next_round(cup), reason=reason)
    return replace(cup, scratched=(*cup.scratched, gone))


def _goes_through(bracket: Bracket, entrant: int) -> bool:
    rows = [row for group in bracket.groups for row in group.rows]
    return any(row.goes_through for row in rows if row.entrant.key == entrant)


def _has_won(tie: Tie, entrant: int) -> bool:
    return tie.winner is not None and tie.winner.key == entrant


def _sits(tie: Tie, entrant: int) -> bool:
    return any(seat.entrant and seat.entrant.key == entrant for seat in (tie.home, tie.away))
