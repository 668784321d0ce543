"""Whether the awards written of a hand agree with its cards, and the hand that both together make."""

from collections.abc import Iterator
from dataclasses import replace

from scoring.axes import Award, Draw, LowTo
from scoring.cards import Card
from scoring.entries import Hand
from scoring.faults import Fault
from scoring.notation.sheets import HandLine
from scoring.positions import Position
from scoring.preludes import HONOUR
from scoring.reckoning import Reckoning
from scoring.records import ThrowIn
from scoring.seats import Taker
from scoring.tricks import Play

__all__ = ["cards_faults", "told_faults", "with_cards"]


def cards_faults(one: HandLine, hand: Hand, made: Hand, position: Position) -> Iterator[Fault]:
    """Everything written of the hand that its cards, which made another one, do not bear out."""
    for award in Award:
        written, right = hand.taker(award), _taker(award, made, position)
        if written is None:
            continue
        if right is None and one.tricks:
            yield Fault("not_certain", {"award": award})
        if right not in (None, written):
            yield Fault("award_differs", {"award": award, "side": right, "other": written})
    yield from _details(hand, made)
    if one.marks:
        yield from _marks(one, made, position)


def told_faults(one: HandLine, told: Reckoning) -> Iterator[Fault]:
    """What is written that tricks without their deal do not bear out, where they make it certain."""
    led = one.tricks[0][0]
    if one.hand.pitched is not None and isinstance(led, Play) and one.hand.pitched != led.card:
        params = {"what": "the card pitched", "received": one.hand.pitched, "right": led.card}
        yield Fault("detail_differs", params)
    for award in Award:
        written, right = one.hand.taker(award), told.awarded(award)
        if written is not None and right is not None and written != right.side:
            yield Fault("award_differs", {"award": award, "side": right.side, "other": written})


def _taker(award: Award, made: Hand, position: Position) -> Taker | None:
    """Who takes an award by the play or, of a hand that stopped, by the cards as they were held."""
    taker = made.taker(award)
    held = sorted(_trumps_held(position)) if taker is None and position.rules.draw is Draw.NONE else []
    if award is Award.HIGH and held:
        return position.table.sides[held[-1][1]]
    if award is Award.LOW and held and position.rules.low_to is LowTo.HOLDER:
        return position.table.sides[held[0][1]]
    return taker


def _trumps_held(position: Position) -> Iterator[tuple[Card, int]]:
    """Every trump held in the hand, played or not, with its player."""
    laid = [one for trick in (*position.tricks, position.trick) for one in trick]
    played = ((one.seat, one.cards if isinstance(one, ThrowIn) else (one.card,)) for one in laid)
    for player, cards in (*enumerate(position.holdings), *played):
        yield from ((card, player) for card in cards if card.suit is position.trump)


def _details(hand: Hand, made: Hand) -> Iterator[Fault]:
    """The cards, card points and hanged jack as written, against those of the play."""
    for what, written, right in (
        ("High's card", hand.high_card, made.high_card),
        ("Low's card", hand.low_card, made.low_card),
        ("the card pitched", hand.pitched, made.pitched),
        ("the trump suit", hand.trump, made.trump),
        ("the card points", hand.card_points, made.card_points),
        ("a hanged jack", _yes_or_no(hand.hung), _yes_or_no(made.hung)),
    ):
        if written is not None and right is not None and written != right:
            yield Fault("detail_differs", {"what": what, "received": written, "right": right})


def _yes_or_no(hung: bool | None) -> str | None:
    return None if hung is None else "yes" if hung else "no"


def _marks(one: HandLine, made: Hand, position: Position) -> Iterator[Fault]:
    """What was pegged during the play, side by side, against the honours in the tricks."""
    sides = range(len(position.table.scores))
    honours = [peg for peg in made.before if peg.what.startswith(HONOUR)]
    written, right = (
        tuple(sum(peg.points for peg in pegs if peg.side == side) for side in sides)
        for pegs in (one.marks, honours)
    )
    if written != right:
        yield Fault("detail_differs", {"what": "the marks of the play", "received": written, "right": right})


def with_cards(one: HandLine, hand: Hand, made: Hand) -> Hand:
    """The hand as written, with what only its cards tell filled in."""
    high, low, jack, game = (
        made.taker(award) if hand.taker(award) is None else hand.taker(award) for award in Award
    )
    return replace(
        hand,
        high=high,
        low=low,
        jack=jack,
        game=game,
        penalties=made.penalties,
        no_game_for=made.no_game_for,
        before=made.before,
        contract=made.contract,
        hung=made.hung if hand.hung is None else hand.hung,
    )
