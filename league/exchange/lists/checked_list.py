"""What was understood of a list: its lines, what is asked and what is wrong in them, and their outcomes.

Plain values, for pages and for the command. All problems are gathered before a list is refused.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, ParamSpec, TypeVar

from league.exchange.lists.headings import NAMES
from league.exchange.lists.text import joined, repaired
from league.shared.grouping import grouped
from league.shared.text import bare, plural

YES, NO = "yes", "no"
NOBODY = "nobody"
EACH = "each"
ALIKE = " Like it: "
# Without headings the first column of a list of pubs and teams can only be this.
_ALWAYS_FIRST = ("pub-and-teams", "pub")


@dataclass(frozen=True, slots=True, kw_only=True)
class ListColumn:
    """A column, counted from 1, and what it means; `is_guess` if by what stands in it.

    The meaning is the name of a column of that kind of list; empty in a grid, where none can be chosen.
    """

    number: int
    heading: str
    meaning: str
    is_guess: bool = False

    @property
    def key(self) -> str:
        return f"column-{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ListCell:
    """A cell as it was, beside what was understood if that differs, and the numbers of open questions."""

    text: str
    understood: str = ""
    questions: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A row under its number in the spreadsheet; `skipped` says why it is passed over."""

    number: int
    cells: tuple[ListCell, ...]
    skipped: str = ""
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuestion:
    """Something that is never guessed. `choices` are values with their labels; `answer` is one, or empty.

    A guess is answered "yes" unless somebody says "no".
    """

    key: str
    sentence: str
    heading: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    rows: tuple[int, ...] = ()
    about: str = ""
    answer: str = ""
    number: int = 0
    is_next: bool = False

    @property
    def answer_label(self) -> str:
        return dict(self.choices).get(self.answer, "")


@dataclass(slots=True, kw_only=True)
class ListedPub:
    """A pub of a list and the rows it stands in. Its label has its place where another has its name."""

    rows: list[int]
    name: str
    label: str
    address: str = ""
    postcode: str = ""
    phone: str = ""
    tables: str = ""


