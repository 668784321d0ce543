"""Hands entered against the paper: the one slip that explains it, and the hands between two scores."""

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring import NOBODY, Award, Hand, HandPenalty, Rules, score_game, variants
from scoring.cards import parse_card
from scoring.hands import Contract, Peg
from scoring.possible_scores import hands_between, possible_hands
from scoring.questions import reply
from scoring.reconcile import Change, Explained, reconcile
from tests.examples import sampled

RULES = variants.get("heckmondwike").rules
FLEECE, SHEARS = 0, 1
GAMES = [
    RULES,
    variants.get("northern_pub").rules,
    Rules(hang_jack=3, game_points=2, target=14, cap_at_target=False),
    variants.get("trinidad").rules,
]
TABLE = [
    Hand(FLEECE, FLEECE, FLEECE, FLEECE),
    Hand(SHEARS, FLEECE, NOBODY, SHEARS),
    Hand(FLEECE, SHEARS, FLEECE, FLEECE),
    Hand(SHEARS, SHEARS, NOBODY, SHEARS),
]
RUNNING = [(4, 0), (5, 2), (8, 3), (8, 6)]


def with_slip(place, **awards):
    return [*TABLE[:place], replace(TABLE[place], **awards), *TABLE[place + 1 :]]


def summary(result):
    return [(slip.hand, slip.change, slip.award, slip.was, slip.right) for slip in result.slips]


# One slip each


def test_two_awards_exchanged_on_the_whole_sheet_are_both_named():
    rules = Rules(game_points=2)
    entered = [Hand(0, 0, NOBODY, SHEARS), Hand(0, SHEARS, NOBODY, SHEARS)]
    found = summary(reconcile(entered, (5, 3), rules))
    assert (None, "swapped", None, Award.HIGH, Award.GAME) in found


def test_with_the_sides_of_a_sheet_exchanged_its_bids_and_sellers_are_too():
    commercial = variants.get("commercial_pitch").rules
    sold = Hand(SHEARS, SHEARS, SHEARS, FLEECE, contract=Contract(SHEARS, 2, seller=FLEECE))
    bought = Hand(FLEECE, FLEECE, NOBODY, FLEECE, contract=Contract(FLEECE, 2))
    result = reconcile([sold, bought], (3, 6), commercial)
    [slip] = [slip for slip in result.slips if slip.hand is None]
    assert [hand.contract for hand in slip.hands] == [
        Contract(FLEECE, 2, seller=SHEARS),
        Contract(SHEARS, 2),
    ]


def test_a_hanged_jack_entered_in_the_wrong_column_is_nobodys_and_not_hanged():
    rules = Rules(hang_jack=3, target=14)
    result = reconcile([Hand(0, 0, SHEARS, NOBODY, hung=True)], (2, 1), rules)
    assert (0, "swapped", None, Award.JACK, Award.GAME) in summary(result)


def test_hands_and_paper_that_agree_need_no_explaining():
    result = reconcile(TABLE, (8, 6), RULES, running=RUNNING)
    assert (result.agrees, result.slips) == (True, ())


def test_an_award_given_to_the_wrong_side():
    result = reconcile(with_slip(2, game=SHEARS), (8, 6), RULES, running=RUNNING)
    assert summary(result)[0] == (2, "side", Award.GAME, SHEARS, FLEECE)
    assert result.slips[0].explains == (Explained.TOTALS, Explained.RUNNING)
    assert list(result.slips[0].hands) == TABLE


def test_an_award_that_went_to_nobody():
    result = reconcile(with_slip(1, jack=FLEECE), (8, 6), RULES, running=RUNNING)
    assert summary(result)[0] == (1, "nobody", Award.JACK, FLEECE, NOBODY)


def test_an_award_entered_as_nobodys():
    result = reconcile(with_slip(2, jack=NOBODY), (8, 6), RULES, running=RUNNING)
    assert summary(result)[0] == (2, "side", Award.JACK, NOBODY, FLEECE)


def test_a_hand_left_out_is_told_by_its_place_and_its_points():
    result = reconcile(TABLE[:1] + TABLE[2:], (8, 6), RULES, running=RUNNING)
    assert summary(result)[0] == (1, "missing", None, None, (1, 2))
    assert result.slips[0].hands[1] == Hand()


def test_without_running_scores_a_hand_left_out_is_sought_from_the_end():
    missing = [slip for slip in reconcile(TABLE[:3], (8, 6), RULES).slips if slip.change is Change.MISSING]
    assert [slip.hand for slip in missing] == [3, 2, 1, 0]
    assert {slip.right for slip in missing} == {(0, 3)}


def test_a_hand_entered_twice():
    result = reconcile([*TABLE[:2], *TABLE[1:]], (8, 6), RULES, running=RUNNING)
    assert summary(result) == [(2, "doubled", None, None, None)]


