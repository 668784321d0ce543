"""docs/worst-day.md, typed line for line on a server as documented: after each disaster the site is back."""

import re
from collections.abc import Iterator

import pytest

from tests.operating.bare_machine import USER, Machine
from tests.operating.copied_machine import copied_machine
from tests.operating.documented_server import (
    BACKUPS,
    FILE,
    NO_COPY,
    SETTINGS,
    VAR,
    VERSION,
    WHOLE,
    as_installed,
    backup_of,
    doctor,
    documented_server,
    let_act,
    lost,
    rows,
)
from tests.operating.pages import archive, commands, inline, on_copy
from tests.operating.served import DOMAIN, ROOT

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("documented server"), NO_COPY]
NEWER = "99.0.0"
FAILING = """
from django.db import migrations

def fail(apps, schema_editor):
    raise RuntimeError("the cellar is flooded")

class Migration(migrations.Migration):
    dependencies = [("league", {last!r})]
    operations = [migrations.RunPython(fail)]
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory, django_db_blocker) -> Iterator[Machine]:
    with documented_server(tmp_path_factory.mktemp("server"), django_db_blocker) as machine:
        yield machine


@pytest.fixture
def server(installed: Machine) -> Iterator[Machine]:
    with as_installed(installed):
        installed.run("sudo systemctl start pegboard")
        yield installed


def answers(server: Machine, *, name: str = DOMAIN) -> bool:
    """Return whether the front page is served under a name."""
    headers = f"-H 'Host: {name}' -H 'X-Forwarded-Proto: https'"
    ask = f"curl -sLo /dev/null -w %{{http_code}} {headers} http://127.0.0.1:8000/three-valleys-all-fours-league/"
    return server.run(ask, check=False).stdout == "200"


def is_well(server: Machine) -> bool:
    return doctor(server) == {} and answers(server)


def typed(heading: str, **words: str) -> str:
    """Return the lines under a heading with other words in it, each of which must stand there."""
    (block,) = commands(heading, "worst-day")
    for word, other in words.items():
        assert word in block
        block = block.replace(word, other)
    return block


def test_the_disk_is_full(server: Machine) -> None:
    server.run("sudo systemctl stop pegboard")
    server.run(f"mount -t tmpfs -o size=300m tmpfs {VAR}; cp -a {WHOLE}/. {VAR}", user="root")
    before = rows(server)
    server.run(f"chown pegboard: {VAR}; cat /dev/zero > {BACKUPS}/old.backup || true", user="root")
    server.run(f"find {VAR} -maxdepth 1 -type f -exec touch {{}} + || true", user="root")
    let_act(server, f"apt-get: [ $1 != clean ] || truncate -s 10m {BACKUPS}/old.backup")
    server.run(typed("The disk is full"))
    server.run(f"sudo rm {BACKUPS}/old.backup; sudo systemctl start pegboard")
    assert is_well(server)
    assert lost(server, before) == []


def test_the_machine_is_lost(server: Machine, tmp_path_factory: pytest.TempPathFactory) -> None:
    before, backup = rows(server), (server.root / backup_of(server)[1:]).read_bytes()
    key = re.findall("(?m)^SECRET_KEY=.*$", (server.root / SETTINGS[1:]).read_text())[0]
    with copied_machine(tmp_path_factory.mktemp("other")) as other:
        archive(other.home, VERSION)
        install = on_copy("\n".join(commands("Install"))).partition("sudo pegboard createsuperuser")[0]
        install, _, migrated = install.partition("sudo pegboard upgrade")
        other.run(
            f'{install}\nsudo sed -i "s/^SECRET_KEY=.*/{key}/" {SETTINGS}\nsudo pegboard upgrade{migrated}'
        )
        (other.home / "fetched.backup").write_bytes(backup)
        other.run(typed("The machine is lost", FILE="fetched.backup"))
        other.run("sudo pegboard backup --daily")
        assert is_well(other)
        assert lost(other, before) == []


def test_the_database_is_damaged(server: Machine) -> None:
    before, backup = rows(server), backup_of(server)
    server.run(
        f"dd if=/dev/urandom of={FILE} bs=4096 seek=3 count=20 conv=notrunc; rm -f {FILE}-wal", user="root"
    )
    (damage,) = [cure for what, cure in doctor(server).items() if "is damaged" in what]
    lines = typed("The database is damaged", BACKUP=backup)
    assert [line.removeprefix("Type: ") for line in damage] == lines.splitlines()
    server.run(lines)
    assert is_well(server)
    assert lost(server, before) == []
    assert list((server.root / VAR[1:]).glob("pegboard.sqlite3-damaged-*")), "it is kept"


def test_an_upgrade_has_failed(server: Machine) -> None:
    before = rows(server)
    last = max(file.stem for file in (ROOT / "league/migrations").glob("0*.py"))
    archive(server.home, NEWER, ("league/migrations/9998_next.py", FAILING.format(last=last)))
    upgrade = on_copy(f"VERSION={NEWER}\n{commands('Upgrade')[0]}")
    said = server.run(upgrade, check=False).stdout
    assert "The database is as it was before" in said
    server.run(typed("An upgrade has failed"))
    assert is_well(server)
    assert lost(server, before) == []


def test_a_league_was_deleted(server: Machine) -> None:
    before = rows(server)
    league, file = "three-valleys-all-fours-league", "/tmp/exported.json"
    server.run(f"sudo pegboard export_league {league} --file {file}; sudo cat {file} > exported.json")
    server.run(f"sudo pegboard delete_league {league} --exported {file}")
    assert not answers(server)
    server.run(typed("Somebody has deleted something", EXPORT="exported.json", NAME="ann"))
    assert is_well(server)
    assert {name: len(had) for name, had in before.items() if name in PLAYED} == {
        name: len(has) for name, has in rows(server).items() if name in PLAYED
    }


PLAYED = {"league_match", "league_scorecard", "league_game", "league_team", "league_pub"}


def test_a_backup_is_looked_at_elsewhere(server: Machine, tmp_path_factory: pytest.TempPathFactory) -> None:
    before, backup = rows(server), (server.root / backup_of(server)[1:]).read_bytes()
    with copied_machine(tmp_path_factory.mktemp("own")) as own:
        archive(own.home, VERSION)
        (own.home / "fetched.backup").write_bytes(backup)
        unpack, rest = commands("A restore rehearsal")[0].replace("FILE", "fetched.backup").split("\n", 1)
        restore, run, _ = re.split("(?m)^(.* run)$", rest)
        folder = f"pegboard-{VERSION}"
        own.run(f"{unpack}\npython3 -m venv --without-pip {folder}/.venv")
        own.run(f"echo /opt/packages > own.pth; cp own.pth {folder}/.venv/lib/python3*/site-packages")
        own.run(restore)
        assert lost(own, before, f"/home/{USER}/{folder}/var/pegboard.sqlite3") == []
        begun = own.run(f"cd {folder}\ntimeout --signal=INT 60 {run} | sed '/^Pegboard is at/q'").stdout
        assert "Pegboard is at http://127.0.0.1:8000" in begun


def test_the_key_is_lost(server: Machine) -> None:
    before = rows(server)
    *_, make, put = commands("Install")[3].splitlines()
    server.run("\n".join((make, put)))
    server.run("\n".join(inline("`SECRET_KEY` is lost", "worst-day")))
    assert is_well(server)
    assert lost(server, before) == []


def test_the_site_gets_another_name(server: Machine) -> None:
    before, new = rows(server), "new.example.org"
    hosts, line, *lines = inline("The site gets another name", "worst-day")
    settings, caddy = server.root / SETTINGS[1:], server.root / "etc/caddy/Caddyfile"
    settings.write_text(
        re.sub("(?m)^PEGBOARD_HOSTS=.*$", hosts.replace("old.example.org", DOMAIN), settings.read_text())
    )
    caddy.write_text(caddy.read_text().replace(f"{DOMAIN} {{", line.replace("old.example.org", DOMAIN)))
    assert new in caddy.read_text()
    server.run("\n".join(lines))
    assert answers(server, name=new)
    assert is_well(server)
    assert lost(server, before) == []
