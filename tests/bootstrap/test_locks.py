"""The locked dependencies: exact, hashed, without a host, and agreeing with each other."""

import re
from pathlib import Path

import pytest

from league.bootstrap import locks
from league.bootstrap.locks import Lock


def a_lock(folder: Path, text: str) -> Lock:
    path = folder / "requirements.txt"
    path.write_text(text)
    return Lock(path=path)


def test_versions_are_read_and_those_for_other_machines_left_out(tmp_path: Path):
    lock = a_lock(
        tmp_path,
        "# made by\ndjango==5.2.19 \\\n    --hash=sha256:00\n    # via pegboard\n"
        "colorama==0.4.6 ; sys_platform == 'win32' \\\n    --hash=sha256:11\n",
    )
    assert lock.versions == {"django": "5.2.19"}


def test_a_lock_is_met_by_the_very_versions(tmp_path: Path):
    from importlib.metadata import version

    assert a_lock(tmp_path, f"pytest=={version('pytest')}\n").is_met_here()
    assert not a_lock(tmp_path, "pytest==0.0.1\n").is_met_here()


def test_a_lock_is_not_met_while_a_package_is_missing(tmp_path: Path):
    assert not a_lock(tmp_path, "no-such-package-here==1.0\n").is_met_here()


def test_a_package_interrupted_half_way_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """pip writes RECORD last."""
    half = tmp_path / "halfway-1.0.dist-info"
    half.mkdir()
    (half / "METADATA").write_text("Metadata-Version: 2.1\nName: halfway\nVersion: 1.0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    lock = a_lock(tmp_path, "halfway==1.0\n")
    assert not lock.is_met_here()
    (half / "RECORD").write_text("halfway.py,,\n")
    assert lock.is_met_here()


@pytest.mark.parametrize("lock", [locks.RUN, locks.TEST])
def test_every_package_has_its_hashes_and_no_line_names_a_host(lock: Lock):
    assert len(lock.versions) > 10
    assert "://" not in lock.text
    assert "--index-url" not in lock.text
    packages = re.split(r"\n(?=[a-z])", lock.text.partition("\n\n")[2] or lock.text)
    for package in packages:
        if "==" in package:
            assert "--hash=sha256:" in package, package[:60]


def test_the_two_locks_agree():
    """What the tests see is what runs."""
    assert locks.RUN.versions.items() <= locks.TEST.versions.items()
