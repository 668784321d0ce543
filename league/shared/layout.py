"""How commands are typed where this site runs: on one's own machine, under systemd, or in a container.

A line that is to be typed begins with “Type: ”, and holds nothing else.
"""

import os

COMPOSE = "docker compose --file docs/operating/compose.yaml"
# Caddy shares the network of that container, and settings are read as it is made: both are made anew.
MADE_ANEW = f"Type: {COMPOSE} up --detach --force-recreate"
# By what the shipped files set: what stands before a command of Pegboard, and before one of root's; how the
# site is stopped and started, and given a setting; what makes the program anew where it is not mended.
LAYOUTS = {
    "": {
        "command": "python3 manage.py",
        "root": "sudo",
        "stop": "Stop the site.",
        "start": "Start the site.",
        "restart": "Restart the site.",
        "start database": "Start its server, or set DATABASE_URL to where it is.",
        "settings": "the environment of the site",
        "set": "Set {} in the environment of the site.",
    },
    "systemd": {
        "command": "sudo pegboard",
        "root": "sudo",
        **{verb: f"Type: sudo systemctl {verb} pegboard" for verb in ("stop", "start", "restart")},
        "start database": "Set DATABASE_URL in /etc/pegboard.env to where its server is. If it is on this "
        "machine:\nType: sudo systemctl start postgresql",
        "settings": "/etc/pegboard.env",
        "set": "Type: echo {} | sudo tee -a /etc/pegboard.env",
    },
    # `run` makes a container of its own: `exec` would need one that is not stopped. Root has no power there.
    "container": {
        "command": f"{COMPOSE} run --rm pegboard python3 manage.py",
        "root": "docker run --rm --user root --volume pegboard_league:/var/lib/pegboard pegboard-pegboard",
        "stop": f"Type: {COMPOSE} stop pegboard",
        "start": MADE_ANEW,
        "restart": MADE_ANEW,
        "start database": "Start its server, or set DATABASE_URL to where it is.",
        "settings": "docs/operating/pegboard.env",
        "set": "Type: echo {} >> docs/operating/pegboard.env",
        "program": f"Type: {COMPOSE} up --build --detach --force-recreate",
    },
}
HERE = LAYOUTS.get(os.environ.get("PEGBOARD_LAYOUT", ""), LAYOUTS[""])
SETTINGS = HERE["settings"]


def command(line: str) -> str:
    """Return a command of Pegboard as it is typed here."""
    return f"{HERE['command']} {line}"


def to_type(line: str) -> str:
    """Return the line that says to type a command of Pegboard."""
    return f"Type: {command(line)}"


def as_root(line: str) -> str:
    """Return the line that says to type a command of the system about the site's files, with root's power."""
    return f"Type: {HERE['root']} {line}"


def site_line(verb: str) -> str:
    """Return how one makes the site `stop`, `start` or `restart` here."""
    return HERE[verb]


def setting(name: str, value: object) -> str:
    """Return the lines that give a setting a value and let the site read it."""
    return f"{HERE['set'].format(f'{name}={value}')}\n{HERE['restart']}"


def of_program(*lines: str) -> str:
    """Return the lines that mend the program or what it needs; in a container it is made anew instead."""
    return HERE.get("program", "\n".join(lines))
