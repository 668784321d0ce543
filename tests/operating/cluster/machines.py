"""Three machines on this one: each has an address of its own on the loopback, and the shipped files.

Whatever runs is what docs/experiments/cluster.md installs, with the configuration that is shipped; only
addresses, folders and passwords are others. Nothing is reached but this machine.
"""

import contextlib
import os
import random
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import psycopg

from league.bootstrap import postgres
from tests.operating.cluster.programs import Keeper, Program
from tests.operating.served import DOMAIN, ROOT, program, shipped

PACKAGES = "haproxy pgbouncer patroni etcd-server postgresql-15"
NAMES = ("a", "b", "c")
# Those that have a PostgreSQL.
WITH_DATABASE = ("a", "b")
PASSWORD = "not-for-the-world"
SECONDS_TO_COME = 400
PAUSE = 0.2

# What is typed on the machine of the primary, once.
NEW_ROLE = "CREATE ROLE pegboard LOGIN CREATEDB PASSWORD '{password}'"
NEW_DATABASE = "CREATE DATABASE pegboard OWNER pegboard"


def missing_programs() -> str:
    """Return what this machine lacks for it; nothing where all is there."""
    wanted = ("haproxy", "pgbouncer", "patroni", "etcd", "openssl")
    missing = [name for name in wanted if not program(name)]
    if postgres.program_folder() != Path("/usr/lib/postgresql/15/bin"):
        missing.append("PostgreSQL 15")
    if missing:
        return f"without {', '.join(missing)}: apt-get install {PACKAGES}"
    return "" if os.geteuid() == 0 else "PostgreSQL's own user and port 443 need root"


