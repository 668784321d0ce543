"""`deal`: a random hand of a game, legally said, bid and played out, and drawn."""

import argparse
import secrets
import sys
from random import Random

from scoring import variants
from scoring.commands import Commands
from scoring.commands.drawing import Names, table_of_hand
from scoring.commands.show import say
from scoring.deals import shuffled
from scoring.errors import ScoringError
from scoring.moments import Stage
from scoring.positions import Position
from scoring.records import Say

__all__ = ["add_to", "random_act"]

REFUSED = 1
"""Exit status for a game nobody knows, or that so many cannot play."""
SEEDS = 10_000
HIGHEST_BID = 4


def add_to(commands: Commands) -> None:
    """Make the command known."""
    parser = commands.add_parser("deal", help="a random legal hand, played out and shown")
    parser.add_argument("variant", help="a name of `variants`")
    parser.add_argument("--seed", type=int, help="the same seed deals and plays the same hand")
    parser.add_argument("--players", type=int, help="how many play; the game's usual number if not said")
    parser.set_defaults(run=show_deal)


def show_deal(asked: argparse.Namespace) -> int:
    """Deal a hand, play it out by chance and draw it."""
    seed = secrets.randbelow(SEEDS) if asked.seed is None else asked.seed
    rng = Random(seed)  # noqa: S311  cards, not secrets; a seed must give the same hand again
    try:
        rules = variants.get(asked.variant).rules
        players = asked.players or rules.players[0]
        position = Position(shuffled(rng, rules, players), rules.for_players(players))
    except ScoringError as refusal:
        print(refusal, file=sys.stderr)
        return REFUSED
    while position.stage is not Stage.OVER:
        random_act(rng, position)
    say(f"{variants.get(asked.variant).title}, {players} players, seed {seed}")
    say("")
    for line in table_of_hand(position, _names(position)):
        say(line)
    return 0


def random_act(rng: Random, position: Position) -> None:
    """One legal act, whatever the hand waits for: a word, a bid, the cards to keep, or a card."""
    match position.stage:
        case Stage.BIDDING:
            bids = range(HIGHEST_BID + 1)
            position.bid(rng.choice([points for points in bids if position.can_bid(points)]))
        case Stage.KEEPING:
            position.keep(sorted(rng.sample(position.holdings[position.turn], position.rules.hand)))
        case Stage.PLAY:
            position.play(rng.choice(position.legal_plays()))
        case _:
            position.say(rng.choice([word for word in Say if position.can_say(word)]))


def _names(position: Position) -> Names:
    """Two sides are the two pubs of a match; more are called by their letters."""
    sides = max(position.table.sides) + 1
    return Names(("Home", "Away") if sides == 2 else tuple("ABCDEF"[:sides]))
