"""Results out of a list, in the form of docs/results-csv.md, with names and dates as people write them."""

import csv
import datetime
import io
from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from league.exchange.lists.checked_list import (
    NO,
    Asking,
    ImportAction,
    ImportedRow,
    ListLine,
    Problems,
    WrongList,
    faulty_row,
)
from league.exchange.lists.days import read_date
from league.exchange.lists.headings import What, known_column
from league.exchange.lists.layout import figures_of
from league.exchange.lists.parsing import ParsedList, read_list
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.lists.text import slugify
from league.exchange.result_lines import (
    WHERE,
    ParsedResult,
    ResultColumns,
    ResultFigures,
    ResultLineFault,
    WrongResults,
)
from league.exchange.services.results import ImportRefused, import_season_results
from league.exchange.spreadsheets import plain, text_and_separator
from league.matches.outcomes import AtFault
from league.models import Division, League, Match, Season, Team
from league.shared.errors import Refused

# What 0–0 may mean.
NOT_PLAYED, VOID, DRAWN = "not-played", "void", "drawn"


def read_results(text: str) -> list[ParsedResult]:
    """Return the lines of a file, each as far as it can be parsed and with all its faults.

    It is read as every list of results, but nothing is guessed: a line names the columns, and no other
    columns are there. Raises WrongResults where they are not those of results.
    """
    text, separator = text_and_separator(text)
    try:
        cells = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        rows = tuple(tuple(map(plain, row)) for row in cells)
    except csv.Error as wrong:
        raise WrongResults(f"this is not a table ({wrong}).") from wrong
    parsed_list = read_list(What.RESULTS, rows, answers={"grid": NO})
    lines = [line for line in parsed_list.lines if not line["cup"]]
    named = rows[parsed_list.head or 0] if rows else ()
    heads = [known_column(What.RESULTS, cell) or cell.lower() for cell in named]
    names = [*heads, *({name for line in lines for name in line.above} - {*heads})]
    if "match" in names:
        score = [] if set(figures_of(names)) & set(names) else ["score"]
        names = [*(name for name in names if name != "match"), "home", "away", *score]
    columns = ResultColumns([name for name in names if name not in ("cup", "week")])
    if parsed_list.refusal and lines:
        raise WrongResults(parsed_list.refusal)
    return [_parsed(line, columns, rows[line.number - 1][len(heads) :]) for line in lines]


def _parsed(line: ListLine, columns: ResultColumns, more: Sequence[str]) -> ParsedResult:
    problems = Problems(line.problems)
    if any(more):
        count = len(columns.names)
        problems.add(f"{count + len(more)} cells where there are {count} columns.")
    if not line["division"]:
        problems.add("there is no division.")
    if line["home"] and line["home"].casefold() == line["away"].casefold():
        problems.add(f"{line['home']} cannot play itself.")
    figures = columns.figures(line.cells, problems)
    if figures.is_walkover:
        problems.add("a walkover is w beside x, won and given.")
    return ParsedResult(
        line=line.number,
        division=line["division"],
        date=problems.cell(read_date, line["date"]),
        home=line["home"],
        away=line["away"],
        figures=figures,
        faults=problems.sentences,
    )


