"""Reads penalties and appeals for the secretary, and the rulings of a division for the public.

What an appeal says, who made it, and money are for the secretary alone.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q, QuerySet

from league.competition.selectors import season_at_hand, seasons_of
from league.models import Appeal, Charge, Division, League, Offence, Ruling, Season


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a penalty costs: half points and pence. Nothing of both is a warning."""

    halves: int
    pence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OffenceRow:
    """An offence with its proposed penalty, the applied one (None: never applied) and its appeals."""

    offence: Offence
    proposed: Cost
    applied: Cost | None
    appeals: tuple[Appeal, ...]

    @property
    def is_proposed(self) -> bool:
        return self.offence.state == Offence.State.PROPOSED

    @property
    def is_applied(self) -> bool:
        return self.offence.state == Offence.State.APPLIED

    @property
    def was_undone(self) -> bool:
        """Return whether it was applied and then undone."""
        return self.offence.state == Offence.State.WAIVED and self.applied is not None

    @property
    def open_appeal(self) -> Appeal | None:
        return open_among(self.appeals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """The proposed penalties, the oldest first; of the season the decided ones, the latest first."""

    proposed: tuple[OffenceRow, ...]
    decided: tuple[OffenceRow, ...]
    season: Season | None


def penalties(league: League, *, today: datetime.date) -> Penalties:
    """Return the penalties of a league for its secretary. Three queries."""
    season = season_at_hand(seasons_of(league), today)
    every = _in_order(Q(state=Offence.State.PROPOSED) | Q(season=season) if season else Q(), league)
    decided = [row for row in every if not row.is_proposed]
    return Penalties(
        season=season,
        proposed=tuple(row for row in every if row.is_proposed),
        decided=tuple(sorted(decided, key=_decided_at, reverse=True)),
    )


def proposed_penalties(league: League) -> tuple[OffenceRow, ...]:
    """Return the proposed penalties of a league, the oldest first. Two queries."""
    return _in_order(Q(state=Offence.State.PROPOSED), league)


def sanctions_of(season: Season) -> tuple[OffenceRow, ...]:
    """Return the sanctions of a season, the oldest first, decided or not. Two queries."""
    return _in_order(Q(season=season), season.league)


def _in_order(which: Q, league: League) -> tuple[OffenceRow, ...]:
    return tuple(_penalty(offence) for offence in _known(which, league).order_by("fell_at", "id"))


def penalty(league: League, public_id: str) -> OffenceRow | None:
    """Return one penalty of the league. None if it has none of that id. Two queries."""
    offence = _known(Q(public_id=public_id), league).first()
    return _penalty(offence) if offence else None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAppeal:
    """An appeal that is not decided, and what would be given back if it is upheld.

    `taken` is the cost of the sanction it is against, None if it is against a ruling.
    """

    appeal: Appeal
    taken: Cost | None


def open_appeals(league: League) -> list[OpenAppeal]:
    """Return the appeals of a league that are not decided, the oldest first. One query; up to nine more for
    what they are against.
    """
    of_league = Q(offence__season__league=league) | Q(ruling__division__season__league=league)
    known = Appeal.objects.filter(of_league, outcome=Appeal.Outcome.OPEN)
    # Mostly there are none: eleven tables joined would take longer than all the rest.
    rows = known.prefetch_related(
        "offence__team",
        "offence__ruling",
        "offence__charge",
        "ruling__team",
        "ruling__match__home",
        "ruling__match__away",
    )
    return [
        OpenAppeal(appeal=appeal, taken=applied_cost(appeal.offence) if appeal.offence else None)
        for appeal in rows.order_by("made_on", "id")
    ]


def open_among(appeals: Iterable[Appeal]) -> Appeal | None:
    """Return the appeal that is not decided yet, of which there is at most one."""
    return next((appeal for appeal in appeals if appeal.outcome == Appeal.Outcome.OPEN), None)


def _known(which: Q, league: League) -> QuerySet[Offence]:
    offences = Offence.objects.filter(which, season__league=league)
    known = offences.select_related(
        "team__pub", "match__home", "match__away", "season__league", "decided_by", "ruling", "charge"
    )
    return known.prefetch_related("appeals")


def _penalty(offence: Offence) -> OffenceRow:
    return OffenceRow(
        offence=offence,
        proposed=Cost(halves=offence.halves, pence=offence.pence),
        applied=applied_cost(offence),
        appeals=tuple(offence.appeals.all()),
    )


def _charge_of(offence: Offence) -> Charge | None:
    try:
        return offence.charge
    except ObjectDoesNotExist:
        return None


def applied_cost(offence: Offence) -> Cost | None:
    """Return the cost that was applied, or None."""
    ruling, charge = offence.ruling, _charge_of(offence)
    if ruling is None and charge is None and offence.state != Offence.State.APPLIED:
        return None
    return Cost(halves=-(ruling.halves or 0) if ruling else 0, pence=charge.pence if charge else 0)


def _decided_at(penalty: OffenceRow) -> tuple[datetime.datetime, int]:
    return penalty.offence.decided_at or penalty.offence.fell_at, penalty.offence.pk


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealShown:
    """A ruling that was appealed, as it stood at the end of a day. Without `decided_on` it is still open."""

    ruling: Ruling
    made_on: datetime.date
    decided_on: datetime.date | None
    is_upheld: bool
    decided_by: str
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingShown:
    """A ruling below the standings with the appeals against it. An upheld appeal undoes it."""

    ruling: Ruling
    appeals: tuple[AppealShown, ...]

    @property
    def is_undone(self) -> bool:
        return any(appeal.is_upheld for appeal in self.appeals)


def rulings_shown(division: Division, as_of: datetime.date | None = None) -> tuple[RulingShown, ...]:
    """Return the rulings of a division in force at the end of a day, and those that were appealed by then.

    In the order in which they were decided. Two queries.
    """
    by_ruling: dict[Ruling, list[AppealShown]] = defaultdict(list)
    for appeal in appeals_in(division, as_of):
        by_ruling[appeal.ruling].append(appeal)
    rulings = Ruling.objects.filter(division=division).order_by("decided_on", "id")
    known = rulings.select_related("team", "match__home", "match__away", "decided_by")
    return tuple(
        RulingShown(ruling=ruling, appeals=tuple(by_ruling[ruling]))
        for ruling in known
        if ruling in by_ruling or _is_in_force(ruling, as_of)
    )


def _is_in_force(ruling: Ruling, as_of: datetime.date | None) -> bool:
    if as_of is None:
        return ruling.revoked_on is None
    return ruling.decided_on <= as_of and (ruling.revoked_on is None or ruling.revoked_on > as_of)


def appeals_in(division: Division, as_of: datetime.date | None = None) -> tuple[AppealShown, ...]:
    """Return the appeals against rulings of a division, in the order in which they were made. One query.

    Those against a penalty are shown beside the points it took; against a fine alone they are not shown.
    """
    appeals = Appeal.objects.filter(Q(ruling__division=division) | Q(offence__ruling__division=division))
    if as_of is not None:
        appeals = appeals.filter(made_on__lte=as_of)
    about = ("team", "match__home", "match__away")
    known = appeals.select_related(
        *(f"{way}__{what}" for way in ("ruling", "offence__ruling") for what in about)
    )
    return tuple(_shown(appeal, as_of) for appeal in known.order_by("made_on", "id"))


def _shown(appeal: Appeal, as_of: datetime.date | None) -> AppealShown:
    ruling = appeal.offence.ruling if appeal.offence else appeal.ruling
    assert ruling is not None  # noqa: S101  narrows the type; the filter has left out all others
    is_decided = appeal.decided_on is not None and (as_of is None or appeal.decided_on <= as_of)
    return AppealShown(
        ruling=ruling,
        made_on=appeal.made_on,
        decided_on=appeal.decided_on if is_decided else None,
        is_upheld=is_decided and appeal.outcome == Appeal.Outcome.UPHELD,
        decided_by=appeal.decided_by if is_decided else "",
        decision=appeal.decision if is_decided else "",
    )
