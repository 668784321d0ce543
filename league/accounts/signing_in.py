"""Signing in: at the page for it, or in place, so that nothing that was typed is lost.

The forms are Django's own, refusing in the words of the rest of the site, and not for ever.

A session ends after a fortnight, or when its bearer signs out in another window; a token changes with each
sign-in. A form sent from one of our own pages is then held: its sender signs in, or sends it once more, and
it counts as it was typed. What comes from anywhere else is refused, or led to the sign-in.

Every way in ends in `sign_in`: where the account has a second factor, nobody is signed in before its code or
passkey. A passkey that checks who holds it is both steps: `sign_in_with_passkey`.
"""

import datetime
from contextlib import suppress
from http import HTTPStatus
from typing import Any, cast

from django import forms
from django.conf import settings
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.debug import sensitive_post_parameters

from league.accounts.rate_limit import MINUTES, begin_anew, may_try, may_write_to
from league.accounts.second_step import CodeDueForm
from league.accounts.services.letters import send_new_sign_in
from league.accounts.services.second_factor import has_second_factor
from league.accounts.services.sign_ins import (
    device_in_words,
    end_other_sign_ins,
    move_sign_in,
    note_sign_in,
    note_use,
)
from league.models import Passkey, SignedInDevice, User
from league.shared.middleware import Answer, middleware

PREFIX = "sign-in"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the name of a field
OWN_FIELDS = tuple(f"{PREFIX}-{name}" for name in ("username", "password", "code", "passkey"))
NEVER_HELD = frozenset({TOKEN, "password", "now", *OWN_FIELDS})
BACKEND = "django.contrib.auth.backends.ModelBackend"
CAME_BY_LINK = "came_by_link"
"""In the session: when its bearer signed in by a link, because they may have forgotten their password."""
LINK_COUNTS = datetime.timedelta(minutes=30)
CODE_DUE = "code_due"
"""In the session: whose password or link was right, and whose second factor is asked for now."""
USED = "used"
"""In the session: when it was last noted that the sign-in is in use."""
NOTED_EVERY = 600  # seconds
KNOWN, KNOWN_FOR, MOST_KNOWN = "known", 400 * 24 * 3600, 5
"""The cookie that says which accounts have signed in with this browser before; it signs nobody in."""
CODE_WAITS = datetime.timedelta(minutes=10)

SIGN_IN_TOO_OFTEN = (
    f"Too many tries. Wait {MINUTES} minutes, or ask the operator of the site for a new password."
)


class SignInForm(AuthenticationForm):
    """A name and a password. A refusal never says which of the two was wrong."""

    error_messages = {
        "invalid_login": "This name and this password do not belong together. Capital letters count in both.",
        "inactive": "This account is closed. Ask the operator of the site to reopen it.",
    }

    def clean(self) -> dict[str, Any]:
        name = self.cleaned_data.get("username")
        if not name or not self.cleaned_data.get("password") or self.request is None:
            return super().clean()
        if not may_try(self.request, name):
            raise forms.ValidationError(SIGN_IN_TOO_OFTEN, code="too_often")
        cleaned = super().clean()
        begin_anew(self.request, name)
        return cleaned


def sign_in(request: HttpRequest, user: User, *, by_link: bool = False) -> bool:
    """Sign in whoever has the password or a link of an account.

    Return False if its second factor is due: `user_with_code_due` says whose, until `sign_in_with_code`.
    """
    if not has_second_factor(user):
        _let_in(request, user, by_link=by_link)
        return True
    request.session.cycle_key()
    request.session[CODE_DUE] = {
        "user": user.pk,
        "state": user.get_session_auth_hash(),
        "by_link": by_link,
        "since": timezone.now().timestamp(),
    }
    return False


def user_with_code_due(request: HttpRequest) -> User | None:
    """Return who has taken the first step lately, and has not changed the password since."""
    due = request.session.get(CODE_DUE)
    if due is None or timezone.now().timestamp() - due["since"] > CODE_WAITS.total_seconds():
        return None
    user = User.objects.filter(pk=due["user"], is_active=True).first()
    return user if user and constant_time_compare(user.get_session_auth_hash(), due["state"]) else None


def sign_in_with_second_step(request: HttpRequest, form: CodeDueForm) -> None:
    """Sign in whose code or passkey was right."""
    due = request.session.pop(CODE_DUE)
    _let_in(request, form.user, by_link=due["by_link"], passkey=form.used_passkey)


def sign_in_with_passkey(request: HttpRequest, passkey: Passkey) -> None:
    """Sign in whose passkey was both steps."""
    request.session.pop(CODE_DUE, None)
    _let_in(request, passkey.authenticator.user, by_link=False, passkey=passkey.name)


def came_by_link(request: HttpRequest) -> bool:
    """Return whether somebody has just come in by a letter, and need not know the password that was
    forgotten.
    """
    came = request.session.get(CAME_BY_LINK, 0)
    return bool(timezone.now().timestamp() - came < LINK_COUNTS.total_seconds())


def _let_in(request: HttpRequest, user: User, *, by_link: bool, passkey: str = "") -> None:
    now, device = timezone.now(), device_in_words(request.headers.get("User-Agent", ""))
    is_first = user.last_login is None
    known = _known_here(request)
    login(request, user, backend=BACKEND)
    if by_link:
        request.session[CAME_BY_LINK] = now.timestamp()
    if request.session.session_key is None:
        # Somebody else's was thrown away; the new one has a key once it is stored.
        request.session.save()
    key = cast(str, request.session.session_key)
    note_sign_in(user=user, session_key=key, device=device, passkey=passkey, now=now)
    request.session[USED] = now.timestamp()
    if user.pk in known:
        return
    request.browser_knows = [user.pk, *known][:MOST_KNOWN]  # type: ignore[attr-defined]  # for the middleware
    # A link came to this very address; who has just been invited signs in for the first time.
    if user.email and not is_first and not by_link and may_write_to(user):
        account = request.build_absolute_uri(reverse("account"))
        send_new_sign_in(user=user, device=device, passkey=passkey, account=account, now=now)


