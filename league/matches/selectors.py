"""Selectors of matches that have no result yet, the same for the desk, the night and the jobs.

Also contains divisions with the teams that have left them, as lists of matches need them.
"""

import datetime
import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Exists, F, FilteredRelation, Max, OuterRef, Q, QuerySet

from league.matches.outcomes import TeamKey, Withdrawal, WithdrawalEffect
from league.models import Division, League, Match, Ruling, Scorecard
from league.shared.compiled_query import CompiledQuery


def has_result() -> Q:
    """Return the condition of matches that need no result any more.

    They have a confirmed card, are given or void as a whole, or are of a team that has withdrawn.
    """
    return _is_settled() | Q(Exists(_withdrawals()))


def lapsed_since_leaving() -> Q:
    """Return the condition of matches that nobody has to play since a team left: without card or ruling."""
    return Q(Exists(_withdrawals())) & ~_is_settled()


def _is_settled() -> Q:
    """Return the condition of matches that have a confirmed card, or are given or void as a whole."""
    return Q(
        Exists(Scorecard.objects.confirmed().filter(match=OuterRef("pk")))
        | Exists(Ruling.objects.of_whole_matches().filter(match=OuterRef("pk")))
    )


def without_result(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return those of the matches that still need a result."""
    return matches.exclude(has_result())


def being_played(league: League) -> QuerySet[Match]:
    """Return the matches of the seasons being played, ties of cups among them."""
    return Match.with_ties.filter(division__season__league=league, division__season__is_finished=False)


_UNPLAYED = CompiledQuery(lambda league: without_result(being_played(league)).values_list("pk", "date"))


def unplayed_matches(league: League) -> dict[int, datetime.date | None]:
    """Return the days of the matches of seasons being played that still need a result, by key. One query."""
    return dict(_UNPLAYED.rows(league.pk))


def exempt_from_deadlines() -> Q:
    """Return the condition of matches without deadlines: void, of a withdrawn team, or in dispute.

    Deciding games of a tie come with the match before.
    """
    void = Ruling.objects.of_whole_matches().filter(match=OuterRef("pk"), kind=Ruling.Kind.VOID)
    card = Scorecard.objects.confirmed().filter(match=OuterRef("pk"))
    disputed = ~Q(disputed_because="") & ~Q(Exists(card))
    decides = Q(is_play_off=True, tie__isnull=False)
    return Q(Exists(void)) | Q(Exists(_withdrawals())) | disputed | decides


def idle_tables(match: Match) -> range:
    """Return the tables that a match has no use for: deciding games of a tie take one table each.

    No query but for deciding games that were read without their cup.
    """
    if not match.is_play_off or match.tie is None:
        return range(0)
    book = match.division.season.rule_book
    games: int = match.tie.cup.rules.get("deciding_games", 1)
    return range(games + 1, book.tables + 1)


def _withdrawals() -> QuerySet[Ruling]:
    """Return the withdrawals of either team of the outer match."""
    return Ruling.objects.withdrawals().filter(
        Q(team=OuterRef("home")) | Q(team=OuterRef("away")), division=OuterRef("division")
    )


def league_zone(league: League) -> zoneinfo.ZoneInfo:
    """Return the time zone in which the league plays."""
    return zoneinfo.ZoneInfo(league.time_zone)


def league_clock(league: League, now: datetime.datetime) -> datetime.datetime:
    """Return the date and the time it is where the league plays."""
    return now.astimezone(league_zone(league))


def has_begun(date: datetime.date | None, starts_at: datetime.time | None, clock: datetime.datetime) -> bool:
    """Return whether a match has started by the league's clock; without a time it starts with its day."""
    return date is not None and (date, starts_at or datetime.time.min) <= (clock.date(), clock.time())


GONE = {
    "gone_team": "gone__team",
    "gone_name": "gone__team__name",
    "gone_effect": "gone__effect",
    "gone_because": "gone__reason",
    "gone_on": "gone__decided_on",
}
"""Columns of a withdrawal that are read with its division."""


@dataclass(slots=True, kw_only=True)
class Leavings:
    """The teams that have left a division, and the weeks of its season where they matter."""

    division: Division
    teams: dict[TeamKey, Withdrawal] = field(default_factory=dict)
    weeks: int = 0


def divisions_with_leavings(keys: Iterable[int]) -> dict[int, Leavings]:
    """Return the divisions with their seasons and rule books, and the teams that have left them.

    The reason of a withdrawal names the team. One query; one more for the weeks where the results of a second
    half are void.
    """
    rows = (
        Division.with_cups.filter(pk__in=set(keys))
        .select_related("season__league", "season__rule_book", "cup")
        .annotate(
            gone=FilteredRelation(
                "rulings",
                condition=Q(rulings__kind=Ruling.Kind.WITHDRAWAL) & Q(rulings__revoked_on=None),
            ),
            **{column: F(text) for column, text in GONE.items()},
        )
        .order_by("id", "gone__id")
    )
    leavings_by_key: dict[int, Leavings] = {}
    for division in rows:
        # A row for each team that has left, one alone if none has.
        leavings = leavings_by_key.setdefault(division.pk, Leavings(division=division))
        if withdrawal := _withdrawal(division):
            leavings.teams[withdrawal.team] = withdrawal
    for key, weeks in _weeks(leavings_by_key.values()):
        leavings_by_key[key].weeks = weeks
    return leavings_by_key


def _withdrawal(row: Division) -> Withdrawal | None:
    team, name, effect, because, on = (getattr(row, column) for column in GONE)
    if team is None:
        return None
    effect = WithdrawalEffect(effect or row.season.rule_book.withdrawal)
    return Withdrawal(team=team, effect=effect, reason=f"{name} withdrew: {because}", on=on)


def _weeks(divisions: Iterable[Leavings]) -> Iterable[tuple[int, int]]:
    """Return the number of weeks of the divisions in which the results of a second half are void."""
    halved = [
        leavings.division
        for leavings in divisions
        if any(gone.effect is WithdrawalEffect.SECOND_HALF_VOID for gone in leavings.teams.values())
    ]
    return (
        Match.objects.filter(division__in=halved, is_play_off=False)
        .order_by("division_id")
        .values_list("division_id")
        .annotate(weeks=Max("week"))
    )
