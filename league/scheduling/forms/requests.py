"""Requests as a browser sends them, in boxes, in lines, or as a file; and the choices of the boxes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.http import QueryDict

from league.installation.uploads import LARGEST_REQUESTS_FILE
from league.scheduling.forms.request_sentences import (
    ANSWER,
    IMPORTANT,
    IN_BOXES,
    LEAVE_OUT_ALL,
    ParsedLines,
    lines_read_before,
    parse_lines,
    read_sentences,
    with_importance,
)
from league.scheduling.planner.calendar import DAYS, Holidays, WeekOff
from league.scheduling.planner.circle import least_breaks
from league.scheduling.planner.task import SeasonPart, SecondHalf, TeamGroup, Turn, Where
from league.scheduling.requests.box_reading import ParsedBoxes, parse_boxes
from league.scheduling.requests.boxes import (
    ADDED,
    KEYS,
    LITTLE,
    MUCH,
    NORMAL,
    OF_TEAMS,
    SEASON_KEYS,
    Boxes,
    BoxRow,
    is_blank,
    row_of,
    weeks_to_leave_out,
)
from league.scheduling.requests.days import SeasonSpan, UnreadableDays, format_nights, parse_nights
from league.scheduling.requests.fields import KINDS as REQUEST_KINDS
from league.scheduling.requests.fields import Field, RequestKind, RowKind
from league.scheduling.requests.resolving import KnownNames
from league.scheduling.services.plans import CHANGED, MOST_SECONDS

Option = tuple[str, str]
OptionGroups = Sequence[tuple[str, Sequence[Option]]]
"""Values and words, in groups with a heading; an empty heading is none."""

CHOOSE = ("", "Choose")
KINDS = (
    CHOOSE,
    (WeekOff.BLANK, "no matches"),
    (WeekOff.CUP, "cup"),
    (WeekOff.RESERVE, "for postponed matches"),
)
WHERES = (
    CHOOSE,
    (Where.HOME, "at home"),
    (Where.NOT_HOME, "not at home"),
    (Where.AWAY, "away"),
    (Where.NOT_AWAY, "not away"),
    (Where.NO_MATCH, "no match"),
)
COMPANIES = (
    (TeamGroup.NEVER_ALL_AWAY, "never all away"),
    (TeamGroup.NEVER_ALL_HOME, "never all at home"),
    (TeamGroup.NEVER_HOME_TOGETHER, "never two of them at home"),
    (TeamGroup.HOME_TOGETHER, "always at home together"),
    (TeamGroup.OPPOSITE, "one at home, one away"),
)
TURNS = (
    CHOOSE,
    (Turn.ENDS_HOME, "start or finish at home"),
    (Turn.ENDS_AWAY, "start or finish away"),
    (Turn.RESTED, "the first not away twice before it meets the others"),
)
MEETINGS = (("1", "once"), ("2", "twice"), ("3", "three times"), ("4", "four times"))
MEETINGS_OF_SOME = (*MEETINGS, ("0", "never"))
SECOND_HALVES = {
    SecondHalf.MIRRORED: "mirrored: the same weeks again",
    SecondHalf.FRENCH: "French: the first week comes last",
    SecondHalf.ENGLISH: "English: the last week comes first",
    SecondHalf.FREE: "free: as it falls best, returns even a week later",
}
PARTS = (
    ("", "between days"),
    (SeasonPart.EARLY, "early in the season"),
    (SeasonPart.LATE, "late in the season"),
)
HOLIDAYS = (("", "not decided"), (Holidays.PLAYED, "nights of play"), (Holidays.FREE, "without matches"))
APART = (("", "meet"), ("yes", "do not meet"))
HOW_MUCH = (("", "not weighed"), (str(LITTLE), "some"), (str(NORMAL), "much"))
STRENGTHS = (
    (str(NORMAL), "normal"),
    (str(LITTLE), "low"),
    (str(MUCH), "high"),
    ("must", "a must"),
)


FIXED_CHOICES: Mapping[str, OptionGroups] = {
    "kinds": (("", KINDS),),
    "wheres": (("", WHERES),),
    "companies": (("", COMPANIES),),
    "turns": (("", TURNS),),
    "meetings": (("", MEETINGS),),
    "times": (("", MEETINGS_OF_SOME),),
    "weekdays": (("", (("", "choose"), *((str(number), f"{day}s") for number, day in enumerate(DAYS, 1)))),),
    "parts": (("", PARTS),),
    "apart": (("", APART),),
    "holidays": (("", HOLIDAYS),),
    "how_much": (("", HOW_MUCH),),
}


def request_choices(known: KnownNames, boxes: Boxes) -> Mapping[str, Any]:
    """Return the choices of all boxes, with the unusual weights that are in the boxes already.

    `divisions` has for each division how many teams it has, and its second halves with what each costs.
    """
    league = known.league
    names = {team.key: team.name for team in league.teams}
    teams = [
        (division.name, [(names[key], names[key]) for key in division.teams]) for division in league.divisions
    ]
    pubs = [(pub.name, f"{pub.name} ({pub.capacity} at once)") for pub in league.venues]
    usual = f"{DAYS[league.night - 1]}s, as usual"
    return {
        **FIXED_CHOICES,
        "teams": [("", [("", "Choose a team")]), *teams],
        "pubs": [("", [("", "Choose a pub"), *pubs])],
        "nights": [("", [("", usual), *((str(n), f"{day}s") for n, day in enumerate(DAYS, 1))])],
        "strengths": [("", [*STRENGTHS, *_unusual_strengths(boxes)])],
        "divisions": {
            row.text("name"): _division_choices(known, row.text("name"), row.text("meetings"))
            for row in boxes.rows[RowKind.DIVISION]
        },
    }


def _unusual_strengths(boxes: Boxes) -> Sequence[Option]:
    usual = {value for value, _ in STRENGTHS} | {""}
    texts = {row.text("strength") for rows in boxes.rows.values() for row in rows} - usual
    return [
        (text, f"a must (weighs {text.removeprefix('must').strip()})" if "must" in text else f"weighs {text}")
        for text in sorted(texts)
    ]


def _division_choices(known: KnownNames, name: str, meetings: str) -> Mapping[str, Any]:
    teams = sum(division == name for division in known.division_of.values())
    times = int(meetings) if meetings in {value for value, _ in MEETINGS} else 2
    words = [
        (kind.value, f"{text} ({least_breaks(teams, times, kind)} breaks)" if times > 1 else text)
        for kind, text in SECOND_HALVES.items()
    ]
    return {"teams": teams, "second_halves": [("", words)]}


MOST_ROWS = 400
ARRANGING = frozenset(("drop", "holidays", ANSWER, IMPORTANT, IN_BOXES, LEAVE_OUT_ALL))
"""Buttons that rearrange the page and save nothing."""
NAME = re.compile(rf"({'|'.join(RowKind)})-(\d{{1,4}})-(team-\d{{1,2}}|[a-z_]+)", re.ASCII)


class RequestsForm(forms.Form):
    """The fields beside the boxes: lines to parse, the time for the search, the revision that was changed."""

    lines = forms.CharField(
        label="Requests as sentences",
        required=False,
        max_length=10_000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One request a line: who, what, when, why.",
    )
    seconds = forms.IntegerField(
        label="Seconds for the search",
        min_value=1,
        max_value=MOST_SECONDS,
        help_text=f"From 1 to {MOST_SECONDS}.",
    )
    revision = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=0,
        max_value=2**31 - 1,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), CHANGED),
    )


class RequestsFileForm(forms.Form):
    """The requests as a file, chosen or pasted."""

    text = forms.CharField(
        label="The file",
        required=False,
        max_length=LARGEST_REQUESTS_FILE,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false"}),
    )
    file = forms.FileField(label="or choose a file", required=False)
    revision = RequestsForm.base_fields["revision"]

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if file := data.get("file"):
            sent: bytes = file.read()
            try:
                data["text"] = sent.decode("utf-8-sig")
            except UnicodeDecodeError:
                self.add_error("file", "This is not a text file. A requests file is text in UTF-8.")
            if len(sent) > LARGEST_REQUESTS_FILE:
                self.add_error("file", f"That file is longer than {LARGEST_REQUESTS_FILE:,} letters.")
        return data


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestsInput:
    """A parsed submission: boxes and lines, and how many empty rows to show."""

    typed: ParsedBoxes
    lines: ParsedLines
    blank: Mapping[RowKind, int]
    shows_faults: bool

    @property
    def boxes(self) -> Boxes:
        """The boxes to show; half-typed rows only have faults when they are to be saved."""
        if self.shows_faults:
            return self.typed.boxes
        rows = {
            group: tuple(replace(row, faults={}) for row in box_rows)
            for group, box_rows in self.typed.boxes.rows.items()
        }
        return Boxes(season=replace(self.typed.boxes.season, faults={}), rows=rows)


def parse_requests_page(sent: QueryDict, known: KnownNames) -> RequestsInput:
    """Return the parsed submission after its button's act: add or drop a row, propose weeks, read lines."""
    boxes = _without(boxes_of_post(sent), _text(sent, "drop"))
    added = next((group for group in ADDED if group == _text(sent, "another")), None)
    blank: dict[RowKind, int] = dict.fromkeys(ADDED, 1)
    if added:
        blank[added] = 1 + sum(map(is_blank, boxes.rows[added]))
    first = parse_boxes(boxes, known)
    span = known.span(first.file.first, first.file.last)
    if "holidays" in sent:
        weeks = weeks_to_leave_out(first.file, known.league)
        boxes = _with_rows(boxes, [(RowKind.OFF, row_of(week)) for week in weeks], span)
    before = lines_read_before(sent, known, span)
    boxes = with_importance(sent, boxes, before)
    lines = parse_lines(sent, KnownNames(known.league, first.file), span)
    boxes = _with_rows(boxes, [row for request in lines.understood for row in request.rows], span)
    boxes = _with_rows(boxes, lines.to_fill, span)
    lines = replace(lines, sentences=read_sentences([*before, *lines.understood], boxes, known))
    arranges = bool(added or not ARRANGING.isdisjoint(sent))
    return RequestsInput(typed=parse_boxes(boxes, known), lines=lines, blank=blank, shows_faults=not arranges)


