"""The register of the family, house options, and a table of what the sources give each game.

A game added to the register need not stand in the table; one that does must agree with it.
"""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from scoring import (
    BadOption,
    ImpossibleHand,
    Position,
    Rules,
    UnknownOption,
    UnknownVariant,
    notation,
    shuffled,
    variants,
)
from scoring.awards import counts
from scoring.axes import GameTie, LowTo, TrumpBy
from scoring.cards import Rank
from scoring.prose import rules_in_words
from scoring.questions import reply
from scoring.seats import Direction, Partnering, pitcher, sides_of


def test_west_yorkshire_is_played_to_eleven_and_by_two_players_to_nine():
    rules = variants.get("west_yorkshire").rules
    assert {n: rules.for_players(n).target for n in (4, 2, 6)} == {4: 11, 2: 9, 6: 11}


def test_heckmondwike_is_west_yorkshire_by_four_players_to_fifteen():
    rules = variants.get("heckmondwike").rules
    assert rules.for_players(4).target == 15
    assert rules.low_to is LowTo.HOLDER
    with pytest.raises(BadOption, match="4 players"):
        rules.for_players(2)


def test_a_target_given_as_an_option_holds_for_any_number_of_players():
    rules = variants.get("west_yorkshire").rules.with_options({"target": 21})
    assert {rules.for_players(n).target for n in (2, 4, 6)} == {21}


def test_an_unknown_variant_is_refused_with_those_there_are():
    with pytest.raises(UnknownVariant, match="heckmondwike"):
        variants.get("whist")


def test_names_are_the_register():
    assert variants.names() == tuple(variant.name for variant in variants.ALL)
    assert all(variants.get(name).sources and variants.get(name).title for name in variants.names())


def test_house_options_are_given_by_name_and_value():
    rules = Rules().with_options(
        {
            "game_tie": "elder",
            "hang_jack": 3,
            "throw_in": True,
            "turnup_scores": {"A": 1, "6": 2},
            "target": None,
        }
    )
    assert (rules.game_tie, rules.hang_jack, rules.throw_in) == (GameTie.ELDER, 3, True)
    assert rules.turnup_scores == ((Rank.ACE, 1), (Rank.SIX, 2))
    assert rules.target is None
    assert Rules().with_options({}) == Rules()
    assert not Rules(throw_in=True).with_written("throw_in", "no").throw_in
    both = Rules().with_options({"target": 15, "target_with": [[2, 9]]})
    assert (both.target, both.target_with) == (15, ((2, 9),))


def test_an_unknown_option_is_refused():
    with pytest.raises(UnknownOption, match="jokers"):
        Rules().with_options({"jokers": 2})


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("game_tie", "toss", "none, carried, elder or foster"),
        ("throw_in", "yes", "yes or no"),
        ("throw_in", 1, "yes or no"),
        ("target", 0, "a whole number from 1 to 999999 or none"),
        ("target", True, "a whole number from 1 to 999999 or none"),
        ("target", "15", "a whole number from 1 to 999999 or none"),
        ("high_points", None, "a whole number from 0 to 999999"),
        ("high_points", -1, "a whole number from 0 to 999999"),
        ("pack", 48, "52 or 44"),
        ("players", [1], "a list, each once, of 2, 3, 4, 5 or 6"),
        ("turnup_scores", {"X": 1}, "points by rank, each rank once, as in A:1 J:3"),
        ("turnup_scores", 3, "points by rank, each rank once, as in A:1 J:3"),
        ("awards", "high", "a list, each once, of high, low, jack or game"),
        ("awards", ["high", "high"], "a list, each once, of high, low, jack or game"),
        ("trump_honours", [["A", 4], ["A", 5]], "points by rank, each rank once, as in A:1 J:3"),
        ("target_with", [[2, 9], [2, 8]], "a number for each number of players, as in 2:9"),
        ("target", 1_000_000, "a whole number from 1 to 999999 or none"),
    ],
)
def test_an_option_refuses_a_value_it_does_not_take_and_says_what_it_takes(name, value, right):
    with pytest.raises(BadOption) as refusal:
        Rules().with_options({name: value})
    assert str(refusal.value).endswith(f": it takes {right}.")


