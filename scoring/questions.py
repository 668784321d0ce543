"""Questions of other programs: one JSON object a line in, one a line out. Knows no rules; asks the engine."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from . import (
    awards,
    games,
    hand_faults,
    hands,
    matches,
    possible_scores,
    questions_hands,
    requests,
    tricks,
    variants,
)
from .axes import GameTie
from .errors import Fault, NotationError, ScoringError, UnknownOption, UnknownVariant, say
from .matches import AggregateTie, MatchFormat
from .reconcile import EntrySlip, reconcile
from .requests import GAME_KEYS, HAND_KEYS, MOST_SIDES, Json, Kind, Request
from .rules import Rules
from .seats import NOBODY, Direction, pitcher
from .winning import winning_chances

MOST_DIGITS = 15
"""Of a whole number, with its sign: programs that read numbers as fractions keep so many."""


class Reply(dict[str, Any]):
    """An answer; `was_question` is false where the line was no question at all."""

    was_question = True


def replies(lines: Iterable[bytes]) -> Iterator[Reply]:
    """Return the answer to each line, in order."""
    return map(reply, lines)


def reply(line: bytes) -> Reply:
    """Return the answer to one line; an error that says what would be right if it cannot be read."""
    try:
        question = json.loads(line, parse_int=_whole_number, object_pairs_hook=_keys_once)
    except KeyError as twice:
        return _error("bad_value", say("key_twice", {"received": twice.args[0]}))
    except (ValueError, RecursionError):
        return _no_question("not_json", received=_shortened(line.decode("utf-8", "replace").strip()))
    if not (isinstance(question, dict) and isinstance(question.get("kind"), str)):
        return _no_question("not_a_question", received=_shortened(question))
    kind, request = question["kind"], question.get("input")
    if not isinstance(request, dict):
        return _no_question("not_a_question", received=_shortened(question))
    if kind not in KINDS:
        return _error("unknown_kind", say("unknown_kind", {"received": kind, "known": ", ".join(KINDS)}))
    try:
        requests.verify_keys(request, KINDS[kind].keys, kind)
        return Reply(KINDS[kind].answer(request))
    except ScoringError as refusal:
        return _error(_OUTER.get(type(refusal), "bad_value"), str(refusal))


def _keys_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. KeyError for a key that stands twice: only one of its values would be read."""
    read = dict(pairs)
    if len(read) < len(pairs):
        names = [name for name, _ in pairs]
        raise KeyError(next(name for name in names if names.count(name) > 1))
    return read


def _whole_number(digits: str) -> int:
    """Return the number. ValueError for one that other programs could not read exactly."""
    if len(digits) > MOST_DIGITS:
        raise ValueError
    return int(digits)


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


def _variants(request: Request) -> Json:
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


def _legal_plays(request: Request) -> Json:
    held, trick = requests.different_cards(request, "hand", "trick")
    legal = tricks.legal_plays(held, requests.trump(request), trick, requests.rules(request))
    return {"cards": sorted(map(str, legal))}


def _trick_winner(request: Request) -> Json:
    (trick,) = requests.different_cards(request, "trick")
    if not trick:
        raise requests.unreadable("trick", [], "the cards of a trick, at least one")
    return {"index": tricks.winner(trick, requests.trump(request))}


def _throw_in(request: Request) -> Json:
    held, trick = requests.different_cards(request, "hand", "trick")
    return {"allowed": tricks.can_throw_in(held, requests.trump(request), trick, requests.rules(request))}


def _game_point(request: Request) -> Json:
    points, teams = requests.numbers(request, "card_points"), requests.numbers(request, "teams")
    if not points or set(teams) != set(range(len(points))):
        raise requests.unreadable(
            "teams", teams, "the side of each player, every side of card_points among them"
        )
    taker = awards.game_point(points, requests.one_of(request, "tie", GameTie), teams)
    return {"team": None if taker is NOBODY else taker}


def _entry_check(request: Request) -> Json:
    hand, rules = requests.hand(request, "the entry"), requests.rules(request)
    codes = {fault.code for fault in hand_faults.faults(hand, rules)}
    return {"ok": not codes, "codes": sorted(codes)}


