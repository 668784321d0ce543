"""The secretary's pages of pairs nights, also for a telephone at a bar: entries, draw, tables, winners."""

import secrets
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from league.accounts.access import for_secretary
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.cups.forms.cups import FeeForm, NumberForm, PaidForm
from league.cups.forms.pairs_nights import (
    DoorForm,
    LotForm,
    NamesForm,
    NewNightForm,
    NightForm,
    ScoresForm,
    WinnerForm,
)
from league.cups.selectors.fees import EntryFees, fees_of
from league.cups.selectors.lists import cup_lines
from league.cups.selectors.pairs_nights import NightOnPage, NightPair, TablesOfRound, is_pair, night_on_page
from league.cups.services.cups import delete_cup, set_fee, set_paid
from league.cups.services.pairs_nights import (
    call_back,
    decide_night,
    draw_night_round,
    enter_at_door,
    enter_scores,
    finish_night,
    make_night,
    name_pair,
    send_home,
    set_night,
    strike_pair,
    undo_round,
)
from league.models import Cup, League, User
from league.people.pages.players import everybody
from league.scheduling.views.judging import judged
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status

# So many that nobody can try lots until a certain draw comes out.
LOTS = 1_000_000


@for_secretary
def new_pairs_night(request: HttpRequest, league: League) -> HttpResponse:
    """Show a new pairs night of the current season."""
    season = season_at_hand(seasons_of(league), league_today(league))
    form = NewNightForm(sent(request), pubs=list(league.pubs.all()))
    made = season and decided(form, lambda _: make_night(season=season, **form.service_arguments))
    if made:
        messages.success(request, f"{made} created. Enter the pairs here.")
        return redirect("keep-cup", league.slug, made.public_id)
    return render(
        request,
        "cups/new_pairs_night.html",
        {
            "form": form,
            "season": season,
            "lines": cup_lines(league, Cup.Kind.PAIRS_NIGHT, to_secretary=True),
            "section": "desk",
        },
        status=status(form),
    )


def show_pairs_night(request: HttpRequest, league: League, cup: Cup) -> HttpResponse:
    """Show a pairs night to the secretary. Each button is one action; scores are sent all together."""
    request.place = "pairs-night-kept"  # type: ignore[attr-defined]  # the frame reads it
    page = night_on_page(cup, to_secretary=True)
    pair, shown = _pair(request, page), _round(request, page)
    fees = fees_of(cup, page.entries)
    forms = _forms(request, league, page, pair=pair, shown=shown, fees=fees)
    acts = _acts(cup, forms, by=secretary(request))
    pressed = next((name for name in acts if name in request.POST and name in forms), "")

    def act(_: object) -> str:
        with judged(request, [cup.season], asks=pressed == "night"):
            return acts[pressed]()

    done = decided(forms[pressed], act) if pressed else None
    if done:
        messages.success(request, done)
        if pressed == "delete":
            return redirect("new-pairs-night", league.slug)
        return redirect(reverse("keep-cup", args=[league.slug, cup.public_id]) + AFTER.get(pressed, ""))
    context = {
        "page": page,
        "forms": forms,
        "pair": pair,
        "shown": shown,
        "fees": fees,
        "everybody": everybody(league),
        "refused": [forms[pressed]] if pressed else [],
        "no_act": NO_ACT if request.method == "POST" and not pressed else "",
        "section": "desk",
    }
    code = UNPROCESSABLE if request.method == "POST" else 200
    return render(request, "cups/secretary_pairs_night.html", context, status=code)


# Where the page opens after a button: at the door the next pair is waiting.
AFTER = {"door": "?door#door"}


