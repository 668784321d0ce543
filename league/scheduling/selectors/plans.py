"""A season as a task to plan; the plans that wait for a search; and the state of a search."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import F, Q, QuerySet

from league.competition.selectors import divisions_of
from league.matches.selectors import lapsed_since_leaving
from league.models import Enrolment, FixturePlan, League, Match, Pub, RecordChange, Ruling, Scorecard, Season
from league.results.selectors.reports import WAITS
from league.scheduling.planner.calendar import DAY, UnreadableRequests
from league.scheduling.planner.task import Meeting, Plan, PlannedDivision, PlannedTeam, Task, Venue
from league.scheduling.requests.fields import RequestsFile
from league.scheduling.requests.file import parse_requests
from league.scheduling.requests.resolving import LeagueFacts, task_of
from league.scheduling.selectors.free_nights import usual_weekday
from league.shared.grouping import grouped
from league.shared.text import folded
from league.standings.selectors.standings import DivisionTable, tables_of

LISTS = {"is_play_off": False}
"""Which matches a season's list has: play-offs come after it."""


def league_facts(season: Season) -> LeagueFacts:
    """Return teams, pubs, divisions and the present list, by their slugs.

    Six queries, or seven where a team has left or the season is new.
    """
    gone = withdrawn_teams(season)
    enrolments = _playing(season, gone)
    teams = {enrolment.team_id: enrolment.team for enrolment in enrolments}
    tables = season.rule_book.tables
    of_division = grouped((enrolment.division_id, enrolment.team.slug) for enrolment in enrolments)
    pubs = {team.pub.slug: team.pub for team in teams.values()}
    fixtures = standing_list(season)
    lending = {meeting.venue for meeting in fixtures.meetings if meeting.venue} if fixtures else set()
    others = {pub.slug: pub for pub in Pub.objects.filter(league=season.league_id) if pub.slug not in pubs}
    pubs |= {slug: others.pop(slug) for slug in sorted(lending & others.keys())}
    return LeagueFacts(
        teams=tuple(
            PlannedTeam(key=team.slug, name=team.name, venue=team.pub.slug, town=_town(team.pub))
            for team in teams.values()
        ),
        venues=tuple(_venue(pub, tables, season) for pub in pubs.values()),
        divisions=tuple(
            PlannedDivision(
                key=division.slug, name=division.name, teams=tuple(of_division[division.pk]), nights=()
            )
            for division in divisions_of(season)
            if of_division[division.pk]
        ),
        first=season.starts_on,
        last=season.ends_on,
        night=_night_of_the_week(season),
        plan=fixtures,
        left=frozenset(enrolment.team.slug for enrolment in enrolments if enrolment.team_id in gone),
        other_pubs=tuple(_venue(pub, tables, season) for pub in others.values()),
    )


def standing_list(season: Season) -> Plan | None:
    """Return the present list, published or played; None if there is none.

    A match without a date counts on its first. Matches that nobody has to play since a team left are left
    out. One query.
    """
    matches = Match.objects.filter(division__season=season, **LISTS).exclude(lapsed_since_leaving())
    rows = matches.values_list(
        "date",
        "postponed_from",
        "division__slug",
        "week",
        "home__slug",
        "away__slug",
        "venue__slug",
        "home__pub__slug",
    )
    meetings = tuple(
        Meeting(
            date=day,
            division=division,
            round=week,
            home=home,
            away=away,
            venue=venue if date and venue and venue != own else "",
        )
        for date, first, division, week, home, away, venue, own in rows
        if (day := date or first)
    )
    return Plan(meetings=meetings) if meetings else None


def played_among(keys: Iterable[int]) -> set[int]:
    """Return which of these keys are of matches played, signed or given without play. Two queries."""
    keys = list(keys)
    cards = Scorecard.objects.filter(Q(is_confirmed=True) | WAITS, match__in=keys)
    ruling_query_set = Ruling.objects.of_whole_matches().filter(match__in=keys)
    return {*cards.values_list("match", flat=True), *ruling_query_set.values_list("match", flat=True)}


