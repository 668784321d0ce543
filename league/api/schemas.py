"""The shapes of what programs read. Points are as people say them: 1.5 is one and a half."""

import datetime
import re
from enum import StrEnum
from typing import Annotated, Generic, TypeVar

from ninja import Field, Query
from pydantic import BeforeValidator, ConfigDict, StringConstraints

from league.api.shapes import Shape
from league.matches.outcomes import WithdrawalEffect
from league.models import Cup, Side
from league.results.selectors.season_hands import PenaltyGiven, PublicPlayer, RecordedHand, SeasonHand
from league.standings.prospects import Certainty
from league.standings.records import Result

ItemType = TypeVar("ItemType")
MOST_ITEMS = 500
MOST_OFFSET = 10_000_000

DAY = re.compile(r"\d{4}-\d\d-\d\d")


def iso_day(value: object) -> object:
    """Refuse a day that is not written as a day: a bare number would be read as seconds since 1970."""
    if isinstance(value, str) and not DAY.fullmatch(value):
        raise ValueError("A day is written 2027-01-14")
    return value


Day = Annotated[datetime.date, BeforeValidator(iso_day)]
SLUG = r"^[-a-zA-Z0-9_]+$"
Slug = Annotated[str, StringConstraints(pattern=SLUG, max_length=60)]
Limit = Annotated[int, Query(ge=1, le=MOST_ITEMS, description="How many items at most.")]
Offset = Annotated[int, Query(ge=0, le=MOST_OFFSET, description="How many items to pass over.")]
OfDivision = Annotated[Slug | None, Query(description="Only of this division, by its slug.")]
OfSeason = Annotated[Slug | None, Query(description="Season, by its slug; without it the one being played.")]


class PageOf(Shape, Generic[ItemType]):
    """A page of a list."""

    items: list[ItemType]
    count: int
    """How many there are in all."""
    next: str | None
    """Address of the next page; null on the last."""


class FieldProblem(Shape):
    """What is wrong with one thing that was sent."""

    where: str
    """Where it stands: query.limit, body.tables.2.games.1."""
    message: str
    received: str | None = None


class ProblemShape(Shape):
    """Why a request was refused (RFC 9457)."""

    model_config = ConfigDict(title="Problem")

    type: str
    title: str
    status: int
    detail: str
    errors: list[FieldProblem] = []


class NamedShape(Shape):
    """Something that addresses name by its slug."""

    slug: str
    name: str


# --- Leagues ----------------------------------------------------------------------------------
class LeagueShape(NamedShape):
    about: str
    time_zone: str
    """Where times of day are those of the clock in the pub."""
    url: str
    """Page for people."""


class DivisionShape(NamedShape):
    position: int
    """1 is the top division."""
    promoted: int
    relegated: int


class FormatShape(Shape):
    """What is played in a match."""

    variant: str
    """Game, by its name in `python3 -m scoring variants`."""
    target: int | None
    tables: int
    players_a_side: int
    games_at_each_table: list[int]
    unit: str
    """What a match is counted in: its tables, called table, rink or board, or where a table plays several
    games those, called game, leg or frame."""


class SeasonShape(NamedShape):
    starts_on: datetime.date
    ends_on: datetime.date
    is_finished: bool
    format: FormatShape
    divisions: list[DivisionShape]


class PlacedShape(Shape):
    """A place in a table and what it was made of."""

    place: int
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    """Points of the table, adjustments included."""


# --- Standings --------------------------------------------------------------------------------
class ReasonStep(Shape):
    """A criterion asked of two neighbours, and what each had, in words."""

    criterion: str
    """Key of the criterion, such as match_points or score_difference."""
    name: str
    own: str
    other: str
    decides: bool


class ReasonShape(Shape):
    """Why a team stands above or below a neighbour."""

    other: NamedShape
    is_ahead: bool
    steps: list[ReasonStep]


class AdjustmentShape(Shape):
    points: float
    reason: str
    on: datetime.date


