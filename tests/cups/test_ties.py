"""A tie by the rules of its cup: legs, starts, replays, deciding games, and what is given without play."""

import pytest

from league.cups.brackets import bracket_of, handicaps_now
from league.cups.entries import TieResult
from league.cups.progress import with_draw, with_result, with_scratch, without_result
from league.cups.rules import (
    CupRefused,
    CupRules,
    DrawnBy,
    Handicap,
    HandicapBand,
    Plate,
    parse_bands,
)
from league.cups.sentences import rules_in_words, standing_in_words
from league.cups.ties import tie_verdict, verify_result
from league.matches.outcomes import AtFault
from tests.cups.cast import a_cup, played_out, played_round, result

ONE_GAME = CupRules(deciding_games=1)
THREE_GAMES = CupRules(deciding_games=3)
REPLAY_THEN_GAME = CupRules(replays=1, deciding_games=1)
REPLAYS_ONLY = CupRules(deciding_games=0)


def how(rules, *legs, asked=1, start=(0, 0), **known):
    played = TieResult(round=1, number=1, legs=legs, **known)
    verify_result(played, rules, legs=asked, start=start)
    verdict = tie_verdict(played, rules, legs=asked, start=start)
    return verdict.winner, verdict.words


@pytest.mark.parametrize(
    ("rules", "legs", "known", "winner", "words"),
    [
        (ONE_GAME, [(10, 6)], {}, 0, "10-6."),
        (ONE_GAME, [(8, 8)], {}, None, "Level at 8-8: one deciding game is to be played."),
        (ONE_GAME, [(8, 8)], {"deciding": (0, 1)}, 1, "0-1 in a deciding game, after 8-8."),
        (THREE_GAMES, [(8, 8)], {}, None, "Level at 8-8: the most of three deciding games are to be won."),
        (THREE_GAMES, [(8, 8)], {"deciding": (2, 1)}, 0, "2-1 in deciding games, after 8-8."),
        (REPLAY_THEN_GAME, [(8, 8)], {}, None, "Level at 8-8: to be replayed at the away side’s pub."),
        (REPLAY_THEN_GAME, [(8, 8)], {"replays": ((6, 10),)}, 1, "6-10 in a replay, after 8-8."),
        (
            REPLAY_THEN_GAME,
            [(8, 8)],
            {"replays": ((7, 7),)},
            None,
            "Level at 8-8: one deciding game is to be played.",
        ),
        (
            REPLAYS_ONLY,
            [(8, 8)],
            {"replays": ((7, 7),)},
            None,
            "Level at 8-8: to be replayed at the home side’s pub.",
        ),
        (REPLAYS_ONLY, [(8, 8)], {"replays": ((7, 7), (9, 7))}, 0, "9-7 in a replay, after 8-8."),
    ],
)
def test_a_level_tie_at_eight_all_is_decided_by_the_rule_of_the_cup(rules, legs, known, winner, words):
    assert how(rules, *legs, **known) == (winner, words)


def test_two_legs_are_added_up():
    assert how(ONE_GAME, (10, 6), asked=2) == (None, "The second leg is to be played.")
    assert how(ONE_GAME, (10, 6), (5, 11), asked=2) == (1, "15-17 over two legs.")
    assert how(ONE_GAME, (10, 6), (6, 10), asked=2)[0] is None


def test_a_start_counts_in_every_leg():
    assert how(ONE_GAME, (10, 9), start=(0, 2)) == (1, "10-11 with the start.")
    assert how(ONE_GAME, (10, 7), (7, 8), asked=2, start=(0, 2))[1] == "17-19 over two legs with the start."


