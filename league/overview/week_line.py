"""The week in one line: sheets, check, confirm, bulletin, print; and what a night changed in the tables."""

import datetime
from collections.abc import Collection, Iterator
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Q
from django.urls import reverse

from league.accounts.powers import Power
from league.bulletin.old_figures import CORRECTION, old_figures
from league.bulletin.text import bulletin_heading
from league.competition.selectors import divisions_of, league_today, season_at_hand, seasons_of
from league.matches.selectors import has_result
from league.models import Bulletin, Draft, League, Mailing, Match, Notice, ScoringCode
from league.shared.text import counted, ordinal
from league.standings.selectors.standings import DivisionTable, tables_of
from league.templatetags.dates import pub_date, pub_time

FORTNIGHT = datetime.timedelta(days=13)


class WeekStep(NamedTuple):
    """A step of the week: who does it where, what is left of it, and the words of the button to it."""

    name: str
    power: Power
    address: str
    is_open: bool
    note: str
    words: str

    @property
    def page(self) -> str:
        return self.address.partition("?")[0]


def week_line(
    league: League, night: datetime.date | None, powers: Collection[str], asked: int = 0
) -> tuple[WeekStep, ...]:
    """Return the steps of a night's week, by default the last; after a fortnight those of missing results.

    `asked` is how many sheets raise a question. Five queries; more once a bulletin has gone out.
    """
    today = league_today(league)
    matches = Match.with_ties.filter(division__season__league=league)
    night = night or matches.filter(date__lte=today).aggregate(date=Max("date"))["date"]
    if night is None or night > today:
        return ()
    drafted = Q(Exists(Draft.objects.filter(match=OuterRef("pk"))))
    all_, settled, typed = (
        matches.filter(date=night)
        .aggregate(
            all=Count("pk"),
            settled=Count("pk", filter=has_result()),
            typed=Count("pk", filter=has_result() | drafted),
        )
        .values()
    )
    if today - night > FORTNIGHT and settled == all_:
        return ()
    # Sheets of matches have codes from when they are printed; those of cup ties have none.
    coming, is_printed = (
        matches.filter(date__gt=night)
        .annotate(is_printed=Exists(ScoringCode.objects.filter(match=OuterRef("pk"))))
        .order_by("date", F("tie").asc(nulls_first=True), "is_printed")
        .values_list("date", "is_printed")
        .first()
    ) or (None, False)
    sent_at = _gone_out(league, night)
    is_old = bool(sent_at) and any(out.night == night for out in old_figures(league, today))
    finals = reverse("night-finals", args=[league.slug, night])
    confirm = finals if typed > settled else reverse("night", args=[league.slug, night])
    bulletin = f"{reverse('bulletin', args=[league.slug])}?night={night}"
    to_print = reverse("workspace-print", args=[league.slug])
    ask, enter = counted(asked, "question") if asked else "", counted(all_ - typed, "result")
    send = "send the correction" if is_old else "write the bulletin"
    sent = "old figures sent" if is_old else pub_time(sent_at)
    steps = (
        WeekStep("Sheets", Power.RESULTS, finals, typed < all_, f"{typed} of {all_}", f"enter {enter}"),
        WeekStep("Check", Power.RESULTS, finals, asked > 0 or typed < all_, ask, f"answer {ask}"),
        WeekStep(
            *("Confirm", Power.RESULTS, confirm, settled < all_, f"{settled} of {all_}"),
            f"confirm {counted(typed - settled, 'result')}",
        ),
        WeekStep("Bulletin", Power.SECRETARY, bulletin, is_old or not sent_at, sent, send),
        WeekStep(
            *("Print next week", Power.FIXTURES, to_print, not is_printed, pub_date(coming)),
            f"print {pub_date(coming)}",
        ),
    )
    shown = steps[: 5 if coming else 4] if today - night <= FORTNIGHT else steps[:3]
    return tuple(step for step in shown if step.power in powers)


def _gone_out(league: League, night: datetime.date) -> datetime.datetime | None:
    """Return when the bulletin of a night was sent or published, the latest of both."""
    subject = bulletin_heading(league, night)[:200]
    of_night = Mailing.objects.filter(league=league, kind=Notice.Kind.BULLETIN, undone_at=None).filter(
        subject__in=(subject, f"{CORRECTION}{subject}"[:200])
    )
    sent = of_night.values_list("goes_at", flat=True)
    return max(
        filter(
            None,
            (
                *sent[:1],
                *Bulletin.objects.filter(league=league, night=night).values_list("published_at", flat=True),
            ),
        ),
        default=None,
    )


def table_changes(league: League, night: datetime.date) -> Iterator[tuple[str, str]]:
    """Yield each division whose latest night this is, and in a line who leads it, rose and fell."""
    season = season_at_hand(seasons_of(league), night)
    for table in tables_of(divisions_of(season), league=league) if season else ():
        if table.latest == night:
            yield table.division.name, _changes(table)


def _changes(table: DivisionTable) -> str:
    names = {key: team.short_name or team.name for key, team in table.entrants.items()}
    moved: dict[str, list[str]] = {"up": [], "down": []}
    for row in table.rows:
        if step := table.moves.get(row.record.team, 0):
            way = moved["up" if step > 0 else "down"]
            way.append(f"{names[row.record.team]} ({ordinal(row.place)})")
    parts = [f"{way}: {', '.join(teams)}" for way, teams in moved.items() if teams]
    return "; ".join([f"{names[table.rows[0].record.team]} lead", *parts]) + "."
