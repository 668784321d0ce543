"""Settings as they are read from the environment: typed, and refused by name with one sentence.

Knows nothing of what the settings are for; league/settings.py says that.
"""

import functools
import os
import pwd
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from league.shared.layout import as_root

Setting = TypeVar("Setting")
PORT = re.compile(r"(?<=[\w.\]]):\d+$")
SUB_PATH = re.compile(r"(/[\w-]+)*", re.ASCII)

# Bits that networks of web servers have in common at least: those of the largest private one.
WIDEST_NETWORK = 8

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off", ""})

POSTGRES_SCHEMES = frozenset({"postgres", "postgresql"})

# What may follow the ? of a PostgreSQL address; libpq's own words.
POSTGRES_OPTIONS = frozenset(
    {
        "application_name",
        "connect_timeout",
        "host",
        "sslcert",
        "sslkey",
        "sslmode",
        "sslrootcert",
        "target_session_attrs",
    }
)

# WAL lets readers work while one writes; IMMEDIATE makes writers queue instead of failing half-way
# with "database is locked" when a transaction that began by reading wants to write. FULL: what is confirmed
# is on the disk; with NORMAL a loss of power takes all since the last checkpoint.
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA mmap_size=134217728",
}

# Seconds for a server to be reached: whoever waits for a page waits no longer for it.
CONNECT_TIMEOUT = 5

# Times that a statement is carried out on a connection before the server keeps its plan.
PREPARED_AFTER = 3

# Ours, beside libpq's: behind PgBouncer with that pool_mode a connection lasts no longer than a transaction.
POOL_MODE, POOL_MODES = "pool_mode", frozenset({"session", "transaction"})

# How a mail server is spoken to, by the scheme of its address, with the usual port.
MAIL_PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
MAIL_EXAMPLES = "write smtps://user:password@host, smtp+starttls://user:password@host or smtp://host"


# What carries backups off the machine.
COPY_TOOLS = frozenset({"rclone", "restic"})


# As it starts, the system looks at its disks and mends them.
MEND_DISK = "Copy the backups to another machine first.\nType: sudo systemctl reboot"


class BadSetting(ImproperlyConfigured):
    """A variable of the environment holds what it cannot mean, or is missing where it is needed."""


def where_set(read: Callable[..., Setting]) -> Callable[..., Setting | None]:
    """Return what reads a variable by what reads its text; None where there is none."""

    @functools.wraps(read)
    def of_variable(name: str, *, environ: Mapping[str, str] = os.environ, **bounds: Any) -> Setting | None:
        text = environ.get(name)
        return read(name, text, **bounds) if text else None

    return of_variable


def flag(name: str, *, default: bool = False, environ: Mapping[str, str] = os.environ) -> bool:
    """Return a switch: 1, true, yes, on or 0, false, no, off."""
    text = environ.get(name)
    if text is None:
        return default
    if text.strip().lower() in YES:
        return True
    if text.strip().lower() in NO:
        return False
    raise BadSetting(f"{name} is {text!r}, which is neither yes nor no: write 1 or 0.")


def host_names(
    name: str, *, default: tuple[str, ...] = (), environ: Mapping[str, str] = os.environ
) -> list[str]:
    """Return host names, which are separated by commas; a port is left out, as a host answers at any."""
    text = environ.get(name)
    if text is None:
        return list(default)
    hosts = [host.strip() for host in text.split(",") if host.strip()]
    for host in hosts:
        if "/" in host or any(character.isspace() for character in host):
            raise BadSetting(
                f"{name} holds {host!r}, which is not a host name: write names separated by commas, "
                "such as league.example.org, without https:// and without a path."
            )
        if host == "*":
            raise BadSetting(f"{name} is '*', which would answer to any name: write the names of this site.")
    return [PORT.sub("", host) for host in hosts]


def public_site(name: str, *, but: Collection[str], environ: Mapping[str, str] = os.environ) -> str:
    """Return the address of the first name that is public, with its port if one is written; empty without."""
    names = map(str.strip, environ.get(name, "").split(","))
    public = [host for host in names if PORT.sub("", host) not in ("", *but)]
    return f"https://{public[0].lstrip('.')}" if public else ""


def networks(name: str, *, environ: Mapping[str, str] = os.environ) -> tuple[IPv4Network | IPv6Network, ...]:
    """Return networks from addresses such as `10.0.0.11` or `10.0.0.0/24`, separated by commas."""
    found: list[IPv4Network | IPv6Network] = []
    for text in filter(None, map(str.strip, environ.get(name, "").split(","))):
        try:
            network = ip_network(text)
        except ValueError:
            raise BadSetting(
                f"{name} holds {text!r}, which is no address: write such as 10.0.0.11 or 10.0.0.0/24."
            ) from None
        if network.prefixlen < WIDEST_NETWORK:
            raise BadSetting(f"{name} holds {text!r}, which is far too much: write addresses.")
        found.append(network)
    return tuple(found)


