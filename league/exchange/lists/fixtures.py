"""Import fixtures: create the missing matches, move the others to the date of the list.

Matches of any list whose dates lie outside the season belong to another, or make this one longer.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from league.exchange.lists.checked_list import (
    Asking,
    ImportAction,
    ImportedRow,
    ListLine,
    OpenQuestion,
    Problems,
    WrongLine,
    checked,
    faulty_row,
    imported_row,
    outcome,
)
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.pubs_and_teams import Teams, save, verify
from league.exchange.lists.text import SeasonDates, is_date, is_to_come, read_date, read_time
from league.exchange.services.results import ImportCalendar, extend_season
from league.models import League, Match, RuleBook, Ruling, Season
from league.scheduling.services.publishing import usual_hour
from league.season_rollover.selectors import A_YEAR, dates_after
from league.shared.grouping import grouped
from league.shared.identifiers import unique_slug
from league.shared.sql import update_rows

MOST_WEEKS = 200


def fixture_lines(league: League, season: Season, parsed_list: ParsedList) -> Iterator[ImportedRow]:
    """Write each match of the list, and yield the outcome of each line."""
    plan = _Plan(league, season)
    yield from (checked(line, plan.match) for line in parsed_list.lines)
    update_rows(plan.changed, "date", "starts_at", "venue", "postponed_from", "sequence")
    # Their weeks were booked: what must be unique is.
    Match.objects.bulk_create(plan.new)


class _Plan:
    """The season's matches by who meets whom, and which week of its division's list a date is."""

    def __init__(self, league: League, season: Season) -> None:
        self.season = season
        self.teams = Teams(league, season)
        of_season = Match.objects.filter(division__season=season)
        matches = list(of_season.select_related("home", "away", "division__season", "venue"))
        self._by_pair = grouped(((match.home_id, match.away_id), match) for match in matches)
        self._decided = {
            *of_season.filter(scorecards__is_confirmed=True).values_list("pk", flat=True),
            *Ruling.objects.in_force().filter(match__in=of_season).values_list("match", flat=True),
        }
        self._calendar = ImportCalendar(matches)
        self._usual_hour = usual_hour(matches, season)
        # Each match belongs to one line, and what two lines say is a match each.
        self._lines: dict[tuple[int, int, datetime.date | None], int] = {}
        self._claimed: set[int] = set()
        self.new: list[Match] = []
        self.changed: list[Match] = []

    def match(self, line: ListLine) -> ImportedRow:
        problems = Problems(line.problems)
        home, away = self.teams.sides(line, problems)
        is_undated = is_to_come(line["date"])
        date = None if is_undated else problems.cell(self.teams.day, line["date"])
        was = problems.cell(self.teams.day, line["postponed from"])
        time = problems.cell(read_time, line["time"])
        venue = problems.cell(self.teams.pubs.known, line["pub"])
        week = problems.cell(_week, line["week"])
        known = self._by_pair[home.pk, away.pk] if home and away else []
        if home is None or away is None or (date is None and not is_undated):
            if home and away and not known:
                problems.take(self.teams.division_of_match, home, away, line["division"])
            raise WrongLine(problems)
        said = Match(
            home=home, away=away, date=date, starts_at=time, venue=venue, week=week or 0, postponed_from=was
        )
        free = [match for match in known if id(match) not in self._claimed]
        if same := next((match for match in free if match.date == date), None):
            return self._filled_in(line, same, said, problems)
        earlier = self._lines.setdefault((home.pk, away.pk, date), line.number)
        if earlier != line.number:
            problems.add(f"{home} v {away} {_when(said)} stands in line {earlier} already.")
        elif date is None and (was is None or known):
            problems.add(
                f"{home} v {away} is not in the list yet; a new match needs a date such as 17/9/2026."
            )
        problems.verify()
        if len(known) == len(free) == 1 and week in (None, known[0].week):
            return self._moved(line, known[0], said, problems)
        return self._made(line, said)

    def _filled_in(self, line: ListLine, match: Match, said: Match, problems: Problems) -> ImportedRow:
        """Set the time and the pub of a match whose day stays the same, and return the outcome."""
        self._lines.setdefault((match.home_id, match.away_id, match.date), line.number)
        self._claimed.add(id(match))
        changes = []
        if said.starts_at and said.starts_at != match.starts_at:
            changes.append(f"at {said.starts_at:%H:%M}")
        if said.venue_id and said.venue_id != match.venue_id:
            changes.append(f"at {said.venue}")
        if changes:
            problems.take(self._verify_open, match)
        problems.verify()
        if changes:
            self._change(match, said)
        return outcome(line, f"{match.home} v {match.away} {_when(said)}", changes)

    def _moved(self, line: ListLine, match: Match, said: Match, problems: Problems) -> ImportedRow:
        self._claimed.add(id(match))
        problems.take(self._verify_open, match)
        problems.verify()
        was = f"{match.date:%d/%m/%Y}" if match.date else "no date"
        match.postponed_from = match.postponed_from or match.date
        self._change(match, said)
        words = f"{match.home} v {match.away} from {was} to {match.date:%d/%m/%Y}"
        return imported_row(line, words, ImportAction.CHANGED)

    def _made(self, line: ListLine, said: Match) -> ImportedRow:
        home, away, week = said.home, said.away, said.week
        division = self.teams.division_of_match(home, away, line["division"])
        if week and not self._calendar.book(division.pk, week, home.pk, away.pk):
            raise ValueError(
                f"{home} is at home, or {away} away, in week {week} already: give the match another week."
            )
        day = said.date or said.postponed_from
        match = Match(
            division=division,
            week=week or self._calendar.take(division.pk, day, home.pk, away.pk),
            home=home,
            away=away,
            venue=said.venue if said.venue_id else home.pub,
            date=said.date,
            postponed_from=said.postponed_from,
            starts_at=said.starts_at or self._usual_hour,
        )
        verify(match, is_unique=True)
        self.new.append(match)
        self._claimed.add(id(match))
        self._by_pair[home.pk, away.pk].append(match)
        return imported_row(line, f"{home} v {away} {_when(said)}, {division}", ImportAction.NEW)

    def _change(self, match: Match, said: Match) -> None:
        """Give a match the day that is said of it, and the time and pub where they are."""
        match.date = said.date
        match.starts_at = said.starts_at or match.starts_at
        match.venue_id = said.venue_id or match.venue_id
        match.sequence += 1
        verify(match, is_unique=True)
        self.changed.append(match)

    def _verify_open(self, match: Match) -> None:
        if match.pk in self._decided:
            raise ValueError(
                f"{match.home} v {match.away} has a result already; a played match is not moved."
            )


def _when(said: Match) -> str:
    return f"on {said.date:%d/%m/%Y}" if said.date else "without a date"


def _week(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_WEEKS):
        raise ValueError(f"“{text}” is not a week of the list: weeks are counted from 1.")
    return int(text)


THIS, NEW = "this", "new"
A_WEEK = datetime.timedelta(weeks=1)
ImportLines = Callable[[League, Season, ParsedList], Iterator[ImportedRow]]


def lines_by_season(
    league: League, season: Season, parsed_list: ParsedList, import_lines: ImportLines
) -> Iterator[ImportedRow]:
    """Import each line into the season it belongs to. Which one is asked once for all dates before this one,
    and once for all after it.
    """
    days = {line.key: day for line in parsed_list.lines if (day := day_outside(line, season))}
    if inside := tuple(line for line in parsed_list.lines if line.key not in days):
        yield from import_lines(league, season, replace(parsed_list, lines=inside))
    starts_on = season.starts_on
    for key, is_later in (("season", False), ("season-later", True)):
        own = {number: day for number, day in days.items() if (day > starts_on) is is_later}
        lines = tuple(line for line in parsed_list.lines if line.key in own)
        if not own:
            continue
        try:
            answer = _asked(league, season, parsed_list.asked, key, own, lines)
        except OpenQuestion as question:
            yield from (faulty_row(line, [question]) for line in lines)
        else:
            yield from import_lines(
                league, _chosen(league, season, answer, own, lines), replace(parsed_list, lines=lines)
            )


def day_outside(line: ListLine, season: Season) -> datetime.date | None:
    """Return the day of a line that is not within the season."""
    span = SeasonDates.of(season)
    day = read_date(line["date"], span) if is_date(line["date"], span) else None
    return None if day is None or season.starts_on <= day <= season.ends_on else day


def _asked(
    league: League,
    season: Season,
    asked: Asking,
    key: str,
    days: Mapping[int, datetime.date],
    lines: Iterable[ListLine],
) -> str:
    """Return which season the dates are of, as answered. Raises OpenQuestion."""
    first, last = min(days.values()), max(days.values())
    others = league.seasons.filter(starts_on__lte=last, ends_on__gte=first).exclude(pk=season.pk)
    choices = {other.slug: other.name for other in others}
    moved = dates_after(season, _years(season, first))
    if not choices and moved.starts_on != season.starts_on and first <= moved.ends_on:
        choices[NEW] = f"{moved.name}, a new season with the same rules"
    choices[THIS] = f"{season}, which becomes longer"
    when = f"{first:%d/%m/%Y}" if first == last else f"{first:%d/%m/%Y} to {last:%d/%m/%Y}"
    return asked.settled(
        key,
        "Which season are these matches of?",
        f"{season} is from {season.starts_on:%d/%m/%Y} to {season.ends_on:%d/%m/%Y}; these are of {when}.",
        choices,
        [line.number for line in lines],
        about="date",
    )


def _years(season: Season, day: datetime.date) -> int:
    """Return by how many years a season like this is moved for this day to be after its first, or near it."""
    return (day - season.starts_on + A_WEEK) // A_YEAR


def _chosen(
    league: League,
    season: Season,
    answer: str,
    days: Mapping[int, datetime.date],
    lines: tuple[ListLine, ...],
) -> Season:
    other = season if answer == THIS else league.seasons.filter(slug=answer).first()
    if other is None or answer == NEW:
        other = _created(season, _years(season, min(days.values())), lines)
    extend_season(other, list(days.values()))
    return other


def _created(season: Season, years: int, lines: tuple[ListLine, ...]) -> Season:
    """Return a season of another year with the rules of this one, and the teams of the lines in divisions."""
    dates = dates_after(season, years)
    book = RuleBook.objects.get(pk=season.rule_book_id)
    book.pk, book._state.adding = None, True
    save(book)
    slugs = set(season.league.seasons.values_list("slug", flat=True))
    made = Season(
        league=season.league, name=dates.name, slug=unique_slug(dates.name, slugs), starts_on=dates.starts_on,
        ends_on=dates.ends_on, night=season.night, starts_at=season.starts_at, rule_book=book,
    )  # fmt: skip
    save(made)
    teams = Teams(season.league, made)
    for enrolment in season.enrolments.select_related("division", "team").order_by("division__position"):
        names = {enrolment.team.name, enrolment.team.short_name}
        if own := [line for line in lines if {line["home"], line["away"]} & names]:
            name = next((line["division"] for line in own if line["division"]), enrolment.division.name)
            teams.enrol(enrolment.team, teams.division(name))
    return made
