"""Who may play, by real leagues' numbers: a warning with its reason, or a block if the season says so."""

import datetime
import json

import pytest

from league.competition.season_rules.fields import UnreadableRegulations
from league.competition.season_rules.people import PeopleRule
from league.competition.season_rules.rules import Regulations, from_data, to_data
from league.regulations.line_ups import belongs_to, line_up_remarks
from league.regulations.sentences import in_words
from league.regulations.transfers import registration_remarks, squad_remarks
from tests.regulations.cast import LONDON
from tests.regulations.people_cast import (
    DROVER,
    FLEECE_A,
    FLEECE_B,
    OTHER_CUP,
    REAL_PEOPLE,
    SHEARS,
    THE_CUP,
    THURSDAYS,
    appeared,
    player,
    side,
    signed,
)


def rules(name, **more):
    return from_data({"people": {**REAL_PEOPLE[name], **more}})


def said(line_up, regulations):
    if isinstance(regulations, str):
        regulations = rules(regulations)
    return [remark.sentence for remark in line_up_remarks(line_up, regulations, LONDON)]


def day(month, number, year=2026):
    return datetime.date(year, month, number)


def test_a_season_without_rules_says_nothing_of_anybody():
    stranger = player(played=appeared(DROVER, 9), born=day(1, 1))
    assert said(side(FLEECE_A, stranger, cup=THE_CUP, several_teams=True), Regulations()) == []


def test_on_the_night_whoever_is_not_signed_on_can_be():
    assert said(side(SHEARS, player()), "Bere Regis") == [
        "Alf Baines is not registered for any team; signing on the night is in time."
    ]
    assert said(side(SHEARS, player(signed(SHEARS, day(1, 14, 2027)))), "Bere Regis") == []
    assert said(side(SHEARS, player(signed(SHEARS, day(1, 15, 2027)))), "Bere Regis") != []


def test_who_is_registered_elsewhere_is_not_registered_here():
    assert said(side(SHEARS, player(DROVER)), "Bere Regis") == [
        "Alf Baines is registered for The Drover, not for The Shears."
    ]
    left = player(signed(SHEARS, until=day(12, 1)))
    assert said(side(SHEARS, left), "Bere Regis")[0].startswith("Alf Baines is not registered for any team")
    assert said(side(SHEARS, player(signed(DROVER, until=day(12, 1)), SHEARS)), "Bere Regis") == []
    assert said(side(SHEARS, player(SHEARS, DROVER)), "Bere Regis") == []


@pytest.mark.parametrize(
    ("name", "registered_on", "is_in_time"),
    [
        # Signed on at noon; the match is on Thursday 14 January at half past eight.
        ("PADDL", day(1, 12, 2027), True),
        ("PADDL", day(1, 13, 2027), False),
        ("Shropshire bowls", day(1, 13, 2027), True),
        ("Shropshire bowls", day(1, 14, 2027), False),
        ("a cut-off on 31 December", day(12, 31), True),
        ("a cut-off on 31 December", day(1, 1, 2027), False),
        # Their first match of the year is on the 7th, their sixteenth on the 14th.
        ("Huddersfield snooker", day(1, 6, 2027), True),
        ("Huddersfield snooker", day(1, 7, 2027), False),
        ("Stourbridge", day(1, 13, 2027), True),
        ("Stourbridge", day(1, 14, 2027), False),
        # Twenty matches: the eleventh, of the second half, is on 10 December.
        ("Littleborough", day(12, 9), True),
        ("Littleborough", day(12, 10), False),
    ],
)
def test_registration_is_in_time_or_not(name, registered_on, is_in_time):
    assert (said(side(SHEARS, player(signed(SHEARS, registered_on))), name) == []) is is_in_time


def test_the_reason_names_the_day_or_the_moment():
    late = player(signed(SHEARS, day(1, 13, 2027)))
    assert said(side(SHEARS, late), "PADDL") == [
        "Alf Baines was registered after 8.30 pm on Tuesday 12 January, too late for this match."
    ]
    assert said(side(SHEARS, late), "Littleborough") == [
        "Alf Baines was registered on Wednesday 13 January; registration closed on Wednesday 9 December."
    ]
    assert said(side(SHEARS, player()), "Littleborough") == [
        "Alf Baines is not registered, and registration closed on Wednesday 9 December."
    ]


def test_a_season_too_short_for_the_cut_off_has_none():
    short = SHEARS.__class__(team=3, name="The Shears", pub=11, days=THURSDAYS[:15])
    assert said(side(short, player(signed(short, day(1, 14, 2027)))), "Stourbridge") == []


