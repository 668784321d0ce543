"""A Swiss round: nobody meets twice while there is a way round, and points are as equal as can be."""

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from league.cups.entries import Entrant
from league.cups.pairs_nights import (
    NightResult,
    PairedBy,
    PairsNight,
    night_standings,
    open_tables,
    wins_before,
    with_score,
)
from league.cups.pairs_rounds import with_entry, with_round
from league.cups.swiss import can_be_paired, swiss_tables
from tests.examples import examples


def can_be_paired_by_hand(keys, met):
    """Every way of pairing is tried."""
    if not keys:
        return True
    first, *rest = keys
    return any(
        frozenset((first, other)) not in met
        and can_be_paired_by_hand([key for key in rest if key != other], met)
        for other in rest
    )


@given(st.integers(1, 4), st.randoms(use_true_random=False), st.sampled_from([0.3, 0.5, 0.8]))
@settings(max_examples=examples(200), deadline=None)
def test_a_pairing_is_found_where_there_is_one(tables, chance, share):
    keys = list(range(2 * tables))
    met = {frozenset(two): 1 for two in combinations(keys, 2) if chance.random() < share}
    assert can_be_paired(keys, met) == can_be_paired_by_hand(keys, met)


def a_night(pairs, rounds):
    night = PairsNight(rounds=rounds, paired_by=PairedBy.SWISS)
    for key in range(1, pairs + 1):
        night = with_entry(night, Entrant(key=key, name=f"Pair {key}"))
    return night


def played(night, chance):
    for number, table in open_tables(night):
        night = with_score(
            night, NightResult(round=number, table=table, score=(chance.randrange(16), chance.randrange(16)))
        )
    return night


@given(st.integers(2, 9), st.integers(0, 10_000))
@settings(max_examples=examples(40), deadline=None)
def test_two_meet_again_only_where_nothing_else_is_left(pairs, seed):
    chance, met, free = Random(seed), set(), []
    night = a_night(pairs, rounds=pairs)
    while len(night.drawn) < night.rounds:
        night = with_round(night, f"lot {len(night.drawn)}")
        latest = night.drawn[-1]
        there = sorted(key for table in latest.tables for key in table)
        assert there == [key for key in range(1, pairs + 1) if key != latest.free]
        meetings = {frozenset(table) for table in latest.tables}
        if meetings & met:
            assert not can_be_paired_by_hand(there, met)
        met |= meetings
        free += [latest.free] if latest.free else []
        night = played(night, chance)
    assert len(free) == len(set(free))


@given(st.integers(2, 20), st.integers(0, 10_000))
@settings(max_examples=examples(40), deadline=None)
def test_no_two_tables_could_change_partners_for_more_equal_points(tables, seed):
    chance = Random(seed)
    points = {key: chance.randrange(5) for key in range(2 * tables)}
    order = sorted(points, key=lambda key: -points[key])
    found = swiss_tables(order, points, {}, frozenset())

    def apart(one, other):
        return (points[one] - points[other]) ** 2

    for (one, two), (three, four) in combinations(found, 2):
        now = apart(one, two) + apart(three, four)
        assert now <= apart(one, three) + apart(two, four)
        assert now <= apart(one, four) + apart(two, three)


def test_who_floated_last_time_stays_among_their_own():
    points = {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 2}
    for floated in (1, 2, 3):
        tables = swiss_tables([1, 2, 3, 4, 5, 6], points, {}, frozenset({floated, floated + 3}))
        (between,) = [table for table in tables if points[table[0]] != points[table[1]]]
        assert not {floated, floated + 3} & set(between)


def test_points_before_a_round_are_those_of_the_rounds_before_it():
    night = played(with_round(a_night(5, 3), "a lot"), Random(1))
    assert wins_before(night, 1) == dict.fromkeys(range(1, 6), 0)
    assert wins_before(night, 2) == {row.entrant.key: row.half_points for row in night_standings(night)}
