"""The form that founds a league with what its last season has proved."""

from typing import Any

from django import forms

from league.founding.forms import NewLeagueForm

_OF_A_LEAGUE = NewLeagueForm.base_fields


class FromLastSeasonForm(forms.Form):
    """The league, the season that was proved, and the one that comes next."""

    name = _OF_A_LEAGUE["name"]
    last = forms.CharField(
        label="Name of the season in the lists",
        max_length=40,
        error_messages={"required": "Say what that season is called."},
    )
    season = _OF_A_LEAGUE["season"]
    starts_on = _OF_A_LEAGUE["starts_on"]
    ends_on = _OF_A_LEAGUE["ends_on"]
    deductions = forms.BooleanField(label="Record the points taken or given, as named above", required=False)

    def __init__(self, *arguments: Any, has_deductions: bool, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.fields["season"].label = "Next season"
        if not has_deductions:
            del self.fields["deductions"]
