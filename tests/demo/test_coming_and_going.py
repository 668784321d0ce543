"""The demo league comes and goes, and nothing else with it."""

import datetime
from pathlib import Path

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from pytest_django import Settings

from league.demo.services import demo_is_loaded, load_demo, remove_demo
from league.installation.local_secrets import demo_sign_in
from league.models import League, Match, User
from league.shared.errors import Refused
from tests.builders import a_card, a_league, a_match, a_secretary
from tests.demo.rows import everything

A_WEDNESDAY = datetime.date(2031, 6, 4)

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_removing_leaves_what_was_there_before_and_each_time_has_a_password_of_its_own() -> None:
    a_card(match := a_match(), (15, 11))
    own_secretary = a_secretary(match.division.season.league)
    before, passwords = everything(), set()
    for _ in range(2):
        sign_in = load_demo(today=A_WEDNESDAY)
        assert sign_in is not None
        assert authenticate(username=sign_in.name, password=sign_in.password)
        passwords.add(sign_in.password)
        assert sign_in.name == "secretary-2", "the name of somebody's own account was taken"
        gone = remove_demo()
        assert gone.counts["matches"] == 360 + 5, (
            "with the cup ties to come, and one that was played hand by hand"
        )
        assert gone.counts["charges"] == 36
        assert gone.counts["offences"] == 8
        assert gone.accounts_kept == ()
        assert everything() == before
    assert len(passwords) == 2
    assert User.objects.get() == own_secretary
    assert not demo_is_loaded()


def test_there_is_nothing_to_remove_without_a_demo() -> None:
    a_league()
    with pytest.raises(Refused, match="no demo league here"):
        remove_demo()
    with pytest.raises(CommandError, match="no demo league here"):
        call_command("remove_demo")


def test_the_demo_does_not_take_the_address_of_another_league() -> None:
    a_league(slug="hadderley")
    before = everything()
    with pytest.raises(Refused, match="/hadderley/"):
        load_demo(today=A_WEDNESDAY)
    assert everything() == before


@pytest.mark.slow
def test_the_commands_print_the_sign_in_and_what_went(
    tmp_path: Path, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.VAR_DIR = tmp_path
    call_command("load_demo")
    kept = demo_sign_in(tmp_path)
    assert kept is not None
    assert f"Sign in: {kept.name} / {kept.password}" in capsys.readouterr().out
    with pytest.raises(CommandError, match="already loaded"):
        call_command("load_demo")
    call_command("remove_demo")
    assert "365 matches" in capsys.readouterr().out
    assert demo_sign_in(tmp_path) is None


@pytest.mark.slow
def test_the_seed_data_loads_the_way_of_django() -> None:
    call_command("loaddata", "demo", verbosity=0)
    assert League.objects.get().is_demo
    assert Match.objects.count() == 360
