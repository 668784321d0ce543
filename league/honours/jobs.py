"""A job of the clock: count closed seasons once, for records and all-time tables."""

import datetime
import time
from collections.abc import Sequence
from operator import attrgetter

from league.honours.counted import counting, leagues_to_count
from league.honours.pages.all_time import added, totals_of_players, totals_of_teams
from league.honours.pages.records import Counted, count, counted_beside, joined, part_of
from league.honours.services import keep_counted
from league.models import CountedSeasons, League

# A league of fifty seasons takes seconds, once; the other jobs wait.
ENOUGH = 2


def count_closed_seasons(now: datetime.datetime) -> int:
    """Count the closed seasons that are not kept, for some seconds; return of how many leagues."""
    began = time.process_time()
    done = 0
    for league in leagues_to_count():
        done += _count(league)
        if time.process_time() - began > ENOUGH:
            break
    return done


def _count(league: League) -> bool:
    rows = CountedSeasons.objects.filter(league=league, made_by=counting(), parts=None)
    kept, played, days = counted_beside(rows, league.seasons.filter(is_finished=True))
    new = [
        CountedSeasons(
            league=league,
            seasons=keys,
            first_day=first,
            last_day=last,
            made_by=counting(),
            records=count(part_of(played, keys)),
            totals={
                "teams": totals_of_teams([played.seasons[key] for key in keys]),
                "players": totals_of_players([played.seasons[key] for key in keys]),
            },
        )
        for first, last, keys in days
    ]
    # The last may have days in common with the season that goes on, and is then counted with it.
    parts = sorted((row for row in (*kept, *new) if row.first_day), key=attrgetter("first_day"))[:-1]
    return keep_counted(league=league, kept=kept, new=new, parts=parts, whole=_whole(parts))


def _whole(parts: Sequence[CountedSeasons]) -> CountedSeasons | None:
    """Return what these contribute together, the earliest first; None of none."""
    if not parts:
        return None
    return CountedSeasons(
        league=parts[0].league,
        seasons=[key for part in parts for key in part.seasons],
        first_day=parts[0].first_day,
        last_day=parts[-1].last_day,
        made_by=counting(),
        records=joined([Counted(*part.records) for part in parts]),
        totals={whose: added(part.totals[whose] for part in parts) for whose in parts[0].totals},
    )
