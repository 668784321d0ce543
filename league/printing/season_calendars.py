"""A season week by week on one page of A4."""

import datetime

from league.printing.documents import Document
from league.scheduling.selectors.season_calendar import CalendarNight, SeasonWeeks
from league.templatetags.dates import pub_date

# Sizes of type in points.
SIZES = (12, 11, 10.5, 10, 9.5, 9, 8.5, 8)


def season_calendar(page: SeasonWeeks, *, printed_on: datetime.date) -> Document:
    """Return the calendar in the largest type that needs no more pages."""
    season = page.season
    weeks = tuple(
        (
            week.monday,
            week.words,
            week.off.kind.value if week.off else "league",
            tuple(map(_night_words, week.nights)),
        )
        for week in page.weeks
    )
    return Document(
        title=f"Season calendar {season.name}, {season.league.name}",
        filename=f"season-calendar-{season.slug}.pdf",
        template="printing/season_calendar.html",
        context={
            "league": season.league.name,
            "season": season.name,
            "weeks": weeks,
            "printed_on": printed_on,
        },
        follows_from=(season.league.name, season.name, weeks, printed_on),
        sizes=(SIZES,),
    )


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
