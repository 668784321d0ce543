"""The questions of one hand as the scoring page asks them: who took what, penalties, cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from league.forms.sheet_script import script_words
from league.forms.sheets import SheetForm
from league.logbook import CARDS, PENALTIES
from league.sheets.openings import Room
from scoring.cards import Rank, Suit

LETTERS = ("h", "a")
MARKS = {"h": "home", "a": "away", "-": "nobody"}
NOBODY = "Nobody"
SUITS, RANKS = tuple(Suit), tuple(sorted(Rank, reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """One answer to the question who took an award."""

    letter: str
    mark: str
    word: str
    is_chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRow:
    """The question who took an award, with its answers from left to right."""

    name: str
    words: str
    choices: tuple[Choice, ...]


class HandAsked:
    """The hand of that number with what stands in its form. `words` are what the sides are called.

    We are on the left and they on the right, or else home and away.
    """

    def __init__(
        self, number: int, body: Mapping[str, Any], form: SheetForm, words: Sequence[str], us: str = ""
    ) -> None:
        self.number, self.body = number, body
        self._form, self._words, self._us = form, words, us

    @property
    def rows(self) -> tuple[AwardRow, ...]:
        """Its questions in the order of pegging."""
        return tuple(
            AwardRow(
                name=award["name"],
                words=award["words"],
                choices=tuple(self._choices(award["name"], can_be_nobody=award["nobody"])),
            )
            for award in script_words(self._form)["awards"]
        )

    def _choices(self, award: str, *, can_be_nobody: bool) -> Iterator[Choice]:
        left, right = ("a", "h") if self._us == "a" else ("h", "a")
        for letter in (left, "-", right) if can_be_nobody else (left, right):
            word = NOBODY if letter == "-" else self._words[LETTERS.index(letter)]
            chosen = self.body.get(award) == letter
            yield Choice(letter=letter, mark=MARKS[letter], word=word, is_chosen=chosen)

    @property
    def room(self) -> Room:
        """What a hand of this game has beside its awards."""
        return self._form.layout.room

    @property
    def turnup_scores(self) -> tuple[tuple[Rank, int], ...]:
        """The cards that score when they are turned up."""
        return self._form.rules.turnup_scores

    @property
    def penalties(self) -> list[tuple[int, Mapping[str, str]]]:
        """Its penalties, and an empty line for one more."""
        ready = "" if self._form.penalty_kinds else str(self._form.rules.peek_penalty or "")
        return list(enumerate([*self.body.get(PENALTIES, ()), {"points": ready}], 1))

    @property
    def has_penalties(self) -> bool:
        return bool(self.body.get(PENALTIES))

    suits, ranks = SUITS, RANKS

    @property
    def cards(self) -> dict[str, str]:
        """The cards noted, by names a template can say."""
        return {part.replace("-", "_"): self.body.get(part, "") for part in CARDS}

    @property
    def has_cards(self) -> bool:
        return any(self.cards.values())
