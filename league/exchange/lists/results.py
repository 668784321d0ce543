"""Results out of a list, in the form of docs/results-csv.md, with names and dates as people write them."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from league.exchange.lists.columns import ImportAction, ImportedRow, ListLine, UnknownTeam, WrongList, fault
from league.exchange.lists.days import SeasonDates, read_date
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.results.imports import ImportRefused, import_results
from league.exchange.results.lines import WHERE, ResultLine, read_results
from league.models import League, Match, Season
from league.regulations.presets.reading import Preset
from league.shared.errors import Refused

# The season's own rules, whatever preset they once came from: nothing is compared.
OWN = Preset(id="this season's", title="", about="", book={})
HEADS = 1


def result_lines(league: League, season: Season, found: ParsedList) -> Iterator[ImportedRow]:
    """Write the results of the list under the season's own rules; every fault is named by its line."""
    book = _Book(league, season)
    placed: dict[int, Mapping[str, str]] = {}
    for line in found.lines:
        try:
            placed[line.number] = book.placed(line)
        except UnknownTeam as wrong:
            yield ImportedRow(
                number=line.number, kind=ImportAction.FAULT, words=str(wrong), unknown=wrong.name
            )
        except ValueError as wrong:
            yield fault(line, str(wrong))
    # What is right is read in any case, so that every fault is said at once.
    heads = [*WHERE, *(name for name in found.columns.values() if name not in WHERE)]
    yield from _read(book, heads, placed, is_whole=len(placed) == len(found.lines))


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
        """The line with its division, day and teams as the league has them. Raises ValueError."""
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
        open_ones = [match for match in known if match.pk not in self._played]
        if open_ones and all(match.date != day for match in known):
            listed = " and ".join(f"{one.date:%d/%m/%Y}" if one.date else "no date" for one in open_ones)
            raise ValueError(
                f"{home} v {away} stands in the list on {listed}, not on {day:%d/%m/%Y}: put the date right, "
                "or move the match first."
            )
        own = {"division": enrolment.division.name, "date": str(day), "home": home.name, "away": away.name}
        return {**line.cells, **own}


def _read(
    book: _Book, heads: Sequence[str], placed: Mapping[int, Mapping[str, str]], *, is_whole: bool
) -> Iterator[ImportedRow]:
    numbers = list(placed)
    lines, faults = read_results(_as_text(heads, placed.values()))
    if any(one.line == HEADS for one in faults):
        sentence = next(one.sentence for one in faults if one.line == HEADS)
        raise WrongList(sentence[0].upper() + sentence[1:])
    fresh: frozenset[int] = frozenset()
    if is_whole and not faults:
        try:
            with transaction.atomic():
                came = import_results(
                    lines=lines,
                    league=book.league.slug,
                    season=book.season.slug,
                    preset=OWN,
                    now=timezone.now(),
                )
            fresh = came.fresh
        except ImportRefused as refusal:
            faults = list(refusal.faults)
        except Refused as refusal:
            raise WrongList(refusal.sentence) from refusal
    wrong = {one.line: one.sentence for one in faults}
    for number, sentence in wrong.items():
        yield ImportedRow(number=numbers[number - 1 - HEADS], kind=ImportAction.FAULT, words=sentence)
    for line in lines:
        if line.line not in wrong:
            kind = ImportAction.NEW if line.line in fresh or not is_whole or faults else ImportAction.KNOWN
            yield ImportedRow(
                number=numbers[line.line - 1 - HEADS], kind=kind, words=_words(book, line, kind)
            )


def _words(book: _Book, line: ResultLine, kind: ImportAction) -> str:
    played = "" if line.is_played else ", not played yet"
    if kind is ImportAction.KNOWN:
        played = ", as it is known"
    elif not any(match.date == line.date for match in book.by_pair.get((line.home, line.away), [])):
        played += ", a match that was not in the list"
    return f"{line.home} v {line.away} on {line.date:%d/%m/%Y}, {line.division}{played}"


def _as_text(heads: Sequence[str], lines: Iterable[Mapping[str, str]]) -> str:
    """The lines as comma-separated text, under the names that results are read by."""
    out = io.StringIO()
    writer = csv.DictWriter(out, heads, restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()
