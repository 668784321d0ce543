"""The workbench: each secretary's own league and no other; results only to look at."""

from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.demo.services import load_demo
from league.models import (
    Division,
    Enrolment,
    League,
    LeagueRole,
    Match,
    Player,
    Pub,
    Registration,
    Ruling,
    Scorecard,
    Season,
    Team,
    User,
)
from tests.builders import (
    NIGHT,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_season,
    a_secretary,
    a_walkover,
    an_account,
    an_enrolment,
)
from tests.examples import sampled

pytestmark = pytest.mark.django_db

RESULTS = (Match, Ruling, Scorecard)
WORK = (League, Pub, Team, Player, Registration, Season, Division, Enrolment)
EVENING = datetime(2027, 1, 14, 22, 0, tzinfo=UTC)


def a_played_match(
    league: League, home: str = "The Fleece", away: str = "The Shears", **fields: Any
) -> Match:
    """A match with a result, a registered player and a walkover."""
    division = Division.objects.filter(season__league=league).first() or a_division(a_season(league))
    match = a_match(division, home, away, **fields)
    a_card(match, (15, 11))
    a_player(match.home, f"Jack Hirst of {home}", division.season)
    a_walkover(match, table=2)
    return match


@pytest.fixture
def match() -> Match:
    return a_played_match(a_league())


@pytest.fixture
def secretary(match: Match) -> Client:
    """The secretary of the league of the match, signed in."""
    return signed_in(staff(a_secretary(match.division.season.league)))


@pytest.fixture
def administrator() -> Client:
    return signed_in(User.objects.create_superuser("administrator", password="password"))


def staff(user: User) -> User:
    user.is_staff = True
    user.save()
    return user


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def page(model: type[Model], what: str, *of: Any) -> str:
    return reverse(f"admin:league_{model._meta.model_name}_{what}", args=of)


# --- Results are looked at -------------------------------------------------------------------


