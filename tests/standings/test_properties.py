"""What holds for every season, however it went."""

import itertools
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from league.competition.tie_breaks import CRITERIA
from league.matches.outcomes import Adjustment, AtFault, Void, Walkover, Withdrawal, WithdrawalEffect
from league.standings.awards import AwardKind, WalkoverAward
from league.standings.rows import positions, standings
from league.standings.scheme import Scheme
from league.standings.shares import shares_of
from tests.examples import examples
from tests.standings.cast import HECKMONDWIKE, NAMES, NIGHT, SCHEME, WEEK, a_match

TEAMS = tuple(NAMES)
OTHER_SIDE = {AtFault.HOME: AtFault.AWAY, AtFault.AWAY: AtFault.HOME, AtFault.BOTH: AtFault.BOTH}

NIGHTS = tuple(NIGHT + week * WEEK for week in range(-2, 4))

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
    given_out = sum(share.half_points for outcome in outcomes for share in shares_of(outcome, form) or ())
    assert sum(row.record.match_points for row in rows) == given_out + sum(
        ruling.halves for ruling in rulings
    )


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
    walkovers = tuple(
        replace(walkover, at_fault=OTHER_SIDE[walkover.at_fault]) for walkover in outcome.walkovers
    )
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
@settings(max_examples=examples(50))
def test_as_it_stood_is_the_table_of_the_matches_until_then(season, weeks):
    outcomes, rulings = season
    day = NIGHT + weeks * WEEK
    until_then = [outcome for outcome in outcomes if outcome.date <= day or outcome.walkovers]
    assert standings(outcomes, rulings, NAMES, SCHEME, day) == standings(
        until_then, rulings, NAMES, SCHEME, day
    )


# --- Under any rules --------------------------------------------------------------------------

pairs = st.tuples(st.integers(0, 5), st.integers(0, 5))
days = st.integers(0, 6).map(lambda weeks: NIGHT + weeks * WEEK)
awards = st.builds(
    WalkoverAward,
    kind=st.sampled_from(AwardKind),
    score=st.just((9, 2)),
    points=st.sampled_from([None, 10]),
    in_aggregate=st.booleans(),
)
schemes = st.builds(
    Scheme,
    form=forms,
    tie_breaks=st.lists(st.sampled_from(list(CRITERIA)), unique=True, max_size=4).map(tuple),
    award=st.one_of(st.none(), awards),
)
"""Rules with any criteria in any order."""


def dated(draw, ruling):
    """The ruling, decided and perhaps revoked on some day."""
    revoked_on = draw(st.one_of(st.none(), days))
    return replace(ruling, on=draw(days), revoked_on=revoked_on)


@st.composite
def eventful_seasons(draw):
    """Matches with cards or totals, hang jacks known or not, void, given, play-offs; teams that leave."""
    outcomes, rulings = draw(seasons())
    eventful = []
    for outcome in outcomes:
        fields = {"walkovers": tuple(dated(draw, walkover) for walkover in outcome.walkovers)}
        if draw(st.integers(0, 9)) == 0:
            fields["voids"] = (dated(draw, Void(on=NIGHT, table=draw(st.sampled_from([None, 1])))),)
        if draw(st.integers(0, 4)) == 0:
            fields |= {"tables": None, "total": draw(pairs)}
        if draw(st.booleans()):
            fields["hang_jacks"] = draw(pairs)
        fields["is_play_off"] = draw(st.integers(0, 5)) == 0
        eventful.append(replace(outcome, **fields))
    gone = st.builds(
        Withdrawal, team=st.sampled_from(TEAMS), effect=st.sampled_from(WithdrawalEffect), on=st.just(NIGHT)
    )
    left = draw(st.lists(gone, max_size=2, unique_by=lambda one: one.team))
    return eventful, [dated(draw, ruling) for ruling in (*rulings, *left)]


@given(eventful_seasons(), schemes, st.randoms(use_true_random=False))
def test_under_any_rules_the_order_in_which_things_came_in_never_changes_the_table(season, scheme, random):
    outcomes, rulings = season
    shuffled = [random.sample(things, len(things)) for things in (outcomes, rulings, list(NAMES.items()))]
    assert standings(shuffled[0], shuffled[1], dict(shuffled[2]), scheme) == standings(
        outcomes, rulings, NAMES, scheme
    )


