"""The groups before a knock-out: who is in which, who meets whom when, and the draw after them."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.cups.entries import Entrant, RoundDraw, drawn
from league.cups.rules import CupRefused, GroupRules
from league.cups.swiss import matched
from league.matches.outcomes import Pair
from league.shared.text import capitalised, count

LETTERS = "ABCDEFGHIJKLMNOP"
MOST_IN_GROUP = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Qualifier:
    """Somebody who goes through, from which group and in which place."""

    entrant: Entrant
    group: str
    place: int


def group_order(keys: Sequence[int], seeded: Sequence[int], rules: GroupRules, lot: str) -> tuple[int, ...]:
    """Return the entrants as they are dealt out to the groups: the seeds apart from each other, by lot.

    Raises CupRefused where a group would have too few, or too many.
    """
    least, most = len(keys) // rules.number, -(-len(keys) // rules.number)
    needed = rules.through + 1
    if least < needed:
        raise CupRefused(
            f"{capitalised(count(len(keys)))} entered. {capitalised(groups_in_words(rules))}, of which "
            f"{count(rules.through)} each go through, need {rules.number * needed} or more."
        )
    if most > MOST_IN_GROUP:
        raise CupRefused(
            f"{len(keys)} entered: a group would have {most}, and a group has room for {MOST_IN_GROUP}."
        )
    pots = [seeded[at : at + rules.number] for at in range(0, len(seeded), rules.number)]
    by_pot = (key for pot in pots for key in drawn(pot, lot, "seeds"))
    return (*by_pot, *drawn((key for key in keys if key not in seeded), lot, "groups"))


def members(draw: RoundDraw, rules: GroupRules) -> dict[str, tuple[int, ...]]:
    """Return who is in each group, by its letter."""
    return {LETTERS[at]: draw.order[at :: rules.number] for at in range(rules.number)}


def group_meetings(draw: RoundDraw, rules: GroupRules) -> tuple[tuple[tuple[str, Pair], ...], ...]:
    """Return who meets whom in each round: the letter of the group, and who is at home first."""
    legs = {letter: _circle(keys) for letter, keys in members(draw, rules).items()}
    rounds = max(map(len, legs.values()))
    first = tuple(
        tuple((letter, pair) for letter, leg in legs.items() if number < len(leg) for pair in leg[number])
        for number in range(rounds)
    )
    if rules.meetings == 1:
        return first
    return (*first, *(tuple((letter, (away, home)) for letter, (home, away) in each) for each in first))


def _circle(keys: Sequence[int]) -> list[list[Pair]]:
    """Return the rounds in which everybody meets everybody, at home as often as away or once more."""
    # Whoever meets nobody is free; there each of the others is at home as often as away.
    places: list[int | None] = [*([None] if len(keys) % 2 else []), *keys]
    half = len(places) // 2
    rounds = []
    for number in range(len(places) - 1):
        pairs = []
        for at, (one, other) in enumerate(zip(places[:half], reversed(places[half:]), strict=True)):
            if one is not None and other is not None:
                is_turned = (number if at == 0 else at) % 2
                pairs.append((other, one) if is_turned else (one, other))
        rounds.append(pairs)
        places = [places[0], places[-1], *places[1:-1]]
    return rounds


def knock_out_ties(
    going: Sequence[Qualifier], byes: int, lot: str, draw: str
) -> tuple[list[Pair], list[int]]:
    """Return who meets whom after the groups, the one placed higher first, and who is free.

    Byes go to winners of groups first. Nobody meets somebody of their own group, and no winner another
    winner, where that can be; if it cannot, winners meet before two of one group do.
    """
    by_key = {one.entrant.key: one for one in going}
    lots = drawn(by_key, lot, draw)
    in_order = sorted(lots, key=lambda key: by_key[key].place > 1)
    free, playing = in_order[:byes], [key for key in lots if key not in in_order[:byes]]

    def is_apart(one: int, other: int) -> bool:
        return by_key[one].group != by_key[other].group

    def is_best(one: int, other: int) -> bool:
        return is_apart(one, other) and (by_key[one].place > 1 or by_key[other].place > 1)

    may_meet = is_best if 2 * len(matched(playing, is_best)) == len(playing) else is_apart
    pairs: list[Pair] = []
    left = sorted(playing, key=lambda key: by_key[key].place > 1)
    while left:
        one, *others = left
        most = len(matched(left, may_meet))
        other = next(
            other
            for other in (key for key in lots if key in others)
            if may_meet(one, other) + len(matched([key for key in others if key != other], may_meet)) == most
        )
        home, away = sorted((one, other), key=lambda key: (by_key[key].place, lots.index(key)))
        pairs.append((home, away))
        left = [key for key in others if key != other]
    return sorted(pairs, key=lambda pair: lots.index(pair[0])), free


def groups_in_words(rules: GroupRules) -> str:
    """Return how many groups there are."""
    return "one group" if rules.number == 1 else f"{count(rules.number)} groups"
