"""Decisions of the league: walkovers, points given or taken, matches moved. Each can be taken back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from league.access import for_secretary
from league.forms.rulings import AdjustmentForm, PostponeForm, WalkoverForm
from league.models import League, Match, Ruling
from league.selectors import rulings as decisions
from league.selectors.seasons import current_season, league_today, seasons_of
from league.services import matches as match_services
from league.services import rulings as ruling_services
from league.services.refusals import Refused
from league.templatetags.rulings import move_words, ruling_words

UNPROCESSABLE = 422


@for_secretary
def walkover(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Give a match or one of its tables without play; what each choice does stands beside it."""
    match = _match(league, match_id)
    table = _table_asked(request, match)
    today = league_today(league)
    form = WalkoverForm(request.POST if request.method == "POST" else None, match=match)
    if request.method == "POST" and form.is_valid():
        try:
            ruling = ruling_services.give_walkover(
                match=match,
                table=table,
                at_fault=form.cleaned_data["at_fault"],
                reason=form.cleaned_data["reason"],
                by=request.user,  # type: ignore[arg-type]  # for_secretary has refused everybody anonymous
                on=today,
            )
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, f"Given: {ruling_words(ruling)}. It counts in the standings now.")
            return redirect("match", league.slug, match.public_id)
    page = {
        "match": match,
        "form": form,
        "table": table,
        "tables": range(1, match.division.season.rule_book.tables + 1),
        "choice": decisions.walkover_choice(match, table, on=today),
        "rulings": decisions.rulings_of(match),
        "section": "desk",
    }
    status = UNPROCESSABLE if form.is_bound and form.errors else 200
    return render(request, "secretary/walkover.html", page, status=status)


@for_secretary
def postpone(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Move a match to another night, or off its night until a new one is agreed."""
    match = _match(league, match_id)
    form = PostponeForm(
        request.POST if request.method == "POST" else None,
        match=match,
        initial={"reason": match.postponed_because},
    )
    if request.method == "POST" and form.is_valid():
        try:
            moved = match_services.postpone_match(
                match=match, to=form.cleaned_data["to"], reason=form.cleaned_data["reason"]
            )
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, f"{match.home} v {match.away}: {move_words(moved)}.")
            return redirect("match", league.slug, match.public_id)
    page = {"match": match, "form": form, "section": "desk"}
    status = UNPROCESSABLE if form.is_bound and form.errors else 200
    return render(request, "secretary/postpone.html", page, status=status)


@for_secretary
def adjustments(request: HttpRequest, league: League) -> HttpResponse:
    """Points given or taken, and every ruling of the season with the way to take it back."""
    season = current_season(seasons_of(league), league_today(league))
    enrolments = decisions.enrolments_of(season)
    form = AdjustmentForm(request.POST if request.method == "POST" else None, enrolments=enrolments)
    if request.method == "POST" and form.is_valid():
        try:
            ruling = ruling_services.adjust_points(
                division=form.enrolment.division,
                team=form.enrolment.team,
                halves=form.halves,
                reason=form.cleaned_data["reason"],
                by=request.user,  # type: ignore[arg-type]  # for_secretary has refused everybody anonymous
                on=league_today(league),
            )
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, f"{ruling_words(ruling)}. It counts in the standings now.")
            return redirect("adjustments", league.slug)
    page = {
        "form": form,
        "season": season,
        "enrolments": enrolments,
        "rulings": decisions.rulings_in(season),
        "section": "desk",
    }
    status = UNPROCESSABLE if form.is_bound and form.errors else 200
    return render(request, "secretary/adjustments.html", page, status=status)


@for_secretary
@require_POST
def revoke_ruling(request: HttpRequest, league: League, ruling_id: str) -> HttpResponse:
    """Take a ruling back. It stays on record, struck through."""
    ruling = get_object_or_404(
        Ruling.objects.select_related("match__home", "match__away", "team", "division__season"),
        public_id=ruling_id,
        division__season__league=league,
    )
    ruling_services.revoke_ruling(ruling=ruling, on=league_today(league))
    messages.success(request, f"Taken back: {ruling_words(ruling)}. It stays on record.")
    return redirect("adjustments", league.slug)


def _match(league: League, match_id: str) -> Match:
    known = Match.objects.select_related("home", "away", "venue", "division__season__rule_book")
    return get_object_or_404(known, public_id=match_id, division__season__league=league)


def _table_asked(request: HttpRequest, match: Match) -> int | None:
    """The table in the address; none of it is the whole match."""
    asked = request.GET.get("table", "")
    if not asked:
        return None
    for table in range(1, match.division.season.rule_book.tables + 1):
        if asked == str(table):
            return table
    raise Http404(f"The match has no table {asked[:10]}.")
