"""The fixture list for the noticeboard: its dates in columns, in the largest type that keeps a page."""

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from league.printing.drawing import Face, width_of
from league.scheduling.selectors.fixtures import Fixture, FixtureList, TeamOnPaper
from league.shared.text import listed
from league.templatetags.dates import pub_date, pub_date_year, pub_time

COLUMNS = 3

# The A or B of a pub with two teams.
TEAM_LETTER = r" [A-Z]$"

# Sizes of type in points. The first that fits is taken; past the last the list runs on to another page.
SIZES = (12, 11.2, 10.4, 9.7, 9.2, 8.8, 8.4, 8)

# A line in mm for a point of size; where there is room, lines stand further apart, up to a limit.
LINE, MOST_STRETCH = 0.4866, 1.12

# In mm: a column, and beside the "v" of a match the half of it that is left for a name.
COLUMN, HALF = 59.0, 27.7

# In lines: a date's head with the air above it. In sizes: the type of the date, and of what is beside it.
HEAD_LINES, HEAD_TYPE, NOTE_TYPE = 1.9, 1.18, 0.87

# In mm: what head, foot and margins of a page take, and a line of the list of grounds.
PAGE, AROUND_LIST = 297.0, 68.0
GROUND_LINE, GROUND_ROOM, GROUND_POINTS = 4.1, 89.0, 8.7


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterRow:
    """A match: short names, whose list it is, a star if it was moved."""

    home: str
    away: str
    is_home_ours: bool
    is_away_ours: bool
    star: str

    def lines(self, size: float) -> int:
        """Return how many lines it takes: two if a name is too long for its half of the column."""
        home = width_of(self.home, size, weight=700 if self.is_home_ours else 400)
        away = width_of(f"{self.away} {self.star}", size, weight=700 if self.is_away_ours else 400)
        return ceil(max(home, away) / HALF)


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBlock:
    """A date of the season's list and its matches as they stood; `notes` say what became of those moved."""

    date: str
    notes: str
    rows: tuple[PosterRow, ...]

    def height(self, size: float) -> float:
        """In mm; names too long for their half of the column take a second line."""
        lines = sum(row.lines(size) for row in self.rows)
        beside = COLUMN - width_of(f"{self.date}  ", HEAD_TYPE * size, Face.SLAB, 600)
        notes = ceil(width_of(self.notes, NOTE_TYPE * size) / beside) - 1
        return (HEAD_LINES + notes + lines) * size * LINE


@dataclass(frozen=True, slots=True, kw_only=True)
class PosterPage:
    """A page of the poster: its columns of dates, the size of its type (points), a line's height (mm)."""

    columns: tuple[tuple[DateBlock, ...], ...]
    size: float
    line: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """Where a team is at home, and when, if not at the usual time."""

    team: str
    words: str


def poster_pages(fixtures: FixtureList, ours: str = "") -> tuple[PosterPage, ...]:
    """Return the pages of a division's list; the matches of the team with the slug `ours` stand out."""
    dates = date_blocks(fixtures, ours)
    words = (f"{ground.team}: {ground.words}" for ground in grounds_of(fixtures))
    grounds = sum(ceil(width_of(line, GROUND_POINTS) / GROUND_ROOM) for line in words)
    room = PAGE - AROUND_LIST - GROUND_LINE * (grounds + 1) / 2
    for size in SIZES:
        columns = _balanced(dates, size, room)
        if columns is not None:
            tallest = max((sum(date.height(size) for date in column) for column in columns), default=room)
            stretch = min(MOST_STRETCH, max(1.0, room / tallest))
            return (PosterPage(columns=columns, size=size, line=size * LINE * stretch),)
    return tuple(_run_on(dates, SIZES[-1], room))


def _balanced(
    dates: Sequence[DateBlock], size: float, room: float
) -> tuple[tuple[DateBlock, ...], ...] | None:
    """Return the dates in columns as even as their order allows; None if they do not fit."""
    heights = [date.height(size) for date in dates]
    tallest = max(heights, default=0.0)
    even = max(sum(heights) / COLUMNS, tallest)
    while even <= room + tallest:
        columns = _filled(dates, size, min(even, room))
        if len(columns) <= COLUMNS:
            return columns
        if even >= room:
            return None
        even += size * LINE
    return None


