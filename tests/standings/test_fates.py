"""Who would go up and who down."""

from league.matches.outcomes import Adjustment, Withdrawal
from league.standings.prospects import Fate, fates
from league.standings.rows import standings
from tests.standings.cast import DROVER, FLEECE, NAMES, NIGHT, SCHEME, SHEARS, TUP, WON_6_4, a_match

UP, STAY, DOWN, UNDECIDED = Fate.UP, Fate.STAY, Fate.DOWN, Fate.UNDECIDED


def fates_of(outcomes, *rulings, promoted=1, relegated=1):
    rows = standings(outcomes, rulings, NAMES, SCHEME)
    return list(fates(rows, promoted=promoted, relegated=relegated))


def test_the_first_go_up_and_the_last_go_down():
    assert fates_of([a_match(FLEECE, SHEARS), a_match(DROVER, TUP, WON_6_4)]) == [UP, STAY, STAY, DOWN]


def test_nobody_moves_before_a_match_was_played():
    assert fates_of([]) == [STAY] * 4


def test_a_shared_place_across_the_line_is_for_the_league_to_decide():
    level = [a_match(FLEECE, SHEARS, WON_6_4), a_match(DROVER, TUP, WON_6_4)]
    assert fates_of(level) == [UNDECIDED, UNDECIDED, UNDECIDED, UNDECIDED]
    assert fates_of(level, promoted=2, relegated=0) == [UP, UP, STAY, STAY]


def test_a_withdrawn_team_takes_nobody_s_place():
    gone = Withdrawal(team=TUP, on=NIGHT)
    points = Adjustment(team=DROVER, halves=1, on=NIGHT)
    assert fates_of([a_match(FLEECE, SHEARS)], gone, points) == [UP, STAY, DOWN, STAY]


def test_nobody_moves_in_a_division_too_small_for_its_lines():
    assert fates_of([a_match(FLEECE, SHEARS)], promoted=3, relegated=3) == [STAY] * 4
