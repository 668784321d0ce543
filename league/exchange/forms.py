"""Forms for a list that is pasted or sent as a file, read into rows."""

from collections.abc import Mapping
from typing import Any

from django import forms

from league.exchange.lists.columns import What
from league.exchange.spreadsheets import Rows, UnreadableFile, read_file, read_text

MOST_NAMES = 100
LONGEST_NAME = 80


class RowsForm(forms.Form):
    """A list: a file, or a text that was pasted or previewed before."""

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
        """Return which team each unknown name means, where that was chosen: `written-1` means `meant-1`."""
        pairs = (
            (self.data.get(f"{what}-{n}", "") for what in ("written", "meant")) for n in range(MOST_NAMES)
        )
        return {written: meant for written, meant in pairs if written and 0 < len(meant) <= LONGEST_NAME}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file, pasted = cleaned.get("file"), cleaned.get("pasted", "")
        try:
            if file:
                self.rows = read_file(file.read())
                cleaned["named"] = file.name[:120]
            elif pasted and pasted.strip():
                self.rows = read_text(pasted)
                cleaned["named"] = cleaned.get("named") or "a list that was pasted"
            else:
                self.add_error("pasted", "There is nothing in it: paste the list, or choose its file.")
        except UnreadableFile as refusal:
            self.add_error("file" if file else "pasted", str(refusal))
        return cleaned


class ListForm(RowsForm):
    """A list and its kind."""

    what = forms.ChoiceField(label="What is in it", choices=What.choices)
    field_order = ("what", "pasted", "file")
