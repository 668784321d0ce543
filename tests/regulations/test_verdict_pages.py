"""What the rules say, asked on the page of a walkover, and given by one press."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Division, Match, Offence, Ruling, User
from tests.builders import FRIDAY, NIGHT, WEEK, a_division, a_match, a_secretary, a_walkover, regulated
from tests.examples import sampled
from tests.moments import HALF_A_YEAR
from tests.reading import markup, words

pytestmark = pytest.mark.django_db

SHORT = {"short_teams": {"minimum": 4, "may_repeat": 1, "minimum_to_win": 7}}
LATE = {"late_start": [{"minutes": 15, "every": 15, "penalty": {"tables": 1, "pence": 200}}]}


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture(autouse=True)
def secretary(client: Client, division: Division, monkeypatch: pytest.MonkeyPatch) -> User:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    user = a_secretary(division.season.league)
    client.force_login(user)
    return user


def at(match: Match, asked: str = "") -> str:
    return f"/{match.division.season.league.slug}/secretary/matches/{match.public_id}/walkover/{asked}"


def seen(page: str) -> str:
    return re.search(r'name="seen" value="([^"]*)"', page).group(1).replace("&amp;", "&")


def press(client: Client, address: str, button: str = "all"):
    page = markup(client.get(address))
    return client.post(address, {"give": button, "seen": seen(page)}, follow=True)


def given() -> list[tuple[int | None, str, str]]:
    return list(Ruling.objects.order_by("table").values_list("table", "at_fault", "reason"))


@pytest.mark.slow
def test_a_short_side_gives_the_tables_it_cannot_fill(client, division, match):
    regulated(division, **SHORT)
    address = at(match, "?for=short&home=5&away=8")
    page = words(client.get(address))
    assert "Table 4 to The Shears. The home side had five and the away side had eight players." in page
    assert "The Fleece cannot win the match with so few." in page
    assert "One player of a short team may play more than once." in page
    assert not Ruling.objects.exists()
    answer = press(client, address)
    reason = "The home side had five and the away side had eight players."
    assert given() == [(4, "h", reason)]
    assert "Decided by the season’s rules: table 4." in words(answer)


def test_too_few_for_a_match_give_it_whole(client, division, match):
    regulated(division, **SHORT)
    press(client, at(match, "?for=short&home=8&away=3"))
    assert [(table, side) for table, side, _ in given()] == [(None, "a")]


def test_a_late_side_loses_tables_and_what_it_costs_waits_for_a_decision(client, division, match):
    regulated(division, **LATE)
    address = at(match, "?for=late&home=0&away=40")
    assert "The Shears were 40 minutes late: £4." in words(client.get(address))
    press(client, address)
    assert [(table, side) for table, side, _ in given()] == [(3, "a"), (4, "a")]
    offence = Offence.objects.get()
    assert (offence.team, offence.pence, offence.state, offence.number) == (match.away, 400, "proposed", 1)


@pytest.mark.slow
def test_one_table_can_be_given_alone(client, division, match):
    regulated(division, **LATE)
    press(client, at(match, "?for=late&home=0&away=40"), "3")
    assert [table for table, _, _ in given()] == [3]
    assert not Offence.objects.exists()


def test_an_ineligible_player_costs_the_table_and_points(client, division, match):
    rule = {"reaward": "table", "a_player": {"points": 2}, "a_game_won": {"points": 0.5}}
    regulated(division, ineligible_player=rule)
    press(client, at(match, "?for=ineligible&side=h&at=2&games=1"))
    assert given() == [(2, "h", "The home side had a player at table 2 who was not eligible.")]
    assert Offence.objects.get().halves == 5


def test_each_such_player_counts_and_the_same_pressed_twice_once(client, division, match):
    regulated(division, ineligible_player={"a_player": {"pence": 1000}})
    press(client, at(match, "?for=ineligible&side=h&at=2&games=0"))
    for _ in range(2):
        press(client, at(match, "?for=ineligible&side=h&at=3&games=0"))
    other = a_match(division, week=2)
    press(client, at(other, "?for=ineligible&side=h&at=1&games=0"))
    assert sorted(Offence.objects.values_list("match", "number")) == sorted(
        [(match.pk, 1), (match.pk, 2), (other.pk, 3)]
    )


@pytest.mark.slow
def test_what_the_rules_give_before_the_night_is_asked_about(client, division, match):
    regulated(division, **LATE)
    Match.objects.filter(pk=match.pk).update(date=NIGHT + HALF_A_YEAR + WEEK)
    address = at(match, "?for=late&home=0&away=40")
    asked = press(client, address)
    assert asked.status_code == 422
    assert "is still to come. Is this decided already? " in words(asked)
    assert given() == []
    page = markup(asked)
    assert 'name="early"' in page
    client.post(address, {"give": "all", "seen": seen(page), "early": "on"})
    assert [table for table, _, _ in given()] == [3, 4]


@pytest.mark.slow
def test_all_or_nothing(client, division, match):
    regulated(division, **LATE)
    a_walkover(match, table=4)
    answer = press(client, at(match, "?for=late&home=0&away=40"))
    assert answer.status_code == 422
    assert "already been given as a walkover" in words(answer)
    assert [table for table, _, _ in given()] == [4]
    assert not Offence.objects.exists()


@pytest.mark.slow
def test_rules_changed_meanwhile_are_read_again_before_anything_is_given(client, division, match):
    regulated(division, **LATE)
    address = at(match, "?for=late&home=0&away=40")
    old = seen(markup(client.get(address)))
    regulated(division, late_start=[{"minutes": 15, "penalty": {"match": True}}])
    answer = client.post(address, {"give": "all", "seen": old})
    assert answer.status_code == 422
    assert "The answer of the rules has changed" in words(answer)
    assert given() == []


@pytest.mark.parametrize("asked", ["?for=short&home=5&away=8", "?for=late&home=0&away=40"])
def test_without_a_rule_the_secretary_decides(client, match, asked):
    assert "The season’s rules say nothing about this. Decide it yourself." in words(
        client.get(at(match, asked))
    )


@pytest.mark.parametrize(
    ("asked", "sentence"),
    sampled(
        [
            ("?for=short&home=&away=8", "Type a number; 0 for none."),
            ("?for=short&home=five&away=8", "Type a whole number"),
            ("?for=late&home=-1&away=8", "0 is the least."),
            ("?for=ineligible&side=x&at=2&games=0", "Choose one of the list."),
            ("?for=ineligible&side=h&at=9&games=0", "Choose one of the list."),
            ("?for=nonsense", "What happened?"),
        ],
        each=6,
    ),
)
def test_what_cannot_be_asked_is_said_at_its_box(client, division, match, asked, sentence):
    regulated(division, **SHORT, **LATE, ineligible_player={"reaward": "table"})
    page = client.get(at(match, asked))
    assert page.status_code == 200
    assert sentence in words(page)
    assert client.post(at(match, asked), {"give": "all", "seen": ""}).status_code == 422
    assert given() == []


def test_the_question_costs_no_query(client, division, match, django_assert_num_queries):
    regulated(division, **SHORT)
    without = ["session", "user", "league", "role", "match", "outcome", "division and rule book", "rulings"]
    with django_assert_num_queries(len(without)):
        client.get(at(match, "?for=short&home=5&away=8"))
