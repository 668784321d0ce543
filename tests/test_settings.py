"""Settings: read by type, refused by name, and safe in production."""

import json
import os
import secrets
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import ConnectionHandler

from league.installation import environment
from league.installation.environment import (
    CONNECT_TIMEOUT,
    PREPARED_AFTER,
    BadSetting,
    MailServer,
    flag,
    folder,
    host_names,
    mail_address,
    make_own_folder,
    networks,
    public_site,
    secret,
    sub_path,
)
from league.installation.local_secrets import secret_key
from tests.examples import sampled

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("given", "meant"),
    [("", ""), ("/", ""), ("/league", "/league"), ("/clubs/all-fours/", "/clubs/all-fours")],
)
def test_a_path_is_written_with_a_slash_before_it_and_none_behind(given: str, meant: str):
    assert sub_path("PEGBOARD_PATH", environ={"PEGBOARD_PATH": given}) == meant


@pytest.mark.parametrize("given", ["league", "//league", "/a b", "/a/../b", "https://a/b", "/a?b"])
def test_what_is_no_path_is_refused_by_name(given: str):
    with pytest.raises(BadSetting, match="PEGBOARD_PATH is"):
        sub_path("PEGBOARD_PATH", environ={"PEGBOARD_PATH": given})


@pytest.mark.parametrize(
    ("given", "meant"), [("1", True), ("Yes", True), ("on", True), ("0", False), ("", False)]
)
def test_a_switch_is_yes_or_no(given: str, meant: bool):
    assert flag("PEGBOARD_DEBUG", environ={"PEGBOARD_DEBUG": given}) is meant


def test_a_switch_left_alone_is_its_default():
    assert flag("PEGBOARD_DEBUG", default=True, environ={}) is True


def test_a_switch_that_is_neither_is_refused_by_name():
    with pytest.raises(BadSetting, match="PEGBOARD_DEBUG is 'maybe'"):
        flag("PEGBOARD_DEBUG", environ={"PEGBOARD_DEBUG": "maybe"})


def test_hosts_are_separated_by_commas():
    given = {"PEGBOARD_HOSTS": "league.example.org, www.league.example.org:8443,"}
    assert host_names("PEGBOARD_HOSTS", environ=given) == [
        "league.example.org",
        "www.league.example.org",
    ]


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("localhost, league.example.org,www.league.example.org", "https://league.example.org"),
        ("league.example.org:8443", "https://league.example.org:8443"),
        (".example.org", "https://example.org"),
        ("localhost:8000,127.0.0.1", ""),
        ("", ""),
    ],
)
def test_whole_addresses_begin_with_the_first_public_name(given: str, address: str):
    but = ("localhost", "127.0.0.1")
    assert public_site("PEGBOARD_HOSTS", but=but, environ={"PEGBOARD_HOSTS": given}) == address


@pytest.mark.parametrize("given", ["https://league.example.org", "league.example.org/", "two words", "*"])
def test_what_is_no_host_is_refused_by_name(given: str):
    with pytest.raises(BadSetting, match="PEGBOARD_HOSTS"):
        host_names("PEGBOARD_HOSTS", environ={"PEGBOARD_HOSTS": given})


@pytest.mark.parametrize("given", ["league.example.org", "10.0.0.5/24", "0.0.0.0/0", "::/0", "10.0.0.1:80"])
def test_what_is_no_address_of_a_web_server_is_refused_by_name(given: str):
    with pytest.raises(BadSetting, match="PEGBOARD_PROXIES"):
        networks("PEGBOARD_PROXIES", environ={"PEGBOARD_PROXIES": given})


@pytest.mark.parametrize("given", ["short", "a" * 80])
def test_a_secret_easily_guessed_is_refused_and_not_repeated(given: str):
    with pytest.raises(BadSetting, match="SECRET_KEY") as refusal:
        secret("SECRET_KEY", at_least=50, environ={"SECRET_KEY": given})
    assert given not in str(refusal.value)


def test_a_folder_is_an_absolute_path(tmp_path: Path):
    read = {"default": tmp_path, "environ": {"PEGBOARD_VAR": "var"}}
    with pytest.raises(BadSetting, match="PEGBOARD_VAR is 'var'"):
        folder("PEGBOARD_VAR", **read)


def test_a_folder_is_not_a_file(tmp_path: Path):
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(BadSetting, match="which is a file"):
        folder("PEGBOARD_VAR", default=tmp_path, environ={"PEGBOARD_VAR": str(file)})


