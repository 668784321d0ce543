"""A season week by week: league matches, cup nights, weeks off, matches that moved alone, closed pubs."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.db.models import Exists, OuterRef, Q

from league.competition.selectors import divisions_of
from league.cups.selectors.dated_ties import dated_ties
from league.models import Cup, FixturePlan, Match, Pub, Ruling, Season
from league.people.names import KeptBack
from league.scheduling.planner.calendar import DAY, WEEK, FixturingError, Off, WeekOff, monday_of
from league.scheduling.planner.round_nights import most_usual
from league.scheduling.planner.task import parse_plan
from league.scheduling.requests.fields import RequestsFile
from league.scheduling.requests.file import parse_requests
from league.scheduling.selectors.plans import plan_in_force
from league.shared.grouping import grouped
from league.shared.text import listed, uncapitalised

SPARE = "Week kept for postponed matches"
NO_MATCHES = "No league matches"
CUP_WEEK = "Cup week"
OFF_WORDS = {WeekOff.BLANK: NO_MATCHES, WeekOff.CUP: CUP_WEEK, WeekOff.RESERVE: SPARE}
MOST_WEEKS = 80
"""Beyond these a date was mistyped, and the page would never end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CupNight:
    """A round of a cup, its final, or a pairs night, in words. `is_final` for the last."""

    date: datetime.date
    cup: Cup
    words: str
    is_final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedMatch:
    """A match that is not played with the rest of its week. `date` is None while it has no new one."""

    public_id: str
    title: str
    was: datetime.date
    date: datetime.date | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarNight:
    """A night of a week: how many matches of which division, cups, and matches that moved here or away.

    The count of a division includes those that moved here.
    """

    date: datetime.date
    divisions: tuple[tuple[str, int], ...] = ()
    cups: tuple[CupNight, ...] = ()
    moved_here: tuple[MovedMatch, ...] = ()
    moved_away: tuple[MovedMatch, ...] = ()
    closed: tuple[str, ...] = ()

    @property
    def matches(self) -> int:
        """How many league matches are played."""
        return sum(number for _, number in self.divisions)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarWeek:
    """A week from its Monday; `off` takes it out of the season.

    `rounds` are the weeks of the list in it, each with its divisions: they differ after a repair.
    """

    monday: datetime.date
    off: Off | None = None
    rounds: tuple[tuple[int, tuple[str, ...]], ...] = ()
    nights: tuple[CalendarNight, ...] = ()
    is_past: bool = False

    @property
    def matches(self) -> int:
        """How many league matches are played."""
        return sum(night.matches for night in self.nights)

    def in_the_way_of(self, kind: WeekOff) -> int:
        """Return how many matches would have to move; a reserve week holds those that moved there."""
        moved = sum(len(night.moved_here) for night in self.nights)
        return self.matches - moved if kind is WeekOff.RESERVE else self.matches

    @property
    def finals(self) -> bool:
        """Whether a cup ends in it."""
        return any(cup.is_final for night in self.nights for cup in night.cups)

    @property
    def words(self) -> str:
        """What it is: League week 9; No league matches: Christmas; Free if nothing is played."""
        if self.off:
            because = f": {self.off.because}" if self.off.because else ""
            return f"{OFF_WORDS[self.off.kind]}{because}"
        if len(self.rounds) == 1:
            return f"League week {self.rounds[0][0]}"
        if self.rounds:
            return f"League weeks {listed(f'{number} ({listed(names)})' for number, names in self.rounds)}"
        if self.finals:
            return "Finals"
        if any(night.cups for night in self.nights):
            return "Cup"
        return "Postponed matches" if self.matches else "Free"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonWeeks:
    """A season week by week. `plan` has the requests that hold its weeks off; None while there is no plan.

    `is_published` is False while the numbers are those of a plan. `reasons` tell why its requests cannot be
    read. `cups` are those whose final, or only night, can be set.
    """

    season: Season
    weeks: tuple[CalendarWeek, ...]
    plan: FixturePlan | None
    cups: tuple[Cup, ...]
    is_published: bool
    reasons: tuple[str, ...] = ()

    @property
    def months(self) -> list[tuple[datetime.date, list[CalendarWeek]]]:
        """The weeks under the first day of the month in which each begins."""
        return [
            (month, list(weeks))
            for month, weeks in groupby(self.weeks, key=lambda week: week.monday.replace(day=1))
        ]


