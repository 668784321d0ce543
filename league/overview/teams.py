"""A team's page: its place, its form, all its matches, its squad, and its captain as far as they agreed."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import Q

from league.competition.selectors import current_season, seasons_beside, seasons_of
from league.honours.selectors import honours_of_team
from league.matches.hung_jacks import counts_hung_jacks, hung_jacks
from league.models import Enrolment, League, Match, Season, Team
from league.overview.squads import squad_of
from league.overview.team_rows import team_rows
from league.overview.your_pub import places_through
from league.people.selectors import READERS, captain_in
from league.standings.selectors.lines import standings_lines
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.standings import DivisionTable, division_table
from league.standings.selectors.team_matches import team_record


def team_page(
    league: League,
    team_slug: str,
    *,
    season_slug: str,
    today: datetime.date,
    to_secretary: bool,
    readers: Enrolment.ContactFor = Enrolment.ContactFor.EVERYBODY,
) -> dict[str, Any] | None:
    """Return the page of the team of that address, in the season of that slug or the current one.

    None if there is no such team or season. `division` and `place` are None if it does not play in the
    season; `hung` are its hung jacks, None where the season's game does not count them apart. `readers` are
    whom its captain must have agreed to be known to: `captain` is None for the others, and `captain_for` is
    who may, empty if nobody is known. `most_points` are the most half points that were given to both sides
    together: the length of a bar.

    Fourteen queries, however much it has played; three more where it has entered a cup, one more where hung
    jacks count, and six for the secretary where the season counts playing up or helping out.
    """
    team = Team.objects.filter(league=league, slug=team_slug).select_related("pub").first()
    if team is None:
        return None
    played_in = dict(team.enrolments.values_list("season", "pk"))
    every_season = seasons_of(league)
    seasons = tuple(season for season in every_season if season.pk in played_in)
    season = _requested_season(seasons, every_season, season_slug, today)
    if season_slug and (season is None or season.slug != season_slug):
        return None
    # With its rule book, and of this season alone: a team may have played for decades.
    enrolments = Enrolment.objects.select_related("division__season__rule_book")
    enrolment = enrolments.filter(pk=played_in[season.pk]).first() if season else None
    division = enrolment.division if enrolment else None
    hung = hung_jacks(division.season, team) if division and counts_hung_jacks(division.season) else None
    matches = Match.objects.filter(Q(home=team) | Q(away=team), division=division)
    rows = team_rows(team, division.season, match_lines(matches), today) if division else []
    captain = captain_in(enrolment) if enrolment and enrolment.captain_name else None
    place = _place(division_table(division, league=league), team, rows) if division else None
    squad = squad_of(team, division.season if division else season, hung, to_secretary) if season else []
    return {
        "team": team,
        "season": season,
        "seasons": seasons_beside(seasons, season),
        "division": division,
        "place": place,
        "matches": rows,
        "next_match": next((row for row in rows if row["is_next"]), None),
        "has_to_come": not all(row["is_over"] for row in rows),
        "most_points": max((sum(row["points"]) for row in rows if row["match"] and row["points"]), default=0),
        "is_begun": any(row["points"] for row in rows) or any(one["tally"].played for one in squad),
        "squad": squad,
        # Whether players win games, several at a table, rather than tables.
        "counts_games": bool(division and division.season.rule_book.match_format().games_at(0) > 1),
        "hung": hung.of_team(team.pk) if hung else None,
        "captain": captain if enrolment and enrolment.contact_for in READERS[readers] else None,
        "captain_for": enrolment.contact_for if enrolment and captain else "",
        "honours": honours_of_team(team),
        "today": today,
    }


def _requested_season(
    own: tuple[Season, ...], every: tuple[Season, ...], slug: str, today: datetime.date
) -> Season | None:
    """Return the season asked for; else the league's current one if the team plays in it; else its own
    latest.
    """
    if slug:
        return next((season for season in own if season.slug == slug), None)
    current = current_season(every, today)
    return current if current in own else next(iter(own), None)


def _place(table: DivisionTable, team: Team, rows: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """Return where a team stands in its division, what stands behind its place, and its way there: every
    team's place after each week.
    """
    line = next((line for line in standings_lines(table) if line.team.key == team.pk), None)
    if line is None:
        return None
    matches = [row["match"] for row in rows if row["match"]]
    records = {
        "all": line.record,
        "home": team_record((match for match in matches if match.is_home), team.pk, team.name),
        "away": team_record((match for match in matches if not match.is_home), team.pk, team.name),
    }
    return {
        "line": line,
        "teams": len(table.rows),
        "records": records,
        "has_tables": bool(line.record.tables_won or line.record.tables_lost),
        "weeks": tuple(table.nights),
        "positions": places_through(table),
    }
