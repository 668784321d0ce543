"""What the secretary decides where two captains do not agree."""

from collections.abc import Iterable

from django import forms

from league.forms.rulings import Reason


class DecisionForm(forms.Form):
    """Which of the signed versions is the result, and why. A third one is entered hand by hand."""

    version = forms.TypedChoiceField(
        label="The result is",
        coerce=int,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say which version is the result.",
            "invalid_choice": "That version does not wait any more: look at how it stands now.",
        },
    )
    reason = Reason()

    def __init__(self, *arguments: object, versions: Iterable[tuple[int, str]], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        field = self.fields["version"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type; the class declares it so
        field.choices = list(versions)
