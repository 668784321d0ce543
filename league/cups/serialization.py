"""The rules of a cup as a plain mapping, as the database stores them: only what differs from the defaults.

{"drawn_by": "bracket", "legs": 2, "deciding_games": 3, "neutral_rounds": 1,
 "handicap": {"bands": [{"up_to": 5, "start": 1}, {"up_to": 10, "start": 3}]},
 "groups": {"number": 4, "through": 2}}

Of a pairs night: {"rounds": 6, "paired_by": "standing"}, and who won the game that decided it.
"""

from collections.abc import Mapping
from typing import Any

from league.competition.season_rules.serialization import list_of, mapping_of, one_of, whole
from league.cups.pairs_nights import MOST_NIGHT_ROUNDS, PairedBy, PairsNight
from league.cups.rules import (
    MOST_BANDS,
    MOST_POINTS,
    CupRules,
    DrawnBy,
    Fill,
    GroupRules,
    Handicap,
    HandicapBand,
    Plate,
)
from league.standings.records import CupScore

MOST_REPLAYS, MOST_GAMES, MOST_ROUNDS = 9, 99, 6
MOST_NUMBER = 999
MOST_GROUPS, MOST_THROUGH = 16, 8


def rules_from_data(data: Mapping[str, Any]) -> CupRules:
    """Return the rules described by a plain mapping.

    Raises UnreadableRegulations, which names the key and what is right.
    """
    rules: CupRules = CUP_RULES.read(data, "")
    return rules


def rules_to_data(rules: CupRules) -> dict[str, Any]:
    """Return the rules as a plain mapping for JSON, which `rules_from_data` reads back."""
    data: dict[str, Any] = CUP_RULES.write(rules)
    return data


def night_from_data(data: Mapping[str, Any]) -> PairsNight:
    """Return the night described by a plain mapping, without entries. Raises UnreadableRegulations."""
    night: PairsNight = NIGHT.read(data, "")
    return night


def night_to_data(night: PairsNight) -> dict[str, Any]:
    """Return how a night is played as a plain mapping, without entries and scores."""
    data: dict[str, Any] = NIGHT.write(night)
    return data


BAND = mapping_of(HandicapBand, up_to=whole(1, MOST_POINTS), start=whole(0, MOST_POINTS))
HANDICAP = mapping_of(
    Handicap,
    each=whole(0, MOST_POINTS),
    per=whole(1, MOST_POINTS),
    most=whole(0, MOST_POINTS),
    bands=list_of(BAND, MOST_BANDS),
    by_result=whole(0, MOST_POINTS),
)
NIGHT = mapping_of(
    PairsNight,
    rounds=whole(1, MOST_NIGHT_ROUNDS),
    paired_by=one_of(PairedBy),
    decided_for=whole(1, MOST_NUMBER),
)
GROUPS = mapping_of(
    GroupRules,
    number=whole(1, MOST_GROUPS),
    through=whole(1, MOST_THROUGH),
    best=whole(0, MOST_GROUPS),
    meetings=whole(1, 2),
)
CUP_RULES = mapping_of(
    CupRules,
    drawn_by=one_of(DrawnBy),
    fill=one_of(Fill),
    legs=whole(1, 2),
    replays=whole(0, MOST_REPLAYS),
    deciding_games=whole(0, MOST_GAMES),
    plate=one_of(Plate),
    neutral_rounds=whole(0, MOST_ROUNDS),
    handicap=HANDICAP,
    counted=one_of(CupScore),
    groups=GROUPS,
)
