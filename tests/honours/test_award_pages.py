"""A season's awards and pairs in public, reckoned as they say."""

import pytest
from django.test import Client

from league.models import HandResult, Match, Player
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_player, a_seat
from tests.examples import sampled
from tests.reading import markup, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    """The Fleece's pair wins to nil with a jack hung; a second match of it is lost."""
    division = a_division(teams=2)
    first = a_match(division)
    second = a_match(division, "The Shears", "The Fleece", date=NIGHT + WEEK)
    pair = [a_player(first.home, name, division.season) for name in ("Zoë Brontë", "Jack Hirst")]
    third = a_player(first.home, "Norman Ackerley", division.season, shown=Player.Shown.HIDDEN)
    won, other = (table.games.get() for table in a_card(first, (15, 0), (15, 9)).tables.all())
    lost = a_card(second, (15, 12)).tables.get().games.get()
    for place, player in enumerate(pair, 1):
        a_seat(won, player, place=place)
        a_seat(lost, player, side="a", place=place)
    a_seat(other, third)
    HandResult.objects.create(game=won, number=1, high="h", low="h", jack="h", game_point="h", hung=True)
    return first


def awards(match: Match) -> str:
    season = match.division.season
    return f"/{season.league.slug}/{season.slug}/awards/"


def test_each_award_has_its_places_its_figures_and_how_it_was_reckoned(client: Client, match):
    page = words(client.get(f"{awards(match)}?from=1"))
    assert "Best pair" in page
    assert "won 1 of 2, 27 to 15" in page
    assert "Highest share of games won. If level: more games won" in page
    assert "hung 1, lost 0" in page
    assert "1 of 1 hands" in page
    assert "1 of 2 won to nil" in page
    assert "In 3 of 3 games not every seat has a name." in page
    assert "Of 2 of 3 games no hands are recorded." in page


def test_who_did_better_but_played_too_little_is_named_with_the_reason(client, match):
    page = words(client.get(f"{awards(match)}?from=2"))
    assert "Better, but played too little: A player (won 1 of 1, 15 to 9; played one match; two are" in page


def test_nobody_has_played_enough_for_what_is_usual(client, match):
    assert "Nobody has played enough yet." in words(client.get(awards(match)))


def test_pairs_stand_with_what_they_did_together(client, match):
    page = words(client.get(awards(match)))
    assert "Jack Hirst and Zoë Brontë" in page or "Zoë Brontë and Jack Hirst" in page
    assert "27–15" in page


def test_who_is_hidden_is_hidden_among_the_awards(client, match):
    assert "Ackerley" not in markup(client.get(f"{awards(match)}?from=0"))


@pytest.mark.parametrize("asked", sampled(["", "x", "-1", "999", "٣"], each=3))
def test_what_is_no_number_asks_for_what_is_usual(client, match, asked):
    assert 'value="5"' in markup(client.get(f"{awards(match)}?from={asked}"))


def test_a_season_there_is_not_has_no_awards(client, match):
    assert client.get(f"/{match.division.season.league.slug}/1974-75/awards/").status_code == 404


def test_the_awards_take_as_many_queries_late_in_the_season(client, match, django_assert_num_queries):
    """The league, the role; seasons, rule book with them; games, seats, hands; players, teams."""
    for week in range(2, 6):
        later = a_match(match.division, week=week, date=NIGHT + week * WEEK)
        a_seat(a_card(later, (15, 3)).tables.get().games.get(), Player.objects.get(name="Jack Hirst"))
    with django_assert_num_queries(7):
        client.get(awards(match))
