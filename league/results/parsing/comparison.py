"""A sheet written back into form fields, for the page on which a result is corrected.

Also compares versions of a sheet line by line.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.matches.sheet.openings import MISDEAL, kind_of_penalty
from league.matches.sheet.values import (
    CONTRADICTIONS,
    GAVE,
    RAN,
    STOOD,
    Sheet,
    SheetGame,
    ends_by_hands,
)
from league.models import RuleBook
from league.results.log import BESIDE, PENALTIES
from league.results.parsing.fields import (
    BEG,
    CALLS,
    CONTRADICTION,
    HUNG,
    KIND,
    LETTERS,
    MARKS,
    MOST_PENALTIES,
    PENALTY_PARTS,
    SIDES,
    TURNED,
    YES,
    Layout,
    layout_of,
)
from league.results.selectors.names import NOBODY_KNOWN, Roster
from scoring import AWAY, HOME, games
from scoring.axes import Award
from scoring.hands import Hand, HandPenalty, marked
from scoring.rules import Rules


def typed_from(sheet: Sheet, rule_book: RuleBook, roster: Roster = NOBODY_KNOWN) -> dict[str, str]:
    """Return the fields of a sheet as they would be typed on the page that corrects a result."""
    rules = rule_book.rules()
    layout = layout_of(rule_book, rules)
    fields = {"remarks": sheet.remarks, "private-remarks": sheet.private_remarks}
    for table in sheet.tables:
        fields[f"t{table.number}-not-played"] = "" if table.is_played else YES
        fields[f"t{table.number}-remarks"] = table.remarks
        fields[f"t{table.number}-private-remarks"] = table.private_remarks
        for game in table.games:
            fields |= _typed_game(game, layout.prefix(table.number, game.number), rules, roster)
    return {name: text for name, text in fields.items() if text}


def _typed_game(game: SheetGame, prefix: str, rules: Rules, roster: Roster) -> dict[str, str]:
    fields = {f"{prefix}-first-pitch": "" if game.first_pitch is None else LETTERS[game.first_pitch]}
    for side, pair in ((HOME, game.home_pair), (AWAY, game.away_pair)):
        for place, seat in enumerate(pair, 1):
            known = None if seat.player is None else roster.known(seat.player)
            fields[f"{prefix}-{SIDES[side]}-{place}"] = known.label if known else seat.written
    played = games.score_game(game.hands, rules)
    if game.contradiction or not ends_by_hands(game, played):  # otherwise it follows from the hands
        foot = game.foot or (game.home_score, game.away_score)
        for word, score in zip(SIDES.values(), foot, strict=True):
            fields[f"{prefix}-{word}-final"] = "" if score is None else str(score)
    fields[f"{prefix}-{CONTRADICTION}"] = game.contradiction
    penalties: list[tuple[str, ...]] = [("", *_typed_penalty(penalty, "")) for penalty in game.penalties]
    for number, hand in enumerate(game.hands, 1):
        for award in Award:
            taker = hand.taker(award)
            fields[f"{prefix}-h{number}-{award}"] = "" if taker is None else LETTERS[taker]
        fields[f"{prefix}-h{number}-{HUNG}"] = "y" if hand.hung else ""
        fields |= {f"{prefix}-h{number}-{MARKS[side]}": str(points) for side, points in marked(hand).items()}
        penalties += _typed_penalties(number, hand)
    for number, noted in enumerate(game.notes, 1):
        fields |= {f"{prefix}-h{number}-{TURNED}": noted.turned, f"{prefix}-h{number}-{BEG}": noted.call}
    for row, parts in enumerate(penalties, 1):
        fields |= {
            f"{prefix}-p{row}-{part}": text for part, text in zip((*PENALTY_PARTS, KIND), parts, strict=True)
        }
    return fields


def _typed_penalties(number: int, hand: Hand) -> Iterator[tuple[str, ...]]:
    """Yield the penalty lines of a hand: hand, side, points, reason and kind. A game lost has its points."""
    for pegged in hand.before:
        if pegged.what == MISDEAL:
            yield str(number), LETTERS[pegged.side], str(pegged.points), "", MISDEAL
    for penalty in hand.penalties:
        kind = kind_of_penalty(penalty.side, hand.no_game_for)
        yield str(number), *_typed_penalty(penalty, kind)


def _typed_penalty(penalty: HandPenalty, kind: str) -> tuple[str, str, str, str]:
    return LETTERS[penalty.side], str(penalty.points), penalty.reason, kind


HAND_PARTS = (*Award, *BESIDE)
HAND_MARKS = {"h": "home", "a": "away", "-": "nobody", "n": "nobody"}
CALL_WORDS = {STOOD: "stood", GAVE: "given one", RAN: "run"}


ChangedLine = dict[str, Any]
"""One line of the sheet: when the draft began, as confirmed now, and as typed.

