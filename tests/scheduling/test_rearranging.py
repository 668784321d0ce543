"""What does not fit in a week moves alone: to a spare night, with home and away changed, to another pub."""

import datetime
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from league.scheduling.planner.by_hand import Act, ChangeByHand, apply_change
from league.scheduling.planner.calendar import ImpossibleTask, Off, SeasonCalendar, WeekOff
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.rearranging import rearrange
from league.scheduling.planner.rearranging_options import Way
from league.scheduling.planner.searching import Progress, best_plan
from league.scheduling.planner.task import (
    GroupConstraint,
    Plan,
    Task,
    TeamGroup,
    TeamRequest,
    Where,
    format_plan,
    parse_plan,
)
from tests.examples import examples
from tests.scheduling.cast import at_home, league_of, names, night, planned, shut, standing, without_nights
from tests.scheduling.fewest_changes import fewest_changes

WEDDING = TeamRequest(team="Bell 1", where=Where.NO_MATCH, days=(night(4),), because="a wedding")


def moved(progress: Progress) -> list[tuple[Way, datetime.date, datetime.date]]:
    return [(match.way, match.before.date, match.after.date) for match in progress.rearranged]


def last_night(plan: Plan) -> datetime.date:
    return max(meeting.date for meeting in plan.meetings)


def test_one_pub_shut_on_three_nights_takes_no_week_from_anybody():
    """Three of its nights may all be away; if not, its home match alone goes to a spare night."""
    progress = planned(shut(league_of(8, 8, spare=6), "Owl 1", 3, 4, 5))
    usual = {meeting.date for meeting in progress.plan.meetings} - {
        match.after.date for match in progress.rearranged
    }
    assert usual == {night(week) for week in range(1, 15)}
    assert len(progress.rearranged) <= 1


def test_a_night_on_which_most_pubs_are_shut_is_left_out():
    task = league_of(6, spare=1)
    for team in names(6)[:4]:
        task = shut(task, team, 2)
    closed = replace(
        task,
        venues=tuple(
            replace(venue, closed=frozenset({night(2)})) if venue.name in names(6)[:4] else venue
            for venue in task.venues
        ),
    )
    assert night(2) not in {meeting.date for meeting in planned(closed).plan.meetings}


@pytest.mark.slow
def test_a_week_in_which_most_pubs_shut_after_all_moves_as_one():
    task = standing(league_of(6, spare=1))
    for team in names(6)[:4]:
        task = shut(task, team, 7)
    progress = planned(task)
    assert changed(task, progress.plan) == {night(7)}
    moved_to = {meeting.date for meeting in progress.plan.meetings} - {night(week) for week in range(1, 11)}
    assert moved_to == {night(11)}


@pytest.mark.parametrize("must", [False, True])
def test_a_wedding_moves_one_match_to_a_spare_night(must):
    progress = planned(replace(league_of(6, spare=4), requests=(replace(WEDDING, must=must),)))
    assert [meeting.date for meeting in progress.plan.of_team("Bell 1")].count(night(4)) == 0
    # The return is in week 9: the first two spare nights are too close to it.
    assert moved(progress) == [(Way.SPARE_NIGHT, night(4), night(13))]
    (match,) = progress.rearranged
    verb = "cannot play" if must else "ask for no match"
    assert match.because == (f"Bell 1 {verb} on 6 October (a wedding)",)
    assert progress.keeps_conditions


def test_a_match_moves_away_from_its_return():
    """The return is in week 10: a spare night right behind it would be the nearest."""
    task = league_of(6, spare=6)
    plan = planned(task).plan
    first = next(m for m in plan.meetings if m.date == night(5) and "Bell 1" in m.pair)
    wedding = replace(WEDDING, team="Bell 1", days=(night(5),), must=True)
    (match,) = rearrange(replace(task, requests=(wedding,)), plan).matches
    assert match.before == first
    assert match.after.date == night(14)


def test_weeks_kept_for_postponed_matches_are_used_when_no_other_night_is_spare():
    calendar = SeasonCalendar(first=night(1), last=night(11), off=(Off(day=night(11), kind=WeekOff.RESERVE),))
    task = replace(league_of(6), requests=(replace(WEDDING, must=True),), calendar=calendar)
    assert moved(planned(task)) == [(Way.RESERVE_NIGHT, night(4), night(11))]


