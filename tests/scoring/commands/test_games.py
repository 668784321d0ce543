"""The commands about games: `rules` and `variants` in words, the page of the family, a hand of `deal`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import __main__ as command_line
from scoring import variants
from tests.examples import part_of

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "family.md"


def run_command(capsys, *arguments):
    status = command_line.main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out.splitlines(), captured.err.splitlines()


@pytest.mark.parametrize("game", variants.names())
def test_the_rules_of_every_game_fit_a_screen_of_80(capsys, game):
    status, lines, refused = run_command(capsys, "rules", game)
    assert (status, refused) == (0, [])
    assert lines[0] == variants.get(game).title
    aliases = ", ".join(variants.get(game).aliases)
    assert not aliases or " ".join(lines[1:4]).startswith(f"Also called {aliases}.")
    assert max(map(len, lines)) <= 80


def test_house_options_are_in_the_rules_and_listed(capsys):
    _, lines, _ = run_command(
        capsys,
        "rules",
        "trinidad",
        "--option",
        "hang_jack=6",
        "--option",
        "turnup_scores=A:1 2:2",
        "--option",
        "target=none",
    )
    assert "  A jack won from another side is hanged, and scores six instead. [a house rule]" in lines
    assert "  Points for a hanged jack: 6 (otherwise 3)." in lines
    assert "  Points for a card turned up: ace 1, two 2 (otherwise ace 1, six 2, jack 3)." in lines
    assert "  Played to: none (otherwise 14)." in lines


def test_what_another_game_has_not_is_marked(capsys):
    _, lines, _ = run_command(capsys, "rules", "lancashire", "--beside", "west_yorkshire")
    assert "+ Low, one point, to the side that wins the trick with the lowest trump in play." in lines
    assert "  If the highest counts are level, nobody scores Game. [the sources are silent;" in lines


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["rules", "whist"], "heckmondwike"),
        (["rules", "pitch", "--beside", "whist"], "heckmondwike"),
        (["rules", "pitch", "--option", "jokers=2"], "jokers"),
        (["rules", "pitch", "--option", "target=soon"], "a whole number from 1"),
        (["rules", "pitch", "--option", "target"], "target=a value"),
        (["rules", "pitch", "--option", "=="], "is not an option"),
    ],
)
def test_what_nobody_knows_is_refused_in_a_sentence(capsys, arguments, sentence):
    status, lines, refused = run_command(capsys, *arguments)
    assert (status, lines) == (1, [])
    assert sentence in refused[0]


def test_the_family_at_a_glance_a_line_each_and_below_it_what_sets_it_apart(capsys):
    _, lines, _ = run_command(capsys, "variants")
    named = [line for line in lines if not line.startswith(" ")]
    assert named == [f"{variant.name}: {variant.title}" for variant in variants.ALL]
    assert max(map(len, lines)) <= 80
    place = lines.index("tobago: Tobago All Fours")
    assert "Turned up: Ace 1, two 2," in " ".join(lines[place : place + 4])


def test_the_page_of_the_manual_is_what_the_command_gives(capsys):
    _, lines, _ = run_command(capsys, "variants", "--markdown")
    page = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line in page] == page
    assert sum(f"| `{name}` |" in line for line in lines for name in variants.names()) == len(variants.ALL)


def dealt(capsys, *arguments):
    status = command_line.main(["deal", *arguments])
    captured = capsys.readouterr()
    return status, captured.out.splitlines(), captured.err.splitlines()


@pytest.mark.parametrize("game", variants.names())
def test_a_hand_of_every_game_is_played_out_and_shown(capsys, game):
    status, lines, refused = dealt(capsys, game, "--seed", "1")
    assert (status, refused) == (0, [])
    assert lines[0].startswith(variants.get(game).title)
    assert any(line.startswith("Card points") for line in lines) or any("redeal" in line for line in lines)


def test_the_same_seed_is_the_same_hand(capsys):
    assert dealt(capsys, "heckmondwike", "--seed", "7") == dealt(capsys, "heckmondwike", "--seed", "7")
    assert dealt(capsys, "heckmondwike", "--seed", "7") != dealt(capsys, "heckmondwike", "--seed", "8")


def test_without_a_seed_it_says_which_it_took(capsys):
    _, lines, _ = dealt(capsys, "trinidad")
    seed = lines[0].rpartition(" ")[2]
    assert dealt(capsys, "trinidad", "--seed", seed)[1] == lines


def test_players_alone_are_called_by_their_letter(capsys):
    _, lines, _ = dealt(capsys, "seven_up", "--players", "3", "--seed", "3")
    assert [line.split("  ")[0] for line in lines[2:5]] == ["A", "B", "C"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [(("whist",), "'whist' is not a variant"), (("heckmondwike", "--players", "3"), "3 cannot play")],
)
def test_what_cannot_be_dealt_is_a_sentence(capsys, arguments, sentence):
    status, lines, refused = dealt(capsys, *arguments)
    assert (status, lines) == (1, [])
    assert sentence in refused[0]


def test_a_bid_not_made_is_set_back_and_three_sides_keep_their_letters(capsys):
    _, lines, _ = dealt(capsys, "auction_pitch", "--seed", "3")
    assert lines[lines.index("High, 1: C held the king of clubs, the highest trump in play.") :] == [
        "High, 1: C held the king of clubs, the highest trump in play.",
        "Low, 1: C held the two of clubs, the lowest trump in play.",
        "Game, not scored: B has the most card points (0-34-3).",
        "Card points: A 0, B 34, C 3.",
        "B is set back 4, as the bid was not made.",
        "Scored: A 0, B -4, C 2.",
    ]


@pytest.mark.parametrize(
    ("game", "seed", "said"),
    [
        ("trinidad", "5", "A begs, D gives."),
        ("commercial_pitch", "4", "A refuses."),
    ],
)
def test_what_was_said_before_the_play_is_told(capsys, game, seed, said):
    assert said in dealt(capsys, game, "--seed", seed)[1]


TRANSCRIPTS = [
    block.partition("\n")[::2]
    for block in (Path(__file__).parent / "transcripts.txt").read_text(encoding="utf-8").split("$ ")[1:]
]


@pytest.mark.parametrize(("command", "printed"), TRANSCRIPTS, ids=[command for command, _ in TRANSCRIPTS])
def test_a_command_prints_what_it_printed_before(capsys, monkeypatch, command, printed):
    """Drawings, chances and refusals in full; who changes how they look reads the difference there."""
    monkeypatch.chdir(ROOT)
    status = command_line.main(command.split())
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ((printed, "") if status == 0 else ("", printed))


def test_without_a_command_there_is_a_usage_error(capsys):
    with pytest.raises(SystemExit) as end:
        command_line.main([])
    assert (end.value.code, "the following arguments are required" in capsys.readouterr().err) == (2, True)


def test_help_says_how_it_is_called(capsys):
    with pytest.raises(SystemExit):
        command_line.main(["--help"])
    assert capsys.readouterr().out.startswith("usage: python -m scoring [-h] ")


GRENADA = "grenada=trinidad; hang_jack=4; turnup_scores=A:1 6:2; target=5"
AFN = """[Game "grenada"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "5"]
1. A up 6S stand H:h L:h J:a G:- = 2-3
"""
ASKED = {"kind": "score_table", "input": {"variant": "grenada", "hands": [{"high": 0, "low": 0}] * 3}}


@pytest.mark.parametrize(
    ("command", "given", "told"),
    part_of(
        [
            (("json",), json.dumps(ASKED), '"winner": 0'),
            (("rules", "grenada"), "", "scores four instead"),
            (("deal", "Grenada", "--seed", "1"), "", "Grenada, 4 players, seed 1"),
            (("variants",), "", "grenada: Grenada"),
            (("check", "-"), AFN, ""),
            (("show", "-"), AFN, "2"),
        ],
        each=6,
    ),
)
def test_a_game_derived_for_a_run_is_known_to_every_command(command, given, told):
    process = subprocess.run(
        [sys.executable, "-m", "scoring", "--derive", GRENADA, *command],
        input=given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (process.returncode, process.stderr) == (0, "")
    assert told in process.stdout


@pytest.mark.parametrize(
    ("derived", "sentence"),
    [
        ("grenada=whist", "heckmondwike"),
        ("cotton=trinidad; target=9", "another game"),
        ("grenada=trinidad; jokers=2", "jokers"),
        ("grenada", "grenada=a value"),
    ],
)
def test_a_game_that_cannot_be_derived_is_refused(capsys, derived, sentence):
    status, lines, refused = run_command(capsys, "--derive", derived, "variants")
    assert (status, lines) == (1, [])
    assert sentence in refused[0]
