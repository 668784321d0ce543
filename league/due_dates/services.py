"""Save the dates of a season, tick one off, and remind of those that are near."""

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.accounts.powers import Power, roles_with
from league.competition.services import FINISHED, bump_revision, hold_season
from league.due_dates.selectors import DatedTask
from league.messages.letters import LONGEST_SUBJECT, day
from league.models import DueDate, Enrolment, League, LeagueRole, Notice, Season, User
from league.people.selectors import captain_in
from league.shared.errors import Refused, verify, written_whole

MOST_DATES = 40
TOO_MANY = f"A season has at most {MOST_DATES} dates."


@dataclass(frozen=True, slots=True, kw_only=True)
class DateInput:
    """A date as it was typed: of a stored row by its public id, or a new one. Without a day it is deleted."""

    public_id: str
    kind: str
    title: str
    date: datetime.date | None
    days_before: int
    tells_captains: bool
    is_done: bool


def save_dates(*, season: Season, dates: Sequence[DateInput], by: User | None, now: datetime.datetime) -> int:
    """Save the dates of a season and return how many it has. Raises Refused if the season is finished."""
    with written_whole():
        season = hold_season(season)
        if season.is_finished:
            raise Refused(FINISHED)
        rows = {row.public_id: row for row in DueDate.objects.filter(season=season)}
        for typed in dates:
            _save(rows.get(typed.public_id), typed, season, by, now)
        total = DueDate.objects.filter(season=season).count()
        if total > MOST_DATES:
            raise Refused(TOO_MANY)
        bump_revision(league_id=season.league_id)
    return total


def _save(
    row: DueDate | None, typed: DateInput, season: Season, by: User | None, now: datetime.datetime
) -> None:
    if typed.date is None:
        if row is not None:
            row.delete()
        return
    row = row or DueDate(season=season, kind=typed.kind)
    row.title = typed.title or DueDate.Kind(typed.kind).label
    row.date, row.days_before, row.tells_captains = typed.date, typed.days_before, typed.tells_captains
    if typed.is_done != (row.done_at is not None):
        row.done_at, row.done_by = (now, by) if typed.is_done else (None, None)
    verify(row)
    row.save()


def remind(
    *, league: League, dates: Iterable[DatedTask], today: datetime.date, now: datetime.datetime
) -> int:
    """Write once to those who run the league, and for dates that say so to captains who take such letters.

    A date that is moved is written about again. Return how many letters.
    """
    letters: list[Notice] = []
    dates = [date for date in dates if date.row and date.date and date.date >= today]
    if not dates:
        return 0
    written = set(
        Notice.objects.filter(league=league, about__in=[_about(date) for date in dates]).values_list(
            "about", "to"
        )
    )
    running = LeagueRole.objects.filter(league=league, role__in=roles_with(Power.SECRETARY))
    roles = running.filter(user__is_active=True).exclude(user__email="").select_related("user")
    readers = [role.user.email for role in roles]
    for date in dates:
        letters += [_letter(league, date, to, "", today, now) for to in readers]
        if date.row and date.row.tells_captains:
            letters += [
                _letter(league, date, enrolment.captain_email, captain.called, today, now)
                for enrolment in Enrolment.objects.filter(season=date.row.season_id)
                .exclude(captain_email__in=["", *readers])
                .select_related("team", "season")
                if (captain := captain_in(enrolment)).wants(Enrolment.LetterKind.DATES)
            ]
    new = {
        (letter.about, letter.to): letter for letter in letters if (letter.about, letter.to) not in written
    }
    with written_whole():
        # Two clocks may find the same dates: the constraint `told_once` lets one write.
        Notice.objects.bulk_create(new.values(), ignore_conflicts=True)
    return len(new)


def _about(date: DatedTask) -> str:
    return f"due {date.key} {date.date}"


def _letter(
    league: League, date: DatedTask, to: str, called: str, today: datetime.date, now: datetime.datetime
) -> Notice:
    hello = f"Hello {called}" if called else "Hello"
    return Notice(
        league=league,
        kind=Notice.Kind.WARNING,
        about=_about(date),
        to=to,
        subject=f"{date.title}: {date.words(today)}"[:LONGEST_SUBJECT],
        body=f"{hello},\n\n{date.title} is {date.words(today)}, on {day(date.date)}.\n\n{league}\n",
        wanted_at=now,
    )
