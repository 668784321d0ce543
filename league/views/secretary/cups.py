"""Cups kept: made, entered, seeded, drawn, kept going."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.access import for_secretary
from league.forms.cup_rules import CupForm
from league.forms.cups import (
    DrawForm,
    FinalsForm,
    LeaveForm,
    NameForm,
    NightOfRoundForm,
    NumberForm,
    PairForm,
    SeedsForm,
    TeamsForm,
)
from league.models import Cup, League, Pub
from league.selectors.cup_lists import cup_lines
from league.selectors.cup_pages import CupOnPage
from league.selectors.cups import cup_kept, cup_on_page, in_two_pairs
from league.selectors.seasons import league_today, season_at_hand, seasons_of
from league.services import cup_ties
from league.services import cups as services
from league.views.secretary.deciding import NO_ACT, UNPROCESSABLE, decided, sent, status
from league.views.secretary.pairs_nights import night_kept


@for_secretary
def cups(request: HttpRequest, league: League) -> HttpResponse:
    """All cups of the league, and a new one of the current season."""
    season = season_at_hand(seasons_of(league), league_today(league))
    form = CupForm(sent(request))
    made = season and decided(
        form, lambda said: services.make_cup(season=season, name=said["name"], rules=form.rules)
    )
    if made:
        messages.success(request, f"{made} is made. Now let the teams enter.")
        return redirect("keep-cup", league.slug, made.public_id)
    lines = cup_lines(league, to_secretary=True)
    page = {"form": form, "season": season, "lines": lines, "section": "desk"}
    return render(request, "secretary/cups.html", page, status=status(form))


@for_secretary
def cup(request: HttpRequest, league: League, cup_id: str) -> HttpResponse:
    """A cup on one page: who enters, seeds, the draw, nights, ties, the plate. Each has its own button."""
    kept = kept_or_404(league, cup_id)
    if kept.kind == Cup.Kind.PAIRS_NIGHT:
        return night_kept(request, league, kept)
    page = cup_on_page(kept, to_secretary=True)
    forms = _forms(request, league, page)
    acts = _acts(kept, forms)
    pressed = next((name for name in acts if name in request.POST), "")
    done = decided(forms[pressed], lambda _: acts[pressed]() or True) if pressed else None
    if done:
        messages.success(request, DONE[pressed])
        if pressed == "delete":
            return redirect("keep-cups", league.slug)
        return redirect("keep-cup", league.slug, kept.public_id)
    refused = [form for form in (forms[pressed],) if form.errors] if pressed else []
    code = UNPROCESSABLE if request.method == "POST" else 200
    nothing_pressed = NO_ACT if request.method == "POST" and not pressed else ""
    shown = {
        "page": page,
        "forms": forms,
        "refused": refused,
        "twice": in_two_pairs(page.entries),
        "no_act": nothing_pressed,
        "section": "desk",
    }
    return render(request, "secretary/cup.html", shown, status=code)


DONE = {
    "enter": "They are in.",
    "pair": "The pair is in.",
    "strike": "The entry is struck out.",
    "seeds": "Seeds and handicaps are kept.",
    "draw": "The draw is made, and stands for everybody to see.",
    "undraw": "The draw is taken back.",
    "night": "The night of the round is kept.",
    "finals": "The finals are kept.",
    "leave": "They have left the cup; what was not played is given.",
    "plate": "The plate is made. It is drawn as a cup of its own.",
    "delete": "The cup is taken away.",
}


def _forms(request: HttpRequest, league: League, page: CupOnPage) -> dict[str, Form]:
    def said(button: str) -> dict[str, Any]:
        return {"data": sent(request, button), "auto_id": f"{button}_%s"}

    return {
        "enter": TeamsForm(cup=page.cup, **said("enter")),
        "pair": PairForm(**said("pair")),
        "strike": NumberForm(**said("strike")),
        "seeds": SeedsForm(entries=page.entries, **said("seeds")),
        "draw": DrawForm(**said("draw")),
        "undraw": NumberForm(**said("undraw")),
        "night": NightOfRoundForm(**said("night")),
        "finals": FinalsForm(cup=page.cup, pubs=_open_pubs(league, page.cup), **said("finals")),
        "leave": LeaveForm(entries=page.entries, **said("leave")),
        "plate": NameForm(**said("plate")),
        "delete": Form(**said("delete")),
    }


def _open_pubs(league: League, cup: Cup) -> list[Pub]:
    return [pub for pub in league.pubs.all() if pub.closed_on is None or pub == cup.finals_at]


def _acts(kept: Cup, forms: dict[str, Any]) -> dict[str, Callable[[], object]]:
    """What each button does with what its form says."""

    def typed(button: str, what: str) -> Any:
        return forms[button].cleaned_data[what]

    return {
        "enter": lambda: services.enter_teams(cup=kept, teams=forms["enter"].entering),
        "pair": lambda: services.enter_pair(
            cup=kept, names=(typed("pair", "first"), typed("pair", "second"))
        ),
        "strike": lambda: services.strike_entry(cup=kept, number=typed("strike", "number")),
        "seeds": lambda: services.set_seeds(
            cup=kept, seeds=forms["seeds"].seeds, handicaps=forms["seeds"].handicaps
        ),
        "draw": lambda: services.draw_round(
            cup=kept, round_number=typed("draw", "number"), lot=typed("draw", "lot"), now=timezone.now()
        ),
        "undraw": lambda: services.take_back_draw(cup=kept, round_number=typed("undraw", "number")),
        "night": lambda: cup_ties.set_round(
            cup=kept,
            round_number=typed("night", "number"),
            date=typed("night", "date"),
            starts_at=typed("night", "starts_at"),
        ),
        "finals": lambda: services.set_finals(
            cup=kept, at=forms["finals"].pub, on=typed("finals", "on"), remarks=typed("finals", "remarks")
        ),
        "leave": lambda: services.leave_cup(
            cup=kept, number=typed("leave", "who"), reason=typed("leave", "reason")
        ),
        "plate": lambda: services.make_plate(cup=kept, name=typed("plate", "name")),
        "delete": lambda: services.delete_cup(cup=kept),
    }


def kept_or_404(league: League, cup_id: str, *kinds: str) -> Cup:
    """The cup of the league under that public id, as it is kept. Http404 if it has none of these kinds."""
    found = cup_kept(league, cup_id)
    if found is None or (kinds and found.kind not in kinds):
        raise Http404(f"{league} has no cup {cup_id}.")
    return found
