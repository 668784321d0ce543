"""Which Chromium, and why not."""

from pathlib import Path

import pytest

from league.bootstrap import apt, browser


def a_program(folder: Path, name: str, text: str) -> Path:
    program = folder / name
    program.write_text(text)
    program.chmod(0o755)
    return program


@pytest.fixture(autouse=True)
def nothing_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    browser.error.cache_clear()
    monkeypatch.setattr(browser, "NAMES", ("chromium", "chromium-browser"))


def test_a_machine_without_one_says_so():
    assert browser.chromium() is None
    assert "set CHROMIUM" in (browser.error() or "")


def test_the_machines_own_is_found(tmp_path: Path):
    found = a_program(tmp_path, "chromium", "#!/bin/sh\necho Chromium 156\n")
    assert browser.chromium() == str(found)
    assert browser.error() is None


def test_the_whole_suite_wants_the_one_without_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.undo()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CHROMIUM", raising=False)
    a_program(tmp_path, "chromium", "#!/bin/sh\n")
    assert apt.CHROMIUM.is_there()
    assert not apt.QUICK_CHROMIUM.is_there()
    shell = a_program(tmp_path, "chromium-headless-shell", "#!/bin/sh\n")
    assert apt.QUICK_CHROMIUM.is_there()
    assert browser.chromium() == str(shell)


def test_chromium_in_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    a_program(tmp_path, "chromium", "#!/bin/sh\n")
    other = a_program(tmp_path, "mine", "#!/bin/sh\n")
    monkeypatch.setenv("CHROMIUM", str(other))
    assert browser.chromium() == str(other)


def test_ubuntus_shim_for_a_snap_is_passed_over(tmp_path: Path):
    a_program(tmp_path, "chromium-browser", '#!/bin/sh\nexec /snap/bin/chromium "$@"\n')
    assert browser.chromium() is None


def test_one_that_does_not_start_is_trouble(tmp_path: Path):
    a_program(tmp_path, "chromium", "#!/bin/sh\nexit 1\n")
    assert "does not start" in (browser.error() or "")


def test_a_path_to_nothing_is_trouble(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")
    assert "/no/such/browser does not start" in (browser.error() or "")
