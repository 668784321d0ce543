"""docs/operating.md, typed line for line into a bare Debian, with a web server, mail and an upgrade.

What differs: Caddy makes its certificate itself, as nobody outside vouches for the name, and listens at other
ports where this machine has taken its own; the password of the account comes from the environment, as nobody
is there to type it.
"""

import re
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from tests.operating.bare_machine import Machine, bare_machine, missing_for_machine
from tests.operating.copied_machine import copied_machine
from tests.operating.documented_server import NO_COPY, VERSION, doctor
from tests.operating.pages import archive, commands, on_copy
from tests.operating.served import DOMAIN, PASSWORD, ROOT, SECRETARY, Proxy, listens, may_listen

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("bare machine")]
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
NEWER = "99.0.0"
ACCOUNT = f"DJANGO_SUPERUSER_USERNAME={SECRETARY} DJANGO_SUPERUSER_EMAIL=them@example.org"
WITH_PASSWORD = (
    "sudo pegboard createsuperuser",
    f"sudo env {ACCOUNT} DJANGO_SUPERUSER_PASSWORD='{PASSWORD}' pegboard createsuperuser --noinput",
)
# The container shares this machine's network.
HTTP, HTTPS, SITE = 80, 443, 8000
if not may_listen(HTTPS):
    HTTP, HTTPS = 8080, 8443
OPTIONS = f"http_port {HTTP}\\nhttps_port {HTTPS}\\nlocal_certs\\nskip_install_trust"
MIGRATION = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("league", {last!r})]
    operations = []
"""


class MailCatcher(socketserver.ThreadingTCPServer):
    """Takes every letter and keeps it."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        self.letters: list[str] = []
        super().__init__(("127.0.0.1", 0), _Postman)


