"""How few teams must pass their limits, against every way of splitting the matches."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings.limits import fewest_past, possible_points
from scoring.matches import DecidedBy, MatchFormat, score_match
from tests.examples import examples
from tests.standings.cast import CLOSE, FORMS, HECKMONDWIKE, PLAIN


@given(
    st.sampled_from(FORMS),
    st.lists(st.integers(-2, 22), min_size=3, max_size=6),
    st.lists(st.tuples(st.integers(0, 5), st.integers(1, 5)), max_size=4),
)
@settings(max_examples=examples(150), deadline=None)
def test_the_fewest_that_must_pass_are_those_of_every_split(form, rooms, drawn):
    splits, room = possible_points(form), dict(enumerate(rooms))
    meetings = [(home % len(rooms), (home + on) % len(rooms)) for home, on in drawn]
    meetings = [(home, away) for home, away in meetings if home != away]
    fewest = len(rooms)
    for way in itertools.product(splits, repeat=len(meetings)):
        left = dict(room)
        for (home, away), (for_home, for_away) in zip(meetings, way, strict=True):
            left[home] -= for_home
            left[away] -= for_away
        fewest = min(fewest, sum(spare < 0 for spare in left.values()))
    found = fewest_past(room, meetings, splits)
    assert (found.teams, found.is_exact) == (fewest, True)


def test_a_split_that_is_found_after_another_was_tried():
    meetings = [(3, 0), (2, 3), (1, 0), (1, 2)]
    assert fewest_past({0: 8, 1: 11, 2: 7, 3: 11}, meetings, possible_points(CLOSE)).teams == 0


def test_four_tables_and_the_aggregate_give_ten_points_in_nine_ways():
    """Four tables always have the aggregate too, so nine to one cannot happen."""
    points = {(home / 2, away / 2) for home, away in possible_points(HECKMONDWIKE)}
    assert points == {(home, 10 - home) for home in (0, 2, 3, 4, 5, 6, 7, 8, 10)}


def test_three_one_nothing():
    assert possible_points(PLAIN) == {(6, 0), (2, 2), (0, 6)}


def test_a_narrow_defeat_is_one_of_the_ways():
    assert possible_points(CLOSE) == {(6, 0), (6, 2), (3, 3), (2, 6), (0, 6)}


def test_a_race_ends_with_the_game_that_wins_it():
    """Three tables of eleven games, first to 17."""
    race = MatchFormat(
        tables=3, games_per_table=11, race_to=17, target=14, table_won=0, game_won=2, aggregate=0
    )
    won = {(34, 2 * lost) for lost in range(17)}
    assert possible_points(race) == won | {pair[::-1] for pair in won}


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
@settings(max_examples=examples(60), deadline=None)
def test_what_a_match_can_give_is_what_some_scores_give(form):
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
