"""The annual report for the general meeting, as a page and on paper."""

import datetime

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string

from league.accounts.access import for_secretary
from league.competition.selectors import league_today
from league.models import League, Season
from league.printing.documents import Document
from league.printing.views import printed
from league.season_rollover.forms import ProposalsForm
from league.season_rollover.report.selectors import AnnualReport, annual_report
from league.season_rollover.services import save_proposals
from league.shared.decisions import decided, sent, status

BODY = "season_rollover/_annual_report.html"


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


def report_on_paper(report: AnnualReport, *, printed_on: datetime.date) -> Document:
    """Return the report as a document: what the page shows, set for A4."""
    season = report.season
    body = render_to_string(BODY, {"report": report, "on_paper": True})
    return Document(
        title=f"Annual report {season}, {season.league}",
        filename=f"annual-report-{season.slug}.pdf",
        template="printing/annual_report.html",
        context={"season": season, "league": season.league, "body": body, "printed_on": printed_on},
        follows_from=(str(season), season.league.name, body, printed_on),
    )


def _season(league: League, slug: str) -> Season:
    season = league.seasons.select_related("league").filter(slug=slug).first()
    if season is None:
        raise Http404(f"{league} has no such season.")
    return season
