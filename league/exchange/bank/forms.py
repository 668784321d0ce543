"""The form of a bank statement: what each payment of it is."""

from collections.abc import Iterable, Mapping, Sequence

from django import forms

from league.exchange.bank.selectors import PreviewedPayment
from league.models import Pub

# Neither can be a slug.
OTHER, LATER = "-", ""


class PaymentsForm(forms.Form):
    """One choice for each payment: the pub that paid, not for the league, or decided later."""

    def __init__(
        self,
        data: Mapping[str, str] | None = None,
        *,
        payments: Iterable[PreviewedPayment],
        pubs: Sequence[Pub],
    ) -> None:
        super().__init__(data)
        self._pubs = {pub.slug: pub for pub in pubs}
        self.payments = list(payments)
        choices = [
            (LATER, "Decide later"),
            (OTHER, "Not for the league"),
            *((slug, pub.name) for slug, pub in self._pubs.items()),
        ]
        for payment in self.payments:
            line, match = payment.line, payment.match
            first = match.slug if match else LATER
            self.fields[field_name(line.number)] = forms.ChoiceField(
                label=f"Paid by, line {line.number}: {line.text}",
                required=False,
                initial=OTHER if payment.entered else first,
                choices=choices,
                error_messages={
                    "invalid_choice": "“%(value)s” is not a pub of the league. Choose one from the list."
                },
            )

    @property
    def rows(self) -> list[tuple[PreviewedPayment, forms.BoundField]]:
        """Return each payment with its field."""
        return [(payment, self[field_name(payment.line.number)]) for payment in self.payments]

    @property
    def decided(self) -> dict[int, Pub | None]:
        """Return by the number of its line who paid, None for what is not for the league; once valid."""
        chosen = {each.line.number: self.cleaned_data[field_name(each.line.number)] for each in self.payments}
        return {number: self._pubs.get(slug) for number, slug in chosen.items() if slug != LATER}


def field_name(number: int) -> str:
    """Return the name of the field of a line."""
    return f"paid-by-{number}"
