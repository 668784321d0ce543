"""The table with results supposed: what can be, what cannot, and that nothing of it is saved."""

import re

import pytest

from league.models import Match, Scorecard
from league.standings.selectors import what_if
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_walkover
from tests.examples import sampled
from tests.reading import markup, words
from tests.standings.test_standings_pages import DIVISION, WON_8_2, a_division_of, a_total

pytestmark = pytest.mark.django_db

PAGE = f"{DIVISION}what-if/"


@pytest.fixture
def to_come() -> Match:
    """The Fleece won 8–2 in the first week; The Shears are at home in the second."""
    division = a_division()
    a_card(a_match(division), *WON_8_2)
    return a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)


def test_a_result_is_supposed_and_who_moves_is_said(client, to_come):
    page = words(client.get(PAGE, {to_come.public_id: "20-0"}))
    assert "Supposed, not true. 1 result supposed, in match points alone" in page
    assert "1 The Shears 2 1 0 1 up 1 12" in page
    assert "2 The Fleece 2 1 0 1 down 1 8" in page
    assert not Scorecard.objects.filter(match=to_come).exists()
    assert "The Fleece 1 0 0" in words(client.get(f"{DIVISION}standings/"))


def test_every_result_the_format_allows_can_be_chosen_and_what_was_stays_chosen(client, to_come):
    page = markup(client.get(PAGE, {to_come.public_id: "4-16"}))
    options = re.findall(r'<option value="(\d+-\d+)"( selected)?>(.*?)</option>', page)
    assert [said for _, chosen, said in options if chosen] == ["8–2 to The Fleece"]
    assert options[0][2] == "10–0 to The Shears"
    assert ("10-10", "", "5–5") in options


def test_with_nothing_supposed_the_table_is_the_one_that_stands(client, to_come):
    page = words(client.get(PAGE))
    assert "Supposed, not true" not in page
    assert "1 The Fleece 1 1 0 0 3–1 57–47 +10 stays 8" in page
    assert "Week 2 Thu 21 Jan The Shears v The Fleece" in page


def test_what_was_left_empty_is_taken_out_of_the_address(client, to_come):
    answer = client.get(PAGE, {to_come.public_id: "", "other": " "})
    assert (answer.status_code, answer.headers["Location"]) == (303, PAGE)
    answer = client.get(f"{PAGE}?{to_come.public_id}=20-0&other=")
    assert answer.headers["Location"] == f"{PAGE}?{to_come.public_id}=20-0"


@pytest.mark.parametrize(
    "typed",
    sampled(
        ["15-5", "x", "20", "-", "1-2-3", "٢٠-٠", "9" * 4000 + "-0", "\x00", "🃏", "20-0-", "−20-0"], each=5
    ),
)
def test_what_cannot_be_is_left_out_with_a_sentence_at_its_match(client, to_come, typed):
    answer = client.get(PAGE, {to_come.public_id: typed})
    assert answer.status_code == 400
    page = markup(answer)
    assert "1 of the results typed cannot be and is left out" in words(answer)
    assert f'aria-describedby="e-{to_come.public_id}"' in page
    assert "Choose one of the list." in page
    assert "1 The Fleece 1 1 0 0" in words(answer)


def test_a_match_that_was_played_meanwhile_counts_as_it_was_played(client, to_come):
    a_walkover(to_come, "h")
    page = words(client.get(PAGE, {to_come.public_id: "20-0", "nothing0": "20-0"}))
    assert "1 of the matches supposed is no longer to come: what was played or ruled counts." in page
    assert "No matches are left in this division" in page


@pytest.mark.parametrize(
    ("preset", "typed", "points", "refusal"),
    sampled(
        [
            ("plain-3-1-0", ("0", "2"), "3", ""),
            ("plain-3-1-0", ("2", ""), "", "“2–” is no result. Two whole numbers are wanted, home and away."),
            ("plain-3-1-0", ("2",), "", "“2” is no result. Two whole numbers are wanted, home and away."),
            ("caribbean-18", ("6", "18"), "18", ""),
            ("caribbean-18", ("17", "3"), "", "A match cannot end 17–3: play ends when one side has won 18."),
            (
                "caribbean-18",
                ("999", "999"),
                "",
                "A match cannot end 999–999: play ends when one side has won 18.",
            ),
            ("crib-legs", ("7", "8"), "6", ""),
            ("crib-legs", ("9", "8"), "", "A match cannot end 9–8: 15 games are played."),
        ],
        each=4,
    ),
)
def test_where_matches_are_known_by_two_figures_those_are_typed(client, preset, typed, points, refusal):
    division = a_division_of(preset, teams=2)
    match = a_match(division)
    answer = client.get(PAGE, {match.public_id: typed})
    assert answer.status_code == (400 if refusal else 200)
    page = words(answer)
    if refusal:
        assert refusal in page
    else:
        assert re.search(rf"1 The Shears 1 1 0 0 .*? stays {points} The Shears: why", page)


def test_a_division_with_nothing_to_come_says_so_and_is_not_led_to(client):
    a_total(a_division_of("plain-3-1-0"), "The Fleece", "The Shears", (1, 0))
    assert "No matches are left in this division" in words(client.get(PAGE))
    assert "what-if" not in markup(client.get(f"{DIVISION}standings/"))


def test_the_standings_lead_to_it(client, to_come):
    assert f'href="{PAGE}"' in markup(client.get(f"{DIVISION}standings/"))


def test_the_week_under_way_and_the_next_are_open(client, to_come):
    a_match(to_come.division, week=3, date=NIGHT + 2 * WEEK)
    teams = "Packhorse & Drover", "The Tup and Bell"
    a_match(to_come.division, *teams, week=1, date=NIGHT + 4 * WEEK, postponed_from=NIGHT)
    page = markup(client.get(PAGE))
    found = re.findall(r'<details [^>]*?( open)?>\s*<summary>\s*<span class="what">(Week \d)', page)
    assert found == [(" open", "Week 1"), (" open", "Week 2"), ("", "Week 3")]


def test_more_matches_than_an_address_can_hold_are_left_for_later(client, to_come, monkeypatch):
    monkeypatch.setattr(what_if, "MOST", 1)
    a_match(to_come.division, week=3, date=NIGHT + 2 * WEEK)
    assert "The next 1; 1 more follow later in the season." in words(client.get(PAGE))


def test_there_is_none_for_a_division_that_does_not_exist(client, to_come):
    assert client.get(f"{DIVISION}what-if/".replace("division-one", "division-nine")).status_code == 404
