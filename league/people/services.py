"""Writes of people: how the captains of a season are reached."""

from collections.abc import Callable, Collection, Mapping

from django.core.exceptions import ValidationError

from league.competition.services import bump_revision
from league.history.services.audit import Kind, note_act
from league.models import Enrolment, Season, User
from league.shared.errors import refuse_invalid, written_whole
from league.shared.text import listed

FIELDS = {
    "name": "captain_name",
    "email": "captain_email",
    "phone": "captain_phone",
    "readers": "contact_for",
}
"""How a captain is reached and who may read it on paper: what is typed, and where an enrolment has it."""


def save_captains(
    *, season: Season, contacts: Mapping[int, Mapping[str, str]], by: User | None = None
) -> int:
    """Save how captains are reached, by enrolment and by the keys of FIELDS; return how many teams changed.

    Only what was typed is written, so that two who fill in the list at once do not undo each other's work.
    Teams that have left the season meanwhile are passed over. Raises Refused for what cannot be an address.
    """
    with written_whole():
        held = season.enrolments.select_for_update(of=("self",), no_key=True).filter(pk__in=contacts)
        enrolments = list(held.select_related("team").order_by("pk"))
        for enrolment in enrolments:
            _set_contact(enrolment, contacts[enrolment.pk])
        Enrolment.objects.bulk_update(enrolments, (*FIELDS.values(), "declined_letters"))
        if enrolments:
            note_act(
                league=season.league,
                kind=Kind.PERSONAL,
                what=f"Contacts of captains changed: {listed([row.team.name for row in enrolments])}",
                by=by,
            )
        bump_revision(league_id=season.league_id)
    return len(enrolments)


def _set_contact(enrolment: Enrolment, contact: Mapping[str, str]) -> None:
    if contact.get("email", enrolment.captain_email) != enrolment.captain_email:
        enrolment.declined_letters = []  # whoever has the new address has declined nothing
    for what, value in contact.items():
        setattr(enrolment, FIELDS[what], value)
    try:
        enrolment.clean_fields(exclude=["season", "division", "team"])
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault


def choose_letters(*, enrolment: Enrolment, wanted: Collection[str]) -> Enrolment:
    """Save which e-mails a captain wants; the others are not sent to them."""
    return _save_declined(
        enrolment, lambda _: [kind for kind in Enrolment.LetterKind.values if kind not in wanted]
    )


def decline_letter(*, enrolment: Enrolment, letter: Enrolment.LetterKind) -> Enrolment:
    """Stop one kind of e-mail to a captain; the same again changes nothing."""
    return _save_declined(enrolment, lambda declined: list(dict.fromkeys([*declined, letter.value])))


def _save_declined(enrolment: Enrolment, change: Callable[[list[str]], list[str]]) -> Enrolment:
    with written_whole():
        held = Enrolment.objects.select_for_update(of=("self",), no_key=True).get(pk=enrolment.pk)
        held.declined_letters = change(held.declined_letters)
        held.save(update_fields=["declined_letters"])
    return held
