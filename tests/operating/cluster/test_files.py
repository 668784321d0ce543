"""The files for several machines agree with each other and with the site; run by test_cluster.py."""

import re
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings

from league.installation.environment import database, networks, replica
from tests.operating.served import ROOT, shipped

MACHINES = {"10.0.0.11", "10.0.0.12", "10.0.0.13"}


def test_every_file_names_the_same_machines() -> None:
    for name in ("haproxy.cfg", "etcd", "patroni.yml", "pegboard.env"):
        assert set(re.findall(r"10\.0\.0\.\d+\b(?!/)", shipped(f"cluster/{name}"))) == MACHINES, name


def test_pegboard_asks_pgbouncer_and_pgbouncer_asks_haproxy() -> None:
    environ = dict(re.findall(r"^(\w+)='(.*)'$", shipped("cluster/pegboard.env"), re.MULTILINE))
    primary = database("DATABASE_URL", default=settings.VAR_DIR, beside=settings.VAR_DIR, environ=environ)
    second = replica("PEGBOARD_REPLICA_URL", of=primary, environ=environ)
    pooler, haproxy = shipped("cluster/pgbouncer.ini"), shipped("cluster/haproxy.cfg")
    assert second is not None
    for known, proxy in ((primary, "primary"), (second, "replica")):
        assert f"listen_port = {known['PORT']}" in pooler
        assert known["DISABLE_SERVER_SIDE_CURSORS"], "the pool is one of transactions"
        [port] = re.findall(rf"^{known['NAME']} = host=127\.0\.0\.1 port=(\d+) ", pooler, re.MULTILINE)
        assert f"listen {proxy}\n    bind 127.0.0.1:{port}\n" in haproxy
    assert "pool_mode = transaction" in pooler


@pytest.mark.skipif(not shutil.which("openssl"), reason="without openssl")
def test_machines_ask_each_other_for_a_certificate(tmp_path: Path) -> None:
    """The script makes what the files name; no database, Patroni or etcd is spoken to in the clear."""

    def run(*command: str | Path) -> int:
        return subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode

    assert run("sh", ROOT / "docs/operating/cluster/certificates", *sorted(MACHINES)) == 0
    for machine in MACHINES:
        assert run("openssl", "verify", "-CAfile", "ca.pem", "-verify_ip", machine, f"{machine}.pem") == 0
        assert (tmp_path / f"{machine}.key").stat().st_mode & 0o077 == 0
    page = (ROOT / "docs" / "experiments" / "cluster.md").read_text(encoding="utf-8")
    for name in ("haproxy.cfg", "etcd", "patroni.yml", "pgbouncer.ini"):
        named = set(re.findall(r"/etc/pegboard-machines/[\w.]+", shipped(f"cluster/{name}")))
        assert named, name
        assert all(f" {file}\n" in page for file in named), name
    assert "http://" not in shipped("cluster/etcd")
    assert not re.findall(r"^ *- host(?!ssl)", shipped("cluster/patroni.yml"), re.MULTILINE)


def test_the_word_of_every_haproxy_counts() -> None:
    environ = dict(re.findall(r"^(\w+)='(.*)'$", shipped("cluster/pegboard.env"), re.MULTILINE))
    proxies = networks("PEGBOARD_PROXIES", environ=environ)
    assert {str(each.network_address) for each in proxies} == MACHINES
    assert urlsplit(environ["DATABASE_URL"]).hostname == "127.0.0.1"
