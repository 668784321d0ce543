"""Nothing that is sent to any address, by anybody, ends in a fault: no answer of 500 and above.

Every address, asked by every role and by link: with what its own forms hold, of which some fields are
changed into what no browser would send; with files, with bodies that are no form, with other methods.
Hypothesis makes them up and shortens what it finds. Each is tried on the same league and then undone.

    pytest tests/hostile/test_fuzz.py --slow            # 4,000 of them
    PEGBOARD_FUZZ=100000 pytest tests/hostile/test_fuzz.py --slow
"""

import json
import os
import random
import string
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.accounts.account_links import LinkKind, account_token
from league.accounts.letter_links import letter_token
from league.installation import child_processes
from league.models import Enrolment, ScoringCode, User
from league.printing import document_views, pdf
from tests.accounts.address_rules import MAY
from tests.accounts.address_world import a_world, asked_by, named, things_of
from tests.builders import FRIDAY, a_captains_link, a_match, a_pub_link, an_account
from tests.builders_tables import a_report, an_entry
from tests.hostile.garbage_forms import GARBAGE

pytestmark = pytest.mark.django_db

TRIED = int(os.environ.get("PEGBOARD_FUZZ", "4000"))
IN_THE_GATE = 40
QUESTIONS = (
    *("as-of", "beside", "book", "called", "card", "copy", "date", "division", "entry", "first"),
    *("from", "game", "hand", "have", "include", "match", "month", "name", "next", "night", "of"),
    *("open", "page", "pair", "paper", "part", "phone", "players", "preset", "print", "pub", "q"),
    *("results", "round", "search", "season", "since", "table", "team", "template", "to", "variant"),
    *("week", "what", "with", "act", "limit", "offset", "sort"),
)
CHANGES = ("change", "change", "change", "drop", "add")
METHODS = ("get", "get", "get", "post", "post", "post", "post", "put", "patch", "delete", "head", "options")
TYPES = (
    "application/x-www-form-urlencoded",
    "application/json",
    "text/plain",
    "multipart/form-data",
    "multipart/form-data; boundary=XX",
    "application/x-www-form-urlencoded; charset=utf-16",
    "",
)

