"""The first sentence of a bulletin: what the leaders of the top division did, and how far they are ahead."""

import datetime
from collections.abc import Iterable

from league.bulletin.text import BEFORE
from league.shared.text import count, counted, in_halves
from league.standings.counting import season_of
from league.standings.records import Result
from league.standings.rows import StandingsRow, table_of
from league.standings.selectors.match_lists import MatchLine
from league.standings.selectors.standings import DivisionTable

DAY = datetime.timedelta(days=1)


def headline(table: DivisionTable, results: Iterable[MatchLine], night: datetime.date) -> str:
    """Return a sentence about the leaders after a night; empty before the first result."""
    if len(table.rows) < 2 or not table.rows[0].record.played:
        return ""
    leader, second = table.rows[0], table.rows[1]
    name = table.entrants[leader.record.team].name
    played = [
        line for line in results if leader.record.team in (line.home.key, line.away.key) and line.home_share
    ]
    did = _did(played[-1], leader) if played else ""
    verb = "stay" if _led_before(table, leader, night) else "go"
    top = f"{verb} top" if verb == "go" or leader.place == 1 else "lead"
    joined = (
        f" {did} {'but' if did.startswith('lost') and verb == 'stay' else 'and'} {top}" if did else f" {top}"
    )
    return f"{name}{joined}, {_gap(table, leader, second)}."


def _did(line: MatchLine, leader: StandingsRow) -> str:
    own, other, against = line.home_share, line.away_share, line.away
    if line.away.key == leader.record.team:
        own, other, against = other, own, line.home
    if own is None or other is None:
        return ""
    verb = {Result.WON: "beat", Result.LOST: "lost to", Result.DRAWN: "drew with"}[own.result]
    return f"{verb} {against.name} {in_halves(own.shown_halves)}–{in_halves(other.shown_halves)}"


def _led_before(table: DivisionTable, leader: StandingsRow, night: datetime.date) -> bool:
    """Return whether the leaders led a week before; before any result nobody did."""
    season = season_of(table.outcomes, table.rulings, table.scheme, night - BEFORE - DAY)
    rows = table_of(season, table.names, table.scheme)
    return bool(season.counted) and rows[0].record.team == leader.record.team


def _gap(table: DivisionTable, leader: StandingsRow, second: StandingsRow) -> str:
    other = table.entrants[second.record.team].name
    gap = leader.record.match_points - second.record.match_points
    whole, half = divmod(gap, 2)
    ahead = f"{counted(whole, 'point')} clear of" if not half else f"{in_halves(gap)} points clear of"
    words = f"{ahead} {other}" if gap else f"level on points with {other}"
    in_hand = second.record.played - leader.record.played
    if in_hand > 0:
        words += f" with {'a match' if in_hand == 1 else count(in_hand) + ' matches'} in hand"
    return words
