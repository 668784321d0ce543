"""Tag a sentence: names and days wherever they stand, then every other word by its kind of `vocabulary`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from league.scheduling.planner.calendar import DAYS
from league.scheduling.requests.answers import AnswerChoice, UnreadableSentence
from league.scheduling.requests.day_phrases import find_days
from league.scheduling.requests.day_reader import AmbiguousDays, DayMention
from league.scheduling.requests.days import MONTHS, SeasonSpan, match_word
from league.scheduling.requests.name_mentions import NameFinder, NameMention
from league.scheduling.requests.spelling import spell_out
from league.scheduling.requests.vocabulary import ASKING, PLACES, REFUSING, Word, longest, word_kinds

NAME_MARK, DAY_MARK, EXCEPT_MARK = "§", "¶", "‡"
_NO_MARKS = dict.fromkeys(map(ord, (NAME_MARK, DAY_MARK, EXCEPT_MARK)), " ")
# “any Thursday except” before a day: who can play on any other night cannot on this one.
_ANY_EXCEPT = re.compile(
    r"\b(?:on )?any (?:other )?(?:\w+day|night|week|date|day|time|evening|fixture|match|game)s?"
    r"(?: (?:night|evening))?(?: (?:in|of) (?:the )?\w+)?(?: at all)?,?"
    r" (?:except|but|bar|barring|apart from|other than|excluding|save)(?: for)?(?: on)?(?: the)?(?= [\w¶])"
)
_REFUSED = re.compile(r"\b(?:not|\w+n'?t|cannot|unable|no|never|without)\b")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|.", re.DOTALL)
_UNKNOWN = re.compile(r"[^\s,;:.!?()|\"“”§¶]+")
_SENTENCE_START = re.compile(r"(?:^|[.!?:;–—-]|[\"“(])\s*$")
# Words with a hyphen, and what is more than a day of a month: a captain's 60th.
_NO_DATE = re.compile(r"[^\W\d_]+(?:['/&-]+[^\W\d_]+)*'?|(?:3[2-9]|[4-9]\d|\d{3,})(?:st|nd|rd|th)?")
_STOP = re.compile(r"[,;:.!?()|\"“”•*>]+|(?:(?<=\s)|^)[-–—]+(?=\s)|[–—]+|//+")
# Pictures say nothing, but for those that say no or ask.
_PICTURE = re.compile(r"(?![👎🚫❌✖⛔❓🤔🙅😡🤬❗])[\u2600-\u27bf\ufe0f\u200d\U0001f300-\U0001faff]")
_MONTH_NAMES = "|".join(name.casefold()[:3] + r"\w*" for name in MONTHS)
# “the third of December”, “from the first to the eighth of April”: beside a month these words are dates.
_SPOKEN = re.compile(
    rf"\s+(?:of\s+(?:{_MONTH_NAMES})|(?:to|until|till|and|or)\s+(?:the\s+)?\w+(?:th|first|second|third)\s+of\s+(?:{_MONTH_NAMES}))",
    re.IGNORECASE,
)
_SMALL_ORDINALS = {"first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th"}
# In notes: no H 17/9, 2 A in a row. A team's letter is part of its name.
_LETTER_WORDS = {"H": "home", "A": "away"}
# “Mons” and “Weds” are all of them, but for “Weds 14 Jan”, “the Tues before” and “first Thurs in”.
_SEVERAL = re.compile(
    r"\b(?:mons|tues|weds|thurs|fris|sats|suns)\b"
    r"(?!\.?,? +(?:the +)?\d|\.? +(?:before|after|following|night|eve|of)\b)",
    re.IGNORECASE,
)
_OF_ONE = re.compile(
    r"the|this|next|that|every|each|any|other|alternate|first|second|third|fourth|last|\d\w\w|[¶§]"
)
_LOWER_BEHIND = re.compile(r"\s+[a-z]+\b(?<!in)(?<!on)")
_WOULD = re.compile(r"\b(?:would|should|be)\b|'d\b")
_ASKED = ASKING | REFUSING | word_kinds("play league days room trap start finish both_ends an_end")
_SUBJECTS = word_kinds("team division us teams")
_SUBJECT = re.compile(r"(?:you|they|it|there|the|that|their|our|his|her|a|an)(?:'\w+| could| would| had)?")
_MARRYING = re.compile(r"\b(?:get|gets|getting|got|to be|newly|being)\s$", re.IGNORECASE)
_PARTING = (Word.JOINT, Word.OR, Word.STOP)
# What may follow a “for” that gives no reason: for 3 December, for the cup, for a home match.
_NO_REASONS = word_kinds(
    "team division days not home home_to away play league free cup reserve number room everybody keep"
)


# Whoever is named before a team, as in “Jean from the Owl”.
_SPEAKERS = word_kinds("unknown strange filler event teams place us")
_PROPOSED = [[word, "by"] for word in ("proposed", "seconded", "moved", "raised", "put forward")]
_ON_BEHALF = frozenset(("of", "from", "for", "known as"))


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceToken:
    """A phrase of a sentence: its kind, where it stands, and the names or days it means."""

    kind: Word
    start: int
    end: int
    text: str
    names: tuple[NameMention, ...] = ()
    whens: tuple[DayMention, ...] = ()


@dataclass(frozen=True, slots=True)
class _Text:
    """A text in place of a line, with the place in the line of every sign."""

    signs: str
    starts: Sequence[int]
    ends: Sequence[int]

    def masked(self, spans: Sequence[tuple[int, int]], mark: str) -> "_Text":
        """Return the text with a mark for each span."""
        signs, starts, ends, place = "", list[int](), list[int](), 0
        for start, end in spans:
            signs += self.signs[place:start] + mark
            starts += [*self.starts[place:start], self.starts[start]]
            ends += [*self.ends[place:start], self.ends[end - 1]]
            place = end
        return _Text(signs + self.signs[place:], [*starts, *self.starts[place:]], [*ends, *self.ends[place:]])


def tag(line: str, finder: NameFinder, span: SeasonSpan) -> list[SentenceToken]:
    """Return the tokens of a line that `plain_names` returned.

    Raises:
        UnreadableSentence: something could be more than one day.
    """
    names = finder.find(line)
    places = range(len(line))
    unmarked = _PICTURE.sub(" ", line.translate(_NO_MARKS))
    text = _Text(unmarked, places, [place + 1 for place in places]).masked(
        [(name.start, name.end) for name in names], NAME_MARK
    )
    text = _plain(text)
    whole = text.signs
    exceptions = [
        found
        for found in _ANY_EXCEPT.finditer(text.signs)
        if not _REFUSED.search(text.signs, 0, found.start())
    ]
    text = text.masked([found.span() for found in exceptions], EXCEPT_MARK)
    try:
        whens = list(find_days(text.signs, span, finder.known, whole))
    except AmbiguousDays as ambiguous:
        raise _question(line, text, ambiguous) from None
    marked = text.masked([(when.start, when.end) for when in whens], DAY_MARK)
    days = {text.starts[when.start]: when for when in whens}
    tokens = list(_tokens(line, marked, {name.start: name for name in names}, days))
    return _without_polite_if(_without_idle_for(_without_speakers(_joined(tokens))))


def _question(line: str, text: _Text, ambiguous: AmbiguousDays) -> UnreadableSentence:
    """Return the question that days make, each answer with its line."""
    if not ambiguous.end:
        return UnreadableSentence(ambiguous.question)
    before, behind = line[: text.starts[ambiguous.start]], line[text.ends[ambiguous.end - 1] :]
    choices = [
        AnswerChoice(words=words, line=f"{before}{phrase}{behind}") for words, phrase in ambiguous.phrases
    ]
    return UnreadableSentence(ambiguous.question, choices)


def _plain(text: _Text) -> _Text:
    """Return a text in lower case, its months and days of the week spelt out."""
    signs, starts, ends = "", list[int](), list[int]()
    for word in _WORD.finditer(text.signs):
        is_married = word[0].casefold() == "wed" and _MARRYING.search(text.signs, 0, word.start())
        is_letter = word[0] in _LETTER_WORDS and not _LOWER_BEHIND.match(text.signs, word.end())
        plain = (
            "married"
            if is_married
            else spell_out(_LETTER_WORDS[word[0]] if is_letter else word[0]).replace("’", "'")
        )
        before = signs.split()[-1:]
        if _SEVERAL.match(text.signs, word.start()) and not (before and _OF_ONE.fullmatch(before[0])):
            plain = f"{plain.removesuffix('s')}s"
        if plain in _SMALL_ORDINALS and _SPOKEN.match(text.signs, word.end()):
            plain = _SMALL_ORDINALS[plain]
        begin, end = word.span()
        is_same = len(plain) == end - begin
        starts += text.starts[begin:end] if is_same else [text.starts[begin]] * len(plain)
        ends += text.ends[begin:end] if is_same else [text.ends[end - 1]] * len(plain)
        signs += plain
    return _Text(signs, starts, ends)


def _tokens(
    line: str, text: _Text, names: dict[int, NameMention], days: dict[int, DayMention]
) -> Sequence[SentenceToken]:
    tokens: list[SentenceToken] = []
    place = 0
    while place < len(text.signs):
        if text.signs[place].isspace():
            place += 1
            continue
        kind, end, name, when = Word.UNKNOWN, place, None, None
        if text.signs[place] in (NAME_MARK, DAY_MARK):
            start = text.starts[place]
            name, when, end = names.get(start), days.get(start), place + 1
            kind = Word.DAYS if when else Word.DIVISION if name and name.division else Word.TEAM
        elif stop := _STOP.match(text.signs, place):
            kind, end = Word.STOP, stop.end()
        else:
            kind, end = longest(text.signs, place)
        if end == place:
            unknown = _UNKNOWN.match(text.signs, place)
            end = unknown.end() if unknown else place + 1
            kind = Word.STRANGE if _is_strange(line, text.starts[place], text.signs[place:end]) else kind
        start, stops = text.starts[place], text.ends[end - 1]
        tokens.append(
            SentenceToken(
                kind=kind,
                start=start,
                end=stops,
                text=line[start:stops],
                names=(name,) if name else (),
                whens=(when,) if when else (),
            )
        )
        place = end
    return tokens


def _is_strange(line: str, start: int, word: str) -> bool:
    """Return whether a word that nobody knows may be a name, a date or a number that has not been read."""
    is_name = line[start].isupper() and not line.isupper() and not _SENTENCE_START.search(line[:start])
    return is_name or is_time(word) or not (word.isalpha() or _NO_DATE.fullmatch(word))


def is_time(word: str) -> bool:
    """Return whether a word is a day of the week or a month, or begins like one."""
    return bool(match_word(word.removesuffix("s"), (*DAYS, *MONTHS)))


def _joined(tokens: Sequence[SentenceToken]) -> list[SentenceToken]:
    """Return tokens with names that only commas and “and” part as one, and days likewise."""
    joined: list[SentenceToken] = []
    place = 0
    while place < len(tokens):
        token = tokens[place]
        place += 1
        while token.kind in (Word.TEAM, Word.DIVISION, Word.DAYS):
            ahead = place
            while ahead < len(tokens) and _joins(tokens[ahead]):
                ahead += 1
            if ahead == len(tokens) or tokens[ahead].kind is not token.kind:
                break
            if not any(between.kind in _PARTING for between in tokens[place:ahead]):
                break
            is_listed = any(between.kind in (Word.JOINT, Word.OR) for between in tokens[place:ahead])
            if not is_listed and token.kind is Word.DAYS and _is_said_of(tokens, ahead):
                break
            token = _both(token, tokens[ahead], tokens[place:ahead])
            place = ahead + 1
        joined.append(token)
    return joined


def _is_said_of(tokens: Sequence[SentenceToken], place: int) -> bool:
    """Return whether something is said of the days at a place: the 17th is fine."""
    behind = tokens[place + 1].text.casefold() if place + 1 < len(tokens) else ""
    return bool(re.match(r"(?:is|are|would|will|'s)\b", behind))


def _joins(token: SentenceToken) -> bool:
    is_small = token.text.casefold() in ("the", "on", "in", "both", "(", "then")
    return is_small or token.kind in (Word.JOINT, Word.OR) or token.text in (",", ", ")


def _both(token: SentenceToken, other: SentenceToken, between: Sequence[SentenceToken]) -> SentenceToken:
    """Return two tokens as one. Of days in a longer time, told after a comma, the time says no more."""
    whens = (*token.whens, *other.whens)
    if whens and not any(part.kind in (Word.JOINT, Word.OR) for part in between):
        outer, inner = ({day for when in part.whens for day in when.days} for part in (token, other))
        whens = (
            other.whens if inner and inner <= outer else token.whens if outer and outer <= inner else whens
        )
    return replace(
        token,
        end=other.end,
        text=f"{token.text} {other.text}",
        names=(*token.names, *other.names),
        whens=whens,
    )


def _without_speakers(tokens: list[SentenceToken]) -> list[SentenceToken]:
    """Return tokens with those who speak for a team as filler: the ladies of the Owl, Jean from the Bell."""
    kept = list(tokens)
    for place, token in enumerate(tokens):
        begin = place
        while (
            token.kind is Word.TEAM
            and begin
            and (kept[begin - 1].kind in _SPEAKERS or kept[begin - 1].text.casefold() == "from")
        ):
            begin -= 1
        run = kept[begin:place]
        is_start = not begin or kept[begin - 1].kind is Word.STOP
        if [other.text.casefold() for other in kept[max(place - 2, 0) : place]] in _PROPOSED:
            kept[place] = replace(token, kind=Word.FILLER)
        if is_start and any(other.text.casefold() in _ON_BEHALF for other in run):
            kept[begin:place] = [replace(other, kind=Word.FILLER) for other in run]
    return kept


def _without_polite_if(tokens: list[SentenceToken]) -> list[SentenceToken]:
    """Return tokens with an “if” behind what would please as filler: we would be chuffed if."""
    kept, begin = list(tokens), 0
    for place, token in enumerate(tokens):
        if token.kind is Word.STOP:
            begin = place + 1
        if token.kind is Word.TRAP and token.text.casefold() == "if":
            ahead = tokens[begin:place]
            is_pleased = any(_WOULD.search(other.text.casefold()) for other in ahead)
            behind = tokens[place + 1] if place + 1 < len(tokens) else token
            is_said = behind.kind in _SUBJECTS or _SUBJECT.fullmatch(behind.text.casefold())
            if is_pleased and is_said and not {other.kind for other in ahead} & _ASKED:
                kept[place] = replace(token, kind=Word.FILLER)
    return kept


def _without_idle_for(tokens: list[SentenceToken]) -> list[SentenceToken]:
    """Return tokens with each “for” that gives no reason as filler."""
    kept = []
    for place, token in enumerate(tokens):
        follows = next(
            (later.kind for later in tokens[place + 1 :] if later.kind is not Word.FILLER), Word.STOP
        )
        text = token.text.casefold() if token.kind is Word.BECAUSE else ""
        is_idle = (text in ("for", "when") and follows in _NO_REASONS) or (
            text == "with" and follows in PLACES
        )
        kept.append(replace(token, kind=Word.FILLER) if is_idle else token)
    return kept
