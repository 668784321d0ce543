"""Import results from a spreadsheet: create what is missing; write all of it or nothing."""

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TypeVar

from django.db.models import QuerySet

from league.competition.services import bump_revision
from league.exchange.lists.checked_list import Problems
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.result_lines import LineFault, ParsedResult, faults_of_lines
from league.exchange.services.result_rows import clashes, entered, write_results
from league.founding.services import FirstSeason, LeagueInput, new_league, new_season
from league.matches.outcomes import MatchOutcome
from league.models import Division, League, Match, Season
from league.regulations.presets.reading import Preset
from league.shared.errors import Refused, verify, written_whole
from league.standings.selectors.matches import match_outcomes

Row = TypeVar("Row", League, Season)

# The A and B of one pub, which share its tables.
_LETTERS = "ABCDEF"
_LETTERED = re.compile(rf"(.+) [{_LETTERS}]")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportSummary:
    """How much a file held; `fresh` are the numbers of the lines that added something."""

    matches: int
    divisions: int
    fresh: frozenset[int]


class ImportRefused(Refused):
    """Lines that cannot be taken; `faults` has each with its number. Nothing was written."""

    def __init__(self, faults: Sequence[LineFault]) -> None:
        super().__init__("\n".join(f"line {number}: {sentence}" for number, sentence in faults))
        self.faults = tuple(faults)


def import_results(
    *, lines: Sequence[ParsedResult], league: str, season: str, preset: Preset, now: datetime.datetime
) -> ImportSummary:
    """Write the results of a season, making league, season, divisions, pubs, teams and matches not there yet.

    League and season go by name or address. A match that has this very result already is left alone.
    Raises ImportRefused with every fault of every line, and Refused when the season is played under other
    rules than the preset's; nothing is written then.
    """
    if not lines:
        raise Refused("The file has no match in it.")
    with written_whole():
        row = _known(League.objects.all(), league) or new_league(LeagueInput(name=league))
        season_row = _season(row, season, preset, _dates(lines) or [now.date()])
        return import_season_results(season=season_row, lines=lines, now=now)


def import_season_results(
    *, season: Season, lines: Sequence[ParsedResult], now: datetime.datetime
) -> ImportSummary:
    """Write results of a season under its own rules, making divisions, pubs, teams and matches not there yet.

    A match that has this very result already is left alone; the season is made long enough for every date.
    Raises ImportRefused with every fault of every line: what could not be parsed, what cannot have happened,
    teams in two divisions and results that differ from the stored ones; nothing is written then.
    """
    with written_whole():
        form = season.rule_book.match_format()
        faults = list(faults_of_lines(lines))
        entered_by_line: dict[int, MatchOutcome] = {}
        for line in lines:
            problems = Problems()
            entered_by_line[line.line] = entered(
                line.figures,
                form,
                problems,
                home=line.home or "Home",
                away=line.away or "Away",
                word=season.rule_book.table_word,
            )
            faults += ((line.line, wrong) for wrong in problems.sentences)
        placed = [line for line in lines if line.division and line.home and line.away]
        extend_season(season, _dates(lines))
        teams = Teams(season.league, season)
        faults += _enrol(teams, placed)
        wrong_lines = {number for number, _ in faults}
        results = [line for line in lines if line.line not in wrong_lines]
        divisions = {teams.division(line.division) for line in placed}
        fixtures = _Fixtures(divisions, teams, season.starts_at)
        outcomes = {
            outcome.match: outcome
            for of_division in match_outcomes(divisions).values()
            for outcome in of_division
        }
        stored = [
            (match, line, entered_by_line[line.line]) for line in results if (match := fixtures.match(line))
        ]
        faults += clashes(stored, outcomes, form)
        if faults:
            # Stable: the faults of a line stay in the order of its cells.
            raise ImportRefused(sorted(faults, key=itemgetter(0)))
        matches, made = fixtures.complete(results)
        written = write_results(
            [(matches[line.line], line, entered_by_line[line.line]) for line in results], outcomes, now
        )
        bump_revision(league_id=season.league_id)
    return ImportSummary(
        matches=len(lines),
        divisions=len({match.division_id for match in matches.values()}),
        fresh=frozenset(made | written),
    )


def _dates(lines: Sequence[ParsedResult]) -> list[datetime.date]:
    return [line.date for line in lines if line.date]


def _season(league: League, name: str, preset: Preset, dates: Sequence[datetime.date]) -> Season:
    """Return the season of that address or name, created for these dates if there is none.

    Raises Refused if it is of another game than the preset's; its other rules are its own.
    """
    season = _known(Season.objects.filter(league=league).select_related("rule_book", "league"), name)
    if season is None:
        first = FirstSeason(name=name, starts_on=min(dates), ends_on=max(dates))
        return new_season(league, first, preset.rule_book())
    variant, other = season.rule_book.variant, preset.book.get("variant")
    if variant != other:
        raise Refused(f"{season} is of another game than {preset.id}: variant is {variant}, not {other}.")
    return season


