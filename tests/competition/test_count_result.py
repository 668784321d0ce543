"""A result counts for its division alone, unless a page of another shows it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.competition.services import bump_revision, count_result
from league.models import League
from tests.builders import a_card, a_division, a_match, a_season

pytestmark = pytest.mark.django_db


def counts() -> tuple[int, int, dict[str, int]]:
    league = League.objects.get()
    return league.revision, league.results, league.results_by_division


def test_each_division_has_its_own_count_and_another_change_begins_them_anew():
    season = a_season()
    first = a_match(a_division(season, "Division One", teams=0))
    second = a_match(a_division(season, "Division Two", teams=0), "Packhorse & Drover", "The Tup and Bell")
    one, two = str(first.division_id), str(second.division_id)
    before, *_ = counts()
    for match in (first, second, first):
        with CaptureQueriesContext(connection) as spent:
            count_result(match=match)
        assert len(spent) == 1
    assert counts() == (before + 3, 3, {one: 2, two: 1})

    bump_revision(league_id=season.league_id)
    assert counts() == (before + 4, 3, {})
    count_result(match=second)
    assert counts() == (before + 5, 4, {two: 1})


def test_a_result_of_teams_that_are_to_meet_elsewhere_is_a_change_of_all():
    season = a_season()
    match = a_match(a_division(season, "Division One"))
    next_season = a_season(season.league, "2027-28")
    to_come = a_match(a_division(next_season), home=match.away, away=match.home)
    before, *_ = counts()
    count_result(match=match)
    assert counts() == (before + 1, 0, {})

    a_card(to_come, (15, 1), (15, 2), (15, 3), (15, 4))
    count_result(match=match)
    assert counts() == (before + 2, 1, {str(match.division_id): 1})
