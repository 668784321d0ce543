"""Parse the boxes of the requests page into a requests file.

All faults are collected, each at its row, and nothing typed is lost. The boxes themselves are in `boxes`,
days in words in `days`.
"""

import datetime
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from league.scheduling.planner.calendar import Off, WeekOff
from league.scheduling.planner.impossible import MOST_WEIGHT
from league.scheduling.planner.task import (
    MOST_MEETINGS,
    Fixed,
    GroupConstraint,
    MeetingCount,
    MeetingRequest,
    PlanRequest,
    PlanRules,
    SeasonPart,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Weights,
    Where,
)
from league.scheduling.requests.boxes import Boxes, BoxRow, RowKind, is_blank
from league.scheduling.requests.days import Nights, SeasonSpan, UnreadableDays, parse_day, parse_nights
from league.scheduling.requests.file import LONGEST, MOST, DivisionRequests, PubRequests, RequestsFile
from league.scheduling.requests.resolving import KnownNames, nearest

Choice = TypeVar("Choice", bound=StrEnum)
MOST_ROUNDS, MOST_MATCHES, MOST_MILES = 100, 100, 10_000
STRENGTH = re.compile(r"(must)?(?: ?(\d{1,4}))?", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedBoxes:
    """What was typed: the boxes with their faults, blank rows taken out, and the file as far as it goes."""

    boxes: Boxes
    file: RequestsFile

    @property
    def is_sound(self) -> bool:
        """Whether there is no fault, so that the file is whole."""
        return not any(self.boxes.faults)


def parse_boxes(boxes: Boxes, known: KnownNames) -> ParsedBoxes:
    """Return the requests of the boxes."""
    reading = _Reading(boxes, known)
    file = reading.file()
    return ParsedBoxes(boxes=Boxes(season=reading.season, rows=reading.rows), file=file)


class _Box:
    """A row that is being parsed, with its faults by the name of the box."""

    def __init__(self, row: BoxRow, known: KnownNames, span: SeasonSpan) -> None:
        self.row, self.known, self.span = row, known, span
        self.faults: dict[str, str] = {}

    @property
    def read(self) -> BoxRow:
        return replace(self.row, faults=self.faults)

    def refuse(self, key: str, sentence: str) -> None:
        self.faults.setdefault(key, sentence)

    def text(self, key: str) -> str:
        text = self.row.text(key)
        if len(text) > LONGEST or not text.isprintable():
            self.refuse(key, f"That is longer than {LONGEST} letters, or has signs that cannot be printed.")
            return ""
        return text

    def day(self, key: str) -> datetime.date | None:
        text = self.row.text(key)
        try:
            return parse_day(text, self.span) if text else None
        except UnreadableDays as refused:
            self.refuse(key, str(refused))
            return None

    def nights(self, key: str, *, ends: bool = False) -> Nights:
        try:
            nights = parse_nights(self.row.text(key), self.span)
        except UnreadableDays as refused:
            self.refuse(key, str(refused))
            return Nights()
        if nights.ends and not ends:
            self.refuse(key, "The first or the last night is no day here; name its date.")
        return nights

    def number(self, key: str, what: str, least: int, most: int) -> int | None:
        text = self.row.text(key)
        if not text:
            return None
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(most))
        if not is_number or not least <= int(text) <= most:
            self.refuse(key, f"{what} is “{text[:20]}”; it is a whole number from {least} to {most}.")
            return None
        return int(text)

    def choice(self, key: str, kind: type[Choice], default: Choice) -> Choice:
        text = self.row.text(key)
        if text and text not in [choice.value for choice in kind]:
            self.refuse(key, f"“{text[:20]}” is none of the choices.")
            return default
        return kind(text) if text else default

    def team(self, key: str, which: str = "the team") -> str:
        return self._named(self.text(key), key, which, "team", self.known.teams)

    def named_team(self, name: str, key: str) -> str:
        return self._named(name, key, "the team", "team", self.known.teams)

    def pub(self, key: str) -> str:
        return self._named(self.text(key), key, "the pub", "pub", self.known.pubs)

    def _named(self, name: str, key: str, which: str, what: str, names: Mapping[str, str]) -> str:
        if not name:
            self.refuse(key, f"Choose {which}.")
            return ""
        known_name = {"team": self.known.team, "pub": self.known.pub}[what](name)
        if known_name not in names.values():
            self.refuse(key, f"There is no {what} “{name}” this season{nearest(name, names)}")
        return known_name

    def teams(self, least: int = 2) -> tuple[str, ...]:
        for team in self.row.teams:
            self._named(team[: LONGEST + 1], "teams", "the team", "team", self.known.teams)
        texts = tuple(dict.fromkeys(self.known.team(team) for team in self.row.teams))
        if len(texts) < least:
            self.refuse("teams", "Choose two teams." if least > 1 else "Choose a team.")
        return texts

    def strength_and_reason(self) -> tuple[int, bool, str]:
        """Return the weight of a request, whether it must be met, and why."""
        usual = TeamRequest(team="", where=Where.HOME).weight
        match = STRENGTH.fullmatch(self.row.text("strength"))
        weight = int(match[2]) if match and match[2] else usual
        if match is None or not 1 <= weight <= MOST_WEIGHT:
            self.refuse("strength", "Choose how much it matters: low, normal, high or a must.")
        return weight, bool(match and match[1]), self.text("because")


