"""A query compiled once gives what Django's own gives, for every value."""

import datetime

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext

from league.models import League, Match
from league.shared.compiled_query import CompiledQuery
from tests.builders import NIGHT, WEEK, a_division, a_league, a_match

pytestmark = pytest.mark.django_db

A_DAY = datetime.timedelta(days=1)


def test_each_value_finds_its_own_rows():
    leagues = [a_league("Moor Edge"), a_league("Canal Side")]
    query = CompiledQuery(lambda slug: League.objects.filter(slug=slug).values_list("pk", "name"))
    for league in (*leagues, leagues[0]):
        with CaptureQueriesContext(connection) as queries:
            assert list(query.rows(league.slug)) == [(league.pk, league.name)]
        assert len(queries) == 1
    assert list(query.rows("nowhere")) == []


def test_keys_days_and_moments_are_given_as_fields_take_them():
    division = a_division(teams=4)
    matches = [a_match(division, week=week, date=NIGHT + week * WEEK) for week in (1, 2, 3)]
    query = CompiledQuery(
        lambda first, last, *keys: (
            Match.objects.filter(pk__in=keys, date__range=(first, last))
            .order_by("pk")
            .values_list("pk", "date")
        )
    )
    keys = [match.pk for match in matches]
    for first, last, found in ((1, 2, matches[:2]), (2, 3, matches[1:]), (4, 5, [])):
        days = (NIGHT + first * WEEK, NIGHT + last * WEEK)
        assert list(query.rows(*days, *keys)) == [(match.pk, match.date) for match in found]
    assert list(query.rows(NIGHT, NIGHT + 9 * WEEK, keys[2])) == [(keys[2], matches[2].date)]


def test_a_value_that_is_changed_on_its_way_is_refused():
    query = CompiledQuery(lambda day: Match.objects.filter(date__lt=day + A_DAY).values_list("pk"))
    with pytest.raises(ValueError, match="does not reach its SQL"):
        query.rows(NIGHT)


def test_it_is_compiled_once_for_each_number_of_values(monkeypatch):
    compiled = []

    def of_keys(*keys):
        compiled.append(len(keys))
        return Match.objects.filter(pk__in=keys).values_list("pk").order_by(F("pk").desc())

    query = CompiledQuery(of_keys)
    for keys in ((1,), (2,), (1, 2), (3,), (4, 5)):
        query.rows(*keys)
    assert compiled == [1, 2]
