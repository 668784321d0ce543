"""What is typed to have a season's fixtures planned."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms

from league.services.plans import MOST_SECONDS

# With which wishes a new plan begins.
LATEST, BEFORE, NONE, TYPED = "latest", "before", "none", "typed"


class PlanForm(forms.Form):
    """A plan: its name, how long the search may take, and what the pubs ask for."""

    name = forms.CharField(
        label="Name", max_length=60, help_text="To tell it from other plans.", initial="First draft"
    )
    seconds = forms.IntegerField(
        label="Seconds for the search",
        min_value=1,
        max_value=MOST_SECONDS,
        initial=30,
        help_text=f"From 1 to {MOST_SECONDS}. Half a minute is enough for most leagues.",
    )
    begin = forms.ChoiceField(
        label="Its wishes",
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the list."},
    )
    wishes = forms.CharField(
        label="The file",
        required=False,
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text="What the pubs ask for, as the help page shows it.",
    )

    def __init__(self, sent: Any = None, *, beginnings: Sequence[tuple[str, str]] = ()) -> None:
        """`beginnings` are the wishes to begin with: their names, and words for them."""
        choices = [*beginnings, (NONE, "None yet"), (TYPED, "From a file, pasted below")]
        super().__init__(sent, initial={"begin": choices[0][0]})
        cast(forms.ChoiceField, self.fields["begin"]).choices = choices

    def clean(self) -> dict[str, Any]:
        """Who says nothing means what he pasted."""
        said: dict[str, Any] = super().clean() or {}
        begin, pasted = said.get("begin"), said.get("wishes", "")
        if begin and begin != TYPED and pasted.strip():
            self.add_error("wishes", "Choose “From a file” above if this is meant, or empty the box.")
        return said | {"begin": begin or TYPED}


class PublishForm(forms.Form):
    """That a list is to be the season's; where it breaks conditions, that this is known."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    despite_faults = forms.BooleanField(label="Publish it although it breaks conditions", required=False)
