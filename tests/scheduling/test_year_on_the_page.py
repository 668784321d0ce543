"""Simulated years in the database: whatever the judge finds at their end stands on the calendar page."""

import datetime
from random import Random

import pytest
from django.test import Client

from league.models import Match, Season
from league.scheduling.judge import judge
from league.scheduling.selectors.initial_requests import ReplanStart, requests_for_replan
from league.scheduling.selectors.published_season import published_season
from league.scheduling.services.postponements import decide_date
from tests.builders import a_division, a_drawn_cup, a_secretary
from tests.examples import sampled
from tests.reading import words
from tests.scheduling.search_once import NOW
from tests.scheduling.test_plan_services import published, searched

pytestmark = pytest.mark.django_db
EVENTS = 6


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
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


@pytest.mark.parametrize("seed", sampled(range(20), each=20))
def test_a_year_of_cups_closures_and_replans_breaks_nothing_that_the_page_does_not_show(
    seed: int, client: Client
) -> None:
    """One team is at home on Mondays; ties, shut pubs, snow and new lists follow each other by chance."""
    rng, season = Random(seed), a_division(teams=4).season
    client.force_login(a_secretary(season.league))
    calendar = f"/{season.league.slug}/secretary/fixtures/calendar/?season={season.slug}"
    published(
        searched(season, requests_text='[[home_night]]\nteam = "The Shears"\nnight = "Monday"\n', seconds=1)
    )
    assert not judge(published_season(season)).breaches
    assert on_days(season, "The Shears") == {MONDAY}
    acts = [snow, cup_tie, closure_and_replan]
    found = 0
    for number in range(len(acts) + 1):
        (acts[number] if number < len(acts) else rng.choice(acts))(rng, season, number)
        verdict, page = judge(published_season(season)), words(client.get(calendar))
        assert [sentence for sentence in verdict.said if sentence not in page] == []
        found += len(verdict.breaches)
    assert found


MONDAY = 1


def on_days(season: Season, team: str) -> set[int]:
    """The days of the week of a team's home matches that were not moved by hand."""
    own = Match.objects.filter(division__season=season, home__name=team, postponed_from=None)
    return {day.isoweekday() for day in own.values_list("date", flat=True) if day}


def snow(rng: Random, season: Season, number: int) -> None:
    match, other = rng.sample(list(Match.objects.filter(division__season=season).order_by("pk")), 2)
    day = rng.choice([other.date, season.ends_on + datetime.timedelta(days=number + 1)])
    if day != match.date:
        decide_date(match=match, to=day, reason="snow", now=NOW, although_taken=True)


def cup_tie(rng: Random, season: Season, number: int) -> None:
    match = rng.choice(list(Match.objects.filter(division__season=season).exclude(date=None).order_by("pk")))
    a_drawn_cup(season, str(match.home), str(match.away), on=match.date, name=f"Cup {number}")


def closure_and_replan(rng: Random, season: Season, number: int) -> None:
    """A pub is shut on the nights of a month, and the rest of the season is planned again around it."""
    start = season.starts_on + datetime.timedelta(weeks=rng.randint(1, 3))
    for undated in Match.objects.filter(division__season=season, date=None):
        decide_date(match=undated, to=season.ends_on, reason="at last", now=NOW, although_taken=True)
    shut = [start + datetime.timedelta(days=day) for day in range(28)]
    text = requests_for_replan(season, ReplanStart(start=start, until=start)).text
    pub = str(rng.choice(list(season.league.pubs.order_by("pk"))))
    closed = f'\n[[pub]]\nname = "{pub}"\nclosed = [{", ".join(map(str, shut))}]\n'
    text += "" if f'name = "{pub}"' in text else closed
    published(searched(season, name=f"Plan {number}", requests_text=text, seconds=1), despite_faults=True)
