"""The log of a match, sent and fetched by phones: new entries, and the games as the league scores them."""

import json
from collections.abc import Sequence
from functools import partial
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import CaptainVisitor, for_captain_at_once, for_scorer_at_once, may_join
from league.models import Match, Side
from league.results.log import LogEntry, LogNews, news_of
from league.results.logged_match import LoggedMatch
from league.results.parsing.phone_messages import WIRE, UnreadableMessage, read_message
from league.results.selectors.log import (
    LogMark,
    LogMatch,
    log_of,
    mark_of,
    match_of_captain,
    match_of_code,
    set_aside_ids,
    whole_match,
)
from league.results.services.entries import NotNow, receive_entries
from league.results.views.captains import own_match
from league.shared.errors import Refused

# A whole match, photographs apart, is a tenth of this.
MOST_BYTES = 400_000
# What came in since a phone last asked is told as it is, up to so many; of more, only what counts.
MOST_UNREAD = 50
# A match of 34 hands comes whole with its page; the rest of a longer one is asked for.
MOST_WITH_PAGE, FAULTS_WITH_PAGE = 12_000, 3
SHOWN_OF_PHONE = 8
OLD_PAGE = "This page is out of date. Your entries are saved on this phone. Reload the page to send them."


@for_scorer_at_once(match_of_code, LogMatch.of)
@require_http_methods(["GET", "HEAD", "POST"])
def scoring_log(request: HttpRequest, match: LogMatch) -> HttpResponse:
    """Show the log of the match of a code."""
    return _log(request, match, sent_for="")


def _of_captain(captain: CaptainVisitor, match_id: str) -> tuple[LogMatch, Side]:
    match, side = own_match(captain, match_id)
    return LogMatch.of(match), side


@for_captain_at_once(match_of_captain, _of_captain)
@require_http_methods(["GET", "HEAD", "POST"])
def captain_log(request: HttpRequest, own: tuple[LogMatch, Side]) -> HttpResponse:
    """Show the log of one of the captain's own matches; entries are sent for their side."""
    match, side = own
    return _log(request, match, sent_for=side)


def _log(request: HttpRequest, match: LogMatch, *, sent_for: Side | str) -> HttpResponse:
    if request.method == "POST":
        return _receive(request, match, sent_for)
    # Every phone asks every few seconds, and mostly there is nothing new.
    mark = mark_of(match)
    changes = f"-{mark.changes}" if mark.changes else ""
    if request.headers.get("If-None-Match") == (
        tag := f'W/"{WIRE}-{match.public_id}-{match.date}-{mark.last}{changes}"'
    ):
        return HttpResponseNotModified(headers={"ETag": tag})
    since = request.GET.get("since", "")
    seen = int(since) if since.isascii() and since.isdigit() and len(since) < 16 else 0
    logged = LoggedMatch(whole_match(match), log_of(match))
    phone = request.GET.get("phone", "")[:SHOWN_OF_PHONE]
    aside = set_aside_ids(match, phone) if mark.changes else ()
    unread = LogNews(entries=tuple(entry for entry in logged.entries if entry.number > seen))
    news = news_of(logged.entries, since=seen, phone=phone) if phone else unread
    state = {**_state(match, news, mark, aside), "aside": bool(aside), "games": _games(logged)}
    return JsonResponse(state, headers={"ETag": tag})


def _receive(request: HttpRequest, match: LogMatch, sent_for: Side | str) -> HttpResponse:
    if len(request.body) > MOST_BYTES:
        return _refuse("Too much at once. Send fewer entries.", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        message = read_message(request.body, match.layout)
    except UnreadableMessage as fault:
        return _refuse(str(fault), HTTPStatus.BAD_REQUEST)
    if message.wire != WIRE:
        return _refuse(OLD_PAGE, HTTPStatus.UPGRADE_REQUIRED)
    try:
        received = receive_entries(
            match=match,
            sent=message.sent,
            phone=message.phone,
            received_at=timezone.now(),
            sent_for=sent_for,
            may_join=partial(may_join, request, message.phone),
            since=message.since,
        )
    except NotNow as wait:
        answer = _refuse(wait.sentence, HTTPStatus.TOO_MANY_REQUESTS)
        answer.headers["Retry-After"] = str(wait.seconds)
        return answer
    except Refused as refusal:
        return _refuse(refusal.sentence, HTTPStatus.CONFLICT)
    # Without the games: a phone that enters hands pegs them itself, and asks for ours soon after.
    phone = str(message.phone)[:SHOWN_OF_PHONE]
    aside = set_aside_ids(match, phone) if received.is_set_aside else ()
    news = LogNews(entries=received.unread)
    if message.is_brief and (message.since == 0 or len(received.unread) > MOST_UNREAD):
        news = news_of(log_of(match), since=message.since, phone=phone)
    refused = {str(client_id): sentence for client_id, sentence in received.refused.items()}
    became = {
        "kept": [str(client_id) for client_id in received.stored],
        "refused": {**message.unreadable, **refused},
        "late": received.is_late,
        "aside": received.is_set_aside,
    }
    answer = JsonResponse({**_state(match, news, received.mark, aside), **became})
    answer.entries_stored = len(received.stored)  # type: ignore[attr-defined]  # counted once it is answered
    return answer


def _refuse(sentence: str, status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"v": WIRE, "sentence": sentence}, status=status)


def state_with_page(logged: LoggedMatch, mark: LogMark, table: int | None = None) -> dict[str, Any]:
    """Return the state that comes with a page, so that its script has something before it has asked.

    What counts at the page's own table comes first. "part" says that there was more than a page should weigh.
    """
    news = news_of(logged.entries)
    entries, weight = [], 0
    for entry in sorted(news.entries, key=lambda entry: (entry.place.table != table, entry.number)):
        weight += len(json.dumps(_entry(entry)))
        if weight > MOST_WITH_PAGE:
            break
        entries.append(entry)
    state = _state(logged.match, LogNews(entries=tuple(entries)), mark)
    games = [{**game, "faults": game["faults"][:FAULTS_WITH_PAGE]} for game in _games(logged)]
    return {**state, "games": games, "part": len(entries) < len(news.entries)}


def _state(
    match: Match | LogMatch, news: LogNews, mark: LogMark, aside: Sequence[str] = ()
) -> dict[str, Any]:
    """Return what a phone has not seen, and how far it has then read the log."""
    return {
        "v": WIRE,
        "match": match.public_id,
        "now": timezone.now().isoformat(),
        "date": str(match.date or ""),
        "next": mark.last,
        "changes": mark.changes,
        "entries": [_entry(entry) for entry in news.entries],
        # Those of its own that were set aside count as little as replaced ones, and came in as they did.
        "replaced": [*news.replaced, *aside],
    }


def _games(logged: LoggedMatch) -> list[dict[str, Any]]:
    return [
        {
            "table": game.table,
            "game": game.game,
            "score": game.score,
            "before": game.before,
            "hand": game.hand,
            "over": game.is_over,
            "faults": [{"field": field, "sentence": sentence} for field, sentence in game.faults],
        }
        for game in logged.games()
    ]


def _entry(entry: LogEntry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "n": entry.number,
        "table": entry.place.table,
        "game": entry.place.game,
        "place": entry.place.name,
        "body": entry.body,
        "follows": entry.follows,
        "side": entry.sent_for,
        # Enough to tell two phones apart; with the whole id one could pose as the other.
        "phone": entry.phone[:SHOWN_OF_PHONE],
    }