class _Postman(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        for line in self.rfile:
            command = line.strip().upper()
            if command == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                letter = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.letters.append(letter.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if command == b"QUIT" else b"250 yes\r\n")


@contextmanager
def mail_catcher() -> Iterator[MailCatcher]:
    with MailCatcher() as catcher:
        threading.Thread(target=catcher.serve_forever, daemon=True).start()
        yield catcher
        catcher.shutdown()


@pytest.mark.skipif(
    bool(missing_for_machine()), reason=f"a bare machine cannot be made: {missing_for_machine()}"
)
@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_the_page_leads_from_nothing_to_a_league(
    suite: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    for port in (HTTP, HTTPS, SITE):
        if listens(port):
            pytest.skip(f"port {port} of this machine is in use")
    (version,) = set(re.findall(r"VERSION=(\d\S+)", PAGE))
    root = tmp_path_factory.mktemp("machine")
    with bare_machine(root, suite) as machine, mail_catcher() as mail:
        archive(machine.home, version)
        began = time.monotonic()
        install(machine, mail.server_address[1])
        print(f"\n{suite}, from nothing to a served site: {(time.monotonic() - began) / 60:.1f} minutes")

        doctor = machine.run("sudo pegboard doctor --mail them@example.org", check=False).stdout
        print(doctor)
        assert len(mail.letters) == 1
        league_is_opened(machine)
        site_comes_back(machine)
        upgrade, back = commands("Upgrade")
        site_is_upgraded(machine, version, upgrade, back, serves=serves_by_https)


@NO_COPY
def test_the_page_leads_to_a_site_that_is_upgraded_and_taken_back(tmp_path_factory: pytest.TempPathFactory):
    """On a copy of this machine: without packages from outside, systemd, and a web server."""
    with copied_machine(tmp_path_factory.mktemp("machine")) as machine:
        archive(machine.home, VERSION)
        machine.run(on_copy("\n".join(commands("Install"))).replace(*WITH_PASSWORD))
        assert doctor(machine).keys() <= {"missing  no restore was ever verified"}, "as the site is new"
        upgrade, back = commands("Upgrade")
        site_is_upgraded(machine, VERSION, on_copy(upgrade), back, serves=serves_inside)
        calls = (machine.root / "run/calls").read_text()
        assert "systemctl restart caddy" in calls
        assert "python3-venv libpangoft2-1.0-0 libharfbuzz-subset0 caddy" in calls


def serves_by_https(machine: Machine) -> bool:
    return site(machine).visitor().ask("/sign-in/").status == 200


def serves_inside(machine: Machine) -> bool:
    ask = f"curl -sf -H 'Host: league.example.org' -H 'X-Forwarded-Proto: https' http://127.0.0.1:{SITE}/sign-in/"
    return "password" in machine.run(ask, check=False).stdout


def install(machine: Machine, mail_port: int) -> None:
    """Type what the page says, and what a person would do by hand."""
    typed = "\n".join(commands("Install"))
    typed = typed.replace("DOMAIN=league.example.org", f"DOMAIN={DOMAIN}")
    account, own_certificate = WITH_PASSWORD[0], "sudo systemctl restart caddy"
    assert account in typed
    assert own_certificate in typed
    settings = "/etc/pegboard.env"
    mail = f"PEGBOARD_EMAIL_URL='smtp://127.0.0.1:{mail_port}'"
    by_hand = (
        f'sudo sed -i "s|^#PEGBOARD_EMAIL_URL=.*|{mail}|; s|^#\\(PEGBOARD_EMAIL_FROM\\)|\\1|" {settings}',
        WITH_PASSWORD[1],
    )
    certificate = (
        f"printf '{{\\n{OPTIONS}\\n}}\\n' | cat - /etc/caddy/Caddyfile > ~/Caddyfile",
        "sudo install -m 644 ~/Caddyfile /etc/caddy/Caddyfile",
        own_certificate,
    )
    typed = typed.replace(account, "\n".join(by_hand)).replace(own_certificate, "\n".join(certificate))
    machine.run(typed)


def site(machine: Machine) -> Proxy:
    trusted = machine.root / "var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
    return Proxy(http=HTTP, https=HTTPS, trusted=trusted)


def league_is_opened(machine: Machine) -> None:
    """Sign in through the web server, and open the form that takes a list of pubs."""
    deadline = time.monotonic() + 60
    while not site(machine).trusted.exists():
        assert time.monotonic() < deadline
        time.sleep(1)
    person = site(machine).visitor()
    person.sign_in()
    page = person.ask("/new-league/")
    assert page.status == 200
    assert "pubs" in page.text
    unit = machine.run("systemctl show pegboard --property=ActiveState,NotifyAccess,WatchdogUSec").stdout
    assert "ActiveState=active" in unit
    assert "WatchdogUSec=1min" in unit
    assert machine.run("ls -ld /var/lib/pegboard").stdout.startswith("drwx------")
    assert "Permission denied" in machine.run("cat /etc/pegboard.env", check=False).stdout


def site_comes_back(machine: Machine) -> None:
    """Killed, and stopped without a word, it is started again; of the second only its watchdog knows."""
    for sign in ("KILL", "STOP"):
        before = machine.run("systemctl show pegboard --property=MainPID --value").stdout
        machine.run(f"sudo systemctl kill --kill-who=all --signal={sign} pegboard")
        deadline = time.monotonic() + 200
        while True:
            now = machine.run("systemctl show pegboard --property=MainPID --value").stdout
            if (
                now not in {before, "0\n"}
                and machine.run("systemctl is-active pegboard", check=False).returncode == 0
            ):
                break
            assert time.monotonic() < deadline, sign
            time.sleep(1)
        assert site(machine).visitor().ask("/sign-in/").status == 200
    log = machine.run("sudo journalctl -u pegboard --no-pager").stdout
    assert "Watchdog timeout" in log


def site_is_upgraded(
    machine: Machine, version: str, upgrade: str, back: str, *, serves: Callable[[Machine], bool]
) -> None:
    """To a release with one migration more, and back."""
    backup = "/var/lib/pegboard/backups/today.backup"
    machine.run(f"sudo pegboard backup {backup}")
    last = max(file.stem for file in (ROOT / "league/migrations").glob("0*.py"))
    name = f"{int(last[:4]) + 1:04}_next"
    archive(machine.home, NEWER, (f"league/migrations/{name}.py", MIGRATION.format(last=last)))
    said = machine.run(f"VERSION={NEWER}\n{upgrade}").stdout
    assert "Carried out 1 migrations" in said
    assert serves(machine)
    (copy,) = re.findall(r"sudo pegboard restore (\S+) --replace", said)
    assert "BACKUP" in back
    older, _, restored = back.partition("sudo pegboard restore")
    machine.run(older)
    assert "newer Pegboard" in machine.run("sudo pegboard serve", check=False).stdout
    machine.run(f"sudo pegboard restore{restored}".replace("BACKUP", copy))
    assert serves(machine)
    assert f"pegboard-{version}" in machine.run("readlink /opt/pegboard").stdout
