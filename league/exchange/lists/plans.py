"""A list of fixtures, such as last year's, read as a plan. Nothing is written."""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from league.exchange.lists.checked_list import (
    CheckedList,
    ImportedRow,
    ListLine,
    Problems,
    UnknownTeam,
    errors_of,
    faulty_row,
)
from league.exchange.lists.headings import What
from league.exchange.lists.parsing import read_list
from league.exchange.lists.pubs_and_teams import Teams
from league.exchange.lists.text import is_to_come
from league.exchange.selectors import names_of_teams
from league.exchange.services.lists import checked_list
from league.exchange.spreadsheets import Rows
from league.models import Division, League, Season, Team
from league.scheduling.planner.task import Meeting, Plan
from league.shared.grouping import grouped

WEEK = datetime.timedelta(weeks=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRead:
    """A list as it was understood; once nothing is in doubt, a plan with the requests file it fulfils."""

    checked: CheckedList
    plan: Plan | None = None
    requests_text: str = ""


def plan_of_list(
    *, league: League, season: Season, rows: Rows, answers: Mapping[str, str], is_last_years: bool
) -> PlanRead:
    """Return the matches of a list as a plan.

    `is_last_years`: they move by whole weeks, to begin with the season. `answers` are those of `read_list`.

    Raises WrongList if its columns cannot be understood.
    """
    teams, names = Teams(league, season), names_of_teams(league)
    lines: dict[Meeting, int] = {}
    faults: list[ImportedRow] = []
    parsed = read_list(What.FIXTURES, rows, span=teams.span, answers=answers, teams=names)
    parsed.verify()
    for line in parsed.lines:
        if line["cup"]:
            continue
        try:
            earlier = lines.setdefault(_game(teams, line), line.number)
            if earlier != line.number:
                sides = f"{line['home']} v {line['away']} on {line['date']}"
                raise ValueError(f"{sides} stands in line {earlier} already.")
        except ValueError as wrong:
            faults.append(faulty_row(line, errors_of(wrong)))
    read = PlanRead(checked=checked_list(What.FIXTURES, parsed, faults, teams=names, span=teams.span))
    if not read.checked.is_ready:
        return read
    games = _from_the_first(list(lines), season.starts_on) if is_last_years else list(lines)
    meetings = tuple(_meetings(games))
    return replace(read, plan=Plan(meetings=meetings), requests_text=_requests_file(meetings))


def _game(teams: Teams, line: ListLine) -> Meeting:
    """Return the match of a line, its round not known yet. Raises WrongLine with all its problems."""
    problems = Problems(line.problems)
    home, away = teams.sides(line, problems)
    divisions = [problems.take(_division, teams, team) for team in (home, away) if team]
    if None not in divisions and len({*divisions}) > 1:
        problems.add(f"{home} plays in {divisions[0]} and {away} in {divisions[1]}: they do not meet.")
    day = problems.cell(partial(_day, teams), line["date"])
    problems.verify()
    assert home and away and day and divisions[0]  # noqa: S101, PT018  narrows the types: else there is a problem
    return Meeting(date=day, division=divisions[0].slug, round=0, home=home.slug, away=away.slug)


def _day(teams: Teams, text: str) -> datetime.date:
    if is_to_come(text):
        raise ValueError("A match of a plan needs a date: give it one, or leave the line out.")
    return teams.day(text)


def _division(teams: Teams, team: Team) -> Division:
    if enrolment := teams.enrolments.get(team.pk):
        return enrolment.division
    sentence = f"{team} plays in no division this season; who plays in its place?"
    raise UnknownTeam(team.name, sentence, teams.like(team.name))


def _from_the_first(games: Sequence[Meeting], first: datetime.date) -> list[Meeting]:
    """Return the matches on the same nights of the week, their first in the first week of the season."""
    weeks = -((min(game.date for game in games) - first) // WEEK)
    return [replace(game, date=game.date + weeks * WEEK) for game in games]


def _meetings(games: Iterable[Meeting]) -> Iterable[Meeting]:
    """Yield the matches with their rounds: one a week, and another where a team would play twice in it."""
    for own in grouped((game.division, game) for game in sorted(games)).values():
        number, week, busy = 0, None, set[str]()
        for game in own:
            if game.date.isocalendar()[:2] != week or {game.home, game.away} & busy:
                number, week, busy = number + 1, game.date.isocalendar()[:2], set()
            busy |= {game.home, game.away}
            yield replace(game, round=number)


def _requests_file(meetings: Sequence[Meeting]) -> str:
    """Return a requests file that the list fulfils: each division's nights and number of meetings."""
    parts = []
    for key, own in grouped((meeting.division, meeting) for meeting in meetings).items():
        nights = ", ".join(map(str, sorted({meeting.date for meeting in own})))
        often = Counter(Counter(meeting.pair for meeting in own).values()).most_common(1)[0][0]
        parts.append(
            f'[[division]]\nname = "{key}"\nnights = [{nights}]\nmeetings = {often}\nsecond_half = "free"\n'
        )
    return "\n".join(parts)
