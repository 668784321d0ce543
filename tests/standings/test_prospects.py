"""What places are still possible, against trying every way a small season can end."""

import itertools
from dataclasses import replace

from hypothesis import given, settings

from league.matches.outcomes import Adjustment, AtFault, Withdrawal, WithdrawalEffect
from league.standings.awards import AwardKind, WalkoverAward
from league.standings.counting import season_of
from league.standings.limits import possible_points
from league.standings.prospects import Certainty, Fate, fates, prospects, prospects_of
from league.standings.rows import standings, table_of
from league.standings.scheme import Scheme
from tests.examples import examples
from tests.standings.cast import (
    DROVER,
    FLEECE,
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    SCHEME,
    SHEARS,
    TUP,
    WON_6_4,
    WON_8_2,
    a_match,
    unfinished_seasons,
)
from tests.standings.cast import given as walkover

# --- Against every way it can end -------------------------------------------------------------


def every_end(rows, to_come, form):
    """The match points of every team, for every way the matches to come can go."""
    now = {row.record.team: row.record.match_points for row in rows}
    ways = [{(home, away, *pair) for pair in possible_points(form)} for home, away in to_come]
    for way in itertools.product(*ways):
        points = dict(now)
        for home, away, for_home, for_away in way:
            points[home] += for_home
            points[away] += for_away
        yield points


def by_brute_force(rows, to_come, form):
    """Best, worst and last place of each team over every end; a level team with a match to come is open."""
    figures = {row.record.team: (row.record.score_difference, row.record.score_for) for row in rows}
    busy = {team for match in to_come for team in match}
    found = {team: [len(rows), 1, 1] for team in figures}
    for points in every_end(rows, to_come, form):
        for team in figures:
            others = [other for other in figures if other != team]
            more = sum(points[other] > points[team] for other in others)
            level = [other for other in others if points[other] == points[team]]
            still_open = [other for other in level if {team, other} & busy]
            settled = [other for other in level if other not in still_open]
            better = sum(figures[other] > figures[team] for other in settled)
            same = sum(figures[other] == figures[team] for other in settled)
            best, worst, last = found[team]
            here = 1 + more + better
            found[team] = [
                min(best, here),
                max(worst, here + len(still_open)),
                max(last, here + len(still_open) + same),
            ]
    return {team: tuple(places) for team, places in found.items()}


@given(unfinished_seasons(most_to_come=3))
@settings(max_examples=examples(150), deadline=None)
def test_the_places_still_possible_are_those_of_every_way_the_season_can_end(season):
    form, names, outcomes, rulings, to_come = season
    scheme = Scheme(form=form)
    rows = standings(outcomes, rulings, names, scheme)
    found = prospects(outcomes, rulings, names, scheme)
    assert all(one.is_exact for one in found)
    assert {one.team: (one.best, one.worst, one.last) for one in found} == by_brute_force(rows, to_come, form)


@given(unfinished_seasons(most_to_come=3))
@settings(max_examples=examples(100), deadline=None)
def test_where_away_wins_are_worth_more_no_place_is_ruled_out_that_is_possible(season):
    form, names, outcomes, rulings, to_come = season
    scheme = Scheme(form=replace(form, match_win=2, match_win_away=5))
    ends = by_brute_force(standings(outcomes, rulings, names, scheme), to_come, scheme.form)
    for one in prospects(outcomes, rulings, names, scheme):
        best, worst, last = ends[one.team]
        assert one.best <= best
        assert (one.worst, one.last) >= (worst, last)
        assert not one.is_exact or (one.best, one.worst, one.last) == (best, worst, last)


@given(unfinished_seasons(most_to_come=6))
@settings(max_examples=examples(60), deadline=None)
def test_left_at_a_bound_no_place_is_ruled_out_that_is_possible(season):
    form, names, outcomes, rulings, _ = season
    scheme = Scheme(form=form)
    exact = {
        prospect.team: prospect
        for prospect in prospects(outcomes, rulings, names, scheme, promoted=1, relegated=1)
    }
    for one in prospects(outcomes, rulings, names, scheme, promoted=1, relegated=1, effort=3):
        truth = exact[one.team]
        assert one.best <= truth.best
        assert (one.worst, one.last) >= (truth.worst, truth.last)
        assert one.certain <= truth.certain
        assert not one.is_exact or one == truth


