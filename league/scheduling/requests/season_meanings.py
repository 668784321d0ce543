"""Read a sentence about a pub, a division or the whole league: shut, room, night of play, weeks off."""

import datetime
from collections.abc import Sequence
from itertools import pairwise

from league.scheduling.planner.calendar import DAYS, WeekOff, monday_of, short_day
from league.scheduling.planner.words import nights_phrase
from league.scheduling.requests.answers import AnswerChoice, RequestMeaning, UnreadableSentence
from league.scheduling.requests.boxes import BoxRow, RowKind
from league.scheduling.requests.clauses import REFUSING, AskingClause, TaggedSentence
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.phrases import WordKind
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.unread_words import refuse_or, refuse_rest, unknown_name
from league.shared.text import count, listed

_TIMES = {"once": 1, "twice": 2, "thrice": 3, "two times": 2, "three times": 3, "four times": 4}
_NUMBERS = {"a single": 1, "single": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_AGREES = frozenset(("fine", "ok", "okay", "no bother", "alright"))
_WEEK_OFF = frozenset("DNCJGPlFKUQuwM&,#n")
_OF_DIVISION = frozenset("VDyPlGYqsfuM")
_OF_ROOM = frozenset("TROPlW#CXutBr")


def week_off(sentence: TaggedSentence) -> RequestMeaning:
    """Return the weeks without league matches that a sentence asks for which names no team.

    Raises:
        UnreadableSentence: it asks for something else.
    """
    asking = [part for part in sentence.parts if part.is_asking or part.kinds.strip("u") in ("D", "DN", "ND")]
    kinds = "".join(part.kinds for part in asking)
    is_free = "F" in kinds and set(kinds) & set("GPlK")
    is_refused = set(kinds) & set("NCJ") and set(kinds) & set("PlG")
    is_kept = (set(kinds) & set("QU") and set(kinds) & set("Kw&F")) or kinds.replace("u", "") in (
        "UD",
        "DU",
        "wUD",
        "UDNl",
        "DUNl",
    )
    is_kept = is_kept or ("U" in kinds and is_refused)
    is_ours = "u" in kinds and not set(kinds) & set("GJ")
    is_league = (is_free or is_refused or is_kept or ("Q" in kinds and "D" in kinds)) and not set(
        kinds
    ) & set("HhAavYESZIR")
    is_idle_no = any(set(part.kinds) & set("NC") and not set(part.kinds) & set("PlG") for part in asking)
    if (
        is_ours
        or not is_league
        or (is_idle_no and not set(kinds) & set("J"))
        or sum(kind in REFUSING for kind in kinds) > 1 + len(asking) // 2
    ):
        if question := unknown_name(sentence):
            raise question
        teams = sorted(set(sentence.finder.known.teams.values()))
        raise UnreadableSentence(
            "Which team or pub is it about?",
            [AnswerChoice(words=team, line=f"{team}: {sentence.line}") for team in teams],
        )
    refuse_rest([token for part in asking for token in part.tokens], _WEEK_OFF)
    days = sorted(
        {day for token in sentence.of_kind(WordKind.DAYS) for when in token.whens for day in when.days}
    )
    if not days or any(when.ends for token in sentence.of_kind(WordKind.DAYS) for when in token.whens):
        raise UnreadableSentence("Which week is it?")
    if len({bool(set(part.kinds) & set("QU")) for part in asking if "D" in part.kinds}) > 1:
        raise UnreadableSentence("Which of these weeks are free, and which are kept? Say each in a line.")
    everything = [token.kind for token in sentence.tokens]
    kind = WeekOff.RESERVE if "Q" in everything else WeekOff.CUP if "U" in everything else WeekOff.BLANK
    because = sentence.reason
    because = "" if because.casefold().removesuffix(" week") == kind.value else because
    weeks = dict.fromkeys(map(monday_of, days))
    night = sentence.finder.known.league.night
    firsts = [
        min((day for day in days if monday_of(day) == week), key=lambda day: (day.isoweekday() != night, day))
        for week in weeks
    ]
    numbers = {_NUMBERS.get(token.text.casefold()) for token in sentence.of_kind(WordKind.NUMBER)}
    if numbers - {len(weeks)}:
        raise UnreadableSentence("How many weeks are meant?")
    rows = tuple(
        (RowKind.OFF, BoxRow(texts={"day": day.isoformat(), "kind": kind.value, "because": because}))
        for day in firsts
    )
    why = because or ("" if kind is WeekOff.BLANK else kind.value)
    words = f"no league matches in the week{'s' * (len(firsts) > 1)} of {listed(map(short_day, firsts))}"
    return RequestMeaning(rows=rows, words=f"{words} ({why})" if why else words)


def division(sentence: TaggedSentence) -> RequestMeaning:
    """Return the night of play, the start or the number of meetings of a division.

    Raises:
        UnreadableSentence: it asks for something else.
    """
    names = list(
        dict.fromkeys(name.division for token in sentence.of_kind(WordKind.DIVISION) for name in token.names)
    )
    if len(names) != 1:
        divisions = dict.fromkeys(sentence.finder.known.divisions.values())
        raise UnreadableSentence(
            "Which division is it?", [AnswerChoice(words=name, line=name) for name in divisions]
        )
    name, kinds = names[0], sentence.kinds
    tokens = [token for part in sentence.parts if not part.is_reason for token in part.tokens]
    if not {token.kind for token in tokens} <= _OF_DIVISION | {WordKind.FILLER}:
        raise UnreadableSentence(
            f"What is asked for {name}?",
            [
                AnswerChoice(words=words, line=f"{name} {words}")
                for words in (*(f"plays on {day}s" for day in DAYS[:5]), "meets twice")
            ],
        )
    texts = {"name": name, "night": "", "nights": "", "meetings": "", "second_half": ""}
    days = [day for token in sentence.of_kind(WordKind.DAYS) for when in token.whens for day in when.days]
    weekdays = {day.isoweekday() for day in days} if set(days) == set(_every(days, sentence)) else set()
    for token in sentence.of_kind(WordKind.WEEKDAY):
        weekdays |= {
            number for number, day in enumerate(DAYS, 1) if day[:3].casefold() == token.text[:3].casefold()
        }
    times = sentence.of_kind(WordKind.TIMES)
    if "s" in kinds and days and not times and "y" not in kinds:
        nights = [
            day for day in sentence.span.weekdays(sentence.finder.known.league.night) if day >= min(days)
        ]
        texts["nights"] = format_nights(nights, (), sentence.span)
        words = f"{name} starts on {short_day(nights[0])}"
    elif len(weekdays) == 1 and not times and "s" not in kinds and not (days and "y" in kinds):
        texts["night"] = str(min(weekdays))
        words = f"{name} plays on {DAYS[min(weekdays) - 1]}s"
    elif len(times) == 1 and not days and set(kinds) & set("PY"):
        text = times[0].text.casefold()
        texts["meetings"] = str(_TIMES.get(text) or int(text[0]))
        words = f"{name} meets {text}"
    else:
        raise UnreadableSentence(
            f"What is asked for {name}: its night, when it starts, or how often they meet?"
        )
    return RequestMeaning(rows=((RowKind.DIVISION, BoxRow(texts=texts)),), words=words)


def _every(days: Sequence[datetime.date], sentence: TaggedSentence) -> list[datetime.date]:
    weekdays = {day.isoweekday() for day in days}
    return list(sentence.span.weekdays(min(weekdays))) if len(weekdays) == 1 else []


def one_pub(sentence: TaggedSentence, tokens: Sequence[SentenceToken]) -> str:
    """Return the pub that names mean."""
    pubs = list(dict.fromkeys(pub for token in tokens for name in token.names for pub in name.pubs))
    if len(pubs) != 1:
        raise UnreadableSentence(
            "Which pub is it?",
            [AnswerChoice(words=pub, line=sentence.with_text(tokens[0], pub)) for pub in pubs if tokens],
        )
    return pubs[0]


def shut(sentence: TaggedSentence, clause: AskingClause) -> RequestMeaning:
    """Return the days on which a pub is shut."""
    pub = one_pub(sentence, clause.teams)
    if set(clause.part.kinds) & REFUSING:
        raise UnreadableSentence("Shut or open?")
    refuse_rest(clause.part.tokens, frozenset("TDStrxpMuPn"))
    refuse_or(sentence, clause.whens)
    days = sorted({day for token in clause.whens for when in token.whens for day in when.days})
    if not days or any(when.ends for token in clause.whens for when in token.whens):
        raise UnreadableSentence(f"On which days is {pub} shut?")
    texts = {"name": pub, "matches": "", "closed": format_nights(days, (), sentence.span), "place": ""}
    remark = "; the reason is not kept" if sentence.reason else ""
    return RequestMeaning(
        rows=((RowKind.PUB, BoxRow(texts=texts)),), words=f"{pub} is shut {nights_phrase(days)}{remark}"
    )


def is_room(sentence: TaggedSentence) -> bool:
    """Return whether a sentence is about the room of a pub for matches."""
    kinds = set(sentence.kinds)
    return bool(kinds & set("R") and "#" in kinds and kinds & set("PlW") and not kinds & set("DHhAavSYZ"))


def room(sentence: TaggedSentence) -> RequestMeaning:
    """Return how many matches a pub takes on a night: the number before “matches” or “at once”."""
    pub = one_pub(sentence, sentence.of_kind(WordKind.TEAM))
    tokens = [token for token in sentence.tokens if token.kind is not WordKind.FILLER]
    numbers = [
        token.text.casefold()
        for token, behind in pairwise(tokens)
        if token.kind is WordKind.NUMBER
        and behind.kind in (WordKind.PLAY, WordKind.LEAGUE, WordKind.SAME_NIGHT)
    ]
    rest = {token.kind for token in tokens if token.text.casefold() not in _AGREES}
    if len(set(numbers)) != 1 or not rest <= _OF_ROOM:
        raise UnreadableSentence(
            f"For how many matches has {pub} room?",
            [
                AnswerChoice(words=words, line=f"{pub} takes {words} matches")
                for words in ("one", "two", "three")
            ],
        )
    number = _NUMBERS.get(numbers[0]) or int(numbers[0])
    texts = {"name": pub, "matches": str(number), "closed": "", "place": ""}
    words = f"{pub} has room for {count(number)} match{'es' * (number > 1)} on one night"
    return RequestMeaning(rows=((RowKind.PUB, BoxRow(texts=texts)),), words=words)
