"""One's own account: name, e-mail, password, and an end to what is signed in elsewhere."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_account
from league.access.account_links import LASTS, LinkKind
from league.forms.accounts import Confirmed, OwnEmailForm, OwnNameForm, OwnPasswordForm
from league.models import User
from league.selectors.accounts import roles_of
from league.services import accounts
from league.views.accounts.coming_in import CAME_BY_LINK
from league.views.secretary.deciding import NO_ACT, UNPROCESSABLE, decided, sent, status

NAME, EMAIL, PASSWORD, ELSEWHERE = "name", "email", "password", "elsewhere"
Forms = dict[str, Form]


@for_account
def account(request: HttpRequest) -> HttpResponse:
    """What this account is called and what it may do; each part of it is changed by a form of its own."""
    user = cast(User, request.user)
    forms = _forms(request, user)
    pressed = next((name for name in forms if sent(request, name) is not None), "")
    done = decided(forms[pressed], lambda said: _change(pressed, user, said)) if pressed else None
    if done:
        # A form that was refused has written its name into the account; one that was not is what there is.
        update_session_auth_hash(request, user)
        messages.success(request, done)
        return redirect("account")
    page = {
        "person": User.objects.get(pk=user.pk),
        "roles": roles_of(user),
        "forms": forms,
        "refused": [NO_ACT] if request.method == "POST" and not pressed else [],
        "section": "account",
    }
    refused = request.method == "POST"
    return render(request, "accounts/account.html", page, status=UNPROCESSABLE if refused else status())


def _change(what: str, user: User, said: dict[str, Any]) -> str:
    if what == NAME:
        accounts.change_name(user=user, **said)
        return f"Kept. You sign in as {user.username}."
    if what == EMAIL:
        accounts.change_email(user=user, email=said["email"])
        return "Kept. Links to sign in go to this address." if user.email else "Kept: no e-mail address."
    if what == PASSWORD:
        accounts.change_password(user=user, password=said["password"])
        return "The password is changed. You are signed out everywhere else."
    accounts.change_password(user=user, password=said.get("now", ""))
    return "You are signed out everywhere else."


def _forms(request: HttpRequest, user: User) -> Forms:
    has_one = user.has_usable_password()
    asks: dict[str, Any] = {"user": user, "request": request, "asks": has_one and not _came_by_link(request)}
    own = {"username": user.username, "first_name": user.first_name, "last_name": user.last_name}
    # The same password is written anew, so it has to be typed, however one came in.
    again = asks | {"asks": has_one}
    return {
        NAME: OwnNameForm(sent(request, NAME), prefix=NAME, initial=own),
        EMAIL: OwnEmailForm(sent(request, EMAIL), prefix=EMAIL, initial={"email": user.email}, **asks),
        PASSWORD: OwnPasswordForm(sent(request, PASSWORD), prefix=PASSWORD, **asks),
        ELSEWHERE: Confirmed(sent(request, ELSEWHERE), prefix=ELSEWHERE, **again),
    }


def _came_by_link(request: HttpRequest) -> bool:
    """Whether somebody has just come in by a letter, and need not know the password that was forgotten."""
    came = request.session.get(CAME_BY_LINK, 0)
    return bool(timezone.now().timestamp() - came < LASTS[LinkKind.SIGN_IN].total_seconds())