@pytest.mark.parametrize("must", [False, True])
def test_two_teams_of_a_pub_are_not_moved_home_on_one_night(must):
    never = GroupConstraint(
        teams=("Bell 1", "Bell 2"), company=TeamGroup.NEVER_HOME_TOGETHER, weight=20, must=must
    )
    task = league_of(6, 6, sharing=[("Bell 1", "Bell 2")], capacity=2, requests=[never], spare=3)
    plan = planned(task).plan
    nights = [max(day for day in at_home(plan, team) if day < night(6)) for team in ("Bell 1", "Bell 2")]
    closed = shut(task, "Bell 1", *((day - night(1)).days // 7 + 1 for day in nights))
    moved_home = rearrange(closed, plan)
    assert len(moved_home.matches) == 2
    assert not at_home(moved_home.plan, "Bell 1") & at_home(moved_home.plan, "Bell 2")
    assert not faults_of(closed, moved_home.plan)


def test_without_a_spare_night_another_pub_lends_its_room():
    """Ten nights, of which the Owl are at home on five: shut on seven, one match has to go elsewhere."""
    progress = planned(shut(league_of(6), "Owl 1", 1, 2, 3, 4, 5))
    assert all(match.way in (Way.ANOTHER_PUB, Way.REVERSED) for match in progress.rearranged)
    for meeting in progress.plan.meetings:
        if meeting.home == "Owl 1" and meeting.date <= night(5):
            assert meeting.venue not in ("", "at Owl 1", f"at {meeting.away}")


def test_a_borrowed_pub_is_written_down_and_read_again():
    plan = planned(league_of(4)).plan
    lent = Plan(meetings=(replace(plan.meetings[0], venue="at Star 1"), *plan.meetings[1:]))
    assert parse_plan(format_plan(lent)) == lent


def test_a_borrowed_pub_is_given_back_when_the_match_moves_or_turns():
    plan = planned(league_of(4)).plan
    lent = replace(plan.meetings[0], venue="at Star 1")
    listed = Plan(meetings=(lent, *plan.meetings[1:]))
    for change in (
        ChangeByHand(act=Act.NIGHT, meeting=lent, night=night(9)),
        ChangeByHand(act=Act.SIDES, meeting=lent),
        ChangeByHand(act=Act.TEAMS, meeting=lent, teams=(lent.home, lent.away)),
    ):
        assert not any(meeting.venue for meeting in apply_change(listed, change).meetings), change.act


def changed(task: Task, plan: Plan) -> set[datetime.date]:
    """The nights of matches that were moved."""
    assert task.standing
    return {meeting.date for meeting in set(task.standing.meetings) - set(plan.meetings)}


def test_planning_again_without_a_reason_changes_nothing():
    task = standing(league_of(6, spare=3))
    assert not changed(task, planned(task).plan)


@pytest.mark.slow
def test_two_weeks_of_snow_move_the_matches_of_these_weeks_alone():
    task = without_nights(standing(league_of(8, spare=4)), 6, 7)
    assert changed(task, planned(task).plan) == {night(6), night(7)}


def with_reserve(task: Task, *weeks: int) -> Task:
    """The task with these weeks kept for postponed matches."""
    assert task.calendar
    off = tuple(Off(day=night(week), kind=WeekOff.RESERVE) for week in weeks)
    return replace(
        without_nights(task, *weeks), calendar=replace(task.calendar, off=(*task.calendar.off, *off))
    )


def test_a_week_of_snow_goes_as_a_whole_to_a_night_kept_for_postponed_matches_if_no_other_is_left():
    task = with_reserve(without_nights(standing(league_of(6, spare=1)), 6), 11)
    progress = planned(task)
    assert changed(task, progress.plan) == {night(6)}
    assert moved(progress) == [(Way.RESERVE_NIGHT, night(6), night(11))] * 3
    match = progress.rearranged[0]
    assert match.because == ("no matches in the week of 20 October (snow)",)
    assert match.price == 18 + 5 // 2 + 4, "five weeks later, after the last night"
    again = replace(task, standing=progress.plan, keep_before=night(7))
    assert not changed(again, planned(again).plan), "the week stays where it is"


def test_the_matches_of_lost_rounds_move_one_by_one_where_no_night_is_free_for_all():
    """On three nights both teams of a lost match are free: their own matches of that week come later."""
    task = standing(league_of(6, spare=1))
    assert task.standing
    listed = list(task.standing.meetings)
    for lost, week in zip([m for m in listed if m.date == night(5)], (7, 8, 9), strict=True):
        for place, meeting in enumerate(listed):
            if meeting.date == night(week) and meeting.pair & lost.pair:
                listed[place] = replace(meeting, date=night(week) + datetime.timedelta(days=1 + place % 2))
    snowed = without_nights(replace(task, standing=Plan(meetings=tuple(listed))), 5, 6)
    plan = planned(snowed).plan
    gone = {meeting for meeting in listed if meeting.date in (night(5), night(6))}
    assert set(listed) - set(plan.meetings) == gone
    assert max(meeting.date for meeting in plan.meetings) == night(11)
    assert len(gone) == fewest_changes(snowed)


def test_what_has_no_night_before_the_last_is_named_match_by_match():
    snowed = without_nights(standing(league_of(6, spare=1)), 5, 6)
    with pytest.raises(ImpossibleTask, match="have two matches to fit in; 1 of them"):
        planned(snowed)


@pytest.mark.slow
def test_a_week_of_snow_takes_a_spare_night_unless_the_one_kept_is_so_much_nearer():
    """The spare night at the end is 34 weeks away: that weighs 25, the night kept five weeks away 20."""
    far = standing(league_of(6, spare=2))
    (division,) = far.divisions
    nights = (*division.nights[:11], night(40))
    far = replace(far, divisions=(replace(division, nights=nights),))
    near = with_reserve(without_nights(standing(league_of(6, spare=2)), 6), 12)
    assert {match.after.date for match in planned(near).rearranged} == set()
    task = with_reserve(without_nights(far, 6), 11)
    assert {match.after.date for match in planned(task).rearranged} == {night(11)}


@pytest.mark.slow
def test_a_match_with_a_night_of_its_own_keeps_it_and_counts_on_no_other():
    """The Monday is no night of the division; the room of that pub is full on all the others."""
    task = standing(league_of(6, sharing=[("Fleece 1", "Shears 1")]))
    assert task.standing
    own = next(m for m in task.standing.meetings if m.home == "Fleece 1" and m.date > night(4))
    put_off = replace(own, date=night(9) - datetime.timedelta(days=1))
    listed = tuple(put_off if meeting == own else meeting for meeting in task.standing.meetings)
    assert put_off in planned(replace(task, standing=Plan(meetings=listed))).plan.meetings


@pytest.mark.slow
def test_a_match_put_off_into_a_week_that_is_taken_out_moves_on():
    task = standing(league_of(6, spare=3))
    assert task.standing
    own = next(m for m in task.standing.meetings if m.date == night(5))
    put_off = replace(own, date=night(7) - datetime.timedelta(days=1))
    listed = tuple(put_off if meeting == own else meeting for meeting in task.standing.meetings)
    snowed = without_nights(replace(task, standing=Plan(meetings=listed)), 7)
    assert [fault.sentence for fault in faults_of(snowed, Plan(meetings=listed)) if "snow" in fault.sentence]
    progress = planned(snowed)
    assert put_off not in progress.plan.meetings
    assert progress.cost >= 0


@pytest.mark.slow
def test_a_pub_that_closes_in_mid_season_is_planned_on():
    task = shut(standing(league_of(6, spare=1)), "Owl 1", *range(4, 12))
    progress = planned(task)
    assert changed(task, progress.plan)


@settings(max_examples=examples(15), deadline=None)
@example(size=5, weeks={3, 4, 8, 9}, weddings={1, 3}, spare=4)
@example(size=4, weeks={8, 2, 6, 7}, weddings={1}, spare=2)  # both matches of a week move
@example(size=6, weeks={3, 4, 8, 9}, weddings={1, 3}, spare=4)  # two of three matches of a week move
@given(
    size=st.sampled_from([4, 5, 6]),
    weeks=st.sets(st.integers(1, 9), max_size=4),
    weddings=st.sets(st.integers(1, 9), max_size=2),
    spare=st.integers(2, 4),
)
def test_whatever_is_asked_the_judge_finds_no_fault(size, weeks, weddings, spare):
    requests = tuple(
        TeamRequest(team="Bell 1", where=Where.NO_MATCH, days=(night(week),), must=True) for week in weddings
    )
    task = shut(replace(league_of(size, size, spare=spare), requests=requests), "Owl 1", *weeks)
    progress = best_plan(task, steps=10)
    assert progress.keeps_conditions == (not faults_of(task, progress.plan))
    assert progress.keeps_conditions


def test_a_round_of_a_small_division_agreed_on_another_weekday_stays_when_planned_again():
    task = standing(league_of(4, spare=2))
    wednesday = datetime.timedelta(days=1)
    agreed = Plan(
        meetings=tuple(
            replace(meeting, date=meeting.date + wednesday) if meeting.round == 5 else meeting
            for meeting in task.standing.meetings
        )
    )
    progress = best_plan(replace(task, standing=agreed), steps=3)
    assert progress.keeps_conditions
    assert progress.plan == agreed
