"""An entrant's path to the final: what was played, who comes next, and whom they can still meet."""

from league.cups.brackets import bracket_of
from league.cups.paths import StepState, path_of
from league.cups.progress import with_draw, with_result
from league.cups.rules import DrawnBy
from tests.cups.cast import a_cup, played_round, result


def test_a_path_through_a_bracket_names_all_that_can_come() -> None:
    cup = with_draw(a_cup(7, seeds=7, drawn_by=DrawnBy.BRACKET), "a lot")
    bracket = bracket_of(cup)
    first, *_ = cup.entrants
    path = path_of(bracket, first)
    assert [step.state for step in path.steps] == [StepState.BYE, StepState.NEXT, StepState.TO_COME]
    assert [[other.seed for other in step.opponents] for step in path.steps] == [[], [5, 4], [3, 6, 7, 2]]
    assert path.places == {(1, 1), (2, 1), (3, 1)}


def test_a_path_ends_where_the_entrant_was_beaten_and_has_their_score_first() -> None:
    cup = with_draw(a_cup(4, seeds=4, drawn_by=DrawnBy.BRACKET), "a lot")
    tie = bracket_of(cup).rounds[0].ties[0]
    cup = with_result(cup, result(tie, (15, 9)))
    beaten, winner = tie.away.entrant, tie.home.entrant
    assert beaten is not None
    assert winner is not None
    (lost,) = path_of(bracket_of(cup), beaten).steps
    assert (lost.state, lost.score) == (StepState.LOST, (9, 15))
    assert [step.state for step in path_of(bracket_of(cup), winner).steps] == ["won", "next"]


def test_out_of_the_hat_anybody_left_can_come() -> None:
    cup = with_draw(a_cup(8, drawn_by=DrawnBy.ROUND), "a lot")
    first = cup.entrants[0]
    played = bracket_of(played_round(cup))
    winner = played.rounds[0].winners[0]
    assert len(path_of(bracket_of(cup), first).steps[1].opponents) == 7
    assert set(path_of(played, winner).steps[1].opponents) == set(played.rounds[0].winners) - {winner}


def test_nothing_drawn_is_no_path() -> None:
    cup = a_cup(4)
    assert path_of(bracket_of(cup), cup.entrants[0]).steps == ()
