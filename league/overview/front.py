"""The front page of an installation: its leagues, what goes on in each, found by name, place or pub."""

import datetime
from collections import defaultdict
from dataclasses import dataclass, replace

from django.db.models import Count, Max, Min

from league.models import League, Match, Pub, Team
from league.overview.search import is_found


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueLine:
    """A league, how many teams it has, when it plays next and played last, and the pubs looked for."""

    league: League
    teams: int
    next_on: datetime.date | None
    last_on: datetime.date | None
    pubs: tuple[str, ...]


def league_lines(leagues: list[League], text: str, today: datetime.date) -> list[LeagueLine]:
    """Return those leagues that match a text by name, description, or name and place of a pub; all if empty.

    Four queries, however many leagues.
    """
    matches = Match.objects.exclude(date=None).values_list("division__season__league")
    next_on = dict(matches.filter(date__gte=today).annotate(day=Min("date")))
    last_on = dict(matches.filter(date__lt=today).annotate(day=Max("date")))
    teams = dict(Team.objects.values_list("pub__league").annotate(number=Count("pk")))
    lines = [
        LeagueLine(
            league=league,
            teams=teams.get(league.pk, 0),
            next_on=next_on.get(league.pk),
            last_on=last_on.get(league.pk),
            pubs=(),
        )
        for league in leagues
    ]
    return _found(lines, text) if text else lines


def _found(lines: list[LeagueLine], text: str) -> list[LeagueLine]:
    """Return the lines a text was looked for and found in, with the pubs it was found in."""
    pubs: dict[int, list[str]] = defaultdict(list)
    for league, name, address, postcode in Pub.objects.order_by("name").values_list(
        "league", "name", "address", "postcode"
    ):
        if is_found(text, f"{name} {address} {postcode}"):
            pubs[league].append(name)
    return [
        replace(line, pubs=tuple(pubs[line.league.pk]))
        for line in lines
        if is_found(text, f"{line.league} {line.league.about}") or line.league.pk in pubs
    ]
