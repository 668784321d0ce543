"""Read a season's regulations from a plain mapping, as JSON keeps them, and write them.

    {"late_result": [{"due": {"weekday": "saturday", "at": "12:00"}, "pays": "winner",
                      "penalties": [{"points": 1}]}],
     "people": {"registration": {"closes": {"on": "2026-12-31"}}, "borrowed": {"each": 2},
                "own_players": {"least": 4, "only_with_several_teams": true}, "blocked": ["youngest"]}}

A moment is due in "hours", in "days" or "weeks" (with "at": by that time of the last day), on the next
"weekday" (with "at", and "weeks" later), or "on" a date. A penalty is a mapping of "points" (halves allowed),
"pence", "games", "tables", "match"; an empty one is a warning.
"""

from collections.abc import Mapping
from typing import Any

from league.competition.season_rules.fields import UnreadableRegulations
from league.competition.season_rules.rules import REGULATIONS, Regulations

__all__ = ["UnreadableRegulations", "from_data", "to_data"]


def from_data(data: Mapping[str, Any]) -> Regulations:
    """Return the regulations a plain mapping says; an empty one regulates nothing.

    Raises UnreadableRegulations, which names the key, what was received and what would be right.
    """
    regulations: Regulations = REGULATIONS.read(data, "")
    return regulations


def to_data(regulations: Regulations) -> dict[str, Any]:
    """Return the plain mapping of regulations: what JSON can keep, and `from_data` reads back."""
    return REGULATIONS.write(regulations)