def boxes_of_post(sent: QueryDict) -> Boxes:
    """Return the boxes of a submission, each kind of row in its order."""
    rows: dict[RowKind, dict[int, dict[str, str]]] = {group: {} for group in RowKind}
    for name in sent:
        match = NAME.fullmatch(name)
        group = RowKind(match[1]) if match else None
        is_team = match and group in OF_TEAMS and match[3].startswith("team-")
        if match and group and (is_team or match[3] in KEYS[group]):
            row = rows[group].setdefault(int(match[2]), {})
            row[match[3]] = _text(sent, name)
    return Boxes(
        season=BoxRow(texts={key: _text(sent, f"season-{key}") for key in SEASON_KEYS}),
        rows={
            group: tuple(BoxRow(texts=texts_by_key[number]) for number in sorted(texts_by_key)[:MOST_ROWS])
            for group, texts_by_key in rows.items()
        },
    )


def _text(sent: QueryDict, name: str) -> str:
    return str(sent.get(name, "")).replace("\r\n", "\n")


def _without(boxes: Boxes, place: str) -> Boxes:
    """Return the boxes without the row of a place such as team-3."""
    group, _, number = place.rpartition("-")
    if group not in list(RowKind) or not (number.isascii() and number.isdigit()):
        return boxes
    rows = boxes.rows[RowKind(group)]
    rows_left = tuple(row for place, row in enumerate(rows, 1) if place != int(number))
    return replace(boxes, rows={**boxes.rows, RowKind(group): rows_left})


