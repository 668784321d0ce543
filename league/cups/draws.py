"""What comes out of the hat: rounds and brackets drawn, and who is in the hat.

Each verb returns the cup as it is then, or raises CupRefused with a sentence.
"""

from collections.abc import Sequence
from dataclasses import replace

from league.cups.brackets import bracket_of, byes, follows
from league.cups.entries import FEWEST, Cup, CupRefused, Draw, Entrant
from league.cups.losers import highest_losers
from league.cups.lots import drawn
from league.cups.rules import DrawnBy, Fill
from scoring.prose.words import count, listed


def with_draw(cup: Cup, lot: str) -> Cup:
    """The cup with its next round drawn, or its bracket. The lot decides, and is kept with what it drew.

    The seeds head a bracket; in an open draw they have the byes first, and nothing else.
    """
    if not lot.strip():
        raise CupRefused("A draw needs a lot: any word or number that nobody chose to suit himself.")
    number = len(cup.draws) + 1
    if cup.rules.drawn_by is DrawnBy.BRACKET and cup.draws:
        raise CupRefused("The bracket of this cup is drawn already; its winners meet as it says.")
    playing = through(cup)
    if len(playing) < FEWEST:
        raise CupRefused(_nothing_to_draw(cup, playing))
    draw = Draw(round=number, lot=lot, order=_order(cup, [entrant.key for entrant in playing], lot, number))
    return replace(cup, draws=(*cup.draws, draw))


def _nothing_to_draw(cup: Cup, playing: Sequence[Entrant]) -> str:
    if not cup.draws:
        return f"{count(len(playing)).capitalize()} entered; a draw needs {count(FEWEST)} or more."
    if playing:
        return f"{playing[0].name} have won the cup; there is nothing left to draw."
    return "Nobody is left in the cup; there is nothing to draw."


def _order(cup: Cup, keys: Sequence[int], lot: str, number: int) -> tuple[int, ...]:
    seeds = {entrant.key: entrant.seed for entrant in cup.entrants if entrant.seed is not None}
    seeded = sorted((key for key in keys if key in seeds), key=lambda key: seeds[key])
    if cup.rules.drawn_by is DrawnBy.BRACKET:
        return (*seeded, *drawn((key for key in keys if key not in seeds), lot, "1"))
    lots = drawn(keys, lot, str(number))
    free = seeded[: byes(cup, Draw(round=number, lot=lot, order=lots))]
    return (*(key for key in lots if key not in free), *reversed(free))


def through(cup: Cup) -> tuple[Entrant, ...]:
    """Who is to be drawn next: at first all who entered, then the winners of the round before.

    Highest losers are among them where the cup has those. CupRefused while ties are open.
    """
    if not cup.draws:
        return tuple(one for one in cup.entrants if not cup.is_scratched(one.key, 1))
    last = bracket_of(cup).rounds[len(cup.draws) - 1]
    still = [tie for tie in last.lines if not tie.is_over]
    if still:
        open_ties = listed(f"{tie.home.words} v {tie.away.words}" for tie in still)
        raise CupRefused(f"Still to be decided in the {last.title.lower()}: {open_ties}.")
    playing = list(last.winners)
    playing += [line.entrant for line in highest_losers(cup) if line.goes_through and last.number == 1]
    return tuple(one for one in playing if not cup.is_scratched(one.key, last.number + 1))


def without_draw(cup: Cup) -> Cup:
    """The cup with its last draw taken back, while nothing was played after it."""
    if not cup.draws:
        raise CupRefused("Nothing is drawn yet.")
    last = cup.draws[-1]
    if any(one.round >= last.round for one in cup.results):
        raise CupRefused("A tie of that draw has a result; take that back first.")
    return replace(cup, draws=cup.draws[:-1])


def with_entrant(cup: Cup, entrant: Entrant) -> Cup:
    """The cup with somebody more: before the draw, or late against somebody who was free in the first round.

    Late, he meets the first of those; refused where all are paired, or where the next round has begun.
    """
    if not cup.draws:
        return replace(cup, entrants=(*cup.entrants, entrant))
    draw = cup.draws[0]
    if len(cup.draws) > 1:
        raise CupRefused("The second round is drawn; nobody can enter now.")
    entrant = replace(entrant, seed=None)
    free = byes(cup, draw)
    if cup.rules.drawn_by is DrawnBy.BRACKET:
        late = replace(draw, order=(*draw.order, entrant.key))
    else:
        paired = len(draw.order) - free
        late = replace(draw, order=(*draw.order[: paired + 1], entrant.key, *draw.order[paired + 1 :]))
    if not free and cup.rules.fill is not Fill.HIGHEST_LOSERS:
        raise CupRefused(
            f"All {len(draw.order)} are paired and nobody is free; draw again to let one more in."
        )
    grown = replace(cup, entrants=(*cup.entrants, entrant), draws=(late,))
    if cup.rules.drawn_by is DrawnBy.BRACKET:
        _verify_still_free(cup, grown, entrant)
    return grown


def _verify_still_free(cup: Cup, grown: Cup, late: Entrant) -> None:
    (tie,) = [tie for tie in bracket_of(grown).rounds[0].ties if late in (tie.home.entrant, tie.away.entrant)]
    if follows(cup, tie):
        raise CupRefused(
            f"{tie.home.words} v {tie.away.words} would come too late: the second round has begun."
        )
