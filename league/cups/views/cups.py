"""Pages of cups, for everybody and for the secretary. Pairs nights are in `pairs_nights`."""

import datetime
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date

from league.accounts.access import for_public, for_secretary, may_keep
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.cups.forms.cups import (
    CupForm,
    CupWithdrawalForm,
    DrawForm,
    FeeForm,
    FinalsForm,
    NameForm,
    NightOfRoundForm,
    NumberForm,
    PaidForm,
    PairForm,
    SeedsForm,
    TeamsForm,
    TieNightsForm,
)
from league.cups.forms.ties import PlayedForm, ResultForm, WhenForm
from league.cups.selectors.cup_pages import CupOnPage, cup_on_page, gone_entries
from league.cups.selectors.cups import cup_at, cup_by_public_id, in_two_pairs
from league.cups.selectors.dated_ties import title_of
from league.cups.selectors.fees import fees_of
from league.cups.selectors.lists import cup_lines
from league.cups.selectors.pairs_nights import night_on_page
from league.cups.selectors.rooms import crowded_in_words, crowded_ties
from league.cups.selectors.seats import sides_of_tie, tie_roster
from league.cups.selectors.tie_matches import matches_of_tie
from league.cups.selectors.tie_pages import TieOnPage
from league.cups.services.cups import (
    delete_cup,
    draw_round,
    enter_pair,
    enter_teams,
    leave_cup,
    make_cup,
    make_plate,
    set_fee,
    set_finals,
    set_paid,
    set_seeds,
    strike_entry,
    undo_draw,
)
from league.cups.services.nights import set_nights, set_round, set_tie
from league.cups.services.ties import enter_result, seat_players, undo_result
from league.cups.views.pairs_nights import show_pairs_night
from league.installation.page_cache import same_until_changed
from league.models import Cup, League, Pub, User
from league.regulations.selectors.eligibility import regulations_of
from league.scheduling.selectors.tie_nights import (
    SpareNights,
    spare_nights,
)
from league.scheduling.views.judging import judged
from league.shared.decisions import NO_ACT, UNPROCESSABLE, decided, secretary, sent, status


@for_public
@same_until_changed
def cup_list(request: HttpRequest, league: League) -> HttpResponse:
    """Show all cups of the league, season by season."""
    lines = cup_lines(league, to_secretary=may_keep(request.user, league))
    return render(request, "cups/cups.html", {"section": "cups", "lines": lines})


@for_public
@same_until_changed
def cup_page(request: HttpRequest, league: League, cup_slug: str) -> HttpResponse:
    """Show a cup as it stands, or a pairs night."""
    cup = cup_at(league, cup_slug)
    if cup is None:
        raise Http404(f"{league} has no cup {cup_slug}.")
    to_secretary = may_keep(request.user, league)
    if cup.kind == Cup.Kind.PAIRS_NIGHT:
        night = night_on_page(cup, to_secretary=to_secretary)
        shown = None if night.winners else night.running
        return render(request, "cups/pairs_night.html", {"section": "cups", "page": night, "shown": shown})
    page = cup_on_page(cup, to_secretary=to_secretary)
    return render(request, "cups/cup.html", {"section": "cups", "page": page})


@for_secretary
def cups(request: HttpRequest, league: League) -> HttpResponse:
    """Show all cups of the league, and a new one of the current season."""
    season = season_at_hand(seasons_of(league), league_today(league))
    form = CupForm(sent(request))
    made = season and decided(
        form, lambda cleaned: make_cup(season=season, name=cleaned["name"], rules=form.rules)
    )
    if made:
        messages.success(request, f"{made} created. Now enter the teams.")
        return redirect("keep-cup", league.slug, made.public_id)
    return render(
        request,
        "cups/secretary_cups.html",
        {
            "form": form,
            "season": season,
            "lines": cup_lines(league, Cup.Kind.KNOCK_OUT, to_secretary=True),
            "section": "desk",
        },
        status=status(form),
    )


