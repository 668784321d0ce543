"""Which tests `manage.py test` runs on PostgreSQL: those whose outcome may differ from SQLite's.

All of a file runs where transactions meet; of the other files each third is read, chosen by its name.
Services, selectors, constraints, locks, imports and backups are tested without a client: some functions of a
file run, with the first of its parameters, as the others send the same SQL. A test that requests a page
checks words, access and the number of queries, which do not depend on the database; what it reads and writes
has tests of its own; nor does what stands on paper. One of a file of such tests still runs, so that their SQL
meets PostgreSQL. Searching the pages of a whole league for words, or weighing them, is left out: what they
read is the same. The long run leaves out no test with a database.
"""

import zlib
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

TRANSACTION_FIXTURES = frozenset(
    {"transactional_db", "django_db_serialized_rollback", "live_server", "two_cells"}
)
DATABASE_FIXTURES = frozenset({"db"}) | TRANSACTION_FIXTURES
PAGE_FIXTURES = frozenset({"client", "admin_client"})
FILES_SAMPLED, PAGES_SAMPLED, FUNCTIONS_SAMPLED = 3, 1, 15
# Kinds of things and what may be done with them: the same rows for every test, and slow to write.
FILLED_BY_DJANGO = frozenset({"auth_permission", "django_content_type"})
PAPER_IN = frozenset({"printing", "photographs"})
# Folders of tests without a database, and of browsers: not even collected.
LEFT_OUT = frozenset({"bootstrap", "browser", "scoring"})
# Its fixtures make the clients that ask for its pages.
WORKBENCH = "competition/test_admin.py"
SEARCHED_PAGES = frozenset(
    {
        "accounts/test_access.py",
        "api/test_contract.py",
        "exchange/test_no_row_vanishes.py",
        "installation/test_startup.py",
        "publishing/test_page.py",
        "publishing/test_publish.py",
        "overview/test_league_sizes.py",
        "overview/test_links.py",
        "people/test_private.py",
        "people/test_every_reader.py",
        "hostile/test_names.py",
        "hostile/test_other_leagues_ids.py",
        "installation/test_weight.py",
    }
)
# Pages that are sent text all run: PostgreSQL refuses what SQLite takes (NUL bytes, words too long). The
# other tests of hostile pages ask for the same ones.
TEXT_IN, TEXT_FIXTURE, HOSTILE = frozenset({"hostile", "founding"}), "garbage", "hostile"


def is_read(file: Path, tests: Path) -> bool:
    """Say whether a folder of tests, or a file, is read for a sample at all."""
    if file.suffix != ".py":
        return file.parent != tests or file.name not in LEFT_OUT
    name = file.relative_to(tests).as_posix()
    if name in SEARCHED_PAGES:
        return False
    text = file.read_text("utf-8")
    is_of_all = any(word in text for word in (*TRANSACTION_FIXTURES, "transaction=True", TEXT_FIXTURE))
    return is_of_all or not file.name.startswith("test_") or zlib.crc32(name.encode()) % FILES_SAMPLED == 0


def tables_to_empty(operations: Any, style: Any, tables: list[str], **_: bool) -> list[str]:
    """Return the tables as SQL names them, without those that Django fills. In the place of `sql_flush`."""
    return [operations.quote_name(table) for table in tables if table not in FILLED_BY_DJANGO]


def delete_rows(operations: Any, names: list[str]) -> None:
    """Empty the tables in which something stands. In the place of DatabaseOperations.execute_sql_flush.

    PostgreSQL truncates all tables at a fifth of a second. Foreign keys are checked when the transaction
    ends: the order is free. On SQLite nobody writes meanwhile: a browser's last request may be on its way.
    """
    connection = operations.connection
    with transaction.atomic(using=connection.alias), connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"EXISTS (SELECT 1 FROM {name})" for name in names))
        for name, is_full in zip(names, cursor.fetchone(), strict=True):
            if is_full:
                cursor.execute(f"DELETE FROM {name}")


def has_database(item: pytest.Item) -> bool:
    """Say whether a test has a database."""
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASE_FIXTURES.isdisjoint(fixtures)


def has_transactions(item: pytest.Item) -> bool:
    """Say whether a test commits, so that several connections can meet."""
    marker = item.get_closest_marker("django_db")
    fixtures = getattr(item, "fixturenames", ())
    return bool(marker and marker.kwargs.get("transaction")) or not TRANSACTION_FIXTURES.isdisjoint(fixtures)


class PostgresTests:
    """The tests to run on PostgreSQL, counted as they are collected; with `is_sample` not every one."""

    def __init__(self, *, is_sample: bool) -> None:
        self.is_sample = is_sample
        self.pages_of_file: Counter[Path] = Counter()
        self.functions_of_file: dict[Path, list[str]] = defaultdict(list)

    def include(self, item: pytest.Item) -> bool:
        if not has_database(item) or item.get_closest_marker("browser") is not None:
            return False
        if not self.is_sample:
            return True
        folder = item.path.parent.name
        file = f"{folder}/{item.path.name}"
        fixtures = getattr(item, "fixturenames", ())
        if folder in TEXT_IN and TEXT_FIXTURE in fixtures:
            return True
        if PAGE_FIXTURES.isdisjoint(fixtures) and folder not in PAPER_IN and file != WORKBENCH:
            return has_transactions(item) or self._is_of_sample(item)
        if folder == HOSTILE:
            return False
        self.pages_of_file[item.path] += 1
        return self.pages_of_file[item.path] <= PAGES_SAMPLED

    def _is_of_sample(self, item: pytest.Item) -> bool:
        """Say whether it is the first test of a function, and that the 1st, 16th, 31st of its file."""
        functions, function = self.functions_of_file[item.path], item.nodeid.partition("[")[0]
        if function in functions:
            return False
        functions.append(function)
        return len(functions) % FUNCTIONS_SAMPLED == 1
