"""The archive of a release: its name, what is in it, its checksum and its notes."""

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from tests.operating.served import ROOT

NOTES = "## [Unreleased]\n{}\n## [1.2.0] - 2027-01-31\n\n- Sheets fold.\n\n## [1.1.0]\n\n- Older.\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of few files with the script and the attributes of this one."""
    scripts = (".ci/release", ".ci/find_secrets.py", ".ci/advisories.py")
    locks = ("requirements.txt", "requirements-test.txt", ".ci/package-lock.json")
    for file in (*scripts, *locks, ".gitattributes", "manage.py", "tests/test_docs.py", "league/wsgi.py"):
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


@pytest.mark.slow  # fetches what builds it
def test_the_engine_is_a_wheel_of_the_same_bytes_each_time(project: Path) -> None:
    shutil.copytree(
        ROOT / "scoring", project / "scoring", ignore=shutil.ignore_patterns("build", "__pycache__")
    )
    commit(project, NOTES.format(""))
    digests = []
    for _ in range(2):
        made = release(project)
        assert made.returncode == 0, made.stderr
        (wheel,) = (project / "dist").glob("pegboard_scoring-*.whl")
        digests.append(hashlib.sha256(wheel.read_bytes()).hexdigest())
        wheel.unlink()
    assert digests[0] == digests[1]


# --- Secrets in the history -------------------------------------------------------------------
def test_no_release_is_made_over_a_secret_that_was_ever_committed(project: Path) -> None:
    """It is named by its commit and file, and not repeated; examples are none."""
    examples = (
        "smtps://jack:p4ss@mail.example.org postgres://jack:s3cret@127.0.0.1/db x://a:PASSWORD@10.0.0.1"
    )
    (project / "docs" / "operating.md").write_text(examples)
    commit(project, NOTES.format(""))
    assert release(project).returncode == 0
    (project / ".env").write_text(f"DATABASE_URL=postgres://jack:hunter2@{'10.0.0.12'}/pegboard\n")
    (project / "id").write_text("-----BEGIN " + "OPENSSH PRIVATE KEY-----\n")
    commit(project, NOTES.format(""))
    (project / ".env").unlink()
    (project / "id").unlink()
    commit(project, NOTES.format(""))
    refused = release(project)
    assert refused.returncode == 1
    assert re.search(r"^[0-9a-f]{12} \.env: a password in an address$", refused.stderr, re.M)
    assert re.search(r"^[0-9a-f]{12} id: a private key$", refused.stderr, re.M)
    assert "hunter2" not in refused.stderr


@pytest.mark.slow
def test_nothing_that_was_ever_committed_here_is_a_secret() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("no history here")
    found = subprocess.run(
        [ROOT / ".ci" / "find_secrets.py"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert found.stdout == "No secret was found in what was ever committed.\n"


# --- Advisories -------------------------------------------------------------------------------
def an_advisory(number: int, package: str, ecosystem: str = "PyPI", **said: object) -> dict[str, object]:
    affected = {"package": {"ecosystem": ecosystem, "name": package}, **said}
    return {
        "id": f"OSV-{number}",
        "modified": "2026-11-20T00:00:00Z",
        "summary": "Bad",
        "affected": [affected],
    }


def since(*events: str) -> dict[str, object]:
    """A range of versions: introduced, fixed, introduced again, and so on."""
    kinds = ("introduced", "fixed")
    listed = [{kinds[place % 2]: version} for place, version in enumerate(events)]
    return {"ranges": [{"type": "ECOSYSTEM", "events": listed}]}


def test_a_locked_package_with_a_known_fault_stops_a_release_and_is_named(project: Path) -> None:
    (project / "requirements.txt").write_text(
        "django==5.2.9 \\\n    --hash=sha256:0\nzope-event==4.0\npillow==13.0.0\n"
    )
    (project / "requirements-test.txt").write_text("pytest==9.2.0rc1\n")
    packages = {
        "": {},
        "node_modules/eslint": {"version": "9.1.0"},
        "node_modules/a/node_modules/@b/c": {"version": "1.0.0"},
    }
    (project / ".ci" / "package-lock.json").write_text(json.dumps({"packages": packages}))
    known = [
        an_advisory(1, "Django", **since("0", "4.2.1", "5.0", "5.2.10")),
        an_advisory(2, "django", **since("0", "5.2.9")),
        an_advisory(3, "django", **since("5.2.10")),
        an_advisory(4, "zope.event", versions=["3.0", "4.0"]),
        an_advisory(
            5,
            "pillow",
            ranges=[{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"last_affected": "13"}]}],
        ),
        an_advisory(6, "pytest", **since("0", "9.2.0")),
        an_advisory(7, "pytest", **since("9.2.0")),
        an_advisory(8, "pillow", **since("0")) | {"withdrawn": "2026-01-01T00:00:00Z"},
        an_advisory(9, "eslint", **since("0")),
        an_advisory(10, "@b/c", "npm", **since("0", "1.0.0-beta.1", "1.0.0")),
        an_advisory(11, "eslint", "npm", **since("0", "9.0.9")),
        an_advisory(12, "django", ranges=[{"type": "GIT", "events": [{"introduced": "0"}]}]),
        an_advisory(13, "django", **since("unreadable")),
    ]
    folder = project / "var" / "advisories"
    commit(project, NOTES.format(""))
    assert release(project).returncode == 0
    assert "PyPI: no advisories in" in release(project).stderr
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "pypi.zip", "w") as export:
        for advisory in known:
            export.writestr(f"{advisory['id']}.json", json.dumps(advisory))
    (project / ".gitignore").write_text("/dist/\n/var/\n")
    commit(project, NOTES.format(""))
    refused = release(project)
    assert refused.returncode == 1
    assert {int(number) for number in re.findall(r"OSV-(\d+)", refused.stderr)} == {1, 4, 5, 6, 10, 13}
    assert "Django 5.2.9: OSV-1: Bad" in refused.stderr
    assert "PyPI: 4 packages looked up in 10 entries, the latest of 2026-11-20." in refused.stderr
