"""A job of the clock: count closed seasons once, for records and all-time tables."""

import datetime
import time

from league.honours.counted import counting, kept_and_others, leagues_to_count
from league.honours.pages.all_time import totals_of_players, totals_of_teams
from league.honours.pages.records import count, counted_beside, part_of
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
    kept, _, seasons = kept_and_others(league)
    closed = [season for season in seasons.values() if season.is_finished]
    kept, played, days = counted_beside(kept, closed)
    new = [
        CountedSeasons(
            league=league,
            seasons=keys,
            first_day=first,
            last_day=last,
            made_by=counting(),
            records=count(part_of(played, keys)),
            totals={
                "teams": totals_of_teams([seasons[key] for key in keys]),
                "players": totals_of_players([seasons[key] for key in keys]),
            },
        )
        for first, last, keys in days
    ]
    return keep_counted(league=league, kept=kept, new=new)
