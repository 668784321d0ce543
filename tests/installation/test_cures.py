"""Each fault that `doctor` knows is made on a server as documented, and mended by typing what it prints.

The server is a copy of this machine, where stand-ins take the place of systemd and apt. The cure is typed by
somebody who is not root, line for line, and what it asks for in words is done by the test. Then `doctor` is
content, and the database holds what it held.

Below, the same with PostgreSQL in place of the file of SQLite.

What `doctor` knows and is not here: cells; requests refused and letters held for being too many, which are
over when their time is; what only a site on one's own machine has (its own secret-key; another site beside).
Packages come from this machine, not the internet.
"""

import shlex
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import pytest

from tests.operating.bare_machine import Machine
from tests.operating.documented_server import (
    BACKUPS,
    FILE,
    NO_COPY,
    PROGRAM,
    SETTINGS,
    VAR,
    WHOLE,
    as_installed,
    doctor,
    documented_server,
    let_act,
    lost,
    rows,
)
from tests.operating.served import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("documented server"), NO_COPY]
COPY = f"{BACKUPS}/before-upgrade.copy"
FONTS = f"{PROGRAM}/league/static/fonts"


@dataclass(frozen=True, kw_only=True)
class Fault:
    """How root makes it, how `doctor` names it, and what its cure asks for in words."""

    made: str
    named: str
    by_hand: str = ""
    acts: str = "true: "
    """What a program does for which a stand-in is called: its name, a colon, lines of a shell."""


def sql(*statements: str) -> str:
    program = "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2])"
    return f"sudo -u pegboard python3 -c '{program}' {FILE} {shlex.quote('; '.join(statements))}"


def shell(line: str) -> str:
    """Return what carries out a line of Python on the site."""
    imports = "from league.models import *; from django.utils import timezone"
    return f"pegboard shell -c {shlex.quote(f'{imports}; {line}')}"


def small_disk(options: str, *then: str) -> str:
    """Return what puts the site on a disk of its own."""
    mount = f"mount -t tmpfs -o {options} tmpfs {VAR} && cp -a {WHOLE}/. {VAR} && chown pegboard: {VAR}"
    return "\n".join((mount, *then))


