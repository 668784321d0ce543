"""Two records of one pub or team: suggested, previewed, merged, kept apart, and undone exactly."""

import pytest
from django.db.models import Model
from django.test import Client

from league.cups.services.cups import make_cup, set_finals
from league.models import Charge, Cup, Enrolment, League, Match, Pub, RecordChange, Registration, Team
from league.records.selectors.twins import are_alike
from tests.builders import (
    a_card,
    a_division,
    a_match,
    a_player,
    a_pub,
    a_season,
    a_secretary,
    a_team,
    an_enrolment,
)
from tests.reading import words

pytestmark = pytest.mark.django_db

ROWS: tuple[type[Model], ...] = (Pub, Team, Enrolment, Registration, Charge, Cup)


@pytest.fixture
def league() -> League:
    """Last season's The Queen’s Arms stands as Queens Arms this season: two pubs, two teams."""
    old = a_division(a_season(name="2025-26"), teams=0)
    new = a_division(a_season(old.season.league, name="2026-27"), teams=0)
    first, second = a_pub(old.season.league, "The Queen’s Arms"), a_pub(old.season.league, "Queens Arms")
    past = a_team(old.season.league, "The Queen’s Arms", pub=first)
    now = a_team(old.season.league, "Queens Arms", pub=second, short_name="Queens")
    a_card(a_match(old, past, "The Shears"), (15, 9))
    a_match(new, now, "The Shears")
    a_player(past, "Zoë Nobody", old.season)
    a_player(now, "Jack Nobody", new.season)
    set_finals(cup=make_cup(season=new.season, name="Cup"), at=second, on=None)
    return old.season.league


@pytest.fixture
def desk(client: Client, league: League) -> str:
    client.force_login(a_secretary(league))
    return f"/{league.slug}/secretary/records/"


def everything() -> dict[type[Model], list[dict[str, object]]]:
    """All rows but the sequence of matches, which only goes up."""
    matches = list(Match.objects.order_by("pk").values("pk", "home", "away", "venue"))
    return {model: list(model._base_manager.order_by("pk").values()) for model in ROWS} | {Match: matches}


def merge(client: Client, address: str, other: str, **choices: str) -> str:
    """Merge as somebody does who looks first; return what the page then says."""
    page = client.get(f"{address}merge/?with={other}")
    sent = {"with": other, "rows": page.context.get("rows", ""), "merge": ""} | choices
    return words(client.post(f"{address}merge/", sent, follow=True))


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("The Queen’s Arms", "Queens Arms", True),
        ("The Queen's Arms Inn", "Queens' Arms", True),
        ("The Shoddy Merchant", "The Shody Merchant", True),
        ("Hanging Royd Liberal Club A", "Hanging Royd Liberal Club B", False),
        ("Hanging Royd Liberal Club", "Hanging Royd Liberal Club B", False),
        ("The Fleece", "The Shears", False),
        ("The Weavers 1", "The Weavers 2", False),
        ("♠♥", "♦♣", False),
        ("♠♥", "The Fleece", False),
    ],
)
def test_which_names_are_alike(one: str, other: str, alike: bool) -> None:
    assert are_alike(one, other) is alike


def test_two_records_of_a_pub_are_suggested_on_the_list_and_on_its_page(client: Client, desk: str) -> None:
    assert "Are Queens Arms and The Queen’s Arms the same pub?" in words(client.get(desk))
    assert "Is “Queens Arms” the same pub?" in words(client.get(f"{desk}pubs/the-queens-arms/"))


def test_merged_everything_is_under_one_pub_and_undone_it_is_as_before(
    client: Client, desk: str, league: League
) -> None:
    before = everything()
    preview = words(client.get(f"{desk}pubs/the-queens-arms/merge/?with=queens-arms"))
    assert "To The Queen’s Arms move: 1 cup, 1 match, 1 team." in preview
    shown = merge(client, f"{desk}pubs/the-queens-arms/", "queens-arms", **{"take-name": "gone"})
    assert "Merged. Everything of both is under one pub now." in shown
    (pub,) = league.pubs.filter(name="Queens Arms")
    assert pub.slug == "the-queens-arms"
    assert "Name: The Queen’s Arms to Queens Arms" in shown
    assert Match.objects.filter(venue=pub).count() == 2
    assert Cup.objects.get().finals_at == pub
    moved = client.get(f"/{league.slug}/pubs/queens-arms/")
    assert moved.headers["Location"] == f"/{league.slug}/pubs/the-queens-arms/"
    assert client.get(f"/{league.slug}/pubs/nowhere/").status_code == 404
    client.post(f"{desk}changes/{RecordChange.objects.get().public_id}/undo/")
    assert everything() == before


@pytest.mark.slow
def test_teams_of_two_seasons_become_one(client: Client, desk: str, league: League) -> None:
    before = everything()
    merge(client, f"{desk}teams/the-queens-arms/", "queens-arms")
    team = Team.objects.get(slug="the-queens-arms")
    assert (team.enrolments.count(), team.home_matches.count(), team.registrations.count()) == (2, 2, 2)
    moved = client.get(f"/{league.slug}/teams/queens-arms/")
    assert moved.headers["Location"] == f"/{league.slug}/teams/the-queens-arms/"
    client.post(f"{desk}changes/{RecordChange.objects.get().public_id}/undo/")
    assert everything() == before


def test_teams_that_play_in_one_season_are_two(client: Client, desk: str, league: League) -> None:
    shears = Team.objects.get(slug="the-shears")
    an_enrolment(a_division(a_season(league, name="2024-25"), teams=0), shears)
    assert "play each other" in merge(client, f"{desk}teams/the-queens-arms/", "the-shears")
    assert Team.objects.filter(pk=shears.pk).exists()


def test_kept_apart_they_are_not_suggested_again(client: Client, desk: str) -> None:
    client.post(f"{desk}pubs/the-queens-arms/merge/", {"with": "queens-arms", "apart": ""})
    assert "the same pub?" not in words(client.get(desk))
    assert "the same pub?" not in words(client.get(f"{desk}pubs/queens-arms/"))
    client.post(f"{desk}changes/{RecordChange.objects.get().public_id}/undo/")
    assert "the same pub?" in words(client.get(desk))


def test_what_moved_on_since_is_named_and_nothing_is_undone(
    client: Client, desk: str, league: League
) -> None:
    merge(client, f"{desk}pubs/the-queens-arms/", "queens-arms")
    Match.objects.filter(division__season__name="2026-27").update(venue=Pub.objects.get(slug="the-shears"))
    after = everything()
    address = f"{desk}changes/{RecordChange.objects.get().public_id}/undo/"
    assert "venue has changed since" in words(client.post(address, follow=True))
    assert everything() == after


def test_what_came_since_the_preview_is_shown_first(client: Client, desk: str, league: League) -> None:
    page = client.get(f"{desk}pubs/the-queens-arms/merge/?with=queens-arms")
    a_team(league, "Queens Arms B", pub=Pub.objects.get(slug="queens-arms"))
    sent = {"with": "queens-arms", "rows": page.context["rows"], "merge": ""}
    answer = client.post(f"{desk}pubs/the-queens-arms/merge/", sent)
    assert answer.status_code == 422
    assert "has changed since you looked" in words(answer)
