"""So that one league, or one address, does not take the whole machine: limits for what is expensive.

Hands, forms and searches are counted by address and minute, in each process; searches, files and documents
have a number of places, counted in all processes. Documents take theirs in printing_process.py.
Whoever is refused is told when to come again, and what they typed is held.
"""

import logging
import threading
import time
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve

from league.accounts.links import SIGNATURE, spelling
from league.accounts.rate_limit import house_of, may_ask
from league.installation.kinds import READS, kind_of
from league.installation.request_log import route_of
from league.installation.stamps import REFUSED, write_stamp
from league.installation.views import told_to_come_again
from league.models import CaptainLink, PubLink, ScoringCode
from league.shared.middleware import Answer
from league.shared.usage import Limit, Work, count_refusal, place_for, refusals

# Seconds after which whoever was refused comes again: a minute's count begins anew; a place is free soon.
NEXT_MINUTE, SOON = 30, 3
SECONDS_BETWEEN_LINES = 60
# What is counted by the minute, and the setting of its most; of all else what is sent.
A_MINUTE = {
    Work.HAND: (Limit.HANDS, "HANDS_A_MINUTE"),
    Work.SEARCH: (Limit.SEARCHES, "SEARCHES_A_MINUTE"),
}

log = logging.getLogger("pegboard.limits")


class WithinLimits:
    """Middleware that answers 429 to who asks for more than their share.

    Looks once the view is known and a form's token was checked: what was typed is read, and can be held.
    """

    def __init__(self, get_response: Answer) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        with ExitStack() as places:
            request.places = places  # type: ignore[attr-defined]  # for process_view
            return self._get_response(request)

    def process_view(self, request: HttpRequest, *_: Any) -> HttpResponse | None:
        kind = kind_of(request)
        if limit := _too_often(request, kind):
            return refuse(request, limit, NEXT_MINUTE)
        place, limit = _place(request, kind)
        if place is not None and request.places.enter_context(place):  # type: ignore[attr-defined]
            return refuse(request, limit, SOON)
        return None


def _place(request: HttpRequest, kind: Work) -> tuple[AbstractContextManager[str] | None, Limit]:
    """Return the place that a request of its kind needs, None if it needs none; and what limits it."""
    if kind is Work.SEARCH:
        # One address may not take the last place, however many there are.
        most = settings.SEARCHES_AT_ONCE
        each = max(most - 1, 1)
        return place_for(kind, address=house_of(request), most_each=each, most=most), Limit.SEARCHES_TOGETHER
    if kind is Work.UPLOAD:
        league, address = league_of(request), house_of(request)
        return place_for(kind, league=league, address=address, most_each=settings.FILES_EACH), Limit.UPLOADS
    return None, Limit.UPLOADS


def _too_often(request: HttpRequest, kind: Work) -> Limit | None:
    """Return the limit that one more request of its address in this minute is past, if it is counted."""
    limit, setting = A_MINUTE.get(kind, (Limit.POSTS, "FORMS_A_MINUTE"))
    is_counted = kind in A_MINUTE or request.method not in READS
    return limit if is_counted and not may_ask(request, limit, most=getattr(settings, setting)) else None


def league_of(request: HttpRequest) -> str:
    """Return the slug of the league a request is about, by code or link too; empty if it is about none.

    One small query for a code, one or two for a link.
    """
    try:
        names = (request.resolver_match or resolve(request.path_info)).kwargs
    except Resolver404:
        return ""
    if slug := names.get("league_slug"):
        return str(slug)
    if code := names.get("code"):
        slugs = ScoringCode.objects.filter(code=spelling(code)).values_list(
            "match__division__season__league__slug", flat=True
        )
    elif token := names.get("token"):
        captains = CaptainLink.objects.filter(public_id=token[:-SIGNATURE])
        slugs = captains.values_list("enrolment__season__league__slug", flat=True)
        slugs = slugs or PubLink.objects.filter(public_id=token[:-SIGNATURE]).values_list(
            "pub__league__slug", flat=True
        )
    else:
        return ""
    return next(iter(slugs), "")


def refuse(request: HttpRequest, limit: Limit, seconds: int) -> HttpResponse:
    """Answer 429, in the shape the sender understands, and count it."""
    note_refusal(request, limit)
    return told_to_come_again(request, seconds)


_untold: dict[Limit, int] = {}
_due: dict[Limit, float] = {}
_lock = threading.Lock()


def note_refusal(request: HttpRequest, limit: Limit) -> None:
    """Count a refusal; log it, once a minute in each process however many there are."""
    count_refusal(limit)
    with _lock:
        _untold[limit] = _untold.get(limit, 0) + 1
        now = time.monotonic()
        if _due.get(limit, 0.0) > now:
            return
        count, _untold[limit], _due[limit] = _untold[limit], 0, now + SECONDS_BETWEEN_LINES
    log.warning("Refused at %s, %d times since last told: too many %s", route_of(request), count, limit)


class RefusalsNoted:
    """Writes down, once a minute, what was refused, for the doctor, who is no fork of the server."""

    def __init__(self) -> None:
        self._known = sum(refusals().values())
        self._due = 0.0

    def note(self) -> None:
        total = sum(refusals().values())
        if total == self._known or time.monotonic() < self._due:
            return
        self._known, self._due = total, time.monotonic() + SECONDS_BETWEEN_LINES
        try:
            counts = (f"{count} for too many {limit}" for limit, count in refusals().items() if count)
            write_stamp(REFUSED, ", ".join(counts))
        except OSError as fault:
            log.warning("what was refused could not be noted: %s", fault)
