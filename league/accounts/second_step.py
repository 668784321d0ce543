"""The second step of a sign-in: a code, or a passkey that signs a challenge of this session.

A challenge is of one session, for one purpose, for one account if it is known; it counts once, for five
minutes. Who asks for another one lets the first go.
"""

from contextlib import suppress
from enum import StrEnum
from ipaddress import ip_address
from typing import Any

from django import forms
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils import timezone

from league.accounts.rate_limit import MINUTES, begin_anew, may_try
from league.accounts.services.passkeys import (
    UNACCEPTABLE,
    RelyingParty,
    new_challenge,
    passkeys_at,
    use_passkey,
)
from league.accounts.services.second_factor import use_code
from league.models import Passkey, User
from league.shared.errors import Refused

CHALLENGE_LASTS = 300  # seconds
LONGEST_ANSWER = 20_000
TOO_MANY_TRIES = f"Too many tries with passkeys. Wait {MINUTES} minutes, or use a code."
NO_NAME = "Passkeys need a site with a name. Open it as localhost, or as it is called on the internet."
TYPE_CODE = "Type the code."


class Purpose(StrEnum):
    """What a passkey is asked for."""

    ADD = "add"
    SIGN_IN = "sign-in"
    STEP = "step"
    CONFIRM = "confirm"


def relying_party(request: HttpRequest) -> RelyingParty | None:
    """Return the site as the browser sees it; None where its address is a number: no passkey has one."""
    host = split_domain_port(request.get_host())[0]
    with suppress(ValueError):
        ip_address(host.strip("[]"))
        return None
    return RelyingParty(host=host, origin=f"{request.scheme}://{request.get_host()}")


def challenge_for(request: HttpRequest, purpose: Purpose, user: User | None, *, name: str = "") -> str:
    """Return a new challenge of this session. `name` is that of a passkey to be added."""
    challenge = new_challenge()
    request.session[_key(purpose)] = {
        "challenge": challenge,
        "user": user.pk if user else None,
        "name": name,
        "since": timezone.now().timestamp(),
    }
    return challenge


def take_challenge(
    request: HttpRequest, purpose: Purpose, user: User | None
) -> tuple[RelyingParty, str, str]:
    """Return the site, the session's challenge and the name it came with. Raises Refused if there is none."""
    site, due = relying_party(request), request.session.pop(_key(purpose), None)
    if site is None:
        raise Refused(NO_NAME)
    is_late = due is None or timezone.now().timestamp() - due["since"] > CHALLENGE_LASTS
    if is_late or due["user"] != (user.pk if user else None):
        raise Refused(UNACCEPTABLE)
    return site, due["challenge"], due["name"]


def passkey_of_answer(request: HttpRequest, purpose: Purpose, user: User | None, answer: str) -> Passkey:
    """Return the passkey that has answered this session's challenge. Raises Refused; tries are counted."""
    tries = f"passkey {user.pk if user else ''}"
    if not may_try(request, tries):
        raise Refused(TOO_MANY_TRIES)
    site, challenge, _ = take_challenge(request, purpose, user)
    passkey = use_passkey(
        user=user, site=site, challenge=challenge, answer=answer[:LONGEST_ANSWER], now=timezone.now()
    )
    begin_anew(request, tries)
    return passkey


class CodeDueForm(forms.Form):
    """The code of the second factor, which is used up, or the answer of a passkey, `used_passkey` then."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        required=False,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autocapitalize": "none", "autofocus": True}
        ),
    )
    passkey = forms.CharField(
        required=False,
        max_length=LONGEST_ANSWER,
        widget=forms.HiddenInput(attrs={"data-passkey-answer": True, "autocomplete": "off"}),
    )

    def __init__(
        self,
        *arguments: Any,
        user: User,
        request: HttpRequest,
        purpose: Purpose = Purpose.STEP,
        **options: Any,
    ) -> None:
        super().__init__(*arguments, **options)
        self.user, self.request, self.purpose = user, request, purpose
        self.used_passkey = ""
        site = relying_party(request)
        self.offers_passkey = site is not None and passkeys_at(site, user).exists()
        has_app = user.second_factor is not None and user.second_factor.has_app
        self.fields["code"].help_text = (
            "Six figures from your authenticator app, or one of your recovery codes."
            if has_app
            else "One of your recovery codes."
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        code, answer = cleaned.get("code"), cleaned.get("passkey")
        if answer:
            try:
                passkey = passkey_of_answer(self.request, self.purpose, self.user, answer)
            except Refused as refusal:
                self.add_error(None, refusal.sentence)
            else:
                self.used_passkey = passkey.name
        elif not code:
            if not self.errors:
                self.add_error("code", TYPE_CODE)
        elif because := use_code(user=self.user, typed=code, now=timezone.now()):
            self.add_error("code", because)
        return cleaned


def _key(purpose: Purpose) -> str:
    return f"passkey {purpose}"