# --- Worked out by hand -----------------------------------------------------------------------

CHAMPIONS, PROMOTED, SAFE, RELEGATED = (
    Certainty.CHAMPIONS,
    Certainty.PROMOTED,
    Certainty.SAFE,
    Certainty.RELEGATED,
)


def points(*halves):
    """Points for the Fleece, the Shears, the Drover and the Tup."""
    return [Adjustment(team=team, halves=half, on=NIGHT) for team, half in zip(NAMES, halves, strict=True)]


def prospect_of(team, outcomes, rulings, **how):
    found = prospects(outcomes, rulings, NAMES, how.pop("scheme", SCHEME), **how)
    return next(one for one in found if one.team == team)


def places(team, outcomes, rulings=(), **how):
    one = prospect_of(team, outcomes, rulings, **how)
    return one.best, one.worst


def to_play(home, away, week=9):
    return a_match(home, away, None, week=week)


PLAYED = a_match(FLEECE, SHEARS, WON_8_2)
"""Sixteen halves to the Fleece, four to the Shears."""


def test_eleven_points_ahead_with_ten_to_play_for_is_champion():
    season = [PLAYED, to_play(SHEARS, TUP)]
    assert CHAMPIONS in prospect_of(FLEECE, season, points(9, 0, 0, 0)).certain
    # Ten ahead is not: level, the scores still to come can decide.
    one = prospect_of(FLEECE, season, points(8, 0, 0, 0))
    assert (one.best, one.worst, one.certain) == (1, 2, frozenset())


def test_teams_that_play_each_other_cannot_both_catch_up():
    """The Fleece have 20 halves and have finished; each of two others needs 11 of the 20 they play for."""
    season = [PLAYED, to_play(SHEARS, DROVER)]
    assert places(FLEECE, season, points(4, 5, 9, 0)) == (1, 2)


def test_nine_to_one_cannot_happen_so_both_cannot_stay_below():
    """The Fleece finish on 20. The Shears have room for two more and the Drover for 18, in halves."""
    season = [PLAYED, to_play(SHEARS, DROVER)]
    assert places(FLEECE, season, points(4, 14, 2, 0)) == (2, 2)
    # Room for four and sixteen: two to eight leaves all three level, and what separates them open.
    assert places(FLEECE, season, points(4, 12, 4, 0)) == (1, 3)


def test_finished_teams_level_on_points_are_separated_as_they_stand():
    season = [
        PLAYED,
        a_match(DROVER, TUP, ((15, 1), (15, 2), (15, 3), (8, 15))),
        to_play(SHEARS, TUP),
        to_play(SHEARS, TUP, week=10),
    ]
    # Both on 16 and done: the Drover have the better difference, whatever the others do.
    far_behind = points(90, 0, 90, 0)
    assert places(DROVER, season, far_behind) == (1, 1)
    assert places(FLEECE, season, far_behind) == (2, 2)
    # By the matches among the level teams it stays open: who they are is not known yet.
    by_meeting = Scheme(form=HECKMONDWIKE, tie_breaks=("head_to_head", "score_difference"))
    assert places(FLEECE, season, far_behind, scheme=by_meeting) == (1, 2)


def test_a_score_given_as_the_division_s_average_is_not_settled_while_there_is_play():
    season = [
        PLAYED,
        a_match(DROVER, TUP, None, walkover(AtFault.AWAY)),
        to_play(SHEARS, TUP),
        to_play(SHEARS, TUP, week=10),
    ]
    rulings = points(90, 0, 86, 0)
    by_score = Scheme(form=HECKMONDWIKE, tie_breaks=("score_for",))
    assert places(FLEECE, season, rulings, scheme=by_score) == (1, 1)
    award = WalkoverAward(kind=AwardKind.AVERAGE, in_aggregate=True)
    assert places(FLEECE, season, rulings, scheme=replace(by_score, award=award)) == (1, 2)


