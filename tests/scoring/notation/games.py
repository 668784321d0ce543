"""Whole games played at random and taken down, each hand card by card."""

from random import Random

from scoring import variants
from scoring.axes import TrumpBy
from scoring.deals import shuffled
from scoring.moments import Stage, Status
from scoring.notation import Sheet, Tag, line_of, terms
from scoring.positions import Position
from scoring.reckoning import reckon
from scoring.records import Say
from tests.scoring.playing import record_of, step

SEATINGS = {2: "A=h B=a", 3: "A B C", 4: "AC=h BD=a", 5: "A B C D E", 6: "AD=h BE=a CF=3"}
ALONE = "A B C D E F"


def seating(game: str, players: int) -> str:
    """The seats as the game sits, partners opposite where it has any."""
    rules = variants.get(game).rules
    usual = Position(shuffled(Random(0), rules, players), rules).table.sides
    return (
        SEATINGS[players] if len(set(usual)) == len(SEATINGS[players].split()) else ALONE[: 2 * players - 1]
    )


def game_played(rng: Random, game: str, players: int, most: int = 60) -> Sheet:
    """A game from its first deal to its end, or to so many hands."""
    target = variants.get(game).rules.for_players(players).target
    tags = [Tag("Game", game), Tag("Sides", seating(game, players)), Tag("FirstPitch", "A")]
    tags += [Tag("Target", str(target))] if target else []
    told = terms(tuple(tags), hands=True)
    scores, eldest, lines, winner = (0,) * len(told.labels), 0, [], None
    while winner is None and len(lines) < most:
        deal = shuffled(rng, told.rules, players)
        position = Position(deal, told.rules, scores=scores, sides=told.sides_from(eldest))
        record = hand_played(rng, position)
        lines.append(line_of(record, position, number=len(lines) + 1, eldest=eldest))
        board = reckon(position).board
        scores, winner = board.scores, board.winner
        dealt_again = position.status is Status.REDEAL and told.rules.trump is not TrumpBy.AUCTION
        eldest = eldest if dealt_again else (eldest + 1) % players
        if told.rules.fixed_hands and len(lines) == told.rules.fixed_hands:
            break
    return Sheet(tags=tuple(tags), hands=tuple(lines))


def hand_played(rng: Random, position: Position):
    """A hand played at random to its last card, as it is written down."""
    words, kept = [], []
    while position.stage is not Stage.OVER:
        if position.stage is Stage.KEEPING:
            seat = position.turn
            step(rng, position)
            kept.append(position.holdings[seat])
        elif position.stage in (Stage.PLAY, Stage.BIDDING):
            step(rng, position)
        else:
            words.append(rng.choice([word for word in Say if position.can_say(word)]))
            position.say(words[-1])
    return record_of(position, words, kept)
