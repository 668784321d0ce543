"""Cells on three servers of Citus: a match night with a node lost and a cell moved, and a newer version."""

from pathlib import Path

import pytest

from tests.benchmarks.many_leagues import Site, main
from tests.operating.citus_nodes import citus, has_citus

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not has_citus(), reason="no Citus here")]

# A column as a migration adds one that Citus refuses in one statement, and a reference.
ADD = """
from django.db import connection, models
from league.models import League, Pub
from league.shared.cells import in_every_cell

def add():
    count = models.PositiveIntegerField(default=1, unique=False)
    count.set_attributes_from_name("trial")
    owner = models.ForeignKey(League, null=True, on_delete=models.CASCADE)
    owner.set_attributes_from_name("trial_league")
    owner.model = Pub
    with connection.schema_editor() as editor:
        editor.add_field(Pub, count)
        editor.add_field(Pub, owner)

in_every_cell(add)
"""
OPEN = """
from league.shared.cells import in_cell
from league.installation.cells.schemas import index_cells
from tests.builders import a_division, a_match
with in_cell("cell_a"):
    a_match(a_division(), "The Fleece", "The Shears")
index_cells()
"""


def test_a_match_night_loses_no_hand_with_a_node_lost_and_a_cell_moved() -> None:
    assert main(["--leagues=24", "--cells=4", "--rate=4", "--minutes=1"]) == 0


def test_a_cell_of_citus_is_altered_moved_backed_up_and_restored(tmp_path: Path) -> None:
    with citus(workers=2) as nodes:
        site = Site(nodes[0], tmp_path / "var")
        site.manage("migrate", "-v0")
        for cell in ("cell_a", "cell_b"):
            site.manage("cells", "create", cell)
        site.shell(OPEN)
        slug = "three-valleys-all-fours-league"
        assert slug in site.manage("cells", "move", slug, "cell_b")
        file = tmp_path / "b.backup"
        site.manage("backup", str(file), "--cell", "cell_b")
        site.manage("restore", str(file), "--cell", "cell_b", "--replace")
        listed = site.manage("cells", "list")
        assert "cell_a: no leagues" in listed
        assert "cell_b: one league" in listed
        assert all(f":{node.port}" in listed for node in nodes[1:])
        site.shell(ADD)
