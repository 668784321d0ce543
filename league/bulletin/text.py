"""A night of the league as text: for the newspaper, for a chat, as an e-mail."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from league.bulletin.plain_text import NO_BREAK_SPACE, SECTION, plain_text
from league.shared.moments import day_in_words
from league.shared.text import in_halves
from league.standings.selectors.match_lists import MatchLine, NamedLink
from league.standings.selectors.standings import DivisionTable


class TextForm(StrEnum):
    """For whom the text is."""

    NEWSPAPER = "newspaper"
    CHAT = "chat"
    EMAIL = "email"


class BulletinPart(StrEnum):
    """What a bulletin can contain, in this order."""

    RESULTS = "results"
    TABLES = "tables"
    NEXT = "next-week"
    POSTPONED = "postponed"
    NOTICES = "notices"


A_WEEK = datetime.timedelta(days=7)
# A bulletin tells of a week: a match caught up on Monday stands in Thursday’s.
BEFORE = datetime.timedelta(days=6)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinNight:
    """A night and what its bulletin can say, in the order of divisions; the nights beside it.

    `disputed` are the public ids of matches of which somebody objected. Its news is `shown_until` a day.
    """

    league: str
    night: datetime.date
    results: tuple[MatchLine, ...]
    disputed: Collection[str]
    tables: tuple[DivisionTable, ...]
    to_come: tuple[MatchLine, ...]
    postponed: tuple[MatchLine, ...]
    week: int
    before: datetime.date | None
    after: datetime.date | None
    shown_until: datetime.date

    @property
    def missing(self) -> tuple[MatchLine, ...]:
        """The results that have not come in."""
        return tuple(line for line in self.results if not line.is_over)

    @property
    def heading(self) -> str:
        return bulletin_heading(self.league, self.night)

    def remarks_on(self, line: MatchLine) -> list[str]:
        """Return what is to be said of a match beside its points, in a word or two each."""
        return [*remarks_on(line), *(["disputed"] if line.public_id in self.disputed else [])]


def bulletin_heading(league: object, night: datetime.date) -> str:
    """Return the first line of a bulletin."""
    return f"{league}, {day_in_words(night)}"


def remarks_on(line: MatchLine) -> list[str]:
    """Return what was ruled of a match, in a word or two each."""
    if line.void:
        return ["void"]
    if line.given:
        return ["walkover"]
    if not line.tables_given and line.home_share and line.away_share and line.home_share.score is not None:
        pair = (in_halves(share.half_points) for share in (line.home_share, line.away_share))
        return [f"{'–'.join(pair)} in points"]
    if not line.tables_given:
        return []
    book, numbers = line.division.season.rule_book, [str(given.table) for given in line.tables_given]
    return [f"{book.table_word}{'s' if len(numbers) > 1 else ''} {' and '.join(numbers)} awarded"]


def team_name(team: NamedLink, form: TextForm) -> str:
    """Return a team's name as a form has it: a chat has the short one."""
    return team.short_name or team.name if form is TextForm.CHAT else team.name


def bulletin_text(
    night: BulletinNight,
    form: TextForm,
    parts: Collection[BulletinPart] = tuple(BulletinPart),
    *,
    print_missing: bool = True,
    notices: str = "",
    address: str = "",
) -> str:
    """Return the bulletin as text, with those parts; missing results as “not received”, or left out."""
    tables = [table for table in night.tables if any(row.record.played for row in table.rows)]
    weeks = {table.week for table in tables}
    return plain_text(
        "bulletin/bulletin.txt",
        night=night,
        form=form,
        parts=parts,
        results=[
            (line, ", ".join([*night.remarks_on(line), *_day_of(line, night.night)]))
            for line in night.results
            if print_missing or line.is_over
        ],
        tables=[
            (table.division, [(table.entrants[row.record.team], row.record) for row in table.rows])
            for table in tables
        ],
        week=weeks.pop() if len(weeks) == 1 else 0,
        to_come=sorted(night.to_come, key=attrgetter("date")),
        within_a_week=night.night + A_WEEK,
        usual=_usual_time(night.to_come),
        notices="\n".join(
            line.rstrip().replace(" ", NO_BREAK_SPACE) or SECTION for line in notices.strip().splitlines()
        ),
        address=address,
    )


def _day_of(line: MatchLine, night: datetime.date) -> list[str]:
    """Return when a match was or was to be played, where it was not on the night."""
    if line.date is None or line.date == night:
        return []
    return [f"played on {line.date:%A}" if line.is_played else day_in_words(line.date)]


def _usual_time(matches: Iterable[MatchLine]) -> datetime.time | None:
    times = Counter(match.starts_at for match in matches if match.starts_at)
    return times.most_common(1)[0][0] if times else None
