"""Names on cards that nobody is known by: left as they are written, and asked about again."""

import datetime
from collections.abc import Sequence

from league.models import League, NameLeft, Team
from league.selectors.written_names import kept_as, seats_of_name
from league.services.refusals import Refused, written_whole


def leave_name(*, league: League, team: Team, written: Sequence[str], now: datetime.datetime) -> None:
    """A name written for a team, in these spellings, stays as it is: it is asked about no more this season.

    Of two who say so at once both are right. Raises Refused if it stands on no card any more.
    """
    with written_whole():
        season = "game__table__scorecard__match__division__season"
        found = {
            (key, kept_as(spelling))
            for spelling in written
            for key in seats_of_name(league, team, spelling).values_list(season, flat=True)
        }
        if not found:
            raise Refused(f"{written[0]} is written for {team} on no card any more: somebody was quicker.")
        NameLeft.objects.bulk_create(
            [NameLeft(season_id=key, team=team, name=name, left_at=now) for key, name in sorted(found)],
            ignore_conflicts=True,
        )


def ask_again(*, league: League, team: Team, name: str) -> None:
    """Ask about a name that was left. Asked about already, it stays so."""
    kept = NameLeft.objects.filter(season__league=league, season__is_finished=False, team=team)
    kept.filter(name=kept_as(name)).delete()
