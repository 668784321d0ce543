"""Whoever opens a page with a captain's telephone number or e-mail address stands in the audit log."""

import re
from typing import Any

import pytest
from django.test import Client

from league.models import AuditEntry, Enrolment, Match
from league.printing import document_views, pdf
from tests.accounts.address_rules import BY_POWER, FOR_PUBLIC, ONLY_SENT
from tests.accounts.address_world import a_world, address, things_of
from tests.builders import an_account

pytestmark = pytest.mark.django_db

PHONE, EMAIL = "01924 777001", "norman.ackerley@nobody.example"


@pytest.fixture
def match() -> Match:
    match = a_world("Three Valleys", "The Fleece", "The Shears")
    Enrolment.objects.update(captain_name="Norman Ackerley", captain_email=EMAIL, captain_phone=PHONE)
    return match


def shown_in(answer: Any) -> bool:
    body = b"".join(answer) if answer.streaming else answer.content
    return bool(re.search(rb"01924.?777001|7770 ?01|norman\.ackerley@", body))


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
    monkeypatch.setattr(pdf, "pdf", lambda document: b"%PDF")
    monkeypatch.setattr(document_views, "png", lambda document: b"PNG")
    owner = an_account(match.home.league, "owner", "owner")
    client.force_login(owner)
    things = things_of(match) | {"what": "teams"}
    shown, unnoted = set(), set()
    for name in sorted(names):
        AuditEntry.objects.all().delete()
        is_shown = shown_in(client.get(address(name, things)))
        kinds = ("contacts", "export", "personal")
        if is_shown:
            shown.add(name)
            if not AuditEntry.objects.filter(kind__in=kinds, by=owner).exists():
                unnoted.add(name)
    assert unnoted == set()
    assert {"captains", "contacts", "list-file", "team"} <= shown
