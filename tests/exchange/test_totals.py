"""Results known by their totals: shown as they were played, and exported as they were imported."""

import datetime

import pytest
from django.test import Client

from league.exchange.lists.export import rows_of
from league.exchange.lists.headings import What
from league.exchange.spreadsheets import as_csv, read_text
from league.matches.outcomes import AtFault
from league.models import RuleBook, Ruling, Scorecard, Season
from league.regulations.presets import get
from league.standings.selectors.standings import division_table
from tests.builders import a_division, a_league, a_season, an_enrolment
from tests.builders_lists import import_list
from tests.examples import sampled
from tests.reading import words

pytestmark = pytest.mark.django_db
NOW = datetime.datetime(2026, 10, 1, 9, 0, tzinfo=datetime.UTC)
RESULTS = """date,home,away,home_total,away_total
2026-09-10,Reds,Blues,x,w
2026-09-17,Blues,Reds,5,5
2026-09-24,Reds,Blues,7,3
"""
HALVES = RESULTS.replace("7,3", "7.5,1.5")


def a_season_under(preset: str) -> Season:
    book = get(preset).rule_book()
    book.save()
    season = a_season(a_league(), rule_book=book)
    division = a_division(season, teams=0)
    for team in ("Reds", "Blues"):
        an_enrolment(division, team)
    return season


def imported(season: Season, text: str) -> bool:
    """Import results, and return whether that changed nothing."""
    report = import_list(
        league=season.league, season=season, what=What.RESULTS, rows=read_text(text), now=NOW
    )
    assert not report.faults, str(report.faults)  # a text: -vv writes other things in ASCII
    return report.changes_nothing


@pytest.mark.parametrize(
    ("preset", "text"),
    sampled([("heckmondwike", HALVES), ("plain-3-1-0", RESULTS), ("crib-legs", RESULTS)], each=3),
)
def test_what_was_imported_comes_out_again(preset: str, text: str) -> None:
    season = a_season_under(preset)
    imported(season, text)
    exported = as_csv(rows_of(season.league, season, What.RESULTS))
    assert imported(season, exported)
    heads, *lines = (line.split(",") for line in exported.removeprefix("\N{BYTE ORDER MARK}").splitlines())
    figures = [[cell for cell in line[4:] if cell] for line in lines]
    expected = [line.split(",")[3:] for line in text.splitlines()[1:]]
    assert figures[1:] == expected[1:]
    assert figures[0] == ["x", "w"] * (len(heads[4:]) // 2 - (preset != "plain-3-1-0"))


def test_a_league_of_plain_totals_shows_the_score_and_the_points_beside_it(client: Client) -> None:
    season = a_season_under("plain-3-1-0")
    imported(season, RESULTS)
    base = f"/{season.league.slug}/"
    match = season.divisions.get().matches.latest("date")
    for page in ("", "teams/reds/", f"matches/{match.public_id}/"):
        shown = words(client.get(base + page))
        assert "7 3" in shown or "7–3" in shown, page
    assert "3–0 in points" in words(client.get(f"{base}matches/{match.public_id}/"))
    text = client.get(f"{base}2026-27/division-one/results.txt").content.decode()
    assert "Reds 7–3 Blues (3–0 in points)" in text
    assert "Blues 5–5 Reds (1–1 in points)" in text
    assert "Reds 0–3 Blues (walkover)" in text


BOWLS = """date,home,away,Home pts,Away pts,Home shots,Away shots
2026-09-17,Reds,Blues,8,2,102,96
2026-09-24,Blues,Reds,8,2,88,80
2026-10-01,Reds,Blues,5,5,90,90
"""


@pytest.mark.slow
def test_points_and_totals_are_both_kept_and_totals_decide_ties() -> None:
    season = a_season_under("heckmondwike")
    RuleBook.objects.update(tie_breaks=["score_difference"])
    imported(season, BOWLS)
    card = Scorecard.objects.earliest("match__date")
    assert (card.home_total, card.away_total, card.home_score, card.away_score) == (16, 4, 102, 96)
    exported = as_csv(rows_of(season.league, season, What.RESULTS))
    assert exported.splitlines()[1].endswith("8,2,102,96")
    assert imported(season, exported)
    division = season.divisions.select_related("season__rule_book").get()
    rows = division_table(division).rows
    assert [(row.record.name, row.place, row.record.match_points) for row in rows] == [
        ("Blues", 1, 30), ("Reds", 2, 30),
    ]  # fmt: skip


@pytest.mark.slow
def test_a_match_given_as_a_whole_comes_out_without_points_and_total() -> None:
    season = a_season_under("heckmondwike")
    imported(season, BOWLS)
    match = season.divisions.get().matches.earliest("date")
    given = {"kind": Ruling.Kind.WALKOVER, "at_fault": AtFault.AWAY, "reason": "Too few came."}
    Ruling.objects.create(match=match, division=match.division, decided_on=match.date, **given)
    exported = as_csv(rows_of(season.league, season, What.RESULTS))
    assert exported.splitlines()[1].endswith("w,x,,,,")
    assert imported(season, exported)


@pytest.mark.slow
def test_points_of_a_league_of_totals_are_compared_with_its_own() -> None:
    season = a_season_under("plain-3-1-0")
    imported(season, BOWLS.replace("8,2", "3,0").replace("5,5,", "1,1,"))
    assert Scorecard.objects.earliest("match__date").home_total == 102
    with pytest.raises(AssertionError, match="the points are 2–1; this match gives 3–0"):
        imported(season, BOWLS.splitlines()[0] + "\n2026-10-08,Reds,Blues,2,1,9,8")


@pytest.mark.slow
def test_single_games_are_kept_and_compared_with_those_won() -> None:
    season = a_season_under("crib-legs")
    heads = [f"{side}_{table}" for table in (1, 2, 3) for side in ("home", "away")]
    games = "121–90, 80–121, 121–3, 121–4, 121–5"
    line = f'2026-09-17,Reds,Blues,{{}},{{}},5,0,5,0,"{games}"'
    text = f"date,home,away,{','.join(heads)},games_1\n{line}\n"
    rows = read_text(text.format(5, 0))
    report = import_list(league=season.league, season=season, what=What.RESULTS, rows=rows, now=NOW)
    assert "table 1: its games are not what its figures say" in report.faults[0].words
    imported(season, text.format(4, 1))
    assert f'"{games}"' in as_csv(rows_of(season.league, season, What.RESULTS))
    assert imported(season, text.format(4, 1))
    other = read_text(text.format(4, 1).replace("90", "91"))
    report = import_list(league=season.league, season=season, what=What.RESULTS, rows=other, now=NOW)
    assert "has another result already" in report.faults[0].words
