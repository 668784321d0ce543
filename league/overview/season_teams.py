"""The teams of the season being played, by division: whom to ring."""

import datetime
from collections.abc import Iterator
from itertools import groupby

from league.competition.selectors import current_season, enrolments_of, seasons_of
from league.models import Enrolment, League, Team
from league.people.selectors import CaptainContact, captains_on_paper

Contact = tuple[Team, CaptainContact | None]
"""A team, and its captain if these readers may ring them."""


def team_contacts(
    league: League, today: datetime.date, readers: Enrolment.ContactFor
) -> Iterator[tuple[str, list[Contact], list[Contact]]]:
    """Yield the teams of the season being played by division: those with captains who agreed, and the others.

    Four queries.
    """
    season = current_season(seasons_of(league), today)
    captains = captains_on_paper(season, readers=readers) if season else {}
    for division, enrolments in groupby(enrolments_of(season), key=lambda enrolment: enrolment.division):
        teams = [(each.team, captains.get(each.team_id)) for each in enrolments]
        yield (
            str(division),
            [(team, captain) for team, captain in teams if captain],
            [(team, captain) for team, captain in teams if not captain],
        )
