"""Pegboard's rules engine for the All Fours family: pure Python, no league, no clock, no files.

A hand is what was recorded of one deal; a game pegs hands to a target; a match turns tables into points.
`variants` holds the games of the family, `Rules` what they differ in.
"""

from scoring.axes import Award
from scoring.cards import PACK, Card, Rank, Suit, format_card, parse_card
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
    "Rank",
    "Rules",
    "ScoringError",
    "Side",
    "Suit",
    "Taker",
    "UnknownOption",
    "UnknownVariant",
    "Variant",
    "format_card",
    "parse_card",
    "score_game",
    "score_match",
    "sentence",
]
