"""One hand of a replay card by card: who holds what, the trick on the table, what was won, what it scored."""

from collections.abc import Iterator, Sequence
from typing import Any

from league.matches.sheet.records import replayed
from scoring import AWAY, HOME, Side, awards
from scoring.axes import Award
from scoring.errors import ScoringError
from scoring.hands import Hand
from scoring.positions import Position
from scoring.reckoning import reckon
from scoring.rules import Rules
from scoring.seats import Direction
from scoring.tricks import Holding, PlayedTrick, ThrowIn

SIDES = {HOME: "home", AWAY: "away"}
Teams = tuple[str, str]
CardPlay = dict[str, Any]
"""A hand at one of its cards, as `card_play` returns it."""

# Round the table from its foot, where home sits, in the direction of play.
PLACES = {
    (4, Direction.CLOCKWISE): ("foot", "left", "head", "right"),
    (4, Direction.ANTICLOCKWISE): ("foot", "right", "head", "left"),
    (2, Direction.CLOCKWISE): ("foot", "head"),
    (2, Direction.ANTICLOCKWISE): ("foot", "head"),
}


def card_play(
    record: str, hand: Hand, rules: Rules, eldest: Side, scores: Sequence[int], teams: Teams, *, card: str
) -> CardPlay | None:
    """Return the hand of a record after `card` cards, a number from the address; else at its end.

    At 0 nothing is played yet, at the last card the awards are known. None for a record that can no longer
    be read.
    """
    try:
        position = replayed(record, rules, eldest, scores, hand)
    except ScoringError:
        return None
    count = _laid(position)
    numbers = [str(number) for number in range(count + 1)]
    at = numbers.index(card) if card in numbers else count
    while _laid(position) > at:
        position.undo()
    is_over = at == count
    return {
        "at": at,
        "count": count,
        "seats": tuple(_seats(position, teams)),
        "trump": position.trump.words if position.trump else "",
        "opening": tuple(_opening(position, teams)),
        "trick": max(len(position.tricks) + bool(position.trick), 1),
        "caption": _caption(position, teams),
        "tricks": tuple(_tricks(position)),
        "awards": tuple(_awards(position, teams)) if is_over else (),
        "card_points": reckon(position).card_points if is_over else (),
    }


def _laid(position: Position) -> int:
    return sum(map(len, position.tricks)) + len(position.trick)


def _seats(position: Position, teams: Teams) -> Iterator[dict[str, Any]]:
    sides = position.table.sides
    places = PLACES[len(sides), position.rules.direction]
    shift = 0 if sides[0] == HOME else 1
    # The last trick lies there until the next is led.
    on_table = position.trick or (position.tricks[-1] if position.tricks else ())
    lying = {play.seat: play for play in on_table}
    winner = position.trick_winners[-1] if position.tricks and not position.trick else None
    for player, side in enumerate(sides):
        laid = lying.get(player)
        yield {
            "place": places[(player + shift) % len(places)],
            "side": SIDES[side],
            "team": teams[side],
            "part": _part(player, len(sides), position),
            "holding": tuple(sorted(position.holdings[player], reverse=True)),
            "laid": () if laid is None else _cards(laid),
            "led": bool(lying) and player == next(iter(lying)),
            "wins": player == winner,
        }


def _part(player: int, players: int, position: Position) -> str:
    """Return a player's part in the hand: the one who pitched or led, or the one who dealt."""
    if player == 0:
        return "pitches" if position.is_pitched else "leads"
    return "deals" if player == players - 1 else ""


def _cards(laid: object) -> Holding:
    return laid.cards if isinstance(laid, ThrowIn) else (laid.card,)  # type: ignore[attr-defined]


def _opening(position: Position, teams: Teams) -> Iterator[str]:
    """Yield in sentences what came before the first lead."""
    moment = position.moment
    if moment.turnups:
        yield f"Turned up: {', '.join(card.words for card in moment.turnups)}."
    pegs = (peg for peg in moment.pegs if peg.what in _FOR)
    yield from (f"{teams[peg.side]}: {peg.points} for {_FOR[peg.what]}." for peg in pegs)


_FOR = {"turnup": "the card turned up", "gift": "the gift", "penalty": "a penalty"}


def _caption(position: Position, teams: Teams) -> str:
    """Return what has just happened, in one sentence."""
    sides = position.table.sides
    if not position.tricks and not position.trick:
        how = "pitch: the first card makes trumps" if position.is_pitched else "lead"
        return f"{teams[sides[0]]} are to {how}."
    if not position.trick:
        points = _points(position.tricks[-1], position)
        worth = f", {points} card points in it" if points else ""
        return f"{teams[sides[position.trick_winners[-1]]]} took trick {len(position.tricks)}{worth}."
    last = position.trick[-1]
    did = "threw in" if isinstance(last, ThrowIn) else "led" if len(position.trick) == 1 else "played"
    if did == "led" and not position.tricks and position.is_pitched:
        did = "pitched"
    cards = ", ".join(card.words for card in _cards(last))
    return f"{teams[sides[last.seat]]} {did} the {cards}."


def _points(trick: PlayedTrick, position: Position) -> int:
    if position.trump is None:
        return 0
    taken = {card: HOME for laid in trick for card in _cards(laid)}
    return awards.card_points(taken, position.trump, 1, position.rules)[HOME]


def _tricks(position: Position) -> Iterator[dict[str, Any]]:
    sides = position.table.sides
    for number, (trick, winner) in enumerate(zip(position.tricks, position.trick_winners, strict=True), 1):
        yield {
            "number": number,
            "led_by": SIDES[sides[trick[0].seat]],
            "cards": tuple(card for laid in trick for card in _cards(laid)),
            "taken_by": SIDES[sides[winner]],
            "points": _points(trick, position),
        }


def _awards(position: Position, teams: Teams) -> Iterator[dict[str, Any]]:
    """Yield the awards of the hand; those after the winning point were not needed."""
    reckoned = reckon(position)
    pegged = {peg.what for peg in reckoned.board.pegged}
    home, away = teams
    for award in position.rules.awards:
        awarded = reckoned.awarded(award)
        if awarded is not None:
            yield {
                "award": award.words,
                "to": SIDES[awarded.side],
                "points": awarded.points,
                "card": awarded.card,
                "why": awarded.sentence(home=home, away=away),
                "is_needed": award.value in pegged,
            }
        elif award not in reckoned.unknown:
            yield {
                "award": award.words,
                "to": "nobody",
                "points": 0,
                "card": None,
                "why": _WHY_NOBODY[award],
                "is_needed": True,
            }


_WHY_NOBODY = {
    Award.HIGH: "Nobody held a trump.",
    Award.LOW: "Nobody held a trump.",
    Award.JACK: "The jack of trumps was not in play.",
    Award.GAME: "Nobody has it: the card points are level, or the side with more of them had reneged.",
}
