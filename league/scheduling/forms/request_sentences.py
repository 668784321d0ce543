"""Sentences on the requests page: each beside its meaning, its question with choices, how much it matters."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from django.http import QueryDict

from league.scheduling.planner.phrases import request_words
from league.scheduling.requests.answers import LEAVE_OUT, ParsedRequest, UnreadableSentence
from league.scheduling.requests.box_reading import parse_boxes
from league.scheduling.requests.boxes import LITTLE, NORMAL, Boxes, BoxRow
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.fields import RowKind
from league.scheduling.requests.resolving import KnownNames
from league.shared.text import capitalised

MOST_LINES, MOST_BUTTONS = 100, 8
IMPORTANCE = (("must", "a must"), (str(NORMAL), "normal"), (str(LITTLE), "if possible"))
ANSWER, CHOICE, IMPORTANT, READ_BEFORE, IN_BOXES = "answer", "choice", "importance", "sentence", "in-boxes"
LEAVE_OUT_ALL = "leave-out"
"""The names of buttons, of lists of choices, and of hidden boxes with the sentences that have been read."""

ANSWERED = " → "
"""Between a line and the line that an answer puts in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceChoice:
    """A choice beside a sentence: its words, the value its button sends, and whether it holds now."""

    words: str
    value: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSentence:
    """A sentence beside its meaning, and how much it matters where the words leave that open."""

    line: str
    meaning: str
    importance: tuple[SentenceChoice, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceQuestion:
    """A sentence that is not understood, with one question and its choices."""

    line: str
    question: str
    choices: tuple[SentenceChoice, ...]

    @property
    def has_buttons(self) -> bool:
        """Whether its choices are few enough for buttons."""
        return len(self.choices) <= MOST_BUTTONS


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedLines:
    """The parsed lines, and the lines that are not understood, each with a question.

    `to_fill` are rows of a line that is to be said in boxes instead.
    """

    to_fill: tuple[tuple[RowKind, BoxRow], ...] = ()
    understood: tuple[ParsedRequest, ...] = ()
    unread: tuple[str, ...] = ()
    questions: tuple[SentenceQuestion, ...] = ()
    late: str = ""
    sentences: tuple[ReadSentence, ...] = ()

    @property
    def is_anything(self) -> bool:
        return bool(self.understood or self.unread)


def parse_lines(sent: QueryDict, known: KnownNames, span: SeasonSpan) -> ParsedLines:
    """Return the lines of a submission that are not empty, parsed, with the answers to their questions."""
    lines = [" ".join(line.split()) for line in str(sent.get("lines", "")).splitlines() if line.strip()]
    for answer in (*sent.getlist(ANSWER), *sent.getlist(CHOICE)):
        line, arrow, answered = map(str.strip, str(answer).partition(ANSWERED.strip()))
        if arrow and line in lines:
            lines[lines.index(line)] = answered
    in_boxes = [line for line in sent.getlist(IN_BOXES) if line in lines]
    lines = [line for line in lines if line and line not in in_boxes]
    understood, questions = list[ParsedRequest](), list[SentenceQuestion]()
    for line in lines[:MOST_LINES]:
        try:
            understood.append(_grammar().parse_sentence(line, known, span))
        except UnreadableSentence as unread:
            if LEAVE_OUT_ALL not in sent:
                questions.append(_question(line, unread))
    late = lines[MOST_LINES:]
    return ParsedLines(
        to_fill=tuple(row for line in in_boxes for row in _grammar().rows_to_fill(line, known, span)),
        understood=tuple(understood),
        unread=(*(question.line for question in questions), *late),
        questions=tuple(questions),
        late=f"{MOST_LINES} lines are read at once. The rest are still in the box." if late else "",
    )


def _grammar() -> ModuleType:
    # Imported here: its patterns take longer to compile than the rest of the page, which few visits need.
    from league.scheduling.requests import sentences

    return sentences


def _question(line: str, unread: UnreadableSentence) -> SentenceQuestion:
    choices = (
        SentenceChoice(words=choice.words, value=f"{line}{ANSWERED}{choice.line}")
        for choice in dict.fromkeys((*unread.choices, LEAVE_OUT))
    )
    return SentenceQuestion(line=line, question=unread.question, choices=tuple(choices))


def lines_read_before(sent: QueryDict, known: KnownNames, span: SeasonSpan) -> list[ParsedRequest]:
    """Return the sentences that the page showed as read."""
    requests = []
    for line in sent.getlist(READ_BEFORE)[:MOST_LINES]:
        try:
            requests.append(_grammar().parse_sentence(str(line).strip(), known, span))
        except UnreadableSentence:  # a name has changed meanwhile: its rows stay, and nothing is said of them
            continue
    return requests


def with_importance(sent: QueryDict, boxes: Boxes, before: Sequence[ParsedRequest]) -> Boxes:
    """Return the boxes with the importance that a button gives to a sentence's rows."""
    strength, _, line = str(sent.get(IMPORTANT, "")).partition(" ")
    request = next((request for request in before if request.line == line), None)
    if request is None or strength not in dict(IMPORTANCE):
        return boxes
    rows = dict(boxes.rows)
    for kind, row in request.rows:
        rows[kind] = tuple(
            replace(old, texts={**old.texts, "strength": strength}) if _is_same(row, old) else old
            for old in rows[kind]
        )
    return replace(boxes, rows=rows)


def read_sentences(
    requests: Sequence[ParsedRequest], boxes: Boxes, known: KnownNames
) -> tuple[ReadSentence, ...]:
    """Return sentences beside their meanings, as far as their rows still stand in the boxes."""
    sentences = []
    for request in {request.line: request for request in requests}.values():
        rows = [
            (kind, next((old for old in boxes.rows[kind] if _is_same(row, old)), None))
            for kind, row in request.rows
        ]
        standing = [(kind, row) for kind, row in rows if row is not None]
        if len(standing) == len(rows):
            sentences.append(_sentence(request, standing, known))
    return tuple(sentences)


def _sentence(
    request: ParsedRequest, rows: Sequence[tuple[RowKind, BoxRow]], known: KnownNames
) -> ReadSentence:
    strengths = {row.text("strength") for _, row in rows}
    if not (request.is_open and len(strengths) == 1):
        return ReadSentence(line=request.line, meaning=request.sentence)
    of_kind: dict[RowKind, tuple[BoxRow, ...]] = dict.fromkeys(RowKind, ())
    for kind, row in rows:
        of_kind[kind] = (*of_kind[kind], row)
    file = parse_boxes(Boxes(season=BoxRow(texts={}), rows=of_kind), known).file
    names = {name: name for name in known.teams.values()}
    words = "; ".join(request_words(asked, names) for asked in file.requests)
    strength = strengths.pop()
    return ReadSentence(
        line=request.line,
        meaning=f"{capitalised(words)}.",
        importance=tuple(
            SentenceChoice(words=words, value=f"{value} {request.line}", is_chosen=value == strength)
            for value, words in IMPORTANCE
        ),
    )


def _is_same(row: BoxRow, other: BoxRow) -> bool:
    """Return whether a row of a sentence stands in another, whatever its strength; a pub's has more days."""
    keys = [key for key in row.texts if row.text(key) and key != "strength"]
    return bool(keys) and all(
        row.text(key) in other.text(key) if key == "closed" else row.text(key) == other.text(key)
        for key in keys
    )
