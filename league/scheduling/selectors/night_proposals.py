"""The best nights for a postponed match by the season's own plan, and what the others would break."""

import datetime
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from league.matches.rooms import to_be_played
from league.models import Cup, FixturePlan, Match, Season
from league.scheduling.planner.calendar import WEEK, UnreadableRequests
from league.scheduling.planner.postponing import RatedNight, rate_nights
from league.scheduling.planner.task import Meeting, Plan, Task
from league.scheduling.requests.file import parse_requests
from league.scheduling.requests.resolving import task_of
from league.scheduling.selectors.free_nights import FreeNight, Window, nights_to_come
from league.scheduling.selectors.plans import LISTS, league_facts

# As many as a page shows.
MOST_BEST, MOST_USUAL, MOST_OTHERS, MOST_TAKEN = 5, 8, 8, 12

# How many nights that are not the division's own are rated.
MOST_RATED = 40

# As much as a week without league matches; and less notice than a side needs to find its players.
A_CUP_NIGHT, SHORT_NOTICE = 60, 15


@dataclass(frozen=True, slots=True, kw_only=True)
class NightProposals:
    """Nights for a postponed match.

    Args:
        best: break nothing, the best first, each with its price.
        usual: the others that are free, on nights of the week on which the division plays.
        others: on other days.
        taken: those in between that are not free.
        nearest: if there is no best night, the one that breaks least, free or not.
        left_out: why the requests of the season's plan cannot be used, if they cannot.
    """

    best: tuple[RatedNight, ...]
    usual: tuple[RatedNight, ...]
    others: tuple[RatedNight, ...]
    taken: tuple[FreeNight, ...]
    nearest: RatedNight | None
    left_out: tuple[str, ...]


def propose_nights(match: Match, *, today: datetime.date, window: Window | None = None) -> NightProposals:
    """Return nights to offer the other side, rated by the season's own plan.

    `match` comes with its teams, its pub and its season's rule book. Seventeen queries at most.
    """
    season = match.division.season
    nights = nights_to_come(match, today=today, window=window)
    task, left_out = _task(season)
    days = _usual_days(task, match)
    free = [night for night in nights if night.is_free and night.date]
    free_nights = [night for night in free if _is_usual(night, days)]
    free_nights += [night for night in free if not _is_usual(night, days)][:MOST_RATED]
    weighed = [_with_notice(rated_night, today) for rated_night in _weighed(task, match, free_nights, season)]
    best = sorted((night for night in weighed if night.is_harmless), key=_rank)[:MOST_BEST]
    rest = sorted((night for night in weighed if night not in best), key=lambda night: night.date)
    usual = [night for night in rest if night.date.isoweekday() in days][:MOST_USUAL]
    others = [night for night in rest if night.date.isoweekday() not in days][:MOST_OTHERS]
    last = max((night.date for night in (*best, *usual, *others)), default=datetime.date.max)
    taken = [night for night in nights if not night.is_free and night.date and night.date <= last]
    return NightProposals(
        best=tuple(best),
        usual=tuple(usual),
        others=tuple(others),
        taken=tuple(taken[:MOST_TAKEN]),
        nearest=None if best else _nearest(weighed, taken),
        left_out=left_out,
    )


def _rank(weighed: RatedNight) -> tuple[int, datetime.date]:
    return weighed.weight, weighed.date


def _is_usual(night: FreeNight, days: Collection[int]) -> bool:
    return night.date is not None and night.date.isoweekday() in days


def _usual_days(task: Task, match: Match) -> frozenset[int]:
    """Return the nights of the week on which the division plays; of a cup tie the one it stood on."""
    if weekday := task.home_nights.get("" if match.tie_id else match.home.slug):
        return frozenset({weekday})
    stood_on = match.date or match.postponed_from
    if match.tie_id and stood_on:
        return frozenset({stood_on.isoweekday()})
    own = (
        night
        for division in task.divisions
        if division.key == match.division.slug
        for night in division.nights
    )
    return frozenset(night.isoweekday() for night in own)


