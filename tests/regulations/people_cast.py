"""Pubs with one team and with two, their players, and real leagues' rules about people."""

import datetime

from league.competition.season_rules.people import Appearance, LineUpFacts, PlayerFacts, SignedOn, TeamFacts
from tests.regulations.cast import LONDON, NIGHT

WEEK = datetime.timedelta(days=7)
FIRST = datetime.date(2026, 10, 1)
THURSDAYS = tuple(FIRST + WEEK * number for number in range(20))
"""Twenty matches; the sixteenth is on the 14th of January, the night everything is asked about."""

FLEECE_A = TeamFacts(team=1, name="The Fleece A", pub=10, rank=1, days=THURSDAYS)
FLEECE_B = TeamFacts(team=2, name="The Fleece B", pub=10, rank=2, days=THURSDAYS)
SHEARS = TeamFacts(team=3, name="The Shears", pub=11, rank=1, days=THURSDAYS)
DROVER = TeamFacts(team=4, name="The Drover", pub=12, rank=1, days=THURSDAYS)
THE_CUP, OTHER_CUP = 1, 2

REAL_PEOPLE: dict[str, dict[str, object]] = {
    "Falmouth euchre": {
        "registration": {"pence": 100},
        "transfers": {"limit": 1, "pence": 200},
        "borrowed": {"each": 2},
        "cup_tied": "fresh_substitutes",
        "youngest": 14,
    },
    "St Austell euchre": {
        "own_players": {"least": 4, "only_with_several_teams": True},
        "youngest": 16,
    },
    "Lincoln crib": {"one_pub": True, "cup_tied": "one_team"},
    "PADDL": {"registration": {"notice": {"hours": 48}}},
    "Shropshire bowls": {"registration": {"notice": {"hours": 24}}},
    "Chinnor": {"squad": {"least": 5}, "transfers": {"limit": 1, "closes": {"first_half": True}}},
    "Bere Regis": {
        "registration": {},
        "squad": {"least": 6},
        "transfers": {"limit": 1, "closes": {"first_half": True}},
    },
    "Northallerton": {"squad": {"least": 8, "by": "2026-10-31"}},
    "Guisborough": {"squad": {"most": 12}},
    "Tolworth": {"squad": {"most": 15}},
    "a cut-off on 31 December": {"registration": {"closes": {"on": "2026-12-31"}}},
    "Huddersfield snooker": {"registration": {"closes": {"first_match_from": "2027-01-01"}}},
    "Littleborough": {"registration": {"closes": {"first_half": True}, "pence": 200}},
    "Stourbridge": {"registration": {"closes": {"before_match": 16}}},
    "Ledbury": {"registration": {}, "transfers": {"most_games": 4}},
    "Solihull": {"transfers": {"pence": 500}},
    "Guernsey euchre": {"transfers": {"both_sign": True}},
    "Bristol": {"registration": {}, "playing_up": 4},
    "mixed badminton": {"registration": {}, "playing_up": 3},
    "ladies badminton": {"registration": {}, "playing_up": 2},
}


def signed(team, on=FIRST, until=None):
    def moment(day):
        return datetime.datetime.combine(day, datetime.time(12), tzinfo=LONDON)

    return SignedOn(team=team, at=moment(on), until=until and moment(until))


def appeared(team, times=1, cup=None, first=0):
    """So many matches for a team, in the first weeks."""
    return tuple(
        Appearance(match=100 * team.team + week, team=team, on=THURSDAYS[week], cup=cup)
        for week in range(first, first + times)
    )


def player(*registrations, played=(), name="Alf Baines", key=1, **known):
    teams = tuple(
        registration if isinstance(registration, SignedOn) else signed(registration)
        for registration in registrations
    )
    return PlayerFacts(player=key, name=name, signed=teams, appearances=tuple(played), **known)


def side(team, *players, **known):
    return LineUpFacts(match=999, team=team, starts_at=NIGHT, players=players, **known)
