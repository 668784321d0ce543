"""The page of retention: how long a league keeps what, and what was deleted last."""

import json

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.accounts.access import for_secretary
from league.models import League
from league.records.forms import RetentionForm
from league.records.kinds import LEAGUES
from league.records.selectors.retention import RETAINED, last_deletions, matches_still_open
from league.records.services.records import ChangedMeanwhile, save_record
from league.shared.decisions import UNPROCESSABLE, secretary

CONFLICT = 409
DAYS_SHOWN = 5


@for_secretary
@never_cache
def retention(request: HttpRequest, league: League) -> HttpResponse:
    """Show how long the league keeps what it needs only for a time; sent, save the periods."""
    row, now, status = League.objects.get(pk=league.pk), timezone.now(), 200
    form = RetentionForm(request.POST or None, kind=LEAGUES, row=row, league=league)
    if form.is_bound and form.is_valid():
        try:
            change = save_record(
                kind=LEAGUES,
                row=row,
                values=form.values,
                opened=form.cleaned_data["opened"],
                by=secretary(request),
                now=now,
                reason=form.cleaned_data["reason"],
            )
        except ChangedMeanwhile as meanwhile:
            row.refresh_from_db()
            sent = request.POST.copy()
            sent["opened"] = json.dumps(meanwhile.current)
            form, status = RetentionForm(sent, kind=LEAGUES, row=row, league=league), CONFLICT
            form.add_error(None, meanwhile.sentence)
        else:
            messages.success(request, "Saved." if change else "Nothing was changed.")
            return redirect("retention", league.slug)
    elif form.errors:
        status = UNPROCESSABLE
    shortest = min(RETAINED, key=lambda kind: int(getattr(row, kind.period)))
    page = {
        "form": form,
        "still_open": matches_still_open(row, shortest, now),
        "deletions": last_deletions(row, DAYS_SHOWN),
        "section": "desk",
    }
    return render(request, "records/retention.html", page, status=status)
