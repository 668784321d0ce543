"""Read a sentence about a pub: the days on which it is shut, and how many matches it has room for."""

from collections.abc import Sequence
from itertools import pairwise

from league.scheduling.planner.phrases import nights_phrase
from league.scheduling.requests.answers import AnswerChoice, RequestMeaning, UnreadableSentence
from league.scheduling.requests.boxes import BoxRow
from league.scheduling.requests.clauses import AskingClause, TaggedSentence
from league.scheduling.requests.days import format_nights
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.tagging import SentenceToken
from league.scheduling.requests.unread_words import refuse_or, refuse_rest
from league.scheduling.requests.vocabulary import MATCHES, OPPONENTS, PLACES, REFUSING, Word, word_kinds
from league.shared.text import count

NUMBERS = {"a single": 1, "single": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_AGREES = frozenset(("fine", "ok", "okay", "no bother", "alright"))
_OF_ROOM = MATCHES | word_kinds("grant team room only same_night number cannot much us teams both place")
_NO_ROOM = PLACES | OPPONENTS | word_kinds("days shut apart")
_SHUT = word_kinds("team days shut teams place event leaves must us play that_night")


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
    if clause.part.kinds & REFUSING:
        raise UnreadableSentence("Shut or open?")
    refuse_rest(
        clause.part.tokens,
        _SHUT,
    )
    refuse_or(sentence, clause.whens)
    days = sorted({day for token in clause.whens for when in token.whens for day in when.days})
    if not days or any(when.ends for token in clause.whens for when in token.whens):
        raise UnreadableSentence(f"On which days is {pub} shut?")
    texts = {"name": pub, "matches": "", "closed": format_nights(days, (), sentence.span), "place": ""}
    remark = "; the reason is not saved" if sentence.reason else ""
    return RequestMeaning(
        rows=((RowKind.PUB, BoxRow(texts=texts)),), words=f"{pub} is shut {nights_phrase(days)}{remark}"
    )


def is_room(sentence: TaggedSentence) -> bool:
    """Return whether a sentence is about the room of a pub for matches."""
    kinds = sentence.kinds
    return bool(
        kinds & {Word.ROOM}
        and Word.NUMBER in kinds
        and kinds & (MATCHES | {Word.SAME_NIGHT})
        and not kinds & _NO_ROOM
    )


def room(sentence: TaggedSentence) -> RequestMeaning:
    """Return how many matches a pub takes on a night: the number before “matches” or “at once”."""
    pub = one_pub(sentence, sentence.of_kind(Word.TEAM))
    tokens = [token for token in sentence.tokens if token.kind is not Word.FILLER]
    numbers = [
        token.text.casefold()
        for token, behind in pairwise(tokens)
        if token.kind is Word.NUMBER and behind.kind in (Word.PLAY, Word.LEAGUE, Word.SAME_NIGHT)
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
    number = NUMBERS.get(numbers[0]) or int(numbers[0])
    texts = {"name": pub, "matches": str(number), "closed": "", "place": ""}
    words = f"{pub} has room for {count(number)} match{'es' * (number > 1)} on one night"
    return RequestMeaning(rows=((RowKind.PUB, BoxRow(texts=texts)),), words=words)
