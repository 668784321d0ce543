"""Leagues to print: none yet, small, large, with the longest names, with names in other scripts.

Each has a season half played, players (one of whom nobody in public may read), a drawn cup, a captain who
keeps their telephone number, and a charge, so that every document has something to show.
"""

import datetime
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.pairs_nights import draw_night_round, make_night
from league.models import (
    Charge,
    CupEntry,
    Division,
    Enrolment,
    Game,
    Player,
    Pub,
    RuleBook,
    Season,
    Side,
    Team,
)
from league.regulations import presets
from tests.builders import CAST, FRIDAY, a_division, a_league, a_player, a_season, a_seat
from tests.builders_seasons import a_round_robin

SITE = "https://league.example.org"

# What nobody but the secretary, or the captain themselves, may read on paper.
HIDDEN_PLAYER = "Xanthippe Quarrington"
CAPTAIN, PHONE, EMAIL = "Quentin Abernethy", "01632 960 555", "quentin@example.org"

LONGEST_LEAGUE = "The Amalgamated Heckmondwike, Cleckheaton and Liversedge All Fours League of 97"
LONGEST_DIVISION = "Division One of Upper Colne Valley"
LONGEST = tuple(
    f"{name} Working Men’s Social Club and Institute"[:38].strip() + f" {letter}"
    for name, letter in zip(
        ("Crowther Fold", "Hanging Royd", "Low Moorside", "Rawfold Top", "Scholes Lane") * 2,
        "ABCDEFGHIJ",
        strict=True,
    )
)
OTHER_SCRIPTS = ("الأسد الذهبي", "النمر الأبيض", "王小明酒吧", "金龍俱樂部", "Ναύπλιον", "Шахтёр")
OTHER_PLAYERS = ("محمد بن عبد الله", "王小明", "Łukasz Żółć", "Nguyễn Thị Hạnh")
PLAYERS = ("Zoë Brontë", "Jack Hirst", "Norman Ackerley", "Annie Womersley")
LONG_PLAYERS = tuple(
    f"{name} Featherstonehaugh-Cholmondeley" for name in ("Bartholomew", "Wilhelmina", "Ann", "Tom")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What a league of the proofs is called and who plays in it."""

    league: str
    division: str
    teams: tuple[str, ...]
    players: tuple[str, ...] = PLAYERS


WORLDS = {
    "four": World(league="Three Valleys All Fours League", division="Division One", teams=CAST[:4]),
    "sixteen": World(league="Three Valleys All Fours League", division="Division One", teams=CAST),
    "longest": World(league=LONGEST_LEAGUE, division=LONGEST_DIVISION, teams=LONGEST, players=LONG_PLAYERS),
    "scripts": World(
        league="رابطة الأوراق 三谷聯賽", division="الدرجة الأولى", teams=OTHER_SCRIPTS, players=OTHER_PLAYERS
    ),
}


NAMES = {
    "five": CAST[:5],
    "signs": (
        "The “Fleece” & <b>Sons</b>",
        'O’Brien\'s <Arms> & "Co"',
        "\U0001f37a The Tup \U0001f37a",
        "5 > 4 Club",
    ),
    "Hindi": ("नेहरू क्लब", "गंगा ताश मंडल", "हिमालय भवन", "यमुना संघ"),
}

# Leagues of other names and formats, of which no pictures are stored: the lines of a rule book that differ.
FORMATS = {
    **dict.fromkeys(NAMES, ("heckmondwike", {})),
    "to 21": ("heckmondwike", {"target": 21}),
    "one table": ("heckmondwike", {"tables": 1}),
    "three a side": ("heckmondwike", {"players_a_side": 3}),
    "six by two": ("heckmondwike", {"tables": 6, "games_a_table": 2}),
    **{
        name: (name, {})
        for name in ("caribbean-17", "rinks", "crib-legs", "don", "plain-3-1-0", "crown-green")
    },
}


def another_world(name: str) -> Season:
    """Return the season of one of these leagues, before its first match unless only its names differ."""
    world = World(
        league="Three Valleys All Fours League", division="Division One", teams=NAMES.get(name, CAST[:4])
    )
    return a_world(world, book=book_of(name), is_played=name in NAMES)


def book_of(name: str) -> RuleBook:
    """The rule book of one of these formats."""
    preset, changes = FORMATS[name]
    text = (Path(presets.__file__).parent / f"{preset}.toml").read_text()
    for field, value in changes.items():
        text = re.sub(rf"^{field} = .*$", f"{field} = {value}", text, flags=re.MULTILINE)
    return presets.read_book(text, name).rule_book()


def a_world(
    world: World, *, preset: str = "heckmondwike", book: RuleBook | None = None, is_played: bool = True
) -> Season:
    """Return the season of a world, in the middle of which it is today."""
    book = book or presets.get(preset).rule_book()
    book.save()
    league = a_league(world.league, slug="the-league", officers="Secretary: Marjorie Haigh-Ramsden")
    season = a_season(league, rule_book=book)
    division = a_division(season, world.division, teams=0, slug="division")
    teams = [a_team_of(division, name, number) for number, name in enumerate(world.teams, start=1)]
    a_round_robin(division, rounds=2, played=len(teams) * (len(teams) - 1) // 2 if is_played else 0)
    _seat(season, teams[0], world.players)
    a_player(teams[1], HIDDEN_PLAYER, season, shown=Player.Shown.HIDDEN, public_id="hidden22")
    Enrolment.objects.filter(team=teams[1]).update(
        captain_name=CAPTAIN, captain_phone=PHONE, captain_email=EMAIL
    )
    _draw(season, teams)
    _charge(season, teams[0].pub)
    for number, team in enumerate(teams, start=1):
        team.pub.squares.create(code=f"k7m49qtd{number:04}", issued_at=FRIDAY)
    return Season.objects.select_related("league", "rule_book").get(pk=season.pk)


def a_team_of(division: Division, name: str, number: int) -> Team:
    league = division.season.league
    pub = Pub.objects.create(league=league, name=name, slug=f"pub-{number}", address=f"{number} Mill Lane")
    team = Team.objects.create(league=league, name=name, slug=f"team-{number}", pub=pub)
    Enrolment.objects.create(season=division.season, division=division, team=team)
    return team


def _seat(season: Season, team: Team, names: Sequence[str]) -> None:
    """Sit two players of a team down at the first table of every match it has played at home."""
    # What a sheet says of its squads in its code would be another picture with other ids.
    players = [a_player(team, name, season, public_id=f"drawn{number}") for number, name in enumerate(names)]
    games = Game.objects.filter(table__scorecard__match__home=team, table__number=1)
    for game in games:
        for place, player in enumerate(players[:2], start=1):
            a_seat(game, player, side=Side.HOME, place=place)


def _draw(season: Season, teams: Sequence[Team]) -> None:
    cup = make_cup(season=season, name="League Cup", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    enter_teams(cup=cup, teams=teams)
    draw_round(cup=cup, round_number=1, lot="a wet Thursday", now=FRIDAY)
    night = make_night(season=season, name="Christmas Pairs", rounds=4, at=teams[0].pub, on=season.starts_on)
    CupEntry.objects.bulk_create(
        CupEntry(cup=night, number=number, name=f"Ann {number} & {teams[number % len(teams)]}")
        for number in range(1, 9)
    )
    draw_night_round(cup=night, round_number=1, lot="a lot", now=FRIDAY)
    night.entries.filter(number__lte=3).update(paid=True)
    season.cups.update(fee=500)


def _charge(season: Season, pub: Pub) -> None:
    Charge.objects.create(
        league=season.league,
        pub=pub,
        season=season,
        kind=Charge.Kind.FEE,
        pence=3500,
        reason="Entry fee",
        on=season.starts_on,
    )


def the_night(season: Season) -> datetime.date:
    """Return the first night that is still to be played."""
    to_play = season.divisions.order_by("id")[0].matches.filter(scorecards=None).order_by("date")
    return to_play.values_list("date", flat=True).first()
