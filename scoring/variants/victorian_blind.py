"""Blind All Fours: the non-dealer's first card makes trumps, and nobody begs."""

from scoring.axes import GameTie
from scoring.rules import Rules, Variant

VARIANT = Variant(
    name="victorian_blind",
    title="Blind All Fours",
    aliases=("Victorian Blind All Fours",),
    sources=("A Victorian book of indoor games, chapter All Fours, section Blind All Fours",),
    rules=Rules(players=(2,), game_tie=GameTie.ELDER, target=9),
)
