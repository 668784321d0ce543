"""The second factor of an account: turned on and off, its codes checked, its recovery codes.

Its passkeys are in `passkeys.py`: they are added to it, and go when it is turned off.

A code counts once. Wrong ones are counted in the database, for all processes together: after each ten the
app's codes count for nothing for a while, twice as long each time. Recovery codes are too long to be guessed.
"""

import base64
import datetime
import math
import secrets

import pyotp
from django.utils.crypto import constant_time_compare, salted_hmac

from league.history.services.audit import note_of_account
from league.models import Authenticator, User
from league.shared.errors import Refused, written_whole
from league.shared.identifiers import ALPHABET

STEP = 30  # seconds
MOST_TRIES = 10
SHORTEST_WAIT, LONGEST_WAIT = datetime.timedelta(minutes=15), datetime.timedelta(days=1)
RECOVERY_CODES, RECOVERY_LENGTH = 10, 12
WRONG = "This code is wrong, used or too old. Type the code that the app shows now."
TOO_MANY = "Too many wrong codes. Wait {minutes} minutes, or use a recovery code."
ALREADY_ON = "Two-step sign-in is on already. Turn it off first to use another app."


def new_seed() -> str:
    """Return what the key of a new authenticator is made of."""
    return secrets.token_hex(16)


def app_key(user: User, seed: str) -> str:
    """Return the key that an app is given, in the letters in which it can be typed."""
    digest = salted_hmac("pegboard.second-factor", f"{user.pk}.{seed}", algorithm="sha256").digest()
    return base64.b32encode(digest[:20]).decode()


def app_address(user: User, seed: str, *, site: str) -> str:
    """Return the address by which an app takes the key, as the square to scan holds it."""
    return pyotp.TOTP(app_key(user, seed)).provisioning_uri(name=user.username, issuer_name=site)


def has_second_factor(user: User) -> bool:
    """Return whether a code or a passkey is asked for when the account signs in. One query."""
    return Authenticator.objects.filter(user=user).exists()


def hold_second_factor(*, user: User, now: datetime.datetime) -> tuple[Authenticator, list[str]]:
    """Return the second factor of an account, locked, and its recovery codes if it is turned on by this.

    To be called within a transaction, and to be given an app or a passkey in it.
    """
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if held := Authenticator.objects.filter(user=user).first():
        return held, []
    codes = _new_recovery_codes()
    digests = _digests(user, codes)
    return Authenticator.objects.create(user=user, seed="", turned_on_at=now, recovery_digests=digests), codes


def turn_on(*, user: User, seed: str, code: str, now: datetime.datetime) -> list[str]:
    """Add an app to the second factor, once it has shown a right code; return recovery codes that are new.

    They are stored as digests: this is the only time they can be read. With passkeys there are some already.
    Raises Refused for a wrong code.
    """
    if (step := _step_of(app_key(user, seed), code, now)) is None:
        raise Refused(WRONG)
    with written_whole():
        held, codes = hold_second_factor(user=user, now=now)
        if held.has_app:
            raise Refused(ALREADY_ON)
        held.seed, held.last_step = seed, step
        held.save(update_fields=["seed", "last_step"])
        note_of_account(user=user, what="Two-step sign-in turned on", now=now)
    return codes


def use_code(*, user: User, typed: str, now: datetime.datetime) -> str:
    """Use up a code of the app, or a recovery code. Return why it does not count; empty if it does."""
    with written_whole():
        held = Authenticator.objects.select_for_update(of=("self",)).filter(user=user).first()
        if held is None:
            return ""
        code = "".join(typed.lower().replace("-", "").split())
        digest, wait = _digest(user, code), _wait(held, now)
        step = None if wait or not held.has_app else _step_of(app_key(user, held.seed), code, now)
        if digest in held.recovery_digests:
            held.recovery_digests.remove(digest)
            held.wrong_tries, refusal = 0, ""
        elif wait:
            refusal = TOO_MANY.format(minutes=math.ceil(wait.total_seconds() / 60))
        elif step is not None and step > held.last_step:
            held.last_step, held.wrong_tries, refusal = step, 0, ""
        else:
            held.wrong_tries, held.last_tried_at, refusal = held.wrong_tries + 1, now, WRONG
        held.save()
    return refusal


def renew_recovery_codes(*, user: User) -> list[str]:
    """Replace the recovery codes and return the new ones. Raises Refused if there is no second factor."""
    codes = _new_recovery_codes()
    if not Authenticator.objects.filter(user=user).update(recovery_digests=_digests(user, codes)):
        raise Refused("Two-step sign-in is off.")
    return codes


def turn_off(*, user: User) -> bool:
    """Turn the second factor off, passkeys included; return whether it was on."""
    with written_whole():
        was_on = bool(Authenticator.objects.filter(user=user).delete()[0])
        if was_on:
            note_of_account(user=user, what="Two-step sign-in turned off")
    return was_on


def _wait(held: Authenticator, now: datetime.datetime) -> datetime.timedelta:
    """Return how long the app's codes still count for nothing."""
    rounds, odd = divmod(held.wrong_tries, MOST_TRIES)
    if odd or not rounds or held.last_tried_at is None:
        return datetime.timedelta()
    whole = min(SHORTEST_WAIT * (1 << min(rounds - 1, 10)), LONGEST_WAIT)
    return max(held.last_tried_at + whole - now, datetime.timedelta())


def _step_of(key: str, code: str, now: datetime.datetime) -> int | None:
    """Return the half minute of a code: this one, or one beside it, as clocks differ. None if it is wrong."""
    app, present = pyotp.TOTP(key), int(now.timestamp()) // STEP
    steps = (present, present - 1, present + 1)
    return next((step for step in steps if constant_time_compare(app.at(step * STEP), code)), None)


def _new_recovery_codes() -> list[str]:
    codes = ("".join(secrets.choice(ALPHABET) for _ in range(RECOVERY_LENGTH)) for _ in range(RECOVERY_CODES))
    return [f"{code[:4]}-{code[4:8]}-{code[8:]}" for code in codes]


def _digests(user: User, codes: list[str]) -> list[str]:
    return [_digest(user, code.replace("-", "")) for code in codes]


def _digest(user: User, code: str) -> str:
    return salted_hmac("pegboard.recovery-code", f"{user.pk}.{code}", algorithm="sha256").hexdigest()
