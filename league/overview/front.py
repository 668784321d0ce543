"""The front page of an installation: its leagues, what goes on in each, found by name, place or pub."""

import datetime
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery

from league.models import Division, League, Match, Pub, Team
from league.overview.search import is_found
from league.shared.cells import in_every_cell


def league_lines(
    keys: Sequence[int], today: datetime.date, pubs: Mapping[int, Sequence[str]]
) -> list[dict[str, Any]]:
    """Return the leagues of these keys, in their order: how many teams each has, when it plays next and
    played last, and the pubs looked for. Four queries, none of which reads another league.
    """
    lines = chain.from_iterable(in_every_cell(lambda: _lines(keys, today, pubs)))
    return sorted(lines, key=lambda line: keys.index(line["league"].pk))


def _lines(
    keys: Sequence[int], today: datetime.date, pubs: Mapping[int, Sequence[str]]
) -> list[dict[str, Any]]:
    leagues = League.objects.in_bulk(keys)
    divisions = Division.objects.filter(season__league__in=keys).order_by().values_list("season__league")
    next_on = _nearest(divisions, Match.objects.filter(date__gte=today).order_by("date"), min)
    last_on = _nearest(divisions, Match.objects.filter(date__lt=today).order_by("-date"), max)
    teams = dict(
        Team.objects.filter(league__in=keys).order_by().values_list("league").annotate(number=Count("pk"))
    )
    return [
        {
            "league": leagues[key],
            "teams": teams.get(key, 0),
            "next_on": next_on.get(key),
            "last_on": last_on.get(key),
            "pubs": pubs.get(key, ()),
        }
        for key in keys
        if key in leagues
    ]


def _nearest(
    divisions: "QuerySet[Division, tuple[int]]",
    matches: QuerySet[Match],
    which: Callable[[datetime.date, datetime.date], datetime.date],
) -> dict[int, datetime.date]:
    """Return each league's nearest day. One look into the index for a division; its matches are not read."""
    nearest: dict[int, datetime.date] = {}
    day = Subquery(matches.filter(division=OuterRef("pk")).values("date")[:1])
    for league, date in divisions.annotate(day=day).exclude(day=None):
        nearest[league] = which(nearest.get(league, date), date)
    return nearest


def leagues_by_name() -> list[tuple[int, str, str]]:
    """Return key, slug and name of every league, by name as people sort names. One query."""
    named = League.objects.order_by().values_list("pk", "slug", "name")
    leagues = chain.from_iterable(in_every_cell(lambda: list(named.all())))
    return sorted(leagues, key=lambda row: row[2].casefold())


def search_leagues(text: str) -> dict[int, list[str]]:
    """Return the leagues in which a text is found, each with the pubs it is found in. Two queries.

    Looked for in name and description of the league, and in name and place of its pubs.
    """
    found: dict[int, list[str]] = {}
    for of_cell in in_every_cell(lambda: _found(text)):
        found |= of_cell
    return found


def _found(text: str) -> dict[int, list[str]]:
    found: dict[int, list[str]] = {
        key: []
        for key, name, about in League.objects.order_by().values_list("pk", "name", "about")
        if is_found(text, f"{name} {about}")
    }
    pubs = Pub.objects.filter(league__in=League.objects.order_by().values("pk")).order_by("name")
    for key, name, address, postcode in pubs.values_list("league", "name", "address", "postcode"):
        if is_found(text, f"{name} {address} {postcode}"):
            found.setdefault(key, []).append(name)
    return found
