"""A form filled in well, but for one id of another league: nothing there is changed, named or pointed at.

Every form of every page, and every field or value of it that holds an id or a key: by the owner of a league,
by the links of a captain, of players and of a pub, and by the code of a match.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import urljoin

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.db.models import ForeignKey, Model
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.installation import child_processes
from league.models import Match, ScoringCode
from league.printing import document_views, pdf
from tests.accounts.address_world import a_world, asked_by, named, things_of
from tests.builders import FRIDAY, a_captains_link, a_match, a_pub_link, an_account
from tests.builders_tables import a_report, an_entry
from tests.examples import part_of

pytestmark = pytest.mark.django_db

MODELS = list(apps.get_app_config("league").get_models())
WRITES = re.compile(r'(?:INSERT INTO|UPDATE|DELETE FROM) "(league_\w+)"')
IDS = ("slug", "public_id", "username", "code")
KEY = re.compile(r"([a-z]*)(\d+)(\D.*)?")
Rows = dict[type[Model], dict[Any, dict[str, Any]]]


@dataclass
class Form:
    """A form as it stands: where it goes, its fields, all that may be chosen in them, its buttons."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    buttons: list[dict[str, str]] = field(default_factory=list)


class Forms(HTMLParser):
    """Reads the forms of a page that are posted."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[Form] = []
        self._is_post, self._select = False, ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        of = {name: value or "" for name, value in attrs}
        name, value = of.get("name", ""), of.get("value", "")
        if tag == "form":
            self._is_post = of.get("method", "").lower() == "post"
            self.found += [Form(of.get("action", ""))] if self._is_post else []
        elif tag == "button" and name and self._is_post:
            self.found[-1].buttons.append({name: value or "yes"})
        elif self._is_post and name != "csrfmiddlewaretoken" and (name or tag == "option"):
            form = self.found[-1]
            self._select = name if tag == "select" else self._select
            name = self._select if tag == "option" else name
            form.choices[name].append(value)
            if "checked" in of or "selected" in of or not form.fields.get(name):
                form.fields[name] = value


def variants(form: Form, ids: dict[str, str], keys: dict[str, set[str]]) -> Iterator[dict[str, str]]:
    """Yield what is sent: the form as it stands, but for one id or key in a name or a value."""

    def swapped(text: str) -> Iterator[str]:
        yield from (text.replace(own, other) for own, other in ids.items() if len(own) > 4 and own in text)
        if key := KEY.fullmatch(text):
            yield from (f"{key[1]}{other}{key[3] or ''}" for other in sorted(keys[key[2]])[:3])

    for name in form.fields:
        for other in dict.fromkeys(swapped(name)):
            yield {other if known == name else known: value or "1" for known, value in form.fields.items()}
        for value in dict.fromkeys(form.choices[name]):
            yield from (form.fields | {name: other} for other in dict.fromkeys(swapped(value)))


def a_league_with_forms(name: str, home: str, away: str, code: str) -> Match:
    match = a_world(name, home, away)
    signed = a_match(match.division, home, away, week=2)
    for table in range(1, 5):
        an_entry(signed, "final", {"home-final": "15", "away-final": str(table)}, table=table)
    a_report(signed, "a")
    ScoringCode.objects.create(match=signed, code=code, issued_at=FRIDAY)
    return match


def rows(models: list[type[Model]]) -> Rows:
    return {
        model: {row["id"]: row for row in model._base_manager.order_by("pk").values()} for model in models
    }


def faults(answer: HttpResponse, changed: list[type[Model]], before: Rows, theirs: Rows) -> Iterator[str]:
    """Yield what came of a form in the other league, the tables that were written to being looked at."""
    if answer.status_code >= 500:
        yield f"answer {answer.status_code}"
    if any(name in answer.content.decode() for name in ("Otter", "Heron", "Four Rivers")):
        yield "named"
    for model, now in rows(changed).items():
        if any(now.get(key) != before[model][key] for key in theirs[model]):
            yield f"{model.__name__} changed"
        links = [link for link in model._meta.concrete_fields if isinstance(link, ForeignKey)]
        for key, row in now.items():
            if key not in theirs[model] and row != before[model].get(key):
                for link in links:
                    if row[link.attname] in theirs.get(link.related_model, {}):
                        yield f"{model.__name__}.{link.name} points there"


def test_one_id_of_another_league_in_a_form(settings: Any, tmp_path: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    monkeypatch.setattr(child_processes.ChildProcesses, "start", lambda self, due: 0)
    settings.VAR_DIR = tmp_path
    things_of(a_league_with_forms("Four Rivers", "The Otter", "The Heron", "ttr22223"))
    theirs = rows(MODELS)
    own = a_league_with_forms("Three Valleys", "The Fleece", "The Shears", "fleece23")
    tokens = {
        "players": a_captains_link(own.division, kind="players"),
        "pub": a_pub_link(own.venue),
        "captain": a_captains_link(own.division),
    }
    things = things_of(own) | {"code": "fleece23", "table": 1, "data_form": "csv"}
    owner = Client()
    owner.force_login(an_account(own.division.season.league, "owner"))
    before = rows(MODELS)
    ids: dict[str, str] = {}
    keys: dict[str, set[str]] = defaultdict(set)
    for model in MODELS:  # both leagues were made alike: the first of one is the first of the other
        ours = [row for key, row in before[model].items() if key not in theirs[model]]
        for mine, their in zip(ours, theirs[model].values(), strict=False):
            keys[str(mine["id"])].add(str(their["id"]))
            ids |= {mine[name]: their[name] for name in IDS if mine.get(name) and mine[name] != their[name]}

    found, tried = [], 0
    names = [each.name for each in named() if each.name and {*asked_by(each.name)} <= {*things, "token"}]
    for name in part_of(sorted(names), each=32):
        kind = next((kind for kind in tokens if name.startswith((kind, f"own-{kind}"))), "captain")
        token = tokens[kind].rstrip("/").rpartition("/")[2]
        address = reverse(name, kwargs={key: (things | {"token": token})[key] for key in asked_by(name)})
        with transaction.atomic():
            page = owner.get(address)
            transaction.set_rollback(True)
        is_page = page.status_code == 200 and page.headers["Content-Type"].startswith("text/html")
        for form in Forms(page.content.decode()).found if is_page else ():
            for fields in variants(form, ids, keys):
                for button in part_of(form.buttons[:4] or [{}], each=4):
                    tried += 1
                    connection.queries_log.clear()  # it forgets the first of too many
                    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
                        answer = owner.post(urljoin(address, form.action), fields | button)
                        written = {match[1] for each in queries if (match := WRITES.match(each["sql"]))}
                        changed = [model for model in MODELS if model._meta.db_table in written]
                        for fault in faults(answer, changed, before, theirs):
                            found.append(f"{name} {fields}: {fault}")
                        transaction.set_rollback(True)
    assert found == []
    assert tried
