"""How the captains of a season are reached, all teams on one page."""

from collections.abc import Iterable, Iterator

from django import forms

from league.models import Enrolment
from league.people.services import FIELDS

LONGEST_NAME, LONGEST_PHONE = 80, 30


class CaptainsForm(forms.Form):
    """Name, e-mail address and telephone number of each captain; every one may be left empty.

    What the page showed travels with it: only what was typed over is written.
    """

    def __init__(self, *arguments: object, enrolments: Iterable[Enrolment], **options: object) -> None:
        super().__init__(*arguments, **options)  # type: ignore[arg-type]
        self.enrolments = list(enrolments)
        for enrolment in self.enrolments:
            self.fields[f"e{enrolment.pk}-name"] = forms.CharField(
                label=f"Captain of {enrolment.team}",
                max_length=LONGEST_NAME,
                initial=enrolment.captain_name,
                required=False,
                show_hidden_initial=True,
            )
            self.fields[f"e{enrolment.pk}-email"] = forms.EmailField(
                label=f"E-mail address of {enrolment.team}",
                initial=enrolment.captain_email,
                error_messages={"invalid": "Type an e-mail address such as captain@example.org."},
                required=False,
                show_hidden_initial=True,
            )
            self.fields[f"e{enrolment.pk}-phone"] = forms.CharField(
                label=f"Telephone of {enrolment.team}",
                max_length=LONGEST_PHONE,
                initial=enrolment.captain_phone,
                widget=forms.TextInput(attrs={"inputmode": "tel"}),
                required=False,
                show_hidden_initial=True,
            )
            self.fields[f"e{enrolment.pk}-readers"] = forms.ChoiceField(
                label=f"Name and telephone of {enrolment.team} may be read by",
                choices=Enrolment.ContactFor,
                initial=enrolment.contact_for,
                required=False,
                show_hidden_initial=True,
            )

    @property
    def teams(self) -> Iterator[dict[str, object]]:
        """Each enrolment, with its boxes: how its captain is reached, and who reads that."""
        for enrolment in self.enrolments:
            boxes = [self[f"e{enrolment.pk}-{what}"] for what in FIELDS]
            yield {"enrolment": enrolment, "boxes": boxes}

    @property
    def contacts(self) -> dict[int, dict[str, str]]:
        """What was typed over, by enrolment."""
        changed: dict[int, dict[str, str]] = {}
        for field in self.changed_data:
            enrolment, _, what = field.partition("-")
            # A form sent without the box leaves the readers as they are.
            if what != "readers" or self.cleaned_data[field]:
                changed.setdefault(int(enrolment[1:]), {})[what] = self.cleaned_data[field]
        return changed
