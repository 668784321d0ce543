"""The sheet that most tests here read, filled in and photographed once."""

import random

import pytest

from tests.tools.photographs.damage import Camera, photographed
from tests.tools.photographs.sheets import FilledSheet, filled_sheet


@pytest.fixture(scope="session")
def sheet() -> FilledSheet:
    return filled_sheet(1)


@pytest.fixture(scope="session")
def photograph(sheet: FilledSheet) -> bytes:
    return photographed(sheet.picture, Camera(megapixels=4), random.Random(1))
