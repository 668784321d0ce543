"""Drawn in text: a hand on its table, a game with its score and peg board, a match with its tables."""

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ..axes import Award
from ..cards import Card, Rank, Suit
from ..hands import Hand, Score
from ..notation.card_lines import REVOKE
from ..notation.terms import SEATS
from ..positions import Position
from ..reckoning import reckon
from ..records import Say
from ..seats import NOBODY, Direction, Side, Taker
from ..tricks import Holding, Play, ThrowIn, cards_laid


@dataclass(frozen=True, slots=True)
class SideNames:
    """What the sides are called, and the letters of the players in order of play from eldest."""

    sides: tuple[str, ...]
    players: str = SEATS

    def side(self, taker: Taker | None) -> str:
        """Return a side by name; a dash for nobody, nothing where it was not recorded."""
        if taker is None:
            return ""
        return "-" if taker is NOBODY else self.sides[taker]

    def player(self, player: int, side: Side) -> str:
        """Return a player by letter with the side they play for; without it where everybody plays alone."""
        letter, side_name = self.players[player], self.sides[side]
        return letter if letter == side_name else f"{letter} {side_name}"


def print_line(line: str) -> None:
    """Print a line, with the letters of the suits where the screen has no symbols for them."""
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        line.encode(encoding)
    except UnicodeEncodeError:
        line = line.translate(_LETTERS).encode(encoding, "replace").decode(encoding)
    print(line)


_LETTERS = str.maketrans("♠♥♦♣", "SHDC")


