"""`python -m scoring rules` and `variants`: games in words, the family at a glance, its page."""

from pathlib import Path

import pytest

from scoring import __main__ as command_line
from scoring import variants

PAGE = Path(__file__).resolve().parents[3] / "docs" / "family.md"


def asked(capsys, *arguments):
    status = command_line.main(list(arguments))
    told = capsys.readouterr()
    return status, told.out.splitlines(), told.err.splitlines()


@pytest.mark.parametrize("game", variants.names())
def test_the_rules_of_every_game_fit_a_screen_of_80(capsys, game):
    status, lines, refused = asked(capsys, "rules", game)
    assert (status, refused) == (0, [])
    assert lines[0] == variants.get(game).title
    assert max(map(len, lines)) <= 80


def test_house_options_are_in_the_rules_and_listed(capsys):
    _, lines, _ = asked(
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
    assert "  A jack won from another side is hanged, and scores six instead." in lines
    assert "  Points for a hanged jack: 6 (otherwise 3)." in lines
    assert "  Points for a card turned up: ace 1, two 2 (otherwise ace 1, six 2, jack 3)." in lines
    assert "  Played to: none (otherwise 14)." in lines


def test_what_another_game_has_not_is_marked(capsys):
    _, lines, _ = asked(capsys, "rules", "lancashire", "--beside", "west_yorkshire")
    assert "+ Low, one point, to the side that wins the trick with the lowest trump in play." in lines
    assert "  If the highest counts are level, nobody scores Game." in lines


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
    status, lines, refused = asked(capsys, *arguments)
    assert (status, lines) == (1, [])
    assert sentence in refused[0]


def test_the_family_at_a_glance_a_line_each_and_below_it_what_sets_it_apart(capsys):
    _, lines, _ = asked(capsys, "variants")
    named = [line for line in lines if not line.startswith(" ")]
    assert named == [f"{variant.name}: {variant.title}" for variant in variants.ALL]
    assert max(map(len, lines)) <= 80
    place = lines.index("tobago: Tobago All Fours")
    assert "Turned up: Ace 1, two 2," in " ".join(lines[place : place + 4])


def test_the_page_of_the_manual_is_what_the_command_gives(capsys):
    _, lines, _ = asked(capsys, "variants", "--markdown")
    page = PAGE.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line in page] == page
    assert sum(f"| `{name}` |" in line for line in lines for name in variants.names()) == len(variants.ALL)
