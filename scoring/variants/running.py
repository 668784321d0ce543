"""Running All-Fours: Cotton's game to 31, the dealer scoring every court card he turns up."""

from dataclasses import replace

from scoring.cards import Rank
from scoring.rules import Variant
from scoring.variants import cotton

VARIANT = Variant(
    name="running",
    title="Running All-Fours",
    sources=(
        "Charles Cotton, The Compleat Gamester (1674)",
        "John McLeod, pagat.com, All Fours, section 17th Century English All-Fours (2024)",
        "Wikipedia, All fours (card game), section Classic all fours (earliest rules)",
    ),
    rules=replace(
        cotton.VARIANT.rules,
        turnup_scores=((Rank.ACE, 4), (Rank.KING, 3), (Rank.QUEEN, 2), (Rank.JACK, 1)),
        target=31,
        cap_at_target=False,
    ),
)
