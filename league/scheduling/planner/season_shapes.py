"""What a list means to each team beyond home and away: neighbours, the run-in, the first and last match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from league.scheduling.planner.task import Meeting, MeetingRequest, PlannedDivision, Task

RUN_IN = 4
"""The last matches of a season, in which titles and relegations are decided."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamSeasonShape:
    """One team's season.

    Attributes:
        neighbours_met: the round of the first match against a neighbour, the mean of all; None without any.
        run_in: the mean place of the last opponents among the teams of the division, by last season; None
            where no place is known.
        starts_at_home, ends_at_home: where the first and the last match is played; None without matches.
    """

    neighbours_met: float | None
    run_in: float | None
    starts_at_home: bool | None
    ends_at_home: bool | None

    @property
    def is_never_home_at_an_end(self) -> bool:
        """Whether neither the first match nor the last is at home."""
        return self.starts_at_home is False and self.ends_at_home is False


def neighbours_of(task: Task, division: PlannedDivision) -> Mapping[str, frozenset[str]]:
    """Return each team's neighbours in its division: of its pub or its town, or named with it in a request.

    A town with more than half of the division's teams makes no neighbours: it is the league's own.
    """
    teams = {team.key: team for team in task.teams if team.key in division.teams}
    towns = [team.town for team in teams.values()]
    named = {frozenset(request.teams) for request in task.requests if isinstance(request, MeetingRequest)}

    def are_neighbours(team: str, other: str) -> bool:
        one, two = teams[team], teams[other]
        in_one_town = one.town and one.town == two.town and 2 * towns.count(one.town) <= len(teams)
        return bool(one.venue == two.venue or in_one_town or frozenset((team, other)) in named)

    return {
        team: frozenset(other for other in teams if other != team and are_neighbours(team, other))
        for team in teams
    }


def places_of_last_season(task: Task, division: PlannedDivision) -> Mapping[str, float]:
    """Return each team's place among those of its division by last season, 1 the best; new teams stand in
    the middle. Empty where no place is known.
    """
    known = {team.key: team.last_place for team in task.teams if team.key in division.teams}
    if not any(known.values()):
        return {}
    order = sorted((place, team) for team, place in known.items() if place)
    ranks = {team: float(number) for number, (_, team) in enumerate(order, 1)}
    middle = (len(order) + 1) / 2
    return {team: ranks.get(team, middle) for team in known}


def season_shape(
    team: str, season: Sequence[Meeting], neighbours: frozenset[str], places: Mapping[str, float]
) -> TeamSeasonShape:
    """Return the shape of a team's season, its matches in the order of their nights."""
    opponents = [meeting.away if meeting.home == team else meeting.home for meeting in season]
    first_met = {
        opponent: meeting.round
        for meeting, opponent in reversed(list(zip(season, opponents, strict=True)))
        if opponent in neighbours
    }
    last = [places[opponent] for opponent in opponents[-RUN_IN:] if opponent in places]
    return TeamSeasonShape(
        neighbours_met=fmean(first_met.values()) if first_met else None,
        run_in=fmean(last) if last else None,
        starts_at_home=season[0].home == team if season else None,
        ends_at_home=season[-1].home == team if season else None,
    )
