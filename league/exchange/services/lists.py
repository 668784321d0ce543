"""A list brought in: looked at first, line by line; then as a whole or not at all; and taken back as a whole.

Looking is bringing in and thinking better of it: the preview says what will happen, because it has happened.

What a league has before and after an import: the difference is what the import made and changed.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models, transaction
from django.db.models import ProtectedError, QuerySet
from django.db.models.deletion import Collector

from league.competition.services import FINISHED, bump_revision
from league.exchange.lists.columns import ImportAction, ImportedRow, What, WrongList
from league.exchange.lists.days import SeasonDates
from league.exchange.lists.fixtures import fixture_lines
from league.exchange.lists.parsing import ParsedList, understood
from league.exchange.lists.people import player_lines
from league.exchange.lists.pubs_and_teams import Teams, pub_lines, team_lines
from league.exchange.lists.results import result_lines
from league.exchange.spreadsheets import Rows as ExchangeRows
from league.models import (
    Division,
    Enrolment,
    Game,
    ImportRun,
    League,
    Match,
    MatchTable,
    Player,
    Pub,
    Registration,
    Ruling,
    Scorecard,
    Season,
    Team,
    User,
)
from league.shared.errors import Refused, written_whole

# The tables and scores of a card that an import wrote: they are the card.
COMES_WITH_ITS_OWN = (MatchTable, Game)
Names = Mapping[str, str]
NO_NAMES: Names = {}

# What a closed season keeps as it is.
FROZEN = (What.FIXTURES, What.RESULTS)
TAKEN_BACK = "This import was taken back already."


@dataclass(frozen=True, slots=True, kw_only=True)
class Brought:
    """What became of a list: each line in words, what its columns were taken for, and the import itself.

    `strangers` are names of teams that nobody has, each with the teams that may be meant, likeliest first.
    """

    lines: tuple[ImportedRow, ...]
    columns: Mapping[str, str]
    unknown: tuple[str, ...] = ()
    strangers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    run: ImportRun | None = None

    @property
    def faults(self) -> tuple[ImportedRow, ...]:
        return tuple(line for line in self.lines if line.kind is ImportAction.FAULT)

    @property
    def changes_nothing(self) -> bool:
        """Whether everything in it is known already."""
        return not self.faults and not self.count(ImportAction.NEW) and not self.count(ImportAction.CHANGED)

    def count(self, kind: str) -> int:
        """Return how many lines are of a kind."""
        return sum(line.kind == kind for line in self.lines)


class _OnSecondThoughts(Exception):
    """Ends the transaction of a list that was only looked at, or that has faults."""


def look_at(
    *, league: League, season: Season | None, what: str, rows: ExchangeRows, names: Names = NO_NAMES
) -> Brought:
    """Return what bringing the list in would do. Raises WrongList if its columns cannot be understood.

    `names` says for names of teams as the list has them which teams they mean.
    """
    parsed_list = _understood(season, what, rows, names)
    imported_rows: list[ImportedRow] = []
    try:
        with transaction.atomic():
            imported_rows.extend(_lines(league, season, what, parsed_list))
            raise _OnSecondThoughts
    except _OnSecondThoughts:
        pass
    except Refused as refusal:
        raise WrongList(refusal.sentence) from refusal
    return _brought(league, parsed_list, imported_rows)


def bring_in(
    *,
    league: League,
    season: Season | None,
    what: str,
    rows: ExchangeRows,
    named: str,
    by: User,
    now: datetime.datetime,
    names: Names = NO_NAMES,
) -> Brought:
    """Bring a list in: all of it or, if a line cannot be taken, nothing.

    Raises WrongList if its columns cannot be understood. What was made and changed is kept with the import,
    so that it can be taken back; a list that changes nothing leaves no import.
    """
    parsed_list = _understood(season, what, rows, names)
    imported_rows: list[ImportedRow] = []
    run = None
    try:
        with written_whole():
            # The league's row keeps two imports apart: each sees what the other has made.
            League.objects.select_for_update(no_key=True).get(pk=league.pk)
            before = Snapshot.of(league)
            imported_rows.extend(_lines(league, season, what, parsed_list))
            kinds = {line.kind for line in imported_rows}
            if ImportAction.FAULT in kinds or not kinds & {ImportAction.NEW, ImportAction.CHANGED}:
                raise _OnSecondThoughts
            made, changed = differences(before, Snapshot.of(league))
            run = ImportRun(
                league=league, what=what, named=named[:120], lines=len(parsed_list.lines), made=made,
                changed=changed, made_at=now, made_by=by,
            )  # fmt: skip
            run.full_clean(exclude=["league", "made_by", "made", "changed"])
            run.save(force_insert=True)
            bump_revision(league_id=league.pk)
    except _OnSecondThoughts:
        pass
    except Refused as refusal:
        raise WrongList(refusal.sentence) from refusal
    return _brought(league, parsed_list, imported_rows, run)


def take_back(*, run: ImportRun, now: datetime.datetime) -> tuple[str, ...]:
    """Undo an import as a whole: what it made goes, what it changed is as it was.

    What was changed again since stays as it is now; such are named in the answer. Raises Refused if something
    else leans on what would go, naming it, and if it was taken back already.
    """
    with written_whole():
        held = ImportRun.objects.select_for_update(no_key=True).get(pk=run.pk)
        if held.undone_at is not None:
            raise Refused(TAKEN_BACK)
        kept = tuple(_put_back(held.changed))
        for label, model in reversed(list(MODELS.items())):
            _delete(model._base_manager.filter(pk__in=held.made.get(label, [])), held.made)
        held.undone_at = now
        held.save(update_fields=["undone_at"])
        bump_revision(league_id=held.league_id)
    return kept


def _delete(rows: QuerySet[Any], made: Mapping[str, Sequence[int]]) -> None:
    """Delete rows of an import, unless something that came after would go with them."""
    going = Collector(using=rows.db)
    try:
        going.collect(rows)
    except ProtectedError as fault:
        raise _leans(fault.protected_objects) from fault
    own = {MODELS[label]: set(keys) for label, keys in made.items()}
    groups = [*going.data.items(), *((more.model, more) for more in going.fast_deletes)]
    for model, found in groups:
        later = [one for one in found if one.pk not in own.get(model, ())]
        if later and model not in COMES_WITH_ITS_OWN:
            raise _leans(later)
    rows.delete()


def _leans(later: Iterable[object]) -> Refused:
    first = min(map(str, later))
    return Refused(f"Something came after this import and leans on it: {first}. Remove that first.")


def _understood(season: Season | None, what: str, rows: ExchangeRows, names: Names) -> ParsedList:
    span = SeasonDates(first=season.starts_on, last=season.ends_on) if season else None
    return understood(what, rows, span=span, names=names)


def _brought(
    league: League, found: ParsedList, said: Sequence[ImportedRow], run: ImportRun | None = None
) -> Brought:
    """Return what was said of every line, in the order of the list."""
    passed = [ImportedRow(number=one.number, kind=ImportAction.PASSED, words=one.why) for one in found.passed]
    strange = dict.fromkeys(line.unknown for line in said if line.unknown)
    teams = Teams(league, None) if strange else None
    return Brought(
        lines=tuple(sorted([*said, *passed], key=lambda line: line.number)),
        columns=found.columns,
        unknown=found.unknown,
        strangers={name: tuple(map(str, teams.like(name))) for name in strange} if teams else {},
        run=run,
    )


def _lines(league: League, season: Season | None, what: str, found: ParsedList) -> Iterator[ImportedRow]:
    if season is not None and season.is_finished and what in FROZEN:
        raise WrongList(FINISHED)
    for lacking in found.faults:
        yield ImportedRow(number=lacking.number, kind=ImportAction.FAULT, words=lacking.why)
    if what == What.PUBS:
        yield from pub_lines(league, found.lines)
    elif what == What.TEAMS:
        yield from team_lines(league, season, found.lines)
    elif season is None:
        raise WrongList("There is no season yet: make one first, players and matches belong to it.")
    elif what == What.PLAYERS:
        yield from player_lines(league, season, found.lines)
    elif what == What.FIXTURES:
        yield from fixture_lines(league, season, found.lines)
    else:
        yield from result_lines(league, season, found)


def _put_back(changed: Mapping[str, Mapping[str, Mapping[str, Sequence[object]]]]) -> Iterator[str]:
    """Give changed rows their earlier values; name those that somebody has changed again since."""
    for label, rows in changed.items():
        found = MODELS[label]._base_manager.in_bulk([int(key) for key in rows])
        for key, fields in rows.items():
            row = found.get(int(key))
            if row is None:
                continue
            columns: dict[str, Any] = {name: MODELS[label]._meta.get_field(name) for name in fields}
            now = {name: column.value_to_string(row) for name, column in columns.items()}
            if any(now[name] != str(after) for name, (_, after) in fields.items()):
                yield str(row)
                continue
            for name, (earlier, _) in fields.items():
                value = None if earlier == "None" else columns[name].to_python(earlier)
                setattr(row, columns[name].attname, value)
            row.save(update_fields=list(fields))


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
    """Return what was made, by model: keys; and what was changed: model, key, field, its value earlier and
    later.
    """
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