texts = st.one_of(
    st.sampled_from(sorted(GARBAGE.values())).filter(lambda text: len(text) < 1000),
    st.text(max_size=20),
    st.integers(-(2**70), 2**70).map(str),
    st.dates().map(str),
    st.sampled_from(("h", "a", "-", "yes", "1", "0", "15", "16", "2027-01-14", "20:30", "7.50", "[]", "{}")),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
files = st.builds(
    lambda name, content: SimpleUploadedFile(name or "a", content),
    st.sampled_from(
        ("a.csv", "a.json", "a.jpg", "a.xlsx", "a.ods", "a.toml", "\u202egpj.exe", "a\x00b", "x" * 300)
    ),
    st.one_of(
        st.binary(max_size=60),
        texts.map(lambda text: text.encode("utf-8", "surrogatepass")),
        st.sampled_from(
            (b"PK\x03\x04", b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"RIFF0000WEBP", b'{"league": {}}')
        ),
    ),
)


@dataclass
class Form:
    """A form of a page: where it goes, and what may be in its fields as they stand."""

    action: str
    values: dict[str, list[str]] = field(default_factory=dict)


class Page(HTMLParser):
    """Reads the forms of a page with their values; all buttons and choices of a field count."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = dict(attrs)
        name, value = of.get("name") or "", of.get("value") or ""
        if tag == "form":
            self.forms.append(Form(of.get("action") or ""))
        elif not self.forms:
            return
        elif tag in {"input", "button", "textarea", "select"} and name:
            values = self.forms[-1].values.setdefault(name, [])
            if tag != "select":
                values.append(value or ("yes" if tag == "button" else ""))
            self._select = name if tag == "select" else ""
        elif tag == "option" and self._select:
            self.forms[-1].values[self._select].append(value)


@dataclass
class World:
    """One of everything an address can name, and a browser for everybody who may come."""

    things: dict[str, Any]
    tokens: dict[str, str]
    clients: dict[str, Client]

    def address(self, name: str) -> str:
        things = self.things | {"token": self.tokens[self.token_for(name)]}
        return reverse(name, kwargs={key: things[key] for key in asked_by(name)})

    def token_for(self, name: str) -> str:
        kinds = {
            "players": "players",
            "stop-letters": "letter",
            "account-sign-in": "sign-in",
            "account-password": "password",
        }
        return kinds.get(name, "pub" if name.startswith(("pub-", "own-pub")) else "captain")


@pytest.fixture
def world(settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    monkeypatch.setattr(child_processes.ChildProcesses, "start", lambda self, due: 0)
    settings.VAR_DIR = tmp_path
    settings.OPEN_FOUNDING = True
    match = a_world("Three Valleys", "The Fleece", "The Shears")
    league = match.division.season.league
    signed = a_match(match.division, week=2, public_id="signed22")
    for table in range(1, 5):
        an_entry(signed, "final", {"home-final": "15", "away-final": str(table)}, table=table)
    a_report(signed, "a")
    ScoringCode.objects.create(match=signed, code="fleece23", issued_at=FRIDAY)
    clients = {"nobody": Client(), "admin": Client()}
    clients["admin"].force_login(User.objects.create_superuser(username="admin", password="password"))
    users = {
        role: an_account(league, role, role, team=match.home if role == "captain" else None) for role in MAY
    }
    for role, user in users.items():
        clients[role] = Client()
        clients[role].force_login(user)
    return World(
        things={**things_of(match), "code": "fleece23", "table": 1, "data_form": "csv"},
        tokens={
            "captain": token_in(a_captains_link(match.division)),
            "players": token_in(a_captains_link(match.division, kind="players")),
            "pub": token_in(a_pub_link(match.venue)),
            "letter": letter_token(match.division.season.enrolments.all(), next(iter(Enrolment.LetterKind))),
            "sign-in": account_token(users["owner"], LinkKind.SIGN_IN),
            "password": account_token(users["owner"], LinkKind.PASSWORD),
        },
        clients=clients,
    )


def token_in(address: str) -> str:
    return address.rstrip("/").rpartition("/")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked, by whom and how; made up before any page is seen, so that it can be tried again."""

    role: str
    name: str
    method: str
    part: tuple[int, str] | None
    query: list[tuple[str, str]]
    way: str
    chance: int
    changes: list[tuple[int, str, str]]
    file: SimpleUploadedFile
    json: Any
    body: bytes
    content_type: str
    wants_json: bool


def requests(world: World) -> st.SearchStrategy[Request]:
    return st.builds(
        Request,
        role=st.sampled_from(sorted(world.clients)),
        name=st.sampled_from(sorted(pattern.name for pattern in named() if pattern.name)),
        method=st.sampled_from(METHODS),
        part=st.one_of(st.none(), st.none(), st.none(), st.tuples(st.integers(0, 9), texts)),
        query=st.lists(st.tuples(st.sampled_from(QUESTIONS), texts), max_size=2),
        way=st.sampled_from(("form", "form", "form", "files", "json", "bytes")),
        chance=st.integers(0, 2**32),
        changes=st.lists(st.tuples(st.integers(0, 99), st.sampled_from(CHANGES), texts), max_size=3),
        file=files,
        json=json_values,
        body=st.binary(max_size=40),
        content_type=st.sampled_from(TYPES),
        wants_json=st.booleans(),
    )


def address_of(world: World, request: Request) -> str:
    """Return the address of something, as it is or with a part of it changed."""
    parts = world.address(request.name).split("/")
    if request.part is not None:
        place, text = request.part
        changed = quote(text.encode("utf-8", "surrogatepass"), safe="." + string.ascii_letters)
        parts[1 + place % (len(parts) - 1)] = changed
    return "/".join(parts)


def fields_of(page: HttpResponse, address: str, request: Request) -> tuple[str, list[tuple[str, str]]]:
    """Return where a form of the page goes, and its fields, of which a few are changed."""
    chance = random.Random(request.chance)
    is_page = page.status_code == 200 and page.headers.get("Content-Type", "").startswith("text/html")
    forms = Page(page.content.decode()).forms if is_page else []
    form = chance.choice(forms) if forms else Form(address)
    fields = [(name, chance.choice(values) if values else "") for name, values in form.values.items()]
    for place, change, text in request.changes:
        at = place % len(fields) if fields else 0
        if not fields or change == "add":
            fields.append((fields[at][0] if fields else text, text))
        elif change == "drop":
            del fields[at]
        else:
            fields[at] = (fields[at][0], text)
    return form.action if form.action.startswith("/") else address, fields


def as_written(text: str) -> str:
    """Return a text as a form with files can be sent: without half letters."""
    return text.encode("utf-8", "replace").decode()


def answer_to(request: Request, world: World) -> HttpResponse:
    client, address = world.clients[request.role], address_of(world, request)
    query = urlencode(request.query, errors="surrogatepass")
    asked = f"{address}?{query}" if query else address
    options: dict[str, Any] = {"headers": {"Accept": "application/json"} if request.wants_json else {}}
    if request.method in {"get", "head", "options"}:
        return getattr(client, request.method)(asked, **options)
    if request.way in {"form", "files"}:
        asked, fields = fields_of(client.get(address), asked, request)
    if request.way == "files":
        sent: dict[str, Any] = {as_written(name): as_written(value) for name, value in fields}
        names = ("file", "photograph", *sent)
        return client.post(asked, sent | {names[request.chance % len(names)]: request.file}, **options)
    body, content_type = {
        "form": lambda: (urlencode(fields, errors="surrogatepass"), TYPES[0]),
        "json": lambda: (json.dumps(request.json), "application/json"),
        "bytes": lambda: (request.body, request.content_type),
    }[request.way]()
    # `post` and the others would write the body anew in the type's own letters.
    return client.generic(request.method.upper(), asked, body, content_type=content_type, **options)


@pytest.mark.parametrize(
    "tried",
    [pytest.param(IN_THE_GATE, id="some"), pytest.param(TRIED, id="many", marks=pytest.mark.slow)],
)
def test_whatever_is_sent_by_whomever_there_is_no_fault(world: World, tried: int) -> None:
    cookies = {role: client.cookies.output(header="") for role, client in world.clients.items()}

    @settings(max_examples=tried, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(requests(world))
    def sent(request: Request) -> None:
        for cache in caches.all():
            cache.clear()
        for role, client in world.clients.items():
            client.cookies.clear()
            client.cookies.load(cookies[role])
        request.file.seek(0)
        with transaction.atomic():
            answer = answer_to(request, world)
            transaction.set_rollback(True)
        assert answer.status_code < 500

    sent()
