"""Before the league goes on the open internet."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from league.installation.checks import DEMO_REMAINS, database_file_is_our_own, demo_is_cleared_away
from tests.builders import a_league


@pytest.mark.django_db
def test_an_installation_without_the_demo_may_go_public():
    a_league()
    assert demo_is_cleared_away() == []


@pytest.mark.django_db
def test_the_demo_and_its_account_must_go_first():
    a_league(is_demo=True)
    assert demo_is_cleared_away() == [DEMO_REMAINS]


@pytest.mark.django_db
def test_serve_refuses_while_the_demo_is_there(settings):
    settings.PRODUCTION = True
    a_league(is_demo=True)
    with pytest.raises(CommandError, match="remove_demo"):
        call_command("serve")


@pytest.mark.django_db(transaction=True)
def test_no_tables_means_no_demo():
    with connection.schema_editor() as editor:
        editor.execute("ALTER TABLE league_league RENAME TO league_elsewhere")
    try:
        assert demo_is_cleared_away() == []
    finally:
        with connection.schema_editor() as editor:
            editor.execute("ALTER TABLE league_elsewhere RENAME TO league_league")


def test_a_database_that_others_can_read_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "pegboard.sqlite3"
    here = SimpleNamespace(vendor="sqlite", settings_dict={"NAME": file})
    monkeypatch.setattr("league.installation.checks.connection", here)
    assert database_file_is_our_own() == [], "there is none yet"

    file.touch(mode=0o644)
    tmp_path.chmod(0o755)
    (warning,) = database_file_is_our_own()
    assert warning.hint == f"Type: sudo chmod 600 {file}"

    file.chmod(0o600)
    assert database_file_is_our_own() == []

    file.chmod(0o644)
    tmp_path.chmod(0o700)
    assert database_file_is_our_own() == [], "nobody else gets as far as the file"