def test_four_play_in_two_sides_six_in_three_others_alone():
    assert sides_of(4) == (0, 1, 0, 1)
    assert sides_of(6) == (0, 1, 2, 0, 1, 2)
    assert sides_of(2) == (0, 1)
    assert sides_of(3) == (0, 1, 2)
    assert sides_of(4, Partnering.SINGLES) == (0, 1, 2, 3)


def test_the_pitch_goes_round_the_table():
    assert [pitcher(1, hand) for hand in range(6)] == [1, 2, 3, 0, 1, 2]
    assert [pitcher(1, hand, 4, Direction.ANTICLOCKWISE) for hand in range(3)] == [1, 0, 3]


def test_each_alone_is_the_most_where_partners_are_a_choice():
    pitch = variants.get("pitch").rules
    assert replace(pitch, players=(4,)).most_sides == 4
    assert variants.get("west_yorkshire").rules.most_sides == 3


def test_what_nobody_knows_is_named_with_what_there_is():
    known = ", ".join(variants.names())
    for refused, told in (
        (lambda: variants.get("whist"), f"'whist' is not a variant known here; known are {known}."),
        (
            lambda: variants.get("Pitch it"),
            f"'Pitch it' is not a variant known here; known are {known}.",
        ),
    ):
        with pytest.raises(UnknownVariant) as refusal:
            refused()
        assert str(refusal.value) == told
    for name in ("classic two", "Classic-Two", " CLASSIC_TWO "):
        assert variants.get(name).name == "classic_two"


def test_a_board_stops_the_winner_at_the_target_and_other_games_let_him_pass_it():
    assert variants.get("heckmondwike").rules.overshoot == 0
    assert Rules(cap_at_target=False, hang_jack=6).overshoot == 5
    assert Rules(cap_at_target=False, turnup_scores=((Rank.ACE, 4),)).overshoot == 3


def test_points_by_rank_are_the_same_in_whatever_order_they_are_kept():
    rules = variants.get("trinidad").rules
    kept, typed = ({"2": 2, "A": 1}, {"A": 1, "2": 2})
    assert rules.with_options({"turnup_scores": kept}) == rules.with_options({"turnup_scores": typed})


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
        rule = target(rules) if parameter == "target" else written(getattr(rules, parameter))
        if text == "-" and rule == "no":
            rule = "-"  # nothing is turned up, so there is nothing to beg or bunch
        assert (game, rule) == (game, text)


def test_the_table_has_every_parameter_of_its_games():
    games = {game for _, game, _ in ROWS}
    assert len(games) == 22
    assert {(parameter, game) for parameter, game, _ in ROWS} == {(p, g) for p in FIELDS for g in games}


def test_every_game_has_a_title_of_its_own_and_its_sources():
    assert all(variant.title and variant.sources for variant in variants.ALL)
    titles = [variant.title for variant in variants.ALL]
    assert len(set(titles)) == len(titles)


def test_every_game_says_in_a_sentence_what_sets_it_apart_and_which_game_it_grew_from():
    for variant in variants.ALL:
        assert variant.about[0].isupper()
        assert variant.about.endswith(".")
        assert variant.grew_from in {"", *variants.names()} - {variant.name}


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
    "partners_by": "fixed",
}


@pytest.mark.parametrize("game", variants.names())
def test_every_house_option_can_be_chosen_in_every_game_and_has_its_default(game):
    rules = variants.get(game).rules
    own = {"no_trumping_in", "game_points"} if rules.plain_honours else set()
    assert {name: getattr(rules, name) for name in DEFAULTS if name not in own} == {
        name: value for name, value in DEFAULTS.items() if name not in own
    }
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
    with pytest.raises(BadOption, match="3, 4, 5 or 6"):
        variants.get("classic_many").rules.for_players(2)


