"""Figures of the standings in words."""

from fractions import Fraction

import pytest

from league.competition.tie_breaks import CRITERIA, NOTHING_AGAINST
from league.templatetags.standings import figure, in_words


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("match_points", 13, "6½"),
        ("score_difference", -3, "−3"),
        ("score_for", 57, "57"),
        ("score_for", None, "not known"),
        ("score_ratio", Fraction(57, 47), "1.213"),
        ("score_ratio", NOTHING_AGAINST, "nothing against"),
    ],
)
def test_a_figure_is_written_as_its_criterion_counts(key, value, expected):
    assert figure(value, CRITERIA[key]) == expected


@pytest.mark.parametrize(("number", "expected"), [(1, "one"), (9, "nine"), (10, "10")])
def test_small_numbers_are_written_in_words(number, expected):
    assert in_words(number) == expected
