"""The log of a match as the secretary reads it: who sent what when, and what became of it."""

import datetime
from dataclasses import dataclass

from league.logbook import Entry, standing
from league.models import Match, TableEntry
from league.selectors.logs import entry_value


@dataclass(frozen=True, slots=True, kw_only=True)
class LogLine:
    """One entry. `phone` tells the phones of this match apart, from 1 in the order of their first word.

    `stands` says that nothing has replaced it; `is_one_of_two` that another entry there says otherwise.
    """

    entry: Entry
    phone: int
    received_at: datetime.datetime
    entered_at: datetime.datetime
    is_late: bool
    stands: bool
    is_one_of_two: bool


def log_lines(match: Match) -> tuple[LogLine, ...]:
    """Every entry of a match in the order in which they came. One query."""
    rows = list(TableEntry.objects.filter(match=match).order_by("pk"))
    entries = {row.pk: entry_value(row) for row in rows}
    phones: dict[str, int] = {}
    stands = standing(entries.values())
    counting = {version.id for one in stands.values() for version in one.versions}
    lines = []
    for row in rows:
        entry = entries[row.pk]
        there = stands[entry.place]
        lines.append(
            LogLine(
                entry=entry,
                phone=phones.setdefault(entry.phone, len(phones) + 1),
                received_at=row.received_at,
                entered_at=row.entered_at,
                is_late=row.is_late,
                stands=entry.id in counting,
                is_one_of_two=entry.id in counting and there.differs,
            )
        )
    return tuple(lines)
