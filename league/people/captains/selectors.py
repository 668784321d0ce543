"""Captains: whom to ask about a match. For the secretary only."""

from collections.abc import Collection
from dataclasses import dataclass

from league.models import Enrolment, Match


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainContact:
    """A team, and how its captain is reached this season. What is not known is empty."""

    team: str
    name: str
    email: str
    phone: str

    @property
    def called(self) -> str:
        """Whom a letter begins with: by name where it is known, else by the team."""
        return self.name or f"captain of {self.team}"


Captains = dict[tuple[int, int], CaptainContact]
"""Captains by division and team."""


def captains_of(matches: Collection[tuple[int, int, int]]) -> Captains:
    """The captains of matches given as (division, home, away). One query, however many."""
    divisions = {division for division, _, _ in matches}
    teams = {team for _, *sides in matches for team in sides}
    found = Enrolment.objects.filter(division__in=divisions, team__in=teams).select_related("team")
    return {(one.division_id, one.team_id): captain_in(one) for one in found}


def captains_of_seasons(seasons: Collection[int]) -> Captains:
    """The captains of every team of some seasons. One query."""
    found = Enrolment.objects.filter(season__in=seasons).select_related("team")
    return {(one.division_id, one.team_id): captain_in(one) for one in found}


def sides_of(match: Match) -> tuple[int, int, int]:
    """Division, home and away of a match, as `captains_of` asks for them."""
    return match.division_id, match.home_id, match.away_id


def captain_in(enrolment: Enrolment) -> CaptainContact:
    return CaptainContact(
        team=enrolment.team.name,
        name=enrolment.captain_name,
        email=enrolment.captain_email,
        phone=enrolment.captain_phone,
    )
