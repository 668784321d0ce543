"""What went wrong in a season, counted for each team and proposed with its reason."""

import pytest

from league.competition.season_rules.rules import WARNING, Regulations, Sanction, from_data
from league.matches.outcomes import AtFault
from league.regulations.deadlines import OffenceKind
from league.regulations.facts import BothSides, FactSide, PutOff, WalkoverFact
from league.regulations.sanctions import offences
from tests.regulations.cast import DROVER, FLEECE, LONDON, NIGHT, SHEARS, TUP, a_match, at, real

LATER = at(28, month=2)


def found(matches, regulations, now=LATER, waived=()):
    return offences(matches, regulations, now, LONDON, waived)


def costs(matches, regulations, **asked):
    return [(one.team, one.number, one.penalty) for one in found(matches, regulations, **asked)]


def test_a_season_that_regulates_nothing_knows_no_offence():
    assert found([a_match()], Regulations()) == ()


@pytest.mark.parametrize(
    ("rule", "known", "expected"),
    [
        # a result late by the winner, who is home, away, nobody or not known
        ("a Cornish euchre", {"result_at": at(17), "winner": FactSide.HOME}, [(FLEECE, Sanction(halves=2))]),
        ("a Cornish euchre", {"result_at": at(17), "winner": FactSide.AWAY}, [(SHEARS, Sanction(halves=2))]),
        ("a Cornish euchre", {"result_at": at(17)}, []),
        ("a Cornish euchre", {"result_at": at(15), "winner": FactSide.HOME}, []),
        # both captains answer for it
        ("another", {}, [(SHEARS, WARNING), (FLEECE, WARNING)]),
        # each for its own report
        ("a Yorkshire dominoes", {"reports": BothSides(home=at(15), away=None)}, [(SHEARS, WARNING)]),
        ("a Yorkshire dominoes", {"reports": BothSides(home=None, away=at(15))}, [(FLEECE, WARNING)]),
        ("a Yorkshire dominoes", {}, [(SHEARS, WARNING), (FLEECE, WARNING)]),
        # £2 on Monday, £5 in all a week later
        ("on Monday £2", {"result_at": at(19)}, [(FLEECE, Sanction(pence=200))]),
        ("on Monday £2", {}, [(FLEECE, Sanction(pence=200)), (FLEECE, Sanction(pence=300))]),
        # five points, and the match after 28 days
        ("a squash league", {}, [(FLEECE, Sanction(halves=10)), (FLEECE, Sanction(match=True))]),
        # the scorecard of one side, and of both
        ("its sheet", {"cards": BothSides(home=NIGHT, away=None)}, [(SHEARS, Sanction(pence=500, halves=1))]),
        ("its sheet", {}, [(SHEARS, Sanction(pence=500, halves=1)), (FLEECE, Sanction(pence=500, halves=1))]),
        # a walkover by one side, and by both
        (
            "on Monday £2",
            {"walkover": WalkoverFact(at_fault=AtFault.AWAY, at=NIGHT)},
            [(SHEARS, Sanction(pence=1000))],
        ),
        (
            "£15 for not",
            {"walkover": WalkoverFact(at_fault=AtFault.BOTH, at=NIGHT)},
            [(SHEARS, Sanction(pence=1500)), (FLEECE, Sanction(pence=1500))],
        ),
        # a frame for every fifteen minutes
        (
            "a frame for",
            {"ready": BothSides(home=at(14, 20, 45), away=at(14, 21, 1))},
            [(SHEARS, Sanction(games=2))],
        ),
        (
            "a Swiss crib",
            {"ready": BothSides(home=at(14, 21, 1), away=NIGHT)},
            [(FLEECE, Sanction(match=True))],
        ),
    ],
)
def test_who_pays_what(rule, known, expected):
    assert [(one.team, one.penalty) for one in found([a_match(**known)], real(rule))] == expected


def asked(when, by=FactSide.HOME, because=""):
    return a_match(at(11, month=2), put_offs=(PutOff(at=when, starts_at=NIGHT, by=by, because=because),))


