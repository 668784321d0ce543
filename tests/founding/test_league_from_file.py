"""A league imported on a page from its file: who may, what is shown first, what stands there in the end."""

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from league.exchange.league_file.writing import league_as_text
from league.models import League, LeagueRole, Pub, User
from tests.builders import a_league, a_pub, a_season, a_secretary, a_team
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
ADDRESS = "/new-league/from-a-file/"


@pytest.fixture(autouse=True)
def folder(settings: Any, tmp_path: Path) -> Path:
    settings.VAR_DIR = tmp_path
    return tmp_path / "league-files"


@pytest.fixture
def content() -> bytes:
    """A league's file; the league itself is gone."""
    league = a_season(a_league("Spen Valley League")).league
    a_team(league, "The Owl", pub=a_pub(league, "The Owl"))
    text = "".join(league_as_text(league, made=timezone.now()))
    League.objects.get().seasons.all().delete()
    league.teams.all().delete()
    league.delete()
    return text.encode()


def send(client: Client, content: bytes):
    return client.post(ADDRESS, {"file": SimpleUploadedFile("league.json", content), "look": ""})


def test_a_file_is_previewed_then_imported(
    admin_client: Client, admin_user: User, content: bytes, folder: Path
) -> None:
    seen = send(admin_client, content)
    assert "Spen Valley League" in words(seen)
    assert "Teams 1" in words(seen)
    assert "2026-27" in words(seen)
    assert not League.objects.exists()
    answer = admin_client.post(ADDRESS, {"token": seen.context["token"], "import": ""})
    assert answer.status_code == 303
    assert Pub.objects.get().name == "The Owl"
    assert LeagueRole.objects.get(role="owner").user == admin_user
    assert not list(folder.iterdir())
    again = admin_client.post(ADDRESS, {"token": seen.context["token"], "import": ""})
    assert again.status_code == 422
    assert "Choose it again" in words(again)


def test_on_a_machine_without_accounts_it_comes_with_the_first(client: Client, content: bytes) -> None:
    seen = send(client, content)
    own = {"token": seen.context["token"], "import": ""}
    refused = client.post(ADDRESS, own)
    assert refused.status_code == 422
    assert "Spen Valley League" in words(refused), "the file is still there"
    answer = client.post(ADDRESS, own | {"username": "ann", "password": "a long pint of mild"})
    assert answer.status_code == 303
    assert LeagueRole.objects.get(role="owner").user == User.objects.get(username="ann")
    assert client.get(answer.headers["Location"]).status_code == 200


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (b"The Owl", "This file is not a league’s file".replace("’", "'")),
        (json.dumps({"what": "something else"}).encode(), "it does not contain"),
        (b"", "The file is empty"),
    ],
)
def test_what_is_no_league_is_refused(admin_client: Client, folder: Path, sent: bytes, sentence: str) -> None:
    answer = send(admin_client, sent)
    assert answer.status_code == 422
    assert sentence in markup(answer).replace("&#x27;", "'")
    assert str(folder) not in markup(answer)
    assert not folder.exists() or not list(folder.iterdir())


@pytest.mark.slow
def test_the_demo_goes_in_the_same_step_if_it_is_ticked(
    client: Client, content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = a_league("Demonstration", slug="demonstration", is_demo=True)
    a_team(demo, "The Tup", pub=a_pub(demo, "The Tup"))
    own = User.objects.create_superuser("ann")
    a_secretary(demo, "hilda")
    client.force_login(own)
    seen = send(client, content)
    assert "This removes Demonstration for good: 1 pub, 1 team, and the account hilda." in words(seen)
    ticked = {"token": seen.context["token"], "import": "", "clear_demo": "on"}
    with monkeypatch.context() as broken:
        broken.setattr("league.demo.services.hide_league", lambda *groups: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            client.post(ADDRESS, ticked)
    assert [league.name for league in League.objects.all()] == ["Demonstration"], "all of it or nothing"
    assert client.post(ADDRESS, ticked).status_code == 303
    assert [league.name for league in League.objects.all()] == ["Spen Valley League"]
    assert list(User.objects.all()) == [own]


def test_a_token_is_no_path(admin_client: Client) -> None:
    answer = admin_client.post(ADDRESS, {"token": "../db", "import": ""})
    assert answer.status_code == 422


def test_only_who_may_open_a_league(client: Client) -> None:
    client.force_login(User.objects.create_user("ann"))
    other = User.objects.create_user("bea")
    client.force_login(other)
    assert client.get(ADDRESS).status_code == 403
