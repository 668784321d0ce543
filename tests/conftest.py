"""What every test can lean on: which run this is, a browser, and no way out to the network.

`manage.py test` runs the suite three times and says which run it is by PEGBOARD_TEST_RUN: "sqlite" and
"postgres" leave out the browser tests, "browser" runs those alone. Plain `pytest` runs everything once.
"""

import json
import os
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from hypothesis import settings

from league.bootstrap import browser

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Playwright's event loop runs in the test's own thread, which Django takes for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

settings.register_profile("unhurried", deadline=None)  # a busy machine is no fault
settings.load_profile("unhurried")

DATABASES = {"db", "transactional_db", "django_db_serialized_rollback", "live_server"}

left_out_as_slow: list[str] = []
ran: list[str] = []
skipped: dict[str, str] = {}


def pytest_configure(config: pytest.Config) -> None:
    """Without its plugin a hook of several processes would be an unknown one."""
    if config.pluginmanager.hasplugin("xdist"):
        config.pluginmanager.register(Several())


class Several:
    """What is heard from the processes when there are several."""

    def pytest_testnodedown(self, node: Any) -> None:
        """What one of them left out: each has looked through all the tests."""
        left_out_as_slow.extend(getattr(node, "workeroutput", {}).get("slow", ()))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    run = os.environ.get("PEGBOARD_TEST_RUN", "")
    wants_slow = config.getoption("--slow") or "slow" in (config.getoption("-m") or "")
    keep, leave = [], []
    for item in items:
        is_browser = item.get_closest_marker("browser") is not None
        if not belongs_to_run(item, is_browser, run):
            leave.append(item)
        elif item.get_closest_marker("slow") is not None and not wants_slow:
            left_out_as_slow.append(item.nodeid)
            leave.append(item)
        else:
            keep.append(item)
            if is_browser and browser.trouble() is not None:
                item.add_marker(pytest.mark.skip(reason=browser.trouble()))
    # The walk past every page takes as long as all other pages together: whoever has it begins with it.
    items[:] = sorted(keep, key=lambda item: item.path.name != "test_every_page.py")
    if leave:
        config.hook.pytest_deselected(items=leave)


def belongs_to_run(item: pytest.Item, is_browser: bool, run: str) -> bool:
    """Of what asks no database, such as the rules of the game, one run is enough."""
    if run == "browser":
        return is_browser
    if run == "postgres":
        return not is_browser and asks_a_database(item)
    return not (run and is_browser)


def asks_a_database(item: pytest.Item) -> bool:
    fixtures = getattr(item, "fixturenames", ())
    return item.get_closest_marker("django_db") is not None or not DATABASES.isdisjoint(fixtures)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and not report.skipped:
        ran.append(report.nodeid)
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        skipped[report.nodeid] = reason.removeprefix("Skipped: ")


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Tells `manage.py test` what its last line has to name."""
    if (told := getattr(session.config, "workeroutput", None)) is not None:
        told["slow"] = left_out_as_slow
    elif file := os.environ.get("PEGBOARD_TEST_REPORT"):
        found = {"ran": ran, "skipped": skipped, "slow": left_out_as_slow}
        Path(file).write_text(json.dumps(found), encoding="utf-8")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium; Playwright's would have to be downloaded."""
    return {**browser_type_launch_args, "executable_path": browser.chromium(), "args": CHROMIUM_ARGUMENTS}


@pytest.fixture(autouse=True)
def nobody_has_tried_to_sign_in() -> None:
    """Wrong passwords of one test are not held against the next."""
    caches["sign-in"].clear()


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """No test may reach another machine; this one's own addresses and Unix sockets are free."""
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
