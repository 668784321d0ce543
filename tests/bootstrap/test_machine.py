"""What kind of machine this is."""

import os
import subprocess
from pathlib import Path

import pytest

from league.bootstrap import apt, machine, virtual
from league.bootstrap.output import SetupError


@pytest.mark.parametrize(("system", "instead"), [("Windows", "wsl --install"), ("FreeBSD", "use Linux")])
def test_other_systems_get_one_sentence_that_says_what_to_do(system: str, instead: str):
    with pytest.raises(SetupError, match=instead) as trouble:
        machine.refuse_other_systems(system)
    assert "\n" not in str(trouble.value)


@pytest.mark.parametrize(("system", "said"), [("Linux", ""), ("Darwin", "Nobody has tried")])
def test_linux_is_welcome_and_macos_as_far_as_it_goes(
    system: str, said: str, capsys: pytest.CaptureFixture[str]
):
    machine.refuse_other_systems(system)
    assert capsys.readouterr().err.startswith(said)


def test_on_macos_libraries_of_homebrew_are_found_and_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(virtual.platform, "system", lambda: "Darwin")
    monkeypatch.delenv("DYLD_FALLBACK_LIBRARY_PATH", raising=False)
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(virtual.os, "execve", lambda *call: calls.append(call))
    virtual.restart_inside(["manage.py", "run"])
    ((*_, environ),) = calls
    assert "/opt/homebrew/lib" in environ["DYLD_FALLBACK_LIBRARY_PATH"]
    assert apt.line_to_type([apt.VENV, apt.PANGO]) == "brew install pango"


def test_root_needs_no_sudo(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(machine.os, "geteuid", lambda: 0)
    assert machine.as_root(["apt-get", "update"]) == ["apt-get", "update"]


class Terminal:
    def __init__(self, *, is_there: bool) -> None:
        self.isatty = lambda: is_there


def an_ordinary_user(
    monkeypatch: pytest.MonkeyPatch, *, sudo: bool = True, terminal: bool = True, status: int = 0
) -> None:
    monkeypatch.setattr(machine.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(machine.shutil, "which", lambda name: "/usr/bin/sudo" if sudo else None)
    monkeypatch.setattr(machine.sys, "stdin", Terminal(is_there=terminal))
    monkeypatch.setattr(
        machine.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, status)
    )


def test_a_person_at_a_terminal_is_asked_by_sudo(monkeypatch: pytest.MonkeyPatch):
    an_ordinary_user(monkeypatch)
    assert machine.as_root(["apt-get"]) == ["sudo", "apt-get"]


def test_without_a_terminal_sudo_must_not_ask(monkeypatch: pytest.MonkeyPatch):
    an_ordinary_user(monkeypatch, terminal=False)
    assert machine.as_root(["apt-get"]) == ["sudo", "-n", "apt-get"]


def test_a_sudo_that_wants_a_password_nobody_can_type_is_none(monkeypatch: pytest.MonkeyPatch):
    an_ordinary_user(monkeypatch, terminal=False, status=1)
    assert machine.as_root(["apt-get"]) is None


def test_without_sudo_there_is_no_way(monkeypatch: pytest.MonkeyPatch):
    an_ordinary_user(monkeypatch, sudo=False)
    assert machine.as_root(["apt-get"]) is None


@pytest.mark.parametrize("home", [None, "", "/no/such/home"])
def test_a_user_without_a_home_is_given_one(
    home: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(machine.tempfile, "gettempdir", lambda: str(tmp_path))
    if home is None:
        monkeypatch.delenv("HOME")
    else:
        monkeypatch.setenv("HOME", home)
    machine.set_writable_home()
    assert Path(os.environ["HOME"]).is_relative_to(tmp_path)
    assert Path(os.environ["HOME"]).stat().st_mode & 0o077 == 0


def test_a_home_that_can_be_written_to_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    machine.set_writable_home()
    assert os.environ["HOME"] == str(tmp_path)