def _with_rows(boxes: Boxes, more: Iterable[tuple[RowKind, BoxRow]], span: SeasonSpan) -> Boxes:
    """Return the boxes with more rows. A division and a pub have one row, which takes what is new."""
    rows = dict(boxes.rows)
    for group, row in more:
        kept = tuple(box_row for box_row in rows[group] if not is_blank(box_row))
        is_named = group in (RowKind.DIVISION, RowKind.PUB)
        place = next(
            (n for n, old in enumerate(kept) if is_named and old.text("name") == row.text("name")), None
        )
        if place is None:
            rows[group] = (*kept, row)
        else:
            rows[group] = (*kept[:place], _completed(kept[place], row, span), *kept[place + 1 :])
    return replace(boxes, rows=rows)


def _completed(row: BoxRow, more: BoxRow, span: SeasonSpan) -> BoxRow:
    """Return a row with the texts of another.

    The days on which a pub is closed are added to its own; a division plays on the nights that both name.
    """
    texts = {key: text for key, text in more.texts.items() if text}
    if row.text("closed") and more.text("closed"):
        texts["closed"] = f"{row.text('closed')}, {more.text('closed')}"
    if row.text("nights") and more.text("nights"):
        with suppress(UnreadableDays):
            own, other = (parse_nights(each.text("nights"), span).days for each in (row, more))
            texts["nights"] = format_nights(set(own) & set(other), (), span)
    return replace(row, texts={**row.texts, **texts})


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRow(BoxRow):
    """A row on the page, numbered from 1."""

    group: str
    number: int

    @property
    def prefix(self) -> str:
        return f"{self.group}-{self.number}" if self.number else self.group

    @property
    def is_blank(self) -> bool:
        return is_blank(self)

    @property
    def is_unusual(self) -> bool:
        """Whether a box besides its name has another value than the usual one."""
        fields = (field for field in REQUEST_KINDS[RowKind(self.group)].fields if field.box != "name")
        return any(self.text(field.box) not in ("", str(field.usual)) for field in fields)

    @property
    def team_boxes(self) -> list[str]:
        """The names of the boxes for its teams: at least two, and three at first if there may be more."""
        number_of_boxes = len(self.teams) or (3 if self.group == RowKind.COMPANY else 2)
        return [f"team-{number}" for number in range(1, max(number_of_boxes, 2) + 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownKind:
    """A kind of request with its rows on the page, its importance last but for the reason."""

    group: str
    what: RequestKind
    rows: Sequence[ShownRow]

    @property
    def fields(self) -> list[Field]:
        """Its fields in the order of the page."""
        return sorted(self.what.fields, key=lambda field: field.kind == "strength")

    @property
    def is_unfolded(self) -> bool:
        """Whether something stands in its rows, or another row was asked for."""
        return len(self.rows) > 1 or not all(row.is_blank for row in self.rows)


SHOWN = (
    RowKind.OFF,
    RowKind.PUB,
    RowKind.TEAM,
    RowKind.COMPANY,
    RowKind.MEETING,
    RowKind.RUN,
    RowKind.TURN,
    RowKind.HOME_NIGHT,
    RowKind.FIXED,
    RowKind.DIFFERING,
)
"""The kinds in the order of the page; divisions have rows of their own."""


def shown_kinds(rows: Mapping[str, Sequence[ShownRow]]) -> list[ShownKind]:
    """Return the kinds of request with their rows."""
    return [ShownKind(group=group.value, what=REQUEST_KINDS[group], rows=rows[group]) for group in SHOWN]


def shown_rows(boxes: Boxes, blank: Mapping[RowKind, int]) -> Mapping[str, Sequence[ShownRow]]:
    """Return all rows of the page, with some empty ones behind those of each kind."""
    season = {
        "season": [ShownRow(group="season", number=0, texts=boxes.season.texts, faults=boxes.season.faults)]
    }
    return season | {
        group.value: [
            ShownRow(group=group.value, number=number, texts=_in_order(row), faults=row.faults)
            for number, row in enumerate(
                (*boxes.rows.get(group, ()), *[BoxRow(texts={})] * blank.get(group, 0)), 1
            )
        ]
        for group in RowKind
    }


def _in_order(row: BoxRow) -> Mapping[str, str]:
    """Return the texts of a row, its teams without gaps between them."""
    if not row.teams:
        return row.texts
    others = {key: text for key, text in row.texts.items() if not key.startswith("team-")}
    teams = {f"team-{number}": team for number, team in enumerate(row.teams, 1)}
    return others | teams
