"""How commands are typed where this site runs: on one's own machine, under systemd, or in a container.

Knows no settings: what refuses a setting has to say what to type, too.
"""

import os

COMPOSE = "docker compose --file docs/operating/compose.yaml"
# By what the shipped files set: before a command, and what stops and starts the site. `run` makes a container
# of its own: `exec` would need one that is not stopped.
LAYOUTS = {
    "systemd": ("sudo pegboard", "Type: sudo systemctl {} pegboard"),
    "container": (f"{COMPOSE} run --rm pegboard python3 manage.py", f"Type: {COMPOSE} {{}} pegboard"),
}
_BEFORE, _SITE = LAYOUTS.get(os.environ.get("PEGBOARD_LAYOUT", ""), ("python3 manage.py", "{} the site"))


def command(line: str) -> str:
    """Return a command of Pegboard as it is typed here."""
    return f"{_BEFORE} {line}"


def site_line(verb: str) -> str:
    """Return how the site is made to `stop`, `start` or `restart` here."""
    said = _SITE.format(verb)
    return said[0].upper() + said[1:]
