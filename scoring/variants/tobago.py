"""Tobago's game: Trinidad's, but the two turned up scores instead of the six."""

from dataclasses import replace

from scoring.cards import Rank
from scoring.rules import Variant
from scoring.variants import trinidad

VARIANT = Variant(
    name="tobago",
    title="Tobago All Fours",
    sources=(
        "John McLeod, pagat.com, All Fours, section Trinidad, variations (2024)",
        "Wikipedia, All fours (card game), section Caribbean all fours",
    ),
    rules=replace(trinidad.VARIANT.rules, turnup_scores=((Rank.ACE, 1), (Rank.TWO, 2), (Rank.JACK, 3))),
)
