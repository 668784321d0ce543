"""What is typed to have a season's fixtures planned."""

from django import forms

from league.services.plans import MOST_SECONDS


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
    wishes = forms.CharField(
        label="Wishes",
        required=False,
        max_length=100_000,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
        help_text="What the pubs ask for, as the help page shows it. Empty is as good as any.",
    )


class PublishForm(forms.Form):
    """That a list is to be the season's; where it breaks conditions, that this is known."""

    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)
    despite_faults = forms.BooleanField(label="Publish it although it breaks conditions", required=False)