def test_where_nothing_separates_level_teams_they_share_the_place():
    season = [PLAYED, to_play(SHEARS, TUP)]
    no_more = Scheme(form=HECKMONDWIKE, tie_breaks=())
    one = prospect_of(FLEECE, season, points(8, 0, 0, 0), scheme=no_more)
    assert (one.best, one.worst, one.last) == (1, 1, 2)


def test_promoted_safe_and_relegated():
    season = [PLAYED, to_play(FLEECE, TUP), to_play(SHEARS, DROVER)]
    rulings = points(60, 30, 30, 0)
    found = {
        prospect.team: prospect.certain
        for prospect in prospects(season, rulings, NAMES, SCHEME, promoted=1, relegated=1)
    }
    assert found == {
        FLEECE: {CHAMPIONS, PROMOTED, SAFE},
        SHEARS: {SAFE},
        DROVER: {SAFE},
        TUP: {RELEGATED},
    }


def test_in_a_division_too_small_for_its_lines_nobody_moves():
    season = [PLAYED, to_play(FLEECE, TUP)]
    found = prospects(season, points(99, 0, 0, 0), NAMES, SCHEME, promoted=3, relegated=3)
    assert set().union(*(one.certain for one in found)) == {CHAMPIONS}


def test_nothing_is_certain_before_a_match_was_played():
    found = prospects([to_play(FLEECE, TUP)], points(99, 0, 0, 0), NAMES, SCHEME, promoted=1)
    assert all(not one.certain for one in found)


def test_at_the_end_the_place_is_the_place_and_a_shared_one_makes_nobody_champion():
    season = [a_match(FLEECE, SHEARS, WON_6_4), a_match(DROVER, TUP, WON_6_4)]
    one = prospect_of(FLEECE, season, ())
    assert (one.place, one.best, one.worst, one.last, one.certain) == (1, 1, 1, 2, frozenset())
    playing_off = Scheme(form=HECKMONDWIKE, tie_breaks=("score_difference", "score_for", "play_off"))
    assert places(FLEECE, season, scheme=playing_off) == (1, 2)


def test_a_match_given_or_of_a_team_that_left_is_not_to_come():
    lead = points(30, 0, 0, 0)
    given_away = a_match(SHEARS, TUP, None, walkover(AtFault.AWAY), week=8)
    assert CHAMPIONS in prospect_of(FLEECE, [PLAYED, given_away], lead).certain
    season = [PLAYED, *(to_play(SHEARS, TUP, week) for week in (5, 6, 7))]
    assert CHAMPIONS not in prospect_of(FLEECE, season, lead).certain
    gone = Withdrawal(team=TUP, on=NIGHT, effect=WithdrawalEffect.REST_FREE)
    assert CHAMPIONS in prospect_of(FLEECE, season, [*lead, gone]).certain
    assert {prospect.team for prospect in prospects(season, [gone], NAMES, SCHEME)} == {
        FLEECE,
        SHEARS,
        DROVER,
    }


def test_as_it_stood_what_was_played_later_was_still_to_come():
    season = [PLAYED, a_match(SHEARS, TUP, WON_8_2, week=2), a_match(SHEARS, TUP, WON_8_2, week=3)]
    lead = points(26, 0, 0, 0)
    assert CHAMPIONS in prospect_of(FLEECE, season, lead).certain
    assert CHAMPIONS not in prospect_of(FLEECE, season, lead, as_of=NIGHT).certain


def test_of_a_table_that_is_there_already_the_prospects_are_the_same_whatever_was_asked_before():
    season = [PLAYED, to_play(SHEARS, TUP, 5), to_play(FLEECE, DROVER, 6)]
    for rulings in (points(9, 0, 0, 0), points(0, 9, 0, 0)):
        for lines in ({"promoted": 1}, {"relegated": 1}):
            counted = season_of(season, rulings, SCHEME)
            asked = prospects_of(counted, table_of(counted, NAMES, SCHEME), SCHEME, **lines)
            assert asked == prospects(season, rulings, NAMES, SCHEME, **lines)


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