def test_the_last_hand_entered_twice_after_the_game_was_won():
    ended = [TABLE[0]] * 3 + [Hand(FLEECE, FLEECE, FLEECE)]
    assert reconcile(ended, (15, 0), RULES).agrees
    assert summary(reconcile([*ended, ended[-1]], (15, 0), RULES))[0][:2] == (4, "doubled")


def test_the_sides_of_one_row_exchanged():
    turned = Hand(SHEARS, SHEARS, SHEARS, SHEARS)
    result = reconcile([turned, *TABLE[1:]], (8, 6), RULES, running=RUNNING)
    assert summary(result) == [(0, "swapped", None, FLEECE, SHEARS)]


def test_the_sides_of_the_whole_sheet_exchanged_with_the_penalty():
    penalised = [replace(TABLE[0], penalties=(HandPenalty(SHEARS, 4),)), *TABLE[1:]]
    result = reconcile(penalised, (10, 8), RULES)
    assert summary(result) == [(None, "swapped", None, FLEECE, SHEARS)]
    assert result.slips[0].hands[0].penalties == (HandPenalty(FLEECE, 4),)


def test_two_awards_exchanged_in_the_last_row_decide_who_wins():
    result = reconcile([Hand(SHEARS, FLEECE, NOBODY, NOBODY)], (15, 14), RULES, start=(14, 14))
    assert (0, "swapped", None, Award.HIGH, Award.LOW) in summary(result)


def test_no_single_slip_explains_just_any_paper():
    assert reconcile(TABLE, (3, 14), RULES).slips == ()
    assert not reconcile(TABLE, (3, 14), RULES).agrees


# What is likely


def test_a_slip_that_explains_the_running_scores_too_comes_first():
    result = reconcile(with_slip(2, low=FLEECE), (8, 6), RULES, running=RUNNING)
    lengths = [len(slip.explains) for slip in result.slips]
    assert lengths == sorted(lengths, reverse=True)
    assert {slip.hand for slip in result.slips if len(slip.explains) == 2} == {2}
    assert {slip.hand for slip in result.slips if len(slip.explains) == 1} == {0, 1}


def test_a_slip_may_explain_running_scores_beside_totals_added_wrong():
    result = reconcile(with_slip(2, game=SHEARS), (14, 14), RULES, running=RUNNING)
    assert (summary(result)[0][0], result.slips[0].explains) == (2, (Explained.RUNNING,))


def test_what_the_cards_speak_against_comes_later():
    carded = replace(TABLE[0], card_points=(40, 12))
    result = reconcile([carded, *TABLE[1:]], (7, 7), RULES)
    game_of_the_first = summary(result).index((0, "side", Award.GAME, FLEECE, SHEARS))
    assert summary(result).index((2, "side", Award.HIGH, FLEECE, SHEARS)) < game_of_the_first


def test_cards_that_speak_for_a_correction_bring_it_to_the_front():
    jack_out = Hand(FLEECE, SHEARS, NOBODY, FLEECE, high_card=parse_card("JS"))
    result = reconcile([TABLE[1], jack_out], (4, 3), RULES)
    assert summary(result)[0] == (1, "side", Award.JACK, NOBODY, FLEECE)


def test_penalties_stay_as_entered():
    penalised = [replace(TABLE[0], penalties=(HandPenalty(SHEARS, 4),)), *TABLE[1:]]
    assert reconcile(penalised, (8, 10), RULES).agrees
    result = reconcile([*penalised[:2], replace(TABLE[2], jack=NOBODY), TABLE[3]], (8, 10), RULES)
    assert (2, "side", Award.JACK, NOBODY, FLEECE) in summary(result)
    assert all(slip.hands[0].penalties == (HandPenalty(SHEARS, 4),) for slip in result.slips)


def test_points_of_the_deal_stay_as_entered():
    turned = replace(TABLE[0], before=(Peg("turnup", SHEARS, 3),), jack=NOBODY, hung=False)
    trinidad = variants.get("trinidad").rules
    assert reconcile([turned], (3, 3), trinidad).agrees
    result = reconcile([turned], (3, 4), trinidad)
    assert (0, "side", Award.JACK, NOBODY, SHEARS) in summary(result)
    (sheet,) = (slip for slip in reconcile([turned, TABLE[1]], (5, 4), trinidad).slips if slip.hand is None)
    assert sheet.hands[0].before == (Peg("turnup", FLEECE, 3),)


def test_a_correction_never_gives_high_to_nobody_after_a_pitch():
    result = reconcile(TABLE, (7, 6), RULES)
    assert result.slips
    assert all(slip.award not in (Award.HIGH, Award.LOW) for slip in result.slips)


