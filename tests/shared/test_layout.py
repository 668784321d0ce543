"""Each command is typed where the site runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from league.bootstrap import virtual
from league.models import User
from league.shared import layout
from tests.builders import a_league, an_account

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from league.shared.layout import command; print(command('upgrade'))"


@pytest.mark.parametrize(
    ("layout", "typed"),
    [
        ("", "python3 manage.py upgrade"),
        ("systemd", "sudo pegboard upgrade"),
        (
            "container",
            "docker compose --file docs/operating/compose.yaml run --rm pegboard python3 manage.py upgrade",
        ),
    ],
)
def test_a_command_is_typed_as_the_layout_has_it(layout: str, typed: str):
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env={"PEGBOARD_LAYOUT": layout},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ended.stdout.strip() == typed


PAGES = (
    "/",
    "/help/backups/",
    "/help/running-the-site/",
    "/help/stored-about-people/",
    "/three-valleys-all-fours-league/secretary/site/",
)


@pytest.mark.django_db
def test_pages_name_commands_as_they_are_typed_here(client: Client, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(layout, "HERE", layout.LAYOUTS["systemd"])
    User.objects.create_user("ann")
    pages = [client.get(PAGES[0]).content.decode()]
    league = a_league()
    client.force_login(an_account(league, "secretary", "sue"))
    pages += [client.get(address, follow=True).content.decode() for address in PAGES[1:]]
    for page in pages:
        assert "sudo pegboard " in page
        assert set(re.findall(r"manage.py (\w+)", page)) <= {"run"}, "on one's own computer"


def test_a_container_is_made_anew_where_a_program_is_mended(monkeypatch: pytest.MonkeyPatch):
    assert "rm -rf" in virtual.made_anew()
    monkeypatch.setattr(layout, "HERE", layout.LAYOUTS["container"])
    assert virtual.made_anew().endswith("up --build --detach --force-recreate")
