"""Merge two records of one pub, or of one team, and remember pairs that are two after all."""

import datetime
from collections.abc import Collection
from typing import Any

from django.db.models import Model, Q

from league.competition.services import bump_revision
from league.history.nouns import ModelClass, counted_rows
from league.history.services.changes import store_change
from league.history.services.rows import Effects, referrers
from league.models import Enrolment, Match, RecordChange, Team, User
from league.records.kinds import RecordKind, shown
from league.records.services.records import (
    hold_all,
    update_calendars,
    verify_record,
    written_records,
)
from league.shared.errors import Refused

MovingRows = tuple[ModelClass, str, tuple[int, ...]]
"""Rows that refer to the record that goes, and will refer to the one that stays: model, column, keys."""


def moving_rows(gone: Model) -> list[MovingRows]:
    """Return everything that refers to a record. One query for each relation."""
    moving = []
    for relation in referrers(type(gone)):
        other, column = relation.related_model, relation.field.name
        keys = other._base_manager.filter(**{column: gone.pk}).order_by("pk").values_list("pk", flat=True)
        if keys_of_rows := tuple(keys):
            moving.append((other, column, keys_of_rows))
    return moving


def in_words(moving: Collection[MovingRows]) -> list[str]:
    """Return what moves: "18 matches", "2 teams"; a match that refers twice is counted once."""
    keys: dict[ModelClass, set[int]] = {}
    for model, _, keys_of_rows in moving:
        keys.setdefault(model, set()).update(keys_of_rows)
    counts = sorted(keys.items(), key=lambda count: (-len(count[1]), count[0].__name__))
    return [counted_rows(model, len(model_keys)) for model, model_keys in counts]


def merge_digest(moving: Collection[MovingRows]) -> str:
    """Return how many rows a preview listed, to be compared when the button is pressed."""
    return ".".join(f"{model._meta.model_name}-{column}-{len(keys)}" for model, column, keys in moving)


def obstacle_to_merge(kept: Any, gone: Any) -> str:
    """Return why two records cannot be one; empty if they can."""
    if kept.pk == gone.pk:
        return "That is one and the same record already."
    if kept.league_id != gone.league_id:
        return f"{gone} belongs to another league."
    if not isinstance(kept, Team):
        return ""
    if match := Match.with_ties.filter(Q(home=kept, away=gone) | Q(home=gone, away=kept)).first():
        return f"{kept} and {gone} play each other ({match}): they are two teams."
    seasons = Enrolment.objects.filter(team=gone).values("season")
    if both := Enrolment.objects.filter(team=kept, season__in=seasons).select_related("season").first():
        return f"{kept} and {gone} both play in {both.season}: they are two teams."
    if kept.cup_entries.filter(cup__entries__team=gone).exists():
        return f"{kept} and {gone} entered the same cup: they are two teams."
    return ""


def merge_records(
    *,
    kind: RecordKind,
    kept: Any,
    gone: Any,
    from_gone: Collection[str],
    shown_rows: str,
    by: User,
    now: datetime.datetime,
) -> RecordChange:
    """Merge two records: everything of `gone` moves to `kept`, and `gone` is deleted.

    `from_gone` are the fields of which `kept` takes the value of `gone`. `shown_rows` is the digest of the
    preview. Raises Refused if they cannot be one, or if the preview listed something else.
    """
    with written_records():
        kept, gone = hold_all(kind, kept, gone)
        if obstacle := obstacle_to_merge(kept, gone):
            raise Refused(obstacle)
        moving = moving_rows(gone)
        if merge_digest(moving) != shown_rows:
            raise Refused("What moves has changed since you looked. Check the list and press again.")
        effects = Effects()
        for model, column_name, keys in moving:
            effects.shift(model, column_name, keys, old=gone.pk, new=kept.pk)
        label = str(gone)
        before, after, values = {}, {}, {}
        for name in kind.fields:
            column = kind.column(name)
            if name in from_gone and column.value_from_object(kept) != column.value_from_object(gone):
                before[name], after[name] = shown(kept, column), shown(gone, column)
                values[name] = (column.value_from_object(kept), column.value_from_object(gone))
        effects.delete([gone])
        for name, (old, new) in values.items():
            setattr(kept, kind.column(name).attname, new)
            effects.note_shift(kind.model, name, [kept.pk], old=old, new=new)
        verify_record(kind, kept)
        if values:
            kept.save(update_fields=list(values))
        change = store_change(
            kind.name, kept, kept.league_id, RecordChange.Action.MERGED, effects, by=by, now=now,
            before=before, after=after, more={"gone": label},
        )  # fmt: skip
        update_calendars(kind, kept.pk)
        bump_revision(league_id=kept.league_id, recount=None)
    return change


def keep_apart(*, kind: RecordKind, row: Any, other: Any, by: User, now: datetime.datetime) -> RecordChange:
    """Remember that two records are two, so that merging them is not suggested again."""
    with written_records():
        held, second = hold_all(kind, row, other)
        if held.league_id != second.league_id:
            raise Refused(f"{second} belongs to another league.")
        return store_change(
            kind.name,
            held,
            held.league_id,
            RecordChange.Action.KEPT_APART,
            Effects(),
            by=by,
            now=now,
            more={"gone": str(second), "other_key": second.pk},
        )
