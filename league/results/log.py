"""The log of a match as values: what counts at each place of its sheet, and where two phones differ.

Pure. An entry is replaced by one whose sender saw it and meant to replace it; neither the order in which
entries come in, nor how often, changes what counts.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

Body = Mapping[str, Any]

AWARDS = ("high", "low", "jack", "game")
MARKS = ("home-marks", "away-marks")
BESIDE = ("turnup", "beg", "hung", *MARKS)
CARDS = ("trump", "high-card", "low-card", "home-points", "away-points")
PENALTIES = "penalties"
PENALTY_PARTS = ("side", "points", "reason", "kind")
SIDE_PLACES = ("home", "away")


@dataclass(frozen=True, slots=True, order=True)
class SheetPlace:
    """A place on the sheet of a match: `h7` of game 2 at table 3, or the names of a side there."""

    table: int
    game: int
    name: str

    @property
    def hand(self) -> int | None:
        """The number of the hand at this place; None if it is not a hand."""
        figures = self.name[1:]
        return int(figures) if self.name[:1] == "h" and figures.isdigit() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """One entry of the log. `number` is the league's own, in the order of coming in."""

    id: str
    number: int
    place: SheetPlace
    body: Body = field(default_factory=dict)
    follows: tuple[str, ...] = ()
    sent_for: str = ""
    phone: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """An entry as a phone sent it, its fields read but not yet judged."""

    client_id: uuid.UUID
    place: SheetPlace
    body: Mapping[str, Any]
    follows: tuple[uuid.UUID, ...] = ()
    entered_at: datetime.datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceState:
    """What counts at one place. Several versions: phones differ, and the first counts meanwhile.

    `heads` are all the entries that were not replaced, equal ones included: an entry that is to replace what
    counts must follow every one of them.
    """

    place: SheetPlace
    heads: tuple[LogEntry, ...]

    @property
    def versions(self) -> tuple[LogEntry, ...]:
        """The heads that differ from each other, the first of each."""
        distinct: list[LogEntry] = []
        for entry in self.heads:
            if all(entry.body != other.body for other in distinct):
                distinct.append(entry)
        return tuple(distinct)

    @property
    def body(self) -> Body:
        """The fields that count; empty if they were undone."""
        return self.heads[0].body

    @property
    def differs(self) -> bool:
        return len(self.versions) > 1


def standing(entries: Iterable[LogEntry]) -> dict[SheetPlace, PlaceState]:
    """Return the state of each place that was ever written to."""
    of_place: dict[SheetPlace, list[LogEntry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda log_entry: log_entry.number):
        of_place[entry.place].append(entry)
    return {
        place: PlaceState(place=place, heads=_heads(log_entries))
        for place, log_entries in sorted(of_place.items())
    }


def _heads(entries: list[LogEntry]) -> tuple[LogEntry, ...]:
    followed = {follow for entry in entries for follow in entry.follows if follow != entry.id}
    # Entries that follow each other in a circle can only have been forged: then all of them are shown.
    return tuple(entry for entry in entries if entry.id not in followed) or tuple(entries)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogNews:
    """What a phone has to know of a log: entries that count, and ids of replaced ones that it holds."""

    entries: tuple[LogEntry, ...] = ()
    replaced: tuple[str, ...] = ()


def news_of(entries: Iterable[LogEntry], *, since: int = 0, phone: str = "") -> LogNews:
    """Return what is new to a phone that has read a log up to a number, told by news like these each time.

    `phone` begins its id: of its own entries it may not know that they came in. With both it makes the same
    of what it holds as the league does of the whole log, however often entries were replaced.
    """
    log = tuple(entries)
    heads = _ids_of_heads(log)
    before = _ids_of_heads(entry for entry in log if entry.number <= since)
    counting = tuple(
        entry for entry in log if entry.id in heads and (entry.number > since or entry.id not in before)
    )
    gone = [entry for entry in log if entry.id not in heads]
    newly = [
        entry
        for entry in gone
        if entry.id in before or (phone and entry.number > since and entry.phone.startswith(phone))
    ]
    # With those, what they had replaced: it must not come back where they are left out.
    places = {entry.place for entry in newly}
    ids = {entry.id for entry in newly} | {
        entry.id for entry in gone if entry.number <= since and entry.place in places
    }
    replaced = tuple(entry.id for entry in gone if entry.id in ids)
    return LogNews(entries=counting, replaced=replaced)


def _ids_of_heads(entries: Iterable[LogEntry]) -> set[str]:
    return {head.id for state in standing(entries).values() for head in state.heads}
