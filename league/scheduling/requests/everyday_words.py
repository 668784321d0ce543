"""Ways of asking, as patterns over a sentence whose names and days are marks (§t0, §d0)."""

import re

NOT = (
    r"\b(?:can ?not|can't|cant|couldn't|won't|wont|not|never|don't|doesn't|isn't|aren't|haven't|hasn't|no"
    r"|none|without|avoid|unable|impossible|rather not)\b"
)
NEAR = r"(?:\W+(?!but\b|so\b)[\w'§]+){0,6}?\W+"
NO_HOME = re.compile(rf"{NOT}{NEAR}(?:home|host\w*)\b")
NO_AWAY = re.compile(rf"{NOT}{NEAR}(?:away|travel\w*)\b")
NO_MATCH = re.compile(
    rf"{NOT}{NEAR}(?:play\w*|match(?:es)?|games?|fixtures?|available|free|field|raise|turn out|make|do"
    r"|cards|(?:a )?(?:side|team))\b|\b(?:unavailable|(?:free|blank|rest) (?:week|night)|(?:week|night"
    r"|day)s? off)\b"
    r"|\bmiss\b"
    r"|\b(?:off|free)\b"
)
HOME, AWAY = re.compile(r"\b(?:home|host\w*)\b"), re.compile(r"\baway\b")
MUST = re.compile(
    r"\b(?:must|ha(?:ve|s) to|needs?(?: to)?|can ?not|can't|cant|couldn't|unable|impossible|essential"
    r"|definitely)\b"
)
LITTLE = re.compile(r"\b(?:if possible|if you can|ideally|prefer\w*|rather|nice)\b")
MUCH = re.compile(r"\b(?:really|very much|badly|important)\b")
UNSURE = re.compile(
    r"\b(?:except|unless|apart from|other than|either|neither|instead|swap\w*|maybe|might|don't mind"
    r"|not sure|don't care|if (?!possible|you can|the? ?§|§)|only|until they|rather than|not all|but not"
    r"|not (?:on )?(?=§d)|no longer|any ?more|no objection|no problem|not a problem|happy|cancel\w*"
    r"|ignore|forget|already"
    r"|was|were|no more than|at (?:least|most)|(?:two|three|four|more|fewer|less) (?:home "
    r"|away )?(?:match|game)e?s"
    r"|reopen\w*|open again|moved?)(?:\b|(?=§))"
)
OTHER_NAME = re.compile(
    r"§\s*(?:,|and|or|v|vs|against|to|plus)\s+(?:the\s+|The\s+)?(?!§)([A-Z]\w+)"
    r"|(?<!\w)([A-Z]\w+)(?:\s+[A-Z]\w+)*\s+(?:and|or|v|vs|against)\s+(?:the\s+|The\s+)?§"
)
VAGUE = re.compile(
    r"\b(?:fortnight|early|late|mid|middle|beginning of|half of|some|most|about|around|roughly|or so"
    r"|alternate"
    r"|every other|weekend|next|between|tomorrow|a few|couple)\b"
)
ONE_OF = re.compile(r"\b(?:one of|a team (?:from|of)|one team)\b")
EVERY_TEAM = re.compile(r"\b(?:both|all|two) (?:the |of the )?§t|§t\d+§? teams\b|\bteams? (?:both|all)\b")
SHUT = re.compile(r"\b(?:closed|closing|shut|shutting|not open|refurb\w*|(?:re)?decorat\w*|refit\w*)\b")
ROOM = re.compile(r"\b(?:room|space|tables?|boards?) for|takes?|can take|hosts?|can host")
EVENT = re.compile(
    r"\b(?:wedding|function|party|do|band|quiz\w*|karaoke|funeral|fair|christening|birthday|disco"
    r"|singer|music"
    r"|booked|booking|agm|no room|room is taken)\b"
)
CARDS_AWAY = re.compile(
    r"\b(?:darts|pool|dominoes|domino|snooker|crib)\b.*\b(?:final|match|game|tournament)\b"
)
WEEK_OFF = re.compile(
    r"\b(?:nobody|no one|no-one)\b.*\bplay|\b(?:week|night)s? off|\bfree week|\boff\b|\bno (?:\w+ ){0,3}?"
    r"(?:games?|match(?:es)?|league|cards|fixtures?)\b|\bblank\b|\bskip\b"
    r"|\bbreak\b|\bnot play|\bleave\b|\bkeep\b"
    r"|\bkept\b|\bsav(?:e|ed)\b|\breserved?\b|\bcup\b"
)
RESERVE = re.compile(r"\b(?:reserve|catch\w*|postpone\w*|rearrange\w*|spare)\b")
PAIR = re.compile(r"\b(?:v|vs|versus|against|meet\w*|derby|each other|play)\b|home to")
SAME_NIGHT = r"(?:same (?:night|time|week|evening)|together|both|at once|clash\w*|one night)"
SHARE = re.compile(
    r"\bshar\w+ (?:a |an |the |one |only )*(?:table|board|room)|\bonly one (?:table|board|room)"
)
BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|owing to|as (?:there|it|they|we|the|his|her|our|their|he|she)\b"
    r"|since (?:there|it|they)\b)"
)
LEADING_BECAUSE = re.compile(r"^\W*(?:because(?: of)?|due to|owing to|as|since)\b[^,]*,")
JOINTS = re.compile(r"\s*(?:;|\. |, and |, but |, | and | but )\s*")
ONLY_JOINED = re.compile(r"[\s,/]*(?:(?:and|or|plus|both|the|with|&)[\s,]*)*")
FIRST_WORDS = frozenset(
    [
        "hi",
        "hello",
        "please",
        "can",
        "could",
        "the",
        "a",
        "no",
        "not",
        "both",
        "derby",
        "because",
        "also",
        "and",
        "but",
        "so",
        "either",
        "neither",
        "christmas",
        "easter",
        "new",
        "cup",
        "we",
        "they",
        "it",
        "i",
        "thanks",
    ]
)
NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
T, D = re.compile(r"§t(\d+)"), re.compile(r"§d(\d+)")
