"""Forms for a list that is pasted or sent as a file, read into rows."""

from collections.abc import Mapping
from typing import Any

from django import forms

from league.exchange.lists.checked_list import CheckedList
from league.exchange.lists.headings import What
from league.exchange.lists.layout import bare_heading
from league.exchange.spreadsheets import Rows, UnreadableFile, file_text, read_text

ANSWER = "answer-"
LONGEST_KEY = 200


def answers_of(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the answers of a form by their keys: `answer-night` answers `night`."""
    return {
        name.removeprefix(ANSWER): value
        for name, value in data.items()
        if name.startswith(ANSWER) and value and len(name) <= LONGEST_KEY and len(value) <= LONGEST_KEY
    }


def chosen_columns(checked: CheckedList, answers: Mapping[str, str]) -> dict[str, str]:
    """Return what columns mean as somebody chose it, by their headings."""
    return {
        bare_heading(column.heading): str(column.meaning)
        for column in checked.columns
        if column.heading and column.key in answers
    }


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
        help_text="CSV, XLSX, Word (DOCX) or a saved web page; of several sheets the first that is not "
        "hidden is read.",
    )
    named = forms.CharField(required=False, max_length=120, widget=forms.HiddenInput)

    rows: Rows = ()
    text = ""

    @property
    def answers(self) -> dict[str, str]:
        return answers_of(self.data)

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file, pasted = cleaned.get("file"), cleaned.get("pasted", "")
        try:
            if file:
                self.text = file_text(file.read())
                self.rows = read_text(self.text)
                cleaned["named"] = file.name[:120]
            elif pasted and pasted.strip():
                self.rows = read_text(pasted)
                self.text = pasted
                cleaned["named"] = cleaned.get("named") or "a list that was pasted"
            else:
                self.add_error("pasted", "There is nothing in it: paste the list, or choose its file.")
        except UnreadableFile as refusal:
            self.add_error("file" if file else "pasted", str(refusal))
        return cleaned


class ListForm(RowsForm):
    """A list and its kind."""

    what = forms.ChoiceField(label="What is in it", choices=[(what, what) for what in What])
    field_order = ("what", "pasted", "file")
