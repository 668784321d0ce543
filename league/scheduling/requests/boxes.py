"""The boxes of the requests page: texts by the names of the boxes, in rows of one kind.

Contains the rows, the boxes that a requests file fills (everything a file can hold has its box), and the
weeks that a league might leave out for bank holidays. Boxes are parsed in `box_reading`.
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
    MeetingCount,
    PlanRequest,
    SecondHalf,
    TeamRequest,
    Weights,
)
from league.scheduling.requests.days import SeasonSpan, format_nights
from league.scheduling.requests.file import WEIGHT_KEYS, DivisionRequests, PubRequests, RequestsFile
from league.scheduling.requests.holidays import CHRISTMAS, NEW_YEAR, holidays_between
from league.scheduling.requests.resolving import KnownNames, LeagueFacts

LITTLE, NORMAL, MUCH = 10, DEFAULT_WEIGHT, 90
"""The weights of a small, a normal and a great request: one break, three, nine."""


class RowKind(StrEnum):
    """The kinds of row. Each division has one; of the others there may be any number."""

    OFF = "off"
    DIVISION = "division"
    DIFFERING = "differing"
    PUB = "pub"
    FIXED = "fixed"
    TEAM = "team"
    COMPANY = "company"
    MEETING = "meeting"


SEASON = (
    "first", "last", "no_return_within", "longest_run", "fair_draw", "keep_before",
    *WEIGHT_KEYS,
)  # fmt: skip
STRENGTH_KEYS = ("strength", "because")
KEYS: Mapping[RowKind, tuple[str, ...]] = {
    RowKind.OFF: ("day", "kind", "because"),
    RowKind.DIVISION: ("name", "night", "nights", "meetings", "second_half"),
    RowKind.DIFFERING: ("times", "others"),
    RowKind.PUB: ("name", "matches", "closed", "place"),
    RowKind.FIXED: ("home", "away", "date"),
    RowKind.TEAM: ("team", "where", "on", *STRENGTH_KEYS),
    RowKind.COMPANY: ("company", *STRENGTH_KEYS),
    RowKind.MEETING: ("part", "since", "until", *STRENGTH_KEYS),
}
"""The boxes of a row; requests of several teams have one more for each, team-1 and so on."""
OF_TEAMS = (RowKind.DIFFERING, RowKind.COMPANY, RowKind.MEETING)
CHOSEN = frozenset({"kind", "where", "company", "strength", "meetings", "second_half", "night", "times"})
"""Boxes that always have a value: a row with nothing in its other boxes is blank."""
ADDED = tuple(group for group in RowKind if group is not RowKind.DIVISION)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxRow:
    """The texts of a row's boxes, and what is wrong with them, by the same names."""

    texts: Mapping[str, str]
    faults: Mapping[str, str] = field(default_factory=dict)

    def text(self, key: str) -> str:
        """Return the text of a box, without spaces at its ends."""
        return self.texts.get(key, "").strip()

    @property
    def teams(self) -> tuple[str, ...]:
        """The teams that were chosen in a row of several, in the order of their boxes."""
        numbers = sorted(int(key.removeprefix("team-")) for key in self.texts if key.startswith("team-"))
        return tuple(team for number in numbers if (team := self.text(f"team-{number}")))


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """All boxes of the page."""

    season: BoxRow
    rows: Mapping[RowKind, tuple[BoxRow, ...]]

    @property
    def faults(self) -> Iterator[str]:
        """All faults, from the top of the page."""
        yield from self.season.faults.values()
        for group in RowKind:
            for row in self.rows.get(group, ()):
                yield from row.faults.values()


def is_blank(row: BoxRow) -> bool:
    """Return whether a row is empty but for boxes that always have a value."""
    return not any(text.strip() for key, text in row.texts.items() if key not in CHOSEN)


def row_of_teams(teams: tuple[str, ...], texts: Mapping[str, str]) -> BoxRow:
    """Return a row of several teams."""
    return BoxRow(texts={f"team-{number}": team for number, team in enumerate(teams, 1)} | dict(texts))


def boxes_of_file(file: RequestsFile, known: KnownNames) -> Boxes:
    """Return the boxes that a file fills, with the league's names of teams and pubs."""
    span = known.span(file.first, file.last)
    rows: dict[RowKind, list[BoxRow]] = {group: [] for group in RowKind}
    rows[RowKind.OFF] = [row_of_week_off(off) for off in file.off]
    rows[RowKind.DIVISION] = list(_divisions(file.divisions, known, span))
    rows[RowKind.DIFFERING] = [_differing(count, known) for count in file.differing]
    rows[RowKind.PUB] = [_pub(pub, known, span) for pub in file.pubs]
    rows[RowKind.FIXED] = [_fixed(fixed, known) for fixed in file.fixed]
    for request in file.requests:
        group, row = row_of_request(request, known, span)
        rows[group].append(row)
    return Boxes(season=_season(file), rows={group: tuple(box_rows) for group, box_rows in rows.items()})


