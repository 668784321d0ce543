"""Home matches that cannot all be played at home: pubs shut too often, or shared by too many teams.

Counted before anything is searched, so each is proved. A list is possible all the same, as another pub can
lend its room for single matches.
"""

from collections.abc import Collection, Iterator

from league.scheduling.planner.task import PlannedDivision, Task, Venue
from league.shared.text import count


def shortages_of(task: Task) -> tuple[str, ...]:
    """Return a sentence for each team and pub with more home matches than places; none in mid-season."""
    if task.standing is not None:
        return ()
    shared = dict(_shared_by_too_many(task))
    return (*_closed_too_often(task, shared.keys()), *shared.values())


def _closed_too_often(task: Task, besides: Collection[str]) -> Iterator[str]:
    """Yield the teams whose pub is open on too few of the nights they may play on, spare ones included.

    Pubs that are short for all their teams together are left out.
    """
    teams, venues = task.teams_by_key(), task.venues_by_key()
    for division in task.divisions:
        needed = _least_homes(division)
        for team in division.teams:
            venue = venues[teams[team].venue]
            open_nights = sum(task.home_night(team, night) not in venue.closed for night in division.nights)
            if open_nights < needed and venue.key not in besides:
                yield (
                    f"{teams[team].name} need {needed} home nights; {venue.name} is open on {open_nights} of "
                    f"the {len(division.nights)} nights: open {count(needed - open_nights)} more, or lend "
                    "them a room."
                )


def _least_homes(division: PlannedDivision) -> int:
    """Return the fewest home matches a team can have: half of all, with odd meetings a leg less."""
    return (len(division.teams) - 1) * (division.meetings // 2)


def _shared_by_too_many(task: Task) -> Iterator[tuple[str, str]]:
    """Yield the pubs without room for all home matches of their teams, each with its sentence."""
    teams, divisions = task.teams_by_key(), task.division_of()
    for venue in task.venues:
        here = [team for team in divisions if teams[team].venue == venue.key]
        all_nights = {task.home_night(team, night) for team in here for night in divisions[team].nights}
        nights = all_nights - venue.closed
        needed = sum(_least_homes(divisions[team]) for team in here)
        if len(here) > 1 and needed > venue.capacity * len(nights):
            yield venue.key, _too_many(venue, len(here), needed, len(nights))


def _too_many(venue: Venue, teams: int, needed: int, nights: int) -> str:
    rooms = -(-needed // nights) if nights else 0
    elsewhere = "another pub for one of the teams"
    more = f"{count(rooms)} rooms, a second night a week, or {elsewhere}" if rooms else elsewhere
    a_night = f"{count(venue.capacity)} match{'es' if venue.capacity > 1 else ''} a night"
    return (
        f"{venue.name}: {count(teams)} teams have {needed} home matches; with room for {a_night} "
        f"its {nights} nights hold {venue.capacity * nights}: it takes {more}."
    )
