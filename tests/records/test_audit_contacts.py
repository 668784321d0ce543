"""Whoever opens a page or file with a captain's telephone number or e-mail stands in the audit log."""

import re
import zipfile
from io import BytesIO
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import Client

from league.accounts.powers import EVERYTHING
from league.exchange.lists.headings import What
from league.models import AuditEntry, Enrolment, Match, User
from league.printing import document_views, pdf
from league.printing.choices import document_choices, document_order
from league.printing.documents import Document
from league.printing.registry.catalogue import DOCUMENTS
from tests.accounts.address_rules import BY_POWER, FOR_PUBLIC, ONLY_SENT
from tests.accounts.address_world import a_world, address, things_of
from tests.builders import FRIDAY, an_account
from tests.examples import sampled
from tests.printing import worlds

pytestmark = pytest.mark.django_db

PHONE, EMAIL = "01924 777001", "norman.ackerley@nobody.example"
CONTACT = re.compile(rb"01924.?777001|7770 ?01|norman\.ackerley@")


@pytest.fixture
def match() -> Match:
    match = a_world("Three Valleys", "The Fleece", "The Shears")
    Enrolment.objects.update(captain_name="Norman Ackerley", captain_email=EMAIL, captain_phone=PHONE)
    return match


def shown_in(answer: Any) -> bool:
    body = b"".join(answer) if answer.streaming else answer.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(body)) as sheet:
            body = b"".join(map(sheet.read, sheet.namelist()))
    return bool(CONTACT.search(body))


def words_on(document: Document) -> bytes:
    """Return what is set and drawn of a document, in place of its PDF."""
    size = document.sizes[0][0] if document.sizes else None
    html = render_to_string(document.template, {"document": document, "size": size, **document.context})
    return " ".join([html, *pdf._words_of(document.drawings.values())]).encode()


def is_noted(by: User) -> bool:
    return AuditEntry.objects.filter(kind__in=("contacts", "export", "personal"), by=by).exists()


SOME = {
    "bulletin",
    "captain-links",
    "captains",
    "contacts",
    "list-file",
    "people",
    "person",
    "personal-data",
    "team",
}
EVERY = FOR_PUBLIC.union(*BY_POWER.values()) - ONLY_SENT


@pytest.mark.parametrize("names", [SOME, pytest.param(EVERY, marks=pytest.mark.slow)], ids=["some", "every"])
def test_every_page_that_shows_a_contact_is_noted(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch, names: set[str]
) -> None:
    monkeypatch.setattr(pdf, "pdf", words_on)
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    owner = an_account(match.home.league, "owner", "owner")
    client.force_login(owner)
    things = things_of(match) | {"what": "teams"}
    shown, unnoted = set(), set()
    for name in sorted(names):
        AuditEntry.objects.all().delete()
        if shown_in(client.get(address(name, things))):
            shown.add(name)
            if not is_noted(owner):
                unnoted.add(name)
    assert unnoted == set()
    assert {"captains", "contacts", "list-file", "team"} <= shown


@pytest.mark.slow
def test_every_document_with_a_contact_is_noted(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each on each of its papers; long ones are made in the background, and noted as they are asked for."""
    monkeypatch.setattr(pdf, "pdf", words_on)
    monkeypatch.setattr("django.utils.timezone.now", lambda: FRIDAY)
    season = worlds.a_world(worlds.WORLDS["four"])
    Enrolment.objects.update(
        captain_name="Norman Ackerley", captain_email=EMAIL, captain_phone=PHONE, contact_for="members"
    )
    owner = an_account(season.league, "owner", "owner")
    client.force_login(owner)
    choices = document_choices(season.league, "", FRIDAY.date())
    assert choices is not None
    chosen = {"date": str(worlds.the_night(season)), "team": "team-2", "pub": "pub-2"}
    shown, unnoted = set(), set()
    for kind, paper in ((each, paper) for each in DOCUMENTS for paper in each.papers):
        AuditEntry.objects.all().delete()
        typed = {"paper": paper.value} | {
            name: value for name, value in chosen.items() if name in kind.inputs
        }
        document = kind.make(document_order(kind, choices, typed, powers=EVERYTHING, site=worlds.SITE))
        if document is None:  # nothing to print
            continue
        address = f"/{season.league.slug}/secretary/documents/{kind.name}.pdf"
        assert client.get(address, typed).status_code in {200, 202}
        if CONTACT.search(words_on(document)):
            shown.add(kind)
            if not is_noted(owner):
                unnoted.add(kind.name_on(paper))
    assert unnoted == set()
    assert shown == {kind for kind in DOCUMENTS if kind.has_contacts}


@pytest.mark.parametrize("form", sampled(["csv", "xlsx", "json", "txt", "pdf"], each=2))
def test_every_list_with_a_contact_is_noted(
    client: Client, match: Match, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    monkeypatch.setattr(pdf, "pdf", words_on)
    owner, shown = an_account(match.home.league, "owner", "owner"), set()
    client.force_login(owner)
    for what in What:
        AuditEntry.objects.all().delete()
        if shown_in(client.get(f"/{match.home.league.slug}/secretary/lists/{what}.{form}")):
            shown.add(what)
            assert is_noted(owner), what
    assert What.TEAMS in shown


def test_the_export_of_the_league_is_noted(client: Client, match: Match) -> None:
    owner = an_account(match.home.league, "owner", "owner")
    client.force_login(owner)
    assert shown_in(client.post(f"/{match.home.league.slug}/secretary/take-along/"))
    assert is_noted(owner)