def row_of_request(request: PlanRequest, known: KnownNames, span: SeasonSpan) -> tuple[RowKind, BoxRow]:
    """Return the kind of row for a request, and the row."""
    strength_texts = {"strength": strength_value(request.weight, request.must), "because": request.because}
    if isinstance(request, TeamRequest):
        on = format_nights(request.days, request.ends, span)
        texts = {"team": known.team(request.team), "where": request.where.value, "on": on}
        return RowKind.TEAM, BoxRow(texts=texts | strength_texts)
    teams = tuple(known.team(team) for team in request.teams)
    if isinstance(request, GroupConstraint):
        return RowKind.COMPANY, row_of_teams(teams, {"company": request.company.value} | strength_texts)
    part = request.part.value if request.part else ""
    dates = {"part": part, "since": _day(request.since), "until": _day(request.until)}
    return RowKind.MEETING, row_of_teams(teams, dates | strength_texts)


def strength_value(weight: int = DEFAULT_WEIGHT, must: bool = False) -> str:
    """Return the weight of a request as the value of its box: 30, must, must 90."""
    if not must:
        return str(weight)
    return "must" if weight == DEFAULT_WEIGHT else f"must {weight}"


def _season(file: RequestsFile) -> BoxRow:
    usual = Weights()
    weights = {
        key: "" if getattr(file.weights, key) == getattr(usual, key) else str(getattr(file.weights, key))
        for key in WEIGHT_KEYS
    }
    texts = {
        "first": _day(file.first),
        "last": _day(file.last),
        "no_return_within": str(file.rules.return_after or ""),
        "longest_run": str(file.rules.longest_run or ""),
        "fair_draw": "yes" if file.fair_draw else "",
        "keep_before": _day(file.keep_before),
    }
    return BoxRow(texts=texts | weights)


def row_of_week_off(off: Off) -> BoxRow:
    """Return a week off as a row."""
    return BoxRow(texts={"day": _day(off.day), "kind": off.kind.value, "because": off.because})


def _divisions(
    requested: Iterable[DivisionRequests], known: KnownNames, span: SeasonSpan
) -> Iterable[BoxRow]:
    """Yield a row for each division, and for each unknown division in the file."""
    requests_by_key: Mapping[str, DivisionRequests] = {
        known.division(division_requests.name): division_requests for division_requests in requested
    }
    names = dict.fromkeys([*(division.name for division in known.league.divisions), *requests_by_key])
    for name in names:
        requests = requests_by_key.get(name, DivisionRequests(name=name))
        yield BoxRow(
            texts={
                "name": name,
                "night": str(requests.night or ""),
                "nights": format_nights(requests.nights, (), span),
                "meetings": str(requests.meetings),
                "second_half": SecondHalf(requests.second_half).value,
            }
        )


def _differing(count: MeetingCount, known: KnownNames) -> BoxRow:
    others = ", ".join(known.team(team) for team in count.others)
    return row_of_teams(tuple(map(known.team, count.teams)), {"times": str(count.times), "others": others})


def _pub(requests: PubRequests, known: KnownNames, span: SeasonSpan) -> BoxRow:
    return BoxRow(
        texts={
            "name": known.pub(requests.name),
            "matches": str(requests.matches or ""),
            "closed": format_nights(requests.closed, (), span),
            "place": ", ".join(str(number).removesuffix(".0") for number in requests.place or ()),
        }
    )


def _fixed(fixed: Fixed, known: KnownNames) -> BoxRow:
    return BoxRow(
        texts={"home": known.team(fixed.home), "away": known.team(fixed.away), "date": _day(fixed.date)}
    )


def _day(day: datetime.date | None) -> str:
    return day.isoformat() if day else ""


OFF_ANYWAY = (CHRISTMAS, NEW_YEAR)


def weeks_to_leave_out(file: RequestsFile, league: LeagueFacts) -> tuple[Off, ...]:
    """Return the weeks of Christmas and the New Year, and those whose night of play is a bank holiday.

    A holiday on another day of the week prevents no match. Weeks that are off already are left out.
    """
    first, last = file.first or league.first, file.last or league.last
    weeks_off = {monday_of(off.day) for off in file.off}
    nights = {division.night or league.night for division in file.divisions} | {league.night}
    offs = []
    for holiday in holidays_between(first, last):
        week = monday_of(holiday.day)
        if week in weeks_off or not (holiday.name in OFF_ANYWAY or holiday.day.isoweekday() in nights):
            continue
        weeks_off.add(week)
        offs.append(Off(day=holiday.day, because=holiday.name))
    return tuple(offs)
