"""A table of one's own: a game of the family outside any league, scored on the phone on which it stays."""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from django.http import Http404
from django.urls import reverse

from league.matches.sheet.openings import PenaltyKind, penalty_kinds
from league.results.pages.script_words import (
    ALL_LETTERS,
    MARKS,
    LeadIn,
    dealer_side,
    rule_words,
    verbs_for_first,
)
from league.results.pages.table_hands import SEAT_PLACES, HandEntry
from scoring import variants
from scoring.rules import Rules, Variant
from scoring.seats import Partnering, sides_of

MOST_SIDES = len(ALL_LETTERS)
"""The most sides whose answers stand beside each other on the smallest phone."""
MOST_TARGET = 31
"""The longest board whose holes can be told apart there."""
MOST_HANDS = 99
HANDS_ON_PAPER = range(1, 21)


class TableSeating(NamedTuple):
    """How many play, and in how many sides."""

    players: int
    sides: int

    @property
    def words(self) -> str:
        """As people say it: “3 players”, “3 sides of 2”."""
        if self.players == self.sides:
            return f"{self.players} players"
        return f"{self.sides} sides of {self.players // self.sides}"


def seatings(rules: Rules) -> tuple[TableSeating, ...]:
    """Return the ways to sit that a game allows and a phone has room for."""
    is_free = rules.sides in (Partnering.EITHER, Partnering.SINGLES_OR_SIDES)
    kinds = (rules.sides, Partnering.SINGLES) if is_free else (rules.sides,)
    found = {
        TableSeating(players, max(sides_of(players, kind)) + 1) for players in rules.players for kind in kinds
    }
    return tuple(seating for seating in sorted(found) if seating.sides <= MOST_SIDES)


def offered_games() -> Iterator[tuple[Variant, tuple[TableSeating, ...]]]:
    """Yield every game, with the ways to sit, but those that need bids or points marked while cards fall."""
    for variant in variants.ALL:
        if not (variant.rules.has_auction or variant.rules.trump_honours):
            yield variant, seatings(variant.rules)


class OwnTable:
    """A table before its first hand: what its page draws, and its script goes on from.

    `target` is 0 for the game's usual one; games of a fixed number of hands have none.
    """

    is_own = asks_for_hand = True
    hand = 1
    title = "Game 1"
    outcome = ""
    paper = HANDS_ON_PAPER

    def __init__(self, variant: Variant, seating: TableSeating, target: int) -> None:
        self.variant, self.seating = variant, seating
        self.address = own_address(variant.name, seating, target)
        rules = variant.rules.for_players(seating.players)
        self.rules = rules.with_options({"target": target}) if target and rules.target else rules

    @property
    def target(self) -> int | None:
        return self.rules.target

    @cached_property
    def sides(self) -> tuple[dict[str, Any], ...]:
        """Its sides from left to right, in the order of play."""
        noun = "Player" if self.is_singles else "Side"
        return tuple(
            {"letter": letter, "mark": MARKS[letter], "word": f"{noun} {number}"}
            for number, letter in enumerate(ALL_LETTERS[: self.seating.sides], 1)
        )

    @property
    def title_of_game(self) -> str:
        """The game and the way to sit: “West Yorkshire All Fours, 3 sides of 2”."""
        return f"{self.variant.title}, {self.seating.words}"

    @property
    def is_singles(self) -> bool:
        return self.seating.players == self.seating.sides

    @property
    def entry(self) -> HandEntry:
        return HandEntry(self.hand, {}, self.rules, self._names)

    @property
    def form(self) -> "OwnTable":
        """Where the form of a hand looks for the kinds of penalty."""
        return self

    @property
    def penalty_kinds(self) -> tuple[PenaltyKind, ...]:
        return penalty_kinds(self.rules)

    @property
    def seated(self) -> dict[str, Any]:
        opens = f"Hand {self.hand}."
        question = f"{opens} Who {verbs_for_first(self.rules)[0]}?"
        return {"lead": LeadIn(opens), "first_question": question, "seat_places": SEAT_PLACES}

    @property
    def words(self) -> dict[str, Any]:
        """What its script is told."""
        return {
            "rules": rule_words(self.rules, self._names),
            "base": self.address,
            "log": f"{self.address}log/",
            "isOwn": True,
            "isSingles": self.is_singles,
            "teams": self._names,
            "words": self._names,
            "verbs": list(verbs_for_first(self.rules)),
            "dealer": dealer_side(self.rules),
            "names": {},
            "games": [1],
            "players": self.seating.players // self.seating.sides,
            "hands": MOST_HANDS,
            "title": self.title_of_game,
        }

    @property
    def _names(self) -> list[str]:
        return [side["word"] for side in self.sides]


def own_address(variant: str, seating: TableSeating, target: int) -> str:
    """Return the address at which a game is scored."""
    return reverse("own-table", args=[variant, *seating, target])


def own_table(variant: str, players: int, sides: int, target: int) -> OwnTable:
    """Return the table of an address; 404 for a game that is not offered so."""
    seating = TableSeating(players, sides)
    offered = {game.name: (game, ways) for game, ways in offered_games()}
    game, ways = offered.get(variant, (None, ()))
    if game is None or seating not in ways:
        raise Http404("No such game is scored on phones.")
    if target > MOST_TARGET:
        raise Http404("No board has so many holes.")
    return OwnTable(game, seating, target)
