"""Your pub: what its visitor wants to know in three seconds, in two pieces of a sentence."""

from dataclasses import dataclass
from itertools import groupby

from league.competition.selectors import current_season, enrolments_of, league_today, seasons_of
from league.models import Enrolment, League
from league.overview.home import Own, TeamStanding
from league.shared.text import ordinal
from league.standings.selectors.lines import StandingsLine
from league.templatetags.standings import in_words
from league.templatetags.words import points


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
    if standing.is_top:
        clear = standing.gap and standing.rival
        return f", {points(standing.gap)} clear of {standing.rival.team.name}" if clear else ""
    behind = leader.record.match_points - standing.line.record.match_points
    return f", {points(behind)} behind {leader.team.name}" if behind > 0 else ""


def _points(halves: int) -> str:
    return f"{points(halves)} point" if halves in {1, 2} else f"{points(halves)} points"


def teams_to_choose(league: League) -> list[tuple[str, list[Enrolment]]]:
    """Return the teams of the season being played by division, the top one first. Two queries."""
    season = current_season(seasons_of(league), league_today(league))
    by_division = groupby(enrolments_of(season), key=lambda enrolment: enrolment.division)
    return [(str(division), list(enrolments)) for division, enrolments in by_division]