def _known_here(request: HttpRequest) -> list[int]:
    """Return the keys of the accounts that have signed in with this browser before, the latest first."""
    known = request.get_signed_cookie(KNOWN, default="", salt=KNOWN)
    return [int(key) for key in (known or "").split(".") if key]


@middleware
def sign_ins_noted(request: HttpRequest, get_response: Answer) -> HttpResponse:
    """Note now and then that a sign-in is in use, and mark a browser as known."""
    answer = get_response(request)
    if knows := getattr(request, "browser_knows", None):
        answer.set_signed_cookie(
            KNOWN,
            ".".join(map(str, knows)),
            salt=KNOWN,
            max_age=KNOWN_FOR,
            httponly=True,
            samesite="Lax",
            path=settings.SESSION_COOKIE_PATH,
            secure=settings.SESSION_COOKIE_SECURE,
        )
    # A page that does not ask who reads it is the same for everybody: then nor is it asked here.
    session, now = request.session, timezone.now()
    is_of_reader = answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR and session.accessed
    if is_of_reader and now.timestamp() - session.get(USED, now.timestamp()) > NOTED_EVERY:
        with suppress(DatabaseError):  # a disk that is full must not keep a page from being read
            note_use(session_key=cast(str, session.session_key), now=now)
            session[USED] = now.timestamp()
    return answer


def stay_signed_in(request: HttpRequest, user: User) -> None:
    """Stay signed in here after the password has changed, and nowhere else."""
    here = SignedInDevice.objects.filter(session=request.session.session_key).first()
    update_session_auth_hash(request, user)
    move_sign_in(here, session_key=cast(str, request.session.session_key))
    end_other_sign_ins(user=user, but=request.session.session_key)


def is_from_own_page(request: HttpRequest) -> bool:
    """Return whether a form was sent from a page of this site, which every browser says of a form it
    posts.
    """
    origin = f"{request.scheme}://{request.get_host()}"
    return request.method == "POST" and request.headers.get("Origin") == origin


def led_to_sign_in(request: HttpRequest) -> HttpResponse | None:
    """Return the way to sign in; None for who has. A form from one of our own pages is held meanwhile."""
    if request.user.is_authenticated:
        return None
    if is_from_own_page(request):
        return sign_in_again(request)
    return redirect_to_login(request.get_full_path(), reverse("sign-in"))


@sensitive_post_parameters(f"{PREFIX}-password", f"{PREFIX}-code")
def sign_in_again(request: HttpRequest) -> HttpResponse | None:
    """Ask whoever sent a form to sign in, holding the form; None once they have: the form is sent now.

    A script, which accepts JSON, gets 401 and the sentences of the refusal; a browser the page to sign in on.
    """
    form = _form_in_place(request)
    if form.is_bound and form.is_valid():
        if isinstance(form, CodeDueForm):
            sign_in_with_second_step(request, form)
        elif not sign_in(request, form.get_user()):
            form = CodeDueForm(prefix=PREFIX, user=form.get_user(), request=request)
        if request.user.is_authenticated:
            fields = request.POST.copy()
            for field in OWN_FIELDS:
                fields.pop(field, None)
            request.signed_in_again = True  # type: ignore[attr-defined]  # for `tell_new_token`, which has no other way
            request.POST = fields  # type: ignore[assignment]  # Django's own setter takes a mutable one
            return None
    asks_code = isinstance(form, CodeDueForm)
    if wants_json(request):
        refusals = [str(refusal) for sentences in form.errors.values() for refusal in sentences]
        content = {"signed_out": True, "refusal": " ".join(refusals)}
        return JsonResponse(
            content | ({"asks_code": True} if asks_code else {}), status=HTTPStatus.UNAUTHORIZED
        )
    page = {
        "form": form,
        "asks_code": asks_code,
        "held": held_fields(request),
        "has_files": bool(request.FILES),
    }
    return render(request, "accounts/sign_in_again.html", page, status=HTTPStatus.UNAUTHORIZED)


def _form_in_place(request: HttpRequest) -> SignInForm | CodeDueForm:
    """Return the form of the step that was answered; that of the first step if none was."""
    if f"{PREFIX}-code" in request.POST and (user := user_with_code_due(request)):
        return CodeDueForm(request.POST, prefix=PREFIX, user=user, request=request)
    is_answered = f"{PREFIX}-password" in request.POST
    return SignInForm(request, request.POST if is_answered else None, prefix=PREFIX)


def tell_new_token(request: HttpRequest, answer: HttpResponse) -> None:
    """Write the new token into the answer to a form in whose place its sender signed in: the page goes on."""
    if getattr(request, "signed_in_again", False):
        answer.headers["X-CSRF-Token"] = get_token(request)


def wants_json(request: HttpRequest) -> bool:
    """Return whether a script sent the form, and reads the answer."""
    return "application/json" in request.headers.get("Accept", "")


def held_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields that were sent, by name and text, but for tokens and passwords."""
    return [(name, text) for name, texts in request.POST.lists() if name not in NEVER_HELD for text in texts]
