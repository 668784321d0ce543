"""Forms of the ledger: a line, a fee for every team, striking a line out."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms

from league.models import Charge, Pub
from league.regulations.services.ledger import LONGEST_REASON, LONGEST_STRIKE
from league.shared.fields import DatedForm, PastDay, Pounds, PubDate


class Dated(DatedForm):
    """An amount, what it is for, and its day."""

    pounds = Pounds()
    reason = forms.CharField(
        label="What for",
        max_length=LONGEST_REASON,
        error_messages={
            "required": "Say what the amount is for: match fee, January.",
            "max_length": f"There is room for {LONGEST_REASON} letters here; this has %(show_value)d.",
        },
    )
    on = PastDay(label="Date", required=True)


class TeamsFeeForm(Dated):
    """The same fee for every team of the season."""


class LineForm(Dated):
    """One line of a pub that is known."""

    kind = forms.ChoiceField(
        label="Kind",
        choices=[
            (Charge.Kind.PAYMENT, "Payment"),
            (Charge.Kind.FEE, "Fee"),
            (Charge.Kind.FINE, "Fine"),
            (Charge.Kind.CREDIT, "Credit"),
        ],
        error_messages={
            "required": "Choose a payment, a fee, a fine or credit.",
            "invalid_choice": "It can be a payment, a fee, a fine, or credit.",
        },
    )
    field_order = ("pub", "kind", "pounds", "reason", "on")

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        reason = self.fields["reason"]
        reason.required, reason.help_text = False, "Not needed for a payment."

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not cleaned.get("reason") and "reason" not in self.errors:
            if cleaned.get("kind") == Charge.Kind.PAYMENT:
                cleaned["reason"] = "Payment"
            elif "kind" in cleaned:
                self.add_error("reason", self.fields["reason"].error_messages["required"])
        return cleaned


class PubLineForm(LineForm):
    """One line of a pub that is chosen."""

    pub = forms.ChoiceField(
        error_messages={
            "required": "Choose the pub.",
            "invalid_choice": "The league has no such pub; choose one of the list.",
        }
    )

    def __init__(self, *arguments: Any, pubs: Iterable[Pub], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._pubs = {pub.slug: pub for pub in pubs}
        choices = [("", "Choose a pub"), *((slug, pub.name) for slug, pub in self._pubs.items())]
        cast(forms.ChoiceField, self.fields["pub"]).choices = choices

    def clean_pub(self) -> Pub:
        return self._pubs[self.cleaned_data["pub"]]


class StrikeOutForm(forms.Form):
    """Which line is struck out, and why."""

    line = forms.CharField(widget=forms.HiddenInput)
    because = forms.CharField(
        label="Reason",
        max_length=LONGEST_STRIKE,
        error_messages={
            "required": "Type a reason for deleting the line.",
            "max_length": f"There is room for {LONGEST_STRIKE} letters here; this has %(show_value)d.",
        },
    )


class StatementPeriodForm(forms.Form):
    """From which day to which a statement shows lines, and whether only of pubs that owe something."""

    first = PubDate(label="From")
    last = PubDate(label="To")
    owing = forms.BooleanField(label="Only pubs with something to pay", required=False)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and first > last:
            self.add_error("first", "The first day is after the last.")
        return cleaned


class HowToPayForm(forms.Form):
    """How pubs pay; it stands on their statements."""

    how_to_pay = forms.CharField(
        label="How to pay",
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="Printed on every statement: account name, sort code, account number, or who accepts cash.",
        error_messages={"max_length": "There is room for 500 letters here; this has %(show_value)d."},
    )
