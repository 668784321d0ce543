"""Don and Phat: who may trump, what is marked as it is won, what a level Game is worth in the next hand."""

import json
from random import Random

import pytest

from scoring import (
    NOBODY,
    Deal,
    Hand,
    IllegalPlay,
    Position,
    notation,
    parse_card,
    reckon,
    score_game,
    shuffled,
    variants,
)
from scoring.errors import sentence
from scoring.games import rules_after
from scoring.hand_faults import faults
from scoring.hands import MARK, Peg
from scoring.notation import ParsedSheet, Tag, format_sheet, line_of, parse
from scoring.questions import reply
from tests.examples import examples

NINE = variants.get("Don").rules
DEAL = (
    "AD 5D 9H 5S KC QC 2C 3C 4C",
    "KD JD 5H 2H 3H 4H 6H 7H 8H",
    "QD 9D 5C 6C 7C 8C TC JC AC",
    "2D 3D 2S 3S 4S 6S 7S 8S AS",
)


def dealt(game, *holdings, **more):
    rules = variants.get(game).rules
    return Position(Deal(holdings=tuple(map(cards, holdings))), rules, **more)


def cards(text):
    return tuple(map(parse_card, text.split()))


def hand_of_points(home, away, game=None):
    return Hand(game=game, before=(Peg(MARK, 0, home), Peg(MARK, 1, away)))


def test_what_is_won_is_marked_with_the_trick():
    position = dealt("nine_card_don", *DEAL)
    for card in ("AD", "KD", "9D", "2D"):
        position.play(card)
    assert position.scores == (16, 0)  # ace 4, king 3, nine 9
    for card in ("5S", "2H", "TC", "2S"):
        position.play(card)
    assert position.scores == (21, 0)  # a five of another suit


def test_nobody_trumps_who_can_follow_suit():
    position = dealt("nine_card_don", *DEAL)
    for card in ("AD", "KD", "9D", "2D", "KC", "2H", "5C", "2S"):
        position.play(card)
    assert position.turn == 0
    position.play("QC")
    assert position.can_play("JD")  # without a club
    position.play("3H")
    assert not position.can_play("QD")
    with pytest.raises(IllegalPlay):
        position.play("QD")


def test_a_side_that_reaches_the_target_is_out_in_the_middle_of_a_hand():
    position = dealt("nine_card_don", *DEAL, scores=(78, 90))
    for card in ("AD", "KD", "9D", "2D"):
        position.play(card)
    assert (position.winner, position.scores) == (0, (91, 90))


@pytest.mark.parametrize("game", ["irish_don", "phat"])
def test_all_eighty_points_of_a_whole_pack_are_marked(game):
    rules = variants.get(game).rules.with_options({"target": None})
    for number in range(examples(10)):
        rng = Random(number)
        position = Position(shuffled(rng, rules), rules)
        while not position.is_over:
            position.do(rng.choice(position.legal_acts()))
        marked = [peg.points for peg in position.moment.pegs]
        assert (sum(marked), sum(reckon(position).card_points)) == (80, 80)
        assert reckon(position).is_complete


def test_at_phat_a_level_game_is_carried_to_the_next_hand_and_on():
    rules = variants.get("phat").rules
    level = hand_of_points(40, 40, NOBODY)
    game = score_game([level, level, hand_of_points(30, 50, 1), hand_of_points(60, 20, 0)], rules)
    assert game.running == ((40, 40), (80, 80), (110, 154), (178, 174))
    after = rules_after(level, rules_after(level, rules, rules), rules)
    assert (after.game_points, rules_after(hand_of_points(0, 80, 1), after, rules)) == (24, rules)


