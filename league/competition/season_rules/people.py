"""A season's rules about people: who must be signed on, who may change, help out, play up or play in a cup.

The defaults ask for nothing. What a rule finds is a warning, unless the season blocks it.
"""

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Any

from league.competition.season_rules.fields import (
    MOST_NUMBER,
    MOST_PENCE,
    Choice,
    Day,
    Fields,
    Flag,
    ListOf,
    Pence,
    Span,
    Whole,
    setting,
)
from league.shared.moments import DAY, Duration, day_in_words, duration_in_words
from league.shared.text import count, counted, listed, pounds, times

OLDEST = 99
MOST_ROUNDS = 20


class PeopleRule(StrEnum):
    """The rules by name; a season lists those that block."""

    REGISTRATION = "registration"
    TRANSFERS = "transfers"
    BORROWED = "borrowed"
    PLAYING_UP = "playing_up"
    SAME_PUB = "same_pub"
    OWN_PLAYERS = "own_players"
    CUP_TIED = "cup_tied"
    CUP_MATCHES = "cup_matches"
    YOUNGEST = "youngest"
    SQUAD = "squad"
    ONE_PUB = "one_pub"


BLOCKED = {
    PeopleRule.REGISTRATION: "registration",
    PeopleRule.TRANSFERS: "transfers",
    PeopleRule.BORROWED: "borrowed players",
    PeopleRule.PLAYING_UP: "playing up",
    PeopleRule.SAME_PUB: "teams of one pub",
    PeopleRule.OWN_PLAYERS: "a team’s own players",
    PeopleRule.CUP_TIED: "cup-tied players",
    PeopleRule.CUP_MATCHES: "matches played before a cup",
    PeopleRule.YOUNGEST: "age",
    PeopleRule.SQUAD: "the size of a squad",
    PeopleRule.ONE_PUB: "playing for one pub",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class CutOff:
    """The last day for something: a date, or the day before one of a team's matches; one of these.

    `first_match_from` is the team's first match on or after a date (of the New Year), `before_match` its
    match of that number, `first_half` the match with which its second half begins.
    """

    on: datetime.date | None = setting(Day(), None, label="at the end of a day")
    first_match_from: datetime.date | None = setting(
        Day(), None, label="before a team’s first match from a day on"
    )
    before_match: int | None = setting(Whole(1, MOST_NUMBER), None, label="before a team’s match of a number")
    first_half: bool = setting(Flag(), False, label="before the second half of a team’s matches")

    def __post_init__(self) -> None:
        ways = (self.on, self.first_match_from, self.before_match, self.first_half or None)
        if sum(way is not None for way in ways) != 1:
            raise ValueError(
                "a cut-off is a date, or the day before one of a team's matches: say one of them"
            )

    def last_day(self, days: tuple[datetime.date, ...]) -> datetime.date | None:
        """Return the last day, for a team that plays on these days in order; None as long as there is
        none.
        """
        if self.on is not None:
            return self.on
        closing = (
            list(days[(self.before_match or (len(days) + 1) // 2 + 1) - 1 :])
            if self.first_match_from is None
            else [day for day in days if day >= self.first_match_from]
        )
        return closing[0] - DAY if closing else None

    @property
    def words(self) -> str:
        if self.on is not None:
            return f"at the end of {day_in_words(self.on)} {self.on.year}"
        if self.first_match_from is not None:
            day = self.first_match_from
            return f"the day before a team’s first match from {day_in_words(day)} {day.year} on"
        if self.before_match is not None:
            return f"the day before a team’s match number {self.before_match}"
        return "the day before the second half of a team’s matches begins"


class OneOfFields(Fields):
    """A value of which one field is said."""


CUT_OFF = OneOfFields(CutOff)


@dataclass(frozen=True, slots=True, kw_only=True)
class Registering:
    """Whoever plays is signed on for the team: with so much notice, or on the night; until the cut-off."""

    notice: Duration | None = setting(
        Span("so many {unit} before the match", "on the night is soon enough"), None, label="By when"
    )
    closes: CutOff | None = setting(CUT_OFF, None, box="registration_closes", label="Registration closes")
    pence: int = setting(Pence(0, MOST_PENCE), 0, label="Fee", help="In pounds: 1.00. Empty: none.")

    @property
    def words(self) -> Iterator[str]:
        when = (
            f"at least {duration_in_words(self.notice)} before the match"
            if self.notice
            else "on the night at the latest"
        )
        fee = f", for {pounds(self.pence)}" if self.pence else ""
        yield f"players are registered for the team, {when}{fee}"
        if self.closes:
            yield f"registration closes {self.closes.words}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfers:
    """How often a player may change their team, until when, and with at most how many games played."""

    limit: int | None = setting(
        Whole(0, MOST_NUMBER),
        None,
        label="How often a player may change teams",
        says=lambda often: (
            f"a player may change teams {times(often)} in a season"
            if often
            else "a player may not change teams"
        ),
    )
    closes: CutOff | None = setting(
        CUT_OFF,
        None,
        box="transfers_close",
        label="Transfers close",
        says=lambda closes: f"transfers close {closes.words}",
    )
    most_games: int | None = setting(
        Whole(0, MOST_NUMBER),
        None,
        label="Only with at most so many matches played",
        says=lambda most: (
            f"nobody transfers who has played more than {count(most)} match{'' if most == 1 else 'es'}"
        ),
    )
    pence: int = setting(
        Pence(0, MOST_PENCE),
        0,
        label="What a transfer costs",
        help="Empty: nothing.",
        says=lambda pence: f"a transfer costs {pounds(pence)}",
    )
    both_sign: bool = setting(
        Flag(),
        False,
        label="Both captains sign a transfer",
        says=lambda _: "both captains sign a transfer",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrowing:
    """A player of another team may help out so many times, then must transfer; so many in one match."""

    each: int = setting(
        Whole(0, MOST_NUMBER),
        label="How often a player of another team may help out",
        help="Empty: not regulated; 0: never.",
        missing="Say how often one player may.",
    )
    a_match: int | None = setting(Whole(0, MOST_NUMBER), None, label="How many may help out in one match")

    @property
    def words(self) -> str:
        most = f", and {count(self.a_match)} may do so in one match" if self.a_match is not None else ""
        if not self.each:
            return "players of other teams may not help out"
        return f"a player of another team may help out {times(self.each)}, then must transfer{most}"


class SamePub(StrEnum):
    """For which teams of their pub a player may play who is signed on for one of them."""

    ANY = "any"
    HIGHER = "higher"
    OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlayers:
    """At least so many of a side are the team's own; perhaps only where a pub has several teams."""

    least: int = setting(
        Whole(1, MOST_NUMBER), label="Fewest of a side who are the team’s own", missing="Say how many."
    )
    only_with_several_teams: bool = setting(
        Flag(), False, label="Own players only where a pub has several teams"
    )

    @property
    def words(self) -> str:
        where = "where a pub has several teams, " if self.only_with_several_teams else ""
        are = "is" if self.least == 1 else "are"
        return f"{where}at least {count(self.least)} of a side {are} registered for that very team"


class CupTied(StrEnum):
    """Who may play in a cup."""

    ONE_TEAM = "one_team"  # for one team in a cup
    FRESH_SUBSTITUTES = "fresh_substitutes"  # a substitute only who has not played in it


@dataclass(frozen=True, slots=True, kw_only=True)
class CupMatches:
    """Who plays in a cup has played so many league matches for the team; from a round on."""

    least: int = setting(
        Whole(1, MOST_NUMBER),
        label="League matches for the team before a cup tie",
        missing="Say how many matches.",
    )
    from_round: int = setting(
        Whole(1, MOST_ROUNDS), 1, label="From this round of the cup on", help="Empty: from the first."
    )

    @property
    def words(self) -> str:
        since = f" from round {self.from_round} on" if self.from_round > 1 else ""
        matches = f"{count(self.least)} league match{'' if self.least == 1 else 'es'}"
        return f"a player has played at least {matches} for the team before a cup tie{since}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadLimits:
    """How many a team signs on: at least so many, by a date if one is named, and at most so many."""

    least: int | None = setting(Whole(1, MOST_NUMBER), None, label="Fewest players a team registers")
    by: datetime.date | None = setting(Day(), None, label="By the end of", help="Empty: from the first day.")
    most: int | None = setting(Whole(1, MOST_NUMBER), None, label="Most players a team registers")

    @property
    def words(self) -> Iterator[str]:
        if self.least is not None:
            by = f" by the end of {day_in_words(self.by)} {self.by.year}" if self.by else ""
            yield f"a team registers at least {counted(self.least, 'player')}{by}"
        if self.most is not None:
            yield f"a team registers at most {counted(self.most, 'player')}"


def _squad_faults(typed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    least, most = typed.get("least"), typed.get("most")
    if "by" in typed and least is None:
        yield "least", "Say how many."
    if least and most and least > most:
        yield "most", f"At least {least} and at most {most} cannot both be."


_in_words: Any = attrgetter("words")
_TEAMS = {
    SamePub.ANY: "any team of the same pub",
    SamePub.HIGHER: "a higher team of the same pub, not for a lower one",
    SamePub.OWN: "no other team of the same pub",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The rules about people of a season.

    playing_up   how often a player may play for a higher team of their pub; after that they belong to it
    one_pub      nobody plays for two pubs in a season, signed on or not
    blocked      the rules that block; what the others find is a warning
    """

    registration: Registering | None = setting(
        Fields(Registering, asked=("asked", "Whoever plays is registered for the team")),
        None,
        box="registering",
        legend="Registration",
        says=_in_words,
    )
    transfers: Transfers | None = setting(Fields(Transfers), None, legend="Transfers")
    borrowed: Borrowing | None = setting(
        Fields(Borrowing), None, legend="Helping out, playing up, cups", says=_in_words
    )
    playing_up: int | None = setting(
        Whole(1, MOST_NUMBER),
        None,
        label="Times played for a higher team of the pub until a player belongs to it",
        says=lambda often: (
            f"playing for a higher team of the pub is counted: after {times(often)} a player belongs to it"
        ),
    )
    same_pub: SamePub | None = setting(
        Choice(
            SamePub,
            {
                SamePub.ANY: "for any team of the pub",
                SamePub.HIGHER: "for a higher team, not a lower one",
                SamePub.OWN: "for no other team of the pub",
            },
            "not regulated",
        ),
        None,
        label="Where a pub has several teams a player plays",
        says=lambda rule: f"a player registered for one team may play for {_TEAMS[rule]}",
    )
    own_players: OwnPlayers | None = setting(Fields(OwnPlayers), None, says=_in_words)
    cup_tied: CupTied | None = setting(
        Choice(
            CupTied,
            {
                CupTied.ONE_TEAM: "for one team in a cup",
                CupTied.FRESH_SUBSTITUTES: "as a substitute only who has not played in it",
            },
            "not regulated",
        ),
        None,
        label="In a cup a player plays",
        says=lambda rule: (
            "a player plays for one team in a cup"
            if rule is CupTied.ONE_TEAM
            else "a substitute in a cup has not played in it before"
        ),
    )
    cup_matches: CupMatches | None = setting(Fields(CupMatches), None, says=_in_words)
    youngest: int | None = setting(
        Whole(1, OLDEST),
        None,
        label="Youngest age",
        legend="Age, squads, pubs",
        says=lambda years: f"players are {years} or older",
    )
    squad: SquadLimits | None = setting(Fields(SquadLimits, check=_squad_faults), None, says=_in_words)
    one_pub: bool = setting(
        Flag(),
        False,
        label="A player plays for one pub only in a season",
        says=lambda _: "a player plays for one pub only in a season",
    )
    blocked: tuple[PeopleRule, ...] = setting(
        ListOf(Choice(PeopleRule, BLOCKED), len(PeopleRule)),
        (),
        label="Rules that block",
        help="A breach gives a warning with its reason. A rule ticked here blocks the result or the "
        "registration until it is corrected.",
        legend="Rules that block",
        says=lambda rules: f"these rules are enforced at entry: {listed(BLOCKED[rule] for rule in rules)}",
    )

    @property
    def counts_matches(self) -> bool:
        """Return whether any rule goes by the league matches that somebody has played."""
        rules = (self.borrowed, self.playing_up, self.cup_matches, self.one_pub)
        return any(rules) or (self.transfers is not None and self.transfers.most_games is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What a rule found: at whom (None: the team), in a sentence, and whether the season blocks it."""

    rule: PeopleRule
    sentence: str
    player: int | None = None
    blocks: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFacts:
    """A team as the rules about people see it.

    `rank` is 1 for the highest of its pub, or of the league; `days` are its league matches of the season in
    order. Two teams are one where the key is the same.
    """

    team: int
    name: str
    pub: int
    rank: int = 1
    days: tuple[datetime.date, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedOn:
    """A registration in the season. `at` is aware of its time zone; of a day only, it is its beginning."""

    team: TeamFacts
    at: datetime.datetime
    until: datetime.datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Appearance:
    """A match of the season a player played in, and for whom; `cup` tells cups apart, None is the league.

    Of a cup it is a tie, and `round` its round.
    """

    match: int
    team: TeamFacts
    on: datetime.date
    cup: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFacts:
    """A player: their registrations and appearances of the season, earliest first."""

    player: int
    name: str
    signed: tuple[SignedOn, ...] = ()
    appearances: tuple[Appearance, ...] = ()
    born: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUpFacts:
    """A side of a match, to be asked about. `several_teams`: its pub has more than one in the season."""

    match: int
    team: TeamFacts
    starts_at: datetime.datetime
    players: tuple[PlayerFacts, ...]
    cup: int | None = None
    round: int = 1
    several_teams: bool = False
