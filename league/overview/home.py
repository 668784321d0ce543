"""The league's home: one division at a time, the visitor's own first, its table, its last and next night."""

import datetime
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from league.competition.selectors import (
    coming_after,
    current_season,
    divisions_of,
    enrolments_of,
    seasons_beside,
    seasons_of,
)
from league.honours.selectors import last_champions
from league.matches.outcomes import MatchOutcome
from league.models import League, Match
from league.overview.your_pub import own_team
from league.standings.prospects import Fate
from league.standings.records import FORM_LENGTH
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import MatchLine, first_matches, match_lines, void_of
from league.standings.selectors.standings import DivisionTable, tables_of

SUNDAY = 6
LEAST_RUN = 3
WEEK = datetime.timedelta(weeks=1)


def league_home(
    league: League, today: datetime.date, own_slug: str = "", division_slug: str = ""
) -> dict[str, Any]:
    """Return what the league's home page shows on a day, to a visitor who may have named a team as their
    own, and a division to look at.

    Without a season there is nothing but that; without a division nothing of matches and standings.
    """
    seasons = seasons_of(league)
    season = current_season(seasons, today)
    if season is None:
        return {"season": None}
    divisions, enrolments = tuple(divisions_of(season)), tuple(enrolments_of(season))
    own = next((enrolment for enrolment in enrolments if enrolment.team.slug == own_slug), None)
    own_division = next((division for division in divisions if own and division.pk == own.division_id), None)
    named = next((division for division in divisions if division.slug == division_slug), None)
    shown = named or own_division or next(iter(divisions), None)
    page = {
        "season": season,
        "seasons": seasons_beside(seasons, season),
        "divisions": divisions,
        "division": shown,
        "enrolments": enrolments,
        "coming": coming_after(seasons, season, today),
        "cups": tuple(season.cups.order_by("name", "id")),
    }
    if shown is None:
        return page
    wanted = [division for division in divisions if division in {shown, own_division}]
    tables = {table.division: table for table in tables_of(wanted, league=league)}
    own_key, own_table = own.team_id if own else 0, tables[own_division] if own_division else None
    table, waiting = tables[shown], _waited_for(tables[shown])
    own_keys = {
        outcome.match
        for outcome in (_waited_for(own_table) if own_table else ())
        if own_key in (outcome.home, outcome.away) and (outcome.date is None or outcome.date >= today)
    }
    to_come, latest, owed = _nights(table, waiting, today)
    lines = match_lines(Match.objects.filter(pk__in=to_come | latest | own_keys))
    # One's own match first of its night.
    lines.sort(key=lambda line: (line.date or today, own_key not in {line.home.key, line.away.key}))
    next_lines = [line for line in lines if line.outcome.match in to_come]
    latest_lines = [line for line in lines if line.outcome.match in latest]
    own_lines = [line for line in lines if line.outcome.match in own_keys]
    next_day = next((line.date for line in next_lines), None)
    last_day = max((line.date for line in latest_lines if line.date), default=None)
    glance = _glance(table)
    return page | {
        **glance,
        "own": own_team(own_table, own_key, own_lines) if own_table else None,
        "first_matches": () if glance["leader"] else first_matches(shown),
        "to_come": next_lines,
        "days_to_go": (next_day - today).days if next_day else None,
        "latest": latest_lines,
        "days_since": (today - last_day).days if last_day else None,
        "owed": owed,
        "weeks_off": _weeks_off(waiting, today),
        "match_of_the_week": _match_of_the_week(glance["lines"], next_lines) if glance["leader"] else None,
        "last_champions": () if season.is_finished else last_champions(shown),
    }


# --- Which matches ----------------------------------------------------------------------------
def _waited_for(table: DivisionTable) -> list[MatchOutcome]:
    """Return the matches that somebody waits for: none that count, were declared void, or whose team left."""
    counted = {outcome.match for outcome in table.counted}
    waiting = {outcome.match for outcome in table.season.to_come}
    return [
        outcome
        for outcome in table.outcomes
        if outcome.match not in counted
        and not void_of(outcome)
        and (outcome.is_play_off or outcome.match in waiting)
    ]


