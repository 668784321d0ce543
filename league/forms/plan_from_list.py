"""A list of fixtures that a plan begins with: pasted, or as a file."""

from django import forms

from league.forms.lists import RowsForm


class PlanFromListForm(RowsForm):
    """The list, what the plan is called, and whether its dates are last year's."""

    name = forms.CharField(
        label="Name of the plan",
        max_length=60,
        help_text="To tell it from other plans.",
        initial="Last year’s list",
    )
    is_last_years = forms.BooleanField(
        label="The dates are last year’s: move them by whole weeks, so that the list begins with this season",
        required=False,
    )
    field_order = ("name", "pasted", "file", "is_last_years")
