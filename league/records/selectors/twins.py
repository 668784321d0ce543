"""Two records that may be the same, and where a merged or renamed one is now."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations
from typing import Any

from django.db.models import Q

from league.models import (
    League,
    RecordChange,
)
from league.records.kinds import RecordKind
from league.shared.text import bare

# Of two names at least this alike one is probably a slip of the other.
ALIKE = 0.85
MOST_TWINS = 3
MOST_MOVES = 20


def name_key(name: str) -> str:
    """Return a name without capitals, accents, punctuation and words every pub has."""
    letters = "".join(letter if letter.isalnum() else " " for letter in bare(name).replace("'", ""))
    return " ".join(word for word in letters.split() if word not in {"the", "inn", "pub"})


def are_alike(name: str, other: str) -> bool:
    """Return whether two names are probably one: "The Queen’s Arms" and "Queens Arms"; not A and B."""
    first, second = name_key(name), name_key(other)
    if first == second or not (first and second):
        return first == second and (bool(first) or name == other)
    # Two teams of a pub differ by their last letter or figure, which is no slip.
    last = {first.split()[-1], second.split()[-1]}
    if len(last) == 2 and any(len(word) == 1 for word in last):
        return False
    matcher = SequenceMatcher(None, first, second)
    return matcher.real_quick_ratio() >= ALIKE and matcher.quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def kept_apart(league: League, kind: RecordKind) -> set[frozenset[int]]:
    """Return the pairs of records that are not suggested for merging again. One query."""
    decided = RecordChange.objects.filter(
        league=league, kind=kind.name, action=RecordChange.Action.KEPT_APART, undone_at=None
    )
    return {frozenset((change.object_id, change.effects["other_key"])) for change in decided}


def moved_record(kind: RecordKind, slug: str, league: League | None = None) -> Any | None:
    """Return the record that had an address before, or into which its record was merged, or None.

    At most two queries for each record that had it; `league` is None for leagues themselves.
    """
    had = Q(before__slug=slug) | Q(after__slug=slug)
    merged = Q(action=RecordChange.Action.MERGED, undone_at=None, effects__deleted__0__fields__slug=slug)
    changes = RecordChange.objects.filter(had | merged, kind=kind.name)
    if league is not None:
        changes = changes.filter(league=league)
    keys = changes.order_by("-made_at", "-pk").values_list("object_id", flat=True)[:MOST_MOVES]
    rows = kind.model._base_manager.in_bulk(list(keys))
    return next((rows[key] for key in keys if key in rows), None)


def twins_of(kind: RecordKind, row: Any, league: League) -> list[Any]:
    """Return the records that may be the same as this one: of nearly the same name. Two queries."""
    apart = kept_apart(league, kind)
    return [
        other
        for other in kind.rows(league).exclude(pk=row.pk).order_by("name")
        if frozenset((row.pk, other.pk)) not in apart and are_alike(row.name, other.name)
    ][:MOST_TWINS]


def alike_pairs(kind: RecordKind, rows: Sequence[Any], league: League) -> list[tuple[Any, Any]]:
    """Return the pairs of records that may be the same. One query."""
    apart = kept_apart(league, kind)
    return [
        (row, other)
        for row, other in combinations(rows, 2)
        if frozenset((row.pk, other.pk)) not in apart and are_alike(row.name, other.name)
    ]