def _task(season: Season) -> tuple[Task, tuple[str, ...]]:
    """Return the task of the published plan, or without one the league's own, and why it cannot be read."""
    league = league_facts(season)
    plan = FixturePlan.objects.filter(season=season, state=FixturePlan.State.PUBLISHED).first()
    try:
        return task_of(parse_requests(plan.wishes if plan else ""), league), ()
    except UnreadableRequests as refused:
        return task_of(parse_requests(""), league), refused.reasons


def _weighed(task: Task, match: Match, nights: Iterable[FreeNight], season: Season) -> list[RatedNight]:
    dates = [night.date for night in nights if night.date]
    known = task.division_of()
    stood_on = match.date or match.postponed_from
    cup_nights = _cup_nights(season)
    sides = (match.home.slug, match.away.slug)
    is_planned = not (match.is_play_off or match.tie_id)  # other matches do not belong to the list
    if stood_on is None or not is_planned or any(side not in known for side in sides):
        rated_nights = tuple(RatedNight(date=date, breaks=(), price=(), weight=0) for date in dates)
        return [_with_cups(night, cup_nights.get(night.date, ())) for night in rated_nights]
    meeting = Meeting(
        date=stood_on, division=match.division.slug, round=match.week, home=sides[0], away=sides[1]
    )
    rated_nights = rate_nights(
        task,
        _rest(match, season),
        meeting,
        dates,
        is_elsewhere=match.venue_id != match.home.pub_id,
    )
    return [_with_cups(rated_night, cup_nights.get(rated_night.date, ())) for rated_night in rated_nights]


def _with_cups(weighed: RatedNight, cups: tuple[str, ...]) -> RatedNight:
    """Return a night with the cups of that night as conditions it breaks."""
    return replace(weighed, breaks=(*cups, *weighed.breaks), weight=weighed.weight + A_CUP_NIGHT * len(cups))


def _with_notice(weighed: RatedNight, today: datetime.date) -> RatedNight:
    if weighed.date - today >= WEEK:
        return weighed
    return replace(weighed, price=(*weighed.price, "at short notice"), weight=weighed.weight + SHORT_NOTICE)


def _cup_nights(season: Season) -> Mapping[datetime.date, tuple[str, ...]]:
    """Return the nights of the season reserved for the finals of a cup, or for pairs. One query."""
    texts_by_key: dict[datetime.date, tuple[str, ...]] = {}
    cups = Cup.objects.filter(season=season).order_by("name", "id")
    for name, kind, date in cups.values_list("name", "kind", "finals_on"):
        text = f"the finals of {name}" if kind == Cup.Kind.KNOCK_OUT else name
        if date:
            texts_by_key[date] = (*texts_by_key.get(date, ()), text)
    return texts_by_key


def _rest(match: Match, season: Season) -> Plan:
    """Return the list without this match and without matches that have no date. One query."""
    year = (season.starts_on - datetime.timedelta(days=365), season.ends_on + datetime.timedelta(days=365))
    rows = to_be_played(year).filter(division__season=season, **LISTS).exclude(pk=match.pk)
    meetings = rows.values_list("date", "division__slug", "week", "home__slug", "away__slug")
    return Plan(
        meetings=tuple(
            Meeting(date=date, division=division, round=week, home=home, away=away)
            for date, division, week, home, away in meetings
            if date
        )
    )


def _nearest(weighed: Collection[RatedNight], taken: Iterable[FreeNight]) -> RatedNight | None:
    """Return the free night that breaks least; if no night is free, the first with the fewest in its way."""
    if weighed:
        return min(weighed, key=_rank)
    held = (
        RatedNight(date=night.date, breaks=night.obstacles, price=(), weight=len(night.obstacles))
        for night in taken
        if night.date
    )
    return min(held, key=_rank, default=None)
