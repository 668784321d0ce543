"""Games of the whole family played at random: what is taken down of them is read back and holds."""

from dataclasses import replace
from random import Random

import pytest

from scoring import Hand, sentence
from scoring.notation import Following, Sheet, check, format_sheet, parse, terms
from scoring.pegging import Peg
from tests.scoring.notation.games import game_played
from tests.scoring.playing import GAMES


def faults_of(sheet: Sheet) -> list[str]:
    (read,) = parse(format_sheet(sheet))
    assert read == sheet
    return [f"{fault.line}: {sentence(fault)}" for fault in check(read)]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_game_taken_down_card_by_card_holds(game, players):
    rng = Random(f"afn {game} {players}")
    for _ in range(3):
        assert faults_of(game_played(rng, game, players)) == []


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_game_of_which_only_awards_and_cards_are_written_holds(game, players):
    rng = Random(f"awards {game} {players}")
    sheet = game_played(rng, game, players)
    assert faults_of(replace(sheet, hands=tuple(without_play(sheet)))) == []


def without_play(sheet):
    """The hands with what only the play would tell, the honours marked in it, put in words."""
    game = Following(terms(sheet.tags, hands=True))
    for one in sheet.hands:
        honours = [peg for peg in game.add(one).pegs if peg.what.startswith("honour:")]
        marks = tuple(Peg("mark", peg.side, peg.points) for peg in honours)
        yield replace(one, dealt=(), extra=(), kept=(), stock=(), tricks=(), marks=marks)


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_a_game_of_which_only_the_cards_are_written_holds(game, players):
    sheet = game_played(Random(f"cards {game} {players}"), game, players)
    bare = (replace(one, hand=Hand(trump=one.hand.trump)) for one in sheet.hands)
    assert faults_of(replace(sheet, hands=tuple(bare))) == []


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_an_award_that_went_to_another_side_is_found(game, players):
    rng = Random(f"wrong {game} {players}")
    sheet = game_played(rng, game, players)
    place = rng.choice([n for n, one in enumerate(sheet.hands) if isinstance(one.hand.high, int)])
    one = sheet.hands[place]
    sides = len(sheet.tag("Sides").split())
    wrong = replace(one, hand=replace(one.hand, high=(one.hand.high + 1) % sides))
    sheet = replace(sheet, hands=(*sheet.hands[:place], wrong, *sheet.hands[place + 1 :]))
    assert any("by the cards High goes to" in fault for fault in faults_of(sheet))
