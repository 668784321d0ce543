"""The reckoning of a hand: each award with its card and the reason, and what all of it puts on the board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring import awards
from scoring.axes import Award, GameTie, LowTo
from scoring.cards import Card, Rank, Suit
from scoring.entries import Contract, Hand, Penalty
from scoring.faults import say
from scoring.moments import Moment, Stage, Status, Table
from scoring.pegging import Peg, Pegging, peg
from scoring.positions import Position
from scoring.records import PlayedTrick, ThrowIn
from scoring.seats import NOBODY, Side, Taker

__all__ = ["Awarded", "Reckoning", "hand_of", "reckon", "reckoned"]


@dataclass(frozen=True, slots=True)
class Awarded:
    """One award: whose, what it scores, its card (Game has none), and why, as a code with particulars."""

    award: Award
    side: Side
    points: int
    card: Card | None
    code: str
    params: Mapping[str, object]

    def sentence(self, *, home: str = "Home", away: str = "Away") -> str:
        """Away caught the jack of clubs from Home in trick 3: Jack, 3 points."""
        return say(self.code, {**self.params, "side": self.side}, home=home, away=away)


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What a hand has scored as far as it is certain.

    `awards` are those that went to a side, `unknown` those not yet certain. `points_won` is what the four
    awards earned each side, uncut by the target; `made` whether the bid was made, None where there was none
    or it is not certain. `board` is the score with everything pegged in order.
    """

    awards: tuple[Awarded, ...]
    unknown: tuple[Award, ...]
    card_points: tuple[int, ...]
    points_won: tuple[int, ...]
    made: bool | None
    board: Pegging

    @property
    def is_complete(self) -> bool:
        """Whether every card was played."""
        return not self.unknown

    @property
    def all_four(self) -> Side | None:
        """The side that took all four points, if one did."""
        takers = {one.side for one in self.awards}
        return takers.pop() if len(self.awards) == len(Award) and len(takers) == 1 else None

    def awarded(self, award: Award) -> Awarded | None:
        """That award, if it went to a side."""
        return next((one for one in self.awards if one.award == award), None)


def reckon(position: Position) -> Reckoning:
    """What the hand has scored so far: all of it once every card is played, what is certain before."""
    return reckoned(position.table, position.moment)


def reckoned(table: Table, moment: Moment) -> Reckoning:
    """The reckoning of a hand at a moment of it."""
    rules = table.rules
    seen = _Seen(table, moment, moment.trump) if moment.trump else None
    found = [seen.award(award) if seen else None for award in rules.awards]
    given = tuple(one for one in found if isinstance(one, Awarded))
    unknown = tuple(award for award, one in zip(rules.awards, found, strict=True) if one is None)
    sides = range(len(table.scores))
    won = tuple([sum([one.points for one in given if one.side == side]) for side in sides])
    bidder = table.sides[moment.pitcher]
    made = _made(moment.contract, won[bidder], certain=not unknown)
    pegs = (*moment.pegs, *_award_pegs(found, made, moment.contract, bidder))
    board = peg(table.scores, pegs, rules.target, cap=rules.cap_at_target)
    return Reckoning(given, unknown, seen.points if seen else (0,) * len(sides), won, made, board)


def _made(contract: int, won: int, *, certain: bool) -> bool | None:
    """Whether a bid was made; None without one, or while it is not certain."""
    if not contract or (won < contract and not certain):
        return None
    return won >= contract


def _award_pegs(
    found: Sequence[Awarded | Taker | None], made: bool | None, contract: int, bidder: Side
) -> Iterator[Peg]:
    """The awards in order up to the first not certain; a side that failed its bid is set back instead."""
    if contract and made is None:
        return
    if made is False:
        yield Peg("setback", bidder, -contract)
    for one in found:
        if one is None:
            return
        if isinstance(one, Awarded) and not (made is False and one.side == bidder):
            yield Peg(one.award.value, one.side, one.points)


