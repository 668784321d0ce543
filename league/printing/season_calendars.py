"""A season week by week on one page of A4."""

import datetime

from league.printing.documents import Document
from league.scheduling.selectors.season_calendar import CalendarNight, CalendarWeek, SeasonWeeks
from league.templatetags.dates import pub_date

# The room for rows (mm), their height for a point of type, and the sizes of type (points) that may be chosen.
ROOM, ROW = 246.0, 0.52
LARGEST, SMALLEST = 10.0, 5.5
LETTERS_A_LINE = 900
"""How many letters of one point the column of nights takes in a line."""


def season_calendar(page: SeasonWeeks, *, printed_on: datetime.date) -> Document:
    """Return the calendar in the largest type in which it stays on one page."""
    season = page.season
    rows = [(week, tuple(_night_words(night) for night in week.nights)) for week in page.weeks]
    facts = tuple(
        (week.monday, week.words, week.off.kind.value if week.off else "league", nights)
        for week, nights in rows
    )
    size = next((size for size in _sizes() if _height(rows, size) <= ROOM), SMALLEST)
    return Document(
        title=f"Season calendar {season.name}, {season.league.name}",
        filename=f"season-calendar-{season.slug}.pdf",
        template="printing/season_calendar.html",
        context={
            "league": season.league.name,
            "season": season.name,
            "weeks": facts,
            "size": size,
            "printed_on": printed_on,
        },
        follows_from=(season.league.name, season.name, facts, printed_on),
    )


def _sizes() -> list[float]:
    steps = int((LARGEST - SMALLEST) * 4)
    return [LARGEST - step / 4 for step in range(steps + 1)]


def _height(rows: list[tuple[CalendarWeek, tuple[str, ...]]], size: float) -> float:
    """Return the height of all rows in a size of type (mm)."""
    a_line = LETTERS_A_LINE / size
    lines = sum(
        max(1, sum(1 + int(len(night) // a_line) for night in nights), 1 + len(week.words) // int(a_line / 2))
        for week, nights in rows
    )
    return lines * size * ROW


def _night_words(night: CalendarNight) -> str:
    """Return a night in a line: Thu 14 Jan: Division One 6, Division Two 5; Jubilee Cup, final."""
    divisions = ", ".join(f"{name} {matches}" for name, matches in night.divisions)
    here = [f"{match.title} from {pub_date(match.was)}" for match in night.moved_here]
    away = [
        f"{match.title} {f'moved to {pub_date(match.date)}' if match.date else 'postponed'}"
        for match in night.moved_away
    ]
    parts = [divisions, *(cup.words for cup in night.cups), *here, *away, *night.closed]
    return f"{pub_date(night.date)}: {'; '.join(filter(None, parts))}"