REQUESTED = "import datetime; ago = timezone.now() - datetime.timedelta(hours=2)"
LONG_AGO = "touch -d '3 days ago'"
BEHIND = """
import datetime, os
import django.utils.timezone
if not os.path.exists("/run/right"):
    minutes, now = datetime.timedelta(minutes=4), django.utils.timezone.now
    django.utils.timezone.now = lambda: now() - minutes
"""
LOCKS = """
import pathlib, sqlite3, sys, time
store = sqlite3.connect(sys.argv[1], isolation_level=None)
store.execute("BEGIN IMMEDIATE")
pathlib.Path("/tmp/locked").touch()
time.sleep(10_000)
"""
NEXT = "league/migrations/9998_next.py"
MIGRATION = (
    "from django.db import migrations\nclass Migration(migrations.Migration):\n"
    '    dependencies = [("league", "{last}")]\n'
)
LAST = max(file.stem for file in (ROOT / "league/migrations").glob("0*.py"))
FAULTS = {
    "packages of other versions": Fault(
        made=f"folder=$(echo {PROGRAM}/.venv/lib/python3*/site-packages)/gunicorn-1.0.dist-info\n"
        "mkdir $folder; printf 'Name: gunicorn\\nVersion: 1.0\\n' > $folder/METADATA",
        named="packages Pegboard runs on",
    ),
    "an environment of another Python": Fault(
        made=f"rm {PROGRAM}/.venv/bin/python*", named="The packages are not those of this version"
    ),
    "no Pango": Fault(
        made="mkdir -p /var/away; mv /usr/lib/*/libpangoft2-1.0.so.0* /var/away",
        named="Pango",
        acts="apt-get: mv /var/away/* /usr/lib/x86_64-linux-gnu/",
    ),
    "no subsets of HarfBuzz": Fault(
        made="mkdir -p /var/away; mv /usr/lib/*/libharfbuzz-subset.so.0* /var/away",
        named="without libharfbuzz-subset0",
        acts="apt-get: mv /var/away/* /usr/lib/x86_64-linux-gnu/",
    ),
    "fonts that are broken": Fault(made=f"truncate -s 100 {FONTS}/*.woff2", named="type of printed pages"),
    "fonts that are gone": Fault(made=f"rm {FONTS}/[bB]esley*", named="type of printed pages"),
    "little memory": Fault(
        made="sed 's/^\\(MemAvailable\\|SwapFree\\):.*/\\1: 1000 kB/' /proc/meminfo > /var/meminfo\n"
        "mount --bind /var/meminfo /proc/meminfo",
        named="memory:",
        acts=f"systemctl: grep -q PEGBOARD_WORKERS=1 {SETTINGS} && umount /proc/meminfo",
    ),
    "a full disk": Fault(
        made=small_disk("size=250m", f"fallocate -l 100m {BACKUPS}/old.backup"),
        named="room on the disk",
        by_hand=f"sudo rm {BACKUPS}/old.backup",
    ),
    "a disk without a byte": Fault(
        made=small_disk("size=250m", f"cat /dev/zero > {BACKUPS}/old.backup || true"),
        named="room on the disk",
        by_hand=f"sudo rm {BACKUPS}/old.backup",
    ),
    "a disk with too many files": Fault(
        made=small_disk(
            f"nr_inodes=$(($(find {WHOLE} | wc -l) + 2000))",
            f"mkdir {BACKUPS}/many; touch {BACKUPS}/many/{{1..1500}}",
        ),
        named="more files",
        by_hand=f"sudo rm -r {BACKUPS}/many",
    ),
    "a disk that takes no writes": Fault(
        made=small_disk("size=500m", f"mount -o remount,ro {VAR}"),
        named="takes no writes",
        acts=f"systemctl: [ $1 != reboot ] || mount -o remount,rw {VAR}",
    ),
    "a folder of root's": Fault(made=f"chown root: {VAR}", named="cannot be written to by pegboard"),
    "a folder that nobody may write to": Fault(made=f"chmod 500 {VAR}", named="cannot be written to"),
    "a file of root's": Fault(
        made=f"chown root: {FILE}; touch {FILE}-wal; chmod 600 {FILE}-wal", named="has to write to it"
    ),
    "a file that nobody may write to": Fault(made=f"chmod 400 {FILE}", named="has to write to it"),
    "the machine's time is behind": Fault(
        made="\n".join(
            (
                shell("User.objects.create(username='ann', last_login=timezone.now())"),
                f"touch -d '3 minutes ago' {VAR}/* {VAR}; cd {PROGRAM}/.venv/lib/python3*/site-packages",
                f"echo import behind > then.pth; cat > behind.py <<'END'\n{BEHIND}END",
            )
        ),
        named="the machine's time is",
        acts="timedatectl: [ $1 = show ] || touch /run/right",
    ),
    "files of the future": Fault(
        made=f"touch -d 2099-01-01 {VAR}/clock-last-ran {VAR}/last-backup",
        named="files in /var/lib/pegboard are of",
    ),
    "nothing keeps the time": Fault(
        made="true",
        named="nothing keeps it right",
        acts="timedatectl: [ $1 = show ] || touch /run/right; [ -e /run/right ] || echo no",
    ),
    "a damaged database": Fault(
        made=f"dd if=/dev/urandom of={FILE} bs=4096 seek=3 count=20 conv=notrunc", named="is damaged"
    ),
    "a database that is no database": Fault(
        made=f"dd if=/dev/urandom of={FILE} bs=4096 count=9", named="is damaged"
    ),
    "an older database": Fault(
        made=f"cat > {PROGRAM}/{NEXT} <<'END'\n{MIGRATION.format(last=LAST)}END", named="lacks one migration"
    ),
    "a database that is not where it was": Fault(
        made=f"mv {FILE} /var/away.sqlite3; rm -f {FILE}-*",
        named="migrations",
        by_hand=f"sudo mv /var/away.sqlite3 {FILE}",
    ),
    "a newer database": Fault(
        made=sql(
            f"VACUUM INTO '{COPY}'",
            "INSERT INTO django_migrations (app, name, applied) VALUES ('league', '9999_later', '2099')",
        ),
        named="of another Pegboard",
    ),
    "another SECRET_KEY": Fault(
        made=f"sed -i \"s/^SECRET_KEY='./SECRET_KEY='z/\" {SETTINGS}", named="SECRET_KEY is not the one"
    ),
    "a database that others can read": Fault(
        made=f"chmod 755 {VAR}; chmod 644 {FILE}", named="Everybody with an account on this machine"
    ),
    "the demo league": Fault(
        made=shell("League.objects.create(name='Demo', slug='demo', is_demo=True)"), named="demo league"
    ),
    "https for no time at all": Fault(
        made=f"echo PEGBOARD_HSTS_SECONDS=0 >> {SETTINGS}",
        named="SECURE_HSTS_SECONDS",
        by_hand=f"sudo sed -i /HSTS/d {SETTINGS}",
    ),
    "a mail server that is away": Fault(
        made=f"echo PEGBOARD_EMAIL_URL=smtp://127.0.0.1:9 >> {SETTINGS}\n"
        f"echo PEGBOARD_EMAIL_FROM=league@example.org >> {SETTINGS}",
        named="mail server 127.0.0.1:9",
        by_hand=f"sudo sed -i /EMAIL/d {SETTINGS}",
    ),
    "a clock that never ran": Fault(made=f"rm {VAR}/clock-last-ran", named="never run"),
    "a late clock": Fault(made=f"{LONG_AGO} {VAR}/clock-last-ran", named="clock is late"),
    "a job that failed": Fault(made=f"echo -n send_notices > {VAR}/clock-last-ran", named="send_notices"),
    "a letter that waits": Fault(
        made=shell(
            f"{REQUESTED}; Notice.objects.create(league=League.objects.get(), to='ann@example.org', "
            "wanted_at=ago, kind='message')"
        ),
        named="one letter waiting",
    ),
    "letters that the mail server refused": Fault(
        made="\n".join(
            (
                f"echo PEGBOARD_EMAIL_URL=smtp://127.0.0.1:2525 >> {SETTINGS}",
                f"echo PEGBOARD_EMAIL_FROM=league@example.org >> {SETTINGS}",
                shell(
                    f"{REQUESTED}; Notice.objects.create(league=League.objects.get(), to='ann@example.org', "
                    "wanted_at=ago, sent_at=ago, failed_because='451 4.3.0 try again', kind='message')"
                ),
            )
        ),
        named="refused by the mail server",
        by_hand="setsid python3 -W ignore -m smtpd -n -c DebuggingServer 127.0.0.1:2525 > /dev/null 2>&1 &\n"
        "until python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", 2525))'; do :; done",
    ),
    "a program that locks the database": Fault(
        made=f"cat > /tmp/locks.py <<'END'\n{LOCKS}END\n"
        f"setsid runuser -u pegboard -- python3 /tmp/locks.py {FILE} > /dev/null 2>&1 &\n"
        "until [ -e /tmp/locked ]; do :; done",
        named="database is locked",
        by_hand=f"sudo kill $(sudo find /proc -maxdepth 3 -ignore_readdir_race -lname '{FILE}*' "
        "| cut -d / -f 3)",
    ),
    "a document that nobody prints": Fault(
        made=shell(
            f"{REQUESTED}; League.objects.get().print_jobs.create(key='1', document='book', choices={{}}, "
            "requested_at=ago)"
        ),
        named="one document waiting",
    ),
    "no backup": Fault(made=f"rm -r {BACKUPS} {VAR}/last-*", named="no backup was ever made"),
    "an old backup": Fault(made=f"{LONG_AGO} {VAR}/last-backup", named="the last backup is of"),
    "a backup that failed": Fault(made=f"echo -n no room > {VAR}/backup-failed", named="failed: no room"),
    "no daily backups": Fault(
        made=f"echo PEGBOARD_BACKUPS_KEPT=0 >> {SETTINGS}", named="no daily backups are made"
    ),
    "a restore that was long ago": Fault(
        made=f"{LONG_AGO} {VAR}/last-verified-restore", named="the last verified restore is of"
    ),
    "no copy off the machine": Fault(
        made=f"echo PEGBOARD_BACKUP_TO=rclone:elsewhere:backups >> {SETTINGS}",
        named="no backup has left this machine",
        acts='rclone: case $1 in copyto) cp "$2" /tmp/there;; cat) cat /tmp/there;; esac',
    ),
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, django_db_blocker) -> Iterator[Machine]:
    with documented_server(tmp_path_factory.mktemp("server"), django_db_blocker) as machine:
        yield machine


