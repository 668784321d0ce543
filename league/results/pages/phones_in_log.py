"""The phones of a match's log: what each has sent, and what would follow from setting it aside."""

from collections.abc import Iterable
from dataclasses import dataclass

from league.models import PhoneSetAside
from league.results.log import Body, LogEntry, SheetPlace, standing
from league.results.log_room import UNUSUAL
from league.results.selectors.log import LogLine

MOST_PHONES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedPlace:
    """A place of the sheet, what counts there, and what would count."""

    place: SheetPlace
    now: Body
    then: Body


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneInLog:
    """A phone: its lines of the log, and what changes if it is set aside, or counts again."""

    id: str
    number: int
    lines: tuple[LogLine, ...]
    changes: tuple[ChangedPlace, ...]
    aside: PhoneSetAside | None = None

    @property
    def name(self) -> str:
        return self.id[:8]

    @property
    def sides(self) -> tuple[str, ...]:
        """Whose link the entries came by; empty for the code."""
        return tuple(sorted({line.entry.sent_for for line in self.lines}))

    @property
    def is_unusual(self) -> bool:
        return len(self.lines) >= UNUSUAL


def phones_in_log(lines: Iterable[LogLine], aside: Iterable[PhoneSetAside]) -> tuple[PhoneInLog, ...]:
    """Return the phones of a log, those with the most entries first; at most a dozen."""
    of_phone: dict[str, list[LogLine]] = {}
    for line in lines:
        of_phone.setdefault(line.entry.phone, []).append(line)
    all_entries = [line.entry for own in of_phone.values() for line in own]
    rows = {str(row.phone): row for row in aside}
    most = sorted(of_phone, key=lambda phone: (phone not in rows, len(of_phone[phone])), reverse=True)
    return tuple(
        PhoneInLog(
            id=phone,
            number=of_phone[phone][0].phone,
            lines=tuple(of_phone[phone]),
            changes=_changes(all_entries, rows.keys(), phone),
            aside=rows.get(phone),
        )
        for phone in most[:MOST_PHONES]
    )


def _changes(entries: list[LogEntry], aside: Iterable[str], phone: str) -> tuple[ChangedPlace, ...]:
    """Return the places where something else would count if this phone were set aside, or no longer were."""
    now, then = set(aside), set(aside) ^ {phone}
    places = {entry.place for entry in entries if entry.phone == phone}
    here = [entry for entry in entries if entry.place in places]
    counts = standing(entry for entry in here if entry.phone not in now)
    would_count = standing(entry for entry in here if entry.phone not in then)
    changed = []
    for place in sorted(places):
        body = counts[place].body if place in counts else {}
        other = would_count[place].body if place in would_count else {}
        if body != other:
            changed.append(ChangedPlace(place=place, now=body, then=other))
    return tuple(changed)