@for_secretary
def cup(request: HttpRequest, league: League, cup_id: str) -> HttpResponse:
    """Show a cup to the secretary: entries, seeds, the draw, nights, ties, the plate.

    Each has its own button.
    """
    cup = cup_or_404(league, cup_id)
    if cup.kind == Cup.Kind.PAIRS_NIGHT:
        return show_pairs_night(request, league, cup)
    page = cup_on_page(cup, to_secretary=True)
    spare = _spare_nights(request, page)
    forms = _forms(request, league, page, spare)
    acts = _acts(cup, forms, spare, by=secretary(request))
    pressed = next((name for name in acts if name in request.POST), "")
    done = bool(pressed) and decided(forms[pressed], lambda _: _judged(request, cup, pressed, acts[pressed]))
    if done:
        messages.success(request, DONE[pressed])
        if pressed == "delete":
            return redirect("keep-cups", league.slug)
        return redirect("keep-cup", league.slug, cup.public_id)
    refused = [form for form in (forms[pressed],) if form.errors] if pressed else []
    code = UNPROCESSABLE if request.method == "POST" else 200
    nothing_pressed = NO_ACT if request.method == "POST" and not pressed else ""
    shown = {
        "page": page,
        "forms": forms,
        "refused": refused,
        "gone": gone_entries(page),
        "twice": in_two_pairs(page.entries),
        "crowded": crowded_in_words(crowded_ties(cup, since=league_today(league))),
        "spare": spare,
        "fees": fees_of(cup, page.entries),
        "no_act": nothing_pressed,
        "section": "desk",
    }
    return render(request, "cups/secretary_cup.html", shown, status=code)


def _judged(request: HttpRequest, cup: Cup, pressed: str, act: Callable[[], object]) -> bool:
    """Do what a button says; nights and places that break something are asked about.

    Results and draws are as they came, so what follows from them is only said.
    """
    with judged(request, [cup.season], asks=pressed in ("night", "nights", "finals", "when")):
        act()
    return True


def _spare_nights(request: HttpRequest, page: CupOnPage) -> SpareNights | None:
    """Return the nights to propose, by the last day that was asked for (`by`)."""
    if page.cup.season.is_finished:
        return None
    try:
        asked = parse_date((request.POST or request.GET).get("by", "")[:10])
    except ValueError:
        asked = None
    return spare_nights(page, today=league_today(page.cup.season.league), by=asked)


DONE = {
    "enter": "They are in.",
    "pair": "The pair is in.",
    "fee": "Entry fee saved.",
    "paid": "Saved who has paid.",
    "strike": "Entry deleted.",
    "seeds": "Seeds and handicaps saved.",
    "draw": "Draw made. Everybody can see it.",
    "undraw": "Draw undone.",
    "night": "Date of the round saved.",
    "nights": "Nights of the ties saved.",
    "finals": "Final saved.",
    "leave": "Withdrawn from the cup.",
    "plate": "Plate created. It has its own draw.",
    "delete": "The cup is deleted.",
}


def _forms(
    request: HttpRequest, league: League, page: CupOnPage, spare: SpareNights | None
) -> dict[str, Form]:
    def options(button: str) -> dict[str, Any]:
        return {"data": sent(request, button), "auto_id": f"{button}_%s"}

    return {
        "enter": TeamsForm(cup=page.cup, **options("enter")),
        "pair": PairForm(**options("pair")),
        "fee": FeeForm(cup=page.cup, **options("fee")),
        "paid": PaidForm(fees=fees_of(page.cup, page.entries), **options("paid")),
        "strike": NumberForm(**options("strike")),
        "seeds": SeedsForm(entries=page.entries, **options("seeds")),
        "draw": DrawForm(**options("draw")),
        "undraw": NumberForm(**options("undraw")),
        "night": NightOfRoundForm(legs=page.played.rules.legs, **options("night")),
        "nights": TieNightsForm(
            proposals=spare.nights if spare else (),
            starts_at=next((each.starts_at for each in page.rounds if each.starts_at), None),
            **options("nights"),
        ),
        "finals": FinalsForm(cup=page.cup, pubs=_open_pubs(league, page.cup), **options("finals")),
        "leave": CupWithdrawalForm(entries=page.entries, **options("leave")),
        "plate": NameForm(**options("plate")),
        "delete": Form(**options("delete")),
    }


def _open_pubs(league: League, cup: Cup) -> list[Pub]:
    return [pub for pub in league.pubs.all() if pub.closed_on is None or pub == cup.finals_at]


def _acts(
    cup: Cup, forms: dict[str, Any], spare: SpareNights | None, *, by: User
) -> dict[str, Callable[[], object]]:
    """Return the action of each button by its name."""

    def typed(button: str, what: str) -> Any:
        return forms[button].cleaned_data[what]

    return {
        "enter": lambda: enter_teams(cup=cup, teams=forms["enter"].entering, by=by),
        "pair": lambda: enter_pair(cup=cup, names=(typed("pair", "first"), typed("pair", "second"))),
        "fee": lambda: set_fee(cup=cup, pence=typed("fee", "pounds"), by=by),
        "paid": lambda: set_paid(cup=cup, numbers=typed("paid", "pairs")),
        "strike": lambda: strike_entry(cup=cup, number=typed("strike", "number")),
        "seeds": lambda: set_seeds(cup=cup, seeds=forms["seeds"].seeds, handicaps=forms["seeds"].handicaps),
        "draw": lambda: draw_round(
            cup=cup, round_number=typed("draw", "number"), lot=typed("draw", "lot"), now=timezone.now()
        ),
        "undraw": lambda: undo_draw(cup=cup, round_number=typed("undraw", "number")),
        "night": lambda: set_round(
            cup=cup,
            round_number=typed("night", "number"),
            date=typed("night", "date"),
            starts_at=typed("night", "starts_at"),
            second_date=forms["night"].cleaned_data.get("second_date"),
        ),
        "nights": lambda: set_nights(
            cup=cup, nights=forms["nights"].nights, starts_at=typed("nights", "starts_at")
        ),
        "finals": lambda: set_finals(
            cup=cup, at=forms["finals"].pub, on=typed("finals", "on"), remarks=typed("finals", "remarks")
        ),
        "leave": lambda: leave_cup(cup=cup, number=typed("leave", "who"), reason=typed("leave", "reason")),
        "plate": lambda: make_plate(cup=cup, name=typed("plate", "name")),
        "delete": lambda: delete_cup(cup=cup),
    }


