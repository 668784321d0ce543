"""What goes wrong at a table and what it costs: a revoke, a misdeal, a look too soon, a card exposed."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from . import plays
from .axes import Misdeal, Revoke
from .cards import Card, Rank
from .errors import Fault, IllegalPlay, say
from .hands import Peg, is_marked
from .moments import Moment, TableSetup, pegging, scored
from .rules import Rules
from .seats import DealtBy
from .tricks import Play


@dataclass(frozen=True, slots=True)
class RevokePenalty:
    """Points to each opposing side; whether the side loses the game or what it marked in this hand.

    Or that it cannot win Game in this hand.
    """

    points: int
    loses_game: bool = False
    no_game_point: bool = False
    loses_marks: bool = False


def revoke_penalty(
    rules: Rules, *, led_trump: bool = False, held_top_five: bool = False, by_leader: bool = False
) -> RevokePenalty | None:
    """Return what a revoke not corrected before the trick ended costs; None where the source is silent.

    In Trinidad who fails to follow a trump lead with one of A K Q J 10 of trumps in hand loses the game. In
    a league of Don a side loses its marks, and 20 to the other if the lead of the hand was its own.
    """
    if rules.revoke is Revoke.SILENT:
        return None
    if rules.revoke is Revoke.OPPONENTS_ONE:
        return RevokePenalty(1)
    if rules.revoke is Revoke.MARKS_AND_TWENTY:
        return RevokePenalty(_TWENTY * by_leader, loses_marks=True)
    is_grave = rules.revoke is Revoke.GAME_OR_ONE and led_trump and held_top_five
    if is_grave or rules.revoke is Revoke.WHOLE_GAME:
        return RevokePenalty(0, loses_game=True)
    return RevokePenalty(1, no_game_point=True)


_TWENTY = 20


class DealFault(StrEnum):
    """What can go wrong in a deal: a wrong number of cards, no cut, a faced or bad pack, a card shown.

    The dealer shows a card of an opponent, or of their own.
    """

    COUNT = "count"
    UNCUT = "uncut"
    FACED = "faced"
    EXPOSED = "exposed"
    OWN_EXPOSED = "own_exposed"


class Instead(StrEnum):
    """What may be chosen rather than a new deal: that the deal stands, or to draw out cards too many."""

    STAND = "stand"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class MisdealPenalty:
    """Points to each side opposing the dealer, and who deals again: nobody where the deal stands.

    `instead` is what the dealer's opponents may choose rather than a new deal.
    """

    points: int
    dealer: DealtBy | None
    instead: Instead | None = None


def misdeal_penalty(rules: Rules, fault: DealFault = DealFault.COUNT) -> MisdealPenalty | None:
    """Return what a misdeal costs; None where the source is silent.

    Foster lets the opponents choose after any card shown. Enquire Within lets them ask for a new deal after
    one of theirs, or draw out a card too many (law 1); one of the dealer's own leaves the deal good (law 2).
    """
    return _MISDEALS[rules.misdeal].get(fault)


_AGAIN = MisdealPenalty(0, DealtBy.SAME)
_PASSES = MisdealPenalty(0, DealtBy.NEXT)
_MAY_STAND = MisdealPenalty(0, DealtBy.SAME, Instead.STAND)
_SHOWN = {DealFault.EXPOSED: _MAY_STAND, DealFault.OWN_EXPOSED: _MAY_STAND}
_MISDEALS: Mapping[Misdeal, Mapping[DealFault, MisdealPenalty]] = {
    Misdeal.SILENT: {},
    Misdeal.OPPONENTS_ONE: {DealFault.COUNT: MisdealPenalty(1, DealtBy.SAME)},
    Misdeal.ONE_AND_PASSES: {DealFault.COUNT: MisdealPenalty(1, DealtBy.NEXT)},
    Misdeal.DEAL_PASSES: {
        DealFault.COUNT: _PASSES,
        DealFault.UNCUT: _PASSES,
        DealFault.FACED: _AGAIN,
        **_SHOWN,
    },
    Misdeal.SAME_DEALER: dict.fromkeys(DealFault, _AGAIN) | _SHOWN,
    Misdeal.REDEAL_OR_DRAW: {
        DealFault.COUNT: MisdealPenalty(0, DealtBy.SAME, Instead.DRAW),
        DealFault.EXPOSED: _MAY_STAND,
        DealFault.OWN_EXPOSED: MisdealPenalty(0, None),
    },
}


TOP_FIVE = frozenset({Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN})


class IrregularityKind(StrEnum):
    """What was done."""

    REVOKE = "revoke"
    MISDEAL = "misdeal"
    PEEK = "peek"
    WRONG_SCORE = "wrong_score"


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One irregularity: by which player, what it put on the board, what else it cost; for a revoke its place.

    `is_silent` says that the source knows no penalty for it.
    """

    kind: IrregularityKind
    player: int
    pegs: tuple[Peg, ...] = ()
    is_silent: bool = False
    loses_game: bool = False
    no_game_point: bool = False
    trick: int | None = None
    play: int | None = None
    card: Card | None = None
    legal: tuple[Card, ...] = ()

    def sentence(self) -> str:
        """Return it in words: Trick 2, card 3: player 3 played the nine of spades against the rules ..."""
        params = {
            "player": self.player,
            "trick": self.trick,
            "play": self.play,
            "card": self.card,
            "legal": self.legal,
        }
        return say(f"breach_{self.kind}", params)


