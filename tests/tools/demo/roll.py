"""The demo's roll of honour: who won what before its two seasons, invented like everything in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from league.demo.services import FIRST_NIGHTS
from tests.tools.demo.cup import CUP_NAME
from tests.tools.demo.plan import SeasonPlan, final_table
from tests.tools.demo.seed_rows import SeedRows

WON, SECOND = 1, 2
DIVISIONS = ("Division One", "Division Two")
PAIRS, SHIELD = "Pairs Trophy", "Chair’s Shield"
CLOSED = {"tenter-hook": "The Tenter Hook", "reform-club": "Spenfold Reform Club"}
"""Teams that were gone before the league came here."""

# The year the season began in, the first two of both divisions, and of the cup. Nobody played in 2020.
CHAMPIONS = """
    2013 tenter-hook hanging-royd-liberal-a/owlet shoddy-merchant/tenter-hook three-nags
    2014 tenter-hook top-house/shoulder-of-mutton owlet/hanging-royd-liberal-a tenter-hook
    2015 hanging-royd-liberal-a tenter-hook/cafe-royal reform-club/top-house cloggers-knife
    2016 hanging-royd-liberal-a shoulder-of-mutton/mungo-mill dyers-and-finishers/shoulder-of-mutton owlet
    2017 shoulder-of-mutton crowther-fold-wmc-a/reform-club mungo-mill/reform-club top-house
    2018 weavers-rest-a hanging-royd-liberal-a/dyers-and-finishers packhorse-a/weavers-rest-a cafe-royal
    2019 weavers-rest-a crowther-fold-wmc-a/gomerthorpe-cricket st-blaise/packhorse-a weavers-rest-a
    2021 crowther-fold-wmc-a weavers-rest-a/packhorse-a weavers-rest-b/crowther-fold-wmc-a fallen-rechabite
    2022 weavers-rest-a shoulder-of-mutton/fallen-rechabite owlet/shoulder-of-mutton dyers-and-finishers
    2023 shoulder-of-mutton weavers-rest-a/hanging-royd-liberal-b mungo-mill/weavers-rest-a st-blaise
    2024 hanging-royd-liberal-a weavers-rest-a/shoddy-merchant cafe-royal/hanging-royd-liberal-a mungo-mill
"""
PEOPLE = """
    2013; Edgar Thornhillock & Ada Mirfoldby; Edgar Thornhillock
    2014; Edgar Thornhillock & Ada Mirfoldby; Clement Fewsley
    2015; Nora Padgettshaw & Percy Ossersley; Ada Mirfoldby
    2016; Clement Fewsley & Hilda Drubhill; Percy Ossersley
    2017; Nora Padgettshaw & Percy Ossersley; Stan Cawthrop
    2018; Stan Cawthrop & Julie Grimeshead; Hilda Drubhill
    2019; Eric Peckersall & Joyce Nunnersfold; Susan Rishworthy
    2021; Stan Cawthrop & Julie Grimeshead; Eric Peckersall
    2022; Susan Rishworthy & Phil Beckersley; Joan Soothillby
    2023; Eric Peckersall & Joyce Nunnersfold; Julie Grimeshead
    2024; Joan Soothillby & Pat Skelmanroyd; Stan Cawthrop
    2025; Stan Cawthrop & Julie Grimeshead; Phil Beckersley
"""
CUP_OF_LAST_SEASON = ("shoulder-of-mutton", "weavers-rest-a")
REMARKS = {
    (2016, DIVISIONS[0], WON): "won every match at home",
    (2021, DIVISIONS[0], WON): "the first season after a year without cards",
    (2022, CUP_NAME, WON): "by one peg",
}

# The final table that hangs in the Liberal Club, as it would be typed in.
OLD_TABLE_YEAR = 2013
COLUMNS = ["", "Team", "P", "W", "D", "L", "Pts"]
OLD_TABLE = [
    ["1", "The Tenter Hook", "14", "11", "1", "2", "93"],
    ["2", "Hanging Royd Liberal Club A", "14", "9", "2", "3", "85"],
    ["3", "Top House", "14", "8", "1", "5", "77"],
    ["4", "The Shoulder of Mutton", "14", "7", "2", "5", "74½"],
    ["5", "Spenfold Reform Club", "14", "6", "1", "7", "68"],
    ["6", "The Weavers’ Rest A", "14", "5", "1", "8", "62"],
    ["7", "The Mungo Mill", "14", "3", "2", "9", "53½"],
    ["8", "Crowther Fold Working Men’s Club A", "14", "2", "0", "12", "47"],
]


@dataclass(frozen=True, slots=True, kw_only=True)
class RollKeys:
    """Keys of rows the roll points at: the finished season, its teams by slug, players by name."""

    league: int
    season: int
    teams: Mapping[str, tuple[int, str]]
    players: Mapping[str, int]


def write_roll(rows: SeedRows, finished: SeasonPlan, keys: RollKeys) -> None:
    """Write the roll: the years before, and the season that is finished as its tables ended."""
    for year, competition, place, holder in _lines():
        key, name = keys.teams.get(holder, (None, CLOSED.get(holder, holder)))
        _write(rows, keys, year, competition, place, name, team=key, player=keys.players.get(holder))
    for number, division in enumerate(DIVISIONS, start=1):
        for place, team in enumerate(final_table(finished, number)[:SECOND], start=1):
            key, name = keys.teams[team.slug]
            _write(rows, keys, FIRST_NIGHTS[0].year, division, place, name, team=key, season=keys.season)
    rows.add(
        "oldtable",
        league=keys.league,
        year=OLD_TABLE_YEAR,
        season_name=_season_name(OLD_TABLE_YEAR),
        division=DIVISIONS[0],
        columns=COLUMNS,
        rows=OLD_TABLE,
        remarks="Copied from the board in the Liberal Club’s snooker room.",
    )


def _lines() -> Iterator[tuple[int, str, int, str]]:
    """Yield year, competition, place and holder of every line of the years before."""
    for line in CHAMPIONS.strip().splitlines():
        year, *slugs = line.replace("/", " ").split()
        competitions = (competition for competition in (*DIVISIONS, CUP_NAME) for _ in (WON, SECOND))
        for at, (competition, slug) in enumerate(zip(competitions, slugs, strict=True)):
            yield int(year), competition, SECOND if at % 2 else WON, slug
    for line in PEOPLE.strip().splitlines():
        year, pair, player = line.strip().split("; ")
        yield int(year), PAIRS, WON, pair
        yield int(year), SHIELD, WON, player
    for place, slug in enumerate(CUP_OF_LAST_SEASON, start=1):
        yield FIRST_NIGHTS[0].year, CUP_NAME, place, slug


def _write(
    rows: SeedRows, keys: RollKeys, year: int, competition: str, place: int, holder: str, **links: int | None
) -> None:
    rows.add(
        "honour",
        league=keys.league,
        year=year,
        season_name=_season_name(year),
        competition=competition,
        place=place,
        holder=holder,
        remarks=REMARKS.get((year, competition, place), ""),
        **links,
    )


def _season_name(year: int) -> str:
    return f"{year}-{(year + 1) % 100:02}"
