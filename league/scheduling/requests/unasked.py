"""What people ask for that the planner has no request for: an honest answer. Boxes say what comes nearest."""

import re

from league.scheduling.requests.answers import LEAVE_OUT, UnreadableSentence

_TIME = (
    r"(?:\d{1,2}[.:]\d\d|\d{1,2} ?(?:pm|o'?clock)|half(?: past)? (?:six|seven|eight|nine|[6-9])"
    r"|[6-9]\b(?! \w{3}))"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
TOPICS = tuple(
    (re.compile(words, re.IGNORECASE), answer)
    for words, answer in (
        (
            rf"\b(?:start|begin|commence|kick|play|time)\w*\b.*\b{_TIME}|\b(?:earl|lat)(?:y|e|ier|er) start",
            "A plan sets dates, not the time of day: that stands on the page of the pub.",
        ),
        (
            r"double[- ]?headers?|two (?:games|matches) (?:for|each) ",
            "Nobody plays twice on one night, so there is no request about it.",
        ),
        (
            rf"\b{_DAY}s?\b.*\b(?:instead of|rather than|not)\b.*\b{_DAY}|instead of (?:the |a )?{_DAY}",
            "A team plays on the nights of its division. One match can be moved when the plan is published; "
            "all home matches can have another night, as in: Star home on Wednesdays.",
        ),
        (
            r"\bshar\w* .*\b(?:lift|car|taxi|mini ?bus|bus|driver|transport|players?)\b"
            r"|\b(?:car|lift) ?shar\w*|\b(?:same|one) (?:car|driver|mini ?bus|taxi)\b",
            "That teams travel together is no request of its own. Boxes say which nights they share.",
        ),
        (
            r"(?<!years )\b(?:in a row|on the trot|on the bounce|back[- ]to[- ]back|consecutive|successive)\b"
            r"|\b(?:two|three|four) (?!years)\w+ (?:matches |games |weeks )?running\b",
            "Long runs at home or away have boxes: “Longest run” for everybody, and one for single teams.",
        ),
        (
            r"\bone of (?:the|their|our|its) (?:very )?(?:last|final|first|opening|early|closing)\b",
            "“One of” several nights is no request of its own. Choose one of them in boxes.",
        ),
        (
            r"\b(?:first|last|final) (?:match|game|fixture)\b.{0,12}\bbe\b.{0,9}\bon (?:the )?\w* ?\d",
            "The dates of first and last matches follow from the plan.",
        ),
        (
            r"\b(?:all|every|each|any|local)\b.{0,12}\bderby\b|\bderbies\b",
            "A derby is named by its two teams; rivals have a box of their own.",
        ),
        (
            r"\bwithin (?:a |an |\w+ )?(?:fortnight|weeks?|months?|days)\b"
            r"|\breturn (?:match|leg|fixture|game)",
            "How soon two teams meet again is a rule for everybody: “No return within” in the boxes.",
        ),
        (
            r"\bthe (?:season|league)\b.*\b(?:starts?|begins?|opens?|finish\w*|ends?)\b",
            "The first and the last day of the season are boxes of their own. A division can start later.",
        ),
    )
)


def nearest_question(line: str) -> UnreadableSentence | None:
    """Return the question for a line about something that is no request; None if it is about none."""
    return next(
        (UnreadableSentence(answer, [LEAVE_OUT]) for words, answer in TOPICS if words.search(line)), None
    )
