"""Regulations as a plain mapping, as the rule book keeps them: only what differs from the defaults.

    {"late_result": [{"due": {"weekday": "saturday", "at": "12:00"}, "pays": "winner",
                      "penalties": [{"points": 1}]}]}

A moment is due in "hours", in "days" or "weeks" (with "at": by that time of the last day), on the next
"weekday" (with "at", and "weeks" later), or "on" a date. A penalty is a mapping of "points" (halves allowed),
"pence", "games", "tables", "match"; an empty one is a warning.
"""

from collections.abc import Mapping
from typing import Any

from league.regulations.moments import Due, OnDate, Span, Unit, Weekday, WeekdayAfter
from league.regulations.penalties import Payer, Penalty, Steps
from league.regulations.reading import (
    CLOCK_TIME,
    DATE,
    FLAG,
    TEXT,
    Codec,
    UnreadableRegulations,
    halves,
    list_of,
    mapping_of,
    one_of,
    only_keys,
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
MOST_DAYS = 366
MOST_HOURS = 24 * MOST_DAYS
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


def _read_span(value: object, key: str) -> Span:
    given = only_keys(value, (*Unit, "at"), key)
    units = [unit for unit in Unit if unit in given]
    if len(units) != 1:
        raise UnreadableRegulations(key, value, 'one of "hours", "days" and "weeks" with a number')
    unit = units[0]
    if unit is Unit.HOURS and "at" in given:
        raise UnreadableRegulations(
            f"{key}.at", given["at"], "left out: a clock time goes with days or weeks"
        )
    number = whole(0, MOST_HOURS if unit is Unit.HOURS else MOST_DAYS).read(given[unit], f"{key}.{unit}")
    at = CLOCK_TIME.read(given["at"], f"{key}.at") if "at" in given else None
    return Span(number, unit, at)


def _write_span(span: Span) -> dict[str, Any]:
    return {span.unit.value: span.number, **({"at": CLOCK_TIME.write(span.at)} if span.at else {})}


def _read_weekday(value: object, key: str) -> Weekday:
    names = [day.name.lower() for day in Weekday]
    if not isinstance(value, str) or value not in names:
        raise UnreadableRegulations(key, value, f"a day of the week: {', '.join(names)}")
    return Weekday[value.upper()]


def _read_due(value: object, key: str) -> Due:
    if isinstance(value, Mapping) and "weekday" in value:
        weekday: WeekdayAfter = WEEKDAY_AFTER.read(value, key)
        return weekday
    if isinstance(value, Mapping) and "on" in value:
        date: OnDate = ON_DATE.read(value, key)
        return date
    return _read_span(value, key)


def _write_due(due: Due) -> Any:
    match due:
        case Span():
            return _write_span(due)
        case WeekdayAfter():
            return WEEKDAY_AFTER.write(due)
        case OnDate():
            return ON_DATE.write(due)


SPAN = Codec(_read_span, _write_span)
WEEKDAY = Codec(_read_weekday, lambda day: day.name.lower())
WEEKDAY_AFTER = mapping_of(
    WeekdayAfter,
    {"weekday": ("weekday", WEEKDAY), "at": ("at", CLOCK_TIME), "weeks": ("weeks", whole(0, MOST_DAYS // 7))},
)
ON_DATE = mapping_of(OnDate, {"on": ("on", DATE), "at": ("at", CLOCK_TIME)})
DUE = Codec(_read_due, _write_due)

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
    },
)