def task_of_season(season: Season, requests_text: str, published: Plan | None = None) -> Task:
    """Return the task of a season and the text of a requests file.

    A team that has left meets nobody more often than the present list has it, or, to judge a list that was
    `published` before it left, than that list has it.

    Raises UnreadableRequests with every fault of the text.
    """
    file, league = parse_requests(requests_text), league_facts(season)
    if published is None:
        return task_of(file, league)
    task = task_of(file, replace(league, plan=published))
    return replace(task, standing=league.plan) if task.standing else task


def plan_of_address(league: League, public_id: str, *left_out: str) -> FixturePlan | None:
    """Return a plan of the league by its id, with its season, without some fields, or None. One query."""
    plans = FixturePlan.objects.filter(season__league=league, public_id=public_id).defer(*left_out)
    plan = plans.select_related("season__rule_book", "season__copied_from").first()
    if plan:  # its league not as it stands now: one that is being deleted has an address no more
        plan.season.league = league
    return plan


def plan_in_force(season: Season | int, *, published_only: bool = False) -> FixturePlan | None:
    """Return the plan that was published last, or else the latest, without its list. One query."""
    plans = FixturePlan.objects.filter(season=season).select_related("season").defer("best", "resume")
    if published_only:
        plans = plans.filter(published_at__isnull=False)
    return plans.order_by(F("published_at").desc(nulls_last=True), "-made_at", "-pk").first()


def requests_of_plan(plan: FixturePlan | None) -> RequestsFile:
    """Return the requests of a plan; none without a plan, or where they cannot be read."""
    try:
        return parse_requests(plan.wishes if plan else "")
    except UnreadableRequests:
        return RequestsFile()


def season_to_plan(league: League) -> Season | None:
    """Return the latest season that is not finished."""
    seasons = Season.objects.filter(league=league, is_finished=False).order_by("-starts_on", "-id")
    return seasons.select_related("league", "rule_book", "copied_from").first()


def withdrawn_teams(season: Season) -> set[int]:
    """Return the keys of the teams that have left. One query."""
    return set(Ruling.objects.withdrawals().filter(division__season=season).values_list("team_id", flat=True))


def _playing(season: Season, left: set[int]) -> list[Enrolment]:
    """Return the enrolments that are to be in the list.

    A team that left before it had a match is left out; later its matches stay.
    """
    enrolments = (
        Enrolment.objects.filter(season=season).select_related("team__pub").order_by("team__name", "id")
    )
    if left:
        left = left - set(_teams_in_the_list(season))
    return [enrolment for enrolment in enrolments if enrolment.team_id not in left]


def _teams_in_the_list(season: Season) -> Iterable[int]:
    for pair in Match.objects.filter(division__season=season, **LISTS).values_list("home_id", "away_id"):
        yield from pair


