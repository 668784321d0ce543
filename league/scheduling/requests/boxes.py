"""The boxes of the requests page: texts by the names of the boxes, in rows of one kind.

Contains the rows, the boxes that a requests file fills (everything a file can hold has its box), and the
weeks that a league might leave out for bank holidays. Boxes are parsed in `box_reading`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from league.scheduling.planner.calendar import Off, monday_of
from league.scheduling.planner.task import DEFAULT_WEIGHT
from league.scheduling.requests.days import SeasonSpan, format_nights
from league.scheduling.requests.feasts import CHRISTMAS, NEW_YEAR, holidays_between
from league.scheduling.requests.fields import (
    KINDS,
    OF_SEASON,
    DivisionRequests,
    Field,
    RequestsFile,
    RowKind,
    season_values,
)
from league.scheduling.requests.resolving import KnownNames, LeagueFacts

LITTLE, NORMAL, MUCH = 10, DEFAULT_WEIGHT, 90
"""The weights of a small, a normal and a great request: one break, three, nine."""
SEASON_KEYS = tuple(each.box for each in OF_SEASON)
KEYS: Mapping[RowKind, tuple[str, ...]] = {
    group: tuple(each.box for each in kind.fields if each.kind != "teams") for group, kind in KINDS.items()
}
"""The boxes of a row; requests of several teams have one more for each, team-1 and so on."""
OF_TEAMS = tuple(group for group, kind in KINDS.items() if kind.fields[0].kind == "teams")
CHOSEN = frozenset(
    {"kind", "where", "company", "turn", "strength", "meetings", "second_half", "night", "times"}
)
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
    for name in dict.fromkeys(kind.of_file for kind in KINDS.values()):
        is_of_divisions = name == KINDS[RowKind.DIVISION].of_file
        for value in _divisions(file, known) if is_of_divisions else getattr(file, name):
            rows[GROUP_OF[type(value)]].append(row_of(value, known, span))
    # What is as usual is left empty, but for the season's own days.
    own = season_values(file)
    texts = {
        each.box: "" if own[each.names[0]] == each.usual else _text(each, (own[each.names[0]],))
        for each in OF_SEASON
    }
    return Boxes(season=BoxRow(texts=texts), rows={group: tuple(found) for group, found in rows.items()})


GROUP_OF = {kind.make: group for group, kind in KINDS.items()}


def row_of(value: object, known: KnownNames | None = None, span: SeasonSpan | None = None) -> BoxRow:
    """Return a request, a week off or whatever else has rows as a row, with the league's names."""
    texts: dict[str, str] = {}
    for each in KINDS[GROUP_OF[type(value)]].fields:
        values = tuple(getattr(value, name) for name in each.names)
        if each.kind == "teams":
            texts |= row_of_teams(tuple(_named(team, known) for team in values[0]), {}).texts
        else:
            texts[each.box] = _text(each, values, known, span)
    return BoxRow(texts=texts)


def _text(
    field: Field, values: tuple[Any, ...], known: KnownNames | None = None, span: SeasonSpan | None = None
) -> str:
    """Return what stands in the box of a field."""
    value = values[0]
    if field.kind in ("days", "nights") and span:
        return format_nights(value, values[1] if values[1:] else (), span)
    if field.kind == "strength":
        return strength_value(*values)
    if value is None or field.kind == "yes":
        return "yes" if value else ""
    if field.kind == "place":
        return ", ".join(str(number).removesuffix(".0") for number in value)
    if field.kind == "others":
        return ", ".join(_named(team, known) for team in value)
    if field.kind in ("team", "pub") and known:
        return known.team(value) if field.kind == "team" else known.pub(value)
    return str(value)


def _named(team: str, known: KnownNames | None) -> str:
    return known.team(team) if known else team


def strength_value(weight: int = DEFAULT_WEIGHT, must: bool = False) -> str:
    """Return the weight of a request as the value of its box: 30, must, must 90."""
    if not must:
        return str(weight)
    return "must" if weight == DEFAULT_WEIGHT else f"must {weight}"


def _divisions(file: RequestsFile, known: KnownNames) -> Iterator[DivisionRequests]:
    """Yield the requests of each division, and of each unknown division in the file."""
    requested = {known.division(requests.name): requests for requests in file.divisions}
    for name in dict.fromkeys([*(division.name for division in known.league.divisions), *requested]):
        yield replace(requested.get(name, DivisionRequests(name=name)), name=name)


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