@pytest.mark.parametrize(
    ("game", "marks", "codes"),
    [
        ("nine_card_don", (44, 0), []),
        ("nine_card_don", (29, 15), []),
        ("nine_card_don", (0, 0), []),
        ("nine_card_don", (45, 0), ["marks_not_possible"]),
        ("nine_card_don", (43, 1), []),
        ("nine_card_don", (40, 5), ["marks_not_possible"]),
        ("irish_don", (80, 0), []),
        ("irish_don", (79, 1), []),
        ("irish_don", (81, 0), ["marks_not_possible"]),
        ("heckmondwike", (3, 0), ["mark_not_scored", "mark_not_scored"]),
    ],
)
def test_points_of_a_hand_are_such_as_some_cards_make(game, marks, codes):
    rules = variants.get(game).rules
    assert [fault.code for fault in faults(hand_of_points(*marks), rules)] == codes


def test_there_is_no_high_in_a_game_of_don():
    assert [fault.code for fault in faults(Hand(high=0, game=1), NINE)] == ["award_not_scored"]
    assert faults(Hand(game=NOBODY), NINE) == ()


@pytest.mark.parametrize("game", ["nine_card_don", "irish_don", "phat"])
def test_a_hand_is_written_down_and_read_back_card_by_card_and_by_its_points(game):
    rules = variants.get(game).rules
    rng = Random(game)
    position = Position(shuffled(rng, rules), rules)
    while not position.is_over:
        position.do(rng.choice(position.legal_acts()))
    values = {"Game": game, "Sides": "AC=h BD=a", "FirstPitch": "A", "Target": str(rules.target)}
    tags = tuple(Tag(name, value) for name, value in values.items())
    sheet = ParsedSheet(tags=tags, hands=(line_of(position.to_record(), position),))
    text = format_sheet(sheet)
    assert [sentence(fault) for fault in notation.check(parse(text)[0])] == []
    assert format_sheet(parse(text)[0]) == text
    assert "H:" not in text
    assert Position.from_text(position.to_text(), rules) == position


def test_a_sheet_of_points_is_checked_with_what_is_carried():
    [sheet] = notation.read(
        """
[Game "phat"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "181"]

1. A M:h+30 M:a+50 G:-(40,40) = 30-50
2. B M:h+40 M:a+40 G:h = 86-90
3. C M:h+81 G:h = 175-90
""".splitlines()
    )
    assert [sentence(fault) for fault in notation.check(sheet)] == [
        "No cards of this game are marked with 81-0 points, side by side."
    ]


def test_other_programs_have_a_hand_scored():
    position = dealt("nine_card_don", *DEAL)
    rng = Random(2)
    while not position.is_over:
        position.do(rng.choice(position.legal_acts()))
    question = {
        "variant": "nine_card_don",
        "dealt": [[str(card) for card in holding] for holding in position.deal.holdings],
        "tricks": [[[play.seat, str(play.card)] for play in trick] for trick in position.tricks],
    }
    answer = reply(json.dumps({"kind": "score_hand", "input": question}).encode())
    assert (answer["legal"], answer["complete"], answer["high"]) == (True, True, None)
    assert tuple(answer["scores"]) == reckon(position).board.scores
    entered = {"game": 0, "before": [{"what": "mark", "team": 0, "points": 21}]}
    table = {"variant": "nine_card_don", "hands": [entered]}
    answer = reply(json.dumps({"kind": "score_table", "input": table}).encode())
    assert (answer["ok"], answer["scores"]) == (True, [29, 0])


@pytest.mark.parametrize(
    ("game", "hands", "faults"),
    [
        ("irish_don", [(40, 35), (60, 20)], [(0, "marks_not_all")]),
        ("phat", [(40, 40), (80, 0), (30, 0)], [(2, "marks_not_all")]),
        # The last hand stops where the game is won.
        ("irish_don", [(40, 40), (40, 3)], []),
        ("nine_card_don", [(30, 5), (9, 9)], []),
    ],
)
def test_where_all_cards_are_dealt_all_of_them_are_marked(game, hands, faults):
    rules = variants.get(game).rules
    taken = {"game": 0} if rules.awards else {}
    played = [Hand(before=(Peg(MARK, 0, home), Peg(MARK, 1, away)), **taken) for home, away in hands]
    assert [(fault.hand, fault.code) for fault in score_game(played, rules).faults] == faults
