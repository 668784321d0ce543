"""Finds a surname or a nickname that stands alone in a text. Whose it is, only the secretary can say."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from league.history.nouns import ModelClass
from league.models import (
    Division,
    FixturePlan,
    ImportRun,
    Match,
    Notice,
    Pub,
    RecordChange,
    RuleBook,
    Season,
    Team,
)
from league.people.names import split_name
from league.records.selectors.mentions import Mention, Traces, leading_on, strings_in, texts_with
from league.records.selectors.persons import Person, changes_of, letters_to
from league.shared.text import folded

# A pub can be called as somebody is, and their names stand in what is made of them.
NOT_ABOUT_PEOPLE = frozenset({Division, FixturePlan, ImportRun, Pub, RuleBook, Season, Team})
SHORTEST, MOST, AROUND = 3, 60, 60


@dataclass(frozen=True, slots=True, kw_only=True)
class LoneName(Mention):
    """A text in which a name stands alone. `words` are those around it that an erasure leaves.

    `match` is the public id of the match it is about.
    """

    model: ModelClass
    match: str = ""


def lone_names(person: Person, called: str = "") -> list[LoneName]:
    """Return the texts in which the surname stands alone, or what else they are called; 60 at most.

    Four queries, and one or two for each model with texts.
    """
    league = person.player.league
    surnames = {split_name(name)[1] for name in (record.name for record in person.records) if " " in name}
    names = tuple(name for name in (*sorted(surnames), *called.split(",")) if len(name.strip()) >= SHORTEST)
    if not names:
        return []
    alone = _pattern(names, exactly=surnames)
    others = [
        *league.players.exclude(pk__in=person.keys).values_list("name", flat=True),
        *league.teams.values_list("name", flat=True),
        *league.pubs.values_list("name", flat=True),
    ]
    theirs = Traces(names=tuple(other for other in others if alone.search(other)))
    going = {
        Notice: set(letters_to(person).values_list("pk", flat=True)) if person.emails else set(),
        RecordChange: set(changes_of(league, person.keys).values_list("pk", flat=True)),
    }
    found: list[tuple[ModelClass, int, LoneName]] = []
    for model, pk, column, value in texts_with(Traces(names=names), league):
        if model in NOT_ABOUT_PEOPLE or pk in going.get(model, ()):
            continue
        for text in strings_in(value):
            left = theirs.hidden_in(person.traces.hidden_in(text))
            if spot := alone.search(left):
                start, end = max(spot.start() - AROUND, 0), spot.end() + AROUND
                words = f"{'…' if start else ''}{left[start:end].strip()}{'…' if end < len(left) else ''}"
                kind = str(model._meta.verbose_name).capitalize()
                name = LoneName(model=model, kind=kind, column=str(column.verbose_name), words=words)
                found.append((model, pk, name))
                break
    return list(_with_matches(found[:MOST]))


def _pattern(names: Iterable[str], *, exactly: Iterable[str]) -> "re.Pattern[str]":
    """Return what finds one of the names alone: surnames as names are written, for a bell is no Bell."""
    spelt = {name.strip() for name in names}
    spelt |= {folded(name).title() for name in exactly} | {name.upper() for name in spelt}
    either = "|".join(re.escape(name) for name in sorted(spelt, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")


def _with_matches(found: list[tuple[ModelClass, int, LoneName]]) -> Iterator[LoneName]:
    """Yield the texts with the match each is about. One query for each model that has a match."""
    ids: dict[tuple[ModelClass, int], str] = {}
    for model in {model for model, _, _ in found}:
        path = path_to_match(model)
        if path is not None:
            rows = model._base_manager.filter(pk__in=[pk for of, pk, _ in found if of is model])
            public_ids = rows.values_list("pk", f"{path}public_id")
            ids |= {(model, pk): public_id or "" for pk, public_id in public_ids}
    for model, pk, name in found:
        yield replace(name, match=ids.get((model, pk), ""))


@cache
def path_to_match(model: ModelClass) -> str | None:
    """Return the lookup that leads from a model to its match, with what stands before a column; or None."""
    if model is Match:
        return ""
    for column, target in leading_on(model):
        path = path_to_match(target)
        if path is not None:
            return f"{column.name}__{path}"
    return None