class _Seen:
    """The cards seen in play: who held each, who won it, in which trick; and what they make certain."""

    def __init__(self, table: Table, moment: Moment, trump: Suit) -> None:
        self.table, self.moment, self.rules, self.trump = table, moment, table.rules, trump
        self.over = moment.stage is Stage.OVER and moment.status is Status.PLAY
        sides, winners = table.sides, moment.winners
        self.holders: dict[Card, Side] = {}
        self.takers: dict[Card, Side] = {}
        self.tricks: dict[Card, int] = {}
        for number, trick in enumerate((*moment.tricks, moment.trick)):
            for seat, card in _laid(trick):
                self.holders[card], self.tricks[card] = sides[seat], number
                if number < len(winners):
                    self.takers[card] = sides[winners[number]]
        self.points = awards.card_points(self.takers, trump, len(table.scores), self.rules)

    def award(self, award: Award) -> Awarded | Taker | None:
        """The award; NOBODY where nobody takes it, None where it is not certain yet."""
        ways = {Award.HIGH: self._high, Award.LOW: self._low, Award.JACK: self._jack, Award.GAME: self._game}
        return ways[award]()

    def _high(self) -> Awarded | Taker | None:
        """Certain once the ace has been seen."""
        if not self.over and Card.of(Rank.ACE, self.trump) not in self.holders:
            return None
        best = awards.high(self.holders, self.trump)
        if best is None:
            return NOBODY
        card, side = best
        return Awarded(Award.HIGH, side, self.rules.high_points, card, "why_high", {"card": card})

    def _low(self) -> Awarded | Taker | None:
        """Certain once the two has been seen, or won where Low goes to the winner."""
        held = self.rules.low_to is LowTo.HOLDER
        known = self.holders if held else self.takers
        if not self.over and Card.of(Rank.TWO, self.trump) not in known:
            return None
        worst = awards.low(self.holders, self.takers, self.trump, self.rules)
        if worst is None:
            return NOBODY
        card, side = worst
        params = {"card": card, "trick": self.tricks[card]}
        return Awarded(
            Award.LOW, side, self.rules.low_points, card, "why_low_held" if held else "why_low_won", params
        )

    def _jack(self) -> Awarded | Taker | None:
        """Certain once its trick is complete."""
        jack = Card.of(Rank.JACK, self.trump)
        side = self.takers.get(jack)
        if side is None:
            return NOBODY if self.over else None
        hung = self.holders[jack] != side
        points = self.rules.hang_jack if hung else self.rules.jack_points
        params = {"card": jack, "trick": self.tricks[jack], "other": self.holders[jack]}
        return Awarded(Award.JACK, side, points, jack, "why_jack_hung" if hung else "why_jack", params)

    def _game(self) -> Awarded | Taker | None:
        """Certain with the last trick. A side barred from it by a revoke leaves it to nobody."""
        if not self.over:
            return None
        side = awards.game_point(self.points, self.rules.game_tie, self.table.sides)
        if side is NOBODY or side in self.moment.no_game_for:
            return NOBODY
        is_level = self.points.count(max(self.points)) > 1
        code = _WHY_LEVEL[self.rules.game_tie] if is_level else "why_game"
        return Awarded(Award.GAME, side, self.rules.game_points, None, code, {"points": self.points})


_WHY_LEVEL = {GameTie.ELDER: "why_game_elder", GameTie.FOSTER: "why_game_foster"}


def _laid(trick: PlayedTrick) -> Iterator[tuple[int, Card]]:
    """Every card of a trick with its player."""
    for one in trick:
        for card in one.cards if isinstance(one, ThrowIn) else (one.card,):
            yield one.seat, card


def hand_of(position: Position) -> Hand:
    """The hand as a league writes it down: the four awards with their cards, and what came before them.

    What is not certain yet is not recorded. A hand thrown in after a gift has only what came before.
    """
    scored = reckon(position)
    takers = {award: _taker(scored, award) for award in Award}
    moment, sides = position.moment, position.table.sides
    played = position.is_played_out and position.trump is not None
    given = {award: scored.awarded(award) for award in Award}
    jack = given[Award.JACK]
    opening = next(iter((*position.tricks, position.trick)), ())
    return Hand(
        high=takers[Award.HIGH],
        low=takers[Award.LOW],
        jack=takers[Award.JACK],
        game=takers[Award.GAME],
        penalties=(*position.penalties, *_for_revokes(moment)),
        before=tuple(one for one in moment.pegs if one.what not in ("penalty", "revoke", "bid")),
        contract=_contract(position),
        no_game_for=position.no_game_for,
        trump=position.trump if opening else None,
        high_card=_card(given[Award.HIGH]),
        low_card=_card(given[Award.LOW]),
        pitched=next((card for _, card in _laid(opening)), None) if position.is_pitched else None,
        pitcher_side=sides[moment.pitcher] if opening else None,
        card_points=scored.card_points if played else None,
        hung=_hung(position, jack) if takers[Award.JACK] is not None else None,
    )


def _for_revokes(moment: Moment) -> Iterator[Penalty]:
    """What revokes put on the board."""
    return (Penalty(one.side, one.points, one.what) for one in moment.pegs if one.what == "revoke")


def _taker(scored: Reckoning, award: Award) -> Taker | None:
    one = scored.awarded(award)
    if one is not None:
        return one.side
    return None if award in scored.unknown else NOBODY


def _card(one: Awarded | None) -> Card | None:
    return one.card if one else None


def _hung(position: Position, jack: Awarded | None) -> bool | None:
    """Whether the jack was hanged, where that scores differently."""
    if position.rules.hang_jack == position.rules.jack_points:
        return None
    return jack is not None and jack.code == "why_jack_hung"


def _contract(position: Position) -> Contract | None:
    moment, sides = position.moment, position.table.sides
    if not moment.contract or position.status is Status.REDEAL:
        return None
    return Contract(sides[moment.pitcher], moment.contract, sides[0] if moment.sold else None)
