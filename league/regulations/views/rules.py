"""Rules on pages: the whole family, one game, what a league plays by, and what a season asks."""

import json
from dataclasses import replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from league.accounts.access import for_anybody, for_public, for_secretary
from league.competition.season_rules.fields import UnreadableRegulations
from league.competition.season_rules.rules import Regulations, from_data, to_data
from league.competition.selectors import league_today, season_at_hand, seasons_of
from league.installation.page_cache import same_until_changed
from league.models import League, Match
from league.regulations.forms.season import RegulationsForm
from league.regulations.forms.verdicts import VerdictForm, verdict_forms
from league.regulations.rule_books import league_rules, regulations_in_words
from league.regulations.selectors.deadlines import RECENT
from league.regulations.selectors.verdicts import Verdict
from league.regulations.services.verdicts import carry_out, set_regulations
from league.results.pages import before_confirming
from league.shared.decisions import UNPROCESSABLE, secretary, sent
from league.shared.errors import Refused
from scoring import variants
from scoring.errors import UnknownVariant
from scoring.prose import rules_in_words
from scoring.prose.family import COLUMNS, comparison, family_tree
from scoring.rules import Variant


@for_secretary
def regulations(request: HttpRequest, league: League) -> HttpResponse:
    """Show deadlines, postponements, late starts, short teams, and what a breach of them costs."""
    season = season_at_hand(seasons_of(league), league_today(league))
    known = season.rule_book.season_regulations() if season else Regulations()
    form = RegulationsForm(sent(request), regulations=known)
    if season and form.is_valid():
        try:
            set_regulations(season=season, regulations=form.regulations, began_from=_began_from(request))
        except Refused as refusal:
            form.refusals.append(refusal.sentence)
        else:
            messages.success(request, "Rules saved. The league’s rules page shows them in sentences.")
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
        request, "regulations/regulations.html", page, status=UNPROCESSABLE if form.is_refused else 200
    )


def _began_from(request: HttpRequest) -> Regulations:
    """Return the regulations as the page showed them; what cannot be read is none that there are."""
    try:
        return from_data(json.loads(request.POST.get("began_from", "")))
    except (ValueError, UnreadableRegulations, RecursionError):
        return Regulations()


ALL, MATCH = "all", "match"
OTHERWISE = "The answer of the rules has changed. Read it again before you decide."
Answer = tuple[VerdictForm, Verdict]


def questions(request: HttpRequest, match: Match) -> tuple[VerdictForm, ...]:
    """Return the forms of the page's questions; the one in the query string is bound."""
    return verdict_forms(request.GET, match)


def answer_of(forms: tuple[VerdictForm, ...]) -> Verdict | None:
    """Return what the rules say to the question that was asked; None if none was, or it cannot be
    answered.
    """
    return next((form.verdict for form in forms if form.is_bound and form.is_valid()), None)


def give_verdict(request: HttpRequest, match: Match, verdict: Verdict | None) -> str:
    """Carry out the verdict, or its table that was chosen, and return the message. Raises Refused."""
    if verdict is None or request.POST.get("seen") != verdict.seen:
        raise Refused(OTHERWISE)
    today = league_today(match.division.season.league)
    question = before_confirming.date_question(match.date, today, "Is this decided already?")
    if question and "early" not in request.POST:
        raise Refused(question)
    pressed = request.POST["give"]
    if pressed != ALL:
        chosen = tuple(forfeit for forfeit in verdict.forfeits if pressed == str(forfeit.table or MATCH))
        verdict = replace(verdict, forfeits=chosen, costs=())
    rulings, offences = carry_out(
        match=match,
        verdict=verdict,
        by=secretary(request),
        on=today,
        now=timezone.now(),
    )
    text, word = "Decided by the season’s rules", match.division.season.rule_book.table_word
    if rulings:
        text += (
            f": {', '.join(f'{word} {ruling.table}' if ruling.table else 'the match' for ruling in rulings)}"
        )
    return f"{text}.{' The sanction is in your inbox.' if offences else ''}"


@for_anybody
def family(request: HttpRequest) -> HttpResponse:
    """Show all games of All Fours: how they grew from each other, and what sets them apart."""
    page = {
        "section": "rules",
        "reads": "games",
        "tree": family_tree(),
        "heads": COLUMNS,
        "lines": comparison(),
    }
    return render(request, "regulations/rules_family.html", page)


@for_anybody
def game_rules(request: HttpRequest, variant: str) -> HttpResponse:
    """Show the rules of one game; `?beside=trinidad` marks what differs from that game."""
    shown = _variant(variant)
    other = _variant(request.GET["beside"]) if request.GET.get("beside") else None
    context = {
        "section": "rules",
        "reads": "games",
        "variant": shown,
        "beside": other,
        "sections": rules_in_words(shown, beside=other),
        "others": [variant for variant in variants.ALL if variant is not shown],
    }
    return render(request, "regulations/rules_game.html", context)


@for_public
def family_in_league(request: HttpRequest, league: League) -> HttpResponse:
    """Show the same with the navigation of a league, for whoever comes from its pages."""
    return family(request)


@for_public
def game_rules_in_league(request: HttpRequest, league: League, variant: str) -> HttpResponse:
    """Show the same with the navigation of a league."""
    return game_rules(request, variant)


@for_public
@same_until_changed
def rules_of_league(request: HttpRequest, league: League) -> HttpResponse:
    """Show the rules of the season being played, or of `?season=2025-26`."""
    season_slug = request.GET.get("season", "")
    rules = league_rules(league, league_today(league), season_slug)
    if rules is None and season_slug:
        raise Http404(f"{league} has no season “{season_slug}”.")
    return render(
        request, "regulations/rules_league.html", {"section": "rules", "reads": "league", "rules": rules}
    )


def _variant(name: str) -> Variant:
    try:
        return variants.get(name)
    except UnknownVariant as fault:
        raise Http404(str(fault)) from None
