"""Postponements, short teams, late starts and ineligible players: what the season's rule makes of them."""

import pytest

from league.competition.season_rules.rules import WARNING, Regulations, Sanction, from_data
from league.matches.outcomes import AtFault
from league.regulations.facts import BothSides, FactSide
from league.regulations.verdicts import (
    Ineligible,
    PostponementAnswer,
    agree_by,
    eligibility_verdict,
    late_start_verdict,
    postponement_verdict,
    replay_by,
    short_team_verdict,
)
from tests.regulations.cast import LONDON, NIGHT, at, real

HOME, AWAY, BOTH = AtFault.HOME, AtFault.AWAY, AtFault.BOTH


def asked(when, rule, **particulars):
    regulations = real(rule) if isinstance(rule, str) else rule
    return postponement_verdict(when, NIGHT, regulations, LONDON, **particulars)


@pytest.mark.parametrize(
    ("rule", "when", "answer", "penalty"),
    [
        ("a Yorkshire dominoes", at(13, 20, 30), PostponementAnswer.ALLOWED, WARNING),
        ("a Yorkshire dominoes", at(13, 20, 31), PostponementAnswer.REFUSED, WARNING),
        ("a quiz league", at(12, 20, 30), PostponementAnswer.ALLOWED, WARNING),
        ("a quiz league", at(12, 20, 31), PostponementAnswer.MATCH_GIVEN, Sanction(pence=1000, match=True)),
        ("three days or less", at(10, 23, 59), PostponementAnswer.ALLOWED, WARNING),
        ("three days or less", at(11, 0, 1), PostponementAnswer.WITH_PENALTY, Sanction(pence=2000)),
        ("three days or less", at(13, 23, 59), PostponementAnswer.WITH_PENALTY, Sanction(pence=2000)),
        (
            "three days or less",
            at(14, 0, 1),
            PostponementAnswer.MATCH_GIVEN,
            Sanction(pence=2000, match=True),
        ),
        ("hour of the call", at(1), PostponementAnswer.MATCH_GIVEN, Sanction(match=True)),
        ("hour of the call", at(14, 12, 1), PostponementAnswer.MATCH_GIVEN, Sanction(match=True, pence=500)),
        ("hour of the call", at(14, 17, 1), PostponementAnswer.MATCH_GIVEN, Sanction(match=True, pence=1000)),
        ("hour of the call", at(14, 20, 30), PostponementAnswer.REFUSED, WARNING),
        ("seven points", at(14, 20, 29), PostponementAnswer.ALLOWED, WARNING),
        ("seven points", at(14, 20, 30), PostponementAnswer.REFUSED, WARNING),
    ],
)
def test_with_so_much_notice_a_match_may_be_put_off_or_not(rule, when, answer, penalty):
    verdict = asked(when, rule)
    assert (verdict.answer, verdict.penalty) == (answer, penalty)


def test_the_reason_of_a_refusal_says_until_when_it_was_possible():
    assert asked(at(14, 9, 0), "a Yorkshire dominoes").reason == (
        "This match could be postponed until 8.30 pm on Wednesday 13 January, not later."
    )


def test_an_excuse_needs_no_notice():
    assert asked(at(14, 19, 0), "a Swiss crib", because="Weather").answer is PostponementAnswer.ALLOWED
    assert asked(at(14, 19, 0), "a Swiss crib", because="a birthday").answer is PostponementAnswer.REFUSED


LIMITED = from_data(
    {
        "postponements": {"limit": 2, "excuses": ["weather"]},
        "late_new_date": [{"due": {"days": 7}}],
        "late_replay": [{"due": {"weeks": 4}}, {"due": {"on": "2027-01-31"}}],
    }
)


@pytest.mark.parametrize(
    ("before", "answer"),
    [(1, PostponementAnswer.ALLOWED), (2, PostponementAnswer.REFUSED), (3, PostponementAnswer.REFUSED)],
)
def test_a_team_may_put_off_two_in_a_season(before, answer):
    assert asked(at(1), LIMITED, before=before).answer is answer
    assert asked(at(1), LIMITED, before=before, because="weather").answer is PostponementAnswer.ALLOWED


def test_a_new_date_is_to_be_agreed_and_played_in_time():
    assert agree_by(at(10), LIMITED, LONDON) == at(18, 0, 0)
    assert replay_by(NIGHT, LIMITED, LONDON) == at(1, 0, 0, month=2)
    assert replay_by(at(7), real("seven points"), LONDON) == at(5, 0, 0, month=2)


def places(verdict):
    return [(forfeit.table, forfeit.at_fault) for forfeit in verdict.forfeits]


@pytest.mark.parametrize(
    ("rule", "home", "away", "tables", "a_side", "forfeits"),
    [
        # pairs at four tables
        ("a missing table", 8, 8, 4, 2, []),
        ("a missing table", 7, 8, 4, 2, [(4, HOME)]),
        ("a missing table", 8, 5, 4, 2, [(3, AWAY), (4, AWAY)]),
        ("a missing table", 6, 4, 4, 2, [(3, AWAY), (4, BOTH)]),
        ("a missing table", 7, 7, 4, 2, [(4, BOTH)]),
        ("a missing table", 3, 8, 4, 2, [(None, HOME)]),
        ("a missing table", 3, 0, 4, 2, [(None, BOTH)]),
        ("a missing table", 12, 8, 4, 2, []),
        # two may play twice
        ("two may play twice", 7, 8, 4, 2, []),
        ("two may play twice", 6, 6, 4, 2, []),
        ("two may play twice", 5, 8, 4, 2, [(None, HOME)]),
        ("two may play twice", 7, 6, 5, 2, [(5, BOTH)]),
        # three singles play three frames each
        ("three frames each", 3, 8, 9, 1, []),
        ("three frames each", 3, 8, 10, 1, [(10, HOME)]),
        ("three frames each", 2, 8, 9, 1, [(None, HOME)]),
    ],
)
def test_a_short_side_gives_the_last_tables(rule, home, away, tables, a_side, forfeits):
    verdict = short_team_verdict(
        BothSides(home=home, away=away), real(rule), tables=tables, players_a_side=a_side
    )
    assert places(verdict) == forfeits


