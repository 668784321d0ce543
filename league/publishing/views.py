"""The copy of a league's public site as one file, for its secretary."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from league.accounts.access import for_secretary
from league.accounts.powers import NOTHING
from league.competition.selectors import seasons_of
from league.models import League, PrintJob
from league.printing.document_views import ASK_AGAIN
from league.printing.services.background import SITE_COPY, request_print
from league.printing.services.store import stored_file


@for_secretary
def site_copy(request: HttpRequest, league: League) -> HttpResponse:
    """Show what the copy is good for, and the seasons to choose."""
    return _page(request, league)


@for_secretary
def site_copy_file(request: HttpRequest, league: League) -> HttpResponse:
    """Send the copy as a ZIP file once it is made in the background; until then show how far it is.

    Of the seasons chosen with `season`; of all, if none is.
    """
    seasons = [season for season in seasons_of(league) if season.slug in request.GET.getlist("season")]
    choices = {"seasons": " ".join(season.slug for season in seasons)}
    job = request_print(league, SITE_COPY, choices, powers=NOTHING, site=settings.SITE, now=timezone.now())
    if job.state == PrintJob.State.FAILED:
        return _page(request, league, job.refusal)
    file = stored_file(job.digest, "zip") if job.state == PrintJob.State.DONE else None
    if file is not None:
        headers = {"Content-Disposition": f'attachment; filename="{job.filename}"'}
        return HttpResponse(file, content_type="application/zip", headers=headers)
    page = {"job": job, "chosen": seasons, "seconds": ASK_AGAIN, "section": "desk"}
    answer = render(request, "publishing/making.html", page, status=HTTPStatus.ACCEPTED)
    answer.headers["Retry-After"] = str(ASK_AGAIN)
    return answer


def _page(request: HttpRequest, league: League, refusal: str = "") -> HttpResponse:
    page = {"section": "desk", "seasons": seasons_of(league), "refusal": refusal}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refusal else HTTPStatus.OK
    return render(request, "publishing/site_copy.html", page, status=status)
