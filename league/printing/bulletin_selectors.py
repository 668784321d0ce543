"""What the weekly bulletin says on paper, read from the database as plain values."""

import datetime
from collections.abc import Callable, Iterator

from django.db.models import Min

from league.bulletin.headline import headline
from league.bulletin.selectors import bulletin_night, bulletin_of
from league.bulletin.text import BEFORE, BulletinNight
from league.models import Match, Season
from league.people.names import KeptBack
from league.printing.card_selectors import due_of, secretary_of
from league.printing.documents import Shown
from league.printing.other_nights import nights_of_season
from league.printing.posters import usual_time
from league.printing.record_selectors import table_words
from league.printing.standings_on_paper import printed_table
from league.standings.selectors.match_lists import MatchLine
from league.templatetags.dates import pub_date, pub_time
from league.templatetags.formatting import points, score

DAY = datetime.timedelta(days=1)
A_FORTNIGHT = datetime.timedelta(days=14)
NOT_IN = "not in yet"


def bulletin_facts(season: Season, today: datetime.date, night: datetime.date | None = None) -> Shown | None:
    """Return the bulletin of a night of the season, by default the last that is over, as all may read it.

    Before the first night it tells of that night alone. `notices` are a word in bold, perhaps none, and its
    sentence. None without a match. At most 18 queries, however many divisions there are.
    """
    shown = bulletin_night(season, night, today)
    if shown is None:
        first = Match.objects.filter(division__season=season).aggregate(first=Min("date"))["first"]
        shown = bulletin_night(season, min(today, first - DAY), today) if first else None
    if shown is None:
        return None
    hide = KeptBack.of(season.league).hide
    saved = bulletin_of(season.league, shown.night)
    next_dates = [line.date for line in shown.to_come if line.date]
    return {
        "league": season.league.name,
        "league_slug": season.league.slug,
        "night": shown.night,
        "week": shown.week,
        "headline": headline(shown.tables[0], shown.results, shown.night) if shown.tables else "",
        "divisions": tuple(_divisions(shown, hide)),
        "notices": tuple(_notices(shown, season, hide(saved.notices))),
        "secretary": secretary_of(season.league),
        "until": min(next_dates, default=shown.shown_until),
    }


def _divisions(shown: BulletinNight, hide: Callable[[str], str]) -> Iterator[Shown]:
    """Yield each division. Without a table nothing of it has been played."""
    for table in shown.tables:
        division = table.division
        to_come = [line for line in shown.to_come if line.division == division]
        first = min((line.date for line in to_come if line.date), default=None)
        usual = usual_time(line.starts_at for line in to_come)
        results = [line for line in shown.results if line.division == division]
        yield {
            "name": division.name,
            "results": tuple(_result(line, shown) for line in results),
            "table": printed_table(table, hide) if any(row.record.played for row in table.rows) else None,
            "to_come": tuple(_meeting(line, first, usual) for line in to_come),
            "next_date": first,
            "next_week": max((line.outcome.week for line in to_come if line.date == first), default=0),
        }


def _result(line: MatchLine, shown: BulletinNight) -> Shown:
    """Return a match of the week; a remark other than that it is missing may need a line of its own."""
    home, away = line.home_share, line.away_share
    remarks = shown.remarks_on(line)
    said = [*remarks, pub_date(line.date)] if line.date != shown.night else remarks
    if home is None or away is None:
        said = said if remarks else [NOT_IN]
    remark = ", ".join(said)
    result = {**_sides(line), "remark": remark, "note": "" if remark == NOT_IN else remark}
    if home is None or away is None:
        return result
    home_points, away_points = points(home.shown_halves), points(away.shown_halves)
    return {
        **result,
        "home_points": home_points,
        "away_points": away_points,
        "middle": f"{home_points}–{away_points}",
        "winner": "home"
        if home.half_points > away.half_points
        else "away"
        if home.half_points < away.half_points
        else "",
        "tables": ()
        if line.given
        else tuple(table_words(each, most=1) for each in line.outcome.tables or ()),
        "total": "" if line.given else score(home.score_for, away.score_for),
    }


def _meeting(line: MatchLine, first: datetime.date | None, usual: datetime.time | None) -> Shown:
    """Return a match to come, with its day, hour and pub where they are not the usual ones."""
    remarks = [
        pub_date(line.date) if line.date != first else "",
        pub_time(line.starts_at) if line.starts_at and line.starts_at != usual else "",
        "" if line.is_at_home else f"at {line.venue.name}",
    ]
    hour = pub_time(usual) if usual else ""
    return {**_sides(line), "hour": hour, "remark": ", ".join(filter(None, remarks))}


def _sides(line: MatchLine) -> Shown:
    """Return the whole name and the short name of both sides."""
    sides = {"home": line.home, "away": line.away}
    return {side: (team.name, team.short_name or team.name) for side, team in sides.items()}


def _notices(shown: BulletinNight, season: Season, typed: str) -> Iterator[tuple[str, str]]:
    """Yield the secretary's own lines first, then what was moved, other nights, and when results are due.

    Of other nights those of the week before and the fortnight to come.
    """
    yield from (("", line.strip()) for line in typed.splitlines() if line.strip())
    yield from (("Moved" if line.date else "Postponed", _moved(line)) for line in shown.postponed)
    first, last = shown.night - BEFORE, shown.night + A_FORTNIGHT
    soon = (each for each in nights_of_season(season) if each.date and first <= each.date <= last)
    yield from ((night.when, f"{night.words}.") for night in soon)
    if due := due_of(season.rule_book.season_regulations()):
        missing = len(shown.missing)
        state = f"{missing} not in yet" if missing else "All in" if shown.results else ""
        yield "Results", f"are due {due}. {state}.".replace(" .", "")


def _moved(line: MatchLine) -> str:
    pair = f"{line.home.short_name or line.home.name} v {line.away.short_name or line.away.name}"
    since = f", from {pub_date(line.postponed_from)}" if line.postponed_from else ""
    return f"{pair}{since} to {pub_date(line.date)}." if line.date else f"{pair}{since}; no new date yet."
