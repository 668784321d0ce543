"""The log of a match, sent and fetched by phones: new entries, and the games as the league scores them."""

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from league.accounts.links import CaptainVisitor, for_captain, for_scorer
from league.models import Match, Side
from league.results.log import LogEntry
from league.results.logged_match import GameSoFar, LoggedMatch
from league.results.parsing.phone_messages import WIRE, Message, UnreadableMessage, read_message
from league.results.selectors.log import last_of, log_of
from league.results.services.entries import NotNow, Received, record_entries
from league.results.views.captains import own_match
from league.shared.errors import Refused

# A whole match, photographs apart, is a tenth of this.
MOST_BYTES = 400_000
OLD_PAGE = "This page is out of date. Your entries are saved on this phone. Reload the page to send them."


@for_scorer
@require_http_methods(["GET", "POST"])
def scoring_log(request: HttpRequest, match: Match) -> HttpResponse:
    """Show the log of the match of a code."""
    return _log(request, match, sent_for="")


@for_captain
@require_http_methods(["GET", "POST"])
def captain_log(request: HttpRequest, captain: CaptainVisitor, match_id: str) -> HttpResponse:
    """Show the log of one of the captain's own matches; entries are sent for their side."""
    match, side = own_match(captain, match_id)
    return _log(request, match, sent_for=side)


def _log(request: HttpRequest, match: Match, *, sent_for: Side | str) -> HttpResponse:
    if request.method == "POST":
        return _receive(request, match, sent_for)
    # Every phone asks every few seconds, and mostly there is nothing new.
    if request.headers.get("If-None-Match") == (tag := _tag(match, last_of(match))):
        return HttpResponseNotModified(headers={"ETag": tag})
    since = request.GET.get("since", "")
    seen = int(since) if since.isascii() and since.isdigit() and len(since) < 16 else 0
    logged = LoggedMatch(match, log_of(match))
    return JsonResponse(state_of_log(logged, since=seen), headers={"ETag": _tag(match, logged.last)})


def _tag(match: Match, last: int) -> str:
    return f'W/"{WIRE}-{match.public_id}-{last}"'


def _receive(request: HttpRequest, match: Match, sent_for: Side | str) -> HttpResponse:
    if len(request.body) > MOST_BYTES:
        return _refuse("Too much at once. Send fewer entries.", HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    try:
        message = read_message(request.body, LoggedMatch(match, ()).layout)
    except UnreadableMessage as fault:
        return _refuse(str(fault), HTTPStatus.BAD_REQUEST)
    if message.wire != WIRE:
        return _refuse(OLD_PAGE, HTTPStatus.UPGRADE_REQUIRED)
    try:
        received = record_entries(
            match=match, sent=message.sent, phone=message.phone, received_at=timezone.now(), sent_for=sent_for
        )
    except NotNow as wait:
        answer = _refuse(wait.sentence, HTTPStatus.TOO_MANY_REQUESTS)
        answer.headers["Retry-After"] = str(wait.seconds)
        return answer
    except Refused as refusal:
        return _refuse(refusal.sentence, HTTPStatus.CONFLICT)
    # Without the games: a phone that enters hands pegs them itself, and asks for ours soon after.
    new = log_of(match, since=message.since)
    last = new[-1].number if new else last_of(match)
    return JsonResponse({**_state(match, new, last), **_became(message, received)})


def _refuse(sentence: str, status: HTTPStatus) -> JsonResponse:
    return JsonResponse({"v": WIRE, "sentence": sentence}, status=status)


def _became(message: Message, received: Received) -> dict[str, Any]:
    refused = {str(client_id): sentence for client_id, sentence in received.refused.items()}
    return {
        "kept": [str(client_id) for client_id in received.stored],
        "refused": {**message.unreadable, **refused},
        "late": received.is_late,
    }


def state_of_log(logged: LoggedMatch, *, since: int) -> dict[str, Any]:
    """Return the answer to a phone: the entries it has not seen, and every game as the league pegs it."""
    new = [entry for entry in logged.entries if entry.number > since]
    games = [_game(game) for game in logged.games()]
    return {**_state(logged.match, new, logged.last), "games": games}


def _state(match: Match, new: Iterable[LogEntry], last: int) -> dict[str, Any]:
    """Return the entries a phone has not seen, and how far it has then read the log."""
    return {
        "v": WIRE,
        "match": match.public_id,
        "now": timezone.now().isoformat(),
        "next": last,
        "entries": [_entry(entry) for entry in new],
    }


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
        "phone": entry.phone[:8],
    }


def _game(game: GameSoFar) -> dict[str, Any]:
    return {
        "table": game.table,
        "game": game.game,
        "score": game.score,
        "before": game.before,
        "hand": game.hand,
        "over": game.is_over,
        "faults": [{"field": field, "sentence": sentence} for field, sentence in game.faults],
    }
