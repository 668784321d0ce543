"""Teams, divisions, players, seasons and the league: the same pages as pubs, each with rules of its own."""

import datetime

import pytest
from django.db.models import Model
from django.test import Client

from league.models import (
    Division,
    Enrolment,
    FixturePlan,
    League,
    Match,
    Player,
    RecordChange,
    Registration,
    RuleBook,
    Season,
    Team,
)
from tests.builders import a_division, a_match, a_player, a_pub, a_season, a_secretary, a_team, an_enrolment
from tests.reading import words

pytestmark = pytest.mark.django_db

TODAY = datetime.date(2027, 1, 4)


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    for module in ("views.records", "forms"):
        monkeypatch.setattr(f"league.records.{module}.league_today", lambda league: TODAY)
    return a_match(a_division(teams=2), public_id="fleece22")


@pytest.fixture
def league(match: Match) -> League:
    return match.division.season.league


@pytest.fixture
def desk(client: Client, league: League) -> str:
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary/records/"


def edited(client: Client, address: str, **typed: str) -> str:
    """Type something over what the form of a page has, save, and return what the page then says."""
    form = client.get(address).context["form"]
    values = {bound.name: "" if bound.value() is None else str(bound.value()) for bound in form}
    return words(client.post(address, values | {"save": ""} | typed, follow=True))


def deleted(client: Client, address: str) -> str:
    rows = client.get(f"{address}delete/").context["rows"]
    return words(client.post(f"{address}delete/", {"delete": "", "rows": rows}, follow=True))


def undone(client: Client, desk: str) -> str:
    change = RecordChange.objects.all()[0]
    return words(client.post(f"{desk}changes/{change.public_id}/undo/", follow=True))


def rows_of(*models: type[Model]) -> list[list[dict[str, object]]]:
    return [list(model._base_manager.order_by("pk").values()) for model in models]


def test_a_new_team_enters_a_division_of_the_season(client: Client, desk: str, match: Match) -> None:
    pub = a_pub(match.home.league, "The Invented Ram")
    team = {
        "name": "The Invented Ram B",
        "short_name": "Ram B",
        "pub": str(pub.pk),
        "division": str(match.division.pk),
    }
    answer = client.post(f"{desk}teams/new/", team | {"save": ""})
    assert answer.headers["Location"] == f"{desk}teams/the-invented-ram-b/"
    assert Enrolment.objects.get(team__slug="the-invented-ram-b").division == match.division
    undone(client, desk)
    assert not Team.objects.filter(slug="the-invented-ram-b").exists()


@pytest.mark.slow
def test_a_team_with_home_matches_is_warned_that_they_stay(client: Client, desk: str, league: League) -> None:
    pub = a_pub(league, "The Invented Ram")
    address = f"{desk}teams/the-fleece/"
    assert "Saved." in edited(client, address, pub=str(pub.pk))
    assert "Pub: The Fleece to The Invented Ram" in words(client.get(address))
    assert "Undone" in undone(client, desk)
    assert Team.objects.get(slug="the-fleece").pub.name == "The Fleece"
    form = client.get(address).context["form"]
    typed = {bound.name: str(bound.value() or "") for bound in form} | {"pub": str(pub.pk), "preview": ""}
    assert "1 match at home stay at the old pub" in words(client.post(address, typed))


def test_a_team_does_not_move_to_a_closed_pub(client: Client, desk: str, league: League) -> None:
    closed = a_pub(league, "The Invented Ram", closed_on=TODAY)
    assert "Choose a pub of the list" in edited(client, f"{desk}teams/the-fleece/", pub=str(closed.pk))


def test_a_team_with_results_is_withdrawn_instead(client: Client, desk: str) -> None:
    assert "Withdraw the team instead" in deleted(client, f"{desk}teams/the-fleece/")
    assert Team.objects.filter(slug="the-fleece").exists()


def test_a_division_is_made_renamed_and_deleted_with_its_places(
    client: Client, desk: str, match: Match
) -> None:
    typed = {"name": "Division Two", "position": "2", "promoted": "1", "relegated": "0", "save": ""}
    client.post(f"{desk}divisions/new/", typed)
    division = Division.objects.get(name="Division Two")
    an_enrolment(division, a_team(match.home.league, "The Invented Ram"))
    address = f"{desk}divisions/2026-27.division-two/"
    assert "Teams promoted: 1 to 2" in edited(client, address, promoted="2")
    before = rows_of(Division, Enrolment)
    deleted(client, address)
    assert not Enrolment.objects.filter(division=division).exists()
    undone(client, desk)
    assert rows_of(Division, Enrolment) == before


def test_a_division_shows_its_teams_and_its_match_night(client: Client, desk: str, match: Match) -> None:
    season = match.division.season
    address = f"{desk}divisions/2026-27.division-one/"
    assert "Teams Set match night" in words(client.get(address))
    type(season).objects.filter(pk=season.pk).update(night=4, starts_at="20:30")
    page = words(client.get(address))
    assert "Teams Thursday, 8.30 pm The Fleece The Shears" in page


def test_a_closed_season_stays_as_it_is(client: Client, desk: str, match: Match) -> None:
    address = f"{desk}divisions/2026-27.division-one/"
    edited(client, address, promoted="1")
    Season.objects.update(is_finished=True)
    assert "finished" in edited(client, address, promoted="2")
    assert "Not undone" in undone(client, desk)
    assert Division.objects.get().promoted == 1