def test_a_player_of_another_team_helps_out_twice_then_must_transfer():
    def helping(times):
        return side(SHEARS, player(DROVER, played=appeared(SHEARS, times) + appeared(DROVER, 5, first=5)))

    assert said(helping(0), "Falmouth euchre") == []
    assert said(helping(1), "Falmouth euchre") == []
    assert said(helping(2), "Falmouth euchre") == [
        "Alf Baines of The Drover has helped The Shears twice already; "
        "the season allows twice, then a transfer."
    ]


def test_the_match_itself_is_not_counted_when_its_card_is_put_right():
    before = [appeared(SHEARS)[0], appeared(SHEARS)[0].__class__(match=999, team=SHEARS, on=day(1, 14, 2027))]
    assert said(side(SHEARS, player(DROVER, played=before)), "Falmouth euchre") == []


def test_so_many_may_be_borrowed_in_one_match():
    regulations = rules("Falmouth euchre", borrowed={"each": 2, "a_match": 1})
    two = [player(DROVER, name=name, key=key) for key, name in enumerate(("Alf Baines", "Bet Crow"))]
    assert said(side(SHEARS, *two), regulations) == [
        "The Shears has borrowed Alf Baines and Bet Crow; one may be in one match."
    ]
    assert said(side(SHEARS, two[0]), regulations) == []


@pytest.mark.parametrize(("name", "most"), [("Bristol", 4), ("mixed badminton", 3), ("ladies badminton", 2)])
def test_after_so_many_times_a_player_belongs_to_the_higher_team(name, most):
    def up(times):
        return player(FLEECE_B, played=appeared(FLEECE_A, times))

    regulations = rules(name)
    assert belongs_to(up(most - 1), regulations.people) is None
    assert belongs_to(up(most), regulations.people) == FLEECE_A
    assert said(side(FLEECE_A, up(most - 1)), regulations) == []
    assert said(side(FLEECE_B, up(most - 1)), regulations) == []
    assert len(said(side(FLEECE_A, up(most)), regulations)) == 1
    assert len(said(side(FLEECE_B, up(most)), regulations)) == 1


def test_playing_up_too_often_is_said_on_both_sides():
    four = player(FLEECE_B, played=appeared(FLEECE_A, 4))
    assert said(side(FLEECE_B, four), "Bristol") == [
        "Alf Baines has played up four times and belongs to The Fleece A now, a higher team."
    ]
    assert said(side(FLEECE_A, four), "Bristol") == [
        "Alf Baines has played up four times and belongs to The Fleece A now; register that."
    ]
    settled = player(signed(FLEECE_B, until=day(12, 1)), FLEECE_A, played=appeared(FLEECE_A, 4))
    assert said(side(FLEECE_A, settled), "Bristol") == []


def test_playing_down_is_no_playing_up():
    assert said(side(FLEECE_B, player(FLEECE_A)), "Bristol") == [
        "Alf Baines is registered for The Fleece A, not for The Fleece B."
    ]


@pytest.mark.parametrize(
    ("rule", "up", "down"),
    [("any", True, True), ("higher", True, False), ("own", False, False)],
)
def test_for_which_teams_of_his_pub_a_player_may_play(rule, up, down):
    regulations = from_data({"people": {"registration": {}, "same_pub": rule}})
    assert (said(side(FLEECE_A, player(FLEECE_B)), regulations) == []) is up
    assert (said(side(FLEECE_B, player(FLEECE_A)), regulations) == []) is down
    assert said(side(SHEARS, player(FLEECE_A)), regulations) != []


def test_four_of_six_must_be_the_team_s_own_where_a_pub_has_several():
    def six(own, **known):
        players = [player(FLEECE_A if key < own else FLEECE_B, key=key) for key in range(6)]
        return side(FLEECE_A, *players, **known)

    assert said(six(3, several_teams=True), "St Austell euchre") == [
        "Three of the six players are registered for The Fleece A; at least four must be."
    ]
    assert said(six(4, several_teams=True), "St Austell euchre") == []
    assert said(six(3), "St Austell euchre") == []
    assert said(side(FLEECE_A, player(FLEECE_A), several_teams=True), "St Austell euchre") == []


