"""Results out of a list, in the form of docs/results-csv.md, with names and dates as people write them."""

import datetime
from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.db import transaction
from django.utils import timezone

from league.exchange.lists.columns import ImportAction, ImportedRow, ListLine, WrongList, faulty_row
from league.exchange.lists.days import SeasonDates, read_date
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.problems import Problems
from league.exchange.result_lines import (
    WHERE,
    ParsedResult,
    ResultColumns,
    ResultLineFault,
    WrongResults,
)
from league.exchange.services.results import ImportRefused, import_season_results
from league.models import Division, League, Match, Season, Team
from league.shared.errors import Refused


def result_lines(league: League, season: Season, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Write the results of the list under the season's rules, and yield the outcome of each line."""
    book = _Book(league, season)
    heads = [*WHERE, *(name for name in parsed_list.columns.values() if name not in WHERE)]
    try:
        columns = ResultColumns(heads)
    except WrongResults as wrong:
        sentences = str(wrong).splitlines()
        raise WrongList(" ".join(sentence[0].upper() + sentence[1:] for sentence in sentences)) from wrong
    errors: dict[int, list[ValueError]] = {}
    lines: list[ParsedResult] = []
    for line in parsed_list.lines:
        problems = Problems(line.problems)
        lines.append(book.parsed(line, columns, problems))
        errors[line.number] = problems.errors
    new: frozenset[int] = frozenset()
    faults: Sequence[ResultLineFault] = ()
    try:
        # Wrong lines go along, so that whatever else is wrong is reported at once.
        with transaction.atomic():
            new = import_season_results(season=season, lines=lines, now=timezone.now()).fresh
    except ImportRefused as refusal:
        faults = refusal.faults
    except Refused as refusal:
        raise WrongList(refusal.sentence) from refusal
    for fault in faults:
        own = errors[fault.line]
        if fault.sentence not in map(str, own):
            own.append(ValueError(fault.sentence))
    for parsed in lines:
        if errors[parsed.line]:
            yield faulty_row(parsed.line, errors[parsed.line])
        else:
            kind = ImportAction.NEW if parsed.line in new or faults else ImportAction.KNOWN
            yield ImportedRow(number=parsed.line, kind=kind, words=_words(book, parsed, kind))


class _Book:
    """The season's teams, and its matches by who meets whom."""

    def __init__(self, league: League, season: Season) -> None:
        self.league, self.season = league, season
        self.span = SeasonDates(first=season.starts_on, last=season.ends_on)
        self.teams = Teams(league, season)
        self.by_pair: dict[tuple[str, str], list[Match]] = defaultdict(list)
        matches = Match.objects.filter(division__season=season).select_related("home", "away")
        for match in matches:
            self.by_pair[match.home.name, match.away.name].append(match)
        self._played = set(matches.filter(scorecards__is_confirmed=True).values_list("pk", flat=True))

    def parsed(self, line: ListLine, columns: ResultColumns, problems: Problems) -> ParsedResult:
        """Return the line with its division, day and teams as the league has them; note what is wrong."""
        home = problems.cell(self.teams.known, line["home"])
        away = problems.cell(self.teams.known, line["away"])
        if home and home == away:
            problems.add(f"{home} cannot play itself.")
        day = problems.cell(self._day, line["date"])
        division = problems.take(self._division, home, line["division"]) if home else None
        if home and away and day:
            problems.take(self._verify_day, home, away, day)
        figures = columns.figures(line.cells, problems)
        return ParsedResult(
            line=line.number,
            division=division.name if division else "",
            date=day,
            home=home.name if home else "",
            away=away.name if away else "",
            figures=figures,
            faults=problems.sentences,
        )

    def _day(self, text: str) -> datetime.date:
        return read_date(text, self.span)

    def _division(self, home: Team, name: str) -> Division:
        enrolment = self.teams.enrolments.get(home.pk)
        if enrolment is None:
            raise ValueError(
                f"{home} plays in no division this season; bring the teams in with their divisions."
            )
        if name and self.teams.division_known(name) != enrolment.division:
            raise ValueError(f"{home} plays in {enrolment.division}, not in {name}.")
        return enrolment.division

    def _verify_day(self, home: Team, away: Team, day: datetime.date) -> None:
        known = self.by_pair.get((home.name, away.name), [])
        open_matches = [match for match in known if match.pk not in self._played]
        if open_matches and all(match.date != day for match in known):
            listed = " and ".join(
                f"{match.date:%d/%m/%Y}" if match.date else "no date" for match in open_matches
            )
            raise ValueError(
                f"{home} v {away} stands in the list on {listed}, not on {day:%d/%m/%Y}: put the date right, "
                "or move the match first."
            )


def _words(book: _Book, line: ParsedResult, kind: ImportAction) -> str:
    played = "" if line.figures.is_played else ", not played yet"
    if kind is ImportAction.KNOWN:
        played = ", as it is known"
    elif not any(match.date == line.date for match in book.by_pair.get((line.home, line.away), [])):
        played += ", a match that was not in the list"
    return f"{line.home} v {line.away} on {line.date:%d/%m/%Y}, {line.division}{played}"
