"""Questions of other programs: one JSON object a line in, one a line out. Knows no rules; asks the engine."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, TypeAlias

from scoring import asked, awards, games, hands, lengths, matches, pegging, questions_hands, tricks, variants
from scoring.asked import Given
from scoring.axes import GameTie
from scoring.errors import NotationError, ScoringError, UnknownOption, UnknownVariant
from scoring.faults import Fault, say
from scoring.match_formats import AggregateTie, MatchFormat
from scoring.reconcile import Slip, reconcile
from scoring.rules import Rules
from scoring.seats import NOBODY, Direction, Taker, pitcher

__all__ = ["Reply", "replies", "reply"]

Json: TypeAlias = dict[str, Any]


MOST_SIDES = 6
"""The most sides at a table of any game of the family: six players, each alone."""


class Reply(dict[str, Any]):
    """An answer; `was_question` is false where the line was no question at all."""

    was_question = True


def replies(lines: Iterable[bytes]) -> Iterator[Reply]:
    """The answer to each line, in order."""
    return map(reply, lines)


def reply(line: bytes) -> Reply:
    """The answer to one line. What cannot be read is answered with an error that says what would be right."""
    try:
        question = json.loads(line)
    except (ValueError, RecursionError):
        return _no_question("not_json", received=_shortened(line.decode("utf-8", "replace").strip()))
    if not (isinstance(question, dict) and isinstance(question.get("kind"), str)):
        return _no_question("not_a_question", received=_shortened(question))
    kind, given = question["kind"], question.get("input")
    if not isinstance(given, dict):
        return _no_question("not_a_question", received=_shortened(question))
    if kind not in KINDS:
        return _error("unknown_kind", say("unknown_kind", {"received": kind, "known": ", ".join(KINDS)}))
    try:
        return Reply(KINDS[kind](given))
    except ScoringError as refusal:
        return _error(_OUTER.get(type(refusal), "bad_value"), str(refusal))


_OUTER: Mapping[type[ScoringError], str] = {
    NotationError: "bad_card",
    UnknownVariant: "unknown_variant",
    UnknownOption: "unknown_option",
}


def _error(code: str, message: str) -> Reply:
    return Reply(error={"code": code, "message": message})


def _no_question(code: str, received: str) -> Reply:
    answer = _error(code, say(code, {"received": received}))
    answer.was_question = False
    return answer


def _shortened(received: object) -> str:
    text = received if isinstance(received, str) else repr(received)
    return text if len(text) <= 80 else f"{text[:80]}..."


# What was asked, one function a kind


def _variants(given: Given) -> Json:
    return {
        "variants": [
            {
                "id": variant.name,
                "title": variant.title,
                "aliases": list(variant.aliases),
                "sources": list(variant.sources),
                "players": list(variant.rules.players),
                "rules": {field.name: _shown(getattr(variant.rules, field.name)) for field in fields(Rules)},
            }
            for variant in variants.ALL
        ]
    }


def _legal_plays(given: Given) -> Json:
    held, trick = asked.cards(given, "hand"), asked.cards(given, "trick")
    legal = tricks.legal_plays(held, asked.trump(given), trick, asked.rules(given))
    return {"cards": sorted(map(str, legal))}


def _trick_winner(given: Given) -> Json:
    trick = asked.cards(given, "trick")
    if not trick:
        raise asked.unreadable("trick", [], "the cards of a trick, at least one")
    return {"index": tricks.winner(trick, asked.trump(given))}


def _throw_in(given: Given) -> Json:
    held, trick = asked.cards(given, "hand"), asked.cards(given, "trick")
    return {"allowed": tricks.can_throw_in(held, asked.trump(given), trick, asked.rules(given))}


def _game_point(given: Given) -> Json:
    points, teams = asked.numbers(given, "card_points"), asked.numbers(given, "teams")
    if not points or set(teams) != set(range(len(points))):
        raise asked.unreadable(
            "teams", teams, "the side of each player, every side of card_points among them"
        )
    tie = asked.one_of(given, "tie", GameTie)
    return {"team": _side(awards.game_point(points, tie, teams))}


def _entry_check(given: Given) -> Json:
    codes = {fault.code for fault in hands.faults(asked.hand(given, "the entry"), asked.rules(given))}
    return {"ok": not codes, "codes": sorted(codes)}


def _peg(given: Given) -> Json:
    scores = asked.numbers(given, "scores")
    cap = given.get("cap_at_target", True)
    if not isinstance(cap, bool):
        raise asked.unreadable("cap_at_target", cap, "true or false")
    events = [asked.event(event, len(scores)) for event in asked.items(given, "events")]
    if not scores:
        raise asked.unreadable("scores", scores, "the score of each side")
    after = pegging.peg(scores, events, asked.target(given), cap=cap)
    return {
        "scores": list(after.scores),
        "winner": after.winner,
        "pegged": [{"what": one.what, "team": one.side, "points": one.points} for one in after.pegged],
    }


def _score_table(given: Given) -> Json:
    rules = asked.table_rules(given)
    start = asked.numbers(given, "scores") if "scores" in given else (0, 0)
    if not 2 <= len(start) <= rules.most_sides:
        raise asked.unreadable("scores", start, "the score of each side before the first hand")
    game = games.score_game(asked.hands(given), rules, start=start)
    return {
        "ok": not game.faults,
        "errors": [_placed("hand", fault.hand, fault) for fault in game.faults],
        "running": [list(scores) for scores in game.running],
        "pegged": [[one.what for one in pegs] for pegs in game.pegged],
        "scores": list(game.scores),
        "winner": game.winner,
        "hands": game.hands,
    }


def _running_check(given: Given) -> Json:
    running = [asked.whole_numbers("running", score) for score in asked.items(given, "running")]
    start = asked.numbers(given, "start") if "start" in given else (0, 0)
    target = asked.target(given)
    if target is None:
        raise asked.unreadable("target", target, "a whole number from 1")
    if not 2 <= len(start) <= MOST_SIDES:
        raise asked.unreadable("start", start, "the score of each side before the first hand")
    checked = lengths.check_running(running, target, start)
    if checked.fault is None:
        return {"ok": True, "finished": checked.finished}
    return {"ok": False, **_placed("hand", checked.fault.hand, checked.fault)}


def _score_match(given: Given) -> Json:
    target = asked.target(given)
    award: tuple[int, int] | None = (target or 0, 0)
    if "walkover_award" in given:
        award = None if given["walkover_award"] is None else asked.pair(given, "walkover_award")
    form = MatchFormat(
        tables=asked.number(given, "tables_expected", 4),
        target=target,
        table_won=asked.number(given, "table_points", 2),
        aggregate=asked.number(given, "aggregate_points", 2),
        aggregate_tie=asked.one_of({"aggregate_tie": "one_each", **given}, "aggregate_tie", AggregateTie),
        walkover_award=award,
        walkover_in_aggregate=asked.yes_or_no(given, "walkover_in_aggregate") is not False,
    )
    tables = [
        None if table is None else asked.whole_numbers("tables", table)
        for table in asked.items(given, "tables")
    ]
    match = matches.score_match(tables, form, asked.walkovers(given))
    return {
        "ok": not match.faults,
        "errors": [_placed("table", fault.table, fault) for fault in match.faults],
        "tables_won": list(match.tables_won),
        "aggregate": list(match.aggregate),
        "aggregate_points": list(match.aggregate_points),
        "match_points": list(match.match_points),
    }


def _reconcile(given: Given) -> Json:
    rules = asked.table_rules(given)
    totals = asked.numbers(given, "totals")
    if not 2 <= len(totals) <= rules.most_sides:
        raise asked.unreadable("totals", totals, "the score of each side as written on the paper")
    running = (
        None
        if given.get("running") is None
        else [asked.whole_numbers("running", score) for score in asked.items(given, "running")]
    )
    found = reconcile(asked.hands(given), totals, rules, running=running)
    slips = [_slip(slip) for slip in found.slips]
    return {"slips": slips, "agrees": True} if found.agrees else {"slips": slips}


def _slip(slip: Slip) -> Json:
    """A slip with the keys that apply to it."""
    shown: Json = {} if slip.hand is None else {"hand": slip.hand}
    shown["change"] = slip.change
    if slip.award is not None:
        shown["award"] = slip.award
    for name, value in (("from", slip.was), ("to", slip.right)):
        if value is not None:
            shown[name] = list(value) if isinstance(value, tuple) else None if value is NOBODY else value
    return {**shown, "explains": list(slip.explains)}


def _stakes(given: Given) -> Json:
    winner, all_fours = asked.number(given, "winner"), asked.numbers(given, "all_fours")
    if not 2 <= len(all_fours) <= MOST_SIDES:
        raise asked.unreadable("all_fours", all_fours, "a whole number for each side, of two or more")
    if not 0 <= winner < len(all_fours):
        raise asked.unreadable("winner", winner, f"a side from 0 to {len(all_fours) - 1}")
    stakes = asked.number(given, "match_stake"), asked.number(given, "all_four_stake")
    return {"each": list(games.settle(winner, all_fours, *stakes))}


def _rotation(given: Given) -> Json:
    n, first, hand = (asked.number(given, name) for name in ("n", "first_pitcher", "hand"))
    if n < 2:
        raise asked.unreadable("n", n, "the number of players, from 2")
    direction = asked.one_of({"direction": "clockwise", **given}, "direction", Direction)
    # The dealer sits where the pitcher of the hand before sat: the deal follows the pitch round.
    return {
        "pitcher": pitcher(first, hand, n, direction),
        "dealer": pitcher(first, hand - 1, n, direction),
    }


KINDS: Mapping[str, Callable[[Given], Json]] = {
    **questions_hands.KINDS,
    "entry_check": _entry_check,
    "game_point": _game_point,
    "legal_plays": _legal_plays,
    "peg": _peg,
    "reconcile": _reconcile,
    "rotation": _rotation,
    "running_check": _running_check,
    "score_match": _score_match,
    "score_table": _score_table,
    "stakes": _stakes,
    "throw_in": _throw_in,
    "trick_winner": _trick_winner,
    "variants": _variants,
}

# Writing what is answered


def _placed(name: str, place: int | None, fault: Fault) -> Json:
    return {"code": fault.code} if place is None else {name: place, "code": fault.code}


def _side(taker: Taker) -> int | None:
    return None if taker is NOBODY else taker


def _shown(value: Any) -> Any:
    """A rule's value as JSON: points by rank as an object, the rest as it is."""
    if value and isinstance(value, tuple) and all(isinstance(pair, tuple) for pair in value):
        return {getattr(key, "letter", str(key)): points for key, points in value}
    return list(value) if isinstance(value, tuple) else value
