"""What is written is read back as it was."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring import Hand, NotationError, Penalty
from scoring.notation import HandLine, Sheet, TableLine, Tag, format_sheet, parse, read, write
from scoring.tricks import Play
from tests.examples import examples
from tests.scoring.notation.sheets import sheets

TAGS = tuple(
    Tag(*tag)
    for tag in (("Game", "heckmondwike"), ("Sides", "AC=h BD=a"), ("FirstPitch", "A"), ("Target", "15"))
)


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(sheets())
def test_a_sheet_is_read_back_as_it_was_written(sheet):
    assert parse(format_sheet(sheet)) == (sheet,)


@settings(max_examples=examples(20), suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(sheets(), max_size=3))
def test_a_file_of_several_is_read_back_one_by_one(several):
    assert list(read(f"{line}\n".encode() for line in write(several))) == several


@settings(max_examples=examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(sheets())
def test_what_was_written_is_written_again_letter_by_letter(sheet):
    text = format_sheet(sheet)
    assert "".join(map(format_sheet, parse(text))) == text


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


def test_a_result_that_stands_last_stays_below_the_hands():
    sheet = Sheet(
        tags=(*TAGS, Tag("Result", "4-0")), hands=(HandLine(number=1, eldest=0, hand=Hand(0, 0, 0, 0)),)
    )
    assert format_sheet(sheet).splitlines()[-1] == '[Result "4-0"]'
    earlier = Sheet(tags=(Tag("Result", "4-0"), *TAGS), hands=sheet.hands)
    assert format_sheet(earlier).splitlines()[0] == '[Result "4-0"]'
    assert parse(format_sheet(sheet) + "\n" + format_sheet(earlier)) == (sheet, earlier)


ONE = HandLine(number=1, eldest=0)


@pytest.mark.parametrize(
    "sheet",
    [
        Sheet(tags=TAGS),
        Sheet(tags=(*TAGS, Tag("Event", "two\nlines")), hands=(ONE,)),
        Sheet(tags=(*TAGS, Tag("No tag", "")), hands=(ONE,)),
        Sheet(tags=TAGS, hands=(HandLine(number=1, eldest=0, comment="two\nlines"),)),
        Sheet(tags=TAGS, hands=(HandLine(number=1, eldest=0, hand=Hand(high=2)),)),
        Sheet(
            tags=TAGS, hands=(HandLine(number=1, eldest=0, hand=Hand(penalties=(Penalty(0, 4, "\x00"),))),)
        ),
        Sheet(tags=TAGS, hands=(HandLine(number=1, eldest=0, tricks=((Play(0, 5), Play(2, 6)),)),)),
        Sheet(tags=TAGS[1:], hands=(ONE,)),
        Sheet(tags=TAGS, tables=(TableLine(number=1, walkover=3),)),
    ],
)
def test_what_no_line_can_hold_is_refused(sheet):
    with pytest.raises(NotationError):
        format_sheet(sheet)