def _peg(request: Request) -> Json:
    scores = requests.numbers(request, "scores")
    if not scores:
        raise requests.unreadable("scores", scores, "the score of each side")
    cap = request.get("cap_at_target", True)
    if not isinstance(cap, bool):
        raise requests.unreadable("cap_at_target", cap, "true or false")
    events = [requests.event(event, len(scores)) for event in requests.items(request, "events")]
    after = hands.peg(scores, events, requests.target(request), cap=cap)
    return {
        "scores": list(after.scores),
        "winner": after.winner,
        "pegged": [questions_hands.point_json(point) for point in after.pegged],
    }


def _score_table(request: Request) -> Json:
    rules = requests.table_rules(request)
    start = requests.numbers(request, "scores") if "scores" in request else (0, 0)
    if not 2 <= len(start) <= rules.most_sides:
        raise requests.unreadable("scores", start, "the score of each side before the first hand")
    game = games.score_game(requests.hands(request), rules, start=start)
    return {
        "ok": not game.faults,
        "errors": [_placed("hand", fault.hand, fault) for fault in game.faults],
        "running": [list(scores) for scores in game.running],
        "pegged": [[point.what for point in pegs] for pegs in game.pegged],
        "scores": list(game.scores),
        "winner": game.winner,
        "hands": game.hands,
    }


def _running_check(request: Request) -> Json:
    running = [requests.whole_numbers("running", score) for score in requests.items(request, "running")]
    start = requests.numbers(request, "start") if "start" in request else (0, 0)
    target = requests.target(request)
    if target is None:
        raise requests.unreadable("target", target, "a whole number from 1")
    if not 2 <= len(start) <= MOST_SIDES:
        raise requests.unreadable("start", start, "the score of each side before the first hand")
    checked = possible_scores.check_running(running, target, start)
    if checked.fault is None:
        return {"ok": True, "finished": checked.finished}
    return {"ok": False, **_placed("hand", checked.fault.hand, checked.fault)}


def _score_match(request: Request) -> Json:
    target = requests.target(request)
    award: tuple[int, int] | None = (target or 0, 0)
    if "walkover_award" in request:
        award = None if request["walkover_award"] is None else requests.pair(request, "walkover_award")
    form = MatchFormat(
        tables=requests.number(request, "tables_expected", 4),
        target=target,
        table_won=requests.number(request, "table_points", 2),
        aggregate=requests.number(request, "aggregate_points", 2),
        aggregate_tie=requests.one_of(
            {"aggregate_tie": "one_each", **request}, "aggregate_tie", AggregateTie
        ),
        walkover_award=award,
        walkover_in_aggregate=requests.yes_or_no(request, "walkover_in_aggregate") is not False,
    )
    tables = [
        None if table is None else requests.whole_numbers("tables", table)
        for table in requests.items(request, "tables")
    ]
    match = matches.score_match(tables, form, requests.walkovers(request))
    return {
        "ok": not match.faults,
        "errors": [_placed("table", fault.table, fault) for fault in match.faults],
        "tables_won": list(match.tables_won),
        "aggregate": list(match.aggregate),
        "aggregate_points": list(match.aggregate_points),
        "match_points": list(match.match_points),
    }


def _reconcile(request: Request) -> Json:
    rules = requests.table_rules(request)
    totals = requests.numbers(request, "totals")
    if not 2 <= len(totals) <= rules.most_sides:
        raise requests.unreadable("totals", totals, "the score of each side as written on the paper")
    running = (
        None
        if request.get("running") is None
        else [requests.whole_numbers("running", score) for score in requests.items(request, "running")]
    )
    result = reconcile(requests.hands(request), totals, rules, running=running)
    slips = [_slip(slip) for slip in result.slips]
    return {"slips": slips, "agrees": True} if result.agrees else {"slips": slips}


def _slip(slip: EntrySlip) -> Json:
    """Return a slip with the keys that apply to it."""
    shown: Json = {} if slip.hand is None else {"hand": slip.hand}
    shown["change"] = slip.change
    if slip.award is not None:
        shown["award"] = slip.award
    for name, value in (("from", slip.was), ("to", slip.right)):
        if value is not None:
            shown[name] = list(value) if isinstance(value, tuple) else None if value is NOBODY else value
    return {**shown, "explains": list(slip.explains)}


