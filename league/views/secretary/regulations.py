"""What the season being played asks of its teams, set by the secretary."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.access import for_secretary
from league.forms.regulations import RegulationsForm
from league.models import League
from league.regulations import Regulations, UnreadableRegulations, from_data, to_data
from league.selectors.clocks import RECENT
from league.selectors.rulebooks import regulations_in_words
from league.selectors.seasons import league_today, season_at_hand, seasons_of
from league.services.refusals import Refused
from league.services.regulations import set_regulations
from league.views.secretary.deciding import UNPROCESSABLE, sent


@for_secretary
def regulations(request: HttpRequest, league: League) -> HttpResponse:
    """Deadlines, postponements, late starts, short teams, and what a breach of them costs."""
    season = season_at_hand(seasons_of(league), league_today(league))
    known = season.rule_book.season_regulations() if season else Regulations()
    form = RegulationsForm(sent(request), regulations=known)
    if season and form.is_valid:
        try:
            set_regulations(season=season, regulations=form.regulations, began_from=_began_from(request))
        except Refused as refusal:
            form.refusals.append(refusal.sentence)
        else:
            messages.success(request, "Kept. The league’s rules page says it in sentences now.")
            return redirect("regulations", league.slug)
    page = {
        "form": form,
        "season": season,
        "began_from": json.dumps(to_data(known), sort_keys=True),
        "now": regulations_in_words(season.rule_book) if season else (),
        "recent": RECENT.days,
        "section": "desk",
    }
    return render(
        request, "secretary/regulations.html", page, status=UNPROCESSABLE if form.is_refused else 200
    )


def _began_from(request: HttpRequest) -> Regulations:
    """The regulations as the page showed them; what cannot be read is none that there are."""
    try:
        return from_data(json.loads(request.POST.get("began_from", "")))
    except (ValueError, UnreadableRegulations, RecursionError):
        return Regulations()
