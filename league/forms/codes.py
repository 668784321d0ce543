"""The code of a match: as somebody types it from a slip, and why the secretary ends one."""

from django import forms

from league.access.links import spelling
from league.forms.rulings import Reason
from league.models.ids import ALPHABET
from league.models.links import CODE_LENGTH

# What stands between the signs of a code, or before it where somebody types the whole address.
LOOSE = str.maketrans("", "", "._,;:·'\"’“”")
LONGEST = 200
SHOWN = 24


class CodeForm(forms.Form):
    """A code as it is typed in a pub: capitals, spaces and dashes do not matter."""

    code = forms.CharField(
        label="The code on the sheet or the slip",
        help_text="Eight letters and figures, such as k7m4 9qtd. Capitals, spaces and dashes do not matter.",
        max_length=LONGEST,
        widget=forms.TextInput(
            attrs={
                "autocapitalize": "none",
                "autocomplete": "off",
                "autocorrect": "off",
                "spellcheck": "false",
                "autofocus": True,
            }
        ),
        error_messages={
            "required": "Type the code first: eight letters and figures, beside the square on the paper."
        },
    )

    def clean_code(self) -> str:
        typed: str = self.cleaned_data["code"]
        # Whoever types the whole address means what stands at its end.
        spelt = "".join(spelling(typed.strip().strip("/").rpartition("/")[2]).translate(LOOSE).split())
        shown = typed.strip()[:SHOWN]
        strange = sorted(set(spelt) - set(ALPHABET))
        if strange:
            signs = ", ".join(f"“{sign}”" for sign in strange[:3])
            raise forms.ValidationError(
                f"“{shown}” has {signs} in it, and no code has: there is no o and no 0, no l, no i and no 1, "
                "no s and no 5, and no a, e or u. Look at the paper once more."
            )
        if len(spelt) != CODE_LENGTH:
            raise forms.ValidationError(
                f"“{shown}” has {len(spelt)} letters and figures; a code has {CODE_LENGTH}."
            )
        return spelt


class EndCodeForm(forms.Form):
    """Why a code is ended or replaced."""

    because = Reason(
        label="Why?",
        help_text="Whoever still tries the old code reads it, such as: the slips were left on the bus.",
    )