def _stakes(request: Request) -> Json:
    winner, all_fours = requests.number(request, "winner"), requests.numbers(request, "all_fours")
    if not 2 <= len(all_fours) <= MOST_SIDES:
        raise requests.unreadable("all_fours", all_fours, "a whole number for each side, of two or more")
    if not 0 <= winner < len(all_fours):
        raise requests.unreadable("winner", winner, f"a side from 0 to {len(all_fours) - 1}")
    stakes = requests.number(request, "match_stake"), requests.number(request, "all_four_stake")
    return {"each": list(games.settle(winner, all_fours, *stakes))}


def _rotation(request: Request) -> Json:
    n, first, hand = (requests.number(request, name) for name in ("n", "first_pitcher", "hand"))
    if n < 2:
        raise requests.unreadable("n", n, "the number of players, from 2")
    if not 0 <= first < n:
        raise requests.unreadable("first_pitcher", first, f"a seat from 0 to {n - 1}")
    if hand < 0:
        raise requests.unreadable("hand", hand, "the number of hands before it, from 0")
    direction = requests.one_of({"direction": "clockwise", **request}, "direction", Direction)
    # The dealer sits where the pitcher of the hand before sat: the deal follows the pitch round.
    return {
        "pitcher": pitcher(first, hand, n, direction),
        "dealer": pitcher(first, hand - 1, n, direction),
    }


def _winning_chances(request: Request) -> Json:
    rules, scores = requests.table_rules(request), requests.numbers(request, "scores")
    dealer, players = (requests.number(request, name) if name in request else None for name in _SEATED)
    played = requests.number(request, "played", 0)
    chances = winning_chances(scores, rules, dealer=dealer, players=players, played=played)
    by_side = [round(chance, 4) for chance in chances.by_side]
    shown: Json = {"chances": by_side, "simulated": chances.simulated}
    return {**shown, "differing": list(chances.differing)} if chances.differing else shown


_SEATED = ("dealer", "players")
_TABLE_KEYS = (*GAME_KEYS, "target", "hands")
KINDS: Mapping[str, Kind] = {
    **questions_hands.KINDS,
    "entry_check": Kind(_entry_check, (*GAME_KEYS, *HAND_KEYS)),
    "game_point": Kind(_game_point, ("card_points", "tie", "teams")),
    "legal_plays": Kind(_legal_plays, (*GAME_KEYS, "hand", "trump", "trick")),
    "peg": Kind(_peg, ("scores", "target", "cap_at_target", "events")),
    "reconcile": Kind(_reconcile, (*_TABLE_KEYS, "totals", "running")),
    "rotation": Kind(_rotation, ("n", "first_pitcher", "hand", "direction")),
    "running_check": Kind(_running_check, ("running", "target", "start")),
    "score_match": Kind(
        _score_match,
        (
            *("tables", "target", "tables_expected", "table_points", "aggregate_points", "aggregate_tie"),
            *("walkovers", "walkover_award", "walkover_in_aggregate"),
        ),
    ),
    "score_table": Kind(_score_table, (*_TABLE_KEYS, "scores")),
    "stakes": Kind(_stakes, ("winner", "all_fours", "match_stake", "all_four_stake")),
    "throw_in": Kind(_throw_in, (*GAME_KEYS, "hand", "trump", "trick")),
    "trick_winner": Kind(_trick_winner, ("trick", "trump")),
    "variants": Kind(_variants, ()),
    "winning_chances": Kind(_winning_chances, (*GAME_KEYS, "target", "scores", "dealer", "played")),
}

# Writing what is answered


def _placed(name: str, place: int | None, fault: Fault) -> Json:
    return {"code": fault.code} if place is None else {name: place, "code": fault.code}


def _shown(value: Any) -> Any:
    """Return a rule's value as JSON: points by rank as an object, the rest as it is."""
    if value and isinstance(value, tuple) and all(isinstance(pair, tuple) for pair in value):
        return {getattr(key, "letter", str(key)): points for key, points in value}
    return list(value) if isinstance(value, tuple) else value
