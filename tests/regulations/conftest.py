"""The night of the tests is over: its results are confirmed without a question."""

import pytest

from tests.builders import NIGHT
from tests.moments import HALF_A_YEAR, after


@pytest.fixture(autouse=True)
def _after_the_night(monkeypatch: pytest.MonkeyPatch) -> None:
    after(monkeypatch, NIGHT + HALF_A_YEAR)
