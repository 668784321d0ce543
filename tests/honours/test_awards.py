"""Figures of players and pairs, and the season's awards: by what, and who has played too little."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.honours import awards
from league.honours.awards import (
    ALL_FOURS,
    AWARDS,
    BEST_PAIR,
    HANG_JACKS,
    MOST_GAMES_WON,
    PAIRS,
    PLAYER_OF_THE_SEASON,
    PLAYERS,
    WHITEWASHES,
    AwardStanding,
)
from league.honours.figures import Figures, SeatedGame, tallied
from scoring.hands import Hand
from scoring.seats import NOBODY

FLEECE, SHEARS = 1, 2
ALF, BET, CAL, DOT, ED, FAY = 11, 12, 13, 14, 15, 16


def winners(standing: AwardStanding) -> tuple[Figures, ...]:
    return tuple(line.figures for line in standing.lines if line.place == 1)


def honour(award, games, least=0, **known):
    return awards.honour(award, tallied(games, **known), least)


def game(score, home=(ALF, BET), away=(ED, FAY), match=1, teams=(FLEECE, SHEARS), hands=()):
    return SeatedGame(match=match, teams=teams, players=(home, away), score=score, hands=tuple(hands))


def figures(games, of, *who, **known):
    (found,) = [figure for figure in of(tallied(games, **known)) if figure.who == who]
    return found


def test_a_pair_s_games_are_added_up_whoever_sat_first():
    games = [game((15, 9)), game((4, 15), home=(BET, ALF), match=2), game((15, 0), home=(ALF, CAL), match=3)]
    pair = figures(games, PAIRS, ALF, BET)
    assert (pair.played, pair.won, pair.points_for, pair.points_against) == (2, 1, 19, 24)
    assert (pair.matches, pair.share_won) == (2, Fraction(1, 2))
    assert figures(games, PLAYERS, ALF).played == 3
    assert figures(games, PAIRS, ED, FAY).won == 1


def test_a_side_with_an_unknown_name_is_no_pair_but_counts_for_who_is_named():
    games = [game((15, 9), home=(ALF,))]
    assert figures(games, PLAYERS, ALF).won == 1
    assert [pair.who for pair in tallied(games).pairs] == [(ED, FAY)]


def test_a_player_belongs_to_the_team_he_sat_down_for_most_often():
    games = [game((15, 1)), game((15, 1), match=2), game((1, 15), home=(CAL, DOT), away=(ALF, FAY), match=3)]
    alf = figures(games, PLAYERS, ALF)
    assert (alf.team, alf.won) == (FLEECE, 3)


ALL_HOME = Hand(high=0, low=0, jack=0, game=0)
HANDS = [
    ALL_HOME,
    Hand(high=0, low=0, jack=0, game=None),
    Hand(high=0, low=0, jack=NOBODY, game=0),
    Hand(high=0, low=1, jack=0, game=0, hung=True),
    Hand(high=0, low=1, jack=1, game=0, hung=True),
    Hand(high=0, low=1, jack=1, game=0, hung=False),
]


def test_all_fours_are_hands_in_which_one_side_took_every_point_and_hung_jacks_are_counted_by_the_taker():
    games = [game((15, 6), hands=HANDS)]
    alf, ed = (figures(games, PLAYERS, who) for who in (ALF, ED))
    assert (alf.hands, alf.all_fours, alf.jacks_hung, alf.jacks_lost) == (6, 1, 1, 1)
    assert (ed.all_fours, ed.jacks_hung, ed.jacks_lost) == (0, 1, 1)


@pytest.mark.parametrize(
    ("score", "target", "whitewashes"),
    [
        ((15, 0), 15, 1),
        ((14, 0), 15, 0),
        ((15, 1), 15, 0),
        ((7, 0), None, 1),
        ((0, 0), None, 0),
        ((17, 0), 15, 1),
    ],
)
def test_a_whitewash_is_won_to_nil_at_the_target(score, target, whitewashes):
    assert figures([game(score)], PLAYERS, ALF, target=target).whitewashes == whitewashes
    assert figures([game(score)], PLAYERS, ED, target=target).whitewashes == 0


def season(*records):
    """So many games won and lost by each pair, a match a game."""
    games = []
    for pair, won, lost in records:
        games += [game((15, 10), home=pair, match=len(games) + number) for number in range(won)]
        games += [game((10, 15), home=pair, match=len(games) + number) for number in range(lost)]
    return games


def test_the_best_pair_has_won_the_greatest_share_from_five_matches_on():
    games = season(((ALF, BET), 6, 2), ((CAL, DOT), 4, 0), ((ALF, DOT), 3, 3))
    best = honour(BEST_PAIR, games, 5)
    assert [winner.who for winner in winners(best)] == [(ALF, BET)]
    assert best.lines[0].summary == "won 6 of 8, 110 to 90"
    assert [line.place for line in best.lines] == [1, 2, 3]
    (out,) = best.left_out
    assert (out.figures.who, out.would_have_won) == ((CAL, DOT), True)
    assert out.reason == "Played four matches; five are asked for."
    assert best.explained == (
        "Highest share of games won. If level: more games won, then points difference, from five matches on.",
    )


def test_level_on_the_share_more_games_won_and_then_the_difference_decide():
    games = season(((ALF, BET), 4, 0), ((CAL, DOT), 5, 0))
    assert [winner.who for winner in winners(honour(BEST_PAIR, games))] == [(CAL, DOT)]
    level = [game((15, 3)), game((15, 4), home=(CAL, DOT), match=2)]
    assert [one.who for one in winners(honour(BEST_PAIR, level))] == [(ALF, BET)]


def test_those_nothing_parts_share_the_award():
    player = honour(PLAYER_OF_THE_SEASON, season(((ALF, BET), 3, 1)))
    assert [winner.who for winner in winners(player)] == [(ALF,), (BET,)]
    assert [(line.place, line.is_shared) for line in player.lines][:2] == [(1, True), (1, True)]
    assert [line.place for line in player.lines] == [1, 1, 3, 3]


def test_who_has_nothing_to_show_for_an_award_is_not_in_its_lists():
    jacks = honour(HANG_JACKS, [game((15, 6), hands=[ALL_HOME])])
    assert (jacks.lines, jacks.left_out, winners(jacks)) == ((), (), ())


def test_jacks_are_said_and_the_fewest_lost_decide():
    hung = Hand(high=0, low=1, jack=0, game=0, hung=True)
    lost = Hand(high=0, low=1, jack=1, game=0, hung=True)
    games = [game((15, 6), hands=[hung]), game((15, 6), home=(CAL, DOT), match=2, hands=[hung, lost])]
    jacks = honour(HANG_JACKS, games)
    assert [winner.who for winner in winners(jacks)] == [(ALF,), (BET,)]
    assert jacks.lines[0].summary == "hung 1, lost 0"


def test_what_is_not_known_is_said():
    games = [game((15, 6), hands=HANDS), game((15, 2), home=(ALF,), match=2)]
    assert honour(ALL_FOURS, games).explained == (
        "The most hands in which the player’s side took High, Low, Jack and Game.",
        "In 1 of 2 games not every seat has a name.",
        "Of 1 of 2 games no hands are recorded.",
    )
    assert honour(ALL_FOURS, games).lines[0].summary == "1 of 6 hands"


def test_whitewashes_and_most_games_won():
    games = [game((15, 0)), game((15, 0), match=2), game((15, 0), home=(CAL, DOT), match=3)]
    assert honour(WHITEWASHES, games, target=15).lines[0].summary == "2 of 2 won to nil"
    assert [winner.who for winner in winners(honour(MOST_GAMES_WON, games))] == [(ALF,), (BET,)]
    few = honour(MOST_GAMES_WON, games, 3)
    assert {out.reason for out in few.left_out} == {
        "Played two matches; three are asked for.",
        "Played one match; three are asked for.",
    }


players = st.integers(1, 8)
sides = st.lists(players, min_size=0, max_size=2, unique=True).map(tuple)
games = st.lists(
    st.builds(
        SeatedGame,
        match=st.integers(1, 5),
        teams=st.sampled_from([(1, 2), (2, 1), (1, 3)]),
        players=st.tuples(sides, sides),
        score=st.tuples(st.integers(0, 15), st.integers(0, 15)),
        hands=st.lists(st.sampled_from(HANDS), max_size=3).map(tuple),
    ),
    max_size=12,
)


@given(games, st.sampled_from(list(AWARDS.values())), st.integers(0, 3))
def test_everybody_is_placed_or_left_out_with_a_reason_and_never_both(played, award, least):
    found = honour(award, played, least)
    placed = [line.figures.who for line in found.lines]
    out = [one.figures.who for one in found.left_out]
    assert len(set(placed + out)) == len(placed + out)
    assert all(one.reason.endswith(".") for one in found.left_out)
    assert [line.place for line in found.lines] == sorted(line.place for line in found.lines)
    assert bool(winners(found)) is bool(found.lines)


@given(games, st.randoms(use_true_random=False))
def test_the_order_of_the_games_changes_no_figure(played, random):
    shuffled = random.sample(played, len(played))
    for of in (PLAYERS, PAIRS):
        sums = [
            {one.who: (one.played, one.won, one.difference, one.jacks_hung, one.all_fours) for one in found}
            for found in (of(tallied(played)), of(tallied(shuffled)))
        ]
        assert sums[0] == sums[1]


@given(games)
def test_what_one_side_has_won_the_other_has_lost(played):
    even = [game for game in played if len(game.players[0]) == len(game.players[1])]
    players = tallied(even).players
    assert sum(player.difference for player in players) == 0
    assert sum(one.jacks_hung for one in players) == sum(one.jacks_lost for one in players)
