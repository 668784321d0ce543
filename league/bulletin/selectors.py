"""Reads of bulletins: what a night’s text is made of, who gets it, and the news of the league’s home."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from league.bulletin.text import BEFORE, BulletinNight
from league.competition.selectors import divisions_of
from league.models import Bulletin, League, Match, Pub, Season
from league.people.names import KeptBack
from league.people.selectors import CaptainContact, captains_of_seasons
from league.shared.moments import day_in_words
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.standings import tables_of

NEWS_WITHOUT_NEXT = datetime.timedelta(days=7)


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
    of_season = Match.objects.filter(division__season=season)
    lines = match_lines(of_season.filter(_told(night, later[:1])))
    return BulletinNight(
        league=str(season.league),
        night=night,
        results=tuple(_of_week(lines, night, today)),
        disputed=set(of_season.exclude(disputed_because="").values_list("public_id", flat=True)),
        tables=tuple(tables),
        to_come=tuple(_to_come(lines, later)),
        postponed=tuple(_postponed(lines, night, later)),
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
    # The night itself first, what was caught up before it last.
    return sorted(
        (
            line
            for line in lines
            if line.date and night - BEFORE <= line.date <= night and (line.is_over or line.date <= today)
        ),
        key=lambda line: (line.division.position, line.date != night),
    )


def _to_come(lines: Iterable[MatchLine], later: Sequence[datetime.date]) -> list[MatchLine]:
    if not later:
        return []
    last = later[0] + BEFORE
    return sorted(
        (
            line
            for line in lines
            if line.date and later[0] <= line.date <= last and not line.void and not line.given
        ),
        key=lambda line: line.division.position,
    )


def _postponed(
    lines: Iterable[MatchLine], night: datetime.date, later: Sequence[datetime.date]
) -> list[MatchLine]:
    """Return matches moved from this week or the next, and those that wait for a date; none that is over."""
    last = (later[0] if later else night) + BEFORE
    return [
        line
        for line in lines
        if not line.is_over and line.postponed_from
        if line.date is None or (night - BEFORE <= line.postponed_from <= last and line.date > night)
    ]


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