def cup_or_404(league: League, cup_id: str, *kinds: str) -> Cup:
    """Return the cup of the league with that public id. Raises Http404 if there is none of these kinds."""
    cup = cup_by_public_id(league, cup_id)
    if cup is None or (kinds and cup.kind not in kinds):
        raise Http404(f"{league} has no cup {cup_id}.")
    return cup


@for_secretary
def cup_tie(
    request: HttpRequest, league: League, cup_id: str, round_number: int, number: int
) -> HttpResponse:
    """Show a tie: what was played of it, who played, when and where. Each has its own button."""
    cup = cup_or_404(league, cup_id, Cup.Kind.KNOCK_OUT)
    page = cup_on_page(cup, to_secretary=True)
    each = page.tie(round_number, number)
    if each is None:
        raise Http404(f"{cup} has no tie {number} in round {round_number}.")
    forms = _cup_ties_forms(request, league, page, each)
    acts = _cup_ties_acts(cup, each, forms, league_today(league))
    pressed = next((name for name in acts if name in request.POST), "")
    done = bool(pressed) and decided(forms[pressed], lambda _: _judged(request, cup, pressed, acts[pressed]))
    if done:
        messages.success(request, TIES_DONE[pressed])
        return redirect("keep-tie", league.slug, cup.public_id, round_number, number)
    code = UNPROCESSABLE if request.method == "POST" else 200
    shown = {
        "page": page,
        "each": each,
        "title": title_of(page.rounds[round_number - 1].round, each.tie),
        "forms": forms,
        "matches": matches_of_tie(cup, each),
        "waiting": [
            other
            for other in page.to_enter
            if other != each and (not each.tie.group or other.tie.round == each.tie.round)
        ],
        "no_act": NO_ACT if request.method == "POST" and not pressed else "",
        "is_regulated": regulations_of(cup.season).people.cup_tied is not None,
        "section": "desk",
    }
    return render(request, "cups/secretary_tie.html", shown, status=code)


TIES_DONE = {
    "result": "The result is saved.",
    "played": "Who played is saved.",
    "when": "When and where is saved.",
    "back": "Result undone.",
}


def _cup_ties_forms(
    request: HttpRequest, league: League, page: CupOnPage, each: TieOnPage
) -> dict[str, Form]:
    today = league_today(league)
    sides = sides_of_tie(page, each, today=today)
    pubs = [pub for pub in league.pubs.all() if pub.closed_on is None or pub == each.venue]
    return {
        "result": ResultForm(
            sent(request, "result"), each=each, rules=page.played.rules, today=today, auto_id="result_%s"
        ),
        "played": PlayedForm(
            sent(request, "played"), sides=sides, roster=tie_roster(league, sides), auto_id="played_%s"
        ),
        "when": WhenForm(sent(request, "when"), each=each, pubs=pubs, auto_id="when_%s"),
        "back": Form(sent(request, "back")),
    }


def _cup_ties_acts(
    cup: Cup, each: TieOnPage, forms: dict[str, Any], today: datetime.date
) -> dict[str, Callable[[], object]]:
    """Return the action of each button by its name."""
    place: dict[str, Any] = {"cup": cup, "round_number": each.tie.round, "number": each.tie.number}
    result, played, when = forms["result"], forms["played"], forms["when"]
    return {
        "result": lambda: enter_result(
            cup=cup, result=result.result, began_from=result.began, now=timezone.now()
        ),
        "played": lambda: seat_players(**place, sides=played.named, before=played.seated_before, today=today),
        "when": lambda: set_tie(
            **place,
            date=when.cleaned_data["date"],
            starts_at=when.cleaned_data["starts_at"],
            venue=when.pub,
            second=when.second,
        ),
        "back": lambda: undo_result(**place),
    }
