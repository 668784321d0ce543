"""Pegboard's rules engine for the All Fours family: pure Python, no league, no clock, no files.

A `Position` is one deal moving forward card by card; a `Record` is the same written down, for `replay`,
`verify` and `review`; `reckon` says what it scores and why. A `Hand` is what a league enters of it. A game
pegs hands to a target; a match turns tables into points. `variants` holds the games of the family, `Rules`
what they differ in.
"""

from scoring.axes import Award
from scoring.cards import PACK, Card, Rank, Suit, format_card, parse_card
from scoring.deals import Deal, shuffled
from scoring.errors import (
    BadOption,
    IllegalPlay,
    ImpossibleHand,
    ImpossibleScore,
    NotationError,
    ScoringError,
    UnknownOption,
    UnknownVariant,
)
from scoring.faults import Fault, sentence
from scoring.games import GameScore, score_game
from scoring.hands import Hand, Penalty
from scoring.matches import AggregateTie, MatchFormat, MatchScore, score_match
from scoring.positions import Position
from scoring.reckoning import Reckoning, hand_of, reckon
from scoring.records import Record, Say
from scoring.replays import Review, replay, review, verify
from scoring.rules import Rules, Variant
from scoring.seats import AWAY, HOME, NOBODY, Side, Taker

__all__ = [
    "AWAY",
    "HOME",
    "NOBODY",
    "PACK",
    "AggregateTie",
    "Award",
    "BadOption",
    "Card",
    "Deal",
    "Fault",
    "GameScore",
    "Hand",
    "IllegalPlay",
    "ImpossibleHand",
    "ImpossibleScore",
    "MatchFormat",
    "MatchScore",
    "NotationError",
    "Penalty",
    "Position",
    "Rank",
    "Reckoning",
    "Record",
    "Review",
    "Rules",
    "Say",
    "ScoringError",
    "Side",
    "Suit",
    "Taker",
    "UnknownOption",
    "UnknownVariant",
    "Variant",
    "format_card",
    "hand_of",
    "parse_card",
    "reckon",
    "replay",
    "review",
    "score_game",
    "score_match",
    "sentence",
    "shuffled",
    "verify",
]
