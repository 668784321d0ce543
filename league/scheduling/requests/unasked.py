"""What people ask for that the planner has no request for: an honest question, with what comes nearest."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from league.scheduling.planner.calendar import short_day
from league.scheduling.planner.task import End
from league.scheduling.requests.answers import LEAVE_OUT, AnswerChoice, UnreadableSentence
from league.scheduling.requests.clauses import TaggedSentence, all_teams
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.group_meanings import group_choices
from league.scheduling.requests.meeting_meanings import FOUR_WEEKS
from league.scheduling.requests.vocabulary import Word
from league.shared.text import listed

_TIME = (
    r"(?:\d{1,2}[.:]\d\d|\d{1,2} ?(?:pm|o'?clock)|half(?: past)? (?:six|seven|eight|nine|[6-9])"
    r"|[6-9]\b(?! \w{3}))"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"

Nearest = Callable[[TaggedSentence], Sequence[AnswerChoice]]


@dataclass(frozen=True, slots=True, kw_only=True)
class UnaskedTopic:
    """Words that tell a topic, what there is instead, and the nearest requests."""

    words: re.Pattern[str]
    answer: str
    nearest: Nearest


def _nothing(_: TaggedSentence) -> Sequence[AnswerChoice]:
    return ()


def _no_match(sentence: TaggedSentence) -> Sequence[AnswerChoice]:
    teams, days = _teams(sentence), _days(sentence)
    if not teams or not days:
        return ()
    return [
        AnswerChoice(words=f"{words} {days}", line=f"{listed(teams)} {words} {days}")
        for words in ("no match", "not at home", "not away")
    ]


def _together(sentence: TaggedSentence) -> Sequence[AnswerChoice]:
    teams = _teams(sentence)
    if len(teams) < 2:
        return ()
    return group_choices(listed(teams))


def _starts(sentence: TaggedSentence) -> Sequence[AnswerChoice]:
    days = [when.days for token in sentence.of_kind(Word.DAYS) for when in token.whens if when.days]
    if len(days) != 1:
        return ()
    day = format_nights(days[0][:1], (), sentence.span)
    divisions = dict.fromkeys(sentence.finder.known.divisions.values())
    return [
        AnswerChoice(words=f"{name} starts on {day}", line=f"{name} starts on {day}") for name in divisions
    ]


def _near_an_end(sentence: TaggedSentence) -> Sequence[AnswerChoice]:
    """Return the nearest to “one of the last matches”: a time in which two teams meet, or the last night."""
    teams, span = _teams(sentence), sentence.span
    end = End.FIRST if re.search(r"\bone of .{0,8}\b(?:first|opening|early)", sentence.line) else End.LAST
    day = span.first + FOUR_WEEKS if end is End.FIRST else span.last - FOUR_WEEKS
    bound = f"{'before' if end is End.FIRST else 'after'} {short_day(day)}"
    if len(teams) > 1 and sentence.finder.known.meet(*teams[:2]):
        names = listed(teams[:2])
        return [AnswerChoice(words=f"they meet in the {end.value} four weeks", line=f"{names} meet {bound}")]
    return [
        AnswerChoice(
            words=f"{team} {place} on the {end.value} night", line=f"{team} {place} {end.value} night"
        )
        for team in teams
        for place in ("at home", "not at home")
    ]


def _derbies(sentence: TaggedSentence) -> Sequence[AnswerChoice]:
    """Return the derbies of a league, the matches of two teams of one pub, in the time that is named."""
    finder, teams = sentence.finder, _teams(sentence)
    pubs = dict.fromkeys(finder.pub_of.values())
    pairs = [
        pair for pub in pubs for pair in combinations(finder.teams_of(pub), 2) if finder.known.meet(*pair)
    ]
    pairs = [pair for pair in pairs if not teams or set(pair) & set(teams)]
    times = [_days(sentence)] if _days(sentence) else []
    first, last = sentence.span.first + FOUR_WEEKS, sentence.span.last - FOUR_WEEKS
    times = times or [f"before {short_day(first)}", f"after {short_day(last)}"]
    return [
        AnswerChoice(words=f"{listed(pair)} meet {time}", line=f"{listed(pair)} meet {time}")
        for pair in pairs
        for time in times
    ]


TOPICS = tuple(
    UnaskedTopic(words=re.compile(words, re.IGNORECASE), answer=answer, nearest=nearest)
    for words, answer, nearest in (
        (
            rf"\b(?:start|begin|commence|kick|play|time)\w*\b.*\b{_TIME}|\b(?:earl|lat)(?:y|e|ier|er) start",
            "A plan sets dates, not the time of day: that stands on the page of the pub.",
            _nothing,
        ),
        (
            r"double[- ]?headers?|two (?:games|matches) (?:for|each) ",
            "Nobody plays twice on one night, so there is no request about it.",
            _nothing,
        ),
        (
            rf"\b{_DAY}s?\b.*\b(?:instead of|rather than|not)\b.*\b{_DAY}|instead of (?:the |a )?{_DAY}",
            "A team plays on the nights of its division. One match can be moved when the plan is published.",
            _no_match,
        ),
        (
            r"\bshar\w* .*\b(?:lift|car|taxi|mini ?bus|bus|driver|transport|players?)\b"
            r"|\b(?:car|lift) ?shar\w*|\b(?:same|one) (?:car|driver|mini ?bus|taxi)\b",
            "That teams travel together is no request of its own. Which comes nearest?",
            _together,
        ),
        (
            r"(?<!years )\b(?:in a row|on the trot|on the bounce|back[- ]to[- ]back|consecutive|successive)\b"
            r"|\b(?:two|three|four) (?!years)\w+ (?:matches |games |weeks )?running\b",
            "Long runs at home or away have boxes: “Longest run” for everybody, and one for single teams.",
            _nothing,
        ),
        (
            r"\bone of (?:the|their|our|its) (?:very )?(?:last|final|first|opening|early|closing)\b",
            "“One of” several nights is no request of its own. Which comes nearest?",
            _near_an_end,
        ),
        (
            r"\b(?:first|last|final) (?:match|game|fixture)\b.{0,12}\bbe\b.{0,9}\bon (?:the )?\w* ?\d",
            "The dates of first and last matches follow from the plan.",
            _nothing,
        ),
        (
            r"\b(?:all|every|each|any|local)\b.{0,12}\bderby\b|\bderbies\b",
            "A derby is named by its two teams; rivals have a box of their own. Which is meant?",
            _derbies,
        ),
        (
            r"\bwithin (?:a |an |\w+ )?(?:fortnight|weeks?|months?|days)\b"
            r"|\breturn (?:match|leg|fixture|game)",
            "How soon two teams meet again is a rule for everybody: “No return within” in the boxes.",
            _nothing,
        ),
        (
            r"\bthe (?:season|league)\b.*\b(?:starts?|begins?|opens?|finish\w*|ends?)\b",
            "The first and the last day of the season are boxes of their own. A division can start later.",
            _starts,
        ),
    )
)


def nearest_question(sentence: TaggedSentence) -> UnreadableSentence | None:
    """Return the question for a sentence about something that is no request; None if it is about none."""
    for topic in TOPICS:
        if topic.words.search(sentence.line):
            return UnreadableSentence(topic.answer, [*topic.nearest(sentence), LEAVE_OUT])
    return None


def _teams(sentence: TaggedSentence) -> Sequence[str]:
    return tuple(dict.fromkeys(team for token in sentence.of_kind(Word.TEAM) for team in all_teams(token)))


def _days(sentence: TaggedSentence) -> str:
    mentions = [when for token in sentence.of_kind(Word.DAYS) for when in token.whens]
    return format_nights([day for when in mentions for day in when.days], (), sentence.span)
