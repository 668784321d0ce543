"""The dates of a season in boxes: those stored or proposed, and two empty rows for others."""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django import forms
from django.http import QueryDict

from league.due_dates.proposals import REMINDED
from league.due_dates.selectors import DatedTask, Kind
from league.due_dates.services import DateInput
from league.shared.fields import PubDate

NEW = ("new1", "new2")
MOST_DAYS = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class DateBoxes:
    """A date with its boxes."""

    date: DatedTask | None
    title: forms.BoundField
    day: forms.BoundField
    before: forms.BoundField
    captains: forms.BoundField
    done: forms.BoundField


class SeasonDatesForm(forms.Form):
    """A row of boxes for each date, by its key. A row without a day is deleted, or not stored."""

    def __init__(self, data: QueryDict | None, *, dates: Sequence[DatedTask], today: datetime.date) -> None:
        super().__init__(data)
        self.dates, self.today = dates, today
        for date in dates:
            self._add(date.key, date)
        for key in NEW:
            self._add(key, None)

    def _add(self, key: str, date: DatedTask | None) -> None:
        row = date.row if date else None
        name = date.title if date else "Another date"
        # What is proposed for a day that has gone by was done, or nobody waits for it.
        is_over = bool(date and not row and date.date and date.date < self.today)
        self.fields[f"title-{key}"] = forms.CharField(
            label=f"Name of {name}",
            max_length=80,
            required=False,
            initial=date.title if date else "",
            widget=forms.TextInput(attrs={} if date else {"placeholder": name}),
        )
        self.fields[f"day-{key}"] = PubDate(label=f"Day of {name}", initial=date.date if date else None)
        self.fields[f"before-{key}"] = forms.IntegerField(
            label=f"Days before {name}",
            min_value=0,
            max_value=MOST_DAYS,
            required=False,
            initial=row.days_before if row else REMINDED,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "figures"}),
        )
        self.fields[f"captains-{key}"] = forms.BooleanField(
            label=f"Captains too: {name}", required=False, initial=bool(row and row.tells_captains)
        )
        self.fields[f"done-{key}"] = forms.BooleanField(
            label=f"{name} is done", required=False, initial=bool(row and row.done_at) or is_over
        )

    @property
    def rows(self) -> Iterator[DateBoxes]:
        """The dates with their boxes, then the empty rows."""
        known: list[tuple[str, DatedTask | None]] = [(date.key, date) for date in self.dates]
        for key, date in [*known, *((key, None) for key in NEW)]:
            parts = (self[f"{part}-{key}"] for part in ("title", "day", "before", "captains", "done"))
            title, day, before, captains, done = parts
            yield DateBoxes(date=date, title=title, day=day, before=before, captains=captains, done=done)

    @property
    def typed(self) -> list[DateInput]:
        """The rows that were sent, from a valid form."""
        known = [(date.key, date.kind, bool(date.row)) for date in self.dates]
        return [
            self._typed(key, kind, is_stored)
            for key, kind, is_stored in [*known, *((key, Kind.OTHER.value, False) for key in NEW)]
            if f"day-{key}" in self.data
        ]

    def _typed(self, key: str, kind: str, is_stored: bool) -> DateInput:
        data = self.cleaned_data
        before = data[f"before-{key}"]
        return DateInput(
            public_id=key if is_stored else "",
            kind=kind,
            title=data[f"title-{key}"],
            date=data[f"day-{key}"],
            days_before=REMINDED if before is None else before,
            tells_captains=data[f"captains-{key}"],
            is_done=data[f"done-{key}"],
        )
