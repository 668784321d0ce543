"""Nine-Card Don, Irish Don and Phat, scored a second time.

Written from the rules of these games as their sources print them, by somebody who had not read the engine,
and without importing any of it: only so does it prove something when both agree. It is slow and plain on
purpose. Cards are text (`AS`, `TD`); players count from the pitcher, who leads, to the dealer, who is last.

Where the sources are silent, the reading taken here is said at the place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache

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
    game_side: int | None = None  # the side with most card points; None where level, or while cards are held
    carried: int = 0  # what the next game is worth beside its own points
    winner: int | None = None
    won_in: int | None = None  # the trick in which somebody was out; None where game did it, or nobody is


def may_be_played(holding: Sequence[str], led: str | None) -> list[str]:
    """Return the cards of a holding that may be played: who can follow suit must; a trump is no exception."""
    return [card for card in holding if card[1] == led] or list(holding)


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
    seen: set[str] = set()
    for player, holding in enumerate(dealt):
        for card in holding:
            if card in seen or card not in PACK:
                raise Refused("cards", player=player)
            seen.add(card)


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
            if play >= PLAYERS or not any(held) or player != (leader + play) % PLAYERS:
                raise Refused("turn", **where)
            if card not in held[player]:
                raise Refused("not_held", **where)
            if card not in may_be_played(held[player], led):
                raise Refused("revoke", **where)
            held[player].remove(card)
            led = led or card[1]
            result.trump = result.trump or card[1]
        if len(trick) < PLAYERS:
            if number < len(tricks) - 1:
                raise Refused("turn", trick=number + 1, play=0)
            break
        assert result.trump is not None
        leader = best_of(trick, result.trump)
        result.trick_winners.append(leader)
        is_open = result.winner is None
        count_trick(game, result, trick, sides[leader])
        if is_open and result.winner is not None:
            result.won_in = number
    result.complete = not any(held)
    if result.complete:
        count_game(game, result)
    elif result.winner is None and not stopped_early:  # whoever is out need not play on
        raise Refused("unfinished")
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


def count_game(game: Game, result: Score) -> None:
    """Give game to the side with more card points, at the end of the hand."""
    home, away = result.card_points
    if home != away:
        result.game_side = 0 if home > away else 1
        peg(game, result, "game", result.game_side, game.game and game.game + result.carried)
        result.carried = 0
    elif game.carries:  # a second level count in a row adds to the first: a reading
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


@cache
def marks(values: tuple[int, ...]) -> frozenset[tuple[int, int]]:
    """Return all that two sides can peg together for cards of these values, where cards may stay out."""
    makes = {(0, 0)}
    for value in values:
        makes |= {pair for a, b in makes for pair in ((a + value, b), (a, b + value))}
    return frozenset(makes)


def can_be_marked(game: Game, points: tuple[int, int]) -> bool:
    """Tell whether two sides can have pegged these points for cards in one hand, the last one included.

    Each card goes to one side, or to nobody: it was not dealt, or the game was over before it was played.
    """
    return points in marks((*game.trumps.values(), *(3 * tuple(game.others.values()))))