@pytest.mark.parametrize(
    ("rule", "match", "expected"),
    [
        ("a quiz league", asked(at(12)), []),
        ("a quiz league", asked(at(12, 20, 31)), [(FLEECE, Sanction(pence=1000, match=True))]),
        ("a quiz league", asked(at(13), FactSide.AWAY), [(SHEARS, Sanction(pence=1000, match=True))]),
        ("a quiz league", asked(at(13), None), []),
        ("three days or less", asked(at(10, 23, 0)), []),
        ("three days or less", asked(at(11, 1, 0)), [(FLEECE, Sanction(pence=2000))]),
        ("three days or less", asked(at(14, 9, 0)), [(FLEECE, Sanction(pence=2000, match=True))]),
        ("hour of the call", asked(at(14, 11, 0)), [(FLEECE, Sanction(match=True))]),
        ("hour of the call", asked(at(14, 16, 0)), [(FLEECE, Sanction(match=True, pence=500))]),
        ("hour of the call", asked(at(14, 19, 0)), [(FLEECE, Sanction(match=True, pence=1000))]),
        ("a Swiss crib", asked(at(14), because="weather"), []),
    ],
)
def test_a_postponement_asked_for_late(rule, match, expected):
    late = [one for one in found([match], real(rule)) if one.kind is OffenceKind.LATE_POSTPONEMENT]
    assert [(one.team, one.penalty) for one in late] == expected


@pytest.mark.parametrize(
    ("rule", "by", "expected"),
    [
        ("seven points", FactSide.HOME, [(FLEECE, Sanction(halves=14, pence=5000))]),
        ("seven points", FactSide.AWAY, [(SHEARS, Sanction(halves=14, pence=5000))]),
        ("both pay £25", FactSide.HOME, [(SHEARS, Sanction(pence=2500)), (FLEECE, Sanction(pence=2500))]),
    ],
)
def test_a_match_put_off_and_not_played_within_28_days(rule, by, expected):
    match = a_match(None, put_offs=(PutOff(at=at(1), starts_at=NIGHT, by=by),))
    assert [(one.team, one.penalty) for one in found([match], real(rule))] == expected


STEPS = from_data(
    {
        "late_result": [
            {
                "due": {"days": 2},
                "pays": "home",
                "penalties": [{}, {"pence": 500}, {"points": 2}],
            }
        ]
    }
)


def test_first_a_warning_then_a_fine_then_points_and_points_again():
    weeks = [a_match(at(1 + 7 * week), match=week) for week in range(4)]
    assert costs(reversed(weeks), STEPS) == [
        (FLEECE, 1, WARNING),
        (FLEECE, 2, Sanction(pence=500)),
        (FLEECE, 3, Sanction(halves=4)),
        (FLEECE, 4, Sanction(halves=4)),
    ]


def test_each_team_is_counted_by_itself():
    matches = [
        a_match(match=1),
        a_match(match=2, home=DROVER, away=TUP),
        a_match(at(21), match=3, home=DROVER),
    ]
    assert [(team, number) for team, number, _ in costs(matches, STEPS)] == [
        (FLEECE, 1),
        (DROVER, 1),
        (DROVER, 2),
    ]


def test_each_deadline_of_a_kind_is_counted_by_itself():
    twice = from_data(
        {
            "late_result": [
                {"due": {"days": 2}, "pays": "home", "penalties": [{}, {"pence": 500}]},
                {"due": {"days": 9}, "pays": "home", "penalties": [{"points": 1}, {"points": 2}]},
            ]
        }
    )
    assert costs([a_match(match=1), a_match(at(21), match=2)], twice) == [
        (FLEECE, 1, WARNING),
        (FLEECE, 1, Sanction(halves=2)),
        (FLEECE, 2, Sanction(pence=500)),
        (FLEECE, 2, Sanction(halves=4)),
    ]


def test_what_was_waived_is_not_counted():
    matches = [a_match(match=1), a_match(at(21), match=2)]
    first, _ = found(matches, STEPS)
    assert first.key == "late_result-1-1-h"
    (second,) = found(matches, STEPS, waived={first.key})
    assert (second.match, second.number, second.penalty) == (2, 1, WARNING)


def test_the_reason_says_what_was_due_when_and_what_happened():
    late, never = found([a_match(result_at=at(17, 15, 15), match=1), a_match(at(21), match=2)], STEPS)
    assert late.reason == (
        "The result was due by the end of Saturday 16 January; that was at 3.15 pm on "
        "Sunday 17 January. Number 1 of its kind this season: a warning."
    )
    assert never.reason == (
        "The result was due by the end of Saturday 23 January; that has not happened. "
        "Number 2 of its kind this season: £5."
    )


def test_two_postponements_of_one_match_are_two_offences():
    match = a_match(
        at(28),
        put_offs=(
            PutOff(at=at(13), starts_at=NIGHT, by=FactSide.HOME),
            PutOff(at=at(20), starts_at=at(21), by=FactSide.HOME),
        ),
    )
    late = found([match], real("a quiz league"))
    assert [one.number for one in late] == [1, 2]
    assert len({one.key for one in late}) == 2
