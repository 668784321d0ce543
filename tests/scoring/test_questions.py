"""`python -m scoring json`: questions of other programs and their answers."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring import HandPenalty, requests, variants
from scoring import __main__ as command_line
from scoring.errors import SENTENCES
from scoring.questions import KINDS, reply
from scoring.records import Say

WORKED = [
    json.loads(line)
    for line in (Path(__file__).parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]


def ask(kind, /, **values):
    return reply(json.dumps({"kind": kind, "input": values}).encode())


@pytest.mark.parametrize("worked", WORKED, ids=[f"{n}-{example['kind']}" for n, example in enumerate(WORKED)])
def test_worked_question(worked):
    answer = ask(worked["kind"], **worked["input"])
    if set(worked["answer"]) == {"error"}:
        assert answer["error"]["code"] == worked["answer"]["error"]["code"]
    else:
        assert json.dumps(answer, sort_keys=True) == json.dumps(worked["answer"], sort_keys=True)


REFUSED = [
    line.split("\t")
    for line in (Path(__file__).parent / "refusals.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


def test_a_value_that_cannot_be_is_refused_by_name_with_what_would_be_right():
    """Each place of the worked questions in turn holds what it does not take, or nothing."""
    answers = []
    for question, place, given, _, _ in REFUSED:
        worked = json.loads(json.dumps(WORKED[int(question) - 1]))
        *above, last = place.split("/")
        holder = worked["input"]
        for key in above:
            holder = holder[int(key) if isinstance(holder, list) else key]
        last = int(last) if isinstance(holder, list) else last
        if given:
            holder[last] = json.loads(given)
        else:
            del holder[last]
        error = ask(worked["kind"], **worked["input"])["error"]
        answers.append([question, place, given, error["code"], error["message"]])
    assert answers == REFUSED


def test_every_line_is_answered_in_order_and_a_line_that_is_no_question_makes_the_exit_status_two():
    lines = [
        '{"kind": "stakes"',
        "[1]",
        '{"kind": "whist", "input": {}}',
        '{"kind": "variants", "input": {}}',
        "",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "json"],
        input="\n".join(lines) + "\n",
        text=True,
        capture_output=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == ["not_json", "not_a_question", "unknown_kind", None, "not_json"]
    assert (done.returncode, done.stderr) == (2, "")


def test_answering_ends_with_the_status_of_the_worst_line(monkeypatch, capsys):
    for lines, status in ((b'{"kind": "variants", "input": {}}\n', 0), (b"[1]\n{}\n", 2), (b"", 0)):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
        assert command_line.main(["json"]) == status
        assert len(capsys.readouterr().out.splitlines()) == lines.count(b"\n")


def test_questions_that_can_be_read_end_with_exit_status_nought():
    done = subprocess.run(
        [sys.executable, "-m", "scoring", "json"],
        input='{"kind": "trick_winner", "input": {"trump": "D", "trick": ["XX"]}}\n',
        text=True,
        capture_output=True,
    )
    assert json.loads(done.stdout)["error"]["code"] == "bad_card"
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("code", "kind", "values"),
    [
        ("unknown_variant", "entry_check", {"variant": "whist"}),
        ("unknown_option", "entry_check", {"variant": "heckmondwike", "options": {"jokers": 2}}),
        ("bad_value", "entry_check", {"variant": "heckmondwike", "options": {"low_to": "dealer"}}),
        ("bad_value", "entry_check", {"variant": "heckmondwike", "options": {"throw_in": 1}}),
        ("bad_value", "entry_check", {"variant": "heckmondwike", "high": "home"}),
        ("bad_value", "entry_check", {"variant": "heckmondwike", "high": True}),
        ("bad_value", "entry_check", {"variant": "heckmondwike", "card_points": [1.5, 2]}),
        ("bad_value", "entry_check", {"variant": "heckmondwike", "trump": "X"}),
        ("bad_card", "entry_check", {"variant": "heckmondwike", "high_card": "1S"}),
        ("bad_card", "legal_plays", {"variant": "heckmondwike", "hand": [7], "trump": "S", "trick": []}),
        ("bad_value", "legal_plays", {"variant": "heckmondwike", "trump": "S", "trick": []}),
        ("bad_value", "legal_plays", {"hand": [], "trump": "S", "trick": []}),
        ("bad_value", "trick_winner", {"trump": "S", "trick": []}),
        ("bad_value", "game_point", {"card_points": [1, 2], "tie": "toss", "teams": [0, 1]}),
        ("bad_value", "game_point", {"card_points": [1, 2], "tie": "elder", "teams": [0, 0]}),
        (
            "bad_value",
            "peg",
            {"scores": [0, 0], "target": 15, "events": [{"what": "high", "team": 2, "points": 1}]},
        ),
        ("bad_value", "peg", {"scores": [], "target": 15, "events": []}),
        ("bad_value", "score_table", {"hands": 3}),
        ("bad_value", "score_table", {"hands": [3]}),
        ("bad_value", "score_table", {"target": 0, "hands": []}),
        ("bad_value", "score_table", {"scores": [0] * 9, "hands": []}),
        ("bad_value", "running_check", {"running": [[1, 2]]}),
        ("bad_value", "score_match", {"tables": [[15, 3]], "target": 15, "aggregate_points": 3}),
        ("bad_value", "score_match", {"tables": [[15, 3]], "target": 15, "aggregate_tie": "toss"}),
        ("bad_value", "score_match", {"tables": [[15, 3]], "target": 15, "walkovers": {"x": 0}}),
        ("bad_value", "stakes", {"winner": 2, "all_fours": [0, 0], "match_stake": 1, "all_four_stake": 1}),
        ("bad_value", "rotation", {"n": 1, "first_pitcher": 0, "hand": 0}),
    ],
)
def test_what_cannot_be_read_is_answered_by_code_and_what_would_be_right(code, kind, values):
    error = ask(kind, **values)["error"]
    assert error["code"] == code
    assert error["message"]


@pytest.mark.parametrize(
    "line", [b"\xff\xfe", b"[" * 100_000, b'{"kind": 1, "input": {}}', b"9" * 5000, b"null"]
)
def test_rubbish_is_no_question(line):
    answer = reply(line)
    assert not answer.was_question
    assert len(answer["error"]["message"]) < 300


def test_a_penalty_keeps_its_reason_and_words_their_turn():
    given = {"penalties": [{"team": 0, "points": 4, "reason": "looked"}, {"team": 1, "points": 1}]}
    assert requests.hand(given, "hand").penalties == (HandPenalty(0, 4, "looked"), HandPenalty(1, 1, ""))
    said = {"dealt": [], "call": ["beg", "beg"], "reply": ["run", "give"]}
    record = requests.record(said, variants.get("victorian").rules)
    assert record.words == (Say.BEG, Say.RUN, Say.BEG, Say.GIVE)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b" no \xff JSON ", "This is not a line of JSON: no \ufffd JSON."),
        (b"x" * 80, f"This is not a line of JSON: {'x' * 80}."),
        (b"x" * 81, f"This is not a line of JSON: {'x' * 80}...."),
        (b"[1, 2]", "A question is an object with a text `kind` and an object `input`, not [1, 2]."),
        (
            b'{"kind": 1, "input": {}}',
            "A question is an object with a text `kind` and an object `input`, not {'kind': 1, 'input': {}}.",
        ),
        (
            b'{"kind": "peg", "input": []}',
            "A question is an object with a text `kind` and an object `input`, "
            "not {'kind': 'peg', 'input': []}.",
        ),
        (
            b'{"kind": "whist", "input": {}}',
            f"There is no kind of question 'whist'; there are {', '.join(KINDS)}.",
        ),
    ],
)
def test_a_line_that_is_no_question_is_repeated(line, message):
    assert reply(line)["error"]["message"] == message


@pytest.mark.parametrize("kind", KINDS)
def test_a_key_that_nothing_reads_is_refused(kind):
    error = ask(kind, jokers=2)["error"]
    assert (error["code"], "'jokers'" in error["message"]) == ("bad_value", True)


@pytest.mark.parametrize(
    ("kind", "values", "meant"),
    [
        ("score_table", {"hand": []}, "hands is meant"),
        ("score_table", {"hands": [{"penalites": []}]}, "'penalites' in hand 1; penalties is meant"),
        ("score_table", {"hands": [{"penalties": [{"team": 0, "point": 1}]}]}, "points is meant"),
        (
            "score_table",
            {"hands": [{"before": [{"what": "gift", "side": 0}]}]},
            "known are what, team, points",
        ),
        ("peg", {"scores": [0, 0], "target": 9, "events": [{"what": "high", "teem": 0}]}, "team is meant"),
        ("variants", {"variant": "pitch"}, "known are none"),
    ],
)
def test_a_key_misspelt_is_refused_with_the_one_meant(kind, values, meant):
    assert meant in ask(kind, **values)["error"]["message"]


@pytest.mark.parametrize("kind", KINDS)
def test_any_value_anywhere_gets_an_answer(kind):
    worked = next((example["input"] for example in WORKED if example["kind"] == kind), {})
    for value in (None, True, -1, 2.5, "x", [], {}, [[]], [None], {"x": None}, 10**30):
        for name in {*KINDS[kind].keys} - {"variant"}:
            assert isinstance(ask(kind, **{**worked, name: value}), dict), (name, value)


def test_variants_are_listed_with_every_parameter_and_their_sources():
    listed = {game["id"]: game for game in ask("variants")["variants"]}
    heckmondwike = listed["heckmondwike"]
    assert heckmondwike["rules"]["target"] == 15
    assert heckmondwike["rules"]["low_to"] == "holder"
    assert heckmondwike["players"] == [4]
    assert heckmondwike["sources"]
    assert heckmondwike["title"] == "Heckmondwike league"
    assert listed["trinidad"]["rules"]["turnup_scores"] == {"A": 1, "6": 2, "J": 3}
    assert listed["west_yorkshire"]["rules"]["target_with"] == {"2": 9}


def test_absent_is_not_recorded_and_null_is_nobody():
    assert ask("entry_check", variant="heckmondwike", high=0, low=1) == {"ok": True, "codes": []}
    assert ask("entry_check", variant="heckmondwike", high=None, low=1) == {
        "ok": False,
        "codes": ["high_nobody"],
    }


def test_the_target_follows_the_number_of_players_unless_given():
    hands = [{"high": 0, "low": 0, "jack": 0, "game": 0}] * 3
    assert ask("score_table", variant="west_yorkshire", hands=hands)["scores"] == [11, 0]
    assert ask("score_table", variant="west_yorkshire", players=2, hands=hands)["scores"] == [9, 0]
    assert ask("score_table", variant="west_yorkshire", players=2, target=10, hands=hands)["scores"] == [
        10,
        0,
    ]


def test_codes_are_shown_with_their_sentences(capsys):
    assert command_line.main(["codes"]) == 0
    shown = capsys.readouterr().out
    assert len(shown.splitlines()) == len(SENTENCES)
    assert "jack_above_high" in shown


def test_variants_are_shown_by_name(capsys):
    assert command_line.main(["variants"]) == 0
    assert "heckmondwike: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            b'{"kind": "stakes", "input": {"winner": 0, "winner": 1}}',
            "The key 'winner' stands twice in one object.",
        ),
        (
            b'{"kind": "trick_winner", "input": {"trick": ["AS", "AS"], "trump": null}}',
            "trick cannot be 'AS': it is different cards, each of them once.",
        ),
        (
            b'{"kind": "throw_in", "input": {"variant": "heckmondwike", "hand": ["AS"], "trick": ["AS"]}}',
            "hand and trick cannot be 'AS': it is different cards, each of them once.",
        ),
        (
            b'{"kind": "rotation", "input": {"n": 4, "first_pitcher": 99, "hand": 0}}',
            "first_pitcher cannot be 99: it is a seat from 0 to 3.",
        ),
        (
            b'{"kind": "rotation", "input": {"n": 4, "first_pitcher": 0, "hand": -1}}',
            "hand cannot be -1: it is the number of hands before it, from 0.",
        ),
    ],
)
def test_a_question_of_which_a_part_would_be_passed_over_is_refused(line, told):
    assert reply(line) == {"error": {"code": "bad_value", "message": told}}
