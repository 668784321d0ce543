"""Whatever a program or a person sends the engine, it answers with a result or a code, not with a traceback.

The gate tries a small sample; --slow tens of thousands. `notation/test_fuzz.py` does the same for files.
"""

import contextlib
import io
import json
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring import Position, ScoringError, questions, variants
from scoring import __main__ as command_line
from scoring.commands.games import derive
from tests.examples import examples
from tests.scoring.playing import GAMES, recorded

QUESTIONS = [
    {"kind": question["kind"], "input": question["input"]}
    for line in (Path(__file__).parent / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    for question in [json.loads(line)]
]
LONGEST = 5
"""Seconds of processor time an answer may take, many times what the slowest takes."""

huge = st.sampled_from([10**18, -(10**18), 2**63, 10**300, 10**4299, -(10**4299)])
scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    huge,
    st.floats(),
    st.text(max_size=6),
    st.sampled_from(["", "\0", "\ud800", "AS", "10S", "A♥", "beg", "run", "S", "heckmondwike", "9" * 5000]),
)
junk = st.one_of(
    scalars,
    st.recursive(
        scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner)
    ),
    st.sampled_from(
        [[0] * 3000, ["AS"] * 3000, [[]] * 3000, {str(number): number for number in range(3000)}]
    ),
    st.integers(50, 900).map(lambda depth: json.loads("[" * depth + "]" * depth)),
)
thorough = settings(suppress_health_check=list(HealthCheck), deadline=None)


def places(value, path=()):
    """Every place of a question, as the keys that lead to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield (*path, key)
        yield from places(below, (*path, key))


def changed_question(question, draw):
    """A question with a few places replaced, emptied, doubled, exchanged or renamed."""
    question = json.loads(json.dumps(question))
    for _ in range(draw(st.integers(1, 3))):
        known = list(places(question))
        if not known:
            break
        *above, key = draw(st.sampled_from(known))
        holder = question
        for step in above:
            holder = holder[step]
        act = draw(st.sampled_from(["replace", "replace", "delete", "double", "exchange", "rename"]))
        if act == "delete":
            del holder[key]
        elif act == "double" and isinstance(holder, list):
            holder.insert(key, holder[key])
        elif act == "rename" and isinstance(holder, dict):
            holder[draw(st.text(max_size=8) | st.sampled_from(sorted(holder)))] = holder[key]
        elif act == "exchange":
            holder[key] = json.loads(json.dumps(draw(st.sampled_from(QUESTIONS))["input"]))
        else:
            holder[key] = json.loads(json.dumps(draw(junk)))
    return question


def answered(line: bytes) -> None:
    """Ask one line, and have the answer printed as the command does."""
    began = time.process_time()
    reply = questions.reply(line)
    assert json.loads(json.dumps(reply)) is not None
    if "error" in reply:
        error = reply["error"]  # of a hand that breaks a rule the code alone
        assert error if isinstance(error, str) else error["code"] and error["message"]
    assert time.process_time() - began < LONGEST


@settings(thorough, max_examples=examples(300))
@given(st.sampled_from(QUESTIONS), st.data())
def test_questions_with_a_few_places_changed(question, data):
    answered(json.dumps(changed_question(question, data.draw)).encode())


@pytest.mark.slow
@settings(thorough, max_examples=30_000)
@given(st.sampled_from(QUESTIONS), st.data())
def test_a_long_run_of_changed_questions(question, data):
    answered(json.dumps(changed_question(question, data.draw)).encode())


STAKES = (
    b'{"kind": "stakes", "input": {"winner": 0, "all_fours": [N, 0], "match_stake": 1, "all_four_stake": N}}'
)
LONG_STAKES = STAKES.replace(b"N", b"9" * 4000)


@settings(thorough, max_examples=examples(100))
@given(st.binary(max_size=80) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")))
@example(b"[" * 200_000)
@example(b'{"kind": "variants", "input": ' + b'{"a":' * 100_000)
@example(b"9" * 5000)
@example(b'{"kind": "peg", "input": {"scores": [' + b"9" * 5000 + b"]}}")
@example(b'{"kind": "\\ud800", "input": {}}')
@example(LONG_STAKES)
def test_lines_that_are_no_questions(line):
    answered(line)


def position_line(number: int) -> tuple[str, str]:
    game, players = GAMES[number % len(GAMES)]
    _, position = recorded(Random(number), variants.get(game).rules, players)
    return game, position.to_text()


ODD = ["", "-", "9" * 5000, "AS" * 60, "²", "b٣", "\ud800", "\0", "-1"]


def changed_text(text: str, draw) -> str:
    """A text with some letters or words cut out, doubled, exchanged or replaced."""
    for _ in range(draw(st.integers(1, 4))):
        words = text.split(" ")
        at, act = draw(st.integers(0, len(words) - 1)), draw(st.integers(0, 5))
        if act == 0:
            del words[at]
        elif act == 1:
            words.insert(at, words[draw(st.integers(0, len(words) - 1))])
        elif act == 2:
            words[at] = draw(
                st.sampled_from(["", "-", "9" * 5000, "AS" * 60, "²", "b٣", "\ud800", "\0", "-1"])
            )
        else:
            place, length = draw(st.integers(0, len(text))), draw(st.integers(0, 6))
            text = text[:place] + draw(st.text(max_size=3)) + text[place + length :]
            continue
        text = " ".join(words)
        if not text:
            break
    return text


def position_read(number: int, draw) -> None:
    game, line = position_line(number)
    with contextlib.suppress(ScoringError):
        position = Position.from_text(changed_text(line, draw), variants.get(game).rules)
        assert Position.from_text(position.to_text(), variants.get(game).rules) == position


@settings(thorough, max_examples=examples(100))
@given(st.integers(0, 500), st.data())
def test_lines_of_positions_changed(number, data):
    position_read(number, data.draw)


@pytest.mark.slow
@settings(thorough, max_examples=20_000)
@given(st.integers(0, 500), st.data())
def test_a_long_run_of_changed_positions(number, data):
    position_read(number, data.draw)


DERIVED = [
    "grenada=trinidad; hang_jack=4; target=13",
    "my own=all_fives; turnup_scores=A:1 6:2; players=2 4",
    "short=victorian_blind; pack=44; awards=high low jack game; throw_in=yes",
    "x=heckmondwike; trump=turnup; hand=13; draw=winner; trump_honours=J:5",
]


@contextlib.contextmanager
def games_as_they_are():
    """Forget the games derived meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(variants, "_BY_NAME", variants._BY_NAME.copy())
        patch.setattr(variants, "ALL", variants.ALL)
        yield


