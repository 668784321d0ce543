"""Forms for penalties and appeals, and the fields for what an offence costs."""

from collections.abc import Mapping
from typing import Any, cast

from django import forms

from league.models import Appeal, Team
from league.regulations.forms.rule_books import HalfPoints
from league.shared.fields import LONGEST_REASON, DatedForm, PastDay, Pounds

WHO_LONGEST = 80


class Because(forms.CharField):
    """The reason for a decision, for the secretary's record."""

    def __init__(self, *, label: str = "Reason", required: bool = True, help_text: str = "") -> None:
        super().__init__(
            label=label,
            required=required,
            help_text=help_text,
            max_length=LONGEST_REASON,
            error_messages={
                "required": "Give the reason, in a few words. The team will ask.",
                "max_length": f"The reason may have {LONGEST_REASON} letters; this has %(show_value)d.",
            },
        )


class AcceptPlayerForm(forms.Form):
    """Why a player counts as eligible all the same."""

    reason = Because(label="Reason to accept", help_text="Only secretaries can read it.")


class ApplyForm(forms.Form):
    """The penalty to apply: as proposed, or another one with a reason."""

    points = HalfPoints(
        empty=None,
        required=True,
        label="Points taken",
        help_text="Whole or half; 0 for none.",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5, "autocomplete": "off"}),
        error_messages={"required": "Type how many points are taken, or 0."},
    )
    pounds = Pounds(label="Fine", help_text="In pounds; 0 for none.", may_be_nothing=True)
    because = Because(
        required=False,
        help_text="Needed only if this is not the proposed sanction. If points are taken, everybody can "
        "read it: say nothing of a fine.",
    )


class BecauseForm(forms.Form):
    """The reason to waive or undo an offence."""

    because = Because()


class MissedMeetingForm(DatedForm):
    """The teams of a season that were not at a meeting."""

    on = PastDay(label="Meeting on", required=True)
    teams = forms.MultipleChoiceField(
        label="Not there",
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Tick the teams that were not there.",
            "invalid_choice": "“%(value)s” is no team of the season; tick those of the list.",
        },
    )

    def __init__(self, *arguments: Any, teams: Mapping[str, Team], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._teams = teams
        self.fields["on"].initial = None  # it is written down days after, and no day is likelier
        cast(forms.ChoiceField, self.fields["teams"]).choices = [
            (slug, team.name) for slug, team in teams.items()
        ]

    def clean_teams(self) -> list[Team]:
        return [self._teams[slug] for slug in self.cleaned_data["teams"]]


class AppealForm(DatedForm):
    """A new appeal: when, from whom, and its words."""

    made_on = PastDay(label="Made on", required=True)
    made_by = forms.CharField(
        label="Made by",
        max_length=WHO_LONGEST,
        help_text="As “the captain of the Fleece”. Only you can read it.",
        error_messages={"required": "Say who appealed."},
    )
    words = forms.CharField(
        label="What it says",
        max_length=2000,
        help_text="Only you can read it.",
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": "Enter the grounds of the appeal."},
    )


class AppealDecisionForm(DatedForm):
    """The decision on an appeal, by whom, when, in which words. `appeal` is the one the page showed."""

    appeal = forms.CharField(widget=forms.HiddenInput, required=False)
    upheld = forms.TypedChoiceField(
        label="Decision",
        choices=[
            (Appeal.Outcome.UPHELD, "Upheld: points and fine are given back"),
            (Appeal.Outcome.DISMISSED, "Dismissed: the decision stays"),
        ],
        coerce=lambda outcome: outcome == Appeal.Outcome.UPHELD,
        empty_value=None,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say whether the appeal is upheld or dismissed.",
            "invalid_choice": "An appeal is either upheld or dismissed.",
        },
    )
    decision = forms.CharField(
        label="In which words",
        max_length=300,
        help_text="If points are concerned, everybody can read it under the standings.",
        error_messages={"required": "Say what was decided, in a few words."},
    )
    decided_by = forms.CharField(
        label="Decided by",
        max_length=WHO_LONGEST,
        help_text="As “the committee”.",
        error_messages={"required": "Say who decided."},
    )
    on = PastDay(label="Decided on", required=True)
