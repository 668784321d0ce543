"""The season calendar: week by week what is played, and what changing a week does to published matches."""

import datetime

import pytest
from django.test import Client

from league.cups.services.cups import make_cup, set_date
from league.models import FixturePlan, Match, Player, Season
from league.scheduling.planner.calendar import Off, WeekOff, monday_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.task import parse_plan
from league.scheduling.selectors.plans import task_of_season
from league.scheduling.selectors.season_calendar import CalendarWeek, season_weeks
from league.scheduling.services.searches import run_search
from league.scheduling.services.season_calendar import change_calendar
from league.shared.errors import Refused
from tests.builders import (
    a_captain,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_season,
    a_team,
    an_account,
)
from tests.moments import assert_done_or_refused, at_once
from tests.reading import words
from tests.scheduling.search_once import NOW, clock
from tests.scheduling.test_plan_services import AUGUST, published, searched

pytestmark = pytest.mark.django_db
CALENDAR = "/three-valleys-all-fours-league/secretary/fixtures/calendar/"
WEEK = datetime.timedelta(weeks=1)


@pytest.fixture
def season() -> Season:
    return a_division(teams=4).season


def week_of(season: Season, day: datetime.date, **reader: bool) -> CalendarWeek:
    page = season_weeks(season, today=AUGUST, **reader)
    return next(week for week in page.weeks if week.monday == monday_of(day))


def changed(season: Season, day: datetime.date, kind: WeekOff | None, *, finals=None, **more):
    plan = season_weeks(season, today=AUGUST, to_secretary=True).plan
    off = Off(day=monday_of(day), kind=kind, because="darts") if kind else None
    shown = (plan.public_id, plan.revision) if plan else ("", 0)
    return change_calendar(
        **{
            "season": season,
            "changes": {monday_of(day): off},
            "finals": finals or {},
            "by": None,
            "now": NOW,
            "today": AUGUST,
            "began_from": shown,
            **more,
        }
    )


def test_each_week_says_what_is_played_and_what_moved_alone(season: Season) -> None:
    published(searched(season))
    matches = list(Match.objects.filter(week=1).order_by("pk"))
    night = matches[0].date
    Match.objects.filter(pk=matches[0].pk).update(date=night + WEEK + datetime.timedelta(days=1))
    set_date(cup=make_cup(season=season, name="Jubilee Cup"), on=season.ends_on)
    first, second = week_of(season, night), week_of(season, night + WEEK)
    assert (first.words, first.matches, second.matches) == ("League week 1", 1, 3)
    assert first.nights[0].moved_away == second.nights[-1].moved_here
    assert first.nights[0].moved_away[0].title == f"{matches[0].home} v {matches[0].away}"
    final = week_of(season, season.ends_on)
    assert (final.words, final.nights[0].cups[0].words) == ("Finals", "Jubilee Cup, final")


def test_two_league_weeks_of_one_monday_say_whose_they_are(season: Season) -> None:
    published(searched(season))
    night = Match.objects.filter(week=3).first().date
    second = a_division(season, name="Division Two", teams=0, position=2)
    a_match(second, "The Lion", "The Star", date=night, week=5)
    (first,) = season.divisions.exclude(pk=second.pk)
    assert week_of(season, night).words == f"League weeks 3 ({first.name}) and 5 (Division Two)"


def test_a_week_to_which_matches_moved_is_not_free(season: Season) -> None:
    published(searched(season))
    cup = a_drawn_cup(season, "The Owl", "The Ship", on=season.ends_on)
    empty = season.ends_on - WEEK
    assert week_of(season, empty).words == "Free"
    Match.objects.filter(pk=Match.objects.first().pk).update(date=empty)
    assert week_of(season, empty).words == "Postponed matches"
    set_date(cup=cup, on=season.ends_on + 9 * WEEK)
    assert week_of(season, season.ends_on).words == "Cup"


def test_a_free_week_becomes_a_spare_week_for_everybody_at_once(season: Season) -> None:
    published(searched(season))
    before = list(Match.objects.values_list("pk", "date"))
    assert changed(season, season.ends_on, WeekOff.RESERVE).new_plan is None
    assert week_of(season, season.ends_on).words == "Week kept for postponed matches: darts"
    assert list(Match.objects.values_list("pk", "date")) == before
    assert changed(season, season.ends_on, None).weeks == 1
    assert week_of(season, season.ends_on).words == "Free"