def result_lines(league: League, season: Season, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Write the results of the list under the season's rules, and yield the outcome of each line."""
    book = _Book(league, season, parsed_list.asked)
    columns = ResultColumns([*WHERE, *figures_of(parsed_list.meanings)])
    errors: dict[int, list[ValueError]] = {}
    lines: list[tuple[ListLine, ParsedResult]] = []
    for line in parsed_list.lines:
        problems = Problems(line.problems)
        lines.append((line, book.parsed(line, columns, problems)))
        errors[line.key] = problems.errors
    new: frozenset[int] = frozenset()
    faults: Sequence[ResultLineFault] = ()
    try:
        # Wrong lines go along, so that whatever else is wrong is reported at once.
        with transaction.atomic():
            results = [result for _, result in lines]
            new = import_season_results(season=season, lines=results, now=timezone.now()).fresh
    except ImportRefused as refusal:
        faults = refusal.faults
    except Refused as refusal:
        raise WrongList(refusal.sentence) from refusal
    for fault in faults:
        own = errors[fault.line]
        if fault.sentence not in map(str, own):
            own.append(ValueError(fault.sentence))
    for line, result in lines:
        if errors[line.key]:
            yield faulty_row(line, errors[line.key])
        else:
            kind = ImportAction.NEW if line.key in new or faults else ImportAction.KNOWN
            yield ImportedRow(number=line.number, kind=kind, words=_words(book, result, kind))


class _Book:
    """The season's teams, and its matches by who meets whom."""

    def __init__(self, league: League, season: Season, asked: Asking) -> None:
        self.asked, self.teams = asked, Teams(league, season)
        self._can_draw = season.rule_book.match_format().can_draw
        self.by_pair: dict[tuple[str, str], list[Match]] = defaultdict(list)
        matches = Match.objects.filter(division__season=season).select_related("home", "away")
        for match in matches:
            self.by_pair[match.home.name, match.away.name].append(match)
        self._played = set(matches.filter(scorecards__is_confirmed=True).values_list("pk", flat=True))

    def parsed(self, line: ListLine, columns: ResultColumns, problems: Problems) -> ParsedResult:
        """Return the line with its division, day and teams as the league has them; note what is wrong."""
        home, away = self.teams.sides(line, problems)
        day = problems.cell(self.teams.day, line["date"])
        if line.place and home and away:
            day = problems.take(self._day_of, line, home, away)
        division = problems.take(self._division, home, line["division"]) if home else None
        if home and away and day:
            problems.take(self._verify_day, home, away, day)
        figures = problems.take(
            settled_figures,
            self.asked,
            line,
            columns.figures(line.cells, problems),
            home,
            away,
            can_draw=self._can_draw,
        )
        return ParsedResult(
            line=line.key,
            row=line.number,
            division=division.name if division else "",
            date=day,
            home=home.name if home else "",
            away=away.name if away else "",
            figures=figures or ResultFigures(),
            faults=problems.sentences,
        )

    def _day_of(self, line: ListLine, home: Team, away: Team) -> datetime.date:
        """Return the day of a match whose result has none: that of the fixture. Raises ValueError."""
        days = sorted({match.date for match in self.by_pair[home.name, away.name] if match.date})
        if not days:
            raise ValueError(
                f"No fixture says when {home} v {away} was played: import the fixtures first, or a list with "
                "dates."
            )
        if len(days) == 1:
            return days[0]
        answer = self.asked.settled(
            f"day-{home.slug}-{away.slug}",
            "When was it played?",
            f"{home} v {away} stands in the fixtures {len(days)} times.",
            {str(day): f"{day:%d/%m/%Y}" for day in days},
            [line.number],
            about="score",
        )
        return datetime.date.fromisoformat(answer)

    def _division(self, home: Team, name: str) -> Division:
        division = self.teams.division_of(home)
        if name and self.teams.division_known(name) != division:
            raise ValueError(f"{home} plays in {division}, not in {name}.")
        return division

    def _verify_day(self, home: Team, away: Team, day: datetime.date) -> None:
        known = self.by_pair.get((home.name, away.name), [])
        open_matches = [match for match in known if match.pk not in self._played]
        if open_matches and all(match.date != day for match in known):
            listed = " and ".join(
                f"{match.date:%d/%m/%Y}" if match.date else "no date" for match in open_matches
            )
            raise ValueError(
                f"{home} v {away} is planned for {listed}, not on {day:%d/%m/%Y}: correct the "
                f"date, or move the match first."
            )


def settled_figures(
    asked: Asking, line: ListLine, figures: ResultFigures, home: object, away: object, *, can_draw: bool
) -> ResultFigures:
    """Return the figures, nil-nil by what it means. Raises OpenQuestion while nobody has said that."""
    if figures.is_walkover:
        at_fault = asked.settled(
            f"walkover-{slugify(f'{home} {away}')}-{line.key}",
            "Who gave this match?",
            f"{home} v {away} is a walkover.",
            {"home": f"{home}", "away": f"{away}", "both": "Both"},
            [line.number],
            about="score",
        )
        return ResultFigures(total=AtFault[at_fault.upper()])
    if not figures.is_nil_nil or figures.is_void:
        return figures
    may_be_drawn = {DRAWN: "Drawn"} if can_draw else {}
    answer = asked.settled(
        "nil-nil",
        "What does 0–0 mean?",
        "Matches of this list are 0–0.",
        {NOT_PLAYED: "Not played yet", VOID: "Void: it counts for nobody", **may_be_drawn},
        [line.number],
        about="score",
    )
    return figures if answer == DRAWN else ResultFigures(is_void=answer == VOID)


def _words(book: _Book, line: ParsedResult, kind: ImportAction) -> str:
    is_planned = any(match.date == line.date for match in book.by_pair.get((line.home, line.away), []))
    played = ", void" if line.figures.is_void else "" if line.figures.is_played else ", not played yet"
    added = played if is_planned else f"{played}, a match that was not planned"
    more = ", no change" if kind is ImportAction.KNOWN else added
    score = score_in_words(line.figures, line.home, line.away)
    return f"{line.home} v {line.away} on {line.date:%d/%m/%Y}, {line.division}{score}{more}"


def score_in_words(figures: ResultFigures, home: object, away: object) -> str:
    """Return the figures of a result after a colon: its tables', else its total; and who gave a walkover."""
    cells, unit = (figures.tables, 1) if figures.tables is not None else ((figures.total, figures.score), 2)
    givers = {AtFault.HOME: home, AtFault.AWAY: away, AtFault.BOTH: "both"}
    texts = [
        f"{cell[0] / unit:g}–{cell[1] / unit:g}"
        if isinstance(cell, tuple)
        else f"a walkover given by {givers[cell]}"
        if isinstance(cell, AtFault)
        else str(cell)
        for cell in cells
        if cell is not None
    ]
    is_given = all(isinstance(cell, AtFault) for cell in cells if cell is not None)
    return f": {', '.join(dict.fromkeys(texts) if is_given else texts)}" if texts else ""
