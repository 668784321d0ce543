"""The rules on the site: the family, each game, and what a league plays by."""

import datetime
from dataclasses import replace

import pytest
from django.core.exceptions import ValidationError

from league.models import RuleBook
from scoring import variants
from tests.builders import a_league, a_match, a_season
from tests.examples import sampled
from tests.reading import heading, markup, tables_read, words

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"


def test_every_game_of_the_family_is_compared_and_leads_to_its_rules(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get("/rules/")
    for variant in variants.ALL:
        assert f'href="/rules/{variant.name}/"' in markup(page)
    assert "Game Players Trumps Played to" in words(page)
    assert "Trinidad All Fours Four or two Turned up 14 Who was dealt it 3 Nobody" in words(page)


@pytest.mark.parametrize("game", sampled(variants.names(), each=3))
def test_every_game_has_its_rules_with_their_sources(client, game, django_assert_num_queries):
    with django_assert_num_queries(0):
        page = client.get(f"/rules/{game}/")
    assert page.status_code == 200
    for source in variants.get(game).sources:
        assert f"{source}." in words(page)


def test_a_game_is_compared_with_another(client):
    page = words(client.get("/rules/lancashire/", {"beside": "west_yorkshire"}))
    assert "Low, one point, to the side that wins the trick with the lowest trump in play. differs" in page
    assert "If the highest counts are level, nobody scores Game. differs" not in page
    assert "nobody scores Game. (the sources are silent; as elsewhere in the family)" in page
    assert "differs" not in words(client.get("/rules/lancashire/", {"beside": ""}))


@pytest.mark.parametrize(
    "address", ["/rules/whist/", "/rules/pitch/?beside=whist", "/rules/pitch/?beside=%00"]
)
def test_a_game_nobody_knows_is_not_found(client, address):
    assert client.get(address).status_code == 404


def test_a_league_shows_its_match_its_points_and_its_game(client, django_assert_num_queries):
    a_season()
    with django_assert_num_queries(3) as asked:
        page = client.get(f"{LEAGUE}rules/")
    assert tables_read(asked) == ["league_league", "league_season", "league_rulebook"]
    page_text = words(page)
    assert "Season 2026-27: Heckmondwike league: 4 tables, one game each to 15." in page_text
    assert (
        "A match is four tables, two players a side at each. The tables play one game each, to 15."
        in page_text
    )
    assert "A table won gives two points." in page_text
    assert "gets two points; if they are level, each side gets one point." in page_text
    assert "separated by score difference, then by score for." in page_text
    assert "Four play in two sides of two" in page_text
    assert "house rule" not in page_text
    assert "House rules" not in page_text


def test_the_rules_ask_no_more_with_more_seasons(client, django_assert_num_queries):
    league = a_league()
    for year in range(2000, 2026):
        a_season(
            league,
            str(year),
            starts_on=datetime.date(year, 9, 1),
            ends_on=datetime.date(year + 1, 4, 1),
            is_finished=True,
        )
    with django_assert_num_queries(3):
        assert "Season 2025:" in words(client.get(f"{LEAGUE}rules/"))


def test_house_rules_are_in_force_on_the_leagues_page_marked_and_listed(client):
    book = RuleBook.objects.create(
        variant="trinidad", target=21, options={"hang_jack": 6, "turnup_scores": {"A": 1, "2": 2}}
    )
    a_season(rule_book=book)
    page_text = words(client.get(f"{LEAGUE}rules/"))
    assert "A jack won from another side is hanged, and scores six instead. house rule" in page_text
    assert "one point for an ace and two points for a two. house rule" in page_text
    assert "Played to: 21 (otherwise 14)." in page_text
    assert "all else is as Trinidad All Fours has it" in page_text


def test_a_league_of_don_reads_the_rules_of_its_game_and_enters_its_hands(client):
    book = RuleBook.objects.create(variant="nine_card_don", target=121)
    a_season(rule_book=book)
    page_text = words(client.get(f"{LEAGUE}rules/"))
    assert "A game is played to 121. house rule" in page_text
    assert "Game, eight points, to the side whose tricks count most." in page_text
    assert book.has_hands


def test_an_old_season_has_its_own_rules(client):
    season = a_season()
    a_season(
        season.league,
        "1999",
        starts_on=datetime.date(1999, 9, 1),
        ends_on=datetime.date(2000, 4, 1),
        rule_book=RuleBook.objects.create(target=11),
        is_finished=True,
    )
    assert "Season 1999: Heckmondwike league: 4 tables, one game each to 11." in words(
        client.get(f"{LEAGUE}rules/?season=1999")
    )
    assert client.get(f"{LEAGUE}rules/?season=1901").status_code == 404


def test_a_league_without_a_season_leads_to_the_family(client):
    a_league()
    page = client.get(f"{LEAGUE}rules/")
    assert "The league has no season yet" in words(page)
    assert 'href="/three-valleys-all-fours-league/rules/games/"' in markup(page)


def test_the_rules_are_linked_from_every_page_of_a_league_from_matches_and_from_help(client):
    match = a_match()
    assert f'href="{LEAGUE}rules/"' in markup(client.get(f"{LEAGUE}pubs/"))
    page = markup(client.get(f"{LEAGUE}matches/{match.public_id}/"))
    assert f'href="{LEAGUE}rules/?season=2026-27"' in page
    assert 'href="/rules/"' in markup(client.get("/help/"))


def test_a_page_still_right_is_not_sent_again(client):
    a_season()
    first = client.get(f"{LEAGUE}rules/")
    assert client.get(f"{LEAGUE}rules/", headers={"If-None-Match": first["ETag"]}).status_code == 304


def test_the_heading_of_a_game_is_its_title(client):
    assert heading(client.get("/rules/cotton/")) == "All-Fours, 1674"


def test_no_league_takes_the_address_of_the_rules():
    league = a_league()
    league.slug = "rules"
    with pytest.raises(ValidationError, match="“rules” is an address of the site itself"):
        league.full_clean()


def test_the_rules_of_a_season_are_those_its_sheets_are_checked_by(client):
    """A rule book for two a table at a game for four, two or six tells the rules of four."""
    book = RuleBook.objects.create(variant="west_yorkshire", target=11)
    a_season(rule_book=book)
    assert "Four play. Four play in two sides" in words(client.get(f"{LEAGUE}rules/"))
    assert book.rules() == replace(variants.get("west_yorkshire").rules, target_with=())
