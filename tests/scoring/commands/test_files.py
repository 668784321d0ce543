"""The commands about files: `check` says what is wrong with one, `show` draws it."""

import io
import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import __main__ as command_line

GOOD = """\
[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"] [Home "The Fox"]

1. A H:h L:h J:h G:h = 4-0
2. B H:a L:h J:- G:a = 5-2
"""
BAD = GOOD.replace("5-2", "5-3").replace("J:h", "J:x")


def check(capsys, *arguments):
    status = command_line.main(["check", *arguments])
    captured = capsys.readouterr()
    return status, captured.out.splitlines(), captured.err.splitlines()


def written(tmp_path, text):
    file = tmp_path / "night.afn"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(file)


def test_a_file_in_which_all_holds_is_said_so_with_exit_status_nought(tmp_path, capsys):
    file = written(tmp_path, GOOD + "\n" + GOOD)
    assert check(capsys, file) == (0, [f"{file}: all holds, 2 sheets."], [])


def test_each_fault_is_one_line_with_file_and_line(tmp_path, capsys):
    file = written(tmp_path, GOOD.replace("5-2", "5-3") + "\n" + BAD)
    assert check(capsys, file) == (
        1,
        [
            f"{file}:4: Hand 2: from 4-0 these points make 5-2, not 5-3.",
            f"{file}:8: 'J:x' cannot be read here: expected a side (h, a), - for nobody or . for not "
            "recorded.",
        ],
        [],
    )


def test_sides_are_called_by_the_names_on_the_sheet(tmp_path, capsys):
    file = written(tmp_path, GOOD.replace("H:h L:h J:h G:h", "^AS H:aAS L:h J:h G:h"))
    assert f"{file}:3: High was the card pitched, so it is The Fox's." in check(capsys, file)[1]


def test_faults_as_json_one_object_a_line(tmp_path, capsys):
    file = written(tmp_path, GOOD.replace("5-2", "5-3"))
    status, lines, _ = check(capsys, file, "--json")
    assert status == 1
    assert [json.loads(line) for line in lines] == [
        {
            "file": file,
            "line": 4,
            "code": "score_differs",
            "message": "Hand 2: from 4-0 these points make 5-2, not 5-3.",
        }
    ]
    assert check(capsys, written(tmp_path, GOOD), "--json") == (0, [], [])


def test_the_heading_has_the_event_the_day_and_the_time(tmp_path, capsys):
    tags = '[Event "Cup"] [Date "2026.11.28"] [Time "20:30"] [Game'
    _, drawn, _ = show(tmp_path, capsys, GAME.replace("[Game", tags, 1))
    assert drawn.splitlines()[1] == "Cup, Heckmondwike league, to 15, 2026.11.28, 20:30, table 2"


def test_honours_marked_in_the_play_are_remarked(capsys):
    file = Path(__file__).parents[1] / "playthroughs" / "all_fives-won_on_an_honour.afn"
    assert command_line.main(["show", str(file)]) == 0
    assert "Home +1 honour JC" in capsys.readouterr().out


def test_hands_without_their_first_pitcher_are_not_drawn(tmp_path, capsys):
    status, drawn, errors = show(tmp_path, capsys, HAND.replace('[FirstPitch "B"]', ""))
    assert (status, drawn) == (1, "\n")
    assert "The tag FirstPitch is missing" in errors


def test_a_hand_after_the_end_is_shown_and_told(tmp_path, capsys):
    status, drawn, errors = show(tmp_path, capsys, GAME.replace('"15"', '"3"'))
    assert (status, drawn.count("The Swan")) == (1, 5)
    assert "Hand 2: the game was over, The Fox had reached 3 in hand 1." in errors


def test_a_trick_broken_off_is_drawn(tmp_path, capsys):
    cut = HAND[: HAND.index("play 2")].replace('"11"', '"1"').replace("AS 9S 3S 7S", "AS 9S")
    _, drawn, _ = show(tmp_path, capsys, cut)
    assert "    1  >A♠   9♠\n" in drawn


def test_a_name_no_file_can_have_is_refused(capsys):
    assert check(capsys, "a\0b") == (1, [], ["a\0b cannot be read: embedded null byte."])


def test_faults_name_the_pubs(tmp_path, capsys):
    faulty = GAME.replace("H:a L:h J:- G:a = 9-2", "^AS H:a L:hAS J:- G:a")
    assert check(capsys, written(tmp_path, faulty))[1][0].endswith(
        "With the ace of spades the only trump, High and Low go to one side."
    )
    cards = HAND.replace("1. B\n", "1. B H:a L:h J:a G:a\n").replace(
        "[Game", '[Home "The Fox"] [Away "The Swan"] [Game'
    )
    assert [line.partition(": ")[2] for line in check(capsys, written(tmp_path, cards))[1]] == [
        "Hand 1: by the cards Low goes to The Swan, not to The Fox.",
        "Hand 1: by the cards Jack goes to The Fox, not to The Swan.",
    ]


def test_sides_without_a_name_are_home_and_away(tmp_path, capsys):
    cards = HAND.replace("1. B\n", "1. B H:a L:h J:a G:a\n")
    told = check(capsys, written(tmp_path, cards))[1]
    assert [line.partition(": ")[2] for line in told] == [
        "Hand 1: by the cards Low goes to Away, not to Home.",
        "Hand 1: by the cards Jack goes to Home, not to Away.",
    ]


