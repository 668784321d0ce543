"""The table in words: who plays, with whom, who begins, how the cards come."""

from collections.abc import Iterator, Mapping

from scoring.axes import FirstPitch, Packets, PartnersBy
from scoring.prose.words import capitalised, count, listed
from scoring.rules import Rules
from scoring.seats import Direction, Sides, sides_of

__all__ = ["may_have_partners", "told"]

IN_SIDES = (4, 6)
"""How many players can sit in equal sides of two."""


def told(rules: Rules) -> Iterator[str]:
    """The section's sentences in order."""
    yield _players(rules)
    yield from _seating(rules)
    if may_have_partners(rules):
        yield _PARTNERS[rules.partners_by]
    yield _PACKS[rules.pack]
    yield f"Each player is dealt {count(rules.hand)} cards, {_PACKETS[rules.packets]}."
    yield _DIRECTIONS[rules.direction]
    yield _FIRST[rules.first_pitch]
    yield "The player after the dealer is eldest hand."


def may_have_partners(rules: Rules) -> bool:
    """Whether some number of players can sit in sides of two."""
    return rules.sides is not Sides.SINGLES and any(players in IN_SIDES for players in rules.players)


def _players(rules: Rules) -> str:
    return capitalised(f"{listed(map(count, rules.players), 'or')} play.")


def _seating(rules: Rules) -> Iterator[str]:
    """Who plays with whom, where that is not plain from the number."""
    several = [players for players in rules.players if players > 2]
    sides = {players: len(set(sides_of(players, rules.sides))) for players in several}
    alone = [count(players) for players in several if sides[players] == players]
    for players in several:
        if sides[players] < players:
            teams = f"{count(sides[players])} sides of two"
            yield capitalised(f"{count(players)} play in {teams}, partners opposite each other.")
    if alone:
        yield capitalised(f"{listed(alone, 'or')} play each alone, and each is a side.")
    if may_have_partners(rules) and rules.sides is not Sides.PARTNERS:
        yield "They may agree to sit the other way: in equal sides, or each alone."


_PARTNERS: Mapping[PartnersBy, str] = {
    PartnersBy.FIXED: "Partners are as agreed.",
    PartnersBy.RED_BLACK_JACKS: "For partners, cards are dealt face up until all four jacks are out, no more "
    "to a player who has one: the players with the red jacks play those with the black.",
}
_PACKS: Mapping[int, str] = {
    52: "The whole pack of 52 is used. In every suit the ace is highest, then king, queen, jack, ten and so "
    "down to the two.",
    44: "The sixes and sevens are taken out, which leaves 44 cards. In every suit the ace is highest, then "
    "king, queen, jack, ten and so down to the two.",
}
_PACKETS: Mapping[Packets, str] = {
    Packets.SILENT: "how many at a time the sources do not say",
    Packets.THREE_ROUNDS: "in three rounds: the dealer chooses how many in each, the same to everybody",
    Packets.THREES: "three at a time",
    Packets.ONES_OR_THREES: "one or three at a time, the same way all game",
}
_DIRECTIONS: Mapping[Direction, str] = {
    Direction.CLOCKWISE: "Play goes round clockwise, and the deal passes to the left after each hand.",
    Direction.ANTICLOCKWISE: "Play goes round anticlockwise, and the deal passes to the right after each "
    "hand.",
}
_FIRST: Mapping[FirstPitch, str] = {
    FirstPitch.SILENT: "The sources do not say who begins.",
    FirstPitch.FIRST_JACK: "To begin, anybody deals cards face up round the table until a jack falls: "
    "whoever gets it leads to the first hand, and the player before them deals it.",
    FirstPitch.CUT: "To begin, the players cut, and the highest card has the first lead.",
    FirstPitch.COLOUR_GUESS: "To begin, one side cuts a card and an opponent guesses its colour. Guessed "
    "right, that side says who leads to the first hand; guessed wrong, the side that cut does.",
    FirstPitch.HIGH_CUT_DEALS: "To begin, the players cut, and the highest card deals first.",
    FirstPitch.HIGH_PUT_CARD_DEALS: "To begin, the players cut, and the highest card deals first: in this "
    "the three ranks highest, then two, ace, king and so down to the four.",
}
