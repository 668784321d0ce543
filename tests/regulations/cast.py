"""A Thursday night in a pub, and real leagues' rules as a rule book would keep them."""

import datetime
from zoneinfo import ZoneInfo

from league.competition.season_rules.rules import Regulations, from_data
from league.regulations.facts import MatchFacts

LONDON = ZoneInfo("Europe/London")
FLEECE, SHEARS, DROVER, TUP = 1, 2, 3, 4


def at(
    day: int, hour: int = 20, minute: int = 30, month: int = 1, zone: ZoneInfo = LONDON
) -> datetime.datetime:
    """A moment of January 2027, whose 14th is a Thursday; at half past eight unless said otherwise."""
    return datetime.datetime(2027, month, day, hour, minute, tzinfo=zone)


NIGHT = at(14)


def a_match(starts_at: datetime.datetime | None = NIGHT, match: int = 1, **known: object) -> MatchFacts:
    """The Fleece at home to the Shears, unless said otherwise."""
    fields = {"home": FLEECE, "away": SHEARS, **known}
    return MatchFacts(match=match, starts_at=starts_at, **fields)


def late_result(*rules: dict[str, object]) -> Regulations:
    return from_data({"late_result": list(rules)})


SATURDAY_NOON = {"weekday": "saturday", "at": "12:00"}

REAL_RULES: dict[str, dict[str, object]] = {
    "a Cornish euchre league: noon on Saturday, or the winner loses a point": {
        "late_result": [{"due": SATURDAY_NOON, "pays": "winner", "penalties": [{"points": 1}]}],
    },
    "another: six on Saturday, both captains answer for it; nine o'clock start": {
        "late_result": [
            {"due": {"weekday": "saturday", "at": "18:00"}, "pays": "both", "penalties": [{}, {"points": 1}]}
        ],
        "late_start": [{"at": "21:00", "penalty": {"match": True}}],
    },
    "a Yorkshire dominoes league: both captains within 24 hours; a day's notice, and the others may refuse": {
        "late_result": [{"due": {"hours": 24}, "pays": "at_fault"}],
        "postponements": {"bands": [{"notice": {"hours": 24}}], "opponent_may_refuse": True},
    },
    "a darts league: on Monday £2, a week later £5; to be played within four weeks": {
        "late_result": [
            {"due": {"weekday": "monday"}, "pays": "home", "penalties": [{"pence": 200}]},
            {"due": {"weekday": "monday", "weeks": 1}, "pays": "home", "penalties": [{"pence": 300}]},
        ],
        "late_replay": [{"due": {"weeks": 4}, "pays": "both"}],
        "walkover": [{"pence": 1000}],
    },
    "a squash league: three days or five points, warned a day before; match lost after 28": {
        "late_result": [
            {"due": {"days": 3}, "warning_hours": 24, "pays": "home", "penalties": [{"points": 5}]},
            {"due": {"days": 28}, "pays": "home", "penalties": [{"match": True}]},
        ],
    },
    "a darts league: each side sends its sheet or pays £5 and points": {
        "missing_card": [{"due": {"days": 2}, "penalties": [{"pence": 500, "points": 0.5}]}],
    },
    "a quiz league: 48 hours' notice, or the match and £10": {
        "postponements": {
            "bands": [
                {"notice": {"hours": 48}},
                {"effect": "match_given", "penalties": [{"pence": 1000}]},
            ],
            "opponent_may_refuse": True,
        },
    },
    "a crib league: three days or less £20, on the day the match as well": {
        "postponements": {
            "bands": [
                {"notice": {"days": 4}},
                {"notice": {"days": 1}, "penalties": [{"pence": 2000}]},
                {"effect": "match_given", "penalties": [{"pence": 2000}]},
            ],
        },
        "late_replay": [{"due": {"on": "2027-04-30"}}],
    },
    "a darts and dominoes league: no postponement, and a fine by the hour of the call": {
        "postponements": {
            "bands": [
                {"notice": {"days": 0, "at": "12:00"}, "effect": "match_given"},
                {
                    "notice": {"days": 0, "at": "17:00"},
                    "effect": "match_given",
                    "penalties": [{"pence": 500}],
                },
                {"effect": "match_given", "penalties": [{"pence": 1000}]},
            ],
        },
    },
    "a pool league: within 28 days or seven points and £50": {
        "late_replay": [{"due": {"days": 28}, "penalties": [{"points": 7, "pence": 5000}]}],
    },
    "a bowls league: within 28 days or both pay £25; an ineligible player's game goes": {
        "late_replay": [{"due": {"days": 28}, "pays": "both", "penalties": [{"pence": 2500}]}],
        "ineligible_player": {"reaward": "table"},
    },
    "a Swiss crib league: 24 hours' notice but for illness and weather, nine o'clock": {
        "postponements": {
            "bands": [{"notice": {"hours": 24}}],
            "excuses": ["medical emergency", "weather"],
        },
        "late_start": [{"at": "21:00", "penalty": {"match": True}}],
    },
    "a pool league: a frame for every fifteen minutes": {
        "late_start": [{"minutes": 15, "every": 15, "penalty": {"games": 1}}],
    },
    "a crib league: a missing table, with four at least": {"short_teams": {"minimum": 4}},
    "a dominoes league: six at least, two may play twice": {"short_teams": {"minimum": 6, "may_repeat": 2}},
    "a pool league: three players, three frames each": {
        "short_teams": {"minimum": 3, "may_repeat": 3, "turns": 3},
        "ineligible_player": {"a_player": {"points": 2}, "a_game_won": {"points": 1}},
    },
    "a pool league: no win with fewer than four": {"short_teams": {"minimum_to_win": 4}},
    "a dominoes league: an ineligible player costs the match": {"ineligible_player": {"reaward": "match"}},
    "a darts league: £10 and two points, £15 for not turning up": {
        "ineligible_player": {"a_player": {"pence": 1000, "points": 2}},
        "walkover": [{"pence": 1500}],
    },
    "an ultimate league: one report stands after 48 hours": {"one_report_stands": {"hours": 48}},
}


def real(name: str) -> Regulations:
    """The regulations of the league whose description begins so."""
    (found,) = [data for title, data in REAL_RULES.items() if name in title]
    return from_data(found)
