"""The service worker of scoring pages, the page to type a code, the scorer's list, and tables of one's own.

A scorer of the league opens the scoring page of every match with their account.
"""

from functools import cache
from pathlib import Path

from django import forms
from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from league.accounts.access import for_anybody, for_league_scorer
from league.accounts.forms import CodeForm
from league.accounts.services.links import codes_for
from league.competition.selectors import league_today
from league.models import League, RuleBook
from league.results.pages.own_table import (
    MOST_TARGET,
    TableSeating,
    offered_games,
    own_address,
    own_table,
)
from league.results.selectors.nights import match_to_score, matches_to_score
from league.shared.decisions import UNPROCESSABLE


@for_anybody
@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker.

    From the root, under one name for good: a browser looks here for a newer one.
    """
    answer = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@cache
def _script() -> str:
    return Path(str(finders.find("js/phone/worker.js"))).read_text(encoding="utf-8")


@for_anybody
@require_safe
def type_code(request: HttpRequest) -> HttpResponse:
    """Show a box for the code. The page it leads to checks whether a match has it, and counts attempts.

    Who comes from a league's pages (`?league=`), or finds one league here, keeps its frame.
    """
    form = CodeForm(request.GET if "code" in request.GET else None)
    if form.is_valid():
        code, table = form.cleaned_data["code"], form.table
        return redirect("scoring-table", code, table) if table else redirect("scoring", code)
    named = League.objects.filter(slug=slugify(request.GET.get("league", "")))
    if len(leagues := named or League.objects.all()[:2]) == 1:
        request.league = leagues[0]  # type: ignore[attr-defined]  # the frame of the page
    return render(
        request,
        "accounts/type_code.html",
        {"form": form, "section": "scoring"},
        status=UNPROCESSABLE if form.errors else 200,
    )


NO_SUCH_MATCH = "That is no match of this league which is still to be scored. Choose one of the list."


@for_league_scorer
def league_scoring(request: HttpRequest, league: League) -> HttpResponse:
    """Show the matches of these days; pressing one leads to the page its code opens."""
    if request.method == "POST":
        match = match_to_score(league, request.POST.get("match", ""))
        if match is not None:
            code = codes_for(matches=[match.pk], now=timezone.now())[match.pk]
            return redirect("scoring", code)
        messages.warning(request, NO_SUCH_MATCH)
        return redirect("league-scoring", league.slug)
    today = league_today(league)
    return render(
        request,
        "results/league_scoring.html",
        {"nights": matches_to_score(league, today=today), "today": today, "section": "scoring"},
    )


# --- A table of one's own, of which nothing comes here ----------------------------------------------
def _games() -> list[tuple[str, str]]:
    return [
        (f"{variant.name}/{seating.players}/{seating.sides}", f"{variant.title}, {seating.words}")
        for variant, seatings in offered_games()
        for seating in seatings
    ]


class OwnTableForm(forms.Form):
    """A game with the way to sit, and what it is played to; `address` is the table's."""

    game = forms.ChoiceField(label="Game", choices=_games)
    target = forms.IntegerField(
        label="Played to",
        help_text="Leave it empty for the usual number.",
        required=False,
        min_value=1,
        max_value=MOST_TARGET,
    )

    @property
    def address(self) -> str:
        name, players, sides = self.cleaned_data["game"].split("/")
        return own_address(name, TableSeating(int(players), int(sides)), self.cleaned_data["target"] or 0)


@for_anybody
@require_safe
def own_tables(request: HttpRequest) -> HttpResponse:
    """Show the choice of a game; `?variant=trinidad` chooses it beforehand."""
    form = OwnTableForm(request.GET if "game" in request.GET else None)
    if form.is_valid():
        return redirect(form.address)
    page = {"form": form, "usual": request.GET.get("variant", RuleBook().variant)}
    return render(request, "results/own_tables.html", page, status=UNPROCESSABLE if form.errors else 200)


@for_anybody
@require_safe
def score_own_table(
    request: HttpRequest, variant: str, players: int, sides: int, target: int
) -> HttpResponse:
    """Show the page that scores a game; the phone it is opened on stores the score."""
    return render(request, "results/own_table.html", {"page": own_table(variant, players, sides, target)})
