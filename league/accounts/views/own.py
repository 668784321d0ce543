"""Coming in by a link: asked for by e-mail, or handed over by whoever looks after the people.

One's own account: name, e-mail, password, and an end to what is signed in elsewhere; a captain's PIN.
"""

from http import HTTPStatus
from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import LoginView
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods

from league.accounts.access import for_account, for_anybody
from league.accounts.account_links import AccountLink, LinkKind, for_account_link, link_to
from league.accounts.forms import (
    TOO_OFTEN,
    AskForLinkForm,
    OwnEmailForm,
    OwnNameForm,
    OwnPasswordForm,
    PasswordConfirmation,
    PasswordForm,
)
from league.accounts.links import CaptainVisitor, for_captain
from league.accounts.rate_limit import ask_for_letters, may_try
from league.accounts.second_step import CodeDueForm, Purpose, passkey_of_answer, relying_party
from league.accounts.selectors import accounts_at, passkeys_of, roles_of, sign_ins_of
from league.accounts.services.letters import mail_goes_out, send_sign_in_links
from league.accounts.services.people import (
    change_email,
    change_name,
    change_password,
    set_password_by_link,
    sign_in_by_link,
    take_up,
)
from league.accounts.services.pins import pin_of, remove_pin, set_pin
from league.accounts.services.sign_ins import end_sign_in
from league.accounts.signing_in import (
    SignInForm,
    sign_in,
    sign_in_with_passkey,
    sign_in_with_second_step,
    stay_signed_in,
    user_with_code_due,
)
from league.models import User
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, sent, status
from league.shared.errors import Refused

ON_ITS_WAY = (
    "If an account has this address, a link to sign in is on its way there. It works once, for half an hour."
)


