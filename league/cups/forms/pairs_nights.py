"""Forms of a pairs night: how it is played, who enters, the draw, the scores."""

import re
from collections.abc import Iterator
from typing import Any, cast

from django import forms
from django.forms import BoundField

from league.cups.forms.cups import NumberForm
from league.cups.pairs_nights import MOST_NIGHT_ROUNDS, PairedBy
from league.cups.selectors.pairs_nights import NightOnPage, NightTable, TablesOfRound
from league.matches.outcomes import Pair
from league.models import Pub
from league.shared.fields import PubDate, Whole

LONGEST_NAME = 55
MOST_SCORE = 999
USUAL_ROUNDS = 5

# Two names in one box: Jack & Amy, Jack and Amy, Jack + Amy, Jack / Amy.
BETWEEN = re.compile(r"\s*[&+/]\s*|\s+and\s+", re.IGNORECASE)
SHARED = "shared"


class HowPlayedForm(forms.Form):
    """When and where a night is, and how it is played."""

    on = PubDate(label="Date")
    at = forms.ChoiceField(
        label="Pub", required=False, error_messages={"invalid_choice": "Choose one of the league’s pubs."}
    )
    rounds = Whole(label="Rounds", least=1, most=MOST_NIGHT_ROUNDS, initial=USUAL_ROUNDS)
    paired_by = forms.TypedChoiceField(
        label="How a round is paired",
        coerce=PairedBy,
        choices=[
            (PairedBy.LOT.value, "By lot: anybody meets anybody"),
            (PairedBy.STANDING.value, "By standing: those who have won as often meet"),
            (PairedBy.SWISS.value, "Swiss: opponents as equal as possible at every table"),
        ],
        error_messages={"required": "Choose one.", "invalid_choice": "Choose one of the list."},
    )

    def __init__(self, *arguments: Any, pubs: list[Pub], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pubs = {pub.slug: pub for pub in pubs}
        choices = [("", "Not known yet"), *((slug, pub.name) for slug, pub in self._pubs.items())]
        cast(forms.ChoiceField, self.fields["at"]).choices = choices

    @property
    def service_arguments(self) -> dict[str, Any]:
        """The typed values by the argument names of the services."""
        return {**self.cleaned_data, "at": self._pubs.get(self.cleaned_data["at"])}


class NewNightForm(HowPlayedForm):
    """A new pairs night."""

    name = forms.CharField(
        max_length=60,
        help_text="As people call it.",
        error_messages={"required": "Give the night a name."},
    )
    field_order = ("name", "on", "at", "rounds", "paired_by")


class NightForm(HowPlayedForm):
    """The stored night, to be changed while it runs."""

    remarks = forms.CharField(
        required=False,
        max_length=2000,
        help_text="Other remarks. Everybody can read them.",
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *arguments: Any, page: NightOnPage, **options: Any) -> None:
        cup, night = page.cup, page.night
        initial = {
            "on": cup.finals_on,
            "at": cup.finals_at.slug if cup.finals_at else "",
            "rounds": night.rounds,
            "paired_by": night.paired_by.value,
            "remarks": cup.remarks,
        }
        super().__init__(*arguments, **{"initial": initial, **options})


class DoorForm(forms.Form):
    """The names of a pair, in two boxes or in one; or one name, of somebody who waits for a partner."""

    first = forms.CharField(
        label="One player",
        max_length=2 * LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "list": "everybody"}),
        error_messages={"required": "Give a name."},
    )
    second = forms.CharField(
        label="The other",
        required=False,
        max_length=2 * LONGEST_NAME,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "words", "list": "everybody"}),
    )

    def __init__(self, *arguments: Any, has_focus: bool = False, **options: Any) -> None:
        super().__init__(*arguments, **options)
        if has_focus:
            self.fields["first"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        self.names = tuple(self._names(cleaned))
        if len(self.names) > 2:
            raise forms.ValidationError(f"{', '.join(self.names)}: a pair is two.")
        long = next((name for name in self.names if len(name) > LONGEST_NAME), None)
        if long:
            raise forms.ValidationError(f"A name has at most {LONGEST_NAME} letters; {long} has {len(long)}.")
        if not self.names:
            self.add_error("first", "Give a name.")
        return cleaned

    @staticmethod
    def _names(cleaned: dict[str, Any]) -> Iterator[str]:
        for box in (cleaned["first"], cleaned["second"]):
            yield from (name for name in map(str.strip, BETWEEN.split(box)) if name)


class NamesForm(DoorForm, NumberForm):
    """The corrected names of a pair."""

    def __init__(self, *arguments: Any, names: str = "", number: int | None = None, **options: Any) -> None:
        first, second, *_ = (*BETWEEN.split(names), "")
        initial = {"first": first, "second": second, "number": number}
        super().__init__(*arguments, **{"initial": initial, **options})


class LotForm(NumberForm):
    """Which round is drawn, and by what lot."""

    lot = forms.CharField(
        label="The lot",
        required=False,
        max_length=80,
        help_text="Any words or figures that nobody chose on purpose. Empty: the page takes a number.",
    )


class ScoresForm(NumberForm):
    """Two boxes for each table of a round, sent together with what stood there when the page was opened."""

    lot = forms.CharField(required=False, max_length=80, widget=forms.HiddenInput)

    def __init__(self, *arguments: Any, tables: TablesOfRound, **options: Any) -> None:
        super().__init__(*arguments, **{"initial": {"number": tables.number, "lot": tables.lot}, **options})
        self.tables = tables
        for table in tables.tables:
            for side, name in enumerate(table.names):
                self.fields[f"t{table.number}-{side}"] = Whole(
                    label=f"Table {table.number}, {name}",
                    most=MOST_SCORE,
                    required=False,
                    initial=table.score[side] if table.score else None,
                )

    @property
    def rows(self) -> list[tuple[NightTable, tuple[BoundField, BoundField], str]]:
        """Each table with its boxes and what stands there now."""
        return [
            (table, (self[f"t{table.number}-0"], self[f"t{table.number}-1"]), _written(table.score))
            for table in self.tables.tables
        ]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        self.typed: dict[int, Pair | None] = {}
        for table in self.tables.tables:
            boxes = [f"t{table.number}-{side}" for side in (0, 1)]
            if any(box in self.errors for box in boxes):
                continue
            first, second = (cleaned.get(box) for box in boxes)
            if (first is None) != (second is None):
                self.add_error(boxes[first is not None], "Give both scores of the table, or neither.")
            else:
                self.typed[table.number] = None if first is None else (first, cast(int, second))
        return cleaned

    @property
    def began(self) -> dict[int, Pair | None]:
        """What stood in the boxes when the page was opened."""
        return {
            table.number: _read(self.data.get(f"t{table.number}-was", "")) for table in self.tables.tables
        }


class WinnerForm(forms.Form):
    """Who has won the game that decides a night, or that it is shared."""

    who = forms.ChoiceField(
        label="Who has won it",
        widget=forms.RadioSelect,
        error_messages={"required": "Say who has won it.", "invalid_choice": "Choose one of the list."},
    )

    def __init__(self, *arguments: Any, page: NightOnPage, **options: Any) -> None:
        decided = page.night.decided_for
        super().__init__(*arguments, **{"initial": {"who": str(decided or SHARED)}, **options})
        cast(forms.ChoiceField, self.fields["who"]).choices = [
            *((str(entrant.key), f"{entrant.name} won a game for it") for entrant in page.level),
            (SHARED, "They share it"),
        ]

    @property
    def winner(self) -> int | None:
        chosen = self.cleaned_data["who"]
        return None if chosen == SHARED else int(chosen)


def _written(score: Pair | None) -> str:
    return f"{score[0]}-{score[1]}" if score else ""


def _read(written: str) -> Pair | None:
    match = re.fullmatch(r"([0-9]{1,3})-([0-9]{1,3})", written)
    return (int(match[1]), int(match[2])) if match else None
