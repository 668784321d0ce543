"""What tests of plans rely on: a search that another test has done is not done again."""

import pytest

from tests.on_postgres import has_database


@pytest.fixture(autouse=True)
def _searched_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if has_database(request.node):
        from league.scheduling.services import searches
        from tests.scheduling.searched_once import steps_of

        monkeypatch.setattr(searches, "search", steps_of)
