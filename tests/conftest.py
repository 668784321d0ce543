"""What every test relies on: which tests a run has, a browser, and no way out to the network.

Plain `pytest` runs everything on the database of DATABASE_URL. On PostgreSQL `manage.py test` leaves out what
cannot differ there: see on_postgres.py.
"""

import gc
import importlib
import json
import os
import socket
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from pytest_django.lazy_django import django_settings_is_configured

from league.bootstrap import browser
from tests.examples import QUICK, THOROUGH
from tests.long_run import LongRun
from tests.on_postgres import (
    PAGES_SAMPLED,
    PostgresTests,
    delete_rows,
    has_database,
    is_read,
    tables_to_empty,
)
from tests.renewal import MARKER, RENEW, Renewal

TESTS = Path(__file__).resolve().parent
# Chromium without windows would set letters a little wider than the one people have.
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--font-render-hinting=slight",
]
# Playwright's event loop runs in the test's own thread, which Django takes for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

LONG_RUN = "long-run"
# Each takes many minutes, or makes and breaks machines: run by name (docs/CONTRIBUTING.md, A release).
PROOFS = (
    "tests/operating/",
    "tests/installation/test_cures.py",
    "tests/results/test_sheet_life.py::test_the_public_reads_what_was_confirmed_last_in_ten_thousand_steps",
    "tests/scoring/test_second_scorer.py::test_a_second_scorer_agrees_on_a_million_hands",
    "tests/scoring/test_winning.py::test_chances_agree_with_a_million_games_within_a_fifth_of_a_point",
)
A_PROOF = "takes many minutes, or whole machines; run by name: docs/CONTRIBUTING.md, A release"

left_out_as_slow: list[str] = []
ran: list[str] = []
skipped: dict[str, str] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Choose Hypothesis's profile, and register the hook of the workers, unknown without their plugin."""
    settings.load_profile(THOROUGH if with_slow_tests(config) else QUICK)
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(Workers())
    if config.getoption(RENEW):
        Renewal.is_on = True
        if not hasattr(config, "workerinput"):
            config.pluginmanager.register(Renewal())
    if is_long_run(config):
        database = "PostgreSQL" if "DATABASE_URL" in os.environ else "SQLite"
        is_controller = not hasattr(config, "workerinput")
        config.pluginmanager.register(LongRun(database, is_controller=is_controller), LONG_RUN)


def is_long_run(config: pytest.Config) -> bool:
    """Say whether every test runs, the slow ones too; a worker is told."""
    if hasattr(config, "workerinput"):
        return LONG_RUN in config.workerinput
    is_selected = (
        config.args_source is pytest.Config.ArgsSource.ARGS or config.option.keyword or config.option.markexpr
    )
    return bool(config.getoption("--slow")) and not is_selected


class Workers:
    """The hooks that xdist calls when a worker begins and ends."""

    def pytest_configure_node(self, node: Any) -> None:
        """Tell a worker that it is part of a long run."""
        if node.config.pluginmanager.has_plugin(LONG_RUN):
            node.workerinput[LONG_RUN] = True

    def pytest_testnodedown(self, node: Any) -> None:
        """Add the slow tests that a worker left out: each collects all tests."""
        left_out_as_slow.extend(getattr(node, "workeroutput", {}).get("slow", ()))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Read a share of all tests in each later worker first: compiled once, they find each other's shares.

    pytest rewrites every assertion of a fresh clone; where both workers did so they took 28 s instead of 20.
    """
    worker = getattr(session.config, "workerinput", {"workerid": "gw0", "workercount": 1})
    number, of = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    if number and session.config.args == [TESTS.name]:
        files = [file for file in sorted(TESTS.rglob("test_*.py")) if "benchmarks" not in file.parts]
        for file in files[number * len(files) // of : (number + 1) * len(files) // of]:
            importlib.import_module(".".join(file.relative_to(TESTS.parent).with_suffix("").parts))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption(
        "--databases-only", action="store_true", help="leave out tests without a database or with a browser"
    )
    parser.addoption(
        RENEW, action="store_true", help="run what is held against stored pictures; store anew what differs"
    )
    parser.addoption(
        "--sample",
        action="store_true",
        help=f"of each third file some functions once, {PAGES_SAMPLED} of the tests of pages",
    )


def with_slow_tests(config: pytest.Config) -> bool:
    asked = config.getoption("--slow") or config.getoption(RENEW)
    return bool(asked) or "slow" in (config.getoption("-m") or "")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Spare a run the reading of what has nothing for it: of a sample on PostgreSQL, and of pictures."""
    if config.getoption(RENEW) and collection_path.suffix == ".py":
        return True if MARKER not in collection_path.read_text("utf-8") else None
    is_left_out = config.getoption("--sample") and not is_read(collection_path, TESTS)
    return True if is_left_out else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    with_slow = with_slow_tests(config)
    on_postgres = PostgresTests(is_sample=config.getoption("--sample"))
    long_run: LongRun | None = config.pluginmanager.get_plugin(LONG_RUN)
    keep, leave = [], []
    on_databases_only = config.getoption("--databases-only")
    for item in items:
        is_browser = item.get_closest_marker("browser") is not None
        is_slow = item.get_closest_marker("slow") is not None
        if is_slow and not with_slow:
            # Before a file's own is chosen for PostgreSQL: it is one of those that run.
            left_out_as_slow.extend([item.nodeid] if has_database(item) or not on_databases_only else [])
            leave.append(item)
            continue
        is_elsewhere = on_databases_only and not on_postgres.include(item)
        is_other = config.getoption(RENEW) and item.get_closest_marker("pictures") is None
        if is_elsewhere or is_other or (long_run is not None and long_run.is_done(item)):
            leave.append(item)
            continue
        keep.append(item)
        if is_slow and long_run is not None and item.nodeid.startswith(PROOFS):
            item.add_marker(pytest.mark.skip(reason=A_PROOF))
        if is_browser and browser.error() is not None:
            item.add_marker(pytest.mark.skip(reason=browser.error()))
    # The longest first: at the end every worker still has something to do.
    items[:] = sorted(keep, key=lambda item: item.get_closest_marker("browser") is None)
    if leave:
        config.hook.pytest_deselected(items=leave)


