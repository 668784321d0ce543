"""`python -m scoring deal`: a hand of any game, the same for the same seed."""

import pytest

from scoring import __main__ as command_line
from scoring import variants


def dealt(capsys, *arguments):
    status = command_line.main(["deal", *arguments])
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err.splitlines()


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
