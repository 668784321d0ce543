"""The family against a table of what the sources give each game, typed in by parameter.

A game added to the register need not stand in the table; one that does must agree with it.
"""

from pathlib import Path

import pytest

from scoring import BadOption, variants
from scoring.axes import TrumpBy
from scoring.seats import sides_of


def table():
    """The parameters of family.txt: (parameter, game, what is written)."""
    rows, parameter = [], ""
    for line in (Path(__file__).parent / "family.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            parameter = line.strip("[]")
        elif line and not line.startswith("#"):
            game, written = line.split(maxsplit=1)
            rows.append((parameter, game, written))
    return rows


ROWS = table()
FIELDS = list(dict.fromkeys(parameter for parameter, _, _ in ROWS))


def written(value):
    """A rule as the table writes it."""
    if value is None or value == ():
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple) and isinstance(value[0], tuple):
        return " ".join(f"{rank.letter}:{points}" for rank, points in value)
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def target(rules):
    others = "".join(f"; {players}: {points}" for players, points in rules.target_with)
    return written(rules.target).replace("-", "none") + others


@pytest.mark.parametrize("parameter", FIELDS)
def test_every_game_has_the_parameters_of_its_sources(parameter):
    expected = {game: text for name, game, text in ROWS if name == parameter}
    for game, text in expected.items():
        rules = variants.get(game).rules
        found = target(rules) if parameter == "target" else written(getattr(rules, parameter))
        if text == "-" and found == "no":
            found = "-"  # nothing is turned up, so there is nothing to beg or bunch
        assert (game, found) == (game, text)


def test_the_table_has_every_parameter_of_its_games():
    games = {game for _, game, _ in ROWS}
    assert len(games) == 22
    assert {(parameter, game) for parameter, game, _ in ROWS} == {(p, g) for p in FIELDS for g in games}


def test_every_game_has_a_title_of_its_own_and_its_sources():
    assert all(variant.title and variant.sources for variant in variants.ALL)
    titles = [variant.title for variant in variants.ALL]
    assert len(set(titles)) == len(titles)


HOUSE_OPTIONS = {
    "no_trumping_in": True,
    "no_undertrump": True,
    "must_beg_without_trumps": True,
    "must_trump_when_void": True,
    "high_points": 2,
    "low_points": 2,
    "jack_points": 2,
    "game_points": 2,
    "hang_jack": 6,
    "after_run": "discard_if_12",
    "gift_to": "eldest",
    "gift_then": "end_hand",
    "gift_cannot_win_for": "non_beggar",
    "turnup_when_run": "final_only",
    "may_bunch": True,
    "begs": 2,
    "game_tie": "foster",
    "honours_to": "player_unless_JT5_taken",
    "trump_honours": {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10},
    "pack": 44,
    "pips_count": True,
    "wrong_score": 4,
    "peek_penalty": 2,
    "target": 13,
    "cap_at_target": False,
    "fixed_hands": 6,
    "first_pitch": "cut",
    "partners_by": "red_black_jacks",
    "all_four_stake": 1,
}
DEFAULTS = {
    "no_trumping_in": False,
    "no_undertrump": False,
    "must_beg_without_trumps": False,
    "must_trump_when_void": False,
    "high_points": 1,
    "low_points": 1,
    "jack_points": 1,
    "game_points": 1,
    "begs": 1,
    "honours_to": "trick_winner",
    "pips_count": False,
    "wrong_score": 1,
    "partners_by": "fixed",
}


@pytest.mark.parametrize("game", variants.names())
def test_every_house_option_can_be_chosen_in_every_game_and_has_its_default(game):
    rules = variants.get(game).rules
    assert {name: getattr(rules, name) for name in DEFAULTS} == DEFAULTS
    changed = rules.with_options(HOUSE_OPTIONS)
    assert changed.with_options({"pack": 52}) != rules


@pytest.mark.parametrize("game", [v.name for v in variants.ALL if 4 in v.rules.players])
def test_four_sit_in_two_sides_but_bid_each_alone(game):
    rules = variants.get(game).rules
    bids = rules.trump in (TrumpBy.AUCTION, TrumpBy.COMMERCIAL)
    assert sides_of(4, rules.sides) == ((0, 1, 2, 3) if bids else (0, 1, 0, 1))


def test_six_sit_in_three_sides_at_west_yorkshire_and_each_alone_elsewhere():
    assert sides_of(6, variants.get("west_yorkshire").rules.sides) == (0, 1, 2, 0, 1, 2)
    assert sides_of(6, variants.get("pitch").rules.sides) == tuple(range(6))
    assert sides_of(6, variants.get("classic_many").rules.sides) == tuple(range(6))


def test_a_game_refuses_players_it_is_not_for():
    with pytest.raises(BadOption, match="3 or 4 or 5 or 6"):
        variants.get("classic_many").rules.for_players(2)
