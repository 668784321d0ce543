"""The fixtures of a division or a team as they stand on paper: plain values."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Q, QuerySet, Sum

from league.competition.selectors import divisions_of, season_of_fixtures, seasons_of
from league.models import Division, Enrolment, League, Match, Season, Team
from league.shared.grouping import grouped
from league.standings.records import TeamMatchResult
from league.standings.selectors.match_lists import match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamOnPaper:
    """A team: its whole name, the short one for crowded lists, its pub and where that is.

    `closed_on` is set where the pub has closed, or will, and the team has no other yet.
    """

    name: str
    short: str
    slug: str
    pub: str
    address: str
    closed_on: datetime.date | None = None

    @property
    def ground(self) -> str:
        """Where it is at home: "The Fleece, 3 Mill Row, Low Moorside, WF16 0ZZ"."""
        return ", ".join(part for part in (self.pub, self.address) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """A match in a list. `moved_from` is its first date, if it was moved; `date` None: no new one yet.

    `elsewhere` is the pub, where it is still to be played and not at the home team's. `shares` are
    what it gave home and away, once it counts; a void match will never count.
    """

    week: int
    date: datetime.date | None
    moved_from: datetime.date | None
    starts_at: datetime.time | None
    home: TeamOnPaper
    away: TeamOnPaper
    ground: str
    elsewhere: str = ""
    shares: tuple[TeamMatchResult, TeamMatchResult] | None = None
    is_void: bool = False

    @property
    def half_points(self) -> tuple[int, int] | None:
        """The points of home and away, in halves."""
        return (self.shares[0].shown_halves, self.shares[1].shown_halves) if self.shares else None

    @property
    def stood_on(self) -> datetime.date:
        """The date of the season's list."""
        return self.moved_from or self.date or datetime.date.max  # the database knows one of the first two


@dataclass(frozen=True, slots=True, kw_only=True)
class FixtureList:
    """The fixtures of a division, by week; `team` if only its own are listed.

    `number` is the list's (`list_number`); None for a list that is not the season's. `league_slug` is empty
    for a list that has no public page. `names` are the short names of all teams of the season, by slug.
    """

    league: str
    season: str
    division: str
    division_slug: str
    season_slug: str
    target: int | None
    fixtures: tuple[Fixture, ...]
    teams: tuple[TeamOnPaper, ...]
    team: TeamOnPaper | None = None
    number: int | None = None
    league_slug: str = ""
    names: tuple[tuple[str, str], ...] = ()


def fixtures_of_division(division: Division) -> FixtureList:
    """Return every match of the division. Four queries, whatever its size."""
    return _listed(division, Q())


def fixtures_of_team(league: League, slug: str, today: datetime.date) -> FixtureList | None:
    """Return the matches of a team in the season it plays, the next if that is over, or its last.

    None if there is no such team, or if it has never played.
    """
    enrolments = Enrolment.objects.filter(team__league=league, team__slug=slug)
    season = season_of_fixtures(seasons_of(league, Q(pk__in=enrolments.values("season"))), today)
    if season is None:
        return None
    division = ("division__season__league", "division__season__rule_book")
    enrolled = enrolments.select_related("team", *division).get(season=season)
    return _listed(enrolled.division, Q(home=enrolled.team) | Q(away=enrolled.team), enrolled.team)


@dataclass(frozen=True, slots=True, kw_only=True)
class PubFixtures:
    """The divisions in which a pub has teams, each with all its fixtures, and the slugs of those teams."""

    pub: str
    slug: str
    divisions: tuple[Division, ...]
    lists: tuple[FixtureList, ...]
    teams: tuple[str, ...]


def fixtures_of_pub(league: League, slug: str, today: datetime.date) -> PubFixtures | None:
    """Return the lists of the divisions a pub plays in, this season or the next if that is over.

    None if there is no such pub, or if it has no team in any season.
    """
    enrolments = Enrolment.objects.filter(team__league=league, team__pub__slug=slug)
    season = season_of_fixtures(seasons_of(league, Q(pk__in=enrolments.values("season"))), today)
    return _of_pubs(enrolments.filter(season=season))[0] if season else None


