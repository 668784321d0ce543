"""The regulations of a season: what is due when, what is allowed, and what it costs if not.

Pure: no database, no clock, no pages. A season's regulations are one value, kept as a plain mapping; verdicts
are made from what is known of its matches and the moment they are asked for. A verdict is a proposal with its
reason: nothing is taken from anybody here.

    rules            the regulations themselves
    plain, reading   as a plain mapping and back
    words            as sentences
    moments          when something falls due, in the league's time zone
    penalties        points, money, games, tables
    facts            what is known of a match
    deadlines        what is due in a match, and what threatens
    offences         what went wrong in a season
    postponements, short_teams, late_starts, eligibility    one verdict each
    people           who may play: the rules, and what is known of players and teams
    line_ups         a side against those rules
    transfers        signing on and changing teams; the size of a squad
"""

from league.regulations.deadlines import Deadline, Kind, deadlines_of, report_stands_at, what_threatens
from league.regulations.eligibility import EligibilityVerdict, Ineligible, eligibility_verdict
from league.regulations.facts import Forfeit, GivenMatch, MatchFacts, PutOff, Side, Sides, Times
from league.regulations.late_starts import Lateness, LateStartVerdict, late_start_verdict
from league.regulations.line_ups import belongs_to, line_up_remarks
from league.regulations.moments import OnDate, Span, Unit, Weekday, WeekdayAfter
from league.regulations.offences import Offence, offence_key, offences, rule_key
from league.regulations.penalties import WARNING, Payer, Penalty, Steps, pounds
from league.regulations.people import (
    Appearance,
    Borrowing,
    CupTied,
    CutOff,
    LineUp,
    OwnPlayers,
    People,
    PeopleRule,
    PlayerFacts,
    Registering,
    Remark,
    SamePub,
    SignedOn,
    Squad,
    TeamFacts,
    Transfers,
)
from league.regulations.plain import from_data, to_data
from league.regulations.postponements import (
    Answer,
    PostponementVerdict,
    postponement_verdict,
    replay_by,
)
from league.regulations.reading import UnreadableRegulations
from league.regulations.rules import (
    Effect,
    IneligiblePlayer,
    LateRule,
    LateStep,
    NoticeBand,
    Postponements,
    Reaward,
    Regulations,
    ShortTeams,
)
from league.regulations.short_teams import ShortTeamVerdict, short_team_verdict
from league.regulations.transfers import registration_remarks, squad_remarks, transfers_of
from league.regulations.words import in_words

__all__ = [
    "WARNING",
    "Answer",
    "Appearance",
    "Borrowing",
    "CupTied",
    "CutOff",
    "Deadline",
    "Effect",
    "EligibilityVerdict",
    "Forfeit",
    "GivenMatch",
    "Ineligible",
    "IneligiblePlayer",
    "Kind",
    "LateRule",
    "LateStartVerdict",
    "LateStep",
    "Lateness",
    "LineUp",
    "MatchFacts",
    "NoticeBand",
    "Offence",
    "OnDate",
    "OwnPlayers",
    "Payer",
    "Penalty",
    "People",
    "PeopleRule",
    "PlayerFacts",
    "PostponementVerdict",
    "Postponements",
    "PutOff",
    "Reaward",
    "Registering",
    "Regulations",
    "Remark",
    "SamePub",
    "ShortTeamVerdict",
    "ShortTeams",
    "Side",
    "Sides",
    "SignedOn",
    "Span",
    "Squad",
    "Steps",
    "TeamFacts",
    "Times",
    "Transfers",
    "Unit",
    "UnreadableRegulations",
    "Weekday",
    "WeekdayAfter",
    "belongs_to",
    "deadlines_of",
    "eligibility_verdict",
    "from_data",
    "in_words",
    "late_start_verdict",
    "line_up_remarks",
    "offence_key",
    "offences",
    "postponement_verdict",
    "pounds",
    "registration_remarks",
    "replay_by",
    "report_stands_at",
    "rule_key",
    "short_team_verdict",
    "squad_remarks",
    "to_data",
    "transfers_of",
    "what_threatens",
]
