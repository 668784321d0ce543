"""Playthroughs: games of every variant, replayed line by line against what each line is said to give."""

from functools import cache
from pathlib import Path
from random import Random

import pytest

from scoring import sentence, variants
from scoring.notation import check, parse
from tests.scoring import narrating
from tests.scoring.narrating import narrated, ways
from tests.scoring.notation.sheets import game_played

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.afn"))
SHEETS = [(file.stem, sheet) for file in FILES for sheet in parse(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_each_line_gives_what_is_told_below_it(file):
    text = file.read_text(encoding="utf-8")
    told = narrated(text)
    for number, (written, made) in enumerate(zip(text.splitlines(), told, strict=False), start=1):
        assert (number, written) == (number, made)
    assert text.splitlines() == told


@pytest.mark.parametrize(("name", "sheet"), SHEETS, ids=[name for name, _ in SHEETS])
def test_everything_written_holds(name, sheet):
    assert [f"{fault.line}: {sentence(fault)}" for fault in check(sheet)] == []


@pytest.mark.parametrize("name", variants.names())
def test_every_variant_is_played_through(name):
    """In a file, or, for a game that has none yet, in one played at random."""
    if name not in {sheet.tag("Game") for _, sheet in SHEETS}:
        sheet = game_played(Random(name), name, variants.get(name).rules.players[0])
        assert check(sheet) == ()


@cache
def ways_of_all():
    return set().union(*(ways(sheet) for _, sheet in SHEETS))


@pytest.mark.parametrize(
    "way", [*narrating.OF_A_HAND, *narrating.OF_AN_OPENING, *narrating.OF_THE_PLAY], ids=lambda way: way
)
def test_every_way_a_hand_can_go_is_played_through(way):
    assert way in ways_of_all()
