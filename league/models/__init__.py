"""What the league keeps: nouns, constraints and names. No arithmetic, nothing hidden behind a save."""

from league.models.accounts import User
from league.models.charges import Charge
from league.models.cups import Cup, CupDraw, CupEntry, CupSeat, CupTie
from league.models.entries import Draft, TableEntry
from league.models.honours import Honour, OldTable
from league.models.imports import ImportRun
from league.models.leagues import League, LeagueRole
from league.models.links import CaptainLink, ScoringCode
from league.models.matches import Match
from league.models.notices import Notice
from league.models.offences import Appeal, Offence
from league.models.people import Merge, NameLeft, Player, Registration
from league.models.plans import FixturePlan
from league.models.postponements import Postponement
from league.models.pubs import Pub
from league.models.reports import Objection, Photograph, Signature
from league.models.rulebooks import RuleBook
from league.models.rulings import Ruling
from league.models.scorecards import Game, Hand, MatchTable, Penalty, Scorecard, Seat
from league.models.seasons import Division, Season
from league.models.sides import Said, Side, Taker
from league.models.squads import Availability, LineUp
from league.models.teams import Enrolment, Team

__all__ = [
    "Appeal",
    "Availability",
    "CaptainLink",
    "Charge",
    "Cup",
    "CupDraw",
    "CupEntry",
    "CupSeat",
    "CupTie",
    "Division",
    "Draft",
    "Enrolment",
    "FixturePlan",
    "Game",
    "Hand",
    "Honour",
    "ImportRun",
    "League",
    "LeagueRole",
    "LineUp",
    "Match",
    "MatchTable",
    "Merge",
    "NameLeft",
    "Notice",
    "Objection",
    "Offence",
    "OldTable",
    "Penalty",
    "Photograph",
    "Player",
    "Postponement",
    "Pub",
    "Registration",
    "RuleBook",
    "Ruling",
    "Said",
    "Scorecard",
    "ScoringCode",
    "Season",
    "Seat",
    "Side",
    "Signature",
    "TableEntry",
    "Taker",
    "Team",
    "User",
]
