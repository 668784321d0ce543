"""A season as it is published, for the judge."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db.models import F

from league.competition.selectors import league_today
from league.cups.selectors.dated_ties import dated_ties
from league.cups.selectors.rooms import tables_of_tie
from league.matches.selectors import lapsed_since_leaving
from league.models import Cup, League, Match, Pub, Season, Team
from league.scheduling.judge import Event, Kind, PublishedSeason, Verdict, judge
from league.scheduling.planner.calendar import FixturingError
from league.scheduling.planner.judging import season_of
from league.scheduling.planner.task import Plan
from league.scheduling.selectors.plans import (
    LISTS,
    plan_in_force,
    played_among,
    task_of_season,
    withdrawn_teams,
)
from league.shared.revisions import KnownByRevision
from league.shared.text import uncapitalised

_known: KnownByRevision[Verdict] = KnownByRevision(most=64)


def verdict_on(season: Season) -> Verdict | None:
    """Return the verdict on what is published of a season; None if the plan's requests cannot be read.

    It is worked out by the first who asks on a day, or after a change of more than results: one query, or
    about twenty. What a result settles is seen the day after at the latest. So nothing need be stored, and
    nobody waits for a night.
    """
    revision = League.objects.values_list(F("revision") - F("results"), flat=True).get(pk=season.league_id)
    key = season.pk, league_today(season.league)
    try:
        return _known.made(key, revision, lambda: judge(published_season(season)))
    except FixturingError:
        return None


@dataclass(frozen=True, slots=True)
class Breaks:
    """What a change newly breaks, or leaves open, in sentences."""

    sentences: tuple[str, ...]

    @property
    def key(self) -> str:
        """What stands for these very sentences: a form that has shown them sends it along as `despite`."""
        return hashlib.blake2b("\n".join(self.sentences).encode(), digest_size=12).hexdigest()


NO_BREAKS = Breaks(())


def newly_broken(verdicts: Iterable[tuple[Verdict | None, Verdict | None]]) -> Breaks:
    """Return what verdicts say that earlier ones did not; a match without a date has its own place."""
    said: list[str] = []
    for before, after in verdicts:
        if after:
            undated = {str(breach) for breach in after.breaches if breach.kind is Kind.UNDATED}
            known = undated | set(before.said if before else ())
            said += [sentence for sentence in after.said if sentence not in known]
    return Breaks(tuple(said))


def published_season(season: Season) -> PublishedSeason:
    """Return the season with its matches and cup ties, judged by the requests of the published plan.

    Without one it is not known how often teams are to meet.

    Raises:
        UnreadableRequests: the plan's requests cannot be read any more.
    """
    plan = plan_in_force(season, published_only=True)
    task = task_of_season(season, plan.wishes if plan else "")
    matches = tuple(_matches(season))
    tables = season.rule_book.tables
    pubs = list(Pub.objects.filter(league=season.league_id))
    teams = Team.objects.filter(league=season.league_id)
    base = season_of(task, Plan(meetings=()))
    room = {key: matches_at_once * tables for key, matches_at_once in base.tables.items()}
    left = set(teams.filter(pk__in=withdrawn_teams(season)).values_list("slug", flat=True))
    there = Counter(match.couple for match in matches)
    return replace(
        base,
        events=(*matches, *_ties(season)),
        names={team.slug: team.name for team in teams},
        places={**base.places, **{pub.slug: pub.name for pub in pubs}},
        # A team that has left meets nobody more often than it does.
        meetings={
            division: {couple: there[couple] if left & couple else times for couple, times in couples.items()}
            for division, couples in (base.meetings.items() if plan else ())
        },
        tables={pub.slug: max(pub.tables, room.get(pub.slug, 0)) for pub in pubs},
        nights={},
        is_in_rounds=False,
        orders={},
        stays=(),
        since=league_today(season.league),
    )


def _matches(season: Season) -> Iterator[Event]:
    listed = Match.objects.filter(division__season=season, **LISTS).exclude(lapsed_since_leaving())
    columns = ("date", "home__slug", "away__slug", "venue__slug", "division__slug", "week", "postponed_from")
    rows = list(listed.values_list("pk", *columns))
    played = played_among(key for key, *_ in rows)
    for key, date, home, away, pub, division, week, postponed_from in rows:
        yield Event(
            date=date,
            teams=(home, away),
            pub=pub or "",
            tables=season.rule_book.tables,
            division=division,
            week=week,
            is_played=key in played,
            is_moved=postponed_from is not None,
        )


def _ties(season: Season) -> Iterator[Event]:
    """Yield cup ties, then finals and pairs nights that have no tie of their own; these need no table."""
    known = set()
    for tie in dated_ties(Cup.objects.filter(season=season), to_secretary=True):
        page = tie.on_page
        known.add((tie.cup.pk, tie.date))
        yield Event(
            date=tie.date,
            teams=tuple(team.slug for team in page.teams if team),
            pub=page.venue.slug if page.venue else "",
            tables=tables_of_tie(tie),
            title=f"{tie.cup.name}, {uncapitalised(tie.title)}",
            cup=tie.cup.slug,
            week=page.tie.round,
            is_played=page.tie.is_over,
        )
    today = league_today(season.league)
    for cup in Cup.objects.filter(season=season, finals_on__gte=today).select_related("finals_at"):
        if cup.finals_on and (cup.pk, cup.finals_on) not in known:
            pub = cup.finals_at.slug if cup.finals_at else ""
            yield Event(date=cup.finals_on, teams=(), pub=pub, tables=0, title=cup.name)
