"""What a watcher such as Prometheus reads: numbers about requests, work that waits, the clock and backups.

Its text format is written here. The usual library shares what several processes count by files that it maps
into memory, which end each process that writes when the disk is full, and leaves one behind for each that
has ended; what is counted here lies in memory already (`league.shared.usage`). Nothing in it names a person,
a league or an address: labels are kinds of requests and of limits, which are few and do not grow.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from django.db import DatabaseError, connection
from django.utils import timezone

from league.installation.daily_backups import last_restore_test
from league.installation.stamps import BACKUP, CLOCK, read_stamp
from league.installation.waiting_work import waiting_letters, waiting_work
from league.models import League
from league.shared.cells import in_every_cell
from league.shared.usage import (
    CLASSES,
    KINDS,
    SECONDS,
    Work,
    answers_of,
    at_work,
    entries_received,
    refusals,
)

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

# A label and what it says, then the number.
Sample = tuple[Mapping[str, str], float]


def metrics() -> str:
    """Return all metrics in Prometheus's text format. What a database that is away knows is left out."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield from _of_requests()
    places = ((kind, at_work(kind)) for kind in (Work.PAPER, Work.UPLOAD, Work.SEARCH))
    yield from _family(
        "requests_at_work",
        "gauge",
        "Requests of an expensive kind that are worked on or wait.",
        (({"kind": kind}, count) for kind, count in places),
    )
    refused = (({"limit": limit}, count) for limit, count in refusals().items())
    yield from _family("refused_total", "counter", "Requests refused by a limit.", refused)
    entries = "Entries of phones that were stored, those sent again included."
    yield from _family("entries_total", "counter", entries, [({}, entries_received())])
    yield from _of_stamps()
    try:
        of_database = list(_of_database())
    except DatabaseError:
        of_database = []
    is_up = "Whether the database answers."
    yield from _family("database_up", "gauge", is_up, [({}, int(bool(of_database)))])
    yield from of_database


def _of_requests() -> Iterator[str]:
    answers = {kind: answers_of(kind) for kind in KINDS}
    yield from _family(
        "requests_total",
        "counter",
        "Requests by what they ask for and by the class of the answer.",
        (
            ({"kind": kind, "status": status}, count)
            for kind, each in answers.items()
            for status, count in zip(CLASSES, each.by_class, strict=True)
            if status != "1xx"
        ),
    )
    name = "request_seconds"
    yield from _head(name, "histogram", "Seconds until requests were answered.")
    for kind, each in answers.items():
        for up_to, count in zip((*map(str, SECONDS), "+Inf"), each.within, strict=True):
            yield _sample(f"{name}_bucket", {"kind": kind, "le": up_to}, count)
        yield _sample(f"{name}_sum", {"kind": kind}, round(each.seconds, 6))
        yield _sample(f"{name}_count", {"kind": kind}, each.within[-1])


def _of_stamps() -> Iterator[str]:
    clock, backup, restore = read_stamp(CLOCK), read_stamp(BACKUP), last_restore_test()
    moments = {
        "clock_last_run": ("When the clock last ran, in seconds since 1970.", clock),
        "backup_last_made": ("When a backup was last made, in seconds since 1970.", backup),
        "restore_last_verified": (
            "When a restore was last verified, in seconds since 1970.",
            restore[0] if restore else None,
        ),
    }
    for name, (what, stamp) in moments.items():
        if stamp is not None:
            yield from _family(f"{name}_seconds", "gauge", what, [({}, round(stamp.at.timestamp(), 3))])


def _of_database() -> Iterator[str]:
    """Yield what is counted in the database: as many queries however much it holds."""
    yield from _family(
        "leagues", "gauge", "Leagues of this site.", [({}, sum(in_every_cell(League.objects.count)))]
    )
    letters = waiting_letters(timezone.now()).count()
    yield from _family("letters_waiting", "gauge", "E-mails of the last day not yet sent.", [({}, letters)])
    waiting = [({"work": name}, work.count()) for name, work in waiting_work()]
    yield from _family("work_waiting", "gauge", "Work of the background that is not begun.", waiting)
    yield from _family("database_bytes", "gauge", "Size of the database.", [({}, _database_bytes())])


def _database_bytes() -> int:
    if connection.vendor == "postgresql":
        # Only SQL knows it.
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return int(cursor.fetchone()[0])
    file = Path(connection.settings_dict["NAME"])
    return sum(each.stat().st_size for each in file.parent.glob(f"{file.name}*") if each.is_file())


def _family(name: str, kind: str, what: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield from _head(name, kind, what)
    for labels, number in samples:
        yield _sample(name, labels, number)


def _head(name: str, kind: str, what: str) -> Iterator[str]:
    yield f"# HELP pegboard_{name} {what}"
    yield f"# TYPE pegboard_{name} {kind}"


def _sample(name: str, labels: Mapping[str, str], number: float) -> str:
    written = ",".join(f'{label}="{text}"' for label, text in labels.items())
    return f"pegboard_{name}{f'{{{written}}}' if written else ''} {number}"