@pytest.mark.parametrize(
    ("rules", "legs", "known", "why"),
    [
        (ONE_GAME, [(-1, 3)], {}, "-1-3 is not a score. Scores are 0 or more."),
        (ONE_GAME, [(1, 3), (2, 2)], {}, "Two legs are entered; this tie has one leg."),
        (
            ONE_GAME,
            [(9, 7)],
            {"deciding": (1, 0)},
            "The tie was won already, 9-7. Nothing is played after that.",
        ),
        (
            ONE_GAME,
            [(8, 8)],
            {"deciding": (2, 1)},
            "2-1 decides nothing; a single deciding game would",
        ),
        (ONE_GAME, [(8, 8)], {"deciding": (0, 0)}, "0-0 decides nothing"),
        (ONE_GAME, [(8, 8)], {"replays": ((9, 7),)}, "One replay entered; the rules of this cup allow none."),
        (
            THREE_GAMES,
            [(8, 8)],
            {"deciding": (1, 0)},
            "1-0 decides nothing; three deciding games end 2-0",
        ),
        (REPLAY_THEN_GAME, [(8, 8)], {"deciding": (1, 0)}, "A level tie is replayed first"),
        (REPLAYS_ONLY, [(8, 8)], {"deciding": (1, 0)}, "This cup has no deciding games"),
        (ONE_GAME, [], {"deciding": (1, 0)}, "A replay or a deciding game comes after the tie itself"),
    ],
)
def test_what_cannot_have_been_is_refused_with_the_reason(rules, legs, known, why):
    with pytest.raises(CupRefused) as refusal:
        how(rules, *legs, **known)
    assert why in str(refusal.value)


BANDED = Handicap(
    bands=(HandicapBand(up_to=5, start=0), HandicapBand(up_to=10, start=3), HandicapBand(up_to=20, start=6))
)


@pytest.mark.parametrize(
    ("rule", "home", "away", "start"),
    [
        (BANDED, 30, 26, (0, 0)),
        (BANDED, 30, 22, (3, 0)),
        (BANDED, 22, 30, (0, 3)),
        (BANDED, 2, 90, (0, 6)),
        (Handicap(each=1), 4, 1, (3, 0)),
        (Handicap(each=2, per=3), 1, 9, (0, 4)),
        (Handicap(each=1, most=4), 1, 9, (0, 4)),
        (Handicap(each=1), 4, 4, (0, 0)),
    ],
)
def test_the_side_with_the_higher_handicap_starts_ahead(rule, home, away, start):
    assert rule.start(home, away) == start


def test_a_handicap_moves_two_with_every_result_played():
    rules = {"drawn_by": DrawnBy.BRACKET, "handicap": Handicap(each=1, by_result=2)}
    cup = with_draw(a_cup(3, seeds=3, **rules), "a lot")
    cup = with_result(cup, result(bracket_of(cup).tie(1, 2), (9, 1)))
    final = bracket_of(cup).final
    # The first seed was free and stands at nothing; the winner of the other tie has gone down by two.
    assert (final.home.entrant.key, final.start) == (1, (2, 0))


def test_a_walkover_sends_the_others_through_and_a_double_one_nobody():
    cup = with_draw(a_cup(4, seeds=4, drawn_by=DrawnBy.BRACKET), "a lot")
    first, second = bracket_of(cup).rounds[0].lines
    cup = with_result(cup, result(first, at_fault=AtFault.HOME, reason="Nobody came."))
    assert bracket_of(cup).tie(1, 1).winner == first.away.entrant
    assert bracket_of(cup).tie(1, 1).verdict.words == "Walkover: Nobody came."
    cup = with_result(cup, result(second, at_fault=AtFault.BOTH))
    final = bracket_of(cup).final
    assert final.is_bye
    assert bracket_of(cup).winner == first.away.entrant


def test_in_an_open_draw_without_anybody_to_meet_the_cup_is_won():
    cup = with_draw(a_cup(4), "a lot")
    first, second = bracket_of(cup).rounds[0].ties
    cup = with_result(with_result(cup, result(first, (9, 1))), result(second, at_fault=AtFault.BOTH))
    assert bracket_of(cup).winner == first.home.entrant
    with pytest.raises(CupRefused, match="have won the cup; there is nothing left to draw"):
        with_draw(cup, "another lot")


def test_somebody_who_leaves_gives_what_he_has_not_played():
    cup = with_draw(a_cup(4, seeds=4, drawn_by=DrawnBy.BRACKET), "a lot")
    cup = with_scratch(played_round(cup, lower_key_wins=True), 1)
    bracket = bracket_of(cup)
    assert bracket.rounds[0].winners[0].key == 1
    assert (bracket.winner.key, bracket.runner_up.key) == (2, 1)
    assert bracket.final.verdict.words == "Walkover: The Fleece left the cup."
    with pytest.raises(CupRefused, match="The cup is over"):
        with_scratch(cup, 2)


