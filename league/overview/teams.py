"""A team's page: its place, its form, all its matches, its squad, and its captain as far as they agreed."""

import datetime
from dataclasses import dataclass

from django.db.models import Q

from league.competition.selectors import current_season, seasons_beside, seasons_of
from league.honours.selectors import honours_of_team
from league.matches.hung_jacks import HungJacks, counts_hung_jacks, hung_jacks
from league.models import Division, Enrolment, Honour, League, Match, Season, Team
from league.overview.squads import SquadLine, squad_of
from league.overview.team_rows import TeamRow, team_rows
from league.people.selectors import READERS, CaptainContact, captain_in
from league.standings.records import TeamRecord
from league.standings.rows import positions
from league.standings.selectors.lines import StandingsLine, standings_lines
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.standings import DivisionTable, division_table
from league.standings.selectors.team_matches import team_record


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecords:
    """What stands behind a team's place: all its matches, and those at home and away."""

    all: TeamRecord
    home: TeamRecord
    away: TeamRecord

    @property
    def has_tables(self) -> bool:
        return self.all.tables_won is not None and self.all.tables_won + (self.all.tables_lost or 0) > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamInDivision:
    """Where a team stands in its division, and its way there: every team's place after each week."""

    line: StandingsLine
    teams: int
    records: TeamRecords
    weeks: tuple[int, ...]
    positions: dict[int, tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPage:
    """A team in one season. `division` and `place` are None if it does not play in it.

    `hung` are its hung jacks, None where the season's game does not count them apart. `captain` is None for
    a reader who may not know them; `captain_for` is who may, empty if nobody is known.
    """

    team: Team
    season: Season | None
    seasons: tuple[Season, ...]
    division: Division | None
    place: TeamInDivision | None
    matches: tuple[TeamRow, ...]
    squad: tuple[SquadLine, ...]
    hung: HungJacks | None
    captain: CaptainContact | None
    captain_for: str
    honours: tuple[Honour, ...]
    today: datetime.date

    @property
    def seasons_listed(self) -> tuple[Season, ...]:
        """Return its seasons either side of the one shown; their pages lead to those further away."""
        return seasons_beside(self.seasons, self.season)

    @property
    def is_begun(self) -> bool:
        """Whether anything it or its players have done this season is known."""
        return any(row.points for row in self.matches) or any(one.tally.played for one in self.squad)

    @property
    def next_match(self) -> TeamRow | None:
        """The next match that has its date."""
        return next((row for row in self.matches if row.is_next), None)

    @property
    def counts_games(self) -> bool:
        """Whether players win games, several at a table, rather than tables."""
        return bool(self.division and self.division.season.rule_book.match_format().games_at(0) > 1)

    @property
    def has_to_come(self) -> bool:
        return not all(row.is_over for row in self.matches)

    @property
    def most_points(self) -> int:
        """The most half points that were given to both sides together: the length of a bar."""
        return max((sum(row.points) for row in self.matches if row.match and row.points), default=0)


def team_page(
    league: League,
    team_slug: str,
    *,
    season_slug: str,
    today: datetime.date,
    to_secretary: bool,
    readers: Enrolment.ContactFor = Enrolment.ContactFor.EVERYBODY,
) -> TeamPage | None:
    """Return the page of the team of that address, in the season of that slug or the current one.

    None if there is no such team or season. `readers` are whom its captain must have agreed to be known to.
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
    rows = team_rows(team, division.season, match_lines(matches), today) if division else ()
    captain = captain_in(enrolment) if enrolment and enrolment.captain_name else None
    return TeamPage(
        team=team,
        season=season,
        seasons=seasons,
        division=division,
        place=_place(division_table(division, league=league), team, rows) if division else None,
        matches=rows,
        squad=squad_of(team, division.season if division else season, hung, to_secretary) if season else (),
        hung=hung.of_team(team.pk) if hung else None,
        captain=captain if enrolment and enrolment.contact_for in READERS[readers] else None,
        captain_for=enrolment.contact_for if enrolment and captain else "",
        honours=honours_of_team(team),
        today=today,
    )


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


def _place(table: DivisionTable, team: Team, rows: tuple[TeamRow, ...]) -> TeamInDivision | None:
    line = next((line for line in standings_lines(table) if line.team.key == team.pk), None)
    if line is None:
        return None
    matches = [row.match for row in rows if row.match]
    records = TeamRecords(
        all=line.record,
        home=team_record((match for match in matches if match.is_home), team.pk, team.name),
        away=team_record((match for match in matches if not match.is_home), team.pk, team.name),
    )
    return TeamInDivision(
        line=line,
        teams=len(table.rows),
        records=records,
        weeks=tuple(table.nights),
        positions=positions(table.outcomes, table.rulings, table.names, table.scheme, table.nights.values()),
    )
