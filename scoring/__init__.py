"""Pegboard's rules engine for the All Fours family: pure Python, no league, no clock.

A `Position` is one deal moving forward card by card: `legal_plays`, `play`, `undo`. A `PlayRecord` is the
same written down, for `replay`, `verify` and `review`; `reckon` says what it scores and why. A `Hand` is what
a league enters of it: `verify_hand` refuses what cannot have happened, `reconcile` finds the slip that
explains a paper. `score_game` pegs hands to a target; `score_match` turns tables into points;
`winning_chances` says who is likely to win from a score. `variants` holds the games of the family, `Rules`
what they differ in; `notation` reads and writes them all as text.
"""

from scoring import notation, variants
from scoring.axes import Award
from scoring.cards import PACK, Card, Rank, Suit, format_card, parse_card
from scoring.errors import (
    BadOption,
    Fault,
    IllegalPlay,
    ImpossibleHand,
    ImpossibleScore,
    NotationError,
    ScoringError,
    UnknownOption,
    UnknownVariant,
    sentence,
)
from scoring.games import GameScore, score_game
from scoring.hand_faults import verify as verify_hand
from scoring.hands import Hand, HandPenalty
from scoring.matches import AggregateTie, MatchFormat, MatchScore, score_match
from scoring.positions import Position
from scoring.reckoning import Reckoning, hand_of, reckon
from scoring.reconcile import Reconciliation, reconcile
from scoring.records import Deal, PlayRecord, Say, shuffled
from scoring.replays import Review, replay, review, verify
from scoring.rules import Rules, Variant
from scoring.seats import AWAY, HOME, NOBODY, Side, Taker
from scoring.winning import WinningChances, winning_chances

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
    "HandPenalty",
    "IllegalPlay",
    "ImpossibleHand",
    "ImpossibleScore",
    "MatchFormat",
    "MatchScore",
    "NotationError",
    "PlayRecord",
    "Position",
    "Rank",
    "Reckoning",
    "Reconciliation",
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
    "WinningChances",
    "format_card",
    "hand_of",
    "notation",
    "parse_card",
    "reckon",
    "reconcile",
    "replay",
    "review",
    "score_game",
    "score_match",
    "sentence",
    "shuffled",
    "variants",
    "verify",
    "verify_hand",
    "winning_chances",
]
