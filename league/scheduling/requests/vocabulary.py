"""The kinds of word that a request may consist of, and groups of them. The words are in `phrases.toml`."""

from enum import StrEnum


class Word(StrEnum):
    """What a word or phrase does in a request."""

    TEAM = "team"
    DIVISION = "division"
    DAYS = "days"
    NOT = "not"
    CANNOT = "cannot"
    NEITHER = "neither"
    HOME = "home"
    HOME_TO = "home_to"
    AWAY = "away"
    AWAY_TO = "away_to"
    VERSUS = "versus"
    MEET = "meet"
    PLAY = "play"
    LEAGUE = "league"
    FREE = "free"
    UNAVAILABLE = "unavailable"
    SHUT = "shut"
    ROOM = "room"
    NUMBER = "number"
    TIMES = "times"
    MUST = "must"
    LITTLE = "little"
    MUCH = "much"
    BOTH = "both"
    SAME_NIGHT = "same_night"
    APART = "apart"
    SHARE = "share"
    ONLY = "only"
    KEEP = "keep"
    CUP = "cup"
    RESERVE = "reserve"
    EVERYBODY = "everybody"
    NOBODY = "nobody"
    START = "start"
    FINISH = "finish"
    WEEKDAY = "weekday"
    WEEK = "week"
    EVENT = "event"
    OCCASION = "occasion"
    LEAVES = "leaves"
    US = "us"
    THAT_NIGHT = "that_night"
    TEAMS = "teams"
    PLACE = "place"
    TRAP = "trap"
    DURATION = "duration"
    VAGUE = "vague"
    FILLER = "filler"
    UNKNOWN = "unknown"
    STRANGE = "strange"
    ATTITUDE = "attitude"
    GRANT = "grant"
    STOP = "stop"
    JOINT = "joint"
    OR = "or"
    BUT = "but"
    BECAUSE = "because"
    SO = "so"


def word_kinds(names: str) -> frozenset[Word]:
    """Return the kinds with these names, as in “home away”."""
    return frozenset(map(Word, names.split()))


SEPARATORS = word_kinds("joint or but stop because so")
REFUSING = word_kinds("not cannot neither nobody")
PLACES = word_kinds("home away")
MATCHES = word_kinds("play league")
OPPONENTS = word_kinds("home_to away_to versus meet")
WHO_AND_WHEN = word_kinds("team division days")
ASKING = PLACES | OPPONENTS | word_kinds("free unavailable shut apart everybody nobody cup reserve")
TELLING = word_kinds("must little much us filler that_night")
"""Kinds that any clause may hold: how much it matters, and words that change nothing."""
HARMLESS = TELLING | word_kinds("unknown teams place occasion event leaves keep league room week")
"""Kinds that may stand beside what is asked: a reason, a courtesy, a word that nobody knows."""
