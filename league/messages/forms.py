"""What the secretary writes to many: to whom, which subject, which words."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms

from league.messages.letters import LONGEST_SUBJECT, TEMPLATES
from league.messages.merge_fields import WrongField, verify_fields
from league.shared.identifiers import ALPHABET, LENGTH

LONGEST_TEXT = 3000


class MessageForm(forms.Form):
    """A message to the captains of a night, of a division, or of all teams."""

    audience = forms.ChoiceField(
        label="To", error_messages={"required": "Choose who gets the message.", "invalid_choice": ""}
    )
    subject = forms.CharField(
        label="Subject",
        max_length=LONGEST_SUBJECT,
        error_messages={"required": "Write a subject."},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    text = forms.CharField(
        label="Message",
        max_length=LONGEST_TEXT,
        error_messages={"required": "Write a message."},
        widget=forms.Textarea(attrs={"rows": 12}),
    )

    def __init__(self, *arguments: Any, audiences: Sequence[tuple[str, str]], **options: Any) -> None:
        super().__init__(*arguments, **options)
        field = cast(forms.ChoiceField, self.fields["audience"])
        field.choices = audiences
        field.error_messages["invalid_choice"] = (
            "“%(value)s” is no group of captains. Choose one of the list: divisions or nights have changed."
        )

    def clean_subject(self) -> str:
        return self._filled("subject")

    def clean_text(self) -> str:
        return self._filled("text")

    def _filled(self, name: str) -> str:
        text: str = self.cleaned_data[name].replace("\r\n", "\n")
        try:
            verify_fields(text)
        except WrongField as fault:
            raise forms.ValidationError(str(fault)) from fault
        return text


def with_template(typed: dict[str, str], name: str) -> dict[str, str]:
    """Return what was typed with a template; words of one's own stay, and the template's follow below."""
    _, subject, text = TEMPLATES.get(name, TEMPLATES["free"])
    templates = {_bare(template) for _, _, template in TEMPLATES.values()}
    own = typed.get("text", "").replace("\r\n", "\n")
    is_own = bool(_bare(own)) and _bare(own) not in templates
    subjects = {template for _, template, _ in TEMPLATES.values()}
    own_subject = typed.get("subject", "").strip()
    return {
        **typed,
        "subject": own_subject if own_subject and own_subject not in subjects else subject,
        "text": f"{own.rstrip()}\n\n{text}" if is_own else text,
    }


def _bare(text: str) -> str:
    return " ".join(text.split())


def is_key(text: str) -> bool:
    """Return whether a text can be the id of a message."""
    return len(text) == LENGTH and set(text) <= set(ALPHABET)
