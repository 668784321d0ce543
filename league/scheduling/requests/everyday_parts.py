"""Divide a sentence in everyday words: marks for names and days, its reason, a part for each request."""

import re
from dataclasses import dataclass

from league.scheduling.planner.calendar import DAYS
from league.scheduling.planner.words import nights_phrase
from league.scheduling.requests import everyday_words as ways
from league.scheduling.requests.answers import UnreadableSentence
from league.scheduling.requests.days import MONTHS, SeasonSpan, UnreadableDays, match_word, parse_nights
from league.scheduling.requests.everyday_days import DayMention, find_days, plain_days
from league.scheduling.requests.mentions import NameFinder, NameMention, plain_names
from league.scheduling.requests.resolving import KnownNames


@dataclass(frozen=True, slots=True)
class _Marked:
    """A line with marks for its names and days."""

    text: str
    names: tuple[NameMention, ...]
    whens: tuple[DayMention, ...]


def says_more(text: str, known: KnownNames, span: SeasonSpan) -> bool:
    """Return whether a reason holds a name, a day or a request, so that it is more than a reason."""
    try:
        marked = _marked(text, known, span)
    except UnreadableSentence:
        return True
    asks = any(
        ask.search(marked.text) for ask in (ways.NO_HOME, ways.NO_AWAY, ways.HOME, ways.AWAY, ways.UNSURE)
    )
    return bool(marked.whens or asks or any(name.is_whole for name in marked.names))


def _marked(line: str, known: KnownNames, span: SeasonSpan) -> _Marked:
    typed = plain_names(line.strip())
    names = tuple(NameFinder(known).find(typed))
    text, end = "", 0
    for number, name in enumerate(names):
        text += f"{typed[end : name.start]}§t{number} "
        end = name.end
    text = plain_days(text + typed[end:])
    whens = tuple(find_days(text, span, known.league.night))
    parts, end = [], 0
    for number, when in enumerate(whens):
        parts.append(f"{text[end : when.start]}§d{number} ")
        end = when.end
    return _Marked("".join([*parts, text[end:]]), names, whens)


class EverydayLine:
    """A line with its names and days, and its parts, each a request."""

    def __init__(self, line: str, known: KnownNames, span: SeasonSpan) -> None:
        self.known, self.span = known, span
        self.finder = NameFinder(known)
        marked = _marked(line, known, span)
        self.names, self.whens = marked.names, marked.whens
        self.text = re.sub(r"\baway from home\b", "away", marked.text.replace("§t", " §t"))
        self.reason = ""
        self._refuse_unknown_names(plain_names(line.strip()))
        self._take_reason()

    def _refuse_unknown_names(self, typed: str) -> None:
        """Raise a question for a name beside a known one that is none of the league's."""
        text, end = "", 0
        for name in self.names:
            text, end = f"{text}{typed[end : name.start]}§", name.end
        for other in ways.OTHER_NAME.finditer(text + typed[end:]):
            word = other[1] or other[2]
            if not match_word(word.casefold(), (*MONTHS, *DAYS)) and word.casefold() not in ways.FIRST_WORDS:
                raise UnreadableSentence(f"Which team is “{word}”?", sorted(set(self.known.teams.values())))

    def _take_reason(self) -> None:
        """Take off what is in brackets or follows because, unless the only day stands there."""
        for pattern in (
            re.compile(r"\(([^()]*)\)?"),
            ways.LEADING_BECAUSE,
            re.compile(ways.BECAUSE.pattern + r".*"),
        ):
            match = pattern.search(self.text)
            if not match:
                continue
            rest = f"{self.text[: match.start()]} {self.text[match.end() :]}"
            if (ways.D.search(match[0]) and not ways.D.search(rest)) or (
                ways.T.search(match[0]) and not ways.T.search(rest)
            ):
                continue
            if ways.D.search(match[0]):
                raise UnreadableSentence("Which of these days is meant?", self.day_choices())
            if ways.T.search(match[0]) and not ways.LEADING_BECAUSE.match(match[0]):
                raise UnreadableSentence("Which team is this about?", self._team_choices())
            words = re.sub(ways.BECAUSE.pattern, "", match[0])
            self.reason = self.reason or ways.T.sub("", words).strip(" ().,;")
            self.text = rest

    def day_choices(self) -> list[str]:
        return [nights_phrase(when.days, when.ends) for when in self.whens]

    def _team_choices(self) -> list[str]:
        return list(dict.fromkeys(team for name in self.names for team in name.teams))

    def clauses(self) -> list[str]:
        """Return the parts of the text of which each has its own request and its own days."""
        clauses = [self.text]
        while (cut := self._cut(clauses[-1])) is not None:
            clauses[-1:] = cut
        return clauses

    def _cut(self, text: str) -> tuple[str, str] | None:
        for joint in ways.JOINTS.finditer(text):
            left, right = text[: joint.start()], text[joint.end() :]
            if _is_request(left) and _is_request(right) and not re.match(r"(?:so|then)\b", right):
                return left, right
        return None

    def check_rest(self, text: str) -> None:
        """Raise a question for a figure, month or day of the week that no day has used."""
        rest = ways.D.sub("", ways.T.sub("", text))
        for day in re.findall(r"\d{1,2}(?:st|nd|rd|th)? [a-z]{3,}", rest):
            try:
                parse_nights(day, self.span)
            except UnreadableDays as refused:
                raise UnreadableSentence(f"{str(refused).rstrip('.')}. Which day is it?") from None
        for word in re.findall(r"[\w/]+", rest):
            name = word.removesuffix("s")
            is_name = name in (day.casefold() for day in DAYS) or (
                match_word(word, MONTHS) and word not in ("may", "march", "mar")
            )
            if is_name and not any(mention.division for mention in self.names):
                raise UnreadableSentence(f"Which dates does “{word}” mean?")
            if re.match(r"\d", word) and not is_room(text):
                raise UnreadableSentence(f"Which date does “{word}” mean?")


def is_room(text: str) -> bool:
    """Return whether a part is about the room of a pub."""
    return bool(ways.ROOM.search(text)) and bool(
        re.search(r"\bmatch(?:es)?|\bgames?|\btables?|\bboards?", text)
    )


def _is_request(text: str) -> bool:
    """Return whether a part has its own days and its own request."""
    asks = (ways.NO_HOME, ways.NO_AWAY, ways.NO_MATCH, ways.HOME, ways.AWAY, ways.SHUT)
    return bool(ways.D.search(text)) and any(ask.search(text) for ask in asks)
