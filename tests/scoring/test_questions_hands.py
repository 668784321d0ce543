"""Hands asked about by other programs: every code a hand can be refused with, and the less usual answers."""

import json

import pytest

from scoring.questions import reply

YORKSHIRE = {
    "variant": "heckmondwike",
    "dealt": [
        ["AS", "5S", "KH", "4D", "3C", "2C"],
        ["JS", "9S", "TH", "8D", "7C", "6C"],
        ["3S", "2S", "QH", "9D", "TC", "5C"],
        ["KS", "7S", "3H", "2D", "9C", "8C"],
    ],
    "tricks": [[[0, "AS"], [1, "9S"], [2, "3S"], [3, "7S"]]],
    "incomplete": True,
}
THREE = YORKSHIRE["dealt"][:3]
TURNED = {
    "variant": "seven_up",
    "dealt": [["AS", "KS", "QS", "4H", "3H", "2H"], ["JS", "TS", "9S", "8H", "7H", "6H"]],
    "turnups": ["5D"],
    "call": "stand",
    "tricks": [[[0, "AS"], [1, "JS"]]],
    "incomplete": True,
}
BID = {
    "variant": "auction_pitch",
    "dealt": THREE,
    "calls": [[0, 1], [1, 0], [2, 0]],
    "tricks": [],
    "incomplete": True,
}
RUN = {
    "call": "beg",
    "reply": "run",
    "turnups": ["5D", "JC"],
    "extra": [[["AD", "KD", "QD"], ["3D", "4D", "6D"]]],
}
SIX = TURNED["dealt"]


def ask(kind, /, **values):
    return reply(json.dumps({"kind": kind, "input": values}).encode())


def point(what, team, points):
    return {"what": what, "team": team, "points": points}


def first(*plays):
    return {"tricks": [list(map(list, plays))]}


REFUSED = [
    ("players", YORKSHIRE, {"players": 3}, {}),
    ("players", YORKSHIRE, {"dealt": THREE}, {}),
    ("players", YORKSHIRE, {"teams": [0, 1, 1, 1]}, {}),
    (
        "cards",
        YORKSHIRE,
        {"dealt": [*THREE, ["AS", "7S", "3H", "2D", "9C", "8C"]]},
        {"player": 3},
    ),
    (
        "hand_size",
        YORKSHIRE,
        {"dealt": [*THREE, ["KS", "7S", "3H", "2D", "9C"]]},
        {"player": 3},
    ),
    ("turn", YORKSHIRE, first((0, "AS"), (2, "3S")), {"trick": 0, "play": 1}),
    ("not_held", YORKSHIRE, first((0, "AS"), (1, "3S")), {"trick": 0, "play": 1}),
    ("revoke", YORKSHIRE, first((0, "AS"), (1, "TH")), {"trick": 0, "play": 1}),
    (
        "throw_in",
        YORKSHIRE,
        first((0, "AS"), (1, YORKSHIRE["dealt"][1])),
        {"trick": 0, "play": 1},
    ),
    ("unfinished", YORKSHIRE, {"incomplete": False}, {}),
    ("must_beg", TURNED, {"options": {"must_beg_without_trumps": True}}, {}),
    ("no_begging", YORKSHIRE, {"call": "beg"}, {}),
    ("no_begging", TURNED, {"reply": "give"}, {}),
    (
        "no_begging",
        TURNED,
        {"call": ["beg", "beg"], "reply": ["run"], **{k: RUN[k] for k in ("turnups", "extra")}},
        {},
    ),
    ("not_run", TURNED, {"turnups": RUN["turnups"], "extra": RUN["extra"]}, {}),
    ("not_run", TURNED, {"call": "beg", "reply": "give", "extra": RUN["extra"]}, {}),
    ("must_run_again", TURNED, RUN | {"turnups": ["5D", "JD"]}, {}),
    ("run_after_trump_fixed", TURNED, RUN | {"turnups": ["5D", "JC", "AC"]}, {}),
    ("three_cards_each", TURNED, RUN | {"extra": [[["AD", "KD", "QD"], ["3D", "4D"]]]}, {"player": 1}),
    ("discard_to_six", TURNED, RUN, {"player": 0}),
    (
        "discard_to_six",
        TURNED,
        RUN | {"kept": [SIX[0], ["JS", "TS", "9S", "8H", "7H", "2C"]]},
        {"player": 1},
    ),
    ("no_bunching", TURNED, {"bunch": True}, {}),
    ("no_bunching", TURNED, RUN | {"bunch": True, "variant": "american_early"}, {}),
    ("bid", BID, {"calls": [[0, 2], [1, 2], [2, 0]]}, {"call": 1}),
    ("bid", BID, {"calls": [[0, 5], [1, 0], [2, 0]]}, {"call": 0}),
    ("bid", YORKSHIRE, {"calls": [[0, 1]]}, {"call": 0}),
    ("turn", BID, {"calls": [[1, 1]]}, {"call": 0}),
    ("calls_missing", BID, {"calls": [[0, 1]], "incomplete": False}, {}),
]


