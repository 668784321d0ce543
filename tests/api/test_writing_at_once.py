"""Programs in the same instant: a key sent twice writes once, a token revoked meanwhile all or nothing."""

from collections.abc import Callable

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone

from league.accounts.services.api_tokens import revoke_token
from league.models import ApiToken, ApiWrite, Match
from tests.api.test_writing import a_token, put_result
from tests.builders import a_division, a_match, a_secretary
from tests.moments import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    caches["sign-in"].clear()
    return a_match(a_division())


@pytest.fixture
def token(match: Match) -> str:
    league = match.division.season.league
    return a_token(league, a_secretary(league))


def asked(answers: list[tuple[int, str]], match: Match, token: str, **fields: str) -> Callable[[], None]:
    """A program of its own, which notes what it was answered."""

    def ask() -> None:
        answer = put_result(Client(), Match.objects.get(pk=match.pk), token, **fields)
        answers.append((answer.status_code, answer.content.decode()))

    return ask


def test_one_key_sent_twice_at_once_writes_once_and_is_answered_alike(match: Match, token: str) -> None:
    answers: list[tuple[int, str]] = []
    became = at_once(*[asked(answers, match, token, key="night-1")] * 3)
    assert became == ["done"] * 3
    assert [status for status, _ in answers] == [200] * 3
    assert len({body for _, body in answers}) == 1
    assert (match.scorecards.count(), ApiWrite.objects.count()) == (1, 1)


def test_one_key_with_different_things_at_once_writes_one_of_them(match: Match, token: str) -> None:
    answers: list[tuple[int, str]] = []
    at_once(
        *[asked(answers, match, token, key="night-1", remarks=words) for words in ("Upstairs", "Downstairs")]
    )
    assert sorted(status for status, _ in answers) == [200, 422]
    assert (match.scorecards.count(), ApiWrite.objects.count()) == (1, 1)


def test_a_token_revoked_while_it_writes_has_written_all_or_nothing(match: Match, token: str) -> None:
    answers: list[tuple[int, str]] = []
    league = match.division.season.league

    def revoke() -> None:
        revoke_token(league=league, public_id=token.partition(".")[0], now=timezone.now())

    assert at_once(asked(answers, match, token), revoke) == ["done", "done"]
    ((status, body),) = answers
    assert status in (200, 401, 422), body
    written = int(status == 200)
    assert (match.scorecards.filter(is_confirmed=True).count(), ApiWrite.objects.count()) == (
        written,
        written,
    )
    assert ApiToken.objects.get().revoked_at is not None
    assert put_result(Client(), match, token, version=written, reason="again").status_code == 401
