"""The page about the notation is true: its examples hold, and are read back as they were written."""

import re
from pathlib import Path

import pytest

from scoring import sentence
from scoring.notation import check, format_sheet, parse, read

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "afn.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```afn\n(.+?)```", PAGE, re.S)


def test_there_is_an_example_of_a_game_of_cards_and_of_a_match():
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_page_holds_and_is_read_back(example):
    for sheet in parse(example):
        assert [f"{fault.line}: {sentence(fault)}" for fault in check(sheet)] == []
        assert parse(format_sheet(sheet)) == (sheet,)


def test_the_faults_of_the_page_are_those_of_its_first_example_with_two_slips():
    wrong_score, wrong_word = EXAMPLES[0].replace("= 3-4", "= 4-4"), EXAMPLES[0].replace("J:h", "J:x", 1)
    sheets = read(f"{wrong_score}\n\n\n\n{wrong_word}".split("\n"))
    told = [f"night.afn:{fault.line}: {sentence(fault)}" for sheet in sheets for fault in check(sheet)]
    assert told == re.findall(r"```faults\n(.+?)\n```", PAGE, re.S)[0].splitlines()
