"""A PostgreSQL of the tests' own, for as long as it is needed."""

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

import psycopg
import pytest

from league.bootstrap import postgres
from league.bootstrap.output import SetupError

needs_postgres = pytest.mark.skipif(postgres.program_folder() is None, reason="no PostgreSQL on this machine")
ROOT = Path(__file__).resolve().parents[2]
LONGEST_SOCKET_PATH = 107
WAITING_PROGRAM = """
from league.bootstrap import postgres
with postgres.temporary_server() as address:
    print(address, flush=True)
    input()
"""


def folder_of(address: str) -> Path:
    return Path(unquote(urlsplit(address).hostname or ""))


@needs_postgres
def test_it_answers_on_a_socket_and_is_gone_afterwards():
    with postgres.temporary_server() as address:
        folder = folder_of(address)
        assert len(os.fsencode(folder / ".s.PGSQL.5432")) <= LONGEST_SOCKET_PATH
        with psycopg.connect(host=str(folder), user="postgres", dbname="postgres") as connection:
            assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    assert not folder.exists()


@needs_postgres
@pytest.mark.slow
def test_it_stops_when_the_tests_break():
    folders = []

    def interrupted_tests() -> None:
        with postgres.temporary_server() as address:
            folders.append(folder_of(address))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted_tests()
    assert not folders[0].exists()


@pytest.mark.slow
@needs_postgres
def test_it_stops_even_when_its_parent_is_killed_outright():
    parent = subprocess.Popen(
        [sys.executable, "-c", WAITING_PROGRAM],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    with parent:
        assert parent.stdout is not None
        folder = folder_of(parent.stdout.readline().strip())
        server = int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])
        watched = os.pidfd_open(server)
        parent.kill()
    # A pidfd can be read from once its process has ended.
    ended, _, _ = select.select([watched], [], [], 30)
    os.close(watched)
    shutil.rmtree(folder)
    assert ended


def test_a_machine_without_it_says_so(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(postgres, "program_folder", lambda: None)
    with pytest.raises(SetupError, match="no PostgreSQL"), postgres.temporary_server():
        pass


def test_the_newest_of_debians_folders_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for version in ("9.6", "15", "17"):
        (tmp_path / version / "bin").mkdir(parents=True)
        (tmp_path / version / "bin" / "initdb").touch()
    (tmp_path / "18" / "bin").mkdir(parents=True)
    monkeypatch.setattr(postgres, "DEBIAN_FOLDERS", str(tmp_path))
    assert postgres.program_folder() == tmp_path / "17" / "bin"
