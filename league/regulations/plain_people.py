"""The rules about people as a plain mapping.

{"people": {"registration": {"closes": {"on": "2026-12-31"}}, "borrowed": {"each": 2},
            "own_players": {"least": 4, "only_with_several_teams": true}, "blocked": ["youngest"]}}
"""

from league.regulations.people import (
    Borrowing,
    CupTied,
    CutOff,
    OwnPlayers,
    People,
    PeopleRule,
    Registering,
    SamePub,
    Squad,
    Transfers,
)
from league.regulations.plain_moments import SPAN
from league.regulations.reading import DATE, FLAG, list_of, mapping_of, one_of, whole

MOST_NUMBER = 200
MOST_PENCE = 1_000_000
OLDEST = 99

CUT_OFF = mapping_of(
    CutOff,
    {
        "on": ("on", DATE),
        "first_match_from": ("first_match_from", DATE),
        "before_match": ("before_match", whole(1, MOST_NUMBER)),
        "first_half": ("first_half", FLAG),
    },
)
REGISTERING = mapping_of(
    Registering,
    {
        "notice": ("notice", SPAN),
        "closes": ("closes", CUT_OFF),
        "pence": ("pence", whole(0, MOST_PENCE)),
    },
)
TRANSFERS = mapping_of(
    Transfers,
    {
        "limit": ("limit", whole(0, MOST_NUMBER)),
        "closes": ("closes", CUT_OFF),
        "most_games": ("most_games", whole(0, MOST_NUMBER)),
        "pence": ("pence", whole(0, MOST_PENCE)),
        "both_sign": ("both_sign", FLAG),
    },
)
BORROWING = mapping_of(
    Borrowing, {"each": ("each", whole(0, MOST_NUMBER)), "a_match": ("a_match", whole(0, MOST_NUMBER))}
)
OWN_PLAYERS = mapping_of(
    OwnPlayers,
    {
        "least": ("least", whole(1, MOST_NUMBER)),
        "only_with_several_teams": ("only_with_several_teams", FLAG),
    },
)
SQUAD = mapping_of(
    Squad,
    {"least": ("least", whole(1, MOST_NUMBER)), "by": ("by", DATE), "most": ("most", whole(1, MOST_NUMBER))},
)
PEOPLE = mapping_of(
    People,
    {
        "registration": ("registration", REGISTERING),
        "transfers": ("transfers", TRANSFERS),
        "borrowed": ("borrowed", BORROWING),
        "playing_up": ("playing_up", whole(1, MOST_NUMBER)),
        "same_pub": ("same_pub", one_of(SamePub)),
        "own_players": ("own_players", OWN_PLAYERS),
        "cup_tied": ("cup_tied", one_of(CupTied)),
        "youngest": ("youngest", whole(1, OLDEST)),
        "squad": ("squad", SQUAD),
        "one_pub": ("one_pub", FLAG),
        "blocked": ("blocked", list_of(one_of(PeopleRule), len(PeopleRule))),
    },
)
