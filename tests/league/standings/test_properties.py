"""What holds for every season, however it went."""

import itertools
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from league.outcomes import Adjustment, AtFault, Walkover
from league.standings import Scheme, shares_of, standings
from tests.league.standings.cast import HECKMONDWIKE, NAMES, NIGHT, SCHEME, WEEK, a_match

TEAMS = tuple(NAMES)
OTHER_SIDE = {AtFault.HOME: AtFault.AWAY, AtFault.AWAY: AtFault.HOME, AtFault.BOTH: AtFault.BOTH}

losers = st.integers(0, 14)
final_scores = st.one_of(st.tuples(st.just(15), losers), st.tuples(losers, st.just(15)), st.none())
cards = st.one_of(st.none(), st.tuples(*[final_scores] * 4))


@st.composite
def walkovers(draw):
    """A whole match given, or some of its tables."""
    at_fault = st.sampled_from(AtFault)
    if draw(st.integers(0, 5)) == 0:
        return (Walkover(at_fault=draw(at_fault), on=NIGHT),)
    tables = draw(st.lists(st.integers(1, 4), unique=True, max_size=2))
    return tuple(Walkover(at_fault=draw(at_fault), table=table, on=NIGHT) for table in tables)


@st.composite
def seasons(draw):
    """Some matches of the cast, each with a card, a ruling, both or neither, and some adjustments."""
    outcomes = []
    for key in range(draw(st.integers(0, 8))):
        home, away = draw(st.permutations(TEAMS))[:2]
        week = draw(st.integers(1, 5))
        outcomes.append(a_match(home, away, draw(cards), *draw(walkovers()), week=week, key=key))
    rulings = draw(
        st.lists(
            st.builds(Adjustment, team=st.sampled_from(TEAMS), halves=st.integers(-6, 6), on=st.just(NIGHT)),
            max_size=3,
        )
    )
    return outcomes, rulings


forms = st.sampled_from(
    [
        HECKMONDWIKE,
        replace(HECKMONDWIKE, walkover_in_aggregate=True),
        replace(HECKMONDWIKE, aggregate=0, match_win=6, match_draw=2, match_loss=1),
        replace(HECKMONDWIKE, walkover_award=None),
    ]
)


@given(seasons(), forms)
def test_the_points_of_the_table_are_those_of_the_matches_and_the_rulings(season, form):
    outcomes, rulings = season
    rows = standings(outcomes, rulings, NAMES, Scheme(form=form))
    given_out = sum(share.halves for outcome in outcomes for share in shares_of(outcome, form) or ())
    assert sum(row.record.match_points for row in rows) == given_out + sum(one.halves for one in rulings)


@given(seasons(), st.randoms(use_true_random=False))
def test_the_order_in_which_results_came_in_never_changes_the_table(season, random):
    outcomes, rulings = season
    expected = standings(outcomes, rulings, NAMES, SCHEME)
    shuffled = [random.sample(things, len(things)) for things in (outcomes, rulings, list(NAMES.items()))]
    assert standings(shuffled[0], shuffled[1], dict(shuffled[2]), SCHEME) == expected


def turned_round(outcome):
    """The same match with the other team at home."""
    tables = outcome.tables and tuple(
        replace(table, games=tuple((away, home) for home, away in table.games)) for table in outcome.tables
    )
    walkovers = tuple(replace(one, at_fault=OTHER_SIDE[one.at_fault]) for one in outcome.walkovers)
    return replace(outcome, home=outcome.away, away=outcome.home, tables=tables, walkovers=walkovers)


@given(seasons(), forms)
def test_where_a_match_was_played_makes_no_difference(season, form):
    outcomes, rulings = season
    scheme = Scheme(form=form)
    turned = [turned_round(outcome) for outcome in outcomes]
    assert standings(turned, rulings, NAMES, scheme) == standings(outcomes, rulings, NAMES, scheme)


@given(seasons())
def test_a_place_is_one_more_than_the_number_of_teams_that_are_better(season):
    rows = standings(*season, NAMES, SCHEME)
    worth = {
        row.record.team: (row.record.match_points, row.record.score_difference, row.record.score_for)
        for row in rows
    }
    for row in rows:
        own = worth[row.record.team]
        assert row.place == 1 + sum(other > own for other in worth.values())
        assert row.is_shared == (list(worth.values()).count(own) > 1)


@given(seasons())
def test_what_separates_two_neighbours_is_the_first_criterion_they_differ_in(season):
    rows = standings(*season, NAMES, SCHEME)
    assert rows[0].above is None
    for ahead, row in itertools.pairwise(rows):
        assert (row.above.ahead, row.above.behind) == (ahead.record, row.record)
        assert [step.decides for step in row.above.steps[:-1]] == [False] * (len(row.above.steps) - 1)
        assert (row.above.decided_by is None) == (row.place == ahead.place)
        if row.above.decided_by:
            assert row.above.decided_by.ahead > row.above.decided_by.behind


@given(seasons(), st.integers(0, 6))
@settings(max_examples=50)
def test_as_it_stood_is_the_table_of_the_matches_until_then(season, weeks):
    outcomes, rulings = season
    day = NIGHT + weeks * WEEK
    until_then = [outcome for outcome in outcomes if outcome.date <= day or outcome.walkovers]
    assert standings(outcomes, rulings, NAMES, SCHEME, day) == standings(
        until_then, rulings, NAMES, SCHEME, day
    )
