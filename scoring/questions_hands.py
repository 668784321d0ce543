"""Questions about hands played card by card, auctions and breaches, answered with the engine's own values."""

from collections.abc import Mapping

from . import games, irregularities, requests, trumps, variants
from .axes import Award, TrumpBy
from .errors import Fault, IllegalPlay, ImpossibleHand
from .hands import Peg
from .irregularities import DealFault
from .moments import Status
from .positions import Position
from .reckoning import Awarded, Reckoning, reckon
from .replays import replay
from .requests import GAME_KEYS, MOST_SIDES, Json, Kind, Request
from .rules import Rules


def _score_hand(request: Request) -> Json:
    """Return what a hand played through strictly scores."""
    rules = _rules(request)
    record = requests.record(request, rules)
    if "players" in request and requests.number(request, "players") != len(record.holdings):
        return _illegal(Fault("players", {"received": len(record.holdings), "right": request["players"]}))
    scores = requests.numbers(request, "scores") if "scores" in request else None
    try:
        position = replay(record, rules, scores=scores, sides=requests.seats(request))
    except (IllegalPlay, ImpossibleHand) as refusal:
        return _illegal(refusal.faults[0])
    return _scored(position, reckon(position))


def _rules(request: Request) -> Rules:
    """Return the variant's rules with the question's options and target; the players are those dealt to."""
    rules = requests.rules({name: value for name, value in request.items() if name != "players"})
    return rules.with_options({"target": request["target"]}) if "target" in request else rules


def _illegal(fault: Fault) -> Json:
    """Return the answer for a hand that breaks a rule: which one, and where, counted from 0."""
    places: tuple[str, ...] = ("trick", "play")
    if fault.params.get("trick") is None:
        places = ("call",) if "call" in fault.params else ("player",)
    where = {name: fault.params[name] for name in places if name in fault.params}
    return {"legal": False, "error": _CODES.get(fault.code, fault.code), "where": where}


# Codes of the engine that other programs know under one name.
_CODES = {
    "sides": "players",
    "no_play": "turn",
    "not_in_pack": "cards",
    "trick_length": "turn",
    "no_discard": "discard_to_six",
    "no_auction": "bid",
}


def _scored(position: Position, reckoned: Reckoning) -> Json:
    """Return the whole answer; of a hand that came to no play, only what there was of it."""
    rules, moment = position.rules, position.moment
    answer: Json = {"legal": True, "status": position.status.value}
    if rules.has_auction and position.status is not Status.REDEAL:
        answer["pitcher"] = moment.pitcher
    answer["trump"] = position.trump and position.trump.value
    if rules.trump is TrumpBy.TURNUP:
        answer["hand_sizes"] = list(moment.sizes)
    if position.status is Status.PLAY or moment.tricks:
        answer |= _played(position, reckoned)
    answer["pegged"] = [point_json(point) for point in reckoned.board.pegged]
    answer["scores"] = list(reckoned.board.scores)
    answer["winner"] = reckoned.board.winner
    return answer


def _played(position: Position, reckoned: Reckoning) -> Json:
    high, low, jack, game = (reckoned.awarded(award) for award in Award)
    answer = {
        "trick_winners": list(position.trick_winners),
        "complete": reckoned.is_complete,
        "high": _with_card(high),
        "low": _with_card(low),
        "jack": jack and {"team": jack.side, "hung": jack.code == "why_jack_hung", "points": jack.points},
        "game": game.side if game else None,
        "card_points": list(reckoned.card_points),
        "points_won": list(reckoned.points_won),
    }
    if reckoned.is_complete:
        answer["all_four"] = reckoned.all_four
    if reckoned.made is not None:
        answer["made"] = reckoned.made
    return answer


def _with_card(awarded: Awarded | None) -> Json | None:
    return None if awarded is None else {"card": str(awarded.card), "team": awarded.side}


def point_json(point: Peg) -> Json:
    """Return a point as it stands in an answer."""
    return {"what": point.what, "team": point.side, "points": point.points}


def _auction(request: Request) -> Json:
    """Return who pitches after an auction, for how much, and whether it was sold."""
    players = requests.number(request, "players")
    if not 2 <= players <= MOST_SIDES:
        raise requests.unreadable("players", players, f"a whole number from 2 to {MOST_SIDES}")
    rules, sells = _auction_rules(request), requests.yes_or_no(request, "sell") is True
    try:
        moment = trumps.hold_auction(requests.bids(request), rules, players, sells=sells)
    except IllegalPlay as refusal:
        return _illegal(refusal.faults[0])
    pitcher = None if moment.status is Status.REDEAL else moment.pitcher
    return {"legal": True, "pitcher": pitcher, "bid": moment.contract, "sold": moment.sold}


def _auction_rules(request: Request) -> Rules:
    """Return the rules of the game that is named; without one, those of the kind of auction alone."""
    if "variant" not in request and "options" not in request:
        return Rules(trump=requests.one_of(request, "kind", (TrumpBy.COMMERCIAL, TrumpBy.AUCTION)))
    rules = requests.rules(request)
    if not rules.has_auction:
        raise requests.unreadable("variant", request["variant"], "a game with an auction")
    requests.one_of({"kind": rules.trump.value, **request}, "kind", (rules.trump,))
    return rules


def _four_hands(request: Request) -> Json:
    """Return the score of the pub game of four hands and a pitch apiece."""
    rules = variants.get("northern_pub").rules
    game = games.score_game(requests.hands(request), rules)
    answer: Json = {
        "running": [list(scores) for scores in game.running],
        "scores": list(game.scores),
        "winner": game.winner,
        "hands": game.hands,
    }
    if game.faults:
        answer["ok"] = False
        answer["errors"] = [{"hand": fault.hand, "code": fault.code} for fault in game.faults]
    return answer


def _revoke(request: Request) -> Json:
    """Return what a revoke costs; null where the source is silent."""
    penalty = irregularities.revoke_penalty(
        requests.rules(request),
        led_trump=requests.yes_or_no(request, "led_trump") is True,
        held_top_five=requests.yes_or_no(request, "held_top_five") is True,
        by_leader=requests.yes_or_no(request, "by_leader") is True,
    )
    names = ("points", "loses_game", "no_game_point")
    answer = {name: getattr(penalty, name) if penalty else None for name in names}
    return answer | ({"loses_marks": True} if penalty and penalty.loses_marks else {})


def _misdeal(request: Request) -> Json:
    """Return what a misdeal costs and who deals again; null where the source is silent."""
    fault = requests.one_of({"fault": DealFault.COUNT.value, **request}, "fault", DealFault)
    penalty = irregularities.misdeal_penalty(requests.rules(request), fault)
    if penalty is None:
        return {"points": None, "dealer": None}
    answer: Json = {"points": penalty.points, "dealer": penalty.dealer and penalty.dealer.value}
    return answer | ({"instead": penalty.instead.value} if penalty.instead else {})


KINDS: Mapping[str, Kind] = {
    "auction": Kind(_auction, (*GAME_KEYS, "kind", "calls", "sell")),
    "four_hands": Kind(_four_hands, ("hands",)),
    "misdeal": Kind(_misdeal, (*GAME_KEYS, "fault")),
    "revoke": Kind(_revoke, (*GAME_KEYS, "led_trump", "held_top_five", "by_leader")),
    "score_hand": Kind(
        _score_hand,
        (
            *(*GAME_KEYS, "target", "teams", "scores", "dealt", "turnups", "call", "reply", "extra", "bunch"),
            *("kept", "calls", "sell", "trump", "stock", "tricks", "penalties", "no_game_for", "incomplete"),
        ),
    ),
}
