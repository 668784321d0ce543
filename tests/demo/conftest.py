"""The demo as it is committed."""

import json
from typing import Any

import pytest

from league.demo.services import SEED_FILE

Rows = dict[str, dict[int, dict[str, Any]]]


@pytest.fixture(scope="session")
def rows() -> Rows:
    """The rows of the committed seed data: their fields, by model and key."""
    found: Rows = {}
    for row in json.loads(SEED_FILE.read_text(encoding="utf-8")):
        found.setdefault(row["model"].removeprefix("league."), {})[row["pk"]] = row["fields"]
    return found
