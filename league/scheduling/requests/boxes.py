"""The boxes of the requests page: texts by the names of the boxes, in rows of one kind.

Contains the rows, the boxes that a requests file fills (everything a file can say has its box), and the
weeks that a league might leave out for bank holidays. Leaves parsing boxes to `box_reading`.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from league.scheduling.planner.calendar import Off, monday_of
from league.scheduling.planner.task import (
    DEFAULT_WEIGHT,
    Fixed,
    GroupConstraint,
    PlanRequest,
    SecondHalf,
    TeamRequest,
    Weights,
)
from league.scheduling.requests.days import SeasonSpan, format_nights
from league.scheduling.requests.file import DivisionRequests, PubRequests, RequestsFile
from league.scheduling.requests.resolving import KnownNames, LeagueFacts

LITTLE, NORMAL, MUCH = 10, DEFAULT_WEIGHT, 90
"""What the words for how much a wish is wished weigh: one break, three, nine."""


class RowKind(StrEnum):
    """The kinds of row. Divisions have one each, of the others there are as many as are wanted."""

    OFF = "off"
    DIVISION = "division"
    PUB = "pub"
    FIXED = "fixed"
    TEAM = "team"
    COMPANY = "company"
    MEETING = "meeting"


SEASON = (
    "first", "last", "no_return_within", "longest_run", "fair_draw", "keep_before",
    "breaks", "balance", "carry_over", "change",
)  # fmt: skip
ASKED = ("strength", "because")
KEYS: Mapping[RowKind, tuple[str, ...]] = {
    RowKind.OFF: ("day", "kind", "because"),
    RowKind.DIVISION: ("name", "night", "nights", "meetings", "second_half"),
    RowKind.PUB: ("name", "matches", "closed", "place"),
    RowKind.FIXED: ("home", "away", "date"),
    RowKind.TEAM: ("team", "where", "on", *ASKED),
    RowKind.COMPANY: ("company", *ASKED),
    RowKind.MEETING: ("since", "until", *ASKED),
}
"""The boxes of a row; wishes of several teams have one more for each, team-1 and so on."""
OF_TEAMS = (RowKind.COMPANY, RowKind.MEETING)
CHOSEN = frozenset({"kind", "where", "company", "strength", "meetings", "second_half", "night"})
"""Boxes that always say something: a row in which nothing else stands is blank."""
ADDED = tuple(group for group in RowKind if group is not RowKind.DIVISION)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRow:
    """The texts of a row's boxes, and what is wrong with them, by the same names."""

    said: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """Return what a box says, without spaces at its ends."""
        return self.said.get(key, "").strip()

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams that were chosen in a row of several, in the order of their boxes."""
        numbers = sorted(int(key.removeprefix("team-")) for key in self.said if key.startswith("team-"))
        return tuple(team for number in numbers if (team := self.text(f"team-{number}")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """All boxes of the page."""

    season: BoxRow
    rows: Mapping[RowKind, tuple[BoxRow, ...]]

    @property
    def faults(self) -> Iterator[str]:
        """Everything that is wrong, from the top."""
        yield from self.season.faults.values()
        for group in RowKind:
            for row in self.rows.get(group, ()):
                yield from row.faults.values()


def is_blank(row: BoxRow) -> bool:
    """Return whether nothing was written in a row: only what is always chosen."""
    return not any(text.strip() for key, text in row.said.items() if key not in CHOSEN)


def row_of_teams(teams: tuple[str, ...], said: Mapping[str, str]) -> BoxRow:
    """Return a row of several teams."""
    return BoxRow(said={f"team-{number}": team for number, team in enumerate(teams, 1)} | dict(said))


def boxes_of_file(file: RequestsFile, known: KnownNames) -> Boxes:
    """Return the boxes as the file fills them, teams and pubs by the names the league gives them."""
    span = known.span(file.first, file.last)
    rows: dict[RowKind, list[BoxRow]] = {group: [] for group in RowKind}
    rows[RowKind.OFF] = [row_of_week_off(off) for off in file.off]
    rows[RowKind.DIVISION] = list(_divisions(file.divisions, known, span))
    rows[RowKind.PUB] = [_pub(pub, known, span) for pub in file.pubs]
    rows[RowKind.FIXED] = [_fixed(fixed, known) for fixed in file.fixed]
    for request in file.requests:
        group, row = row_of_request(request, known, span)
        rows[group].append(row)
    return Boxes(season=_season(file), rows={group: tuple(box_rows) for group, box_rows in rows.items()})


def row_of_request(request: PlanRequest, known: KnownNames, span: SeasonSpan) -> tuple[RowKind, BoxRow]:
    """Return a wish as a row, and of which kind."""
    asked = {"strength": strength_value(request.weight, request.must), "because": request.because}
    if isinstance(request, TeamRequest):
        on = format_nights(request.days, request.ends, span)
        texts = {"team": known.team(request.team), "where": request.where.value, "on": on}
        return RowKind.TEAM, BoxRow(said=texts | asked)
    teams = tuple(known.team(team) for team in request.teams)
    if isinstance(request, GroupConstraint):
        return RowKind.COMPANY, row_of_teams(teams, {"company": request.company.value} | asked)
    dates = {"since": _day(request.since), "until": _day(request.until)}
    return RowKind.MEETING, row_of_teams(teams, dates | asked)


def strength_value(weight: int = DEFAULT_WEIGHT, must: bool = False) -> str:
    """Return how much a wish is worth as the value of its box: 30, must, must 90."""
    if not must:
        return str(weight)
    return "must" if weight == DEFAULT_WEIGHT else f"must {weight}"


def _season(file: RequestsFile) -> BoxRow:
    usual = Weights()
    weights = {
        key: "" if getattr(file.weights, key) == getattr(usual, key) else str(getattr(file.weights, key))
        for key in ("breaks", "balance", "carry_over", "change")
    }
    texts = {
        "first": _day(file.first),
        "last": _day(file.last),
        "no_return_within": str(file.rules.return_after or ""),
        "longest_run": str(file.rules.longest_run or ""),
        "fair_draw": "yes" if file.fair_draw else "",
        "keep_before": _day(file.keep_before),
    }
    return BoxRow(said=texts | weights)


def row_of_week_off(off: Off) -> BoxRow:
    """Return a week off as a row."""
    return BoxRow(said={"day": _day(off.day), "kind": off.kind.value, "because": off.because})


def _divisions(
    requested: Iterable[DivisionRequests], known: KnownNames, span: SeasonSpan
) -> Iterable[BoxRow]:
    """Yield one for each division, and for those that are named but are not there."""
    requests_by_key: Mapping[str, DivisionRequests] = {
        known.division(division_requests.name): division_requests for division_requests in requested
    }
    names = dict.fromkeys([*(division.name for division in known.league.divisions), *requests_by_key])
    for name in names:
        requests = requests_by_key.get(name, DivisionRequests(name=name))
        yield BoxRow(
            said={
                "name": name,
                "night": str(requests.night or ""),
                "nights": format_nights(requests.nights, (), span),
                "meetings": str(requests.meetings),
                "second_half": SecondHalf(requests.second_half).value,
            }
        )


def _pub(requests: PubRequests, known: KnownNames, span: SeasonSpan) -> BoxRow:
    return BoxRow(
        said={
            "name": known.pub(requests.name),
            "matches": str(requests.matches or ""),
            "closed": format_nights(requests.closed, (), span),
            "place": ", ".join(str(number).removesuffix(".0") for number in requests.place or ()),
        }
    )


def _fixed(fixed: Fixed, known: KnownNames) -> BoxRow:
    return BoxRow(
        said={"home": known.team(fixed.home), "away": known.team(fixed.away), "date": _day(fixed.date)}
    )


def _day(day: datetime.date | None) -> str:
    return day.isoformat() if day else ""


SATURDAY = 6
CHRISTMAS, NEW_YEAR = "Christmas", "New Year"
OFF_ANYWAY = (CHRISTMAS, NEW_YEAR)
HOLIDAY_NAMES = {
    "New Year's Day": NEW_YEAR,
    "Spring Bank Holiday": "Spring bank holiday",
    "Late Summer Bank Holiday": "August bank holiday",
    "Christmas Day": CHRISTMAS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Holiday:
    """A day off, and what it is called."""

    day: datetime.date
    name: str


def bank_holidays(year: int) -> tuple[Holiday, ...]:
    """Return the bank holidays of a year in England, by date, each on the weekday it is kept."""
    # Imported here: the package takes longer to load than the rest of planning, and only this asks for it.
    from holidays.countries.united_kingdom import UnitedKingdom

    calendar = UnitedKingdom(subdiv="ENG", years=year, language="en_GB")  # type: ignore[no-untyped-call]
    days = sorted(calendar.items())
    names = [(day, name.removesuffix(" (observed)")) for day, name in days if day.isoweekday() < SATURDAY]
    return tuple(Holiday(day=day, name=HOLIDAY_NAMES.get(name, name)) for day, name in names)


def weeks_to_leave_out(file: RequestsFile, league: LeagueFacts) -> tuple[Off, ...]:
    """Return the weeks of Christmas and the New Year, and those whose night of play is a bank holiday.

    A holiday on another day of the week keeps nobody from playing. Weeks that are out already are left out.
    """
    first, last = file.first or league.first, file.last or league.last
    taken = {monday_of(off.day) for off in file.off}
    nights = {division.night or league.night for division in file.divisions} | {league.night}
    offs = []
    for holiday in _holidays(first, last):
        week = monday_of(holiday.day)
        if week in taken or not (holiday.name in OFF_ANYWAY or holiday.day.isoweekday() in nights):
            continue
        taken.add(week)
        offs.append(Off(day=holiday.day, because=holiday.name))
    return tuple(offs)


def _holidays(first: datetime.date, last: datetime.date) -> Iterator[Holiday]:
    for year in range(first.year, min(last.year, first.year + 2) + 1):
        yield from (holiday for holiday in bank_holidays(year) if first <= holiday.day <= last)
