"""Leagues of two cells behind pools of sessions and a replica, while programs die.

docs/experiments/cells.md, run with the files of cluster.md beside it: hands go through PgBouncer into both
cells, and public pages come from the replica. Needs what test_cluster.py needs.
"""

import json
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from tests.operating.cluster.faults import Fault, kill_primary, kill_program, kill_replica
from tests.operating.cluster.machines import NAMES, Cluster, missing_programs, three_machines
from tests.operating.cluster.people import Night
from tests.operating.cluster.trial import suffer

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("cluster"),
    pytest.mark.skipif(bool(missing_programs()), reason=missing_programs() or "all is here"),
]

# A league of each cell: the first part of its address, and what its pages call it.
LEAGUES = {"cell_a": "airedale", "cell_b": "wharfedale"}
# What is changed in the shipped files.
SESSIONS = {"pool_mode = transaction": "pool_mode = session", "?pool_mode=transaction": ""}

# Matches of tonight in each, and the codes on their sheets.
MAKE = f"""
import json
from django.utils import timezone
from league.accounts.services.links import codes_for
from league.installation.cells.schemas import index_cells
from league.models import Match
from league.shared.cells import in_cell
from tests.benchmarks.league_copies import a_model_league
tonight = []
for cell, slug in {LEAGUES}.items():
    with in_cell(cell):
        a_model_league(slug)
        free = list(Match.objects.filter(scorecards=None, rulings=None).order_by("pk")[:4])
        Match.objects.filter(pk__in=[match.pk for match in free]).update(date=timezone.localdate())
        codes = codes_for(matches=[match.pk for match in free], now=timezone.now())
        tonight += [[codes[match.pk], slug, match.public_id] for match in free]
index_cells()
print("found", json.dumps(tonight))
"""


@dataclass
class ClusterOfCells(Cluster):
    """The machines with cells, and pools of sessions."""

    cells: tuple[str, ...] = tuple(LEAGUES)

    def file(self, name: str, machine: str) -> str:
        text = super().file(name, machine)
        for old, new in SESSIONS.items():
            text = text.replace(old, new)
        return text

    def settings(self, machine: str) -> dict[str, str]:
        return {**super().settings(machine), "PEGBOARD_CELLS": "1"}

    def read_on_replica(self, cell: str) -> int:
        """Return how many rows of a cell's leagues pages have read there."""
        with self.ask(of=self.replica_machine) as replica:
            row = replica.execute(
                "SELECT seq_tup_read + coalesce(idx_tup_fetch, 0) FROM pg_stat_user_tables"
                " WHERE schemaname = %s AND relname = 'league_league'",
                (cell,),
            ).fetchone()
            return int(row[0]) if row else 0


def show_another_league(address: str, page: str) -> bool:
    """Return whether a page names a league that it is not about; the front page names both."""
    named = {slug for slug in LEAGUES.values() if slug.title() in page}
    return named != set(LEAGUES.values()) if address == "/" else not named <= {address.split("/")[1]}


@pytest.fixture(scope="module")
def cluster() -> Iterator[ClusterOfCells]:
    with three_machines(ClusterOfCells) as cluster:
        yield cluster


@pytest.fixture(scope="module")
def night(cluster: ClusterOfCells) -> Night:
    cluster.manage("migrate")
    for cell in LEAGUES:
        cluster.manage("cells", "create", cell)
    matches = json.loads(cluster.manage("shell", "-c", MAKE).partition("found ")[2])
    cluster.start("pegboard")
    cluster.wait_until_whole()
    boards = [f"/{slug}/matches/{match}/live/" for _, slug, match in matches]
    homes = [f"/{slug}/" for slug in LEAGUES.values()]
    standings = [f"{home}2026-27/division-one/standings/" for home in homes]
    return Night(
        logs=[f"/s/{code}/log/" for code, *_ in matches],
        boards=boards,
        pages=["/", *homes, *standings, *boards],
        is_wrong=show_another_league,
    )


def kill_all_pools(cluster: Cluster) -> None:
    for machine in NAMES:
        kill_program("pgbouncer", machine)(cluster)


def kill_connection(cluster: Cluster) -> None:
    """Kill the process of PostgreSQL that serves a connection of the site: all others end with it."""
    with cluster.ask() as primary:
        row = primary.execute("SELECT max(pid) FROM pg_stat_activity WHERE usename = 'pegboard'").fetchone()
    assert row is not None
    os.kill(row[0], signal.SIGKILL)


# Not waiting for anything: ten seconds of a night without a fault.
NOTHING = Fault(title="nothing", strike=lambda _: time.sleep(10), back_within=5)
FAULTS = (
    Fault(title="the pool of a machine", strike=kill_program("pgbouncer"), back_within=15),
    Fault(title="every pool", strike=kill_all_pools, back_within=20),
    Fault(title="a process of PostgreSQL", strike=kill_connection, back_within=40),
    Fault(title="PostgreSQL of the primary", strike=kill_primary, back_within=40),
    Fault(title="PostgreSQL of the replica", strike=kill_replica, back_within=20),
)


def test_pages_of_both_cells_are_read_from_the_replica(cluster: ClusterOfCells, night: Night) -> None:
    before = {cell: cluster.read_on_replica(cell) for cell in LEAGUES}
    outcome = suffer(cluster, night, NOTHING)
    print(outcome)
    assert (outcome.lost, outcome.twice, outcome.stale, outcome.wrong, outcome.strange) == (0, 0, 0, 0, 0)
    assert {cell for cell in LEAGUES if cluster.read_on_replica(cell) > before[cell]} == set(LEAGUES)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.title)
def test_hands_and_pages_of_two_cells_outlive_pools_and_databases(
    cluster: ClusterOfCells, night: Night, fault: Fault
) -> None:
    outcome = suffer(cluster, night, fault)
    print(outcome)
    assert (outcome.lost, outcome.twice, outcome.stale, outcome.wrong) == (0, 0, 0, 0)
    assert outcome.longest_without <= fault.back_within
