"""A night of the league as text: for the newspaper, for a chat, as an e-mail."""

import datetime
import itertools
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from league.shared.moments import clock_in_words, day_in_words


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


@dataclass(frozen=True, slots=True)
class TeamName:
    """A team's name, and the one for crowded lists."""

    full: str
    short: str = ""

    def written(self, form: TextForm) -> str:
        """Return the name as a form has it: a chat has the short one."""
        return self.short or self.full if form is TextForm.CHAT else self.full


VOID = "void"


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinResult:
    """A match of the night: its points as written, empty while missing or void, and a remark (“walkover”)."""

    division: str
    home: TeamName
    away: TeamName
    date: datetime.date
    home_points: str = ""
    away_points: str = ""
    remark: str = ""

    @property
    def is_missing(self) -> bool:
        """Whether nothing has come in: a dispute settles no match, as a void does."""
        return not self.home_points and VOID not in self.remark


@dataclass(frozen=True, slots=True, kw_only=True)
class TableLine:
    """A division’s table: the teams from the top, each with its points as written."""

    division: str
    week: int
    rows: tuple[tuple[TeamName, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NextLine:
    """A match to come; `at` is the pub where that is not the home team’s."""

    division: str
    home: TeamName
    away: TeamName
    date: datetime.date
    starts_at: datetime.time | None = None
    at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponedLine:
    """A match that was moved, from a day, to another or to none yet."""

    home: TeamName
    away: TeamName
    moved_from: datetime.date | None = None
    to: datetime.date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinContent:
    """Everything a bulletin can say of a night. Lines stand in the order of divisions."""

    league: str
    night: datetime.date
    results: tuple[BulletinResult, ...] = ()
    tables: tuple[TableLine, ...] = ()
    to_come: tuple[NextLine, ...] = ()
    postponed: tuple[PostponedLine, ...] = ()
    notices: str = ""
    address: str = ""

    @property
    def missing(self) -> tuple[BulletinResult, ...]:
        """The results that have not come in."""
        return tuple(result for result in self.results if result.is_missing)

    @property
    def heading(self) -> str:
        return f"{self.league}, {day_in_words(self.night)}"


A_WEEK = datetime.timedelta(days=7)


def bulletin_text(
    content: BulletinContent,
    form: TextForm,
    parts: Collection[BulletinPart] = tuple(BulletinPart),
    *,
    print_missing: bool = True,
) -> str:
    """Return the bulletin as text, with those parts; missing results as “not received”, or left out."""
    sections = [[content.heading]]
    for part in BulletinPart:
        if part in parts:
            lines = _WRITE[part](content, form, print_missing)
            sections.extend(lines)
    if form is TextForm.EMAIL and content.address:
        sections.append([f"Results, tables and fixtures: {content.address}"])
    return "\n\n".join("\n".join(lines) for lines in sections if lines) + "\n"


Sections = list[list[str]]


def _results(content: BulletinContent, form: TextForm, print_missing: bool) -> Sections:
    results = [result for result in content.results if print_missing or not result.is_missing]
    by_division = itertools.groupby(results, lambda result: result.division)
    return [
        [division, *(_result(result, content.night, form) for result in of_division)]
        for division, of_division in by_division
    ]


def _result(result: BulletinResult, night: datetime.date, form: TextForm) -> str:
    home, away = result.home.written(form), result.away.written(form)
    remarks = [result.remark] if result.remark else []
    if result.date != night:
        remarks.append(f"played on {result.date:%A}" if result.home_points else day_in_words(result.date))
    if not result.home_points:
        what = ", ".join(["not received", *remarks] if result.is_missing else remarks)
        return _ended(f"{home} v {away}: {what}", form)
    in_brackets = f" ({', '.join(remarks)})" if remarks else ""
    if form is TextForm.CHAT:
        return f"{home} {result.home_points}–{result.away_points} {away}{in_brackets}"
    return f"{home} {result.home_points}, {away} {result.away_points}{in_brackets}."


def _ended(sentence: str, form: TextForm) -> str:
    return sentence if form is TextForm.CHAT else f"{sentence}."


def _tables(content: BulletinContent, form: TextForm, _: bool) -> Sections:
    if not content.tables:
        return []
    weeks = {table.week for table in content.tables}
    week = weeks.pop() if len(weeks) == 1 else 0
    heading = f"Tables after week {week}" if week else "Tables"
    if form is TextForm.EMAIL:
        return [[heading], *(_whole_table(table) for table in content.tables)]
    return [[heading, *(_short_table(table, form) for table in content.tables)]]


def _whole_table(table: TableLine) -> list[str]:
    rows = enumerate(table.rows, start=1)
    return [table.division, *(f"{place}. {team.full}: {points}" for place, (team, points) in rows)]


def _short_table(table: TableLine, form: TextForm) -> str:
    rows = ", ".join(f"{team.written(form)} {points}" for team, points in table.rows)
    return _ended(f"{table.division}: {rows}", form)


def _to_come(content: BulletinContent, form: TextForm, _: bool) -> Sections:
    matches = content.to_come
    if not matches:
        return []
    dates = {match.date for match in matches}
    usual = _usual_time(matches)
    heading = "Next week" if min(dates) <= content.night + A_WEEK else "Next matches"
    if len(dates) == 1:
        heading += f", {day_in_words(matches[0].date)}"
    if usual:
        heading += f", {clock_in_words(usual)}"
    groups = itertools.groupby(
        sorted(matches, key=lambda match: match.date) if len(dates) > 1 else matches,
        lambda match: (match.date, match.division),
    )
    lines = [heading]
    for (date, division), of_group in groups:
        head = division if len(dates) == 1 else f"{division}, {day_in_words(date)}"
        pairs = [_pair(match, usual, form) for match in of_group]
        if form is TextForm.NEWSPAPER:
            lines.append(f"{head}: {'; '.join(pairs)}.")
        else:
            lines += [head, *pairs]
    return [lines]


def _usual_time(matches: Sequence[NextLine]) -> datetime.time | None:
    times = Counter(match.starts_at for match in matches if match.starts_at)
    return times.most_common(1)[0][0] if times else None


def _pair(match: NextLine, usual: datetime.time | None, form: TextForm) -> str:
    remarks = []
    if match.starts_at and match.starts_at != usual:
        remarks.append(clock_in_words(match.starts_at))
    if match.at:
        remarks.append(f"at {match.at}")
    in_brackets = f" ({', '.join(remarks)})" if remarks else ""
    return f"{match.home.written(form)} v {match.away.written(form)}{in_brackets}"


def _postponed(content: BulletinContent, form: TextForm, _: bool) -> Sections:
    if not content.postponed:
        return []
    return [["Postponed", *(_moved(match, form) for match in content.postponed)]]


def _moved(match: PostponedLine, form: TextForm) -> str:
    moved_from = f" ({day_in_words(match.moved_from)})" if match.moved_from else ""
    moves = f"moves to {day_in_words(match.to)}" if match.to else "has no new date yet"
    return _ended(f"{match.home.written(form)} v {match.away.written(form)}{moved_from} {moves}", form)


def _notices(content: BulletinContent, _: TextForm, __: bool) -> Sections:
    lines = [line.rstrip() for line in content.notices.strip().splitlines()]
    return [["Notices", *lines]] if lines else []


_WRITE: dict[BulletinPart, Callable[[BulletinContent, TextForm, bool], Sections]] = {
    BulletinPart.RESULTS: _results,
    BulletinPart.TABLES: _tables,
    BulletinPart.NEXT: _to_come,
    BulletinPart.POSTPONED: _postponed,
    BulletinPart.NOTICES: _notices,
}
