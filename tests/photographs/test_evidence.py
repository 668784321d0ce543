"""What the rules say about the marks that were read: doubts resolved, contradictions asked about."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from league.reading.evidence import (
    FIRST_ROW_EMPTY,
    FULL_OF_GAPS,
    MISSING,
    NOT_TOLD,
    penalties,
    penalties_at,
    weighed,
)
from league.reading.readings import RUN_THROUGH, SMUDGE, UNCLEAR, Area, ReadHand, ReadMark, ReadTable, Value
from league.regulations.presets import get
from scoring.hands import HandPenalty
from scoring.seats import HOME

RULES = get("heckmondwike").rule_book().rules()
AREA = Area(page=1, x=0, y=0, width=10, height=10)
LETTERS: dict[str, tuple[Value, ...]] = {"h": ("home",), "a": ("away",), "-": ("nobody",), ".": ()}
# Home takes High, Low and Game of four hands and High, Low of the fifth, all but a point of it needed: 15–1.
GAME = ["hh-h", "hh-h", "hh-a", "hh-h", "hh-h", "h..."]


def a_mark(award: str, letter: str, hand: int | None = None, likely: Sequence[Value] = ()) -> ReadMark:
    mark = ReadMark(award=award, table=1, hand=hand, area=AREA, values=LETTERS.get(letter, ()))
    return mark.as_asked("doubtful", tuple(likely)) if letter == "?" else mark


def a_table(
    rows: Sequence[str], home: int | None, away: int | None, likely: Sequence[Value] = ()
) -> ReadTable:
    hands = tuple(
        ReadHand(
            number=number,
            area=AREA,
            marks=tuple(
                a_mark(award, letter, number, likely)
                for award, letter in zip(("high", "low", "jack", "game"), row, strict=True)
            ),
        )
        for number, row in enumerate(rows, start=1)
    )
    finals = tuple(
        ReadMark(award="final", table=1, side=side, area=AREA, values=() if score is None else (score,))
        for side, score in (("home", home), ("away", away))
    )
    return ReadTable(number=1, area=AREA, hands=hands, finals=finals)


def read(rows: Sequence[str], home: int | None = 15, away: int | None = 1, **fields: Any) -> ReadTable:
    return weighed(a_table(rows, home, away, **fields), RULES, 0, 2)


def asked(table: ReadTable) -> set[str]:
    return {mark.name for mark in table.marks if mark.asked}


def test_a_game_that_agrees_with_its_score_leaves_nothing_to_ask() -> None:
    table = read([*GAME, "....", "...."])
    assert asked(table) == set()
    assert len(table.hands) == 6


def test_the_last_hand_may_stop_after_the_winning_point() -> None:
    assert asked(read(GAME)) == set()


def test_an_award_missing_in_the_middle_is_asked_and_not_inferred() -> None:
    assert asked(read([*GAME[:2], "hh-.", *GAME[3:]])) == {"t1-h3-game"}


def test_a_doubtful_mark_with_ink_for_the_only_possible_reading_is_certain() -> None:
    table = read([*GAME[:2], "hh-?", *GAME[3:]], likely=("away",))
    assert asked(table) == set()
    mark = table.hands[2].mark("game")
    assert mark is not None
    assert mark.value == "away"


def test_a_doubtful_mark_whose_ink_speaks_for_another_reading_stays_open() -> None:
    assert asked(read([*GAME[:2], "hh-?", *GAME[3:]], likely=("home",))) == {"t1-h3-game"}


def faint(rows: Sequence[str], home: int | None = 15, away: int | None = 1, why: str = UNCLEAR) -> ReadTable:
    return weighed(inked(rows, home, away, why), RULES, 0, 2)


def inked(rows: Sequence[str], home: int | None = 15, away: int | None = 1, why: str = UNCLEAR) -> ReadTable:
    """Return a table in which marks in capitals are doubtful, with ink in their own box alone."""
    table = a_table([row.lower() for row in rows], home, away)
    hands = [
        replace(
            hand,
            marks=tuple(
                mark.as_asked(why) if letter.isupper() else mark
                for mark, letter in zip(hand.marks, row, strict=True)
            ),
        )
        for hand, row in zip(table.hands, rows, strict=True)
    ]
    return replace(table, hands=tuple(hands))


INKED = ["Hh-H", "hH-h", "hh-A", "HH-H", "hh-h", "H..."]


def test_faint_marks_with_ink_in_one_box_each_are_sure_where_the_score_agrees() -> None:
    """Of a nib that now and then hardly touched the paper every second table was asked about."""
    table = faint(INKED)
    assert asked(table) == set()
    assert [mark.value for mark in table.hands[3].marks] == ["home", "home", "nobody", "home"]
    assert "t1-h3-game" in asked(faint([*INKED[:2], "hh-H", *INKED[3:]]))
    assert "t1-h1-high" in asked(faint(INKED, None, None))
    assert "t1-h1-high" in asked(faint(INKED, why=NOT_TOLD))


def test_a_last_hand_of_single_strokes_is_one_where_the_game_does_not_end_without_it() -> None:
    """Of a nib whose ticks were thin the last hand went without a word, and its table was asked about."""
    table = faint(INKED, why=RUN_THROUGH)
    assert asked(table) == set()
    assert len(table.hands) == 6
    assert len(faint([*GAME, "H...", "...."], why=RUN_THROUGH).hands) == 6
    assert "t1-h7-high" in asked(faint([*INKED, "A..."], 15, 3, why=RUN_THROUGH))


def test_a_faint_mark_that_the_last_hand_did_not_need_is_none() -> None:
    table = faint([*GAME[:5], "hA.."])
    assert asked(table) == set()
    assert table.hands[-1].marks[1].values == ()


def test_faint_numbers_are_sure_only_where_as_many_have_ink_as_sit_there() -> None:
    mark = ReadMark(award="player", table=1, side="home", area=AREA)
    for likely, values in (((10, 5), (5, 10)), ((10,), ()), ((10, 5, 6), ())):
        table = ReadTable(number=1, area=AREA, players=(mark.as_asked(UNCLEAR, likely),))
        assert weighed(table, RULES, 0, 2).players[0].values == values


def test_as_many_heavy_numbers_as_sit_there_are_sure() -> None:
    """A felt pen that bled made crosses look blacked out; a number that is has another marked instead."""
    heavy = [
        ReadMark(award="player", table=1, side=side, area=AREA).as_asked(SMUDGE, likely)
        for side, likely in (("home", (6, 3)), ("away", (6, 3, 8)))
    ]
    table = weighed(ReadTable(number=1, area=AREA, players=tuple(heavy)), RULES, 0, 2)
    assert [mark.values for mark in table.players] == [(3, 6), ()]


def test_a_heavy_final_score_that_the_hands_make_is_sure() -> None:
    table = inked(INKED)
    heavy = replace(
        table, finals=(replace(table.finals[0], values=()).as_asked(SMUDGE, (15,)), table.finals[1])
    )
    assert asked(weighed(heavy, RULES, 0, 2)) == set()
    assert "t1-final-home" in asked(weighed(replace(heavy, hands=table.hands[:5]), RULES, 0, 2))


def test_rows_with_ink_beside_their_boxes_after_the_end_are_dropped() -> None:
    """Ink that bled from the last row kept every doubt of the table open."""
    below = a_table([*GAME, "....", "?..."], 15, 1, likely=("away",))
    assert asked(weighed(replace(below, hands=(*inked(INKED).hands, *below.hands[6:])), RULES, 0, 2)) == set()


def test_a_table_that_begins_in_its_second_row_is_asked_about_as_a_whole() -> None:
    """Marks four millimetres below their boxes were read as those of the next row, and not asked."""
    table = read(["....", *GAME], None, None)
    assert {mark.reason for hand in table.hands[1:6] for mark in hand.marks} == {FIRST_ROW_EMPTY}


def test_a_table_full_of_gaps_is_asked_about_as_a_whole() -> None:
    """Ticks a whole column to the left of their boxes were read as the marks of the boxes there."""
    shifted = read(["h.a-", "ha..", ".h-a", "hh..", "h.h-", "h..."], None, None)
    assert {mark.reason for mark in shifted.hands[0].marks} == {FULL_OF_GAPS, MISSING}
    assert all(mark.asked for hand in shifted.hands[:5] for mark in hand.marks)
    open_jacks = read(["hh.h", "hh.h", "hh.a", "hh.h", "hh.h"], None, None)
    assert {name for name in asked(open_jacks) if "-h" in name} == {
        f"t1-h{hand}-jack" for hand in range(1, 5)
    }


def test_a_mark_below_rows_of_doubtful_ink_alone_is_asked() -> None:
    """A fold through the boxes of a column was doubtful in seven rows, and in the last a mark."""
    table = read([*GAME[:2], *["..?."] * 4, "..-."], likely=("nobody",))
    assert "t1-h7-jack" in asked(table)


def test_without_a_final_score_a_doubt_stays_open() -> None:
    rows = [*GAME[:2], "hh-?", *GAME[3:]]
    assert asked(read(rows, None, None, likely=("away",))) == {"t1-h3-game"}


def test_a_game_without_an_end_is_asked_about() -> None:
    """Three hands and no final score were called read."""
    assert asked(read(GAME[:3], None, None)) == {"t1-final-home", "t1-final-away"}
    assert asked(read(GAME, None, None)) == set()


def test_hands_after_the_end_without_a_final_score_are_asked_about() -> None:
    table = read([*GAME[:5], "hh-h", "hh-a"], None, None)
    assert asked(table) == {f"t1-h7-{award}" for award in ("high", "low", "jack", "game")}


def test_hands_that_do_not_give_the_score_are_asked_with_the_score() -> None:
    table = read([*GAME[:2], "hh-h", *GAME[3:]])
    assert {"t1-final-home", "t1-final-away", "t1-h3-game"} <= asked(table)


def test_a_stroke_through_rows_after_the_end_is_not_read() -> None:
    table = read([*GAME, "h...", "h..."])
    assert asked(table) == set()
    assert len(table.hands) == 6


def test_a_penalty_that_is_marked_counts_in_its_hand() -> None:
    rows = ["hh-h", "hh-h", "hh-a", "hh-h", "hh-."]
    values: dict[str, Value] = {"table": 1, "hand": 2, "side": "home", "points": 1}
    marks = [
        ReadMark(award=f"penalty-1-{what}", area=AREA, values=(value,)) for what, value in values.items()
    ]
    given = penalties_at(1, marks)
    assert given == {2: (HandPenalty(HOME, 1),)}
    assert penalties_at(2, marks) == {}
    table = weighed(a_table([*rows[:4], "hhh."], 15, 1), RULES, 0, 2, given)
    assert "t1-final-home" not in asked(table)
    assert "t1-final-home" in asked(weighed(a_table([*rows[:4], "hhh."], 15, 1), RULES, 0, 2))


def test_no_part_of_a_penalty_counts_alone() -> None:
    """On paper that curls the edge of a box was read as a mark: table 1, and nothing else."""
    values = {"table": (1,), "hand": (), "side": (), "points": ()}
    marks = [ReadMark(award=f"penalty-1-{what}", area=AREA, values=value) for what, value in values.items()]
    assert all(mark.asked and not mark.values for mark in penalties(marks))
    assert [mark.candidates for mark in penalties(marks)] == [(1,), (), (), ()]


def test_a_final_score_that_cannot_be_is_asked() -> None:
    assert {"t1-final-home", "t1-final-away"} <= asked(read(GAME, 15, 15))
    assert {"t1-final-away"} <= asked(read(GAME, 15, None))


def test_figures_that_make_an_impossible_final_score_are_asked() -> None:
    figures = {("home", "tens"): 1, ("home", "units"): 5, ("away", "tens"): 1, ("away", "units"): 5}
    finals = tuple(
        ReadMark(award=award, table=1, side=side, area=AREA, values=(figure,))
        for (side, award), figure in figures.items()
    )
    table = ReadTable(number=1, area=AREA, finals=finals)
    assert len(asked(weighed(table, RULES, 0, 2))) == 4
    right = replace(table, finals=(*finals[:3], replace(finals[3], values=(2,))))
    assert asked(weighed(right, RULES, 0, 2)) == set()
