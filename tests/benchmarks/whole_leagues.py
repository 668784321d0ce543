"""Leagues in great numbers: those of 48 teams on a match night, those of four that stand beside others.

Rows of many leagues are written together: a league of 48 teams with half of its season takes an eighth of a
second, not ten.
"""

import datetime
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.text import slugify

from league.models import (
    Division,
    Enrolment,
    Game,
    League,
    Match,
    MatchTable,
    Player,
    Pub,
    Registration,
    RuleBook,
    Scorecard,
    Season,
    Team,
)
from tests.builders import CAST, FRIDAY, WEEK
from tests.builders_seasons import weeks_of

TABLES = 4
PLAYERS = ("Ann", "Bob", "Cora", "Dan", "Eve", "Fred", "Gill", "Hal")
DIVISIONS = ("Division One", "Division Two", "Division Three", "Division Four")
AT_ONCE = 20
SEED = 20261121


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How large a league is: its divisions, teams of each, players of a team, weeks that are played."""

    divisions: int = 4
    teams: int = 12
    squad: int = 8
    played: int = 11


def whole_leagues(
    numbers: Sequence[int], size: Size, *, last_night: datetime.date
) -> Iterator[tuple[League, list[Match]]]:
    """Make leagues, and yield each with the matches of its first week to come, a week after `last_night`."""
    for at in range(0, len(numbers), AT_ONCE):
        yield from _leagues(numbers[at : at + AT_ONCE], size, last_night)


def _leagues(
    numbers: Sequence[int], size: Size, last_night: datetime.date
) -> Iterator[tuple[League, list[Match]]]:
    leagues = League.objects.bulk_create(
        League(name=f"League {number:04}", slug=f"league-{number:04}") for number in numbers
    )
    books = RuleBook.objects.bulk_create(RuleBook() for _ in leagues)
    begins = last_night - (size.played - 1) * WEEK
    seasons = Season.objects.bulk_create(
        Season(
            league=league,
            name="2026-27",
            slug="2026-27",
            starts_on=begins,
            ends_on=begins + 2 * size.teams * WEEK,
            rule_book=book,
        )
        for league, book in zip(leagues, books, strict=True)
    )
    divisions = Division.objects.bulk_create(
        Division(season=season, name=name, slug=slugify(name), position=place)
        for season in seasons
        for place, name in enumerate(DIVISIONS[: size.divisions], start=1)
    )
    # CAST in the first division, its namesakes of other places in the others.
    places = [
        (division, cast if division.position == 1 else f"{cast} of {division}")
        for division in divisions
        for cast in CAST[: size.teams]
    ]
    pubs = Pub.objects.bulk_create(
        Pub(league=division.season.league, name=name, slug=slugify(name)) for division, name in places
    )
    teams = Team.objects.bulk_create(
        Team(league=pub.league, pub=pub, name=pub.name, slug=pub.slug) for pub in pubs
    )
    Enrolment.objects.bulk_create(
        Enrolment(season=division.season, division=division, team=team)
        for (division, _), team in zip(places, teams, strict=True)
    )
    players = Player.objects.bulk_create(
        Player(league=team.league, name=f"{name} of {team.name}", public_id=f"{team.pk:06}{name}".lower())
        for team in teams
        for name in PLAYERS[: size.squad]
    )
    Registration.objects.bulk_create(
        Registration(
            season=division.season, team=team, player=player, registered_on=division.season.starts_on
        )
        for number, ((division, _), team) in enumerate(zip(places, teams, strict=True))
        for player in players[number * size.squad : (number + 1) * size.squad]
    )
    matches = Match.objects.bulk_create(
        Match(
            division=division,
            public_id=f"{of_division[home].pk:06}v{away}",
            week=week,
            home=of_division[home],
            away=of_division[away],
            venue=of_division[home].pub,
            date=begins + (week - 1) * WEEK,
            starts_at=datetime.time(20, 30),
        )
        for number, division in enumerate(divisions)
        for of_division in [teams[number * size.teams : (number + 1) * size.teams]]
        for week, pairs in enumerate(weeks_of(size.teams, rounds=2), start=1)
        for home, away in pairs
    )
    _cards([match for match in matches if match.week <= size.played])
    tonight: dict[int, list[Match]] = {league.pk: [] for league in leagues}
    for match in matches:
        if match.week == size.played + 1:
            tonight[match.division.season.league_id].append(match)
    yield from ((league, tonight[league.pk]) for league in leagues)


def add_earlier_seasons(league: League, seasons: int) -> None:
    """Add closed seasons before a league's only one: the same divisions, teams and players, all played."""
    latest = Season.objects.select_related("rule_book").get(league=league)
    year = datetime.timedelta(weeks=52)
    for ago in range(1, seasons + 1):
        season = Season.objects.create(
            league=league,
            name=f"{2026 - ago}-{27 - ago:02}",
            slug=f"{2026 - ago}-{27 - ago:02}",
            starts_on=latest.starts_on - ago * year,
            ends_on=latest.ends_on - ago * year,
            rule_book=RuleBook.objects.create(),
            is_finished=True,
        )
        for number in latest.divisions.order_by("position"):
            division = Division.objects.create(
                season=season, name=number.name, slug=number.slug, position=number.position
            )
            Enrolment.objects.bulk_create(
                Enrolment(season=season, division=division, team_id=team)
                for team in number.enrolments.order_by("pk").values_list("team", flat=True)
            )
            matches = number.matches.order_by("pk")
            _cards(
                Match.objects.bulk_create(
                    Match(
                        division=division,
                        public_id=f"{match.public_id}s{ago}",
                        week=match.week,
                        home_id=match.home_id,
                        away_id=match.away_id,
                        venue_id=match.venue_id,
                        date=match.date - ago * year,
                        starts_at=match.starts_at,
                    )
                    for match in matches
                )
            )
        Registration.objects.bulk_create(
            Registration(season=season, team_id=team, player_id=player, registered_on=season.starts_on)
            for team, player in latest.registrations.order_by("pk").values_list("team", "player")
        )


def _cards(played: list[Match]) -> None:
    cards = Scorecard.objects.bulk_create(
        Scorecard(match=match, version=1, entered_at=FRIDAY) for match in played
    )
    tables = MatchTable.objects.bulk_create(
        MatchTable(scorecard=card, number=number) for card in cards for number in range(1, TABLES + 1)
    )
    chance = random.Random(SEED)
    Game.objects.bulk_create(
        Game(table=table, home_score=home, away_score=away)
        for table in tables
        for home, away in [chance.sample((15, chance.randrange(15)), k=2)]
    )
