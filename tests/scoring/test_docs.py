"""The page about the engine for other programs is true: every question on it gets the answer on it."""

import doctest
import json
import re
from pathlib import Path

import pytest

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
    tour = PAGE.with_name("scoring.md")
    assert doctest.testfile(str(tour), module_relative=False).failed == 0
