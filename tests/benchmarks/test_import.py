"""How long a league of ten seasons takes to come in from its file.

    pytest tests/benchmarks/test_import.py --slow --benchmark-json=import.json

Processor time of the import alone. The file is what `export_league` writes: three divisions of twelve teams,
every hand of ten seasons.
"""

import datetime
import time
from pathlib import Path
from typing import Any

import pytest

from league.exchange.league_file.reading import import_league
from league.exchange.league_file.writing import league_as_text
from league.models import League
from tests.benchmarks.a_million_hands import add_hands
from tests.benchmarks.whole_leagues import Size, add_earlier_seasons, whole_leagues
from tests.builders import FRIDAY

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

SECONDS = 8


def test_a_league_of_ten_seasons_comes_in_while_one_waits(benchmark: Any, tmp_path: Path) -> None:
    ((league, _),) = whole_leagues([0], Size(divisions=3), last_night=datetime.date(2026, 11, 23))
    add_earlier_seasons(league, 9)
    add_hands()
    file = tmp_path / "league.json"
    file.write_text("".join(league_as_text(league, made=FRIDAY)), encoding="utf-8")

    def come_in() -> float:
        began = time.process_time()
        import_league(file, owner="ann", slug="a-copy")
        return time.process_time() - began

    seconds = benchmark.pedantic(come_in, rounds=1)
    benchmark.extra_info |= {"seconds of a processor": round(seconds, 1), "bytes": file.stat().st_size}
    assert League.objects.count() == 2
    assert seconds < SECONDS
