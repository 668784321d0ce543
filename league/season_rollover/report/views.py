"""The annual report for the general meeting, as a page and on paper."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from league.accounts.access import for_secretary
from league.competition.selectors import league_today
from league.models import League, Season
from league.printing.annual_reports import report_on_paper
from league.printing.views import printed
from league.season_rollover.forms import ProposalsForm
from league.season_rollover.report.selectors import annual_report
from league.season_rollover.services import save_proposals
from league.shared.decisions import decided, sent, status


@for_secretary
def season_report(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show the report of a season; the secretary's proposals are typed below it."""
    season = _season(league, season_slug)
    form = ProposalsForm(sent(request), initial={"proposals": season.proposals})

    def save(cleaned: dict[str, str]) -> Season:
        return save_proposals(season=season, words=cleaned["proposals"])

    if decided(form, save):
        messages.success(request, "Saved. The report shows it.")
        return redirect("season-report", league.slug, season.slug)
    page = {"report": annual_report(season), "season": season, "form": form, "section": "desk"}
    return render(request, "season_rollover/annual_report.html", page, status=status(form))


@for_secretary
def season_report_pdf(request: HttpRequest, league: League, season_slug: str) -> HttpResponse:
    """Show the report as PDF."""
    season = _season(league, season_slug)
    return printed(request, report_on_paper(annual_report(season), printed_on=league_today(league)))


def _season(league: League, slug: str) -> Season:
    season = league.seasons.select_related("league").filter(slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no such season.")
    return season
