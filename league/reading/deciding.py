"""Decides what was marked in each group of boxes, by two thresholds: marked, empty, or asked about."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import dist, hypot
from statistics import median
from typing import TypeAlias

from league.printing.geometry import SIDES, MarkBox
from league.reading.measuring import STROKE, Ink, area_around
from league.reading.readings import BETWEEN, RUN_THROUGH, SMUDGE, UNCLEAR, ReadMark, Value

SEVERAL = frozenset({"player", "turned", "more-turned"})
"""Questions with more than one answer."""
COUNTED = frozenset({"race"})
"""Questions answered by the number of boxes marked from the first on."""
NEEDED = frozenset({"high", "low", "jack", "game", "final", "opened", "player", "won"})
"""Questions that have an answer on every sheet."""

USUAL, USUAL_FULL, LEAST_MARKS = 0.30, 0.12, 6  # a biro's cross, where fewer marks tell of the pen
# The least ink of a mark: of a pale pen less, if most empty boxes have little of it; and of that, nothing.
LEAST_MARK, CLEAN, NOISE, LEAST_EMPTY = 0.075, 0.03, 6.0, 0.4
MARK, EMPTY = 0.42, 0.17  # of the usual ink of marks nearby
# Blacked out, and perhaps blacked out: how dark the lightest parts of the box are, at least and beyond
# those of marks nearby, and how much more ink than a mark it has.
FULL, ALMOST_FULL = 0.55, 0.42
FULLER, ALMOST_FULLER = 0.2, 0.12
MORE_INK, SOME_MORE_INK, MOST_INK = 1.25, 1.12, 0.9
PALE_FULL, PALE_FULLER, PALE_INK = 0.35, 3.0, 1.7  # the same with a pale pen
CLEAR = 0.33  # correlation of a printed edge that was found
# Ink just outside empty boxes: a ring, a cross between. At least so much, or where the pen is pale or unknown
# a few times what is beside most boxes; and so much of the usual ink, of a pale pen more.
LEAST_BESIDE, FAINT_BESIDE, BESIDE, PALE_BESIDE = 0.075, 0.036, 0.22, 0.3
# How far the middle of a mark's ink stands from the middle of its box (mm): a mark, and most of a column.
# Of a mark that is 2 mm out, of which its box has but a part, it is 0.95; of ticks 0.5 to 0.9.
ASTRAY, SHIFTED, LEAST_SHIFTED = 0.95, 0.8, 3
# Rows are closer than columns, so that marks may stand nearer to the next row than to their own: all of a
# table, for nobody's hand leaves the rows in one column alone, and ten ticks in one may be low by chance.
SHIFTED_DOWN, MOST_BESIDE = 0.65, 6
MOST_ALONG = 3  # of one column: a fold, a stroke and the streak of a copier run along it
WEAK = 0.65  # of the usual ink: a mark that is astray with less is part of another, or a fold
MESS, HALF = 0.16, 0.5  # of the marks of a table are asked, with two in one row or not: then all of them
FAINT = 0.14  # a mark with less ink has no rival at a third of its ink
SPOT = 0.75  # mm: ink that reaches no further around its middle is a blot; crosses and ticks reach 0.9 to 1.3
MOST_RUN = 3.0  # of the ink of a mark: what a long tick leaves in another box of its row
RIVAL, SPOT_RIVAL = 0.28, 0.7  # of the ink of a mark, as much as has a rival to it

EMPTY_BOX, DOUBTFUL, MARKED, BLACKED, SMUDGED = range(5)

SEVERAL_MARKED = "More than one box is marked here."
NOT_IN_A_BOX = "There is ink beside a box here, and in none."
ACROSS = "Marks at this table run into other boxes, so that none is sure."
ROW_ABOVE = "There are marks above the first row of this table, so all may stand a row too high."
COLUMN_SHIFTED = "The marks of this column stand beside their boxes."
BESIDE_BOXES = (NOT_IN_A_BOX, BETWEEN, COLUMN_SHIFTED)
UNSEEN = "The printed boxes cannot be seen clearly here."
BLACKED_ONLY = "A box is blacked out here, and none is marked instead."


@dataclass(frozen=True, slots=True)
class Scale:
    """What counts as a mark and as nothing, by the pens and the dirt nearby."""

    mark: float
    empty: float
    usual: float
    usual_full: float
    stroke: float
    beside: float


Key = tuple[int | None, int | None, int | None, str, str]
Group = list[tuple[MarkBox, Ink]]


def decided(boxes: Sequence[MarkBox], ink: Sequence[Ink]) -> Iterator[ReadMark]:
    """Yield what was marked in each group of boxes, in their order."""
    groups = _groups(boxes, ink)
    scales = _scales(groups)
    marked = [
        (box, each)
        for key, group in groups.items()
        for box, each in group
        if _state(replace(each, across=each.spread), scales[key[0]]) in (MARKED, BLACKED)
    ]
    read = [_with_beside(key, group, marked, scales[key[0]]) for key, group in groups.items()]
    columns = _doubtful_columns(marked) | _doubtful_tables(read) | _raised_tables(groups, scales)
    below = {
        (mark.table, mark.game and mark.game + rows, mark.hand and mark.hand + rows)
        for mark in read
        for rows in (1, 2)
        if mark.values or mark.asked
    }
    for mark in read:
        why = columns.get((mark.table, "")) or columns.get((mark.table, mark.award))
        is_below = (mark.table, "") in columns and (mark.table, mark.game, mark.hand) in below
        is_in_doubt = mark.values or mark.reason in (UNCLEAR, RUN_THROUGH) or is_below
        yield mark.as_asked(why) if why and is_in_doubt else mark


def _with_beside(key: Key, group: Group, marked: Group, scale: Scale) -> ReadMark:
    """Return what was marked in a group; where nothing is, ink beside its boxes is asked about.

    That is a ring, or a mark between boxes. A mark of a neighbour may reach so far.
    """
    mark = _decided(key, group, scale)
    if mark.values or mark.asked or mark.award in COUNTED:
        return mark
    neighbours = [box for box, _ in marked] if mark.award not in NEEDED else []
    beside = tuple(
        _value(box)
        for box, each in sorted(group, key=lambda pair: -pair[1].beside)
        if each.beside > scale.beside
        and not any(dist(box.middle, other.middle) < 2 * box.size for other in neighbours)
    )
    return mark.as_asked(NOT_IN_A_BOX, beside) if beside else mark


Column: TypeAlias = tuple[int | None, str]
"""A table and an award; without an award the whole table."""


def _doubtful_tables(marks: Sequence[ReadMark]) -> dict[Column, str]:
    """Return the tables of whose marks so many are asked, or beside their boxes, that none is sure.

    Ticks may run across rows, and marks stand nearer to the next row than to their own. Ink beside the boxes
    of a row that has no mark, like the row above, is a fold or dirt after the end.
    """
    doubtful: dict[Column, str] = {}
    for table in {mark.table for mark in marks}:
        rows = {mark.hand for mark in marks if mark.table == table and mark.values}
        last = max((hand for hand in rows if hand), default=0) + 1
        told = [
            mark
            for mark in marks
            if mark.table == table and (mark.values or mark.asked) and (mark.hand or 0) <= last
        ]
        reasons = [mark.reason for mark in told if mark.reason]
        beside = Counter(
            mark.award
            for mark in told
            if mark.reason in (NOT_IN_A_BOX, BETWEEN) and rows & {mark.hand, (mark.hand or 1) - 1}
        )
        if len(reasons) > (MESS if SEVERAL_MARKED in reasons else HALF) * len(told):
            doubtful[table, ""] = ACROSS
        elif sum(min(MOST_ALONG, count) for count in beside.values()) >= MOST_BESIDE:
            doubtful[table, ""] = COLUMN_SHIFTED
    return doubtful


def _raised_tables(groups: dict[Key, Group], scales: dict[int | None, Scale]) -> dict[Column, str]:
    """Return the tables with ink a row above a column, if one has it above two: their marks are too high."""
    above = Counter(
        table
        for (table, *_), group in groups.items()
        if any(each.above > scales[table].empty for _, each in group)
    )
    return {(table, ""): ROW_ABOVE for table in above if max(above.values()) > 1}


def _doubtful_columns(marked: Group) -> dict[Column, str]:
    """Return the columns and tables of which most marks are out of their boxes the same way."""
    columns: dict[Column, list[Ink]] = defaultdict(list)
    for box, ink in marked:
        columns[box.table, ""].append(ink)
        columns[box.table, box.award].append(ink)
    shifts = {
        column: [median(ink.astray[way] for ink in inks) for way in (0, 1)]
        for column, inks in columns.items()
        if len(inks) >= LEAST_SHIFTED
    }
    return {
        (table, award): COLUMN_SHIFTED
        for (table, award), shift in shifts.items()
        if hypot(*shift) > SHIFTED or (not award and abs(shift[1]) > SHIFTED_DOWN)
    }


def _groups(boxes: Sequence[MarkBox], ink: Sequence[Ink]) -> dict[Key, Group]:
    groups: dict[Key, Group] = defaultdict(list)
    for box, each in zip(boxes, ink, strict=True):
        # Boxes without a value are told apart by their side: who took it. Otherwise each side has its own.
        side = box.side if box.value else ""
        groups[box.table, box.game, box.hand, box.award, side].append((box, each))
    return groups


def _scales(groups: dict[Key, Group]) -> dict[int | None, Scale]:
    """Return the scale of each table: two people keep the score of a match, with two pens."""
    everywhere = _scale(groups.values(), None)
    return {
        table: _scale([group for key, group in groups.items() if key[0] == table], everywhere)
        if table
        else everywhere
        for table in {key[0] for key in groups}
    }


def _scale(groups: Collection[Group], otherwise: Scale | None) -> Scale:
    ranked = [sorted((ink for _, ink in group), key=lambda ink: -ink.ink) for group in groups]
    others = sorted(ink.ink for _, *rest in ranked for ink in rest if ink.full < ALMOST_FULL) or [0.0]
    dirt, most_dirt = (others[int(share * len(others))] for share in (0.8, 0.95))
    least = min(LEAST_MARK, max(CLEAN, NOISE * most_dirt))
    outside = sorted(ink.beside for group in groups for _, ink in group) or [0.0]
    faint = max(FAINT_BESIDE, NOISE * outside[int(0.3 * len(outside))])
    marks = [first for first, *_ in ranked if first.ink > least]
    is_known = len(marks) >= LEAST_MARKS
    if otherwise is not None and not is_known:
        return replace(otherwise, beside=min(LEAST_BESIDE, faint))
    usual = median(ink.ink for ink in marks) if is_known else USUAL
    usual_full = median(ink.full for ink in marks) if is_known else USUAL_FULL
    return Scale(
        mark=max(least, MARK * usual, 3 * dirt),
        empty=max(LEAST_EMPTY * least, EMPTY * usual),
        usual=usual,
        usual_full=usual_full,
        stroke=0.0 if is_known and median(ink.across for ink in marks) <= STROKE else STROKE,
        beside=max(min(LEAST_BESIDE, max(faint, PALE_BESIDE * usual)), BESIDE * usual),
    )


def _state(ink: Ink, scale: Scale) -> int:
    fuller = ink.full - scale.usual_full
    is_black = fuller >= FULLER and ink.ink >= min(MOST_INK, MORE_INK * scale.usual)
    is_pale = ink.full >= PALE_FULLER * scale.usual_full and ink.ink >= PALE_INK * scale.usual
    if (is_black and ink.full >= FULL) or (is_pale and ink.full >= PALE_FULL):
        return BLACKED
    if ink.full >= ALMOST_FULL and fuller >= ALMOST_FULLER and ink.ink >= SOME_MORE_INK * scale.usual:
        return SMUDGED
    if ink.ink >= scale.mark and ink.spread > SPOT and ink.across > scale.stroke:
        return MARKED
    return EMPTY_BOX if ink.ink <= scale.empty else DOUBTFUL


def _decided(key: Key, group: Group, scale: Scale) -> ReadMark:
    table, game, hand, award, side = key
    boxes, ink = [box for box, _ in group], [each for _, each in group]
    states = _without_rivals(award, ink, [_state(each, scale) for each in ink], scale)
    mark = ReadMark(
        award=award,
        table=table,
        game=game,
        hand=hand,
        side=side,
        area=area_around(boxes, ink),
        candidates=tuple(
            _value(box)
            for (box, each), state in sorted(
                zip(group, states, strict=True), key=lambda pair: -pair[0][1].ink
            )
            if each.ink > scale.empty and state != BLACKED
            if state != EMPTY_BOX or each.across > scale.stroke
        ),
        certainty=_certainty(ink, states, scale),
    )
    if min(each.clear for each in ink) < CLEAR:
        return mark.as_asked(UNSEEN)
    marked = tuple(_value(box) for box, state in zip(boxes, states, strict=True) if state == MARKED)
    if SMUDGED in states:
        return mark.as_asked(SMUDGE)
    if DOUBTFUL in states:
        is_run = all(each.across <= scale.stroke for each in ink if each.ink > scale.empty)
        return mark.as_asked(RUN_THROUGH if is_run else UNCLEAR)
    if any(
        state == MARKED and hypot(*each.astray) > ASTRAY and each.ink < WEAK * scale.usual
        for each, state in zip(ink, states, strict=True)
    ):
        return mark.as_asked(BETWEEN, marked)
    if award in SEVERAL:
        return replace(mark, values=marked)
    if award in COUNTED:
        return (
            mark.as_asked(UNCLEAR) if MARKED in states[len(marked) :] else replace(mark, values=marked[-1:])
        )
    if len(marked) > 1:
        return mark.as_asked(SEVERAL_MARKED)
    if not marked and BLACKED in states:
        blacked = (_value(box) for box, state in zip(boxes, states, strict=True) if state == BLACKED)
        return mark.as_asked(BLACKED_ONLY, tuple(blacked))
    return replace(mark, values=marked)


def _without_rivals(award: str, ink: Sequence[Ink], states: list[int], scale: Scale) -> list[int]:
    """Return the states, a box with far less ink than a marked one being empty: a stray stroke, a blot.

    So is one that a long tick runs through, where the one box with a mark of its own is another, be it faint.
    """
    most = min((each.ink for each, is_of in zip(ink, states, strict=True) if is_of == MARKED), default=0.0)
    solid = [each.ink for each in ink if each.across > scale.stroke and each.spread > SPOT]
    own = 0.0 if award in SEVERAL else max((each for each in solid if each > scale.empty), default=0.0)
    # Players are counted later: beside those marked, a lesser stroke through another is none.
    run = WEAK * most if award == "player" and states.count(MARKED) > 1 else MOST_RUN * own
    limits = (
        run
        if each.across <= scale.stroke
        else most * (most >= FAINT) * (RIVAL if each.spread > SPOT else SPOT_RIVAL)
        for each in ink
    )
    return [
        EMPTY_BOX if state == DOUBTFUL and each.ink < limit else state
        for each, state, limit in zip(ink, states, limits, strict=True)
    ]


def _certainty(ink: Sequence[Ink], states: Sequence[int], scale: Scale) -> float:
    """Return how far the nearest box is from the other side of its threshold, from 0 to 1."""
    middle = (scale.mark + scale.empty) / 2
    known = {BLACKED: 1.0, SMUDGED: 0.5}
    shares = (
        (
            state,
            min(
                1.0,
                abs(each.ink - middle) / (max(0.01, scale.usual - middle) if each.ink >= middle else middle),
            ),
        )
        for each, state in zip(ink, states, strict=True)
    )
    return round(min(known.get(state, 0.5 + 0.5 * share) for state, share in shares), 3)


def _value(box: MarkBox) -> Value:
    if not box.value:
        return box.side if box.side in SIDES else "yes"
    return int(box.value) if box.value.isdecimal() else box.value
