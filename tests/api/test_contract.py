"""Every answer keeps what /api/v1/openapi.json promises, whatever is asked.

pytest tests/api/test_contract.py --slow            # 100 examples of each operation
PEGBOARD_FUZZ=1000 pytest tests/api/test_contract.py --slow
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from django.utils import timezone
from hypothesis import HealthCheck, given
from hypothesis import settings as kept_to

from league.accounts.services.api_tokens import create_token
from league.models import ApiToken
from tests.accounts.address_world import a_world, things_of
from tests.builders import a_secretary
from tests.examples import part_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def application(settings: Any) -> Iterator[WSGIHandler]:
    """The site as a server calls it; the test's connection stays open, and no request is counted."""
    settings.FORMS_A_MINUTE = settings.HANDS_A_MINUTE = settings.SEARCHES_A_MINUTE = 1_000_000
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield get_wsgi_application()
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


EXAMPLES = int(os.environ.get("PEGBOARD_FUZZ", "100"))
PLAIN = {"Accept-Encoding": "identity"}
"""Schemathesis unpacks nothing."""


def asked_as_described(application: WSGIHandler, examples: int) -> None:
    """Ask for everything, as described and not, of things that are there and not; check each answer."""
    import schemathesis  # takes as long to load as Django
    from schemathesis import GenerationMode
    from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

    match = a_world("Three Valleys", "The Fleece", "The Shears")
    things, league = things_of(match), match.division.season.league
    _, token = create_token(
        league=league,
        name="Tester",
        scopes=ApiToken.Scope.values,
        by=a_secretary(league),
        now=timezone.now(),
    )
    own = {
        "league": things["league_slug"],
        "season": things["season_slug"],
        "division": things["division_slug"],
        "match": things["match_id"],
        "team": things["team_slug"],
        "player": things["player_id"],
        "cup": things["cup_id"],
    }
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    for operation in part_of(schema.get_all_operations(), each=2):
        strategy = operation.ok().as_strategy() | operation.ok().as_strategy(GenerationMode.NEGATIVE)

        @kept_to(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
        @given(strategy)
        def asked(case: Any) -> None:
            case.call_and_validate(headers=PLAIN)
            case.path_parameters |= {name: own[name] for name in case.path_parameters}
            case.call_and_validate(
                headers=PLAIN | {"Authorization": f"Bearer {token}"},
                # A shape says nothing of which teams there are, or what cannot be on a sheet; and what was
                # wrong may have been the names.
                excluded_checks=[positive_data_acceptance, negative_data_rejection],
            )

        asked()


def test_answers_are_as_described(application: WSGIHandler) -> None:
    asked_as_described(application, examples=1)


@pytest.mark.slow
def test_answers_are_as_described_whatever_is_asked(application: WSGIHandler) -> None:
    asked_as_described(application, examples=EXAMPLES)
