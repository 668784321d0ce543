"""The log of a match, read: what stands at each place of its sheet, and where two phones do not agree.

Pure. An entry is replaced by one whose sender saw it and meant to replace it; neither the order in which
entries come in, nor how often, changes what stands.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Body = Mapping[str, Any]

AWARDS = ("high", "low", "jack", "game")
BESIDE = ("turnup", "beg", "hung")
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
        """The number of the hand that stands here, None where no hand does."""
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
class PlaceState:
    """What stands at one place. Several versions: phones differ, and the first counts meanwhile.

    `heads` are all the entries nobody replaced, those that say the same included: whoever means to replace
    what stands must follow every one of them.
    """

    place: SheetPlace
    heads: tuple[LogEntry, ...]

    @property
    def versions(self) -> tuple[LogEntry, ...]:
        """The heads that say something of their own, the first of each."""
        told_apart: list[LogEntry] = []
        for entry in self.heads:
            if all(entry.body != other.body for other in told_apart):
                told_apart.append(entry)
        return tuple(told_apart)

    @property
    def body(self) -> Body:
        """The fields that count; empty if it was taken back."""
        return self.heads[0].body

    @property
    def differs(self) -> bool:
        return len(self.versions) > 1


def standing(entries: Iterable[LogEntry]) -> dict[SheetPlace, PlaceState]:
    """What stands at each place that was ever written to."""
    of_place: dict[SheetPlace, list[LogEntry]] = defaultdict(list)
    for entry in sorted(entries, key=lambda one: one.number):
        of_place[entry.place].append(entry)
    return {place: PlaceState(place=place, heads=_heads(said)) for place, said in sorted(of_place.items())}


def _heads(said: list[LogEntry]) -> tuple[LogEntry, ...]:
    followed = {follow for entry in said for follow in entry.follows if follow != entry.id}
    # Entries that follow each other in a circle can only have been forged: then all of them are shown.
    return tuple(entry for entry in said if entry.id not in followed) or tuple(said)


def fields(stands: Mapping[SheetPlace, PlaceState], prefix: Callable[[int, int], str]) -> dict[str, str]:
    """What stands as the fields of the form of the match; `prefix` names a game's, by table and game.

    Cards noted beside a hand are no fields of the form and are left out.
    """
    found: dict[str, str] = {}
    penalties: dict[tuple[int, int], int] = defaultdict(int)
    # By number: the tenth hand comes after the ninth.
    for place, one in sorted(
        stands.items(), key=lambda item: (item[0].table, item[0].game, item[0].hand or 0)
    ):
        start = prefix(place.table, place.game)
        if place.hand is None:
            found |= dict(_beside_the_hands(place, one.body, start))
            continue
        for name in (*AWARDS, *BESIDE):
            if one.body.get(name):
                found[f"{start}-{place.name}-{name}"] = one.body[name]
        for penalty in one.body.get(PENALTIES, ()):
            penalties[place.table, place.game] += 1
            row = f"{start}-p{penalties[place.table, place.game]}"
            found[f"{row}-hand"] = str(place.hand)
            found |= {f"{row}-{part}": penalty[part] for part in PENALTY_PARTS if penalty.get(part)}
    return found


def _beside_the_hands(place: SheetPlace, body: Body, start: str) -> Iterator[tuple[str, str]]:
    """The names of a side, who led first, the final score; a note belongs to the table, whatever the game."""
    if place.name in SIDE_PLACES:
        yield from ((f"{start}-{place.name}-{seat}", name) for seat, name in body.items() if name)
    elif place.name == "notes":
        yield from ((f"t{place.table}-{name}", text) for name, text in body.items() if text)
    else:
        yield from ((f"{start}-{name}", text) for name, text in body.items() if text)