def test_three_sides_have_more_columns_to_exchange():
    rules = variants.get("west_yorkshire").rules.for_players(6)
    hands = [Hand(0, 1, 2, 2), Hand(1, 1, NOBODY, 0)]
    assert (0, "side", Award.HIGH, 0, 2) in summary(reconcile(hands, (1, 3, 3), rules))
    assert (0, "swapped", None, 0, 2) in summary(reconcile(hands, (3, 3, 1), rules))


# In words


@pytest.mark.parametrize(
    ("hands", "totals", "words"),
    [
        (with_slip(2, jack=NOBODY), (8, 6), "Hand 3: Jack went to The Fleece, not to nobody."),
        (with_slip(1, jack=FLEECE), (8, 6), "Hand 2: Jack went to nobody, not to The Fleece."),
        (TABLE[:3], (8, 6), "A hand that pegged 0-3 is missing before hand 4."),
        ([*TABLE, TABLE[3]], (8, 6), "Hand 5 was entered twice."),
        (
            [*TABLE[:3], Hand(FLEECE, FLEECE, NOBODY, FLEECE)],
            (8, 6),
            "Hand 4: the columns of The Fleece and Away are exchanged.",
        ),
        (TABLE, (6, 8), "On the whole sheet the columns of The Fleece and Away are exchanged."),
        (
            [Hand(SHEARS, FLEECE, NOBODY, NOBODY)],
            (1, 1),
            None,
        ),
    ],
)
def test_a_slip_is_told_in_a_sentence(hands, totals, words):
    result = reconcile(hands, totals, RULES)
    sentences = [slip.sentence(home="The Fleece") for slip in result.slips]
    assert words in sentences if words else not sentences


# Properties


@st.composite
def tables(draw):
    """A game really pegged, to its end or not, in one of several games of the family."""
    rules = draw(st.sampled_from(GAMES))
    entered = draw(st.lists(st.sampled_from(possible_hands(rules, 2)), min_size=1, max_size=14))
    if draw(st.booleans()):
        at = draw(st.integers(0, len(entered) - 1))
        penalties = (HandPenalty(draw(st.sampled_from((0, 1))), draw(st.integers(1, 4))),)
        entered[at] = replace(entered[at], penalties=penalties)
    game = score_game(entered, rules)
    return rules, entered[: game.hands]


def slipped(draw, rules, hands):
    """The hands with one slip made in entering them."""
    place = draw(st.integers(0, len(hands) - 1))
    hand = hands[place]
    change = draw(st.sampled_from(("key", "row", "sheet", "doubled", "missing")))
    if change == "key":
        award = draw(st.sampled_from(tuple(Award)))
        taker = draw(st.sampled_from([t for t in (0, 1, NOBODY) if t != hand.taker(award)]))
        hung = hand.hung if award is not Award.JACK or hand.hung is None else False
        return [*hands[:place], replace(hand, **{award.value: taker}, hung=hung), *hands[place + 1 :]]
    if change == "doubled":
        return [*hands[: place + 1], hand, *hands[place + 1 :]]
    if change == "missing":
        assume(not hand.penalties)
        return [*hands[:place], *hands[place + 1 :]]
    if change == "row":
        return [*hands[:place], turned(hand), *hands[place + 1 :]]
    return [turned(hand, penalties=True) for hand in hands]


def turned(hand, *, penalties=False):
    takers = {award.value: {0: 1, 1: 0}.get(hand.taker(award), hand.taker(award)) for award in Award}
    penalties_turned = (
        tuple(replace(penalty, side=1 - penalty.side) for penalty in hand.penalties)
        if penalties
        else hand.penalties
    )
    return replace(hand, **takers, penalties=penalties_turned)


@given(st.data())
def test_whatever_slip_is_made_its_correction_is_among_the_answers(data):
    rules, hands = data.draw(tables())
    game = score_game(hands, rules)
    entered = slipped(data.draw, rules, hands)
    running = game.running if data.draw(st.booleans()) else None
    result = reconcile(entered, game.scores, rules, running=running)
    if result.agrees:
        assert score_game(entered, rules).scores == game.scores
    else:
        assert any(same_but_for_what_is_missing(slip.hands, hands) for slip in result.slips)


def same_but_for_what_is_missing(corrected, hands):
    return len(corrected) == len(hands) and all(
        hand in (other, Hand()) for hand, other in zip(corrected, hands, strict=True)
    )


@given(st.data())
def test_every_answer_explains_the_paper(data):
    rules, hands = data.draw(tables())
    entered = slipped(data.draw, rules, hands)
    game = score_game(hands, rules)
    for slip in reconcile(entered, game.scores, rules, running=game.running).slips:
        assert slip.explains
        if slip.change is not Change.MISSING:
            corrected = score_game(slip.hands, rules)
            assert corrected.faults == ()
            assert (corrected.scores == game.scores) == (Explained.TOTALS in slip.explains)
            assert (corrected.running == game.running) == (Explained.RUNNING in slip.explains)


