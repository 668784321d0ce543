"""The history of records: each change with what it was and what it is."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTextTransform

from league.models import (
    League,
    RecordChange,
)
from league.records.kinds import BY_NAME, RecordKind

HISTORY_SHOWN = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeLine:
    """A change as it is listed, with each changed field: its label, what it was and what it is."""

    change: RecordChange
    fields: tuple[tuple[str, str, str], ...]

    @property
    def is_undoable(self) -> bool:
        return self.change.undone_at is None

    @property
    def plan(self) -> str:
        """Return the public id of the plan that was published, on whose page it is undone."""
        return str(self.change.after.get("plan", ""))


def history_of(kind: RecordKind, key: int) -> tuple[ChangeLine, ...]:
    """Return the latest changes of a record. One query."""
    return _lines(RecordChange.objects.filter(kind=kind.name, object_id=key))


def latest_changes(league: League) -> tuple[ChangeLine, ...]:
    """Return the latest changes of all records of a league. One query."""
    return _lines(RecordChange.objects.filter(league=league))


def _lines(changes: QuerySet[RecordChange]) -> tuple[ChangeLine, ...]:
    return tuple(
        ChangeLine(
            change=change,
            fields=tuple(
                (label, change.before.get(name, ""), change.after.get(name, ""))
                for name, label in BY_NAME[change.kind].fields.items()
                if change.action in {RecordChange.Action.EDITED, RecordChange.Action.MERGED}
                and (name in change.before or name in change.after)
            ),
        )
        # The effects of a publication hold every match of a season.
        for change in changes.defer("effects")
        .annotate(other=KeyTextTransform("gone", "effects"))
        .select_related("made_by", "undone_by")[:HISTORY_SHOWN]
    )
