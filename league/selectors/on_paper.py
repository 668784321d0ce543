"""What stands on score sheets and table slips, as plain values: a match, its games, hands and totals."""

import datetime
from dataclasses import dataclass

from league.selectors.sheet_forms import SheetForm
from scoring.seats import Taker

Parts = tuple[int | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOnPaper:
    """A row: the card turned up, what was said to it, who took each award (None: not recorded), the score."""

    takers: tuple[Taker | None, ...]
    score: tuple[int, ...]
    turned: str = ""
    said: str = ""
    is_hung: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOnPaper:
    """One game of a table, as far as it is known."""

    table: int
    game: int
    home_pair: str
    away_pair: str
    hands: tuple[HandOnPaper, ...]
    score: tuple[int, ...]
    first_pitch: int | None
    penalties: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SideTotals:
    """One side's line of the totals: its score at each table and together, what that gives, its match points.

    `parts` follow the order of the form's rewards, in halves; None where a walkover has its own arithmetic.
    """

    tables: tuple[str, ...]
    total: int | None
    parts: Parts
    match_points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Who meets whom, where and when."""

    home: str
    away: str
    home_slug: str
    away_slug: str
    venue: str
    division: str
    week: int
    date: datetime.date | None
    starts_at: datetime.time | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeOnPaper:
    """The code of a match, and the site on which it is scored; empty if nobody knows where that stands."""

    code: str
    site: str = ""

    @property
    def spaced(self) -> str:
        """As it is read out and typed: "k7m4 9qtd"."""
        half = len(self.code) // 2
        return f"{self.code[:half]} {self.code[half:]}"

    @property
    def address(self) -> str:
        """What the square leads to. Spelt here, not looked up: paper in a drawer cannot be changed."""
        return f"{self.site}/s/{self.code}/" if self.site else ""

    @property
    def page(self) -> str:
        """Where the code is typed, as one would say it: "league.example.org/s/"."""
        return f"{self.site.partition('://')[2] or self.site}/s/"


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchOnPaper:
    """A match for one sheet. Without a meeting it is a blank one, to be filled in altogether by hand.

    `to_score` is its key while there is something to score; `code` stands on paper for those who may have it.
    """

    form: SheetForm
    league: str
    season: str
    meeting: Meeting | None = None
    to_score: int | None = None
    code: CodeOnPaper | None = None
    games: tuple[GameOnPaper, ...] = ()
    totals: tuple[SideTotals, SideTotals] | None = None
    remarks: str = ""