def columns(rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield rows of as many words as lines, every column as wide as its widest; numbers to the right."""
    rows = list(rows)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = (
            word.rjust(width) if word.lstrip("-").isdecimal() else word.ljust(width)
            for word, width in zip(row, widths, strict=True)
        )
        yield "  ".join(words).rstrip()


HOLES_IN_A_GROUP = 5


def board(scores: Score, before: Score, target: int | None, names: SideNames) -> Iterator[str]:
    """Yield the peg board: for each side a peg where it stands and, behind, where it stood before."""
    if target is None:
        return
    width = max(map(len, names.sides))
    for side, (score, was) in enumerate(zip(scores, before, strict=True)):
        holes = "".join(_hole(hole, score, was) for hole in range(1, max(target, score) + 1))
        groups = [holes[at : at + HOLES_IN_A_GROUP] for at in range(0, len(holes), HOLES_IN_A_GROUP)]
        yield f"{names.sides[side]:{width}}  |{'|'.join(groups)}|  {score}"


def _hole(hole: int, score: int, was: int) -> str:
    return "O" if hole == score else "o" if hole == was else "."


HEADINGS = ("hand", "leads", *(award.words for award in Award))


def hand_row(number: int, leader: str, hand: Hand, score: Score, names: SideNames) -> list[str]:
    """Return a hand as a row below `HEADINGS` and the names of the sides; ! is a hanged jack."""
    taken = [names.side(hand.taker(award)) for award in Award]
    taken[list(Award).index(Award.JACK)] += "!" if hand.hung else ""
    return [str(number), leader, *taken, *map(str, score)]


def table_of_hand(position: Position, names: SideNames) -> Iterator[str]:
    """Yield a hand as a player at the bar follows it: who held what, each trick, what it scored."""
    yield from _holdings(position, names)
    yield ""
    yield from _before_the_play(position, names)
    players = names.players[: position.table.players]
    yield from columns([["trick", *players, "taken by"], *_tricks(position, names)])
    if position.moment.revokes:
        yield f"{REVOKE} against the rules"
    yield ""
    yield from _scored(position, names)


def _holdings(position: Position, names: SideNames) -> Iterator[str]:
    """Yield four players as they sit, eldest nearest; any other number in a list."""
    seated = [
        (names.player(player, position.table.sides[player]), _spoken(holding))
        for player, holding in enumerate(_dealt(position))
    ]
    if len(seated) != len(SQUARE):
        yield from columns(seated)
        return
    is_clockwise = position.rules.direction is Direction.CLOCKWISE
    near, left, far, right = seated if is_clockwise else (seated[0], seated[3], seated[2], seated[1])
    width = max(len(word) for words in (left, right, near, far) for word in words)
    for line in far:
        yield f"{'':{width}}  {line}"
    for west, east in zip(left, right, strict=True):
        yield f"{west:{width}}  {'':{width}}  {east}".rstrip()
    for line in near:
        yield f"{'':{width}}  {line}"


SQUARE = ("near", "left", "far", "right")


def _dealt(position: Position) -> tuple[Holding, ...]:
    """Return the cards each player had to play with, or was dealt where the pack is drawn from."""
    if position.deal.stock and position.trump and position.rules.hand < len(position.tricks):
        return position.deal.holdings
    had = [list(held) for held in position.holdings]
    for trick in (*position.tricks, position.trick):
        for player, card in cards_laid(trick):
            had[player].append(card)
    return tuple(map(tuple, had))


def _spoken(cards: Iterable[Card]) -> str:
    """Return cards suit by suit, the highest first: ♠ A 5  ♥ K  ♦ 4  ♣ 10 2."""
    held = sorted(cards, reverse=True)
    suits = ((suit, [_rank(card) for card in held if card.suit is suit]) for suit in Suit)
    return "  ".join(" ".join([suit.symbol, *ranks]) for suit, ranks in suits if ranks) or "no cards"


def _before_the_play(position: Position, names: SideNames) -> Iterator[str]:
    moment = position.moment
    if moment.turnups:
        yield f"Turned up: {', '.join(map(_card, moment.turnups))}."
    for bid in moment.bids:
        yield f"{names.players[bid.seat]} {f'bids {bid.points}' if bid.points else 'passes'}."
    if moment.said:
        yield f"{', '.join(_said(word, names.players[: position.table.players]) for word in moment.said)}."
    if moment.contract:
        yield f"{names.players[moment.pitcher]} must make {moment.contract}."
    if position.trump is not None:
        yield f"Trumps are {position.trump.words}."
    for peg in moment.pegs:
        yield f"{names.sides[peg.side]}: {peg.points} for {_what(peg.what)}."
    yield ""


def _said(word: Say, players: str) -> str:
    """Return a word with who says it: eldest, the dealer, or all."""
    return _SAID[word].format(eldest=players[0], dealer=players[-1])


_SAID: Mapping[Say, str] = {
    Say.STAND: "{eldest} stands",
    Say.BEG: "{eldest} begs",
    Say.GIVE: "{dealer} gives",
    Say.RUN: "{dealer} runs the cards",
    Say.BUNCH: "all bunch",
    Say.PLAY_ON: "they play on",
    Say.SELL: "{eldest} sells",
    Say.REFUSE: "{eldest} refuses",
}


def _what(what: str) -> str:
    return _WHAT.get(what, what.replace(":", " "))


_WHAT = {"turnup": "the card turned up", "gift": "the gift", "bid": "the bid sold", "revoke": "a revoke"}


def _tricks(position: Position, names: SideNames) -> Iterator[list[str]]:
    """Yield a row a trick, each card below its player; the one that led is marked."""
    sides = position.table.sides
    tricks = [*position.tricks, position.trick] if position.trick else list(position.tricks)
    for number, (trick, winner) in enumerate(zip_longest(tricks, position.trick_winners), start=1):
        cards = {play.seat: _laid(play, position.moment.revokes) for play in trick}
        leader = trick[0].seat
        cells = [
            f"{'>' if player == leader else ' '}{cards.get(player, '')}".rstrip() or " "
            for player in range(len(sides))
        ]
        taken = "" if winner is None else names.player(winner, sides[winner])
        yield [str(number), *cells, taken]


def _laid(play: Play | ThrowIn, revokes: Sequence[Card]) -> str:
    """Return a card, marked where it was a revoke, or a holding thrown in."""
    if isinstance(play, ThrowIn):
        return f"({' '.join(map(_card, play.cards))})"
    return f"{_card(play.card)}{REVOKE if play.card in revokes else ''}"


def _card(card: Card) -> str:
    return f"{_rank(card)}{card.suit.symbol}"


def _rank(card: Card) -> str:
    """Return a rank as people say it."""
    return "10" if card.rank is Rank.TEN else card.rank.letter


def _scored(position: Position, names: SideNames) -> Iterator[str]:
    """Yield the awards in words, the card points that Game rests on, and what each side scored."""
    reckoned = reckon(position)
    home, away, *others = names.sides
    pitcher_side = position.table.sides[position.moment.pitcher]
    for awarded in reckoned.awards:
        is_lost = reckoned.made is False and awarded.side == pitcher_side
        points = "not scored" if is_lost else awarded.points
        why = awarded.sentence(home=home, away=away, others=tuple(others))
        yield f"{awarded.award.words}, {points}: {why}"
    yield f"Card points: {_by_side(reckoned.card_points, names)}."
    if reckoned.made is False:
        yield f"{names.sides[pitcher_side]} is set back {position.moment.contract}, as the bid was not made."
    scored = [
        sum(peg.points for peg in reckoned.board.pegged if peg.side == side)
        for side in range(len(names.sides))
    ]
    yield f"Scored: {_by_side(scored, names)}."


def _by_side(numbers: Iterable[int], names: SideNames) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names.sides, numbers, strict=True))
