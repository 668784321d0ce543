"""Results out of a list, in the form of docs/results-csv.md, with names and dates as people write them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from league.exchange.lists.columns import ImportAction, ImportedRow, ListLine, UnknownTeam, WrongList, fault
from league.exchange.lists.days import SeasonDates, read_date
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.result_lines import WHERE, ResultLine, WrongResults, parse_rows
from league.exchange.services.results import ImportRefused, import_season_results
from league.models import League, Match, Season
from league.shared.errors import Refused


def result_lines(league: League, season: Season, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Write the results of the list under the season's rules, and yield the outcome of each line."""
    book = _Book(league, season)
    placed: dict[int, Mapping[str, str]] = {}
    for line in parsed_list.lines:
        try:
            placed[line.number] = book.placed(line)
        except UnknownTeam as wrong:
            yield ImportedRow(
                number=line.number, kind=ImportAction.FAULT, words=str(wrong), unknown=wrong.name
            )
        except ValueError as wrong:
            yield fault(line, str(wrong))
    # The right lines are read in any case, so that every fault is reported at once.
    heads = [*WHERE, *(name for name in parsed_list.columns.values() if name not in WHERE)]
    yield from _read(book, heads, placed, is_whole=len(placed) == len(parsed_list.lines))


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

    def placed(self, line: ListLine) -> Mapping[str, str]:
        """Return the line with its division, day and teams as the league has them. Raises ValueError."""
        home, away = self.teams.known(line["home"]), self.teams.known(line["away"])
        day = read_date(line["date"], self.span)
        enrolment = self.teams.enrolments.get(home.pk)
        if enrolment is None:
            raise ValueError(
                f"{home} plays in no division this season; bring the teams in with their divisions."
            )
        if line["division"] and self.teams.division_known(line["division"]) != enrolment.division:
            raise ValueError(f"{home} plays in {enrolment.division}, not in {line['division']}.")
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
        own = {"division": enrolment.division.name, "date": str(day), "home": home.name, "away": away.name}
        return {**line.cells, **own}


def _read(
    book: _Book, heads: Sequence[str], placed: Mapping[int, Mapping[str, str]], *, is_whole: bool
) -> Iterator[ImportedRow]:
    rows = ((number, [cells.get(head, "") for head in heads]) for number, cells in placed.items())
    try:
        lines, faults = parse_rows(heads, rows)
    except WrongResults as wrong:
        sentence = str(wrong)
        raise WrongList(sentence[0].upper() + sentence[1:]) from wrong
    new: frozenset[int] = frozenset()
    if is_whole and lines and not faults:
        try:
            with transaction.atomic():
                new = import_season_results(season=book.season, lines=lines, now=timezone.now()).fresh
        except ImportRefused as refusal:
            faults = list(refusal.faults)
        except Refused as refusal:
            raise WrongList(refusal.sentence) from refusal
    wrong_lines = {fault.line: fault.sentence for fault in faults}
    for number, sentence in wrong_lines.items():
        yield ImportedRow(number=number, kind=ImportAction.FAULT, words=sentence)
    for line in lines:
        if line.line not in wrong_lines:
            kind = ImportAction.NEW if line.line in new or not is_whole or faults else ImportAction.KNOWN
            yield ImportedRow(number=line.line, kind=kind, words=_words(book, line, kind))


def _words(book: _Book, line: ResultLine, kind: ImportAction) -> str:
    played = "" if line.is_played else ", not played yet"
    if kind is ImportAction.KNOWN:
        played = ", as it is known"
    elif not any(match.date == line.date for match in book.by_pair.get((line.home, line.away), [])):
        played += ", a match that was not in the list"
    return f"{line.home} v {line.away} on {line.date:%d/%m/%Y}, {line.division}{played}"
