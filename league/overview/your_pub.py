"""Your pub: what its visitor wants to know in three seconds, in words and as a line through the season."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.matches.outcomes import TeamKey
from league.models import Division
from league.shared.text import ordinal
from league.standings.rows import Step, positions
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine, NamedLink
from league.standings.selectors.standings import DivisionTable
from league.templatetags.formatting import points
from league.templatetags.standings import in_words


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """How a team stands in its division, against the neighbour that matters to it.

    `rival` is the next team below for the one at the top, else the one above; `step` what lies between the
    two, None if they share the place or if there is no rival. `level` are all that share the place.
    """

    division: Division
    line: StandingsLine
    level: tuple[NamedLink, ...]
    rival: StandingsLine | None
    step: Step | None

    @property
    def gap(self) -> int:
        """Halves of match points between the team and its rival."""
        return abs(self.line.record.match_points - self.rival.record.match_points) if self.rival else 0

    @property
    def in_hand(self) -> int:
        """How many matches fewer than its rival the team has played."""
        return max(self.rival.record.played - self.line.record.played, 0) if self.rival else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """The visitor's own team: how it stands, whom it meets next, what of it waits for a date, and its season.

    `lines` is its division's table.
    """

    standing: TeamStanding
    lines: tuple[StandingsLine, ...]
    next_match: MatchLine | None
    next_opponent: StandingsLine | None
    undated: tuple[MatchLine, ...]
    weeks: tuple[int, ...]
    positions: dict[int, tuple[int, ...]]

    @property
    def next_place(self) -> int | None:
        """The place of the next opponent, once they have played."""
        opponent = self.next_opponent
        return opponent.row.place if opponent and opponent.record.played else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """What a team has ahead, by keys of matches: the next, and those that wait for a date."""

    next_match: int | None = None
    undated: frozenset[int] = frozenset()

    @property
    def matches(self) -> set[int]:
        return {*self.undated, *([self.next_match] if self.next_match else [])}


def ahead_of(team: TeamKey, table: DivisionTable, done: set[int], today: datetime.date) -> Ahead:
    """Return what a team has ahead; nobody waits for the matches in `done`."""
    own = [
        outcome
        for outcome in table.outcomes
        if team in (outcome.home, outcome.away) and outcome.match not in done
    ]
    dated = [(outcome.date, outcome.match) for outcome in own if outcome.date and outcome.date >= today]
    return Ahead(
        next_match=min(dated)[1] if dated else None,
        undated=frozenset(outcome.match for outcome in own if outcome.date is None),
    )


def own_of(table: DivisionTable, team: TeamKey, ahead: Ahead, matches: Sequence[MatchLine]) -> Own | None:
    """Return how a team stands and what it has ahead, with its matches among others."""
    lines = standings_lines(table)
    at = next((at for at, line in enumerate(lines) if line.team.key == team), None)
    if at is None:
        return None
    coming = next((line for line in matches if line.outcome.match == ahead.next_match), None)
    opponents = {coming.home.key, coming.away.key} - {team} if coming else set()
    return Own(
        standing=standing_of(table, lines, at),
        lines=lines,
        next_match=coming,
        next_opponent=next((line for line in lines if line.team.key in opponents), None),
        undated=tuple(line for line in matches if line.outcome.match in ahead.undated),
        weeks=tuple(table.nights),
        positions=places_through(table, table.nights.values()),
    )


def standing_of(table: DivisionTable, lines: Sequence[StandingsLine], at: int) -> TeamStanding:
    """Return how the team in that row stands."""
    line = lines[at]
    level = tuple(other.team for other in lines if other.row.place == line.row.place)
    beside = lines[1:] if line.row.place == 1 else tuple(reversed(lines[:at]))
    rival = next((other for other in beside if other.row.place != line.row.place), None)
    below = line if line.row.place != 1 else rival
    return TeamStanding(
        division=table.division,
        line=line,
        level=level,
        rival=rival,
        step=below.row.above.decided_by if rival and below and below.row.above else None,
    )


def places_through(table: DivisionTable, days: Iterable[datetime.date]) -> dict[int, tuple[int, ...]]:
    """Return each team's row in a division's table at the end of each of the days."""
    return positions(table.outcomes, table.rulings, table.names, table.scheme, days)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingInWords:
    """How a team stands: “3rd, up one place.” and “Level with The Shears on 100 points, 8 behind the top.”"""

    place: str
    answer: str
    details: str


def standing_in_words(own: Own, *, is_finished: bool = False) -> StandingInWords:
    """Return how the visitor's team stands, how far it moved since the week before, and against whom."""
    standing = own.standing
    record = standing.line.record
    if record.is_withdrawn:
        return StandingInWords(place="out", answer=f"Withdrawn from {standing.division}.", details="")
    if not record.played:
        return StandingInWords(place="", answer=f"{standing.division}.", details="No match played yet.")
    place = ordinal(standing.line.row.place)
    shared = "Joint " if standing.line.row.is_shared else ""
    moved = "" if is_finished else _moved(own)
    begin = f"Finished {shared.lower()}" if is_finished else shared
    return StandingInWords(place=place, answer=f"{begin}{place}{moved}.", details=_against(own))


def _moved(own: Own) -> str:
    """Return by how many places the team moved in the last week: “, up one place”."""
    positions = own.positions[own.standing.line.team.key]
    up = positions[-2] - positions[-1] if len(positions) > 1 else 0
    if not up:
        return ""
    places = f"{in_words(abs(up))} place{'' if abs(up) == 1 else 's'}"
    return f", {'up' if up > 0 else 'down'} {places}"


def _against(own: Own) -> str:
    """Return the points, with whom they are level, and how far the leaders are."""
    standing = own.standing
    mine = standing.line.record.match_points
    level = [line for line in own.lines if line.record.match_points == mine and line is not standing.line]
    level = [line for line in level if not line.record.is_withdrawn]
    if len(level) == 1:
        begin = f"Level with {level[0].team.name} on {_points(mine)}"
    elif level:
        begin = f"Level with {in_words(len(level))} others on {_points(mine)}"
    else:
        begin = _points(mine).capitalize()
    return f"{begin}{_leading(standing, own.lines[0])}."


def _leading(standing: TeamStanding, leader: StandingsLine) -> str:
    if standing.line.row.place == 1:
        rival = standing.rival
        return f", {points(standing.gap)} clear of {rival.team.name}" if rival and standing.gap else ""
    behind = leader.record.match_points - standing.line.record.match_points
    return f", {points(behind)} behind {leader.team.name}" if behind > 0 else ""


def _points(halves: int) -> str:
    return f"{points(halves)} point" if halves in {1, 2} else f"{points(halves)} points"
