"""A position: one hand from the deal to its last card, moved forward act by act and back again.

Each act is asked three ways: `verify_x` raises IllegalPlay with a sentence, `can_x` answers, `x` does it and
returns what happened; `legal_acts` are all of them, and `do` does any. A card may be given as text. Nothing
is scored here but what is pegged at once; see `reckoning` for the awards.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Self

from scoring import acts, irregularities, plays, trumps
from scoring.acts import Act, Keep, View
from scoring.cards import Card, Suit
from scoring.errors import Fault, IllegalPlay, ImpossibleHand
from scoring.hands import HandPenalty, Peg, Score
from scoring.irregularities import Irregularity
from scoring.moments import Moment, Stage, Status, TableSetup, pegging
from scoring.records import Bid, Deal, PlayRecord, Say, deal_faults
from scoring.rules import Rules
from scoring.seats import DealtBy, Side, sides_of
from scoring.tricks import Holding, Play, PlayedTrick, ThrowIn


class Position:
    """A hand of All Fours as it stands.

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
        self.deal, self.penalties = deal, tuple(penalties)
        self.table = TableSetup(rules, seated, board)
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
        self._moments = [trumps.start(self.table, first)]

    def __repr__(self) -> str:
        awaited = "over" if self.is_over else f"{self.stage}, player {self.turn + 1} of {self.table.players}"
        trump = f", trumps {self.trump.words}" if self.trump else ""
        return f"<Position {awaited}{trump}, {len(self.tricks)} tricks, {'-'.join(map(str, self.scores))}>"

    def __eq__(self, other: object) -> bool:
        """Whether the same hand stands at the same moment, however it came there."""
        if not isinstance(other, Position):
            return NotImplemented
        return (self.deal, self.table, self.moment) == (other.deal, other.table, other.moment)

    __hash__ = None  # type: ignore[assignment]  # a position moves on

    def copy(self) -> Self:
        """Return the same hand, to be moved forward by itself; it can be taken back as far."""
        twin = object.__new__(type(self))
        twin.__dict__ = {**self.__dict__, "_moments": [*self._moments]}
        return twin

    def to_record(self) -> PlayRecord:
        """Return what was done so far as a record; see `acts.record_of`."""
        first = self._moments[0].no_game_for
        record = acts.record_of(self.deal, self.table, self.moment)
        return replace(record, penalties=self.penalties, no_game_for=first)

    def view(self, player: int) -> View:
        """Return what one player sees. IllegalPlay if nobody sits there."""
        if not 0 <= player < self.table.players:
            raise IllegalPlay(Fault("unknown_player", {"player": player, "right": self.table.players}))
        return acts.view(self.table, self.moment, player)

    # What stands

    @property
    def moment(self) -> Moment:
        """The hand as it stands, as a value."""
        return self._moments[-1]

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def stage(self) -> Stage:
        """What is awaited."""
        return self.moment.stage

    @property
    def turn(self) -> int:
        """The player awaited."""
        return self.moment.turn

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or the one proposed while there is begging; None before a pitch."""
        return self.moment.trump

    @property
    def holdings(self) -> tuple[Holding, ...]:
        """The cards each player holds now."""
        return self.moment.held

    @property
    def trick(self) -> PlayedTrick:
        """The cards on the table."""
        return self.moment.trick

    @property
    def tricks(self) -> tuple[PlayedTrick, ...]:
        """The tricks that are complete."""
        return self.moment.tricks

    @property
    def trick_winners(self) -> tuple[int, ...]:
        """The player who won each complete trick."""
        return self.moment.winners

    @property
    def scores(self) -> Score:
        """The board now, before the awards of the hand."""
        return pegging(self.table, self.moment).scores

    @property
    def winner(self) -> Side | None:
        """The side that has already won the game, without the awards of the hand."""
        return pegging(self.table, self.moment).winner

    @property
    def status(self) -> Status:
        """What became of the hand so far; won is a game won in the deal, before a card was played."""
        moment, board = self.moment, pegging(self.table, self.moment)
        if board.winner is None or moment.status is not Status.PLAY:
            return moment.status
        played = moment.tricks or moment.trick
        return Status.PLAY if played and board.pegged[-1:][0].what not in _IN_THE_DEAL else Status.WON

    @property
    def no_game_for(self) -> tuple[Side, ...]:
        """The sides that cannot win Game in this hand, for a revoke."""
        return self.moment.no_game_for

    @property
    def is_pitched(self) -> bool:
        """Whether the first lead makes trumps."""
        return self.rules.is_pitched

    @property
    def is_over(self) -> bool:
        """Whether nothing more need happen: the last card is played, or the game is won."""
        return self.stage is Stage.OVER or self.winner is not None

    @property
    def is_played_out(self) -> bool:
        """Whether every card has been played."""
        return self.stage is Stage.OVER and self.moment.status is Status.PLAY

    # Whatever is awaited

    def legal_acts(self) -> tuple[Act, ...]:
        """Return everything the player awaited may do; nothing once the hand is over."""
        return tuple(acts.legal_acts(self.table, self.moment))

    def do(self, act: Act) -> None:
        """Do an act of any kind. IllegalPlay as each kind refuses, also for one of a player not awaited."""
        if isinstance(act, Bid | Keep | ThrowIn) and act.seat != self.turn:
            raise IllegalPlay(Fault("turn", {"player": act.seat, "right": self.turn + 1}))
        match act:
            case Card():
                self.play(act)
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
        return plays.legal_plays(self.table, self.moment)

    def verify_play(self, card: Card | str) -> None:
        """Raise IllegalPlay for a card not held, or against the rules of following; it says where and why."""
        plays.verify_play(self.table, self.moment, _card(card))

    def can_play(self, card: Card | str) -> bool:
        return _can(self.verify_play, card)

    def play(self, card: Card | str) -> Play:
        """Play a card."""
        played = Play(self.turn, _card(card))
        self.verify_play(played.card)
        self._advance(plays.play(self.table, self.moment, played.card))
        return played

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
        self._moments.pop()

    def _advance(self, moment: Moment) -> tuple[Peg, ...]:
        before = len(self.moment.pegs)
        self._moments.append(moment)
        return moment.pegs[before:]


_IN_THE_DEAL = ("turnup", "gift", "bid")


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
