"""Form fields that several subjects use: points, reasons, dates, whole numbers, amounts of money."""

import datetime
from fractions import Fraction
from typing import Any

from django import forms

from league.models import Season

LONGEST_REASON = 200

# No rule book seen gives or takes more; past it somebody's finger slipped.
MOST_POINTS = 100
LONGEST_FIGURE = 10

HALF_SIGNS = {"½": ".5", ",": ".", "\N{MINUS SIGN}": "-"}


class Points(forms.Field):
    """Points as people write them, whole or half: 2, 1.5, 1½. Cleaned to halves."""

    def to_python(self, value: str | None) -> int | None:
        text = (value or "").strip()
        return parse_points(text) if text else None


def parse_points(text: str) -> int:
    """Return points above nothing as halves: "1½" is 3. Raises ValidationError saying what was received."""
    plain = text.replace(" ", "")
    for sign, written in HALF_SIGNS.items():
        plain = plain.replace(sign, written)
    shown = text if len(text) <= LONGEST_FIGURE else f"{text[:LONGEST_FIGURE]}…"
    if len(plain) > LONGEST_FIGURE or not plain.isascii() or not plain.replace(".", "", 1).isdigit():
        raise forms.ValidationError(f"“{shown}” is not a number of points. Type one such as 2 or 1½.")
    halves = Fraction(f"0{plain}") * 2
    if halves.denominator != 1:
        raise forms.ValidationError(f"{shown} is neither whole nor a half; the league counts in half points.")
    if not 0 < halves <= 2 * MOST_POINTS:
        raise forms.ValidationError(f"{shown} points cannot be: type more than 0 and at most {MOST_POINTS}.")
    return int(halves)


class Reason(forms.CharField):
    """Why. It stands under the table for everybody to read."""

    def __init__(self, *, label: str = "Reason", help_text: str = "Everybody can read it.") -> None:
        super().__init__(
            label=label,
            help_text=help_text,
            max_length=LONGEST_REASON,
            error_messages={
                "required": "Give the reason, in a few words. The teams will ask.",
                "max_length": f"The reason may have {LONGEST_REASON} letters; this has %(show_value)d.",
            },
        )


# A season's last matches are caught up within the year; past it the year was mistyped.
LATEST_AFTER_SEASON = datetime.timedelta(days=365)


class PubDate(forms.DateField):
    """A day, from the browser's calendar or as people write it."""

    def __init__(self, *, label: str, required: bool = False, **options: Any) -> None:
        super().__init__(
            label=label,
            required=required,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            input_formats=["%Y-%m-%d", "%d/%m/%Y"],
            error_messages={
                "invalid": "Type a date such as 14/01/2027.",
                "required": "Say on which day.",
            },
            **options,
        )


class PubTime(forms.TimeField):
    """A time of day, from the browser's clock or as people write it: 20:30, 20.30."""

    def __init__(self, *, label: str, example: str = "20:30", **options: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
            input_formats=["%H:%M", "%H:%M:%S", "%H.%M"],
            error_messages={"invalid": f"Type a time such as {example}."},
            **options,
        )


def verify_in_reach(date: datetime.date, season: Season) -> datetime.date:
    """Return a day on which a match of the season can be played at all. Raises ValidationError."""
    if date < season.starts_on:
        raise forms.ValidationError(
            f"{date:%d/%m/%Y} is before the season, which began on {season.starts_on:%d/%m/%Y}."
        )
    if date > season.ends_on + LATEST_AFTER_SEASON:
        raise forms.ValidationError(
            f"{date:%d/%m/%Y} is more than a year after the season ends on {season.ends_on:%d/%m/%Y}."
        )
    return date


class Whole(forms.IntegerField):
    """A small whole number, nothing where nothing is typed."""

    def __init__(self, *, most: int, least: int = 0, **options: Any) -> None:
        super().__init__(
            min_value=least,
            max_value=most,
            widget=forms.NumberInput(attrs={"class": "figures", "inputmode": "numeric"}),
            error_messages={
                "invalid": f"Type a number from {least} to {most}.",
                "min_value": f"It goes from {least} to {most}.",
                "max_value": f"It goes from {least} to {most}.",
                "required": "Give a number.",
            },
            **options,
        )


class PastDay(PubDate):
    """A day that is over or is today, in a form that knows today."""

    today: datetime.date

    def validate(self, value: datetime.date | None) -> None:
        super().validate(value)
        if value and value > self.today:
            raise forms.ValidationError(f"{value:%d/%m/%Y} is still to come; today is {self.today:%d/%m/%Y}.")


class DatedForm(forms.Form):
    """A form with days that are over or are today."""

    def __init__(self, *arguments: Any, today: datetime.date, **options: Any) -> None:
        super().__init__(*arguments, **options)
        for each in self.fields.values():
            if isinstance(each, PastDay):
                each.today, each.initial = today, today


class Number(forms.IntegerField):
    """A whole number that may be left out."""

    def __init__(self, *, label: str, least: int = 0, most: int, **options: Any) -> None:
        super().__init__(
            label=label,
            required=False,
            min_value=least,
            max_value=most,
            error_messages={
                "invalid": "Type a whole number such as 3.",
                "min_value": f"That is too few: {least} is the least.",
                "max_value": f"That is too many: {most} is the most.",
            },
            **options,
        )


# No fee or fine seen is anywhere near; past it a finger slipped.
MOST_POUNDS = 10_000
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
            raise forms.ValidationError("Type an amount such as 7.50.")
        return pence


def parse_pounds(text: str) -> int:
    """Return an amount as pence: "£7.50" is 750. Raises ValidationError saying what was received."""
    plain = text.replace(" ", "").removeprefix("£").replace(",", ".")
    shown = text if len(text) <= LONGEST_FIGURE else f"{text[:LONGEST_FIGURE]}…"
    if len(plain) > LONGEST_FIGURE or not plain.isascii() or not plain.replace(".", "", 1).isdigit():
        raise forms.ValidationError(f"“{shown}” is not an amount. Type one such as 7.50.")
    pence = Fraction(f"0{plain}") * PENCE_A_POUND
    if pence.denominator != 1:
        raise forms.ValidationError(f"{shown} has parts of a penny; type pounds and pence, as 7.50.")
    if pence > MOST_POUNDS * PENCE_A_POUND:
        raise forms.ValidationError(
            f"{shown} is more than £{MOST_POUNDS:,}, which no league charges at once."
        )
    return int(pence)
