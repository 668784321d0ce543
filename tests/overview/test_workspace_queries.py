"""How many queries each page of the workspace takes: as many in a league twice as large."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from league.overview.workspace import SECTIONS
from tests.benchmarks.test_growth import play_seasons
from tests.builders import NIGHT, a_league, an_account
from tests.examples import part_of

pytestmark = pytest.mark.django_db

# As an owner opens them, with those for session, account, role and league.
QUERIES = {
    "adjustments": 7,
    "api-tokens": 6,
    "audit-log": 38,  # one for each kind of act
    "bank-statement": 5,
    "bulletin": 22,
    "captain-links": 9,
    "captains": 7,
    "delete-league": 20,
    "fixture-plans": 8,
    "fixture-versions": 6,
    "handover": 16,
    "honours": 8,
    "inbox-decided": 5,
    "inbox-waiting": 9,
    "keep-cups": 6,
    "league-scoring": 5,
    "league-settings": 6,
    "ledger": 8,
    "lists": 6,
    "messages": 10,
    "new-pairs-night": 7,
    "penalties": 14,
    "people": 8,
    "play-offs": 9,
    "prove": 4,
    "pub-links": 8,
    "pubs-kept": 8,
    "read-photographs": 6,
    "records": 12,
    "registrations": 10,
    "regulations": 6,
    "retention": 7,
    "season-calendar": 27,  # of them 19 judge the fixtures anew
    "season-dates": 10,
    "seasons": 8,
    "secretary-desk": 50,  # of them 19 judge the fixtures anew
    "site-copy": 5,
    "site-state": 8,
    "take-along": 4,
    "withdrawals": 7,
    "workspace-print": 11,
    "workspace-results": 10,
    "written-names": 6,
}


@pytest.fixture(autouse=True)
def _on_a_night(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr("django.utils.timezone.localdate", lambda *_, **__: NIGHT)
    settings.DEBUG = False


def taken(league: Any, client: Client, name: str) -> int:
    """Return how many queries a page takes that has been opened before: a first reader may be put down."""
    address = reverse(name, args=[league.slug])
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, name
    return len(queries)


def test_each_page_takes_its_queries_however_large_the_league(client: Client) -> None:
    of_workspace = [page.name for section in SECTIONS for tab in section.tabs for page in tab.pages]
    assert set(of_workspace) == QUERIES.keys()
    names = part_of(QUERIES, each=16)
    counted = []
    for teams in (2, 4):
        league = a_league(f"League of {teams} teams")
        play_seasons(league, 1, teams, squads=True)
        client.force_login(an_account(league, "owner", f"owner-{teams}"))
        counted.append({name: taken(league, client, name) for name in names})
    small, large = counted
    assert large == small
    assert large == {name: QUERIES[name] for name in names}
