"""Links to an account: to set its password (an invitation, or a new one), and to sign in by e-mail.

Nothing is kept of them: the address holds the account and the time, signed with the installation's key
together with all that changes when the link is used. So each opens once, ends by itself, and ends at once
when the account gets another password, another address or is signed in to.
"""

import datetime
import functools
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus

from django.core.signing import BadSignature, TimestampSigner
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.crypto import constant_time_compare, salted_hmac

from league.accounts.access import View, opens_with
from league.models import User


class LinkKind(StrEnum):
    """What a link to an account is for."""

    PASSWORD = "password"  # noqa: S105  to set one
    SIGN_IN = "sign-in"


LASTS = {LinkKind.PASSWORD: datetime.timedelta(days=7), LinkKind.SIGN_IN: datetime.timedelta(minutes=30)}


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountLink:
    """An account as somebody with a link to it holds it; `state` is what must not have changed since."""

    user: User
    state: str


def account_token(user: User, kind: LinkKind) -> str:
    """Return what stands in the address of a link to an account, made now."""
    return _signer(kind).sign_object([user.pk, link_state(user, kind)])


def link_state(user: User, kind: LinkKind) -> str:
    """Return all of an account that changes when a link of this kind is used or must end."""
    last_login = user.last_login.isoformat() if user.last_login else ""
    known = "\n".join((str(user.pk), user.password, last_login, user.email, str(user.is_active)))
    return salted_hmac(f"pegboard.account.{kind}", known, algorithm="sha256").hexdigest()[:32]


def for_account_link(kind: LinkKind) -> Callable[[View], View]:
    """For whoever holds a link to an account that is still good; the view is given the AccountLink."""

    def of_kind(view: View) -> View:
        @functools.wraps(view)
        def opened(request: HttpRequest, token: str, **rest: object) -> HttpResponse:
            if (link := _read(token, kind)) is None:
                page = {"kind": kind.value, "section": "account"}
                answer = render(request, "accounts/link_ended.html", page, status=HTTPStatus.GONE)
            else:
                answer = view(request, link, **rest)
            add_never_cache_headers(answer)
            answer.headers["X-Robots-Tag"] = "noindex"
            return answer

        return opens_with("account-link", opened)

    return of_kind


def _read(token: str, kind: LinkKind) -> AccountLink | None:
    try:
        key, state = _signer(kind).unsign_object(token, max_age=LASTS[kind])
    except BadSignature:  # forged, mistyped or too old
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    if user is None or not constant_time_compare(state, link_state(user, kind)):
        return None
    return AccountLink(user=user, state=state)


def _signer(kind: LinkKind) -> TimestampSigner:
    return TimestampSigner(sep=".", salt=f"pegboard.account.{kind}")


ADDRESS = {LinkKind.PASSWORD: "account-password", LinkKind.SIGN_IN: "account-sign-in"}


def link_to(request: HttpRequest, user: User, kind: LinkKind) -> str:
    """Return a link to an account, made now."""
    return request.build_absolute_uri(reverse(ADDRESS[kind], kwargs={"token": account_token(user, kind)}))
