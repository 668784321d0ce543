"""How few teams must pass their limits, against every way of splitting the matches."""

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings.limits import fewest_past, possible_points
from tests.examples import examples
from tests.standings.cast import FORMS


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
