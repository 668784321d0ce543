"""How a result that stands the wrong way round, or at the wrong match, is put right."""

from django import forms

from league.forms.rulings import Reason
from league.models import Match

VERSION_LOST = "The page no longer says which version of the result it showed. Open it once more."
TURN, MOVE, MOVE_COLUMNS = "turn", "move", "move-columns"


class PutRightForm(forms.Form):
    """What was wrong, why it changes, and the version that was shown. `other` is the return match, if any."""

    what = forms.ChoiceField(
        label="What is wrong with it",
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say what is wrong with the result.",
            "invalid_choice": "Choose one of the ways on the page.",
        },
    )
    reason = Reason()
    version = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=1,
        max_value=32767,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), VERSION_LOST),
    )

    def __init__(self, *arguments: object, match: Match, other: Match | None, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        ways = [
            (TURN, f"Home and away were swapped: {match.away.name}’s scores stand under {match.home.name}.")
        ]
        if other:
            ways += [
                (MOVE, f"It was the return match, at {other.home.name}. Each team keeps its own scores."),
                (
                    MOVE_COLUMNS,
                    f"It was the return match, at {other.home.name}, and home and away were swapped as well.",
                ),
            ]
        field = self.fields["what"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  narrows the type; the class declares it so
        field.choices = ways
