"""Regulations as a plain mapping, as the rule book keeps them: only what differs from the defaults.

    {"late_result": [{"due": {"weekday": "saturday", "at": "12:00"}, "pays": "winner",
                      "penalties": [{"points": 1}]}]}

A moment is due in "hours", in "days" or "weeks" (with "at": by that time of the last day), on the next
"weekday" (with "at", and "weeks" later), or "on" a date. A penalty is a mapping of "points" (halves allowed),
"pence", "games", "tables", "match"; an empty one is a warning.
"""

from collections.abc import Mapping
from typing import Any

from league.regulations.penalties import Payer, Penalty, Steps
from league.regulations.plain_moments import DUE, MOST_HOURS, SPAN
from league.regulations.plain_people import PEOPLE
from league.regulations.reading import (
    CLOCK_TIME,
    FLAG,
    TEXT,
    Codec,
    halves,
    list_of,
    mapping_of,
    one_of,
    whole,
)
from league.regulations.rules import (
    Effect,
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    Postponements,
    Reaward,
    Regulations,
    ShortTeams,
)

MOST_RULES = 12
MOST_PEOPLE = 200
MOST_PENCE = 1_000_000
MOST_MINUTES = 24 * 60


def from_data(data: Mapping[str, Any]) -> Regulations:
    """The regulations a plain mapping says; an empty one regulates nothing.

    Raises UnreadableRegulations, which names the key, what was received and what would be right.
    """
    regulations: Regulations = REGULATIONS.read(data, "")
    return regulations


def to_data(regulations: Regulations) -> dict[str, Any]:
    """The plain mapping of regulations: what JSON can keep, and `from_data` reads back."""
    data: dict[str, Any] = REGULATIONS.write(regulations)
    return data


PENALTY = mapping_of(
    Penalty,
    {
        "points": ("halves", halves(MOST_PEOPLE)),
        "pence": ("pence", whole(0, MOST_PENCE)),
        "games": ("games", whole(0, MOST_PEOPLE)),
        "tables": ("tables", whole(0, MOST_PEOPLE)),
        "match": ("match", FLAG),
    },
)
PENALTIES = list_of(PENALTY, MOST_RULES)
STEPS = Codec(lambda value, key: Steps(PENALTIES.read(value, key)), lambda steps: PENALTIES.write(steps.each))
LATE_RULES = list_of(
    mapping_of(
        LateRule,
        {
            "due": ("due", DUE),
            "pays": ("pays", one_of(Payer)),
            "warning_hours": ("warning_hours", whole(0, MOST_HOURS)),
            "penalties": ("penalties", STEPS),
        },
    ),
    MOST_RULES,
)
NOTICE_BAND = mapping_of(
    NoticeBand,
    {
        "notice": ("notice", SPAN),
        "effect": ("effect", one_of(Effect)),
        "penalties": ("penalties", STEPS),
    },
)
POSTPONEMENTS = mapping_of(
    Postponements,
    {
        "bands": ("bands", list_of(NOTICE_BAND, MOST_RULES)),
        "opponent_may_refuse": ("opponent_may_refuse", FLAG),
        "limit": ("limit", whole(0, MOST_PEOPLE)),
        "excuses": ("excuses", list_of(TEXT, MOST_RULES)),
    },
)
LATE_STEP = mapping_of(
    LateStep,
    {
        "minutes": ("minutes", whole(0, MOST_MINUTES)),
        "at": ("at", CLOCK_TIME),
        "every": ("every", whole(1, MOST_MINUTES)),
        "penalty": ("penalty", PENALTY),
    },
)
SHORT_TEAMS = mapping_of(
    ShortTeams,
    {
        "minimum": ("minimum", whole(0, MOST_PEOPLE)),
        "may_repeat": ("may_repeat", whole(0, MOST_PEOPLE)),
        "turns": ("turns", whole(2, MOST_PEOPLE)),
        "minimum_to_win": ("minimum_to_win", whole(0, MOST_PEOPLE)),
    },
)
INELIGIBLE_PLAYER = mapping_of(
    IneligiblePlayer,
    {
        "reaward": ("reaward", one_of(Reaward)),
        "a_player": ("a_player", PENALTY),
        "a_game_won": ("a_game_won", PENALTY),
    },
)
REGULATIONS = mapping_of(
    Regulations,
    {
        "late_result": ("late_result", LATE_RULES),
        "missing_card": ("missing_card", LATE_RULES),
        "one_report_stands": ("one_report_stands", SPAN),
        "postponements": ("postponements", POSTPONEMENTS),
        "late_new_date": ("late_new_date", LATE_RULES),
        "late_replay": ("late_replay", LATE_RULES),
        "late_start": ("late_start", list_of(LATE_STEP, MOST_RULES)),
        "walkover": ("walkover", STEPS),
        "short_teams": ("short_teams", SHORT_TEAMS),
        "ineligible_player": ("ineligible_player", INELIGIBLE_PLAYER),
        "people": ("people", PEOPLE),
    },
)
