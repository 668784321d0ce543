"""A league served as the operator's page says, a web server in front of it, and somebody who asks them."""

import contextlib
import http.client
import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "docs" / "operating"
DOMAIN = "league.example.org"
SECRETARY, PASSWORD = "secretary", "four tables, one sheet"
SECONDS_TO_START = 240
PAUSE = 0.05

# What an operator would have typed in; the demo league plays as if it were theirs.
OPEN_LEAGUE = f"""
from league.models import League, User
League.objects.update(is_demo=False)
user = User.objects.get(username={SECRETARY!r})
user.set_password({PASSWORD!r})
user.save()
"""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def wait_for(is_so: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + SECONDS_TO_START
    while not is_so():
        assert process.poll() is None, f"{process.args} has ended"
        assert time.monotonic() < deadline, f"{process.args} does not come to it"
        time.sleep(PAUSE)


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def may_listen(port: int) -> bool:
    """Return whether a port of this machine is free at all its addresses."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            line.bind(("", port))
            line.listen()
        except OSError:
            return False
    return True


def shipped(name: str, **changes: str) -> str:
    """Return a shipped file with other words in it, each of which must stand there."""
    text = (FILES / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        assert old in text, f"{old} in {name}"
        text = text.replace(old, new)
    return text


@dataclass
class ServedLeague:
    """`serve` on a database of its own with the settings that are shipped, at a port of its own."""

    var: Path
    path: str = ""
    port: int = field(default_factory=free_port)
    more: dict[str, str] = field(default_factory=dict)

    @property
    def environment(self) -> dict[str, str]:
        ours = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
        return {
            **ours,
            "PEGBOARD_PRODUCTION": "1",
            "PEGBOARD_HOSTS": DOMAIN,
            "SECRET_KEY": "abcdefghij" * 5,
            "PEGBOARD_VAR": str(self.var),
            "PEGBOARD_PATH": self.path,
            "PEGBOARD_WORKERS": "1",
            **self.more,
        }

    def manage(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments],
            cwd=ROOT,
            env={**self.environment, **more},
            text=True,
            capture_output=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def set_up(self) -> None:
        self.manage("upgrade")
        self.manage("load_demo")
        self.manage("shell", "-c", OPEN_LEAGUE)

    @contextlib.contextmanager
    def serve(self, **more: str) -> Iterator[subprocess.Popen[bytes]]:
        command = [sys.executable, "manage.py", "serve", "--port", str(self.port)]
        with running(command, cwd=ROOT, env={**self.environment, **more}) as process:
            wait_for(lambda: listens(self.port), process)
            yield process


@contextlib.contextmanager
def running(command: list[str], **options: object) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, **options)  # type: ignore[call-overload]  # as they come
    try:
        yield process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(SECONDS_TO_START)
        process.kill()
        process.wait()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class _Connection(http.client.HTTPSConnection):
    """To this machine, for a name that is somebody else's."""

    def connect(self) -> None:
        address = ("127.0.0.1", self.port)
        plain = socket.create_connection(address, timeout=self.timeout, source_address=self.source_address)
        context: ssl.SSLContext = self._context  # type: ignore[attr-defined]
        self.sock = context.wrap_socket(plain, server_hostname=self.host)


@dataclass
class Visitor:
    """Asks by https as a browser does, keeps cookies, and trusts one certificate alone."""

    port: int
    trusted: Path
    source: str = "127.0.0.1"
    cookies: SimpleCookie = field(default_factory=SimpleCookie)

    def line(self) -> http.client.HTTPConnection:
        context = ssl.create_default_context(cafile=str(self.trusted))
        return _Connection(DOMAIN, self.port, context=context, timeout=90, source_address=(self.source, 0))

    def ask(
        self, path: str, *, method: str = "GET", body: bytes | str | None = None, **headers: str
    ) -> Answer:
        line = self.line()
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent.setdefault("Host", DOMAIN)
        sent.setdefault("Referer", f"https://{DOMAIN}/")
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
        with contextlib.closing(line):
            line.request(method, path, body, sent)
            response = line.getresponse()
            for name, value in response.getheaders():
                if name.lower() == "set-cookie":
                    self.cookies.load(value)
            return Answer(status=response.status, headers=response.headers, body=response.read())

    def post_form(self, path: str, form: str, **headers: str) -> Answer:
        token = self.cookies["csrftoken"].value
        kind = "application/x-www-form-urlencoded"
        body = f"{form}&csrfmiddlewaretoken={token}"
        return self.ask(path, method="POST", body=body, Content_Type=kind, **headers)

    def sign_in(self, root: str = "/") -> None:
        self.ask(f"{root}sign-in/")
        form = f"username={SECRETARY}&password={PASSWORD.replace(' ', '+')}"
        assert self.post_form(f"{root}sign-in/", form).status == 303


@dataclass
class Neighbour(Visitor):
    """Asks the league itself, as the web server in front of it does."""

    trusted: Path = Path()

    def line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)

    def ask(
        self, path: str, *, method: str = "GET", body: bytes | str | None = None, **headers: str
    ) -> Answer:
        return super().ask(path, method=method, body=body, X_Forwarded_Proto="https", **headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Proxy:
    """A web server in front of a league: its ports, and the certificate to trust."""

    http: int
    https: int
    trusted: Path

    def visitor(self, source: str = "127.0.0.1") -> Visitor:
        return Visitor(self.https, self.trusted, source)


@contextlib.contextmanager
def caddy(folder: Path, file: str, league: ServedLeague) -> Iterator[Proxy]:
    """Caddy with a shipped file, with a certificate of its own making."""
    http_port, https_port = free_port(), free_port()
    options = f"http_port {http_port}\nhttps_port {https_port}\nadmin off\nlocal_certs\nskip_install_trust\n"
    config = folder / "Caddyfile"
    config.write_text(f"{{\n{options}}}\n{shipped(file, **{':8000': f':{league.port}'})}")
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    trusted = folder / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    certificate = folder / "caddy" / "certificates" / "local" / DOMAIN / f"{DOMAIN}.crt"
    with (folder / "log").open("wb") as log:
        command = [program("caddy"), "run", "--config", str(config), "--adapter", "caddyfile"]
        with running(command, env=environment, stdout=log, stderr=log) as process:
            wait_for(lambda: listens(https_port) and certificate.exists(), process)
            yield Proxy(http=http_port, https=https_port, trusted=trusted)


@contextlib.contextmanager
def nginx(folder: Path, file: str, league: ServedLeague) -> Iterator[Proxy]:
    """nginx with a shipped file, with a certificate of its own."""
    http_port, https_port = free_port(), free_port()
    trusted, key = folder / "fullchain.pem", folder / "privkey.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"),
            *("-keyout", str(key), "-out", str(trusted), "-days", "1", "-subj", f"/CN={DOMAIN}"),
            *("-addext", f"subjectAltName=DNS:{DOMAIN}"),
        ],
        capture_output=True,
        check=True,
    )
    if file == "nginx.conf":
        site = shipped(
            file,
            **{
                ":8000": f":{league.port}",
                f"/etc/letsencrypt/live/{DOMAIN}": str(folder),
                "listen 80;": f"listen {http_port};",
                "listen [::]:80;": "",
                "listen 443 ": f"listen {https_port} ",
                "listen [::]:443 ssl http2;": "",
                "listen [::]:443 ssl http2 default_server;": "",
            },
        )
    else:
        inside = shipped(file, **{":8000": f":{league.port}"})
        tls = f"ssl_certificate {trusted}; ssl_certificate_key {key};"
        site = f"server {{ listen {https_port} ssl; server_name {DOMAIN}; {tls} {inside} }}"
    folders = "".join(f"{name}_temp_path {folder}/{name};\n" for name in TEMPORARY)
    types = "include /etc/nginx/mime.types; default_type application/octet-stream;"
    config = folder / "all.conf"
    config.write_text(
        f"user {'root' if os.geteuid() == 0 else ''};\n" * (os.geteuid() == 0)
        + f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        + f"http {{ {types} access_log off;\n{folders}{site}\n}}\n"
    )
    with running([program("nginx"), "-c", str(config), "-p", str(folder)]) as process:
        wait_for(lambda: listens(https_port), process)
        yield Proxy(http=http_port, https=https_port, trusted=trusted)


TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def program(name: str) -> str:
    """Return where a program is; /usr/sbin is not in everybody's PATH."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin") or ""
