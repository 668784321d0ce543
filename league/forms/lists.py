"""A list as it is sent: pasted, or as a file; read into rows, or refused with the reason."""

from typing import Any

from django import forms

from league.exchange.lists import What
from league.exchange.spreadsheets import MOST_BYTES, Rows, Unreadable, read_file, read_text


class ListForm(forms.Form):
    """Which list, and the list: a file, what was pasted, or what was looked at before."""

    what = forms.ChoiceField(label="What is in it", choices=What.choices)
    pasted = forms.CharField(
        label="Paste it here",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        max_length=MOST_BYTES,
    )
    file = forms.FileField(label="or choose a file", required=False)
    named = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    rows: Rows = ()

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
        except Unreadable as refusal:
            self.add_error("file" if file else "pasted", str(refusal))
        return said
