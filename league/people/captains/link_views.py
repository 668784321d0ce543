"""The links of the season's captains: made, shown once, sent, made anew, ended."""

from collections.abc import Callable
from http import HTTPStatus
from typing import cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_secretary
from league.accounts.links import token_of
from league.accounts.services.links import issue_link, revoke_link
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.messages.selectors import SeasonLinks, TeamLink, season_links
from league.messages.services import issue_missing_links, send_links
from league.models import CaptainLink, League, User
from league.shared.errors import Refused

SHOWN = "shown-links"
"""Where the session keeps which links the next page shows: once, and only to who asked."""
NO_TEAM = "That team plays in no division of this season any more; look at the list again."


@for_secretary
def captain_links(request: HttpRequest, league: League) -> HttpResponse:
    """Who has a link and has used it; each made, shown, sent, replaced or ended by one press."""
    season = season_at_hand(seasons_of(league), league_today(league))
    links = season_links(season)
    refusal = ""
    if request.method == "POST" and season is not None:
        try:
            messages.success(request, _carry_out(request, links))
        except Refused as refused:
            refusal = refused.sentence
        else:
            return redirect("captain-links", league.slug)
    shown = set(request.session.pop(SHOWN, ()))
    page = {
        "season": season,
        "links": links,
        "shown": [
            (team, _address(request, team.link))
            for team in links.teams
            if team.link and team.link.pk in shown
        ],
        "refusal": refusal,
        "section": "desk",
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "people/captain_links.html", page, status=status)


def _carry_out(request: HttpRequest, links: SeasonLinks) -> str:
    """Do what was pressed; what to say of it. Raises Refused."""
    if "issue-missing" in request.POST:
        return _issue_missing(request, links)
    if "send-unsent" in request.POST:
        return _send(request, list(links.unsent))
    for act, do in _ACTS.items():
        if act in request.POST:
            return do(request, _team(links, request.POST[act]))
    raise Refused("Press one of the buttons of a team.")


def _team(links: SeasonLinks, slug: str) -> TeamLink:
    for team in links.teams:
        if team.enrolment.team.slug == slug:
            return team
    raise Refused(NO_TEAM)


def _issue_missing(request: HttpRequest, links: SeasonLinks) -> str:
    season = links.teams[0].enrolment.season if links.teams else None
    if season is None:
        raise Refused("No team plays in a season yet.")
    made = issue_missing_links(season=season, by=cast(User, request.user), now=timezone.now())
    request.session[SHOWN] = [link.pk for link in made]
    return f"{len(made)} link{'' if len(made) == 1 else 's'} made. They stand below, this once."


def _issue(request: HttpRequest, one: TeamLink) -> str:
    link = issue_link(enrolment=one.enrolment, by=cast(User, request.user), now=timezone.now())
    request.session[SHOWN] = [link.pk]
    return f"A link for {one.enrolment.team} is made. It stands below, this once."


def _show(request: HttpRequest, link: TeamLink) -> str:
    if link.link is None:
        raise Refused(f"{link.enrolment.team} have no link to show.")
    request.session[SHOWN] = [link.link.pk]
    return f"The link of {link.enrolment.team} stands below, this once."


def _send_one(request: HttpRequest, link: TeamLink) -> str:
    return _send(request, [link])


def _send(request: HttpRequest, teams: list[TeamLink]) -> str:
    letters = send_links(
        enrolments=[team.enrolment for team in teams],
        address_of=lambda link: _address(request, link).replace(token_of(link), link.public_id),
        by=cast(User, request.user),
        now=timezone.now(),
    )
    if not letters:
        raise Refused("There is no link that was not sent already and has an address to go to.")
    return f"{len(letters)} letter{'' if len(letters) == 1 else 's'} on the way."


def _end(request: HttpRequest, link: TeamLink) -> str:
    revoke_link(enrolment=link.enrolment, now=timezone.now())
    return f"The link of {link.enrolment.team} has ended, and that of the players with it."


_ACTS: dict[str, Callable[[HttpRequest, TeamLink], str]] = {
    "issue": _issue,
    "show": _show,
    "send": _send_one,
    "end": _end,
}
"""What each button does to the team it names."""


def _address(request: HttpRequest, link: CaptainLink) -> str:
    return request.build_absolute_uri(reverse("captain", kwargs={"token": token_of(link)}))
