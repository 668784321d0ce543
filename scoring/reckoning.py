"""The reckoning of a hand: each award with its card and the reason, and what all of it puts on the board.

`verify_seen` reckons tricks whose deal nobody wrote down.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from . import awards, plays
from .axes import Award, GameTie, LowTo
from .cards import Card, Rank, Suit, pack
from .errors import Fault, ImpossibleHand, say
from .hands import Contract, Hand, HandPenalty, Peg, Pegging, peg
from .moments import Moment, Stage, Status, TableSetup
from .positions import Position
from .rules import Rules
from .seats import NOBODY, Side, Taker
from .tricks import Holding, PlayedTrick, ThrowIn, cards_laid


@dataclass(frozen=True, slots=True)
class Awarded:
    """One award: whose, what it scores, its card (Game has none), and why, as a code with particulars."""

    award: Award
    side: Side
    points: int
    card: Card | None
    code: str
    params: Mapping[str, object]

    def sentence(self, *, home: str = "Home", away: str = "Away", others: tuple[str, ...] = ()) -> str:
        """Return the reason in words: Away caught the jack of clubs from Home in trick 3."""
        params = {**self.params, "side": self.side}
        return say(self.code, params, home=home, away=away, others=others)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a hand has scored as far as it is certain.

    `awards` are those that went to a side, `unknown` those not yet certain. `points_won` is what the four
    awards earned each side, uncut by the target; `made` whether the bid was made, None where there was none
    or it is not certain. `board` is the score with everything pegged in order. `is_complete` says that every
    card was played.
    """

    awards: tuple[Awarded, ...]
    unknown: tuple[Award, ...]
    card_points: tuple[int, ...]
    points_won: tuple[int, ...]
    made: bool | None
    board: Pegging
    is_complete: bool

    @property
    def all_four(self) -> Side | None:
        """The side that took all four points, if one did."""
        takers = {award.side for award in self.awards}
        return takers.pop() if len(self.awards) == len(Award) and len(takers) == 1 else None

    def awarded(self, award: Award) -> Awarded | None:
        """Return that award, if it went to a side."""
        return next((awarded for awarded in self.awards if awarded.award == award), None)


def reckon(position: Position) -> Reckoning:
    """Return what the hand has scored so far: all of it once every card is played, what is certain before."""
    return reckoned(position.table, position.moment)


def reckoned(table: TableSetup, moment: Moment) -> Reckoning:
    """Return the reckoning of a hand at a moment of it."""
    rules = table.rules
    seen = _Seen(table, moment, moment.trump) if moment.trump else None
    results = [seen.award(award) if seen else None for award in rules.awards]
    to_sides = tuple(result for result in results if isinstance(result, Awarded))
    unknown = tuple(award for award, result in zip(rules.awards, results, strict=True) if result is None)
    sides = range(len(table.scores))
    won = tuple([sum([result.points for result in to_sides if result.side == side]) for side in sides])
    bidder = table.sides[moment.pitcher]
    made = _made(moment.contract, won[bidder], certain=not unknown)
    pegs = (*moment.pegs, *_award_pegs(results, made, moment.contract, bidder, rules))
    board = peg(table.scores, pegs, rules.target, cap=rules.cap_at_target)
    points, is_complete = (seen.points, seen.over and not unknown) if seen else ((0,) * len(sides), False)
    return Reckoning(to_sides, unknown, points, won, made, board, is_complete)


def _made(contract: int, won: int, *, certain: bool) -> bool | None:
    """Return whether a bid was made; None without one, or while it is not certain."""
    if not contract or (won < contract and not certain):
        return None
    return won >= contract


def _award_pegs(
    results: Sequence[Awarded | Taker | None], made: bool | None, contract: int, bidder: Side, rules: Rules
) -> Iterator[Peg]:
    """Yield the points of the awards up to the first not certain; a failed bid is set back instead."""
    if contract and made is None:
        return
    if made is False:
        yield Peg("setback", bidder, -contract)
    by_award = dict(zip(rules.awards, results, strict=True))
    takers = {award: got.side if isinstance(got, Awarded) else got for award, got in by_award.items()}
    for award in awards.in_order(takers, rules, bidder if contract else None):
        result = by_award[award]
        if result is None:
            return
        if isinstance(result, Awarded) and not (made is False and result.side == bidder):
            yield Peg(award.value, result.side, result.points)
    if made:
        yield from awards.smudge(contract, bidder, rules)


