"""`python -m scoring show`: hands, games and matches drawn in text."""

import subprocess
import sys

import pytest

from scoring import __main__ as command_line

GAME = """\
[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"]
[Home "The Fox"] [Away "The Swan"] [Table "2"]

1. A H:h L:h J:h G:h = 4-0   # all four
2. B P:h+4("looked") H:a L:h J:- G:a = 9-2
"""
HAND = """\
[Game "west_yorkshire"] [Sides "AC=h BD=a"] [FirstPitch "B"] [Target "11"]

1. B
deal A:87.T.8.76 B:A5.K.4.32 C:J9.3.2.98 D:32.Q.9.T5
play 1 B AS 9S 3S 7S
play 2 B KH 3H QH TH
play 3 B 5S JS 2S 8S
play 4 C 2D 9D 8D 4D
play 5 D TC 7C 3C 8C
play 6 D 5C 6C 2C 9C
"""
MATCH = """\
[Game "heckmondwike"] [Target "15"] [Home "The Fox"] [Away "The Swan"]

table 1 15-9 h "A. Hill, B. Dale" a "C. Moor, D. Beck"
table 2 15-8
table 3 walkover a
table 4 unplayed
"""


def show(tmp_path, capsys, text):
    file = tmp_path / "night.afn"
    file.write_text(text, encoding="utf-8")
    status = command_line.main(["show", str(file)])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_game_is_drawn_with_its_running_score_and_peg_board(tmp_path, capsys):
    status, drawn, _ = show(tmp_path, capsys, GAME)
    assert status == 0
    assert (
        drawn
        == """\
The Fox v The Swan
Heckmondwike league, to 15, table 2

hand  leads  High      Low      Jack     Game      The Fox  The Swan
   1  A      The Fox   The Fox  The Fox  The Fox         4         0  all four
   2  B      The Swan  The Fox  -        The Swan        9         2  The Fox +4 penalty; looked

The Fox   |...o.|...O.|.....|  9
The Swan  |.O...|.....|.....|  2

"""
    )


def test_a_hand_is_drawn_as_the_players_sit_trick_by_trick(tmp_path, capsys):
    status, drawn, _ = show(tmp_path, capsys, HAND)
    assert status == 0
    assert drawn[drawn.index("Hand 1") :] == PICTURE


PICTURE = """\
Hand 1

                         D Away
                         ♠ 3 2  ♥ Q  ♦ 9  ♣ 10 5
C Home                                            A Home
♠ J 9  ♥ 3  ♦ 2  ♣ 9 8                            ♠ 8 7  ♥ 10  ♦ 8  ♣ 7 6
                         B Away
                         ♠ A 5  ♥ K  ♦ 4  ♣ 3 2

Trumps are spades.

trick  B    C    D     A     taken by
    1  >A♠   9♠   3♠    7♠   B Away
    2  >K♥   3♥   Q♥    10♥  B Away
    3  >5♠   J♠   2♠    8♠   C Home
    4   4♦  >2♦   9♦    8♦   D Away
    5   3♣   8♣  >10♣   7♣   D Away
    6   2♣   9♣  >5♣    6♣   C Home

High, 1: Away held the ace of spades, the highest trump in play.
Low, 1: Away held the two of spades, the lowest trump in play.
Jack, 1: Home kept the jack of spades, won in trick 3.
Game, 1: Away has the most card points (1-29).
Card points: Home 1, Away 29.

"""


def test_a_match_is_drawn_with_its_tables_and_what_they_give(tmp_path, capsys):
    status, drawn, _ = show(tmp_path, capsys, MATCH)
    assert status == 0
    assert (
        drawn
        == """\
The Fox v The Swan
Heckmondwike league, to 15

table  The Fox  The Swan
    1       15         9  A. Hill, B. Dale v C. Moor, D. Beck
    2       15         8
    3                     walkover for The Swan
    4                     not played

Tables: The Fox 2, The Swan 1.
Aggregate: The Fox 30, The Swan 32.
Match points: The Fox 4, The Swan 4.

"""
    )


def test_what_cannot_be_read_is_said_and_the_next_is_shown(tmp_path, capsys):
    status, drawn, said = show(tmp_path, capsys, GAME.replace("H:h", "H:x") + "\n" + MATCH)
    assert (status, "walkover for" in drawn) == (1, True)
    assert ":4: 'H:x' cannot be read here" in said


def test_what_cannot_be_is_shown_and_said(tmp_path, capsys):
    status, drawn, said = show(tmp_path, capsys, GAME.replace("9-2", "9-3"))
    assert (status, "all four" in drawn) == (1, True)
    assert "Hand 2: from 4-0 these points make 9-2, not 9-3." in said


@pytest.mark.parametrize(
    ("head", "line", "told"),
    [
        (
            '[Game "trinidad"] [Sides "AC=h BD=a"] [FirstDealer "D"] [Target "14"]',
            "1. A up 6S beg run up KC H:h L:a J:a! G:h",
            "Away!  Home     2     6  Away +2 turnup",
        ),
        (
            '[Game "commercial_pitch"] [Sides "A B C"] [FirstPitch "A"] [Target "7"]',
            "1. A bid B2 C- refuse H:B L:C J:- G:A",
            "-2  1  1  A -2 setback",
        ),
        ('[Game "northern_pub"] [Sides "AC=h BD=a"] [FirstPitch "A"]', "1. A = 3-0", "3     0"),
    ],
)
def test_every_kind_of_game_is_shown(tmp_path, capsys, head, line, told):
    status, drawn, said = show(tmp_path, capsys, f"{head}\n{line}\n")
    assert (status, said) == (0, "")
    assert told in drawn


def test_a_screen_without_suits_gets_letters():
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "show", "-"],
        input=HAND.encode(),
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert b"S 3 2  H Q" in done.stdout


def test_a_missing_file_is_said_to_be_missing(capsys):
    assert command_line.main(["show", "nowhere.afn"]) == 1
    assert capsys.readouterr().err == "nowhere.afn cannot be read: No such file or directory.\n"
