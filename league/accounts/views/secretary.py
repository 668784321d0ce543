"""Pages of the secretary: people and their roles, handing the league over, the scoring code of a match."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_desk, for_owner, for_people
from league.accounts.account_links import LinkKind, link_to
from league.accounts.contact_log import shows_contacts
from league.accounts.forms import EndCodeForm, HandOverForm, InvitationForm, RoleForm
from league.accounts.powers import Role, may_give, powers_of
from league.accounts.rate_limit import ask_for_letters, note_letter
from league.accounts.selectors import code_in_use, people_of, person_in, teams_to_lead
from league.accounts.services.letters import mail_goes_out, send_invitation
from league.accounts.services.links import codes_for, replace_code, revoke_code
from league.accounts.services.people import invite, open_password
from league.accounts.services.roles import change_role, hand_over, remove_role, require_two_steps
from league.models import League, LeagueRole, Match, User
from league.results.selectors.scorecards import confirmed_card
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused


@for_people
@shows_contacts("People and roles")
def people(request: HttpRequest, league: League) -> HttpResponse:
    """Show everybody with a role, and somebody new: the link is shown once, and sent if there is an
    address.
    """
    by, refused = secretary(request), ""
    if "two-step" in request.POST:
        try:
            require_two_steps(league=league, required=request.POST["two-step"] == "required", by=by)
            return redirect("people", league.slug)
        except Refused as refusal:
            refused = refusal.sentence
    form = InvitationForm(None if "two-step" in request.POST else sent(request), **_choices(request, league))
    user = decided(
        form,
        lambda cleaned: invite(
            league=league, by=by, name=cleaned["name"], email=cleaned["email"], **form.role_and_team
        ),
    )
    if user:
        return _link_page(request, league, _person_or_404(league, user.username), is_invitation=True)
    page = {"people": people_of(league), "form": form, "refused": refused, "section": "desk"}
    return render(request, "accounts/people.html", page, status=UNPROCESSABLE if refused else status(form))


@for_people
@shows_contacts("People and roles")
def person(request: HttpRequest, league: League, username: str) -> HttpResponse:
    """Show one of them: another role, a link for a new password, or no role any more."""
    shown = _person_or_404(league, username)
    by = secretary(request)
    refused: list[str] = []
    known = {"role": shown.role, "team": shown.team.slug if shown.team else ""}
    form = RoleForm(sent(request, "change"), initial=known, **_choices(request, league))
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
    if decided(form, lambda _: change_role(league=league, user=shown.user, by=by, **form.role_and_team)):
        messages.success(request, f"{shown.user} is {Role(form.role_and_team['role']).label} now.")
        return _onward(request, league)
    if request.method == "POST" and not form.is_bound and not refused:
        refused.append(NO_ACT)
    page = {
        "person": shown,
        "form": form,
        "may_change": may_give(powers_of(by, league), shown.role),
        "refused": refused,
        "section": "desk",
    }
    return render(request, "accounts/person.html", page, status=UNPROCESSABLE if refused else status(form))


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
    return render(request, "accounts/hand_over.html", page, status=status(form))


def _handed_over(league: League, heir: LeagueRole, by: User, form: HandOverForm) -> str:
    hand_over(league=league, to=heir.user, by=by, stays=form.stays, now=timezone.now())
    return f"{heir.user} owns {league} now."


def _onward(request: HttpRequest, league: League) -> HttpResponse:
    """Back to the people, for whoever may still see them."""
    may_see = may_give(powers_of(secretary(request), league), Role.SCORER)
    return redirect("people", league.slug) if may_see else redirect("league-home", league.slug)


def _link_page(
    request: HttpRequest, league: League, shown: LeagueRole, *, is_invitation: bool = False
) -> HttpResponse:
    """Show the link, once: it is kept nowhere. An invitation goes to the address that came with it."""
    link = link_to(request, shown.user, LinkKind.PASSWORD)
    wants_letter = shown.user.is_invited_only and bool(shown.user.email)
    is_sent, refused = False, ""
    try:
        if wants_letter:
            ask_for_letters(request, 1, league)
            role = shown.get_role_display()
            is_sent = send_invitation(
                user=shown.user, league=league, role=role, link=link, by=secretary(request)
            )
            note_letter(league.pk)
    except Refused as refusal:
        refused = refusal.sentence
    page = {
        "person": shown,
        "link": link,
        "wants_letter": wants_letter,
        "is_sent": is_sent,
        "refused": refused,
        "mail_goes_out": mail_goes_out(),
        "section": "desk",
    }
    return render(request, "accounts/account_link.html", page)


def _choices(request: HttpRequest, league: League) -> dict[str, Any]:
    powers = powers_of(secretary(request), league)
    return {"roles": [role for role in Role if may_give(powers, role)], "teams": teams_to_lead(league)}


def _person_or_404(league: League, username: str) -> LeagueRole:
    if (holder := person_in(league, username)) is None:
        raise Http404(f"Nobody called {username[:60]} has a role in {league}.")
    return holder


@for_desk
def match_code(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """See the code and the phones; make one, replace it or end it, each with one press."""
    known = Match.with_ties.select_related("home", "away", "division__season")
    match = get_object_or_404(known, public_id=match_id, division__season__league=league)
    form = EndCodeForm(request.POST if request.method == "POST" and "make" not in request.POST else None)
    if "make" in request.POST or form.is_valid():
        try:
            messages.success(request, _done(request, match, form))
        except Refused as refusal:
            messages.warning(request, refusal.sentence)
        return redirect("match-code", league.slug, match.public_id)
    page = {
        "match": match,
        "use": code_in_use(match),
        "is_settled": confirmed_card(match) is not None,
        "form": form,
        "site": request.build_absolute_uri(reverse("type-code")),
        "section": "desk",
    }
    return render(request, "accounts/match_code.html", page, status=UNPROCESSABLE if form.errors else 200)


def _done(request: HttpRequest, match: Match, form: EndCodeForm) -> str:
    now = timezone.now()
    if "make" in request.POST:
        codes_for(matches=[match.pk], now=now)
        return "The match has a code."
    because = form.cleaned_data["because"]
    if "end" in request.POST:
        revoke_code(match=match, because=because, now=now)
        return "The code has ended: nothing more can be sent by it. Hands received by it still count."
    replace_code(match=match, because=because, now=now)
    return "The match has a new code. Print its sheet or slips again, or read the code out."
