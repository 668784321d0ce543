"""What is wrong in the lines of a list: all of it is gathered before the list is refused."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

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


class Problems:
    """The problems of one line so far, each an error whose message is one sentence."""

    def __init__(self, sentences: Iterable[str] = ()) -> None:
        self.errors = [ValueError(sentence) for sentence in sentences]

    def __bool__(self) -> bool:
        return bool(self.errors)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentence of every problem, each once."""
        return tuple(dict.fromkeys(map(str, self.errors)))

    def add(self, sentence: str) -> None:
        """Note a problem."""
        self.errors.append(ValueError(sentence))

    def take(
        self, read: Callable[Arguments, Value], *values: Arguments.args, **named: Arguments.kwargs
    ) -> Value | None:
        """Return what `read` makes of the values, or None where it finds problems: they are noted."""
        try:
            return read(*values, **named)
        except ValueError as wrong:
            self.errors.extend(errors_of(wrong))
        return None

    def cell(self, read: Callable[[str], Value], text: str) -> Value | None:
        """Return what `read` makes of a cell; None if the cell is empty, or wrong."""
        return self.take(read, text) if text else None

    def verify(self) -> None:
        """Raise WrongLine if there is a problem."""
        if self.errors:
            raise WrongLine(self.errors)


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
    by_line: dict[int, dict[str, None]] = {}
    for number, sentences in problems:
        by_line.setdefault(number, {}).update(dict.fromkeys(sentences))
    count, lines = sum(map(len, by_line.values())), len(by_line)
    return ProblemsOnPage(
        lines=tuple((number, tuple(by_line[number])) for number in sorted(by_line)[:MOST_SHOWN]),
        more=_counted(lines - MOST_SHOWN, "more line") if lines > MOST_SHOWN else "",
        words=f"{_counted(count, 'problem')} in {_counted(lines, 'line')}",
    )


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
