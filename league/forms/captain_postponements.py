"""What a captain types when his side asks to move a match, or answers the other side."""

import datetime
from typing import Any, cast

from django import forms

from league.forms.postponements import AskForm
from league.forms.rulings import Reason
from league.models import Side
from league.selectors.postponements import Request
from league.templatetags.dates import pub_date_year


class OwnAskForm(AskForm):
    """Why this side asks, and the nights it offers. Until when an answer is awaited is not its to say."""

    def __init__(self, *arguments: Any, side: Side, answer_by: datetime.date, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for said_by_the_season in ("asked_by", "answer_by"):
            del self.fields[said_by_the_season]
        self._side, self._until = side, answer_by

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        return {**said, "asked_by": self._side, "answer_by": self.end_of(self._until)}


class TakeOfferForm(forms.Form):
    """One of the nights the other side offered."""

    night = forms.ChoiceField(
        label="Which night",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say which of the nights you take.",
            "invalid_choice": "That night was not offered.",
        },
    )

    def __init__(
        self, *arguments: Any, request: Request | None, today: datetime.date, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        cast(forms.ChoiceField, self.fields["night"]).choices = [
            (str(date), pub_date_year(date)) for date in (request.offered if request else ()) if date >= today
        ]

    @property
    def to(self) -> datetime.date:
        """The night taken."""
        return datetime.date.fromisoformat(self.cleaned_data["night"])


class RefuseForm(forms.Form):
    """Why this side will not move."""

    answer = Reason(label="Why not", help_text="Everybody can read it.")
