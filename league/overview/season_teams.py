"""The teams of the season being played, by division: to choose one’s own from, and whom to ring."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from league.competition.selectors import current_season, enrolments_of, seasons_of
from league.models import Enrolment, League, Team
from league.people.selectors import CaptainContact, captains_on_paper


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamContact:
    """A team, and its captain if these readers may ring them."""

    team: Team
    captain: CaptainContact | None


def teams_to_choose(league: League, today: datetime.date) -> list[tuple[str, list[Enrolment]]]:
    """Return the teams of the season being played by division, the top one first. Two queries."""
    by_division = groupby(
        enrolments_of(current_season(seasons_of(league), today)), key=lambda enrolment: enrolment.division
    )
    return [(str(division), list(enrolments)) for division, enrolments in by_division]


def team_contacts(
    league: League, today: datetime.date, readers: Enrolment.ContactFor
) -> Iterator[tuple[str, list[TeamContact], list[TeamContact]]]:
    """Yield the teams of the season being played by division: those with captains who agreed, and the others.

    Four queries.
    """
    season = current_season(seasons_of(league), today)
    captains = captains_on_paper(season, readers=readers) if season else {}
    for division, enrolments in groupby(enrolments_of(season), key=lambda enrolment: enrolment.division):
        teams = [TeamContact(team=each.team, captain=captains.get(each.team_id)) for each in enrolments]
        yield (
            str(division),
            [each for each in teams if each.captain],
            [each for each in teams if not each.captain],
        )
