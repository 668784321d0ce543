"""Teams that are at home on another night of the week than their division: planned, repaired, judged."""

import datetime
from dataclasses import replace

import pytest

from league.scheduling.judge import Kind
from league.scheduling.planner.by_hand import Act, ChangeByHand, apply_change
from league.scheduling.planner.calendar import DAY, Off, SeasonCalendar, monday_of
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import Meeting, Plan, Task, TeamRequest, Where
from tests.scheduling.cast import at_home, league_of, night, planned, shut

WEDNESDAY, THURSDAY = 3, 4


def of_week(number: int, weekday: int = WEDNESDAY) -> datetime.date:
    """A day of a week of the season; the division plays on Tuesdays."""
    return monday_of(night(number)) + (weekday - 1) * DAY


def season(*sizes: int, weeks: int = 20, off: tuple[int, ...] = (), **more: object) -> Task:
    """A league with a calendar, in which the Owl of the first division is at home on Wednesdays."""
    weeks_off = tuple(Off(day=night(number)) for number in off)
    calendar = SeasonCalendar(first=night(1) - DAY, last=night(weeks), off=weeks_off)
    task = league_of(*sizes, spare=weeks, calendar=calendar, **({"home_nights": {"Owl 1": WEDNESDAY}} | more))
    divisions = (replace(one, nights=calendar.nights(2)) for one in task.divisions)
    return replace(task, divisions=tuple(divisions))


def on_days(plan: Plan) -> dict[str, set[int]]:
    """The days of the week on which each team is at home."""
    days: dict[str, set[int]] = {}
    for meeting in plan.meetings:
        days.setdefault(meeting.home, set()).add(meeting.date.isoweekday())
    return days


@pytest.mark.parametrize("own", [{"Owl 1": WEDNESDAY}, {"Owl 1": WEDNESDAY, "Bell 1": THURSDAY}])
def test_a_new_list_has_home_matches_on_the_home_night_and_all_others_on_the_divisions(
    own: dict[str, int],
) -> None:
    task = season(6, home_nights=own)

    plan = planned(task).plan

    assert on_days(plan) == {team: {own.get(team, 2)} for team in task.divisions[0].teams}
    weeks = [(monday_of(meeting.date), team) for meeting in plan.meetings for team in meeting.pair]
    assert len(set(weeks)) == len(weeks) == 60


def test_the_pub_is_shut_by_the_night_of_the_match() -> None:
    shut_tuesdays = shut(season(6), "Owl 1", *range(1, 21))
    wednesdays = frozenset(of_week(number) for number in (1, 3, 4, 7))
    task = replace(
        season(6),
        venues=tuple(
            replace(own, closed=wednesdays) if own.name == "Owl 1" else own for own in season(6).venues
        ),
    )

    assert at_home(planned(shut_tuesdays).plan, "Owl 1")
    assert not at_home(planned(task).plan, "Owl 1") & wednesdays


def test_a_pub_with_one_room_has_two_teams_at_home_in_one_week_and_none_beside_a_wednesday_division() -> None:
    alike = season(
        6, sharing=[("Owl 1", "Bell 1", "Swan 1")], home_nights={"Owl 1": WEDNESDAY, "Bell 1": THURSDAY}
    )
    task = season(6, 6, sharing=[("Owl 1", "Owl 2")])
    wednesdays = tuple(of_week(number) for number in range(1, 21))
    task = replace(task, divisions=(task.divisions[0], replace(task.divisions[1], nights=wednesdays)))

    plan = planned(alike).plan
    beside = planned(task).plan

    weeks = [{monday_of(day) for day in at_home(plan, team)} for team in ("Owl 1", "Bell 1", "Swan 1")]
    assert sum(map(len, weeks)) > len(set.union(*weeks))
    assert not at_home(beside, "Owl 1") & at_home(beside, "Owl 2")


def test_what_teams_ask_of_nights_is_weighed_by_the_night_of_the_match() -> None:
    asked = tuple(
        TeamRequest(team="Owl 1", where=where, days=days, must=True)
        for where, days in (
            (Where.NO_MATCH, (of_week(2), night(2), of_week(5))),
            (Where.NOT_HOME, (of_week(3),)),
            (Where.HOME, (of_week(4),)),
        )
    )

    plan = planned(season(6, requests=asked)).plan

    days = {meeting.date for meeting in plan.of_team("Owl 1")}
    assert not days & {of_week(2), night(2), of_week(5), of_week(3)}
    assert of_week(4) in at_home(plan, "Owl 1")


def test_a_wednesday_before_the_season_or_on_a_free_holiday_is_none() -> None:
    task = season(6, home_nights={"Owl 1": 1})
    assert task.calendar is not None
    calendar = replace(task.calendar, first=night(1), free=((of_week(3, 1), "May Day"),))

    plan = planned(replace(task, calendar=calendar)).plan

    assert not at_home(plan, "Owl 1") & {of_week(1, 1), of_week(3, 1)}


