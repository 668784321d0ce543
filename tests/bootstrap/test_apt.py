"""What the machine lacks is asked of apt, if this user may; else the line to type is told."""

import pytest

from league.bootstrap import apt, machine
from league.bootstrap.apt import Need
from league.bootstrap.output import StepResult


class Shelf:
    """An apt that knows some packages, and a machine that has what it installed."""

    def __init__(self, *stock: str) -> None:
        self.stock = set(stock)
        self.installed: set[str] = set()
        self.commands: list[list[str]] = []
        self.locked_times = 0

    def run_step(self, command: list[str], *, doing: str, environ: object) -> StepResult:
        self.commands.append(command)
        if self.locked_times:
            self.locked_times -= 1
            return StepResult(status=100, last_lines=("E: Could not get lock /var/lib/apt/lists/lock",))
        if "install" not in command:
            return StepResult(status=0, last_lines=())
        wanted = {word for word in command[command.index("install") :] if word.startswith("lib")}
        if not wanted <= self.stock:
            return StepResult(status=100, last_lines=("E: Unable to locate package",))
        self.installed |= wanted
        return StepResult(status=0, last_lines=())

    def need(self, package: str) -> Need:
        return Need(
            packages=(package,),
            purpose=f"{package} draws",
            without="Nothing is drawn.",
            is_there=lambda: package in self.installed,
        )


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Shelf:
    stand_in = Shelf("libpango", "libcairo")
    monkeypatch.setattr(apt, "run_step", stand_in.run_step)
    monkeypatch.setattr(apt.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(apt.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(machine, "as_root", list)
    return stand_in


def test_what_is_there_is_not_asked_for(shelf: Shelf):
    shelf.installed.add("libpango")
    assert apt.provide([shelf.need("libpango")]) == []
    assert shelf.commands == []


def test_what_is_missing_is_installed_at_once_after_an_update(
    shelf: Shelf, capsys: pytest.CaptureFixture[str]
):
    assert apt.provide([shelf.need("libpango"), shelf.need("libcairo")]) == []
    update, install = shelf.commands
    assert "update" in update
    assert {"libpango", "libcairo"} <= set(install)
    assert "DEBIAN_FRONTEND=noninteractive" in install
    assert any("Lock::Timeout" in word for word in install)
    assert "Asking the system for it" in capsys.readouterr().err


def test_it_waits_while_the_machine_updates_itself(shelf: Shelf):
    shelf.locked_times = 3
    assert apt.provide([shelf.need("libpango")]) == []


def test_one_unknown_package_does_not_keep_the_others_away(shelf: Shelf):
    pango, unknown = shelf.need("libpango"), shelf.need("libunknown")
    assert apt.provide([pango, unknown]) == [unknown]
    assert "libpango" in shelf.installed


def test_without_root_or_sudo_nothing_is_tried(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine, "as_root", lambda command: None)
    missing = shelf.need("libpango")
    assert apt.provide([missing]) == [missing]
    assert shelf.commands == []


def test_without_apt_nothing_is_tried(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(apt.shutil, "which", lambda name: None)
    missing = shelf.need("libpango")
    assert apt.provide([missing]) == [missing]


def test_the_advice_ends_in_one_line_to_type(shelf: Shelf, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(apt.os, "geteuid", lambda: 1000)
    advice = apt.advice([shelf.need("libpango"), shelf.need("libcairo")])
    assert "Nothing is drawn." in advice
    assert advice.splitlines()[-1].strip() == (
        "sudo apt-get install -y --no-install-recommends libpango libcairo"
    )


def test_a_library_the_linker_finds_is_there():
    assert apt.has_library("libc.so.6")
    assert not apt.has_library("libnosuchthing.so.9")