@settings(thorough, max_examples=examples(200))
@given(st.sampled_from(DERIVED), st.data())
@example("=", None)
@example("", None)
def test_texts_of_derived_games(text, data):
    with games_as_they_are(), contextlib.suppress(ScoringError):
        derive(changed_text(text, data.draw) if data else text)


ARGUMENTS = [
    ["rules", "trinidad", "--option", "hang_jack=6", "--beside", "cotton"],
    ["variants", "--markdown"],
    ["deal", "trinidad", "--seed", "3", "--option", "throw_in=no", "--players", "4"],
    ["deal", "auction_pitch", "--seed", "3", "--players", "3"],
    ["chances", "heckmondwike", "--score", "9-7", "--dealer", "1", "--players", "4", "--played", "0"],
    ["chances", "enquire_within", "--score", "5-3", "--played", "4", "--option", "target=9"],
    ["simulate", "heckmondwike", "--hands", "3", "--seed", "5"],
    ["check", "-", "--json"],
    ["show", "-"],
    ["codes"],
    ["--derive", DERIVED[0], "deal", "grenada", "--seed", "1"],
]
WORDS = [
    "",
    "-",
    "--",
    "-1",
    "0",
    "1",
    "7",
    "99",
    "9" * 30,
    "1e9",
    "nan",
    "9-7-",
    "0-0-0",
    "\ud800",
    "\0",
    "²-٣",
]


def changed_arguments(arguments: list[str], draw) -> list[str]:
    known = sorted({word for command in ARGUMENTS for word in command})
    arguments = [*arguments]
    for _ in range(draw(st.integers(0, 2))):
        at = draw(st.integers(0, len(arguments) - 1))
        arguments[at : at + draw(st.integers(0, 1))] = [
            draw(st.sampled_from(known + WORDS) | st.text(max_size=5))
        ]
    return arguments


def run(arguments: list[str]) -> None:
    """Run the command line as a terminal does, its output in UTF-8."""
    files = {name: io.TextIOWrapper(io.BytesIO(), "utf-8") for name in ("stdin", "stdout")}
    with pytest.MonkeyPatch.context() as patch, games_as_they_are():
        for name, file in files.items():
            patch.setattr(f"sys.{name}", file)
        patch.setattr("sys.stderr", io.StringIO())
        try:
            status = command_line.main(arguments)
        except SystemExit as end:  # argparse
            status = end.code
        assert status in (0, 1, 2)


@settings(thorough, max_examples=examples(150))
@given(st.sampled_from(ARGUMENTS), st.data())
def test_arguments_of_the_command_line_changed(arguments, data):
    run(changed_arguments(arguments, data.draw))


@pytest.mark.slow
@settings(thorough, max_examples=1_500)  # the chances of a game of Don take ten seconds, and are often asked
@given(st.sampled_from(ARGUMENTS), st.data())
def test_a_long_run_of_changed_arguments(arguments, data):
    run(changed_arguments(arguments, data.draw))
