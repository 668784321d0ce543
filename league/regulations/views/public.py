"""The rules: of the whole family, of one game, and of a league's season."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from league.accounts.access import for_anybody, for_public
from league.competition.selectors import league_today
from league.installation.page_cache import same_until_changed
from league.models import League
from league.regulations.rule_books import league_rules
from scoring import variants
from scoring.errors import UnknownVariant
from scoring.prose import rules_in_words
from scoring.prose.family import COLUMNS, comparison
from scoring.rules import Variant


@for_anybody
def family(request: HttpRequest) -> HttpResponse:
    """All games of All Fours at a glance."""
    return render(
        request,
        "regulations/rules_family.html",
        {"section": "rules", "heads": COLUMNS, "lines": comparison()},
    )


@for_anybody
def game_rules(request: HttpRequest, variant: str) -> HttpResponse:
    """The rules of one game; with `?beside=trinidad` what that other game has not is marked."""
    shown = _variant(variant)
    other = _variant(request.GET["beside"]) if request.GET.get("beside") else None
    context = {
        "section": "rules",
        "variant": shown,
        "beside": other,
        "sections": rules_in_words(shown, beside=other.rules if other else None),
        "others": [one for one in variants.ALL if one is not shown],
    }
    return render(request, "regulations/rules_game.html", context)


@for_public
@same_until_changed
def rules_of_league(request: HttpRequest, league: League) -> HttpResponse:
    """The rules of the season being played, or with `?season=2025-26` of that one."""
    asked = request.GET.get("season", "")
    rules = league_rules(league, league_today(league), asked)
    if rules is None and asked:
        raise Http404(f"{league} has no season “{asked}”.")
    return render(request, "regulations/rules_league.html", {"section": "rules", "rules": rules})


def _variant(name: str) -> Variant:
    try:
        return variants.get(name)
    except UnknownVariant as fault:
        raise Http404(str(fault)) from None
