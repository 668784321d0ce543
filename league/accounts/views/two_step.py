"""The page on which somebody turns two-step sign-in on and off for their own account."""

from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import never_cache

from league.accounts.access import for_account
from league.accounts.forms import TwoStepForm
from league.accounts.second_step import CodeDueForm, Purpose
from league.accounts.selectors import leagues_that_require_two_steps
from league.accounts.services.second_factor import (
    app_address,
    app_key,
    new_seed,
    renew_recovery_codes,
    turn_off,
    turn_on,
)
from league.models import Authenticator, User
from league.shared.decisions import decided, sent, status

SEED = "two_step_seed"
"""In the session: what the key that the page shows is made of, until the app has shown a right code."""


@for_account
@never_cache
def two_step(request: HttpRequest) -> HttpResponse:
    """Show how to add an app, or that two-step sign-in is on; recovery codes are shown once."""
    user = cast(User, request.user)
    held = Authenticator.objects.filter(user=user).first()
    wants_app = held is not None and not held.has_app and "app" in request.GET
    return _without_app(request, user) if held is None or wants_app else _is_on(request, user)


def _without_app(request: HttpRequest, user: User) -> HttpResponse:
    seed = request.session.setdefault(SEED, new_seed())
    form = TwoStepForm(sent(request), user=user, request=request)
    codes = decided(
        form, lambda cleaned: turn_on(user=user, seed=seed, code=cleaned["code"], now=timezone.now())
    )
    if codes is not None:
        del request.session[SEED]
        if codes:
            return _page(request, user, codes=codes)
        messages.success(request, "The app is added. Your recovery codes stay as they are.")
        return redirect("two-step")
    key = app_key(user, seed)
    page = {
        "form": form,
        "picture": _picture(app_address(user, seed, site=request.get_host())),
        "key": " ".join(key[start : start + 4] for start in range(0, len(key), 4)),
    }
    return _page(request, user, status=status(form), **page)


def _is_on(request: HttpRequest, user: User) -> HttpResponse:
    form = CodeDueForm(sent(request), user=user, request=request, purpose=Purpose.CONFIRM)
    if form.is_valid() and "renew" in request.POST:
        return _page(request, user, codes=renew_recovery_codes(user=user))
    if form.is_valid() and "off" in request.POST:
        turn_off(user=user)
        messages.success(request, "Two-step sign-in is off.")
        return redirect("account")
    return _page(request, user, form=form, status=status(form))


def _page(request: HttpRequest, user: User, *, status: int = 200, **page: Any) -> HttpResponse:
    page |= {
        "authenticator": User.objects.select_related("authenticator").get(pk=user.pk).second_factor,
        "required_by": leagues_that_require_two_steps(user),
        "section": "account",
    }
    return render(request, "accounts/two_step.html", page, status=status)


def _picture(address: str) -> SafeString:
    """Return the square to scan, as an SVG whose colours the style sheet gives."""
    import segno  # here: only this page and paper need it

    code = segno.make(address, error="m", micro=False)
    return mark_safe(code.svg_inline(border=4, omitsize=True, svgclass="to-scan", lineclass=None))  # noqa: S308  drawn here
