"""Makes a fresh machine ready for Pegboard. Standard library only: nothing is installed yet.

What it makes stands in `.venv` beside manage.py; what the machine itself lacks it asks apt for, and says so
first. Where the locked dependencies are there already (a server, a container) it does nothing.
"""

import sys

from league.bootstrap import apt, locks, machine, virtual
from league.bootstrap.talk import Trouble, say

# Commands for people: worth fetching what the paper is drawn with.
PRINTING_COMMANDS = frozenset({"run", "test"})


def prepare(arguments: list[str]) -> None:
    """Comes back inside an environment that holds the locked dependencies.

    To get there it may replace this process by the same command under `.venv`'s Python. What cannot be
    helped ends the process with status 1 and one sentence.
    """
    command = arguments[1] if len(arguments) > 1 else ""
    lock = locks.TEST if command == "test" else locks.RUN
    try:
        if not is_ready(lock):
            virtual.refuse_a_loop()
            machine.refuse_other_systems()
            if not virtual.is_finished(lock):
                set_up(command, lock)
            virtual.enter(arguments)
    except Trouble as trouble:
        sys.exit(str(trouble))
    virtual.arrived()
    machine.give_a_home()


def is_ready(lock: locks.Lock) -> bool:
    """The Python that runs now already has the versions of the lock."""
    if virtual.is_running():
        return virtual.is_finished(lock)
    return lock.is_met_here()


def set_up(command: str, lock: locks.Lock) -> None:
    """The first time, or after the lock changed."""
    wanted = [apt.VENV]
    if command in PRINTING_COMMANDS:
        wanted.append(apt.PANGO)
    if command == "test":
        wanted += apt.TEST_NEEDS
    with locks.only_one():
        if virtual.is_finished(lock):
            return
        missing = apt.provide(wanted)
        if apt.VENV in missing:
            raise Trouble(apt.advice(missing))
        if missing:
            say(apt.advice(missing))
        virtual.make(lock)
