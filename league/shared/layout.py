"""How commands are typed where this site runs: on one's own machine, under systemd, or in a container."""

import os

COMPOSE = "docker compose --file docs/operating/compose.yaml"
# Caddy shares the network of that container, and settings are read as it is made: both are made anew.
MADE_ANEW = f"Type: {COMPOSE} up --detach --force-recreate"
# By what the shipped files set: what stands before a command, and how the site is stopped and started.
# `run` makes a container of its own: `exec` would need one that is not stopped.
LAYOUTS = {
    "systemd": (
        "sudo pegboard",
        {verb: f"Type: sudo systemctl {verb} pegboard" for verb in ("stop", "start", "restart")},
    ),
    "container": (
        f"{COMPOSE} run --rm pegboard python3 manage.py",
        {"stop": f"Type: {COMPOSE} stop pegboard", "start": MADE_ANEW, "restart": MADE_ANEW},
    ),
}
OWN_MACHINE = (
    "python3 manage.py",
    {"stop": "Stop the site", "start": "Start the site", "restart": "Restart the site"},
)
_BEFORE, _SITE = LAYOUTS.get(os.environ.get("PEGBOARD_LAYOUT", ""), OWN_MACHINE)


def command(line: str) -> str:
    """Return a command of Pegboard as it is typed here."""
    return f"{_BEFORE} {line}"


def site_line(verb: str) -> str:
    """Return how one makes the site `stop`, `start` or `restart` here."""
    return _SITE[verb]
