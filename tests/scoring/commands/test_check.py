"""`python -m scoring check`: what holds, what does not and where, and files that are none."""

import io
import json
import random
import subprocess
import sys

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
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err.splitlines()


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
    ("kept", "told"),
    [
        ("J:- ", "4: Hand 2: Game not recorded, though the game was not yet won."),
        ("J:- G:", "4: 'G:' cannot be read here: expected a side, - or . after G:."),
        ('"15"] ', "1: No hand, table or match follows the tags."),
    ],
)
def test_a_truncated_file_is_told_where_it_stops(tmp_path, capsys, kept, told):
    file = written(tmp_path, GOOD[: GOOD.index(kept) + len(kept)])
    assert check(capsys, file)[:2] == (1, [f"{file}:{told}"])


@pytest.mark.parametrize(
    ("alphabet", "megabytes"), [(range(256), 10), (range(32, 127), 10), (b"ab[]\n", 1), (b'[Game "x"]\n', 1)]
)
def test_megabytes_of_noise_are_a_sentence_and_not_a_trace(tmp_path, alphabet, megabytes, capsys):
    noise = bytes(random.Random(10).choices(alphabet, k=100_000)) * 10 * megabytes
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