@pytest.mark.parametrize("way", DrawnBy)
def test_a_result_the_next_round_follows_from_can_be_corrected_but_not_turned_round(way):
    cup = played_round(with_draw(a_cup(4, drawn_by=way), "a lot"))
    if way is DrawnBy.ROUND:
        cup = with_draw(cup, "another")
    cup = played_round(cup)
    first = bracket_of(cup).tie(1, 1)
    won, lost = ((20, 3), (3, 20)) if first.verdict.winner == 0 else ((3, 20), (20, 3))
    assert bracket_of(with_result(cup, result(first, won))).tie(1, 1).verdict.score == won
    for wrong in (lost, (7, 7)):
        with pytest.raises(CupRefused, match="The next round follows from this tie"):
            with_result(cup, result(first, wrong))
    with pytest.raises(CupRefused, match="undo that first"):
        without_result(cup, 1, 1)
    assert not bracket_of(without_result(cup, 2, 1)).is_over


def test_there_is_no_result_of_a_tie_that_is_not_there_or_not_known():
    cup = with_draw(a_cup(3, seeds=3, drawn_by=DrawnBy.BRACKET), "a lot")
    for place, why in (((1, 9), "There is no tie 9"), ((1, 1), "has a bye"), ((2, 1), "not known yet")):
        with pytest.raises(CupRefused, match=why):
            with_result(cup, TieResult(round=place[0], number=place[1], legs=((3, 1),)))


def test_a_correction_that_would_change_the_start_of_what_is_played_is_refused():
    rules = {"drawn_by": DrawnBy.BRACKET, "handicap": Handicap(each=1, by_result=2)}
    cup = with_draw(a_cup(4, seeds=4, **rules), "a lot")
    first, second = bracket_of(cup).rounds[0].ties
    cup = with_result(cup, result(first, at_fault=AtFault.AWAY, reason="Nobody came."))
    cup = with_result(with_result(cup, result(second, (9, 1))), result(bracket_of(cup).final, (9, 1)))
    with pytest.raises(CupRefused, match="move a handicap"):
        with_result(cup, result(first, (9, 1)))
    cup = with_result(without_result(cup, 2, 1), result(first, (9, 1)))
    assert sorted(handicaps_now(cup).values()) == [-2, -2, 2, 2]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("5: 2", "“5: 2” is no band"),
        ("up to 5: 2,", "“” is no band"),
        ("up to ٥: 2", "is no band"),
        ("up to 10: 4, up to 5: 2", "“up to 5” stands after “up to 10”"),
        ("up to 0: 4", "out of reach"),
        ("up to 5: 501", "out of reach"),
        (", ".join(f"up to {n}: 1" for n in range(1, 32)), "room for 30"),
    ],
)
def test_what_is_no_band_is_refused(text, why):
    with pytest.raises(CupRefused, match=why):
        parse_bands(text)


def test_the_rules_in_words():
    rules = CupRules(
        legs=2,
        replays=1,
        neutral_rounds=2,
        plate=Plate.FIRST_ROUND,
        handicap=Handicap(bands=parse_bands("up to 5: 2, up to 10: 4, up to 15: 6"), by_result=2),
    )
    assert list(rules_in_words(rules)) == [
        "Every round has its own draw. Seeds only have the first byes.",
        "A tie is played home and away, added up.",
        "A level tie is replayed once, then goes to one deciding game.",
        "The last two rounds are played at a neutral pub, in one match.",
        "Whoever loses in the first round plays for the plate.",
        "The side with the higher handicap starts every match with two points where the handicaps differ by "
        "up to 5, four points by up to 10 and six points beyond that.",
        "After every tie that is played the winner’s handicap goes down by two and the loser’s up by two.",
    ]


def test_a_cup_says_how_it_stands_from_the_hat_to_the_winner():
    cup = a_cup(0)
    assert standing_in_words(cup) == "To be drawn; nobody entered so far."
    cup = a_cup(4)
    assert standing_in_words(cup) == "To be drawn; four entered so far."
    cup = with_draw(cup, "a lot")
    assert standing_in_words(cup) == "The semi-finals are to be played."
    first = bracket_of(cup).tie(1, 1)
    assert (
        standing_in_words(with_result(cup, result(first, (9, 1))))
        == "The semi-finals: one of two ties decided."
    )
    cup = played_round(cup)
    assert standing_in_words(cup) == "The final is to be drawn."
    cup = played_out(a_cup(4, seeds=4, drawn_by=DrawnBy.BRACKET), lower_key_wins=True)
    assert standing_in_words(cup) == "Won by The Fleece, who beat The Shears in the final."