@pytest.mark.parametrize(
    ("called", "name"),
    [
        ("Old Sledge", "seven_up"),
        ("Trinidad", "trinidad"),
        ("Trinidad All Fours", "trinidad"),
        ("all-fives", "all_fives"),
        ("Pitch", "pitch"),
        ("french-loo", "california_jack"),
    ],
)
def test_a_game_is_found_by_what_people_call_it(called, name):
    assert variants.get(called).name == name


def test_a_game_made_at_run_time_is_known_to_notation_and_questions(monkeypatch):
    monkeypatch.setattr(variants, "ALL", variants.ALL)
    monkeypatch.setattr(variants, "_BY_NAME", dict(variants._BY_NAME))
    trinidad = variants.get("trinidad")
    variants.register(replace(trinidad, name="grenada", rules=trinidad.rules.with_options({"target": 4})))
    [sheet] = notation.parse(
        '[Game "grenada"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "4"]\n1. A up JS stand H:a = 0-4'
    )
    assert notation.check(sheet) == ()
    asked = {
        "kind": "score_table",
        "input": {"variant": "grenada", "hands": [dict.fromkeys(("high", "low", "jack", "game"), 0)]},
    }
    assert reply(json.dumps(asked).encode())["winner"] == 0
    variants.register(replace(trinidad, name="carriacou", title="Carriacou", aliases=("Four hands",)))
    with pytest.raises(UnknownVariant) as refusal:
        variants.get("four hands")
    assert str(refusal.value) == "'four hands' is what several games are called: northern_pub, carriacou."
    with pytest.raises(UnknownVariant) as refusal:
        variants.register(replace(trinidad, name="cotton"))
    assert str(refusal.value) == "'cotton' is the name of another game known here."


def test_a_game_made_of_another_has_a_title_of_its_own_and_no_other_names():
    options = {"fixed_hands": 6, "hang_jack": "2", "throw_in": True}
    made = variants.derive("four_hands_up", "northern_pub", options)
    parent = variants.get("northern_pub")
    assert (made.name, made.title, made.aliases) == ("four_hands_up", "Four Hands Up", ())
    assert (made.grew_from, made.sources) == ("northern_pub", parent.sources)
    assert made.rules == replace(parent.rules, fixed_hands=6, hang_jack=2, throw_in=True)


@pytest.mark.parametrize(
    ("game", "option"),
    [
        ("west_yorkshire", "target_with=2:7 6:15"),
        ("pitch", "trump_honours=A:4 J:1"),
        ("pitch", "players=2,4"),
    ],
)
def test_what_is_shown_of_an_option_can_be_written_back(game, option):
    rules = variants.get(game).rules.with_written(*option.split("="))
    assert rules != variants.get(game).rules
    kind = reply(b'{"kind": "variants", "input": {}}')["variants"][0]
    assert variants.get(kind["id"]).rules.with_options(kind["rules"]) == variants.get(kind["id"]).rules


@pytest.mark.parametrize(
    ("game", "options", "told"),
    [
        ("trinidad", {"hand": 20}, "4 players cannot get 20 cards each of a pack of 52; 12 can."),
    ],
)
def test_a_pack_that_does_not_suffice_is_told_before_the_deal(game, options, told):
    rules = variants.get(game).rules.with_options(options)
    with pytest.raises(ImpossibleHand) as refusal:
        Position(shuffled(Random(1), rules), rules)
    assert str(refusal.value) == told


@pytest.mark.parametrize(("pack", "whole"), [(52, 256), (44, 204)])
def test_pips_are_those_of_all_cards_in_the_pack(pack, whole):
    rules = variants.get("victorian_blind").rules.with_options({"pips_count": True, "pack": pack})
    assert counts(rules).pack == whole
    assert f"The whole pack makes {whole}." in str(rules_in_words(variants.get("victorian_blind"), rules))