def _known(rows: QuerySet[Row], name: str) -> Row | None:
    """Return the row of that address or, failing that, of that name."""
    return rows.filter(slug=name).first() or rows.filter(name__iexact=name).first()


def extend_season(season: Season, dates: Sequence[datetime.date]) -> None:
    """Make the season long enough for the dates of every line."""
    first, last = min(dates, default=season.starts_on), max(dates, default=season.ends_on)
    if not season.starts_on <= first <= last <= season.ends_on:
        season.starts_on, season.ends_on = min(first, season.starts_on), max(last, season.ends_on)
        verify(season)
        season.save(update_fields=["starts_on", "ends_on"])


def pub_of(name: str, names: Collection[str]) -> str:
    """Return the name of a team's pub: its own, without a letter that only tells two teams of a pub apart."""
    lettered = _LETTERED.fullmatch(name)
    others = (f"{lettered[1]} {letter}".casefold() for letter in _LETTERS) if lettered else ()
    return lettered[1] if lettered and sum(other in names for other in others) > 1 else name


def _enrol(teams: Teams, lines: Sequence[ParsedResult]) -> Iterator[LineFault]:
    """Enter every team in its division; divisions, teams and pubs that are missing are made.

    A line that has a team in another division than it plays in is a fault.
    """
    names = {name.casefold() for line in lines for name in (line.home, line.away)}
    for line in lines:
        division = teams.division(line.division)
        for name in (line.home, line.away):
            team = teams.named(name)
            if team is None:
                pub = pub_of(name, names)
                team = teams.make(name, teams.pubs.named(pub) or teams.pubs.make(pub, pub))
            enrolment = teams.enrolments.get(team.pk)
            if enrolment is None:
                teams.enrol(team, division)
            elif enrolment.division_id != division.pk:
                elsewhere = f"{team} plays in {enrolment.division}, so not in {division}"
                yield line.line, f"{elsewhere}; a team is in one division a season."


class _Fixtures:
    """The matches of the divisions that a file speaks of."""

    def __init__(
        self,
        divisions: Collection[Division],
        teams: Teams,
        usual_hour: datetime.time | None,
    ) -> None:
        self._teams, self._usual_hour = teams, usual_hour
        known = list(Match.objects.filter(division__in={division.pk for division in divisions}))
        self._by_day = {
            (match.division_id, match.date, match.home_id, match.away_id): match for match in known
        }
        self._calendar = ImportCalendar(known)

    def match(self, line: ParsedResult) -> Match | None:
        """Return the match of a line; None if it is not there yet."""
        return self._by_day.get(self._key(line))

    def complete(self, lines: Sequence[ParsedResult]) -> tuple[Mapping[int, Match], set[int]]:
        """Return the match of every line by the line's number, and the numbers of those with new matches.

        New matches go into the week of their date.
        """
        matches_by_line, new = {}, []
        for line in sorted(lines, key=lambda line: (str(line.date), line.line)):
            match = self.match(line)
            if match is None:
                division, date, home, away = self._key(line)
                match = Match(
                    division_id=division,
                    week=self._calendar.take(division, date, home, away),
                    home_id=home,
                    away_id=away,
                    venue_id=self._teams.known(line.home).pub_id,
                    date=date,
                    starts_at=self._usual_hour,
                )
                new.append(match)
            matches_by_line[line.line] = match
        Match.objects.bulk_create(new)
        made = {match.pk for match in new}
        return matches_by_line, {number for number, match in matches_by_line.items() if match.pk in made}

    def _key(self, line: ParsedResult) -> tuple[int, datetime.date | None, int, int]:
        home, away = self._teams.known(line.home), self._teams.known(line.away)
        return self._teams.division(line.division).pk, line.date, home.pk, away.pk


class ImportCalendar:
    """The week of each date in a division's fixtures, and the teams that play in it."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self._weeks: dict[tuple[int, datetime.date | None], int] = {}
        self._last: Counter[int] = Counter()
        self._busy: set[tuple[int, int, str, int]] = set()
        for match in matches:
            if match.date:
                self._weeks.setdefault((match.division_id, match.date), match.week)
            self.book(match.division_id, match.week, match.home_id, match.away_id)

    def take(self, division: int, date: datetime.date | None, home: int, away: int) -> int:
        """Return the week of the date, or a later one where a team plays in that week already; book it."""
        week = self._weeks.setdefault((division, date), self._last[division] + 1)
        self._last[division] = max(self._last[division], week)
        while not self.book(division, week, home, away):
            week += 1
        return week

    def book(self, division: int, week: int, home: int, away: int) -> bool:
        """Book a week, unless a team plays in it already; return whether it was free."""
        if (sides := {(division, week, "home", home), (division, week, "away", away)}) & self._busy:
            return False
        self._last[division] = max(self._last[division], week)
        self._busy |= sides
        return True