def test_published_matches_move_only_by_a_new_plan(season: Season) -> None:
    published(searched(season))
    night = Match.objects.filter(week=3).first().date
    with pytest.raises(Refused, match="would have to move: 2"):
        changed(season, night, WeekOff.CUP)
    plan = changed(season, night, WeekOff.CUP, plans_again=True).new_plan
    assert plan is not None
    assert week_of(season, night, to_secretary=True).words == "League week 3"
    FixturePlan.objects.filter(pk=plan.pk).update(seconds=1)
    assert run_search(plan_id=plan.pk, clock=clock())
    plan.refresh_from_db()
    fixtures = parse_plan(plan.best)
    assert faults_of(task_of_season(season, plan.wishes), fixtures) == ()
    assert monday_of(night) not in {monday_of(meeting.date) for meeting in fixtures.meetings}
    published(plan)
    assert week_of(season, night).words == "Cup week: darts"


def test_a_list_without_a_plan_and_a_season_without_a_list_have_their_weeks_too(season: Season) -> None:
    assert changed(season, season.ends_on, WeekOff.BLANK).new_plan is None
    assert FixturePlan.objects.get().state == "draft"
    assert week_of(season, season.ends_on).words == "Free"  # nothing is public before it is published
    old = a_match(a_division(a_season(season.league, name="2027-28")))
    older = old.division.season
    changed(older, older.ends_on, WeekOff.RESERVE)
    assert FixturePlan.objects.get(season=older).state == "published"
    assert week_of(older, older.ends_on).off is not None


@pytest.mark.django_db(transaction=True)
def test_of_two_who_change_the_calendar_at_once_one_is_refused(season: Season) -> None:
    published(searched(season))
    plan = season_weeks(season, today=AUGUST).plan
    shown = (plan.public_id, plan.revision)
    became = at_once(
        *(lambda kind=kind: changed(season, season.ends_on, kind, began_from=shown) for kind in WeekOff)
    )
    assert_done_or_refused(became, done=1)


def test_a_hidden_player_in_a_reason_is_hidden_from_the_public(season: Season) -> None:
    published(searched(season))
    a_player(a_team(season.league), "Esme Hidden", shown=Player.Shown.INITIALS)
    off = Off(day=monday_of(season.ends_on), because="wedding of Esme Hidden")
    changed(season, season.ends_on, None, changes={off.day: off})
    assert "Esme Hidden" not in week_of(season, season.ends_on).words
    assert "Esme Hidden" in week_of(season, season.ends_on, to_secretary=True).words


def test_the_page_says_what_would_move_before_anything_is_saved(
    client: Client, season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: NOW)
    a_captain(season.divisions.get(), "The Fleece", email="fleece@example.org", name="Ann")
    plan = published(searched(season)) and FixturePlan.objects.get()
    cup = make_cup(season=season, name="Jubilee Cup")
    client.force_login(an_account(season.league, "fixtures"))
    assert "Jubilee Cup" not in words(client.get(f"{CALENDAR}?change=yes"))
    client.force_login(an_account(season.league, "secretary"))
    night = Match.objects.filter(week=2).first().date
    plan.refresh_from_db()
    sent = {
        "plan": plan.public_id,
        "revision": plan.revision,
        f"kind-{monday_of(night)}": "blank",
        f"cup-{cup.public_id}": season.ends_on,
        "save": "yes",
    }
    page = client.post(f"{CALENDAR}?change=yes", sent)
    assert "2 matches would have to move" in words(page)
    cup.refresh_from_db()
    assert (cup.finals_on, FixturePlan.objects.count()) == (None, 1)
    answer = client.post(CALENDAR, sent | {"save": "sure"})
    again = FixturePlan.objects.exclude(pk=plan.pk).get()
    assert answer.headers["Location"].endswith(f"/fixtures/{again.public_id}/")
    cup.refresh_from_db()
    assert cup.finals_on == season.ends_on


def test_its_queries_do_not_grow_with_the_season(django_assert_num_queries) -> None:
    league = a_league()
    for teams in (4, 8):
        season = a_division(a_season(league, name=f"with {teams}"), teams=teams).season
        published(searched(season))
        for number in range(teams):
            make_cup(season=season, name=f"Cup {number}")
        with django_assert_num_queries(7):
            season_weeks(season, today=AUGUST)
