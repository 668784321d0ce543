"""A league out of a pasted list, as secretaries keep it in a mail or a spreadsheet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.founding.pasted_league import parse_league


def teams(text: str) -> list[tuple[str, str, str]]:
    return [(one.name, one.pub, one.place) for one in parse_league(text).teams]


FLEECE = ("The Fleece", "The Fleece", "")
A, B = (("The Fleece A", "The Fleece", ""), ("The Fleece B", "The Fleece", ""))
RAWFOLD = [(*team[:2], "Rawfold") for team in (A, B)]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("The Fleece", [FLEECE]),
        ("- The Fleece", [FLEECE]),
        ("3. The Fleece", [FLEECE]),
        ("  The   Fleece  ", [FLEECE]),
        ("The Fleece, Rawfold", [("The Fleece", "The Fleece", "Rawfold")]),
        ("The Fleece, Rawfold; A; B", RAWFOLD),
        ("The Fleece, Rawfold;a;b", RAWFOLD),
        ("The Fleece, Rawfold\tA\tB", RAWFOLD),
        ("The Fleece | A team | B team", [A, B]),
        ("The Fleece A, B", [A, B]),
        ("The Fleece A and B", [A, B]),
        ("The Fleece (A & B)", [A, B]),
        ("The Fleece x2", [A, B]),
        ("The Fleece (2 teams)", [A, B]),
        ("The Fleece B", [B]),
        ("The Fleece; Fleece Old Boys", [("Fleece Old Boys", "The Fleece", "")]),
        ("The Plan B", [("The Plan B", "The Plan", "")]),
    ],
)
def test_a_line_is_understood_however_it_is_typed(line: str, said: list[tuple[str, str, str]]) -> None:
    assert teams(line) == said


@pytest.mark.parametrize(
    "heading", ["Premier Division", "Premier Division:", "# Premier Division", "== Premier Division =="]
)
def test_a_heading_begins_a_division(heading: str) -> None:
    found = parse_league(f"{heading}\nThe Fleece\n\nSecond Division\nThe Shears")
    assert [(division.name, len(division.teams)) for division in found.divisions] == [
        ("Premier Division", 1),
        ("Second Division", 1),
    ]


def test_without_a_heading_there_is_one_division() -> None:
    (only,) = parse_league("The Fleece\nThe Shears").divisions
    assert only.name == "Division One"


def test_a_pub_may_stand_in_two_divisions() -> None:
    found = parse_league("Division 1\nThe Fleece, Rawfold; A\nDivision 2\nthe fleece; B")
    assert found.pubs == ("The Fleece",)
    assert [team.name for team in found.teams] == ["The Fleece A", "the fleece B"]


def test_a_heading_that_comes_again_goes_on() -> None:
    found = parse_league("Division 1\nThe Fleece\nDivision 2\nThe Shears\ndivision 1\nThe Drystone")
    assert [len(division.teams) for division in found.divisions] == [2, 1]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("The Fleece\nThe Fleece", "Line 2: The Fleece stands in line 1 already"),
        ("The Fleece; A; A", "Line 1: The Fleece A stands in line 1 already"),
        ("; A", "Line 1: “; A” names no pub"),
        ("x" * 81, "longer than 80 letters; a pub's name"),
        (f"{'x' * 41}:", "“xxxxxxxxxxxxxxxxxxxx…” has 41 letters; a division has at most 40."),
        ("The Fleece;A;B;C;D;E;F;G", "7 teams of one pub"),
        (f"The Fleece; {'x' * 81}", "longer than 80"),
        ("The Fleece\n" * 401, "at most 400 lines"),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_line(text: str, sentence: str) -> None:
    faults = [f"Line {number}: {words}" for number, said in parse_league(text).faults for words in said]
    assert any(sentence in fault for fault in faults)


def test_all_that_is_wrong_in_a_line_is_named_at_once() -> None:
    (fault,) = parse_league(f"{'x' * 81}, {'y' * 201}; A;B;C;D;E;F;G").faults
    number, sentences = fault
    assert number == 1
    assert [sentence.partition("; ")[2][:9] for sentence in sentences][:3] == [
        "a pub's n",
        "an addres",
        "one would",
    ]


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=300))
def test_no_text_breaks_it(text: str) -> None:
    for team in parse_league(text).teams:
        assert team.name
        assert team.pub
