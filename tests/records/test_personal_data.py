"""Everything held about a person: as page, as file, and complete."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.services.links import issue_link
from league.history.services.rows import referrers
from league.models import CaptainPin, Game, Notice, Photograph, Player
from league.records.selectors.mentions import paths_to_league, searched_models
from league.records.selectors.personal_data import EXCUSED, RELATIONS, personal_data
from tests.builders import (
    FRIDAY,
    a_captain,
    a_card,
    a_division,
    a_match,
    a_player,
    a_seat,
    a_secretary,
    a_walkover,
    an_account,
)
from tests.reading import words

pytestmark = pytest.mark.django_db

NAME = "Wilfred Nobody"
EMAIL = "wilfred@nobody.example"


@pytest.fixture
def player() -> Player:
    """A captain who has played, with an account, a letter, a photograph, and words about them."""
    division = a_division(teams=0)
    match = a_match(division)
    card = a_card(match, (15, 9), remarks="W. Nobody went home after the first game.")
    player = a_player(match.home, NAME, division.season)
    a_seat(Game.objects.get(table__scorecard=card), player)
    captain = a_captain(division, "The Fleece", name=NAME, email=EMAIL, phone="01924 000000")
    account = an_account(match.home.league, "scorer", "wilf")
    issue_link(enrolment=captain, by=account, now=FRIDAY)
    CaptainPin.objects.create(enrolment=captain, digest="slow-digest", set_for=NAME, set_at=FRIDAY)
    account.first_name, account.last_name, account.email = "Wilfred", "Nobody", EMAIL
    account.save()
    Notice.objects.create(
        league=match.home.league, kind="chase", to=EMAIL, subject="Result", body="Dear W.", wanted_at=FRIDAY
    )
    Photograph.objects.create(match=match, received_at=FRIDAY, jpeg=b"\xff\xd8", width=3, height=2)
    a_walkover(a_match(division, week=2), reason=f"wilfred  NOBODY was ill {'and so on ' * 8}")
    return player


def test_the_page_shows_what_is_held_and_never_a_secret(client: Client, player: Player) -> None:
    client.force_login(a_secretary(player.league))
    page = words(client.get(f"/{player.league.slug}/secretary/players/{player.public_id}/personal-data/"))
    for part in (NAME, EMAIL, "01924 000000", "Links issued", "PIN", "wilf", "Dear W.",
                 "W. Nobody went home", "wilfred NOBODY was ill", "Photographs of score sheets"):  # fmt: skip
        assert part in page
    assert "slow-digest" not in page


def test_the_file_holds_what_the_page_shows(client: Client, player: Player) -> None:
    client.force_login(a_secretary(player.league))
    address = f"/{player.league.slug}/secretary/players/{player.public_id}/personal-data.json"
    answer = client.get(address)
    held = answer.json()["held"]
    assert held["Games played"] == [
        {
            "Date": "2027-01-14",
            "Match": "The Fleece v The Shears",
            "Season": "2026-27",
            "Table": 1,
            "Game": 1,
        }
    ]
    assert list(held) == [section.title for section in personal_data(player).sections]
    assert "attachment" in answer["Content-Disposition"]


def test_a_namesake_keeps_what_is_theirs(player: Player) -> None:
    home = player.registrations.get().team
    a_player(home, NAME, told_apart_by="junior")
    data = personal_data(player)
    assert data.person.has_namesake
    assert data.mentions == ()
    assert {"Accounts", "Messages sent to them"}.isdisjoint(section.title for section in data.sections)


def test_every_relation_to_a_player_is_shown_or_excused() -> None:
    relations = {(relation.related_model, relation.field.name) for relation in referrers(Player)}
    assert relations == set(RELATIONS) | set(EXCUSED)


def test_every_text_of_a_league_is_searched() -> None:
    searched = [model for model in searched_models() if model._meta.app_label == "league"]
    assert [model for model in searched if not paths_to_league(model)] == []


def test_the_number_of_queries_does_not_grow(player: Player) -> None:
    before = queries_of(player)
    division = player.registrations.get().season.divisions.get()
    for week in range(3, 9):
        card = a_card(a_match(division, week=week, postponed_because=f"{NAME} is ill"), (15, 9))
        a_seat(Game.objects.get(table__scorecard=card), player)
    assert queries_of(player) == before


def queries_of(player: Player) -> int:
    with CaptureQueriesContext(connection) as queries:
        personal_data(Player.objects.select_related("league").get(pk=player.pk))
    return len(queries)
