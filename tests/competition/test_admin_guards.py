"""What the workbench keeps from happening while others work, and what it does not let anybody type."""

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from league.competition.admin.leagues import LeagueAdmin
from league.competition.admin.matches import MatchAdmin
from league.competition.models.leagues import TAKEN_ADDRESSES, TAKEN_SEASON_ADDRESSES
from league.competition.services import bump_revision
from league.models import Enrolment, League, Match, User
from league.urls import league_urls
from tests.builders import NIGHT, WEEK, a_card, a_division, a_league, a_match, a_season, a_team, a_walkover

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator(client: Client) -> User:
    user = User.objects.create_superuser("admin", password="password")
    client.force_login(user)
    return user


@pytest.mark.parametrize("comes_in", [lambda match: a_card(match, (15, 9)), a_walkover])
@pytest.mark.parametrize("way", ["page", "list"])
def test_a_match_is_not_deleted_over_a_result_that_has_just_come_in(
    client: Client, administrator: User, monkeypatch: pytest.MonkeyPatch, way: str, comes_in: Any
) -> None:
    match = a_match()
    asked = MatchAdmin.get_deleted_objects

    def ask(self: MatchAdmin, *arguments: Any) -> Any:
        answer = asked(self, *arguments)
        comes_in(match)
        return answer

    monkeypatch.setattr(MatchAdmin, "get_deleted_objects", ask)
    if way == "page":
        answer = client.post(reverse("admin:league_match_delete", args=[match.pk]), {"post": "yes"})
    else:
        sent = {"action": "delete_selected", "_selected_action": match.pk, "post": "yes"}
        answer = client.post(reverse("admin:league_match_changelist"), sent)
    assert answer.status_code == 403
    assert Match.objects.filter(pk=match.pk).exists()


def test_correcting_a_leagues_name_does_not_put_its_revision_back(
    client: Client, administrator: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result confirmed meanwhile would else share its revision with another state of the league."""
    league = a_league(revision=5)
    save = LeagueAdmin.save_form

    def meanwhile(self: LeagueAdmin, *arguments: Any, **options: Any) -> Any:
        bump_revision(league_id=league.pk)
        return save(self, *arguments, **options)

    monkeypatch.setattr(LeagueAdmin, "save_form", meanwhile)
    typed = {"name": "Four Valleys", "time_zone": "Europe/London", "about": ""}
    roles = {"roles-TOTAL_FORMS": "0", "roles-INITIAL_FORMS": "0"}
    client.post(reverse("admin:league_league_change", args=[league.pk]), typed | roles)
    league.refresh_from_db()
    assert league.name == "Four Valleys"
    assert league.revision == 7


def first_words(patterns: list[Any]) -> set[str]:
    """What addresses begin with that is not itself a name from the league."""
    routes = {str(pattern.pattern).split("/")[0] for pattern in patterns}
    return {word for word in routes if word and "<" not in word and "." not in word}


def test_no_league_takes_an_address_of_the_site() -> None:
    assert first_words(get_resolver().url_patterns) | {"static", "api", "s", "c"} <= (TAKEN_ADDRESSES)
    for word in ("admin", "Static", "help"):
        with pytest.raises(ValidationError, match="address of the site itself"):
            League(name="Ours", slug=word).full_clean()


def test_no_season_takes_an_address_of_its_league() -> None:
    """A page of two words would hide the season's divisions: /ours/secretary/adjustments/."""
    assert first_words([url for url in league_urls if not isinstance(url, URLPattern)]) | first_words(
        league_urls
    ) <= (TAKEN_SEASON_ADDRESSES)
    season = a_season()
    season.slug = "secretary"
    with pytest.raises(ValidationError, match="another page of the league"):
        season.full_clean()


@pytest.mark.parametrize("day", [datetime.date.min, datetime.date.max])
def test_no_season_begins_where_the_calendar_does(day: datetime.date) -> None:
    season = a_season()
    season.starts_on = season.ends_on = day
    with pytest.raises(ValidationError, match="is no year of a season"):
        season.full_clean()


@pytest.mark.parametrize("field", ["date", "postponed_from"])
@pytest.mark.parametrize("day", [datetime.date.min, datetime.date(2062, 1, 14), datetime.date.max])
def test_a_match_is_played_within_a_year_of_its_season(field: str, day: datetime.date) -> None:
    match = a_match()
    setattr(match, field, day)
    with pytest.raises(ValidationError, match="within a year of the season"):
        match.full_clean()


def test_a_team_of_another_league_is_not_enrolled() -> None:
    division = a_division()
    stranger = a_team(a_league("Four Rivers"), "The Barge")
    with pytest.raises(ValidationError, match="belongs to another league"):
        Enrolment(season=division.season, division=division, team=stranger).full_clean()


def test_a_match_is_not_moved_to_a_night_on_which_its_pub_has_no_table(
    client: Client, administrator: User
) -> None:
    match = a_match()
    second = a_team(match.division.season.league, "The Fleece B", pub=match.home.pub)
    moving = a_match(match.division, second, match.away, date=NIGHT + WEEK, week=5)
    page = reverse("admin:league_match_change", args=[moving.pk])
    form = client.get(page).context["adminform"].form
    sent = {name: value for name in form.fields if (value := form[name].value()) is not None}
    refused = client.post(page, {**sent, "date": NIGHT})
    assert refused.context["adminform"].form.errors == {"date": ["The Fleece is full: one match."]}
    assert client.post(page, {**sent, "date": NIGHT + 2 * WEEK}).status_code == 303
