"""Simulated years in the database: whatever the judge finds at their end stands on the calendar page."""

import datetime
from random import Random

import pytest
from django.test import Client

from league.models import Match
from league.scheduling.judge import judge
from league.scheduling.selectors.published_season import published_season
from league.scheduling.services.postponements import decide_date
from tests.builders import a_division, a_secretary
from tests.examples import sampled
from tests.reading import words
from tests.scheduling.test_plan_services import NOW, published, searched

pytestmark = pytest.mark.django_db
EVENTS = 6


@pytest.mark.parametrize("seed", sampled(range(40), each=20))
def test_a_year_ends_without_a_breach_that_the_page_does_not_show(seed: int, client: Client) -> None:
    rng, season = Random(seed), a_division(teams=4).season
    client.force_login(a_secretary(season.league))
    calendar = f"/{season.league.slug}/secretary/fixtures/calendar/?season={season.slug}"
    published(searched(season))
    assert not judge(published_season(season)).breaches
    found = 0
    for _ in range(EVENTS):
        matches = list(Match.objects.filter(division__season=season).order_by("pk"))
        match, other = rng.sample(matches, 2)
        late = season.ends_on + datetime.timedelta(days=rng.randint(1, 30))
        day = rng.choice([other.date, late, None])
        if day != match.date:
            decide_date(match=match, to=day, reason="snow", now=NOW, although_taken=True)
        verdict, page = judge(published_season(season)), words(client.get(calendar))
        assert [sentence for sentence in verdict.said if sentence not in page] == []
        found += len(verdict.breaches)
    assert found