def test_a_fault_of_an_earlier_sheet_is_not_forgotten(tmp_path, capsys):
    file = written(tmp_path, f"{BAD}\n{GOOD}")
    assert check(capsys, file)[0] == 1


def test_a_dash_reads_standard_input():
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "check", "-"], input=GOOD, text=True, capture_output=True
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "-: all holds, 1 sheet.\n", "")


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path, capsys):
    missing = str(tmp_path / "nothing.afn")
    assert check(capsys, missing) == (1, [], [f"{missing} cannot be read: No such file or directory."])
    assert check(capsys, str(tmp_path))[2] == [f"{tmp_path} cannot be read: Is a directory."]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n"])
def test_a_file_without_a_game_is_said_to_have_none(tmp_path, capsys, text):
    file = written(tmp_path, text)
    assert check(capsys, file)[:2] == (1, [f"{file}:1: There is no game or match in this file."])


def test_a_picture_is_said_to_be_no_text(tmp_path, capsys):
    file = written(tmp_path, b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 10)
    assert check(capsys, file)[:2] == (1, [f"{file}:1: This line is not text in UTF-8."])


@pytest.mark.parametrize(
    ("kept", "right"),
    [
        ("J:- ", "4: Hand 2: Game not recorded, though the game was not yet won."),
        ("J:- G:", "4: 'G:' cannot be read here: expected a side, - or . after G:."),
        ('"15"] ', "1: No hand, table or match follows the tags."),
    ],
)
def test_a_truncated_file_is_told_where_it_stops(tmp_path, capsys, kept, right):
    file = written(tmp_path, GOOD[: GOOD.index(kept) + len(kept)])
    assert check(capsys, file)[:2] == (1, [f"{file}:{right}"])


@pytest.mark.parametrize(
    ("alphabet", "copies"), [(range(256), 50), (range(32, 127), 50), (b"ab[]\n", 2), (b'[Game "x"]\n', 2)]
)
def test_megabytes_of_noise_are_a_sentence_and_not_a_trace(tmp_path, alphabet, copies, capsys):
    """Noise with many short lines is fewer bytes: each of its lines is a sheet of its own."""
    noise = bytes(random.Random(10).choices(alphabet, k=100_000)) * copies
    status, lines, troubles = check(capsys, written(tmp_path, noise))
    assert (status, troubles) == (1, [])
    assert lines
    assert all(len(line) < 300 for line in lines)


def test_a_reader_who_has_seen_enough_breaks_nothing():
    many = io.StringIO()
    for _ in range(5000):
        many.write(BAD + "\n")
    done = subprocess.run(
        f"{sys.executable} -m scoring check - | head -1",
        input=many.getvalue(),
        shell=True,
        text=True,
        capture_output=True,
    )
    assert done.stderr == ""
    assert done.stdout.startswith("-:3: ")


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
    captured = capsys.readouterr()
    return status, captured.out, captured.err


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
Scored: Home 1, Away 3.

"""


def test_a_revoke_owned_to_is_marked_in_its_trick(tmp_path, capsys):
    tricks = {"KH 3H QH TH": "KH 3H QH 7C?", "TC 7C 3C 8C": "TC 6C 3C 8C", "5C 6C 2C 9C": "5C TH 2C 9C"}
    revoked = HAND
    for trick, played in tricks.items():
        revoked = revoked.replace(trick, played)
    status, drawn, _ = show(tmp_path, capsys, revoked)
    assert status == 0
    assert "7♣?  B Away\n" in drawn
    assert "\n? against the rules\n" in drawn


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
    status, drawn, errors = show(tmp_path, capsys, GAME.replace("H:h", "H:x") + "\n" + MATCH)
    assert (status, "walkover for" in drawn) == (1, True)
    assert ":4: 'H:x' cannot be read here" in errors


def test_what_cannot_be_is_shown_and_said(tmp_path, capsys):
    status, drawn, errors = show(tmp_path, capsys, GAME.replace("9-2", "9-3"))
    assert (status, "all four" in drawn) == (1, True)
    assert "Hand 2: from 4-0 these points make 9-2, not 9-3." in errors


@pytest.mark.parametrize(
    ("head", "line", "row"),
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
def test_every_kind_of_game_is_shown(tmp_path, capsys, head, line, row):
    status, drawn, errors = show(tmp_path, capsys, f"{head}\n{line}\n")
    assert (status, errors) == (0, "")
    assert row in drawn


def test_a_screen_without_suits_gets_letters():
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "show", "-"],
        input=HAND.replace("[Game", '[Home "Café"] [Game').encode(),
        capture_output=True,
        env={"PYTHONIOENCODING": "ascii"},
    )
    assert b"S 3 2  H Q" in done.stdout
    assert b"Caf? v Away" in done.stdout


def test_a_missing_file_is_said_to_be_missing(capsys):
    assert command_line.main(["show", "nowhere.afn"]) == 1
    assert capsys.readouterr().err == "nowhere.afn cannot be read: No such file or directory.\n"
