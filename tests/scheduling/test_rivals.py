"""Rivals are named once for a season, with the wish to meet early or late in it."""

from dataclasses import replace

import pytest

from league.scheduling.judge import nights_against
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.phrases import request_sentence
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import (
    GroupConstraint,
    MeetingRequest,
    RunRequest,
    SeasonPart,
    TeamGroup,
    Turn,
    TurnRequest,
)
from league.scheduling.requests.box_reading import parse_boxes
from league.scheduling.requests.boxes import boxes_of_file, row_of_teams
from league.scheduling.requests.days import SeasonSpan
from league.scheduling.requests.dropping import without_condition
from league.scheduling.requests.fields import RequestsFile, RowKind
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.resolving import KnownNames, carried, task_of
from tests.scheduling.cast import league_of
from tests.scheduling.test_nearest import league

RIVALS = '[[wish]]\nteams = ["The Owl", "The Bell"]\nmeet = "{}"\nweight = 90\n'


@pytest.mark.parametrize(
    ("part", "days"),
    [
        ("early", "meet at least once early, by 24 September"),
        ("late", "meet at least once late, from 15 October"),
    ],
)
def test_they_meet_in_that_third_of_the_season(part, days):
    task = task_of(parse_requests(RIVALS.format(part)), league())
    (request,) = task.requests
    assert request_sentence(request, task) == f"The Owl and The Bell ask to {days}"
    assert nights_against(request, best_plan(task, steps=4).plan.meetings) == []


def test_they_go_through_the_boxes_and_can_be_dropped():
    text = RIVALS.format("late")
    file, known = parse_requests(text), KnownNames(league())
    assert parse_boxes(boxes_of_file(file, known), known).file == file
    assert parse_requests(format_requests(file)) == file
    sentence = "The Owl and The Bell ask to meet at least once late, from 15 October"
    assert without_condition(text, league(), sentence) == ""


def test_they_are_rivals_next_season_too():
    file = parse_requests(RIVALS.format("early") + RIVALS.format("late").replace("The Bell", "The Gone"))
    before = SeasonSpan(first=league().first, last=league().last)
    kept = carried(file, before, league())
    assert kept.file.requests == file.requests[:1]


def test_a_part_of_the_season_and_days_are_too_much():
    known = KnownNames(league())
    boxes = boxes_of_file(RequestsFile(), known)
    row = row_of_teams(("The Owl", "The Bell"), {"part": "early", "until": "2026-10-01", "strength": "30"})
    read = parse_boxes(type(boxes)(season=boxes.season, rows={**boxes.rows, RowKind.MEETING: (row,)}), known)
    assert list(read.boxes.faults) == ["Choose early or late, or enter days; not both."]


def test_two_teams_do_not_meet_in_the_last_third_and_share_a_room_in_turn():
    """As asked without a must, and as conditions; the judge looks at each by itself."""
    for must in (False, True):
        requests = (
            MeetingRequest(teams=("The Owl", "The Bell"), part=SeasonPart.LATE, apart=True, must=must),
            GroupConstraint(teams=("The Owl", "The Swan"), company=TeamGroup.OPPOSITE, must=must),
        )
        file, known = RequestsFile(requests=requests), KnownNames(league())
        assert parse_requests(format_requests(file)) == file
        assert set(parse_boxes(boxes_of_file(file, known), known).file.requests) == set(requests)
        task = task_of(file, league())
        progress = best_plan(task, steps=6)
        assert progress.keeps_conditions
        assert [nights_against(request, progress.plan.meetings) for request in task.requests] == [[], []]
    apart = request_sentence(task.requests[0], task)
    assert apart == "The Owl and The Bell must not meet late, from 15 October"
    together = request_sentence(task.requests[1], task)
    assert together == "The Owl and The Swan must be one at home and one away on the same night"


@pytest.mark.parametrize(("longest", "words"), [(1, "be at home and away in turn"), (2, "no more than two")])
def test_one_team_has_shorter_runs_than_the_others(longest, words):
    for must in (False, True):
        request = RunRequest(teams=("The Owl",), longest=longest, weight=90, must=must)
        file, known = RequestsFile(requests=(request,)), KnownNames(league())
        assert parse_requests(format_requests(file)) == file
        assert parse_boxes(boxes_of_file(file, known), known).file == file
        task = task_of(file, league())
        progress = best_plan(task, steps=6)
        assert progress.keeps_conditions
        assert nights_against(task.requests[0], progress.plan.meetings) == []
    assert words in request_sentence(task.requests[0], task)
    before = SeasonSpan(first=league().first, last=league().last)
    assert carried(file, before, league()).file.requests == (request,)


def test_a_team_asks_to_start_or_finish_at_home_and_to_be_rested_before_a_derby():
    asked = [
        TurnRequest(teams=("Owl 1",), turn=Turn.ENDS_AWAY, must=True),
        TurnRequest(teams=("Bell 1", "Owl 1"), turn=Turn.RESTED, must=True),
    ]
    task = replace(league_of(6), requests=tuple(asked))
    plan = best_plan(task).plan
    assert all(nights_against(request, plan.meetings) == [] for request in asked)
    assert faults_of(task, plan) == ()
