"""A season's list: who meets whom, on which night, and who is at home."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Meeting:
    """A match of the list. Divisions and teams are named by their keys; rounds count from 1."""

    date: datetime.date
    division: str
    round: int
    home: str
    away: str

    @property
    def pair(self) -> frozenset[str]:
        """The two teams, whoever is at home."""
        return frozenset((self.home, self.away))


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A whole list, in the order of its nights."""

    meetings: tuple[Meeting, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "meetings", tuple(sorted(self.meetings)))

    def of_team(self, team: str) -> tuple[Meeting, ...]:
        """A team's season, night by night."""
        return tuple(meeting for meeting in self.meetings if team in (meeting.home, meeting.away))

    def of_division(self, division: str) -> tuple[Meeting, ...]:
        """A division's season, night by night."""
        return tuple(meeting for meeting in self.meetings if meeting.division == division)


def format_plan(plan: Plan) -> list[list[Any]]:
    """A plan as plain lists that JSON can hold."""
    return [[one.date.isoformat(), one.division, one.round, one.home, one.away] for one in plan.meetings]


def parse_plan(rows: list[list[Any]]) -> Plan:
    """The plan of such lists."""
    return Plan(
        meetings=tuple(
            Meeting(
                date=datetime.date.fromisoformat(day), division=division, round=number, home=home, away=away
            )
            for day, division, number, home, away in rows
        )
    )


def meetings_by_round(plan: Plan, division: str) -> Mapping[int, list[Meeting]]:
    """A division's matches by round."""
    found: dict[int, list[Meeting]] = {}
    for meeting in plan.of_division(division):
        found.setdefault(meeting.round, []).append(meeting)
    return found
