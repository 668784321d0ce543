"""What is written is read back as it was: sheets made up, and games of the whole family played at random."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import Award, Hand, HandPenalty, NotationError, Position, sentence, shuffled, variants
from scoring.hands import Peg
from scoring.notation import (
    Following,
    ParsedHand,
    ParsedSheet,
    ParsedTable,
    Tag,
    check,
    format_sheet,
    parse,
    positions,
    read,
    sheet_of,
    terms,
    write,
)
from scoring.tricks import Play
from tests.examples import examples, is_whole, part_of
from tests.scoring.notation.sheets import game_played, sheets
from tests.scoring.playing import GAMES, HOUSES

TAGS = tuple(
    Tag(*tag)
    for tag in (("Game", "heckmondwike"), ("Sides", "AC=h BD=a"), ("FirstPitch", "A"), ("Target", "15"))
)


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(sheets())
def test_a_sheet_is_read_back_as_it_was_written_and_written_again_letter_by_letter(sheet):
    text = format_sheet(sheet)
    again = parse(text)
    assert again == (sheet,)
    assert "".join(map(format_sheet, again)) == text


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(sheets(), max_size=3))
def test_a_file_of_several_is_read_back_one_by_one(several):
    assert list(read(f"{line}\n".encode() for line in write(several))) == several


def test_points_are_listed_in_their_order_and_trumps_before_them():
    text = """\
[Game "heckmondwike"]
[Sides "AC=h BD=a"]
[FirstPitch "A"]
[Target "15"]

1. A G:h(41,22) J:h L:a3S H:hAS *S P:a+4("looked") = 2-6   #  so it was
"""
    line = '1. A P:a+4("looked") *S H:hAS L:a3S J:h G:h(41,22) = 2-6  # so it was'
    assert format_sheet(parse(text)[0]).splitlines()[-1] == line


@pytest.mark.parametrize(
    "line",
    [
        "1. A H:h L:h J:h G:h = 4-0",
        "1. A = 0-3",
        '1. A P:h+4("looked") = 4-0  # so it was',
        "1. A P:h+4 = 4-0",
        "1. A = 2-2  # so",
    ],
)
def test_a_line_is_written_as_it_was_read(line):
    head = '[Game "heckmondwike"] [Sides "AC=h BD=a"] [FirstPitch "A"] [Target "15"]'
    assert format_sheet(parse(f"{head}\n{line}")[0]).splitlines()[-1] == line
    (sheet,) = parse(f"{head}\n{line.replace('# ', '#')}")
    assert format_sheet(sheet).splitlines()[-1] == line


def test_holdings_are_written_by_seat_whoever_is_eldest():
    text = """\
[Game "west_yorkshire"]
[Sides "AC=h BD=a"]
[FirstPitch "C"]
[Target "11"]

