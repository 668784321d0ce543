"""What the boxes can choose from: teams, pubs and divisions of the league, as they are called."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from league.fixturing.days_said import Span
from league.fixturing.wishes_file import LeagueAsItIs
from league.fixturing.wishes_file.resolving import folded

NEAR_THE_SEASON = 400
"""Days by which the season's first and last night may lie outside the season as it is."""


class Known:
    """The league's names, found as they are said; capitals and a leading The make no difference."""

    def __init__(self, league: LeagueAsItIs) -> None:
        self.league = league
        self.teams = _by_name((team.key, team.name) for team in league.teams)
        self.pubs = _by_name((venue.key, venue.name) for venue in league.venues)
        self.divisions = _by_name((one.key, one.name) for one in league.divisions)
        names = {team.key: team.name for team in league.teams}
        self.division_of: Mapping[str, str] = {
            names[key]: one.name for one in league.divisions for key in one.teams
        }

    def span(self, first: object = None, last: object = None) -> Span:
        """The season in which days need no year; wider where its first or last night was set so."""
        begin, end = self.league.first, self.league.last
        if isinstance(first, type(begin)) and abs((first - begin).days) <= NEAR_THE_SEASON:
            begin = min(begin, first)
        if isinstance(last, type(end)) and abs((last - end).days) <= NEAR_THE_SEASON:
            end = max(end, last)
        return Span(first=begin, last=end)

    def team(self, name: str) -> str:
        """A team as the league calls it; what was said where there is none."""
        return self.teams.get(folded(name), name)

    def pub(self, name: str) -> str:
        """A pub as the league calls it; what was said where there is none."""
        return self.pubs.get(folded(name), name)

    def division(self, name: str) -> str:
        """A division as the league calls it; what was said where there is none."""
        return self.divisions.get(folded(name), name)

    def meet(self, one: str, other: str) -> bool:
        """Whether two teams are of one division."""
        return one != other and self.division_of.get(one, one) == self.division_of.get(other, other)


def nearest(name: str, names: Mapping[str, str]) -> str:
    """“; is it The Fleece?” where a name is nearly another; a full stop where none is near."""
    near = get_close_matches(folded(name), names, n=1)
    return f"; is it {names[near[0]]}?" if near else "."


def _by_name(things: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, name in things:
        found[folded(key)] = found[folded(name)] = name
    return found
