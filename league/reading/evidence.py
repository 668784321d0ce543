"""Weighs what was read of a table against the rules: hands that cannot be, scores that do not follow.

A doubtful mark becomes certain only if one reading alone agrees with the final score and the ink speaks for
it. Where everything was read and it does not agree, the marks that could be wrong are asked about.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product, takewhile
from math import prod
from typing import TypeAlias

from league.reading.values import ReadGame, ReadHand, ReadMark, ReadTable, Value
from scoring import hand_faults
from scoring.games import score_game
from scoring.hands import Hand, Score
from scoring.reconcile import Change, reconcile
from scoring.rules import Rules
from scoring.seats import AWAY, HOME, NOBODY, Taker

AWARDS = ("high", "low", "jack", "game")
TAKERS: Mapping[Value, Taker] = {"home": HOME, "away": AWAY, "nobody": NOBODY}
MOST_READINGS = 3000

MISSING = "Nothing is marked here, but the game went on."
IMPOSSIBLE = "This hand cannot have happened as it was marked."
AFTER_THE_END = "The game had ended before this hand."
DISAGREES = "The hands as marked do not give the final score."
UNFINISHED = "The hands as marked do not end the game."
TOO_MANY = "Not as many players are marked as sit at a table."
IMPOSSIBLE_FINAL = "This final score cannot be."
HALF = "Only one side’s final score is marked."

Place: TypeAlias = tuple[int, str]


def weighed(table: ReadTable, rules: Rules | None, overshoot: int, players: int | None) -> ReadTable:
    """Return the table with what the rules say about its marks."""
    table = replace(table, players=tuple(_players(table.players, players)))
    if table.games:
        table = replace(table, games=tuple(_games(table.games)))
    if table.hands:
        return _hands(table, rules, overshoot)
    return replace(table, finals=tuple(_digits(table.finals, rules, overshoot)))


def _players(marks: Sequence[ReadMark], players: int | None) -> Iterator[ReadMark]:
    """Yield the players of each side: as many as sit there, or nobody where names were written instead."""
    for mark in marks:
        wrong = players is not None and len(mark.values) not in (0, players)
        yield mark.as_asked(TOO_MANY) if wrong and not mark.asked else mark


def _games(games: Sequence[ReadGame]) -> Iterator[ReadGame]:
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


def _digits(marks: Sequence[ReadMark], rules: Rules | None, overshoot: int) -> Iterator[ReadMark]:
    """Yield the figures of a final score; a side with some figures but not all is asked for the others."""
    begun = {mark.side for mark in marks if mark.values or mark.asked}
    for mark in marks:
        if begun and not mark.values and not mark.asked:
            yield mark.as_asked(MISSING)
        else:
            yield mark


# --- Hands ------------------------------------------------------------------------------------


def _hands(table: ReadTable, rules: Rules | None, overshoot: int) -> ReadTable:
    last = max((hand.number for hand in table.hands if not hand.is_empty), default=0)
    table = replace(table, hands=table.hands[:last])
    table = replace(table, finals=_finals(table.finals, rules, overshoot, is_begun=last > 0))
    if rules is None or not last:
        return table
    final = _final(table)
    if rules.target is None:
        return _with_missing(table, rules)
    return _to_a_target(table, rules, final)


def _finals(
    marks: tuple[ReadMark, ...], rules: Rules | None, overshoot: int, *, is_begun: bool
) -> tuple[ReadMark, ...]:
    if not marks or rules is None or rules.target is None or any(mark.asked for mark in marks):
        return marks
    values = [mark.value for mark in marks]
    if None in values:
        if values == [None, None]:
            return marks
        return tuple(mark if mark.values else mark.as_asked(HALF) for mark in marks)
    scores = [value for value in values if isinstance(value, int)]
    won = [score for score in scores if score >= rules.target]
    if len(won) == 1:
        return marks
    return tuple(mark.as_asked(IMPOSSIBLE_FINAL) for mark in marks)


def _final(table: ReadTable) -> Score | None:
    values = [mark.value for mark in table.finals]
    scores = tuple(value for value in values if isinstance(value, int))
    return scores if len(scores) == 2 else None


def _options(mark: ReadMark, all_values: Sequence[Value]) -> tuple[Value | None, ...]:
    """Return what the mark may be: what was read; of one asked about anything, what has ink first."""
    if not mark.asked:
        return (mark.value,)
    return tuple(dict.fromkeys((*mark.candidates, *all_values, None)))


def _to_a_target(table: ReadTable, rules: Rules, final: Score | None) -> ReadTable:
    """Return the table of a game to a target: doubts resolved by the final score, or more of them."""
    table = _without_rows_after_the_end(table, rules, final)
    table = _with_gaps_asked(table)
    choices = _choices(table, rules)
    open_places = [place for place, options in choices.items() if len(options) > 1]
    if prod(len(choices[place]) for place in open_places) > MOST_READINGS:
        return _asked_where_missing(table, rules)
    readings = []
    for chosen in product(*(choices[place] for place in open_places)):
        picked = {place: options[0] for place, options in choices.items()}
        picked.update(zip(open_places, chosen, strict=True))
        if (length := _agrees(table, picked, rules, final)) is not None:
            readings.append((picked, length))
    asked = [mark for hand in table.hands for mark in hand.marks if mark.asked]
    if final is None:
        if not asked and len(readings) == 1:
            return _with_final(table, rules)
        return _asked_where_missing(table, rules, [picked for picked, _ in readings])
    if len(readings) == 1 and _is_supported(table, readings[0][0]):
        picked, length = readings[0]
        return _cut(_filled(table, picked), length)
    if readings:
        possible = [picked for picked, _ in readings]
        return _asked_where_missing(_only_possible(table, possible), rules, possible)
    if asked:
        return _contradicted(_asked_where_missing(table, rules))
    return _contradicted(table, rules, final)


def _choices(table: ReadTable, rules: Rules) -> dict[Place, tuple[Value | None, ...]]:
    choices: dict[Place, tuple[Value | None, ...]] = {}
    for hand in table.hands:
        for mark in hand.marks:
            if mark.award in AWARDS:
                choices[hand.number, mark.award] = _options(mark, ("home", "away", "nobody"))
            elif mark.award == "hung":
                choices[hand.number, mark.award] = _options(mark, ("yes",))
                if mark.asked:
                    choices[hand.number, mark.award] = ("yes", None)
    return choices


def _agrees(
    table: ReadTable, picked: Mapping[Place, Value | None], rules: Rules, final: Score | None
) -> int | None:
    """Return in how many hands this reading makes the final score; None if it does not."""
    hands = [_hand(hand, picked, rules) for hand in table.hands]
    if any(hand_faults.faults(hand, rules, sides=2) for hand in hands):
        return None
    game = score_game(hands, rules)
    if game.winner is None or game.ending is None or game.hands < len(hands):
        return None
    if final is not None and game.scores != final:
        return None
    open_awards = {award.value for award in game.ending.unpegged}
    for place, value in picked.items():
        if value is None and place[1] in AWARDS:
            struck = not any(mark.award == place[1] for mark in table.hands[place[0] - 1].marks)
            if not struck and not (place[0] == game.hands and place[1] in open_awards):
                return None
    return game.hands


def _hand(hand: ReadHand, picked: Mapping[Place, Value | None], rules: Rules) -> Hand:
    takers: dict[str, Taker | None] = {}
    for award in AWARDS:
        value = picked.get((hand.number, award))
        takers[award] = None if value is None else TAKERS[value]
    hung: bool | None = None
    if rules.hanging_counts and takers["jack"] is not None:
        hung = picked.get((hand.number, "hung")) == "yes"
    return Hand(takers["high"], takers["low"], takers["jack"], takers["game"], hung=hung)


def _is_supported(table: ReadTable, picked: Mapping[Place, Value | None]) -> bool:
    """Return whether the ink speaks for this reading: each doubtful mark is the one with the most ink."""
    for hand in table.hands:
        for mark in hand.marks:
            if not mark.asked or (hand.number, mark.award) not in picked:
                continue
            value = picked[hand.number, mark.award]
            if value is None or not mark.candidates or mark.candidates[0] != value:
                return False
    return True


def _filled(table: ReadTable, picked: Mapping[Place, Value | None]) -> ReadTable:
    def filled(number: int, mark: ReadMark) -> ReadMark:
        if not mark.asked or (number, mark.award) not in picked:
            return mark
        value = picked[number, mark.award]
        values = () if value is None else (value,)
        return replace(mark, values=values, asked=False, reason="", certainty=max(mark.certainty, 0.9))

    return _with_marks(table, filled)


def _only_possible(table: ReadTable, readings: Sequence[Mapping[Place, Value | None]]) -> ReadTable:
    """Return the table with only those candidates at its doubtful marks that agree with the rest."""

    def narrowed(number: int, mark: ReadMark) -> ReadMark:
        place = (number, mark.award)
        if not mark.asked or place not in readings[0]:
            return mark
        possible = {reading[place] for reading in readings} - {None}
        likely = tuple(value for value in mark.candidates if value in possible)
        return replace(mark, candidates=likely or mark.candidates)

    return _with_marks(table, narrowed)


def _with_marks(table: ReadTable, change: Callable[[int, ReadMark], ReadMark]) -> ReadTable:
    return replace(
        table,
        hands=tuple(
            replace(hand, marks=tuple(change(hand.number, mark) for mark in hand.marks))
            for hand in table.hands
        ),
    )


def _cut(table: ReadTable, length: int) -> ReadTable:
    return replace(table, hands=table.hands[:length])


def _without_rows_after_the_end(table: ReadTable, rules: Rules, final: Score | None) -> ReadTable:
    """Return the table up to the hand that ended the game, if everything up to it was read and agrees.

    Ink in later rows is a stroke through what was not needed.
    """
    certain = list(takewhile(lambda hand: not any(mark.asked for mark in hand.marks), table.hands))
    # In the next row an award that was not pegged any more may be doubtful.
    certain = list(table.hands[: len(certain) + 1])
    game = score_game([_read_hand(hand, rules) for hand in certain], rules)
    if final is None or game.winner is None or game.scores != final:
        return table
    if game.ending is None or any((fault.hand or 0) < game.hands for fault in game.faults):
        return table
    unpegged = {award.value for award in game.ending.unpegged}

    def needed(number: int, mark: ReadMark) -> ReadMark:
        is_open = number == game.hands and mark.award in unpegged
        return replace(mark, asked=False, reason="", candidates=()) if is_open and mark.asked else mark

    return _with_marks(_cut(table, game.hands), needed)


def _with_final(table: ReadTable, rules: Rules) -> ReadTable:
    """Return the table with doubtful final scores as the hands make them, if the ink speaks for it."""
    scores = score_game([_read_hand(hand, rules) for hand in table.hands], rules).scores
    agree = all(
        (mark.candidates[:1] if mark.asked else mark.values) == (score,)
        for mark, score in zip(table.finals, scores, strict=False)
    )
    if not agree or len(table.finals) != len(scores):
        return table
    return replace(
        table,
        finals=tuple(
            replace(mark, values=(score,), asked=False, reason="", certainty=max(mark.certainty, 0.9))
            for mark, score in zip(table.finals, scores, strict=True)
        ),
    )


def _with_missing(table: ReadTable, rules: Rules) -> ReadTable:
    """Return the table with every award asked that is missing or makes a hand impossible."""
    faulty = {
        hand.number for hand in table.hands if hand_faults.faults(_read_hand(hand, rules), rules, sides=2)
    }

    def asked(number: int, mark: ReadMark) -> ReadMark:
        if mark.award not in AWARDS or mark.asked:
            return mark
        if number in faulty:
            return mark.as_asked(IMPOSSIBLE)
        return mark if mark.values else mark.as_asked(MISSING)

    return _with_marks(table, asked)


def _read_hand(hand: ReadHand, rules: Rules) -> Hand:
    return _hand(hand, {(hand.number, mark.award): mark.value for mark in hand.marks}, rules)


def _with_gaps_asked(table: ReadTable) -> ReadTable:
    """Return the table with every award asked that nobody took before the last hand."""
    last = len(table.hands)

    def asked(number: int, mark: ReadMark) -> ReadMark:
        is_gap = number < last and mark.award in AWARDS and not mark.values and not mark.asked
        return mark.as_asked(MISSING) if is_gap else mark

    return _with_marks(table, asked)


def _asked_where_missing(
    table: ReadTable, rules: Rules, readings: Sequence[Mapping[Place, Value | None]] = ()
) -> ReadTable:
    """Return the table with missing awards asked, but for those after the winning point of the last hand.

    `readings` are those that the rules allow: what is empty in all of them was not needed.
    """
    hands = [_read_hand(hand, rules) for hand in table.hands]
    has_doubts = any(mark.asked for hand in table.hands[:-1] for mark in hand.marks)
    game = score_game(hands, rules)
    unpegged: set[str] = set()
    if not has_doubts and game.ending is not None and game.hands == len(hands):
        unpegged = {award.value for award in game.ending.unpegged}
    faulty = {
        hand.number
        for hand, played in zip(table.hands, hands, strict=True)
        if hand_faults.faults(played, rules, sides=2)
    }
    last = len(table.hands)
    if readings:
        unpegged |= {award for award in AWARDS if all(not picked.get((last, award)) for picked in readings)}

    def asked(number: int, mark: ReadMark) -> ReadMark:
        if mark.award not in AWARDS or mark.asked:
            return mark
        if number in faulty:
            return mark.as_asked(IMPOSSIBLE)
        if mark.values or (number == last and mark.award in unpegged):
            return mark
        return mark.as_asked(MISSING)

    return _with_marks(table, asked)


def _contradicted(table: ReadTable, rules: Rules | None = None, final: Score | None = None) -> ReadTable:
    """Return the table with the final score asked, and each mark that alone could be the wrong one."""
    finals = tuple(mark if mark.asked else mark.as_asked(DISAGREES) for mark in table.finals)
    suspects: set[Place] | None = None
    if rules is not None and final is not None:
        table = _asked_where_missing(table, rules)
        suspects = _suspects(table, rules, final)

    def asked(number: int, mark: ReadMark) -> ReadMark:
        if mark.asked or mark.award not in (*AWARDS, "hung"):
            return mark
        if suspects and (number, mark.award) not in suspects:
            return mark
        return mark.as_asked(DISAGREES)

    return replace(_with_marks(table, asked), finals=finals)


def _suspects(table: ReadTable, rules: Rules, final: Score) -> set[Place]:
    """Return the marks of which one alone, read otherwise, would make the final score."""
    hands = [_read_hand(hand, rules) for hand in table.hands]
    found: set[Place] = set()
    for slip in reconcile(hands, final, rules).slips:
        if slip.change in (Change.SIDE, Change.NOBODY) and slip.hand is not None and slip.award:
            found.add((slip.hand + 1, slip.award.value))
    return found
