"""Figures as the league writes them."""

import pytest

from league.templatetags.formatting import full_stop, ordinal, points, score, signed


@pytest.mark.parametrize(
    ("halves", "written"), [(12, "6"), (13, "6½"), (1, "½"), (0, "0"), (-1, "−½"), (-4, "−2"), (-5, "−2½")]
)
def test_half_points_are_written_as_points(halves: int, written: str) -> None:
    assert points(halves) == written


@pytest.mark.parametrize(("difference", "written"), [(118, "+118"), (-3, "−3"), (0, "0")])
def test_a_difference_carries_its_sign(difference: int, written: str) -> None:
    assert signed(difference) == written


def test_a_score_is_home_first_over_an_en_dash() -> None:
    assert score(11, 8) == "11–8"
    assert score(0, 0) == "0–0"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (5, "5th"),
        (11, "11th"),
        (12, "12th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_said_as_ordinals(place: int, said: str) -> None:
    assert ordinal(place) == said


def test_what_is_not_known_yet_is_not_written() -> None:
    assert (points(None), signed(None), score(None, 8), score(11, None), ordinal(None)) == ("",) * 5
    assert full_stop("") == ""


@pytest.mark.parametrize("typed", ["Snow on the tops", "Snow on the tops."])
def test_what_was_typed_ends_with_one_full_stop(typed: str) -> None:
    assert full_stop(typed) == "Snow on the tops."
