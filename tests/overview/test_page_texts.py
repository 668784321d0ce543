"""Public pages as text for a chat: what each says, what it costs, and that it is sent once."""

import datetime

import pytest
from django.test import Client

from league.cups.rules import CupRules, DrawnBy
from league.cups.services.cups import draw_round, enter_pair, make_cup
from league.models import Match, Player
from tests.builders import FRIDAY, NIGHT, a_card, a_division, a_match, a_player, a_seat, a_walkover

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    division = a_division(teams=2)
    match = a_match(division, date=NIGHT)
    card = a_card(match, (15, 9), (12, 15), (15, 1), (15, 8))
    game = card.tables.get(number=1).games.get()
    a_seat(game, a_player(match.home, "Jack Hirst", division.season), place=1)
    hidden = a_player(match.home, "Zebedee Quarmby", division.season, shown=Player.Shown.HIDDEN)
    a_seat(game, hidden, place=2)
    return match


def text(client: Client, address: str) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode().split("\n")


def test_a_table_fits_a_chat_and_says_where_it_is_from(client: Client, match: Match):
    division = match.division
    league, page = division.season.league, f"/{division.season.league.slug}/{division.season.slug}/"
    lines = text(client, f"{page}{division.slug}/standings.txt")
    assert lines[0] == league.name
    assert lines[1].startswith(f"{division}, {division.season}, after week 1 of")
    assert lines[3].startswith(f"1. {match.home.name}: ")
    assert lines[5] == "All have played 1 match."
    assert lines[-2] == f"http://testserver{page}{division.slug}/standings/"
    before = text(client, f"{page}{division.slug}/standings.txt?as-of={NIGHT - datetime.timedelta(days=1)}")
    assert before[3] == "1. The Fleece: 0"


def test_a_match_names_only_who_may_be_named(client: Client, match: Match):
    league = match.division.season.league
    lines = text(client, f"/{league.slug}/matches/{match.public_id}/match.txt")
    assert lines[3].startswith("The Fleece 8")
    assert lines[6:8] == ["Table 1: 15–9", "Jack Hirst and A player v ?"]
    assert lines[8] == "Table 2: 12–15"


def test_a_match_that_waits_for_a_date_says_so(client: Client, match: Match):
    waits = a_match(match.division, week=2, date=None, postponed_from=NIGHT)
    lines = text(client, f"/{match.division.season.league.slug}/matches/{waits.public_id}/match.txt")
    assert lines[3:6] == ["The Fleece v The Shears", "", "no date yet"]


def test_results_are_those_of_a_night_or_a_month(client: Client, match: Match):
    division = match.division
    given = a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + datetime.timedelta(days=28))
    a_walkover(given, reason="snow")
    a_match(division, week=3, date=NIGHT + datetime.timedelta(days=60))
    page = f"/{division.season.league.slug}/{division.season.slug}/{division.slug}/"
    everything = text(client, f"{page}results.txt")
    assert everything[3].endswith("week 2")
    assert everything[4].endswith("The Fleece (walkover)")
    assert len(text(client, f"{page}results.txt?month=2027-01")) < len(everything)
    assert text(client, f"{page}results.txt?month=2026-05")[3] == "No result is in yet."
    assert any(line.startswith("The Fleece v The Shears") for line in text(client, f"{page}fixtures.txt"))
    assert client.get(f"{page}results.txt?night=yesterday").status_code == 404


def test_lists_of_people_and_cups_are_text_too(client: Client, match: Match):
    season = match.division.season
    cup = make_cup(season=season, name="Pairs", rules=CupRules(drawn_by=DrawnBy.BRACKET))
    for names in (("Zebedee Quarmby", "Jack Hirst"), ("Amy Pell", "Ann Lee"), ("A", "B")):
        enter_pair(cup=cup, names=names)
    draw_round(cup=cup, round_number=1, lot="two wet Thursdays", now=FRIDAY)
    league = f"/{season.league.slug}/"
    assert "Jack Hirst, The Fleece: won 1 of 1" in text(client, f"{league}players/list.txt")
    assert text(client, f"{league}{season.slug}/awards/list.txt")[1] == f"Awards, {season}"
    drawn = "\n".join(text(client, f"{league}cups/{cup.slug}.txt"))
    assert "A player & Jack Hirst" in drawn
    assert "Bye: " in drawn
    assert text(client, f"{league}honours/roll.txt")[3] == "Nothing is on it yet."


def test_a_player_and_a_pair_are_text_as_each_wishes_to_be_shown(client: Client, match: Match):
    season = match.division.season
    league = f"/{season.league.slug}/"
    game = match.scorecards.get().tables.get(number=2).games.get()
    jack = Player.objects.get(name="Jack Hirst")
    amy = a_player(match.home, "Amy Pell", season, shown=Player.Shown.INITIALS)
    a_seat(game, jack, place=1)
    a_seat(game, amy, place=2)
    lines = text(client, f"{league}players/{jack.public_id}.txt")
    assert lines[1] == "Jack Hirst"
    assert lines[3:5] == ["Plays for The Fleece", f"{season}: won 1 of 2, 27–24 on points"]
    assert {"A player: won 1 of 1, 15–9 on points", "A. P.: won 0 of 1, 12–15 on points"} < set(lines)
    assert "15–9 at home to The Shears, Thu 14 Jan 2027" in lines
    pair = text(client, f"{league}pairs/{jack.public_id}-{amy.public_id}.txt")
    assert pair[1:4] == ["Jack Hirst and A. P.", "", "Together won 0 of 1, 12–15 on points"]
    hidden = Player.objects.get(name="Zebedee Quarmby").public_id
    assert client.get(f"{league}players/{hidden}.txt").status_code == 404
    assert client.get(f"{league}pairs/{jack.public_id}-{hidden}.txt").status_code == 404


def test_records_and_all_time_tables_are_text(client: Client, match: Match):
    honours = f"/{match.division.season.league.slug}/honours/"
    records = text(client, f"{honours}records.txt")
    highest = next(line for line in records if line.startswith("Highest win at a table: 15–1 ("))
    assert highest.endswith("The Fleece, against The Shears, Thu 14 Jan 2027)")
    assert "Quarmby" not in "".join(records)
    table = text(client, f"{honours}all-time.txt")
    assert table[3] == "Teams"
    assert table[4].startswith("1. The Fleece: ")
    assert table[-4:-2] == ["1. Jack Hirst: won 1 of 1", ""]


def test_a_text_that_has_not_changed_is_not_sent_again(client: Client, match: Match):
    address = f"/{match.division.season.league.slug}/matches/{match.public_id}/match.txt"
    known = client.get(address)
    assert "no-cache" in known.headers["Cache-Control"]
    again = client.get(address, headers={"If-None-Match": known.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.head(address).status_code == 200
    assert f'href="{address}"' in client.get(address.removesuffix("match.txt")).content.decode()


def test_what_a_text_asks_does_not_grow(client: Client, match: Match, django_assert_max_num_queries):
    division = match.division
    for week in range(2, 8):
        a_match(division, week=week, date=NIGHT + datetime.timedelta(days=7 * week))
    page = f"/{division.season.league.slug}/{division.season.slug}/{division.slug}/"
    with django_assert_max_num_queries(5):
        client.get(f"{page}standings.txt")
    with django_assert_max_num_queries(7):
        client.get(f"{page}fixtures.txt")
