"""How the captains of a season are reached, all teams on one page."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django import forms

from league.models import Division, Enrolment
from league.people.services import Contact

LONGEST_NAME, LONGEST_PHONE = 80, 30


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFields:
    """The three boxes of a team."""

    enrolment: Enrolment
    name: forms.BoundField
    email: forms.BoundField
    phone: forms.BoundField

    @property
    def boxes(self) -> tuple[forms.BoundField, ...]:
        return self.name, self.email, self.phone


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
                **_OPTIONAL,  # type: ignore[arg-type]
            )
            self.fields[f"e{enrolment.pk}-email"] = forms.EmailField(
                label=f"E-mail address of {enrolment.team}",
                initial=enrolment.captain_email,
                error_messages={"invalid": "Type an e-mail address such as captain@example.org."},
                **_OPTIONAL,  # type: ignore[arg-type]
            )
            self.fields[f"e{enrolment.pk}-phone"] = forms.CharField(
                label=f"Telephone of {enrolment.team}",
                max_length=LONGEST_PHONE,
                initial=enrolment.captain_phone,
                widget=forms.TextInput(attrs={"inputmode": "tel"}),
                **_OPTIONAL,  # type: ignore[arg-type]
            )

    @property
    def divisions(self) -> Iterator[tuple[Division, list[TeamFields]]]:
        """The boxes of every team, by division."""
        by_division: dict[Division, list[TeamFields]] = {}
        for enrolment in self.enrolments:
            name, email, phone = (self[f"e{enrolment.pk}-{what}"] for what in ("name", "email", "phone"))
            boxes = TeamFields(enrolment=enrolment, name=name, email=email, phone=phone)
            by_division.setdefault(enrolment.division, []).append(boxes)
        yield from by_division.items()

    @property
    def contacts(self) -> dict[int, Contact]:
        """What was typed over, by enrolment."""
        changed: dict[int, dict[str, str]] = {}
        for field in self.changed_data:
            enrolment, _, what = field.partition("-")
            changed.setdefault(int(enrolment[1:]), {})[what] = self.cleaned_data[field]
        return {enrolment: Contact(**typed) for enrolment, typed in changed.items()}


_OPTIONAL = {"required": False, "show_hidden_initial": True}