class StandingsRowShape(PlacedShape):
    tied: bool
    team: NamedShape
    tables_for: int | None
    """Null where one of the matches is known without it, here and in the figures below."""
    tables_against: int | None
    score_for: int | None
    score_against: int | None
    adjustment: float
    adjustments: list[AdjustmentShape]
    form: list[Result]
    """The latest five results, the last one last."""
    best_place: int | None
    """Best place that can still be reached; null for a team that withdrew."""
    worst_place: int | None
    odds: list[int] | None
    """Chance of each final place out of a hundred, the first place first; null where none are offered."""
    moved: int | None
    """Places risen in the latest week; negative for a fall, null where there is no week before."""
    certain: Certainty | None
    """The most that is certain whatever comes."""
    withdrawn: WithdrawalEffect | None
    """What became of the results of a team that withdrew."""
    reasons: list[ReasonShape]


class StandingsShape(Shape):
    """The table of a division."""

    season: str
    division: DivisionShape
    as_of: datetime.date | None
    week: int
    """The latest week anything was played in; 0 before the season."""
    rows: list[StandingsRowShape]


# --- Matches ----------------------------------------------------------------------------------
class WithCups(StrEnum):
    """Whether a list has matches of cups too. A tie of two teams is a match once it has a date and a pub."""

    WITH = "with"
    ONLY = "only"


class WhichMatches(Shape):
    """What a list of matches can be narrowed by, and its page."""

    cups: WithCups | None = None
    """`with` adds the matches of cups, `only` leaves out those of divisions."""
    division: Slug | None = None
    """Only of this division, by its slug."""
    team: Slug | None = None
    """Only of this team, by its slug."""
    since: Day | None = Field(None, alias="from")
    """From this day on."""
    until: Day | None = Field(None, alias="to")
    """Up to this day."""
    limit: int = Field(100, ge=1, le=MOST_ITEMS)
    """How many items at most."""
    offset: int = Field(0, ge=0, le=MOST_OFFSET)
    """How many items to pass over."""


class MatchStatus(StrEnum):
    """How a match stands."""

    TO_PLAY = "to_play"
    PLAYED = "played"
    WALKOVER = "walkover"
    VOID = "void"


class SideShape(NamedShape):
    """What a match gave one side. Null while it counts for nothing, and where a figure is not known."""

    points: float | None
    tables: int | None
    score: int | None


class CupMatchShape(Shape):
    """The tie of a cup that a match belongs to."""

    cup: str
    """Public id of the cup."""
    name: str
    """Name of the cup."""
    round: int
    tie: int
    leg: int
    """1 unless the tie has a second leg, or was replayed: those are matches of their own."""


class MatchShape(Shape):
    id: str
    season: str
    division: str
    """Slug of the division; of a cup, cup- and its public id."""
    week: int
    """Week of the season; of a cup, its round."""
    date: datetime.date | None
    """Null while a postponed match has no new date."""
    starts_at: str | None
    """Time of day where the league plays: 20:30."""
    postponed_from: datetime.date | None
    postponed_because: str
    home: SideShape
    away: SideShape
    venue: NamedShape
    status: MatchStatus
    is_play_off: bool
    cup: CupMatchShape | None
    """Null for a match of a division. The points of a cup's match are what the cup counts."""
    reason: str
    """Why it was given or declared void."""
    url: str


class GameShape(Shape):
    game: int
    home_score: int
    away_score: int
    first_pitch: Side | None
    """Side that pitched first: h home, a away."""
    home_players: list[PublicPlayer]
    away_players: list[PublicPlayer]
    hands: list[RecordedHand]
    """Empty where only the score is known."""
    contradiction: str | None
    """What counts where the foot of the sheet differs from its hands: hands, foot, or disputed."""
    home_foot: int | None
    """Score at the foot of the sheet, where its hands count instead."""
    away_foot: int | None
    penalties: list[PenaltyGiven]
    """Those of which the sheet does not say in which hand they were given."""


class TableShape(Shape):
    """A table of a match."""

    table: int
    is_played: bool
    home_games: int | None
    """Games won by home."""
    away_games: int | None
    status: MatchStatus
    reason: str
    remarks: str
    games: list[GameShape]


