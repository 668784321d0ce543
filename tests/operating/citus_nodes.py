"""Servers of Citus on this machine, as long as they are needed: a coordinator and workers, on loopback."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from league.bootstrap import postgres
from tests.operating.served import free_port

PROGRAMS = postgres.program_folder()
DATABASE = "pegboard"
SECONDS = 120
SETTINGS = {
    "shared_preload_libraries": "citus",
    "listen_addresses": "127.0.0.1",
    # A cell moves while it is written to, and a transaction of two nodes is whole on both.
    "wal_level": "logical",
    "max_prepared_transactions": "200",
    "max_connections": "200",
    "shared_buffers": "128MB",
    # A machine that is busy with tests is slow, not away.
    "citus.node_connection_timeout": "120s",
}


def has_citus() -> bool:
    """Return whether the newest PostgreSQL of this machine has the extension."""
    if PROGRAMS is None:
        return False
    asked = subprocess.run(
        [PROGRAMS / "pg_config", "--sharedir"], capture_output=True, text=True, check=False
    )
    return (Path(asked.stdout.strip()) / "extension" / "citus.control").exists()


class Node:
    """One server: started, killed with all its processes, started again."""

    def __init__(self, home: Path) -> None:
        assert PROGRAMS is not None
        self.home, self.port, self.user = home, free_port(), postgres.owner()
        home.mkdir()
        os.chown(home, self.user.uid, self.user.gid)
        self._run("initdb", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C.UTF-8")
        own = SETTINGS | {"port": str(self.port), "unix_socket_directories": str(home)}
        (home / "data" / "postgresql.auto.conf").write_text(
            "".join(f"{name} = '{value}'\n" for name, value in own.items())
        )
        self.start()
        self.sql("postgres", f"CREATE DATABASE {DATABASE}")
        self.sql(DATABASE, "CREATE EXTENSION citus")

    def _run(self, program: str, *arguments: str) -> None:
        assert PROGRAMS is not None
        command = [PROGRAMS / program, f"--pgdata={self.home / 'data'}", *arguments]
        # A node speaks to the others as any client does, and looks for certificates in its home.
        own = {"cwd": self.home, "env": os.environ | {"HOME": str(self.home)}, **self.user.as_arguments()}
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, **own)

    def start(self) -> None:
        self._run("pg_ctl", f"--log={self.home / 'log'}", "--wait", f"--timeout={SECONDS}", "start")

    def stop(self) -> None:
        with suppress(subprocess.CalledProcessError):
            self._run("pg_ctl", "--mode=immediate", "--wait", "stop")

    @property
    def number(self) -> int:
        return int((self.home / "data" / "postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """End it as a machine ends: its first process at once. The others notice, and end too."""
        processes = [self.number, *map(int, self._children())]
        os.kill(self.number, signal.SIGKILL)
        while any(map(_is_alive, processes)):
            time.sleep(0.1)

    def _children(self) -> list[str]:
        return Path(f"/proc/{self.number}/task/{self.number}/children").read_text().split()

    def memory(self) -> int:
        """Return the memory of all its processes in bytes, what they share counted once (Pss)."""
        total = 0
        for process in (str(self.number), *self._children()):
            with suppress(OSError):
                lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
                total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) * 1024
        return total

    def processor(self) -> float:
        """Return the seconds of a processor that it has taken, with all its processes."""
        return processor_of(self.number)

    def sql(self, database: str, text: str) -> str:
        assert PROGRAMS is not None
        command = [PROGRAMS / "psql", "-qXAt", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres"]
        asked = [*command, "-d", database, "-c", text]
        ended = subprocess.run(asked, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout.strip()


def _is_alive(process: int) -> bool:
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    return False


def processor_of(process: int) -> float:
    """Return the seconds of a processor that a process has taken, with its children, ended ones too."""
    with suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        return own + sum(processor_of(int(child)) for child in children)
    return 0.0


@contextmanager
def citus(workers: int) -> Iterator[list[Node]]:
    """Yield the coordinator and its workers; they are stopped and deleted at the end."""
    home = Path(tempfile.mkdtemp(prefix="pegboard-citus-", dir=postgres.PARENT_FOLDER))
    home.chmod(0o755)
    nodes: list[Node] = []
    try:
        for number in range(workers + 1):
            nodes.append(Node(home / f"node-{number}"))
        coordinator, *others = nodes
        coordinator.sql(DATABASE, f"SELECT citus_set_coordinator_host('127.0.0.1', {coordinator.port})")
        for node in others:
            coordinator.sql(DATABASE, f"SELECT citus_add_node('127.0.0.1', {node.port})")
        yield nodes
    finally:
        for node in nodes:
            node.stop()
        shutil.rmtree(home, ignore_errors=True)


def address_of(node: Node) -> str:
    """Return what DATABASE_URL says."""
    # A machine that is busy with tests is slow, not away.
    return f"postgres://postgres@127.0.0.1:{node.port}/{DATABASE}?connect_timeout=60"
