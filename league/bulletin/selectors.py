"""Reads of bulletins: what a night’s text is made of, who gets it, and the news of the league’s home."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.bulletin.text import (
    VOID,
    BulletinContent,
    BulletinResult,
    NextLine,
    PostponedLine,
    TableLine,
    TeamName,
)
from league.competition.selectors import divisions_of
from league.models import Bulletin, League, Match, Pub, Season
from league.people.names import KeptBack
from league.people.selectors import CaptainContact, captains_of_seasons
from league.shared.moments import day_in_words
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines
from league.standings.selectors.standings import DivisionTable, tables_of

# A bulletin tells of a week: a match caught up on Monday stands in Thursday’s.
BEFORE = datetime.timedelta(days=6)
NEWS_WITHOUT_NEXT = datetime.timedelta(days=7)
MINUS = "−"


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinNight:
    """A night, what its bulletin can say, the nights beside it, and how long its news is shown.

    `results`, `to_come` and `tables` are what the content was made of.
    """

    content: BulletinContent
    results: tuple[MatchLine, ...]
    to_come: tuple[MatchLine, ...]
    tables: tuple[DivisionTable, ...]
    week: int
    before: datetime.date | None
    after: datetime.date | None
    shown_until: datetime.date

    @property
    def night(self) -> datetime.date:
        return self.content.night


def bulletin_night(season: Season, night: datetime.date | None, today: datetime.date) -> BulletinNight | None:
    """Return a night of the season, by default the last that is over; None before any match.

    Six queries; two more for an earlier night, whose tables are those of that day.
    """
    tables = tables_of(divisions_of(season))
    dates = sorted({outcome.date for table in tables for outcome in table.outcomes if outcome.date})
    last_played = max((table.latest for table in tables if table.latest), default=None)
    # Tonight counts once something of it is in.
    over = [date for date in dates if date < today or date == last_played]
    night = night or (over[-1] if over else None)
    if night is None:
        return None
    if last_played and night < last_played:
        tables = tables_of((table.division for table in tables), as_of=night)
    later = [date for date in dates if date > night]
    lines = match_lines(Match.objects.filter(division__season=season).filter(_told(night, later[:1])))
    disputed = set(
        Match.objects.filter(division__season=season)
        .exclude(disputed_because="")
        .values_list("public_id", flat=True)
    )
    results = _of_week(lines, night, today)
    to_come = _to_come(lines, later)
    content = BulletinContent(
        league=str(season.league),
        night=night,
        results=tuple(_result(line, is_disputed=line.public_id in disputed) for line in results),
        tables=tuple(_table(table) for table in tables if any(row.record.played for row in table.rows)),
        to_come=tuple(map(_next_line, to_come)),
        postponed=tuple(_postponed(lines, night, later)),
    )
    return BulletinNight(
        content=content,
        results=tuple(results),
        to_come=tuple(to_come),
        tables=tuple(tables),
        week=max(
            (line.outcome.week for line in lines if line.date == night and not line.postponed_from), default=0
        ),
        before=max((date for date in over if date < night), default=None),
        after=min((date for date in over if date > night), default=None),
        shown_until=min((date for date in later if date >= today), default=today + NEWS_WITHOUT_NEXT),
    )


def _told(night: datetime.date, next_night: Sequence[datetime.date]) -> Q:
    """Return the condition of matches that a bulletin may name."""
    last = (next_night[0] if next_night else night) + BEFORE
    return (
        Q(date__range=(night - BEFORE, last)) | Q(postponed_from__range=(night - BEFORE, last)) | Q(date=None)
    )


def _of_week(lines: Iterable[MatchLine], night: datetime.date, today: datetime.date) -> list[MatchLine]:
    of_week = [
        line
        for line in lines
        if line.date and night - BEFORE <= line.date <= night and (line.is_over or line.date <= today)
    ]
    # The night itself first, what was caught up before it last.
    return sorted(of_week, key=lambda line: (line.division.position, line.date != night))


def _result(line: MatchLine, *, is_disputed: bool) -> BulletinResult:
    remarks = [*remarks_on(line), *(["disputed"] if is_disputed else [])]
    return BulletinResult(
        division=line.division.name,
        home=_name(line.home),
        away=_name(line.away),
        date=line.date or datetime.date.max,
        home_points=written_points(line.home_share.shown_halves) if line.home_share else "",
        away_points=written_points(line.away_share.shown_halves) if line.away_share else "",
        remark=", ".join(remarks),
    )


def remarks_on(line: MatchLine) -> list[str]:
    """Return what was ruled of a match, in a word or two each."""
    if line.void:
        return [VOID]
    if line.given:
        return ["walkover"]
    if not line.tables_given and line.home_share and line.away_share and line.home_share.score is not None:
        pair = (written_points(share.half_points) for share in (line.home_share, line.away_share))
        return [f"{'–'.join(pair)} in points"]
    if not line.tables_given:
        return []
    numbers = " and ".join(str(walkover.table) for walkover in line.tables_given)
    return [f"table{'s' if len(line.tables_given) > 1 else ''} {numbers} awarded"]


def _table(table: DivisionTable) -> TableLine:
    return TableLine(
        division=table.division.name,
        week=table.week,
        rows=tuple(
            (_name(table.entrants[row.record.team]), written_points(row.record.match_points))
            for row in table.rows
        ),
    )


def _to_come(lines: Iterable[MatchLine], later: Sequence[datetime.date]) -> list[MatchLine]:
    if not later:
        return []
    matches = [
        line
        for line in lines
        if line.date and later[0] <= line.date <= later[0] + BEFORE and not line.void and not line.given
    ]
    return sorted(matches, key=lambda line: line.division.position)


def _next_line(line: MatchLine) -> NextLine:
    return NextLine(
        division=line.division.name,
        home=_name(line.home),
        away=_name(line.away),
        date=line.date or datetime.date.max,
        starts_at=line.starts_at,
        at="" if line.is_at_home else line.venue.name,
    )


def _postponed(
    lines: Iterable[MatchLine], night: datetime.date, later: Sequence[datetime.date]
) -> list[PostponedLine]:
    """Return matches moved from this week or the next, and those that wait for a date; none that is over."""
    last = (later[0] if later else night) + BEFORE
    return [
        PostponedLine(
            home=_name(line.home), away=_name(line.away), moved_from=line.postponed_from, to=line.date
        )
        for line in lines
        if not line.is_over and line.postponed_from
        if line.date is None or (night - BEFORE <= line.postponed_from <= last and line.date > night)
    ]


def _name(team: NamedLink) -> TeamName:
    return TeamName(team.name, team.short_name)


def written_points(half_points: int) -> str:
    """Return points kept in halves as a bulletin writes them: 12 is "6", 13 is "6½"."""
    whole, half = divmod(abs(half_points), 2)
    sign = MINUS if half_points < 0 else ""
    return f"{sign}{whole or ('' if half else 0)}{'½' if half else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BulletinReaders:
    """Who gets the bulletin by e-mail, each address once, and the captains without one.

    `pubs` are those among the reached whose landlords asked for it.
    """

    pubs: int
    reached: tuple[CaptainContact, ...]
    unreached: tuple[CaptainContact, ...]


def readers_of(season: Season) -> BulletinReaders:
    """Return the captains of a season by whether they have an address, and pubs that want it. Two queries."""
    captains = sorted(captains_of_seasons([season.pk]).values(), key=lambda captain: captain.team.casefold())
    by_address = {captain.email.casefold(): captain for captain in reversed(captains) if captain.email}
    wanting = Pub.objects.filter(teams__enrolments__season=season, closed_on=None).exclude(bulletin_email="")
    pubs = {
        pub.bulletin_email.casefold(): CaptainContact(
            team=pub.name, name="", email=pub.bulletin_email, phone=pub.phone
        )
        for pub in wanting.distinct().order_by("pk")
        if pub.bulletin_email.casefold() not in by_address
    }
    by_address |= pubs
    return BulletinReaders(
        pubs=len(pubs),
        reached=tuple(sorted(by_address.values(), key=lambda captain: captain.team.casefold())),
        unreached=tuple(captain for captain in captains if not captain.email),
    )


def bulletin_of(league: League, night: datetime.date) -> Bulletin:
    """Return what the secretary added to a night’s bulletin; an empty one if nothing. One query."""
    return Bulletin.objects.filter(league=league, night=night).first() or Bulletin(league=league, night=night)


LONGEST_TITLE = 80


@dataclass(frozen=True, slots=True, kw_only=True)
class NewsItem:
    """A published bulletin as the public reads it: its day, a title, the notices below it and the results."""

    night: datetime.date
    title: str
    notices: str
    text: str


ON_HOME = 3


def news_of(league: League, today: datetime.date) -> list[NewsItem]:
    """Return the news of the league's home on a day, the latest first. One query; with news one more."""
    return as_news(league, published_bulletins(league).filter(shown_until__gte=today)[:ON_HOME])


def published_bulletins(league: League) -> QuerySet[Bulletin]:
    """Return what was published of a league and not withdrawn, the latest first. Lazy."""
    return Bulletin.objects.filter(league=league, published_at__isnull=False).order_by("-night")


def as_news(league: League, bulletins: Iterable[Bulletin]) -> list[NewsItem]:
    """Return published bulletins as the public reads them: names kept from it are hidden."""
    hide = KeptBack.of(league).hide
    return [_news_item(bulletin, hide) for bulletin in bulletins]


def _news_item(bulletin: Bulletin, hide: Callable[[str], str]) -> NewsItem:
    """Return a bulletin as news: the first line of its notices is the title, unless it is long."""
    words = hide(bulletin.published_notices).strip()
    first, _, rest = words.partition("\n")
    is_title = 0 < len(first.strip()) <= LONGEST_TITLE
    return NewsItem(
        night=bulletin.night,
        title=first.strip().removesuffix(".") if is_title else f"Bulletin of {day_in_words(bulletin.night)}",
        notices=rest.strip() if is_title else words,
        text=hide(bulletin.published_text),
    )
