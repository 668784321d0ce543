"""The secretary's pages for decisions: walkovers, points given or taken, withdrawals, play-offs."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST

from league.accounts.access import for_fixtures, for_secretary
from league.competition.selectors import enrolments_of, league_today, season_at_hand, seasons_of
from league.matches import services as matches_services
from league.matches.services import adjust_points, declare_void, give_walkover, withdraw_team
from league.models import Enrolment, League, Match, Ruling, Season
from league.regulations.views.rules import answer_of, give_verdict, questions
from league.shared.decisions import UNPROCESSABLE, decided, secretary, sent, status
from league.shared.errors import Refused
from league.standings.forms import AdjustmentForm, PlayOffForm, WalkoverForm, WithdrawalForm
from league.standings.selectors.rulings import (
    HEADS,
    decides,
    enrolment_of,
    play_offs_of,
    play_offs_to_arrange,
    rulings_in,
    rulings_of,
    walkover_choice,
    withdrawal_preview,
    withdrawals_in,
)
from league.standings.services import make_play_off
from league.templatetags.decisions import ruling_words


@for_secretary
def withdrawals(request: HttpRequest, league: League) -> HttpResponse:
    """Show the teams that have left this season, and one that is about to, as `?team=division/team` names
    it.
    """
    today = league_today(league)
    season = season_at_hand(seasons_of(league), today)
    leaving = _leaving(request, season)
    page: dict[str, Any] = {
        "season": season,
        "enrolments": enrolments_of(season),
        "withdrawals": withdrawals_in(season),
        "leaving": leaving,
        "section": "desk",
    }
    if leaving is None:
        return render(request, "standings/withdrawals.html", page)
    form = WithdrawalForm(sent(request), book=leaving.division.season.rule_book)
    by, division, team = secretary(request), leaving.division, leaving.team
    if decided(form, lambda cleaned: withdraw_team(division=division, team=team, by=by, on=today, **cleaned)):
        messages.success(request, f"{leaving.team} has left {leaving.division}. The table counts it so now.")
        return redirect("withdrawals", league.slug)
    preview = withdrawal_preview(leaving.division, leaving.team, on=today)
    page |= {"form": form, "heads": HEADS.values(), "preview": preview}
    return render(request, "standings/withdrawals.html", page, status=status(form))


def _leaving(request: HttpRequest, season: Season | None) -> Enrolment | None:
    """Return the team the address asks about; none if it asks about none."""
    text = request.GET.get("team", "")
    if not text:
        return None
    division, slash, team = text.rpartition("/")
    if not slash:  # from the page of a team
        playing = (each.division.slug for each in enrolments_of(season) if each.team.slug == team)
        division = next(playing, "")
    enrolment = enrolment_of(season, division, team)
    if enrolment is None and season and not slash and season.league.teams.filter(slug=team).exists():
        return None  # it plays in no division now
    if enrolment is None:
        raise Http404(f"No team {text[:60]} plays in this season.")
    return enrolment


@for_fixtures
def play_offs(request: HttpRequest, league: League) -> HttpResponse:
    """The places of the season that want a play-off, those made already, and a new one."""
    season = season_at_hand(seasons_of(league), league_today(league))
    enrolments = enrolments_of(season)
    form = PlayOffForm(sent(request), enrolments=enrolments, pubs=league.pubs.filter(closed_on=None))
    match = decided(form, lambda _: make_play_off(**form.play_off))
    if match:
        met = f"{match.home} and {match.away} meet in a play-off"
        messages.success(request, f"{met}. It is in the fixtures.")
        return redirect("play-offs", league.slug)
    page = {
        "season": season,
        "enrolments": enrolments,
        "decides": decides(season) if season else False,
        "to_arrange": play_offs_to_arrange(season),
        "matches": play_offs_of(season),
        "form": form,
        "section": "desk",
    }
    return render(request, "standings/play_offs.html", page, status=status(form))


COUNTS_NOW = "The standings are updated."
COUNTS_IN_PLAY_OFF = "It decides between the two, and counts for nothing else."


@for_secretary
def walkover(request: HttpRequest, league: League, match_id: str) -> HttpResponse:
    """Give a match or a table to a side, against both, or declare it void; the effect stands beside each."""
    match = _match(league, match_id)
    table = _requested_table(request, match)
    today = league_today(league)
    form = WalkoverForm(None if "give" in request.POST else sent(request), match=match, today=today)
    forms = questions(request, match)
    verdict = answer_of(forms)
    refused = ""
    if request.method == "POST" and "give" in request.POST:
        try:
            messages.success(request, give_verdict(request, match, verdict))
        except Refused as refusal:
            refused = refusal.sentence
        else:
            return redirect("match", league.slug, match.public_id)
    decision: dict[str, Any] = {"match": match, "table": table, "by": secretary(request), "on": today}
    ruling = decided(form, lambda cleaned: _rule(decision, **cleaned))
    if ruling:
        counts = COUNTS_IN_PLAY_OFF if match.is_play_off else COUNTS_NOW
        messages.success(request, f"Decided: {ruling_words(ruling)}. {counts}")
        return redirect("match", league.slug, match.public_id)
    if form.non_field_errors():
        match = _match(league, match_id)  # somebody may have deleted it in this very moment: then a 404
    now, effects = walkover_choice(match, table, on=today)
    page = {
        "match": match,
        "form": form,
        "table": table,
        "tables": range(1, match.division.season.rule_book.tables + 1),
        "now": now,
        "effects": effects,
        "rulings": rulings_of(match),
        "questions": forms,
        "verdict": verdict,
        "refused": refused,
        "asks_early": bool(refused and match.date and match.date > today),
        "section": "desk",
    }
    return render(request, "matches/walkover.html", page, status=UNPROCESSABLE if refused else status(form))


@for_secretary
def adjustments(request: HttpRequest, league: League) -> HttpResponse:
    """Show points given or taken, and every ruling of the season with the way to take it back."""
    today = league_today(league)
    season = season_at_hand(seasons_of(league), today)
    enrolments = enrolments_of(season)
    form = AdjustmentForm(sent(request), enrolments=enrolments)
    ruling = decided(form, lambda _: adjust_points(by=secretary(request), on=today, **form.adjustment))
    if ruling:
        messages.success(request, f"{ruling_words(ruling)}. {COUNTS_NOW}")
        return redirect("adjustments", league.slug)
    page = {
        "form": form,
        "season": season,
        "enrolments": enrolments,
        "rulings": rulings_in(season),
        "section": "desk",
    }
    return render(request, "standings/adjustments.html", page, status=status(form))


@for_secretary
@require_POST
def revoke_ruling(request: HttpRequest, league: League, ruling_id: str) -> HttpResponse:
    """Take a ruling back. It stays on record, struck through."""
    ruling = get_object_or_404(
        Ruling.objects.select_related("match__home", "match__away", "team", "division__season__rule_book"),
        public_id=ruling_id,
        division__season__league=league,
    )
    try:
        matches_services.revoke_ruling(ruling=ruling, on=league_today(league))
    except Refused as refusal:
        messages.error(request, refusal.sentence)
    else:
        messages.success(request, f"Undone: {ruling_words(ruling)}. It stays on record.")
    back = request.POST.get("back", "")
    if back == "match-walkover" and ruling.match:
        return redirect(back, league.slug, ruling.match.public_id)
    return redirect("withdrawals" if back == "withdrawals" else "adjustments", league.slug)


def _rule(decision: dict[str, Any], *, at_fault: str, reason: str) -> Ruling:
    if at_fault == WalkoverForm.VOID:
        return declare_void(**decision, reason=reason)
    return give_walkover(**decision, at_fault=at_fault, reason=reason)


def _match(league: League, match_id: str) -> Match:
    matches = Match.with_ties.select_related(
        "home", "away", "venue", "division__season__rule_book", "division__season__league"
    )
    return get_object_or_404(matches, public_id=match_id, division__season__league=league)


def _requested_table(request: HttpRequest, match: Match) -> int | None:
    """Return the table in the address; none of it is the whole match."""
    text = request.GET.get("table", "")
    if not text:
        return None
    for table in range(1, match.division.season.rule_book.tables + 1):
        if text == str(table):
            return table
    raise Http404(f"The match has no table {text[:10]}.")