def test_one_player_cannot_be_a_pair():
    rules = from_data({"short_teams": {"may_repeat": 1}})
    verdict = short_team_verdict(BothSides(home=1, away=4), rules, tables=2, players_a_side=2)
    assert places(verdict) == [(1, HOME), (2, HOME)]


def test_with_fewer_than_four_a_side_plays_but_cannot_win():
    verdict = short_team_verdict(
        BothSides(home=3, away=4), real("no win with fewer"), tables=4, players_a_side=1
    )
    assert (places(verdict), verdict.cannot_win) == ([(4, HOME)], (FactSide.HOME,))


def test_a_season_without_rules_gives_nothing():
    assert (
        places(short_team_verdict(BothSides(home=0, away=8), Regulations(), tables=4, players_a_side=2)) == []
    )
    late = late_start_verdict(NIGHT, BothSides(home=None, away=None), Regulations(), at(15), LONDON, tables=4)
    assert (late.forfeits, late.home, late.away) == ((), None, None)
    assert (
        places(eligibility_verdict([Ineligible(player=1, side=FactSide.HOME, table=1)], Regulations())) == []
    )


A_TABLE_EACH_QUARTER = from_data(
    {
        "late_start": [
            {"minutes": 15, "every": 15, "penalty": {"tables": 1}},
            {"at": "21:15", "penalty": {"match": True}},
        ]
    }
)


def ready(home, away, now=None):
    verdict = late_start_verdict(
        NIGHT, BothSides(home=home, away=away), A_TABLE_EACH_QUARTER, now or at(14, 23, 0), LONDON, tables=4
    )
    return places(verdict)


@pytest.mark.parametrize(
    ("home", "away", "forfeits"),
    [
        (NIGHT, NIGHT, []),
        (at(14, 20, 45), NIGHT, []),
        (at(14, 20, 46), NIGHT, [(4, HOME)]),
        (NIGHT, at(14, 21, 1), [(3, AWAY), (4, AWAY)]),
        (at(14, 20, 46), at(14, 21, 1), [(3, AWAY), (4, BOTH)]),
        (at(14, 21, 16), at(14, 20, 46), [(None, HOME)]),
        (None, None, [(None, BOTH)]),
    ],
)
def test_a_table_for_every_quarter_of_an_hour_and_the_match_at_a_quarter_past_nine(home, away, forfeits):
    assert ready(home, away) == forfeits


def test_a_side_not_there_yet_is_late_by_now():
    assert ready(NIGHT, None, now=at(14, 20, 50)) == [(4, AWAY)]


def test_games_and_minutes_of_a_late_side():
    verdict = late_start_verdict(
        NIGHT, BothSides(home=NIGHT, away=at(14, 21, 10)), real("a frame for"), at(15), LONDON, tables=1
    )
    assert verdict.home is None
    assert (verdict.away.words, verdict.away.penalty) == ("40 minutes", Sanction(games=2))


def guest(side=FactSide.HOME, table=2, player=7, games_won=0):
    return Ineligible(player=player, side=side, table=table, games_won=games_won)


@pytest.mark.parametrize(
    ("rule", "found", "forfeits", "home", "away"),
    [
        ("both pay £25", [], [], WARNING, WARNING),
        ("both pay £25", [guest()], [(2, HOME)], WARNING, WARNING),
        ("both pay £25", [guest(), guest(table=1)], [(1, HOME), (2, HOME)], WARNING, WARNING),
        ("both pay £25", [guest(), guest(FactSide.AWAY)], [(2, BOTH)], WARNING, WARNING),
        ("costs the match", [guest(FactSide.AWAY)], [(None, AWAY)], WARNING, WARNING),
        ("costs the match", [guest(), guest(FactSide.AWAY, table=4)], [(None, BOTH)], WARNING, WARNING),
        ("£10 and two", [guest(FactSide.AWAY)], [], WARNING, Sanction(pence=1000, halves=4)),
        ("£10 and two", [guest(), guest(table=3)], [], Sanction(pence=1000, halves=4), WARNING),
        ("£10 and two", [guest(), guest(player=8)], [], Sanction(pence=2000, halves=8), WARNING),
        ("three frames", [guest(games_won=2), guest(table=3, games_won=1)], [], Sanction(halves=10), WARNING),
        (
            "three frames",
            [guest(games_won=2), guest(player=8, games_won=2)],
            [],
            Sanction(halves=12),
            WARNING,
        ),
    ],
)
def test_an_ineligible_player_costs_the_table_the_match_or_points(rule, found, forfeits, home, away):
    verdict = eligibility_verdict(found, real(rule))
    assert (places(verdict), verdict.home, verdict.away) == (forfeits, home, away)


def test_the_reason_of_a_forfeit_says_who_and_where():
    (table,) = eligibility_verdict([guest(FactSide.AWAY)], real("both pay £25")).forfeits
    assert table.reason == "The away side had a player at table 2 who was not eligible."
    (short,) = short_team_verdict(
        BothSides(home=7, away=8), real("a missing table"), tables=4, players_a_side=2
    ).forfeits
    assert short.reason == "The home side had seven and the away side had eight players."
