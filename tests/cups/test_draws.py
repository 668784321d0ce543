"""Draws, byes, late entries, the plate, highest losers, and a final at a neutral pub."""

import pytest

from league.competition.season_rules.fields import UnreadableRegulations
from league.cups.brackets import bracket_of
from league.cups.entries import CupState, Entrant
from league.cups.progress import (
    highest_losers,
    plate_entrants,
    with_draw,
    with_entrant,
    with_result,
    with_scratch,
    without_draw,
)
from league.cups.rules import CupRefused, CupRules, DrawnBy, Fill, Plate
from league.cups.sentences import to_be_drawn_in_words
from league.cups.serialization import rules_from_data, rules_to_data
from league.matches.outcomes import AtFault
from tests.cups.cast import a_cup, entrants, played_out, played_round, result

LATE = Entrant(key=99, name="The Latecomers")


def words_of(one):
    return [(tie.home.words, tie.away.words) for tie in one.lines]


def test_a_seeded_bracket_says_who_waits_for_whom():
    cup = with_draw(a_cup(6, seeds=6, drawn_by=DrawnBy.BRACKET), "a lot")
    quarters, semis, final = bracket_of(cup).rounds
    assert words_of(quarters) == [
        ("The Fleece", "bye"),
        ("The Bell", "The Tup"),
        ("The Drover", "The Plough"),
        ("The Shears", "bye"),
    ]
    assert words_of(semis) == [("The Fleece", "winner of tie 1"), ("winner of tie 2", "The Shears")]
    assert words_of(final) == [("winner of tie 3", "winner of tie 4")]
    assert [one.title for one in (quarters, semis, final)] == ["Quarter-finals", "Semi-finals", "Final"]


def test_in_an_open_draw_the_rounds_to_come_are_empty_lines():
    rounds = bracket_of(with_draw(a_cup(9), "a lot")).rounds
    assert [one.title for one in rounds] == ["First round", "Quarter-finals", "Semi-finals", "Final"]
    assert [len(one.ties) for one in rounds] == [1, 4, 2, 1]
    assert words_of(rounds[2]) == [("to be drawn", "to be drawn")] * 2


def test_the_order_out_of_the_hat_is_kept_with_its_lot():
    (draw,) = with_draw(a_cup(5), "the seven of clubs").draws
    assert (draw.round, draw.lot, sorted(draw.order)) == (1, "the seven of clubs", [1, 2, 3, 4, 5])
    first = bracket_of(with_draw(a_cup(5), "the seven of clubs")).rounds[0]
    seated = [seat.entrant.key for tie in first.lines for seat in (tie.home, tie.away) if seat.entrant]
    assert tuple(seated) == draw.order


def test_a_round_is_drawn_only_when_the_one_before_is_decided():
    cup = with_draw(a_cup(4), "a lot")
    (first, second) = bracket_of(cup).rounds[0].ties
    cup = with_result(cup, result(first, (15, 9)))
    with pytest.raises(CupRefused) as refusal:
        with_draw(cup, "another")
    open_tie = f"{second.home.words} v {second.away.words}"
    assert str(refusal.value) == f"Still to be decided in the semi-finals: {open_tie}."


@pytest.mark.parametrize(
    ("cup", "lot", "why"),
    [
        (a_cup(1), "a lot", "One entered; a draw needs two or more."),
        (a_cup(4), "  ", "A draw needs a lot"),
        (with_draw(a_cup(4, drawn_by=DrawnBy.BRACKET), "a lot"), "again", "is already drawn"),
        (played_out(a_cup(2)), "again", "have won the cup; there is nothing left to draw."),
    ],
)
def test_what_cannot_be_drawn_is_refused(cup, lot, why):
    with pytest.raises(CupRefused, match=why):
        with_draw(cup, lot)


@pytest.mark.parametrize(
    ("who", "why"),
    [
        (entrants(65), "65 have entered; a cup has room for 64."),
        (entrants(2) * 2, "Somebody has entered twice"),
        (
            (*entrants(2, seeds=2), Entrant(key=9, name="The Nine", seed=2)),
            "The Shears and The Nine are both seeded 2",
        ),
    ],
)
def test_who_cannot_enter_is_refused(who, why):
    with pytest.raises(CupRefused, match=why):
        CupState(rules=CupRules(), entrants=who)