class SignInPage(LoginView):
    """Ask for name and password, and then for the code or passkey of an account with a second factor.

    A passkey alone, in the field `passkey-alone`, is both steps.
    """

    template_name = "accounts/sign_in.html"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Sign in with a passkey alone, or take the step at hand."""
        if not (answer := request.POST.get("passkey-alone")):
            return super().post(request, *args, **kwargs)
        try:
            passkey = passkey_of_answer(request, Purpose.SIGN_IN, None, answer)
        except Refused as refusal:
            page = self.get_context_data(form=SignInForm(request), refused=refusal.sentence)
            return self.render_to_response(page, status=UNPROCESSABLE)
        sign_in_with_passkey(request, passkey)
        return redirect(self.get_success_url())

    def get_form(self, form_class: Any = None) -> Any:
        """Return the form of the step at hand: the second for whoever has just taken the first."""
        request = self.request
        user = user_with_code_due(request) if "code" in (request.POST or request.GET) else None
        if user:
            return CodeDueForm(sent(request), user=user, request=request)
        return SignInForm(**self.get_form_kwargs())

    def form_valid(self, form: Any) -> HttpResponse:
        """Sign in, or lead to the second step."""
        if isinstance(form, CodeDueForm):
            sign_in_with_second_step(self.request, form)
        elif not sign_in(self.request, form.get_user()):
            return to_code(self.get_redirect_url())
        return redirect(self.get_success_url())

    def get_context_data(self, **page: Any) -> dict[str, Any]:
        context = super().get_context_data(**page)
        return context | {
            "asks_code": isinstance(context["form"], CodeDueForm),
            "offers_passkeys": relying_party(self.request) is not None,
        }


def to_code(onward: str = "") -> HttpResponse:
    """Lead to the second step of a sign-in, and from there to an address of this site."""
    query = urlencode({"code": "", "next": onward} if onward else {"code": ""})
    return redirect(f"{reverse('sign-in')}?{query}")


@for_anybody
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """Send a link to the address that is typed; the answer is the same whether an account has it or not."""
    form = AskForLinkForm(sent(request))
    if decided(form, lambda cleaned: _send_links(request, cleaned["email"])):
        messages.info(request, ON_ITS_WAY)
        return redirect("sign-in")
    page = {"form": form, "mail_goes_out": mail_goes_out(), "section": "account"}
    return render(request, "accounts/ask_for_link.html", page, status=status(form))


def _send_links(request: HttpRequest, email: str) -> bool:
    if not may_try(request, f"link {email}"):
        raise Refused(TOO_OFTEN)
    ask_for_letters(request, 1)
    send_sign_in_links([(user, link_to(request, user, LinkKind.SIGN_IN)) for user in accounts_at(email)])
    return True


@for_account_link(LinkKind.SIGN_IN)
def sign_in_by_letter(request: HttpRequest, link: AccountLink) -> HttpResponse:
    """Sign in by a link from a letter. Opening it does not use it up: programs read letters too."""
    if request.method != "POST":
        return render(request, "accounts/sign_in_by_link.html", {"person": link.user, "section": "account"})
    try:
        user = sign_in_by_link(link=link, now=timezone.now())
    except Refused as refusal:
        page = {"kind": LinkKind.SIGN_IN.value, "because": refusal.sentence, "section": "account"}
        return render(request, "accounts/link_ended.html", page, status=HTTPStatus.GONE)
    return redirect(_home_of(user)) if sign_in(request, user, by_link=True) else to_code(_home_of(user))


@for_account_link(LinkKind.PASSWORD)
def set_password(request: HttpRequest, link: AccountLink) -> HttpResponse:
    """Choose name and password, or take an invitation up with the account one is signed in to."""
    is_invitation = link.user.is_invited_only
    signed_in = request.user if isinstance(request.user, User) and request.user.pk != link.user.pk else None
    if signed_in and is_invitation and sent(request, "take-up") is not None:
        return _take_up(request, link, signed_in)
    form = PasswordForm(sent(request), user=link.user)
    user = decided(form, lambda cleaned: set_password_by_link(link=link, **cleaned))
    if user:
        if not sign_in(request, user):
            return to_code(_home_of(user))
        messages.success(request, f"Welcome. You sign in as {user.username} from now on.")
        return redirect(_home_of(user))
    page = {
        "person": link.user,
        "roles": roles_of(link.user),
        "is_invitation": is_invitation,
        "signed_in": signed_in,
        "form": form,
        "section": "account",
    }
    return render(request, "accounts/set_password.html", page, status=status(form))


def _take_up(request: HttpRequest, link: AccountLink, user: User) -> HttpResponse:
    roles = roles_of(link.user)
    try:
        take_up(link=link, with_account=user)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("account")
    for role in roles:
        messages.success(request, f"You are {role.get_role_display()} of {role.league} now.")
    return redirect(_home_of(user))


def _home_of(user: User) -> str:
    """Return the page of the league for whoever has a part in one only, else the front page."""
    roles = roles_of(user)
    return reverse("league-home", args=[roles[0].league.slug]) if len(roles) == 1 else reverse("front-page")


NAME, EMAIL, PASSWORD, ELSEWHERE = "name", "email", "password", "elsewhere"
Forms = dict[str, Form]


@for_account
def account(request: HttpRequest) -> HttpResponse:
    """Show what this account is called and what it may do; each part of it is changed by a form of its
    own.
    """
    user = cast(User, request.user)
    if "end" in request.POST:
        key = request.POST["end"]
        if key.isdecimal() and end_sign_in(user=user, key=int(key[:18])):
            messages.success(request, "Signed out there.")
        return redirect("account")
    forms = _forms(request, user)
    pressed = next((name for name in forms if sent(request, name) is not None), "")
    done = decided(forms[pressed], lambda cleaned: _change(pressed, user, cleaned)) if pressed else None
    if done:
        # A form that was refused has written its name into the account; one that was not is what there is.
        if pressed in {PASSWORD, ELSEWHERE}:
            stay_signed_in(request, user)
        messages.success(request, done)
        return redirect("account")
    page = {
        "person": User.objects.get(pk=user.pk),
        "roles": roles_of(user),
        "passkeys": passkeys_of(user),
        "sign_ins": sign_ins_of(user),
        "session_key": request.session.session_key,
        "forms": forms,
        "refused": [NO_ACT] if request.method == "POST" and not pressed else [],
        "section": "account",
    }
    refused = request.method == "POST"
    return render(request, "accounts/account.html", page, status=UNPROCESSABLE if refused else status())


def _change(what: str, user: User, cleaned: dict[str, Any]) -> str:
    if what == NAME:
        change_name(user=user, **cleaned)
        return f"Saved. You sign in as {user.username}."
    if what == EMAIL:
        change_email(user=user, email=cleaned["email"])
        return "Saved. Links to sign in go to this address." if user.email else "Saved: no e-mail address."
    if what == PASSWORD:
        change_password(user=user, password=cleaned["password"])
        return "The password is changed. You are signed out everywhere else."
    change_password(user=user, password=cleaned.get("now", ""))
    return "You are signed out everywhere else."


def _forms(request: HttpRequest, user: User) -> Forms:
    asks: dict[str, Any] = {"user": user, "request": request}
    own = {"username": user.username, "first_name": user.first_name, "last_name": user.last_name}
    return {
        NAME: OwnNameForm(sent(request, NAME), prefix=NAME, initial=own),
        EMAIL: OwnEmailForm(sent(request, EMAIL), prefix=EMAIL, initial={"email": user.email}, **asks),
        PASSWORD: OwnPasswordForm(sent(request, PASSWORD), prefix=PASSWORD, **asks),
        ELSEWHERE: PasswordConfirmation(sent(request, ELSEWHERE), prefix=ELSEWHERE, anew=True, **asks),
    }


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_pin(request: HttpRequest, captain: CaptainVisitor) -> HttpResponse:
    """Show whether the captain has a PIN, and set, change or remove it."""
    refusal = ""
    if "remove" in request.POST:
        remove_pin(enrolment=captain.enrolment)
        messages.success(request, "PIN removed.")
        return redirect(request.path)
    if request.method == "POST":
        try:
            set_pin(enrolment=captain.enrolment, pin=request.POST.get("pin", "").strip(), now=timezone.now())
        except Refused as refused:
            refusal = refused.sentence
        else:
            messages.success(request, "PIN saved.")
            return redirect(captain.base)
    page = {"captain": captain, "section": "captain", "pin": pin_of(captain.enrolment), "refusal": refusal}
    return render(request, "accounts/captain_pin.html", page, status=UNPROCESSABLE if refusal else 200)
