"""Money as people type it: 7.50, £7, 7,50. Kept in pence."""

from fractions import Fraction

from django import forms

# No fee or fine seen is anywhere near; past it a finger slipped.
MOST_POUNDS = 10_000
LONGEST_FIGURE = 10
PENCE_A_POUND = 100


class Pounds(forms.Field):
    """An amount of money, cleaned to pence. `may_be_nothing` lets 0 stand for no money at all."""

    def __init__(
        self, *, label: str = "Amount", help_text: str = "In pounds: 7.50.", may_be_nothing: bool = False
    ) -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8, "autocomplete": "off"}),
            error_messages={"required": "Say how much, in pounds; one amount would be 7.50."},
        )
        self._may_be_nothing = may_be_nothing

    def to_python(self, value: str | None) -> int | None:
        text = (value or "").strip()
        if not text:
            return None
        pence = parse_pounds(text)
        if not pence and not self._may_be_nothing:
            raise forms.ValidationError("Nothing is no amount; one would be 7.50.")
        return pence


def parse_pounds(text: str) -> int:
    """An amount as pence: "£7.50" is 750. Raises ValidationError saying what was received."""
    plain = text.replace(" ", "").removeprefix("£").replace(",", ".")
    shown = text if len(text) <= LONGEST_FIGURE else f"{text[:LONGEST_FIGURE]}…"
    if len(plain) > LONGEST_FIGURE or not plain.isascii() or not plain.replace(".", "", 1).isdigit():
        raise forms.ValidationError(f"“{shown}” is no amount of money; one would be 7.50.")
    pence = Fraction(f"0{plain}") * PENCE_A_POUND
    if pence.denominator != 1:
        raise forms.ValidationError(f"{shown} has parts of a penny; type pounds and pence, as 7.50.")
    if pence > MOST_POUNDS * PENCE_A_POUND:
        raise forms.ValidationError(
            f"{shown} is more than £{MOST_POUNDS:,}, which no league charges at once."
        )
    return int(pence)