def january(task: Task, plan: Plan, **changes: object) -> Task:
    """The season with this list from its sixth week on."""
    return replace(task, standing=plan, keep_before=night(6) - DAY, **changes)


def moved(before: Plan, after: Plan) -> set[Meeting]:
    return set(after.meetings) - set(before.meetings)


def test_a_list_that_stands_is_left_alone() -> None:
    task = season(6)
    plan = planned(task).plan

    assert best_plan(january(task, plan), steps=2).plan == plan


def test_a_lost_week_moves_as_a_whole_and_home_matches_to_their_own_night() -> None:
    task = season(6)
    plan = planned(task).plan
    lost = next(number for number in range(6, 11) if of_week(number) in at_home(plan, "Owl 1"))
    calendar = replace(task.calendar, off=(Off(day=night(lost)),))
    division = replace(task.divisions[0], nights=calendar.nights(2))
    after = january(task, plan, calendar=calendar, divisions=(division,))

    progress = best_plan(after, steps=2)

    assert not faults_of(after, progress.plan)
    again = moved(plan, progress.plan)
    assert len(again) == 3
    assert {meeting.date.isoweekday() for meeting in again if meeting.home == "Owl 1"} == {WEDNESDAY}
    assert len({monday_of(meeting.date) for meeting in again}) == 1


@pytest.mark.parametrize("day", [of_week(18, 1), night(18), of_week(18)])
def test_a_match_put_off_to_a_night_that_was_agreed_stays_there(day: datetime.date) -> None:
    task = season(6)
    plan = planned(task).plan
    match = next(one for one in plan.meetings if one.home == "Owl 1" and one.date > night(6))
    elsewhere = replace(match, date=day)
    stands = Plan(meetings=tuple(elsewhere if one == match else one for one in plan.meetings))
    after = january(task, stands)

    assert best_plan(after, steps=2).plan == stands
    assert not faults_of(after, stands)


def test_a_home_night_that_is_asked_for_in_january_moves_the_home_matches_to_come_alone() -> None:
    task = season(6, home_nights={})
    plan = planned(task).plan
    after = january(task, plan, home_nights={"Owl 1": WEDNESDAY})

    progress = best_plan(after, steps=2)

    assert not faults_of(after, progress.plan)
    to_come = {one for one in plan.meetings if one.home == "Owl 1" and one.date >= night(6)}
    assert moved(plan, progress.plan) == {replace(one, date=one.date + DAY) for one in to_come}


def test_a_team_that_joins_in_january_is_at_home_on_its_own_night() -> None:
    task = season(6, home_nights={"Owl 1": WEDNESDAY, "Anchor 1": THURSDAY}, weeks=24)
    division = task.divisions[0]
    fewer = replace(task, divisions=(replace(division, teams=division.teams[:5]),))
    plan = planned(fewer).plan
    after = january(task, plan)

    progress = best_plan(after, steps=2)

    assert not faults_of(after, progress.plan)
    assert on_days(progress.plan)["Anchor 1"] == {THURSDAY}
    assert on_days(progress.plan)["Owl 1"] == {WEDNESDAY}


@pytest.mark.parametrize(
    ("day", "words"),
    [
        (night(8), "Owl 1 are at home on Wednesdays"),
        (of_week(8, 1), "Owl 1 are at home on Wednesdays"),
        (of_week(21), "is outside the season"),
        (of_week(15), "is in a week off"),
    ],
)
def test_the_judge_names_a_home_match_that_is_not_on_the_home_night(day: datetime.date, words: str) -> None:
    task = season(6, off=(15,))
    plan = planned(task).plan
    match = next(one for one in plan.meetings if one.home == "Owl 1")
    wrong = Plan(meetings=tuple(replace(one, date=day) if one == match else one for one in plan.meetings))

    named = [
        fault for fault in faults_of(task, wrong) if fault.kind is Kind.NIGHT and "Owl 1 v" in str(fault)
    ]

    assert len(named) == 1
    assert words in named[0].sentence


def test_a_change_by_hand_puts_matches_on_the_home_night_of_who_is_at_home_then() -> None:
    task = season(6)
    plan = planned(task).plan
    match = next(one for one in plan.meetings if one.home == "Owl 1")

    turned = apply_change(plan, ChangeByHand(act=Act.SIDES, meeting=match, returns=True), task)
    later = apply_change(plan, ChangeByHand(act=Act.WEEK, meeting=match, week=9, returns=True), task)
    chosen = apply_change(plan, ChangeByHand(act=Act.NIGHT, meeting=match, night=night(19)), task)

    for changed in (turned, later):
        assert changed != plan
        assert on_days(changed) == {team: {3 if team == "Owl 1" else 2} for team in task.divisions[0].teams}
    assert moved(plan, chosen) == {replace(match, date=night(19))}
