"""Exposed cards: one shown by its player stays face up, and his opponents may call it to a trick."""

from scoring import plays
from scoring.cards import Card
from scoring.errors import IllegalPlay
from scoring.faults import Fault
from scoring.moments import Moment, Table

__all__ = ["call", "expose", "verify_call", "verify_expose"]


def verify_expose(moment: Moment, card: Card) -> None:
    """Raise IllegalPlay for a card nobody holds, or before or after the play."""
    plays.verify_turn(moment, moment.turn)
    if not any(card in holding for holding in moment.held):
        raise IllegalPlay(Fault("held_by_nobody", {"card": card, **plays.place(moment)}))


def expose(moment: Moment, card: Card) -> Moment:
    """The moment after a player has shown a card."""
    return moment if card in moment.exposed else moment._replace(exposed=(*moment.exposed, card))


def verify_call(table: Table, moment: Moment, card: Card) -> None:
    """Raise IllegalPlay unless the player awaited can be made to play that card, exposed, to this trick.

    John McLeod on Trinidad: to any trick, provided that it is not a revoke. Not in games that do not know it.
    """
    plays.verify_turn(moment, moment.turn)
    params = {"card": card, **plays.place(moment)}
    if not table.rules.may_call_exposed:
        raise IllegalPlay(Fault("no_calling", params))
    if card not in moment.held[moment.turn]:
        raise IllegalPlay(Fault("not_held", params))
    if card not in moment.exposed:
        raise IllegalPlay(Fault("not_exposed", params))
    legal = plays.following(table, moment)
    if card not in legal:
        raise IllegalPlay(Fault("call_to_revoke", {**params, "legal": legal}))


def call(moment: Moment, card: Card) -> Moment:
    """The moment after a call: the player awaited plays that card and no other."""
    return moment._replace(called=card)
