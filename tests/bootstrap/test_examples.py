"""How many examples Hypothesis tries."""

from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.examples import QUICK, THOROUGH, examples


@pytest.fixture(autouse=True)
def profile() -> Iterator[None]:
    before = settings.get_current_profile_name()
    yield
    settings.load_profile(before)


@pytest.mark.parametrize(
    ("name", "numbers"), [(QUICK, [15, 4, 1]), (THOROUGH, [150, 40, 3])], ids=[QUICK, THOROUGH]
)
def test_the_profile_decides_how_many_of_them(name: str, numbers: list[int]):
    settings.load_profile(name)
    assert [examples(number) for number in (150, 40, 3)] == numbers
