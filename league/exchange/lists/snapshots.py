"""What a league has before and after an import: the difference is what the import made and changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models

from league.models import (
    Division,
    Enrolment,
    League,
    Match,
    Player,
    Pub,
    Registration,
    Ruling,
    Scorecard,
    Team,
)

Model = type[models.Model]

# In the order in which they lean on each other.
MODELS: Mapping[str, Model] = {
    "pub": Pub,
    "team": Team,
    "division": Division,
    "enrolment": Enrolment,
    "player": Player,
    "registration": Registration,
    "match": Match,
    "scorecard": Scorecard,
    "ruling": Ruling,
}
_TO_LEAGUE = {
    "division": "season__league",
    "enrolment": "season__league",
    "registration": "season__league",
    "match": "division__season__league",
    "scorecard": "match__division__season__league",
    "ruling": "division__season__league",
}

Rows = Mapping[int, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Every row of a league that a list can touch, by model and key, its values as texts.

    One query a model.
    """

    rows: Mapping[str, Rows]

    @classmethod
    def of(cls, league: League) -> "Snapshot":
        return cls({label: _rows(label, model, league) for label, model in MODELS.items()})


def _rows(label: str, model: Model, league: League) -> Rows:
    found = model._base_manager.filter(**{_TO_LEAGUE.get(label, "league"): league.pk})
    fields = [field for field in model._meta.concrete_fields if not field.primary_key]
    return {
        row.pk: {field.name: field.value_to_string(row) for field in fields} for row in found.order_by("pk")
    }


def differences(before: Snapshot, after: Snapshot) -> tuple[dict[str, Any], dict[str, Any]]:
    """What was made, by model: keys; and what was changed: model, key, field, its value earlier and later."""
    made: dict[str, Any] = {}
    changed: dict[str, Any] = {}
    for label, later in after.rows.items():
        earlier = before.rows[label]
        if new := [key for key in later if key not in earlier]:
            made[label] = new
        touched = {
            str(key): {name: [was[name], value] for name, value in later[key].items() if was[name] != value}
            for key, was in earlier.items()
            if key in later and later[key] != was
        }
        if touched:
            changed[label] = touched
    return made, changed
