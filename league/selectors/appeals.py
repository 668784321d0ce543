"""Rulings in public: what was ruled in a division, what was appealed, and what was decided about that.

What an appeal says, who made it, and money are for the secretary alone.
"""

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Q

from league.models import Appeal, Division, Ruling


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
    """A ruling under the standings with the appeals against it. One that was upheld took it back."""

    ruling: Ruling
    appeals: tuple[AppealShown, ...]

    @property
    def is_taken_back(self) -> bool:
        return any(appeal.is_upheld for appeal in self.appeals)


def rulings_shown(division: Division, as_of: datetime.date | None = None) -> tuple[RulingShown, ...]:
    """The rulings of a division in force at the end of a day, and those that were appealed by then.

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
    """The appeals against rulings of a division, in the order in which they were made. One query.

    Those against a penalty are shown beside the points it took; against a fine alone they are not shown.
    """
    found = Appeal.objects.filter(Q(ruling__division=division) | Q(offence__ruling__division=division))
    if as_of is not None:
        found = found.filter(made_on__lte=as_of)
    about = ("team", "match__home", "match__away")
    known = found.select_related(
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
