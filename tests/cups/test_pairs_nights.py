"""A pairs night: entries at the door, rounds, late comers, and who has won."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.cups.entries import Entrant
from league.cups.pairs_nights import (
    NightResult,
    PairedBy,
    PairsNight,
    night_standings,
    night_winners,
    open_tables,
    with_decision,
    with_score,
    without_score,
)
from league.cups.pairs_rounds import (
    finished,
    with_entry,
    with_pair_back,
    with_round,
    with_rounds,
    without_entry,
    without_pair,
    without_round,
)
from league.cups.rules import CupRefused
from league.cups.serialization import night_from_data, night_to_data
from tests.examples import examples


def pair(key):
    return Entrant(key=key, name=f"Pair {key}")


def a_night(pairs, rounds=3, by=PairedBy.LOT):
    night = PairsNight(rounds=rounds, paired_by=by)
    for key in range(1, pairs + 1):
        night = with_entry(night, pair(key))
    return night


def played(night, score=lambda one, other: (15, one) if one < other else (other, 15)):
    """Every open table played; the lower key wins unless said otherwise."""
    for number, table in open_tables(night):
        one, other = night.drawn[number - 1].tables[table - 1]
        night = with_score(night, NightResult(round=number, table=table, score=score(one, other)))
    return night


def whole_night(night):
    while not night.is_over:
        night = played(with_round(night, f"lot {len(night.drawn)}"))
    return night


@given(st.integers(4, 40), st.sampled_from(PairedBy))
@settings(max_examples=examples(40), deadline=None)
def test_everybody_plays_every_round_and_nobody_twice_with_the_same(pairs, by):
    night = whole_night(a_night(pairs, rounds=min(pairs // 2, 6), by=by))
    met = [frozenset(two) for one in night.drawn for two in one.tables]
    assert len(met) == len(set(met))
    for one in night.drawn:
        there = [key for two in one.tables for key in two] + ([one.free] if one.free else [])
        assert sorted(there) == list(range(1, pairs + 1))
    free = [one.free for one in night.drawn if one.free]
    assert len(free) == len(set(free))
    assert night_winners(night)


@pytest.mark.parametrize("by", PairedBy)
def test_where_everybody_has_met_everybody_they_meet_again_the_least_possible(by):
    night = whole_night(a_night(4, rounds=6, by=by))
    met = [frozenset(two) for one in night.drawn for two in one.tables]
    assert {met.count(two) for two in met} == {2}


def test_a_night_has_room_for_two_hundred():
    with pytest.raises(CupRefused, match="200 pairs are entered"):
        a_night(201)


def test_a_round_is_the_same_for_the_same_lot():
    assert with_round(a_night(9), "x").drawn == with_round(a_night(9), "x").drawn


def test_in_a_swiss_round_winners_meet_winners():
    night = played(with_round(a_night(8, by=PairedBy.STANDING), "a lot"))
    winners = {min(two) for two in night.drawn[0].tables}
    second = with_round(night, "another").drawn[1]
    assert sum(set(two) <= winners for two in second.tables) == 2


def test_the_next_round_waits_for_every_score():
    night = with_round(a_night(4), "a lot")
    with pytest.raises(CupRefused) as refusal:
        with_round(night, "another")
    assert str(refusal.value) == "No score yet from tables 1 and 2; the next round is drawn after that."


def test_a_late_pair_meets_whoever_is_free_or_waits_for_the_next_round():
    odd = with_round(a_night(5), "a lot")
    free = odd.drawn[0].free
    joined = with_entry(odd, pair(9))
    assert joined.drawn[0].tables[-1] == (free, 9)
    assert joined.drawn[0].free is None
    even = with_entry(with_round(a_night(4), "a lot"), pair(9))
    assert all(9 not in two for two in even.drawn[0].tables)
    second = with_round(played(even), "another").drawn[1]
    assert 9 in [second.free, *(key for two in second.tables for key in two)]
    with pytest.raises(CupRefused, match="Pair 9 are entered already"):
        with_entry(even, pair(9))


def test_a_pair_that_goes_home_is_drawn_no_more_and_keeps_what_it_played():
    night = with_round(a_night(4), "a lot")
    with pytest.raises(CupRefused, match="Their table has no score yet"):
        without_pair(night, 1)
    night = whole_night(without_pair(played(night), 1))
    (row,) = [row for row in night_standings(night) if row.entrant.key == 1]
    assert (row.played, row.won) == (1, 1)
    assert {one.free for one in night.drawn[1:]} <= {2, 3, 4}


def test_wins_then_difference_then_points_and_level_pairs_share_the_place():
    night = played(with_round(a_night(4, rounds=1), "a lot"), score=lambda one, other: (15, 10))
    rows = night_standings(night)
    assert [(row.place, row.is_shared) for row in rows] == [(1, True), (1, True), (3, True), (3, True)]
    assert len(night_winners(night)) == 2
    first_table = night.drawn[0].tables[0]
    night = with_score(night, NightResult(round=1, table=1, score=(15, 2)))
    assert [winner.key for winner in night_winners(night)] == [first_table[0]]


def test_a_free_round_counts_as_won_and_a_drawn_table_as_half():
    night = played(with_round(a_night(3, rounds=1), "a lot"), score=lambda one, other: (6, 6))
    first, *others = night_standings(night)
    assert (first.entrant.key, first.free, first.played) == (night.drawn[0].free, 1, 0)
    assert [row.drawn for row in others] == [1, 1]


@pytest.mark.parametrize(
    ("night", "lot", "why"),
    [
        (a_night(1), "a", "One pair is here; a round needs two."),
        (a_night(4), "", "A draw needs a lot"),
        (whole_night(a_night(4, rounds=2)), "a", "All two rounds of the night are drawn."),
    ],
)
def test_what_cannot_be_drawn_is_refused(night, lot, why):
    with pytest.raises(CupRefused, match=why):
        with_round(night, lot)


def test_a_score_needs_its_table():
    night = with_round(a_night(4), "a lot")
    for round_number, table in ((2, 1), (1, 3), (1, 0)):
        with pytest.raises(CupRefused, match="has no table"):
            with_score(night, NightResult(round=round_number, table=table, score=(1, 0)))
    with pytest.raises(CupRefused, match="Scores are 0 or more"):
        with_score(night, NightResult(round=1, table=1, score=(1, -1)))


def test_a_late_pair_does_not_meet_one_that_is_free_and_has_gone_home():
    night = with_round(a_night(5), "a lot")
    night = with_entry(without_pair(night, night.drawn[0].free), pair(9))
    assert all(9 not in two for two in night.drawn[0].tables)


def test_a_draw_goes_back_into_the_hat_until_a_table_of_it_has_a_score():
    night = with_round(a_night(5), "a lot")
    free = night.drawn[0].free
    night = without_pair(night, free)
    waiting = with_entry(night, pair(9))
    again = with_round(without_round(waiting), "another lot").drawn[0]
    assert not again.has(free)
    assert again.has(9)
    one = with_score(night, NightResult(round=1, table=2, score=(15, 3)))
    with pytest.raises(CupRefused, match="Table 2 of round 1 has a score, so the draw cannot be undone"):
        without_round(one)
    with pytest.raises(CupRefused, match="There is no draw to undo"):
        without_round(a_night(4))


def test_a_score_is_taken_out_again_until_the_next_round_is_drawn():
    night = played(with_round(a_night(4), "a lot"))
    assert open_tables(without_score(night, 1, 2)) == ((1, 2),)
    with pytest.raises(CupRefused, match="Table 2 of round 1 needs a score"):
        without_score(with_round(night, "another"), 1, 2)


def test_who_was_never_there_is_struck_out_and_who_was_drawn_goes_home():
    night = with_entry(played(with_round(a_night(4), "a lot")), pair(9))
    assert len(without_entry(night, 9).entries) == 4
    with pytest.raises(CupRefused, match="Pair 1 have been drawn"):
        without_entry(night, 1)
    with pytest.raises(CupRefused, match="Nobody is entered under the number 77"):
        without_pair(night, 77)


def test_a_pair_that_comes_back_is_drawn_again():
    night = without_pair(played(with_round(a_night(4), "a lot")), 1)
    assert not with_round(night, "b").drawn[-1].has(1)
    assert with_round(with_pair_back(night, 1), "b").drawn[-1].has(1)


def test_rounds_are_added_and_cut_but_what_is_drawn_is_played():
    night = played(with_round(played(with_round(a_night(4), "a")), "b"))
    assert with_rounds(night, 2).is_over
    assert finished(night).rounds == 2
    for rounds, why in ((1, "Two rounds are drawn"), (0, "1 to 30"), (31, "1 to 30")):
        with pytest.raises(CupRefused, match=why):
            with_rounds(night, rounds)
    with pytest.raises(CupRefused, match="No score yet from tables 1 and 2; the night is over after that"):
        finished(with_round(night, "c"))
    with pytest.raises(CupRefused, match="Nothing has been played yet"):
        finished(a_night(4))


def test_a_game_decides_between_those_who_are_level_until_something_of_it_changes():
    night = played(with_round(a_night(4, rounds=1), "a lot"), score=lambda one, other: (15, 10))
    level = [winner.key for winner in night_winners(night)]
    decided = with_decision(night, level[1])
    assert [one.key for one in night_winners(decided)] == level[1:]
    assert [one.key for one in night_winners(with_decision(decided, None))] == level
    assert with_score(decided, NightResult(round=1, table=1, score=(15, 9))).decided_for is None
    (second,) = [row.entrant.key for row in night_standings(night) if row.place == 3][:1]
    for key in (second, 77):
        with pytest.raises(CupRefused, match="level at its end"):
            with_decision(night, key)


def test_how_a_night_is_played_is_kept_as_a_plain_mapping():
    night = PairsNight(rounds=6, paired_by=PairedBy.STANDING, decided_for=4)
    assert night_from_data(night_to_data(night)) == night
    assert night_to_data(PairsNight(rounds=5)) == {"rounds": 5}
    with pytest.raises(ValueError, match="rounds: received 31; it must be a whole number from 1 to 30"):
        night_from_data({"rounds": 31})
