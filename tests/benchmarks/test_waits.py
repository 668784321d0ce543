"""How long a hand waits beside any other work of a site.

    pytest tests/benchmarks/test_waits.py --slow --benchmark-json=waits.json
    python3 manage.py test --postgres tests/benchmarks/test_waits.py --slow

The site as it is served, with printing process and clock; many leagues, of which phones send hands all the
time; beside them, in a process of its own, every kind of work that writes much, in a league of ten seasons.
Each wait is from the moment a hand was pegged until the league has it. Which is the longest is put down for
each kind of work, with that of a time in which nothing else is done: the machine has a part in all of them.
"""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from league.accounts.services.links import codes_for
from tests.benchmarks.a_million_hands import add_hands
from tests.benchmarks.phones_of_a_night import Night, Table, quantile
from tests.benchmarks.whole_leagues import Size, add_earlier_seasons, whole_leagues
from tests.benchmarks.work_beside_hands import WORK
from tests.browser.servers import Server
from tests.builders import WEEK, a_secretary

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LEAGUES = {"sqlite": 200, "postgresql": 500}
BIG, SMALL = Size(divisions=3), Size(divisions=1, teams=4, squad=2, played=2)
EARLIER = 9
HANDS_A_SECOND = 10
LONGEST_MS = 250
# Seconds in which each process answers its first hands; in which phones are heard before and after each work.
SETTLE, APART = 10, 2


@pytest.fixture
def tables(db: None) -> list[Table]:
    """The tables of a night in all leagues, one a match, the first league with ten seasons."""
    eve = timezone.localdate() - WEEK
    ((league, matches),) = whole_leagues([0], BIG, last_night=eve)
    a_secretary(league, "edna")
    add_earlier_seasons(league, EARLIER)
    add_hands()
    tonight = [
        match
        for _, of in whole_leagues(range(1, LEAGUES[connection.vendor]), SMALL, last_night=eve)
        for match in of
    ]
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    codes = codes_for(matches=[match.pk for match in (*matches, *tonight)], now=timezone.now())
    return [
        Table("public", match.division.season.league.slug, codes[match.pk]) for match in (*matches, *tonight)
    ]


@pytest.fixture
def server(
    tables: list[Table], tmp_path_factory: pytest.TempPathFactory, collected_files: Path
) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("var"), collected_files)
    # All hands come from one address.
    server.environment |= {"PEGBOARD_HANDS_A_MINUTE": "1000000"}
    server.start_as_served()
    yield server
    server.kill()


@pytest.fixture
def worker(server: Server) -> Iterator["subprocess.Popen[str]"]:
    """The process that does the work."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.benchmarks.work_beside_hands"],
        env=server.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


def do(name: str, night: Night, worker: "subprocess.Popen[str]") -> None:
    """Have some work prepared, and done while the night goes on."""
    print(name, file=worker.stdin, flush=True)
    assert worker.stdout.readline() == "ready\n", name
    time.sleep(APART)
    night.mark(name, [])
    print(file=worker.stdin, flush=True)
    assert worker.stdout.readline() == "done\n", name
    time.sleep(APART)
    night.mark("between", [])


def test_no_hand_waits_long_beside_any_work(benchmark, tables: list[Table], server: Server, worker) -> None:
    night = Night(server.port, tables, rate=HANDS_A_SECOND)

    def all_of_it() -> None:
        with night.played():
            time.sleep(SETTLE)
            for name in WORK:
                do(name, night, worker)

    try:
        benchmark.pedantic(all_of_it, rounds=1)
    finally:
        waits = {
            name: sorted(1000 * sent.seconds for sent in hands)
            for name, hands in night.phases()
            if name in WORK and hands
        }
        benchmark.extra_info.update(
            goal="waits",
            database=connection.vendor,
            longest_ms={name: round(times[-1]) for name, times in waits.items()},
            p99_ms={name: round(quantile(times, 0.99)) for name, times in waits.items()},
            hands={name: len(times) for name, times in waits.items()},
            refused=sum(bool(sent.refused) for sent in night.sent),
        )
        print(benchmark.extra_info)
    assert not night.left
    assert not [sent for sent in night.sent if sent.refused]
    assert {name: round(times[-1]) for name, times in waits.items() if times[-1] > LONGEST_MS} == {}
