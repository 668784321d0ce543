"""What the night board costs, as ratios to a trivial view timed in the same run.

    pytest tests/benchmarks/test_board.py --benchmark-json=board.json

Twenty-four matches of four tables, nine hands each in the log: 864 hands, every one of them pegged anew for
each page; and the answer to a television that has the page already.
"""

from random import Random

import pytest
from django.test import Client

from league.live.nights import night_board
from league.models import League, TableEntry
from tests.benchmarks.test_standings import median_of
from tests.builders import NIGHT, a_division, a_match
from tests.builders_tables import some_hands

pytestmark = pytest.mark.django_db

MATCHES, TABLES, HANDS = 24, 4, 9
BOARD = f"/three-valleys-all-fours-league/nights/{NIGHT}/board/"


@pytest.fixture
def league() -> League:
    random, division = Random(20270114), a_division(teams=0)
    for number in range(MATCHES):
        match = a_match(division, f"Home {number:02}", f"Away {number:02}")
        for table in range(1, TABLES + 1):
            hands = ["".join(random.choice(awards) for awards in ("ha", "ha", "---ha", "ha-"))] * HANDS
            some_hands(match, table, *hands)
    assert TableEntry.objects.count() == MATCHES * TABLES * HANDS
    return division.season.league


def hello() -> float:
    """Seconds of the least a view can cost here."""
    client = Client()
    return median_of(lambda: client.get("/health/"))


def test_the_board_as_values(benchmark, league):
    board = benchmark(lambda: night_board(league, NIGHT))
    assert board.tables == MATCHES * TABLES
    ratio = benchmark.stats.stats.median / hello()
    benchmark.extra_info.update(yardstick="a trivial view", ratio=round(ratio, 1), hands=864)


def test_a_page_of_the_board(benchmark, league):
    client = Client()
    response = benchmark(lambda: client.get(BOARD))
    assert response.status_code == 200
    ratio = benchmark.stats.stats.median / hello()
    benchmark.extra_info.update(
        yardstick="a trivial view", ratio=round(ratio, 1), bytes=len(response.content)
    )


def test_a_television_that_has_it(benchmark, league):
    client = Client()
    tag = client.get(BOARD).headers["ETag"]
    response = benchmark(lambda: client.get(BOARD, headers={"If-None-Match": tag}))
    assert response.status_code == 304
    ratio = benchmark.stats.stats.median / hello()
    benchmark.extra_info.update(yardstick="a trivial view", ratio=round(ratio, 2))
    assert ratio <= 20
