"""How long a league keeps what, and what was deleted last; and the deletion of the whole league."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.accounts.access import for_owner, for_secretary
from league.installation.page_store import forget_league
from league.models import League
from league.records.forms import RetentionForm
from league.records.kinds import LEAGUES
from league.records.selectors.league_deletion import league_deletion
from league.records.selectors.retention import RETAINED, last_deletions, matches_still_open
from league.records.services.league_deletion import delete_league
from league.records.views.records import save_typed
from league.shared.decisions import UNPROCESSABLE, secretary, sent
from league.shared.errors import Refused

DAYS_SHOWN = 5


@for_secretary
@never_cache
def retention(request: HttpRequest, league: League) -> HttpResponse:
    """Show how long the league keeps what it needs only for a time; sent, save the periods."""
    row = League.objects.get(pk=league.pk)
    form, _, code = save_typed(request, RetentionForm(sent(request), kind=LEAGUES, row=row, league=league))
    if not code:
        return redirect("retention", league.slug)
    shortest = min(RETAINED, key=lambda kind: int(getattr(row, kind.period)))
    return render(
        request,
        "records/retention.html",
        {
            "form": form,
            "still_open": matches_still_open(row, shortest, timezone.now()),
            "deletions": last_deletions(row, DAYS_SHOWN),
            "section": "desk",
        },
        status=code,
    )


@for_owner
@never_cache
def delete_league_page(request: HttpRequest, league: League) -> HttpResponse:
    """Show what goes and what stays if the league is deleted; sent with its name, delete it."""
    now, refused = timezone.now(), ""
    if request.method == "POST":
        try:
            delete_league(
                league=league, typed_name=request.POST.get("name", ""), by=secretary(request), now=now
            )
        except Refused as refusal:
            refused = refusal.sentence
        else:
            forget_league(league.slug)
            messages.success(request, f"{league.name} is deleted.")
            return redirect("front-page")
    return render(
        request,
        "records/delete_league.html",
        {"deletion": league_deletion(league, now), "refused": refused, "section": "desk"},
        status=UNPROCESSABLE if refused else 200,
    )
