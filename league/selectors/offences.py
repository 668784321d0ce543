"""Penalties at the desk: what is proposed, how each was decided, and the appeals against them."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Q, QuerySet

from league.models import Appeal, Charge, League, Offence, Ruling
from league.selectors.seasons import season_at_hand, seasons_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a penalty takes: half points and pence. Neither of them is a warning."""

    halves: int
    pence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """An offence with what was asked for, what was taken (None: nothing ever was) and its appeals."""

    offence: Offence
    asked: Cost
    taken: Cost | None
    appeals: tuple[Appeal, ...]

    @property
    def is_proposed(self) -> bool:
        return self.offence.state == Offence.State.PROPOSED

    @property
    def is_applied(self) -> bool:
        return self.offence.state == Offence.State.APPLIED

    @property
    def was_taken_back(self) -> bool:
        """Applied at first, then taken back."""
        return self.offence.state == Offence.State.WAIVED and self.taken is not None

    @property
    def open_appeal(self) -> Appeal | None:
        return open_among(self.appeals)


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """All that wait to be decided, the oldest first, and the decided ones of the season, the latest first."""

    proposed: tuple[Penalty, ...]
    decided: tuple[Penalty, ...]


def penalties(league: League, *, today: datetime.date) -> Penalties:
    """The penalties of a league as its secretary works through them. Three queries, however many."""
    season = season_at_hand(seasons_of(league), today)
    found = _known(Q(state=Offence.State.PROPOSED) | Q(season=season) if season else Q(), league)
    every = [_penalty(offence) for offence in found.order_by("fell_at", "id")]
    decided = [one for one in every if not one.is_proposed]
    return Penalties(
        proposed=tuple(one for one in every if one.is_proposed),
        decided=tuple(sorted(decided, key=_decided_at, reverse=True)),
    )


def penalty(league: League, public_id: str) -> Penalty | None:
    """One penalty of the league. None if it has none of that id. Two queries."""
    offence = _known(Q(public_id=public_id), league).first()
    return _penalty(offence) if offence else None


def open_among(appeals: Iterable[Appeal]) -> Appeal | None:
    """The appeal that is not decided yet; there is never more than one against a decision."""
    return next((one for one in appeals if one.outcome == Appeal.Outcome.OPEN), None)


def _known(which: Q, league: League) -> QuerySet[Offence]:
    found = Offence.objects.filter(which, season__league=league)
    known = found.select_related(
        "team__pub", "match__home", "match__away", "season__league", "decided_by", "ruling", "charge"
    )
    return known.prefetch_related("appeals")


def _penalty(offence: Offence) -> Penalty:
    charge = _charge_of(offence)
    return Penalty(
        offence=offence,
        asked=Cost(halves=offence.halves, pence=offence.pence),
        taken=_taken(offence, offence.ruling, charge),
        appeals=tuple(offence.appeals.all()),
    )


def _charge_of(offence: Offence) -> Charge | None:
    try:
        return offence.charge
    except ObjectDoesNotExist:
        return None


def _taken(offence: Offence, ruling: Ruling | None, charge: Charge | None) -> Cost | None:
    """A warning that was applied took nothing but was given; one that was waived never was."""
    if ruling is None and charge is None and offence.state != Offence.State.APPLIED:
        return None
    return Cost(halves=-(ruling.halves or 0) if ruling else 0, pence=charge.pence if charge else 0)


def _decided_at(penalty: Penalty) -> tuple[datetime.datetime, int]:
    return penalty.offence.decided_at or penalty.offence.fell_at, penalty.offence.pk
