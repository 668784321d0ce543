"""A copy of this machine in memory, on which the steps of docs/operating.md are typed as root and others.

Its files lie over those of this machine and go with it, its processes and its network are its own. It has no
systemd: stand-ins record what is asked of `systemctl`, `apt-get` and the like, and start the site as its unit
says. Needs root.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from tests.operating.bare_machine import USER, Machine
from tests.operating.served import running, wait_for

STAND_INS = Path(__file__).with_name("stand_ins")
RECORDED = ("apt-get", "journalctl", "timedatectl", "nano", "docker", "ufw", "rclone")
# It shares no port with this machine, and packages of Python that the tests run with are those of the site.
START = """
set -e
mount -t tmpfs -o mode=755 tmpfs {root}
mkdir {root}/upper {root}/work {root}/all
mount -t overlay -o lowerdir=/,upperdir={root}/upper,workdir={root}/work overlay {root}/all
cd {root}/all
for folder in tmp run; do mount -t tmpfs -o mode=1777 tmpfs $folder; done
mount --rbind /dev dev
mount -t proc proc proc
mkdir -p opt/packages etc/caddy
mount --bind {packages} opt/packages
mount -o remount,bind,ro opt/packages
ip link set lo up
install -m 755 {stand_ins}/sudo {stand_ins}/systemctl usr/local/bin
for name in {recorded}; do install -m 755 {stand_ins}/recorded usr/local/bin/$name; done
cp {stand_ins}/ensurepip.py usr/lib/python3*/ensurepip/__main__.py
install -D -m 4755 usr/bin/python3 usr/local/lib/root-python
useradd --root $PWD --create-home --shell /bin/bash {user}
install -m 666 /dev/null run/calls
exec chroot . /usr/bin/python3 -Ic '{first}'
"""
# Of the first process the others are children when their parents have ended.
FIRST_PROCESS = """
import signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
open("/run/up", "w")
while True:
    signal.pause()
"""


def missing_for_copy() -> str:
    """Return what keeps a copy from being made here; empty if nothing does."""
    if os.geteuid():
        return "this is not root"
    version = "import sys; print(sys.version_info[:2])"
    own = subprocess.run(["/usr/bin/python3", "-c", version], capture_output=True, text=True, check=False)
    if own.stdout.strip() != str(tuple(sys.version_info[:2])):
        return "the tests run with another Python than the machine's own"
    missing = [name for name in ("unshare", "nsenter", "ip", "useradd") if not shutil.which(name)]
    return " and ".join(f"no {name}" for name in missing)


@contextlib.contextmanager
def copied_machine(root: Path) -> Iterator[Machine]:
    """Start one; a folder of this machine is where its files are mounted, for it alone."""
    script = START.format(
        root=root,
        packages=sysconfig.get_path("purelib"),
        stand_ins=STAND_INS,
        recorded=" ".join(RECORDED),
        user=USER,
        first=FIRST_PROCESS,
    )
    apart = ["unshare", "--mount", "--pid", "--net", "--ipc", "--fork", "--kill-child"]
    with running([*apart, "bash", "-c", script], stdin=subprocess.DEVNULL) as process:
        wait_for(lambda: _files(process.pid).joinpath("run/up").exists(), process)
        leader = _first_process(process.pid)
        try:
            yield Machine(root=_files(process.pid), leader=leader)
        finally:
            os.kill(leader, signal.SIGKILL)


def _first_process(unshare: int) -> int:
    return int(Path(f"/proc/{unshare}/task/{unshare}/children").read_text() or 0)


def _files(unshare: int) -> Path:
    return Path(f"/proc/{_first_process(unshare)}/root")
