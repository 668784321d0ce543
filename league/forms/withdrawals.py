"""What the secretary types when a team leaves."""

from typing import cast

from django import forms

from league.forms.rulings import Reason
from league.models import RuleBook


class WithdrawalForm(forms.Form):
    """What becomes of the results of a team that leaves, and why it leaves."""

    effect = forms.ChoiceField(
        label="What becomes of its results",
        choices=RuleBook.WithdrawalEffect.choices,
        widget=forms.RadioSelect,
        error_messages={
            "required": "Say what becomes of its results.",
            "invalid_choice": "Choose one of the ways below the table.",
        },
    )
    reason = Reason(help_text="It stands under the standings for everybody to read.")

    def __init__(self, *arguments: object, book: RuleBook, **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        field = cast(forms.ChoiceField, self.fields["effect"])
        field.initial = book.withdrawal
        field.help_text = f"The season’s rules say: {book.get_withdrawal_display()}."
