"""What lies before the secretary: results to enter and open questions; the week, and what was done last."""

import datetime
from dataclasses import dataclass

from django.db.models import Count, F, OuterRef, QuerySet, Subquery

from league.competition.selectors import season_at_hand, seasons_of
from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.matches.selectors import has_result, without_result
from league.models import Cup, Draft, League, Match, Notice, Scorecard, Season, User
from league.regulations.selectors.ineligible import PlayerToCheck, open_players
from league.results.selectors.reports import disputed_matches, in_hand
from league.standings.selectors.match_lists import MatchLine, match_lines

LAST_CONFIRMED = 6
NIGHTS_TO_CHECK = 2

# The week on either side: Thursday's pile is entered on Friday, next Thursday's sheets are printed before.
NEARBY = datetime.timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class NightSummary:
    """A night with matches: how many, and how many of them have their result or were given."""

    date: datetime.date
    matches: int
    settled: int

    @property
    def missing(self) -> int:
        return self.matches - self.settled


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedNight:
    """A night in the past and its matches without a result, each with `reminded_at`, if it was asked for."""

    date: datetime.date
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmedResult:
    """A card that counts, and its match as lists show it."""

    card: Scorecard
    line: MatchLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What waits for the secretary on one day, and the season at hand with whether it has matches."""

    disputed: tuple[Match, ...]
    owed: tuple[OwedNight, ...]
    ties_owed: tuple[DatedTie, ...]
    without_date: tuple[Match, ...]
    to_check: tuple[PlayerToCheck, ...]
    season: Season | None


def nights_around(league: League, *, today: datetime.date) -> tuple[NightSummary, ...]:
    """Return the nights of the week on either side of today; where nothing is to come in it the next night,
    whose sheets may be wanted.

    One query; another while no match is near.
    """
    matches = _matches_being_played(league)
    near = _summaries(matches.filter(date__range=(today - NEARBY, today + NEARBY)))
    if near and near[-1].date >= today:
        return near
    return near + _summaries(
        matches.filter(date__in=matches.filter(date__gt=today + NEARBY).order_by("date").values("date")[:1])
    )


def desk(league: League, *, today: datetime.date, to_secretary: bool = False) -> Desk:
    """Return what waits for a decision.

    Six queries, however long the season, and three more where cups are played. The secretary also reads
    which players are to be checked: up to twelve queries more.
    """
    matches = _matches_being_played(league)
    owed = without_result(matches.filter(date__lt=today)).exclude(in_hand())
    return Desk(
        disputed=tuple(disputed_matches(league)),
        owed=_by_night(owed),
        ties_owed=_ties_owed(league, today),
        without_date=tuple(
            without_result(matches.filter(date=None)).select_related("home", "away", "division")
        ),
        to_check=_to_check(league) if to_secretary else (),
        season=season_at_hand(seasons_of(league), today),
    )


def _matches_being_played(league: League) -> QuerySet[Match]:
    return Match.with_ties.filter(division__season__league=league, division__season__is_finished=False)


def _to_check(league: League) -> tuple[PlayerToCheck, ...]:
    """Return the players to be checked of the last played nights, the latest night first."""
    nights = (
        _matches_being_played(league)
        .filter(date__isnull=False, scorecards__is_confirmed=True)
        .order_by("-date")
        .values("date")
        .distinct()[:NIGHTS_TO_CHECK]
    )
    players = open_players(
        Scorecard.objects.filter(
            match__division__season__league=league,
            match__division__season__is_finished=False,
            match__date__in=nights,
        )
    )
    return tuple(sorted(players, key=lambda player: player.match.date or datetime.date.min, reverse=True))


def _by_night(owed: QuerySet[Match]) -> tuple[OwedNight, ...]:
    reminders = Notice.objects.filter(match=OuterRef("pk"), kind=Notice.Kind.CHASE).order_by("-wanted_at")
    known = owed.select_related("home", "away", "division", "receipt").annotate(
        reminded_at=Subquery(reminders.values("wanted_at")[:1])
    )
    nights: dict[datetime.date, list[Match]] = {}
    for match in known.order_by("date", "division__position", "id"):
        if match.date is not None:
            nights.setdefault(match.date, []).append(match)
    return tuple(OwedNight(date=date, matches=tuple(matches)) for date, matches in nights.items())


def _ties_owed(league: League, today: datetime.date) -> tuple[DatedTie, ...]:
    """Return ties of cups whose night has passed, both sides known, the oldest first.

    A tie that is to be entered as a match is among the matches.
    """
    ties = dated_ties(Cup.objects.filter(season__league=league, season__is_finished=False), to_secretary=True)
    late = (tie for tie in ties if tie.date < today and tie.on_page.tie.is_open and not tie.on_page.is_match)
    return tuple(sorted(late, key=lambda tie: (tie.date, tie.cup.name, tie.on_page.tie.number)))


def _summaries(matches: QuerySet[Match]) -> tuple[NightSummary, ...]:
    counted = (
        matches.order_by("date")
        .values("date")
        .annotate(matches=Count("pk"), settled=Count("pk", filter=has_result()))
    )
    return tuple(
        NightSummary(date=night["date"], matches=night["matches"], settled=night["settled"])
        for night in counted
        if night["date"]
    )


def last_confirmed(league: League) -> tuple[ConfirmedResult, ...]:
    """Return what was confirmed last. Four queries."""
    cards = list(
        Scorecard.objects.confirmed()
        .filter(match__division__season__league=league)
        .select_related("entered_by")
        .order_by("-entered_at", "-id")[:LAST_CONFIRMED]
    )
    by_match = {
        line.outcome.match: line
        for line in match_lines(Match.with_ties.filter(pk__in=[card.match_id for card in cards]))
    }
    return tuple(ConfirmedResult(card=card, line=by_match[card.match_id]) for card in cards)


def own_drafts(league: League, by: User) -> tuple[Draft, ...]:
    """Return the drafts of one person by the nights of their matches. One query."""
    return tuple(
        Draft.objects.filter(match__division__season__league=league, user=by)
        .select_related("match__home", "match__away", "match__division")
        .order_by(F("match__date").asc(nulls_last=True), "id")
    )
