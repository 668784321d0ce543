"""Text of the league: numbers with their nouns, and ordinals."""

import pytest

from league.shared.text import counted, ordinal, plural


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 links"), (1, "1 link"), (2, "2 links"), (21, "21 links")]
)
def test_a_number_in_figures_takes_its_noun_in_the_singular_only_for_one(number: int, text: str) -> None:
    assert plural(number, "link") == text


@pytest.mark.parametrize(
    ("number", "text"), [(0, "no tables"), (1, "one table"), (3, "three tables"), (12, "12 tables")]
)
def test_a_number_in_words_takes_its_noun_in_the_singular_only_for_one(number: int, text: str) -> None:
    assert counted(number, "table") == text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (12, "12th"),
        (21, "21st"),
        (113, "113th"),
    ],
)
def test_a_place_is_an_ordinal(place: int, text: str) -> None:
    assert ordinal(place) == text
