"""A draft's list for other programs before it is published: rows, a calendar, paper."""

import datetime
import zoneinfo
from collections.abc import Iterator

from league.competition.selectors import divisions_of
from league.models import Division, Enrolment, FixturePlan, Pub, Season, Team
from league.scheduling.planner.task import Plan
from league.scheduling.selectors.calendars import CalendarEntry, CalendarFeed
from league.scheduling.selectors.fixtures import Fixture, FixtureList, TeamOnPaper, team_on_paper
from league.scheduling.selectors.plan_page import PlanPage

Line = tuple[datetime.date, str, str, str, str, str, int]


def lines_of_plan(page: PlanPage) -> Iterator[Line]:
    """Yield date, home, away, division, time (not known yet), pub and week of each match.

    These are the columns of a list of fixtures, which can be imported again. Three queries at most.
    """
    teams, lent = _teams(page.plan.season), _lent(page)
    divisions = {division.slug: division.name for division in divisions_of(page.plan.season)}
    for meeting in page.fixtures.meetings:
        home, away = teams[meeting.home], teams[meeting.away]
        yield (
            meeting.date,
            home.name,
            away.name,
            divisions[meeting.division],
            "",
            lent.get(meeting.venue, home.pub).name,
            meeting.round,
        )


def calendar_of_plan(page: PlanPage) -> CalendarFeed:
    """Return the list as a calendar, whole days: a draft has no hour. The same match keeps its entry when the
    draft changes. Two queries at most."""
    teams, lent = _teams(page.plan.season), _lent(page)
    times: dict[tuple[str, str], int] = {}
    entries = []
    for meeting in page.fixtures.meetings:
        home, away = teams[meeting.home], teams[meeting.away]
        times[meeting.home, meeting.away] = times.get((meeting.home, meeting.away), 0) + 1
        pub = lent.get(meeting.venue, home.pub)
        number = times[meeting.home, meeting.away]
        entries.append(
            CalendarEntry(
                uid=f"{page.plan.public_id}-{meeting.home}-{meeting.away}-{number}",
                page="fixture-plan-list",
                key=page.plan.public_id,
                title=f"{home.name} v {away.name}",
                remarks=f"Draft “{page.plan.name}”, week {meeting.round}. Not published.",
                place=", ".join(part for part in (pub.name, pub.address, pub.postcode) if part),
                starts=meeting.date,
                is_off=False,
            )
        )
    return CalendarFeed(
        name=f"{page.plan.name} (draft)",
        revision=page.plan.revision,
        zone=zoneinfo.ZoneInfo(page.plan.season.league.time_zone),
        entries=tuple(entries),
    )


def papers_of_plan(page: PlanPage) -> list[FixtureList]:
    """Return the noticeboard's list of each division, marked as a draft. Three queries at most."""
    season, lent = page.plan.season, _lent(page)
    teams = {slug: team_on_paper(team) for slug, team in _teams(season).items()}
    return [
        _paper(page.plan, division, page.fixtures, teams, lent)
        for division in divisions_of(season)
        if page.fixtures.of_division(division.slug)
    ]


def _teams(season: Season) -> dict[str, Team]:
    enrolled = Enrolment.objects.filter(season=season).select_related("team__pub")
    return {enrolment.team.slug: enrolment.team for enrolment in enrolled}


def _lent(page: PlanPage) -> dict[str, Pub]:
    """Return the pubs that lend their rooms, by the words of their addresses."""
    lending = {meeting.venue for meeting in page.fixtures.meetings if meeting.venue}
    if not lending:
        return {}
    return {pub.slug: pub for pub in Pub.objects.filter(league=page.plan.season.league, slug__in=lending)}


def _paper(
    plan: FixturePlan,
    division: Division,
    fixtures: Plan,
    teams: dict[str, TeamOnPaper],
    lent: dict[str, Pub],
) -> FixtureList:
    season, own = division.season, fixtures.of_division(division.slug)
    playing = {team for meeting in own for team in (meeting.home, meeting.away)}
    return FixtureList(
        league=plan.season.league.name,
        season=f"{season.name}: a draft, not published",
        division=division.name,
        division_slug=division.slug,
        season_slug=f"{season.slug}-draft",
        target=season.rule_book.target,
        fixtures=tuple(
            Fixture(
                week=meeting.round,
                date=meeting.date,
                moved_from=None,
                starts_at=None,
                home=teams[meeting.home],
                away=teams[meeting.away],
                ground=teams[meeting.home].ground,
                elsewhere=lent[meeting.venue].name if meeting.venue in lent else "",
            )
            for meeting in own
        ),
        teams=tuple(sorted((teams[team] for team in playing), key=lambda paper: paper.short.casefold())),
        names=tuple((paper.slug, paper.short) for paper in teams.values()),
    )