def fixtures_of_every_pub(season: Season) -> list[PubFixtures]:
    """Return the same for each pub of a season, by name. Each division is read once."""
    return _of_pubs(Enrolment.objects.filter(season=season))


def _of_pubs(enrolments: QuerySet[Enrolment]) -> list[PubFixtures]:
    read = enrolments.select_related("team__pub", "division__season__league", "division__season__rule_book")
    in_order = read.order_by("division__position", "team__name")
    by_pub = grouped((enrolment.team.pub, enrolment) for enrolment in in_order)
    divisions = dict.fromkeys(each.division for own in by_pub.values() for each in own)
    lists = {division: fixtures_of_division(division) for division in divisions}
    return [
        PubFixtures(
            pub=pub.name,
            slug=pub.slug,
            divisions=tuple(dict.fromkeys(each.division for each in own)),
            lists=tuple(lists[division] for division in dict.fromkeys(each.division for each in own)),
            teams=tuple(each.team.slug for each in own),
        )
        for pub, own in sorted(by_pub.items(), key=lambda item: (item[0].name.casefold(), item[0].slug))
    ]


def fixtures_of_every_team(season: Season) -> list[FixtureList]:
    """Return the matches of each team of a season, division by division. Four queries a division."""
    return [
        replace(
            whole,
            team=team,
            fixtures=tuple(fixture for fixture in whole.fixtures if team in (fixture.home, fixture.away)),
        )
        for whole in map(fixtures_of_division, divisions_of(season))
        for team in whole.teams
    ]


def _listed(division: Division, which: Q, team: Team | None = None) -> FixtureList:
    season = division.season
    everybody = {
        enrolment: team_on_paper(enrolment.team)
        for enrolment in Enrolment.objects.filter(season=season).select_related("team__pub")
    }
    teams = {paper.slug: paper for each, paper in everybody.items() if each.division_id == division.pk}
    return FixtureList(
        league=season.league.name,
        season=season.name,
        division=division.name,
        division_slug=division.slug,
        season_slug=season.slug,
        target=season.rule_book.target,
        fixtures=tuple(_fixtures(Match.objects.filter(which, division=division), teams)),
        teams=tuple(sorted(teams.values(), key=lambda paper: paper.short.casefold())),
        team=teams[team.slug] if team else None,
        number=list_number(division),
        league_slug=season.league.slug,
        names=tuple((paper.slug, paper.short) for paper in everybody.values()),
    )


def list_number(division: Division) -> int:
    """Return the number of a division's list: one more with every night, hour or pub that is changed in it.

    By it a sheet on the wall is seen to be an old one. One query.
    """
    return 1 + (Match.objects.filter(division=division).aggregate(Sum("sequence"))["sequence__sum"] or 0)


def _fixtures(matches: QuerySet[Match], teams: dict[str, TeamOnPaper]) -> Iterable[Fixture]:
    fixtures = (
        Fixture(
            week=line.outcome.week,
            date=line.date,
            moved_from=line.postponed_from if line.postponed_from != line.date else None,
            starts_at=line.starts_at,
            home=teams[line.home.slug],
            away=teams[line.away.slug],
            ground=teams[line.home.slug].ground if line.is_at_home else line.venue.name,
            elsewhere="" if line.is_at_home or line.is_over else line.venue.name,
            shares=(line.home_share, line.away_share) if line.home_share and line.away_share else None,
            is_void=line.void is not None,
        )
        for line in match_lines(matches)
    )
    return sorted(
        fixtures, key=lambda fixture: (fixture.stood_on, fixture.week, fixture.home.short.casefold())
    )


def team_on_paper(team: Team) -> TeamOnPaper:
    """Return a team as lists on paper show it."""
    pub = team.pub
    return TeamOnPaper(
        name=team.name,
        short=team.short_name or team.name,
        slug=team.slug,
        pub=pub.name,
        address=", ".join(part for part in (pub.address, pub.postcode) if part),
        closed_on=pub.closed_on,
    )
