"""A season's record book as values and as a document: what was played, won and ruled, on A4."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.printing.brackets import GroupRows
from league.printing.documents import Document
from league.printing.drawing import Face, Fitted, fitted, width_of
from league.printing.handbooks import Chapter

# In mm: the width of the words on an A4 page; the columns of a grid of results.
WIDTH = 182.0
GRID_NUMBERS, GRID_NAMES, WIDEST_CELL, AIR_OF_CELL = 7.0, 50.0, 16.0, 1.4
# Columns of every table of a division, before those its rules ask for.
HEADS = ("Pl", "W", "D", "L")
# Points: the figures of a grid, the title on the cover.
GRID_SIZE = 8.0
TITLE_SIZES = (54, 48, 42, 36, 30, 24)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalPlace:
    """A team's line of the final table; `cells` are its figures under the heads of the table."""

    place: str
    team: str
    cells: tuple[str, ...]
    points: str
    fate: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedResult:
    """A match: its match points, the score of each table, the game points together, what was ruled."""

    home: str
    away: str
    score: str
    tables: str
    total: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultNight:
    """The matches of a night; `date` says so where there is none."""

    date: str
    week: str
    results: tuple[RecordedResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeResults:
    """A home team of the grid with its match points, one cell for each away team in the same order."""

    team: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLineInBook:
    """What a player did for their team, by the name that the public sees."""

    name: str
    matches: int
    played: int
    won: int
    share: str
    points_for: int
    points_against: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlayers:
    """The players of a team, the most games first."""

    team: str
    players: tuple[PlayerLineInBook, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionRecord:
    """A division's season. `moves` say who goes up and down, `rulings` what was decided about teams."""

    name: str
    anchor: str
    heads: tuple[str, ...]
    table: tuple[FinalPlace, ...]
    moves: tuple[str, ...]
    rulings: tuple[str, ...]
    grid: tuple[HomeResults, ...]
    nights: tuple[ResultNight, ...]
    teams: tuple[TeamPlayers, ...]

    @property
    def numbers(self) -> range:
        """Return the numbers of the teams in the grid."""
        return range(1, len(self.grid) + 1)

    @property
    def cell(self) -> float:
        """Return how wide a column of the grid is, in mm."""
        return cell_width(len(self.grid))

    @property
    def grid_width(self) -> float:
        """Return how wide the grid is, in mm."""
        return GRID_NAMES + GRID_NUMBERS + self.cell * len(self.grid)


@dataclass(frozen=True, slots=True, kw_only=True)
class CupRoundRecord:
    """A round of a cup with its ties: the sides, the score, and how it came about."""

    title: str
    ties: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CupRecord:
    """A cup's season: how it ended, its groups, its rounds; of a pairs night its final standings."""

    name: str
    standing: str
    groups: tuple[tuple[str, GroupRows], ...]
    rounds: tuple[CupRoundRecord, ...]
    rows: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRecord:
    """An award: its first places in words, and how it is counted."""

    title: str
    lines: tuple[tuple[str, str, str], ...]
    explained: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordBook:
    """All that a season's record book says, with names as the public sees them."""

    league: str
    season: str
    season_slug: str
    is_final: bool
    span: str
    printed_on: datetime.date
    champions: tuple[tuple[str, str], ...]
    divisions: tuple[DivisionRecord, ...]
    cups: tuple[CupRecord, ...]
    awards: tuple[AwardRecord, ...]

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters that have something to say, in order."""
        return tuple(self._chapters())

    def _chapters(self) -> Iterator[Chapter]:
        for division in self.divisions:
            yield Chapter(title=division.name, anchor=division.anchor)
            if division.nights:
                yield Chapter(title=f"Results, {division.name}", anchor=f"{division.anchor}-results")
        if self.cups:
            yield Chapter(title="Cups and pairs nights", anchor="cups")
        if self.awards:
            yield Chapter(title="Awards", anchor="awards")
        if self.has_players:
            yield Chapter(title="Players", anchor="players")

    @property
    def has_players(self) -> bool:
        """Return whether anybody is known to have sat down."""
        return any(division.teams for division in self.divisions)

    @property
    def title_type(self) -> Fitted:
        """Return the type of the cover's title."""
        return fitted(["Record book", self.season], WIDTH * 0.98, TITLE_SIZES, Face.SLAB, weight=600)


def cell_width(teams: int) -> float:
    """Return how wide a column of a grid of so many teams is, in mm."""
    return min((WIDTH - GRID_NAMES - GRID_NUMBERS) / max(teams, 1), WIDEST_CELL)


def grid_cells(grid: Sequence[Sequence[Sequence[tuple[str, str]]]]) -> list[tuple[str, ...]]:
    """Return the cells of a grid in words: "8–2", in narrow columns one side under the other; own cells "–".

    `grid` has for each home team and each away team the points of their matches.
    """
    scores = [f"{home}–{away}" for line in grid for cell in line for home, away in cell]
    room = cell_width(len(grid)) - AIR_OF_CELL
    between = "–" if all(width_of(score, GRID_SIZE) <= room for score in scores) else "\n"
    return [
        tuple(
            "–" if row == column else "\n".join(f"{home}{between}{away}" for home, away in cell)
            for column, cell in enumerate(line)
        )
        for row, line in enumerate(grid)
    ]


def record_book(book: RecordBook) -> Document:
    """Return the record book of a season."""
    return Document(
        title=f"Record book {book.season}, {book.league}",
        filename=f"record-book-{slugify(book.season_slug)}.pdf",
        template="printing/record_book.html",
        context={"book": book, "heads": HEADS},
        follows_from=(book,),
    )
