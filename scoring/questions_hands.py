"""Questions about hands played card by card, auctions and breaches, answered with the engine's own values."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from scoring import asked, asked_hands, auctions, games, penalties, variants
from scoring.asked import Given
from scoring.axes import Award, TrumpBy
from scoring.errors import IllegalPlay, ImpossibleHand
from scoring.faults import Fault
from scoring.moments import Status
from scoring.pegging import Peg
from scoring.penalties import DealFault
from scoring.positions import Position
from scoring.reckoning import Awarded, Reckoning, reckon
from scoring.replays import replay
from scoring.rules import Rules

__all__ = ["KINDS"]

Json: TypeAlias = dict[str, Any]


def _score_hand(given: Given) -> Json:
    """A hand played through strictly, and what it scores."""
    rules = _rules(given)
    record = asked_hands.record(given, rules)
    if "players" in given and asked.number(given, "players") != len(record.holdings):
        return _illegal(Fault("players", {"received": len(record.holdings), "right": given["players"]}))
    scores = asked.numbers(given, "scores") if "scores" in given else None
    try:
        position = replay(record, rules, scores=scores, sides=asked_hands.seats(given))
    except (IllegalPlay, ImpossibleHand) as refusal:
        return _illegal(refusal.faults[0])
    return _scored(position, reckon(position))


def _rules(given: Given) -> Rules:
    """The variant's rules with the question's options and target; the players are those dealt to."""
    rules = asked.rules({name: value for name, value in given.items() if name != "players"})
    return rules.with_options({"target": given["target"]}) if "target" in given else rules


def _illegal(fault: Fault) -> Json:
    """A hand that breaks a rule: which one, and where, counted from 0."""
    places: tuple[str, ...] = ("trick", "play")
    if fault.params.get("trick") is None:
        places = ("call",) if "call" in fault.params else ("player",)
    where = {name: fault.params[name] for name in places if name in fault.params}
    return {"legal": False, "error": _CODES.get(fault.code, fault.code), "where": where}


# Codes of the engine that other programs know under one name.
_CODES = {"sides": "players", "no_play": "turn", "no_discard": "discard_to_six", "no_auction": "bid"}


def _scored(position: Position, reckoned: Reckoning) -> Json:
    """The whole answer; of a hand that came to no play, only what there was of it."""
    rules, moment = position.rules, position.moment
    answer: Json = {"legal": True, "status": position.status.value}
    if rules.has_auction and position.status is not Status.REDEAL:
        answer["pitcher"] = moment.pitcher
    answer["trump"] = position.trump and position.trump.value
    if rules.trump is TrumpBy.TURNUP:
        answer["hand_sizes"] = list(moment.sizes)
    if position.status is Status.PLAY or moment.tricks:
        answer |= _played(position, reckoned)
    answer["pegged"] = [_event(one) for one in reckoned.board.pegged]
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


def _event(one: Peg) -> Json:
    return {"what": one.what, "team": one.side, "points": one.points}


def _auction(given: Given) -> Json:
    """An auction by itself: who pitches, for how much, and whether it was sold."""
    players = asked.number(given, "players")
    kind = asked.one_of(given, "kind", (TrumpBy.COMMERCIAL, TrumpBy.AUCTION))
    if not 2 <= players <= MOST_BIDDERS:
        raise asked.unreadable("players", players, f"a whole number from 2 to {MOST_BIDDERS}")
    bids, sells = asked_hands.bids(given), asked.yes_or_no(given, "sell") is True
    try:
        moment = auctions.held(bids, kind, players, sells=sells)
    except IllegalPlay as refusal:
        return _illegal(refusal.faults[0])
    pitcher = None if moment.status is Status.REDEAL else moment.pitcher
    return {"legal": True, "pitcher": pitcher, "bid": moment.contract, "sold": moment.sold}


MOST_BIDDERS = 6


def _four_hands(given: Given) -> Json:
    """The pub game of four hands and a pitch apiece."""
    rules = variants.get("northern_pub").rules
    hands = [
        asked.hand(hand, f"hand {number}") for number, hand in enumerate(asked.items(given, "hands"), start=1)
    ]
    game = games.score_game(hands, rules)
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


def _revoke(given: Given) -> Json:
    """What a revoke costs; null where the source is silent."""
    penalty = penalties.revoke_penalty(
        asked.rules(given),
        led_trump=asked.yes_or_no(given, "led_trump") is True,
        held_top_five=asked.yes_or_no(given, "held_top_five") is True,
    )
    names = ("points", "loses_game", "no_game_point")
    return {name: getattr(penalty, name) if penalty else None for name in names}


def _misdeal(given: Given) -> Json:
    """What a misdeal costs and who deals again; null where the source is silent."""
    fault = asked.one_of({"fault": DealFault.COUNT.value, **given}, "fault", DealFault)
    penalty = penalties.misdeal_penalty(asked.rules(given), fault)
    return {
        "points": penalty.points if penalty else None,
        "dealer": penalty.dealer.value if penalty else None,
    }


KINDS: Mapping[str, Callable[[Given], Json]] = {
    "auction": _auction,
    "four_hands": _four_hands,
    "misdeal": _misdeal,
    "revoke": _revoke,
    "score_hand": _score_hand,
}
