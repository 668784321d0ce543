"""A bare Debian with systemd, as a container beside the tests: a server as it is rented.

Needs root, and `apt-get install debootstrap systemd-container`. It shares the network of this machine, and
what this machine needs to reach apt and pip.
"""

import contextlib
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.operating.served import PAUSE, program, running, wait_for

# What a rented server has beside the smallest Debian.
HAS = "systemd,systemd-sysv,dbus,ca-certificates,sudo"
NAME, USER = "rented", "volunteer"
WAYS_OUT = ("/etc/ssl/certs/ca-certificates.crt", "/etc/pip.conf", "/etc/resolv.conf")
SECONDS_TO_BOOT = 60


def missing_for_machine() -> str:
    """Return what keeps a bare machine from being made here; empty if nothing does."""
    programs = [name for name in ("debootstrap", "systemd-nspawn", "nsenter") if not program(name)]
    return "this is not root" if os.geteuid() else " and ".join(f"no {name}" for name in programs)


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """A machine that has started: its files, and its first process as this machine numbers it."""

    root: Path
    leader: int

    @property
    def home(self) -> Path:
        return self.root / "home" / USER

    def run(self, script: str, *, user: str = USER, check: bool = True) -> subprocess.CompletedProcess[str]:
        """Run lines of bash as a user would type them; the first that fails ends them."""
        inside = ["nsenter", "--target", str(self.leader), "--all", "--root", "--wd"]
        done = subprocess.run(
            [*inside, "runuser", "-l", user, "-c", f"set -e\n{script}"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0 or not check, done.stdout
        return done


@contextlib.contextmanager
def bare_machine(root: Path, suite: str) -> Iterator[Machine]:
    """Make one in a folder, and start it. $PEGBOARD_BARE_MACHINE: the folder of one to copy."""
    if made := os.environ.get("PEGBOARD_BARE_MACHINE"):
        subprocess.run(["cp", "-a", f"{made}/.", root], check=True)
    else:
        subprocess.run(
            [program("debootstrap"), "--variant=minbase", f"--include={HAS}", suite, str(root)],
            stdout=subprocess.DEVNULL,
            check=True,
        )
    root.chmod(0o755)  # pytest makes folders for one user alone
    run_inside = ["systemd-nspawn", "--quiet", "--keep-unit", "--register=no", "--console=pipe"]
    run_inside += [
        f"--hostname={NAME}",
        # Of a machine with groups of processes of the first kind systemd wants to be told that it may start.
        "--setenv=SYSTEMD_CGROUP_ENABLE_LEGACY_FORCE=1",
        f"--directory={root}",
        *(f"--bind-ro={way}" for way in WAYS_OUT[:2] if Path(way).exists()),
    ]
    shutil.copy(WAYS_OUT[2], root / "etc" / "resolv.conf")
    (root / "etc" / "hosts").write_text(f"{Path('/etc/hosts').read_text()}127.0.0.1 {NAME}\n")
    rule = root / "etc" / "sudoers.d" / USER
    rule.write_text(f"{USER} ALL=(ALL) NOPASSWD: ALL\n")
    subprocess.run([*run_inside, "useradd", "-m", "-s", "/bin/bash", USER], check=True)
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running([*run_inside, "--boot"], **quiet) as process:
        wait_for(lambda: _first_process(process.pid) is not None, process)
        machine = Machine(root=root, leader=_first_process(process.pid) or 0)
        wait_for(lambda: _has_started(machine), process)
        try:
            yield machine
        finally:
            machine.run("systemctl poweroff", user="root", check=False)
            deadline = time.monotonic() + SECONDS_TO_BOOT
            while process.poll() is None and time.monotonic() < deadline:
                time.sleep(PAUSE)


def _first_process(nspawn: int) -> int | None:
    children = Path(f"/proc/{nspawn}/task/{nspawn}/children").read_text().split()
    return next(
        (int(child) for child in children if Path(f"/proc/{child}/comm").read_text() == "systemd\n"), None
    )


def _has_started(machine: Machine) -> bool:
    return machine.run("systemctl is-system-running", user="root", check=False).stdout.strip() in {
        "running",
        "degraded",
    }
