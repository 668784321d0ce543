"""Hands played by a simple player, some ten thousand a second: how often each result of a hand comes about.

The player, stated once. Pitching, bidding, begging and giving go by the strength of a suit; leads are high
trumps, then aces and kings, then small cards; a trick the partner has is fed with tens and the jack; the last
to play wins with what counts most, another with a card that will hold or else the cheapest; what cannot win
sheds what counts least. A dealer gives on a strong suit, never where the gift ends the hand or the game.
Nobody bunches or throws in. The player looks at their own cards and at the trick, not at the score.

For speed the rules of following are written out once more; a test plays the same hands through `replay`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from . import awards, trumps
from .acts import record_of
from .axes import Award, GiftThen, HonoursTo, LowTo, StockDraw
from .cards import PACK, Card, Rank, Suit
from .moments import Moment, Stage, Status, TableSetup
from .reckoning import contract_of
from .records import Deal, PlayRecord, Say, shuffled
from .rules import Rules
from .seats import NOBODY, sides_of
from .tricks import Holding, Play

_WEIGHTS = {Rank.ACE: 7, Rank.KING: 5, Rank.QUEEN: 4, Rank.JACK: 3, Rank.TEN: 2, Rank.TWO: 2}
_WEIGHT = [_WEIGHTS.get(card.rank, 1) for card in PACK]
"""What each card adds to the strength of its suit."""
_SUIT = [card.suit for card in PACK]
STRONG = 3
"""The strength of the suit turned up on which eldest stands, and on which the dealer gives: better than more
or less of it in the games tried."""
_BIDS = ((20, 4), (15, 3), (8, 2))
"""The strength of the best suit, and what is bid on it."""
_TRUMP_LEADS = {Rank.ACE: 100, Rank.KING: 95, Rank.QUEEN: 90, Rank.JACK: 0, Rank.TEN: 5}
_LEADS = {Rank.ACE: 80, Rank.KING: 60, Rank.QUEEN: 30, Rank.JACK: 25, Rank.TEN: 10}


TAKEN_HONOURS = (Rank.JACK, Rank.TEN, Rank.FIVE)
"""The honours that go to whoever wins them even where the others are marked by their player."""


class _Worth:
    """What each card is to the player once a suit is trumps; lists by card.

    `count` is what it counts toward Game; the others order the cards that may be led, shed on a trick that
    is lost, fed to the partner's trick, and taken a trick with by the last to play. `holds` is a card that
    will hardly be beaten.
    """

    def __init__(self, rules: Rules, trump: Suit) -> None:
        counts, honours = awards.counts(rules), dict(rules.trump_honours)
        plain = dict(rules.plain_honours)
        marked = ((card, (honours if card.suit is trump else plain).get(card.rank, 0)) for card in PACK)
        self.honours = {card: points for card, points in marked if points}
        self.count, self.lead, self.shed, self.feed, self.take, self.holds = [], [], [], [], [], []
        for card in PACK:
            rank, is_trump = card.rank, card.suit is trump
            self.count.append((counts.trumps if is_trump else counts.plain)[rank])
            stake = 10 * (self.count[-1] + self.honours.get(card, 0))
            if is_trump:
                stake += 60 * (rank is Rank.JACK)
                stake += 50 * (rules.low_to is LowTo.WINNER and rank <= Rank.FOUR)
                power = 30 + 3 * rank + 100 * (rank >= Rank.QUEEN)
            else:
                power = rank + 40 * (rank is Rank.ACE) + 15 * (rank is Rank.KING)
            self.lead.append(_TRUMP_LEADS.get(rank, 20) if is_trump else _LEADS.get(rank, 50 - rank))
            self.shed.append(stake + power)
            self.feed.append(stake - power)
            self.take.append(2 * stake - power)
            self.holds.append(rank >= Rank.QUEEN if is_trump else rank is Rank.ACE)


@dataclass(frozen=True, slots=True)
class SimulatedHand:
    """A hand as it was played: what came before the play, its tricks, and its result as a line of the data.

    A result has the points of the deal, the contract and the four awards: "J g - 0101".
    """

    deal: Deal
    table: TableSetup
    moment: Moment
    tricks: Sequence[Sequence[tuple[int, Card]]]
    result: str

    def to_record(self) -> PlayRecord:
        """Return the hand written down."""
        record = record_of(self.deal, self.table, self.moment)
        tricks = tuple(tuple(Play(seat, card) for seat, card in trick) for trick in self.tricks)
        return replace(record, tricks=tricks, cut_short=False)


class SimulatedTable:
    """A table of simple players, hand after hand by the rules for that many."""

    def __init__(self, rules: Rules, rng: Random, players: int | None = None) -> None:
        self.players = players or rules.players[0]
        self.rules = replace(rules.for_players(self.players), target=None)
        self.rng = rng
        self.sides = sides_of(self.players, rules.sides)
        self.setup = TableSetup(self.rules, self.sides, (0,) * (max(self.sides) + 1))
        self.worth = {suit: _Worth(self.rules, suit) for suit in Suit}
        self.rank_of = {points: rank.letter for rank, points in rules.turnup_scores}

    def hands(self) -> tuple[SimulatedHand, SimulatedHand]:
        """Deal and play a hand; return it, and the same deal with a dealer who does not give."""
        deal = shuffled(self.rng, self.rules, self.players)
        hand = self._played(deal, may_give=True)
        return hand, self._played(deal, may_give=False) if Say.GIVE in hand.moment.said else hand

    def _played(self, deal: Deal, *, may_give: bool) -> SimulatedHand:
        moment = self._before_the_play(deal, may_give=may_give)
        if moment.stage is Stage.OVER:
            tail = "." if moment.status is Status.HAND_OVER else "*" if moment.bids else "~"
            return SimulatedHand(deal, self.setup, moment, (), f"{self._deal_points(moment, ())} - {tail}")
        play = _Playout(self, moment)
        contract = contract_of(moment, self.sides)
        bid = f"{contract.side}:{contract.points}" + "s" * moment.sold if contract else "-"
        result = f"{self._deal_points(moment, play.honours)} {bid} {play.awards()}"
        return SimulatedHand(deal, self.setup, moment, play.tricks, result)

    def _deal_points(self, moment: Moment, honours: Sequence[str]) -> str:
        words = [
            self.rank_of[point.points] if point.what == "turnup" else f"g{point.side}"
            for point in moment.pegs
            if point.what != "bid"
        ]
        return ",".join((*words, *honours)) or "-"

    # What is said, by the engine's own rules

    def _before_the_play(self, deal: Deal, *, may_give: bool) -> Moment:
        table = self.setup
        moment = Moment(
            stage=Stage.PLAY,
            turn=0,
            held=deal.holdings,
            sizes=tuple(map(len, deal.holdings)),
            stock=deal.stock,
            left=len(deal.stock),
            trump=deal.trump,
        )
        moment = trumps.start(table, moment)
        while moment.stage not in (Stage.PLAY, Stage.OVER):
            held = moment.held[moment.turn]
            if moment.stage is Stage.BIDDING:
                bid = _bid(held)
                least = trumps.least_bid(table, moment)
                forced = self.rules.dealer_must_bid and not moment.contract
                otherwise = least if forced and moment.turn == table.players - 1 else 0
                moment = trumps.bid(table, moment, bid if bid >= least else otherwise)
            elif moment.stage is Stage.KEEPING:
                moment = trumps.keep(table, moment, self._kept(held, moment.turnups[-1].suit))
            else:
                moment = trumps.say(table, moment, self._word(moment, held, may_give=may_give))
        return moment

    def _word(self, moment: Moment, held: Holding, *, may_give: bool) -> Say:
        if moment.stage is Stage.BUNCHING:
            return Say.PLAY_ON
        if moment.stage is Stage.SALE:
            return Say.REFUSE if _bid(held) >= moment.contract else Say.SELL
        strength = _strength(held, moment.trump)
        if moment.stage is Stage.BEGGING:
            return Say.STAND if strength >= STRONG else Say.BEG
        gives = may_give and self.rules.gift_then is not GiftThen.END_HAND
        return Say.GIVE if gives and strength >= STRONG else Say.RUN

    def _kept(self, held: Holding, trump: Suit) -> Holding:
        worth = self.worth[trump]
        wanted = sorted(held, key=lambda card: (card.suit is trump, worth.lead[card]), reverse=True)
        return tuple(wanted[: self.rules.hand])


def _strength(holding: Holding, suit: Suit | None) -> int:
    return sum([_WEIGHT[card] for card in holding if _SUIT[card] is suit])


def _best_suit(holding: Holding) -> Suit:
    return max(Suit, key=lambda suit: _strength(holding, suit))


def _bid(holding: Holding) -> int:
    best = _strength(holding, _best_suit(holding))
    return next((bid for strength, bid in _BIDS if best >= strength), 0)


class _Playout:
    """The play of a hand: its tricks, and who took what."""

    def __init__(self, table: SimulatedTable, moment: Moment) -> None:
        self.table, self.rules, self.sides = table, table.rules, table.sides
        self.is_pitched = moment.trump is None
        self.trump = moment.trump or _best_suit(moment.held[moment.turn])
        self.worth = table.worth[self.trump]
        self.held = [list(holding) for holding in moment.held]
        self.owned = [list(holding) for holding in moment.held]
        self.stock = list(moment.stock) if self.rules.draw is not StockDraw.NONE else []
        self.taken: list[list[Card]] = [[] for _ in range(max(self.sides) + 1)]
        self.tricks: list[list[tuple[int, Card]]] = []
        self.honours: list[str] = []
        self.play_out(moment.turn)

    def play_out(self, leader: int) -> None:
        players, held = self.table.players, self.held
        while held[leader]:
            lead = self.lead(held[leader])
            held[leader].remove(lead)
            trick, best, winner = [(leader, lead)], lead, leader
            for step in range(1, players):
                seat = (leader + step) % players
                card = self.answer(seat, lead, best, winner, is_last=step == players - 1)
                held[seat].remove(card)
                trick.append((seat, card))
                if card > best if _SUIT[card] is _SUIT[best] else _SUIT[card] is self.trump:
                    best, winner = card, seat
            self.tricks.append(trick)
            self.taken[self.sides[winner]] += [card for _, card in trick]
            if self.rules.honours:
                self.mark(trick, winner)
            for step in range(players if len(self.stock) >= players else 0):
                seat = (winner + step) % players
                held[seat].append(self.stock[0])
                self.owned[seat].append(self.stock.pop(0))
            leader = winner

    def lead(self, hand: list[Card]) -> Card:
        if self.is_pitched and not self.tricks:
            hand = [card for card in hand if _SUIT[card] is self.trump]
        return max(hand, key=self.worth.lead.__getitem__)

    def answer(self, seat: int, lead: Card, best: Card, winner: int, *, is_last: bool) -> Card:
        """Return the card a player puts to the trick; `best` is winning it, laid by `winner`."""
        legal, worth, trump, sides = self.legal(seat, lead, best), self.worth, self.trump, self.sides
        if len(legal) == 1:
            return legal[0]
        if sides[winner] == sides[seat] and (is_last or worth.holds[best]):
            return max(legal, key=worth.feed.__getitem__)
        if _SUIT[best] is trump:
            winning = [card for card in legal if card > best and _SUIT[card] is trump]
        else:
            led = _SUIT[lead]
            winning = [
                card for card in legal if (card > best if _SUIT[card] is led else _SUIT[card] is trump)
            ]
        if not winning or sides[winner] == sides[seat]:
            return min(legal, key=worth.shed.__getitem__)
        if is_last:
            return max(winning, key=worth.take.__getitem__)
        holding = [card for card in winning if worth.holds[card]]
        return min(holding or winning, key=worth.shed.__getitem__)

    def legal(self, seat: int, lead: Card, best: Card) -> list[Card]:
        """Return what may be played: `tricks.legal_plays`, for any rules, without a call a card."""
        held, led, trump, rules = self.held[seat], _SUIT[lead], self.trump, self.rules
        legal = [card for card in held if _SUIT[card] is led]
        if not legal:
            legal = [card for card in held if _SUIT[card] is trump] if rules.must_trump_when_void else []
            legal = legal or held
        elif led is not trump and not rules.no_trumping_in:
            legal = [card for card in held if _SUIT[card] is led or _SUIT[card] is trump]
        if rules.no_undertrump and led is not trump and _SUIT[best] is trump:
            return [card for card in legal if _SUIT[card] is not trump or card > best] or legal
        return legal

    def mark(self, trick: list[tuple[int, Card]], winner: int) -> None:
        """Note the honours of a trick, those one after another for the same side as one."""
        values, to_winner = self.worth.honours, self.rules.honours_to is HonoursTo.TRICK_WINNER
        for seat, card in trick:
            if card not in values:
                continue
            side = self.sides[winner if to_winner or card.rank in TAKEN_HONOURS else seat]
            last, _, points = self.honours[-1].partition(":") if self.honours else ("", "", "")
            if last == f"h{side}":
                self.honours[-1] = f"{last}:{int(points) + values[card]}"
            elif self.rules.plain_honours and (earlier := [w for w in self.honours if w[:2] == f"h{side}"]):
                # With so many cards marked only sums are kept, in the order of who marked last.
                self.honours.remove(earlier[0])
                self.honours.append(f"h{side}:{int(earlier[0][3:]) + values[card]}")
            else:
                self.honours.append(f"h{side}:{values[card]}")

    def awards(self) -> str:
        """Return who takes High, Low, Jack and Game, where they count; ! is a jack caught from another."""
        trump, count, rules, sides = self.trump, self.worth.count, self.rules, self.sides
        owners = {
            card: sides[seat]
            for seat, owned in enumerate(self.owned)
            for card in owned
            if _SUIT[card] is trump
        }
        takers = {card: side for side, taken in enumerate(self.taken) for card in taken if card in owners}
        jack = Card.of(Rank.JACK, trump)
        points = [sum([count[card] for card in taken]) for taken in self.taken]
        most = max(points)
        level = points.count(most) > 1
        game = awards.game_point(points, rules.game_tie, sides) if level else points.index(most)
        low_to = owners if rules.low_to is LowTo.HOLDER else takers
        hung = "!" if jack in takers and takers[jack] != owners[jack] else ""
        high, low = (owners[max(owners)], low_to[min(owners)]) if owners else ("-", "-")
        taken = (high, low, takers.get(jack, "-"), "-" if game is NOBODY else game)
        counted = [taker if award in rules.awards else "-" for award, taker in zip(Award, taken, strict=True)]
        return "".join(map(str, counted)) + (hung if Award.JACK in rules.awards else "")