def against(table: TableSetup, player: int, points: int, what: str) -> tuple[Peg, ...]:
    """Return points to every side opposing a player's."""
    others = [side for side in range(len(table.scores)) if side != table.sides[player]]
    return tuple(Peg(what, side, points) for side in others if points)


def find_revoke(table: TableSetup, moment: Moment, card: Card) -> Irregularity:
    """Return the irregularity of playing that card now. IllegalPlay if it is not held, or legal."""
    plays.verify_turn(moment, moment.turn)
    where = plays.place(moment)
    legal = plays.following(table, moment)
    if card not in moment.held[moment.turn]:
        raise IllegalPlay(Fault("not_held", {"card": card, **where}))
    if card in legal:
        raise IllegalPlay(Fault("no_revoke", {"card": card, **where}))
    penalty = _penalty_of_revoke(table, moment)
    cost = penalty or RevokePenalty(0)
    side = table.sides[moment.turn]
    marks = sum(point.points for point in moment.pegs if point.side == side and is_marked(point))
    return Irregularity(
        IrregularityKind.REVOKE,
        moment.turn,
        pegs=_game_given(table, moment)
        if cost.loses_game
        else (
            *(Peg("revoke", side, -marks) for _ in range(cost.loses_marks and marks > 0)),
            *against(table, moment.turn, cost.points, "revoke"),
        ),
        is_silent=penalty is None,
        loses_game=cost.loses_game,
        no_game_point=cost.no_game_point,
        trick=where["trick"],
        play=where["play"],
        card=card,
        legal=legal,
    )


def revoke(table: TableSetup, moment: Moment, card: Card) -> Moment:
    """Return the moment after a revoke, with its penalty."""
    offence, side = find_revoke(table, moment, card), table.sides[moment.turn]
    after = scored(moment, *offence.pegs)._replace(revokes=(*moment.revokes, card))
    if offence.no_game_point:
        after = after._replace(no_game_for=(*after.no_game_for, side))
    after = after._replace(lost=side) if offence.loses_game else after
    return plays.play(table, after, Play(moment.turn, card))


def _penalty_of_revoke(table: TableSetup, moment: Moment) -> RevokePenalty | None:
    trump = moment.trump
    held = moment.held[moment.turn]
    return revoke_penalty(
        table.rules,
        led_trump=plays.cards_of(moment.trick)[0].suit is trump,
        by_leader=table.sides[moment.turn] == table.sides[0],
        held_top_five=any(card.suit is trump and card.rank in TOP_FIVE for card in held),
    )


def _game_given(table: TableSetup, moment: Moment) -> tuple[Peg, ...]:
    """Return the pegs that take the other side to the target, where a revoke loses the game."""
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
    """Return the moment after a player has shown a card."""
    return moment if card in moment.exposed else moment._replace(exposed=(*moment.exposed, card))


def verify_call(table: TableSetup, moment: Moment, card: Card) -> None:
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
    """Return the moment after a call: the player awaited plays that card and no other."""
    return moment._replace(called=card, calls=(*moment.calls, card))
