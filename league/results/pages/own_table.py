"""A table of one's own: a game of the family outside any league, scored on the phone on which it stays."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import Http404
from django.urls import reverse

from league.matches.sheet.openings import penalty_kinds
from league.results.pages.script_words import (
    ALL_LETTERS,
    MARKS,
    LeadIn,
    dealer_side,
    rule_words,
    verbs_for_first,
)
from league.results.pages.table import SEAT_PLACES, hand_entry
from scoring import variants
from scoring.rules import Rules, Variant
from scoring.seats import Partnering, sides_of

MOST_SIDES = len(ALL_LETTERS)
"""The most sides whose answers stand beside each other on the smallest phone."""
MOST_TARGET = 31
"""The longest board whose holes can be told apart there."""
MOST_HANDS = 99
HANDS_ON_PAPER = range(1, 21)
FIRST_HAND = 1


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


def own_address(variant: str, seating: TableSeating, target: int) -> str:
    """Return the address at which a game is scored."""
    return reverse("own-table", args=[variant, *seating, target])


def own_table(variant: str, players: int, sides: int, target: int) -> dict[str, Any]:
    """Return the table of an address before its first hand: what its page draws, and its script goes on from.

    `target` is 0 for the game's usual one; games of a fixed number of hands have none. 404 for a game that is
    not offered so.
    """
    seating = TableSeating(players, sides)
    offered = {game.name: (game, ways) for game, ways in offered_games()}
    game, ways = offered.get(variant, (None, ()))
    if game is None or seating not in ways:
        raise Http404("No such game is scored on phones.")
    if target > MOST_TARGET:
        raise Http404("No board has so many holes.")
    rules = game.rules.for_players(players)
    rules = rules.with_options({"target": target}) if target and rules.target else rules
    names = [f"{'Player' if players == sides else 'Side'} {number}" for number in range(1, sides + 1)]
    address, title = own_address(variant, seating, target), f"{game.title}, {seating.words}"
    leads, opens = verbs_for_first(rules), f"Hand {FIRST_HAND}."
    return {
        "is_own": True,
        "asks_for_hand": True,
        "variant": game,
        "title": "Game 1",
        "title_of_game": title,
        "hand": FIRST_HAND,
        "outcome": "",
        "paper": HANDS_ON_PAPER,
        "target": rules.target,
        "sides": tuple(
            {
                "letter": letter,
                "mark": MARKS[letter],
                "score": 0,
                "lines": name,
                "head": name,
                "word": name,
            }
            for letter, name in zip(ALL_LETTERS, names, strict=False)
        ),
        "entry": hand_entry({}, rules, names),
        "form": {"penalty_kinds": penalty_kinds(rules)},
        "seated": {
            "lead": LeadIn(opens),
            "first_question": f"{opens} Who {leads[0]}?",
            "seat_places": SEAT_PLACES,
        },
        "words": {
            "rules": rule_words(rules, names),
            "base": address,
            "log": f"{address}log/",
            "isOwn": True,
            "isSingles": players == sides,
            "teams": names,
            "words": names,
            "verbs": list(leads),
            "dealer": dealer_side(rules),
            "names": {},
            "games": [1],
            "players": players // sides,
            "hands": MOST_HANDS,
            "title": title,
        },
    }