1. C
deal A:87.T.8.76 B:A5.K.4.32 C:J9.3.2.98 D:32.Q.9.T5
"""
    assert format_sheet(parse(text)[0]) == text


def test_a_result_that_stands_last_stays_below_the_hands():
    sheet = ParsedSheet(
        tags=(*TAGS, Tag("Result", "4-0")), hands=(ParsedHand(number=1, eldest=0, hand=Hand(0, 0, 0, 0)),)
    )
    assert format_sheet(sheet).splitlines()[-1] == '[Result "4-0"]'
    earlier = ParsedSheet(tags=(Tag("Result", "4-0"), *TAGS), hands=sheet.hands)
    assert format_sheet(earlier).splitlines()[0] == '[Result "4-0"]'
    assert parse(format_sheet(sheet) + "\n" + format_sheet(earlier)) == (sheet, earlier)


ONE = ParsedHand(number=1, eldest=0)


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        (ParsedSheet(tags=TAGS), "No hand, table or match follows the tags."),
        (
            ParsedSheet(tags=(*TAGS, Tag("Event", "two\nlines")), hands=(ONE,)),
            "'two\\nlines' cannot be written down in a line of text.",
        ),
        (
            ParsedSheet(tags=(*TAGS, Tag("No tag", "")), hands=(ONE,)),
            "'No tag' cannot be written down in a line of text.",
        ),
        (
            ParsedSheet(tags=TAGS, hands=(ParsedHand(number=1, eldest=0, comment="two\nlines"),)),
            "'two\\nlines' cannot be written down in a line of text.",
        ),
        (
            ParsedSheet(tags=TAGS, hands=(ParsedHand(number=1, eldest=0, hand=Hand(high=2)),)),
            "There is no side 2 at this table: sides count from 0 to 1.",
        ),
        (
            ParsedSheet(
                tags=TAGS,
                hands=(ParsedHand(number=1, eldest=0, hand=Hand(penalties=(HandPenalty(0, 4, "\x00"),))),),
            ),
            "'\\x00' cannot be written down in a line of text.",
        ),
        (
            ParsedSheet(
                tags=TAGS, hands=(ParsedHand(number=1, eldest=0, tricks=((Play(0, 5), Play(2, 6)),)),)
            ),
            "'trick 1' cannot be written down in a line of text.",
        ),
        (
            ParsedSheet(tags=TAGS[1:], hands=(ONE,)),
            'The tag Game is missing: expected it before the play, such as [Game "heckmondwike"].',
        ),
        (
            ParsedSheet(tags=TAGS, tables=(ParsedTable(number=1, walkover=3),)),
            "There is no side 3 at this table: sides count from 0 to 1.",
        ),
        (
            ParsedSheet(tags=TAGS, tables=(ParsedTable(number=1, names=((-1, "A. Hill"),)),)),
            "There is no side -1 at this table: sides count from 0 to 1.",
        ),
    ],
)
def test_what_no_line_can_hold_is_refused(sheet, told):
    with pytest.raises(NotationError) as refusal:
        format_sheet(sheet)
    assert str(refusal.value) == told


def faults_of(sheet: ParsedSheet) -> list[str]:
    (read,) = parse(format_sheet(sheet))
    assert read == sheet
    return [f"{fault.line}: {sentence(fault)}" for fault in check(read)]


@pytest.mark.parametrize(
    "words",
    [
        "up 6S stand",
        "up 6S beg give",
        "up 6S beg run up KC",
        "up 6S beg run up 9S up KC",
        "up 6S beg run up 9S up TS up KC",
    ],
)
def test_cards_turned_in_a_run_are_written_where_they_were_turned(words):
    head = '[Game "trinidad"] [Sides "AC=h BD=a"] [FirstDealer "D"] [Target "14"]'
    assert format_sheet(parse(f"{head}\n1. A {words} H:h")[0]).splitlines()[-1].startswith(f"1. A {words} ")


@pytest.mark.parametrize(("game", "players"), part_of(GAMES, each=3))
def test_a_game_taken_down_card_by_card_holds(game, players):
    rng = Random(f"afn {game} {players}")
    for _ in range(3 if is_whole() else 1):
        assert faults_of(game_played(rng, game, players)) == []


@pytest.mark.parametrize(("game", "players"), part_of(GAMES, each=3, place=1))
def test_hands_played_one_after_another_are_a_sheet_in_one_call(game, players):
    sheet = game_played(Random(f"afn {game} {players}"), game, players, most=4)
    played = positions(sheet)
    assert format_sheet(sheet_of(game, played)) == format_sheet(sheet)
    assert sheet_of(game, played, [Tag("Home", "The Fleece")]).tag("Home") == "The Fleece"


@pytest.mark.parametrize("game", variants.names())
def test_a_sheet_in_one_call_has_the_house_options_it_was_played_by(game):
    usual = variants.get(game).rules
    for house in part_of(HOUSES[: 5 if usual.hand == 13 else None], each=3, place=len(game) % 3):
        rules = usual.with_options(house)
        position = Position(shuffled(Random(game), rules), rules)
        while not position.is_over:
            position.do(position.legal_acts()[0])
        text = format_sheet(sheet_of(game, [position]))
        [sheet] = parse(text)
        assert faults_of(sheet) == [], text
        assert positions(sheet)[0].rules == position.rules.for_players(position.table.players)


@pytest.mark.parametrize(("game", "players"), part_of(GAMES, each=3, place=2))
def test_a_game_of_which_only_awards_and_cards_are_written_holds(game, players):
    rng = Random(f"awards {game} {players}")
    sheet = game_played(rng, game, players)
    assert faults_of(replace(sheet, hands=tuple(without_play(sheet)))) == []


def without_play(sheet):
    """The hands with what only the play would tell, the honours marked in it, put in words."""
    game = Following(terms(sheet.tags, hands=True))
    for parsed in sheet.hands:
        honours = [peg for peg in game.add(parsed).pegs if peg.what.startswith("honour:")]
        marks = tuple(Peg("mark", peg.side, peg.points) for peg in honours)
        yield replace(parsed, dealt=(), extra=(), kept=(), stock=(), tricks=(), marks=marks)


@pytest.mark.parametrize(("game", "players"), part_of(GAMES, each=3, place=1))
def test_a_game_of_which_only_the_cards_are_written_holds(game, players):
    sheet = game_played(Random(f"cards {game} {players}"), game, players)
    bare = (replace(parsed, hand=Hand(trump=parsed.hand.trump)) for parsed in sheet.hands)
    assert faults_of(replace(sheet, hands=tuple(bare))) == []


@pytest.mark.parametrize(
    ("game", "players"),
    part_of((each for each in GAMES if Award.HIGH in variants.get(each[0]).rules.awards), each=3),
)
def test_an_award_that_went_to_another_side_is_found(game, players):
    rng = Random(f"wrong {game} {players}")
    sheet = game_played(rng, game, players)
    place = rng.choice([n for n, parsed in enumerate(sheet.hands) if isinstance(parsed.hand.high, int)])
    parsed = sheet.hands[place]
    sides = len(sheet.tag("Sides").split())
    wrong = replace(parsed, hand=replace(parsed.hand, high=(parsed.hand.high + 1) % sides))
    sheet = replace(sheet, hands=(*sheet.hands[:place], wrong, *sheet.hands[place + 1 :]))
    assert any("by the cards High goes to" in fault for fault in faults_of(sheet))
