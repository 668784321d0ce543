"""A match night of two thousand leagues in cells on three nodes of Citus, on this machine: what is lost?

    python -m tests.benchmarks.many_leagues [--leagues 2000] [--cells 6] [--rate 12] [--minutes 4]

1. Three servers (a coordinator, two workers), cells, and leagues in them: one made by services, the others
   copied from it under keys of their own.
2. The site is served; phones all over the leagues send so many hands a second, each until it has come.
3. A quarter through, one node is killed with all its processes, and started again ten seconds later. Half
   through, a cell is moved to the other node, and then a league to another cell. Other phones send hands into
   just that cell, and just that league, from before its move begins until it has ended.
4. All hands are counted in the tables: each must be there once.

It needs the extension (docs/experiments/cells.md) and some gigabytes. It ends with 1 if a hand is missing or
there twice, or if none fell into a move; with 2 where there is no Citus.
"""

import argparse
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.benchmarks.phones_of_a_night import Night, Sent, Table, quantile
from tests.operating.citus_nodes import DATABASE, Node, address_of, citus, has_citus, processor_of
from tests.operating.served import ROOT, free_port, listens

AWAY = 10
# Hands a second besides, into what is being moved.
INTO_CELL, INTO_LEAGUE = 4.0, 2.0
MOVING = (MOVING_CELL, MOVING_LEAGUE) = ("hands into a moving cell", "hands into a moving league")
FIRST = "public"
MAKE = """
from django.core.management import call_command
from league.shared.cells import in_cell
from league.installation.cells.schemas import create_cell, index_cells
from tests.benchmarks.league_copies import a_model_league, copy_league
import time
names = [f"cell_{{n}}" for n in range(1, {cells} + 1)]
for name in names:
    began = time.monotonic()
    create_cell(name)
    with in_cell(name):
        league = a_model_league(name.replace("_", "-"))
        rows = copy_league(league, {copies})
    print(f"{{name}}: {copies} leagues of {{rows}} rows in {{time.monotonic() - began:.0f}} s", flush=True)
print(index_cells(), "addresses in the directory")
"""
CODES = """
from league.models import ScoringCode
from league.shared.cells import in_cell, further_cells
for name in further_cells():
    with in_cell(name):
        seen = set()
        for code, slug in ScoringCode.objects.order_by("-match__week", "pk").values_list(
            "code", "match__division__season__league__slug"
        ):
            if slug not in seen:
                seen.add(slug)
                print(name, slug, code)
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Make, play, break, count."""
    parser = argparse.ArgumentParser(description="A match night in cells on three nodes.")
    parser.add_argument("--leagues", type=int, default=2000)
    parser.add_argument("--cells", type=int, default=6)
    parser.add_argument("--rate", type=float, default=12, help="hands a second")
    parser.add_argument("--minutes", type=float, default=4)
    asked = parser.parse_args(arguments)
    if not has_citus():
        print("Citus is not installed here: docs/experiments/cells.md says how.", file=sys.stderr)
        return 2
    with citus(workers=2) as nodes, tempfile.TemporaryDirectory() as var:
        site = Site(nodes[0], Path(var))
        empty = size_of(nodes)
        site.manage("migrate", "-v0")
        made = MAKE.format(cells=asked.cells, copies=asked.leagues // asked.cells - 1)
        print(site.shell(made), flush=True)
        full = size_of(nodes)
        tables = [Table(*line.split()) for line in site.shell(CODES).splitlines()]
        each = (full - empty) / len(tables) / 1024
        print(f"{len(tables)} matches are played, one in each league; {each:.0f} kB of disk a league")
        print(site.manage("cells", "list"), flush=True)
        with site.served() as port:
            night = Night(port, tables, rate=asked.rate)
            with night.played():
                play(night, nodes, site, seconds=asked.minutes * 60)
        return report(night, nodes)


class Site:
    """The site's commands and its server, in cells on the coordinator."""

    def __init__(self, coordinator: Node, var: Path) -> None:
        self.environ = os.environ | {
            "DATABASE_URL": address_of(coordinator),
            "PEGBOARD_CELLS": "1",
            "PEGBOARD_VAR": str(var),
            "PEGBOARD_HANDS_A_MINUTE": "1000000",
            "PEGBOARD_BACKUPS_KEPT": "0",
            "PYTHONPATH": str(ROOT),
        }

    def manage(self, *arguments: str) -> str:
        command = [sys.executable, "manage.py", *arguments]
        piped = {"stdout": subprocess.PIPE, "text": True, "check": True}
        ended = subprocess.run(command, cwd=ROOT, env=self.environ, **piped)
        return str(ended.stdout).strip()

    def shell(self, script: str) -> str:
        return self.manage("shell", "--no-imports", "-v0", "-c", script)

    def processor(self) -> float:
        return processor_of(self._server.pid)

    @contextlib.contextmanager
    def served(self) -> Iterator[int]:
        port = free_port()
        command = [sys.executable, "manage.py", "run", "--empty", f"--port={port}"]
        with (Path(self.environ["PEGBOARD_VAR"]) / "log").open("wb") as log:
            server = self._server = subprocess.Popen(
                command, cwd=ROOT, env=self.environ, stdout=log, stderr=log
            )
            try:
                while not listens(port):
                    time.sleep(0.2)
                    assert server.poll() is None, "the site has ended"
                yield port
            finally:
                server.terminate()
                server.wait()


def play(night: Night, nodes: list[Node], site: Site, *, seconds: float) -> None:
    """Let the night go on while a node is lost, a cell is moved and a league is moved."""
    coordinator, first, second = nodes
    before = site.processor(), coordinator.processor(), first.processor() + second.processor()
    time.sleep(seconds / 4)
    after = site.processor(), coordinator.processor(), first.processor() + second.processor()
    each = [(now - then) / max(1, len(night.sent)) * 1000 for then, now in zip(before, after, strict=True)]
    named = zip(("site", "coordinator", "both workers"), each, strict=True)
    taken = ", ".join(f"{name} {cost:.1f}" for name, cost in named)
    print(f"{len(night.sent)} hands; of a processor, ms a hand: {taken}", flush=True)
    at = dict(line.partition(": ")[::2] for line in site.manage("cells", "list").splitlines())
    lost = [name for name, remarks in at.items() if f":{first.port}" in remarks]
    night.mark("node lost", lost)
    first.kill()
    time.sleep(AWAY)
    first.start()
    night.mark("node back", lost)
    time.sleep(seconds / 4)
    move_cell(night, coordinator, lost[0], second)
    move_league(night, site, lost[-1], to=next(name for name in at if name not in {FIRST, lost[-1]}))
    night.mark("all is well", [])
    time.sleep(seconds / 4)


def move_cell(night: Night, coordinator: Node, cell: str, to: Node) -> None:
    night.mark("cell moves", [cell])
    with night.also_into(MOVING_CELL, lambda table: table.cell == cell, rate=INTO_CELL):
        began = time.monotonic()
        coordinator.sql(DATABASE, f"SELECT citus_schema_move('{cell}', '127.0.0.1', {to.port})")
        print(f"{cell} moved to the other node in {time.monotonic() - began:.1f} s", flush=True)


def move_league(night: Night, site: Site, cell: str, *, to: str) -> None:
    league = next(table.league for table in night.tables if table.cell == cell)
    night.mark("league moves", [cell])
    with night.also_into(MOVING_LEAGUE, lambda table: table.league == league, rate=INTO_LEAGUE):
        began = time.monotonic()
        print(site.manage("cells", "move", league, to))
        print(f"... in {time.monotonic() - began:.1f} s", flush=True)


def size_of(nodes: list[Node]) -> int:
    return sum(int(node.sql(DATABASE, f"SELECT pg_database_size('{DATABASE}')")) for node in nodes)


def report(night: Night, nodes: list[Node]) -> int:
    """Say how it went, count every hand, and return 1 unless each is there once, some of both moves."""
    moving = [(what, night.hands_into(what)) for what in MOVING]
    for name, hands in (*night.phases(), *moving):
        print(f"{name}: {_in_words(hands)}")
    for node, name in zip(nodes, ("coordinator", "worker", "worker"), strict=False):
        print(f"{name}: {node.memory() / 2**20:.0f} MB")
    schemas = nodes[0].sql(DATABASE, "SELECT name FROM shared.cell ORDER BY number").splitlines()
    found: Counter[str] = Counter()
    for schema in schemas:
        entries = nodes[0].sql(DATABASE, f"SELECT client_id FROM {schema}.league_tableentry")
        found.update(entries.splitlines())
    missing, twice = night.told - found.keys(), [name for name, count in found.items() if count > 1]
    print(f"{len(night.told)} hands were told to have come; missing {len(missing)}, twice {len(twice)}")
    print(f"never taken {len(night.left)}, strange {len(found.keys() - night.told - night.left)}")
    return 1 if missing or twice or night.left or not all(hands for _, hands in moving) else 0


def _in_words(hands: list[Sent]) -> str:
    times = sorted(sent.seconds for sent in hands)
    tries = Counter(status for sent in hands for status in sent.refused)
    within = ", ".join(f"{part:.0%} within {quantile(times, part):.2f} s" for part in (0.5, 0.95, 1))
    return f"{len(hands)} hands, {within}; refusals {dict(tries)}"


if __name__ == "__main__":
    sys.exit(main())
