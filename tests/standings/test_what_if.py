"""The table with results supposed."""

import pytest

from league.matches.outcomes import Adjustment, AtFault, TableOutcome
from league.standings.rows import Supposed, standings, what_if
from tests.standings.cast import (
    DROVER,
    FLEECE,
    NAMES,
    NIGHT,
    SCHEME,
    SHEARS,
    TUP,
    WON_6_4,
    WON_8_2,
    a_match,
    given,
)

SEASON = [
    a_match(FLEECE, SHEARS, WON_8_2, key=1),
    a_match(DROVER, TUP, None, key=2, week=2),
    a_match(SHEARS, DROVER, None, given(AtFault.HOME), key=3, week=3),
]
RULINGS = [Adjustment(team=SHEARS, halves=-2, on=NIGHT)]


def tables(scores):
    return tuple(TableOutcome(number=n, games=(score,)) for n, score in enumerate(scores, start=1))


def points(supposed):
    rows = what_if(SEASON, supposed, RULINGS, NAMES, SCHEME)
    return {row.record.team: row.record.match_points for row in rows}


def test_nothing_supposed_is_the_table():
    assert what_if(SEASON, {}, RULINGS, NAMES, SCHEME) == standings(SEASON, RULINGS, NAMES, SCHEME)


def test_a_result_supposed_counts_like_one_that_was_played():
    supposed = {2: Supposed(tables=tables(WON_6_4))}
    played = [SEASON[0], a_match(DROVER, TUP, WON_6_4, key=2, week=2), SEASON[2]]
    assert what_if(SEASON, supposed, RULINGS, NAMES, SCHEME) == standings(played, RULINGS, NAMES, SCHEME)


def test_a_total_is_enough():
    assert points({2: Supposed(total=(14, 6))}) == {FLEECE: 16, SHEARS: 2, DROVER: 34, TUP: 6}


def test_what_was_played_or_given_can_be_supposed_otherwise():
    assert points({1: Supposed(), 3: Supposed(total=(10, 10))}) == {FLEECE: 0, SHEARS: 8, DROVER: 10, TUP: 0}


def test_a_match_that_is_not_there_fails_loudly():
    with pytest.raises(KeyError):
        points({99: Supposed(total=(20, 0))})