def season_weeks(season: Season, *, today: datetime.date, to_secretary: bool = False) -> SeasonWeeks:
    """Return a season week by week; the public sees what is published only.

    Three queries, or seven with cups; one more if names have to be hidden. The secretary also sees closed
    pubs, one more, and the list of a plan while nothing is published: two more.
    """
    plan = plan_in_force(season, published_only=not to_secretary)
    reasons: tuple[str, ...] = ()
    try:
        file = parse_requests(plan.wishes if plan else "")
    except FixturingError as refused:
        file, reasons = RequestsFile(), refused.reasons
    cups = tuple(Cup.objects.filter(season=season).select_related("finals_at").order_by("name", "id"))
    facts = _facts_of_matches(season) or (_facts_of_plan(plan, season) if to_secretary and plan else [])
    nights = _nights(facts, cup_nights(season, cups))
    closed = _closed(season, file, {night.isoweekday() for night in nights}) if to_secretary else {}
    if not to_secretary:
        hide = KeptBack.of(season.league).hide
        file = replace(file, off=tuple(replace(off, because=hide(off.because)) for off in file.off))
    return SeasonWeeks(
        season=season,
        weeks=tuple(_weeks(season, file, nights, closed, facts, today)),
        plan=plan,
        cups=cups,
        is_published=any(fact.public_id for fact in facts),
        reasons=reasons,
    )


def cup_nights(season: Season, cups: Iterable[Cup]) -> list[CupNight]:
    """Return the nights of rounds, pairs nights, and finals of cups whose rounds are not known yet.

    None for a season of pairs nights only, else the queries of `dated_ties`.
    """
    cups = list(cups)
    rounds = list(_rounds(season)) if any(cup.kind == Cup.Kind.KNOCK_OUT for cup in cups) else []
    return [*rounds, *_finals(cups, rounds)]


def _rounds(season: Season) -> Iterator[CupNight]:
    """Yield each night of a round, of all groups together; with its pub, where that is a neutral one."""
    by_night: dict[tuple[datetime.date, int, str], set[str]] = {}
    cups: dict[int, Cup] = {}
    for dated in dated_ties(Cup.objects.filter(season=season)):
        page = dated.on_page
        at = page.venue.name if page.venue and page.tie.is_neutral else ""
        title = f"Groups, round {page.tie.round}" if page.tie.group else dated.title
        by_night.setdefault((dated.date, dated.cup.pk, title), set()).add(at)
        cups[dated.cup.pk] = dated.cup
    for (date, key, title), pubs in by_night.items():
        cup, at = cups[key], pubs.pop() if len(pubs) == 1 else ""
        words = ", ".join(filter(None, (cup.name, uncapitalised(title), at)))
        yield CupNight(date=date, cup=cup, words=words, is_final=date == cup.finals_on)


def _finals(cups: Iterable[Cup], rounds: Sequence[CupNight]) -> Iterator[CupNight]:
    known = {(night.date, night.cup.pk) for night in rounds}
    for cup in cups:
        if cup.finals_on and (cup.finals_on, cup.pk) not in known:
            is_final = cup.kind == Cup.Kind.KNOCK_OUT
            name = f"{cup.name}, final" if is_final else cup.name
            words = ", ".join(filter(None, (name, cup.finals_at.name if cup.finals_at else "")))
            yield CupNight(date=cup.finals_on, cup=cup, words=words, is_final=is_final)


@dataclass(frozen=True, slots=True, kw_only=True)
class _MatchFact:
    """A match of the list. `date` is None without a new date, `was` is the night it was put off from."""

    place: tuple[int, str]
    week: int | None
    date: datetime.date | None
    was: datetime.date | None = None
    public_id: str = ""
    title: str = ""


def _facts_of_matches(season: Season) -> list[_MatchFact]:
    """Return the season's matches, without those of teams that have left. One query."""
    left = Ruling.objects.withdrawals().filter(
        Q(team=OuterRef("home")) | Q(team=OuterRef("away")), division=OuterRef("division")
    )
    rows = Match.objects.filter(~Exists(left), division__season=season).values_list(
        "division__position",
        "division__name",
        "is_play_off",
        "week",
        "date",
        "postponed_from",
        "public_id",
        "home__name",
        "away__name",
    )
    return [
        _MatchFact(
            place=(position, f"{name} play-off" if is_play_off else name),
            week=None if is_play_off else week,
            date=date,
            was=was,
            public_id=public_id,
            title=f"{home} v {away}",
        )
        for position, name, is_play_off, week, date, was, public_id, home, away in rows
    ]


