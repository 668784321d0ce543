"""Reads of people: how the captains of teams are reached. For the secretary only."""

from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import QuerySet

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
    """Return the captains of matches given as (division, home, away). One query, however many."""
    divisions = {division for division, _, _ in matches}
    teams = {team for _, *sides in matches for team in sides}
    return _captains(Enrolment.objects.filter(division__in=divisions, team__in=teams))


def captains_of_seasons(seasons: Collection[int]) -> Captains:
    """Return the captains of every team of some seasons. One query."""
    return _captains(Enrolment.objects.filter(season__in=seasons))


def sides_of(match: Match) -> tuple[int, int, int]:
    """Return division, home and away of a match, as `captains_of` asks for them."""
    return match.division_id, match.home_id, match.away_id


def captain_in(enrolment: Enrolment) -> CaptainContact:
    """Return how the captain of an enrolment, which comes with its team, is reached."""
    return CaptainContact(
        team=enrolment.team.name,
        name=enrolment.captain_name,
        email=enrolment.captain_email,
        phone=enrolment.captain_phone,
    )


def _captains(enrolments: QuerySet[Enrolment]) -> Captains:
    return {
        (enrolment.division_id, enrolment.team_id): captain_in(enrolment)
        for enrolment in enrolments.select_related("team")
    }
