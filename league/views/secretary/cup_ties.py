"""The ties of a cup kept, one by one: what was played, who played, when and where."""

import datetime
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_secretary
from league.forms.cup_seats import PlayedForm
from league.forms.cup_ties import ResultForm, WhenForm
from league.models import Cup, League
from league.selectors.cup_pages import CupOnPage, TieOnPage
from league.selectors.cup_seats import sides_of_tie, tie_roster
from league.selectors.cups import cup_on_page
from league.selectors.eligibility import regulations_of
from league.selectors.seasons import league_today
from league.services import cup_ties
from league.services.cup_seats import seat_players
from league.views.secretary.cups import kept_or_404
from league.views.secretary.deciding import NO_ACT, UNPROCESSABLE, decided, sent


@for_secretary
def cup_tie(
    request: HttpRequest, league: League, cup_id: str, round_number: int, number: int
) -> HttpResponse:
    """A tie: what was played of it, who played, when and where. Each has its own button."""
    kept = kept_or_404(league, cup_id, Cup.Kind.KNOCK_OUT)
    page = cup_on_page(kept, to_secretary=True)
    each = page.tie(round_number, number)
    if each is None:
        raise Http404(f"{kept} has no tie {number} in round {round_number}.")
    forms = _forms(request, league, page, each)
    acts = _acts(kept, each, forms, league_today(league))
    pressed = next((name for name in acts if name in request.POST), "")
    done = decided(forms[pressed], lambda _: acts[pressed]() or True) if pressed else None
    if done:
        messages.success(request, DONE[pressed])
        return redirect("keep-tie", league.slug, kept.public_id, round_number, number)
    code = UNPROCESSABLE if request.method == "POST" else 200
    shown = {
        "page": page,
        "each": each,
        "forms": forms,
        "waiting": [one for one in page.to_enter if one != each],
        "no_act": NO_ACT if request.method == "POST" and not pressed else "",
        "is_regulated": regulations_of(kept.season).people.cup_tied is not None,
        "section": "desk",
    }
    return render(request, "secretary/cup_tie.html", shown, status=code)


DONE = {
    "result": "The result is written down.",
    "played": "Who played is written down.",
    "when": "When and where is written down.",
    "back": "The result is taken back.",
}


def _forms(request: HttpRequest, league: League, page: CupOnPage, each: TieOnPage) -> dict[str, Form]:
    sides = sides_of_tie(page, each, today=league_today(league))
    pubs = [pub for pub in league.pubs.all() if pub.closed_on is None or pub == each.venue]
    return {
        "result": ResultForm(
            sent(request, "result"), each=each, rules=page.played.rules, auto_id="result_%s"
        ),
        "played": PlayedForm(
            sent(request, "played"), sides=sides, roster=tie_roster(league, sides), auto_id="played_%s"
        ),
        "when": WhenForm(sent(request, "when"), each=each, pubs=pubs, auto_id="when_%s"),
        "back": Form(sent(request, "back")),
    }


def _acts(
    kept: Cup, each: TieOnPage, forms: dict[str, Any], today: datetime.date
) -> dict[str, Callable[[], object]]:
    """What each button does with what its form says."""
    place: dict[str, Any] = {"cup": kept, "round_number": each.tie.round, "number": each.tie.number}
    result, played, when = forms["result"], forms["played"], forms["when"]
    return {
        "result": lambda: cup_ties.enter_result(
            cup=kept, result=result.result, began_from=result.began, now=timezone.now()
        ),
        "played": lambda: seat_players(**place, sides=played.named, before=played.stood, today=today),
        "when": lambda: cup_ties.set_tie(
            **place,
            date=when.cleaned_data["date"],
            starts_at=when.cleaned_data["starts_at"],
            venue=when.pub,
        ),
        "back": lambda: cup_ties.take_back_result(**place),
    }
