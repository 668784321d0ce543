"""A season as the search for its list gets it, and the command that prints one."""

import datetime
import io
import json
from dataclasses import replace

import pytest
from django.core.management import CommandError, call_command

from league.models import Season
from league.scheduling.planner.calendar import UnreadableRequests
from league.scheduling.requests.file import parse_requests
from league.scheduling.selectors.initial_requests import from_today
from league.scheduling.selectors.plans import league_facts, standing_list, task_of_season
from tests.builders import NIGHT, a_division, a_match, a_pub, a_season, a_team, a_withdrawal, an_enrolment

pytestmark = pytest.mark.django_db
AUGUST = datetime.datetime(2026, 8, 1, 20, 0, tzinfo=datetime.UTC)
THREE_VALLEYS = {"league": "three-valleys-all-fours-league", "season": "2026-27"}


@pytest.fixture
def season() -> Season:
    return a_division(teams=6).season


def test_every_team_has_its_pub_and_division(season):
    found = league_facts(season)
    assert len(found.teams) == len(found.venues) == 6
    assert [len(division.teams) for division in found.divisions] == [6]
    assert found.plan is None


def test_a_pub_takes_as_many_matches_as_its_tables(season):
    big = a_pub(season.league, "The Barn", tables=9)
    an_enrolment(season.divisions.get(), a_team(season.league, "The Barn A", pub=big))
    rooms = {venue.name: venue.capacity for venue in league_facts(season).venues}
    assert rooms["The Barn"] == 2
    assert rooms["The Fleece"] == 1


def test_a_pub_that_closes_hosts_no_more(season):
    season.league.pubs.filter(slug="the-fleece").update(closed_on=NIGHT)
    (fleece,) = (venue for venue in league_facts(season).venues if venue.key == "the-fleece")
    assert min(fleece.closed) == NIGHT
    assert max(fleece.closed) == season.ends_on


@pytest.mark.parametrize("day", ["2026-09-03", "2027-04-30"])
def test_before_and_after_its_days_a_season_is_planned_as_it_is(season, day):
    assert from_today(season, "", datetime.date.fromisoformat(day)) == ""


@pytest.mark.parametrize(
    "wishes", ["", "# told me\n[season]\nfair_draw = true\n", "[[week_off]]\nday = 2026-12-24\n"]
)
def test_a_season_that_has_begun_without_a_match_is_planned_from_today(season, wishes):
    begun = from_today(season, wishes, NIGHT)
    assert parse_requests(begun) == replace(parse_requests(wishes), first=NIGHT)


@pytest.mark.parametrize(
    "wishes", ["[season]\nfirst = 2026-10-01\n", "[season]\nkeep_before = 2026-10-01\n", "what?"]
)
def test_it_is_planned_from_the_day_the_requests_say(season, wishes):
    assert from_today(season, wishes, NIGHT) == wishes


def test_a_season_with_a_list_is_planned_again_as_it_is(season):
    a_match(season.divisions.get(), date=NIGHT)
    assert from_today(season, "", NIGHT) == ""


def test_it_is_played_on_the_usual_night(season):
    assert league_facts(season).night == 4
    earlier = a_season(season.league, "2025-26")
    a_match(a_division(earlier, teams=0), date=datetime.date(2027, 1, 12))
    season.copied_from = earlier
    assert league_facts(season).night == 2


def test_what_stands_keeps_its_first_date_while_it_has_none(season):
    a_match(season.divisions.get(), date=None, postponed_from=NIGHT)
    a_match(season.divisions.get(), date=NIGHT, week=40, is_play_off=True)
    plan = standing_list(season)
    assert [(meeting.date, meeting.round, meeting.home) for meeting in plan.meetings] == [
        (NIGHT, 1, "the-fleece")
    ]


def test_a_team_that_left_before_it_had_a_match_is_left_out(season):
    division = season.divisions.get()
    a_withdrawal(division, "The Shears")
    assert "the-shears" not in {team.key for team in league_facts(season).teams}
    a_match(division)
    assert "the-shears" in {team.key for team in league_facts(season).teams}


def test_requests_go_by_name(season):
    task = task_of_season(season, '[[wish]]\nteam = "fleece"\nwhere = "home"\non = [2027-01-14]\n')
    assert task.requests[0].team == "the-fleece"
    with pytest.raises(UnreadableRequests, match="There is no team “Fleese”; is it The Fleece"):
        task_of_season(season, '[[wish]]\nteam = "Fleese"\nwhere = "home"\non = [2027-01-14]\n')


def test_it_asks_the_database_no_more_for_more_teams(django_assert_num_queries):
    season = a_division(teams=14).season
    with django_assert_num_queries(6):
        league_facts(season)


def said(**options: object) -> str:
    out = io.StringIO()
    call_command("plan_fixtures", stdout=out, seconds=1, **options)
    return out.getvalue()


def test_the_command_prints_the_list_and_how_fair_it_is(season, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: AUGUST)
    told = said(**THREE_VALLEYS)
    assert "no list can be better" in told
    assert "Division One: 12 breaks; the fewest possible." in told
    assert told.count(" v ") == 30


def test_the_command_speaks_to_programs(season, tmp_path):
    file = tmp_path / "wishes.toml"
    file.write_text('[[wish]]\nteam = "The Fleece"\nwhere = "home"\nat = ["first"]\n', encoding="utf-8")
    told = json.loads(said(**THREE_VALLEYS, wishes=str(file), json=True))
    assert len(told["meetings"]) == 30
    assert told["keeps_conditions"] is True
    assert [wish["is_met"] for wish in told["wishes"]] == [True]


def test_the_command_prints_the_nearest_list_and_refuses_with_the_arithmetic(season, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: AUGUST)
    season.ends_on = season.starts_on + datetime.timedelta(weeks=6)
    season.save()
    out = io.StringIO()
    with pytest.raises(CommandError, match="need 10 nights; the dates allow 7") as refused:
        call_command("plan_fixtures", stdout=out, seconds=1, **THREE_VALLEYS)
    assert "The nearest that is possible: Division One can also play on" in str(refused.value)
    assert out.getvalue().count(" v ") == 30


def test_the_command_plans_no_night_that_has_gone(season, monkeypatch):
    monkeypatch.setattr("django.utils.timezone.now", lambda: AUGUST + datetime.timedelta(weeks=15))
    told = json.loads(said(**THREE_VALLEYS, json=True))
    assert min(json.dumps(one) for one in told["meetings"]).startswith('["2026-11-19"')


@pytest.mark.parametrize(("options", "missing"), [({}, "--league, --season"), ({"league": "x"}, "--season")])
def test_the_command_says_what_it_needs(options, missing):
    with pytest.raises(CommandError, match=f"required: {missing}$"):
        said(**options)
