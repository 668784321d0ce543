"""The demo league as it is loaded."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import authenticate
from django.test import Client

from league.accounts.access import may_keep
from league.demo.services import (
    NIGHT_TO_ENTER,
    load_demo,
    remove_demo,
    season_name,
    weeks_to_move,
)
from league.honours.selectors import final_honours, honours_due, roll_of_honour
from league.matches.sheet.faults import sheet_faults
from league.models import Enrolment, League, Match, Offence, Scorecard, Season, User
from league.overview import visitor_views
from league.regulations.selectors.match_facts import zone_of
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.selectors.scorecards import sheet_of
from league.standings.selectors.standings import division_table
from tests.builders import a_league
from tests.demo.rows import everything
from tests.reading import words

A_WEDNESDAY = datetime.date(2031, 11, 26)
WEEK = datetime.timedelta(weeks=1)
DAY = datetime.timedelta(days=1)

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def demo(module_rows: Callable[[], Any]) -> League:
    with module_rows():
        load_demo(today=A_WEDNESDAY, password="ginnel")
        return League.objects.get(is_demo=True)


def days(first: datetime.date, count: int) -> Iterator[datetime.date]:
    return (first + n * DAY for n in range(count))


@pytest.mark.slow
def test_nobody_plays_at_christmas_and_the_front_page_says_so(
    client: Client, demo: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = demo.seasons.get(is_finished=False)
    ahead = Match.with_ties.filter(division__season=season, date__gt=A_WEDNESDAY)
    dates = set(ahead.values_list("date", flat=True))
    assert sorted(date for date in dates if date.weekday() == NIGHT_TO_ENTER.weekday()) == [
        datetime.date(2031, 11, 27),
        *(datetime.date(2031, 12, day) for day in (4, 11, 18)),
        *(datetime.date(2032, 1, day) for day in (8, 15, 22, 29)),
    ]
    assert max(dates) <= season.ends_on
    monkeypatch.setattr(visitor_views, "league_today", lambda league: A_WEDNESDAY)
    home = words(client.get(f"/{demo.slug}/"))
    assert "No matches of Division One from Thu 25 Dec to Thu 1 Jan; back on Thu 8 Jan" in home
    assert "Match of the week:" in home


def test_in_winter_noon_stays_noon(demo: League) -> None:
    fell = Offence.objects.filter(kind="late_result-1").values_list("fell_at", flat=True)
    zone = zone_of(demo.seasons.get(is_finished=False))
    assert {moment.astimezone(zone).time() for moment in fell} == {datetime.time(12)}


def test_the_night_to_enter_is_the_last_thursday_there_was() -> None:
    for today in days(A_WEDNESDAY, 21):
        night = NIGHT_TO_ENTER + weeks_to_move(today)
        assert night.weekday() == NIGHT_TO_ENTER.weekday()
        assert night <= today < night + WEEK


def test_seasons_are_named_for_their_years_wherever_they_are_moved() -> None:
    for today in days(datetime.date(2027, 1, 1), 800):
        start = today - 9 * WEEK
        names = [season_name(first, first + 19 * WEEK) for first in (start - 52 * WEEK, start)]
        assert names[0] != names[1]
    assert season_name(datetime.date(2029, 9, 6), datetime.date(2030, 1, 3)) == "2029-30"


def test_loading_leaves_a_night_of_ten_matches_to_enter_and_two_late_sheets(demo: League) -> None:
    night = NIGHT_TO_ENTER + weeks_to_move(A_WEDNESDAY)
    entered = Scorecard.objects.values("match")
    waiting = Match.objects.exclude(pk__in=entered).exclude(rulings__kind="walkover")
    assert waiting.filter(date=night).count() == 10
    assert waiting.filter(date=night - WEEK).count() == 2
    assert Match.objects.filter(date=night + WEEK).count() == 10
    assert not Scorecard.objects.filter(entered_at__date__gt=A_WEDNESDAY).exists()
    assert set(Season.objects.values_list("slug", "is_finished")) == {("2030-31", True), ("2031-32", False)}


def test_the_finished_table_decides_who_went_up_and_down(demo: League) -> None:
    present, finished = Season.objects.order_by("-starts_on")
    top, bottom = (
        [row.record.team for row in division_table(division).rows] for division in finished.divisions.all()
    )
    now_on_top = set(
        Enrolment.objects.filter(season=present, division__position=1).values_list("team", flat=True)
    )
    assert now_on_top == {*top[:-2], *bottom[:2]}


def test_the_roll_ends_with_the_finished_season_as_its_tables_ended(demo: League) -> None:
    finished = Season.objects.get(is_finished=True)
    assert not honours_due(finished, final_honours(finished))
    years = roll_of_honour(demo)
    assert [year.season_name for year in years[:2]] == [finished.name, "2029-30"]
    assert years[0].season == finished
    assert {line.competition for line in years[0].lines} >= {"Division One", "Division Two", "Knock-out Cup"}
    assert years[-1].tables


@pytest.mark.slow
def test_every_card_of_the_demo_could_be_confirmed(demo: League) -> None:
    cards = Scorecard.objects.select_related("match__division__season__rule_book")
    assert cards.count() == 266 + 1, "with a cup tie"
    for card in cards:
        rule_book = card.match.division.season.rule_book
        assert sheet_faults(sheet_of(card), rule_book.rules(), rule_book.match_format()) == ()


def test_the_phones_of_the_cup_tie_sent_what_is_on_its_card(demo: League) -> None:
    tie = Match.with_ties.filter(entries__isnull=False).distinct().get()
    logged, card = LoggedMatch(tie, log_of(tie)), sheet_of(tie.scorecards.get())
    assert logged.checked.faults == ()
    for sent, typed in zip(logged.sheet.tables, card.tables, strict=True):
        assert [(game.home_score, game.away_score) for game in sent.games] == [
            (game.home_score, game.away_score) for game in typed.games
        ]


def test_every_row_of_people_pubs_and_matches_passes_its_own_checks(demo: League) -> None:
    people = ("Pub", "Team", "Player", "Season", "Division", "Enrolment", "RuleBook", "User", "Honour")
    committee = ("Ruling", "Offence", "Appeal", "Charge", "Postponement", "Notice")
    for name in (*people, *committee):
        for instance in apps.get_model("league", name)._default_manager.all():
            instance.full_clean()


def test_the_secretary_of_the_demo_keeps_it_and_no_other_league(demo: League) -> None:
    user = authenticate(username="secretary", password="ginnel")
    assert isinstance(user, User)
    assert may_keep(user, demo)
    assert not may_keep(user, a_league())
    assert user.is_staff
    assert not user.is_superuser


def test_loading_twice_loads_once(demo: League) -> None:
    before = everything()
    assert load_demo(today=A_WEDNESDAY) is None
    assert everything() == before


def test_an_account_that_keeps_another_league_stays_when_the_demo_goes(demo: League) -> None:
    user = User.objects.get()
    user.league_roles.create(league=a_league())
    assert remove_demo().accounts_kept == ("secretary",)
    assert User.objects.get() == user
