"""The kinds of records, as data: which fields each has, what is deleted with it, and what to do instead."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from django.db.models import QuerySet

from league.competition.selectors import CURRENT
from league.history.nouns import Field, ModelClass
from league.models import (
    CaptainLink,
    Division,
    DueDate,
    Enrolment,
    FixturePlan,
    League,
    NameLeft,
    Player,
    Pub,
    PubLink,
    PubPhotograph,
    RecordChange,
    Registration,
    RuleBook,
    Season,
    TableSquare,
    Team,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RecordKind:
    """One kind of record.

    `fields` are its editable columns with their labels. `owned` are the models whose rows are deleted with
    a record, each after those it refers to; a row of any other model forbids the deletion. `instead` says
    what to do then.
    """

    name: str
    plural: str
    model: type[Any]
    fields: Mapping[str, str]
    key: tuple[str, ...] = ("slug",)
    of_league: str = "league"
    related: tuple[str, ...] = ("league",)
    owned: tuple[ModelClass, ...] = ()
    parents: tuple[str, ...] = ()
    """Its own rows to which the record refers, and which are deleted with it too."""
    instead: str = ""
    is_mergeable: bool = False
    calendars: tuple[str, ...] = ()
    """The columns of a match that name the record: calendars of these matches follow a change."""

    def rows(self, league: League) -> QuerySet[Any]:
        """Return the records of a league."""
        rows: QuerySet[Any] = self.model._default_manager.filter(**{self.of_league: league.pk})
        return rows.select_related(*self.related)

    def key_of(self, row: Any) -> str:
        """Return what stands for the record in an address: "the-fleece", "2026-27.division-one"."""
        return ".".join(str(reduce(getattr, path.split("__"), row)) for path in self.key)

    def find(self, league: League, key: str) -> Any:
        """Return the record of that address, or None."""
        parts = key.split(".")
        if len(parts) != len(self.key):
            return None
        return self.rows(league).filter(**dict(zip(self.key, parts, strict=True))).first()

    def column(self, name: str) -> Field:
        """Return the field of the model by its name."""
        return self.model._meta.get_field(name)

    def values(self, row: Any) -> dict[str, Any]:
        """Return the editable fields of a record."""
        return {name: self.column(name).value_from_object(row) for name in self.fields}


WEB_ADDRESS = "Web address"
# These words stand where the address of a record stands.
RESERVED = frozenset({"new", CURRENT})

PUBS = RecordKind(
    name=RecordChange.Kind.PUB,
    plural="pubs",
    model=Pub,
    fields={
        "name": "Name",
        "address": "Address",
        "postcode": "Postcode",
        "phone": "Phone",
        "bulletin_email": "E-mail for the bulletin",
        "tables": "Tables",
        "rooms": "Room",
        "step_free": "Step-free access",
        "remarks": "About the pub",
        "slug": WEB_ADDRESS,
    },
    owned=(PubPhotograph, PubLink, TableSquare, Team, Enrolment, Registration, CaptainLink, NameLeft),
    instead="Close the pub instead: its results stay.",
    is_mergeable=True,
    calendars=("venue", "home__pub", "away__pub"),
)
TEAMS = RecordKind(
    name=RecordChange.Kind.TEAM,
    plural="teams",
    model=Team,
    fields={
        "name": "Name",
        "short_name": "Short name",
        "button_name": "Name on buttons",
        "pub": "Pub",
        "slug": WEB_ADDRESS,
    },
    related=("league", "pub"),
    owned=(Enrolment, Registration, CaptainLink, NameLeft),
    instead="Withdraw the team instead: its results stay, and the rules say what they count.",
    is_mergeable=True,
    calendars=("home", "away"),
)
DIVISIONS = RecordKind(
    name=RecordChange.Kind.DIVISION,
    plural="divisions",
    model=Division,
    fields={
        "name": "Name",
        "position": "Position",
        "promoted": "Teams promoted",
        "relegated": "Teams relegated",
    },
    key=("season__slug", "slug"),
    of_league="season__league",
    related=("season__league",),
    owned=(Enrolment, CaptainLink),
    instead="Delete its fixtures first, or keep the division.",
)
PLAYERS = RecordKind(
    name=RecordChange.Kind.PLAYER,
    plural="players",
    model=Player,
    fields={
        "name": "Name",
        "told_apart_by": "Told apart by",
        "shown": "Shown to the public",
        "born_on": "Date of birth",
    },
    key=("public_id",),
    owned=(Registration,),
    instead="Hide their name from the public instead, or merge the record with their other one.",
)
SEASONS = RecordKind(
    name=RecordChange.Kind.SEASON,
    plural="seasons",
    model=Season,
    fields={"name": "Name", "starts_on": "First day", "ends_on": "Last day"},
    related=("league", "rule_book"),
    parents=("rule_book",),
    owned=(Division, Enrolment, Registration, CaptainLink, NameLeft, FixturePlan, DueDate),
    instead="Close the season instead: its tables are then final.",
)
LEAGUES = RecordKind(
    name=RecordChange.Kind.LEAGUE,
    plural="league",
    model=League,
    fields={
        "name": "Name",
        "time_zone": "Time zone",
        "about": "About the league",
        "officers": "Officers",
        "sheets_to": "Where score sheets go",
        "slug": WEB_ADDRESS,
        "photographs_kept_for": "Photographs of score sheets",
        "links_kept_for": "Links, codes and PINs",
        "entries_kept_for": "Entries from phones, drafts and answers",
        "letters_kept_for": "E-mails sent",
        "contacts_kept_for": "Contacts of captains who have left",
        "log_kept_for": "Audit log",
        "keeps_test_photographs": "Keep photographs as test cases",
    },
    of_league="pk",
    related=(),
)

KINDS: Mapping[str, RecordKind] = {
    kind.plural: kind for kind in (PUBS, TEAMS, DIVISIONS, PLAYERS, SEASONS, LEAGUES)
}
"""The kinds by the word in their addresses."""
RULE_BOOKS = RecordKind(
    name=RecordChange.Kind.RULE_BOOK,
    plural="rule books",
    model=RuleBook,
    # The history tells them in the sections of the rules page.
    fields={
        name: name for name in ("A match", "Points", "Walkovers", "Withdrawals", "Level teams", "The game")
    },
    key=("season__slug",),
    of_league="season__league",
    related=("season",),
)
BY_NAME: Mapping[str, RecordKind] = {kind.name: kind for kind in (*KINDS.values(), RULE_BOOKS)}


def raw_values(kind: RecordKind, row: Any) -> dict[str, str]:
    """Return every editable field of a record, to be compared later: "" for None."""
    return {name: "" if value is None else str(value) for name, value in kind.values(row).items()}


def shown(row: Any, column: Field) -> str:
    """Return the value of a field as people read it."""
    if column.choices:
        return str(getattr(row, f"get_{column.name}_display")())
    return in_figures(getattr(row, column.name))


def in_figures(value: Any) -> str:
    """Return a value as people type it: a day as 14/01/2027, "" for None."""
    return f"{value:%d/%m/%Y}" if hasattr(value, "strftime") else "" if value is None else str(value)
