"""The phones of a match's log: what each has sent, and what would follow from setting it aside."""

from collections.abc import Iterable, Iterator
from typing import Any

from league.models import Match, PhoneSetAside
from league.results.log import LogEntry, standing
from league.results.log_room import UNUSUAL
from league.results.logged_match import entry_words, place_in_words
from league.results.parsing.fields import Layout
from league.results.selectors.reports import team_names

MOST_PHONES, MOST_CHANGES = 12, 12


def phones_in_log(
    match: Match, layout: Layout, lines: Iterable[dict[str, Any]], aside: Iterable[PhoneSetAside]
) -> Iterator[dict[str, Any]]:
    """Yield the phones of a log, those with the most entries first; at most a dozen.

    Each with what changes if it is set aside, or counts again.
    """
    of_phone: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        of_phone.setdefault(line["entry"].phone, []).append(line)
    entries = [line["entry"] for own in of_phone.values() for line in own]
    rows, teams = {str(row.phone): row for row in aside}, team_names(match)
    most = sorted(of_phone, key=lambda phone: (phone not in rows, len(of_phone[phone])), reverse=True)
    for phone in most[:MOST_PHONES]:
        own = of_phone[phone]
        # Whose link the entries came by; empty for the code.
        sides = sorted({line["entry"].sent_for for line in own})
        changes = list(_changes(entries, rows.keys(), phone, layout))
        yield {
            "id": phone,
            "name": phone[:8],
            "number": own[0]["phone"],
            "is_unusual": len(own) >= UNUSUAL,
            "aside": rows.get(phone),
            "ways": " and ".join(f"the link of {teams[side]}" if side else "the code" for side in sides),
            "entries": len(own),
            "first": own[0]["received_at"],
            "last": own[-1]["received_at"],
            "changes": changes[:MOST_CHANGES],
            "more": len(changes[MOST_CHANGES:]),
        }


def _changes(
    entries: list[LogEntry], aside: Iterable[str], phone: str, layout: Layout
) -> Iterator[dict[str, str]]:
    """Yield the places where something else would count if this phone were set aside, or no longer were."""
    now, then = set(aside), set(aside) ^ {phone}
    places = {entry.place for entry in entries if entry.phone == phone}
    here = [entry for entry in entries if entry.place in places]
    counts = standing(entry for entry in here if entry.phone not in now)
    would_count = standing(entry for entry in here if entry.phone not in then)
    for place in sorted(places):
        bodies = [state[place].body if place in state else {} for state in (counts, would_count)]
        if bodies[0] != bodies[1]:
            before, after = (entry_words(place, body, layout) if body else "nothing" for body in bodies)
            yield {"where": place_in_words(place, layout), "now": before, "then": after}
