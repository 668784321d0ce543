"""The day on which a match without a date was played, asked for when its result is entered."""

import datetime
from typing import Any

from django import forms

from league.forms.postponements import PubDate, verify_in_reach
from league.models import Match

PLAYED_ON = "played-on"
"""What the field is called on the page and in a draft."""


class PlayedOnForm(forms.Form):
    """The day, which may be today but not later."""

    on = PubDate(
        label="Played on",
        required=True,
        help_text="The match has no date yet; it gets this one with the result.",
    )

    prefix = "played"

    def __init__(self, *arguments: Any, match: Match, today: datetime.date, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._season = match.division.season
        self._today = today

    def clean_on(self) -> datetime.date:
        on: datetime.date = self.cleaned_data["on"]
        if on > self._today:
            raise forms.ValidationError(f"{on:%d/%m/%Y} is still to come; say on which day it was played.")
        return verify_in_reach(on, self._season)
