"""Finds a person's name, addresses and numbers in every text a league has stored.

The columns are read off the models, so that a new one is searched without being listed anywhere.
"""

import operator
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

from django.apps import apps
from django.db import models
from django.db.models import Q
from django.db.models.functions import Cast

from league.history.nouns import Field, ModelClass
from league.models import (
    Authenticator,
    ClockTurn,
    League,
    Passkey,
    Player,
    PrintedFile,
    RuleBook,
    SignedInDevice,
    User,
)
from league.people.names import HIDDEN_NAME
from league.shared.text import folded

# A word of one part is a card as well, so a name such as Jack is looked for only where a name stands alone.
NAMES_ALONE = frozenset({"written", "holder", "captain_name", "label", "set_for"})
_AROUND = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Traces:
    """What a person is found by in free text: names as they were ever written, addresses and numbers.

    `apart` is what must stand behind the name where another player of the league shares it.
    """

    names: tuple[str, ...]
    contacts: tuple[str, ...] = ()
    apart: str = ""

    def hidden_in(self, text: str, *, alone: bool = False) -> str:
        """Return the text without the traces; `alone` where the column holds nothing but a name."""
        if self._names is not None:
            text = self._names.sub(HIDDEN_NAME, text)
        if self._contacts is not None:
            text = self._contacts.sub("", text)
        is_name = alone and not self.apart and folded(text).strip() in {folded(name) for name in self.names}
        return HIDDEN_NAME if is_name else text

    def found_in(self, text: str) -> str:
        """Return the part of a text around the first trace; empty without one."""
        found = [match for p in (self._names, self._contacts) if p is not None and (match := p.search(text))]
        if not found:
            return ""
        start, end = max(found[0].start() - _AROUND, 0), found[0].end() + _AROUND
        return f"{'…' if start else ''}{text[start:end].strip()}{'…' if end < len(text) else ''}"

    @property
    def needles(self) -> set[str]:
        """Return pieces of plain letters, one of which every trace contains; empty if a trace has none."""
        pieces = [
            max(re.findall(r"[A-Za-z0-9@_-]+", word) or [""], key=len)
            for word in (*self.names, *map(folded, self.names), *self.contacts)
        ]
        return set(pieces) if all(len(piece) > 1 for piece in pieces) else set()

    @property
    def _names(self) -> "re.Pattern[str] | None":
        spelt = {
            spelling for name in self.names for spelling in (name, folded(name)) if len(name.split()) > 1
        }
        if not spelt:
            return None
        bracket = rf"\s*\({re.escape(self.apart)}\)" if self.apart else r"(?:\s*\([^)]{1,40}\))?"
        return _pattern(frozenset(spelt), bracket)

    @property
    def _contacts(self) -> "re.Pattern[str] | None":
        return _pattern(frozenset(self.contacts), "") if self.contacts else None


@cache
def _pattern(spelt: frozenset[str], bracket: str) -> "re.Pattern[str]":
    longest_first = sorted(spelt, key=lambda words: (-len(words), words))
    either = "|".join(map(_spelling, longest_first))
    return re.compile(rf"(?<!\w)(?:{either}){bracket}(?!\w)", re.IGNORECASE)


def _spelling(words: str) -> str:
    """Return the pattern of an address as it is; of a name with or without dots, however it is spaced."""
    if "@" in words:
        return re.escape(words)
    return r"(?:\.\s*|\s+)".join(map(re.escape, words.replace(".", " ").split()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """A text in which a trace stands: of which kind of row, in which column, and the words around it."""

    kind: str
    column: str
    words: str


def mentions_of(
    traces: Traces, league: League, *, without: Mapping[ModelClass, Collection[int]]
) -> tuple[Mention, ...]:
    """Return the texts of a league in which a trace stands, except rows that are shown elsewhere.

    One query for each model with texts.
    """
    mentions = []
    for model, pk, column, value in texts_with(traces, league):
        if pk in without.get(model, ()):
            continue
        for text in strings_in(value):
            alone = column.name in NAMES_ALONE
            words = traces.found_in(text) or (text if traces.hidden_in(text, alone=alone) != text else "")
            if words:
                kind = str(model._meta.verbose_name).capitalize()
                mentions.append(Mention(kind=kind, column=str(column.verbose_name), words=words))
                break
    return tuple(mentions)


@cache
def text_columns(model: ModelClass) -> tuple[Field, ...]:
    """Return the columns of a model in which people's words can stand."""
    return tuple(
        column
        for column in model._meta.concrete_fields
        if isinstance(column, models.CharField | models.TextField | models.JSONField)
        and not isinstance(column, models.SlugField)
        and not column.choices
        and column.name not in ("public_id", "digest")
    )


def searched_models() -> tuple[ModelClass, ...]:
    """Return the models whose texts are searched: all of a league, and the log of the workbench.

    Players and accounts, with what goes with an account, are found by their keys: another's name is never
    written over. Printed files go whole, and the turn of the clock is nobody's.
    """
    left_out = (Player, User, Authenticator, Passkey, SignedInDevice, PrintedFile, ClockTurn)
    of_league = (model for model in apps.get_app_config("league").get_models() if model not in left_out)
    models_with_texts = tuple(model for model in of_league if text_columns(model))
    return (*models_with_texts, apps.get_model("admin", "LogEntry"))


def of_league(model: ModelClass, league: League) -> Q:
    """Return the condition for the rows of a league; the log of the workbench belongs to all."""
    if model._meta.app_label != "league":
        return Q()
    return reduce(operator.or_, (Q(**{path or "pk": league.pk}) for path in paths_to_league(model)))


def leading_on(model: ModelClass) -> Iterator[tuple[Field, ModelClass]]:
    """Yield the columns that refer to another model of the league, each with that; accounts to none."""
    for column in model._meta.concrete_fields:
        target = column.related_model
        if target not in (None, model, User) and target._meta.app_label == "league":
            yield column, target


@cache
def paths_to_league(model: ModelClass) -> tuple[str, ...]:
    """Return the lookups that lead from a model to its league: the shortest that is never empty, else all."""
    if model is League:
        return ("",)
    if model is RuleBook:
        return ("season__league",)
    certain: list[list[str]] = []
    uncertain: list[list[str]] = []
    for column, target in leading_on(model):
        paths = [f"{column.name}__{path}" if path else column.name for path in paths_to_league(target)]
        (uncertain if column.null else certain).append(paths)
    if certain:
        _, shortest = min((len(paths[0]), paths) for paths in certain if paths)
        return tuple(shortest)
    return tuple(path for paths in uncertain for path in paths)


def texts_with(traces: Traces, league: League) -> Iterator[tuple[ModelClass, int, Field, Any]]:
    """Yield model, key, column and value of the texts that may hold a trace."""
    needles = traces.needles
    for model in searched_models():
        columns = text_columns(model)
        rows = model._base_manager.filter(of_league(model, league)).order_by("pk")
        if needles:
            rows = rows.alias(
                **{f"text_of_{column.name}": Cast(column.name, models.TextField()) for column in columns}
            )
            holds = (
                Q(**{f"text_of_{column.name}__icontains": needle}) for column in columns for needle in needles
            )
            rows = rows.filter(reduce(operator.or_, holds))
        names = [column.name for column in columns]
        for pk, *values in rows.values_list("pk", *names):
            for column, value in zip(columns, values, strict=True):
                if value:
                    yield model, pk, column, value


def strings_in(value: Any) -> Iterator[str]:
    """Yield every text within a value of a column, the keys of a mapping too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from strings_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_in(inner)