@pytest.mark.parametrize("model", sampled(RESULTS, each=10))
@pytest.mark.parametrize("who", ["administrator", "secretary"])
def test_nobody_changes_a_result_here(
    model: type[Model], who: str, match: Match, request: pytest.FixtureRequest
) -> None:
    client: Client = request.getfixturevalue(who)
    row = model._default_manager.get()
    before = model._default_manager.values().get()
    changed = dict.fromkeys(before, "7")
    assert client.get(page(model, "changelist")).status_code == 200
    assert client.get(page(model, "change", row.pk)).status_code == 200
    assert client.post(page(model, "change", row.pk), changed).status_code == 403
    assert client.post(page(model, "add"), changed).status_code == 403
    assert client.post(page(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    delete = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    client.post(page(model, "changelist"), delete)
    assert model._default_manager.values().get() == before


@pytest.mark.parametrize("model", sampled(RESULTS, each=4))
def test_every_result_leads_to_the_page_that_corrects_it(
    model: type[Model], match: Match, secretary: Client
) -> None:
    address = reverse("match-entry", args=[match.division.season.league.slug, match.public_id])
    for where in (page(model, "changelist"), page(model, "change", model._default_manager.get().pk)):
        assert f'href="{address}"' in secretary.get(where).text


@pytest.mark.parametrize("who", sampled(["administrator", "secretary"], each=2))
def test_nothing_that_results_hang_on_can_be_deleted(
    who: str, match: Match, request: pytest.FixtureRequest
) -> None:
    client: Client = request.getfixturevalue(who)
    things = (match, match.division, match.division.season, match.home)
    for thing in things:
        client.post(page(type(thing), "delete", thing.pk), {"post": "yes"})
        delete = {"action": "delete_selected", "_selected_action": [thing.pk], "post": "yes"}
        client.post(page(type(thing), "changelist"), delete)
        assert type(thing)._default_manager.filter(pk=thing.pk).exists()
    assert Scorecard.objects.exists()


def test_drafts_are_not_on_the_workbench() -> None:
    assert {model.__name__ for model in admin.site._registry} == {
        model.__name__ for model in (*RESULTS, *WORK, User)
    }


# --- Each his own league ---------------------------------------------------------------------


@pytest.mark.parametrize("model", sampled([*RESULTS, *WORK], each=3))
def test_another_league_is_invisible(model: type[Model], match: Match, secretary: Client) -> None:
    theirs = a_played_match(a_league("Far Side League"), "The Whistling Ginnel", "The Black Labrador")
    rows = model._default_manager.order_by("pk")
    own, foreign = rows[0], rows[rows.count() - 1]
    listed = secretary.get(page(model, "changelist")).text
    assert page(model, "change", own.pk) in listed
    assert page(model, "change", foreign.pk) not in listed
    for name in ("Far Side", "Whistling", "Labrador"):
        assert name not in listed
    for what in ("change", "delete", "history"):
        answer = secretary.get(page(model, what, foreign.pk))
        assert answer.status_code in (HTTPStatus.SEE_OTHER, HTTPStatus.FORBIDDEN)
        assert answer.get("Location", reverse("admin:index")) == reverse("admin:index")
    assert theirs.home.name == "The Whistling Ginnel"


@pytest.mark.parametrize("model", sampled([Pub, Team, Player, Registration, Division, Enrolment], each=3))
def test_nothing_of_another_league_can_be_chosen(model: type[Model], match: Match, secretary: Client) -> None:
    a_played_match(a_league("Far Side League"), "The Whistling Ginnel", "The Black Labrador")
    shown = secretary.get(page(model, "add")).text
    shown += secretary.get(page(model, "change", model._default_manager.order_by("pk")[0].pk)).text
    for name in ("Far Side", "Whistling", "Labrador"):
        assert name not in shown


def test_suggestions_while_typing_are_of_the_own_league(match: Match, secretary: Client) -> None:
    a_played_match(a_league("Far Side League"), "The Whistling Ginnel", "The Fleece")
    asked = {"app_label": "league", "model_name": "enrolment", "field_name": "team", "term": "the"}
    found = secretary.get(reverse("admin:autocomplete"), asked).json()["results"]
    assert [team["text"] for team in found] == ["The Fleece", "The Shears"]
    assert found[0]["id"] == str(match.home.pk)


def test_a_team_of_another_league_is_refused_though_its_key_is_sent(match: Match, secretary: Client) -> None:
    theirs = a_played_match(a_league("Far Side League"), "The Whistling Ginnel", "The Black Labrador")
    answer = secretary.post(page(Enrolment, "add"), {"division": match.division.pk, "team": theirs.home.pk})
    assert "not one of the available choices" in answer.text
    assert Enrolment.objects.filter(division=match.division).count() == 2


def test_the_administrator_sees_every_league(administrator: Client) -> None:
    for name in ("Near Side League", "Far Side League"):
        a_league(name)
    listed = administrator.get(page(League, "changelist")).text
    assert "Near Side League" in listed
    assert "Far Side League" in listed


def test_staff_who_keep_no_league_see_nothing(match: Match) -> None:
    client = signed_in(staff(User.objects.create_user("helper")))
    for model in (*RESULTS, *WORK, User):
        assert client.get(page(model, "changelist")).status_code == 403
    assert "don’t have permission" in client.get(reverse("admin:index")).text


def test_only_staff_come_in(match: Match) -> None:
    client = signed_in(a_secretary(match.division.season.league))
    assert client.get(reverse("admin:index")).status_code == HTTPStatus.SEE_OTHER


def test_accounts_and_roles_are_the_administrators(match: Match, secretary: Client) -> None:
    league = match.division.season.league
    assert secretary.get(page(User, "changelist")).status_code == 403
    assert secretary.get(page(League, "add")).status_code == 403
    other = User.objects.create_user("other")
    form = {
        "name": league.name,
        "time_zone": league.time_zone,
        "about": "",
        "roles-TOTAL_FORMS": 1,
        "roles-INITIAL_FORMS": 0,
        "roles-0-user": other.pk,
        "roles-0-role": "owner",
    }
    secretary.post(page(League, "change", league.pk), form)
    assert not other.league_roles.exists()


def test_the_administrator_makes_a_secretary(match: Match, administrator: Client) -> None:
    league = match.division.season.league
    other = User.objects.create_user("other")
    form = {
        "name": league.name,
        "time_zone": league.time_zone,
        "about": "",
        "roles-TOTAL_FORMS": 1,
        "roles-INITIAL_FORMS": 0,
        "roles-0-user": other.pk,
        "roles-0-role": "secretary",
    }
    assert administrator.post(page(League, "change", league.pk), form).status_code == HTTPStatus.SEE_OTHER
    assert other.league_roles.get().league == league


# --- The work --------------------------------------------------------------------------------


def test_a_pub_is_added_to_the_only_league_the_secretary_keeps(match: Match, secretary: Client) -> None:
    league = match.division.season.league
    assert f'value="{league.pk}" selected' in secretary.get(page(Pub, "add")).text
    form = {"league": league.pk, "name": "The Tup", "slug": "the-tup", "tables": 4}
    assert secretary.post(page(Pub, "add"), form).status_code == HTTPStatus.SEE_OTHER
    assert Pub.objects.get(slug="the-tup").league == league


def test_addresses_stay_what_they_were(match: Match, secretary: Client) -> None:
    pub = match.venue
    form = {"name": "The Golden Fleece", "slug": "golden", "tables": 8}
    secretary.post(page(Pub, "change", pub.pk), form)
    pub.refresh_from_db()
    assert (pub.name, pub.slug, pub.tables) == ("The Golden Fleece", "the-fleece", 8)


def test_a_second_player_of_one_name_gets_a_sentence(match: Match, secretary: Client) -> None:
    son = a_player(match.away, "Jack Hirst the younger")
    form = {
        "name": Player.objects.first().name,  # type: ignore[union-attr]
        "told_apart_by": "",
        "shown": "full",
        "registrations-TOTAL_FORMS": 0,
        "registrations-INITIAL_FORMS": 0,
    }
    answer = secretary.post(page(Player, "change", son.pk), form)
    assert "already has a player of this name" in answer.text
    form["told_apart_by"] = "junior"
    assert secretary.post(page(Player, "change", son.pk), form).status_code == HTTPStatus.SEE_OTHER


@pytest.mark.slow
def test_a_match_of_a_cup_is_looked_at_and_found_by_its_cup(match: Match, secretary: Client) -> None:
    cup = a_drawn_cup(match.division.season, "The Fleece", "The Shears", on=NIGHT, name="Bowl")
    of_cup = Match.with_ties.get(tie__cup=cup)
    listed = page(Match, "changelist")
    assert (
        of_cup.public_id
        not in secretary.get(listed, {"division__id__exact": match.division_id}).content.decode()
    )
    found = secretary.get(listed, {"division__id__exact": of_cup.division_id})
    assert [row.pk for row in found.context["cl"].result_list] == [of_cup.pk]
    assert "2026-27, Bowl" in found.content.decode()
    address = page(Match, "change", of_cup.pk)
    assert of_cup.public_id in secretary.get(address).content.decode()
    assert secretary.post(address, {"date": "2027-01-15"}).status_code == HTTPStatus.FORBIDDEN
    assert (
        secretary.post(page(Match, "delete", of_cup.pk), {"post": "yes"}).status_code == HTTPStatus.FORBIDDEN
    )
    chosen = {"action": "delete_selected", "_selected_action": [of_cup.pk], "post": "yes"}
    secretary.post(listed, chosen)
    assert Match.with_ties.get(tie__cup=cup).date == NIGHT


def test_an_enrolment_with_matches_stays(match: Match, secretary: Client) -> None:
    playing = Enrolment.objects.get(team=match.home)
    waiting = an_enrolment(a_division(match.division.season, "Division Two", teams=0), "Station Tap")
    for enrolment in (playing, waiting):
        secretary.post(page(Enrolment, "delete", enrolment.pk), {"post": "yes"})
    assert Enrolment.objects.filter(pk=playing.pk).exists()
    assert not Enrolment.objects.filter(pk=waiting.pk).exists()


def test_what_changes_here_is_news_to_the_leagues_pages(match: Match, secretary: Client) -> None:
    league = match.division.season.league
    form = {"name": "The Golden Fleece", "tables": 4}
    secretary.post(page(Pub, "change", match.venue.pk), form)
    assert League.objects.get(pk=league.pk).revision == league.revision + 1
    spare = an_enrolment(a_division(match.division.season, "Division Two", teams=0), "Station Tap")
    secretary.post(page(Enrolment, "delete", spare.pk), {"post": "yes"})
    assert not Enrolment.objects.filter(pk=spare.pk).exists()
    assert League.objects.get(pk=league.pk).revision == league.revision + 2


# --- Every page ------------------------------------------------------------------------------


@pytest.mark.parametrize("model", sampled([*RESULTS, *WORK], each=9))
def test_lists_ask_no_more_for_more_rows(model: type[Model], match: Match, secretary: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert secretary.get(page(model, "changelist")).status_code == 200
        return len(asked)

    few = queries()
    league = match.division.season.league
    for week, home in enumerate(("Station Tap", "The Drystone", "The Spotted Heifer"), start=2):
        a_played_match(league, home, week=week)
        division = a_division(a_season(league, f"19{week}0"), teams=2)
        assert division.season.league == league
    assert queries() <= few


@pytest.mark.slow
@pytest.mark.parametrize("name", ["secretary", pytest.param("administrator", marks=pytest.mark.slow)])
def test_every_page_of_the_demo_opens(name: str, administrator: Client) -> None:
    load_demo(today=NIGHT)
    client = signed_in(User.objects.get(username=name))
    assert client.get(reverse("admin:index")).status_code == 200
    for model in (*RESULTS, *WORK):
        row = model._default_manager.first()
        assert client.get(page(model, "changelist"), {"q": "hanging"}).status_code == 200
        if row is not None:
            assert client.get(page(model, "change", row.pk)).status_code == 200
            assert client.get(page(model, "history", row.pk)).status_code == 200


@pytest.mark.parametrize(
    ("role", "is_let_in"),
    [("owner", True), ("secretary", True), ("deputy", True), ("results", False), ("scorer", False)],
)
def test_the_workbench_is_for_those_who_run_the_league(match: Match, role: str, is_let_in: bool) -> None:
    client = signed_in(staff(an_account(match.division.season.league, role)))
    assert client.get(page(Pub, "changelist")).status_code == (200 if is_let_in else 403)


def test_whoever_adds_a_league_owns_it(administrator: Client) -> None:
    roles = {"roles-TOTAL_FORMS": "0", "roles-INITIAL_FORMS": "0"}
    typed = {"name": "Four Rivers", "slug": "four-rivers", "time_zone": "Europe/London", "about": "", **roles}
    assert administrator.post(page(League, "add"), typed).status_code == 303
    assert LeagueRole.objects.get(league__slug="four-rivers").role == "owner"
