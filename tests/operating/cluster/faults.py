"""What is done to a cluster: each fault takes the cluster, does its worst, and says who was hit."""

import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.operating.cluster.machines import NAMES, WITH_DATABASE, Cluster, wait
from tests.operating.cluster.programs import send, tree_of

# Seconds for which a machine is gone, or hangs: longer than the leader's key in etcd lives.
GONE = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What happens, and within how many seconds hands are confirmed again."""

    title: str
    strike: Callable[[Cluster], None]
    back_within: float
    changes_primary: bool = False


def kill_worker(cluster: Cluster) -> None:
    """Kill the web server's process that answers, on the machine visitors come in by."""
    parent = cluster.program("pegboard", "a").number
    children = [int(each) for each in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
    workers = [each for each in children if not Path(f"/proc/{each}/comm").read_text().startswith("pegboard")]
    assert len(workers) == 1
    send(workers, signal.SIGKILL)


def kill_program(name: str, machine: str = "a") -> Callable[[Cluster], None]:
    return lambda cluster: cluster.program(name, machine).kill()


def kill_postgres(cluster: Cluster, machine: str) -> None:
    send([cluster.postmaster(machine)], signal.SIGKILL)


def kill_primary(cluster: Cluster) -> None:
    kill_postgres(cluster, cluster.primary() or "")


def kill_replica(cluster: Cluster) -> None:
    kill_postgres(cluster, cluster.replica_machine)


def lose_machine(machine_of: Callable[[Cluster], str]) -> Callable[[Cluster], None]:
    """Kill everything of a machine but what visitors come in by, and let it come back later."""

    def strike(cluster: Cluster) -> None:
        machine = machine_of(cluster)
        programs = [cluster.program(name, machine) for name in ("patroni", "pegboard", "pgbouncer", "etcd")]
        for program in programs:
            program.is_wanted = False
        with suppress(OSError):
            kill_postgres(cluster, machine)
        for program in programs:
            program.kill()
        time.sleep(GONE)
        for program in programs:
            program.start()

    return strike


def hang_machine(machine_of: Callable[[Cluster], str]) -> Callable[[Cluster], None]:
    """Stop the database of a machine in whatever it does, as a cut cable would, then let it go on."""

    def strike(cluster: Cluster) -> None:
        machine = machine_of(cluster)
        numbers = tree_of(cluster.program("patroni", machine).number) + tree_of(cluster.postmaster(machine))
        send(numbers, signal.SIGSTOP)
        time.sleep(GONE)
        send(numbers, signal.SIGCONT)

    return strike


def switch_over(cluster: Cluster) -> None:
    old = cluster.primary()
    cluster.patronictl("switchover", "pegboard", "--master", str(old), "--force")
    wait(lambda: cluster.primary() not in (None, old), "another primary")


def kill_all_of_etcd(cluster: Cluster) -> None:
    """End etcd on all machines for a while: nobody can be elected, and nobody need be."""
    programs = [cluster.program("etcd", machine) for machine in NAMES]
    for program in programs:
        program.is_wanted = False
        program.kill()
    time.sleep(GONE)
    for program in programs:
        program.start()


def cut_power(cluster: Cluster) -> None:
    """Kill every process of every machine; all start again."""
    for program in cluster.keeper.programs.values():
        program.kill()
    for machine in WITH_DATABASE:
        with suppress(OSError):
            kill_postgres(cluster, machine)


def primary_of(cluster: Cluster) -> str:
    return cluster.primary() or ""


def replica_of(cluster: Cluster) -> str:
    return cluster.replica_machine


FAULTS = (
    Fault(title="nothing", strike=lambda _: time.sleep(10), back_within=1),
    Fault(title="a worker of Pegboard", strike=kill_worker, back_within=10),
    Fault(title="Pegboard of a machine", strike=kill_program("pegboard"), back_within=10),
    Fault(title="PgBouncer of a machine", strike=kill_program("pgbouncer"), back_within=15),
    Fault(title="HAProxy at the entrance", strike=kill_program("haproxy"), back_within=20),
    Fault(title="one etcd", strike=kill_program("etcd", "b"), back_within=5),
    Fault(title="every etcd, for 30 s", strike=kill_all_of_etcd, back_within=60),
    Fault(title="PostgreSQL of the replica", strike=kill_replica, back_within=20),
    Fault(title="the replica cut off, for 30 s", strike=hang_machine(replica_of), back_within=30),
    Fault(title="PostgreSQL of the primary", strike=kill_primary, back_within=40),
    Fault(title="`patronictl switchover`", strike=switch_over, back_within=30, changes_primary=True),
    Fault(
        title="the primary's machine, for 30 s",
        strike=lose_machine(primary_of),
        back_within=60,
        changes_primary=True,
    ),
    Fault(
        title="the primary cut off, for 30 s",
        strike=hang_machine(primary_of),
        back_within=60,
        changes_primary=True,
    ),
    Fault(title="everything at once", strike=cut_power, back_within=90),
)