def _forms(
    request: HttpRequest,
    league: League,
    page: NightOnPage,
    *,
    pair: NightPair | None,
    shown: TablesOfRound | None,
    fees: EntryFees,
) -> dict[str, Any]:
    def options(button: str) -> dict[str, Any]:
        return {"data": sent(request, button), "auto_id": f"{button}_%s"}

    known: dict[str, Any] = {"names": pair.written, "number": pair.number} if pair else {}
    forms: dict[str, Form] = {
        "door": DoorForm(
            has_focus=not pair and ("door" in request.GET or not page.rounds), **options("door")
        ),
        "names": NamesForm(**known, **options("names")),
        "draw": LotForm(**options("draw")),
        "night": NightForm(page=page, pubs=list(league.pubs.all()), **options("night")),
        "fee": FeeForm(cup=page.cup, **options("fee")),
        "paid": PaidForm(fees=fees, **options("paid")),
        "decide": WinnerForm(page=page, **options("decide")),
        "finish": Form(**options("finish")),
        "delete": Form(**options("delete")),
    }
    forms |= {name: NumberForm(**options(name)) for name in ("strike", "home", "back", "undraw")}
    if shown is not None:
        forms["scores"] = ScoresForm(tables=shown, **options("scores"))
    return forms


def _acts(cup: Cup, forms: dict[str, Any], *, by: User) -> dict[str, Callable[[], str]]:
    """Return the action of each button by its name; it returns the message to show afterwards."""

    def number(button: str) -> int:
        return int(forms[button].cleaned_data["number"])

    def perform(act: Callable[..., object], message: str, **arguments: Any) -> str:
        act(cup=cup, **arguments)
        return message

    return {
        "door": lambda: _entered(cup, forms["door"]),
        "names": lambda: perform(
            name_pair,
            "Names corrected.",
            number=number("names"),
            names=forms["names"].names,
        ),
        "strike": lambda: perform(strike_pair, "Entry deleted.", number=number("strike")),
        "home": lambda: perform(send_home, "They are drawn no more.", number=number("home")),
        "back": lambda: perform(call_back, "They play on.", number=number("back")),
        "draw": lambda: _drawn(cup, forms["draw"]),
        "undraw": lambda: perform(undo_round, "Draw undone.", round_number=number("undraw")),
        "scores": lambda: _scored(cup, forms["scores"]),
        "fee": lambda: perform(set_fee, "Entry fee saved.", pence=forms["fee"].cleaned_data["pounds"], by=by),
        "paid": lambda: perform(set_paid, "Saved who has paid.", numbers=forms["paid"].cleaned_data["pairs"]),
        "decide": lambda: perform(decide_night, "Winners saved.", winner=forms["decide"].winner),
        "finish": lambda: perform(finish_night, "The night is over."),
        "night": lambda: perform(set_night, "Night saved.", **forms["night"].service_arguments),
        "delete": lambda: perform(delete_cup, "Night deleted."),
    }


def _entered(cup: Cup, form: DoorForm) -> str:
    entry = enter_at_door(cup=cup, names=form.names)
    return f"{entry.name} are in." if is_pair(entry) else f"{entry.name} plays with the next single entry."


def _drawn(cup: Cup, form: LotForm) -> str:
    lot = form.cleaned_data["lot"] or f"{secrets.randbelow(LOTS):06}"
    number = form.cleaned_data["number"]
    draw_night_round(cup=cup, round_number=number, lot=lot, now=timezone.now())
    return f"Round {number} is drawn. Everybody can see it."


def _scored(cup: Cup, form: ScoresForm) -> str:
    number = form.cleaned_data["number"]
    new = enter_scores(
        cup=cup,
        round_number=number,
        lot=form.cleaned_data["lot"],
        typed=form.typed,
        began_from=form.began,
        now=timezone.now(),
    )
    if not new:
        return "Nothing was changed."
    return f"Round {number}: {new} score{'' if new == 1 else 's'} saved."


def _pair(request: HttpRequest, page: NightOnPage) -> NightPair | None:
    """Return the pair chosen on the page, to be renamed or sent home."""
    text = request.POST.get("number") if "names" in request.POST else request.GET.get("pair")
    return next((pair for pair in page.pairs if str(pair.number) == text), None)


def _round(request: HttpRequest, page: NightOnPage) -> TablesOfRound | None:
    """Return the round whose scores are shown: the chosen one, or the one being played."""
    text = request.POST.get("number") if "scores" in request.POST else request.GET.get("round")
    tables_of_round = next((tables for tables in page.rounds if str(tables.number) == text), None)
    running = page.running
    return tables_of_round or (running if running and running.open else None)
