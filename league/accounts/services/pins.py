"""The PIN with which a captain signs on somebody else's phone: set, removed, and checked with few tries."""

import datetime

from django.contrib.auth.hashers import check_password, make_password
from django.db.models import F
from django.utils.crypto import salted_hmac

from league.models import CaptainPin, Enrolment, Match, PinTries, Side
from league.shared.errors import Refused, written_whole

LENGTH = 4
MOST_TRIES = 5
NOT_FOUR_DIGITS = "A PIN has four digits, such as 2749."
TOO_EASY = "{pin} is the kind of PIN everybody tries first. Choose another."
STEPS = frozenset({"0123456789", "9876543210"})


class WrongPin(Refused):
    """The PIN is wrong, or there are no more tries. `tries_left` is how many there still are."""

    def __init__(self, tries_left: int) -> None:
        super().__init__("Wrong PIN.")
        self.tries_left = tries_left


def set_pin(*, enrolment: Enrolment, pin: str, now: datetime.datetime) -> None:
    """Set the PIN of a team's captain, instead of an earlier one. Raises Refused if it cannot be one."""
    if not is_pin(pin):
        raise Refused(NOT_FOUR_DIGITS)
    if len(set(pin)) == 1 or any(pin in steps for steps in STEPS):
        raise Refused(TOO_EASY.format(pin=pin))
    digest = make_password(_keyed(enrolment, pin))
    values = {"digest": digest, "set_for": enrolment.captain_name, "set_at": now}
    with written_whole():
        CaptainPin.objects.update_or_create(enrolment=enrolment, defaults=values)


def remove_pin(*, enrolment: Enrolment) -> None:
    """Remove the PIN of a team's captain. Pressing twice changes nothing more."""
    CaptainPin.objects.filter(enrolment=enrolment).delete()


def check_pin(*, match: Match, side: Side, enrolment: Enrolment, pin: str) -> None:
    """Return if this is the PIN of the side's captain. Raises WrongPin; after five wrong ones always.

    A try is counted before the PIN is looked at and given back if it was right, so that tries at the same
    moment are no more than five either. The slow digest runs while no row is locked.
    """
    tries = PinTries.objects.filter(match=match, side=side)
    with written_whole():
        PinTries.objects.bulk_create([PinTries(match=match, side=side)], ignore_conflicts=True)
        has_try = tries.filter(tries__lt=MOST_TRIES).update(tries=F("tries") + 1)
    if not has_try:
        raise WrongPin(0)
    stored = pin_of(enrolment)
    if stored and is_pin(pin) and check_password(_keyed(enrolment, pin), stored.digest):
        tries.filter(tries__gt=0).update(tries=F("tries") - 1)
        return
    raise WrongPin(tries_left(match, side))


def tries_left(match: Match, side: Side) -> int:
    """Return how often a PIN may still be tried for a side of a match. One query."""
    wrong = PinTries.objects.filter(match=match, side=side).values_list("tries", flat=True).first()
    return MOST_TRIES - (wrong or 0)


def pin_of(enrolment: Enrolment) -> CaptainPin | None:
    """Return the PIN of a team's captain, None if the captain of today has set none. One query."""
    return CaptainPin.objects.filter(enrolment=enrolment, set_for=enrolment.captain_name).first()


def is_pin(pin: str) -> bool:
    """Return whether the text has the shape of a PIN."""
    return len(pin) == LENGTH and pin.isascii() and pin.isdigit()


def _keyed(enrolment: Enrolment, pin: str) -> str:
    """Return the PIN under the installation's key: a database alone does not tell it."""
    return salted_hmac("pegboard.captain-pin", f"{enrolment.pk} {pin}", algorithm="sha256").hexdigest()
