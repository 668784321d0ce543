"""A position: one hand from the deal to its last card, moved forward act by act and back again.

Each act is asked three ways: `verify_x` raises IllegalPlay with a sentence, `can_x` answers, `x` does it and
returns what happened; `legal_acts` are all of them, and `do` does any. A card may be given as text. Nothing
is scored here but what is pegged at once; see `reckoning` for the awards.
"""

from collections.abc import Callable, Sequence
from typing import Any, Self

from . import acts, irregularities, plays, trumps
from .acts import Act, Keep
from .cards import Card
from .errors import Fault, IllegalPlay, ImpossibleHand
from .hands import HandPenalty, Peg
from .irregularities import Irregularity
from .moments import Moment, Stage, Status, TableSetup
from .position_text import parse_position
from .records import Bid, Deal, Say, deal_faults
from .rules import Rules
from .seats import DealtBy, Side, sides_of
from .standing import Standing
from .tricks import Holding, Play, PlayedTrick, ThrowIn


class Position(Standing):
    """A hand of All Fours, to be played.

    Players count from 0 in order of play: 0 is eldest, the last one deals. `scores` is the board before the
    hand, side by side; `sides` the side of each player, as the game seats them if not said. `penalties` are
    pegged before anything else; `no_game_for` are sides barred from Game. ImpossibleHand for a deal that
    cannot be.
    """

    def __init__(
        self,
        deal: Deal,
        rules: Rules,
        *,
        scores: Sequence[int] | None = None,
        sides: Sequence[Side] | None = None,
        penalties: Sequence[HandPenalty] = (),
        no_game_for: Sequence[Side] = (),
    ) -> None:
        broken = deal_faults(deal, rules, sides)
        if broken:
            raise ImpossibleHand(*broken)
        players = len(deal.holdings)
        rules = rules.for_players(players)
        seated = tuple(sides or sides_of(players, rules.sides))
        board = tuple(scores or (0,) * (max(seated) + 1))
        if len(board) != max(seated) + 1:
            raise ImpossibleHand(Fault("not_a_score", {"received": board}))
        for side in (*(penalty.side for penalty in penalties), *no_game_for):
            if side not in seated:
                raise ImpossibleHand(Fault("unknown_side", {"received": side, "last": max(seated)}))
        table = TableSetup(rules, seated, board)
        first = Moment(
            stage=Stage.PLAY,
            turn=0,
            held=deal.holdings,
            sizes=tuple(map(len, deal.holdings)),
            stock=deal.stock,
            left=rules.pack - players * rules.hand,
            trump=deal.trump,
            pegs=tuple(Peg("penalty", penalty.side, penalty.points) for penalty in penalties),
            no_game_for=tuple(no_game_for),
        )
        super().__init__(deal, table, tuple(penalties), trumps.start(table, first))
        # The last answer of `legal_plays`, with the moment it is for.
        self._legal: tuple[object, Holding] = (None, ())

    @classmethod
    def from_text(cls, text: str, rules: Rules) -> Self:
        """Return the position of a line that `to_text` made of a game by these rules.

        NotationError for a word that cannot be read; ImpossibleHand and IllegalPlay for what cannot be.
        """
        parsed = parse_position(text)
        position = cls(
            parsed.deal,
            rules,
            scores=parsed.scores,
            sides=parsed.sides,
            penalties=parsed.penalties,
            no_game_for=parsed.no_game_for,
        )
        for act, argument in parsed.acts:
            getattr(position, act)(argument)
        return position

    # Whatever is awaited

    def legal_acts(self) -> tuple[Act, ...]:
        """Return everything the player awaited may do; nothing once the hand is over."""
        moment = self._moments[-1]
        if moment.stage is not Stage.PLAY:
            return acts.legal_acts(self.table, moment)
        return self.legal_plays() + plays.throw_ins(self.table, moment)

    def do(self, act: Act) -> None:
        """Do an act of any kind. IllegalPlay as each kind refuses, also for one of a player not awaited."""
        if isinstance(act, Card):
            self.play(act)
            return
        if not isinstance(act, Say) and act.seat != self.turn:
            raise IllegalPlay(Fault("turn", {"player": act.seat, "right": self.turn + 1}))
        match act:
            case Say():
                self.say(act)
            case Bid():
                self.bid(act.points)
            case Keep():
                self.keep(act.cards)
            case ThrowIn():
                self.throw_in(act.cards)

    # What is said

    def verify_say(self, word: Say) -> None:
        """Raise IllegalPlay for a word that may not be said now: stand, beg, give, run, bunch, sell ..."""
        trumps.verify_say(self.table, self.moment, word)

    def can_say(self, word: Say) -> bool:
        return _can(self.verify_say, word)

    def say(self, word: Say) -> tuple[Peg, ...]:
        """Say a word and return the points it made. A run deals cards and turns up until it is done."""
        self.verify_say(word)
        return self._advance(trumps.say(self.table, self.moment, word))

    # The auction

    def verify_bid(self, points: int) -> None:
        """Raise IllegalPlay for a bid too low or too high, or when none is awaited. 0 is a pass."""
        trumps.verify_bid(self.table, self.moment, points)

    def can_bid(self, points: int) -> bool:
        return _can(self.verify_bid, points)

    def bid(self, points: int) -> Bid:
        """Bid for the pitch, or pass with 0."""
        self.verify_bid(points)
        called = Bid(self.turn, points)
        self._advance(trumps.bid(self.table, self.moment, points))
        return called

    # Discards

    def verify_keep(self, cards: Sequence[Card]) -> None:
        """Raise IllegalPlay unless the player awaited brings their holding back to size with these cards."""
        trumps.verify_keep(self.table, self.moment, cards)

    def can_keep(self, cards: Sequence[Card]) -> bool:
        return _can(self.verify_keep, cards)

    def keep(self, cards: Sequence[Card]) -> Holding:
        """Keep these cards and return what was put down."""
        self.verify_keep(cards)
        before = self.holdings[self.turn]
        self._advance(trumps.keep(self.table, self.moment, cards))
        return tuple(card for card in before if card not in cards)

    # The play

    def legal_plays(self) -> Holding:
        """Return the cards the player awaited may play."""
        moment = self._moments[-1]
        if moment is not self._legal[0]:
            self._legal = (moment, plays.legal_plays(self.table, moment))
        return self._legal[1]

    def verify_play(self, card: Card | str) -> None:
        """Raise IllegalPlay for a card not held, or against the rules of following; it says where and why."""
        plays.verify_play(self.table, self.moment, _card(card))

    def can_play(self, card: Card | str) -> bool:
        return _can(self.verify_play, card)

    def play(self, card: Card | str) -> Play:
        """Play a card."""
        card, moment = _card(card), self._moments[-1]
        if card not in self.legal_plays():
            plays.verify_play(self.table, moment, card)
        played = Play(moment.turn, card)
        self._moments.append(plays.play(self.table, moment, played))
        return played

    def play_tricks(self, tricks: Sequence[PlayedTrick]) -> bool:
        """Play whole tricks at once, verified as card by card; False, and nothing done, if any cannot be."""
        after = plays.through(self.table, self.moment, tricks)
        if after is not None:
            self._advance(after)
        return after is not None

    def verify_throw_in(self, cards: Sequence[Card] | None = None) -> None:
        """Raise IllegalPlay unless the player awaited may throw in their holding, these cards if given."""
        plays.verify_throw_in(self.table, self.moment, cards)

    def can_throw_in(self) -> bool:
        return _can(self.verify_throw_in, None)

    def throw_in(self, cards: Sequence[Card] | None = None) -> ThrowIn:
        """Lay the whole holding on the trick; its player takes no further part."""
        self.verify_throw_in(cards)
        laid = ThrowIn(self.turn, self.holdings[self.turn])
        self._advance(plays.throw_in(self.table, self.moment))
        return laid

    def revoke(self, card: Card | str) -> Irregularity:
        """Play a card they hold against the rules, as it happens in pubs; its penalty is on the board."""
        breach = irregularities.find_revoke(self.table, self.moment, _card(card))
        self._advance(irregularities.revoke(self.table, self.moment, _card(card)))
        return breach

    def expose(self, card: Card | str) -> None:
        """Show a card somebody holds: it stays face up. IllegalPlay if nobody holds it."""
        irregularities.verify_expose(self.moment, _card(card))
        self._advance(irregularities.expose(self.moment, _card(card)))

    def verify_call(self, card: Card | str) -> None:
        """Raise IllegalPlay unless opponents may call this card, exposed, to the trick: then it is played."""
        irregularities.verify_call(self.table, self.moment, _card(card))

    def can_call(self, card: Card | str) -> bool:
        return _can(self.verify_call, card)

    def call(self, card: Card | str) -> None:
        """Call an exposed card of the player awaited; no other is legal then."""
        self.verify_call(card)
        self._advance(irregularities.call(self.moment, _card(card)))

    # Back

    def undo(self) -> None:
        """Take back the last act. IllegalPlay if there is none."""
        if len(self._moments) == 1:
            raise IllegalPlay(Fault("nothing_to_undo"))
        undone = self._moments.pop()
        for laid in plays.laid_between(self.moment, undone)[:-1]:  # tricks played at once
            self._moments.append(plays.lay(self.table, self.moment, laid))

    def _advance(self, moment: Moment) -> tuple[Peg, ...]:
        before = len(self._moments[-1].pegs)
        self._moments.append(moment)
        return moment.pegs[before:]


def _card(card: Card | str) -> Card:
    return card if isinstance(card, Card) else Card.parse(card)


def _can(verify: Callable[[Any], None], act: Any) -> bool:
    try:
        verify(act)
    except IllegalPlay:
        return False
    return True


def next_dealer(position: Position) -> DealtBy:
    """Return who deals next: the next in turn, but the same where the pack ran out or was bunched.

    An auction in which all passed lets the deal go on.
    """
    again = position.status is Status.REDEAL and not position.moment.bids
    return DealtBy.SAME if again else DealtBy.NEXT
