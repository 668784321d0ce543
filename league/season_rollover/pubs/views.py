"""Pubs in mid-season: one closes, is renamed, a team moves; where matches are played then is shown first."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from league.accounts.access import for_secretary
from league.competition.selectors import league_today
from league.cups.selectors.lists import cups_at
from league.models import League, Pub, Team
from league.overview.pubs import pubs_of_league
from league.season_rollover.pubs import services as pubs_services
from league.season_rollover.pubs.forms import CloseForm, CupPlacesForm, MoveTeamForm, PlacesForm, RenameForm
from league.season_rollover.pubs.selectors import MovingMatch, home_matches, matches_at, moving_matches
from league.season_rollover.pubs.services import CHANGED, close_pub, open_pub_again, rename_pub
from league.shared.decisions import UNPROCESSABLE, decided, sent
from league.shared.errors import Refused
from league.shared.text import folded


@for_secretary
def pubs(request: HttpRequest, league: League) -> HttpResponse:
    """Show every pub, to close or rename it; every team, to move it."""
    lines = pubs_of_league(league, today=league_today(league))
    return render(request, "season_rollover/pubs.html", {"lines": lines, "section": "desk"})


@for_secretary
def pub(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show one pub: `rename`, `look` at its closing, `close` it, `open` it again."""
    found = get_object_or_404(Pub.objects.select_related("league"), league=league, slug=pub_slug)
    if "open" in request.POST:
        open_pub_again(pub=found)
        messages.success(request, f"{found} is open again. Matches stay where they were moved to.")
        return redirect("pub-kept", league.slug, found.slug)
    naming = RenameForm(sent(request, "rename"), initial={"name": found.name})
    if decided(naming, lambda said: rename_pub(pub=found, **said)):
        messages.success(request, f"{found} is called {naming.cleaned_data['name']} now.")
        return redirect("pub-kept", league.slug, found.slug)
    is_closing = "look" in request.POST or "close" in request.POST
    closing = CloseForm(
        request.POST if is_closing else None,
        pub=found,
        pubs=_by_name(league),
        initial={"on": league_today(league), "reason": f"{found} has closed"},
    )
    looked = closing.is_valid()
    moving = _leaving(found, closing) if looked else ()
    places = PlacesForm(sent(request, "close"), moving=moving)
    open_pubs = [one for one in _by_name(league) if one.closed_on is None and one != found]
    cups = CupPlacesForm(
        sent(request, "close"),
        moving=cups_at(found, closing.cleaned_data["on"]) if looked else (),
        pubs=open_pubs,
    )
    if "close" in request.POST and looked:
        moved = _carried_out((places, cups), closing, lambda: _close(found, closing, places, cups))
        if moved is not None:
            messages.success(request, f"{found} is closed from that day; {_matches(moved)}.")
            return redirect("pub", league.slug, found.slug)
    page = {
        "pub": found,
        "naming": naming,
        "closing": closing,
        "places": places,
        "cups": cups,
        "looked": looked,
    }
    return _page(request, "pub", page, naming, closing, places, cups)


@for_secretary
def move_team(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """Show a team moves to another pub: `look` at its home matches, `move` them with it."""
    team = get_object_or_404(Team.objects.select_related("pub", "league"), league=league, slug=team_slug)
    form = MoveTeamForm(
        sent(request), team=team, pubs=_by_name(league), initial={"since": league_today(league)}
    )
    moving: Sequence[MovingMatch] = ()
    looked = form.is_valid()
    if looked:
        matches = home_matches(team, form.cleaned_data["since"])
        moving = moving_matches(league, matches, homes={team.pk: form.pub})
    places = PlacesForm(sent(request, "move"), moving=moving)
    if "move" in request.POST and looked:
        moved = _carried_out((places,), form, lambda: _move(team, form, places))
        if moved is not None:
            messages.success(request, f"{team} play at {form.pub} now; {_matches(moved)}.")
            return redirect("team", league.slug, team.slug)
    page = {"team": team, "form": form, "places": places, "looked": looked}
    return _page(request, "move_team", page, form, places)


def _by_name(league: League) -> list[Pub]:
    return sorted(league.pubs.all(), key=lambda pub: folded(pub.name))


def _leaving(found: Pub, closing: CloseForm) -> Sequence[MovingMatch]:
    matches = matches_at(found, closing.cleaned_data["on"])
    return moving_matches(found.league, matches, homes=closing.homes, closing=found)


def _close(found: Pub, form: CloseForm, places: PlacesForm, cups: CupPlacesForm) -> int:
    cleaned = form.cleaned_data
    return close_pub(
        pub=found,
        on=cleaned["on"],
        reason=cleaned["reason"],
        homes=form.homes,
        places=places.places,
        cup_places=cups.places,
    )


def _move(team: Team, form: MoveTeamForm, places: PlacesForm) -> int:
    cleaned = form.cleaned_data
    return pubs_services.move_team(
        team=team, to=form.pub, since=cleaned["since"], places=places.places, reason=cleaned["reason"]
    )


def _carried_out(places: Sequence[Any], form: Any, act: Any) -> int | None:
    """Do it, if a place was sent for every match; None, and the form says why, if it cannot be done."""
    if not all(one.is_complete for one in places):
        form.add_error(None, CHANGED)
        return None
    if not all(place.is_valid() for place in places):
        return None
    try:
        done: int = act()
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return None
    return done


def _matches(moved: int) -> str:
    return f"{moved} match{'' if moved == 1 else 'es'} moved" if moved else "no match had to move"


def _page(request: HttpRequest, name: str, page: Mapping[str, object], *forms: Any) -> HttpResponse:
    status = UNPROCESSABLE if any(form.errors for form in forms) else 200
    return render(request, f"season_rollover/{name}.html", {**page, "section": "desk"}, status=status)
