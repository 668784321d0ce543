"""What cannot be had together, named, and the best lists with one of them given up."""

from league.scheduling.planner.conflicts import conflicts_of, ways_out
from league.scheduling.planner.task import (
    Fixed,
    GroupConstraint,
    MeetingRequest,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Where,
)
from tests.scheduling.cast import league_of, names, night

FLEECE = TeamRequest(team="Fleece 1", where=Where.HOME, days=(night(18),), weight=40)
SHEARS = TeamRequest(team="Shears 1", where=Where.HOME, days=(night(18),), weight=20)
SHARED = [("Fleece 1", "Shears 1")]


def test_two_teams_of_one_room_who_both_ask_to_be_home_are_named_with_the_night():
    task = league_of(12, requests=[FLEECE, SHEARS], sharing=SHARED)
    (conflict,) = conflicts_of(task)
    assert conflict.sentence == (
        "Fleece 1 and Shears 1 share room for one match at Fleece 1 on 12 January; "
        "Fleece 1 ask to be at home on 12 January; Shears 1 ask to be at home on 12 January: "
        "these cannot be met together in any list."
    )


def test_what_does_not_belong_to_a_conflict_is_left_out_of_it():
    bystanders = [TeamRequest(team=team, where=Where.NOT_HOME, days=(night(2),)) for team in names(12)[4:8]]
    task = league_of(12, requests=[FLEECE, *bystanders, SHEARS], sharing=SHARED)
    (conflict,) = conflicts_of(task)
    assert {condition.source for condition in conflict.conditions} >= {FLEECE, SHEARS}
    assert len(conflict.conditions) == 3


def test_each_way_out_gives_up_one_and_keeps_the_other():
    task = league_of(8, requests=[FLEECE, SHEARS], sharing=SHARED, meetings=3)
    (conflict,) = conflicts_of(task)
    ways = ways_out(task, conflict, steps=2)
    assert [way.given_up.source for way in ways if way.progress.is_optimal] != []
    assert {way.given_up.source for way in ways} == {FLEECE, SHEARS}


def test_wishes_that_can_be_met_together_are_no_conflict():
    assert conflicts_of(league_of(8, requests=[FLEECE], sharing=SHARED)) == ()


def test_more_home_wishes_than_half_the_teams_are_a_conflict_without_any_pub():
    everybody = [TeamRequest(team=team, where=Where.HOME, days=(night(1),)) for team in names(6)]
    conflicts = conflicts_of(league_of(6, requests=everybody))
    assert len(conflicts) == 3
    assert all(len(conflict.conditions) == 4 for conflict in conflicts)


def test_fixed_matches_and_company_conflict_with_room():
    derby = Fixed(home="Fleece 1", away="Owl 1", date=night(2))
    both = GroupConstraint(teams=("Fleece 1", "Shears 1"), company=TeamGroup.HOME_TOGETHER)
    task = league_of(8, fixed=(derby,), requests=[both], sharing=SHARED)
    (conflict,) = conflicts_of(task)
    assert "Fleece 1 and Shears 1 ask to be at home together or away together" in conflict.sentence


def test_home_on_a_night_and_on_the_night_of_its_return_conflict_with_a_mirrored_list():
    both = TeamRequest(team="Owl 1", where=Where.HOME, days=(night(3), night(14)))
    (conflict,) = conflicts_of(league_of(12, requests=[both]))
    assert (
        conflict.sentence == "Owl 1 ask to be at home on 29 September and 15 December: no list can do that."
    )
    assert conflicts_of(league_of(12, requests=[both], second_half=SecondHalf.FREE)) == ()


def test_two_who_are_to_meet_and_are_both_at_home_until_then_are_named():
    meet = MeetingRequest(teams=("Owl 1", "Bell 1"), until=night(2))
    owl, bell = (
        TeamRequest(team=team, where=Where.NOT_AWAY, days=(night(1), night(2)))
        for team in ("Owl 1", "Bell 1")
    )
    (conflict,) = conflicts_of(league_of(12, requests=[meet, owl, bell], second_half=SecondHalf.FREE))
    assert {condition.source for condition in conflict.conditions} == {meet, owl, bell}


def test_a_room_that_is_short_on_many_nights_is_said_once():
    alike = GroupConstraint(teams=("Fleece 1", "Shears 1"), company=TeamGroup.HOME_TOGETHER)
    (conflict,) = conflicts_of(league_of(12, requests=[alike], sharing=SHARED))
    assert conflict.sentence.startswith(
        "Fleece 1 and Shears 1 share room for one match a night at Fleece 1; Fleece 1 and Shears 1 ask"
    )
    assert conflicts_of(league_of(12, requests=[alike], sharing=SHARED, capacity=2)) == ()


def test_runs_can_be_part_of_a_conflict():
    away = TeamRequest(team="Owl 1", where=Where.NOT_HOME, days=(night(1), night(2), night(3)))
    (conflict,) = conflicts_of(league_of(6, requests=[away], rules=PlanRules(longest_run=2)))
    assert "Owl 1 play no more than two home or away matches running" in conflict.sentence
