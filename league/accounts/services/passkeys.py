"""Passkeys of an account: added, used to sign in, removed.

`webauthn.py` reads what a browser answers: origin, host, challenge, signature. Here is what the standard
leaves to a site: whose a passkey is, whether it has signed the same before, and whether there is a copy.
"""

import datetime
import json
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from league.accounts.services.second_factor import hold_second_factor
from league.history.services.audit import note_of_account
from league.models import Authenticator, Passkey, User
from league.shared.errors import Refused, written_whole

log = logging.getLogger(__name__)

MOST_PASSKEYS = 20
UNACCEPTABLE = "The passkey’s answer cannot be used. Open the page again and try once more."
UNKNOWN = "This passkey is not known here. It was removed, or it belongs to another account."
COPIED = "This passkey may have been copied. Sign in another way, and remove it under Account."
CLOSED = "This account is closed. Ask the operator of the site to reopen it."
REMOVED_ALREADY = "This passkey was removed already."
ONLY_ONE = "This is your only second step. Add another passkey first, or turn two-step sign-in off."
TOO_MANY = f"An account has at most {MOST_PASSKEYS} passkeys. Remove one first."
ADDED_ALREADY = "This passkey was added already."


@dataclass(frozen=True, slots=True, kw_only=True)
class RelyingParty:
    """The site as a browser sees it: a passkey belongs to a host, and answers from its origin only."""

    host: str
    origin: str


def new_challenge() -> str:
    """Return what a passkey is to sign, once."""
    return secrets.token_urlsafe(32)


def options_to_add(*, user: User, site: RelyingParty, challenge: str) -> dict[str, Any]:
    """Return what the browser is asked so that it makes a passkey. Two queries at most."""
    known = list(passkeys_at(site, user))
    return dict(
        _webauthn().creation_options(
            host=site.host,
            challenge=challenge,
            user_handle=_handle(known, challenge),
            name=user.username,
            full_name=str(user),
            known=[passkey.credential_id for passkey in known],
        )
    )


def options_to_use(*, user: User | None, site: RelyingParty, challenge: str) -> dict[str, Any]:
    """Return what the browser is asked so that it uses a passkey of the user; without one, any of its own."""
    known = None if user is None else [passkey.credential_id for passkey in passkeys_at(site, user)]
    return dict(_webauthn().request_options(host=site.host, challenge=challenge, known=known))


def passkeys_at(site: RelyingParty, user: User) -> Any:
    """Return the passkeys with which somebody signs in to this host."""
    return Passkey.objects.filter(authenticator__user=user, host=site.host)


def add_passkey(
    *, user: User, site: RelyingParty, challenge: str, name: str, answer: str, now: datetime.datetime
) -> list[str]:
    """Add a passkey that a browser has made; return the recovery codes if this turned two-step sign-in on.

    Raises Refused for an answer to another challenge, or from another site.
    """
    with _refused():
        made = _webauthn().made_key(answer, host=site.host, origin=site.origin, challenge=challenge)
    with written_whole(credential_id=ADDED_ALREADY):
        held, codes = hold_second_factor(user=user, now=now)
        known = list(held.passkeys.all())
        if len(known) >= MOST_PASSKEYS:
            raise Refused(TOO_MANY)
        held.passkeys.create(
            **made,
            name=name,
            host=site.host,
            user_handle=_handle([passkey for passkey in known if passkey.host == site.host], challenge),
            last_challenge=challenge,
            created_at=now,
        )
        note_of_account(user=user, what="Passkey added", now=now)
    return codes


def use_passkey(
    *, user: User | None, site: RelyingParty, challenge: str, answer: str, now: datetime.datetime
) -> Passkey:
    """Return the passkey that has signed the challenge, which counts once. Raises Refused.

    With `user` it is their second step. Without, it is both steps and says whose it is: its device must have
    asked for a finger, a face or a PIN.
    """
    with written_whole():
        keys = Passkey.objects.select_for_update(of=("self",)).select_related("authenticator__user")
        passkey = keys.filter(credential_id=_credential_id(answer), host=site.host).first()
        if passkey is None or user not in (None, passkey.authenticator.user):
            raise Refused(UNKNOWN)
        with _refused():
            count, handle = _webauthn().verified_signature(
                answer,
                host=site.host,
                origin=site.origin,
                challenge=challenge,
                credential_id=passkey.credential_id,
                public_key=passkey.public_key,
                verifies_holder=user is None,
            )
        is_named_right = handle == passkey.user_handle or (user and not handle)
        if challenge == passkey.last_challenge or not is_named_right:
            raise Refused(UNACCEPTABLE)
        before = passkey.sign_count
        if (count or before) and count <= before:
            log.warning("Passkey %s has signed %s times now, and %s before.", passkey.pk, count, before)
            raise Refused(COPIED)
        if not passkey.authenticator.user.is_active:
            raise Refused(CLOSED)
        passkey.sign_count, passkey.last_challenge, passkey.last_used_at = count, challenge, now
        passkey.save(update_fields=["sign_count", "last_challenge", "last_used_at"])
    return passkey


def remove_passkey(*, user: User, key: int) -> str:
    """Remove a passkey and return its name. Raises Refused for the only second step of an account."""
    with written_whole():
        held = Authenticator.objects.select_for_update(no_key=True).filter(user=user).first()
        passkeys = {} if held is None else {passkey.pk: passkey for passkey in held.passkeys.all()}
        if held is None or key not in passkeys:
            raise Refused(REMOVED_ALREADY)
        if len(passkeys) == 1 and not held.has_app:
            raise Refused(ONLY_ONE)
        passkeys[key].delete()
        note_of_account(user=user, what="Passkey removed")
    return passkeys[key].name


def _webauthn() -> ModuleType:
    from league.accounts import webauthn  # here: the library it loads is needed by these pages only

    return webauthn


@contextmanager
def _refused() -> Iterator[None]:
    try:
        yield
    except _webauthn().UnacceptableAnswer as fault:
        log.info("A passkey was refused: %s", fault)
        raise Refused(UNACCEPTABLE) from fault


def _credential_id(answer: str) -> str:
    try:
        return str(json.loads(answer)["id"]).replace("\0", "")
    except (ValueError, TypeError, LookupError, RecursionError):
        raise Refused(UNACCEPTABLE) from None


def _handle(known: list[Passkey], challenge: str) -> str:
    """Return what devices know the account by: a random text, the same for all passkeys of a host."""
    return known[0].user_handle if known else challenge
