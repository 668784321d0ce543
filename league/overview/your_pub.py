"""Your pub: what its visitor wants to know in three seconds, in words and as a line through the season."""

from collections.abc import Sequence
from typing import Any

from league.matches.outcomes import TeamKey
from league.shared.text import ordinal
from league.standings.rows import positions
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine
from league.standings.selectors.standings import DivisionTable
from league.templatetags.formatting import points
from league.templatetags.standings import in_words


def own_team(table: DivisionTable, team: TeamKey, ahead: Sequence[MatchLine]) -> dict[str, Any] | None:
    """Return how a team stands in words, its way through the season, whom it meets next and what of it waits
    for a date; `ahead` are its matches, by date. None if it is not in the table.
    """
    lines = standings_lines(table)
    line = next((line for line in lines if line.team.key == team), None)
    if line is None:
        return None
    coming = next((match for match in ahead if match.date), None)
    opponents = {coming.home.key, coming.away.key} - {team} if coming else set()
    return {
        "team": line.team,
        "next_match": coming,
        "next_place": next(
            (each.row.place for each in lines if each.team.key in opponents and each.record.played), None
        ),
        "undated": [match for match in ahead if match.date is None],
        "weeks": tuple(table.nights),
        "positions": places_through(table),
        **_in_words(table, lines, line),
    }


def places_through(table: DivisionTable) -> dict[TeamKey, tuple[int, ...]]:
    """Return each team's row in a division's table after each of its weeks."""
    return positions(table.outcomes, table.rulings, table.names, table.scheme, table.nights.values())


def _in_words(table: DivisionTable, lines: Sequence[StandingsLine], own: StandingsLine) -> dict[str, str]:
    """Return how a team stands, how far it moved since the week before, and against whom: “3rd, up one
    place.” and “Level with The Shears on 100 points, 8 behind the top.”
    """
    division, record = table.division, own.record
    if record.is_withdrawn:
        return {"place": "out", "answer": f"Withdrawn from {division}.", "details": ""}
    if not record.played:
        return {"place": "", "answer": f"{division}.", "details": "No match played yet."}
    place = ordinal(own.row.place)
    shared = "Joint " if own.row.is_shared else ""
    answer = f"{shared}{place}{_moved(table.moves.get(own.team.key, 0))}."
    if division.season.is_finished:
        answer = f"Finished {shared.lower()}{place}."
    return {"place": place, "answer": answer, "details": f"{_against(lines, own)}{_leading(lines, own)}."}


def _moved(up: int) -> str:
    """Return by how many places the team moved in the last week: “, up one place”."""
    places = f"{in_words(abs(up))} place{'' if abs(up) == 1 else 's'}"
    return f", {'up' if up > 0 else 'down'} {places}" if up else ""


def _against(lines: Sequence[StandingsLine], own: StandingsLine) -> str:
    """Return the points, and with whom they are level."""
    mine = own.record.match_points
    level = [
        line
        for line in lines
        if line.record.match_points == mine and line is not own and not line.record.is_withdrawn
    ]
    if len(level) == 1:
        return f"Level with {level[0].team.name} on {_points(mine)}"
    return f"Level with {in_words(len(level))} others on {_points(mine)}" if level else _points(mine)


def _leading(lines: Sequence[StandingsLine], own: StandingsLine) -> str:
    """Return how far the team leads, or how far the leaders are."""
    mine, leader = own.record.match_points, lines[0]
    if own.row.place == 1:
        rival = next((line for line in lines if line.row.place != 1), None)
        gap = abs(mine - rival.record.match_points) if rival else 0
        return f", {points(gap)} clear of {rival.team.name}" if rival and gap else ""
    behind = leader.record.match_points - mine
    return f", {points(behind)} behind {leader.team.name}" if behind > 0 else ""


def _points(halves: int) -> str:
    return f"{points(halves)} point{'' if halves in {1, 2} else 's'}"
