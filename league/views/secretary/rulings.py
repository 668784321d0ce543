"""Decisions of the league: walkovers, points given or taken. Each can be taken back."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from league.access import for_secretary
from league.forms.rulings import AdjustmentForm, WalkoverForm
from league.models import League, Match, Ruling, User
from league.selectors import rulings as decisions
from league.selectors.seasons import current_season, league_today, seasons_of
from league.services import rulings as ruling_services
from league.services.refusals import Refused
from league.services.rulings import adjust_points, give_walkover
from league.templatetags.rulings import ruling_words

UNPROCESSABLE = 422
COUNTS_NOW = "It counts in the standings now."
Decision = TypeVar("Decision")


@for_secretary
def walkover(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Give a match or one of its tables without play; what each choice does stands beside it."""
    match = _match(league, match_id)
    table = _table_asked(request, match)
    today = league_today(league)
    form = WalkoverForm(_sent(request), match=match)
    ruling = _decided(
        form, lambda said: give_walkover(match=match, table=table, by=_secretary(request), on=today, **said)
    )
    if ruling:
        messages.success(request, f"Given: {ruling_words(ruling)}. {COUNTS_NOW}")
        return redirect("match", league.slug, match.public_id)
    if form.non_field_errors():
        match = _match(league, match_id)  # somebody may have deleted it in this very moment: then a 404
    page = {
        "match": match,
        "form": form,
        "table": table,
        "tables": range(1, match.division.season.rule_book.tables + 1),
        "choice": decisions.walkover_choice(match, table, on=today),
        "rulings": decisions.rulings_of(match),
        "section": "desk",
    }
    return render(request, "secretary/walkover.html", page, status=_status(form))


@for_secretary
def adjustments(request: HttpRequest, league: League) -> HttpResponse:
    """Points given or taken, and every ruling of the season with the way to take it back."""
    today = league_today(league)
    season = current_season(seasons_of(league), today)
    enrolments = decisions.enrolments_of(season)
    form = AdjustmentForm(_sent(request), enrolments=enrolments)
    ruling = _decided(form, lambda _: adjust_points(by=_secretary(request), on=today, **form.adjustment))
    if ruling:
        messages.success(request, f"{ruling_words(ruling)}. {COUNTS_NOW}")
        return redirect("adjustments", league.slug)
    page = {
        "form": form,
        "season": season,
        "enrolments": enrolments,
        "rulings": decisions.rulings_in(season),
        "section": "desk",
    }
    return render(request, "secretary/adjustments.html", page, status=_status(form))


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


def _decided(form: Form, decide: Callable[[dict[str, Any]], Decision]) -> Decision | None:
    """Carry out what a form says; None if it was not sent, or cannot be, which the form then says."""
    if not form.is_valid():
        return None
    try:
        return decide(form.cleaned_data)
    except Refused as refusal:
        form.add_error(None, refusal.sentence)
        return None


def _sent(request: HttpRequest) -> QueryDict | None:
    return request.POST if request.method == "POST" else None


def _status(form: Form) -> int:
    return UNPROCESSABLE if form.errors else 200


def _secretary(request: HttpRequest) -> User:
    return cast(User, request.user)  # for_secretary has refused everybody else


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
