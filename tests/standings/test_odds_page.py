"""The standings as people read them: odds beside what is certain, changes, every result, other tables."""

import re

import pytest

from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_season, a_withdrawal
from tests.builders_seasons import a_round_robin
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"
DIVISION = f"{LEAGUE}2026-27/division-one/"
CHANCE = "Chance of each final place, out of 100"
NIL = ((15, 0), (15, 0), (15, 0), (15, 0))


def chances(client) -> list[list[str]]:
    """The cells of the odds, row by row; a dot is under 1, nothing is impossible."""
    page = client.get(f"{DIVISION}standings/").content.decode()
    cells = re.findall(r'<td\s+class="chance( in)?.*?>(.*?)</td>|(<tr class="reason)', page, re.DOTALL)
    rows: list[list[str]] = [[]]
    for _, cell, ends in cells:
        if ends:
            rows.append([])
        else:
            rows[-1].append(re.sub(r"<span class=.*|<[^>]+>", "", cell, flags=re.DOTALL).strip())
    return rows[:-1]


def test_no_odds_are_offered_before_week_4(client):
    a_round_robin(a_division(teams=4), played=6)
    assert CHANCE not in words(client.get(f"{DIVISION}standings/"))


def test_from_week_4_each_row_of_odds_adds_up_to_a_hundred(client):
    a_round_robin(a_division(teams=4), played=8)
    assert CHANCE in words(client.get(f"{DIVISION}standings/"))
    rows = chances(client)
    assert len(rows) == 4
    for row in rows:
        assert sum(int(cell) for cell in row if cell.isdigit()) == 100


def test_chances_are_framed_once_a_place_is_out_of_reach(client):
    a_round_robin(a_division(teams=4), rounds=8, played=8)
    page = markup(client.get(f"{DIVISION}standings/"))
    assert CHANCE in page
    assert "unframed" in page
    assert "Can still finish</th>" not in page
    assert "Drawn</th>" not in page.partition("Home and away")[0]


def test_chances_are_in_words_too_where_a_place_is_out_of_reach(client):
    a_round_robin(a_division(teams=4), rounds=2, played=11)
    page = markup(client.get(f"{DIVISION}standings/"))
    assert "unframed" not in page
    assert "Can still finish</th>" in page


def test_no_odds_are_offered_once_all_is_played(client):
    a_round_robin(a_division(teams=4))
    assert CHANCE not in words(client.get(f"{DIVISION}standings/"))


def test_a_place_that_is_certain_is_a_hundred_and_no_other_is_possible(client):
    """The Fleece have won everything; the last match is between two of the others."""
    division = a_division(teams=4)
    others = ("The Shears", "Packhorse & Drover", "The Tup and Bell")
    for week, (home, away) in enumerate(
        [*(("The Fleece", other) for other in others), others[:2], others[1:]], start=1
    ):
        match = a_match(division, home, away, week=week, date=NIGHT + (week - 1) * WEEK)
        if week < 5:
            a_card(match, *NIL)
    assert chances(client)[0] == ["100", "", "", ""]
    assert "1st whatever comes." in words(client.get(f"{DIVISION}standings/"))


@pytest.mark.slow
def test_a_team_that_withdrew_has_no_odds(client):
    division = a_division(teams=4)
    a_round_robin(division, played=8)
    a_withdrawal(division, "The Tup and Bell")
    assert [len(row) for row in chances(client)] == [3, 3, 3, 0]


def test_the_change_since_the_week_before_is_said_and_drawn(client):
    division = a_division(teams=2)
    a_card(a_match(division, "The Shears", "The Fleece"), *NIL[:3], (8, 15))
    a_card(a_match(division, "The Fleece", "The Shears", week=2, date=NIGHT + WEEK), *NIL)
    page = words(client.get(f"{DIVISION}standings/"))
    assert "Change since 14 Jan" in page
    assert "1 up 1 The Fleece" in page
    assert "2 down 1 The Shears" in page


def test_every_result_stands_in_the_grid_and_in_the_list_of_one_team(client):
    division = a_division(teams=2)
    played = a_match(division)
    a_card(played, (15, 13), (12, 15), (15, 11), (15, 8))
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    page = markup(client.get(f"{DIVISION}standings/", {"team": "the-shears"}))
    address = f"{LEAGUE}matches/{played.public_id}/"
    assert f'<a href="{address}" class="home-win">8–2</a>' in page
    assert "21 Jan</a>" in page
    page_text = words(client.get(f"{DIVISION}standings/", {"team": "the-shears"}))
    assert "14 Jan The Fleece lost 2–8 21 Jan The Fleece to come" in page_text


def test_home_and_away_matches_are_counted_apart(client):
    division = a_division(teams=2)
    a_card(a_match(division), *NIL)
    a_card(a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK), *NIL)
    page = words(client.get(f"{DIVISION}standings/home-and-away/", follow=True))
    at_home, away = page.partition(" At home ")[2].split(" Away ")
    assert "1 = The Fleece 1 1 0 0" in at_home.replace("1= ", "1 = ")
    assert "The Fleece 1 0 0 1" in away


def test_the_old_address_of_all_tables_leads_to_the_standings_of_its_season(client):
    a_division(a_season(), "Division Two", position=2, teams=0)
    page = client.get(f"{LEAGUE}2026-27/standings/all/", follow=True)
    assert "Division Two standings" in words(page)
    assert client.get(f"{LEAGUE}2026-27/standings/all.txt")["Location"] == f"{LEAGUE}2026-27/standings.txt"
