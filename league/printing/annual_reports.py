"""The annual report on paper: what the page shows, set for A4."""

import datetime

from django.template.loader import render_to_string

from league.printing.documents import Document
from league.season_rollover.report.selectors import AnnualReport


def report_on_paper(report: AnnualReport, *, printed_on: datetime.date) -> Document:
    """Return the report as a document: what the page shows, set for A4."""
    season = report.season
    page = {"report": report, "on_paper": True}
    body = render_to_string("season_rollover/_annual_report.html", page)
    return Document(
        title=f"Annual report {season}, {season.league}",
        filename=f"annual-report-{season.slug}.pdf",
        template="printing/annual_report.html",
        context={"season": season, "league": season.league, "body": body, "printed_on": printed_on},
        follows_from=(str(season), season.league.name, body, printed_on),
    )
