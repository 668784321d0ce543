"""A list that is imported while somebody else writes: nobody waits for its reading, and nothing is lost."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection

from league.exchange.lists.headings import What
from league.exchange.spreadsheets import read_text
from league.models import Player, Pub, Season
from tests.builders import FRIDAY, a_division
from tests.builders_lists import import_list
from tests.moments import at_once

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # PostgreSQL keeps apart whoever writes in the same league alone, by its row, from the first moment on.
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one writer for everything"),
]


def test_whoever_writes_while_a_list_is_read_does_not_wait_and_both_are_there() -> None:
    season: Season = a_division(teams=2).season
    others: list[str] = []

    def somebody_writes(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if not others and '"league_player"' in sql and sql.startswith("SELECT"):
            others.append("began")
            others.extend(
                at_once(lambda: Pub.objects.filter(name="The Fleece").update(phone="01274 496 0001"))
            )
        return answer

    with connection.execute_wrapper(somebody_writes):
        report = import_list(
            league=season.league,
            season=season,
            what=What.PLAYERS,
            rows=read_text("player,team\nAlf Tupper,The Fleece\nAnn Otter,The Shears"),
            now=FRIDAY,
        )
    assert others == ["began", "done"]
    assert report.run is not None
    assert report.run.changed == {}
    assert Player.objects.count() == 2
    assert Pub.objects.get(name="The Fleece").phone == "01274 496 0001"
