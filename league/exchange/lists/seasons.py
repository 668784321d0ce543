"""Matches of a list whose dates lie outside the season: they belong to another, or make this one longer."""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from league.exchange.lists.checked_list import Asking, ImportedRow, ListLine, OpenQuestion, faulty_row
from league.exchange.lists.days import SeasonDates, is_date, read_date
from league.exchange.lists.parsing import ParsedList
from league.exchange.lists.pubs_and_teams import Teams, save
from league.exchange.services.results import extend_season
from league.models import League, RuleBook, Season
from league.season_rollover.selectors import A_YEAR, dates_after
from league.shared.identifiers import unique_slug

THIS, NEW = "this", "new"
A_WEEK = datetime.timedelta(weeks=1)
ImportLines = Callable[[League, Season, ParsedList], Iterator[ImportedRow]]


def lines_by_season(
    league: League, season: Season, parsed_list: ParsedList, import_lines: ImportLines
) -> Iterator[ImportedRow]:
    """Import each line into the season it belongs to. Which one is asked once for all dates before this one,
    and once for all after it.
    """
    days = {line.key: day for line in parsed_list.lines if (day := _outside(line, season))}
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
            other = _chosen(league, season, answer, own, lines)
            yield from import_lines(league, other, replace(parsed_list, lines=lines))


def _outside(line: ListLine, season: Season) -> datetime.date | None:
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
