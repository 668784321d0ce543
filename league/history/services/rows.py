"""Rows that are moved, created and deleted in such a way that exactly this can be undone."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.core import serializers
from django.db import IntegrityError, transaction
from django.db.models import CASCADE, SET_NULL, Model

from league.history.nouns import Field, ModelClass, counted_rows
from league.shared.errors import Refused

SAME_NAME = "Another record has the same name or address. Choose another name, or rename that one first."


@dataclass(slots=True)
class Effects:
    """Every row that a change wrote, as it is stored with the change."""

    shifts: list[dict[str, Any]] = field(default_factory=list)
    created: list[dict[str, Any]] = field(default_factory=list)
    deleted: list[dict[str, Any]] = field(default_factory=list)

    def shift(self, model: ModelClass, column: str, keys: Collection[int], *, old: Any, new: Any) -> None:
        """Set a column of rows to a new value; a foreign key takes the key."""
        if not keys:
            return
        target: Field = model._meta.get_field(column)
        model._base_manager.filter(pk__in=keys).update(**{target.attname: new})
        self.note_shift(model, column, keys, old=old, new=new)

    def note_shift(
        self, model: ModelClass, column: str, keys: Collection[int], *, old: Any, new: Any
    ) -> None:
        """Note that a column of rows was set to a new value."""
        self.shifts.append(
            {"model": model._meta.label_lower, "column": column, "old": old, "new": new, "keys": sorted(keys)}
        )

    def create(self, row: Model) -> None:
        """Insert a new row."""
        row.save(force_insert=True)
        self.created.extend(snapshot([row]))

    def delete(self, rows: Sequence[Model]) -> None:
        """Delete rows that are listed each after those it refers to."""
        self.deleted.extend(snapshot(rows))
        for row in reversed(rows):
            row.delete()

    @property
    def stored(self) -> dict[str, Any]:
        return {"shifts": self.shifts, "created": self.created, "deleted": self.deleted}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dependants:
    """The rows that are deleted with a record, the record among them, and those that forbid it.

    `rows` stand each after those it refers to. `obstacles` counts rows by their model.
    """

    rows: tuple[Model, ...]
    obstacles: Counter[ModelClass]

    @property
    def owned(self) -> list[str]:
        """Return what is deleted with the record: "2 teams", "14 registered players"."""
        counts = Counter(type(row) for row in self.rows[1:])
        return [counted_rows(model, number) for model, number in counts.items()]

    @property
    def obstacles_in_words(self) -> list[str]:
        return [counted_rows(model, number) for model, number in self.obstacles.items()]


def referrers(model: ModelClass) -> Iterator[Any]:
    """Yield the relations by which rows of other models, or of the same, refer to rows of a model."""
    for relation in model._meta.get_fields(include_hidden=True):
        if relation.auto_created and not relation.concrete and (relation.one_to_many or relation.one_to_one):
            yield relation


def dependants(root: Model, owned: Sequence[ModelClass]) -> Dependants:
    """Return what refers to a record, directly or by rows that are deleted with it."""
    rows_by_model: dict[ModelClass, dict[int, Model]] = defaultdict(dict)
    obstacles: dict[ModelClass, set[int]] = defaultdict(set)
    level: dict[ModelClass, list[int]] = {type(root): [root.pk]}
    while level:
        deeper: dict[ModelClass, list[int]] = defaultdict(list)
        for model, keys in level.items():
            for relation in referrers(model):
                other, column = relation.related_model, relation.field.name
                rows = other._base_manager.filter(**{f"{column}__in": keys})
                if other in owned and other is not type(root):
                    new = {row.pk: row for row in rows if row.pk not in rows_by_model[other]}
                    rows_by_model[other] |= new
                    deeper[other] += new
                else:
                    obstacles[other] |= set(rows.values_list("pk", flat=True))
        level = {model: keys for model, keys in deeper.items() if keys}
    rows_in_order = [row for model in owned for _, row in sorted(rows_by_model[model].items())]
    counts = Counter({model: len(keys) for model, keys in obstacles.items() if keys})
    return Dependants(rows=(root, *rows_in_order), obstacles=counts)


def undo_effects(effects: dict[str, Any]) -> None:
    """Put back exactly the rows of a change. Raises Refused, with the reason, if they have changed since."""
    for row in reversed(effects.get("created", [])):
        _uncreate(row, effects["created"])
    restore_rows(effects.get("deleted", []))
    for shift in reversed(effects.get("shifts", [])):
        _unshift(shift)


def snapshot(rows: Sequence[Model]) -> list[dict[str, Any]]:
    """Return rows as they are stored; moments as text, because the encoder cuts off microseconds."""
    stored: list[dict[str, Any]] = list(serializers.serialize("python", rows))
    for row in stored:
        for name, value in row["fields"].items():
            if isinstance(value, datetime.datetime):
                row["fields"][name] = value.isoformat()
    return stored


def _uncreate(stored: dict[str, Any], created: list[dict[str, Any]]) -> None:
    model = apps.get_model(stored["model"])
    row = model._base_manager.select_for_update(of=("self",)).filter(pk=stored["pk"]).first()
    if row is None:
        raise Refused(f"The {model._meta.verbose_name} has been deleted since.")
    then = next(iter(serializers.deserialize("python", [stored]))).object
    if _values(then) != _values(row):
        raise Refused(f"{row} has been changed since it was created. Undo that first, or delete {row}.")
    if obstacles := dependants(row, ()).obstacles_in_words:
        raise Refused(f"{row} has {', '.join(obstacles)} by now, so its creation cannot be undone.")
    row.delete()


def _values(row: Model) -> list[Any]:
    return [column.value_from_object(row) for column in row._meta.concrete_fields]


def restore_rows(stored: Sequence[dict[str, Any]]) -> None:
    """Insert stored rows again. One query for each model and each relation.

    What a row refers to must be there, or among the rows; what may be empty is emptied otherwise. Raises
    Refused, with the reason, if that is not so, or if another row has taken a name or address.
    """
    by_model: dict[ModelClass, list[Any]] = defaultdict(list)
    for deserialized in serializers.deserialize("python", stored):
        by_model[type(deserialized.object)].append(deserialized.object)
    keys: dict[Any, set[Any]] = {model: {row.pk for row in rows} for model, rows in by_model.items()}
    for model, rows in by_model.items():
        for column in model._meta.concrete_fields:
            if column.is_relation:
                _find_parents(rows, column, keys.get(column.related_model, set()))
    for model, rows in by_model.items():
        try:
            with transaction.atomic():
                model._base_manager.bulk_create(rows)
        except IntegrityError as fault:
            raise Refused(f"{rows[0]} cannot be restored. {SAME_NAME}") from fault


def _find_parents(rows: Sequence[Any], column: Field, restored: set[Any]) -> None:
    """Check that the rows a foreign key refers to are still there; what may be empty is emptied."""
    keys = {getattr(row, column.attname) for row in rows} - restored - {None}
    if not keys:
        return
    parents = column.related_model._base_manager.filter(pk__in=keys)
    gone = keys - set(parents.values_list("pk", flat=True))
    if gone and not column.null:
        noun = column.related_model._meta.verbose_name
        raise Refused(f"Its {noun} has been deleted since, so this cannot be restored.")
    for row in rows:
        if getattr(row, column.attname) in gone:
            setattr(row, column.attname, None)


def cascade(rows: Sequence[Model]) -> tuple[list[Model], list[dict[str, Any]]]:
    """Return what the database deletes with rows, and the references to them that it empties.

    The rows themselves come first. One query for each relation of each model among them.
    """
    deleted: dict[ModelClass, dict[int, Model]] = defaultdict(dict)
    emptied: list[dict[str, Any]] = []
    level: dict[ModelClass, list[int]] = defaultdict(list)
    for row in rows:
        deleted[type(row)][row.pk] = row
        level[type(row)].append(row.pk)
    while level:
        deeper: dict[ModelClass, list[int]] = defaultdict(list)
        for model, keys in level.items():
            for relation in referrers(model):
                other, column = relation.related_model, relation.field
                referring = other._base_manager.filter(**{f"{column.name}__in": keys}).order_by("pk")
                if relation.on_delete is SET_NULL:
                    emptied += [
                        {"model": other._meta.label_lower, "column": column.name, "key": key, "old": old}
                        for key, old in referring.values_list("pk", column.attname)
                    ]
                elif relation.on_delete is CASCADE:
                    new = {row.pk: row for row in referring if row.pk not in deleted[other]}
                    deleted[other] |= new
                    deeper[other] += new
        level = {model: keys for model, keys in deeper.items() if keys}
    return [row for rows_of_model in deleted.values() for row in rows_of_model.values()], emptied


def refill(emptied: Sequence[dict[str, Any]]) -> None:
    """Let rows refer again to what was deleted and is restored; those that refer elsewhere by now stay."""
    by_parent: dict[tuple[str, str, Any], list[int]] = defaultdict(list)
    for reference in emptied:
        by_parent[reference["model"], reference["column"], reference["old"]].append(reference["key"])
    for (label, name, old), keys in by_parent.items():
        model = apps.get_model(label)
        model._base_manager.filter(pk__in=keys, **{f"{name}__isnull": True}).update(**{f"{name}_id": old})


def _unshift(shift: dict[str, Any]) -> None:
    model = apps.get_model(shift["model"])
    column: Field = model._meta.get_field(shift["column"])
    old, new, keys = column.to_python(shift["old"]), column.to_python(shift["new"]), shift["keys"]
    rows = model._base_manager.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk")
    same = [row for row in rows if column.value_from_object(row) == new]
    if missing := len(keys) - len(same):
        where = str(next(iter(rows), "")) if len(keys) == 1 else counted_rows(model, len(keys))
        only = "" if len(keys) == 1 else f" for {missing} of them"
        raise Refused(
            f"{where or 'The record'}: {column.verbose_name} has changed since{only}. "
            "Undo the later change first."
        )
    model._base_manager.filter(pk__in=keys).update(**{column.attname: old})
