"""What holds for every cup of three to sixty-four entrants, however the lot falls and whoever wins."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.cups.brackets import bracket_of, bracket_ranks
from league.cups.progress import plate_entrants, with_draw, with_scratch
from league.cups.rules import DrawnBy, Fill, Plate
from tests.cups.cast import a_cup, played_out, played_round
from tests.examples import examples, part_of, sampled

ALL_SIZES = range(3, 65)
ways = st.sampled_from(DrawnBy)
sizes = st.integers(3, 33)
chances = st.randoms(use_true_random=False)


@cache
def played(number, way):
    return played_out(a_cup(number, drawn_by=way), Random(number))


def ties_of(cup):
    return [tie for one in bracket_of(cup).rounds for tie in one.ties]


@pytest.mark.parametrize("number", sampled(ALL_SIZES, each=30))
@pytest.mark.parametrize("way", DrawnBy)
def test_a_knock_out_of_n_has_n_less_one_ties_and_nobody_meets_twice(number, way):
    cup = played(number, way)
    ties = ties_of(cup)
    assert len(ties) == number - 1
    assert len({frozenset((tie.home.entrant, tie.away.entrant)) for tie in ties}) == number - 1
    assert {tie.loser for tie in ties} | {bracket_of(cup).winner} == set(cup.entrants)


@pytest.mark.parametrize("number", sampled(ALL_SIZES, each=30))
@pytest.mark.parametrize("way", DrawnBy)
def test_byes_stand_only_in_the_first_round_and_never_two_in_one_tie(number, way):
    first, *others = bracket_of(played(number, way)).rounds
    assert not any(tie.is_bye for other in others for tie in other.lines)
    assert not any(tie.home.is_empty for tie in first.lines)
    assert len(first.byes) + 2 * len(first.ties) == number
    assert len(first.lines) & (len(first.lines) - 1) == 0


@pytest.mark.parametrize("number", sampled(ALL_SIZES, each=30))
def test_the_first_two_seeds_meet_only_in_the_final_and_the_first_four_only_after_the_quarter_finals(number):
    cup = a_cup(number, seeds=4 if number > 3 else 2, drawn_by=DrawnBy.BRACKET)
    bracket = bracket_of(played_out(cup, lower_key_wins=True))
    assert [seat.entrant.key for seat in (bracket.final.home, bracket.final.away)] in ([1, 2], [2, 1])
    if number > 3:
        assert {tie.loser.key for tie in bracket.rounds[-2].ties} == {3, 4}


@pytest.mark.parametrize("number", part_of(ALL_SIZES, each=4))
def test_byes_go_to_the_first_seeds(number):
    cup = with_draw(a_cup(number, seeds=number, drawn_by=DrawnBy.BRACKET), "a lot")
    free = sorted(bye.key for bye in bracket_of(cup).rounds[0].byes)
    assert free == list(range(1, len(free) + 1))
    seeded = with_draw(a_cup(number, seeds=2), "a lot")
    free = {one.key for one in bracket_of(seeded).rounds[0].byes}
    assert len(free) == 0 or {1, 2}.issuperset(free) or {1, 2} <= free


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32, 64])
def test_every_pair_of_lines_adds_up_to_one_more_than_the_lines(size):
    ranks = bracket_ranks(size)
    assert sorted(ranks) == list(range(1, size + 1))
    assert {rank + other for rank, other in zip(ranks[::2], ranks[1::2], strict=True)} == {size + 1}


@given(sizes, ways, st.text(min_size=1).filter(str.strip), chances)
@settings(max_examples=examples(20), deadline=None)
def test_a_draw_is_the_same_for_the_same_lot_whoever_entered_first(number, way, lot, chance):
    cup = a_cup(number, drawn_by=way)
    entered = list(cup.entrants)
    chance.shuffle(entered)
    other = replace(cup, entrants=tuple(entered))
    assert with_draw(cup, lot).draws == with_draw(other, lot).draws


def test_every_place_of_a_draw_falls_to_everybody_about_as_often():
    first_out = [with_draw(a_cup(5), f"lot {number}").draws[0].order[0] for number in range(500)]
    assert all(70 <= first_out.count(key) <= 130 for key in range(1, 6))


@given(sizes, chances)
@settings(max_examples=examples(25), deadline=None)
def test_highest_losers_make_up_the_numbers(number, chance):
    cup = played_out(a_cup(number, fill=Fill.HIGHEST_LOSERS), chance)
    first, second, *_ = bracket_of(cup).rounds
    assert (len(first.ties), len(first.byes)) == divmod(number, 2)
    assert not second.byes
    assert bracket_of(cup).is_over


@given(sizes, ways, st.sampled_from([Plate.FIRST_ROUND, Plate.FIRST_MATCH]), chances)
@settings(max_examples=examples(20), deadline=None)
def test_the_plate_is_for_those_who_lost_at_their_first_attempt(number, way, plate, chance):
    cup = played_out(a_cup(number, drawn_by=way, plate=plate), chance)
    rounds = bracket_of(cup).rounds
    beaten = {tie.loser for tie in rounds[0].ties}
    if plate is Plate.FIRST_MATCH:
        beaten |= {tie.loser for tie in rounds[1].ties if tie.loser in rounds[0].byes}
    assert set(plate_entrants(cup)) == beaten
    if len(beaten) > 1:
        plate_cup = played_out(type(cup)(rules=cup.rules, entrants=plate_entrants(cup)), chance)
        assert bracket_of(plate_cup).winner in beaten


@given(st.integers(3, 20), ways, chances, st.data())
@settings(max_examples=examples(60), deadline=None)
def test_whoever_leaves_whenever_the_cup_comes_to_an_end_without_them(number, way, chance, data):
    cup = with_draw(a_cup(number, drawn_by=way), "a lot")
    left = set()
    for step in range(12):
        bracket = bracket_of(cup)
        if bracket.is_over:
            break
        waiting = {
            seat.entrant.key
            for one in bracket.rounds
            for tie in one.lines
            if not tie.is_over
            for seat in (tie.home, tie.away)
            if seat.entrant
        }
        if waiting and data.draw(st.booleans()):
            key = data.draw(st.sampled_from(sorted(waiting)))
            cup = with_scratch(cup, key)
            left.add(key)
        cup = played_round(cup, chance)
        if way is DrawnBy.ROUND and not bracket_of(cup).is_over:
            cup = with_draw(cup, f"lot {step}")
    bracket = bracket_of(cup)
    assert bracket.is_over
    assert bracket.winner is None or bracket.winner.key not in left


@given(sizes, ways, chances)
@settings(max_examples=examples(20), deadline=None)
def test_a_bracket_can_be_printed_before_anything_is_played(number, way, chance):
    drawn = with_draw(a_cup(number, drawn_by=way), "a lot")
    rounds = bracket_of(drawn).rounds
    assert [len(one.lines) for one in rounds] == [len(rounds[0].lines) >> step for step in range(len(rounds))]
    assert rounds[-1].title == "Final"
    assert all(seat.words for one in rounds for tie in one.lines for seat in (tie.home, tie.away))
    titles = [one.title for one in bracket_of(played_out(drawn, chance)).rounds]
    assert titles == [one.title for one in rounds]
