"""Tokens of programs: created, revoked, seen in use; and their writes, each once and each on record."""

import datetime
import secrets
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.crypto import salted_hmac

from league.history.services.audit import Kind, note_act
from league.models import ApiToken, ApiWrite, League, User
from league.shared.errors import Refused, verify, written_whole

NO_SCOPE = "Choose what the program may write."
ENDED = "This token was revoked."
KEY_TAKEN = "This Idempotency-Key was sent before with something else. Choose a new one for each write."
LONGEST_ABOUT = 200
SEEN_EVERY = datetime.timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenWrite:
    """What a write was about, in words for the secretary, and what the program is answered."""

    about: str
    answer: dict[str, Any]


def create_token(
    *, league: League, name: str, scopes: Iterable[str], by: User, now: datetime.datetime
) -> tuple[ApiToken, str]:
    """Return a new token and what the program sends, which is stored nowhere. Raises Refused."""
    chosen = [scope for scope in ApiToken.Scope if scope in set(scopes)]
    if not chosen:
        raise Refused(NO_SCOPE)
    secret = secrets.token_urlsafe(24)
    token = ApiToken(league=league, name=" ".join(name.split()), scopes=chosen, created_at=now, created_by=by)
    token.digest = digest_of(token.public_id, secret)
    verify(token)
    token.save(force_insert=True)
    return token, f"{token.public_id}.{secret}"


def digest_of(public_id: str, secret: str) -> str:
    """Return what is stored of a token: of no use to whoever has the database alone."""
    return salted_hmac("league.api-token", f"{public_id}.{secret}", algorithm="sha256").hexdigest()


def revoke_token(
    *, league: League, public_id: str, now: datetime.datetime, by: User | None = None
) -> ApiToken:
    """End a token. Pressing twice changes nothing more. Raises Refused if the league has none of that id."""
    token: ApiToken | None = league.api_tokens.filter(public_id=public_id).first()
    if token is None:
        raise Refused("That token is no longer there. Open the page again.")
    with written_whole():
        if league.api_tokens.live().filter(pk=token.pk).update(revoked_at=now):
            what = f"Token revoked: {token.name}"
            note_act(league=league, kind=Kind.PROGRAM, what=what, by=by, now=now)
    return token


def token_used(*, token: ApiToken, now: datetime.datetime) -> None:
    """Note that a token was used, at most once a minute."""
    is_old = Q(last_used_at=None) | Q(last_used_at__lt=now - SEEN_EVERY)
    ApiToken.objects.filter(is_old, pk=token.pk).update(last_used_at=now)


def write_once(
    *,
    token: ApiToken,
    scope: ApiToken.Scope,
    key: str,
    digest: str,
    write: Callable[[], TokenWrite],
    now: datetime.datetime,
) -> dict[str, Any]:
    """Write what a program sent and note it, all or nothing; return the answer.

    With a key that was sent before nothing is written, and the answer is the one it had. `digest` is of what
    was sent. Writes of one token wait for each other. Raises Refused if the token has ended or the key was
    used for something else, and whatever `write` raises.
    """
    with written_whole():
        held = ApiToken.objects.select_for_update(no_key=True).filter(pk=token.pk).first()
        if held is None or held.revoked_at is not None:
            raise Refused(ENDED)
        before = held.writes.filter(key=key).first() if key else None
        if before is not None:
            if before.digest != digest:
                raise Refused(KEY_TAKEN)
            return dict(before.answer)
        written = write()
        ApiWrite.objects.create(
            token=held,
            scope=scope,
            about=written.about[:LONGEST_ABOUT],
            key=key,
            digest=digest,
            answer=written.answer,
            made_at=now,
        )
    return written.answer
