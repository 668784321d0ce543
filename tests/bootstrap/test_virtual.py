"""`.venv`: a stamp says it is finished; without one it is made anew."""

import json
import sys
from pathlib import Path

import pytest

from league.bootstrap import virtual
from league.bootstrap.locks import Lock
from league.bootstrap.output import SetupError, StepResult

WORKED = StepResult(status=0, last_lines=())


class Machine:
    """Stands in for Python's venv and for pip; notes what was asked of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made_empty = 0
        self.commands: list[list[str]] = []
        self.environ: dict[str, str] = {}
        self.stamp_while_installing: bool | None = None
        self.ending = WORKED

    def make_empty(self) -> None:
        self.made_empty += 1
        (self.folder / "bin").mkdir(parents=True, exist_ok=True)
        python = self.folder / "bin" / "python"
        python.unlink(missing_ok=True)
        python.symlink_to(sys.executable)

    def run_step(self, command: list[str], *, doing: str, environ: dict[str, str]) -> StepResult:
        self.commands.append(command)
        self.environ = environ
        self.stamp_while_installing = virtual.STAMP.exists()
        return self.ending


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    folder = tmp_path / ".venv"
    monkeypatch.setattr(virtual, "FOLDER", folder)
    monkeypatch.setattr(virtual, "PYTHON", folder / "bin" / "python")
    monkeypatch.setattr(virtual, "STAMP", folder / "pegboard-stamp.json")
    stand_in = Machine(folder)
    monkeypatch.setattr(virtual, "_make_empty", stand_in.make_empty)
    monkeypatch.setattr(virtual, "run_step", stand_in.run_step)
    monkeypatch.setattr(virtual, "_holds", lambda lock: False)
    return stand_in


@pytest.fixture
def lock(tmp_path: Path) -> Lock:
    path = tmp_path / "requirements.txt"
    path.write_text("django==5.2.19\n")
    return Lock(path=path)


@pytest.fixture
def newer_lock(tmp_path: Path) -> Lock:
    path = tmp_path / "newer.txt"
    path.write_text("django==5.2.20\n")
    return Lock(path=path)


def test_it_is_made_once(machine: Machine, lock: Lock):
    assert not virtual.is_complete(lock)
    virtual.create(lock)
    assert virtual.is_complete(lock)
    assert machine.made_empty == 1
    assert "--require-hashes" in machine.commands[0]


def test_without_a_stamp_it_is_half_made_and_made_anew(machine: Machine, lock: Lock):
    virtual.create(lock)
    virtual.STAMP.unlink()
    assert not virtual.is_complete(lock)
    virtual.create(lock)
    assert machine.made_empty == 2


def test_a_new_lock_is_installed_on_top(machine: Machine, lock: Lock, newer_lock: Lock):
    virtual.create(lock)
    assert not virtual.is_complete(newer_lock)
    virtual.create(newer_lock)
    assert virtual.is_complete(newer_lock)
    assert not virtual.is_complete(lock)
    assert machine.made_empty == 1


def test_the_stamp_is_away_while_pip_works(machine: Machine, lock: Lock, newer_lock: Lock):
    """Ctrl-C in the middle must not leave a half-made environment that calls itself finished."""
    virtual.create(lock)
    virtual.create(newer_lock)
    assert machine.stamp_while_installing is False


def test_what_pip_could_not_install_is_told_and_not_stamped(machine: Machine, lock: Lock):
    machine.ending = StepResult(status=1, last_lines=("ERROR: No matching distribution",))
    with pytest.raises(SetupError, match="No matching distribution"):
        virtual.create(lock)
    assert not virtual.is_complete(lock)


def test_another_python_needs_an_environment_of_its_own(machine: Machine, lock: Lock):
    virtual.create(lock)
    stamp = json.loads(virtual.STAMP.read_text())
    virtual.STAMP.write_text(json.dumps({**stamp, "python": "3.10"}))
    assert not virtual.is_complete(lock)
    virtual.create(lock)
    assert machine.made_empty == 2


def test_it_dangles_after_the_machines_python_was_replaced(machine: Machine, lock: Lock):
    virtual.create(lock)
    virtual.PYTHON.unlink()
    virtual.PYTHON.symlink_to("/no/such/python3.9")
    assert not virtual.is_complete(lock)


@pytest.mark.parametrize("text", ["", "{}", "[]", "not json", '{"python": "3.11"}'])
def test_a_damaged_stamp_is_no_stamp(machine: Machine, lock: Lock, text: str):
    virtual.create(lock)
    virtual.STAMP.write_text(text)
    assert not virtual.is_complete(lock)


def test_one_made_by_hand_and_complete_is_taken_as_it_is(
    machine: Machine, lock: Lock, monkeypatch: pytest.MonkeyPatch
):
    machine.make_empty()
    monkeypatch.setattr(virtual, "_holds", lambda lock: True)
    assert virtual.is_complete(lock)
    assert machine.commands == []


def test_pips_index_settings_are_honoured_and_its_places_are_not(
    machine: Machine, lock: Lock, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("PIP_INDEX_URL", "file:///mirror")
    monkeypatch.setenv("PIP_USER", "1")
    virtual.create(lock)
    assert machine.environ["PIP_INDEX_URL"] == "file:///mirror"
    assert "PIP_USER" not in machine.environ


def test_entering_twice_without_arriving_is_a_loop(machine: Machine, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(virtual.RESTARTING, str(machine.folder))
    with pytest.raises(SetupError, match="does not lead into its own environment"):
        virtual.refuse_restart_loop()
    virtual.finish_restart()
    virtual.refuse_restart_loop()


def test_entering_passes_the_arguments_on_untouched(machine: Machine, monkeypatch: pytest.MonkeyPatch):
    calls: list[tuple[Path, list[str], dict[str, str]]] = []
    monkeypatch.setattr(virtual.os, "execve", lambda *call: calls.append(call))
    virtual.restart_inside(["manage.py", "test", "-k", "low or high", "--", "-x"])
    ((python, arguments, environ),) = calls
    assert python == machine.folder / "bin" / "python"
    assert arguments[2:] == ["test", "-k", "low or high", "--", "-x"]
    assert environ[virtual.RESTARTING] == str(machine.folder)
