"""A captain names his players before the match, and sees the other side's when it may be seen."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.access import Captain, for_captain
from league.forms.line_ups import LineUpForm, proposed
from league.models import Match, Side
from league.selectors.line_ups import LineUps, last_pairs, line_ups_of
from league.selectors.squads import Squad, squad_of
from league.services.line_ups import give_line_up
from league.services.refusals import Refused
from league.views.captains.own import own_match


@for_captain
@require_http_methods(["GET", "HEAD", "POST"])
def captain_line_up(request: HttpRequest, captain: Captain, match_id: str) -> HttpResponse:
    """The line-up of the captain's side: given, changed until the other's is in, then only to look at."""
    match, side = own_match(captain, match_id)
    order = match.division.season.rule_book.line_up_order
    line_ups = line_ups_of(match.pk, side, order=order)
    squad = squad_of(captain.enrolment, match)
    form = _form(request, match, side, line_ups, squad)
    if form.is_valid():
        try:
            give_line_up(match=match, side=side, pairs=form.pairs, now=timezone.now())
        except Refused as refusal:
            form.add_error(None, refusal.sentence)
        else:
            messages.success(request, "Kept: your line-up is in.")
            return redirect(request.path)
    page = {
        "captain": captain,
        "section": "captain",
        "match": match,
        "other": match.away if side == Side.HOME else match.home,
        "line_ups": line_ups,
        "form": form,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "captains/line_up.html", page, status=status)


def _form(request: HttpRequest, match: Match, side: Side, line_ups: LineUps, squad: Squad) -> LineUpForm:
    book = match.division.season.rule_book
    team = match.home_id if side == Side.HOME else match.away_id
    last = (
        last_pairs(team, before=match.date, tables=book.tables, players=book.players_a_side)
        if line_ups.own is None
        else ()
    )
    sent = request.POST if request.method == "POST" else None
    return LineUpForm(sent, book=book, side=side, squad=squad, named=proposed(line_ups, last, squad))