def test_a_folder_that_cannot_be_made_is_refused_by_the_setting_that_moves_it(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(
        BadSetting, match="If PEGBOARD_VAR is right, and its disk there:\nType: sudo install -d"
    ):
        make_own_folder(tmp_path / "file" / "var", name="PEGBOARD_VAR")


def test_a_new_folder_is_its_owners_only(tmp_path: Path):
    make_own_folder(tmp_path / "var", name="PEGBOARD_VAR")
    assert (tmp_path / "var").stat().st_mode & 0o077 == 0


def database(address: str | None, beside: Path) -> dict[str, object]:
    environ = {} if address is None else {"DATABASE_URL": address}
    return environment.database(
        "DATABASE_URL", default=beside / "pegboard.sqlite3", beside=beside, environ=environ
    )


def test_without_an_address_the_database_is_a_file_of_ours(tmp_path: Path):
    assert database(None, tmp_path)["NAME"] == tmp_path / "pegboard.sqlite3"


def test_three_slashes_begin_beside_manage_py_and_four_at_the_root(tmp_path: Path):
    assert database("sqlite:///league.sqlite3", tmp_path)["NAME"] == tmp_path / "league.sqlite3"
    assert database(f"sqlite:///{tmp_path}/league.sqlite3", Path("/"))["NAME"] == tmp_path / "league.sqlite3"


def test_sqlite_queues_its_writers(tmp_path: Path):
    options = database("sqlite:///league.sqlite3", tmp_path)["OPTIONS"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert "journal_mode=WAL" in options["init_command"]


@pytest.mark.django_db
def test_what_sqlite_confirms_outlives_a_loss_of_power(tmp_path: Path):
    line = ConnectionHandler({"default": database(None, tmp_path)})["default"]
    with closing(line):
        line.connect()
        assert line.connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_a_postgres_address_with_everything(tmp_path: Path):
    found = database("postgres://jack:p%40ss%2F@db.example.org:5433/league?sslmode=require", tmp_path)
    assert found["ENGINE"] == "league.installation.postgresql"
    assert (found["USER"], found["PASSWORD"]) == ("jack", "p@ss/")
    assert (found["HOST"], found["PORT"], found["NAME"]) == ("db.example.org", "5433", "league")
    assert found["OPTIONS"] == {
        "connect_timeout": CONNECT_TIMEOUT,
        "sslmode": "require",
        "prepare_threshold": PREPARED_AFTER,
    }


@pytest.mark.parametrize(
    "address",
    ["postgresql://jack@%2Frun%2Fpostgresql/league", "postgres://jack@/league?host=/run/postgresql"],
)
def test_a_postgres_address_on_a_socket(address: str, tmp_path: Path):
    found = database(address, tmp_path)
    assert found["HOST"] == "/run/postgresql"
    assert "host" not in found["OPTIONS"]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mysql://jack@db/league", "begins with 'mysql'"),
        ("league.sqlite3", "write sqlite:///path"),
        ("sqlite://league.sqlite3", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("sqlite:///", "names no file"),
        ("sqlite:///nowhere/league.sqlite3", "no such folder"),
        ("postgres://jack:secret@db", "name of one database"),
        ("postgres://jack:secret@db/one/two", "name of one database"),
        ("postgres://jack:secret@db:many/league", "cannot be read"),
        ("postgres://jack:secret@db/league?pool=1", "sets 'pool'"),
        ("postgres://jack:secret@db/league?pool_mode=statement", "sets pool_mode to 'statement'"),
    ],
)
def test_an_address_that_cannot_be_is_refused_by_name(address: str, sentence: str, tmp_path: Path):
    with pytest.raises(BadSetting, match=sentence) as refusal:
        database(address, tmp_path)
    assert str(refusal.value).startswith("DATABASE_URL")
    assert "secret" not in str(refusal.value)


def test_behind_a_pooler_nothing_outlives_a_transaction(tmp_path: Path):
    found = database("postgres://jack@db/league?pool_mode=transaction", tmp_path)
    assert found["OPTIONS"]["prepare_threshold"] is None
    assert found["DISABLE_SERVER_SIDE_CURSORS"]


@pytest.mark.parametrize(
    ("address", "of"), [("postgres://jack@db/league", "sqlite:///a"), ("sqlite:///a", "postgres://jack@db/a")]
)
def test_only_postgresql_has_replicas(address: str, of: str, tmp_path: Path):
    with pytest.raises(BadSetting, match="only PostgreSQL has replicas"):
        environment.replica(
            "PEGBOARD_REPLICA_URL", of=database(of, tmp_path), environ={"PEGBOARD_REPLICA_URL": address}
        )


POOLED = "postgres://jack@db/a?pool_mode=transaction"


@pytest.mark.parametrize(
    ("known", "sentence"),
    sampled(
        [
            ({"DATABASE_URL": POOLED}, "does not go with pool_mode=transaction in DATABASE_URL"),
            ({"DATABASE_URL": "sqlite:///a"}, "only PostgreSQL has cells"),
            (
                {"DATABASE_URL": "postgres://jack@db/a", "PEGBOARD_REPLICA_URL": POOLED},
                "does not go with pool_mode=transaction in PEGBOARD_REPLICA_URL",
            ),
        ],
        each=3,
    ),
)
def test_cells_are_refused_where_the_search_path_would_not_hold(
    known: dict[str, str], sentence: str, tmp_path: Path
):
    ended = manage("check", var=tmp_path, PEGBOARD_CELLS="1", **known)
    assert ended.returncode == 1
    assert ended.stderr.startswith("PEGBOARD_CELLS")
    assert sentence in ended.stderr


ASKS_ROUTERS = (
    "from django.conf import settings; print(settings.DATABASE_ROUTERS, len(settings.DATABASES), "
    "sum('cells' in name for name in settings.MIDDLEWARE), "
    "'cells' in settings.DATABASES['default']['ENGINE'])"
)


def test_without_a_replica_and_without_cells_there_is_no_router(tmp_path: Path):
    assert python("-c", ASKS_ROUTERS, var=tmp_path).stdout == "[] 1 0 False\n"


def test_with_cells_there_are_a_router_a_middleware_and_a_backend(tmp_path: Path):
    known = {"DATABASE_URL": "postgres://jack@localhost:1/a", "PEGBOARD_CELLS": "1"}
    answer = python("-c", ASKS_ROUTERS, var=tmp_path, **known)
    assert answer.stdout == "['league.installation.cells.router.CellRouter'] 1 1 True\n", answer.stderr


def manage(*arguments: str, var: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    return python("manage.py", *arguments, var=var, **environ)


def python(*arguments: str, var: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """A process of its own: settings are read once in each."""
    clean = {
        name: value for name, value in os.environ.items() if not name.startswith(("PEGBOARD_", "DJANGO_"))
    }
    for name in ("SECRET_KEY", "DATABASE_URL"):
        clean.pop(name, None)
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**clean, "DJANGO_SETTINGS_MODULE": "league.settings", "PEGBOARD_VAR": str(var), **environ},
        capture_output=True,
        text=True,
        check=False,
    )


PRODUCTION = {
    "PEGBOARD_PRODUCTION": "1",
    "PEGBOARD_HOSTS": "league.example.org",
    "SECRET_KEY": secrets.token_urlsafe(60),
}


PRODUCTION_WITH_MAIL = {
    **PRODUCTION,
    "PEGBOARD_EMAIL_URL": "smtp://localhost",
    "PEGBOARD_EMAIL_FROM": "league@example.org",
}
ASKS_PRODUCTION = """
import io, json
from django.core.management import CommandError, call_command
from django.test import Client

def said(*arguments):
    out = io.StringIO()
    try:
        call_command(*arguments, stdout=out)
    except CommandError as refusal:
        return f"refused: {refusal}"
    return out.getvalue()

beside = Client().get("/health/", HTTP_HOST="127.0.0.1:8000").status_code
headers = dict(Client().get("/health/", secure=True, HTTP_HOST="localhost").headers)
answers = {"beside": beside, "headers": headers, "run": said("run"), "serve": said("serve")}
answers["check"] = said("check", "--deploy", "--fail-level", "WARNING")
print(json.dumps(answers))
"""


@pytest.fixture(scope="module")
def production(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a site in production answers and says, asked in one process for all tests."""
    var = tmp_path_factory.mktemp("var")
    ended = manage("shell", "-v0", "-c", ASKS_PRODUCTION, var=var, **PRODUCTION_WITH_MAIL)
    assert ended.returncode == 0, ended.stderr
    answers: dict[str, Any] = json.loads(ended.stdout)
    return answers


def test_check_deploy_is_clean_with_production_settings(production: dict[str, Any]):
    # Subdomains and the list built into browsers: not for a site to bind.
    assert "no issues (2 silenced)" in production["check"]


def test_whoever_watches_over_the_server_asks_from_beside_it(production: dict[str, Any]):
    assert production["beside"] == 200


def test_browsers_insist_on_https_for_a_day_and_this_host_alone(production: dict[str, Any]):
    assert production["headers"]["Strict-Transport-Security"] == "max-age=86400"


@pytest.mark.parametrize("missing", sampled(["SECRET_KEY", "PEGBOARD_HOSTS"], each=2))
def test_production_needs_its_name_and_its_key(missing: str, tmp_path: Path):
    ended = manage(
        "check", var=tmp_path, **{name: value for name, value in PRODUCTION.items() if name != missing}
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith(f"{missing} is not set")
    assert ended.stderr.count("\n") == 1


def test_production_does_not_show_its_inside(tmp_path: Path):
    ended = manage("check", var=tmp_path, **PRODUCTION, PEGBOARD_DEBUG="1")
    assert ended.returncode == 1
    assert "PEGBOARD_DEBUG and PEGBOARD_PRODUCTION" in ended.stderr


def test_run_is_not_for_a_server(production: dict[str, Any]):
    assert production["run"].startswith("refused: ")
    assert "Use `serve` on a server" in production["run"]


def test_serve_wants_production():
    with pytest.raises(CommandError, match="PEGBOARD_PRODUCTION is not on"):
        call_command("serve")


def test_serve_wants_a_database_that_is_up_to_date(production: dict[str, Any]):
    assert production["serve"].startswith("refused: ")
    assert "python3 manage.py upgrade" in production["serve"]


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path):
    key = secret_key(tmp_path)
    assert secret_key(tmp_path) == key
    assert len(key) > 50
    assert (tmp_path / "secret-key").stat().st_mode & 0o077 == 0
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]


# --- E-mail -----------------------------------------------------------------------------------


def mail_server(given: str) -> MailServer | None:
    return environment.mail_server("PEGBOARD_EMAIL_URL", environ={"PEGBOARD_EMAIL_URL": given})


@pytest.mark.parametrize(
    ("given", "port", "is_encrypted", "becomes_encrypted"),
    [
        ("smtps://edna:p%40ss@mail.example.org", 465, True, False),
        ("smtp+starttls://edna:p%40ss@mail.example.org", 587, False, True),
        ("smtp+starttls://edna:p%40ss@mail.example.org:2525", 2525, False, True),
    ],
)
def test_a_mail_server_says_how_it_is_spoken_to(
    given: str, port: int, is_encrypted: bool, becomes_encrypted: bool
):
    assert mail_server(given) == MailServer(
        host="mail.example.org",
        port=port,
        user="edna",
        password="p@ss",
        is_encrypted=is_encrypted,
        becomes_encrypted=becomes_encrypted,
    )


def test_no_mail_server_is_none():
    assert mail_server("") is None
    server = mail_server("smtp://localhost")
    assert server is not None
    assert (server.host, server.port, server.user) == ("localhost", 25, "")


@pytest.mark.parametrize(
    "given",
    [
        "mail.example.org",
        "https://mail.example.org",
        "smtps://",
        "smtps://edna:s3cret@mail.example.org:many",
        "smtps://edna:s3cret@mail.example.org/inbox",
        "smtp://edna:s3cret@mail.example.org",
    ],
)
def test_what_is_no_mail_server_is_refused_by_name_and_no_password_repeated(given: str):
    with pytest.raises(BadSetting, match="PEGBOARD_EMAIL_URL") as refusal:
        mail_server(given)
    assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize(
    "given", ["edna", "edna@", "@example.org", "Edna <edna@example.org>", "a@b\nBcc: c@d"]
)
def test_what_is_no_address_is_refused(given: str):
    with pytest.raises(BadSetting, match="PEGBOARD_EMAIL_FROM"):
        mail_address("PEGBOARD_EMAIL_FROM", environ={"PEGBOARD_EMAIL_FROM": given})


def test_messages_need_somebody_they_come_from(tmp_path: Path):
    """With it they pass the check of a site in production."""
    known = {name: value for name, value in PRODUCTION_WITH_MAIL.items() if name != "PEGBOARD_EMAIL_FROM"}
    refused = manage("check", var=tmp_path, **known)
    assert refused.returncode == 1
    assert "PEGBOARD_EMAIL_FROM is not set" in refused.stderr
