"""Read a season's regulations from a plain mapping, as JSON keeps them, and write them.

Only what differs from the defaults is written. A fault names its key, what was received and what
would be right:

    {"late_result": [{"due": {"weekday": "saturday", "at": "12:00"}, "pays": "winner",
                      "penalties": [{"points": 1}]}],
     "people": {"registration": {"closes": {"on": "2026-12-31"}}, "borrowed": {"each": 2},
                "own_players": {"least": 4, "only_with_several_teams": true}, "blocked": ["youngest"]}}

A moment is due in "hours", in "days" or "weeks" (with "at": by that time of the last day), on the next
"weekday" (with "at", and "weeks" later), or "on" a date. A penalty is a mapping of "points" (halves allowed),
"pence", "games", "tables", "match"; an empty one is a warning.

Not left to a library: msgspec neither refuses unknown keys of dataclasses nor leaves their defaults out, and
its faults, as those of cattrs, do not repeat what was received. What is left of it here is one function,
`mapping_of`.
"""

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from league.competition.season_rules.people import (
    Borrowing,
    CupTied,
    CutOff,
    OwnPlayers,
    People,
    PeopleRule,
    Registering,
    SamePub,
    SquadLimits,
    Transfers,
)
from league.competition.season_rules.rules import (
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    Payer,
    PostponementEffect,
    Postponements,
    Reaward,
    Regulations,
    Sanction,
    ShortTeams,
    Steps,
)
from league.shared.moments import Due, Duration, OnDate, Unit, Weekday, WeekdayAfter
from league.shared.text import listed

V = TypeVar("V")
E = TypeVar("E", bound=StrEnum)

CLOCK = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
LONGEST_TEXT = 80
FIRST_YEAR, LAST_YEAR = 1800, 2200
LONGEST_RECEIVED = 60
NO_RENAMED: Mapping[str, str] = {}


class UnreadableRegulations(ValueError):
    """Regulations that cannot be read: at which key, what was received, and what would be right."""

    def __init__(self, key: str, received: object, expected: str) -> None:
        self.key = key
        self.received = received
        self.expected = expected
        shown = repr(received)
        if len(shown) > LONGEST_RECEIVED:
            shown = f"{shown[:LONGEST_RECEIVED]}..."
        super().__init__(f"{key or 'regulations'}: received {shown}; it must be {expected}.")


@dataclass(frozen=True, slots=True)
class Codec:
    """One kind of value: how it is read (the value, and the key it stands at), and how it is written."""

    read: Callable[[Any, str], Any]
    write: Callable[[Any], Any]


