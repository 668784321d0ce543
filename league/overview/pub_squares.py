"""The page behind the square on a pub's tables: it leads to tonight's match, or says which there are."""

import datetime
from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from league.accounts.links import for_square
from league.accounts.services.links import codes_for, note_opened
from league.competition.selectors import night_of
from league.matches.selectors import has_result, league_clock
from league.models import Match, Pub, ScoringCode, TableSquare

BEFORE = datetime.timedelta(hours=2)
LOOKS_BACK = datetime.timedelta(days=14)


def nights_of_square(pub: Pub, now: datetime.datetime) -> dict[str, Sequence[Any]]:
    """Return what the square of a pub can lead to; tonight's matches without a code are given one.

    The night lasts until five in the morning; a match opens two hours before it starts. An ended code stays
    ended. `elsewhere` and `moved` are matches that its people may look for: tonight at another pub, or
    postponed. `upcoming` and `last` are those of the next night here, and of the last one of a fortnight.
    Each of `tonight` says from when it opens, if that is to come, and has its code, if that opens it; without
    either it is over, or the secretary has ended its code. Two queries, or more to issue codes.
    """
    night, clock = night_of(pub.league, now), league_clock(pub.league, now).replace(tzinfo=None)
    codes = ScoringCode.objects.filter(match=OuterRef("pk")).order_by()
    rows = list(
        Match.with_ties.filter(Q(venue=pub) | Q(home__pub=pub))
        .filter(Q(date__gte=night - LOOKS_BACK) | Q(postponed_from=night))
        .annotate(
            is_over=has_result(),
            has_ended=Exists(codes.exclude(revoked_at=None)) & ~Exists(codes.live()),
        )
        .select_related("home", "away", "venue", "division__season__league")
        .order_by("date", "division__position", "home__name", "pk")
    )
    opens = {
        match: datetime.datetime.combine(night, match.starts_at or datetime.time.min) - BEFORE
        for match in rows
        if match.date == night and match.venue_id == pub.pk
    }
    to_open = [
        match.pk for match, at in opens.items() if at <= clock and not (match.is_over or match.has_ended)
    ]
    issued = codes_for(matches=to_open, now=now) if to_open else {}
    here = [match for match in rows if match.venue_id == pub.pk]
    later = [match for match in here if match.date and match.date > night and not match.is_over]
    before = [match for match in here if match.date and match.date < night]
    return {
        "tonight": [
            {
                "match": match,
                "opens_at": at if at > clock and not match.is_over else None,
                "has_ended": match.has_ended and not match.is_over,
                "code": issued.get(match.pk, ""),
            }
            for match, at in opens.items()
        ],
        "elsewhere": [match for match in rows if match.date == night and match.venue_id != pub.pk],
        "moved": [match for match in rows if match.postponed_from == night and match.date != night],
        "upcoming": [match for match in later if match.date == later[0].date],
        "last": [match for match in before if match.date == before[-1].date],
    }


@for_square
@require_safe
def pub_square(request: HttpRequest, square: TableSquare) -> HttpResponse:
    """Lead to the only match of tonight at a pub; else show which there are, or why none opens."""
    now = timezone.now()
    note_opened(square, now=now)
    nights = nights_of_square(square.pub, now)
    tonight = nights["tonight"]
    if len(tonight) == 1 and tonight[0]["code"]:
        return redirect("scoring", tonight[0]["code"])
    return render(
        request, "overview/pub_square.html", {"pub": square.pub, "nights": nights, "section": "pubs"}
    )