def sub_path(name: str, *, environ: Mapping[str, str] = os.environ) -> str:
    """Return the path below which a site of others holds Pegboard, such as `/league`; empty for the root."""
    text = environ.get(name, "").rstrip("/")
    if not SUB_PATH.fullmatch(text):
        raise BadSetting(f"{name} is {text!r}: write a path such as /league, of letters, digits, - and _.")
    return text


def folder(name: str, *, default: Path, environ: Mapping[str, str] = os.environ) -> Path:
    """Return a folder, as an absolute path; it need not be there yet."""
    text = environ.get(name)
    if not text:
        return default
    path = Path(text)
    if not path.is_absolute():
        raise BadSetting(
            f"{name} is {text!r}, which depends on where one stands: write a path beginning with /."
        )
    if path.exists() and not path.is_dir():
        raise BadSetting(f"{name} is {text!r}, which is a file: write the path of a folder.")
    return path


def make_own_folder(path: Path, *, name: str) -> None:
    """Makes a folder only its owner may look into, unless it is there; refused by the setting's name."""
    try:
        # Passwords, if only as hashes, are nobody else's business on a shared machine.
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as fault:
        made = as_root(f"install -d -m 700 -o {name_of(os.geteuid())} {path}")
        raise BadSetting(
            f"{path} cannot be made ({fault.strerror}). If {name} is right, and its disk there:\n{made}"
        ) from None
    if trouble := unwritable(path):
        # Another folder would be another, empty site.
        raise BadSetting(f"{trouble[0]}. If it is the site of {name_of(os.geteuid())}:\n{trouble[1]}")


def unwritable(path: Path) -> tuple[str, str] | None:
    """Return why this user cannot write into a folder and what mends it; None if they can."""
    if os.access(path, os.W_OK):
        return None
    if os.statvfs(path).f_flag & os.ST_RDONLY:
        return f"the disk of {path} takes no writes, mostly after a fault of its own", MEND_DISK
    user, owner = name_of(os.geteuid()), name_of(path.stat().st_uid)
    return (
        f"{path} belongs to {owner} and cannot be written to by {user}",
        f"{as_root(f'chown {user}: {path}')}\n{as_root(f'chmod u+rwx {path}')}",
    )


def name_of(user: int) -> str:
    """Return the name of a user of this machine, or the number of one without a name."""
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


@where_set
def whole_number(name: str, text: str, *, at_least: int, at_most: int) -> int:
    """Return a number; None when it is not set."""
    if not (text.isascii() and text.isdigit() and at_least <= int(text) <= at_most):
        raise BadSetting(f"{name} is {text!r}: write a number from {at_least} to {at_most}.")
    return int(text)


