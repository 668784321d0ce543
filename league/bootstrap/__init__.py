"""Make a fresh machine ready for Pegboard. Standard library only: nothing is installed yet.

Python packages go into `.venv` beside manage.py; system packages come from apt, announced first. Where the
locked dependencies are installed already (a server, a container) nothing is done.
"""

import sys

from league.bootstrap import apt, locks, machine, suite, virtual
from league.bootstrap.output import SetupError, say

# What works beside a site without its settings: `upgrade` would make a second, empty one, and say “Done”.
MAKE_NO_SITE = frozenset({"", "test", "doctor", "help", "version", "--version"})


def prepare(arguments: list[str]) -> None:
    """Return inside an environment that holds the locked dependencies.

    To get there this process may be replaced by the same command under `.venv`'s Python. On failure it exits
    with status 1 and one sentence.
    """
    command = arguments[1] if len(arguments) > 1 else ""
    lock = locks.TEST if command == "test" else locks.RUN
    try:
        makes_none = command in MAKE_NO_SITE or not {"-h", "--help"}.isdisjoint(arguments)
        if not makes_none and (sentence := machine.configured_site(arguments[1:])):
            raise SetupError(sentence)
        if not lock.path.exists():
            raise SetupError("The archive of a release has no tests. They are in the project's repository.")
        if not is_ready(lock):
            virtual.refuse_restart_loop()
            machine.refuse_other_systems()
            if not virtual.is_complete(lock):
                set_up(arguments, lock)
            virtual.restart_inside(arguments)
    except SetupError as error:
        sys.exit(str(error))
    virtual.finish_restart()
    machine.set_writable_home()


def is_ready(lock: locks.Lock) -> bool:
    """Say whether this Python has the versions of the lock."""
    if virtual.is_running():
        return virtual.is_complete(lock)
    return lock.is_met_here()


def set_up(arguments: list[str], lock: locks.Lock) -> None:
    """Make the environment: the first time, or after the lock changed."""
    needs = [apt.VENV]
    if arguments[1:2] in (["run"], ["migrate"], ["upgrade"], ["serve"]):
        needs.append(apt.PANGO)
    if lock == locks.TEST:
        needs += suite.Selection.parse(arguments[2:]).needs()
    with locks.exclusive():
        if virtual.is_complete(lock):
            return
        missing = apt.provide(needs)
        if apt.VENV in missing:
            raise SetupError(apt.advice(missing))
        if missing:
            say(apt.advice(missing))
        virtual.create(lock)
