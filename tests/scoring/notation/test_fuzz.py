"""Whatever is in a file, reading, checking and showing it ends, and raises nothing but ScoringError."""

import contextlib
import io
from random import Random

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from scoring import ScoringError, sentence
from scoring import __main__ as command_line
from scoring.notation import checking, format_sheet, parse, read, reading
from tests.examples import examples
from tests.scoring.notation.sheets import game_played
from tests.scoring.playing import GAMES

VALID = [
    b"""[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"] [Home "The Fox"]

1. A P:a+4("looked") *S ^9S H:hAS L:h2S J:a G:h(29,4) = 3-5   # a comment
2. B = 5-5
[Result "5-5"]
""",
    b"""[Game "trinidad"] [Sides "AC=h BD=a"] [FirstDealer "D"] [Target "14"] [Option "hang_jack=6"]
1. A  up 6S beg run up KC  H:h L:a J:a! G:h = 2-9
2. B  up 8H beg give       H:a L:a J:- G:-
""",
    b"""[Game "trinidad"] [Sides "AC=h BD=a"] [FirstDealer "D"] [Target "14"]
1. A up 4S stand H:h L:h J:a G:h = 3-1
play 1 A AS 9S 3S 7S!
play 2 A KH TH QH 3H?
""",
    b"""[Game "heckmondwike"] [Target "15"] [Option "aggregate_tie=none"]
table 1 15-9  h "A. Hill, B. Dale" a "C. Moor, D. Beck"
table 2 walkover a
table 3 unplayed
match 2-4 aggregate 15-24
""",
]
WORDS = sorted({word for text in VALID for word in text.decode().split()})
PIECES = [*WORDS, "=", '"', "(", "#", "deal", "x3", "?", "!", "\x00"]
slow_enough = settings(suppress_health_check=list(HealthCheck), deadline=None)


def played(number):
    """A game card by card; one of three without the deals."""
    game, players = GAMES[number % len(GAMES)]
    lines = format_sheet(game_played(Random(number), game, players, most=3)).splitlines(keepends=True)
    return "".join(line for line in lines if number % 3 or not line.startswith("deal")).encode()


def goes_through(data: bytes) -> None:
    """Everything that can be done with a file, done."""
    for sheet in read(reading.lines_of(io.BytesIO(data))):
        for fault in checking.check(sheet):
            assert sentence(fault)
            assert fault.line is None or fault.line >= 1
        with contextlib.suppress(ScoringError):
            assert parse(format_sheet(sheet)) == (sheet,) or sheet.faults
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        show(data)


def show(data: bytes) -> None:
    stream = io.TextIOWrapper(io.BytesIO(data))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdin", stream)
        assert command_line.main(["show", "-"]) in (0, 1)


@slow_enough
@given(st.binary(max_size=300))
@example(b"[")
@example(b'[Game "heckmondwike"]\n\n\n1.')
def test_any_bytes(data):
    goes_through(data)


@slow_enough
@given(
    st.lists(st.sampled_from(PIECES), max_size=40),
    st.lists(st.sampled_from("  \n"), min_size=40, max_size=40),
)
def test_the_words_of_the_notation_in_any_order(words, gaps):
    goes_through("".join(word + gap for word, gap in zip(words, gaps, strict=False)).encode())


@slow_enough
@given(st.sampled_from(VALID), st.data())
def test_valid_files_with_a_few_letters_changed(text, data):
    goes_through(changed(text, data.draw))


@settings(slow_enough, max_examples=examples(60))
@given(st.integers(0, 10_000), st.data())
def test_hands_card_by_card_with_a_few_letters_changed(number, data):
    goes_through(changed(played(number), data.draw))


def changed(text: bytes, draw) -> bytes:
    """The text with some pieces cut out, doubled, moved or overwritten."""
    for _ in range(draw(st.integers(1, 4))):
        at, length = draw(st.integers(0, len(text))), draw(st.integers(0, 12))
        piece = text[at : at + length]
        instead = draw(
            st.sampled_from([b"", piece * 2, piece[::-1]])
            | st.binary(max_size=4)
            | st.sampled_from(PIECES).map(str.encode)
        )
        text = text[:at] + instead + text[at + length :]
    return text


@pytest.mark.slow
@settings(slow_enough, max_examples=20_000)
@given(st.integers(0, 10_000), st.sampled_from(VALID), st.data())
def test_a_long_run_over_changed_files(number, valid, data):
    goes_through(changed(data.draw(st.sampled_from([valid, played(number)])), data.draw))
