"""The teams of the season being played, by division: to choose one’s own from, and whom to ring."""

import datetime
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
    season = current_season(seasons_of(league), today)
    by_division = groupby(enrolments_of(season), key=lambda enrolment: enrolment.division)
    return [(str(division), list(enrolments)) for division, enrolments in by_division]


def team_contacts(
    league: League, today: datetime.date, readers: Enrolment.ContactFor
) -> list[tuple[str, list[TeamContact], list[TeamContact]]]:
    """Return the teams of the season being played by division: those with captains who agreed, and the
    others. Four queries.
    """
    season = current_season(seasons_of(league), today)
    if season is None:
        return []
    captains = captains_on_paper(season, readers=readers)
    divisions = []
    for division, enrolments in groupby(enrolments_of(season), key=lambda enrolment: enrolment.division):
        teams = [TeamContact(team=each.team, captain=captains.get(each.team_id)) for each in enrolments]
        parts = ([each for each in teams if bool(each.captain) is is_shown] for is_shown in (True, False))
        divisions.append((str(division), *parts))
    return divisions
