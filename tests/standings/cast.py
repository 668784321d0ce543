"""The cast of these tests, and a match of theirs in one line."""

import datetime
import itertools
from dataclasses import replace

from hypothesis import strategies as st

from league.matches.outcomes import Adjustment, AtFault, MatchOutcome, TableOutcome, Walkover
from league.standings.scheme import Scheme
from scoring.matches import DecidedBy, MatchFormat

FLEECE, SHEARS, DROVER, TUP = 1, 2, 3, 4
NAMES = {FLEECE: "The Fleece", SHEARS: "The Shears", DROVER: "Packhorse & Drover", TUP: "The Tup and Bell"}
FIVE = {**NAMES, 5: "The Woolpack"}
NIGHT = datetime.date(2027, 1, 14)
WEEK = datetime.timedelta(weeks=1)

HECKMONDWIKE = MatchFormat(table_won=4, aggregate=4, walkover_in_aggregate=False)
"""Two points a table and two for the aggregate, in halves."""
SCHEME = Scheme(form=HECKMONDWIKE)
PLAIN = MatchFormat(
    tables=1, target=None, table_won=0, aggregate=0, match_win=6, match_draw=2, decided_by=DecidedBy.AGGREGATE
)
"""Three points for a win and one for a draw, in halves: what a match gives in all is not always the same."""
CLOSE = replace(PLAIN, match_win=6, match_draw=3, close_loss=2, close_loss_by=3)
"""A point for a narrow defeat."""
FORMS = (HECKMONDWIKE, PLAIN, CLOSE)

WON_8_2 = ((15, 13), (12, 15), (15, 11), (15, 8))
"""Three tables to one, 57-47 in all: six points and two more against two."""
WON_6_4 = ((15, 11), (9, 15), (15, 2), (13, 15))
"""Two tables each, 52-43 in all: the aggregate decides."""
DRAWN_5_5 = ((15, 10), (15, 12), (10, 15), (12, 15))
"""Two tables each and 52 each in all."""


def a_match(
    home: int = FLEECE,
    away: int = SHEARS,
    scores: tuple[tuple[int, int] | None, ...] | None = WON_8_2,
    *walkovers: Walkover,
    week: int = 1,
    key: int | None = None,
    **fields: object,
) -> MatchOutcome:
    """A match of that week; None for a table not played, None for all of them for a match without a card."""
    tables = scores and tuple(
        TableOutcome(number=number, games=(score,) if score else ())
        for number, score in enumerate(scores, start=1)
    )
    return MatchOutcome(
        match=key if key is not None else week * 100 + home * 10 + away,
        week=week,
        date=NIGHT + (week - 1) * WEEK,
        home=home,
        away=away,
        tables=tables,
        walkovers=walkovers,
        **fields,
    )


def given(at_fault: AtFault = AtFault.AWAY, table: int | None = None, **fields: object) -> Walkover:
    return Walkover(**{"at_fault": at_fault, "table": table, "on": NIGHT, "reason": "nobody came", **fields})


@st.composite
def unfinished_seasons(draw, most_to_come):
    """A format, names, outcomes, points given or taken, and who is still to meet whom."""
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
