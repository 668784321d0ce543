"""Store changes of records in the history."""

import datetime
from typing import Any

from django.db.models import Model

from league.history.services.rows import Effects
from league.models import RecordChange, User

LONGEST_LABEL = 120


def store_change(
    kind: str,
    row: Model,
    league: int,
    action: str,
    effects: Effects,
    *,
    by: User | None,
    now: datetime.datetime,
    label: str = "",
    more: dict[str, Any] | None = None,
    **rest: Any,
) -> RecordChange:
    """Store a change of a record with its effects.

    `label` is its name, and `more` is stored with the effects. Where no field says what was done, `after` has
    a `summary`.
    """
    return RecordChange.objects.create(
        league_id=league,
        kind=kind,
        object_id=row.pk,
        label=(label or str(row))[:LONGEST_LABEL],
        action=action,
        effects=effects.stored | (more or {}),
        made_at=now,
        made_by=by,
        **rest,
    )
