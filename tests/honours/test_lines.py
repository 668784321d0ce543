"""Lines of the roll of honour: read as people type them, refused with the line and the reason."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.honours.forms import read_honours, write_honours
from league.honours.services import HonourInput


def honour(**fields: object) -> HonourInput:
    usual = {"year": 1974, "season_name": "1974/75", "competition": "Division One", "holder": "The Fleece"}
    return HonourInput(**(usual | fields))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1974/75, Division One, The Fleece", honour()),
        ("1974/75; Division One; The Fleece", honour()),
        ("1974/75\tDivision One\tThe Fleece", honour()),
        ("  1974/75 ,  Division   One ,The Fleece  ", honour()),
        ("1974/75, Division One, The Fleece, 2nd", honour(place=2)),
        ("1974/75, Division One, The Fleece, runners-up", honour(place=2)),
        ("1974/75, Division One runners-up, The Fleece", honour(place=2)),
        ("1974/75, Division One (runners up), The Fleece", honour(place=2)),
        ("1974/75, Division One champions, The Fleece", honour()),
        ("1974/75, Division One, The Fleece, on a play-off", honour(remarks="on a play-off")),
        ("1974/75; Division One; The Fleece; 3; shared", honour(place=3, remarks="shared")),
        ("1974/75; Pairs; Ann Dyson, Tom Ives", honour(competition="Pairs", holder="Ann Dyson, Tom Ives")),
        ("Winter 1974, Winners, The Fleece", honour(season_name="Winter 1974", competition="Winners")),
    ],
)
def test_a_line_is_read_however_it_is_typed(line: str, said: HonourInput) -> None:
    assert read_honours(line) == ((said,), ())


def test_what_a_line_leaves_out_stands_above_it() -> None:
    read, faults = read_honours(
        "1974/75; Division One; The Fleece\n; ; The Shears; 2\n;League Cup;The Shears"
    )
    assert [(one.year, one.competition, one.holder, one.place) for one in read] == [
        (1974, "Division One", "The Fleece", 1),
        (1974, "Division One", "The Shears", 2),
        (1974, "League Cup", "The Shears", 1),
    ]
    assert not faults


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("The Fleece", "“The Fleece” names no season"),
        ("1974/75, Division One", "who won it"),
        ("0074, Division One, The Fleece", "names no season"),
        (f"1974/75, {'x' * 61}, The Fleece", "there is room for 60"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(line: str, sentence: str) -> None:
    read, faults = read_honours(f"1974/75, League Cup, The Shears\n\n{line}")
    (fault,) = faults
    assert len(read) == 1
    assert fault.startswith("Line 3: ")
    assert sentence in fault


def test_the_first_line_has_nothing_above_it() -> None:
    _, (fault,) = read_honours("1974/75")
    assert "what was won" in fault


def test_a_line_of_another_year_is_none_of_this_page() -> None:
    _, (fault,) = read_honours("1975/76, Division One, The Fleece", of_year=1974)
    assert "this is 1975" in fault


words = st.text("abcXYZ 'é", min_size=1, max_size=20).map(lambda text: " ".join(text.split())).filter(bool)


@given(
    st.lists(
        st.builds(
            honour, competition=words, holder=words, place=st.integers(1, 9), remarks=words | st.just("")
        ),
        max_size=5,
    )
)
def test_what_is_written_is_read_again(honours: list[HonourInput]) -> None:
    assert read_honours(write_honours(honours)) == (tuple(honours), ())


@given(st.text(max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    read_honours(text)
