"""Parse the boxes of the requests page into a requests file.

What a row holds is in `fields`. All faults are collected, each at its row, and nothing typed is lost. The
boxes themselves are in `boxes`, days in words in `days`.
"""

import datetime
import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from league.scheduling.planner.impossible import MOST_WEIGHT
from league.scheduling.planner.task import Turn
from league.scheduling.requests.boxes import Boxes, BoxRow, is_blank
from league.scheduling.requests.days import Nights, SeasonSpan, UnreadableDays, parse_day, parse_nights
from league.scheduling.requests.fields import (
    KINDS,
    LONGEST,
    OF_SEASON,
    DivisionRequests,
    Field,
    RequestsFile,
    RowKind,
    lists_of,
    season_of_values,
)
from league.scheduling.requests.resolving import KnownNames, nearest

MOST_MILES = 10_000
STRENGTH = re.compile(r"(must)?(?: ?(\d{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedBoxes:
    """What was typed: the boxes with their faults, blank rows taken out, and the file of all sound rows."""

    boxes: Boxes
    file: RequestsFile

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault, so that the file is whole."""
        return not any(self.boxes.faults)


def parse_boxes(boxes: Boxes, known: KnownNames) -> ParsedBoxes:
    """Return the requests of the boxes."""
    season = _Box(boxes.season, known, known.span())
    values = season.values(OF_SEASON)
    if values["first"] and values["last"] and values["last"] < values["first"]:
        season.refuse("last", "The last night is before the first.")
    span = known.span(values["first"], values["last"])
    rows: dict[RowKind, tuple[BoxRow, ...]] = {}
    made: dict[RowKind, tuple[Any, ...]] = {}
    for group in RowKind:
        read = [_Box(row, known, span) for row in boxes.rows.get(group, ()) if not is_blank(row)]
        made[group] = tuple(_made(group, read))
        rows[group] = tuple(replace(box.row, faults=box.faults) for box in read)
    file = season_of_values(values, **lists_of(made))
    return ParsedBoxes(boxes=Boxes(season=replace(season.row, faults=season.faults), rows=rows), file=file)


def _made(group: RowKind, boxes: Iterable["_Box"]) -> Iterator[Any]:
    """Yield what is made of the rows of a kind that have no fault; a division as usual is left out."""
    for box in boxes:
        values = box.values(KINDS[group].fields)
        for key, sentence in KINDS[group].verify(values):
            box.refuse(key, sentence)
        for key, team, opponent in _couples(group, values):
            box.meet(key, team, opponent)
        if not box.faults:
            made = KINDS[group].make(**values)
            if group is not RowKind.DIVISION or made != DivisionRequests(name=made.name):
                yield made


class _Box:
    """A row that is being parsed, with its faults by the name of the box. Methods return a field’s value."""

    def __init__(self, row: BoxRow, known: KnownNames, span: SeasonSpan) -> None:
        self.row, self.known, self.span = row, known, span
        self.faults: dict[str, str] = {}

    def values(self, fields: Iterable[Field]) -> dict[str, Any]:
        """Return the values of fields by their names."""
        values: dict[str, Any] = {}
        for field in fields:
            if field.needed and not (self.row.teams if field.kind == "teams" else self.row.text(field.box)):
                self.refuse(field.box, field.needed)
            value = getattr(self, f"_{field.kind}")(field)
            several = value if len(field.names) > 1 else (field.usual if value is None else value,)
            values |= dict(zip(field.names, several, strict=True))
        return values

    def refuse(self, key: str, sentence: str) -> None:
        self.faults.setdefault(key, sentence)

    def meet(self, key: str, team: str, opponent: str) -> None:
        """Refuse two teams that do not meet."""
        if team and team == opponent:
            self.refuse(key, f"{team} cannot meet themselves.")
        elif not self.faults and not self.known.meet(team, opponent):
            self.refuse(key, f"{team} and {opponent} are not in one division, so they do not meet.")

    def _text(self, field: Field) -> str:
        text = self.row.text(field.box)
        if len(text) > LONGEST or not text.isprintable():
            words = f"That is longer than {LONGEST} letters, or has signs that cannot be printed."
            self.refuse(field.box, words)
            return ""
        return text

    def _yes(self, field: Field) -> bool:
        return bool(self.row.text(field.box))

    def _day(self, field: Field) -> datetime.date | None:
        text = self.row.text(field.box)
        try:
            return parse_day(text, self.span) if text else None
        except UnreadableDays as refused:
            self.refuse(field.box, str(refused))
            return None

    def _read_nights(self, field: Field) -> Nights:
        try:
            return parse_nights(self.row.text(field.box), self.span)
        except UnreadableDays as refused:
            self.refuse(field.box, str(refused))
            return Nights()

    def _days(self, field: Field) -> tuple[datetime.date, ...]:
        nights = self._read_nights(field)
        if nights.ends:
            self.refuse(field.box, "The first or the last night is no day here; name its date.")
        return nights.days

    def _nights(self, field: Field) -> tuple[Any, ...]:
        nights = self._read_nights(field)
        if not (nights.days or nights.ends):
            words = "Say on which nights, as in: 14 Jan, 21 Jan. Or: first night, last night."
            self.refuse(field.box, words)
        return nights.days, nights.ends

    def _number(self, field: Field) -> int | None:
        text, (least, most) = self.row.text(field.box), field.of
        if not text:
            return None
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            self.refuse(field.box, f"{field.what} is “{text[:20]}”; {field.bounds}.")
            return None
        return int(text)

    _weekday = _number

    def _limit(self, field: Field) -> int | None:
        return self._number(field) or None

    def _choice(self, field: Field) -> Any:
        text = self.row.text(field.box)
        if text and text not in [choice.value for choice in field.of]:
            self.refuse(field.box, f"“{text[:20]}” is none of the choices.")
            return None
        return field.of(text) if text else None

    def _team(self, field: Field) -> str:
        return self._named(self._text(field), field.box, field.kind)

    _pub = _division = _team

    def _named(self, name: str, key: str, what: str) -> str:
        ways: Mapping[str, tuple[Callable[[str], str], Mapping[str, str]]] = {
            "team": (self.known.team, self.known.teams),
            "pub": (self.known.pub, self.known.pubs),
            "division": (self.known.division, self.known.divisions),
        }
        resolve, names = ways[what]
        if resolve(name) not in names.values():
            self.refuse(key, f"There is no {what} “{name}” this season{nearest(name, names)}")
        return resolve(name)

    def _teams(self, field: Field) -> tuple[str, ...]:
        found = dict.fromkeys(self._named(team[: LONGEST + 1], "teams", "team") for team in self.row.teams)
        if len(found) < (field.of or 2):
            self.refuse("teams", field.needed)
        return tuple(found)

    def _others(self, field: Field) -> tuple[str, ...]:
        names = (name.strip() for name in self.row.text(field.box).split(","))
        return tuple(self._named(name, field.box, "team") for name in names if name)

    def _place(self, field: Field) -> tuple[float, float] | None:
        text = self.row.text(field.box)
        if not text:
            return None
        try:
            east, north = (float(part) for part in text.replace(";", ",").split(","))
            if not max(abs(east), abs(north)) <= MOST_MILES or not math.isfinite(east + north):
                raise ValueError
        except ValueError:
            words = f"“{text[:20]}” is no place; one would be 2.5, -1: miles east and north."
            self.refuse(field.box, words)
            return None
        return (east, north)

    def _strength(self, field: Field) -> tuple[int, bool]:
        match = STRENGTH.fullmatch(self.row.text(field.box))
        weight = int(match[2]) if match and match[2] else field.usual
        if match is None or not 1 <= weight <= MOST_WEIGHT:
            self.refuse(field.box, "Choose how much it matters: low, normal, high or a must.")
        return weight, bool(match and match[1])


def _couples(group: RowKind, values: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield the teams that are to meet, behind the box in which it stands."""
    if group is RowKind.FIXED:
        yield "away", values["home"], values["away"]
    elif group is RowKind.MEETING or values.get("turn") is Turn.RESTED:
        for rival in values["teams"][1:]:
            yield "teams", values["teams"][0], rival
