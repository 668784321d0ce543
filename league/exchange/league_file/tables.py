"""What the file of a league holds: its tables, each after those it leans on, and what stays behind.

A key of the database means nothing elsewhere: in the file every row has a number in its own table, from 1,
and points at others by theirs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import models
from django.db.models import Q

from league.models import (
    AcceptedPlayer,
    ApiToken,
    ApiWrite,
    Appeal,
    AuditEntry,
    Authenticator,
    Availability,
    BankImport,
    BankLine,
    Bulletin,
    CaptainLink,
    CaptainPin,
    Charge,
    ClockTurn,
    ColumnChoice,
    CountedSeasons,
    Cup,
    CupDraw,
    CupEntry,
    CupSeat,
    CupTie,
    Decision,
    DeletedLeague,
    Division,
    Draft,
    DueDate,
    Enrolment,
    FixturePlan,
    Game,
    Handover,
    HandResult,
    Honour,
    ImportRun,
    League,
    LeagueRole,
    LineUp,
    Mailing,
    Match,
    MatchDispute,
    MatchTable,
    Merge,
    NameLeft,
    Notice,
    Objection,
    Offence,
    OldTable,
    Passkey,
    Penalty,
    PhoneSetAside,
    Photograph,
    PhotographReading,
    PinTries,
    Player,
    Postponement,
    PrintedFile,
    PrintJob,
    Pub,
    PubLink,
    PubPhotograph,
    RecordChange,
    Registration,
    ResultReceipt,
    RetentionRun,
    RoomReport,
    RuleBook,
    Ruling,
    Scorecard,
    ScoringCode,
    Season,
    Seat,
    Signature,
    SignedInDevice,
    TableEntry,
    TableSquare,
    Team,
    TryCount,
    UnfiledPhotograph,
    User,
)

FORMAT = "Pegboard league 1"

Model = type[models.Model]
Field = Any  # a Django field; its own type says too little to read it by


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportOptions:
    """What need not go along: old versions of cards, photographs of paper and of pubs."""

    old_versions: bool = False
    photographs: bool = False


# The file keeps its names when a model is renamed.
FILE_NAMES: Mapping[Model, str] = {HandResult: "Hand"}


@dataclass(frozen=True, slots=True)
class FileTable:
    """One table of the file: whose rows they are, and how to find those of a league."""

    model: Model
    of_league: str

    @property
    def name(self) -> str:
        """As the file calls it: match_table, scorecard."""
        return "".join(
            f"_{letter.lower()}" if letter.isupper() else letter
            for letter in FILE_NAMES.get(self.model, self.model.__name__)
        )[1:]

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

    def belongs(self, league: League) -> Q:
        """Return the condition for the rows of a league, by the paths from them to it, separated by |."""
        if not self.of_league:
            return Q(pk__in=accounts_named(league))
        return Q(*((path, league.pk) for path in self.of_league.split("|")), _connector=Q.OR)

    def rows(self, league: League, without: ExportOptions) -> models.QuerySet[Any]:
        """Return the rows of a league, oldest first."""
        rows = self.model._base_manager.filter(self.belongs(league)).order_by("pk")
        if without.old_versions and (self.model is Scorecard or "scorecard__" in self.of_league):
            rows = rows.exclude(**{f"{self.of_league.partition('match__')[0]}set_aside_at__isnull": False})
        if self.model is Notice:  # what still waits is sent by the installation it waits in
            rows = rows.filter(sent_at__isnull=False)
        return rows


# Only what names a person: no password leaves, and nobody is let in by a file.
ACCOUNT = ("username", "first_name", "last_name", "email")

# Links, tokens, PINs, authenticators, passkeys, sign-ins and tries are bound to their installation; reports
# of rooms, drafts, photographs without a match, what can be undone, what was deleted, what is printed and the
# turn of the clock belong to it; so does the audit log. A photograph can be read again.
LEFT_BEHIND = frozenset(
    {
        ApiToken,
        ApiWrite,
        AuditEntry,
        Authenticator,
        CaptainLink,
        CaptainPin,
        ClockTurn,
        CountedSeasons,
        Decision,
        DeletedLeague,
        Draft,
        ImportRun,
        Passkey,
        PhotographReading,
        PinTries,
        PrintJob,
        PrintedFile,
        PubLink,
        RecordChange,
        RetentionRun,
        RoomReport,
        SignedInDevice,
        TryCount,
        UnfiledPhotograph,
    }
)

# The demo's mark stays with the demo, silence with a copy; a revision is what the browsers of one
# installation have seen.
OWN = frozenset({"is_demo", "is_silent", "revision", "results", "results_by_division"})

_DIVISION = "division__season__league"
_MATCH = f"match__{_DIVISION}"
_CARD = f"scorecard__{_MATCH}"
_GAME = f"game__table__{_CARD}"

TABLES: tuple[FileTable, ...] = (
    FileTable(User, ""),
    FileTable(League, "pk"),
    FileTable(Pub, "league"),
    FileTable(PubPhotograph, "pub__league"),
    FileTable(TableSquare, "pub__league"),
    FileTable(Team, "league"),
    FileTable(LeagueRole, "league"),
    FileTable(Handover, "league"),
    FileTable(RuleBook, "season__league"),
    FileTable(Season, "league"),
    FileTable(Cup, "season__league"),
    FileTable(Division, "season__league"),
    FileTable(Enrolment, "season__league"),
    FileTable(ColumnChoice, "league"),
    FileTable(Player, "league"),
    FileTable(Registration, "season__league"),
    FileTable(CupTie, "cup__season__league"),
    FileTable(Match, _DIVISION),
    FileTable(MatchDispute, _MATCH),
    FileTable(ResultReceipt, _MATCH),
    FileTable(ScoringCode, _MATCH),
    FileTable(Availability, _MATCH),
    FileTable(LineUp, _MATCH),
    FileTable(TableEntry, _MATCH),
    FileTable(PhoneSetAside, _MATCH),
    FileTable(Scorecard, _MATCH),
    FileTable(Signature, _CARD),
    FileTable(Objection, _CARD),
    FileTable(MatchTable, _CARD),
    FileTable(Game, f"table__{_CARD}"),
    FileTable(Seat, _GAME),
    FileTable(HandResult, _GAME),
    FileTable(Penalty, _GAME),
    FileTable(AcceptedPlayer, _CARD),
    FileTable(Photograph, _MATCH),
    FileTable(Ruling, _DIVISION),
    FileTable(Offence, "season__league"),
    FileTable(Appeal, f"ruling__{_DIVISION}|offence__season__league"),
    FileTable(Charge, "league"),
    FileTable(BankImport, "league"),
    FileTable(BankLine, "league"),
    FileTable(Postponement, _MATCH),
    FileTable(Mailing, "league"),
    FileTable(Notice, "league"),
    FileTable(Bulletin, "league"),
    FileTable(Honour, "league"),
    FileTable(OldTable, "league"),
    FileTable(CupEntry, "cup__season__league"),
    FileTable(CupDraw, "cup__season__league"),
    FileTable(CupSeat, "tie__cup__season__league"),
    FileTable(NameLeft, "season__league"),
    FileTable(Merge, "league"),
    FileTable(FixturePlan, "season__league"),
    FileTable(DueDate, "season__league"),
)

# What a merge names of each table, by the word it is kept under.
MOVED: Mapping[str, Model] = {
    "seat": Seat,
    "registration": Registration,
    "availability": Availability,
    "honour": Honour,
    "first_of_pair": CupEntry,
    "second_of_pair": CupEntry,
    "cup_seat": CupSeat,
    "accepted": AcceptedPlayer,
}


def tables(without: ExportOptions) -> Iterator[FileTable]:
    """Yield the tables that go along."""
    for table in TABLES:
        if not (without.photographs and table.model in (Photograph, PubPhotograph)):
            yield table


def accounts_named(league: League) -> list[int]:
    """Return the keys of the accounts that the league refers to: who entered a card, who has a role."""
    of_accounts = (
        table.model._base_manager.filter(table.belongs(league))
        .order_by()
        .values_list(field.attname, flat=True)
        for table in TABLES[1:]
        for field in table.fields
        if field.related_model is User
    )
    return sorted({key for keys in of_accounts for key in keys.distinct()} - {None})
