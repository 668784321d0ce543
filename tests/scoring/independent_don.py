"""Nine-Card Don, Irish Don and Phat, scored a second time.

Written from the rules of these games as their sources print them, by somebody who had not read the engine,
and without importing any of it: only so does it prove something when both agree. It is slow and plain on
purpose. Cards are text (`AS`, `TD`); players count from the pitcher, who leads, to the dealer, who is last.

Where the sources are silent, the reading taken here is said at the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

RANKS = "23456789TJQKA"
SUITS = "SHDC"
PACK = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}  # what is counted for game; in Phat called the muck
COURT = {"A": 4, "K": 3, "Q": 2, "J": 1}
PLAYERS = 4  # in fixed pairs, in each of the three games


@dataclass(frozen=True)
class Game:
    """The figures in which the three games differ."""

    cards: int  # dealt to each player
    trumps: dict[str, int]  # what a trump pegs, by its rank
    others: dict[str, int]  # what a card of another suit pegs
    game: int  # for most card points; 0 where that is not counted
    carries: bool  # a level count adds what game is worth to the next hand
    target: int
    stops: bool  # the score stops at the target; the sources only say "80 or more" of Irish Don


GAMES = {
    "nine_card_don": Game(9, {**COURT, "9": 9, "5": 10}, {"5": 5}, 8, False, 91, True),
    "irish_don": Game(13, {**COURT, "9": 18, "5": 10}, {"9": 9, "5": 5}, 0, False, 80, False),
    "phat": Game(13, {**COURT, "9": 18, "5": 10}, {"9": 9, "5": 5}, 8, True, 181, True),
}


def with_options(game: Game, *, target: int | None = None, ten_is_big: bool = False) -> Game:
    """Return the game with another target, or with the tens in the place of the nines (a pub in Norfolk)."""
    if target is not None:
        game = replace(game, target=target)
    if ten_is_big:
        swapped = {"9": "T"}
        game = replace(
            game,
            trumps={swapped.get(rank, rank): points for rank, points in game.trumps.items()},
            others={swapped.get(rank, rank): points for rank, points in game.others.items()},
        )
    return game


class Refused(Exception):
    """A hand that cannot have been played so: `code` says why; trick and play count from 0."""

    def __init__(self, code: str, **where: int) -> None:
        super().__init__(code, where)
        self.code = code
        self.where = where


@dataclass
class Score:
    """What a hand made, side by side."""

    scores: list[int]
    trump: str | None = None
    trick_winners: list[int] = field(default_factory=list)
    pegged: list[tuple[str, int, int]] = field(default_factory=list)  # what (a card or "game"), side, points
    pegged_in_trick: list[list[int]] = field(default_factory=list)  # points of each side, trick by trick
    card_points: list[int] = field(default_factory=lambda: [0, 0])
    complete: bool = False
    game_known: bool = False
    game_side: int | None = None  # the side with most card points; None where level or not known
    carried: int = 0  # what the next game is worth beside its own points
    winner: int | None = None


def may_play(card: str, holding: Sequence[str], led: str | None) -> bool:
    """Tell whether a card held may be played: whoever can follow suit must; a trump is no exception."""
    return led is None or card[1] == led or all(held[1] != led for held in holding)


def best_of(trick: Sequence[tuple[int, str]], trump: str) -> int:
    """Return the player who wins a trick: by the highest trump, or else the highest card of the suit led."""
    led = trick[0][1][1]
    winner, best = trick[0]
    for player, card in trick[1:]:
        if card[1] == best[1]:
            better = RANKS.index(card[0]) > RANKS.index(best[0])
        else:
            better = card[1] == trump and best[1] == led
        if better:
            winner, best = player, card
    return winner


def check_deal(game: Game, dealt: Sequence[Sequence[str]]) -> None:
    """Refuse what cannot have been dealt."""
    if len(dealt) != PLAYERS:
        raise Refused("players")
    for player, holding in enumerate(dealt):
        if len(holding) != game.cards:
            raise Refused("hand_size", player=player)
    cards = [card for holding in dealt for card in holding]
    if len(set(cards)) < len(cards) or not set(cards) <= set(PACK):
        raise Refused("cards")


def score_hand(
    game: Game,
    dealt: Sequence[Sequence[str]],
    tricks: Sequence[Sequence[tuple[int, str]]],
    *,
    scores: Sequence[int] = (0, 0),
    sides: Sequence[int] = (0, 1, 0, 1),
    carried: int = 0,
    stopped_early: bool = False,
) -> Score:
    """Return what a hand makes, from the cards dealt and the tricks as pairs of player and card.

    After a side has reached the target the game is over: later tricks may be there, they are checked and peg
    nothing. Raises Refused for the first thing that is against the rules.
    """
    check_deal(game, dealt)
    held = [list(holding) for holding in dealt]
    result = Score(scores=list(scores), carried=carried)
    leader = 0
    for number, trick in enumerate(tricks):
        led: str | None = None
        for play, (player, card) in enumerate(trick):
            where = {"trick": number, "play": play}
            if play >= PLAYERS or not any(held):
                raise Refused("trick_length", **where)
            if player != (leader + play) % PLAYERS:
                raise Refused("turn", **where)
            if card not in held[player]:
                raise Refused("not_held", **where)
            if not may_play(card, held[player], led):
                raise Refused("revoke", **where)
            held[player].remove(card)
            led = led or card[1]
            result.trump = result.trump or card[1]
        if len(trick) < PLAYERS:
            if number < len(tricks) - 1:
                raise Refused("trick_length", trick=number + 1, play=0)
            break
        assert result.trump is not None
        leader = best_of(trick, result.trump)
        result.trick_winners.append(leader)
        count_trick(game, result, trick, sides[leader])
    result.complete = not any(held)
    if not result.complete and not stopped_early:
        raise Refused("unfinished")
    count_game(game, result, held)
    return result


def count_trick(game: Game, result: Score, trick: Sequence[tuple[int, str]], side: int) -> None:
    """Peg the cards of a trick for the side that won it, in the order in which they were played.

    The order within a trick is a reading: it tells only by how much an uncut score passes the target.
    """
    before = list(result.scores)
    for _, card in trick:
        result.card_points[side] += CARD_POINTS.get(card[0], 0)
        values = game.trumps if card[1] == result.trump else game.others
        peg(game, result, card, side, values.get(card[0], 0))
    result.pegged_in_trick.append([after - was for after, was in zip(result.scores, before, strict=True)])


def count_game(game: Game, result: Score, held: Sequence[Sequence[str]]) -> None:
    """Give game to the side with more card points, once the cards still held can change nothing."""
    left = sum(CARD_POINTS.get(card[0], 0) for holding in held for card in holding)
    ahead = result.card_points[0] - result.card_points[1]
    if abs(ahead) > left:
        result.game_known = True
        result.game_side = 0 if ahead > 0 else 1
    elif left == 0:
        result.game_known = True
    if not game.game or not result.game_known:
        return
    if result.game_side is not None:
        peg(game, result, "game", result.game_side, game.game + result.carried)
        result.carried = 0
    elif game.carries:
        result.carried += game.game


def peg(game: Game, result: Score, what: str, side: int, points: int) -> None:
    """Add points to a side's score unless somebody is out; whoever reaches the target is out at once."""
    if not points or result.winner is not None:
        return
    if game.stops:
        points = min(points, game.target - result.scores[side])
    result.scores[side] += points
    result.pegged.append((what, side, points))
    if result.scores[side] >= game.target:
        result.winner = side


def can_be_entered(game: Game, points: Sequence[int], game_side: int | None) -> bool:
    """Tell whether a whole hand can have made these points of two sides, by what there is to be won.

    Each card goes to one side, or to nobody where cards stay out of the deal.
    """
    values = [*game.trumps.values(), *(value for value in game.others.values() for _ in range(3))]
    all_dealt = game.cards * PLAYERS == len(PACK)
    makes = {(0, 0)}
    for value in values:
        with_card = {(a + value, b) for a, b in makes} | {(a, b + value) for a, b in makes}
        makes = with_card if all_dealt else makes | with_card
    wanted = [points[side] - (game.game if side == game_side else 0) for side in (0, 1)]
    return (wanted[0], wanted[1]) in makes
