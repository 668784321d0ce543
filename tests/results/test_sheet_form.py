"""A typed sheet read into values: every fault at its field, nothing cut, nothing guessed."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.matches.sheet.values import SeatName
from league.models import RuleBook
from league.results.parsing.checked_sheet import CheckedSheet
from league.results.parsing.comparison import typed_from
from league.results.parsing.fields import layout_of
from league.results.selectors.names import Roster, RosterPlayer
from scoring import AWAY, HOME, NOBODY
from scoring.hands import Hand, HandPenalty
from tests.examples import sampled

CASES = json.loads((Path(__file__).parent / "entry_cases.json").read_text(encoding="utf-8"))
AWARDS = ("high", "low", "jack", "game")

MAUREEN = RosterPlayer(player=1, public_id="bcdf2346", name="Maureen Tighe", label="Maureen Tighe", side=HOME)
SENIOR = RosterPlayer(
    player=2, public_id="ghjk2346", name="Jack Hirst", label="Jack Hirst (senior)", side=AWAY
)
JUNIOR = RosterPlayer(
    player=3, public_id="mnpq2346", name="Jack Hirst", label="Jack Hirst (junior)", side=AWAY
)
GUEST = RosterPlayer(player=4, public_id="rtvw2346", name="Zoë Pell", label="Zoë Pell", team="Station Tap")
ROSTER = Roster([GUEST, SENIOR, JUNIOR, MAUREEN])


def a_form(typed: dict[str, str], **book: Any) -> CheckedSheet:
    rule_book = RuleBook(**book)
    return CheckedSheet(typed, rule_book=rule_book, roster=ROSTER, home="The Fleece", away="The Shears")


def hand_fields(number: int, marks: str, prefix: str = "t1") -> dict[str, str]:
    """ "hhna" as the four fields of a hand; a full stop is an empty field."""
    return {
        f"{prefix}-h{number}-{award}": mark for award, mark in zip(AWARDS, marks, strict=True) if mark != "."
    }


def game_fields(hands: list[Any], prefix: str = "t1") -> dict[str, str]:
    """The fields of a game; a hand with more than its marks is an object."""
    fields: dict[str, str] = {}
    for number, hand in enumerate(hands, 1):
        written = {"marks": hand} if isinstance(hand, str) else hand
        beside = {"turnup": "turned", "beg": "said", "hung": "hung"}
        fields |= hand_fields(number, written["marks"], prefix)
        for field, name in beside.items():
            if written.get(name):
                fields[f"{prefix}-h{number}-{field}"] = "y" if written[name] is True else written[name]
    return fields


def faults_of(form: CheckedSheet) -> dict[str, str]:
    return {fault.field: fault.sentence for fault in form.faults}


OTHER_TABLES = {"t2-home-final": "12", "t3-away-final": "11", "t4-away-final": "8"}


def test_the_losers_score_is_enough() -> None:
    form = a_form({"t1-away-final": "13", **OTHER_TABLES})
    assert form.faults == ()
    assert [(game.home_score, game.away_score) for table in form.sheet.tables for game in table.games] == [
        (15, 13),
        (12, 15),
        (15, 11),
        (15, 8),
    ]
    assert form.score.match_points == (16, 4)  # halves


def test_a_table_by_its_finals_stands_beside_a_table_by_its_hands() -> None:
    hands = ["hhah", "ahna", "hhhh", "aana", "hhnn", "ahna", "hana", "aana", "aa.."]
    form = a_form({**game_fields(hands), **OTHER_TABLES})
    assert form.faults == ()
    assert len(form.sheet.tables[0].games[0].hands) == 9
    assert (form.sheet.tables[0].games[0].home_score, form.sheet.tables[1].games[0].home_score) == (12, 12)


def test_marks_are_read_in_capitals_and_nobody_as_n_or_a_dash() -> None:
    form = a_form({**hand_fields(1, "HhN-"), **hand_fields(2, "A a–".replace(" ", "h"))})
    assert form.written.tables[0].games[0].hands == (
        Hand(high=HOME, low=HOME, jack=NOBODY, game=NOBODY),
        Hand(high=AWAY, low=HOME, jack=AWAY, game=NOBODY),
    )


@pytest.mark.parametrize("case", sampled(CASES, each=6), ids=[case["about"] for case in CASES])
def test_hands_are_judged_as_everywhere_else(case: dict[str, Any]) -> None:
    """The script of the page is held to the same cases in tests/browser/test_entry.py."""
    fields = game_fields(case["hands"]) | {"t1-first-pitch": case.get("first", "")}
    for row, penalty in enumerate(case["penalties"], 1):
        kind = penalty.get("kind", "")
        fields |= {
            f"t1-p{row}-hand": str(penalty["hand"]),
            f"t1-p{row}-side": "" if penalty["side"] is None else "ha"[penalty["side"]],
            f"t1-p{row}-points": "" if penalty["points"] is None else str(penalty["points"]),
            f"t1-p{row}-reason": "" if kind else "partner looked before the pitch",
        }
        fields |= {f"t1-p{row}-kind": kind} if kind else {}
    form = a_form(fields, **case.get("book", {}))
    played = form.played.get((1, 1))
    assert (list(played.scores) if played else [0, 0]) == case["score"]
    assert (played.winner if played else None) == case["winner"]
    of_hands = {field: said for field, said in faults_of(form).items() if field.startswith("t1-h")}
    if case["winner"] is None and of_hands and not case["refused"]:
        of_hands = {}
    assert of_hands == {f"t1-h{hand}-{award}": said for hand, award, said in case["refused"]}


@pytest.mark.parametrize(
    ("field", "text", "says"),
    sampled(
        [
            ("t1-h1-high", "x", "“x” is no mark: type h for home, a for away, n or - for nobody."),
            ("t1-home-final", "twelve", "“twelve” is no score: type a whole number such as 13."),
            ("t1-home-final", "-3", "“-3” is no score: type a whole number such as 13."),
            ("t1-home-final", "9" * 50, f"“{'9' * 20}…” is no score: type a whole number such as 13."),
            ("t1-home-final", "٣", "“٣” is no score: type a whole number such as 13."),
            ("t1-first-pitch", "-", "“-” is neither side: type h for home or a for away."),
            ("t1-home-1", "M" * 81, "There is room for 80 letters here; this has 81."),
            ("remarks", "M" * 2001, "There is room for 2000 letters here; this has 2001."),
            ("t1-remarks", "M" * 201, "There is room for 200 letters here; this has 201."),
            ("reason", "M" * 201, "There is room for 200 letters here; this has 201."),
        ],
        each=3,
    ),
)
def test_what_cannot_be_read_is_said_at_its_field_and_stays_typed(field: str, text: str, says: str) -> None:
    form = a_form({field: text, **OTHER_TABLES})
    assert faults_of(form)[field] == says
    assert form.fields[field] == text


@pytest.mark.parametrize(
    ("alone", "says"),
    [
        ("15", "Table 1 has only the winner’s score, 15. Type the loser’s as well, fewer than 15."),
        ("17", "Table 1: nobody has 17 in a game to 15. Type the loser’s score, fewer than 15."),
    ],
)
def test_a_score_alone_that_is_no_losers_says_too_little(alone: str, says: str) -> None:
    form = a_form({"t1-home-final": alone, **OTHER_TABLES})
    assert faults_of(form) == {"t1-home-final": says}


def test_the_paper_and_the_hands_must_agree() -> None:
    form = a_form({**game_fields(["hhhh", "hhhh", "hhhh", "hhh."]), "t1-away-final": "2", **OTHER_TABLES})
    assert "the sheet says 15-2, its hands give 15-0" in faults_of(form)["t1-away-final"]


def test_a_table_not_played_needs_no_score() -> None:
    form = a_form({"t1-not-played": "yes", "t1-remarks": "nobody left", **OTHER_TABLES})
    assert form.faults == ()
    assert not form.sheet.tables[0].is_played


def test_one_fault_does_not_hide_those_of_other_hands() -> None:
    form = a_form({**game_fields(["hhhh", "n..."]), "t1-h1-high": "x", **OTHER_TABLES})
    assert set(faults_of(form)) == {"t1-h1-high", "t1-h2-high"}


def test_a_penalty_goes_with_its_hand_and_has_four_points_unless_said() -> None:
    penalty = {"t1-p1-hand": "2", "t1-p1-side": "a", "t1-p1-reason": "partner looked"}
    form = a_form({**game_fields(["hhhh", "aana"]), **penalty})
    hands = form.written.tables[0].games[0].hands
    assert hands[1].penalties == (HandPenalty(AWAY, 4, "partner looked"),)


def test_half_a_penalty_says_what_is_missing() -> None:
    form = a_form({"t1-p1-hand": "2", "t1-p1-points": "0", **OTHER_TABLES})
    assert {field for field in faults_of(form) if "-p1-" in field} == {
        "t1-p1-side",
        "t1-p1-points",
    }
    assert a_form({"t1-p1-points": "4", "t1-away-final": "3", **OTHER_TABLES}).faults == ()


def test_a_field_the_sheet_does_not_have_is_named() -> None:
    form = a_form({"t1-away-final": "3", "t5-away-final": "3", **OTHER_TABLES})
    assert "“t5-away-final” is no field of this sheet" in faults_of(form)[""]


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("maureen  tighe", SeatName(player=1)),
        ("bcdf2346", SeatName(player=1)),
        ("Jack Hirst (junior)", SeatName(player=3)),
        ("Zoe Pell", SeatName(player=4)),
        ("Jack Hirst", SeatName(written="Jack Hirst")),
        ("Somebody's cousin", SeatName(written="Somebody's cousin")),
    ],
)
def test_a_name_means_a_player_when_it_says_which(typed: str, seat: SeatName) -> None:
    assert a_form({"t1-home-1": typed}).written.tables[0].games[0].home_pair == (seat,)


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"t1-home-1": "Nobody Known"}, "Nobody called Nobody Known is registered this season"),
        (
            {"t1-away-1": "Jack Hirst"},
            "Jack Hirst can be Jack Hirst (junior) or Jack Hirst (senior): write which.",
        ),
        ({"t1-home-1": "Zoë Pell"}, "Zoë Pell is registered for Station Tap, not for The Fleece."),
        (
            {"t1-home-1": "Maureen Tighe", "t3-home-2": "maureen tighe"},
            "maureen tighe is also down at table 1.",
        ),
        ({"t1-home-1": "Bob", "t1-away-2": "bob"}, "bob is also down at this table."),
    ],
)
def test_odd_names_are_told_and_not_refused(fields: dict[str, str], says: str) -> None:
    form = a_form({"t1-away-final": "1", **OTHER_TABLES, **fields})
    assert any(says in oddity.sentence for oddity in form.oddities)
    assert form.faults == ()


def test_several_games_a_table_have_the_game_in_their_names() -> None:
    book = {"games_a_table": 3, "tables": 2, "target": 11, "players_a_side": 1}
    fields = {f"t{table}-g{game}-away-final": "5" for table in (1, 2) for game in (1, 2, 3)}
    form = a_form({**fields, "t1-g1-home-1": "Maureen Tighe", "t1-g2-home-1": "Bob"}, **book)
    assert form.faults == ()
    pairs = [game.home_pair for game in form.sheet.tables[0].games]
    assert pairs == [(SeatName(player=1),), (SeatName(written="Bob"),), (SeatName(written="Bob"),)]


def test_every_game_of_a_table_is_wanted_unless_it_may_stop() -> None:
    book = {"games_a_table": 3, "tables": 1, "target": 11}
    two_games = {"t1-g1-away-final": "5", "t1-g2-away-final": "5"}
    assert faults_of(a_form(two_games, **book)) == {
        "t1-g3-home-final": "Table 1 has no score for game 3 yet. Type the loser's score."
    }
    assert a_form(two_games, **book, stops_when_decided=True).faults == ()
    assert a_form({**two_games, "t1-g2-away-final": "", "t1-g2-home-final": "5"}, **book).faults


def test_tables_may_play_different_numbers_of_games() -> None:
    book = {"games_at_each_table": [1, 2], "tables": 2, "target": 11}
    fields = {"t1-g1-away-final": "5", "t2-g1-away-final": "5", "t2-g2-away-final": "5"}
    assert a_form(fields, **book).faults == ()
    assert "is no field of this sheet" in faults_of(a_form({**fields, "t1-g2-away-final": "5"}, **book))[""]


def test_what_no_database_keeps_is_shown_as_unreadable() -> None:
    form = a_form({"t1-home-1": "Bob\x00", "remarks": "\ud800 late\r\nagain"})
    assert form.fields["t1-home-1"] == "Bob\N{REPLACEMENT CHARACTER}"
    assert form.fields["remarks"] == "\N{REPLACEMENT CHARACTER} late\r\nagain"


def test_the_most_hands_a_game_can_have_are_drawn() -> None:
    rules = RuleBook().rules()
    assert layout_of(RuleBook(), rules).hands == 15
    assert layout_of(RuleBook(target=11), RuleBook(target=11).rules()).hands == 11


MARK = st.sampled_from("ha")
ANY_MARK = st.sampled_from("han")


@given(st.lists(st.tuples(MARK, MARK, ANY_MARK, ANY_MARK), min_size=1, max_size=15))
def test_a_sheet_written_back_into_fields_reads_the_same(rows: list[tuple[str, ...]]) -> None:
    typed = {
        "t1-home-1": "Jack Hirst (senior)",
        "t1-away-2": "a stranger",
        "t1-first-pitch": "a",
        "remarks": "cold",
    }
    form = a_form({**game_fields(["".join(row) for row in rows]), **typed})
    again = typed_from(form.sheet, RuleBook(), ROSTER)
    once_more = a_form(again)
    assert typed_from(once_more.sheet, RuleBook(), ROSTER) == again


@given(
    st.dictionaries(
        st.sampled_from(["t1-h1-high", "t1-home-final", "t1-p1-hand", "t9-x", "remarks"]), st.text()
    )
)
def test_no_text_is_too_strange_to_be_answered(typed: dict[str, str]) -> None:
    form = a_form(typed)
    assert isinstance(form.faults, tuple)
    assert form.sheet.tables[0].number == 1