@pytest.fixture
def server(installed: Machine) -> Iterator[Machine]:
    with as_installed(installed):
        yield installed


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_cure_mends_its_fault_as_it_is_printed(server: Machine, fault: Fault) -> None:
    before = rows(server)
    mended(server, fault)
    assert lost(server, before) == []


def mended(server: Machine, fault: Fault) -> None:
    """Make a fault, and type what `doctor` prints until it is content."""
    let_act(server, fault.acts)
    server.run(fault.made, user="root")
    cures = [cure for what, cure in doctor(server).items() if fault.named in what]
    assert cures
    server.run(fault.by_hand)
    for line in chain.from_iterable(cures):
        if line.startswith("Type: "):
            server.run(line.removeprefix("Type: ").replace("FILE", COPY).replace(" YOU", " ann@example.org"))
    assert doctor(server) == {}


# --- With PostgreSQL --------------------------------------------------------------------------
PSQL = "sudo -u postgres psql"
WITH_POSTGRES = f"""
cd /
version=$(ls /usr/lib/postgresql | tail -n 1)
rm -rf /etc/postgresql/$version /var/lib/postgresql/$version
pg_createcluster $version main --start > /dev/null
echo "pg_ctlcluster $version main" > /run/cluster
sudo -u postgres createuser --createdb pegboard
sudo -u postgres createdb --owner pegboard pegboard
sed -i 's/^#DATABASE_URL/DATABASE_URL/' {SETTINGS}
sudo pegboard upgrade
sudo pegboard backup --daily
"""


@pytest.fixture
def on_postgres(server: Machine) -> Iterator[Machine]:
    server.run(WITH_POSTGRES, user="root")
    yield server
    server.run("$(cat /run/cluster) stop", user="root")


@pytest.mark.skipif(not shutil.which("pg_createcluster"), reason="no PostgreSQL")
@pytest.mark.parametrize(
    "fault",
    [
        Fault(
            made="$(cat /run/cluster) stop",
            named="postgresql database pegboard",
            acts="systemctl: [ $1 $2 != 'start postgresql' ] || $(cat /run/cluster) start",
        ),
        Fault(
            made=f"cd /; {PSQL} -qc 'ALTER ROLE pegboard NOCREATEDB'; sudo pegboard backup --daily",
            named="this user may create no database",
        ),
    ],
    ids=["a server that is down", "a user who may make no database"],
)
def test_a_cure_mends_its_fault_of_postgres(on_postgres: Machine, fault: Fault) -> None:
    leagues = f"cd /; {PSQL} -Atc 'TABLE django_migrations' pegboard"
    before = on_postgres.run(leagues).stdout
    mended(on_postgres, fault)
    assert on_postgres.run(leagues).stdout == before