class _Seen:
    """The cards seen in play: who held each, who won it, in which trick; and what they make certain."""

    def __init__(self, table: TableSetup, moment: Moment, trump: Suit) -> None:
        self.table, self.moment, self.rules, self.trump = table, moment, table.rules, trump
        self.over = moment.stage is Stage.OVER and moment.status is Status.PLAY
        sides, winners = table.sides, moment.winners
        self.holders: dict[Card, Side] = {}
        self.takers: dict[Card, Side] = {}
        for trick, winner in zip_longest((*moment.tricks, moment.trick), winners):
            for seat, card in cards_laid(trick):
                self.holders[card] = sides[seat]
                if winner is not None:
                    self.takers[card] = sides[winner]
        self.points = awards.card_points(self.takers, trump, len(table.scores), self.rules)

    def award(self, award: Award) -> Awarded | Taker | None:
        """Return the award; NOBODY where nobody takes it, None where it is not certain yet."""
        return _WAYS[award](self)

    def _trick(self, card: Card) -> int:
        """Return the trick in which a card was seen."""
        every = (*self.moment.tricks, self.moment.trick)
        return next(n for n, trick in enumerate(every) if any(card == laid for _, laid in cards_laid(trick)))

    def _high(self) -> Awarded | Taker | None:
        """Return High, certain once the ace has been seen."""
        if not self.over and Card.of(Rank.ACE, self.trump) not in self.holders:
            return None
        best = awards.high(self.holders, self.trump)
        if best is None:
            return NOBODY
        card, side = best
        return Awarded(Award.HIGH, side, self.rules.high_points, card, "why_high", {"card": card})

    def _low(self) -> Awarded | Taker | None:
        """Return Low, certain once the two has been seen, or won where Low goes to the winner."""
        held = self.rules.low_to is LowTo.HOLDER
        known = self.holders if held else self.takers
        if not self.over and Card.of(Rank.TWO, self.trump) not in known:
            return None
        worst = awards.low(self.holders, self.takers, self.trump, self.rules)
        if worst is None:
            return NOBODY
        card, side = worst
        params = {"card": card, "trick": self._trick(card)}
        return Awarded(
            Award.LOW, side, self.rules.low_points, card, "why_low_held" if held else "why_low_won", params
        )

    def _jack(self) -> Awarded | Taker | None:
        """Return the Jack, certain once its trick is complete."""
        jack = Card.of(Rank.JACK, self.trump)
        side = self.takers.get(jack)
        if side is None:
            return NOBODY if self.over else None
        hung = self.holders[jack] != side
        points = self.rules.hang_jack if hung else self.rules.jack_points
        params = {"card": jack, "trick": self._trick(jack), "other": self.holders[jack]}
        return Awarded(Award.JACK, side, points, jack, "why_jack_hung" if hung else "why_jack", params)

    def _game(self) -> Awarded | Taker | None:
        """Return Game, certain with the last trick. A side barred from it by a revoke leaves it to nobody."""
        if not self.over:
            return None
        side = awards.game_point(self.points, self.rules.game_tie, self.table.sides)
        if side is NOBODY or side in self.moment.no_game_for:
            return NOBODY
        is_level = self.points.count(max(self.points)) > 1
        code = _WHY_LEVEL[self.rules.game_tie] if is_level else "why_game"
        return Awarded(Award.GAME, side, self.rules.game_points, None, code, {"points": self.points})


_WAYS = {Award.HIGH: _Seen._high, Award.LOW: _Seen._low, Award.JACK: _Seen._jack, Award.GAME: _Seen._game}
_WHY_LEVEL = {GameTie.ELDER: "why_game_elder", GameTie.FOSTER: "why_game_foster"}


