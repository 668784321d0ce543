"""Who is there on a pairs night: through the door, late, home early, back again.

Each verb returns the night as it is then, or raises CupRefused with a sentence.
"""

from dataclasses import replace

from league.cups.entries import CupRefused, Entrant
from league.cups.nights import MOST_PAIRS, NightEntry, PairsNight, entry_of, open_tables


def with_entry(night: PairsNight, entrant: Entrant) -> PairsNight:
    """The night with another pair. Once play has begun it meets whoever is free, or waits for a round."""
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
    """The night without a pair that should never have been in it; refused once it has been drawn."""
    gone = entry_of(night, key)
    if any(one.has(key) for one in night.drawn):
        raise CupRefused(
            f"{gone.entrant.name} have been drawn, so they stay in the list; say that they go home."
        )
    return replace(night, entries=tuple(entry for entry in night.entries if entry != gone))


def without_pair(night: PairsNight, key: int) -> PairsNight:
    """The night without a pair that goes home: drawn no more, and what it played stands."""
    still = [night.drawn[number - 1].tables[table - 1] for number, table in open_tables(night)]
    if any(key in pair for pair in still):
        raise CupRefused("Its table has no score yet; enter that first, as it stands or given.")
    return _with_last(night, key, len(night.drawn))


def with_pair_back(night: PairsNight, key: int) -> PairsNight:
    """The night with a pair that has not gone home after all: it is drawn again from the next round on."""
    return _with_last(night, key, None)


def _with_last(night: PairsNight, key: int, last: int | None) -> PairsNight:
    changed = replace(entry_of(night, key), last=last)
    entries = (changed if entry.entrant.key == key else entry for entry in night.entries)
    return replace(night, entries=tuple(entries))