def test_an_empty_season_goes_with_its_rule_book_and_comes_back(
    client: Client, desk: str, league: League
) -> None:
    division = a_division(a_season(league, name="2027-28"), teams=1)
    a_player(Team.objects.get(slug="the-fleece"), "Zoë Nobody", division.season)
    division.season.fixture_plans.create(
        name="Draft", best=[["x"]], made_at=datetime.datetime(2027, 1, 1, tzinfo=datetime.UTC)
    )
    kinds = (Season, RuleBook, Division, Enrolment, Registration, FixturePlan)
    before = rows_of(*kinds)
    deleted(client, f"{desk}seasons/2027-28/")
    assert not Season.objects.filter(slug="2027-28").exists()
    assert RuleBook.objects.count() == 1
    undone(client, desk)
    assert rows_of(*kinds) == before


def test_a_season_with_matches_is_closed_instead(client: Client, desk: str) -> None:
    assert "Close the season instead" in deleted(client, f"{desk}seasons/2026-27/")


@pytest.mark.slow
def test_the_dates_of_a_season_say_which_matches_they_leave_out(client: Client, desk: str) -> None:
    address = f"{desk}seasons/2026-27/"
    typed = {"name": "2026-27", "starts_on": "2026-09-03", "ends_on": "2027-01-01", "preview": ""}
    assert "1 match outside the new dates" in words(client.post(address, typed))
    assert "is before the first day" in words(client.post(address, typed | {"ends_on": "2026-01-01"}))
    assert "Last day: 29/04/2027 to 01/05/2027" in edited(client, address, ends_on="2027-05-01")
    undone(client, desk)
    assert Season.objects.get().ends_on == datetime.date(2027, 4, 29)


def test_a_player_is_renamed_and_one_without_games_deleted(client: Client, desk: str, match: Match) -> None:
    player = a_player(match.home, "Jack Nobody", match.division.season)
    address = f"{desk}players/{player.public_id}/"
    assert "Shown to the public: by full name to by initials" in edited(client, address, shown="initials")
    deleted(client, address)
    assert not Player.objects.exists()
    undone(client, desk)
    assert Registration.objects.get().player == player


def test_two_players_of_one_name_are_told_apart(client: Client, desk: str, match: Match) -> None:
    a_player(match.home, "Jack Nobody")
    other = a_player(match.home, "Zoë Nobody")
    address = f"{desk}players/{other.public_id}/"
    assert "say what tells them apart" in edited(client, address, name="Jack Nobody")


def test_the_league_has_settings_of_its_own(client: Client, desk: str, league: League) -> None:
    address = f"/{league.slug}/secretary/settings/"
    assert "Time zone: Europe/London to America/Port_of_Spain" in edited(
        client, address, time_zone="America/Port_of_Spain"
    )
    revision = League.objects.get().revision
    assert "Undone" in undone(client, desk)
    again = League.objects.get()
    assert again.time_zone == "Europe/London"
    assert again.revision > revision


def test_a_name_saved_on_the_players_own_page_is_in_the_history_too(
    client: Client, desk: str, league: League, match: Match
) -> None:
    player = a_player(match.home, "Jack Nobody")
    typed = {"name": "Jack Nowhere", "told_apart_by": "", "shown": "full", "born_on": "", "describe": "yes"}
    client.post(f"/{league.slug}/secretary/players/{player.public_id}/", typed)
    assert "Name: Jack Nobody to Jack Nowhere" in words(client.get(f"{desk}players/{player.public_id}/"))
    undone(client, desk)
    assert Player.objects.get().name == "Jack Nobody"


def test_a_players_own_page_shows_what_somebody_else_saved_meanwhile(
    client: Client, desk: str, league: League, match: Match
) -> None:
    player = a_player(match.home, "Jack Nobody")
    page = f"/{league.slug}/secretary/players/{player.public_id}/"
    form = client.get(page).context["describe"]
    typed = {
        name: form[name].value() or "" for name in ("opened", "name", "told_apart_by", "shown", "born_on")
    }
    Player.objects.update(name="Jack Somebody", told_apart_by="senior")
    answer = client.post(page, typed | {"name": "Jack Nowhere", "describe": "yes"})
    assert answer.status_code == 409
    assert "Name Jack Somebody Jack Nowhere" in words(answer)
    assert "Told apart by senior not changed by you" in words(answer)
    assert Player.objects.get().name == "Jack Somebody"
    form = answer.context["describe"]
    again = {name: form[name].value() or "" for name in typed}
    assert client.post(page, again | {"describe": "yes"}).status_code == 303
    assert (Player.objects.get().name, Player.objects.get().told_apart_by) == ("Jack Nowhere", "senior")


def test_an_empty_season_is_created_with_a_copy_of_rules_and_undone(
    client: Client, desk: str, match: Match
) -> None:
    season = match.division.season
    typed = {"name": "2027-28", "starts_on": "2027-09-02", "ends_on": "2028-04-27", "rules": season.slug}
    shown = words(client.post(f"{desk}seasons/new/", typed | {"starts_on": "2027-03-01", "preview": ""}))
    assert "It has no division, team or match yet" in shown
    assert f"Its days overlap {season}" in shown
    assert Season.objects.count() == 1
    answer = client.post(f"{desk}seasons/new/", typed | {"save": ""})
    assert answer.headers["Location"] == f"{desk}seasons/2027-28/"
    made = Season.objects.get(slug="2027-28")
    assert made.rule_book.pk != season.rule_book_id
    assert made.rule_book.tables == season.rule_book.tables
    refused = client.post(f"{desk}seasons/new/", typed | {"save": ""})
    assert refused.status_code == 422
    change = RecordChange.objects.get()
    client.post(f"{desk}changes/{change.public_id}/undo/")
    assert (Season.objects.count(), RuleBook.objects.count()) == (1, 1)
