"""Whatever is typed into the workbench, or asked of its lists, gets a sentence and never a broken page."""

from urllib.parse import urlencode

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from league.models import (
    Division,
    Enrolment,
    League,
    Match,
    Player,
    Pub,
    Registration,
    Ruling,
    Scorecard,
    Team,
    User,
)
from tests.builders import a_division, a_match, a_player, a_withdrawal
from tests.examples import sampled
from tests.reading import Fields, markup

pytestmark = pytest.mark.django_db

EDITED = (League, Division, Enrolment, Pub, Team, Player, Registration, User)
GARBAGE_VALUES = [
    pytest.param("a\x00b", id="nul"),
    pytest.param("9" * 30, id="past every integer", marks=pytest.mark.slow),
    pytest.param("", id="nothing", marks=pytest.mark.slow),
    pytest.param("²", id="raised figure", marks=pytest.mark.slow),
]


@pytest.fixture
def league(db: None) -> League:
    """One of everything; the rule book is not frozen, because nothing is confirmed yet."""
    division = a_division(teams=3)
    match = a_match(division)
    a_player(match.home, season=division.season)
    a_withdrawal(division, "Packhorse & Drover")
    return division.season.league


@pytest.fixture
def administrator(league: League, client: Client) -> User:
    user = User.objects.create_superuser("admin", password="password")
    client.force_login(user)
    return user


def page_of(model: type[models.Model], what: str, *arguments: object) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{what}", args=arguments)


def send(client: Client, page: str, fields: dict[str, str]) -> int:
    body = urlencode(fields, errors="surrogatepass")
    return client.post(page, body, content_type="application/x-www-form-urlencoded").status_code


@pytest.mark.parametrize("garbage", sampled(GARBAGE_VALUES, each=10))
@pytest.mark.parametrize("model", sampled(EDITED, each=4))
def test_garbage_in_the_fields_of_the_workbench(client, league, administrator, model, garbage):
    """In all of them at once; then, where something stands already, in one at a time beside it."""
    add, change = page_of(model, "add"), page_of(model, "change", model._default_manager.latest("pk").pk)
    for page in (add, change):
        stands = Fields(markup(client.get(page))).found
        mine = [name for name in stands if not name.startswith(("_", "csrf")) and "_FORMS" not in name]
        alone = mine if page == change else ()
        for slip in [dict.fromkeys(mine, garbage), *({name: garbage} for name in alone)]:
            status = send(client, page, stands | slip)
            assert status in {200, 303, 404}, f"{page} {list(slip)}: {status}"


@pytest.mark.parametrize(
    "asked",
    sampled(
        [
            "kind=%00",
            "shown__exact=%00",
            "date__year=9999999999999999999",
            "q=%00",
            "q=%ED%A0%80",
            "p=9999999999999999999",
            "p=%C2%B2",
            "o=x.9.-99999",
            "date__year=99999",
        ],
        each=6,
    ),
)
@pytest.mark.parametrize("model", [Match, Player, Ruling, User, Scorecard])
def test_garbage_asked_of_a_list(client, league, administrator, model, asked):
    assert client.get(f"{page_of(model, 'changelist')}?{asked}").status_code in {200, 303, 400}


@pytest.mark.parametrize("key", sampled(["x", "a\x00", "9" * 30, "²"], each=2))
@pytest.mark.parametrize("model", [Team, User])
def test_rows_chosen_that_are_none(client, league, administrator, model, key):
    chosen = {"action": "delete_selected", "_selected_action": key, "post": "yes"}
    assert client.post(page_of(model, "changelist"), chosen).status_code == 400
    assert (Team.objects.count(), User.objects.count()) == (3, 1)


@pytest.mark.parametrize("term", sampled(["\x00", "fle\x00ece", "²", "x" * 5000], each=3))
def test_garbage_looked_up_as_one_types(client, league, administrator, term):
    asked = {"app_label": "league", "model_name": "registration", "field_name": "team", "term": term}
    assert client.get(reverse("admin:autocomplete"), asked).status_code == 200


@pytest.mark.parametrize("lookup", ["decided_by__password__startswith", "team__league__name", "pk__in"])
def test_a_list_is_not_asked_about_other_peoples_rows(client, league, administrator, lookup):
    """Else a password's hash could be guessed letter by letter."""
    assert client.get(f"{page_of(Ruling, 'changelist')}?{lookup}=pbkdf2").status_code in {303, 400}
