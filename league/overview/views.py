"""Pages that combine subjects: front page, teams, pubs, nights."""

import datetime
from typing import cast
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from league.accounts.access import for_anybody, for_desk, for_public, for_results, may_keep
from league.accounts.contact_log import note_contacts, shows_contacts
from league.accounts.powers import Power
from league.accounts.selectors import codes_of_night
from league.accounts.services.letters import say_sent
from league.competition.selectors import league_today
from league.founding.access import is_first_visit, may_found
from league.installation.page_cache import same_until_changed
from league.matches.selectors import league_clock, league_zone
from league.models import Enrolment, League, User
from league.overview import nights, pubs, teams
from league.overview.front import league_lines, leagues_by_name, search_leagues
from league.overview.head_to_head import KINDS, compare
from league.overview.pubs import pubs_of_league
from league.overview.search import typed_text
from league.overview.tables import PublicPubsTable
from league.people.selectors import contacts_shown_to
from league.results.forms.receipts import ReceiptForm
from league.results.services.reminders import Chase, chase_results
from league.shared.decisions import or_404
from league.shared.errors import Refused

LEAGUES_A_PAGE = 40


@for_anybody
def front_page(request: HttpRequest) -> HttpResponse:
    """Show the leagues kept here, or those of `?q=`, forty a page; the only one's home; or first steps."""
    leagues = leagues_by_name()
    if len(leagues) == 1:
        return redirect("league-home", leagues[0][1])
    if not leagues and is_first_visit(request):
        return redirect("new-league")
    text = typed_text(request.GET.get("q", ""))
    found = search_leagues(text) if text else {}
    shown = Paginator([key for key, *_ in leagues if not text or key in found], LEAGUES_A_PAGE).get_page(
        request.GET.get("page")
    )
    return render(
        request,
        "overview/front.html",
        {
            "leagues": leagues,
            "lines": league_lines(list(shown), timezone.localdate(), found),
            "page": shown,
            "query": "&" + urlencode({"q": text}) if text else "",
            "text": text,
            "may_open": may_found(request),
        },
    )


@for_anybody
def own_league(request: HttpRequest) -> HttpResponse:
    """Show how one gets a league of one's own, and the way that is open to this reader."""
    return render(request, "overview/own_league.html", {"may_open": may_found(request)})


@for_public
@same_until_changed
def team_page(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """Show a team in the current season, or with `?season=2025-26` in an earlier one."""
    page = or_404(
        teams.team_page(
            league,
            team_slug,
            season_slug=request.GET.get("season", ""),
            today=league_today(league),
            to_secretary=may_keep(request.user, league),
            readers=contacts_shown_to(request.user, league),
        ),
        f"{league} has no such team in such a season.",
    )
    if page["captain"] and page["captain_for"] != Enrolment.ContactFor.EVERYBODY:
        note_contacts(request, league, f"Captain on the page of {page['team']}")
    return render(request, "overview/team.html", {"section": "pubs", "page": page})


@for_public
@same_until_changed
def head_to_head(request: HttpRequest, league: League) -> HttpResponse:
    """Compare two teams with `?team=the-fleece&team=the-shears`, two players, or two pairs.

    With one of them, or none, offer the others; `?of=player` chooses what to compare.
    """
    kinds = (*filter(request.GET.get, ("team", "player", "pair")), request.GET.get("of"))
    kind = next((kind for kind in kinds if kind in KINDS), "team")
    page = or_404(
        compare(
            league,
            kind,
            [value for value in request.GET.getlist(kind) if value],
            to_secretary=may_keep(request.user, league),
        ),
        f"{league} has no such {kind}.",
    )
    section = "pubs" if kind == "team" else "players"
    return render(request, "overview/head_to_head.html", {"section": section, "page": page, "kinds": KINDS})


@for_public
@same_until_changed
def pub_list(request: HttpRequest, league: League) -> HttpResponse:
    """Show every pub of the league with its teams, by name or as `?sort=-tables` says."""
    pubs = pubs_of_league(league, today=league_today(league))
    is_somewhere = any(line["pub"].address or line["pub"].postcode for line in pubs)
    return render(
        request,
        "overview/pubs.html",
        {
            "section": "pubs",
            "pubs": PublicPubsTable(
                pubs,
                exclude=() if is_somewhere else ("where",),
                order_by=request.GET.get("sort", ""),
                attrs={"class": "listing fold"},
            ),
        },
    )


@for_public
@same_until_changed
def pub_page(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show a pub: where it is, who plays for it, what is played there next."""
    return render(
        request,
        "overview/pub.html",
        {
            "section": "pubs",
            "page": or_404(
                pubs.pub_page(league, pub_slug, today=league_today(league)), f"{league} has no such pub."
            ),
        },
    )


@for_desk
@shows_contacts("Night")
def night(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Show all matches of a date, what is to be done first."""
    now, powers = timezone.now(), getattr(request, "powers", ())
    page_night = nights.night(league, date, now=now, to_secretary=Power.SECRETARY in powers)
    receipts = [match["receipt"] for match in page_night["matches"] if match["receipt"]]
    return render(
        request,
        "overview/night.html",
        {
            "night": page_night,
            "receipt_form": ReceiptForm.of_page({}, receipts, league_zone(league)),
            "today": league_clock(league, now).date(),
            "codes": codes_of_night(league, date),
            "section": "desk",
        },
    )


@for_results
@require_POST
def chase(request: HttpRequest, league: League, date: datetime.date) -> HttpResponse:
    """Ask the captains of all matches whose result is missing, or of the match that is named."""
    by = cast(User, request.user)  # for_desk has refused everybody else
    only = request.POST.get("match", "")[:LONGEST_ID]
    try:
        done = chase_results(league=league, date=date, by=by, now=timezone.now(), only=only)
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
    else:
        _say(request, done)
    return redirect("night", league.slug, date)


LONGEST_ID = 12


def _say(request: HttpRequest, done: Chase) -> None:
    count = len(done.notices)
    if count:
        people = "One captain is" if count == 1 else f"{count} captains are"
        say_sent(request, f"{people} asked by e-mail within a minute.")
    if done.without_address:
        teams = ", ".join(captain.team for captain in done.without_address)
        messages.warning(request, f"No e-mail address is known for {teams}: ring, or send the text below.")
