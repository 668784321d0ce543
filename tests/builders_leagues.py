"""Leagues of every size, half a season played, with one of everything that a public page is about.

league = a_whole_league(TINY)
public_pages(league)  # {"team": "/three-valleys/teams/team-1-1/", ...}
"""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.models import (
    Division,
    Enrolment,
    Game,
    League,
    Match,
    Player,
    Pub,
    Registration,
    Scorecard,
    Season,
    Seat,
    Team,
)
from tests.accounts.address_rules import FOR_PUBLIC
from tests.accounts.address_world import asked_by
from tests.builders import CAST, FRIDAY, NIGHT, WEEK, a_division, a_league, a_season
from tests.builders_seasons import a_round_robin

UNBROKEN = "Llanfairpwllgwyngyllgogerychwyrndrobwllll"
"""Forty-one letters that no browser can break."""
OTHER_SCRIPTS = ("الأسد الذهبي", "王小明酒吧", "Ναύπλιον", "Шахтёр")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSize:
    """How many divisions a league has, of how many teams each, and the names it takes them from in turn."""

    divisions: int
    teams: int
    name: str = "Three Valleys All Fours League"
    division_name: str = "Division"
    team_names: tuple[str, ...] = CAST
    player_names: tuple[str, ...] = ("Jack Hirst", "Norman Ackerley")


TINY = LeagueSize(divisions=1, teams=4)
HUGE = LeagueSize(divisions=12, teams=10)
LONG = LeagueSize(
    divisions=2,
    teams=8,
    name=f"{UNBROKEN} League",
    division_name=UNBROKEN[:37],
    team_names=(UNBROKEN, f"The {UNBROKEN} Arms", *OTHER_SCRIPTS),
    player_names=(f"{UNBROKEN} {UNBROKEN[:35]}", UNBROKEN, *OTHER_SCRIPTS),
)


def an_empty_league() -> League:
    """Return a league whose season has no division yet."""
    return a_season(a_league()).league


def a_whole_league(size: LeagueSize) -> League:
    """Return a league half of whose matches are played, with a cup, news and an old table."""
    league = a_league(size.name, slug="league", officers=f"Secretary: {size.player_names[0]}")
    first = NIGHT - WEEK * (size.teams - 2)
    season = a_season(league, starts_on=first, ends_on=NIGHT + WEEK * size.teams)
    names = itertools.cycle(size.team_names)
    for number in range(1, size.divisions + 1):
        name = f"{size.division_name} {number}"
        division = a_division(season, name, teams=0, position=number, slug=f"division-{number}")
        _teams(division, names, size)
        matches = a_round_robin(division)
        _unplay([match for match in matches if match.date > NIGHT])
    _seat(season)
    cup = make_cup(season=season, name="Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    enter_teams(cup=cup, teams=list(league.teams.order_by("pk")[:4]))
    draw_round(cup=cup, round_number=1, lot="a wet Thursday", now=FRIDAY)
    league.bulletins.create(night=NIGHT, published_at=FRIDAY, published_text=size.team_names[0])
    rows = [["1", size.team_names[0], "22"], ["2", size.team_names[1], "18"]]
    table = {"year": 1974, "season_name": "1974/75", "division": "Division One", "rows": rows}
    league.old_tables.create(**table, columns=["", "Team", "Pts"])
    return league


def _teams(division: Division, names: Iterator[str], size: LeagueSize) -> None:
    """Enrol the teams of a division, each from a pub of its own and with its players."""
    season = division.season
    league = season.league
    for number, name in zip(range(1, size.teams + 1), names, strict=False):
        slug = f"team-{division.position}-{number}"
        called = f"{name} {division.position}{number}"[:60]
        pub = Pub.objects.create(league=league, name=called, slug=slug, address=f"{number} {name}")
        team = Team.objects.create(league=league, name=called, slug=slug, pub=pub)
        Enrolment.objects.create(season=season, division=division, team=team)
        for player_name in size.player_names:
            player = Player.objects.create(league=league, name=player_name, told_apart_by=slug)
            on = season.starts_on
            Registration.objects.create(season=season, team=team, player=player, registered_on=on)


def _unplay(matches: list[Match]) -> None:
    Scorecard.objects.filter(match__in=matches).delete()


def _seat(season: Season) -> None:
    """Sit the first two players of each side down at the first table of every match."""
    squads: dict[int, list[int]] = {}
    for team, player in season.registrations.order_by("pk").values_list("team", "player"):
        squads.setdefault(team, []).append(player)
    games = Game.objects.filter(table__number=1, table__scorecard__match__division__season=season)
    Seat.objects.bulk_create(
        Seat(game=game, side=side, place=place, player_id=player)
        for game in games.select_related("table__scorecard__match")
        for side, team in (
            ("h", game.table.scorecard.match.home_id),
            ("a", game.table.scorecard.match.away_id),
        )
        for place, player in enumerate(squads[team][:2], start=1)
    )


def public_pages(league: League) -> dict[str, str]:
    """Return the address of one public page of each name; of those that the league has something for."""
    pages = {}
    parts = _parts_of(league)
    for name in sorted(FOR_PUBLIC):
        asked = asked_by(name)
        if all(part in parts for part in asked):
            pages[name] = reverse(name, kwargs={part: parts[part] for part in asked})
    return {name: address for name, address in pages.items() if address.endswith("/")}


def _partners(season: Season) -> list[str]:
    """Return the public ids of the first two players who are shown and sat on one side of a table."""
    shown = Seat.objects.filter(side="h", player__shown=Player.Shown.FULL)
    seats = shown.filter(game__table__scorecard__match__division__season=season).order_by("game", "place")
    sides: dict[int, list[str]] = {}
    for game, player in seats.values_list("game", "player__public_id"):
        sides.setdefault(game, []).append(player)
    return next(players for players in sides.values() if len(players) == 2)


def _parts_of(league: League) -> dict[str, object]:
    parts: dict[str, object] = {
        "league_slug": league.slug,
        "variant": "heckmondwike",
        "page": "reading-the-table",
        "listed": "fixtures",
        "date": NIGHT,
    }
    season = league.seasons.order_by("is_finished", "pk").first()
    if season:
        parts["season_slug"] = season.slug
    match = Match.objects.filter(division__season=season, scorecards__isnull=False).order_by("pk").first()
    if season is None or match is None:
        return parts
    first, second = _partners(season)
    return parts | {
        "division_slug": match.division.slug,
        "match_id": match.public_id,
        "version": 1,
        "team_slug": match.home.slug,
        "pub_slug": match.venue.slug,
        "player_id": first,
        "first_id": first,
        "second_id": second,
        "cup_slug": season.cups.earliest("pk").slug,
    }
