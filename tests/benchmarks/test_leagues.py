"""How many leagues of 48 teams one machine carries on a match night.

    pytest tests/benchmarks/test_leagues.py --slow --benchmark-json=leagues.json
    python3 manage.py test --postgres tests/benchmarks/test_leagues.py --slow

In each league 24 matches of four tables at once, half of their hands entered; 0.88 hands and 8.8 pages a
second, as at its busiest; one hand in ten is sent twice; readers have ETags; a result comes in every hundred
seconds, after which the league's pages are made anew. The site in two processes, clients and database on the
same machine. A number is carried if hands and pages both have a p99 below 250 ms. No hand is lost or doubled.
Times are those of a night that has gone on for a while: each league has had a result, each board some hands.
"""

import datetime
import itertools
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.competition.services import count_result
from league.models import League, Match, Scorecard, TableEntry
from tests.benchmarks.crowd import BODIES, GIVE_UP, Phones, Seen, crowd, open_once
from tests.benchmarks.test_rush import pages_beside, percentiles
from tests.benchmarks.whole_leagues import TABLES, Size, whole_leagues
from tests.browser.servers import Server
from tests.builders import WEEK, a_card

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

REQUIRED, GOAL, CLOSE = 50, 200, 1.15
LONGEST_MS = 250
# Seconds after which no other number is tried.
LONGEST_SEARCH = 900
WRITES, READERS, RESULTS = 0.88, 44, 24 / 7200 * 3
TABLES_A_LEAGUE = 24 * TABLES
SCORES = ((15, 11), (9, 15), (15, 2), (13, 15))
TWICE = 0.1
ENTERED = 10
# Until then each process sees boards and divisions for the first time: once in a night of three hours.
SETTLE, SECONDS = 100, 20


def more_leagues(tonight: dict[League, list[Match]], count: int) -> None:
    """Make as many leagues as are missing, with their matches of tonight and what is entered of these."""
    now, numbers = timezone.now(), range(len(tonight), count)
    for league, matches in whole_leagues(numbers, Size(), last_night=timezone.localdate() - WEEK):
        tonight[league] = matches
        TableEntry.objects.bulk_create(
            TableEntry(
                match=match,
                client_id=uuid.uuid4(),
                phone=uuid.UUID(int=table),
                table=table,
                place=f"h{hand}",
                body=BODIES[hand % 2],
                entered_at=now,
                received_at=now - datetime.timedelta(minutes=5),
            )
            for match in matches
            for table in range(1, TABLES + 1)
            for hand in range(1, ENTERED + 1)
        )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


@pytest.fixture
def server(db: None, tmp_path_factory: pytest.TempPathFactory, collected_files: Path) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("var"), collected_files)
    server.start(workers=2)
    yield server
    server.kill()


@contextmanager
def results_coming_in(leagues: list[list[Match]]) -> Iterator[None]:
    """Confirm a result of each league in turn, so that a league has one every hundred seconds."""
    is_over = threading.Event()

    def confirm() -> None:
        for number in itertools.count():
            if is_over.wait(1 / (RESULTS * len(leagues))):
                break
            match = leagues[number % len(leagues)][number // len(leagues)]
            with transaction.atomic():
                a_card(match, *SCORES)
                count_result(match=match)
        connection.close()

    thread = threading.Thread(target=confirm)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()
        Scorecard.objects.filter(match__in=[match.pk for matches in leagues for match in matches]).delete()


def a_night(
    server: Server, tonight: dict[League, list[Match]], count: int, opened: int
) -> tuple[Seen, float]:
    """Return what was seen by the people of so many leagues, and the part of a processor the server took.

    Of the first leagues so many have had their pages opened since the server began.
    """
    more_leagues(tonight, count)
    leagues = list(tonight)[:count]
    matches = [match for league in leagues for match in tonight[league]]
    codes = codes_for(matches=[match.pk for match in matches], now=timezone.now())
    since = TableEntry.objects.aggregate(newest=Max("pk"))["newest"]
    phones = Phones(
        tables=[(f"/s/{codes[match.pk]}/log/", table) for match in matches for table in range(1, TABLES + 1)],
        every=TABLES_A_LEAGUE / WRITES,
        since=since,
        played=ENTERED,
        twice=TWICE,
    )
    readers = [
        pages_beside(of_league[number % len(of_league)])
        for league in leagues
        for of_league in [tonight[league]]
        for number in range(READERS)
    ]
    new = {page for pages in readers[opened * READERS :] for page in pages}
    open_once(server.port, sorted(new))
    before = server.processor_seconds()
    with results_coming_in([tonight[league] for league in leagues]):
        seen = crowd(server.port, phones=phones, readers=readers, seconds=SECONDS, settle=SETTLE)
    spent = server.processor_seconds() - before
    entered = TableEntry.objects.filter(pk__gt=since)
    assert len(seen.entered) == len(set(seen.entered)) == entered.count(), "every hand once"
    entered.delete()
    return seen, spent / (SETTLE + SECONDS)


def test_leagues_carried(benchmark, server: Server) -> None:
    tonight: dict[League, list[Match]] = {}
    nights: dict[int, dict[str, object]] = {}
    opened = 0

    def carries(count: int) -> bool:
        nonlocal opened
        seen, spent = a_night(server, tonight, count, opened)
        opened = max(opened, count)
        hands, pages = (percentiles(times or [GIVE_UP] * 2) for times in (seen.hands, seen.pages))
        nights[count] = {
            "hand_ms": hands,
            "page_ms": pages,
            "hands": len(seen.hands),
            "pages": len(seen.pages),
            "unchanged": seen.unchanged,
            "errors": len(seen.errors),
            "gave_up": seen.gave_up,
            "server_cpu_of_a_second": round(spent, 2),
        }
        if seen.gave_up:
            # What still waits there is nobody's any more.
            server.kill()
            server.start(workers=2)
            opened = 0
        return not (seen.errors or seen.gave_up) and max(hands["p99"], pages["p99"]) < LONGEST_MS

    def most() -> int:
        """Return the most leagues carried: up from what is required, or down, until the answer changes.

        Or for so long: what was carried by then.
        """
        until = time.monotonic() + LONGEST_SEARCH
        count, best = REQUIRED, 0
        goes_up = carries(count)
        if goes_up:
            best = count
        while 1 < count < GOAL and goes_up == bool(best) and time.monotonic() < until:
            count = min(round(count * CLOSE), GOAL) if goes_up else round(count / CLOSE)
            if carries(count):
                best = count
            elif goes_up:
                break
        return best

    carried = benchmark.pedantic(most, rounds=1)
    benchmark.extra_info.update(goal="E1", database=connection.vendor, leagues=carried, nights=nights)
    assert carried >= REQUIRED