@dataclass(slots=True, kw_only=True)
class ListedTeam:
    """A team of a list, its pub by the label; `spelling` is its division as written.

    `has_named_pub`: the list says where it plays; else its pub follows from its name.
    """

    row: int
    name: str
    pub: str
    spelling: str = ""
    division: str = ""
    captain: str = ""
    phone: str = ""
    email: str = ""
    short_name: str = ""
    has_named_pub: bool = True
    joined: list[int] = field(default_factory=list)

    @property
    def is_pub_itself(self) -> bool:
        return bare(self.name) == bare(self.pub)


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLeague:
    """The names that a league has already, and of the season at hand.

    `places` has the address and postcode of each pub.
    """

    pubs: tuple[str, ...] = ()
    places: tuple[tuple[str, str], ...] = ()
    teams: tuple[str, ...] = ()
    divisions: tuple[str, ...] = ()
    season: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedList:
    """What was understood of a list with the answers so far, row by row, with every guess and question.

    `counts` has at least and at most how many there are of each kind of record. `refusal` says why nothing
    can be understood at all.
    """

    columns: tuple[ListColumn, ...] = ()
    rows: tuple[ListRow, ...] = ()
    guesses: tuple[ListQuestion, ...] = ()
    questions: tuple[ListQuestion, ...] = ()
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    refusal: str = ""

    @property
    def open_questions(self) -> tuple[ListQuestion, ...]:
        return tuple(question for question in self.questions if not question.answer)

    @property
    def has_doubts(self) -> bool:
        """Return whether there is anything to look at before a preview."""
        return bool(self.refusal or self.guesses or self.questions or self.problems) or any(
            column.is_guess and not (column.number == 1 and column.meaning in _ALWAYS_FIRST)
            for column in self.columns
        )

    @property
    def keys(self) -> frozenset[str]:
        """Return the key of everything that can be chosen or answered."""
        return frozenset(
            [column.key for column in self.columns]
            + [guess.key for guess in self.guesses]
            + [question.key for question in self.questions]
        )

    @property
    def problems(self) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return each row with problems, by its number."""
        return tuple((row.number, row.problems) for row in self.rows if row.problems)

    @property
    def is_ready(self) -> bool:
        """Return whether it can be previewed: every question answered, every row understood."""
        return not (self.refusal or self.open_questions or self.problems)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamList(CheckedList):
    """A list of pubs and teams."""

    pubs: tuple[ListedPub, ...] = ()
    teams: tuple[ListedTeam, ...] = ()
    divisions: tuple[str, ...] = ()
    night: int | None = None
    start: datetime.time | None = None


class OpenQuestion(ValueError):
    """Something about a line that is never guessed, and not answered yet; the message is one sentence."""


class Asking:
    """Everything that is guessed and asked about a list, with the answers so far, all by keys."""

    def __init__(self, answers: Mapping[str, str] | None = None) -> None:
        self.answers = answers or {}
        self.guesses: dict[str, ListQuestion] = {}
        self.questions: dict[str, ListQuestion] = {}
        self._firsts: dict[str, str] = {}

    def guess(self, key: str, sentence: str) -> bool:
        """Note a guess, and return whether it holds."""
        answer = NO if self.answers.get(key) == NO else YES
        self.guesses[key] = ListQuestion(key=key, sentence=sentence, answer=answer)
        return answer == YES

    def ask(
        self,
        key: str,
        heading: str,
        sentence: str,
        choices: Mapping[str, str],
        rows: Iterable[int],
        *,
        about: str,
    ) -> str:
        """Note a question, and return its answer; empty while it is open. Asked again it has more rows."""
        earlier = self.questions.get(key)
        answer = self.answers.get(key, "")
        self.questions[key] = question = ListQuestion(
            key=key,
            heading=heading,
            sentence=earlier.sentence if earlier else sentence,
            choices=tuple(choices.items()),
            rows=tuple(dict.fromkeys((*(earlier.rows if earlier else ()), *rows))),
            about=about,
            answer=answer if answer in choices else "",
        )
        return question.answer

    def ask_row(
        self,
        key: str,
        heading: str,
        sentence: str,
        choices: Mapping[str, str],
        rows: Sequence[int],
        *,
        about: str,
        own: str,
    ) -> str:
        """Return the answer for a row whose doubt is asked once for all rows that share it; empty while open.

        The key `own` answers that row by itself. It is also the key while there is no other such row, unless
        it begins with `key`.
        """
        is_each = self.answers.get(key) == EACH
        if own != key and (is_each or own not in self.answers):
            first = self._firsts.setdefault(key, own)
            if first == own and not own.startswith(key) and key not in self.answers:
                return self.ask(own, heading, sentence, choices, rows, about=about)
            if not is_each and (earlier := self.questions.pop(first, None)):
                sentence, rows = earlier.sentence, (*earlier.rows, *rows)
            may_differ = len(choices) > 1 and (is_each or first != own)
            all_choices = {**choices, EACH: "Ask of each row"} if may_differ else choices
            answer = self.ask(key, heading, sentence, all_choices, rows, about=about)
            question = self.questions[key]
            if more := len(question.rows) - 1:
                words = f"{question.sentence.partition(ALIKE)[0]}{ALIKE}{plural(more, 'more row')}."
                self.questions[key] = replace(question, sentence=words)
            if answer != EACH:
                return answer
        return self.ask(own, heading, sentence, choices, rows, about=about)

    def settled(self, *question: Any, about: str, own: str = "") -> str:
        """Return the answer of a question. Raises OpenQuestion while there is none."""
        answer = self.ask_row(*question, about=about, own=own or question[0])
        if not answer:
            raise OpenQuestion(question[2])
        return answer


def numbered(questions: Iterable[ListQuestion]) -> tuple[ListQuestion, ...]:
    """Return questions numbered from 1; the first that is open is the next to be answered."""
    questions = tuple(questions)
    following = next((question.key for question in questions if not question.answer), "")
    return tuple(
        replace(question, number=number, is_next=question.key == following)
        for number, question in enumerate(questions, 1)
    )


def list_rows(
    rows: Sequence[Sequence[str]],
    columns: Sequence[ListColumn],
    head: int | None,
    *,
    understood: Mapping[tuple[int, int], str],
    passed: Mapping[int, str],
    problems: Mapping[int, Iterable[str]],
    questions: Sequence[ListQuestion],
) -> Iterator[ListRow]:
    """Yield the rows of a list under their headings, cell by cell with what was understood and is asked."""
    meanings = [column.meaning for column in columns]
    usual = next((place for place, meaning in enumerate(meanings) if meaning in NAMES), 0)
    open_questions = (question for question in questions if not question.answer)
    by_row = grouped((number, question) for question in open_questions for number in question.rows)
    for number, row in enumerate(rows, 1):
        if number - 1 == head or not any(row):
            continue
        texts = [*map(joined, row), *[""] * (len(columns) - len(row))]
        said = list(enumerate(zip(texts, meanings, strict=False)))
        numbers = grouped(
            (next((place for place, words in said if question.about in words), usual), question.number)
            for question in by_row[number]
        )
        cells = [
            ListCell(
                text=text,
                understood=words if words != text else "",
                questions=tuple(numbers[place]),
            )
            for place, text in enumerate(texts)
            for words in [understood.get((number, place)) or repaired(text)]
        ]
        yield ListRow(
            number=number,
            cells=tuple(cells),
            skipped=passed.get(number, ""),
            problems=tuple(dict.fromkeys(problems.get(number, ()))),
        )


NAMES_TEAMS = ("home", "away", "team")


class WrongList(ValueError):
    """A list whose columns cannot be understood; the message is one sentence, or several of a line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListLine:
    """A line of a list by the names of its columns; empty cells are left out.

    The first line of the file is 1. `above` are the columns whose cells were taken from further up.
    `problems` say which needed cells are missing, and which are too long and left out. A line out of a grid
    has the `place` of its cell in the row, from 1.
    """

    number: int
    place: int = 0
    cells: Mapping[str, str]
    above: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> str:
        return self.cells.get(name, "")

    @property
    def key(self) -> int:
        """Return the number of the line, for a cell of a grid with its place."""
        return self.number * 100 + self.place if self.place else self.number


