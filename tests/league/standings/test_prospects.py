"""What places are still possible, against trying every way a small season can end."""

import itertools
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from league.outcomes import Adjustment
from league.standings import Scheme, possible_points, prospects, standings
from scoring.matches import DecidedBy, MatchFormat
from tests.league.standings.cast import (
    HECKMONDWIKE,
    NAMES,
    NIGHT,
    a_match,
)

PLAIN = MatchFormat(
    tables=1, target=None, table_won=0, aggregate=0, match_win=6, match_draw=2, decided_by=DecidedBy.AGGREGATE
)
"""Three points for a win and one for a draw, in halves: what a match gives in all is not always the same."""
CLOSE = replace(PLAIN, match_win=6, match_draw=3, close_loss=2, close_loss_by=3)
"""A point for a narrow defeat."""
FORMS = (HECKMONDWIKE, PLAIN, CLOSE)
FIVE = {**NAMES, 5: "The Woolpack"}


# --- What a match can give --------------------------------------------------------------------


def test_four_tables_and_the_aggregate_give_ten_points_in_nine_ways():
    """Four tables always have the aggregate too, so nine to one cannot happen."""
    points = {(home / 2, away / 2) for home, away in possible_points(HECKMONDWIKE)}
    assert points == {(home, 10 - home) for home in (0, 2, 3, 4, 5, 6, 7, 8, 10)}


def test_three_one_nothing():
    assert possible_points(PLAIN) == {(6, 0), (2, 2), (0, 6)}


def test_a_narrow_defeat_is_one_of_the_ways():
    assert possible_points(CLOSE) == {(6, 0), (6, 2), (3, 3), (2, 6), (0, 6)}


SMALL_FORMS = st.builds(
    MatchFormat,
    tables=st.integers(1, 2),
    games_per_table=st.integers(1, 2),
    stop_when_decided=st.booleans(),
    target=st.sampled_from([1, 2, 3]),
    table_won=st.sampled_from([0, 4]),
    table_drawn=st.sampled_from([0, 2]),
    game_won=st.sampled_from([0, 1]),
    aggregate=st.sampled_from([0, 4]),
    match_win=st.sampled_from([0, 6]),
    match_draw=st.sampled_from([0, 2]),
    close_loss=st.sampled_from([0, 1]),
    close_loss_by=st.integers(0, 3),
    decided_by=st.sampled_from(DecidedBy),
)


@given(SMALL_FORMS)
@settings(max_examples=60, deadline=None)
def test_what_a_match_can_give_is_what_some_scores_give(form):
    from scoring.matches import score_match

    finals = [(form.target, less) for less in range(form.target)]
    finals += [final[::-1] for final in finals]
    games = form.games_per_table
    tables = [
        table
        for length in range(1, games + 1)
        for table in itertools.product(finals, repeat=length)
        if is_whole(table, games, form.stop_when_decided)
    ]
    found = {score_match(match, form).match_points for match in itertools.product(tables, repeat=form.tables)}
    assert possible_points(form) == found


def is_whole(table, games, stops):
    """Whether a table can have ended so: all games played, or just decided where it stops then."""

    def is_decided(played):
        lead = abs(sum(1 if home > away else -1 for home, away in played))
        return lead > games - len(played)

    if stops and any(is_decided(table[:length]) for length in range(1, len(table))):
        return False
    return len(table) == games or (stops and is_decided(table))


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


@st.composite
def unfinished_seasons(draw, most_to_come):
    form = draw(st.sampled_from(FORMS))
    names = dict(itertools.islice(FIVE.items(), draw(st.integers(3, 5))))
    pairs = list(itertools.permutations(names, 2))
    scores = st.sampled_from([(15, 8), (15, 13), (6, 15), (15, 2), (12, 15)])
    outcomes = [
        a_match(*draw(st.sampled_from(pairs)), tuple(draw(scores) for _ in range(form.tables)), key=key)
        for key in range(draw(st.integers(0, 6)))
    ]
    to_come = [draw(st.sampled_from(pairs)) for _ in range(draw(st.integers(0, most_to_come)))]
    outcomes += [a_match(*pair, None, key=50 + key) for key, pair in enumerate(to_come)]
    adjusted = st.builds(
        Adjustment, team=st.sampled_from(list(names)), halves=st.integers(-9, 9), on=st.just(NIGHT)
    )
    return form, names, outcomes, draw(st.lists(adjusted, max_size=3)), to_come


@given(unfinished_seasons(most_to_come=3))
@settings(max_examples=150, deadline=None)
def test_the_places_still_possible_are_those_of_every_way_the_season_can_end(season):
    form, names, outcomes, rulings, to_come = season
    scheme = Scheme(form=form)
    rows = standings(outcomes, rulings, names, scheme)
    found = prospects(outcomes, rulings, names, scheme)
    assert all(one.is_exact for one in found)
    assert {one.team: (one.best, one.worst, one.last) for one in found} == by_brute_force(rows, to_come, form)


@given(unfinished_seasons(most_to_come=6))
@settings(max_examples=60, deadline=None)
def test_left_at_a_bound_no_place_is_ruled_out_that_is_possible(season):
    form, names, outcomes, rulings, _ = season
    scheme = Scheme(form=form)
    exact = {one.team: one for one in prospects(outcomes, rulings, names, scheme, promoted=1, relegated=1)}
    for one in prospects(outcomes, rulings, names, scheme, promoted=1, relegated=1, effort=3):
        truth = exact[one.team]
        assert one.best <= truth.best
        assert (one.worst, one.last) >= (truth.worst, truth.last)
        assert one.certain <= truth.certain
        assert not one.is_exact or one == truth
