"""Cups of so many entrants, and a hand that plays them out."""

from random import Random

from league.cups.brackets import bracket_of
from league.cups.entries import CupState, Entrant, TieResult
from league.cups.progress import with_draw, with_result
from league.cups.rules import CupRules

NAMES = (
    "The Fleece",
    "The Shears",
    "The Drover",
    "The Tup",
    "The Bell",
    "The Plough",
    "The Swan",
    "The Crown",
)


def entrants(number, seeds=0):
    """So many entrants, the first `seeds` of them seeded."""
    return tuple(
        Entrant(
            key=key,
            name=NAMES[key - 1] if key <= len(NAMES) else f"Team {key}",
            seed=key if key <= seeds else None,
        )
        for key in range(1, number + 1)
    )


def a_cup(number, seeds=0, **rules):
    return CupState(rules=CupRules(**rules), entrants=entrants(number, seeds))


def result(tie, *legs, **known):
    return TieResult(round=tie.round, number=tie.number, legs=legs, **known)


def played_round(cup, chance=None, lower_key_wins=False):
    """Every open tie of the cup played, two legs where the rules ask for them."""
    chance = chance or Random(1)
    for tie in [tie for one in bracket_of(cup).rounds for tie in one.ties if tie.is_open]:
        home_wins = tie.home.entrant.key < tie.away.entrant.key if lower_key_wins else chance.random() < 0.5
        score = (15, chance.randrange(15)) if home_wins else (chance.randrange(15), 15)
        cup = with_result(cup, result(tie, *[score] * tie.legs))
    return cup


def played_out(cup, chance=None, lower_key_wins=False):
    """The cup drawn and played to the end."""
    rounds = 0
    while not bracket_of(cup).is_over:
        rounds += 1
        assert rounds < 10
        if not any(tie.is_open for one in bracket_of(cup).rounds for tie in one.ties):
            cup = with_draw(cup, f"lot {rounds}")
        cup = played_round(cup, chance, lower_key_wins)
    return cup
