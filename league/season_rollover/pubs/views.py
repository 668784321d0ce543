"""Pages to close or rename a pub and to move a team, with a preview of where its matches are played."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.competition.selectors import league_today, seasons_of
from league.cups.selectors.lists import cups_at
from league.models import League, Pub, Team
from league.overview.pubs import pubs_of_league
from league.records.kinds import PUBS, raw_values
from league.records.selectors.consequences import teams_renamed
from league.records.services.records import save_record
from league.records.tables import PubsTable
from league.scheduling.views.judging import judged
from league.season_rollover.pubs import services as pubs_services
from league.season_rollover.pubs.forms import CloseForm, CupPlacesForm, MoveTeamForm, PlacesForm, RenameForm
from league.season_rollover.pubs.selectors import MovingMatch, home_matches, matches_at, moving_matches
from league.season_rollover.pubs.services import CHANGED, close_pub, matches_moved, open_pub_again
from league.shared.decisions import UNPROCESSABLE, decided, secretary, sent
from league.shared.errors import Refused
from league.shared.text import folded


@for_secretary
def pubs(request: HttpRequest, league: League) -> HttpResponse:
    """Show every pub and its teams, with links to change them."""
    table = PubsTable(
        pubs_of_league(league, today=league_today(league)), order_by=request.GET.get("sort", "")
    )
    return render(request, "season_rollover/pubs.html", {"pubs": table, "section": "desk"})


@for_secretary
def pub(request: HttpRequest, league: League, pub_slug: str) -> HttpResponse:
    """Show one pub: `rename` it, preview its closing with `look`, `close` it, or `open` it again."""
    pub = get_object_or_404(Pub.objects.select_related("league"), league=league, slug=pub_slug)
    if "open" in request.POST:
        open_pub_again(pub=pub, by=secretary(request), now=timezone.now())
        messages.success(request, f"{pub} is open again. Matches stay where they were moved to.")
        return redirect("pub-kept", league.slug, pub.slug)
    naming = RenameForm(sent(request, "rename"), initial={"name": pub.name})
    if renamed := decided(naming, lambda cleaned: _rename(request, pub, **cleaned)):
        messages.success(request, renamed)
        return redirect("pub-kept", league.slug, pub.slug)
    is_closing = "look" in request.POST or "close" in request.POST
    closing = CloseForm(
        request.POST if is_closing else None,
        pub=pub,
        pubs=_by_name(league),
        initial={"on": league_today(league), "reason": f"{pub} has closed"},
    )
    looked = closing.is_valid()
    moving = _leaving(pub, closing) if looked else ()
    places = PlacesForm(sent(request, "close"), moving=moving)
    open_pubs = [other for other in _by_name(league) if other.closed_on is None and other != pub]
    cups = CupPlacesForm(
        sent(request, "close"),
        moving=cups_at(pub, closing.cleaned_data["on"]) if looked else (),
        pubs=open_pubs,
    )
    if "close" in request.POST and looked:
        moved = _carried_out(
            request, league, (places, cups), closing, lambda: _close(request, pub, closing, places, cups)
        )
        if moved is not None:
            messages.success(request, f"{pub} is closed from that day; {matches_moved(moved)}.")
            return redirect("pub", league.slug, pub.slug)
    page = {
        "pub": pub,
        "naming": naming,
        "closing": closing,
        "places": places,
        "cups": cups,
        "looked": looked,
    }
    return _page(request, "pub", page, naming, closing, places, cups)


@for_secretary
def move_team(request: HttpRequest, league: League, team_slug: str) -> HttpResponse:
    """Show the form to move a team: `look` previews its home matches, `move` moves it."""
    team = get_object_or_404(Team.objects.select_related("pub", "league"), league=league, slug=team_slug)
    form = MoveTeamForm(
        sent(request), team=team, pubs=_by_name(league), initial={"since": league_today(league)}
    )
    moving: Sequence[MovingMatch] = ()
    looked = form.is_valid()
    if looked:
        moving = moving_matches(
            league, home_matches(team, form.cleaned_data["since"]), homes={team.pk: form.pub}
        )
    places = PlacesForm(sent(request, "move"), moving=moving)
    if "move" in request.POST and looked:
        moved = _carried_out(request, league, (places,), form, lambda: _move(request, team, form, places))
        if moved is not None:
            messages.success(request, f"{team} play at {form.pub} now; {matches_moved(moved)}.")
            return redirect("team", league.slug, team.slug)
    page = {"team": team, "form": form, "places": places, "looked": looked}
    return _page(request, "move_team", page, form, places)


def _rename(request: HttpRequest, pub: Pub, *, name: str, teams_too: bool) -> str:
    """Rename a pub as on its own page, so that it has a history and an undo; return what was done."""
    name = " ".join(name.split())
    teams = teams_renamed(pub, pub.name, name)
    change = save_record(
        kind=PUBS,
        row=pub,
        values={"name": name},
        opened=raw_values(PUBS, pub),
        by=secretary(request),
        now=timezone.now(),
        teams_too=teams_too,
    )
    if change is None:
        raise Refused(f"It is called {pub} already.")
    return f"{pub} is called {name} now." + (f" {teams.fact}{teams.rest}" if teams_too else "")


def _by_name(league: League) -> list[Pub]:
    return sorted(league.pubs.all(), key=lambda pub: folded(pub.name))


def _leaving(pub: Pub, closing: CloseForm) -> Sequence[MovingMatch]:
    return moving_matches(
        pub.league, matches_at(pub, closing.cleaned_data["on"]), homes=closing.homes, closing=pub
    )


def _close(request: HttpRequest, pub: Pub, form: CloseForm, places: PlacesForm, cups: CupPlacesForm) -> int:
    cleaned = form.cleaned_data
    return close_pub(
        pub=pub,
        on=cleaned["on"],
        reason=cleaned["reason"],
        homes=form.homes,
        places=places.places,
        cup_places=cups.places,
        by=secretary(request),
        now=timezone.now(),
    )


def _move(request: HttpRequest, team: Team, form: MoveTeamForm, places: PlacesForm) -> int:
    cleaned = form.cleaned_data
    return pubs_services.move_team(
        team=team,
        to=form.pub,
        since=cleaned["since"],
        places=places.places,
        reason=cleaned["reason"],
        by=secretary(request),
        now=timezone.now(),
    )


def _carried_out(
    request: HttpRequest, league: League, places: Sequence[Any], form: Any, act: Any
) -> int | None:
    """Return what `act` returns; None, with the reason in the form, if a pub is missing or it is refused."""
    if not all(place.is_complete for place in places):
        form.add_error(None, CHANGED)
        return None
    if not all(place.is_valid() for place in places):
        return None
    try:
        with judged(request, [season for season in seasons_of(league) if not season.is_finished]):
            done: int = act()
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return None
    return done


def _page(request: HttpRequest, name: str, page: Mapping[str, object], *forms: Any) -> HttpResponse:
    status = UNPROCESSABLE if any(form.errors for form in forms) else 200
    return render(request, f"season_rollover/{name}.html", {**page, "section": "desk"}, status=status)
