"""A pub's own page behind its link: its next nights, who comes, its teams, what it has reported."""

import datetime
import math
import zoneinfo
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.db.models import Count, Max, Q
from django.urls import reverse

from league.competition.selectors import all_leagues, current_season, night_of, seasons_of
from league.cups.selectors.dated_ties import DatedTie, dated_ties
from league.live.tables import BoardMatch, match_board
from league.models import Cup, Enrolment, Match, Pub, RoomReport, RuleBook, Season, TableEntry, Team
from league.results.selectors.log import logs_of
from league.standings.selectors.match_lists import MatchLine, match_lines
from league.standings.selectors.standings import tables_of
from league.standings.selectors.team_matches import team_match
from league.templatetags.formatting import points

A_YEAR = datetime.timedelta(days=365)
EVENING, SMALL_HOURS = datetime.timedelta(hours=18), datetime.timedelta(hours=28)
"""A night's last hand comes in between these, counted from midnight before it; else it was sent in later."""
ENOUGH_NIGHTS, MOST_NIGHTS = 2, 12
USUALLY = 0.75
QUARTER = 15


def pub_nights(pub: Pub, *, now: datetime.datetime) -> dict[str, Any]:
    """Return what a pub's own page shows. `boards` are the matches of tonight, while one of them is played.

    Thirteen queries however much is played; two more on a night, three more with cups under way.
    """
    today = night_of(pub.league, now)
    nights = nights_at(pub, today)
    is_tonight = bool(nights) and nights[0]["date"] == today
    boards = _boards(nights[0]) if is_tonight else []
    season = current_season(seasons_of(pub.league), today)
    return {
        "pub": pub,
        "nights": nights,
        "is_tonight": is_tonight,
        "boards": boards if any(board.is_playing for board in boards) else [],
        "usual_end": _usual_end(pub, today),
        "teams": _teams(pub, season),
        "reports": RoomReport.objects.filter(pub=pub, closed_at=None, date__gte=today),
        "variant": season.rule_book.variant if season else "",
    }


def typed_board(pub: Pub) -> str:
    """Return the address of a pub's television board, as short as it can be typed. Two queries.

    The first words of its name are enough if no other pub begins with them; the league can be left out where
    it is the only one.
    """
    others = set(pub.league.pubs.exclude(pk=pub.pk).values_list("slug", flat=True))
    words = pub.slug.split("-")
    starts = ("-".join(words[:count]) for count in range(1, len(words)))
    short = next((start for start in starts if not any(slug.startswith(start) for slug in others)), pub.slug)
    address = reverse("short-pub-television", args=[short])
    if settings.CELLS or len(all_leagues()) > 1:
        address = reverse("pub-television", args=[pub.league.slug, short])
    return address.rstrip("/")


def next_night(pub: Pub, *, now: datetime.datetime) -> datetime.date | None:
    """Return the date of the next night at a pub, today's included. None if none is planned. One query."""
    return (
        Match.with_ties.filter(venue=pub, date__gte=night_of(pub.league, now))
        .order_by("date")
        .values_list("date", flat=True)
        .first()
    )


def nights_at(pub: Pub, today: datetime.date) -> list[dict[str, Any]]:
    """Return the nights on which somebody sits down at a pub, in their order: matches, cup ties and pairs
    nights, the tables they take, the people at them, and when the first match begins, if that is known.

    Who comes to watch is not known, and not counted. Four queries, or seven where the league has a knock-out;
    one more if typed names have to be hidden.
    """
    lines = [
        line
        for line in match_lines(Match.objects.filter(venue=pub, date__gte=today))
        if not line.given and not line.void
    ]
    cups = Cup.objects.filter(season__league=pub.league, season__is_finished=False)
    ties = [
        tie
        for tie in dated_ties(cups.select_related("season__rule_book"))
        if tie.on_page.venue == pub and tie.date >= today and not tie.on_page.tie.is_over
    ]
    pairs_nights = list(
        cups.filter(kind=Cup.Kind.PAIRS_NIGHT, finals_at=pub, finals_on__gte=today).annotate(
            pairs=Count("entries")
        )
    )
    played_on = [
        *((line.date, "lines", line) for line in lines),
        *((tie.date, "ties", tie) for tie in ties),
        *((cup.finals_on, "pairs_nights", cup) for cup in pairs_nights),
    ]
    nights: dict[datetime.date, dict[str, list[Any]]] = {}
    for date, kind, each in played_on:
        if date:
            nights.setdefault(date, {"lines": [], "ties": [], "pairs_nights": []})[kind].append(each)
    return [_night(date, **nights[date]) for date in sorted(nights)]


