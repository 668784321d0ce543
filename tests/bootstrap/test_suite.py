"""`manage.py test`: three runs, one last line."""

import contextlib
from collections.abc import Iterator

import pytest

from league.bootstrap import apt, suite
from league.bootstrap.suite import Run
from league.bootstrap.talk import Trouble

SERVER = "postgres://postgres@%2Ftmp%2Fserver/postgres"


class Pytest:
    """Stands in for pytest; answers with the statuses it was given, by run."""

    def __init__(self, **statuses: int) -> None:
        self.statuses = statuses
        self.calls: list[tuple[list[str], dict[str, str]]] = []

    def __call__(self, arguments: list[str], settings: dict[str, str]) -> Run:
        self.calls.append((arguments, settings))
        return Run(status=self.statuses.get(settings.get("PEGBOARD_TEST_RUN", ""), 0))

    @property
    def runs(self) -> list[str | None]:
        return [settings.get("PEGBOARD_TEST_RUN") for _, settings in self.calls]


@pytest.fixture(autouse=True)
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextlib.contextmanager
    def running() -> Iterator[str]:
        yield SERVER

    monkeypatch.delenv(suite.POSTGRES_CHOICE, raising=False)
    monkeypatch.setattr(suite.postgres, "running", running)
    monkeypatch.setattr(suite.signal, "signal", lambda *_: None)
    monkeypatch.setattr(apt, "provide", lambda needs: [])


def run(monkeypatch: pytest.MonkeyPatch, arguments: list[str], **statuses: int) -> tuple[int, Pytest]:
    stand_in = Pytest(**statuses)
    monkeypatch.setattr(suite, "_pytest", stand_in)
    return suite.run(arguments), stand_in


def test_three_runs_with_the_arguments_untouched(monkeypatch: pytest.MonkeyPatch):
    arguments = ["tests/scoring", "-k", "low or high", "-x"]
    status, asked = run(monkeypatch, arguments)
    assert status == 0
    assert asked.runs == ["sqlite", "postgres", "browser"]
    assert [given for given, _ in asked.calls] == [arguments] * 3
    assert asked.calls[1][1]["DATABASE_URL"] == SERVER


@pytest.mark.parametrize(
    ("statuses", "worst"),
    [
        ({"sqlite": 1}, 1),
        ({"postgres": 1}, 1),
        ({"browser": 5}, 0),
        ({"sqlite": 5, "postgres": 5, "browser": 5}, 5),
    ],
)
def test_the_status_is_the_worst_of_the_runs(
    monkeypatch: pytest.MonkeyPatch, statuses: dict[str, int], worst: int
):
    assert run(monkeypatch, [], **statuses)[0] == worst


def test_a_failing_run_does_not_keep_the_next_from_running(monkeypatch: pytest.MonkeyPatch):
    assert run(monkeypatch, [], sqlite=1)[1].runs == ["sqlite", "postgres", "browser"]


@pytest.mark.parametrize("status", [suite.INTERRUPTED, suite.USAGE])
def test_ctrl_c_or_a_misspelt_argument_ends_it(monkeypatch: pytest.MonkeyPatch, status: int):
    ended, asked = run(monkeypatch, ["--nonsense"], sqlite=status)
    assert ended == status
    assert asked.runs == ["sqlite"]


def test_a_question_to_pytest_is_asked_once(monkeypatch: pytest.MonkeyPatch):
    assert len(run(monkeypatch, ["--markers"])[1].calls) == 1


def test_a_machine_without_postgresql_fails_plainly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    @contextlib.contextmanager
    def no_server() -> Iterator[str]:
        raise Trouble("there is no PostgreSQL on this machine")
        yield

    monkeypatch.setattr(suite.postgres, "running", no_server)
    status, asked = run(monkeypatch, [])
    assert status == 1
    assert asked.runs == ["sqlite", "browser"]
    said = capsys.readouterr()
    assert "there is no PostgreSQL on this machine" in said.err
    assert "everything on PostgreSQL" in said.out.splitlines()[-1]


def test_one_can_do_without_postgresql_and_the_last_line_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setenv(suite.POSTGRES_CHOICE, "none")
    status, asked = run(monkeypatch, [])
    assert status == 0
    assert asked.runs == ["sqlite", "browser"]
    assert "everything on PostgreSQL" in capsys.readouterr().out.splitlines()[-1]


def test_a_server_elsewhere_can_be_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(suite.POSTGRES_CHOICE, "postgres://ci@db/league")
    assert run(monkeypatch, [])[1].calls[1][1]["DATABASE_URL"] == "postgres://ci@db/league"


def test_the_last_line_counts_and_names_what_was_skipped_everywhere():
    runs = [
        Run(
            status=0,
            ran=frozenset({"tests/a.py::test_one"}),
            skipped={
                "tests/a.py::test_threads": "SQLite has one writer",
                "tests/p.py::test_pdf": "no poppler",
            },
            slow=frozenset({"tests/s.py::test_long"}),
        ),
        Run(
            status=0,
            ran=frozenset({"tests/a.py::test_threads"}),
            skipped={"tests/p.py::test_pdf": "no poppler"},
            slow=frozenset({"tests/s.py::test_long"}),
        ),
        Run(
            status=0,
            skipped={"tests/b.py::test_page": "no Chromium", "tests/b.py::test_night": "no Chromium"},
        ),
    ]
    assert suite.last_line(runs) == (
        "Skipped: 2 (no Chromium): b.py::test_night, b.py::test_page; 1 (no poppler): p.py::test_pdf; "
        "1 slow (--slow runs them): s.py::test_long."
    )


def test_with_nothing_skipped_the_last_line_says_so():
    assert suite.last_line([Run(status=0, ran=frozenset({"tests/a.py::test_one"}))]) == "Skipped: nothing."