def hand_of(position: Position) -> Hand:
    """Return the hand as a league writes it down: the four awards with their cards, and what came before.

    What is not certain yet is not recorded. A hand thrown in after a gift has only what came before.
    """
    scored = reckon(position)
    takers = {award: _taker(scored, award) if award in position.rules.awards else None for award in Award}
    moment, sides = position.moment, position.table.sides
    played = position.is_played_out and position.trump is not None
    by_award = {award: scored.awarded(award) for award in Award}
    jack = by_award[Award.JACK]
    opening = (*position.tricks, position.trick)[0]
    revokes = [HandPenalty(peg.side, peg.points, peg.what) for peg in moment.pegs if peg.what == "revoke"]
    return Hand(
        high=takers[Award.HIGH],
        low=takers[Award.LOW],
        jack=takers[Award.JACK],
        game=takers[Award.GAME],
        penalties=(*position.penalties, *revokes),
        before=tuple(point for point in moment.pegs if point.what not in ("penalty", "revoke", "bid")),
        contract=contract_of(moment, sides),
        no_game_for=position.no_game_for,
        trump=position.trump if opening else None,
        high_card=_card(by_award[Award.HIGH]),
        low_card=_card(by_award[Award.LOW]),
        pitched=next((card for _, card in cards_laid(opening)), None) if position.is_pitched else None,
        pitcher_side=sides[moment.pitcher] if opening else None,
        card_points=scored.card_points if played else None,
        hung=_hung(position, jack) if takers[Award.JACK] is not None else None,
    )


def _taker(scored: Reckoning, award: Award) -> Taker | None:
    awarded = scored.awarded(award)
    if awarded is not None:
        return awarded.side
    return None if award in scored.unknown else NOBODY


def _card(awarded: Awarded | None) -> Card | None:
    return awarded.card if awarded else None


def _hung(position: Position, jack: Awarded | None) -> bool | None:
    """Return whether the jack was hanged, where that scores differently."""
    if not position.rules.hanging_counts:
        return None
    return jack is not None and jack.code == "why_jack_hung"


def contract_of(moment: Moment, sides: Sequence[Side]) -> Contract | None:
    """Return the bid that bought the pitch; None without one, or where the hand is dealt again."""
    if not moment.contract or moment.status is Status.REDEAL:
        return None
    return Contract(sides[moment.pitcher], moment.contract, sides[0] if moment.sold else None)


def seen(tricks: Sequence[PlayedTrick], players: int) -> tuple[Holding, ...]:
    """Return the cards each player is seen to have held: those they played or threw in."""
    held: list[list[Card]] = [[] for _ in range(players)]
    for trick in tricks:
        for seat, card in cards_laid(trick):
            held[seat].append(card)
    return tuple(map(tuple, held))


def verify_seen(
    tricks: Sequence[PlayedTrick],
    table: TableSetup,
    *,
    trump: Suit | None = None,
    pitcher: int = 0,
    most: int | None = None,
    revokes: Sequence[Card] = (),
) -> Reckoning:
    """Return what tricks without their deal make certain; `most` is how many cards a player can have had.

    Who puts neither the suit led nor a trump on a trick has none of that suit. So every card is held against
    the cards its player is seen to have had: more would only bind them more.
    `trump` is the suit turned up, `pitcher` who led the first card, `revokes` are cards owned to be against
    the rules. ImpossibleHand for cards there cannot have been, IllegalPlay, with trick and card, for what
    no holding allows.
    """
    held = seen(tricks, table.players)
    _verify_cards(held, table, most or table.rules.hand)
    moment = Moment(
        stage=Stage.PLAY,
        turn=pitcher,
        held=held,
        trump=trump,
        pitcher=pitcher,
    )
    for trick in tricks:
        for play in trick:
            plays.verify_turn(moment, play.seat)
            if isinstance(play, ThrowIn):
                plays.verify_throw_in(table, moment, play.cards)
                moment = plays.throw_in(table, moment)
                continue
            if play.card not in revokes:
                plays.verify_play(table, moment, play.card)
            moment = plays.play(table, moment, play)
    return reckoned(table, moment._replace(stage=Stage.PLAY))


def _verify_cards(held: Sequence[Holding], table: TableSetup, most: int) -> None:
    """Raise ImpossibleHand for a card twice or not of the pack, or a player with more than they were
    dealt.
    """
    every = [card for holding in held for card in holding]
    wrong = [card for card in every if every.count(card) > 1 or card not in pack(table.rules.pack)]
    if wrong:
        code = "cards" if every.count(wrong[0]) > 1 else "not_in_pack"
        raise ImpossibleHand(Fault(code, {"card": wrong[0], "pack": table.rules.pack}))
    for player, holding in enumerate(held):
        if len(holding) > most:
            params = {"player": player, "received": len(holding), "right": most}
            raise ImpossibleHand(Fault("hand_size", params))
