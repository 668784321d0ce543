"""All Fives: Blind All Fours on a cribbage board, counting trumps marked as they are won, to 61."""

from dataclasses import replace

from scoring.cards import Rank
from scoring.rules import Variant
from scoring.variants import victorian_blind

VARIANT = Variant(
    name="all_fives",
    title="All Fives",
    sources=(
        "A Victorian book of indoor games, chapter All Fours, section All Fives",
        "William Dick, Modern Pocket Hoyle (1868), as told in Wikipedia, All fours (card game), "
        "section All fives",
    ),
    rules=replace(
        victorian_blind.VARIANT.rules,
        five_counts=True,
        trump_honours=(
            (Rank.ACE, 4),
            (Rank.KING, 3),
            (Rank.QUEEN, 2),
            (Rank.JACK, 1),
            (Rank.TEN, 10),
            (Rank.FIVE, 5),
        ),
        target=61,
    ),
)
