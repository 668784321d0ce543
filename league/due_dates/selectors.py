"""The dates of a season: stored or proposed, what is done, and what is due soon."""

import datetime
import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, Max, Min, OuterRef

from league.due_dates.proposals import SeasonDays, proposed_day
from league.models import Cup, CupDraw, DueDate, League, Match, Season
from league.people.names import KeptBack
from league.scheduling.planner.calendar import DAY
from league.scheduling.selectors.calendars import CalendarEntry, CalendarFeed
from league.scheduling.selectors.season_calendar import season_weeks
from league.shared.text import plural

Kind = DueDate.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedTask:
    """A date of a season, as it is stored, or as it is proposed while `row` is None.

    `known` is True where the league itself knows that it is done.
    """

    kind: str
    title: str
    date: datetime.date | None
    row: DueDate | None = None
    known: bool = False

    @property
    def key(self) -> str:
        """How a form names it."""
        return self.row.public_id if self.row else self.kind

    @property
    def is_done(self) -> bool:
        """Whether nobody needs to be reminded any more."""
        return self.known or bool(self.row and self.row.done_at)

    def words(self, today: datetime.date) -> str:
        """Return how near it is: in 9 days, today, 2 days ago."""
        if self.date is None:
            return ""
        days = (self.date - today).days
        if days == 0:
            return "today"
        return f"in {plural(days, 'day')}" if days > 0 else f"{plural(-days, 'day')} ago"


def dates_of(season: Season, today: datetime.date) -> list[DatedTask]:
    """Return the dates of a season by day: those stored, then proposals for the kinds not stored.

    Four queries; two more for last season's.
    """
    rows = list(DueDate.objects.filter(season=season))
    days = _days(season)
    known = known_kinds(days, season, today)
    stored = [
        DatedTask(kind=row.kind, title=row.title, date=row.date, row=row, known=row.kind in known)
        for row in rows
    ]
    missing = [kind for kind in Kind if kind != Kind.OTHER and kind not in {row.kind for row in rows}]
    before = _season_before(season) if missing else None
    days_before = _days(before, with_stored=True) if before else None
    proposals = [
        DatedTask(
            kind=kind, title=kind.label, date=proposed_day(kind, days, days_before), known=kind in known
        )
        for kind in missing
    ]
    return sorted([*stored, *proposals], key=lambda row: (row.date is None, row.date or today))


def known_kinds(days: SeasonDays, season: Season, today: datetime.date) -> set[str]:
    """Return the kinds that the league itself knows to be done. One query."""
    done = set()
    if Kind.FIRST_NIGHT in days.known:
        done.add(Kind.FIXTURES.value)
        if days.known[Kind.FIRST_NIGHT] < today:
            done |= {Kind.FIRST_NIGHT.value, Kind.TEAMS.value}
    if Kind.FINALS in days.known and days.known[Kind.FINALS] < today:
        done.add(Kind.FINALS.value)
    cups = Cup.objects.filter(season=season, kind=Cup.Kind.KNOCK_OUT, plate_of=None)
    drawn = [*cups.values_list(Exists(CupDraw.objects.filter(cup=OuterRef("pk"))), flat=True)]
    if drawn and all(drawn):
        done.add(Kind.CUPS.value)
    return done


def _days(season: Season, *, with_stored: bool = False) -> SeasonDays:
    """Return what is known of a season's days. Two queries, three with its stored dates."""
    first = Match.objects.filter(division__season=season).aggregate(first=Min("date"))["first"]
    finals = Cup.objects.filter(season=season).aggregate(last=Max("finals_on"))["last"]
    known: dict[str, datetime.date] = {}
    if with_stored:
        stored = DueDate.objects.filter(season=season).exclude(kind=Kind.OTHER)
        known |= dict(stored.values_list("kind", "date"))
    known |= {Kind.FIRST_NIGHT.value: first} if first else {}
    known |= {Kind.FINALS.value: finals} if finals else {}
    return SeasonDays(first=season.starts_on, last=season.ends_on, known=known)


def _season_before(season: Season) -> Season | None:
    seasons = Season.objects.filter(league=season.league_id, starts_on__lt=season.starts_on)
    return seasons.order_by("-starts_on", "-pk").first()


def due_soon(league: League, today: datetime.date) -> list[DatedTask]:
    """Return the stored dates of open seasons that are near or past and not done, by day.

    One query, and three for each season with such a date.
    """
    rows = DueDate.objects.filter(season__league=league, season__is_finished=False, done_at=None)
    near = [row for row in rows.select_related("season") if row.date - row.days_before * DAY <= today]
    seasons: Mapping[int, Season] = {row.season_id: row.season for row in near}
    known = {key: known_kinds(_days(season), season, today) for key, season in seasons.items()}
    return [
        DatedTask(kind=row.kind, title=row.title, date=row.date, row=row)
        for row in sorted(near, key=lambda row: row.date)
        if row.kind not in known[row.season_id]
    ]


def leagues_with_dates(today: datetime.date) -> list[League]:
    """Return the leagues that may have a date to be reminded of. One query."""
    open_dates = DueDate.objects.filter(
        season__league=OuterRef("pk"), season__is_finished=False, done_at=None, date__gte=today - DAY
    )
    return list(League.objects.filter(Exists(open_dates)).order_by("pk"))


def calendar_of_dates(season: Season, today: datetime.date) -> CalendarFeed:
    """Return a season's dates, its weeks off and its cup nights as a calendar.

    One query and those of `season_weeks`; one more if names have to be hidden.
    """
    hide = KeptBack.of(season.league).hide
    weeks = season_weeks(season, today=today).weeks
    days = [
        *(
            (f"due-{row.public_id}", hide(row.title), row.date)
            for row in DueDate.objects.filter(season=season)
        ),
        *((f"week-{season.pk}-{week.monday}", week.words, week.monday) for week in weeks if week.off),
        *(
            (f"cup-{cup.cup.public_id}-{cup.date}", cup.words, cup.date)
            for week in weeks
            for night in week.nights
            for cup in night.cups
        ),
    ]
    return CalendarFeed(
        name=f"Season {season.name} ({season.league.name})",
        revision=season.league.revision,
        zone=zoneinfo.ZoneInfo(season.league.time_zone),
        entries=tuple(
            CalendarEntry(
                uid=uid,
                page="public-calendar",
                key=season.slug,
                title=title,
                remarks=f"Season {season.name}.",
                place="",
                starts=date,
                is_off=False,
            )
            for uid, title, date in days
        ),
    )
