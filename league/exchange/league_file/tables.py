"""What the file of a league holds: its tables, each after those it leans on, and what stays behind.

A key of the database means nothing elsewhere: in the file every row has a number in its own table, from 1,
and points at others by theirs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Q

from league import models as ours
from league.models import League, User

FORMAT = "Pegboard league 1"

Model = type[models.Model]
Field = Any  # a Django field; its own type says too little to read it by


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What need not go along: old versions of cards, photographs of paper."""

    old_versions: bool = False
    photographs: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table of the file: whose rows they are, and how to find those of a league."""

    model: Model
    of_league: str

    @property
    def name(self) -> str:
        """As the file calls it: match_table, scorecard."""
        return "".join(f"_{one.lower()}" if one.isupper() else one for one in self.model.__name__)[1:]

    @property
    def fields(self) -> tuple[Field, ...]:
        """The columns of the file, without the key and what means nothing elsewhere."""
        if self.model is User:
            return tuple(User._meta.get_field(name) for name in ACCOUNT)
        return tuple(
            field
            for field in self.model._meta.concrete_fields
            if not field.primary_key and field.related_model not in LEFT_BEHIND and field.name not in OWN
        )

    def rows(self, league: League, without: LeftOut) -> models.QuerySet[Any]:
        """The rows of a league, oldest first."""
        rows = self.model._base_manager.filter(_belongs(self.of_league, league)).order_by("pk")
        if without.old_versions and (path := PATH_TO_CARD.get(self.model)) is not None:
            rows = rows.exclude(**{f"{path}set_aside_at__isnull": False})
        if self.model is ours.Notice:  # what still waits is sent by the installation it waits in
            rows = rows.filter(sent_at__isnull=False)
        return rows


# Only what names a person: no password leaves, and nobody is let in by a file.
ACCOUNT = ("username", "first_name", "last_name", "email")
# Links are signed with the key of their installation; drafts and imports to be undone belong to their desk.
LEFT_BEHIND = frozenset({ours.CaptainLink, ours.Draft, ours.ImportRun})
# The demo's mark stays with the demo; a revision is what the browsers of one installation have seen.
OWN = frozenset({"is_demo", "revision"})

_DIVISION = "division__season__league"
_MATCH = f"match__{_DIVISION}"
_CARD = f"scorecard__{_MATCH}"
_GAME = f"game__table__{_CARD}"

TABLES: tuple[Table, ...] = (
    Table(User, ""),
    Table(ours.League, "pk"),
    Table(ours.Pub, "league"),
    Table(ours.Team, "league"),
    Table(ours.LeagueRole, "league"),
    Table(ours.RuleBook, "season__league"),
    Table(ours.Season, "league"),
    Table(ours.Division, "season__league"),
    Table(ours.Enrolment, "season__league"),
    Table(ours.Player, "league"),
    Table(ours.Registration, "season__league"),
    Table(ours.Match, _DIVISION),
    Table(ours.ScoringCode, _MATCH),
    Table(ours.Availability, _MATCH),
    Table(ours.LineUp, _MATCH),
    Table(ours.TableEntry, _MATCH),
    Table(ours.Scorecard, _MATCH),
    Table(ours.Signature, _CARD),
    Table(ours.Objection, _CARD),
    Table(ours.MatchTable, _CARD),
    Table(ours.Game, f"table__{_CARD}"),
    Table(ours.Seat, _GAME),
    Table(ours.Hand, _GAME),
    Table(ours.Penalty, _GAME),
    Table(ours.Photograph, _MATCH),
    Table(ours.Ruling, _DIVISION),
    Table(ours.Offence, "season__league"),
    Table(ours.Appeal, f"ruling__{_DIVISION}|offence__season__league"),
    Table(ours.Charge, "league"),
    Table(ours.Postponement, _MATCH),
    Table(ours.Notice, "league"),
    Table(ours.Honour, "league"),
    Table(ours.OldTable, "league"),
    Table(ours.Cup, "season__league"),
    Table(ours.CupEntry, "cup__season__league"),
    Table(ours.CupDraw, "cup__season__league"),
    Table(ours.CupTie, "cup__season__league"),
    Table(ours.CupSeat, "tie__cup__season__league"),
    Table(ours.NameLeft, "season__league"),
    Table(ours.Merge, "league"),
    Table(ours.FixturePlan, "season__league"),
)
# What a merge names of each table, by the word it is kept under.
MOVED: Mapping[str, Model] = {
    "seat": ours.Seat,
    "registration": ours.Registration,
    "availability": ours.Availability,
    "honour": ours.Honour,
    "first_of_pair": ours.CupEntry,
    "second_of_pair": ours.CupEntry,
    "cup_seat": ours.CupSeat,
}
PATH_TO_CARD: Mapping[Model, str] = {
    ours.Scorecard: "",
    ours.Signature: "scorecard__",
    ours.Objection: "scorecard__",
    ours.MatchTable: "scorecard__",
    ours.Game: "table__scorecard__",
    ours.Seat: "game__table__scorecard__",
    ours.Hand: "game__table__scorecard__",
    ours.Penalty: "game__table__scorecard__",
}


def tables(without: LeftOut) -> Iterator[Table]:
    """The tables that go along."""
    for table in TABLES:
        if not (without.photographs and table.model is ours.Photograph):
            yield table


def accounts_named(league: League) -> list[int]:
    """The keys of everybody whom something of the league names: who entered a card, who has a role."""
    named: set[int] = set()
    for table in TABLES[1:]:
        for field in table.fields:
            if field.related_model is User:
                found = table.model._base_manager.filter(_belongs(table.of_league, league))
                named |= set(found.order_by().values_list(field.attname, flat=True).distinct())
    return sorted(named - {None})


def _belongs(paths: str, league: League) -> Q:
    """The rows of a league by their way to it; the accounts are those that something names."""
    if not paths:
        return Q(pk__in=accounts_named(league))
    wanted = Q()
    for path in paths.split("|"):
        wanted |= Q(**{path: league.pk})
    return wanted
