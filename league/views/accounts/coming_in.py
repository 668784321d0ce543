"""Coming in by a link: asked for by e-mail, or handed over by whoever looks after the people."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_account_link, for_anybody
from league.access.account_links import AccountLink, LinkKind
from league.access.patience import may_try
from league.forms.accounts import TOO_OFTEN, AskForLinkForm, PasswordForm
from league.models import User
from league.selectors.accounts import accounts_at, is_invited_only, roles_of
from league.services import accounts
from league.services.letters import mail_goes_out, send_sign_in_links
from league.services.refusals import Refused
from league.views.accounts.links import link_to
from league.views.secretary.deciding import decided, sent, status

CAME_BY_LINK = "came_by_link"
"""In the session: when its bearer signed in by a link, because he may have forgotten his password."""
ON_ITS_WAY = (
    "If an account has this address, a link to sign in is on its way there. It works once, for half an hour."
)
BACKEND = "django.contrib.auth.backends.ModelBackend"


@for_anybody
def ask_for_link(request: HttpRequest) -> HttpResponse:
    """Send a link to the address that is typed; the answer is the same whether an account has it or not."""
    form = AskForLinkForm(sent(request))
    if form.is_valid():
        email = form.cleaned_data["email"]
        if not may_try(request, f"link {email}"):
            form.add_error(None, TOO_OFTEN)
        else:
            found = [(user, link_to(request, user, LinkKind.SIGN_IN)) for user in accounts_at(email)]
            send_sign_in_links(found)
            messages.info(request, ON_ITS_WAY)
            return redirect("sign-in")
    page = {"form": form, "mail_goes_out": mail_goes_out(), "section": "account"}
    return render(request, "accounts/ask_for_link.html", page, status=status(form))


@for_account_link(LinkKind.SIGN_IN)
def sign_in(request: HttpRequest, link: AccountLink) -> HttpResponse:
    """Sign in by a link from a letter. Opening it does not use it up: programs read letters too."""
    if request.method != "POST":
        return render(request, "accounts/sign_in.html", {"person": link.user, "section": "account"})
    try:
        user = accounts.sign_in_by_link(link=link, now=timezone.now())
    except Refused as refusal:
        return _ended(request, refusal)
    login(request, user, backend=BACKEND)
    request.session[CAME_BY_LINK] = timezone.now().timestamp()
    return _to_own_league(user)


@for_account_link(LinkKind.PASSWORD)
def set_password(request: HttpRequest, link: AccountLink) -> HttpResponse:
    """Choose name and password, or take an invitation up with the account one is signed in to."""
    is_invitation = is_invited_only(link.user)
    signed_in = request.user if isinstance(request.user, User) and request.user.pk != link.user.pk else None
    if signed_in and is_invitation and sent(request, "take-up") is not None:
        return _take_up(request, link, signed_in)
    form = PasswordForm(sent(request), user=link.user)
    user = decided(form, lambda said: accounts.set_password_by_link(link=link, **said))
    if user:
        login(request, user, backend=BACKEND)
        messages.success(request, f"Welcome. You sign in as {user.username} from now on.")
        return _to_own_league(user)
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
        accounts.take_up(link=link, with_account=user)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return redirect("account")
    for role in roles:
        messages.success(request, f"You are {role.get_role_display()} of {role.league} now.")
    return _to_own_league(user)


def _ended(request: HttpRequest, refusal: Refused) -> HttpResponse:
    page = {"kind": LinkKind.SIGN_IN.value, "because": refusal.sentence, "section": "account"}
    return render(request, "accounts/link_ended.html", page, status=HTTPStatus.GONE)


def _to_own_league(user: User) -> HttpResponse:
    """Straight to the league, for whoever has a part in one only."""
    roles = roles_of(user)
    if len(roles) == 1:
        return redirect("league-home", roles[0].league.slug)
    return redirect("front-page")
