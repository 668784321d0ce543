"""A season's rules about people: who must be signed on, who may change, help out, play up or play in a cup.

The defaults ask for nothing. What a rule finds is a warning, unless the season blocks it.
"""

import datetime
from dataclasses import dataclass
from enum import StrEnum

from league.shared.moments import DAY, Duration


class PeopleRule(StrEnum):
    """The rules by name; a season lists those that block."""

    REGISTRATION = "registration"
    TRANSFERS = "transfers"
    BORROWED = "borrowed"
    PLAYING_UP = "playing_up"
    SAME_PUB = "same_pub"
    OWN_PLAYERS = "own_players"
    CUP_TIED = "cup_tied"
    YOUNGEST = "youngest"
    SQUAD = "squad"
    ONE_PUB = "one_pub"


@dataclass(frozen=True, slots=True, kw_only=True)
class CutOff:
    """The last day for something: a date, or the day before one of a team's matches; one of these.

    `first_match_from` is the team's first match on or after a date (of the New Year), `before_match` its
    match of that number, `first_half` the match with which its second half begins.
    """

    on: datetime.date | None = None
    first_match_from: datetime.date | None = None
    before_match: int | None = None
    first_half: bool = False

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
        if self.first_match_from is not None:
            closing = [day for day in days if day >= self.first_match_from]
        else:
            closing = list(days[(self.before_match or (len(days) + 1) // 2 + 1) - 1 :])
        return closing[0] - DAY if closing else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Registering:
    """Whoever plays is signed on for the team: with so much notice, or on the night; until the cut-off."""

    notice: Duration | None = None
    closes: CutOff | None = None
    pence: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfers:
    """How often a player may change their team, until when, and with at most how many games played."""

    limit: int | None = None
    closes: CutOff | None = None
    most_games: int | None = None
    pence: int = 0
    both_sign: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Borrowing:
    """A player of another team may help out so many times, then must transfer; so many in one match."""

    each: int
    a_match: int | None = None


class SamePub(StrEnum):
    """For which teams of their pub a player may play who is signed on for one of them."""

    ANY = "any"
    HIGHER = "higher"
    OWN = "own"


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlayers:
    """At least so many of a side are the team's own; perhaps only where a pub has several teams."""

    least: int
    only_with_several_teams: bool = False


class CupTied(StrEnum):
    """Who may play in a cup."""

    ONE_TEAM = "one_team"  # for one team in a cup
    FRESH_SUBSTITUTES = "fresh_substitutes"  # a substitute only who has not played in it


@dataclass(frozen=True, slots=True, kw_only=True)
class SquadLimits:
    """How many a team signs on: at least so many, by a date if one is named, and at most so many."""

    least: int | None = None
    by: datetime.date | None = None
    most: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class People:
    """The rules about people of a season.

    playing_up   how often a player may play for a higher team of their pub; after that they belong to it
    one_pub      nobody plays for two pubs in a season, signed on or not
    blocked      the rules that block; what the others find is a warning
    """

    registration: Registering | None = None
    transfers: Transfers | None = None
    borrowed: Borrowing | None = None
    playing_up: int | None = None
    same_pub: SamePub | None = None
    own_players: OwnPlayers | None = None
    cup_tied: CupTied | None = None
    youngest: int | None = None
    squad: SquadLimits | None = None
    one_pub: bool = False
    blocked: tuple[PeopleRule, ...] = ()


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
    several_teams: bool = False