def _facts_of_plan(plan: FixturePlan, season: Season) -> list[_MatchFact]:
    """Return the matches of a plan's list. One query, and one for the list."""
    places = {division.slug: (division.position, division.name) for division in divisions_of(season)}
    return [
        _MatchFact(place=places[meeting.division], week=meeting.round, date=meeting.date)
        for meeting in parse_plan(plan.best).meetings
        if meeting.division in places
    ]


def _nights(
    facts: Iterable[_MatchFact], cups: Iterable[CupNight]
) -> defaultdict[datetime.date, CalendarNight]:
    """Return the nights on which something is played, or was to be, by date."""
    counts: defaultdict[datetime.date, Counter[tuple[int, str]]] = defaultdict(Counter)
    here: defaultdict[datetime.date, list[MovedMatch]] = defaultdict(list)
    away: defaultdict[datetime.date, list[MovedMatch]] = defaultdict(list)
    on: defaultdict[datetime.date, list[CupNight]] = defaultdict(list)
    facts = list(facts)
    usual = _usual_nights(facts)
    for fact in facts:
        planned = fact.was or (usual.get((fact.place, fact.week)) if fact.week else None) or fact.date
        if fact.date and planned and not fact.was and monday_of(planned) == monday_of(fact.date):
            planned = fact.date  # the home night of its team
        if fact.date:
            counts[fact.date][fact.place] += 1
        if planned and planned != fact.date and fact.public_id:
            moved = MovedMatch(public_id=fact.public_id, title=fact.title, was=planned, date=fact.date)
            away[planned].append(moved)
            if fact.date:
                here[fact.date].append(moved)
    for cup_night in cups:
        on[cup_night.date].append(cup_night)
    nights: defaultdict[datetime.date, CalendarNight] = defaultdict()
    for date in sorted({*counts, *here, *away, *on}):
        nights[date] = CalendarNight(
            date=date,
            divisions=tuple((name, number) for (_, name), number in sorted(counts[date].items())),
            cups=tuple(on[date]),
            moved_here=tuple(sorted(here[date], key=lambda match: match.title)),
            moved_away=tuple(sorted(away[date], key=lambda match: match.title)),
        )
    return nights


def _usual_nights(facts: Iterable[_MatchFact]) -> dict[tuple[tuple[int, str], int | None], datetime.date]:
    """Return the night of each week of a division: that of most of its matches."""
    return most_usual(((fact.place, fact.week), fact.was or fact.date) for fact in facts)


def _closed(season: Season, file: RequestsFile, weekdays: set[int]) -> defaultdict[datetime.date, list[str]]:
    """Return the pubs closed on each night of the week that is played on. One query."""
    closing = Pub.objects.filter(
        league=season.league_id, closed_on__range=(season.starts_on, season.ends_on)
    ).values_list("closed_on", "name")
    return grouped(
        [
            *(
                (day, f"{pub.name} closed")
                for pub in file.pubs
                for day in pub.closed
                if not weekdays or day.isoweekday() in weekdays
            ),
            *((day, f"{name} closed from now on") for day, name in closing if day),
        ]
    )


def _weeks(
    season: Season,
    file: RequestsFile,
    nights: Mapping[datetime.date, CalendarNight],
    closed: Mapping[datetime.date, list[str]],
    facts: Iterable[_MatchFact],
    today: datetime.date,
) -> Iterator[CalendarWeek]:
    first = monday_of(min(season.starts_on, file.first or season.starts_on, *nights))
    last = max(season.ends_on, file.last or season.ends_on, *nights)
    off_by_week = {monday_of(off.day): off for off in file.off}
    rounds: defaultdict[datetime.date, defaultdict[int, tuple[str, ...]]]
    rounds = defaultdict(lambda: defaultdict(tuple))
    for ((_, name), week), night in sorted(_usual_nights(facts).items(), key=lambda item: item[0][0]):
        if week:
            rounds[monday_of(night)][week] += (name,)
    for number in range(min((last - first).days // WEEK.days + 1, MOST_WEEKS)):
        monday = first + number * WEEK
        days = [monday + place * DAY for place in range(WEEK.days)]
        yield CalendarWeek(
            monday=monday,
            off=off_by_week.get(monday),
            rounds=tuple(sorted(rounds[monday].items())),
            nights=tuple(
                replace(nights.get(day) or CalendarNight(date=day), closed=tuple(sorted(closed.get(day, ()))))
                for day in days
                if day in nights or day in closed
            ),
            is_past=monday + WEEK <= today,
        )
