"""Signing in: at the page for it, or in place, so that nothing that was typed is lost.

The forms are Django's own, refusing in the words of the rest of the site, and not for ever.

A session ends after a fortnight, or when its bearer signs out in another window; a token changes with each
sign-in. A form sent from one of our own pages is then held: its sender signs in, or sends it once more, and
it counts as it was typed. What comes from anywhere else is refused, or led to the sign-in.
"""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters

from league.accounts.rate_limit import MINUTES, forget_tries, may_try

PREFIX = "sign-in"
TOKEN = "csrfmiddlewaretoken"  # noqa: S105  # the name of a field
NEVER_HELD = frozenset({TOKEN, "password", "now", f"{PREFIX}-username", f"{PREFIX}-password"})

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
        forget_tries(self.request, name)
        return cleaned


class WorkbenchSignInForm(SignInForm, AdminAuthenticationForm):
    """The workbench's own way in: as patient as the other."""


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


@sensitive_post_parameters(f"{PREFIX}-password")
def sign_in_again(request: HttpRequest) -> HttpResponse | None:
    """Ask whoever sent a form to sign in, holding the form; None once they have: the form is sent now.

    A script, which accepts JSON, gets 401 and the sentences of the refusal; a browser the page to sign in on.
    """
    is_answered = f"{PREFIX}-password" in request.POST
    form = SignInForm(request, request.POST if is_answered else None, prefix=PREFIX)
    if is_answered and form.is_valid():
        login(request, form.get_user())
        fields = request.POST.copy()
        for field in (f"{PREFIX}-username", f"{PREFIX}-password"):
            fields.pop(field, None)
        request.signed_in_again = True  # type: ignore[attr-defined]  # for `tell_new_token`, which has no other way
        request.POST = fields  # type: ignore[assignment]  # Django's own setter takes a mutable one
        return None
    if wants_json(request):
        refusals = [str(refusal) for sentences in form.errors.values() for refusal in sentences]
        return JsonResponse(
            {"signed_out": True, "refusal": " ".join(refusals)}, status=HTTPStatus.UNAUTHORIZED
        )
    page = {"form": form, "held": held_fields(request), "has_files": bool(request.FILES)}
    return render(request, "accounts/sign_in_again.html", page, status=HTTPStatus.UNAUTHORIZED)


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
