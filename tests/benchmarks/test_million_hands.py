"""Every query of the pages people open most is limited to its league, among a million hands of a thousand.

    pytest tests/benchmarks/test_million_hands.py --slow
    python3 manage.py test --postgres tests/benchmarks/test_million_hands.py --slow

Each page is made anew, and each of its statements explained by the database that carried it out: no table
that grows with the leagues is read from end to end, and PostgreSQL, which counts, reads of none more rows
than the league has. Alone the front page names all leagues, and its search looks through the pubs of all.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.installation import stored_pages
from league.models import League, Match
from tests.benchmarks.a_million_hands import a_million_hands
from tests.benchmarks.test_growth import pages_of
from tests.builders import NIGHT, WEEK, a_secretary
from tests.moments import after
from tests.results.table_phones import Phone

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

# SQLite plans without looking at the values: it may read all of a table that is small.
LARGE_TABLE = {"postgresql": 500, "sqlite": 10_000}
# An index of a league's rows may lead to some of others: those on the same page of it.
TOLERANCE = 1.5
FEW = 200
# What the pages of the installation read of all leagues; of the rest, no more than of those they show.
OF_ALL_LEAGUES = {
    "front page": {"league_league"},
    "search of the front page": {"league_league", "league_pub"},
}
SHOWN_AT_ONCE = 40

Statement = tuple[str, tuple[Any, ...]]


@dataclass
class Rows:
    """How many rows each table has, in all and of a league."""

    all: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)

    def is_large(self, table: str) -> bool:
        return self.all.get(table, 0) > LARGE_TABLE[connection.vendor]

    def of_installation(self, besides: set[str]) -> "Rows":
        """Return what a page that shows many leagues may read, and all of some tables."""
        return Rows(
            all={table: count for table, count in self.all.items() if table not in besides},
            own={table: count * SHOWN_AT_ONCE for table, count in self.own.items()},
        )


OF_LEAGUE = {
    "league_season": "league",
    "league_division": "season__league",
    "league_team": "league",
    "league_pub": "league",
    "league_player": "league",
    "league_registration": "season__league",
    "league_enrolment": "season__league",
    "league_match": "division__season__league",
    "league_scorecard": "match__division__season__league",
    "league_matchtable": "scorecard__match__division__season__league",
    "league_game": "table__scorecard__match__division__season__league",
    "league_seat": "game__table__scorecard__match__division__season__league",
    "league_handresult": "game__table__scorecard__match__division__season__league",
    "league_tableentry": "match__division__season__league",
}


def rows_of(league: League) -> Rows:
    rows = Rows()
    for model in apps.get_app_config("league").get_models():
        table = model._meta.db_table
        rows.all[table] = model._base_manager.count()
        path = OF_LEAGUE.get(table)
        rows.own[table] = model._base_manager.filter(**{path: league}).count() if path else rows.all[table]
    return rows


@contextmanager
def noted() -> Iterator[list[Statement]]:
    """Give the statements that are carried out meanwhile."""
    statements: list[Statement] = []

    def note(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:
        if not many and sql.lstrip().upper().startswith(("SELECT", "UPDATE", "DELETE", "INSERT", "WITH")):
            statements.append((sql, tuple(values or ())))
        return execute(sql, values, many, context)

    with connection.execute_wrapper(note):
        yield statements


def faults_of(statement: Statement, rows: Rows) -> list[str]:
    return _on_postgres(statement, rows) if connection.vendor == "postgresql" else _on_sqlite(statement, rows)


def _on_sqlite(statement: Statement, rows: Rows) -> list[str]:
    sql, values = statement
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        steps = [str(row[-1]) for row in cursor.fetchall()]
    names = _aliases(sql)
    return [
        step
        for step in steps
        if step.startswith("SCAN ") and rows.is_large(names.get(step.split()[1], step.split()[1]))
    ]


def _aliases(sql: str) -> dict[str, str]:
    """Return the tables of a statement by the names it gives them."""
    words = sql.replace("(", " ").replace(")", " ").split()
    return {
        words[at + 1].strip('",'): word.strip('"')
        for at, word in enumerate(words[:-1])
        if word.startswith('"league_') and "." not in word
    }


def _on_postgres(statement: Statement, rows: Rows) -> list[str]:
    sql, values = statement
    is_read = sql.lstrip().upper().startswith(("SELECT", "WITH"))
    options = "ANALYZE, TIMING OFF, FORMAT JSON" if is_read else "FORMAT JSON"
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN ({options}) {sql}", values)
        plan = cursor.fetchone()[0]
    (root,) = json.loads(plan) if isinstance(plan, str) else plan
    nodes = list(_nodes(root["Plan"]))
    # A team is looked up once for each match, if there are more matches than teams.
    most = max(rows.own.get(node.get("Relation Name", ""), 0) for node in nodes)
    return [fault for node in nodes for fault in _faults_of_node(node, rows, most)]


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for child in node.get("Plans", ()):
        yield from _nodes(child)


def _faults_of_node(node: dict[str, Any], rows: Rows, most: int) -> Iterator[str]:
    table = node.get("Relation Name", "")
    if not rows.is_large(table):
        return
    if node["Node Type"] == "Seq Scan":
        yield f"reads all of {table}"
    # Rows are those of one turn, and an average.
    turns = node.get("Actual Loops", 1)
    read = turns * (
        node.get("Actual Rows", node["Plan Rows"])
        + node.get("Rows Removed by Filter", 0)
        + node.get("Rows Removed by Index Recheck", 0)
    )
    if read > (rows.own[table] if turns == 1 else most) * TOLERANCE + FEW:
        yield f"reads {read} rows of {table} in {turns} turns, of which the league has {rows.own[table]}"


def test_every_query_is_limited_to_its_league(benchmark, monkeypatch, settings):
    monkeypatch.setattr(stored_pages, "reads_committed", lambda: False)
    after(monkeypatch, NIGHT + 2 * WEEK)
    league, tonight = a_million_hands(last_night=NIGHT)
    faults, asked = look(league, tonight)
    benchmark.extra_info.update(goal="limited", statements=asked)
    benchmark.pedantic(lambda: None, rounds=1)
    assert faults == {}


def look(league: League, tonight: list[Match]) -> tuple[dict[str, list[str]], int]:
    """Return what is wrong with each statement, by page and statement; and how many there were."""
    rows = rows_of(league)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET random_page_cost = 1.1")  # as a migration sets it for the database
    public, desk = Client(), Client()
    desk.force_login(a_secretary(league, "secretary"))
    faults: dict[str, list[str]] = defaultdict(list)
    asked = 0

    def explain(name: str, act: Callable[[], Any]) -> Any:
        nonlocal asked
        with noted() as statements:
            answer = act()
        asked += len(statements)
        allowed = rows.of_installation(OF_ALL_LEAGUES[name]) if name in OF_ALL_LEAGUES else rows
        for statement in statements:
            if found := faults_of(statement, allowed):
                faults[f"{name}: {statement[0]}"] = found
        return answer

    for name, address in (pages_of(league) | more_pages(league)).items():
        client = desk if "/secretary/" in address else public
        answer = explain(name, lambda client=client, address=address: client.get(address))
        assert answer.status_code == 200, address
    code = codes_for(matches=[tonight[0].pk], now=timezone.now())[tonight[0].pk]
    phone = Phone()
    phone.say("h1", {"high": "h", "low": "a", "jack": "-", "game": "h"})
    log = f"/s/{code}/log/"
    for name, act in {
        "table": lambda: public.get(f"/s/{code}/"),
        "hand": lambda: public.post(log, phone.letter(), content_type="application/json"),
        "log": lambda: public.get(log),
    }.items():
        assert explain(name, act).status_code == 200, name
    finals = {f"t{table}-home-final": "3" for table in range(1, 5)} | {"version": "0", "confirm": "yes"}
    entry = f"/{league.slug}/secretary/matches/{tonight[1].public_id}/entry/"
    assert explain("result", lambda: desk.post(entry, finals)).status_code == 303
    return dict(faults), asked


def more_pages(league: League) -> dict[str, str]:
    own = f"/{league.slug}"
    return {
        "front page": "/",
        "search of the front page": "/?q=fleece",
        "workspace search": f"{own}/secretary/search/?q=fleece",
        "awards": f"{own}/2026-27/awards/",
        "records": f"{own}/honours/records/",
        "live": f"{own}/live/",
        "night board": f"{own}/nights/{NIGHT}/board/",
        "people": f"{own}/secretary/people/",
        "data": f"/api/v1/leagues/{league.slug}",
    }
