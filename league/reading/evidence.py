"""Weighs what was read of a table against the rules: hands that cannot be, scores that do not follow.

A doubtful mark becomes certain only if one reading alone agrees with the final score and the ink speaks for
it. Where everything was read and it does not agree, the marks that could be wrong are asked about.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product, takewhile
from math import prod
from types import MappingProxyType
from typing import TypeAlias

from league.printing.geometry import SIDES
from league.reading.readings import (
    BETWEEN,
    RUN_THROUGH,
    SMUDGE,
    UNCLEAR,
    ReadHand,
    ReadMark,
    ReadTable,
    Value,
)
from scoring import hand_faults
from scoring.games import score_game
from scoring.hands import Hand, HandPenalty, Score
from scoring.possible_scores import final_fault
from scoring.reconcile import Change, reconcile
from scoring.rules import Rules
from scoring.seats import AWAY, HOME, NOBODY, Taker

OF_INK = (UNCLEAR, SMUDGE, BETWEEN, RUN_THROUGH)
"""Why a mark is asked whose box may be the right one all the same."""
PENALTY = ("table", "hand", "side", "points")
AWARDS = ("high", "low", "jack", "game")
TAKERS: Mapping[Value | None, Taker] = {"home": HOME, "away": AWAY, "nobody": NOBODY}
ANSWERS: Mapping[str, tuple[Value, ...]] = {
    **dict.fromkeys(AWARDS, ("home", "away", "nobody")),
    "hung": ("yes",),
}
MOST_READINGS = 1200
MOST_GAPS, MOST_OF_ONE = 4, 2
MOST_FINALS = 3

MISSING = "Nothing is marked here, but the game went on."
IMPOSSIBLE = "This hand cannot have happened as it was marked."
AFTER_A_GAP = "Nothing is sure in a row above, so that this may be no mark but a fold or dirt."
AFTER_THE_END = "The game had ended before this hand."
UNFINISHED = "The hands that are marked do not end the game, and no final score is marked."
DISAGREES = "The hands as marked do not give the final score."
TOO_MANY = "Not as many players are marked as sit at a table."
IMPOSSIBLE_FINAL = "This final score cannot be."
NOT_TOLD = "Nothing is marked here, but other parts of the table are."
PART_OF_A_PENALTY = "Only a part of this penalty is marked."
HALF = "Only a part of the final score is marked."
FIRST_ROW_EMPTY = "Nothing is marked in the first row of this table, so all may stand a row too low."
FULL_OF_GAPS = "So much is missing at this table that all may stand a column aside."

Place: TypeAlias = tuple[int, str]
Penalties: TypeAlias = Mapping[int, tuple[HandPenalty, ...]]
Reading: TypeAlias = dict[Place, Value | None]
"""One way to read a table: what each mark says."""


@dataclass(frozen=True, slots=True)
class TablePlay:
    """By what hands are played: the rules of the season, and the penalties given at this table by hand."""

    rules: Rules
    penalties: Penalties


def weighed(
    table: ReadTable,
    rules: Rules | None,
    overshoot: int,
    players: int | None,
    penalties: Penalties = MappingProxyType({}),
    told: Container[str] = (),
) -> ReadTable:
    """Return the table with what the rules say about its marks; `penalties` by the number of the hand.

    `told` are the awards that the sheet says something of: who played, who opened, a final score.
    """
    table = replace(table, players=tuple(_players(table.players, players)))
    if any(mark.values or mark.asked for mark in table.marks):
        table = _asked(
            table, NOT_TOLD, lambda number, mark: not number and not mark.values and mark.award in told
        )
    table = replace(table, games=tuple(_games(table.games)), finals=_finals(table.finals, rules, overshoot))
    read = _hands(table, rules, penalties)
    why = FIRST_ROW_EMPTY if _starts_late(read.hands) else FULL_OF_GAPS if _has_gaps(read) else ""
    # The one mark of a last hand may stand aside where there are no boxes, so that its row seems empty.
    whole = replace(read, hands=(*read.hands, *table.hands[len(read.hands) :][:1]))
    return (
        _asked(whole, why, lambda number, mark: mark.values or number in (0, len(read.hands) + 1))
        if why
        else read
    )


def _has_gaps(table: ReadTable) -> bool:
    """Return whether so much is missing, of several awards, that the marks may stand a column aside.

    Who leaves the Jack open when nobody took it misses one award, however often.
    """
    missing = Counter(mark.award for mark in table.marks if mark.reason in (MISSING, NOT_TOLD))
    return sum(min(MOST_OF_ONE, count) for count in missing.values()) >= MOST_GAPS


def _starts_late(rows: Sequence[ReadHand]) -> bool:
    """Return whether the first of several rows has no mark, not even a doubtful one in a box."""
    return len(rows) > 1 and not any(mark.values or mark.reason in OF_INK for mark in rows[0].marks)


def _players(marks: Sequence[ReadMark], players: int | None) -> Iterator[ReadMark]:
    """Yield the players of each side: as many as sit there, or nobody where names were written instead.

    Faint and heavy marks are sure where just as many boxes have ink.
    """
    for mark in marks:
        if mark.reason in (UNCLEAR, SMUDGE, RUN_THROUGH) and len(mark.candidates) == players:
            mark = _sure(mark, *sorted(mark.candidates, key=int))
        wrong = players is not None and len(mark.values) not in (0, players)
        yield mark.as_asked(TOO_MANY) if wrong and not mark.asked else mark


def _games(games: Sequence[ReadHand]) -> Iterator[ReadHand]:
    """Yield the games up to the last that has a winner or anything else marked; one without is asked."""
    last = max((game.number for game in games if any(m.values or m.asked for m in game.marks)), default=0)
    for game in games[:last]:
        marks = tuple(
            mark.as_asked(MISSING, ("home", "away"))
            if mark.award == "won" and not mark.values and not mark.asked
            else mark
            for mark in game.marks
        )
        yield replace(game, marks=marks)


def _finals(marks: Sequence[ReadMark], rules: Rules | None, overshoot: int) -> tuple[ReadMark, ...]:
    """Return the final scores, or their figures: of which a part is marked, the others are asked."""
    target = rules.target if rules is not None and all(mark.values for mark in marks) else None
    figures = ["".join(str(mark.value) for mark in marks if mark.side == side) for side in SIDES[:2]]
    if target is not None and final_fault([int(each or 0) for each in figures], target, overshoot=overshoot):
        return tuple(mark.as_asked(IMPOSSIBLE_FINAL) for mark in marks)
    is_begun = any(mark.values or mark.asked for mark in marks)
    return tuple(
        mark.as_asked(HALF) if is_begun and not mark.values and not mark.asked else mark for mark in marks
    )


# --- Hands ------------------------------------------------------------------------------------


def _hands(table: ReadTable, rules: Rules | None, penalties: Penalties) -> ReadTable:
    """Return the table up to its last hand.

    A row through which strokes run and nothing else is one only where the game does not end without it.
    """
    last = max((hand.number for hand in table.hands if not hand.is_empty), default=0)
    whole = max((hand.number for hand in table.hands if any(mark.asked for mark in hand.marks)), default=0)
    short = replace(table, hands=table.hands[:last])
    if rules is None or not last:
        return short
    read = _asked_where_missing if rules.target is None else _to_a_target
    answer = read(short, TablePlay(rules, penalties))
    if whole <= last or len(answer.hands) < last or not _has_doubts(answer):
        return answer
    longer = read(replace(table, hands=table.hands[:whole]), TablePlay(rules, penalties))
    more = (*answer.hands, *table.hands[last:whole])
    return replace(answer, hands=more) if _has_doubts(longer) else longer


def _has_doubts(table: ReadTable) -> bool:
    return any(mark.asked for hand in table.hands for mark in hand.marks)


def _possible_finals(table: ReadTable) -> tuple[Score, ...]:
    """Return the final scores that are marked, or that doubtful marks may say; none if they say nothing."""
    sides = [
        [value for value in mark.candidates[:MOST_FINALS] if isinstance(value, int)]
        if mark.asked
        else [value for value in mark.values if isinstance(value, int)]
        for mark in table.finals
    ]
    return tuple(product(*sides)) if len(sides) == 2 else ()


def _to_a_target(table: ReadTable, play: TablePlay) -> ReadTable:
    """Return the table of a game to a target: doubts resolved by the final score, or more of them."""
    finals = _possible_finals(table)
    table = _without_rows_after_the_end(table, play, finals)
    for part in (table, *_without_doubtful_rows(table)):
        if inked := _as_inked(part, play, finals):
            return _with_final(_filled(part, inked), play)
    table, readings = _readings_to_the_end(table, play, finals)
    if readings is None:
        return _asked_where_missing(table, play)
    if len(readings) == 1 and finals and _is_supported(table, readings[0]):
        return _with_final(_filled(table, readings[0]), play)
    if not readings and not finals:
        return _asked_for_an_end(_asked_where_missing(table, play), play)
    if readings:
        return _asked_where_missing(_only_possible(table, readings), play, readings)
    return _contradicted(
        table,
        play,
        None if _has_doubts(table) or any(mark.asked for mark in table.finals) else finals[0],
    )


def _as_inked(table: ReadTable, play: TablePlay, finals: Sequence[Score]) -> Reading | None:
    """Return each doubtful mark as its ink has it, where no other box of it has ink and the score agrees.

    In the last row doubtful ink is none, if the score agrees with that.
    """
    last = len(table.hands)
    inked = {place: options[0] for place, options in _choices(table).items()}
    doubts = [(hand.number, mark) for hand in table.hands for mark in hand.marks if mark.asked]
    without = {(number, mark.award): None for number, mark in doubts if number == last}
    unsure = [number for number, mark in doubts if not _has_ink_in_one(mark)]
    is_told = all(mark.values or _has_ink_in_one(mark) for mark in table.finals)
    if min(unsure, default=last) < last or not finals or not is_told:
        return None
    ways = (inked | without, inked)[: 1 if unsure else 2]
    return next((way for way in ways if _agrees(table, way, play, finals)), None)


def _has_ink_in_one(mark: ReadMark) -> bool:
    return mark.reason in OF_INK and len(mark.candidates) == 1


def _without_doubtful_rows(table: ReadTable) -> Iterator[ReadTable]:
    """Yield the table without rows at its end that have nothing but doubtful ink, which may be dirt."""
    last = len(table.hands)
    sure = max((hand.number for hand in table.hands if any(mark.values for mark in hand.marks)), default=last)
    for length in range(sure, last):
        yield replace(table, hands=table.hands[:length])


def _readings_to_the_end(
    table: ReadTable, play: TablePlay, finals: Sequence[Score]
) -> tuple[ReadTable, list[Reading] | None]:
    """Return the table up to where the game can have ended, and how it can be read; None for too many ways.

    Doubtful rows at its end go if that alone agrees.
    """
    whole = _with_gaps_asked(table)
    readings = _readings(whole, play, finals)
    if readings or not finals:
        return whole, readings
    shorter = map(_with_gaps_asked, _without_doubtful_rows(table))
    agreeing = [(part, ways) for part in shorter if (ways := _readings(part, play, finals))]
    return agreeing[0] if len(agreeing) == 1 else (whole, readings)


def _readings(table: ReadTable, play: TablePlay, finals: Sequence[Score]) -> list[Reading] | None:
    """Return each way to read the doubtful marks by which the game ends, with such a final score if known."""
    choices = _choices(table)
    open_places = [place for place, options in choices.items() if len(options) > 1]
    if prod(len(choices[place]) for place in open_places) > MOST_READINGS:
        return None
    certain = {place: options[0] for place, options in choices.items()}
    return [
        picked
        for chosen in product(*(choices[place] for place in open_places))
        if _agrees(table, picked := certain | dict(zip(open_places, chosen, strict=True)), play, finals)
    ]


def _choices(table: ReadTable) -> dict[Place, tuple[Value | None, ...]]:
    """Return what each mark may be: what was read; of one asked about anything, what has ink first."""
    return {
        (hand.number, mark.award): tuple(dict.fromkeys((*mark.candidates, *ANSWERS[mark.award], None)))
        if mark.asked
        else (mark.value,)
        for hand in table.hands
        for mark in hand.marks
        if mark.award in ANSWERS
    }


def _agrees(table: ReadTable, picked: Reading, play: TablePlay, finals: Sequence[Score]) -> bool:
    """Return whether this reading is a game that ends with its last row, and with such a final score."""
    hands = [_hand(hand, picked, play) for hand in table.hands]
    if any(hand_faults.faults(hand, play.rules, sides=2) for hand in hands):
        return False
    game = score_game(hands, play.rules)
    if game.ending is None or game.hands < len(hands) or (finals and game.scores not in finals):
        return False
    open_places = {(len(hands), award.value) for award in game.ending.unpegged}
    return all(
        value is not None or place[1] not in AWARDS or place in open_places for place, value in picked.items()
    )


def _hand(hand: ReadHand, picked: Mapping[Place, Value | None], play: TablePlay) -> Hand:
    takers = {award: TAKERS.get(picked.get((hand.number, award))) for award in AWARDS}
    is_told = play.rules.hanging_counts and takers["jack"] is not None
    return Hand(
        takers["high"],
        takers["low"],
        takers["jack"],
        takers["game"],
        hung=picked.get((hand.number, "hung")) == "yes" if is_told else None,
        penalties=play.penalties.get(hand.number, ()),
    )


def _is_supported(table: ReadTable, picked: Mapping[Place, Value | None]) -> bool:
    """Return whether the ink speaks for this reading: each doubtful mark is the one with the most ink."""
    return all(
        mark.candidates[:1] == (picked[hand.number, mark.award],)
        for hand in table.hands
        for mark in hand.marks
        if mark.asked and (hand.number, mark.award) in picked
    )


def _filled(table: ReadTable, picked: Mapping[Place, Value | None]) -> ReadTable:
    return _with_marks(
        table,
        lambda number, mark: (
            _sure(mark, picked[number, mark.award]) if mark.asked and (number, mark.award) in picked else mark
        ),
    )


def _sure(mark: ReadMark, *values: Value | None) -> ReadMark:
    told = tuple(value for value in values if value is not None)
    return replace(mark, values=told, asked=False, reason="", certainty=max(mark.certainty, 0.9))


def _only_possible(table: ReadTable, readings: Sequence[Mapping[Place, Value | None]]) -> ReadTable:
    """Return the table with only those candidates at its doubtful marks that agree with the rest."""

    def narrowed(number: int, mark: ReadMark) -> ReadMark:
        possible = {reading.get((number, mark.award)) for reading in readings}
        likely = tuple(value for value in mark.candidates if value in possible)
        return replace(mark, candidates=likely) if mark.asked and likely else mark

    return _with_marks(table, narrowed)


def _with_marks(table: ReadTable, change: Callable[[int, ReadMark], ReadMark]) -> ReadTable:
    """Return the table with each mark changed, by the number of its hand; outside of hands by 0."""
    return replace(
        table,
        players=tuple(change(0, mark) for mark in table.players),
        opened=table.opened and change(0, table.opened),
        hands=tuple(
            replace(hand, marks=tuple(change(hand.number, mark) for mark in hand.marks))
            for hand in table.hands
        ),
        finals=tuple(change(0, mark) for mark in table.finals),
    )


def _asked(table: ReadTable, why: str, which: Callable[[int, ReadMark], object]) -> ReadTable:
    """Return the table with these marks asked, if they are not yet."""
    return _with_marks(
        table,
        lambda number, mark: mark.as_asked(why) if not mark.asked and which(number, mark) else mark,
    )


def _lines(marks: Sequence[ReadMark]) -> dict[str, dict[str, ReadMark]]:
    """Return the marks of each penalty, by what they say of it."""
    lines: dict[str, dict[str, ReadMark]] = defaultdict(dict)
    for mark in marks:
        line, _, what = mark.award.rpartition("-")
        if line.startswith("penalty-"):
            lines[line][what] = mark
    return lines


def penalties(marks: Sequence[ReadMark]) -> tuple[ReadMark, ...]:
    """Return the marks outside the tables: a penalty is marked whole or not at all; else it is asked."""
    lines = _lines(marks)

    def weighed_mark(mark: ReadMark) -> ReadMark:
        line = lines.get(mark.award.rpartition("-")[0], {}).values()
        marked = [other for other in line if other.values]
        empty = [other for other in line if not other.values and not other.asked]
        if mark.asked and not marked and len(empty) >= 2:
            return _sure(mark)
        # A part alone may be dirt, or the edge of the box on paper that curls: no part of it is sure.
        is_part = marked and len(marked) < len(line) and not mark.asked
        return mark.as_asked(PART_OF_A_PENALTY) if is_part else mark

    return tuple(weighed_mark(mark) for mark in marks)


def penalties_at(table: int, marks: Sequence[ReadMark]) -> Penalties:
    """Return the penalties that are marked for a table, by hand; one that is in doubt is left out."""
    penalties: dict[int, tuple[HandPenalty, ...]] = {}
    for line in _lines(marks).values():
        at, hand, side, points = (line[what].value if what in line else None for what in PENALTY)
        taker = TAKERS.get(side) if side is not None else None
        if at == table and isinstance(hand, int) and isinstance(taker, int) and isinstance(points, int):
            penalties[hand] = (*penalties.get(hand, ()), HandPenalty(taker, points))
    return penalties


def _without_rows_after_the_end(table: ReadTable, play: TablePlay, finals: Sequence[Score]) -> ReadTable:
    """Return the table up to the hand that ended the game, if everything up to it was read and agrees.

    Ink in later rows is a stroke through what was not needed.
    """
    certain = list(takewhile(lambda hand: not any(mark.asked for mark in hand.marks), table.hands))
    # In the next row an award that was not pegged any more may be doubtful.
    game = score_game(_played(table, play)[: len(certain) + 1], play.rules)
    if (
        game.ending is None
        or game.scores not in finals
        or any((fault.hand or 0) < game.hands for fault in game.faults)
    ):
        return table
    unpegged = {award.value for award in game.ending.unpegged}
    return _with_marks(
        replace(table, hands=table.hands[: game.hands]),
        lambda number, mark: (
            _sure(mark) if mark.asked and number == game.hands and mark.award in unpegged else mark
        ),
    )


def _with_final(table: ReadTable, play: TablePlay) -> ReadTable:
    """Return the table with doubtful final scores as the hands make them, if there is ink for it."""
    scores = score_game(_played(table, play), play.rules).scores
    if not all(
        score in (mark.candidates if mark.asked else mark.values)
        for mark, score in zip(table.finals, scores, strict=True)
    ):
        return table
    return replace(
        table,
        finals=tuple(_sure(mark, score) for mark, score in zip(table.finals, scores, strict=True)),
    )


def _played(table: ReadTable, play: TablePlay) -> list[Hand]:
    """Return the hands as their marks were read."""
    return [
        _hand(hand, {(hand.number, mark.award): mark.value for mark in hand.marks}, play)
        for hand in table.hands
    ]


def _with_gaps_asked(table: ReadTable) -> ReadTable:
    """Return the table with every award asked that nobody took before the last hand."""
    last = len(table.hands)
    return _asked(
        table, MISSING, lambda number, mark: number < last and mark.award in AWARDS and not mark.values
    )


def _asked_where_missing(
    table: ReadTable, play: TablePlay, readings: Sequence[Mapping[Place, Value | None]] = ()
) -> ReadTable:
    """Return the table with missing awards asked, but for those after the winning point of the last hand.

    `readings` are those that the rules allow: what is empty in all of them was not needed.
    """
    hands = _played(table, play)
    has_doubts = any(mark.asked for hand in table.hands[:-1] for mark in hand.marks)
    game = score_game(hands, play.rules)
    last = len(table.hands)
    # Of a first row without a mark see `_starts_late`.
    gap = next((hand.number for hand in table.hands[1:] if not any(mark.values for mark in hand.marks)), last)
    unpegged = {
        award.value
        for award in (game.ending.unpegged if game.ending and game.hands == last and not has_doubts else ())
    }
    if readings:
        unpegged |= {award for award in AWARDS if all(not picked.get((last, award)) for picked in readings)}
    faulty = {
        hand.number
        for hand, played in zip(table.hands, hands, strict=True)
        if hand_faults.faults(played, play.rules, sides=2)
    }
    table = _asked(table, IMPOSSIBLE, lambda number, mark: mark.award in AWARDS and number in faulty)
    table = _asked(table, AFTER_A_GAP, lambda number, mark: number > gap and mark.values)
    return _asked(
        table,
        MISSING,
        lambda number, mark: (
            mark.award in AWARDS and not mark.values and not (number == last and mark.award in unpegged)
        ),
    )


def _asked_for_an_end(table: ReadTable, play: TablePlay) -> ReadTable:
    """Return the table whose last row ends no game: rows after the end are asked, or the final score."""
    game = score_game(_played(table, play), play.rules)
    if game.winner is None:
        return _asked(table, UNFINISHED, lambda _, mark: mark.award == "final")
    return _asked(table, AFTER_THE_END, lambda number, mark: number > game.hands and mark.values)


def _contradicted(table: ReadTable, play: TablePlay, final: Score | None = None) -> ReadTable:
    """Return the table with the final score asked, and each mark that alone could be the wrong one."""
    table = _asked_where_missing(table, play)
    suspects = {
        (slip.hand + 1, slip.award.value)
        for slip in (reconcile(_played(table, play), final, play.rules).slips if final else ())
        if slip.change in (Change.SIDE, Change.NOBODY) and slip.hand is not None and slip.award
    }
    return _asked(
        table,
        DISAGREES,
        lambda number, mark: (
            mark.award == "final" or ((number, mark.award) in suspects if suspects else mark.award in ANSWERS)
        ),
    )