def _venue(pub: Pub, tables: int, season: Season) -> Venue:
    """Return a pub for planning. It can take at least one match, however few tables it has."""
    closed: frozenset[datetime.date] = frozenset()
    if pub.closed_on:
        first = max(pub.closed_on, season.starts_on)
        closed = frozenset(first + number * DAY for number in range((season.ends_on - first).days + 1))
    return Venue(key=pub.slug, name=pub.name, capacity=max(1, pub.tables // tables), closed=closed)


def _town(pub: Pub) -> str:
    """Return the last part of a pub's address; empty where it has one part or none."""
    _, comma, town = pub.address.rpartition(",")
    return folded(town).strip() if comma else ""


def last_places(season: Season) -> dict[str, int]:
    """Return the place of each team, by slug, in the season before, counted through its divisions from the
    top. Five queries at most.
    """
    earlier = Season.objects.filter(league=season.league_id, starts_on__lt=season.starts_on)
    before = season.copied_from or earlier.order_by("-starts_on").first()
    if before is None:
        return {}
    slugs = [slug for table in tables_of(divisions_of(before)) for slug in slugs_by_place(table)]
    return {slug: place for place, slug in enumerate(slugs, 1)}


def slugs_by_place(table: DivisionTable) -> list[str]:
    """Return the teams of a table, the first first."""
    return [table.entrants[row.record.team].slug for row in table.rows]


def with_last_places(task: Task, season: Season) -> Task:
    """Return the task with the place of each team in the season before. Five queries at most."""
    places = last_places(season)
    return replace(task, teams=tuple(replace(team, last_place=places.get(team.key)) for team in task.teams))


def _night_of_the_week(season: Season) -> int:
    """Return the season's own weekday, its usual one, that of the season before, or that of its first day."""
    if season.night:
        return season.night
    before = season.copied_from
    return (
        usual_weekday(season) or (usual_weekday(before) if before else None) or season.starts_on.isoweekday()
    )


State = FixturePlan.State

# No step of the search takes as long, on a slow machine with a county's league.
SILENCE = datetime.timedelta(minutes=3)


def silent_before(now: datetime.datetime) -> datetime.datetime:
    """Return the moment before which a search last heard of has died."""
    return now - SILENCE


def searches_due(now: datetime.datetime, most: int) -> list[int]:
    """Return the plans to be searched, one a league, those that waited longest first. Two queries.

    No more than `most` are searched at the same time: each takes a whole core.
    """
    due = Q(state=State.WAITING) | Q(state=State.SEARCHING, alive_at__lt=silent_before(now))
    busy = FixturePlan.objects.filter(state=State.SEARCHING, alive_at__gte=silent_before(now))
    waiting = FixturePlan.objects.filter(due).exclude(season__league__in=busy.values("season__league"))
    first: dict[int, int] = {}
    for league, plan in waiting.order_by("made_at", "pk").values_list("season__league", "pk"):
        first.setdefault(league, plan)
    return list(first.values())[: max(most - busy.count(), 0)]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStatus:
    """The state of a search. `seconds` of its time have passed; its present step may take longer.

    `waits_for` is the plan of the league that is searched before it.
    """

    plan: FixturePlan
    seconds: float
    waits_for: FixturePlan | None = None
    is_silent: bool = False

    @property
    def is_over_time(self) -> bool:
        """Whether its time has passed and only the present step is to finish."""
        return self.plan.is_at_work and self.seconds >= self.plan.seconds


def search_status(plan: FixturePlan, now: datetime.datetime) -> SearchStatus:
    """Return the state of the search for a plan. One query if it waits for its turn, else none."""
    spent = float(plan.progress.get("spent", 0))
    silence = now - plan.alive_at if plan.alive_at else datetime.timedelta()
    is_running = plan.state == State.SEARCHING
    if is_running and silence < SILENCE:
        spent += max(silence.total_seconds(), 0)
    return SearchStatus(
        plan=plan,
        seconds=min(spent, plan.seconds),
        waits_for=_searched_before(plan) if plan.state == State.WAITING else None,
        is_silent=is_running and silence >= SILENCE,
    )


def _searched_before(plan: FixturePlan) -> FixturePlan | None:
    others = FixturePlan.objects.filter(season__league=plan.season.league_id, state=State.SEARCHING)
    return others.exclude(pk=plan.pk).defer("best", "resume", "wishes").first()


def publications_of(season: int) -> QuerySet[RecordChange]:
    """Return every publication of a season, the latest first."""
    published = {"kind": RecordChange.Kind.SEASON, "action": RecordChange.Action.PUBLISHED}
    return RecordChange.objects.filter(object_id=season, **published).order_by("-pk")


def publication_of(plan: FixturePlan) -> RecordChange | None:
    """Return the noted publication of a plan that is published, so that it can be undone. One query."""
    changes = publications_of(plan.season_id).filter(undone_at=None)
    latest = changes.defer("effects").select_related("made_by").first()
    is_of_plan = (
        plan.state == FixturePlan.State.PUBLISHED and latest and latest.after["plan"] == plan.public_id
    )
    return latest if is_of_plan else None
