"""Which tests run on PostgreSQL too."""

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from league.bootstrap import suite
from tests.on_postgres import FUNCTIONS_SAMPLED, LEFT_OUT, PAGES_SAMPLED, PostgresTests, is_read


@dataclass
class Item:
    """A test as pytest collects it."""

    fixturenames: list[str] = field(default_factory=list)
    markers: list[str] = field(default_factory=list)
    path: Path = Path("tests/views/test_standings.py")
    name: str = "test_it"

    @property
    def nodeid(self) -> str:
        return f"{self.path}::{self.name}"

    def get_closest_marker(self, name: str) -> SimpleNamespace | None:
        return SimpleNamespace(name=name, kwargs={}) if name in self.markers else None


def included(*items: Item, is_sample: bool = True) -> list[bool]:
    tests = PostgresTests(is_sample=is_sample)
    return [tests.include(item) for item in items]


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (Item(), False),
        (Item(fixturenames=["tmp_path"]), False),
        (Item(fixturenames=["db"]), True),
        (Item(markers=["django_db"]), True),
        (Item(fixturenames=["live_server"], markers=["django_db", "browser"]), False),
    ],
    ids=["pure", "other fixtures", "database fixture", "database marker", "browser"],
)
def test_only_tests_with_a_database_and_no_browser(item: Item, expected: bool):
    assert included(item) == [expected]


def test_folders_left_out_have_no_database_or_a_browser_throughout():
    without_django = {folder.name for folder in suite.WITHOUT_DJANGO}
    assert without_django | {"browser"} == LEFT_OUT
    files = sorted((suite.ROOT / "tests" / "browser").rglob("test_*.py"))
    assert [file for file in files if suite.BROWSER_MARKER not in file.read_text("utf-8")] == []


def test_of_each_file_of_pages_a_sample():
    standings = [Item(["db", "client"])] * (PAGES_SAMPLED + 3)
    pubs = Item(["db", "client"], path=Path("tests/views/test_pubs.py"))
    assert included(*standings, pubs) == [True] * PAGES_SAMPLED + [False] * 3 + [True]


def test_pages_do_not_use_up_the_places_of_other_tests():
    pages = [Item(["db", "client"])] * (PAGES_SAMPLED + 1)
    assert included(*pages, Item(["db"]))[-1]


def test_all_pages_of_named_tests():
    assert all(included(*[Item(["db", "client"])] * 9, is_sample=False))


def test_some_functions_with_their_first_parameter_but_all_where_transactions_meet():
    names = ("test_a[1]", "test_a[2]", *(f"test_{number}[2]" for number in range(FUNCTIONS_SAMPLED)))
    whole = [True, *[False] * FUNCTIONS_SAMPLED, True]
    assert included(*(Item(["db"], name=name) for name in names)) == whole
    first, second = (Item(["db"], name=name) for name in names[:2])
    assert included(first, second, is_sample=False) == [True, True]
    assert included(*[Item(["db", "transactional_db"], name=name) for name in ("test_a[1]", "test_a[2]")])[1]


def test_pages_of_an_administrator_are_pages():
    opened = [Item(["db", "admin_client"])] * (PAGES_SAMPLED + 1)
    assert included(*opened) == [True] * PAGES_SAMPLED + [False]


def test_of_pages_that_are_sent_garbage_all_that_send_what_postgresql_refuses():
    hostile = Path("tests/hostile/test_garbage.py")
    assert all(included(*[Item(["db", "client", "garbage"], path=hostile)] * 9))
    assert included(Item(["db", "client"], path=hostile), Item(["db"], path=hostile)) == [False, True]


def test_of_each_file_of_paper_a_sample():
    sheets = [Item(["db"], path=Path("tests/printing/test_sheets.py"))] * (PAGES_SAMPLED + 1)
    assert included(*sheets) == [True] * PAGES_SAMPLED + [False]


def test_of_files_without_transactions_each_third_is_read_and_none_that_searches_whole_leagues(
    tmp_path: Path,
):
    files = [tmp_path / f"test_{number}.py" for number in range(40)]
    for file in files:
        file.write_text("def test_it(db): ...")
    read = [file for file in files if is_read(file, tmp_path)]
    assert len(files) // 6 < len(read) < len(files) // 2
    for words in (
        "django_db(transaction=True)",
        "def test_it(live_server): ...",
        "def test_it(garbage): ...",
    ):
        for file in files:
            file.write_text(words)
        assert all(is_read(file, tmp_path) for file in files)
    assert not is_read(suite.ROOT / "tests" / "people" / "test_private.py", suite.ROOT / "tests")
    assert is_read(suite.ROOT / "tests" / "builders.py", suite.ROOT / "tests")
    assert not is_read(suite.ROOT / "tests" / "browser", suite.ROOT / "tests")