def whole(least: int, most: int) -> Codec:
    """Return a whole number between two others."""

    def read(value: object, key: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise UnreadableRegulations(key, value, f"a whole number from {least} to {most}")
        return value

    return Codec(read, int)


def halves(most: int) -> Codec:
    """Points, whole or half, kept as halves."""

    def read(value: object, key: str) -> int:
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= most or value * 2 % 1:  # type: ignore[operator]
            raise UnreadableRegulations(key, value, f"a number of points from 0 to {most}, as 2 or 0.5")
        return int(value * 2)  # type: ignore[operator]

    return Codec(read, lambda number: number / 2 if number % 2 else number // 2)


def _read_flag(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise UnreadableRegulations(key, value, "true or false")
    return value


def _read_clock(value: object, key: str) -> datetime.time:
    if not isinstance(value, str) or not CLOCK.fullmatch(value):
        raise UnreadableRegulations(key, value, 'a time of day, as "12:00" or "20:45"')
    return datetime.time.fromisoformat(value)


def _read_day(value: object, key: str) -> datetime.date:
    expected = f'a date from {FIRST_YEAR} to {LAST_YEAR}, as "2027-04-30"'
    if not isinstance(value, str) or not re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value):
        raise UnreadableRegulations(key, value, expected)
    try:
        day = datetime.date.fromisoformat(value)
    except ValueError:
        raise UnreadableRegulations(key, value, expected) from None
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise UnreadableRegulations(key, value, expected)
    return day


def _read_text(value: object, key: str) -> str:
    if not isinstance(value, str) or not value.isprintable() or not 0 < len(value.strip()) <= LONGEST_TEXT:
        raise UnreadableRegulations(key, value, f"one line of up to {LONGEST_TEXT} characters")
    return value.strip()


FLAG = Codec(_read_flag, bool)
CLOCK_TIME = Codec(_read_clock, lambda clock: f"{clock:%H:%M}")
DATE = Codec(_read_day, datetime.date.isoformat)
TEXT = Codec(_read_text, str)


def one_of(kind: type[E]) -> Codec:
    """Return one of a few words."""

    def read(value: object, key: str) -> E:
        if not isinstance(value, str) or value not in [member.value for member in kind]:
            raise UnreadableRegulations(key, value, listed((f'"{member}"' for member in kind), "or"))
        return kind(value)

    return Codec(read, lambda member: member.value)


def list_of(item: Codec, most: int) -> Codec:
    """Several of a kind, in order."""

    def read(value: object, key: str) -> tuple[Any, ...]:
        if not isinstance(value, (list, tuple)) or len(value) > most:
            raise UnreadableRegulations(key, value, f"a list of at most {most}")
        return tuple(item.read(entry, f"{key}[{place}]") for place, entry in enumerate(value, start=1))

    return Codec(read, lambda entries: [item.write(entry) for entry in entries])


def mapping_of(kind: type[V], keys: Mapping[str, str] = NO_RENAMED, /, **codecs: Codec) -> Codec:
    """Read and write a value with several fields, each by its codec; what is left out is as by default.

    `keys` says for fields that are written under another name which one it is.
    """
    defaults = {field.name: _default(field) for field in fields(kind)}  # type: ignore[arg-type]
    names = {field: keys.get(field, field) for field in codecs}

    def read(value: object, key: str) -> V:
        known = only_keys(value, tuple(names.values()), key)
        for field, name in names.items():
            if defaults[field] is MISSING and name not in known:
                raise UnreadableRegulations(key, value, f"a mapping that says “{name}”")
        values = {
            field: codecs[field].read(known[name], f"{key}.{name}" if key else name)
            for field, name in names.items()
            if name in known
        }
        try:
            return kind(**values)
        except ValueError as fault:
            raise UnreadableRegulations(key, value, f"otherwise: {fault}") from fault

    def write(value: V) -> dict[str, Any]:
        return {
            name: codecs[field].write(getattr(value, field))
            for field, name in names.items()
            if getattr(value, field) != defaults[field]
        }

    return Codec(read, write)


def only_keys(value: object, keys: tuple[str, ...], key: str) -> Mapping[str, Any]:
    """Return a mapping with no other keys than these.

    Raises UnreadableRegulations, naming the first stranger.
    """
    expected = f"a mapping with some of these keys: {', '.join(keys)}"
    if not isinstance(value, Mapping):
        raise UnreadableRegulations(key, value, expected)
    for name in value:
        if name not in keys:
            raise UnreadableRegulations(f"{key}.{name}" if key else str(name), value[name], _known(keys))
    return value


def _known(keys: tuple[str, ...]) -> str:
    return f"left out, or one of the keys there are: {', '.join(keys)}"


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


MOST_RULES = 12
MOST_PEOPLE = 200
MOST_PENCE = 1_000_000
MOST_MINUTES = 24 * 60


def from_data(data: Mapping[str, Any]) -> Regulations:
    """Return the regulations a plain mapping says; an empty one regulates nothing.

    Raises UnreadableRegulations, which names the key, what was received and what would be right.
    """
    regulations: Regulations = REGULATIONS.read(data, "")
    return regulations


def to_data(regulations: Regulations) -> dict[str, Any]:
    """Return the plain mapping of regulations: what JSON can keep, and `from_data` reads back."""
    data: dict[str, Any] = REGULATIONS.write(regulations)
    return data


PENALTY = mapping_of(
    Sanction,
    {"halves": "points"},
    halves=halves(MOST_PEOPLE),
    pence=whole(0, MOST_PENCE),
    games=whole(0, MOST_PEOPLE),
    tables=whole(0, MOST_PEOPLE),
    match=FLAG,
)
PENALTIES = list_of(PENALTY, MOST_RULES)
STEPS = Codec(lambda value, key: Steps(PENALTIES.read(value, key)), lambda steps: PENALTIES.write(steps.each))
LATE_STEP = mapping_of(
    LateStep,
    minutes=whole(0, MOST_MINUTES),
    at=CLOCK_TIME,
    every=whole(1, MOST_MINUTES),
    penalty=PENALTY,
)
SHORT_TEAMS = mapping_of(
    ShortTeams,
    minimum=whole(0, MOST_PEOPLE),
    may_repeat=whole(0, MOST_PEOPLE),
    turns=whole(2, MOST_PEOPLE),
    minimum_to_win=whole(0, MOST_PEOPLE),
)
INELIGIBLE_PLAYER = mapping_of(
    IneligiblePlayer,
    reaward=one_of(Reaward),
    keeps_score=FLAG,
    a_player=PENALTY,
    a_game_won=PENALTY,
)

MOST_DAYS = 366
MOST_HOURS = 24 * MOST_DAYS


def _read_span(value: object, key: str) -> Duration:
    fields = only_keys(value, (*Unit, "at"), key)
    units = [unit for unit in Unit if unit in fields]
    if len(units) != 1:
        raise UnreadableRegulations(key, value, 'one of "hours", "days" and "weeks" with a number')
    unit = units[0]
    if unit is Unit.HOURS and "at" in fields:
        raise UnreadableRegulations(
            f"{key}.at", fields["at"], "left out: a clock time goes with days or weeks"
        )
    number = whole(0, MOST_HOURS if unit is Unit.HOURS else MOST_DAYS).read(fields[unit], f"{key}.{unit}")
    at = CLOCK_TIME.read(fields["at"], f"{key}.at") if "at" in fields else None
    return Duration(number, unit, at)


def _write_span(span: Duration) -> dict[str, Any]:
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
        case Duration():
            return _write_span(due)
        case WeekdayAfter():
            return WEEKDAY_AFTER.write(due)
        case OnDate():
            return ON_DATE.write(due)


SPAN = Codec(_read_span, _write_span)
NOTICE_BAND = mapping_of(
    NoticeBand,
    notice=SPAN,
    effect=one_of(PostponementEffect),
    penalties=STEPS,
)
POSTPONEMENTS = mapping_of(
    Postponements,
    bands=list_of(NOTICE_BAND, MOST_RULES),
    opponent_may_refuse=FLAG,
    limit=whole(0, MOST_PEOPLE),
    excuses=list_of(TEXT, MOST_RULES),
)
WEEKDAY = Codec(_read_weekday, lambda day: day.name.lower())
WEEKDAY_AFTER = mapping_of(WeekdayAfter, weekday=WEEKDAY, at=CLOCK_TIME, weeks=whole(0, MOST_DAYS // 7))
ON_DATE = mapping_of(OnDate, on=DATE, at=CLOCK_TIME)
DUE = Codec(_read_due, _write_due)
LATE_RULES = list_of(
    mapping_of(
        LateRule,
        due=DUE,
        pays=one_of(Payer),
        warning_hours=whole(0, MOST_HOURS),
        penalties=STEPS,
    ),
    MOST_RULES,
)

MOST_NUMBER = 200
OLDEST = 99

CUT_OFF = mapping_of(
    CutOff,
    on=DATE,
    first_match_from=DATE,
    before_match=whole(1, MOST_NUMBER),
    first_half=FLAG,
)
REGISTERING = mapping_of(
    Registering,
    notice=SPAN,
    closes=CUT_OFF,
    pence=whole(0, MOST_PENCE),
)
TRANSFERS = mapping_of(
    Transfers,
    limit=whole(0, MOST_NUMBER),
    closes=CUT_OFF,
    most_games=whole(0, MOST_NUMBER),
    pence=whole(0, MOST_PENCE),
    both_sign=FLAG,
)
BORROWING = mapping_of(Borrowing, each=whole(0, MOST_NUMBER), a_match=whole(0, MOST_NUMBER))
OWN_PLAYERS = mapping_of(
    OwnPlayers,
    least=whole(1, MOST_NUMBER),
    only_with_several_teams=FLAG,
)
SQUAD = mapping_of(SquadLimits, least=whole(1, MOST_NUMBER), by=DATE, most=whole(1, MOST_NUMBER))
PEOPLE = mapping_of(
    People,
    registration=REGISTERING,
    transfers=TRANSFERS,
    borrowed=BORROWING,
    playing_up=whole(1, MOST_NUMBER),
    same_pub=one_of(SamePub),
    own_players=OWN_PLAYERS,
    cup_tied=one_of(CupTied),
    youngest=whole(1, OLDEST),
    squad=SQUAD,
    one_pub=FLAG,
    blocked=list_of(one_of(PeopleRule), len(PeopleRule)),
)
REGULATIONS = mapping_of(
    Regulations,
    late_result=LATE_RULES,
    missing_card=LATE_RULES,
    one_report_stands=SPAN,
    postponements=POSTPONEMENTS,
    late_new_date=LATE_RULES,
    late_replay=LATE_RULES,
    late_start=list_of(LATE_STEP, MOST_RULES),
    walkover=STEPS,
    short_teams=SHORT_TEAMS,
    ineligible_player=INELIGIBLE_PLAYER,
    people=PEOPLE,
)
