"""A season to be planned, and who plans it."""

import pytest
from django.test import Client

from league.models import Season
from tests.builders import a_division, an_account
from tests.scheduling.search_once import NOW


@pytest.fixture
def season(monkeypatch: pytest.MonkeyPatch) -> Season:
    """A season to come: in one that has begun, a list would start today, whichever day that is."""
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    return a_division(teams=4).season


@pytest.fixture
def assistant(client: Client, season: Season) -> Client:
    client.force_login(an_account(season.league, "fixtures"))
    return client