@pytest.mark.parametrize("way", DrawnBy)
def test_a_late_entry_meets_somebody_who_was_free_and_changes_no_other_tie(way):
    before = with_draw(a_cup(5, drawn_by=way), "a lot")
    after = with_entrant(before, LATE)
    first, then = bracket_of(before).rounds[0], bracket_of(after).rounds[0]
    assert len(then.ties) == len(first.ties) + 1
    assert {frozenset((tie.home, tie.away)) for tie in first.ties} < {
        frozenset((tie.home, tie.away)) for tie in then.ties
    }
    (late,) = [tie for tie in then.ties if LATE in (tie.home.entrant, tie.away.entrant)]
    assert late.home.entrant in first.byes
    assert len(played_out(after).results) == 5


def test_with_nobody_free_or_the_next_round_begun_nobody_can_enter():
    with pytest.raises(CupRefused, match="All 4 are paired and there is no bye"):
        with_entrant(with_draw(a_cup(4), "a lot"), LATE)
    with pytest.raises(CupRefused, match="The second round is drawn"):
        with_entrant(with_draw(played_round(with_draw(a_cup(3), "a lot")), "b"), LATE)
    bracket = played_out(with_draw(a_cup(3, drawn_by=DrawnBy.BRACKET), "a lot"))
    with pytest.raises(CupRefused, match="would come too late"):
        with_entrant(bracket, LATE)


def test_before_the_draw_anybody_can_enter():
    assert with_entrant(a_cup(3), LATE).entrants[-1] == LATE


def test_a_draw_can_be_taken_back_while_nothing_is_played():
    cup = with_draw(a_cup(4), "a lot")
    assert without_draw(cup) == a_cup(4)
    with pytest.raises(CupRefused, match="has a result; undo that first"):
        without_draw(played_round(cup))


def highest_of(*losses):
    """Six entrants, three ties, lost with these scores."""
    cup = with_draw(a_cup(6, fill=Fill.HIGHEST_LOSERS), "a lot")
    for tie, score in zip(bracket_of(cup).rounds[0].ties, losses, strict=True):
        known = {"at_fault": AtFault.AWAY} if score is None else {}
        cup = with_result(cup, result(tie, *([] if score is None else [score]), **known))
    return cup


def test_the_highest_loser_goes_through_and_it_is_said_why():
    cup = highest_of((15, 9), (15, 12), (15, 3))
    best, *others = highest_losers(cup)
    assert best.goes_through
    assert best.reason == f"{best.entrant.name} lost 12-15: loser 1 of 3, and goes through."
    assert [other.score for other in others] == [(9, 15), (3, 15)]
    drawn = with_draw(cup, "another")
    assert best.entrant.key in drawn.draws[1].order
    assert len(drawn.draws[1].order) == 4


def test_losers_level_on_score_are_parted_by_the_margin_and_then_by_the_lot():
    assert highest_losers(highest_of((20, 12), (15, 12), (15, 3)))[0].score == (12, 15)
    best, second, _ = highest_losers(highest_of((15, 12), (15, 12), (15, 3)))
    assert best.reason.endswith("loser 1 of 3 by lot, and goes through.")
    assert second.reason.endswith("loser 2 of 3 by lot, and is out.")


def test_a_highest_loser_can_leave_before_and_after_the_draw():
    cup = highest_of((15, 9), (15, 12), (15, 3))
    best, second, _ = highest_losers(cup)
    with pytest.raises(CupRefused, match="are out of the cup already"):
        with_scratch(cup, second.entrant.key)
    before = with_draw(with_scratch(cup, best.entrant.key), "another")
    assert len(before.draws[1].order) == 3
    after = with_scratch(with_draw(cup, "another"), best.entrant.key)
    (tie,) = [one for one in bracket_of(after).rounds[1].ties if one.loser == best.entrant]
    assert tie.verdict.words == f"Walkover: {best.entrant.name} left the cup."


def test_a_tie_given_without_play_makes_no_highest_loser():
    cup = highest_of(None, None, None)
    assert highest_losers(cup) == ()
    second = bracket_of(with_draw(cup, "another")).rounds[1]
    assert (len(second.ties), len(second.byes)) == (1, 1)


