"""What the secretary types to decide a penalty, and an appeal against a decision."""

import datetime

from django import forms

from league.forms.money import Pounds
from league.forms.rulings import LONGEST_REASON, Points, parse_points
from league.models import Appeal

WHO_LONGEST = 80
NO_DATE = "That is no date; one would be 14/01/2027."


class Because(forms.CharField):
    """Why something was decided so; for the secretary's own record."""

    def __init__(self, *, label: str = "Reason", required: bool = True, help_text: str = "") -> None:
        super().__init__(
            label=label,
            required=required,
            help_text=help_text,
            max_length=LONGEST_REASON,
            error_messages={
                "required": "Say why, in a few words: the team will ask.",
                "max_length": f"The reason may have {LONGEST_REASON} letters; this has %(show_value)d.",
            },
        )


class PointsTaken(Points):
    """Points that may also be none."""

    def to_python(self, value: str | None) -> int | None:
        text = (value or "").strip()
        if not text:
            return None
        return 0 if text == "0" else parse_points(text)


class ApplyForm(forms.Form):
    """What is taken: as proposed, or something else, which then needs its reason."""

    points = PointsTaken(
        label="Points taken",
        help_text="Whole or half; 0 for none.",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 5, "autocomplete": "off"}),
        error_messages={"required": "Say how many points are taken; 0 for none."},
    )
    pounds = Pounds(label="Fine", help_text="In pounds; 0 for none.", may_be_nothing=True)
    because = Because(
        required=False,
        help_text="Needed only when it is not what was proposed; with points everybody can read it then.",
    )


class BecauseForm(forms.Form):
    """Why an offence is let pass, or taken back."""

    because = Because()


class PastDay(forms.DateField):
    """A day that is over or is today."""

    def __init__(self, *, label: str) -> None:
        super().__init__(
            label=label,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            input_formats=["%Y-%m-%d", "%d/%m/%Y"],
            error_messages={"invalid": NO_DATE, "required": "Say on which day."},
        )


def refuse_future(day: datetime.date, today: datetime.date) -> datetime.date:
    """The day, unless it is still to come. Raises ValidationError."""
    if day > today:
        raise forms.ValidationError(f"{day:%d/%m/%Y} is still to come; today is {today:%d/%m/%Y}.")
    return day


class AppealForm(forms.Form):
    """An appeal as it came: when, from whom, and what it says."""

    made_on = PastDay(label="Made on")
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
        error_messages={"required": "Write down what the appeal says."},
    )

    def __init__(self, *arguments: object, today: datetime.date, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._today = today

    def clean_made_on(self) -> datetime.date:
        return refuse_future(self.cleaned_data["made_on"], self._today)


class AppealDecisionForm(forms.Form):
    """How an appeal was decided, by whom, when and in which words. `appeal` is the one the page showed."""

    appeal = forms.CharField(widget=forms.HiddenInput, required=False)
    upheld = forms.TypedChoiceField(
        label="Decision",
        choices=[
            (Appeal.Outcome.UPHELD, "Upheld: what was taken is given back"),
            (Appeal.Outcome.DISMISSED, "Dismissed: it stays as it is"),
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
    on = PastDay(label="Decided on")

    def __init__(self, *arguments: object, today: datetime.date, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self._today = today

    def clean_on(self) -> datetime.date:
        return refuse_future(self.cleaned_data["on"], self._today)