def _filled(dates: Iterable[DateBlock], size: float, height: float) -> tuple[tuple[DateBlock, ...], ...]:
    """Column after column, each filled to this height."""
    columns: list[list[DateBlock]] = []
    used = height
    for date in dates:
        if not columns or used + date.height(size) > height + size * LINE / 2:
            columns.append([])
            used = 0.0
        columns[-1].append(date)
        used += date.height(size)
    return tuple(tuple(column) for column in columns)


def _run_on(dates: Sequence[DateBlock], size: float, room: float) -> Iterator[PosterPage]:
    columns = _filled(dates, size, room)
    for first in range(0, len(columns), COLUMNS):
        yield PosterPage(columns=columns[first : first + COLUMNS], size=size, line=size * LINE)


def date_blocks(fixtures: FixtureList, ours: str = "") -> tuple[DateBlock, ...]:
    """Return the dates of the list in order, each with its matches where they stood first."""
    blocks = []
    year: int | None = None
    for date, matches in groupby(fixtures.fixtures, key=lambda fixture: fixture.stood_on):
        is_new_year = year is not None and date.year != year
        blocks.append(_date_block(date, tuple(matches), ours, with_year=is_new_year))
        year = date.year
    return tuple(blocks)


def _date_block(
    date: datetime.date, matches: tuple[Fixture, ...], ours: str, *, with_year: bool
) -> DateBlock:
    moves = dict.fromkeys(match.date for match in matches if match.moved_from)
    stars = {to: "*" * number for number, to in enumerate(moves, start=1)}
    weeks = sorted({match.week for match in matches})
    notes = [f"week{'s' if len(weeks) > 1 else ''} {' and '.join(map(str, weeks))}"]
    notes += [f"{star} {f'now {pub_date(to)}' if to else 'no new date yet'}" for to, star in stars.items()]
    notes += _elsewhere(matches)
    return DateBlock(
        date=pub_date_year(date) if with_year else pub_date(date),
        notes="; ".join(notes),
        rows=tuple(
            PosterRow(
                home=match.home.short,
                away=match.away.short,
                is_home_ours=match.home.slug == ours,
                is_away_ours=match.away.slug == ours,
                star=stars[match.date] if match.moved_from else "",
            )
            for match in matches
        ),
    )


def _elsewhere(matches: Iterable[Fixture]) -> Iterator[str]:
    """Yield matches that will be played at another pub than the home team's, pub by pub."""
    homes: dict[str, list[str]] = {}
    for match in matches:
        if match.elsewhere:
            homes.setdefault(match.elsewhere, []).append(match.home.short)
    for pub, teams in homes.items():
        yield f"{listed(teams)} at {pub}"


def usual_time(fixtures: FixtureList) -> datetime.time | None:
    """Return when most matches start."""
    times = Counter(match.starts_at for match in fixtures.fixtures if match.starts_at)
    return max(sorted(times), key=lambda time: times[time], default=None)


def when_played(fixtures: FixtureList) -> str:
    """Return the usual day and time: "Thursdays at 8.30 pm"; the time alone where no day is usual."""
    days = Counter(match.stood_on.strftime("%A") for match in fixtures.fixtures)
    time = usual_time(fixtures)
    at = f"at {pub_time(time)}" if time else ""
    day, often = max(days.items(), key=lambda item: item[1], default=("", 0))
    is_usual = often * 2 > sum(days.values())
    return " ".join(part for part in (f"{day}s" if is_usual else "", at) if part)


def grounds_of(fixtures: FixtureList) -> tuple[Ground, ...]:
    """Return every team with its whole name and its ground, by its short name."""
    usual = usual_time(fixtures)
    times = {match.home.slug: match.starts_at for match in fixtures.fixtures if match.starts_at}
    grounds = []
    for team in fixtures.teams:
        bare = re.sub(TEAM_LETTER, "", team.name)
        whole = team.name if team.name != team.short and not team.pub.startswith(bare) else ""
        own_time = times.get(team.slug, usual)
        late = f" ({pub_time(own_time)})" if own_time != usual else ""
        words = ", ".join(filter(None, (whole, at_home(team))))
        grounds.append(Ground(team=team.short, words=words + late))
    return tuple(grounds)


def at_home(team: TeamOnPaper) -> str:
    """Return where a team is at home; of one whose pub closes without another, from when it is nowhere."""
    if team.closed_on is None:
        return team.ground
    return f"no pub of its own from {pub_date_year(team.closed_on)}; each match says where"
