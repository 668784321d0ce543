"""Pegboard's rules engine for the All Fours family: pure Python, no league, no clock.

A `Position` is one deal moving forward card by card: `legal_plays`, `play`, `undo`. A `PlayRecord` is the
same written down, for `replay`, `verify` and `review`; `reckon` says what it scores and why. A `Hand` is what
a league enters of it: `verify_hand` refuses what cannot have happened, `reconcile` finds the slip that
explains a paper. `score_game` pegs hands to a target; `score_match` turns tables into points;
`winning_chances` says who is likely to win from a score. `variants` holds the games of the family, `Rules`
what they differ in; `notation` reads and writes them all as text.
"""

from . import notation, variants
from .axes import Award
from .cards import PACK, Card, Rank, Suit, format_card, parse_card
from .errors import (
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
from .games import GameScore, score_game
from .hand_faults import verify as verify_hand
from .hands import Hand, HandPenalty
from .matches import AggregateTie, MatchFormat, MatchScore, score_match
from .positions import Position
from .reckoning import Reckoning, hand_of, reckon
from .reconcile import Reconciliation, reconcile
from .records import Deal, PlayRecord, Say, shuffled
from .replays import Review, replay, review, verify
from .rules import Rules, Variant
from .seats import AWAY, HOME, NOBODY, Side, Taker
from .winning import WinningChances, winning_chances

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
