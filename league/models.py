"""Every model of the league, from the subjects that own them: one application, one migration history."""

from league.accounts.models.users import Authenticator, Passkey, SignedInDevice, TryCount, User
from league.accounts.models.ways_in import (
    ApiToken,
    ApiWrite,
    CaptainLink,
    CaptainPin,
    Handover,
    PinTries,
    PubLink,
    RoomReport,
    ScoringCode,
    TableSquare,
)
from league.bulletin.models import Bulletin
from league.competition.models.leagues import (
    DeletedLeague,
    Division,
    Enrolment,
    League,
    LeagueRole,
    Pub,
    PubPhotograph,
    Season,
    Team,
)
from league.competition.models.rule_books import RuleBook
from league.competition.models.sides import Side, Taker, TurnUpCall
from league.cups.models import Cup, CupDraw, CupEntry, CupSeat, CupTie
from league.due_dates.models import DueDate
from league.exchange.models import BankImport, BankLine, ColumnChoice, ImportRun
from league.history.models import AuditEntry, RecordChange
from league.honours.models import CountedSeasons, Honour, OldTable
from league.inbox.models import Decision
from league.installation.models import ClockTurn
from league.matches.models import Match, Ruling
from league.messages.models import Mailing, Notice
from league.people.models import Merge, NameLeft, Player, Registration
from league.printing.models import PrintedFile, PrintJob
from league.records.models import RetentionRun
from league.regulations.models import AcceptedPlayer, Appeal, Charge, Offence
from league.results.models.disputes import MatchDispute
from league.results.models.line_ups import Availability, LineUp
from league.results.models.log import (
    Draft,
    Objection,
    PhoneSetAside,
    Photograph,
    Signature,
    TableEntry,
)
from league.results.models.readings import PhotographReading, UnfiledPhotograph
from league.results.models.receipts import ResultReceipt
from league.results.models.scorecards import Game, HandResult, MatchTable, Penalty, Scorecard, Seat
from league.scheduling.models import FixturePlan, Postponement

__all__ = [
    "AcceptedPlayer",
    "ApiToken",
    "ApiWrite",
    "Appeal",
    "AuditEntry",
    "Authenticator",
    "Availability",
    "BankImport",
    "BankLine",
    "Bulletin",
    "CaptainLink",
    "CaptainPin",
    "Charge",
    "ClockTurn",
    "ColumnChoice",
    "CountedSeasons",
    "Cup",
    "CupDraw",
    "CupEntry",
    "CupSeat",
    "CupTie",
    "Decision",
    "DeletedLeague",
    "Division",
    "Draft",
    "DueDate",
    "Enrolment",
    "FixturePlan",
    "Game",
    "HandResult",
    "Handover",
    "Honour",
    "ImportRun",
    "League",
    "LeagueRole",
    "LineUp",
    "Mailing",
    "Match",
    "MatchDispute",
    "MatchTable",
    "Merge",
    "NameLeft",
    "Notice",
    "Objection",
    "Offence",
    "OldTable",
    "Passkey",
    "Penalty",
    "PhoneSetAside",
    "Photograph",
    "PhotographReading",
    "PinTries",
    "Player",
    "Postponement",
    "PrintJob",
    "PrintedFile",
    "Pub",
    "PubLink",
    "PubPhotograph",
    "RecordChange",
    "Registration",
    "ResultReceipt",
    "RetentionRun",
    "RoomReport",
    "RuleBook",
    "Ruling",
    "Scorecard",
    "ScoringCode",
    "Season",
    "Seat",
    "Side",
    "Signature",
    "SignedInDevice",
    "TableEntry",
    "TableSquare",
    "Taker",
    "Team",
    "TryCount",
    "TurnUpCall",
    "UnfiledPhotograph",
    "User",
]
