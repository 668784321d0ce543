"""Each cure is typed where the site runs."""

import subprocess
import sys
from pathlib import Path

import pytest

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