def test_the_first_round_decides_who_goes_through_so_it_is_not_turned_round_later():
    cup = with_draw(highest_of((15, 9), (15, 12), (15, 3)), "another")
    with pytest.raises(CupRefused, match="The next round follows"):
        with_result(cup, result(bracket_of(cup).tie(1, 3), (15, 14)))


def test_where_neither_side_came_one_fewer_is_to_be_drawn():
    cup = with_draw(a_cup(8), "a lot")
    assert to_be_drawn_in_words(bracket_of(cup).rounds[1]) == "To be drawn: 4 go through, 2 ties."
    cup = with_result(cup, result(bracket_of(cup).tie(1, 1), at_fault=AtFault.BOTH))
    assert to_be_drawn_in_words(bracket_of(cup).rounds[1]) == "To be drawn: 3 go through."
    semis = bracket_of(with_draw(played_round(cup), "another")).rounds[1]
    assert (len(semis.ties), len(semis.byes)) == (1, 1)


def test_the_plate_takes_first_round_losers_but_nobody_who_gave_his_tie():
    cup = with_draw(a_cup(4, plate=Plate.FIRST_ROUND), "a lot")
    first, second = bracket_of(cup).rounds[0].ties
    cup = with_result(cup, result(first, (15, 9)))
    with pytest.raises(CupRefused, match="Still to be decided before the plate: the semi-finals"):
        plate_entrants(cup)
    cup = with_result(cup, result(second, at_fault=AtFault.HOME))
    assert plate_entrants(cup) == (first.away.entrant,)


def test_a_cup_without_a_plate_says_so():
    with pytest.raises(CupRefused, match="This cup has no plate"):
        plate_entrants(a_cup(4))


def test_the_final_is_at_a_neutral_pub_in_one_leg():
    cup = with_draw(a_cup(4, legs=2, neutral_rounds=1, drawn_by=DrawnBy.BRACKET), "a lot")
    semis, final = bracket_of(cup).rounds
    assert {(tie.legs, tie.is_neutral) for tie in semis.ties} == {(2, False)}
    assert {(tie.legs, tie.is_neutral) for tie in final.ties} == {(1, True)}
    assert bracket_of(played_out(cup)).is_over


def test_who_leaves_before_the_draw_is_not_in_the_hat():
    cup = with_scratch(a_cup(5), 3)
    assert 3 not in with_draw(cup, "a lot").draws[0].order
    with pytest.raises(CupRefused, match="have left the cup already"):
        with_scratch(cup, 3)
    beaten = next(tie.loser for tie in bracket_of(played_round(with_draw(a_cup(4), "a"))).rounds[0].ties)
    with pytest.raises(CupRefused, match="are out of the cup already"):
        with_scratch(played_round(with_draw(a_cup(4), "a")), beaten.key)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"drawn_by": "bracket", "legs": 2, "deciding_games": 3, "neutral_rounds": 2, "plate": "first_match"},
        {"fill": "highest_losers", "replays": 1},
        {"handicap": {"bands": [{"up_to": 5, "start": 1}, {"up_to": 10, "start": 3}], "by_result": 2}},
    ],
)
def test_the_rules_of_a_cup_come_back_from_a_plain_mapping(data):
    assert rules_to_data(rules_from_data(data)) == data


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"legs": 3}, "legs: received 3; it must be a whole number from 1 to 2."),
        ({"deciding_games": 2}, "it must be otherwise: 2 deciding games can end level"),
        (
            {"fill": "highest_losers", "drawn_by": "bracket"},
            "highest losers go through only",
        ),
        ({"handicap": {"bands": [{"up_to": 5}]}}, "handicap.bands[1]: received"),
        ({"handicap": {"each": 1, "bands": [{"up_to": 5, "start": 1}]}}, "not by both"),
        ({"handicap": {"bands": [{"up_to": 5, "start": 1}] * 2}}, "bands of a handicap stand in order"),
        ({"handicap": {"per": 0}}, "handicap.per: received 0"),
    ],
)
def test_rules_that_cannot_be_are_refused_by_their_key(data, why):
    with pytest.raises(UnreadableRegulations) as refusal:
        rules_from_data(data)
    assert why in str(refusal.value)
