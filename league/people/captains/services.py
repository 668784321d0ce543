"""Captains' contacts, as the secretary keeps them for a season."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from league.models import Enrolment, Season
from league.shared.errors import refuse_invalid, written_whole

FIELDS = ("captain_name", "captain_email", "captain_phone")


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """How a captain is reached; None leaves what is known as it is."""

    name: str | None = None
    email: str | None = None
    phone: str | None = None


def write_captains(*, season: Season, contacts: Mapping[int, Contact]) -> int:
    """Write down how captains are reached, by enrolment; how many teams changed.

    Only what was typed is written, so that two who fill in the list at once do not undo each other's work.
    Teams that have left the season meanwhile are passed over. Raises Refused for what cannot be an address.
    """
    with written_whole():
        held = season.enrolments.select_for_update(of=("self",), no_key=True).filter(pk__in=contacts)
        enrolments = list(held.order_by("pk"))
        for enrolment in enrolments:
            _write(enrolment, contacts[enrolment.pk])
        Enrolment.objects.bulk_update(enrolments, FIELDS)
    return len(enrolments)


def _write(enrolment: Enrolment, contact: Contact) -> None:
    for field, said in zip(FIELDS, (contact.name, contact.email, contact.phone), strict=True):
        if said is not None:
            setattr(enrolment, field, said)
    try:
        enrolment.clean_fields(exclude=["season", "division", "team"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