@given(eventful_seasons(), schemes, st.permutations(list(NAMES.values())))
def test_other_names_change_nothing_but_the_order_of_those_that_share_a_place(season, scheme, names):
    outcomes, rulings = season
    renamed = standings(outcomes, rulings, dict(zip(NAMES, names, strict=True)), scheme)
    found = standings(outcomes, rulings, NAMES, scheme)

    def by_team(rows):
        return {
            row.record.team: (row.place, row.is_shared, row.wants_play_off, replace(row.record, name=""))
            for row in rows
        }

    assert by_team(renamed) == by_team(found)
    assert [row.place for row in renamed] == [row.place for row in found]


def told(rows):
    """What the rows say, without what was decided about the rulings later."""
    return [
        (
            row.place,
            row.is_shared,
            row.wants_play_off,
            replace(row.record, adjustments=()),
            row.record.adjusted,
            row.above and [(step.criterion, step.ahead, step.behind, step.among) for step in row.above.steps],
        )
        for row in rows
    ]


@given(eventful_seasons(), schemes, days)
def test_as_it_stood_is_the_table_of_only_what_was_there(season, scheme, day):
    outcomes, rulings = season

    def known(decisions):
        """Those taken by then; what was revoked later stood."""
        by_then = (decision for decision in decisions if decision.on <= day)
        return tuple(
            replace(one, revoked_on=None) if one.revoked_on and one.revoked_on > day else one
            for one in by_then
        )

    there = []
    for outcome in outcomes:
        ruled = {"walkovers": known(outcome.walkovers), "voids": known(outcome.voids)}
        later = {"tables": None, "total": None, "hang_jacks": None} if outcome.date > day else {}
        there.append(replace(outcome, **ruled, **later))
    then = standings(outcomes, rulings, NAMES, scheme, day)
    assert told(then) == told(standings(there, known(rulings), NAMES, scheme))


@given(eventful_seasons(), schemes)
def test_every_step_above_the_last_is_level_and_the_last_decides_or_the_place_is_shared(season, scheme):
    rows = standings(*season, NAMES, scheme)
    for ahead, row in itertools.pairwise(rows):
        if row.above is None:
            assert row.record.is_withdrawn
            continue
        *before, last = row.above.steps
        assert not any(step.decides for step in before)
        assert last.decides == (row.place != ahead.place)
        if last.decides:
            assert (last.ahead < last.behind) == last.criterion.is_fewest
        asked = [step.criterion for step in row.above.steps]
        assert (*dict.fromkeys(asked), *row.above.unused_criteria) == scheme.criteria


@given(st.tuples(*[final_scores.filter(bool)] * 4), st.booleans())
def test_a_match_played_in_full_gives_ten_points_in_all(card, at_home):
    shares = shares_of(a_match(*((1, 2) if at_home else (2, 1)), card), HECKMONDWIKE)
    assert sum(share.half_points for share in shares) == 20
    assert sum(share.score_for - share.score_against for share in shares) == 0


rulings_of_days = st.one_of(
    st.builds(
        Adjustment,
        team=st.sampled_from(TEAMS),
        halves=st.integers(-6, 6),
        on=st.sampled_from(NIGHTS),
        revoked_on=st.one_of(st.none(), st.sampled_from(NIGHTS)),
    ),
    st.builds(
        Withdrawal,
        team=st.sampled_from(TEAMS),
        effect=st.sampled_from(WithdrawalEffect),
        on=st.sampled_from(NIGHTS),
    ),
)


@given(seasons(), st.lists(rulings_of_days, max_size=3), st.sampled_from(list(AwardKind)))
def test_the_places_by_week_are_those_of_the_table_of_each_day(season, rulings, kind):
    outcomes, _ = season
    outcomes = [
        replace(outcome, date=NIGHTS[number % len(NIGHTS)]) if number % 4 else outcome
        for number, outcome in enumerate(outcomes)
    ]
    scheme = Scheme(form=HECKMONDWIKE, award=WalkoverAward(kind=kind, score=(15, 5), in_aggregate=True))
    places = positions(outcomes, rulings, NAMES, scheme, NIGHTS)
    for number, day in enumerate(NIGHTS):
        rows = standings(outcomes, rulings, NAMES, scheme, as_of=day)
        assert {team: of_team[number] for team, of_team in places.items()} == {
            row.record.team: place for place, row in enumerate(rows, start=1)
        }
