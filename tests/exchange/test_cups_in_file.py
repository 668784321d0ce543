"""Cups and pairs nights in a league's file: they come back with the same pages, and are not believed."""

import datetime
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from league.cups.entries import TieResult
from league.cups.pairs_nights import PairedBy
from league.cups.rules import CupRules, DrawnBy, GroupRules
from league.cups.selectors.cup_pages import cup_on_page
from league.cups.services.cups import draw_round, enter_teams, make_cup
from league.cups.services.nights import set_round
from league.cups.services.pairs_nights import (
    draw_night_round,
    enter_at_door,
    enter_scores,
    make_night,
    send_home,
)
from league.cups.services.ties import enter_result
from league.exchange.league_file.reading import FileRefused, import_league
from league.exchange.league_file.tables import ExportOptions
from league.exchange.league_file.writing import league_as_text
from league.models import Cup, Division, League, Match
from tests.builders import FRIDAY, NIGHT, a_player, a_pub, a_season, a_team

pytestmark = pytest.mark.django_db
Tables = dict[str, Any]


@pytest.fixture
def league() -> League:
    """A pairs night half way, and a knock-out whose tie is a match."""
    season = a_season()
    a_player(a_team(season.league), "Jack Hirst", shown="initials")
    night = make_night(
        season=season,
        name="Pairs Night",
        rounds=4,
        paired_by=PairedBy.STANDING,
        at=a_pub(season.league),
        on=NIGHT,
    )
    for pair in (("Jack Hirst", "Amy Pell"), ("Len Hoyle", "Edna Thorp"), ("A", "B"), ("Ivy Sykes",)):
        enter_at_door(cup=night, names=pair)
    draw = draw_night_round(cup=night, round_number=1, lot="a lot", now=FRIDAY)
    enter_scores(cup=night, round_number=1, lot="a lot", typed={1: (15, 9)}, began_from={}, now=FRIDAY)
    send_home(cup=night, number=draw.order["free"])
    cup = make_cup(season=season, name="Knock-out Cup")
    enter_teams(cup=cup, teams=[a_team(season.league, name) for name in ("The Fleece", "The Shears")])
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    set_round(cup=cup, round_number=1, date=NIGHT, starts_at=None)
    return season.league


def taken_away(league: League) -> str:
    """The league's file, and the league gone, as if this were another installation."""
    made = datetime.datetime(2027, 1, 15, 12, 0, tzinfo=datetime.UTC)
    text = "".join(league_as_text(league, made=made, without=ExportOptions()))
    league.seasons.all().delete()
    for row in (*league.players.all(), *league.teams.all(), *league.pubs.all(), league):
        row.delete()
    return text


def read_back(tmp_path: Path, text: str) -> League:
    file = tmp_path / "league.json"
    file.write_text(text, encoding="utf-8")
    return import_league(file).league


@pytest.mark.slow
def test_they_come_back_with_the_same_pages(league: League, tmp_path: Path, client: Client) -> None:
    def pages() -> list[str]:
        under = f"/{league.slug}/cups/"
        answers = [client.get(under + page) for page in ("pairs-night/", "knock-out-cup/")]
        return [re.sub(r'data-as-of="[^"]+"', "", answer.content.decode()) for answer in answers]

    before = pages()
    assert "J. H. &amp; Amy Pell" in before[0]
    read_back(tmp_path, taken_away(league))
    assert pages() == before


def test_dated_ties_of_an_older_file_become_matches(league: League, tmp_path: Path) -> None:
    Division.with_cups.exclude(cup=None).delete()
    read_back(tmp_path, taken_away(league))
    (match,) = Match.with_ties.all()
    assert (match.date, match.tie.cup.name) == (NIGHT, "Knock-out Cup")


def a_cup_of_groups(league: League) -> Cup:
    """A cup of six in two groups, one match of them played."""
    season = league.seasons.get()
    groups = CupRules(groups=GroupRules(number=2, through=1), drawn_by=DrawnBy.BRACKET)
    cup = make_cup(season=season, name="Groups", rules=groups)
    enter_teams(cup=cup, teams=[a_team(league, f"Team {number}") for number in range(6)])
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    result = TieResult(round=1, number=1, legs=((15, 9),))
    enter_result(cup=cup, result=result, began_from=None, now=FRIDAY)
    return cup


def test_groups_come_back_with_their_tables(league: League, tmp_path: Path) -> None:
    before = cup_on_page(a_cup_of_groups(league)).bracket.groups
    assert before[0].rows[0].row.record.won == 1
    read_back(tmp_path, taken_away(league))
    assert cup_on_page(Cup.objects.get(name="Groups")).bracket.groups == before


NO_GROUPS = [
    ("order", [1, 2, 3, 4, 5, 77]),
    ("rules", {"groups": {"number": 2, "best": 2}}),
    ("rules", {"groups": {"number": 17}}),
]


@pytest.mark.slow
def test_groups_that_cannot_be_are_refused(league: League, tmp_path: Path) -> None:
    a_cup_of_groups(league)
    whole = taken_away(league)
    for field, value in NO_GROUPS:
        said = json.loads(whole)
        table = "cup" if field == "rules" else "cup_draw"
        last = len(said["tables"][table]["rows"]) - 1
        column(said["tables"], table, field)(last, value)
        with pytest.raises(FileRefused, match="cannot be read"):
            read_back(tmp_path, json.dumps(said))


def column(tables: Tables, table: str, name: str) -> Callable[[int, object], None]:
    said = tables[table]
    place = said["fields"].index(name)

    def put(row: int, value: object) -> None:
        said["rows"][row][place] = value

    return put


MEDDLED_WITH: list[Callable[[Tables], None]] = [
    lambda tables: column(tables, "cup_draw", "order")(0, {"tables": [[1]], "free": None}),
    lambda tables: column(tables, "cup_draw", "order")(0, {"tables": [[1, 77]], "free": None}),
    lambda tables: column(tables, "cup_draw", "order")(0, "a lot"),
    lambda tables: column(tables, "cup_draw", "order")(1, {"tables": []}),
    lambda tables: column(tables, "cup_tie", "legs")(0, [[15]]),
    lambda tables: column(tables, "cup", "rules")(0, {"rounds": 99}),
    lambda tables: column(tables, "cup", "rules")(0, {}),
]


def test_what_no_page_could_show_is_refused_whole(league: League, tmp_path: Path) -> None:
    whole = taken_away(league)
    for number, meddle in enumerate(MEDDLED_WITH):
        said = json.loads(whole)
        meddle(said["tables"])
        with pytest.raises(FileRefused, match="cannot be read"):
            read_back(tmp_path, json.dumps(said))
        assert not Cup.objects.exists(), number
