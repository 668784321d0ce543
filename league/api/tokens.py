"""Who may write: programs by their token, each write once, its refusals as problems."""

import hashlib
from collections.abc import Callable
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from ninja import Header
from ninja.security import HttpBearer

from league.accounts.powers import Power, powers_of, who_may
from league.accounts.rate_limit import MINUTES, may_guess, may_write, remember_guess
from league.accounts.services.api_tokens import TokenWrite, digest_of, token_used, write_once
from league.api.answers import ApiProblem, ApiRequest
from league.exchange.lists.checked_list import WrongList
from league.matches.sheet.values import SheetFault
from league.models import ApiToken
from league.results.services.entries import NotNow
from league.results.services.scorecards import ReasonRequired, SheetRefused, StaleCard
from league.shared.errors import Refused

Scope = ApiToken.Scope
POWER_FOR = {Scope.RESULTS: Power.RESULTS, Scope.HANDS: Power.SCORING, Scope.FIXTURES: Power.FIXTURES}
"""What the maker of a token must still be allowed to do themselves."""
SEND_ONE = "Send a token of this league: Authorization: Bearer …. The secretary creates them under Programs."
UNKNOWN = "This token is not known. Copy it again, or ask the secretary for a new one."
REVOKED = "This token was revoked. Ask the secretary for a new one."
TOO_MANY = f"Too many requests. Wait {MINUTES} minutes."

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[\x21-\x7e]*$",
        max_length=100,
        description="Your own name for this write. Sent again with the same one, nothing is written twice.",
    ),
]


class BearerToken(HttpBearer):
    """Lets in a live token of the league with this scope, whose maker may still do the same."""

    def __init__(self, scope: ApiToken.Scope) -> None:
        super().__init__()
        self.scope = scope

    def __call__(self, request: HttpRequest) -> ApiToken:
        token: ApiToken | None = super().__call__(request)
        if token is None:
            raise ApiProblem(401, SEND_ONE, headers={"WWW-Authenticate": "Bearer"})
        return token

    def authenticate(self, request: HttpRequest, token: str) -> ApiToken:
        """Return the token that was sent. Raises ApiProblem with the reason it opens nothing here."""
        known = self._known(request, token)
        league = request.league  # type: ignore[attr-defined]  # as ApiRequest says
        if known.league_id != league.pk:
            raise ApiProblem(403, f"This token is for {known.league}, not for {league}.")
        if self.scope not in known.scopes:
            allowed = ", ".join(known.scopes)
            raise ApiProblem(403, f"This token may write {allowed}; this needs {self.scope.value}.")
        power, maker = POWER_FOR[self.scope], known.created_by
        if not maker.is_active or power not in powers_of(maker, league):
            steps = " with two-step sign-in" if league.requires_two_steps else ""
            raise ApiProblem(403, f"{maker} created this token, and is no longer {who_may(power)}{steps}.")
        if not may_write(known.public_id):
            raise ApiProblem(429, TOO_MANY, headers={"Retry-After": str(MINUTES * 60)})
        token_used(token=known, now=timezone.now())
        return known

    def _known(self, request: HttpRequest, token: str) -> ApiToken:
        public_id, _, secret = token.partition(".")
        tokens = ApiToken.objects.select_related("league", "created_by")
        known: ApiToken | None = tokens.filter(public_id=public_id).first() if public_id.isalnum() else None
        if known is None or not constant_time_compare(known.digest, digest_of(known.public_id, secret)):
            if not may_guess(request):
                raise ApiProblem(429, TOO_MANY, headers={"Retry-After": str(MINUTES * 60)})
            remember_guess(request)
            raise ApiProblem(401, UNKNOWN, headers={"WWW-Authenticate": "Bearer"})
        if known.revoked_at is not None:
            raise ApiProblem(401, REVOKED, headers={"WWW-Authenticate": "Bearer"})
        return known


def written_by_program(
    request: ApiRequest, scope: ApiToken.Scope, key: str, write: Callable[[], TokenWrite]
) -> dict[str, Any]:
    """Write what a program sent, once a key. Raises ApiProblem with what the services refuse."""
    sent = f"{request.method} {request.path} ".encode() + request.body
    try:
        return write_once(
            token=request.auth,
            scope=scope,
            key=key,
            digest=hashlib.sha256(sent).hexdigest(),
            write=write,
            now=timezone.now(),
        )
    except SheetRefused as refusal:
        faults = [{"where": _where(fault), "message": fault.sentence} for fault in refusal.faults]
        raise ApiProblem(422, refusal.sentence, faults) from refusal
    except StaleCard as refusal:
        version = refusal.current.version if refusal.current else 0
        raise ApiProblem(409, f"{refusal.sentence} The version that counts is {version}.") from refusal
    except NotNow as wait:
        raise ApiProblem(429, wait.sentence, headers={"Retry-After": str(wait.seconds)}) from wait
    except ReasonRequired as refusal:
        raise ApiProblem(
            422, refusal.sentence, [{"where": "body.reason", "message": refusal.sentence}]
        ) from refusal
    except (Refused, WrongList) as refusal:
        raise ApiProblem(422, str(refusal)) from refusal


def _where(fault: SheetFault) -> str:
    hand = f"hand.{fault.hand}" if fault.hand else ""
    return ".".join(filter(None, (f"table.{fault.table}.game.{fault.game}", hand, fault.award)))