@pytest.mark.parametrize(("code", "sound", "changed", "where"), REFUSED)
def test_a_hand_against_the_rules_is_an_ordinary_answer_with_code_and_place(code, sound, changed, where):
    assert ask("score_hand", **sound)["legal"] is True
    assert ask("score_hand", **{**sound, **changed}) == {"legal": False, "error": code, "where": where}


@pytest.mark.parametrize("kept", [{"kept": SIX}, {}])
@pytest.mark.parametrize("options", [{}, {"may_bunch": False}])
def test_a_hand_that_stops_before_its_first_lead_has_its_turned_jack_scored(kept, options):
    answer = ask("score_hand", **{**TURNED, **RUN, "options": options, "tricks": [], **kept})
    assert (answer["legal"], answer["trump"], answer["hand_sizes"]) == (True, "C", [9, 9])
    assert (answer["pegged"], answer["scores"]) == ([point("turnup", 1, 1)], [0, 1])


@pytest.mark.parametrize(
    ("variant", "fault", "cost"),
    [
        ("trinidad", "count", {"points": 1, "dealer": "same"}),
        ("seven_up", "exposed", {"points": 0, "dealer": "same", "instead": "stand"}),
        ("enquire_within", "count", {"points": 0, "dealer": "same", "instead": "draw"}),
        ("enquire_within", "own_exposed", {"points": 0, "dealer": None}),
        ("heckmondwike", "count", {"points": None, "dealer": None}),
    ],
)
def test_a_misdeal_says_who_deals_again_and_what_may_be_chosen_instead(variant, fault, cost):
    assert ask("misdeal", variant=variant, fault=fault) == cost


def test_a_pack_that_runs_out_is_a_redeal_and_cannot_be_run_once_more():
    fours = [[f"{rank}{suit}" for rank in "234567"] for suit in "CDHS"]
    first = [["8D", "9D", "TD"], ["8H", "9H", "TH"], ["8S", "9S", "TS"], ["JD", "QD", "KD"]]
    second = [["JH", "QH", "KH"], ["JS", "QS", "KS"], ["AD", "AH", "AS"], ["TC", "JC", "8C"]]
    hand_input = {
        "variant": "trinidad",
        "dealt": fours,
        "call": "beg",
        "reply": "run",
        "tricks": [],
        "scores": [0, 0],
    }
    run = ask("score_hand", turnups=["9C", "KC", "AC"], extra=[first, second], **hand_input)
    assert (run["status"], run["trump"], run["scores"]) == ("redeal", None, [0, 1])
    again = ask("score_hand", turnups=["9C", "KC", "AC", "QC"], extra=[first, second, first], **hand_input)
    assert again["error"] == "pack_exhausted"


def test_a_gift_that_would_win_for_who_did_not_beg_is_not_allowed():
    dealt = [[f"{rank}{suit}" for rank in "234567"] for suit in "CDH"]
    hand_input = {
        "variant": "seven_up",
        "dealt": dealt,
        "turnups": ["AS"],
        "call": "beg",
        "reply": "give",
        "tricks": [],
    }
    assert ask("score_hand", scores=[0, 6, 0], **hand_input)["error"] == "gift_not_allowed"


def test_all_passing_is_a_redeal():
    answer = ask("score_hand", **{**BID, "calls": [[0, 0], [1, 0], [2, 0]], "incomplete": False})
    assert answer == {
        "legal": True,
        "status": "redeal",
        "trump": None,
        "pegged": [],
        "scores": [0, 0, 0],
        "winner": None,
    }
    passed = ask("auction", players=2, kind="auction", calls=[[0, 0], [1, 0]])
    assert passed == {"legal": True, "pitcher": None, "bid": 0, "sold": False}
    free = ask("auction", players=2, kind="commercial", calls=[[1, 0]])
    assert free == {"legal": True, "pitcher": 0, "bid": 0, "sold": False}


def test_an_auction_against_the_rules():
    assert ask("auction", players=3, kind="auction", calls=[[0, 3], [1, 2]]) == {
        "legal": False,
        "error": "bid",
        "where": {"call": 1},
    }
    assert ask("auction", players=3, kind="commercial", calls=[[0, 3]])["error"] == "turn"
    assert ask("auction", players=3, kind="auction", calls=[[0, 3]])["error"] == "calls_missing"


def test_a_sale_is_pegged_at_once_as_a_bid():
    answer = ask(
        "score_hand", **{**BID, "variant": "commercial_pitch", "calls": [[1, 3], [2, 0]], "sell": True}
    )
    assert (answer["pitcher"], answer["pegged"]) == (1, [{"what": "bid", "team": 0, "points": 3}])