def test_a_player_plays_for_one_team_in_a_cup():
    tied = player(SHEARS, played=appeared(DROVER, cup=THE_CUP))
    assert said(side(SHEARS, tied, cup=THE_CUP), rules("Lincoln crib", one_pub=False)) == [
        "Alf Baines is cup-tied: played in this cup for The Drover."
    ]
    free = rules("Lincoln crib", one_pub=False)
    assert said(side(SHEARS, tied, cup=OTHER_CUP), free) == []
    assert said(side(SHEARS, tied), free) == []
    assert said(side(DROVER, tied, cup=THE_CUP), free) == []


def test_who_plays_in_a_cup_has_played_in_the_league_before():
    asked = from_data({"people": {"cup_matches": {"least": 3, "from_round": 2}}})
    seldom = player(SHEARS, played=(*appeared(SHEARS, 2), *appeared(DROVER, 5, first=2)))
    assert said(side(SHEARS, seldom, cup=THE_CUP, round=2), asked) == [
        "Alf Baines has played two league matches for The Shears; before this cup tie it must be three."
    ]
    assert said(side(SHEARS, seldom, cup=THE_CUP, round=1), asked) == []
    assert said(side(SHEARS, seldom), asked) == []
    often = player(SHEARS, played=appeared(SHEARS, 3))
    assert said(side(SHEARS, often, cup=THE_CUP, round=2), asked) == []
    assert in_words(asked) == [
        "A player has played at least three league matches for the team before a cup tie from round 2 on."
    ]


def test_a_cup_substitute_has_not_played_in_that_cup():
    used = player(DROVER, played=appeared(DROVER, cup=THE_CUP))
    assert said(side(SHEARS, used, cup=THE_CUP), "Falmouth euchre") == [
        "Alf Baines has played in this cup before, for The Drover; a substitute has not."
    ]
    assert said(side(SHEARS, player(DROVER), cup=THE_CUP), "Falmouth euchre") == []
    assert said(side(DROVER, used, cup=THE_CUP), "Falmouth euchre") == []


@pytest.mark.parametrize(("name", "youngest"), [("Falmouth euchre", 14), ("St Austell euchre", 16)])
def test_nobody_plays_who_is_too_young_on_the_night(name, youngest):
    old_enough = player(SHEARS, born=day(1, 14, 2027 - youngest))
    too_young = player(SHEARS, born=day(1, 15, 2027 - youngest))
    assert said(side(SHEARS, old_enough), name) == []
    assert said(side(SHEARS, too_young), name) == [
        f"Alf Baines is {youngest - 1}; players are {youngest} or older."
    ]
    assert said(side(SHEARS, player(SHEARS)), name) == []


def test_with_nobody_registered_a_player_may_play_for_one_pub_only():
    assert said(side(SHEARS, player(played=appeared(DROVER))), "Lincoln crib") == [
        "Alf Baines has played for The Drover this season; a player plays for one pub only."
    ]
    assert said(side(FLEECE_A, player(played=appeared(FLEECE_B, 3))), "Lincoln crib") == []


def signing_on(who, to, on, name):
    return [remark.sentence for remark in registration_remarks(who, to, on, rules(name))]


def test_nobody_signs_on_after_the_cut_off():
    assert signing_on(player(), SHEARS, day(12, 31), "a cut-off on 31 December") == []
    assert signing_on(player(), SHEARS, day(1, 1, 2027), "a cut-off on 31 December") == [
        "Alf Baines cannot be registered for The Shears: registration closed on Thursday 31 December."
    ]
    assert signing_on(player(SHEARS), SHEARS, day(1, 1, 2027), "a cut-off on 31 December") == []


def test_a_player_transfers_once_and_in_the_first_half_only():
    once = player(signed(DROVER, until=day(11, 1)), signed(SHEARS, day(11, 1)))
    assert signing_on(player(DROVER), SHEARS, day(12, 9), "Chinnor") == []
    assert signing_on(player(DROVER), SHEARS, day(12, 10), "Chinnor") == [
        "Alf Baines cannot transfer to The Shears: transfers closed on Wednesday 9 December."
    ]
    assert signing_on(once, FLEECE_A, day(12, 1), "Bere Regis") == [
        "Alf Baines has transferred once; the season allows once."
    ]


def test_a_player_transfers_only_with_four_matches_or_fewer():
    assert signing_on(player(DROVER, played=appeared(DROVER, 4)), SHEARS, day(12, 1), "Ledbury") == []
    assert signing_on(player(DROVER, played=appeared(DROVER, 5)), SHEARS, day(12, 1), "Ledbury") == [
        "Alf Baines has played five matches; a transfer is for players with four or fewer."
    ]


