"""A handover step by step: what the page reads from the league, and what is noted."""

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from league.models import Handover, League, LeagueRole, User
from tests.builders import FRIDAY, a_division, a_match, an_account, an_offence
from tests.reading import words

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(db: None, monkeypatch: pytest.MonkeyPatch) -> League:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    return a_division(teams=2).season.league


@pytest.fixture
def owner(league: League, client: Client) -> User:
    user = an_account(league, "owner", "olive")
    client.force_login(user)
    return user


@pytest.fixture
def heir(league: League) -> User:
    return an_account(league, "secretary", "harry")


def page(league: League) -> str:
    return f"/{league.slug}/secretary/handover/"


def test_a_handover_from_start_to_end(client: Client, league: League, owner: User, heir: User) -> None:
    assert "Six steps" in words(client.get(page(league)))
    shown = words(client.post(page(league), {"start": "yes", "successor": "harry"}, follow=True))
    assert "Handover to harry started." in shown
    assert "has not signed in" in shown
    Client().force_login(heir)
    client.post(f"/{league.slug}/secretary/take-along/")
    shown = words(client.post(page(league), {"printed": "yes"}, follow=True))
    assert "harry is secretary and last signed in" in shown
    assert "Exported Fri 15 Jan, 9.00 am by olive." in shown
    assert "Printed Fri 15 Jan, 9.00 am by olive." in shown
    assert "2 of 6 steps to do" in shown
    client.post(f"/{league.slug}/secretary/people/harry/hand-over/", {"afterwards": "stays"})
    shown = words(client.get(page(league)))
    assert "harry owns the league since Fri 15 Jan, 9.00 am, handed over by olive." in shown
    assert "olive is still secretary." in shown
    client.force_login(heir)
    client.post(f"/{league.slug}/secretary/people/olive/", {"remove": "yes"})
    shown = words(client.get(page(league)))
    assert "olive has no role in the league any more." in shown
    assert "All six steps are done" in shown
    assert "Past handovers" in words(client.post(page(league), {"finish": "yes"}, follow=True))
    assert Handover.objects.get().ended_by == heir


def test_open_items_are_counted_with_the_pages_that_settle_them(
    client: Client, league: League, owner: User, heir: User
) -> None:
    match = a_match(league.seasons.get().divisions.get(), date=FRIDAY.date() - datetime.timedelta(days=8))
    an_offence(match)
    client.post(page(league), {"start": "yes", "successor": "harry"})
    shown = words(client.get(page(league)))
    assert "1 result to enter" in shown
    assert "1 undecided sanction" in shown
    assert "open dispute" not in shown


@pytest.mark.slow
def test_one_handover_at_a_time_to_somebody_with_a_role(
    client: Client, league: League, owner: User, heir: User
) -> None:
    answer = client.post(page(league), {"start": "yes", "successor": "nobody"})
    assert answer.status_code == 422
    assert "“nobody” has no role" in words(answer)
    client.post(page(league), {"start": "yes", "successor": "harry"})
    answer = client.post(page(league), {"start": "yes", "successor": "harry"})
    assert answer.status_code == 422
    assert "under way already" in words(answer)
    assert client.post(page(league), {}).status_code == 422
    assert Handover.objects.count() == 1


def test_a_secretary_sees_who_must_hand_over(client: Client, league: League, owner: User, heir: User) -> None:
    client.force_login(heir)
    client.post(page(league), {"start": "yes", "successor": "harry"})
    shown = words(client.get(page(league)))
    assert "Only the owner can hand the league over: olive." in shown
    assert not LeagueRole.objects.filter(user=heir, role="owner").exists()


def test_the_page_takes_as_many_queries_however_long_the_season(
    client: Client, league: League, owner: User, heir: User, django_assert_num_queries
) -> None:
    division = league.seasons.get().divisions.get()
    client.post(page(league), {"start": "yes", "successor": "harry"})
    names = [
        *("session", "user", "league", "role", "handovers", "people", "seasons", "results", "disputes"),
        *("drafts", "requests", "offences", "appeals", "sums by pub", "pubs", "divisions"),
    ]
    for week in (1, 2, 3):
        an_offence(a_match(division, week=week, date=FRIDAY.date() - datetime.timedelta(days=7 * week)))
        with django_assert_num_queries(len(names)):
            client.get(page(league))