def test_a_side_barred_from_game_leaves_it_to_nobody():
    hand_input = {**YORKSHIRE, "incomplete": False}
    hand_input["tricks"] = [
        [[0, "AS"], [1, "9S"], [2, "3S"], [3, "7S"]],
        [[0, "KH"], [1, "TH"], [2, "QH"], [3, "3H"]],
        [[0, "5S"], [1, "JS"], [2, "2S"], [3, "KS"]],
        [[3, "2D"], [0, "4D"], [1, "8D"], [2, "9D"]],
        [[2, "TC"], [3, "8C"], [0, "3C"], [1, "7C"]],
        [[2, "5C"], [3, "9C"], [0, "2C"], [1, "6C"]],
    ]
    assert ask("score_hand", **hand_input)["points_won"] == [3, 1]
    assert ask("score_hand", no_game_for=[0], **hand_input)["points_won"] == [2, 1]


def test_the_points_of_the_deal_are_entered_and_verified():
    hand = {"high": 0, "low": 1, "jack": 1, "game": 0, "hung": True}
    turned = {"before": [point("turnup", 1, 2), point("gift", 0, 1)]}
    table = ask("score_table", variant="trinidad", hands=[hand | turned])
    assert (table["ok"], table["scores"]) == (True, [3, 6])
    assert table["pegged"] == [["turnup", "gift", "high", "low", "jack", "game"]]
    assert ask("score_table", variant="tobago", hands=[hand | turned])["ok"] is True
    for wrong, code in (
        ([point("turnup", 1, 4)], "turnup_not_scored"),
        ([point("gift", 1, 2)], "gift_not_scored"),
        ([point("tip", 1, 1)], "unknown_point"),
        (
            [point("turnup", 1, 2), point("turnup", 0, 2)],
            "turnup_two_sides",
        ),
        (
            [point("turnup", 1, 2), point("gift", 1, 1)],
            "gift_to_dealer",
        ),
        ([point("gift", 1, 1)] * 2, "gift_twice"),
        (
            [point("gift", 0, 1), point("turnup", 1, 2)],
            "turnup_after_gift",
        ),
    ):
        errors = ask("score_table", variant="trinidad", hands=[hand | {"before": wrong}])["errors"]
        assert errors == [{"hand": 0, "code": code}]
    assert ask("score_table", hands=[hand | turned])["ok"] is False


def test_a_misdeal_scores_for_the_dealers_opponents_where_the_game_says_so():
    hand = {"high": 0, "low": 1, "jack": None, "game": 0}
    misdealt = {"before": [point("misdeal", 0, 1)]}
    assert ask("score_table", variant="trinidad", hands=[hand | misdealt])["scores"] == [3, 1]
    errors = ask("score_table", variant="seven_up", hands=[hand | misdealt])["errors"]
    assert errors == [{"hand": 0, "code": "misdeal_not_scored"}]


def test_a_hand_ended_by_a_gift_has_no_awards():
    gift = {"before": [point("gift", 0, 1)]}
    table = ask("score_table", variant="cotton", hands=[gift])
    assert (table["ok"], table["scores"]) == (True, [1, 0])
    awards = {"high": 0, "low": 1, "jack": None, "game": 0}
    errors = ask("score_table", variant="cotton", hands=[gift | awards])["errors"]
    assert errors == [{"hand": 0, "code": "awards_after_gift"}]
    assert ask("score_table", variant="classic_two", hands=[gift])["errors"] == [
        {"hand": 0, "code": "award_missing"}
    ]


def test_counted_out_in_the_deal_needs_no_awards():
    hand = {"before": [point("turnup", 1, 3)]}
    table = ask("score_table", variant="trinidad", scores=[13, 12], hands=[hand])
    assert (table["ok"], table["scores"], table["winner"]) == (True, [13, 15], 1)


@pytest.mark.parametrize(
    ("entry", "codes"),
    [
        ({"high": None, "low": None, "jack": None, "game": 0}, []),
        ({"high": 0, "low": None}, ["high_without_low"]),
        ({"high": None, "low": None, "jack": 1}, ["jack_without_trump"]),
        ({"high": 0, "low": 1, "jack": 1, "hung": True}, []),
        ({"high": 0, "low": 1, "jack": None, "hung": True}, ["hung_without_jack"]),
        ({"high": 0, "low": 1, "jack": 0, "hung": True, "high_card": "JS"}, ["hung_high_jack"]),
        ({"high": 0, "low": 1, "jack": 1, "hung": True, "high_card": "QS"}, ["hung_by_queen"]),
        ({"high": 0, "low": 1, "jack": 1, "hung": True, "low_card": "JS"}, ["hung_against_holder"]),
        ({"high": 0, "low": 1, "jack": 0, "hung": False, "low_card": "JS"}, ["hung_by_holder"]),
        (
            {"high": 0, "low": 1, "jack": 0, "game": 1, "hung": True, "card_points": [2, 9]},
            ["points_below_hanger"],
        ),
    ],
)
def test_turn_up_games_are_checked_by_what_can_have_been(entry, codes):
    assert ask("entry_check", variant="trinidad", **entry) == {"ok": not codes, "codes": codes}


