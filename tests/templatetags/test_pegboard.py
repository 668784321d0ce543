"""The peg board: holes, pegs and arcs stand where the real board has them."""

import pytest
from django.template import Context, Template

from league.templatetags.pegboard import board_geometry, join_pegs, stand_pegs

LARGEST_U = 1.0


def drawn(arguments: str) -> str:
    return Template("{% load pegboard %}{% pegboard " + arguments + " %}").render(Context())


def front_and_back(score: int, before: int | None) -> tuple[int | None, int | None]:
    pegs = {peg.kind: peg.hole for peg in stand_pegs(board_geometry(15), "home", score, before)}
    return tuple(hole.number if hole else None for hole in (pegs["front"], pegs["back"]))  # type: ignore[return-value]


def test_every_group_of_five_stands_half_a_hole_further_on() -> None:
    board = board_geometry(15)
    assert [board.hole("home", n).x for n in (-1, 0, 1, 5, 6, 10, 11, 15)] == [
        -1.35,
        -0.35,
        1,
        5,
        6.5,
        10.5,
        12,
        16,
    ]
    assert (board.left, board.width, board.depth) == (-2.45, 19.8, 4.1)


def test_home_is_the_upper_track_and_away_the_lower() -> None:
    board = board_geometry(15)
    assert (board.hole("home", 7).y, board.hole("away", 7).y) == (-1, 1)


@pytest.mark.parametrize("target", [7, 11, 14, 15, 21, 31])
def test_the_board_ends_at_the_target_whatever_it_is(target: int) -> None:
    board = board_geometry(target)
    game_hole = board.tracks[0].game_hole
    assert game_hole.number == target
    assert board.left + board.width == pytest.approx(game_hole.x + 1.35)
    assert board.numbers[-1].number == target
    assert all(
        right.x - left.x >= LARGEST_U for left, right in zip(board.numbers, board.numbers[1:], strict=False)
    )


def test_a_score_past_the_target_stands_in_the_game_hole() -> None:
    assert board_geometry(14).hole("away", 16).number == 14


def test_before_a_point_is_scored_both_pegs_stand_in_the_start_holes() -> None:
    assert front_and_back(0, None) == (0, -1)
    assert front_and_back(0, 0) == (0, -1)


def test_the_back_peg_holds_the_score_before_the_last_points() -> None:
    assert front_and_back(11, 10) == (11, 10)
    assert front_and_back(3, 0) == (3, 0)


def test_an_unknown_score_before_leaves_the_back_peg_out() -> None:
    assert front_and_back(13, None) == (13, None)


def test_the_arc_joins_the_pegs_on_the_outer_side() -> None:
    board = board_geometry(15)
    home, away = (join_pegs(stand_pegs(board, side, 8, 6)).path for side in ("home", "away"))
    assert home.startswith("M6.5 -1.42")
    assert away.startswith("M6.5 1.42")
    assert home.endswith("8.5 -1.42")
    assert join_pegs(stand_pegs(board, "home", 0)).path == ""


def test_the_drawing_says_the_score_and_the_target() -> None:
    assert "<title>Home 11, away 8, playing to 15</title>" in drawn("home=11 away=8 target=15")
    assert "<title>Table 2: Home 11" in drawn('home=11 away=8 target=15 label="Table 2"')


def test_script_finds_each_hole_by_its_track_and_number() -> None:
    svg = drawn("home=0 away=0 target=11")
    assert svg.count('data-hole="11"') == 2
    assert svg.count('data-hole="-1"') == 2
    assert 'data-hole="12"' not in svg


def test_a_chosen_point_is_a_dashed_peg_until_it_is_pegged() -> None:
    assert "peg-next" not in drawn("home=11 away=8 target=15")
    assert drawn("home=11 away=8 target=15 home_next=12").count("peg-next") == 1


def test_a_live_board_has_every_peg_and_arc_to_move() -> None:
    svg = drawn("home=0 away=0 target=15 live=True")
    assert svg.count("data-peg=") == 6
    assert svg.count("data-arc=") == 2
    assert svg.count('display="none"') == 2


def test_a_small_board_leaves_out_numbers_and_arcs() -> None:
    small = drawn('home=11 away=8 target=15 home_before=10 size="small"')
    assert "<text" not in small
    assert "data-arc" not in small
    assert "<text" in drawn('home=11 away=8 target=15 size="plain"')


def test_on_paper_there_is_black_and_white_only() -> None:
    svg = drawn("home=11 away=8 target=15 home_before=10 away_before=6 home_next=13 paper=True")
    inks = {part.split('"')[0] for key in ('fill="', 'stroke="') for part in svg.split(key)[1:]}
    assert inks == {"#000", "#fff", "none"}
    assert "Home 11, away 8" in svg
