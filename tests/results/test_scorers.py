"""A scorer of the league opens the scoring page of every match with his account."""

import datetime

import pytest
from django.test import Client

from league.competition.selectors import league_today
from league.models import Match, ScoringCode
from tests.builders import a_card, a_division, a_league, a_match, a_season, an_account
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db

DAY = datetime.timedelta(days=1)


@pytest.fixture
def match() -> Match:
    match = a_match(a_division(teams=4))
    Match.objects.filter(pk=match.pk).update(date=league_today(match.division.season.league))
    return Match.objects.get(pk=match.pk)


@pytest.fixture
def scorer(match: Match) -> Client:
    client = Client()
    client.force_login(an_account(match.division.season.league, "scorer"))
    return client


def page_of(match: Match) -> str:
    return f"/{match.division.season.league.slug}/scoring/"


def test_pressing_a_match_leads_to_the_page_its_code_opens(scorer: Client, match: Match) -> None:
    for _ in range(2):
        answer = scorer.post(page_of(match), {"match": match.public_id})
        assert answer.headers["Location"] == f"/s/{ScoringCode.objects.get().code}/"


def test_the_matches_of_these_days_stand_there(scorer: Client, match: Match) -> None:
    last_month = a_match(match.division, "Packhorse & Drover", "The Tup and Bell", date=match.date - 30 * DAY)
    played = a_match(match.division, "The Tup and Bell", "Packhorse & Drover", date=match.date - DAY)
    a_card(played, (15, 9), (12, 15), (15, 11), (15, 8))
    page = markup(scorer.get(page_of(match)))
    assert "Tonight" in page
    assert f'value="{match.public_id}"' in page
    assert last_month.public_id not in page
    assert f'value="{played.public_id}"' not in page, "it is over"


@pytest.mark.parametrize("typed", sampled(["", "nowhere2", "\x00", "²" * 5, "x" * 10_000], each=5))
def test_what_is_no_match_leads_back(scorer: Client, match: Match, typed: str) -> None:
    answer = scorer.post(page_of(match), {"match": typed}, follow=True)
    assert "Choose one of the list" in markup(answer)
    assert not ScoringCode.objects.exists()


def test_another_leagues_match_is_not_opened(scorer: Client, match: Match) -> None:
    other = a_match(a_division(a_season(a_league("Four Rivers"))))
    scorer.post(page_of(match), {"match": other.public_id})
    assert not ScoringCode.objects.exists()


def test_queries_do_not_grow_with_the_matches(
    scorer: Client, match: Match, django_assert_num_queries
) -> None:
    for number in range(5):
        a_match(match.division, "The Tup and Bell", "Packhorse & Drover", date=match.date, week=2 + number)
    with django_assert_num_queries(5):  # session, account, league, role, matches
        scorer.get(page_of(match))