def test_what_hanging_the_jack_tells_of_who_pitched():
    """The Shears held High, Low and, not hanged, the jack: the Fleece can have pitched nothing."""
    hung = {"variant": "heckmondwike", "options": {"hang_jack": 3}}
    entry = {"high": 1, "low": 1, "jack": 1, "game": 0, "high_card": "QS", "low_card": "9S"}
    pitched = {"pitcher_team": 0, "card_points": [5, 3]}
    assert ask("entry_check", **hung, **entry, **pitched, hung=False)["codes"] == ["no_such_hand"]
    assert ask("entry_check", **hung, **entry, **pitched, hung=True)["codes"] == []
    assert ask("entry_check", **hung, high=1, low=1, high_card="2S", hung=True)["codes"] == ["no_such_hand"]


def test_a_hanged_jack_is_entered_only_where_it_counts():
    assert ask("entry_check", variant="victorian", high=0, low=1, jack=1, hung=True)["codes"] == [
        "hung_not_counted"
    ]


def test_four_hands_and_a_pitch_apiece():
    even, home = {"high": 0, "low": 1, "jack": 0, "game": 1}, {"high": 0, "low": 0, "jack": 0, "game": 1}
    assert ask("four_hands", hands=[even] * 4)["winner"] is None
    assert ask("four_hands", hands=[even] * 4 + [home])["winner"] is None
    assert ask("four_hands", hands=[even] * 4 + [home, even])["winner"] == 0
    late = ask("four_hands", hands=[home] * 5)
    assert (late["ok"], late["errors"], late["hands"]) == (
        False,
        [{"hand": 4, "code": "after_fixed_hands"}],
        4,
    )


@pytest.mark.parametrize(
    ("kind", "options", "answer"),
    [
        ("revoke", {"revoke": "whole_game"}, {"points": 0, "loses_game": True, "no_game_point": False}),
        ("misdeal", {"misdeal": "one_and_passes"}, {"points": 1, "dealer": "next"}),
    ],
)
def test_what_a_tournament_takes_for_a_revoke_and_a_misdeal(kind, options, answer):
    assert ask(kind, variant="trinidad", options=options) == answer


@pytest.mark.parametrize(("by_leader", "points"), [(False, 0), (True, 20)])
def test_a_revoke_in_a_league_of_don_costs_what_was_marked_and_20_after_an_own_lead(by_leader, points):
    answer = ask(
        "revoke", variant="nine_card_don", options={"revoke": "marks_and_twenty"}, by_leader=by_leader
    )
    kept = {"loses_game": False, "no_game_point": False}
    assert answer == {"points": points, **kept, "loses_marks": True}


@pytest.mark.parametrize(
    ("options", "calls", "answer"),
    [
        ({}, [[0, 2], [1, 0], [2, 2]], {"legal": False, "error": "bid", "where": {"call": 2}}),
        (
            {"dealer_may_equal": True},
            [[0, 2], [1, 0], [2, 2]],
            {"legal": True, "pitcher": 2, "bid": 2, "sold": False},
        ),
        ({"least_bid": 2}, [[0, 1]], {"legal": False, "error": "bid", "where": {"call": 0}}),
        (
            {"dealer_must_bid": True},
            [[0, 0], [1, 0], [2, 0]],
            {"legal": False, "error": "dealer_must_bid", "where": {"call": 2}},
        ),
    ],
)
def test_an_auction_is_held_by_the_rules_of_the_house(options, calls, answer):
    asked = ask("auction", variant="auction_pitch", options=options, players=3, calls=calls)
    assert asked == answer


def test_an_auction_of_a_named_game_is_of_its_kind():
    sold = ask("auction", variant="commercial_pitch", players=3, calls=[[1, 3], [2, 0]], sell=True)
    assert sold == {"legal": True, "pitcher": 1, "bid": 3, "sold": True}


@pytest.mark.parametrize(
    ("game", "right"),
    [
        ({"variant": "commercial_pitch", "kind": "auction"}, "one of commercial"),
        ({"variant": "trinidad"}, "a game with an auction"),
        ({"kind": "auction", "options": {"least_bid": 2}}, "commercial_pitch"),
    ],
)
def test_an_auction_is_of_the_kind_its_game_has(game, right):
    error = ask("auction", players=4, calls=[[0, 1]], **game)["error"]
    assert error["code"] == "bad_value"
    assert right in error["message"]
