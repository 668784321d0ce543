"""Who is there on a pairs night, and its rounds: drawn one by one, or undone.

Each function returns the night as it is then, or raises CupRefused with a sentence.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from league.cups.entries import Entrant, drawn
from league.cups.pairs_nights import (
    MOST_NIGHT_ROUNDS,
    MOST_PAIRS,
    NightEntry,
    NightRound,
    PairedBy,
    PairsNight,
    by_wins,
    entry_of,
    open_tables,
    wins_before,
)
from league.cups.rules import CupRefused
from league.cups.swiss import can_be_paired, floaters, swiss_tables
from league.matches.outcomes import Pair
from league.shared.text import count, listed


def with_entry(night: PairsNight, entrant: Entrant) -> PairsNight:
    """Return the night with another pair.

    Once play has begun it meets the pair that is free, or waits for a round. Raises CupRefused if it is
    entered already or the night is full.
    """
    if any(entry.entrant.key == entrant.key for entry in night.entries):
        raise CupRefused(f"{entrant.name} are entered already.")
    if len(night.entries) >= MOST_PAIRS:
        raise CupRefused(f"{MOST_PAIRS} pairs are entered, and a night has room for no more.")
    latest = night.drawn[-1] if night.drawn else None
    free = latest.free if latest and open_tables(night) else None
    if latest is None or free is None or entry_of(night, free).last is not None:
        entry = NightEntry(entrant=entrant, first=len(night.drawn) + 1)
        return replace(night, entries=(*night.entries, entry))
    joined = replace(latest, tables=(*latest.tables, (free, entrant.key)), free=None)
    entry = NightEntry(entrant=entrant, first=latest.number)
    return replace(night, entries=(*night.entries, entry), drawn=(*night.drawn[:-1], joined))


def without_entry(night: PairsNight, key: int) -> PairsNight:
    """Return the night without a pair entered by mistake. Raises CupRefused once it has been drawn."""
    gone = entry_of(night, key)
    if any(night_round.has(key) for night_round in night.drawn):
        raise CupRefused(
            f"{gone.entrant.name} have been drawn, so they cannot be deleted. Mark them as gone home."
        )
    return replace(night, entries=tuple(entry for entry in night.entries if entry != gone))


def without_pair(night: PairsNight, key: int) -> PairsNight:
    """Return the night without a pair that goes home: it is drawn no more, and what it played stands."""
    still = [night.drawn[number - 1].tables[table - 1] for number, table in open_tables(night)]
    if any(key in pair for pair in still):
        raise CupRefused("Their table has no score yet. Enter the score or a walkover first.")
    return _with_last(night, key, len(night.drawn))


def with_pair_back(night: PairsNight, key: int) -> PairsNight:
    """Return the night with a pair that stays after all: it is drawn again from the next round on."""
    return _with_last(night, key, None)


def _with_last(night: PairsNight, key: int, last: int | None) -> PairsNight:
    changed = replace(entry_of(night, key), last=last)
    entries = (changed if entry.entrant.key == key else entry for entry in night.entries)
    return replace(night, entries=tuple(entries))


MOST_STEPS = 20_000
"""How many steps a pairing is searched for before pairs may meet once more."""


def with_round(night: PairsNight, lot: str) -> PairsNight:
    """Return the night with its next round drawn.

    Raises CupRefused after the last round, or while tables are still playing.
    """
    number = len(night.drawn) + 1
    if not lot.strip():
        raise CupRefused("A draw needs a lot: any word or number that nobody chose on purpose.")
    if number > night.rounds:
        raise CupRefused(f"All {count(night.rounds)} rounds of the night are drawn.")
    _verify_played(night, "the next round is drawn after that.")
    there = [entry.entrant.key for entry in night.entries if entry.is_in(number)]
    if len(there) < 2:
        raise CupRefused(f"{count(len(there)).capitalize()} pair is here; a round needs two.")
    lots = drawn(there, lot, str(number))
    order = lots if night.paired_by is PairedBy.LOT else by_wins(night, lots)
    if night.paired_by is PairedBy.SWISS:
        tables, free = _swiss(night, order)
    else:
        free = _free(night, order) if len(order) % 2 else None
        tables = _paired([key for key in order if key != free], _meetings(night))
    night_round = NightRound(number=number, lot=lot, tables=tables, free=free)
    return replace(night, drawn=(*night.drawn, night_round), decided_for=None)


def without_round(night: PairsNight) -> PairsNight:
    """Return the night without its last draw. Raises CupRefused once a table of it has a score.

    Pairs that came or went home since that draw count as having done so before the next one.
    """
    if not night.drawn:
        raise CupRefused("There is no draw to undo.")
    number = len(night.drawn)
    played = sorted(result.table for result in night.results if result.round == number)
    if played:
        raise CupRefused(f"Table {played[0]} of round {number} has a score, so the draw cannot be undone.")
    entries = (
        replace(
            entry,
            first=min(entry.first, number),
            last=None if entry.last is None else min(entry.last, number - 1),
        )
        for entry in night.entries
    )
    return replace(night, entries=tuple(entries), drawn=night.drawn[:-1], decided_for=None)


def with_rounds(night: PairsNight, rounds: int) -> PairsNight:
    """Return the night with rounds added or cut. Raises CupRefused if drawn rounds would be cut."""
    if not 1 <= rounds <= MOST_NIGHT_ROUNDS:
        raise CupRefused(f"A night has 1 to {MOST_NIGHT_ROUNDS} rounds, not {rounds}.")
    if rounds < len(night.drawn):
        raise CupRefused(
            f"{count(len(night.drawn)).capitalize()} rounds are drawn; "
            f"the night cannot have only {count(rounds)}."
        )
    return replace(night, rounds=rounds, decided_for=night.decided_for if rounds == night.rounds else None)


def finished(night: PairsNight) -> PairsNight:
    """Return the night ended after the rounds it has played."""
    if not night.drawn:
        raise CupRefused("Nothing has been played yet.")
    _verify_played(night, "the night is over after that.")
    return with_rounds(night, len(night.drawn))


def _verify_played(night: PairsNight, after: str) -> None:
    still = open_tables(night)
    if still:
        tables = f"table{'' if len(still) == 1 else 's'} {listed(str(table) for _, table in still)}"
        raise CupRefused(f"No score yet from {tables}; {after}")


def _swiss(night: PairsNight, order: Sequence[int]) -> tuple[tuple[Pair, ...], int | None]:
    """Return the tables of a Swiss round and who is free: the lowest of those free least often.

    Another of these is free if the rest could then be paired without meeting again, and not otherwise.
    """
    number, met = len(night.drawn) + 1, _meetings(night)
    free = None
    if len(order) % 2:
        before = Counter(night_round.free for night_round in night.drawn)
        least = min(before[key] for key in order)
        lowest = [key for key in reversed(order) if before[key] == least]
        can_be = (key for key in lowest if can_be_paired([other for other in order if other != key], met))
        free = next(can_be, lowest[0])
    last = night.drawn[-1].tables if night.drawn else ()
    floated = floaters(last, wins_before(night, number - 1)) if last else frozenset()
    playing = [key for key in order if key != free]
    return swiss_tables(playing, wins_before(night, number), met, floated), free


def _free(night: PairsNight, order: Sequence[int]) -> int:
    """Return the last in order of those who have been free least often."""
    before = {key: sum(night_round.free == key for night_round in night.drawn) for key in order}
    return min(reversed(order), key=lambda key: before[key])


def _meetings(night: PairsNight) -> dict[frozenset[int], int]:
    met: dict[frozenset[int], int] = {}
    for night_round in night.drawn:
        for pair in night_round.tables:
            met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
    return met


def _paired(order: Sequence[int], met: dict[frozenset[int], int]) -> tuple[Pair, ...]:
    """Return tables that pair each key with the next in order, with as few repeated meetings as possible."""
    for again in range(max(met.values(), default=0) + 1):
        number_pairs = _search(order, met, again)
        if number_pairs is not None:
            return number_pairs
    return tuple((number, other) for number, other in list(pairwise(order))[::2])


def _search(order: Sequence[int], met: dict[frozenset[int], int], again: int) -> tuple[Pair, ...] | None:
    """Return tables of pairs that have met at most `again` times; None if none is found in MOST_STEPS."""
    steps = 0

    def pair(left: tuple[int, ...]) -> tuple[Pair, ...] | None:
        nonlocal steps
        if not left:
            return ()
        first, *rest = left
        for other in rest:
            steps += 1
            if steps > MOST_STEPS:
                return None
            if met.get(frozenset((first, other)), 0) <= again:
                others = pair(tuple(key for key in rest if key != other))
                if others is not None:
                    return ((first, other), *others)
        return None

    return pair(tuple(order))