@where_set
def web_address(name: str, text: str) -> str:
    """Return an address of the web; None when it is not set. Not repeated in a message: it may be secret."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme not in ("http", "https") or not parts.hostname or any(map(str.isspace, text)):
        raise BadSetting(
            f"{name} is no address of the web: write one such as https://watcher.example.org/id."
        )
    return text


@dataclass(frozen=True, slots=True)
class CopyPlace:
    """Where backups are copied to: the program that does it, and what that program calls the place."""

    tool: str
    where: str


@where_set
def copy_place(name: str, text: str) -> CopyPlace:
    """Return a place for copies from `restic:REPOSITORY` or `rclone:REMOTE:PATH`; None when it is not set."""
    tool, _, where = text.partition(":")
    if tool not in COPY_TOOLS or not where:
        raise BadSetting(f"{name} is no place for backups: write restic:REPOSITORY or rclone:REMOTE:PATH.")
    return CopyPlace(tool, where.rstrip("/"))


@where_set
def secret(name: str, text: str, *, at_least: int) -> str:
    """Return a long random text; None when it is not set. Never repeated in a message."""
    if len(text) < at_least or len(set(text)) < 5:
        raise BadSetting(f"{name} is too easily guessed: write at least {at_least} random characters.")
    return text


def database(
    name: str, *, default: Path, beside: Path, environ: Mapping[str, str] = os.environ
) -> dict[str, Any]:
    """Return the database, as Django wants it, from `sqlite:///file` or `postgres://user@host/name`.

    Three slashes begin a file beside manage.py, four an absolute path.
    """
    text = environ.get(name)
    if not text:
        return _sqlite(default)
    scheme, separator, rest = text.partition("://")
    if scheme == "sqlite" and separator:
        return _sqlite(_sqlite_file(name, rest, beside))
    if scheme in POSTGRES_SCHEMES and separator:
        return _postgres(name, text)
    raise BadSetting(
        f"{name} begins with {scheme[:20]!r}: write sqlite:///path or postgres://user:password@host:port/name."
    )


def _sqlite_file(name: str, rest: str, beside: Path) -> Path:
    if not rest.startswith("/") or rest == "/" or ":memory:" in rest:
        raise BadSetting(
            f"{name} names no file: write sqlite:/// and then its path (four slashes if it is absolute)."
        )
    file = beside / unquote(rest[1:])
    if not file.parent.is_dir():
        raise BadSetting(
            f"{name} names a file in {file.parent}, and there is no such folder: make it, "
            "or write four slashes if the path is absolute."
        )
    if file.is_dir():
        raise BadSetting(f"{name} names {file}, which is a folder: write the path of a file in it.")
    return file


def _sqlite(file: Path) -> dict[str, Any]:
    return {"ENGINE": "league.installation.sqlite3", "NAME": file, "OPTIONS": dict(SQLITE_OPTIONS)}


def _postgres(name: str, address: str) -> dict[str, Any]:
    try:
        parts = urlsplit(address)
        port = parts.port
    except ValueError as fault:
        raise BadSetting(f"{name} cannot be read as an address ({fault}).") from None
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    pool_mode = options.pop(POOL_MODE, "session")
    if pool_mode not in POOL_MODES:
        raise BadSetting(f"{name} sets {POOL_MODE} to {pool_mode!r}: write session or transaction.")
    if unknown := sorted(set(options) - POSTGRES_OPTIONS):
        raise BadSetting(
            f"{name} sets {unknown[0]!r}, which is not known: it may set "
            f"{', '.join(sorted(POSTGRES_OPTIONS | {POOL_MODE}))}."
        )
    database_name = unquote(parts.path.removeprefix("/"))
    if not database_name or "/" in database_name:
        raise BadSetting(f"{name} must end in the name of one database, as in postgres://user@host/pegboard.")
    return {
        "ENGINE": "league.installation.postgresql",
        "NAME": database_name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        # A path is a Unix socket's folder; its slashes are written %2F, or it stands after ?host=.
        "HOST": options.pop("host", None) or unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        # Only what is bound by the server is ever prepared: `league.shared.sql`, and nothing else of the ORM.
        "OPTIONS": {
            "connect_timeout": CONNECT_TIMEOUT,
            **options,
            # What is prepared, or read row by row, would be on another connection in the next transaction.
            "prepare_threshold": None if pool_mode == "transaction" else PREPARED_AFTER,
        },
        "DISABLE_SERVER_SIDE_CURSORS": pool_mode == "transaction",
        "CONN_HEALTH_CHECKS": True,
    }


@where_set
def replica(name: str, text: str, *, of: Mapping[str, Any]) -> dict[str, Any]:
    """Return the replica of a database, as Django wants it; None when it is not set."""
    if text.partition("://")[0] not in POSTGRES_SCHEMES or not of["ENGINE"].endswith("postgresql"):
        raise BadSetting(
            f"{name} is set: only PostgreSQL has replicas. Write postgres:// there and in DATABASE_URL."
        )
    return _postgres(name, text)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """Where e-mail is handed over, and how."""

    host: str
    port: int
    user: str
    password: str
    is_encrypted: bool
    becomes_encrypted: bool


def cells(
    name: str, *, of: Mapping[str, Mapping[str, Any] | None], environ: Mapping[str, str] = os.environ
) -> bool:
    """Return whether leagues may live in several schemas of databases, here by the variables naming them."""
    if not flag(name, environ=environ):
        return False
    for address, known in of.items():
        if known is None:
            continue
        if not known["ENGINE"].endswith("postgresql"):
            raise BadSetting(f"{name} is set: only PostgreSQL has cells. Write postgres:// in {address}.")
        if known["DISABLE_SERVER_SIDE_CURSORS"]:
            # The path that says which cell is meant would be left on a connection of somebody else's.
            raise BadSetting(
                f"{name} does not go with {POOL_MODE}=transaction in {address}: pool sessions, or not at all."
            )
    return True


@where_set
def mail_server(name: str, text: str) -> MailServer:
    """Return a mail server from `smtps://user:password@host:port`; None when it is not set.

    `smtps` is encrypted from the first word, `smtp+starttls` from the second, `smtp` not at all.
    """
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port
    except ValueError:
        # The fault itself could repeat the password.
        raise BadSetting(f"{name} cannot be read as an address: {MAIL_EXAMPLES}.") from None
    if parts.scheme not in MAIL_PORTS or not host or parts.path.strip("/") or parts.query:
        raise BadSetting(f"{name} is no address of a mail server: {MAIL_EXAMPLES}.")
    if parts.scheme == "smtp" and parts.password:
        raise BadSetting(f"{name} would send its password for everybody to read: write smtps:// instead.")
    return MailServer(
        host=host,
        port=port or MAIL_PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        is_encrypted=parts.scheme == "smtps",
        becomes_encrypted=parts.scheme == "smtp+starttls",
    )


def mail_address(name: str, *, environ: Mapping[str, str] = os.environ) -> str | None:
    """Return an address messages come from; None when it is not set."""
    text = environ.get(name, "").strip()
    if not text:
        return None
    local, at, domain = text.rpartition("@")
    if not (local and at and domain) or any(sign.isspace() or sign in "<>,;" for sign in text):
        raise BadSetting(f"{name} is {text!r}, which is no address: write one such as league@example.org.")
    return text
