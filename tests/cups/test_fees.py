"""Entry fees: teams by the ledger, given back if they leave before the draw; pairs at the door."""

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.rules import CupRules
from league.cups.services.cups import delete_cup, draw_round, enter_pair, enter_teams, make_cup, set_fee
from league.models import Charge, Cup
from league.shared.errors import Refused
from tests.builders import CAST, FRIDAY, a_season, a_secretary, a_team
from tests.reading import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup() -> Cup:
    return make_cup(season=a_season(), name="Knock-out Cup", rules=CupRules())


@pytest.fixture
def secretary(client: Client, cup: Cup) -> Client:
    client.force_login(a_secretary(cup.season.league))
    return client


def kept(cup: Cup) -> str:
    return reverse("keep-cup", args=[cup.season.league.slug, cup.public_id])


def owed() -> list[tuple[str, int]]:
    return sorted(Charge.objects.in_force().values_list("team__name", "pence"))


def test_a_team_is_charged_when_it_enters_and_gets_it_back_before_the_draw(
    secretary: Client, cup: Cup
) -> None:
    league = cup.season.league
    first, second, third = (a_team(league, name) for name in CAST[:3])
    enter_teams(cup=cup, teams=[first])
    secretary.post(kept(cup), {"fee": "", "pounds": "5"})
    assert owed() == [(first.name, 500)]
    enter_teams(cup=cup, teams=[second, third])
    secretary.post(kept(cup), {"fee": "", "pounds": "7.50"})
    assert owed() == sorted((team.name, 750) for team in (first, second, third))
    secretary.post(kept(cup), {"strike": "", "number": "2"})
    assert owed() == sorted((team.name, 750) for team in (first, third))
    assert "An entry costs £7.50." in words(secretary.get(reverse("cup", args=[league.slug, cup.slug])))
    draw_round(cup=cup, round_number=1, lot="a lot", now=FRIDAY)
    cup.refresh_from_db()
    with pytest.raises(Refused):
        set_fee(cup=cup, pence=100, by=None)
    assert len(owed()) == 2
    assert Charge.objects.get(team=second, pence=750).reason.endswith("left before the draw")


def test_a_cup_that_is_deleted_costs_nothing(cup: Cup) -> None:
    set_fee(cup=cup, pence=500, by=None)
    enter_teams(cup=cup, teams=[a_team(cup.season.league, name) for name in CAST[:2]])
    assert len(owed()) == 2
    delete_cup(cup=cup)
    assert owed() == []


def test_pairs_are_ticked_at_the_door(secretary: Client, cup: Cup) -> None:
    set_fee(cup=cup, pence=300, by=None)
    for number in range(3):
        enter_pair(cup=cup, names=(f"Ann {number}", f"Bob {number}"))
    assert owed() == []
    assert secretary.post(kept(cup), {"paid": "", "pairs": ["1", "3"]}).status_code == 303
    assert "2 of 3 paid: £6.00" in words(secretary.get(kept(cup)))
    assert secretary.post(kept(cup), {"paid": "", "pairs": ["2", "9"]}).status_code == 422
