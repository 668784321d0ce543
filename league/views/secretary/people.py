"""Who helps to run the league: invited, given another part, removed; and the league handed over."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.access import for_owner, for_people, may_give, powers_of
from league.access.account_links import LinkKind
from league.access.powers import Role
from league.forms.accounts import HandOverForm, InvitationForm, RoleForm
from league.models import League, User
from league.selectors.accounts import Person, people_of, person_in, teams_to_lead
from league.services.accounts import invite, open_password
from league.services.letters import mail_goes_out, send_invitation
from league.services.refusals import Refused
from league.services.roles import change_role, hand_over, remove_role
from league.views.accounts.links import link_to
from league.views.secretary.deciding import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status


@for_people
def people(request: HttpRequest, league: League) -> HttpResponse:
    """Everybody with a role, and somebody new: the link is shown once, and sent if there is an address."""
    form = InvitationForm(sent(request), **_choices(request, league))
    by = secretary(request)
    user = decided(form, lambda said: invite(league=league, by=by, **_invited(said), **form.given))
    if user:
        return _link_page(request, league, _person_or_404(league, user.username), is_invitation=True)
    page = {"people": people_of(league), "form": form, "section": "desk"}
    return render(request, "secretary/people.html", page, status=status(form))


@for_people
def person(request: HttpRequest, league: League, username: str) -> HttpResponse:
    """One of them: another role, a link for a new password, or no role any more."""
    shown = _person_or_404(league, username)
    by = secretary(request)
    refused: list[str] = []
    form = RoleForm(sent(request, "change"), initial=_as_it_is(shown), **_choices(request, league))
    try:
        if sent(request, "link") is not None:
            open_password(league=league, user=shown.user, by=by)
            return _link_page(request, league, _person_or_404(league, username))
        if sent(request, "remove") is not None:
            remove_role(league=league, user=shown.user, by=by)
            messages.success(request, f"{shown.user} no longer has a part in running the league.")
            return _onward(request, league)
    except Refused as refusal:
        refused.append(refusal.sentence)
    if decided(form, lambda _: change_role(league=league, user=shown.user, by=by, **form.given)):
        messages.success(request, f"{shown.user} is {Role(form.given['role']).label} now.")
        return _onward(request, league)
    if request.method == "POST" and not form.is_bound and not refused:
        refused.append(NO_ACT)
    page = {
        "person": shown,
        "form": form,
        "may_change": may_give(powers_of(by, league), shown.role.role),
        "refused": refused,
        "section": "desk",
    }
    return render(request, "secretary/person.html", page, status=UNPROCESSABLE if refused else status(form))


@for_owner
def hand_league_over(request: HttpRequest, league: League, username: str) -> HttpResponse:
    """Make somebody else the owner: what changes is said, and asked once."""
    heir = _person_or_404(league, username)
    by = secretary(request)
    form = HandOverForm(sent(request))
    done = decided(form, lambda _: _handed_over(league, heir, by, form))
    if done:
        messages.success(request, done)
        return _onward(request, league)
    page = {"person": heir, "form": form, "section": "desk"}
    return render(request, "secretary/hand_over.html", page, status=status(form))


def _handed_over(league: League, heir: Person, by: User, form: HandOverForm) -> str:
    hand_over(league=league, to=heir.user, by=by, stays=form.stays)
    return f"{heir.user} owns {league} now."


def _onward(request: HttpRequest, league: League) -> HttpResponse:
    """Back to the people, for whoever may still see them."""
    may_see = may_give(powers_of(secretary(request), league), Role.SCORER)
    return redirect("people", league.slug) if may_see else redirect("league-home", league.slug)


def _link_page(
    request: HttpRequest, league: League, shown: Person, *, is_invitation: bool = False
) -> HttpResponse:
    """The link, once: it is kept nowhere. An invitation goes to the address that came with it."""
    link = link_to(request, shown.user, LinkKind.PASSWORD)
    wants_letter = shown.is_invited_only and bool(shown.user.email)
    is_sent = wants_letter and send_invitation(
        user=shown.user, league=league, role=shown.role.get_role_display(), link=link, by=secretary(request)
    )
    page = {
        "person": shown,
        "link": link,
        "wants_letter": wants_letter,
        "is_sent": is_sent,
        "mail_goes_out": mail_goes_out(),
        "section": "desk",
    }
    return render(request, "secretary/account_link.html", page)


def _choices(request: HttpRequest, league: League) -> dict[str, Any]:
    powers = powers_of(secretary(request), league)
    return {"roles": [role for role in Role if may_give(powers, role)], "teams": teams_to_lead(league)}


def _invited(said: dict[str, Any]) -> dict[str, str]:
    return {"name": said["name"], "email": said["email"]}


def _as_it_is(shown: Person) -> dict[str, str]:
    return {"role": shown.role.role, "team": shown.role.team.slug if shown.role.team else ""}


def _person_or_404(league: League, username: str) -> Person:
    found = person_in(league, username)
    if found is None:
        raise Http404(f"Nobody called {username[:60]} has a role in {league}.")
    return found