def pytest_collection_finish() -> None:
    """Never look for garbage among the tests themselves, and seldom among what a test leaves."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and not report.skipped:
        ran.append(report.nodeid)
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        skipped[report.nodeid] = reason.removeprefix("Skipped: ")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what the last line of `manage.py test` has to name."""
    if (worker_output := getattr(session.config, "workeroutput", None)) is not None:
        worker_output["slow"] = left_out_as_slow
    elif file := os.environ.get("PEGBOARD_TEST_REPORT"):
        outcome = {"ran": ran, "skipped": skipped, "slow": left_out_as_slow}
        Path(file).write_text(json.dumps(outcome), encoding="utf-8")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's Chromium, Playwright's would have to be downloaded; and wait for a busy machine."""
    from playwright.sync_api import expect

    expect.set_options(timeout=30_000)
    return {**browser_type_launch_args, "executable_path": browser.chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(scope="session")
def collected_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of static files as a real site serves them. Nobody writes into it."""
    from tests.static_files import collect_once

    return collect_once(tmp_path_factory)


@pytest.fixture(scope="session")
def site_server(collected_files: Path) -> Iterator[Any]:
    """Serve pages and collected files; pytest-django's server would send each script and sheet by itself."""
    from django.test import override_settings
    from pytest_django.live_server_helper import LiveServer

    with pytest.MonkeyPatch.context() as patch, override_settings(STATIC_ROOT=collected_files):
        patch.setattr("django.contrib.staticfiles.handlers.StaticFilesHandler", lambda pages: pages)
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture
def live_server(site_server: Any, collected_files: Path, settings: Any) -> Any:
    """The site at an address, for browsers: files are whole and kept for good, as on a real site."""
    from tests.static_files import hashed_storages

    settings.STATIC_ROOT, settings.STORAGES = collected_files, hashed_storages()
    return site_server


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """After tests with transactions of their own, empty full tables; what Django filled itself stays."""
    from django.db import connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(connection.ops), "sql_flush", tables_to_empty)
        patch.setattr(type(connection.ops), "execute_sql_flush", delete_rows)
        patch.setattr("django.core.management.commands.flush.emit_post_migrate_signal", lambda *_, **__: None)
        yield


@pytest.fixture(scope="module")
def module_rows(django_db_setup: None, django_db_blocker: Any) -> Iterator[Callable[[], Any]]:
    """Open the database to a module's fixtures; what they write stays for all its tests, then goes.

    Each test is rolled back to it. Not for tests that need transactions of their own.
    """
    from django.db import transaction

    rows = transaction.atomic()
    rows._from_testcase = True
    with django_db_blocker.unblock():
        rows.__enter__()
    yield django_db_blocker.unblock
    with django_db_blocker.unblock():
        transaction.set_rollback(True)
        rows.__exit__(None, None, None)


@pytest.fixture(autouse=True, scope="session")
def contexts_of_pages(django_test_environment: None) -> Iterator[None]:
    """Keep for `answer.context` what a page was given; Django would copy that of each include and field."""
    if not django_settings_is_configured():
        yield
        return
    from django.template import RequestContext, Template
    from django.test.signals import template_rendered

    def render(template: Any, context: Any) -> Any:
        if context.template is template and isinstance(context, RequestContext):
            template_rendered.send(sender=template, template=template, context=context)
        return template.nodelist.render(context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Template, "_render", render)
        yield


@pytest.fixture(autouse=True)
def nobody_counted(request: pytest.FixtureRequest) -> None:
    """Forget the wrong passwords and the forms of the tests before: all come from one address."""
    if has_database(request.node):
        from django.core.cache import caches

        caches["sign-in"].clear()
        caches["requests"].clear()


@pytest.fixture(autouse=True)
def no_reading_processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start no process that would read photographs in the developer's own database."""
    if has_database(request.node):
        from league.results import jobs

        for processes in (jobs._photographs, jobs._unfiled):
            monkeypatch.setattr(processes, "start", len)


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Let no test reach another machine; loopback addresses and Unix sockets are free."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        if isinstance(address, tuple) and address[0] != "localhost":
            try:
                outside = not ip_address(address[0]).is_loopback
            except ValueError:
                outside = True
            if outside:
                raise AssertionError(f"a test tried to reach {address[0]!r} over the network")
        connect(self, address)

    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", guarded)
    yield
    patch.undo()
