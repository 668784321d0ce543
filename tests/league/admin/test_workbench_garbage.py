"""Whatever is typed into the workbench, or asked of its lists, gets a sentence and never a broken page."""

from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest
from django.db import models
from django.test import Client
from django.urls import reverse

from league.models import (
    Division,
    Enrolment,
    Hand,
    League,
    Match,
    Player,
    Pub,
    Registration,
    RuleBook,
    Ruling,
    Scorecard,
    Season,
    Team,
    User,
)
from tests.builders import a_division, a_match, a_player, a_withdrawal

pytestmark = pytest.mark.django_db

EDITED = (League, Season, RuleBook, Division, Enrolment, Pub, Team, Player, Registration, Match, Ruling, User)
GARBAGE = {
    "nothing": "",
    "nul": "a\x00b",
    "past every integer": "9" * 30,
    "raised figure": "²",
}
JSON = {
    "a number": "5",
    "nothing": "null",
    "lists in a list": "[[]]",
    "lists without end": "[" * 5000,
    "no numbers": "[NaN, 1e999]",
    "no such numbers": "[-1, 99999]",
    "half a game": "[1.5, true]",
    "words": '["x", "score_for"]',
    "lists by name": '{"throw_in": [1], "target": {}}',
    "a game without end": '{"fixed_hands": 999999999, "target": 99999}',
}


class Fields(HTMLParser):
    """The fields of a page's main form with what stands in them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: dict[str, str] = {}
        self._select = self._area = ""
        self._is_inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        name = said.get("name") or ""
        if tag == "form":
            self._is_inside = (said.get("id") or "").endswith("_form")
        if not self._is_inside or "__prefix__" in name:
            return
        if tag == "input" and name and said.get("type") not in {"checkbox", "radio", "submit"}:
            self.found[name] = said.get("value") or ""
        elif tag == "input" and name and "checked" in said:
            self.found[name] = said.get("value") or "on"
        elif tag == "select":
            self._select = name
            self.found[name] = ""
        elif tag == "option" and self._select and "selected" in said:
            self.found[self._select] = said.get("value") or ""
        elif tag == "textarea":
            self._area = name
            self.found[name] = ""

    def handle_data(self, data: str) -> None:
        if self._area:
            self.found[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._area = ""
        elif tag == "select":
            self._select = ""


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


@pytest.mark.parametrize("garbage", GARBAGE.values(), ids=GARBAGE)
@pytest.mark.parametrize("model", EDITED)
def test_garbage_in_the_fields_of_the_workbench(client, league, administrator, model, garbage):
    """In all of them at once, then in one at a time beside what stands there."""
    for page in (page_of(model, "add"), page_of(model, "change", model._default_manager.latest("pk").pk)):
        stands = Fields(client.get(page).content.decode()).found
        mine = [name for name in stands if not name.startswith(("_", "csrf")) and "_FORMS" not in name]
        for slip in [dict.fromkeys(mine, garbage), *({name: garbage} for name in mine)]:
            status = send(client, page, stands | slip)
            assert status in {200, 303, 404}, f"{page} {list(slip)}: {status}"


@pytest.mark.parametrize("garbage", JSON.values(), ids=JSON)
@pytest.mark.parametrize("field", ["options", "games_at_each_table", "tie_breaks"])
def test_a_rule_book_of_garbage(client, league, administrator, field, garbage):
    page = page_of(RuleBook, "add")
    stands = Fields(client.get(page).content.decode()).found
    answer = client.post(page, stands | {field: garbage})
    is_nothing = garbage == "null"
    assert answer.status_code == (303 if is_nothing else 200)
    assert is_nothing or "errorlist" in answer.content.decode()


@pytest.mark.parametrize(
    ("field", "number"),
    [("tables", 32767), ("games_a_table", 32767), ("players_a_side", 32767), ("target", 32767)],
)
def test_a_match_that_no_sheet_could_hold(client, league, administrator, field, number):
    page = page_of(RuleBook, "add")
    stands = Fields(client.get(page).content.decode()).found
    assert "at most" in client.post(page, stands | {field: str(number)}).content.decode()


def test_a_match_of_many_hands_in_all(client, league, administrator):
    page = page_of(RuleBook, "add")
    stands = Fields(client.get(page).content.decode()).found
    answer = client.post(page, stands | {"tables": "20", "games_a_table": "25"})
    assert "a sheet has room for 1000" in answer.content.decode()


@pytest.mark.parametrize(
    "asked",
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
)
@pytest.mark.parametrize("model", [Match, Player, Ruling, User, Scorecard, Hand])
def test_garbage_asked_of_a_list(client, league, administrator, model, asked):
    assert client.get(f"{page_of(model, 'changelist')}?{asked}").status_code in {200, 303, 400}


@pytest.mark.parametrize("key", ["x", "a\x00", "9" * 30, "²"])
@pytest.mark.parametrize("model", [Match, User])
def test_rows_chosen_that_are_none(client, league, administrator, model, key):
    chosen = {"action": "delete_selected", "_selected_action": key, "post": "yes"}
    assert client.post(page_of(model, "changelist"), chosen).status_code == 400
    assert Match.objects.count() == User.objects.count() == 1


@pytest.mark.parametrize("term", ["\x00", "fle\x00ece", "²", "x" * 5000])
def test_garbage_looked_up_as_one_types(client, league, administrator, term):
    asked = {"app_label": "league", "model_name": "registration", "field_name": "team", "term": term}
    assert client.get(reverse("admin:autocomplete"), asked).status_code == 200


@pytest.mark.parametrize("lookup", ["decided_by__password__startswith", "team__league__name", "pk__in"])
def test_a_list_is_not_asked_about_other_peoples_rows(client, league, administrator, lookup):
    """Else a password's hash could be guessed letter by letter."""
    assert client.get(f"{page_of(Ruling, 'changelist')}?{lookup}=pbkdf2").status_code in {303, 400}
