"""A list as it is sent: pasted, or as a file; read into rows, or refused with the reason."""

from collections.abc import Mapping
from typing import Any

from django import forms

from league.exchange.lists.columns import What
from league.exchange.spreadsheets import Rows, UnreadableFile, read_file, read_text

MOST_NAMES = 100
LONGEST_NAME = 80


class RowsForm(forms.Form):
    """A list: a file, what was pasted, or what was looked at before.

    `names` says for names of teams that nobody has which teams they mean: `written-1` means `meant-1`.
    """

    # No bound of its own: a browser would cut off what is too long without a word.
    pasted = forms.CharField(
        label="Paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label="or choose a file",
        required=False,
        help_text="CSV or XLSX; of a file with several sheets the first is read.",
    )
    named = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    rows: Rows = ()

    @property
    def names(self) -> Mapping[str, str]:
        """Which team each name means, as far as that was said."""
        pairs = (
            (self.data.get(f"{what}-{n}", "") for what in ("written", "meant")) for n in range(MOST_NAMES)
        )
        return {written: meant for written, meant in pairs if written and 0 < len(meant) <= LONGEST_NAME}

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        file, pasted = said.get("file"), said.get("pasted", "")
        try:
            if file:
                self.rows = read_file(file.read())
                said["named"] = file.name[:120]
            elif pasted and pasted.strip():
                self.rows = read_text(pasted)
                said["named"] = said.get("named") or "a list that was pasted"
            else:
                self.add_error("pasted", "There is nothing in it: paste the list, or choose its file.")
        except UnreadableFile as refusal:
            self.add_error("file" if file else "pasted", str(refusal))
        return said


class ListForm(RowsForm):
    """Which list, and the list."""

    what = forms.ChoiceField(label="What is in it", choices=What.choices)
    field_order = ("what", "pasted", "file")