def _nights(
    table: DivisionTable, waiting: Sequence[MatchOutcome], today: datetime.date
) -> tuple[set[int], set[int], list[tuple[datetime.date, int]]]:
    """Return the matches of the next night and the rest of its week, those of the latest night with a result
    and of its week before it, and the nights after that of which nothing is in, each with how many it had.
    """
    ahead = {outcome.match: outcome.date for outcome in waiting if outcome.date and outcome.date >= today}
    first = min(ahead.values(), default=today)
    sunday = first + datetime.timedelta(days=SUNDAY - first.weekday())
    # All that should be in by now, and what is in from today already.
    open_keys = {outcome.match for outcome in waiting}
    over = [
        (outcome.date, outcome.match)
        for outcome in table.outcomes
        if outcome.date
        and (outcome.date < today or (outcome.date == today and outcome.match not in open_keys))
    ]
    last = max((date for date, match in over if match not in open_keys), default=datetime.date.min)
    monday = last - datetime.timedelta(days=last.weekday())
    return (
        {match for match, date in ahead.items() if date <= sunday},
        {match for date, match in over if monday <= date <= last},
        sorted(Counter(date for date, _ in over if date > last).items()),
    )


def _weeks_off(waiting: Iterable[MatchOutcome], today: datetime.date) -> dict[str, datetime.date] | None:
    """Return the nights off that begin within five weeks, a week apart, and the one after them; or None."""
    nights = sorted({outcome.date for outcome in waiting if outcome.date and outcome.date >= today})
    return next(
        (
            {"first": last + WEEK, "last": back - WEEK, "back": back}
            for last, back in itertools.pairwise(nights)
            if back - last >= 2 * WEEK and last - today <= 4 * WEEK
        ),
        None,
    )


def _match_of_the_week(lines: Iterable[StandingsLine], to_come: Sequence[MatchLine]) -> dict[str, Any] | None:
    """Return the match of the next night between the highest placed teams, and their places; None where
    there is no choice.
    """
    places = {line.team.key: line.row.place for line in lines if not line.record.is_withdrawn}
    matches: list[dict[str, Any]] = [
        {"match": line, "places": (places[line.home.key], places[line.away.key])}
        for line in to_come
        if line.date == to_come[0].date and {line.home.key, line.away.key} <= places.keys()
    ]
    highest = min(matches, key=lambda each: (sum(each["places"]), min(each["places"])), default=None)
    return highest if len(matches) > 1 else None


# --- How the teams stand ----------------------------------------------------------------------
def _glance(table: DivisionTable) -> dict[str, Any]:
    """Return a division's table, small, by how many places each team moved since the week before, and what
    is said below it.

    `is_level` is whether all have played the same number of matches, so that it need not be said of each;
    `unbeaten` have played enough for a whole form, and lost nothing; `longest_run` is of the most matches
    won in a row up to the latest, 0 if that is no run yet.
    """
    lines = standings_lines(table)
    records = [line.record for line in lines]
    longest = max((record.wins_running for record in records), default=0)
    return {
        "table": table,
        "lines": lines,
        "rows": [(line, table.moves.get(line.team.key, 0)) for line in lines],
        "has_moved": table.night_before is not None,
        "is_level": len({record.played for record in records if not record.is_withdrawn}) == 1,
        "unbeaten": [each.name for each in records if len(each.form) == FORM_LENGTH and not each.lost],
        "longest_run": longest if longest >= LEAST_RUN else 0,
        "running": [record.name for record in records if record.wins_running == longest],
        "going_up": sum(line.fate is Fate.UP for line in lines),
        "going_down": sum(line.fate is Fate.DOWN for line in lines),
        "leader": _leader(lines) if any(record.played for record in records) else None,
    }


def _leader(lines: Sequence[StandingsLine]) -> dict[str, Any]:
    """Return who stands at the top, all that share it, the next team below, and what lies between the two:
    halves of match points, the criterion, and how many matches fewer the leader has played.
    """
    line = lines[0]
    rival = next((other for other in lines if other.row.place != line.row.place), None)
    return {
        "line": line,
        "level": [other.team for other in lines if other.row.place == line.row.place],
        "rival": rival,
        "step": rival.row.above.decided_by if rival and rival.row.above else None,
        "gap": abs(line.record.match_points - rival.record.match_points) if rival else 0,
        "in_hand": max(rival.record.played - line.record.played, 0) if rival else 0,
    }
