"""Fields of a message to many, such as {captain}: checked, and filled in for each reader."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.people.selectors import CaptainContact
from league.shared.text import listed

FIELDS: Mapping[str, str] = {
    "captain": "the captain’s name",
    "team": "their team",
    "opponent": "the other team",
    "date": "the day of that match",
    "pub": "where it is played",
}
"""What a message may name, and what stands there."""

IN_BRACES = re.compile(r"\{([^{}\n]*)\}")
TO_FILL_IN = re.compile(r"\[[^\[\]\n]+\]")
"""What a template leaves to be filled in: [day and time]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """A reader of a message, and what each field says to them; a field without a value is left out."""

    contact: CaptainContact
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A message as one address gets it, and the teams it is for."""

    to: str
    subject: str
    body: str
    teams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mail:
    """A message to many: its letters, and those without an address with the words for a text."""

    kind: str
    subject: str
    text: str
    letters: tuple[Letter, ...]
    unreached: tuple[tuple[CaptainContact, str], ...]


class WrongField(ValueError):
    """A message that cannot be filled in, in a sentence."""


def fields_in(text: str) -> tuple[str, ...]:
    """Return the names in braces, each once."""
    return tuple(dict.fromkeys(name.strip() for name in IN_BRACES.findall(text)))


def verify_fields(text: str) -> None:
    """Refuse unknown fields, single braces and what a template left to be filled in. Raises WrongField."""
    known = listed([f"{{{name}}}" for name in FIELDS])
    unknown = [f"{{{name}}}" for name in fields_in(text) if name not in FIELDS]
    if unknown:
        are = "is no field" if len(unknown) == 1 else "are no fields"
        raise WrongField(f"{listed(unknown)} {are}. The fields are {known}.")
    if "{" in (rest := IN_BRACES.sub("", text)) or "}" in rest:
        raise WrongField(
            f"A brace is missing. Write a field with both, as in {{team}}. The fields are {known}."
        )
    if gaps := list(dict.fromkeys(TO_FILL_IN.findall(text))):
        raise WrongField(f"Fill in {listed(gaps)}, or delete it.")


def merged(text: str, values: Mapping[str, str]) -> str:
    """Return a text with its fields filled in. KeyError for a field without a value."""
    return IN_BRACES.sub(lambda match: values[match[1].strip()], text)


def mail_for(recipients: Sequence[Recipient], *, kind: str, subject: str, text: str) -> Mail:
    """Return the letters of a message. Raises WrongField for fields that are unknown or have no value.

    Somebody who is captain of two teams gets one letter, if both would say the same.
    """
    verify_fields(f"{subject} {text}")
    _verify_values(recipients, fields_in(f"{subject} {text}"))
    teams_by_letter: dict[tuple[str, str, str], list[str]] = {}
    unreached = []
    for recipient in recipients:
        head, body = merged(subject, recipient.values), merged(text, recipient.values)
        if recipient.contact.email:
            key = (recipient.contact.email, head, body)
            teams_by_letter.setdefault(key, []).append(recipient.contact.team)
        else:
            unreached.append((recipient.contact, body))
    letters = [
        Letter(to=to, subject=head, body=body, teams=tuple(teams))
        for (to, head, body), teams in teams_by_letter.items()
    ]
    return Mail(kind=kind, subject=subject, text=text, letters=tuple(letters), unreached=tuple(unreached))


def _verify_values(recipients: Iterable[Recipient], fields: Sequence[str]) -> None:
    lacking = [
        (recipient.contact.team, field)
        for recipient in recipients
        for field in fields
        if field not in recipient.values
    ]
    if lacking:
        teams = list(dict.fromkeys(team for team, _ in lacking))
        empty = listed([f"{{{field}}}" for field in dict.fromkeys(field for _, field in lacking)])
        have = "has" if len(teams) == 1 else "have"
        raise WrongField(
            f"{listed(teams)} {have} no match to come, so {empty} would be empty. "
            "Choose the captains of a night, or leave the field out."
        )