class _Reading:
    def __init__(self, boxes: Boxes, known: KnownNames) -> None:
        self.boxes, self.known = boxes, known
        self.span = known.span()
        self.season = boxes.season
        self.rows: dict[RowKind, tuple[BoxRow, ...]] = {}

    def file(self) -> RequestsFile:
        season = _Box(self.boxes.season, self.known, self.span)
        first, last = season.day("first"), season.day("last")
        self.span = season.span = self.known.span(first, last)
        if first and last and last < first:
            season.refuse("last", "The last night is before the first.")
        file = RequestsFile(
            first=first,
            last=last,
            keep_before=season.day("keep_before"),
            fair_draw=bool(season.row.text("fair_draw")),
            rules=_rules(season),
            weights=_weights(season),
            off=tuple(filter(None, map(_off, self._each(RowKind.OFF)))),
            divisions=tuple(filter(None, map(_division, self._each(RowKind.DIVISION)))),
            differing=tuple(map(_differing, self._each(RowKind.DIFFERING))),
            pubs=tuple(map(_pub, self._each(RowKind.PUB))),
            fixed=tuple(filter(None, map(_fixed, self._each(RowKind.FIXED)))),
            requests=tuple(self._requests()),
        )
        self.season = season.read
        return file

    def _requests(self) -> Iterator[PlanRequest]:
        yield from map(_team_request, self._each(RowKind.TEAM))
        yield from map(_group_constraint, self._each(RowKind.COMPANY))
        for box in self._each(RowKind.MEETING):
            if request := _meeting_request(box):
                yield request

    def _each(self, group: RowKind) -> Iterator[_Box]:
        """Yield the rows of a kind that are not blank, and store them with their faults after that."""
        boxes = [
            _Box(row, self.known, self.span) for row in self.boxes.rows.get(group, ()) if not is_blank(row)
        ]
        yield from boxes
        self.rows[group] = tuple(box.read for box in boxes)


def _rules(box: _Box) -> PlanRules:
    return PlanRules(
        return_after=box.number("no_return_within", "Rounds before the return", 0, MOST_ROUNDS) or 0,
        longest_run=box.number("longest_run", "The longest run", 0, MOST_ROUNDS) or None,
    )


def _weights(box: _Box) -> Weights:
    usual = Weights()
    numbers = {
        "breaks": box.number("breaks", "A break", 0, MOST),
        "balance": box.number("balance", "Balance", 0, MOST),
        "carry_over": box.number("carry_over", "Carry-over", 0, MOST),
        "change": box.number("change", "A match moved", 0, MOST),
        "run_in": box.number("run_in", "The run-in", 0, MOST),
        "travel": box.number("travel", "Travel", 0, MOST),
        "ends": box.number("ends", "The first and last match", 0, MOST),
    }
    return replace(usual, **{key: number for key, number in numbers.items() if number is not None})


def _off(box: _Box) -> Off | None:
    day, kind, because = box.day("day"), box.choice("kind", WeekOff, WeekOff.BLANK), box.text("because")
    if not box.row.text("kind"):
        box.refuse("kind", "Choose what the week is kept for.")
    if day is None:
        box.refuse("day", "Say which week: any day of it.")
        return None
    return Off(day=day, kind=kind, because=because)


