"""The shapes of what programs write. What is not described is refused: a mistyped field would be lost."""

import uuid
from typing import Annotated, Literal

from pydantic import AwareDatetime, ConfigDict, Field, StringConstraints

from league.api.schemas import Day, MatchStatus, Slug
from league.api.shapes import Shape
from league.competition.models.rule_books import MOST_A_SIDE, MOST_GAMES, MOST_TABLES
from league.matches.sheet.records import LONGEST_RECORD
from league.results.parsing.fields import (
    LONGEST_NAME,
    LONGEST_PENALTY_REASON,
    LONGEST_REASON,
    LONGEST_REMARKS,
    LONGEST_TABLE_REMARKS,
    LONGEST_TURNED,
    MOST_PENALTIES,
)
from league.results.parsing.phone_messages import MOST_AT_ONCE, MOST_FOLLOWED

PRINTABLE = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"
MOST_FIXTURES = 2000

Taker = Literal["h", "a", "-"]
SideLetter = Literal["h", "a"]
Card = Annotated[str, StringConstraints(pattern=r"^[AKQJT2-9][SHDC]$")]
Trump = Literal["S", "H", "D", "C"]
Score = Annotated[int, Field(ge=0, le=999, strict=True)]
Counted = Annotated[int, Field(ge=-999, le=999, strict=True)]


class InputShape(Shape):
    """Base of what is sent."""

    model_config = ConfigDict(extra="forbid")


class PlayerInput(InputShape):
    """A player of the league by public id, or a name as it stands on the sheet.

    Sent back as read, the seat stays as it is, that of a player who is not named as well.
    """

    id: Slug | None = None
    name: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_NAME)] | None = ""


class PeggedInput(InputShape):
    what: Annotated[str, StringConstraints(pattern=r"^[a-zA-Z0-9:]{1,20}$")]
    """turnup, gift or misdeal; mark for all that a side marked in play, nought as well."""
    side: SideLetter
    points: Score


class PenaltyInput(InputShape):
    side: SideLetter
    """Side the points are given to."""
    points: Annotated[int, Field(ge=1, le=999, strict=True)]
    reason: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_PENALTY_REASON)] = ""


class PlayedHand(InputShape):
    """What a hand gave: h home, a away, - nobody, null not recorded."""

    high: Taker | None = None
    low: Taker | None = None
    jack: Taker | None = None
    game_point: Taker | None = None
    hung: bool | None = None
    no_game_for: Literal["h", "a", "ha"] | None = None
    turned: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_TURNED)] | None = None
    call: Literal["-", "g", "r"] | None = None
    before: Annotated[list[PeggedInput], Field(max_length=20)] = []
    penalties: Annotated[list[PenaltyInput], Field(max_length=MOST_PENALTIES)] = []
    trump: Trump | None = None
    pitched: Card | None = None
    high_card: Card | None = None
    low_card: Card | None = None
    home_card_points: Score | None = None
    away_card_points: Score | None = None
    record: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_RECORD)] | None = None


class HandInput(PlayedHand):
    """A hand of a result."""

    hand: Annotated[int, Field(ge=1, le=99, strict=True)] | None = None
    """Its place in the game, if sent as it was read."""
    home_score: Counted | None = None
    """The score after the hand: counted from the hands, and refused if it is another."""
    away_score: Counted | None = None


class GameInput(InputShape):
    game: Annotated[int, Field(ge=1, le=99, strict=True)] | None = None
    """Its number at the table; its place in the list, if left out."""
    home_score: Score | None = None
    """May be left out where the hands say it."""
    away_score: Score | None = None
    first_pitch: SideLetter | None = None
    home_players: Annotated[list[PlayerInput], Field(max_length=MOST_A_SIDE)] = []
    away_players: Annotated[list[PlayerInput], Field(max_length=MOST_A_SIDE)] = []
    hands: Annotated[list[HandInput], Field(max_length=99)] = []
    penalties: Annotated[list[PenaltyInput], Field(max_length=MOST_PENALTIES)] = []
    """Those of which the sheet does not say in which hand they were given."""
    contradiction: Literal["", "hands", "foot", "disputed"] | None = None
    """What counts where the score, the foot of the sheet, differs from its hands."""
    home_foot: Score | None = None
    """The foot of the sheet where the hands count; without it the score is the foot."""
    away_foot: Score | None = None


class TableInput(InputShape):
    table: Annotated[int, Field(ge=1, le=99, strict=True)]
    is_played: bool = True
    games: Annotated[list[GameInput], Field(max_length=MOST_GAMES)] = []
    """In the order in which they were played."""
    home_games: Score | None = None
    """Counted from the games, and refused if it is another."""
    away_games: Score | None = None
    status: MatchStatus | None = None
    """As read: a walkover is given by a ruling, not here."""
    reason: str | None = None
    """As read: why a ruling was given."""
    remarks: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_TABLE_REMARKS)] = ""


class ResultInput(InputShape):
    """A whole sheet, every table of the match."""

    version: Annotated[int, Field(ge=0, le=30_000, strict=True)]
    """Version of the scorecard it replaces, as read before; 0 if there is none."""
    tables: Annotated[list[TableInput], Field(max_length=MOST_TABLES)]
    remarks: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_REMARKS)] = ""
    reason: Annotated[str, StringConstraints(pattern=PRINTABLE, max_length=LONGEST_REASON)] = ""
    """Why a confirmed result is changed; captains can read it."""
    played_on: Day | None = None
    """Day of a postponed match that has no new date."""


class ResultAnswer(Shape):
    match: str
    version: int
    url: str


class LogHandInput(PlayedHand):
    """A hand while a match is played. The same id sent again is not recorded again.

    The log keeps no pitched card and no record; points for what was turned follow from `turned` and `call`.
    """

    id: uuid.UUID
    table: Annotated[int, Field(ge=1, le=99, strict=True)]
    game: Annotated[int, Field(ge=1, le=99, strict=True)] = 1
    hand: Annotated[int, Field(ge=1, le=999, strict=True)]
    first_pitch: SideLetter | None = None
    """Side that led the first hand of its game, for the log; said with any of its hands."""
    follows: Annotated[list[uuid.UUID], Field(max_length=MOST_FOLLOWED)] = []
    """Ids of the entries about this hand that it replaces."""
    at: AwareDatetime | None = None
    """When it was entered, with its zone; now, if left out."""


class HandsInput(InputShape):
    hands: Annotated[list[LogHandInput], Field(min_length=1, max_length=MOST_AT_ONCE)]


class HandsAnswer(Shape):
    recorded: list[uuid.UUID]
    refused: dict[str, str]
    """Hands that cannot be, by id, each with the reason."""
    is_late: bool
    """Whether the result was confirmed already: they are stored, and change nothing."""


class FixtureInput(InputShape):
    home: Slug
    away: Slug
    date: Day
    starts_at: Annotated[str, StringConstraints(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$")] | None = None
    venue: Slug | None = None
    """Pub, by its slug; the home team's if left out."""
    week: Annotated[int, Field(ge=1, le=200, strict=True)] | None = None


class FixturesInput(InputShape):
    fixtures: Annotated[list[FixtureInput], Field(min_length=1, max_length=MOST_FIXTURES)]


class FixturesAnswer(Shape):
    created: int
    changed: int
    unchanged: int
