"""Passkeys of one's own account: listed, added, removed; and what a browser is asked so that one signs in."""

from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from league.accounts.access import for_account, for_anybody
from league.accounts.forms import PasskeyForm
from league.accounts.rate_limit import may_ask
from league.accounts.second_step import (
    LONGEST_ANSWER,
    NO_NAME,
    Purpose,
    challenge_for,
    relying_party,
    take_challenge,
)
from league.accounts.selectors import leagues_that_require_two_steps, passkeys_of
from league.accounts.services.letters import send_new_passkey
from league.accounts.services.passkeys import add_passkey, options_to_add, options_to_use, remove_passkey
from league.accounts.services.second_factor import has_second_factor
from league.accounts.signing_in import user_with_code_due, wants_json
from league.models import User
from league.shared.decisions import NO_ACT, UNPROCESSABLE, sent, status
from league.shared.errors import Refused

NEEDS_SCRIPT = "Passkeys need JavaScript. Turn it on for this site, or use codes from an app."
ASKED_TOO_OFTEN = "Too many tries with passkeys. Wait a minute."
SIGN_IN_AGAIN = "You were away too long. Sign in again from the start."
CHALLENGES_A_MINUTE = 60


@for_account
@never_cache
def passkeys(request: HttpRequest) -> HttpResponse:
    """List the passkeys of this account; add one, which takes a script, and remove one."""
    user, refused, codes = cast(User, request.user), "", []
    form = PasskeyForm(sent(request, "add"), user=user, request=request)
    try:
        if "remove" in request.POST:
            key = request.POST["remove"]
            name = remove_passkey(user=user, key=int(key[:18]) if key.isdecimal() else 0)
            messages.success(request, f"Passkey “{name}” removed.")
            return redirect("passkeys")
        if "answer" in request.POST:
            if not (codes := _add(request, user)):
                return redirect("passkeys")
        elif request.method == "POST" and wants_json(request):
            return _options_to_add(request, user, form)
        elif request.method == "POST":
            refused = NEEDS_SCRIPT if form.is_bound else NO_ACT
    except Refused as refusal:
        refused = refusal.sentence
    page = {
        "form": form,
        "codes": codes,
        "passkeys": passkeys_of(user),
        "site": relying_party(request),
        "no_name": NO_NAME,
        "required_by": [] if has_second_factor(user) else leagues_that_require_two_steps(user),
        "refused": refused,
        "section": "account",
    }
    page_status = UNPROCESSABLE if refused else status(form)
    return render(request, "accounts/passkeys.html", page, status=page_status)


def _options_to_add(request: HttpRequest, user: User, form: PasskeyForm) -> JsonResponse:
    """Answer the page's script: what to ask the device, once name and password are right."""
    if (site := relying_party(request)) is None:
        return _refusal(NO_NAME)
    if not form.is_valid():
        refusals = [str(sentence) for sentences in form.errors.values() for sentence in sentences]
        return _refusal(" ".join(refusals) or NO_ACT)
    challenge = challenge_for(request, Purpose.ADD, user, name=form.cleaned_data["name"])
    return JsonResponse({"options": options_to_add(user=user, site=site, challenge=challenge)})


def _add(request: HttpRequest, user: User) -> list[str]:
    """Add what the device has made; return the recovery codes that are new. Raises Refused."""
    site, challenge, name = take_challenge(request, Purpose.ADD, user)
    answer, now = request.POST["answer"][:LONGEST_ANSWER], timezone.now()
    codes = add_passkey(user=user, site=site, challenge=challenge, name=name, answer=answer, now=now)
    messages.success(request, f"Passkey “{name}” added.")
    if user.email:
        page = request.build_absolute_uri(reverse("passkeys"))
        send_new_passkey(user=user, name=name, account=page, now=now)
    return codes


@for_anybody
@require_POST
@never_cache
def passkey_options(request: HttpRequest) -> HttpResponse:
    """Answer a script: what to ask the device, to sign in, as a second step, or to confirm an act."""
    if not may_ask(request, "passkeys", most=CHALLENGES_A_MINUTE):
        return _refusal(ASKED_TOO_OFTEN, HTTPStatus.TOO_MANY_REQUESTS)
    site, purpose = relying_party(request), request.POST.get("purpose", "")
    if site is None:
        return _refusal(NO_NAME)
    whose: dict[str, Any] = {
        Purpose.SIGN_IN: lambda: None,
        Purpose.STEP: lambda: user_with_code_due(request),
        Purpose.CONFIRM: lambda: request.user if request.user.is_authenticated else None,
    }
    if purpose not in whose:
        return _refusal(NO_ACT)
    user = whose[purpose]()
    if user is None and purpose != Purpose.SIGN_IN:
        return _refusal(SIGN_IN_AGAIN)
    challenge = challenge_for(request, Purpose(purpose), user)
    return JsonResponse({"options": options_to_use(user=user, site=site, challenge=challenge)})


def _refusal(sentence: str, status: int = UNPROCESSABLE) -> JsonResponse:
    return JsonResponse({"refusal": sentence}, status=status)
