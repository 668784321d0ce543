"""Everything held about a person: as page, as file, and complete."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.history.services.rows import referrers
from league.models import Game, Player
from league.records.selectors.mentions import paths_to_league, searched_models
from league.records.selectors.personal_data import EXCUSED, RELATIONS, personal_data
from tests.builders import a_card, a_match, a_player, a_seat, a_secretary
from tests.reading import words
from tests.records.personal_world import EMAIL, NAME, a_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def player() -> Player:
    return a_person()


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


def test_a_minor_is_hidden_until_the_secretary_shows_them(client: Client, player: Player) -> None:
    client.force_login(a_secretary(player.league))
    address = f"/{player.league.slug}/secretary/players/{player.public_id}/"

    def save(**typed: str) -> str:
        opened = client.get(address).context["describe"]["opened"].value()
        sent = {"name": NAME, "told_apart_by": "", "opened": opened, "describe": "yes"}
        client.post(address, sent | typed)
        player.refresh_from_db()
        return player.shown

    eighteen = timezone.localdate().replace(day=1) - datetime.timedelta(days=19 * 366)
    minor = timezone.localdate().replace(day=1) - datetime.timedelta(days=17 * 365)
    assert save(shown="full", born_on=eighteen.isoformat()) == Player.Shown.FULL
    assert save(shown="full", born_on=minor.isoformat()) == Player.Shown.HIDDEN
    assert save(shown="initials", born_on=minor.isoformat()) == Player.Shown.INITIALS


def test_a_namesake_keeps_what_is_theirs(player: Player) -> None:
    home = player.registrations.get().team
    a_player(home, NAME, told_apart_by="junior")
    data = personal_data(player)
    assert data.person.has_namesake
    assert data.mentions == ()
    assert {"Accounts", "Messages sent to them"}.isdisjoint(section.title for section in data.sections)


@pytest.mark.slow
def test_games_stand_by_date_and_a_message_once(player: Player) -> None:
    division = player.registrations.get().season.divisions.get()
    earlier = a_match(division, week=9, date=datetime.date(2026, 11, 5))
    a_seat(Game.objects.get(table__scorecard=a_card(earlier, (15, 9))), player)
    data = personal_data(player)
    sections = {section.title: section.rows for section in data.sections}
    assert [f"{row['Date']:%d %b}" for row in sections["Games played"]] == ["05 Nov", "14 Jan"]
    assert len(sections["Messages sent to them"]) == 1
    assert "Notice" not in {mention.kind for mention in data.mentions}


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