# Hands between two scores


def test_hands_between_two_scores():
    assert hands_between((0, 0), (4, 0), RULES) == (Hand(0, 0, 0, 0),)
    assert hands_between((0, 0), (1, 1), RULES) == (Hand(0, 1, NOBODY, NOBODY), Hand(1, 0, NOBODY, NOBODY))
    assert hands_between((0, 0), (1, 0), RULES) == ()
    assert hands_between((0, 0), (5, 0), RULES) == ()
    assert hands_between((0, 0, 0), (0, 0, 4), RULES) == (Hand(2, 2, 2, 2),)


def test_the_hand_that_ends_the_game_is_given_up_to_the_winning_award():
    assert hands_between((14, 14), (15, 14), RULES) == (Hand(0),)
    assert hands_between((14, 13), (14, 15), RULES) == (Hand(1, 1),)
    assert hands_between((14, 13), (15, 15), RULES) == ()
    assert hands_between((15, 3), (15, 3), RULES) == ()
    assert hands_between((13, 3), (14, 3), Rules(hang_jack=3, target=14)) == (Hand(0),)


def test_between_two_scores_a_jack_may_be_hanged():
    rules = Rules(hang_jack=3, target=14)
    assert hands_between((0, 0), (2, 3), rules) == (Hand(0, 0, 1, NOBODY, hung=True),)


@given(st.data())
def test_a_hand_played_is_among_those_between_its_scores(data):
    rules = data.draw(st.sampled_from(GAMES))
    start = data.draw(st.tuples(st.integers(0, 13), st.integers(0, 13)))
    hand = data.draw(st.sampled_from(possible_hands(rules, 2)))
    after = score_game([hand], rules, start=start).scores
    between = hands_between(start, after, rules)
    assert all(score_game([way], rules, start=start).scores == after for way in between)
    assert any(
        all(way.taker(award) in (None, hand.taker(award)) for award in Award)
        and way.hung in (None, hand.hung)
        for way in between
    )


# For other programs


def reconcile_answer(**values):
    return reply(json.dumps({"kind": "reconcile", "input": values}).encode())


def test_slips_are_told_to_other_programs_with_the_keys_that_apply():
    entered = [{"high": 0, "low": 0, "jack": None, "game": 0}, {"high": 1, "low": 0, "jack": None, "game": 1}]
    assert reconcile_answer(hands=entered, totals=[4, 2], running=[[3, 0], [4, 2]]) == {
        "slips": [],
        "agrees": True,
    }
    assert reconcile_answer(hands=entered, totals=[5, 2], running=[[4, 0], [5, 2]])["slips"][0] == {
        "hand": 0,
        "change": "side",
        "award": "jack",
        "from": None,
        "to": 0,
        "explains": ["totals", "running"],
    }
    assert reconcile_answer(hands=entered[:1], totals=[4, 2], running=[[3, 0], [4, 2]])["slips"] == [
        {"hand": 1, "change": "missing", "to": [1, 2], "explains": ["totals", "running"]},
        {"hand": 0, "change": "missing", "to": [1, 2], "explains": ["totals"]},
    ]
    assert {"change": "swapped", "from": 0, "to": 1, "explains": ["totals"]} in reconcile_answer(
        hands=entered, totals=[2, 4]
    )["slips"]
    assert reconcile_answer(hands=[], totals=[9, 9]) == {"slips": []}


@pytest.mark.parametrize("value", [None, True, -1, 2.5, "x", [], {}, [[]], [None], 10**30])
@pytest.mark.parametrize("name", ["hands", "totals", "running", "target", "options"])
def test_any_value_anywhere_gets_an_answer(name, value):
    assert reconcile_answer(**{"hands": [{"high": 0, "low": 1}], "totals": [4, 2], name: value})


@pytest.mark.parametrize("totals", [None, [1], [1, 2, 3], "8-6", [1.5, 2]])
def test_totals_that_are_no_score_are_refused(totals):
    assert reconcile_answer(hands=[], totals=totals)["error"]["code"] == "bad_value"


@pytest.mark.parametrize("hands", sampled([30, 200], each=2))
def test_a_hand_missing_in_a_long_paper_is_found(hands: int) -> None:
    """How soon is measured in tests/benchmarks/test_rules.py."""
    rules, rng = RULES.with_options({"target": 6 * hands}), Random(hands)
    game = [rng.choice(possible_hands(RULES, 2)) for _ in range(hands)]
    scored = score_game(game, rules)
    entered = [*game[: hands // 2], *game[hands // 2 + 1 :]]
    slips = reconcile(entered, scored.scores, rules, running=scored.running).slips
    assert slips[0].change is Change.MISSING
