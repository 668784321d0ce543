"""A team leaves: the table before and after each choice, and the decision."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.access import for_secretary
from league.forms.withdrawals import WithdrawalForm
from league.models import Enrolment, League, Season
from league.selectors import rulings as decisions
from league.selectors import withdrawals as withdrawal_reads
from league.selectors.seasons import league_today, season_at_hand, seasons_of
from league.services.rulings import withdraw_team
from league.views.secretary.deciding import decided, secretary, sent, status


@for_secretary
def withdrawals(request: HttpRequest, league: League) -> HttpResponse:
    """The teams that have left this season, and one that is about to, as `?team=division/team` names it."""
    today = league_today(league)
    season = season_at_hand(seasons_of(league), today)
    leaving = _leaving(request, season)
    page: dict[str, Any] = {
        "season": season,
        "enrolments": decisions.enrolments_of(season),
        "withdrawals": withdrawal_reads.withdrawals_in(season),
        "leaving": leaving,
        "section": "desk",
    }
    if leaving is None:
        return render(request, "secretary/withdrawals.html", page)
    form = WithdrawalForm(sent(request), book=leaving.division.season.rule_book)
    by, division, team = secretary(request), leaving.division, leaving.team
    if decided(form, lambda said: withdraw_team(division=division, team=team, by=by, on=today, **said)):
        messages.success(request, f"{leaving.team} has left {leaving.division}. The table counts it so now.")
        return redirect("withdrawals", league.slug)
    preview = withdrawal_reads.withdrawal_preview(leaving.division, leaving.team, on=today)
    page |= {"form": form, "preview": preview}
    return render(request, "secretary/withdrawals.html", page, status=status(form))


def _leaving(request: HttpRequest, season: Season | None) -> Enrolment | None:
    """The team the address asks about; none if it asks about none."""
    asked = request.GET.get("team", "")
    if not asked:
        return None
    division, _, team = asked.partition("/")
    found = withdrawal_reads.enrolment_of(season, division, team)
    if found is None:
        raise Http404(f"No team {asked[:60]} plays in this season.")
    return found