def _division(box: _Box) -> DivisionRequests | None:
    """Return the requests of a division, or None if it plays as usual."""
    name = box.text("name")
    if box.known.division(name) not in box.known.divisions.values():
        box.refuse("name", f"There is no division “{name}” this season{nearest(name, box.known.divisions)}")
    requests = DivisionRequests(
        name=box.known.division(name),
        night=box.number("night", "The night of the week", 1, 7),
        nights=box.nights("nights").days,
        meetings=box.number("meetings", "How often they meet", 1, MOST_MEETINGS) or 2,
        second_half=box.choice("second_half", SecondHalf, SecondHalf.MIRRORED),
    )
    return None if requests == DivisionRequests(name=requests.name) else requests


def _differing(box: _Box) -> MeetingCount:
    """Return how often some teams meet, if not as often as their division."""
    names = [name.strip() for name in box.row.text("others").split(",") if name.strip()]
    return MeetingCount(
        teams=box.teams(least=1),
        others=tuple(box.named_team(name, "others") for name in names),
        times=box.number("times", "How often they meet", 0, MOST_MEETINGS) or 0,
    )


def _pub(box: _Box) -> PubRequests:
    name = box.pub("name")
    return PubRequests(
        name=name,
        matches=box.number("matches", "Matches at once", 1, MOST_MATCHES),
        closed=box.nights("closed").days,
        place=_place(box),
    )


def _place(box: _Box) -> tuple[float, float] | None:
    text = box.row.text("place")
    if not text:
        return None
    try:
        east, north = (float(part) for part in text.replace(";", ",").split(","))
        if not max(abs(east), abs(north)) <= MOST_MILES or not math.isfinite(east + north):
            raise ValueError
    except ValueError:
        box.refuse("place", f"“{text[:20]}” is no place; one would be 2.5, -1: miles east and north.")
        return None
    return (east, north)


def _fixed(box: _Box) -> Fixed | None:
    home, away, day = box.team("home", "who is at home"), box.team("away", "who is away"), box.day("date")
    if day is None:
        box.refuse("date", "Say on which night.")
        return None
    _meet(box, "away", home, away)
    return Fixed(home=home, away=away, date=day)


def _meet(box: _Box, key: str, team: str, opponent: str) -> None:
    if team and team == opponent:
        box.refuse(key, f"{team} cannot meet themselves.")
    elif not box.faults and not box.known.meet(team, opponent):
        box.refuse(key, f"{team} and {opponent} are not in one division, so they do not meet.")


def _team_request(box: _Box) -> TeamRequest:
    team, where = box.team("team"), box.choice("where", Where, Where.HOME)
    nights = box.nights("on", ends=True)
    if not box.row.text("where"):
        box.refuse("where", "Choose what is asked: at home, not at home, not away or no match.")
    weight, must, because = box.strength_and_reason()
    if not (nights.days or nights.ends):
        box.refuse("on", "Say on which nights, as in: 14 Jan, 21 Jan. Or: first night, last night.")
    return TeamRequest(
        team=team, where=where, days=nights.days, ends=nights.ends, weight=weight, must=must, because=because
    )


def _group_constraint(box: _Box) -> GroupConstraint:
    teams, company = box.teams(), box.choice("company", TeamGroup, TeamGroup.NEVER_ALL_AWAY)
    weight, must, because = box.strength_and_reason()
    return GroupConstraint(teams=teams, company=company, weight=weight, must=must, because=because)


def _meeting_request(box: _Box) -> MeetingRequest | None:
    teams, since, until = box.teams(), box.day("since"), box.day("until")
    part = box.choice("part", SeasonPart, SeasonPart.EARLY) if box.row.text("part") else None
    weight, must, because = box.strength_and_reason()
    if part and (since or until):
        box.refuse("part", "Choose early or late, or enter days; not both.")
    if not (part or since or until):
        box.refuse("until", "Say from which day, or until which, they are to meet.")
    if since and until and until < since:
        box.refuse("until", "That is before the day from which they are to meet.")
    if len(teams) != 2:
        box.refuse("teams", "Choose two teams.")
        return None
    _meet(box, "teams", *teams)
    return MeetingRequest(
        teams=(teams[0], teams[1]),
        part=part,
        since=since,
        until=until,
        weight=weight,
        must=must,
        because=because,
    )
