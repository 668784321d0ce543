"""Results known by their totals: shown as they were played, and exported as they were imported."""

import datetime

import pytest
from django.test import Client

from league.exchange.lists.columns import What
from league.exchange.lists.export import rows_of
from league.exchange.spreadsheets import as_csv, read_text
from league.models import Season
from league.regulations.presets import get
from tests.builders import a_division, a_league, a_season, an_enrolment
from tests.builders_lists import import_list
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
    assert not report.faults, report.faults
    return report.changes_nothing


@pytest.mark.parametrize(
    ("preset", "text"), [("heckmondwike", HALVES), ("plain-3-1-0", RESULTS), ("crib-legs", RESULTS)]
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
