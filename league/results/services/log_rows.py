"""The log of a match as it is locked, counted and added to for every hand.

In SQL, as `league.shared.sql` says.
"""

import datetime
import json
import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from league.results.log import LogEntry, Sent
from league.results.log_room import LogUse
from league.results.selectors.log import PHONES_ASIDE
from league.shared.sql import moment_value, rows_of, uuid_in

# What came by the code counts from its issue on: a new code begins anew.
_SINCE_ISSUED = """ AND received_at >= COALESCE(
    (SELECT issued_at FROM league_scoringcode WHERE match_id = %(match)s AND revoked_at IS NULL),
    %(before_all)s
)"""
_COLUMNS = (
    *("match_id", "client_id", "phone", "sent_for", '"table"', "game", "place", "body", "follows"),
    *("is_late", "entered_at", "received_at"),
)
_BEFORE_ALL_CODES = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogFacts:
    """What every message needs to know of a locked match and its log.

    `is_late` says that the result is confirmed, `is_known` that one of the ids was sent before,
    `is_set_aside` that nothing of the phone counts; for `changes` and `last` see `LogMark`.
    """

    is_finished: bool
    is_late: bool
    is_known: bool
    is_set_aside: bool
    changes: int
    last: int
    use: LogUse


def facts_of(
    match: int, ids: Sequence[uuid.UUID], *, phone: uuid.UUID, sent_for: str, lately: datetime.datetime
) -> LogFacts | None:
    """Return the facts about a match in one query; None if there is no such match.

    `lately` is since when entries count as sent lately. What is set aside takes no room from others.
    """
    values = {
        "match": match,
        "phone": phone.hex,
        "sent_for": sent_for,
        "lately": moment_value(lately),
        **{f"id{number}": client_id.hex for number, client_id in enumerate(ids)},
    }
    if not sent_for:
        values["before_all"] = moment_value(_BEFORE_ALL_CODES)
    rows = rows_of(_facts(len(ids), by_code=not sent_for), values)
    if not rows:
        return None
    finished, late, known, aside, changes, last, *use = rows[0]
    return LogFacts(
        is_finished=bool(finished),
        is_late=bool(late),
        is_known=bool(known),
        is_set_aside=bool(aside),
        changes=changes,
        last=last or 0,
        use=LogUse(of_phone=use[0], of_phone_lately=use[1], of_address=use[2], of_address_lately=use[3]),
    )


@lru_cache(maxsize=64)
def _facts(ids: int, *, by_code: bool) -> str:
    of_address = (
        f"sent_for = %(sent_for)s AND phone NOT IN ({PHONES_ASIDE}){_SINCE_ISSUED if by_code else ''}"
    )
    is_known = f"client_id IN ({', '.join(f'%(id{number})s' for number in range(ids))})" if ids else "1 = 0"
    return f"""
        SELECT
            league_season.is_finished,
            EXISTS (SELECT 1 FROM league_scorecard WHERE match_id = %(match)s AND is_confirmed),
            EXISTS (SELECT 1 FROM league_tableentry WHERE {is_known}),
            %(phone)s IN ({PHONES_ASIDE}),
            (SELECT COUNT(*) + COUNT(undone_at) FROM league_phonesetaside WHERE match_id = %(match)s),
            entries.*
        FROM league_match
        INNER JOIN league_division ON league_division.id = league_match.division_id
        INNER JOIN league_season ON league_season.id = league_division.season_id
        CROSS JOIN (
            SELECT
                MAX(id),
                COUNT(*) FILTER (WHERE phone = %(phone)s),
                COUNT(*) FILTER (WHERE phone = %(phone)s AND received_at > %(lately)s),
                COUNT(*) FILTER (WHERE {of_address}),
                COUNT(*) FILTER (WHERE {of_address} AND received_at > %(lately)s)
            FROM league_tableentry WHERE match_id = %(match)s
        ) AS entries
        WHERE league_match.id = %(match)s
    """  # noqa: S608


def matches_of(ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, int]:
    """Return in which match each of these ids is, of those that are in any. One query."""
    marks = ", ".join(["%s"] * len(ids))
    known = f"SELECT client_id, match_id FROM league_tableentry WHERE client_id IN ({marks})"  # noqa: S608
    return {uuid_in(row[0]): row[1] for row in rows_of(known, [client_id.hex for client_id in ids])}


def add_entries(
    match: int,
    sent: Iterable[Sent],
    *,
    phone: uuid.UUID,
    sent_for: str,
    is_late: bool,
    received_at: datetime.datetime,
) -> tuple[LogEntry, ...]:
    """Add entries to the log of a locked match; return them with their numbers. One statement, or none."""
    entries = {entry.client_id: entry for entry in sent}
    if not entries:
        return ()
    values: list[Any] = []
    received = moment_value(received_at)
    for entry in entries.values():
        place, follows = entry.place, [str(other) for other in entry.follows]
        values += (match, entry.client_id.hex, phone.hex, sent_for, place.table, place.game, place.name)
        values += (
            json.dumps(entry.body),
            json.dumps(follows),
            is_late,
            moment_value(entry.entered_at),
            received,
        )
    row = f"({', '.join(['%s'] * len(_COLUMNS))})"
    add = f"""
        INSERT INTO league_tableentry ({", ".join(_COLUMNS)}) VALUES {", ".join([row] * len(entries))}
        RETURNING id, client_id
    """  # noqa: S608
    added = sorted((number, uuid_in(client_id)) for number, client_id in rows_of(add, values))
    return tuple(
        LogEntry(
            id=str(client_id),
            number=number,
            place=(entry := entries[client_id]).place,
            body=entry.body,
            follows=tuple(str(other) for other in entry.follows),
            sent_for=sent_for,
            phone=str(phone),
        )
        for number, client_id in added
    )
