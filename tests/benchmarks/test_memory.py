"""Whether the site's memory stays as it is, however long it serves.

    pytest tests/benchmarks/test_memory.py --slow --benchmark-json=memory.json

A hundred thousand requests to the site as it is served, every tenth a posted hand, the others pages of four
leagues and what phones ask. Workers fill their caches in the first quarter; after that they must not grow.
"""

import http.client
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from pathlib import Path
from statistics import median

import pytest
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.models import League, Match, TableEntry
from tests.benchmarks.test_rush import letter, pages_beside
from tests.benchmarks.whole_leagues import TABLES, Size, whole_leagues
from tests.browser.servers import Server
from tests.builders import WEEK

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

LEAGUES, CLIENTS = 4, 4
REQUESTS, WRITE_EVERY, PARTS = 100_000, 10, 20
# All processes together, from the second quarter to the last: a leak of 200 bytes a request.
MOST_GROWN_MB = 10


@pytest.fixture
def tonight(db: None) -> list[Match]:
    leagues = whole_leagues(
        range(LEAGUES), Size(divisions=2, played=6), last_night=timezone.localdate() - WEEK
    )
    return [match for _, matches in leagues for match in matches]


@pytest.fixture
def server(db: None, tmp_path_factory: pytest.TempPathFactory, collected_files: Path) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("var"), collected_files)
    server.start(workers=2)
    yield server
    server.kill()


def ask(port: int, pages: list[str], tables: list[tuple[str, int]], requests: int, first: int) -> list[str]:
    """Ask for pages one after the other, between them posting hands; return what went wrong."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    chance, errors = random.Random(first), []
    for number in range(requests):
        if number % WRITE_EVERY == 0:
            code, table = chance.choice(tables)
            address, body = f"/s/{code}/log/", letter(table, f"h{chance.randint(1, 15)}", chance)
            connection.request("POST", address, body, {"Content-Type": "application/json"})
        else:
            address = chance.choice(pages)
            connection.request("GET", address, headers={"Accept-Encoding": "br, gzip"})
        answer = connection.getresponse()
        answer.read()
        if answer.status != HTTPStatus.OK:
            errors.append(f"{answer.status} {address}")
    connection.close()
    return errors


def test_memory_does_not_grow(benchmark, tonight: list[Match], server: Server) -> None:
    codes = codes_for(matches=[match.pk for match in tonight], now=timezone.now())
    pages = [
        address
        for match in tonight
        for address in (*pages_beside(match), f"/s/{codes[match.pk]}/log/", f"/s/{codes[match.pk]}/")
    ]
    tables = [(codes[match.pk], table) for match in tonight for table in range(1, TABLES + 1)]
    used = [server.memory()]

    def serve() -> None:
        with ThreadPoolExecutor(CLIENTS) as clients:
            for part in range(PARTS):
                # A night's logs have their length; the next night's begin anew, and pages with them.
                TableEntry.objects.all().delete()
                League.objects.update(revision=part + 1)
                requests = REQUESTS // PARTS // CLIENTS
                asking = [
                    clients.submit(ask, server.port, pages, tables, requests, part + client)
                    for client in range(CLIENTS)
                ]
                assert [error for future in asking for error in future.result()] == []
                used.append(server.memory())

    benchmark.pedantic(serve, rounds=1)
    megabytes = [round(bytes_ / 1e6, 1) for bytes_ in used]
    # What a quarter ends with goes up and down by a cache more or less: its median counts.
    quarter = PARTS // 4
    grown = median(megabytes[-quarter:]) - median(megabytes[quarter + 1 : 2 * quarter + 1])
    benchmark.extra_info.update(goal="memory", megabytes=megabytes, grown=round(grown, 1))
    assert grown < MOST_GROWN_MB