def test_a_remark_names_the_player_it_is_about():
    (remark,) = registration_remarks(player(), SHEARS, day(1, 1, 2027), rules("a cut-off on 31 December"))
    assert (remark.player, remark.blocks) == (player().player, False)


def squad(size, on, name):
    return [remark.sentence for remark in squad_remarks(SHEARS, range(size), on, rules(name))]


@pytest.mark.parametrize(
    ("name", "size", "on", "sentences"),
    [
        ("Chinnor", 5, day(10, 1), []),
        ("Chinnor", 4, day(10, 1), ["The Shears has four players registered; at least five are asked for."]),
        ("Bere Regis", 6, day(10, 1), []),
        ("Northallerton", 7, day(10, 31), []),
        (
            "Northallerton",
            7,
            day(11, 1),
            ["The Shears has seven players registered; at least eight are asked for by Saturday 31 October."],
        ),
        ("Guisborough", 12, day(10, 1), []),
        ("Guisborough", 13, day(10, 1), ["The Shears has 13 players registered; 12 are the most."]),
        ("Tolworth", 15, day(10, 1), []),
        ("Tolworth", 16, day(10, 1), ["The Shears has 16 players registered; 15 are the most."]),
    ],
)
def test_a_squad_is_neither_too_small_nor_too_large(name, size, on, sentences):
    assert squad(size, on, name) == sentences


def test_a_rule_warns_and_blocks_only_if_the_season_says_so():
    regulations = rules("Falmouth euchre", blocked=["youngest"])
    boy = player(born=day(1, 1, 2020))
    found = line_up_remarks(side(SHEARS, boy), regulations, LONDON)
    assert {remark.rule: remark.blocks for remark in found} == {
        PeopleRule.REGISTRATION: False,
        PeopleRule.YOUNGEST: True,
    }
    assert {remark.player for remark in found} == {1}


@pytest.mark.parametrize("name", REAL_PEOPLE)
def test_the_rules_come_back_from_json_and_can_be_said(name):
    regulations = rules(name)
    assert from_data(json.loads(json.dumps(to_data(regulations)))) == regulations
    sentences = in_words(regulations)
    assert sentences
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        (
            "Falmouth euchre",
            [
                "Players are registered for the team, on the night at the latest, for £1.",
                "A player may change teams once in a season.",
                "A transfer costs £2.",
                "A player of another team may help out twice, then must transfer.",
                "A substitute in a cup has not played in it before.",
                "Players are 14 or older.",
            ],
        ),
        (
            "St Austell euchre",
            [
                "Where a pub has several teams, at least four of a side are registered for that very team.",
                "Players are 16 or older.",
            ],
        ),
        (
            "Huddersfield snooker",
            [
                "Players are registered for the team, on the night at the latest.",
                "Registration closes the day before a team’s first match from Friday 1 January 2027 on.",
            ],
        ),
        (
            "Northallerton",
            ["A team registers at least eight players by the end of Saturday 31 October 2026."],
        ),
        (
            "Bristol",
            [
                "Players are registered for the team, on the night at the latest.",
                "Playing for a higher team of the pub is counted: after four times a player belongs to it.",
            ],
        ),
    ],
)
def test_rules_about_people_in_sentences(name, sentences):
    assert in_words(rules(name)) == sentences


def test_what_is_blocked_is_said():
    assert in_words(from_data({"people": {"youngest": 16, "blocked": ["youngest", "cup_tied"]}}))[-1] == (
        "These rules are enforced at entry: age and cup-tied players."
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"youngest": 0}, "people.youngest: received 0; it must be a whole number from 1 to 99."),
        (
            {"registration": {"closes": {}}},
            "people.registration.closes: received {}; it must be otherwise: a cut",
        ),
        (
            {"registration": {"closes": {"on": "2026-12-31", "before_match": 3}}},
            "a cut-off is a date, or the day before one of a team's matches: say one of them.",
        ),
        ({"borrowed": {}}, "people.borrowed: received {}; it must be a mapping that says “each”."),
        ({"blocked": ["age"]}, "people.blocked[1]: received 'age'; it must be"),
        ({"same_pub": "some"}, "people.same_pub: received 'some'; it must be"),
    ],
)
def test_rules_about_people_that_cannot_be_are_refused_by_their_key(data, message):
    with pytest.raises(UnreadableRegulations) as refusal:
        from_data({"people": data})
    assert message in str(refusal.value)
