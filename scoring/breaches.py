"""What goes wrong at a table and what it costs: a revoke, a misdeal, a look too soon, a card exposed."""

from dataclasses import dataclass
from enum import StrEnum

from scoring import plays
from scoring.cards import Card, Rank
from scoring.errors import IllegalPlay
from scoring.faults import Fault, say
from scoring.moments import Moment, Table, pegging, scored
from scoring.pegging import Peg
from scoring.penalties import RevokePenalty, revoke_penalty

TOP_FIVE = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN})


class BreachKind(StrEnum):
    """What was done."""

    REVOKE = "revoke"
    MISDEAL = "misdeal"
    PEEK = "peek"
    WRONG_SCORE = "wrong_score"


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach: by which player, what it put on the board, what else it cost; for a revoke its place.

    `is_silent` says that the source knows no penalty for it.
    """

    kind: BreachKind
    player: int
    pegs: tuple[Peg, ...] = ()
    is_silent: bool = False
    loses_game: bool = False
    no_game_point: bool = False
    trick: int | None = None
    play: int | None = None
    card: Card | None = None
    legal: tuple[Card, ...] = ()

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Trick 2, card 3: player 3 played the nine of spades against the rules; legal: ..."""
        params = {
            "player": self.player,
            "trick": self.trick,
            "play": self.play,
            "card": self.card,
            "legal": self.legal,
        }
        return say(f"breach_{self.kind}", params, home=home, away=away)


def against(table: Table, player: int, points: int, what: str) -> tuple[Peg, ...]:
    """Points to every side opposing a player's."""
    others = [side for side in range(len(table.scores)) if side != table.sides[player]]
    return tuple(Peg(what, side, points) for side in others if points)


def revoke(table: Table, moment: Moment, card: Card) -> Breach:
    """The breach of playing that card now. IllegalPlay if its player does not hold it, or it is legal."""
    plays.verify_turn(moment, moment.turn)
    where = plays.place(moment)
    legal = plays.following(table, moment)
    if card not in moment.held[moment.turn]:
        raise IllegalPlay(Fault("not_held", {"card": card, **where}))
    if card in legal:
        raise IllegalPlay(Fault("no_revoke", {"card": card, **where}))
    penalty = _penalty(table, moment)
    cost = penalty or RevokePenalty(0)
    return Breach(
        BreachKind.REVOKE,
        moment.turn,
        pegs=_game_given(table, moment)
        if cost.loses_game
        else against(table, moment.turn, cost.points, "revoke"),
        is_silent=penalty is None,
        loses_game=cost.loses_game,
        no_game_point=cost.no_game_point,
        trick=where["trick"],
        play=where["play"],
        card=card,
        legal=legal,
    )


def revoked(table: Table, moment: Moment, card: Card) -> Moment:
    """The moment after a revoke, with its penalty."""
    breach, side = revoke(table, moment, card), table.sides[moment.turn]
    after = scored(moment, *breach.pegs)
    if breach.no_game_point:
        after = after._replace(no_game_for=(*after.no_game_for, side))
    return plays.play(table, after._replace(lost=side) if breach.loses_game else after, card)


def _penalty(table: Table, moment: Moment) -> RevokePenalty | None:
    trump = moment.trump
    held = moment.held[moment.turn]
    return revoke_penalty(
        table.rules,
        led_trump=plays.cards_of(moment.trick)[0].suit is trump,
        held_top_five=any(card.suit is trump and card.rank in TOP_FIVE for card in held),
    )


def _game_given(table: Table, moment: Moment) -> tuple[Peg, ...]:
    """The game lost by a revoke is the other side's: they go to the target."""
    others = [side for side in range(len(table.scores)) if side != table.sides[moment.turn]]
    if table.rules.target is None or len(others) > 1:
        return ()
    short = table.rules.target - pegging(table, moment).scores[others[0]]
    return (Peg("revoke", others[0], short),) if short > 0 else ()


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
