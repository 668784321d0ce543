"""What the workbench keeps from happening while others work, and what it does not let anybody type."""

import datetime
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse

from league.competition.admin.leagues import LeagueAdmin
from league.competition.models.leagues import TAKEN_ADDRESSES, TAKEN_SEASON_ADDRESSES
from league.competition.services import bump_revision
from league.models import Enrolment, League, User
from league.urls import league_urls
from tests.builders import a_division, a_league, a_match, a_season, a_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator(client: Client) -> User:
    user = User.objects.create_superuser("admin", password="password")
    client.force_login(user)
    return user


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