Passed = Mapping[int, str]
"""Lines that are skipped, by their numbers, and why."""


class ImportAction(StrEnum):
    """What importing a line does: add, change or leave what is known; or the line is skipped, or is wrong."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    PASSED = "passed"
    FAULT = "fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRow:
    """The outcome of importing a line: `words` say what it does, or why it cannot be imported.

    `problems` has each reason by itself, `unknown` the names in it that no team has, with teams that may be
    meant, likeliest first, and `faults` what no answer solves.
    """

    number: int
    kind: ImportAction
    words: str
    problems: tuple[str, ...] = ()
    unknown: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


class UnknownTeam(ValueError):
    """No team is called so, but `like` may be meant; the message is one sentence."""

    def __init__(self, name: str, sentence: str, like: Iterable[object]) -> None:
        super().__init__(sentence)
        self.name, self.like = name, tuple(map(str, like))


def imported_row(line: ListLine, words: str, kind: ImportAction) -> ImportedRow:
    """Return the outcome of a line, naming the columns whose cells were taken from further up."""
    above = f" ({' and '.join(line.above)} from above)" if line.above else ""
    return ImportedRow(number=line.number, kind=kind, words=words + above)


def outcome(line: ListLine, name: object, changes: Iterable[str], *, new: str = "") -> ImportedRow:
    """Return the outcome of a line: what is made, in the words of `new`, or what it changes, or nothing."""
    if new:
        return imported_row(line, new, ImportAction.NEW)
    if words := ", ".join(changes):
        return imported_row(line, f"{name}: {words}", ImportAction.CHANGED)
    return imported_row(line, f"{name}, no change", ImportAction.KNOWN)


def faulty_row(line: ListLine, errors: Iterable[ValueError]) -> ImportedRow:
    """Return the outcome of a line that cannot be imported, with everything that is wrong in it."""
    errors = tuple(errors)
    problems = tuple(dict.fromkeys(map(str, errors)))
    about = f"{line['home']} v {line['away']}: " if line.place and line["home"] else ""
    return ImportedRow(
        number=line.number,
        kind=ImportAction.FAULT,
        words=about + " ".join(problems),
        problems=problems,
        faults=tuple(
            dict.fromkeys(
                f"{about}{error}" for error in errors if not isinstance(error, (UnknownTeam, OpenQuestion))
            )
        ),
        unknown={error.name: error.like for error in errors if isinstance(error, UnknownTeam)},
    )


def checked(line: ListLine, act: Callable[[ListLine], ImportedRow]) -> ImportedRow:
    """Return the outcome of `act`; errors in what the line says become its problems."""
    try:
        return act(line)
    except ValueError as wrong:
        return faulty_row(line, errors_of(wrong))


Arguments = ParamSpec("Arguments")
Value = TypeVar("Value")


class WrongLine(ValueError):
    """A line that cannot be imported; `errors` are its problems in the order in which they were met."""

    def __init__(self, errors: Iterable[ValueError]) -> None:
        self.errors = tuple(errors)
        super().__init__(" ".join(map(str, self.errors)))


def errors_of(wrong: ValueError) -> tuple[ValueError, ...]:
    """Return what is wrong, each by itself."""
    return wrong.errors if isinstance(wrong, WrongLine) else (wrong,)


class Problems(list[ValueError]):
    """The problems of one line so far, each an error whose message is one sentence."""

    def __init__(self, sentences: Iterable[str] = ()) -> None:
        super().__init__(map(ValueError, sentences))

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentence of every problem, each once."""
        return tuple(dict.fromkeys(map(str, self)))

    def add(self, sentence: str) -> None:
        """Note a problem."""
        self.append(ValueError(sentence))

    def take(
        self, read: Callable[Arguments, Value], *values: Arguments.args, **named: Arguments.kwargs
    ) -> Value | None:
        """Return what `read` makes of the values, or None where it finds problems: they are noted."""
        try:
            return read(*values, **named)
        except ValueError as wrong:
            self.extend(errors_of(wrong))
        return None

    def cell(self, read: Callable[[str], Value], text: str) -> Value | None:
        """Return what `read` makes of a cell; None if the cell is empty, or wrong."""
        return self.take(read, text) if text else None

    def verify(self) -> None:
        """Raise WrongLine if there is a problem."""
        if self:
            raise WrongLine(self)


MOST_SHOWN = 200
"""So many lines with problems a page shows; nobody corrects more by hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemsOnPage:
    """The first lines with problems, each with its number and sentences.

    `words` counts them all: 7 problems in 5 lines. `more` says how many lines are not shown, if any.
    """

    lines: tuple[tuple[int, tuple[str, ...]], ...]
    more: str
    words: str


def problems_on_page(problems: Iterable[tuple[int, Iterable[str]]]) -> ProblemsOnPage:
    """Return problems by the numbers of their lines, as a page shows them."""
    by_line = grouped(
        dict.fromkeys((number, sentence) for number, sentences in problems for sentence in sentences)
    )
    count, lines = sum(map(len, by_line.values())), len(by_line)
    return ProblemsOnPage(
        lines=tuple((number, tuple(by_line[number])) for number in sorted(by_line)[:MOST_SHOWN]),
        more=plural(lines - MOST_SHOWN, "more line") if lines > MOST_SHOWN else "",
        words=f"{plural(count, 'problem')} in {plural(lines, 'line')}",
    )