@dataclass
class Cluster:
    """The machines, their programs, and what is asked of them."""

    home: Path
    net: str = field(default_factory=lambda: f"127.{random.randrange(64, 250)}.{random.randrange(1, 250)}")
    keeper: Keeper = field(default_factory=Keeper)
    is_synchronous: bool = True
    # The schemas of the leagues that are played in.
    cells: tuple[str, ...] = ("public",)

    def address(self, machine: str) -> str:
        return f"{self.net}.{11 + NAMES.index(machine)}"

    def folder(self, machine: str) -> Path:
        return self.home / machine

    def program(self, name: str, machine: str) -> Program:
        return self.keeper.programs[f"{name} of {machine}"]

    def data(self, machine: str) -> Path:
        return self.folder(machine) / "data"

    # --- Files --------------------------------------------------------------------------------

    def file(self, name: str, machine: str) -> str:
        """Return a shipped file as an operator would have it on this machine."""
        folder, own = self.folder(machine), self.address(machine)
        text = shipped(f"cluster/{name}")
        if machine != "a":
            text = self._of_other_machine(name, text, machine)
        changes = {
            "10.0.0.0/24": "127.0.0.0/8",
            **{f"10.0.0.{11 + number}": self.address(each) for number, each in enumerate(NAMES)},
            "127.0.0.1": own,
            "CHANGE-PEGBOARD": PASSWORD,
            "CHANGE-SUPERUSER": PASSWORD,
            "CHANGE-REPLICATION": PASSWORD,
            "CHANGE-REWIND": PASSWORD,
            "CHANGE-REST": PASSWORD,
            "/etc/pegboard-machines": str(folder / "machines"),
            "/etc/haproxy/league.pem": str(self.home / "league.pem"),
            "/run/haproxy": str(folder),
            "    user haproxy\n    group haproxy\n": "",
            "bind :443": f"bind {own}:443",
            "/etc/pgbouncer": str(folder),
            "/var/log/postgresql": str(folder),
            "/var/run/postgresql": str(folder),
            "/var/lib/postgresql/15/pegboard": str(self.data(machine)),
            "/var/lib/postgresql": str(folder),
            "/var/lib/etcd/pegboard": str(folder / "etcd-data"),
            "/var/lib/pegboard": str(folder / "var"),
            "SECRET_KEY=''": f"SECRET_KEY='{'abcdefghij' * 5}'",
            # A machine is known by its address, which this one gives to nobody by itself.
            "    balance ": f"    source {own}\n    balance ",
        }
        for old, new in changes.items():
            text = text.replace(old, new)
        return text

    @staticmethod
    def _of_other_machine(name: str, text: str, machine: str) -> str:
        """Change what the file's first comment says is to be changed."""
        own = f"10.0.0.{11 + NAMES.index(machine)}"
        if name == "patroni.yml":
            return "\n".join(
                line if "hosts:" in line else line.replace("10.0.0.11", own) for line in text.split("\n")
            ).replace("name: a", f"name: {machine}")
        if name == "etcd":
            return "\n".join(
                line if line.startswith("ETCD_INITIAL_CLUSTER=") else line.replace("10.0.0.11", own)
                for line in text.split("\n")
            ).replace("ETCD_NAME='a'", f"ETCD_NAME='{machine}'")
        return text

    def variables(self, name: str, machine: str) -> dict[str, str]:
        """Return the variables of a shipped file, as systemd reads them."""
        lines = self.file(name, machine).splitlines()
        pairs = (line.split("=", 1) for line in lines if line and not line.startswith("#"))
        return {key: text.strip("'") for key, text in pairs}

    # --- Programs -----------------------------------------------------------------------------

    def install(self) -> None:
        """Write every file of every machine."""
        self.home.chmod(0o755)
        key, pem = self.home / "key", self.home / "league.pem"
        subprocess.run(
            [
                *(
                    "openssl",
                    "req",
                    "-x509",
                    "-newkey",
                    "ec",
                    "-pkeyopt",
                    "ec_paramgen_curve:P-256",
                    "-nodes",
                ),
                *("-keyout", str(key), "-out", str(pem), "-days", "1", "-subj", f"/CN={DOMAIN}"),
            ],
            capture_output=True,
            check=True,
        )
        pem.write_text(pem.read_text() + key.read_text())
        owner = postgres.owner()
        script = ROOT / "docs" / "operating" / "cluster" / "certificates"
        addresses = [self.address(machine) for machine in NAMES]
        subprocess.run(["sh", script, *addresses], cwd=self.home, capture_output=True, check=True)
        path = {"PATH": f"{os.environ['PATH']}:/usr/sbin", "LANG": "C.UTF-8"}
        for machine in NAMES:
            folder = self.folder(machine)
            (folder / "var").mkdir(parents=True)
            os.chown(folder, owner.uid, owner.gid)
            (folder / "machines").mkdir()
            own = self.address(machine)
            names = {"ca.pem": "ca.pem", f"{own}.pem": "machine.pem", f"{own}.key": "machine.key"}
            for made, name in names.items():
                shutil.copy(self.home / made, folder / "machines" / name)
                os.chown(folder / "machines" / name, owner.uid, owner.gid)
            for name in ("haproxy.cfg", "pgbouncer.ini", "patroni.yml"):
                (folder / name).write_text(self.file(name, machine))
            (folder / "userlist.txt").write_text(f'"pegboard" "{PASSWORD}"\n')
            self._add("etcd", machine, [program("etcd")], {**path, **self.variables("etcd", machine)})
            if machine in WITH_DATABASE:
                command = [program("patroni"), str(folder / "patroni.yml")]
                self._add("patroni", machine, command, {**path, "HOME": str(folder)}, is_postgres=True)
            command = [program("haproxy"), "-W", "-db", "-f", str(folder / "haproxy.cfg")]
            self._add("haproxy", machine, command, path)
            command = [program("pgbouncer"), "-q", str(folder / "pgbouncer.ini")]
            self._add("pgbouncer", machine, command, path, is_postgres=True)
            command = [
                sys.executable,
                "manage.py",
                "serve",
                "--host",
                self.address(machine),
                "--port",
                "8000",
            ]
            self._add("pegboard", machine, command, {**path, **self.settings(machine)})

    def settings(self, machine: str) -> dict[str, str]:
        """Return the environment of Pegboard: the shipped one, with one worker for two cores."""
        shipped_ones = self.variables("pegboard.env", machine)
        without_mail = {name: text for name, text in shipped_ones.items() if "EMAIL" not in name}
        return {**without_mail, "PEGBOARD_WORKERS": "1", "HOME": str(self.folder(machine))}

    def _add(
        self,
        name: str,
        machine: str,
        command: list[str],
        environment: dict[str, str],
        *,
        is_postgres: bool = False,
    ) -> None:
        self.keeper.add(
            Program(
                name=f"{name} of {machine}",
                command=command,
                log=self.folder(machine) / f"{name}.out",
                cwd=ROOT if name == "pegboard" else self.folder(machine),
                environment=environment,
                owner=postgres.owner() if is_postgres else None,
            )
        )

    def start(self, *names: str) -> None:
        for name in names:
            for machine in NAMES:
                each = self.keeper.programs.get(f"{name} of {machine}")
                if each is not None and each.process is None:
                    each.start()

    def set_up(self) -> None:
        """Start everything, in the order of the page, and open the demo league as if it were somebody's."""
        self.install()
        self.start("etcd")
        wait(lambda: all(listens_at(self.address(machine), 2379) for machine in NAMES), "etcd")
        self.start("patroni")
        wait(lambda: self.primary() is not None, "a primary")
        with self.ask("postgres") as primary:
            primary.execute(NEW_ROLE.format(password=PASSWORD))
            primary.execute(NEW_DATABASE)
        self.start("haproxy", "pgbouncer")
        self.keeper.begin()
        self.wait_until_whole(is_served=False)

    def manage(self, *arguments: str, machine: str = "a") -> str:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={"PATH": os.environ["PATH"], **self.settings(machine)},
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    # --- What stands --------------------------------------------------------------------------

    def primary(self) -> str | None:
        return next((machine for machine in WITH_DATABASE if self._patroni_says(machine, "primary")), None)

    @property
    def replica_machine(self) -> str:
        return next(machine for machine in WITH_DATABASE if machine != self.primary())

    def _patroni_says(self, machine: str, role: str) -> bool:
        """Ask as HAProxy does."""
        return self._answers(f"https://{self.address(machine)}:8008/{role}")

    def _answers(self, address: str) -> bool:
        knows = ssl.create_default_context(cafile=self.home / "ca.pem")
        direct = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=knows)
        )
        with contextlib.suppress(OSError), direct.open(address, timeout=2) as answer:
            return bool(answer.status == 200)
        return False

    @contextlib.contextmanager
    def ask(self, database: str = "pegboard", *, of: str = "") -> Iterator[psycopg.Connection[Any]]:
        """Yield a connection past everything else, to the PostgreSQL of a machine: the primary."""
        machine = of or self.primary()
        assert machine is not None
        with psycopg.connect(
            host=self.address(machine),
            dbname=database,
            user="postgres",
            password=PASSWORD,
            sslmode="verify-ca",
            sslrootcert=str(self.home / "ca.pem"),
            autocommit=True,
            connect_timeout=3,
        ) as connection:
            yield connection

    def timeline(self) -> int:
        """Return what goes up with each fail-over."""
        with self.ask("postgres") as primary:
            row = primary.execute("SELECT left(pg_walfile_name(pg_current_wal_lsn()), 8)").fetchone()
            return int(row[0], 16) if row else 0

    def is_whole(self, *, is_served: bool = True) -> bool:
        """Return whether a replica follows in step, and every machine serves."""
        if self.primary() is None:
            return False
        with contextlib.suppress(psycopg.Error, AssertionError), self.ask("postgres") as primary:
            wanted = "sync" if self.is_synchronous else "async"
            states = primary.execute("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")
            if [state for (state,) in states] != [wanted]:
                return False
            return not is_served or all(self.is_ready(machine) for machine in NAMES)
        return False

    def is_ready(self, machine: str) -> bool:
        request = urllib.request.Request(
            f"http://{self.address(machine)}:8000/ready/", headers={"Host": "localhost"}
        )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with contextlib.suppress(OSError), direct.open(request, timeout=3) as answer:
            return bool(answer.status == 200)
        return False

    def wait_until_whole(self, *, is_served: bool = True) -> None:
        wait(lambda: self.is_whole(is_served=is_served), f"the cluster (logs in {self.home})")

    def patronictl(self, *arguments: str) -> str:
        """Type a command of Patroni on machine a."""
        command = ["patronictl", "-c", str(self.folder("a") / "patroni.yml"), *arguments]
        done = subprocess.run(command, text=True, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def set_synchronous(self, is_synchronous: bool) -> None:
        """Have Patroni confirm hands on two machines, or on one."""
        self.is_synchronous = is_synchronous
        self.patronictl("edit-config", "--force", "--set", f"synchronous_mode={str(is_synchronous).lower()}")
        self.wait_until_whole()

    def postmaster(self, machine: str) -> int:
        return int((self.data(machine) / "postmaster.pid").read_text().split()[0])

    def end(self) -> None:
        self.keeper.end()
        for machine in WITH_DATABASE:
            with contextlib.suppress(OSError, ValueError, IndexError):
                os.kill(self.postmaster(machine), 9)


Kind = TypeVar("Kind", bound=Cluster)


@contextlib.contextmanager
def three_machines(kind: type[Kind]) -> Iterator[Kind]:
    """A cluster for as long as the block lasts; its files stay where something has failed."""
    home = Path(tempfile.mkdtemp(prefix="pegboard-cluster-", dir=postgres.PARENT_FOLDER))
    cluster = kind(home)
    try:
        cluster.set_up()
        yield cluster
    finally:
        cluster.end()
    shutil.rmtree(home)


def listens_at(host: str, port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=1):
        return True
    return False


def wait(is_so: Callable[[], bool], what: str, seconds: float = SECONDS_TO_COME) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, f"{what} does not come"
        time.sleep(PAUSE)