`is_news` says that somebody else changed it meanwhile.
"""


def changed_lines(
    began: Mapping[str, str], now: Mapping[str, str], typed: Mapping[str, str], layout: Layout
) -> tuple[ChangedLine, ...]:
    """Return the lines on which the typed sheet differs from the confirmed one, in the sheet's order."""
    earlier, confirmed, written = (_lines(fields, layout) for fields in (began, now, typed))
    return tuple(
        {
            "where": where,
            "began": was,
            "now": confirmed[where],
            "typed": written[where],
            "is_news": was != confirmed[where],
        }
        for where, was in earlier.items()
        if confirmed[where] != written[where]
    )


def _lines(fields: Mapping[str, str], layout: Layout) -> dict[str, str]:
    lines: dict[str, str] = {}
    for table in range(1, layout.tables + 1):
        lines[layout.at(table)] = "not played" if fields.get(f"t{table}-not-played") else ""
        for game in layout.games_at(table):
            lines |= _game_lines(fields, layout, layout.where(table, game), layout.prefix(table, game))
        lines[f"{layout.at(table)}, remarks"] = fields.get(f"t{table}-remarks", "")
    lines["Remarks"] = fields.get("remarks", "")
    return lines


def _game_lines(fields: Mapping[str, str], layout: Layout, at: str, prefix: str) -> dict[str, str]:
    lines = {}
    for side in SIDES.values():
        names = (fields.get(f"{prefix}-{side}-{place}", "") for place in range(1, layout.players + 1))
        lines[f"{at}, {side}"] = ", ".join(filter(None, names))
    finals = [fields.get(f"{prefix}-{side}-final", "") for side in SIDES.values()]
    score = "–".join(final or "?" for final in finals) if any(finals) else ""
    counts = CONTRADICTIONS.get(fields.get(f"{prefix}-{CONTRADICTION}", ""), "")
    lines[f"{at}, final"] = ", ".join(filter(None, (score, counts)))
    for hand in range(1, layout.most_hands + 1):
        parts = {name: fields.get(f"{prefix}-h{hand}-{name}", "") for name in HAND_PARTS}
        lines[f"{at}, hand {hand}"] = hand_words(parts)
    lines[f"{at}, penalties"] = "; ".join(_penalties(fields, prefix))
    return lines


def _penalties(fields: Mapping[str, str], prefix: str) -> Iterator[str]:
    for number in range(1, MOST_PENALTIES + 1):
        row = f"{prefix}-p{number}"
        if side := fields.get(f"{row}-side", "").lower():
            why = fields.get(f"{row}-reason") or fields.get(f"{row}-kind") or "for nothing that is recorded"
            points, hand = fields.get(f"{row}-points", ""), fields.get(f"{row}-hand", "not recorded")
            yield f"hand {hand}: {points} to {HAND_MARKS.get(side, side)}, {why}"


def hand_words(
    body: Mapping[str, Any], sides: Sequence[str] = ("home", "away"), awards: Sequence[Award] = tuple(Award)
) -> str:
    """Return a hand in words: “run; High Fleece, Low Ram, Jack nobody, Game Fleece; 4 to Ram (peeked)”."""
    called = {"h": sides[HOME], "a": sides[AWAY], "-": "nobody", "n": "nobody"}
    marks = {award: str(body.get(award, "")).lower() for award in awards}
    taken = [f"{award.words} {called.get(mark, mark)}" for award, mark in marks.items() if mark]
    given = [
        f"{penalty.get('points') or 'game'} to {called[penalty['side']]} "
        f"({penalty.get('reason') or penalty.get('kind')})"
        for penalty in body.get(PENALTIES, ())
    ]
    return "; ".join(filter(None, (beside_words(body), ", ".join(taken), ", ".join(given))))


def beside_words(body: Mapping[str, Any]) -> str:
    """Return the words beside the awards: “turned 6, run, jack hung”."""
    turned, call, hung, *marks = (body.get(part, "") for part in BESIDE)
    words = [f"turned {turned.upper()}" if turned else "", CALL_WORDS.get(CALLS.get(call.lower(), ""), "")]
    words += ["jack hung"] * bool(hung) + ["marked " + "–".join(mark or "?" for mark in marks)] * any(marks)
    return ", ".join(filter(None, words))
