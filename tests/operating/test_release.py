"""The archive of a release: its name, what is in it, its checksum and its notes."""

import hashlib
import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.operating.served import ROOT

NOTES = "## [Unreleased]\n{}\n## [1.2.0] - 2027-01-31\n\n- Sheets fold.\n\n## [1.1.0]\n\n- Older.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of few files with the script and the attributes of this one."""
    for file in (".ci/release", ".gitattributes", "manage.py", "tests/test_docs.py", "league/wsgi.py"):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, tmp_path / file)
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.0"\n')
    (tmp_path / ".gitignore").write_text("/dist/\n")
    (tmp_path / "docs").mkdir()
    commit(tmp_path, NOTES.format(""))
    return tmp_path


def commit(project: Path, changelog: str) -> None:
    (project / "docs" / "CHANGELOG.md").write_text(changelog)
    if not (project / ".git").exists():
        subprocess.run(["git", "init", "-q"], cwd=project, check=True)
    subprocess.run(["git", "add", "-A"], cwd=project, check=True)
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(["git", *who, "commit", "-q", "-m", "Change"], cwd=project, check=True)


def release(project: Path, *options: str) -> subprocess.CompletedProcess[str]:
    script = [project / ".ci" / "release", *options]
    return subprocess.run(script, capture_output=True, text=True, check=False)


def test_a_release_has_what_runs_and_nothing_for_developers(project: Path) -> None:
    assert release(project).stdout == "dist/pegboard-1.2.0.tar.gz\n"
    archive = project / "dist" / "pegboard-1.2.0.tar.gz"
    with tarfile.open(archive) as files:
        names = {name.removeprefix("pegboard-1.2.0").lstrip("/") for name in files.getnames()}
    assert {"manage.py", "pyproject.toml", "league/wsgi.py", "docs/CHANGELOG.md"} <= names
    assert not {name for name in names if name.startswith((".", "tests"))}
    assert (project / "dist" / "pegboard-1.2.0.md").read_text().strip() == "- Sheets fold."
    checksum = (project / "dist" / "pegboard-1.2.0.tar.gz.sha256").read_text()
    assert checksum == f"{hashlib.sha256(archive.read_bytes()).hexdigest()}  pegboard-1.2.0.tar.gz\n"
    release(project)
    assert checksum == (project / "dist" / "pegboard-1.2.0.tar.gz.sha256").read_text()


def test_what_is_not_released_yet_has_the_name_of_its_commit(project: Path) -> None:
    commit(project, NOTES.format("\n- Boards turn.\n"))
    assert "unreleased changes" in release(project).stderr
    assert release(project, "--preview").stdout.startswith("dist/pegboard-1.2.0-")
    (notes,) = (project / "dist").glob("*.md")
    assert notes.read_text().strip() == "- Boards turn."


def test_nothing_is_released_that_is_not_committed_or_not_told(project: Path) -> None:
    (project / "manage.py").write_text("")
    assert "Commit your changes" in release(project).stderr
    commit(project, NOTES.format("").replace("1.2.0", "1.3.0"))
    assert "no notes under [1.2.0]" in release(project).stderr
    assert not (project / "dist").exists()
