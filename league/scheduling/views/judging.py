"""What a change breaks of the fixtures, said on the next page."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from league.models import Season
from league.scheduling.selectors.published_season import newly_said, verdict_on


@contextmanager
def judged(request: HttpRequest, season: Season | None) -> Iterator[None]:
    """Judge a season before and after what is done within, and warn of all that is newly broken."""
    before = verdict_on(season) if season else None
    yield
    for sentence in newly_said(before, verdict_on(season) if season else None):
        messages.warning(request, sentence)
