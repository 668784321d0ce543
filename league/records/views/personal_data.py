"""Pages of a person's data: everything held about a player, as page and as file, and its erasure."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.accounts.access import for_secretary
from league.history.nouns import ModelClass
from league.history.services.audit import Kind, note_daily
from league.models import (
    Bulletin,
    Charge,
    Cup,
    CupEntry,
    CupTie,
    Enrolment,
    Honour,
    League,
    Mailing,
    Notice,
    Offence,
    OldTable,
    Player,
)
from league.people.selectors import find_player
from league.records.selectors.lone_names import LoneName, lone_names
from league.records.selectors.personal_data import personal_data
from league.records.services.erasure import erase_person, obstacle_to_erasure
from league.shared.decisions import UNPROCESSABLE, or_404, secretary
from league.shared.errors import Refused

LONGEST_NICKNAME = 80
# Where the texts of a row can be edited, if it is not about a match.
EDITED_AT: Mapping[ModelClass, str] = {
    Bulletin: "bulletin",
    Charge: "ledger",
    Cup: "keep-cups",
    CupEntry: "keep-cups",
    CupTie: "keep-cups",
    Enrolment: "captains",
    Honour: "honours",
    League: "league-settings",
    Mailing: "messages",
    Notice: "messages",
    OldTable: "honours",
    Offence: "penalties",
}
NOT_TICKED = "Tick the box first: this cannot be undone."


@for_secretary
@never_cache
def personal_data_page(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Show everything that is held about a player."""
    player = _player_or_404(league, player_id)
    if player.public_id != player_id:
        return redirect("personal-data", league.slug, player.public_id)
    _note(request, league, f"Personal data of {player} read")
    page = {"player": player, "data": personal_data(player), "section": "desk"}
    return render(request, "records/personal_data.html", page)


@for_secretary
@never_cache
def personal_data_file(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Send everything that is held about a player as one file."""
    player = _player_or_404(league, player_id)
    _note(request, league, f"Personal data of {player} downloaded")
    answer = JsonResponse(
        personal_data(player).as_file, json_dumps_params={"indent": 2, "ensure_ascii": False}
    )
    answer["Content-Disposition"] = f'attachment; filename="personal-data-{player.public_id}.json"'
    return answer


@for_secretary
@never_cache
def erase(request: HttpRequest, league: League, player_id: str) -> HttpResponse:
    """Show what goes and what stays if a player is erased, or why they cannot be; sent, erase them."""
    player = _player_or_404(league, player_id)
    by, refused = secretary(request), ""
    if request.method == "POST":
        try:
            if "final" not in request.POST:
                raise Refused(NOT_TICKED)
            erase_person(player=player, shown_data=request.POST.get("data", ""), by=by, now=timezone.now())
        except Refused as refusal:
            refused = refusal.sentence
        else:
            messages.success(request, "Erased. The results stay with “A player”.")
            return redirect("registrations", league.slug)
    _note(request, league, f"Personal data of {player} read")
    data = personal_data(player)
    called = " ".join(request.GET.get("called", "").replace("\0", "").split())[:LONGEST_NICKNAME]
    obstacle = obstacle_to_erasure(data.person, by=by)
    page = {
        "player": player,
        "data": data,
        "obstacle": obstacle,
        "called": called,
        "alone": [(name, _edited_at(league, name)) for name in lone_names(data.person, called)],
        "refused": refused if refused != obstacle else "",
        "section": "desk",
    }
    return render(request, "records/erase.html", page, status=UNPROCESSABLE if refused else 200)


def _note(request: HttpRequest, league: League, what: str) -> None:
    note_daily(league=league, kind=Kind.PERSONAL, what=what, by=secretary(request), now=timezone.now())


def _edited_at(league: League, name: LoneName) -> str:
    """Return the address of the page where a text can be edited; empty if there is none."""
    if name.match:
        return reverse("match", args=[league.slug, name.match])
    page = EDITED_AT.get(name.model)
    return reverse(page, args=[league.slug]) if page else ""


def _player_or_404(league: League, player_id: str) -> Player:
    return or_404(find_player(league, player_id, to_secretary=True), f"{league} has no such player.")