def _night(
    date: datetime.date, lines: list[MatchLine], ties: list[DatedTie], pairs_nights: list[Cup]
) -> dict[str, Any]:
    taken = [_of_teams(line.division.season.rule_book) for line in lines]
    for tie in ties:
        book = tie.cup.season.rule_book
        taken.append(_of_teams(book) if any(tie.on_page.teams) else (1, _seats(book)))
    for cup in pairs_nights:
        pairs = cup.pairs  # type: ignore[attr-defined]  # annotated
        taken.append((pairs // 2, 2 * pairs))
    tables, players = (sum(figures) for figures in zip(*taken, strict=True))
    times = [line.starts_at for line in lines] + [tie.on_page.starts_at for tie in ties]
    return {
        "date": date,
        "starts_at": min(filter(None, times), default=None),
        "lines": lines,
        # Each with the team at home as the pub itself would call it: “B”.
        "own_lines": [(_at_home(line), line) for line in lines],
        "ties": ties,
        "pairs_nights": pairs_nights,
        "tables": tables,
        "players": players,
    }


def _of_teams(book: RuleBook) -> tuple[int, int]:
    """Return how many tables a match of two teams takes, and how many people sit at them."""
    tables = book.match_format().tables
    return tables, tables * _seats(book)


def _seats(book: RuleBook) -> int:
    return book.rules().players[0]


def _at_home(line: MatchLine) -> str:
    """Return the home team without the name of its pub (no place behind it), if that leaves anything."""
    name = line.home.name
    return name.removeprefix(line.venue.name.partition(",")[0]).strip() or name


def _boards(night: dict[str, Any]) -> list[BoardMatch]:
    ties = [tie.on_page.match_id for tie in night["ties"] if tie.on_page.match_id]
    lines = [*night["lines"], *(match_lines(Match.with_ties.filter(public_id__in=ties)) if ties else ())]
    keys = [line.outcome.match for line in lines]
    matches = Match.with_ties.select_related("home__pub", "away__pub", "venue", "division__season__rule_book")
    found, logs = matches.in_bulk(keys), logs_of(keys)
    return [
        match_board(found[line.outcome.match], line, logs[line.outcome.match])
        for line in lines
        if line.outcome.match in found
    ]


def _usual_end(pub: Pub, today: datetime.date) -> datetime.time | None:
    """Return when three nights of four are over there, by the last hand that came in; None if unknown."""
    zone = zoneinfo.ZoneInfo(pub.league.time_zone)
    entries = TableEntry.objects.filter(match__venue=pub, match__date__range=(today - A_YEAR, today))
    by_night = entries.exclude(match__date=today).values("match__date").annotate(last=Max("received_at"))
    ends = []
    for row in by_night.order_by("-match__date")[:MOST_NIGHTS]:
        last = row["last"].astimezone(zone).replace(tzinfo=None)
        passed = last - datetime.datetime.combine(row["match__date"] or today, datetime.time())
        if EVENING <= passed <= SMALL_HOURS:
            ends.append(passed)
    if len(ends) < ENOUGH_NIGHTS:
        return None
    usual = sorted(ends)[math.ceil(USUALLY * len(ends)) - 1]
    hours, minutes = divmod(math.ceil(usual / datetime.timedelta(minutes=QUARTER)) * QUARTER, 60)
    return datetime.time(hours % 24, minutes)


def _teams(pub: Pub, season: Season | None) -> list[dict[str, Any]]:
    """Return the teams of the pub this season: their places, None before the first result, and their last
    results.
    """
    known = Enrolment.objects.filter(team__pub=pub, season=season).select_related(
        "team", "division__season__rule_book"
    )
    enrolments = sorted(known, key=lambda row: (row.division.position, row.team.name.casefold()))
    tables = tables_of({row.division_id: row.division for row in enrolments}.values())
    places = {row.record.team: row.place for table in tables for row in table.rows if row.record.played}
    its = Q(home__pub=pub) | Q(away__pub=pub)
    lines = match_lines(Match.objects.filter(its, division__season=season)) if enrolments else []
    return [
        {
            "team": row.team,
            "division": row.division,
            "place": places.get(row.team_id),
            "last_result": _last_result(row.team, lines),
        }
        for row in enrolments
    ]


def _last_result(team: Team, lines: Sequence[MatchLine]) -> str:
    """Return the team's last result in words: “Lost 4–6 at The Shears”; empty before the first."""
    own = [line for line in lines if team.pk in (line.home.key, line.away.key) and line.is_played]
    if not own:
        return ""
    match = team_match(own[-1], team.pk)
    ours, theirs = (share.shown_halves if share else 0 for share in (match.own, match.other))
    verb = "Won" if ours > theirs else "Lost" if ours < theirs else "Drew"
    where = "against" if match.is_home else "at"
    return (
        f"{verb} {points(ours)}–{points(theirs)} {where} {match.opponent.short_name or match.opponent.name}"
    )
