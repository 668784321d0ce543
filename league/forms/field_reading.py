"""Single typed fields read into values; one that cannot be read counts as empty, and its fault names it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from league.forms.sheet_fields import TAKERS, Layout, whole_number
from scoring import Side
from scoring.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFault:
    """What is wrong with a field, said to the person who typed it."""

    field: str
    sentence: str


@dataclass(slots=True)
class FieldReading:
    """Typed fields of a sheet under its rules, collecting what could not be read."""

    typed: Mapping[str, str]
    layout: Layout
    rules: Rules
    faults: list[FieldFault] = field(default_factory=list)

    def _side(self, name: str) -> Side | None:
        text = self._text(name)
        taker = TAKERS.get(text.lower())
        if text and not isinstance(taker, int):
            self._refuse(name, f"“{short(text)}” is neither side: type h for home or a for away.")
            return None
        return taker if isinstance(taker, int) else None

    def _score(self, name: str) -> int | None:
        text = self._text(name)
        number = whole_number(text)
        if text and number is None:
            self._refuse(name, f"“{short(text)}” is no score: type a whole number such as 13.")
        return number

    def _words(self, name: str, longest: int) -> str:
        """A text of at most so many letters; a longer one is refused and not cut."""
        text = self._text(name)
        if len(text) > longest:
            self._refuse(name, f"There is room for {longest} letters here; this has {len(text)}.")
            return ""
        return text

    def _text(self, name: str) -> str:
        return self.typed.get(name, "").strip()

    def _refuse_once(self, name: str, sentence: str) -> None:
        if all(fault.field != name for fault in self.faults):
            self._refuse(name, sentence)

    def _refuse(self, name: str, sentence: str) -> None:
        self.faults.append(FieldFault(field=name, sentence=sentence))


def short(text: str) -> str:
    """The beginning of what was typed, to be repeated in a sentence."""
    return text if len(text) <= 20 else f"{text[:20]}…"
