"""The groups before a knock-out: who is in which, who meets whom when, and the draw after them."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.cups.entries import Entrant, RoundDraw, drawn
from league.cups.rules import CupRefused, GroupRules
from league.cups.swiss import matched
from league.matches.outcomes import Pair
from league.shared.grouping import grouped
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
    by_key = {qualifier.entrant.key: qualifier for qualifier in going}
    lots = drawn(by_key, lot, draw)
    free = [key for key in lots if by_key[key].place == 1][:byes]
    while len(free) < byes:
        # Of the group that has most left, so that the others find somebody of another group.
        left = [key for key in lots if key not in free]
        groups = [by_key[key].group for key in left]
        free.append(max(left, key=lambda key: groups.count(by_key[key].group)))
    playing = [key for key in lots if key not in free]

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


def bracket_order(
    going: Sequence[Qualifier], half_of_rank: Sequence[int], lot: str, draw: str
) -> tuple[int, ...]:
    """Return who goes through in the order of their ranks in one bracket.

    `half_of_rank` has the half, 0 or 1, of each higher rank of a tie: half as many as the bracket has lines.
    The first and the second of a group are in different halves; whoever follows them, in turns.
    """
    size = 2 * len(half_of_rank)
    byes = size - len(going)
    byes_in = [half_of_rank[:byes].count(half) for half in (0, 1)]
    halves = _halves(going, byes_in, lot, draw)
    drawn_in = [knock_out_ties(halves[half], byes_in[half], lot, f"{draw}, half {half}") for half in (0, 1)]
    free = [iter(free) for _, free in drawn_in]
    pairs = [iter(pairs) for pairs, _ in drawn_in]
    upper = [(next(free[half]),) for half in half_of_rank[:byes]]
    meeting = [next(pairs[half]) for half in half_of_rank[byes:]]
    # In a bracket rank and rank meet that add up to one more than its lines.
    return (
        *(key for (key,) in upper),
        *(home for home, _ in meeting),
        *(away for _, away in reversed(meeting)),
    )


def _halves(
    going: Sequence[Qualifier], byes_in: Sequence[int], lot: str, draw: str
) -> tuple[list[Qualifier], list[Qualifier]]:
    """Return who is in each half: of every group in turns, both full, winners as even as can be."""
    in_turn = sorted(going, key=lambda qualifier: (qualifier.group, qualifier.place))
    by_group = grouped((qualifier.group, qualifier) for qualifier in in_turn)
    lots = drawn((group[0].entrant.key for group in by_group.values()), lot, f"{draw}, halves")
    in_order = sorted(by_group.values(), key=lambda group: lots.index(group[0].entrant.key))
    odd = [group for group in in_order if len(group) % 2]
    # Of an odd number one more is in one half: so many groups have theirs in the first.
    first_extras = (len(odd) + byes_in[1] - byes_in[0]) // 2
    extra_of = {group[0].group: int(at >= first_extras) for at, group in enumerate(odd)}
    alone = sum(extra_of[group[0].group] == 0 for group in odd if len(group) == 1)
    first_winners = (len(in_order) + (byes_in[0] >= byes_in[1])) // 2 - alone
    halves: tuple[list[Qualifier], list[Qualifier]] = ([], [])
    # Where three of a group go through the third is with the first, not with the second.
    for group in sorted(in_order, key=lambda group: extra_of.get(group[0].group, 0.5)):
        extra = extra_of.get(group[0].group, 0)
        if len(group) == 1:
            halves[extra].append(group[0])
            continue
        half = 0 if first_winners > 0 else 1
        first_winners -= 1
        halves[half].append(group[0])
        halves[1 - half].append(group[1])
        for at, qualifier in enumerate(group[2:]):
            halves[(extra + at) % 2].append(qualifier)
    return halves


def groups_in_words(rules: GroupRules) -> str:
    """Return how many groups there are."""
    return "one group" if rules.number == 1 else f"{count(rules.number)} groups"
