"""Whom the demo's secretary rings up. Most captains are known; one has no e-mail, two nobody has named."""

from dataclasses import dataclass

from tests.tools.demo.people import Squads
from tests.tools.demo.pubs import TEAMS

UNKNOWN = {"packhorse-b", "cloggers-knife"}
WITHOUT_EMAIL = {"shoddy-merchant", "weavers-rest-b"}
FIRST_NUMBER = 101
READERS = ("officers", "members", "members", "everybody")
"""What captains in turn agreed to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Captain:
    """How a captain is reached. Numbers are of the range kept free for plays and films."""

    name: str
    email: str
    phone: str
    contact_for: str = "officers"


NOBODY_NAMED = Captain(name="", email="", phone="")


def captain_of(team: str, squads: Squads) -> Captain:
    """The captain of a team, by its slug: the first of its list who is still there and not kept hidden."""
    if team in UNKNOWN:
        return NOBODY_NAMED
    people = (signing.person for signing in squads[team] if signing.left_on is None)
    number = FIRST_NUMBER + [one.slug for one in TEAMS].index(team)
    return Captain(
        name=next(person.name for person in people if person.shown == "full"),
        email="" if team in WITHOUT_EMAIL else f"{team}@example.org",
        phone=f"01632 960{number}",
        contact_for=READERS[number % len(READERS)],
    )
