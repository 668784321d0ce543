"""The rules of a cup as a plain mapping, as the database stores them: only what differs from the defaults.

{"drawn_by": "bracket", "legs": 2, "deciding_games": 3, "neutral_rounds": 1,
 "handicap": {"bands": [{"up_to": 5, "start": 1}, {"up_to": 10, "start": 3}]},
 "groups": {"number": 4, "through": 2}}

Of a pairs night: {"rounds": 6, "paired_by": "standing"}, and who won the game that decided it.
"""

from collections.abc import Mapping
from typing import Any

from league.competition.season_rules.fields import Fields
from league.cups.pairs_nights import PairsNight
from league.cups.rules import CupRules


def rules_from_data(data: Mapping[str, Any]) -> CupRules:
    """Return the rules described by a plain mapping.

    Raises UnreadableRegulations, which names the key and what is right.
    """
    rules: CupRules = CUP_RULES.read(data, "")
    return rules


def rules_to_data(rules: CupRules) -> dict[str, Any]:
    """Return the rules as a plain mapping for JSON, which `rules_from_data` reads back."""
    return CUP_RULES.write(rules)


def night_from_data(data: Mapping[str, Any]) -> PairsNight:
    """Return the night described by a plain mapping, without entries. Raises UnreadableRegulations."""
    night: PairsNight = NIGHT.read(data, "")
    return night


def night_to_data(night: PairsNight) -> dict[str, Any]:
    """Return how a night is played as a plain mapping, without entries and scores."""
    return NIGHT.write(night)


NIGHT, CUP_RULES = Fields(PairsNight), Fields(CupRules)
