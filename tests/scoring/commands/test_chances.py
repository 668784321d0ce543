"""`chances` and `simulate`: who is likely to win, and the hands behind it."""

import pytest

from scoring.__main__ import main


def test_chances_of_a_score_are_told_side_by_side(capsys):
    assert main(["chances", "heckmondwike", "--score", "9-7", "--dealer", "1"]) == 0
    home, away, hands = capsys.readouterr().out.splitlines()
    assert home.startswith("Home at 9: 7")
    assert away.startswith("Away at 7, deals: 2")
    assert hands == "From 1,000,000 simulated hands of Heckmondwike league."


def test_options_nobody_simulated_are_named(capsys):
    assert main(["chances", "heckmondwike", "--score", "9-7", "--option", "pips_count=yes"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "They were played without this: pips_count."


def test_a_side_can_be_below_nought(capsys):
    assert main(["chances", "auction_pitch", "--score=-2-5", "--players", "2"]) == 0
    assert capsys.readouterr().out.startswith("Home at -2: ")


@pytest.mark.parametrize(
    ("score", "sentence"),
    [
        ("9-x", "9-x is not a score"),
        ("9", "9 is not a score"),
        ("1-1-1-1-1", "Chances are reckoned for 2 to 4 sides, not for 5."),
        ("1-1-1", "3 sides cannot play"),
    ],
)
def test_what_is_no_score_is_refused(score, sentence, capsys):
    assert main(["chances", "heckmondwike", "--score", score]) == 1
    assert capsys.readouterr().err.startswith(sentence)


def test_hands_of_a_game_nobody_knows_are_not_simulated(capsys):
    assert main(["simulate", "whist", "--hands", "3"]) == 1
    assert capsys.readouterr().err.startswith("'whist' is not a variant known here")


def test_the_same_seed_simulates_the_same_hands(capsys):
    told = []
    for _ in range(2):
        assert main(["simulate", "cotton", "--hands", "30", "--seed", "3"]) == 0
        told.append(capsys.readouterr().out)
    head, *lines = told[0].splitlines()
    assert head == "cotton 2 30 3"
    assert sum(int(line.split("/")[0].split()[0]) for line in lines) == 30
    assert told[0] == told[1]
