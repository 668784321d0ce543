"""docs/backups.md, "Back to any moment": typed as it stands, into a PostgreSQL of its own."""

import os
import pwd
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from league.bootstrap import postgres
from tests.operating.served import ROOT

PROGRAMS = postgres.program_folder()
pytestmark = [pytest.mark.slow, pytest.mark.skipif(PROGRAMS is None, reason="no PostgreSQL here")]
PAGE = (ROOT / "docs" / "backups.md").read_text(encoding="utf-8")
STORED, CLUSTERS = "/var/backups/pegboard", "/var/lib/postgresql/15"
# What the page does through sudo and systemctl, for one cluster and its own user.
SUDO = '#!/bin/sh\n[ "$1" = -u ] && shift 2\nexec "$@"\n'
SYSTEMCTL = """#!/bin/sh
[ "$2" = pegboard ] || exec pg_ctl --wait --silent --pgdata={clusters}/main --log={home}/log "$1"
"""
NEW_CLUSTER = """
mkdir clusters
initdb --pgdata=clusters/main --username=postgres --auth=trust --locale=C.UTF-8
echo "listen_addresses = ''" >> clusters/main/postgresql.conf
echo "unix_socket_directories = 'HOME'" >> clusters/main/postgresql.conf
systemctl start postgresql
createdb pegboard
"""
SECONDS = 60


class Cluster:
    """PostgreSQL in a folder, and somebody who types what a page says."""

    def __init__(self, home: Path) -> None:
        self.home, self.user = home, postgres.owner()
        name = pwd.getpwuid(self.user.uid).pw_name
        (home / "bin").mkdir()
        paths = {"clusters": home / "clusters", "home": home}
        for command, text in {"sudo": SUDO, "systemctl": SYSTEMCTL.format(**paths)}.items():
            (home / "bin" / command).write_text(text)
            (home / "bin" / command).chmod(0o755)
        self.environment = {
            "PATH": f"{home}/bin:{PROGRAMS}:{os.environ['PATH']}",
            "HOME": str(home),
            "PGHOST": str(home),
            "PGUSER": "postgres",
        }
        self.words = {
            STORED: f"{home}/stored",
            CLUSTERS: f"{home}/clusters",
            "-o postgres": f"-o {name}",
        }
        os.chown(home, self.user.uid, self.user.gid)

    def type(self, text: str) -> str:
        for old, new in self.words.items():
            text = text.replace(old, new)
        with (self.home / "typed").open("w+") as said:  # a pipe would be held open by the server
            done = subprocess.run(
                ["bash", "-e", "-c", text],
                cwd=self.home,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                check=False,
                **self.user.as_arguments(),
            )
            said.seek(0)
            output = said.read()
        assert done.returncode == 0, output
        return output

    def ask(self, query: str, database: str = "pegboard") -> str:
        return self.type(
            f'psql --quiet --tuples-only --no-align --dbname={database} --command="{query}"'
        ).strip()


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    home = Path(tempfile.mkdtemp(prefix="pegboard-pitr-", dir=postgres.PARENT_FOLDER))
    cluster = Cluster(home)
    try:
        cluster.type(NEW_CLUSTER.replace("HOME", str(home)))
        yield cluster
    finally:
        cluster.type("systemctl stop postgresql || true")
        shutil.rmtree(home)


def test_a_league_goes_back_to_the_minute_before_a_mistake(cluster: Cluster, tmp_path: Path) -> None:
    section = PAGE.partition("\n## Back to any moment, with PostgreSQL\n")[2].partition("\n## ")[0]
    set_up, go_back = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    manage(cluster, tmp_path, "migrate")
    open_league(cluster, tmp_path, "Before the copy")
    cluster.type(set_up)
    open_league(cluster, tmp_path, "After the copy")
    moment = cluster.ask("SELECT clock_timestamp()")
    open_league(cluster, tmp_path, "A mistake")

    assert "MOMENT='2027-01-31 21:05:00 Europe/London'" in go_back
    cluster.type(go_back.replace("2027-01-31 21:05:00 Europe/London", moment))
    deadline = time.monotonic() + SECONDS
    while cluster.ask("SELECT pg_is_in_recovery()") != "f":
        assert time.monotonic() < deadline
    assert cluster.ask("SELECT name FROM league_league ORDER BY id").splitlines() == [
        "Before the copy",
        "After the copy",
    ]
    open_league(cluster, tmp_path, "And on")
    manage(cluster, tmp_path, "migrate", "--check")


def open_league(cluster: Cluster, var: Path, name: str) -> None:
    slug = name.lower().replace(" ", "-")
    manage(
        cluster,
        var,
        "shell",
        "-c",
        f"from league.models import League; League.objects.create(name={name!r}, slug={slug!r})",
    )


def manage(cluster: Cluster, var: Path, *arguments: str) -> None:
    address = f"postgres://postgres@/pegboard?host={cluster.home}"
    environment = {**os.environ, "DATABASE_URL": address, "PEGBOARD_VAR": str(var)}
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env=environment, check=True)
