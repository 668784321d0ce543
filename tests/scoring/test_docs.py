"""The pages of the manual are true: questions get the answers on them, examples of the notation hold."""

import doctest
import json
import re
from pathlib import Path

import pytest

from scoring import sentence
from scoring.notation import check, format_sheet, parse, read
from scoring.questions import KINDS, reply

PAGE = Path(__file__).resolve().parents[2] / "docs" / "scoring-json.md"
EXAMPLES = [
    block.splitlines() for block in re.findall(r"```json\n(.+?)\n```", PAGE.read_text(encoding="utf-8"), re.S)
]


@pytest.mark.parametrize(("question", "answer"), EXAMPLES)
def test_an_example_of_the_page_is_answered_as_it_says(question: str, answer: str) -> None:
    assert reply(question.encode()) == json.loads(answer)


def test_every_kind_has_its_place_on_the_page() -> None:
    shown = {json.loads(question)["kind"] for question, _ in EXAMPLES}
    assert shown | {"variants"} == set(KINDS)


def test_the_tour_of_the_engine_says_what_the_engine_says() -> None:
    tour = PAGE.parents[1] / "scoring" / "README.md"
    text = tour.read_text(encoding="utf-8").replace("pegboard_scoring", "scoring")  # its name in the wheel
    examples = doctest.DocTestParser().get_doctest(text, {}, tour.name, str(tour), 0)
    assert doctest.DocTestRunner().run(examples).failed == 0


AFN_PAGE = (Path(__file__).resolve().parents[2] / "docs" / "afn.md").read_text(encoding="utf-8")
AFN_EXAMPLES = re.findall(r"```afn\n(.+?)```", AFN_PAGE, re.S)


def test_there_is_an_example_of_a_game_of_cards_and_of_a_match():
    assert len(AFN_EXAMPLES) == 3


@pytest.mark.parametrize("example", AFN_EXAMPLES)
def test_an_example_of_the_page_holds_and_is_read_back(example):
    for sheet in parse(example):
        assert [f"{fault.line}: {sentence(fault)}" for fault in check(sheet)] == []
        assert parse(format_sheet(sheet)) == (sheet,)


def test_the_faults_of_the_page_are_those_of_its_first_example_with_two_slips():
    wrong_score, wrong_word = (
        AFN_EXAMPLES[0].replace("= 3-4", "= 4-4"),
        AFN_EXAMPLES[0].replace("J:h", "J:x", 1),
    )
    sheets = read(f"{wrong_score}\n\n\n\n{wrong_word}".split("\n"))
    faults = [f"night.afn:{fault.line}: {sentence(fault)}" for sheet in sheets for fault in check(sheet)]
    assert faults == re.findall(r"```faults\n(.+?)\n```", AFN_PAGE, re.S)[0].splitlines()