class MatchDetail(MatchShape):
    """A match with its hands."""

    version: int | None
    """Version of the confirmed scorecard; null while there is none."""
    remarks: str
    tables: list[TableShape]


class HandsPage(PageOf[SeasonHand]):
    """A season's hands: all of them, unless a limit is given."""


# --- People -----------------------------------------------------------------------------------
class PubShape(NamedShape):
    address: str
    postcode: str


class TeamShape(NamedShape):
    short_name: str
    pub: PubShape
    division: str | None
    """Division in the season asked for, by its slug."""
    url: str


class TeamDetail(TeamShape):
    season: str | None
    players: list[PublicPlayer]
    """Who is registered in the season."""


class PlayerShape(Shape):
    id: str
    name: str
    """As the player wants to be shown: the name, or initials."""
    teams: list[NamedShape]
    """Teams they are registered for in the season."""
    url: str


class TallyShape(Shape):
    """Games played and won, and the points of both sides in them."""

    played: int
    won: int
    points_for: int
    points_against: int


class ListedPlayerShape(PlayerShape, TallyShape):
    """A player with the games of the season."""


class SeasonTallyShape(TallyShape):
    season: str


class ShareShape(Shape):
    """How often the player's side took a point, of the hands in which it was recorded."""

    award: str
    taken: int
    recorded: int


class PartnerShape(TallyShape):
    partner: PublicPlayer


class PlayerDetail(PlayerShape):
    total: TallyShape
    seasons: list[SeasonTallyShape]
    shares: list[ShareShape]
    recorded_hands: int
    partners: list[PartnerShape]


# --- Cups and honours -------------------------------------------------------------------------
class CupShape(NamedShape):
    id: str
    season: str
    kind: Cup.Kind
    standing: str
    """How it stands, in a sentence."""
    url: str


class CupSideShape(Shape):
    """One side of a tie. The name is null while it is not known who plays."""

    name: str | None
    team: str | None
    """Slug of the team; null for a pair."""


class TieShape(Shape):
    tie: int
    home: CupSideShape
    away: CupSideShape
    date: datetime.date | None
    starts_at: str | None
    venue: NamedShape | None
    home_score: int | None
    away_score: int | None
    winner: Side | None
    is_over: bool
    note: str
    group: str | None
    """Letter of its group; null in a knock-out."""
    matches: list[str]
    """Public ids of its matches, legs before replays; none for pairs, nor before it has date and pub."""


class RoundShape(Shape):
    """A round. `is_drawn` is false where it is still to be drawn; `entrants` is how many there are in it."""

    round: int
    title: str
    is_drawn: bool
    entrants: int
    ties: list[TieShape]
    byes: list[str]


class CupRowShape(Shape):
    """A pair's place in a pairs night."""

    place: int
    tied: bool
    name: str
    played: int
    won: int
    drawn: int
    free: int
    points: float


class GroupRowShape(PlacedShape):
    """An entrant's place in the table of a group; of those level in everything the lot decides."""

    name: str
    team: str | None
    """Slug of the team; null for a pair."""
    score_for: int | None
    score_against: int | None
    goes_through: bool | None
    """Null as long as it can still change."""
    reason: str
    """Why it stands below the one before, in a sentence; empty before the first match."""


class GroupShape(Shape):
    group: str
    """Letter of the group, which its ties name."""
    is_over: bool
    rows: list[GroupRowShape]


class CupDetail(CupShape):
    winners: list[str]
    rounds: list[RoundShape]
    standings: list[CupRowShape]
    """Of a pairs night; empty for a knock-out."""
    groups: list[GroupShape]
    """Those before a knock-out, once they are drawn; empty for a cup without groups."""


class HonourShape(Shape):
    year: int
    """In which the season began."""
    season: str
    """As people say it: 1974/75."""
    competition: str
    place: int
    holder: str
    team: str | None
    player: str | None
    """Public id of the player, where their name is shown."""
    remarks: str
