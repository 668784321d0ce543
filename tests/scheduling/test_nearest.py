"""Requests that no list can meet: the nearest that one can, and what is different in them."""

import datetime

import pytest

from league.scheduling.planner.calendar import ImpossibleTask
from league.scheduling.planner.judging import faults_of
from league.scheduling.planner.searching import best_plan
from league.scheduling.planner.task import PlannedDivision, PlannedTeam, Venue
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.nearest import nearest_requests
from league.scheduling.requests.resolving import LeagueFacts

PUBS = ("Fleece", "Shears", "Owl", "Bell", "Swan", "Anchor")


def league(*, weeks: int = 10) -> LeagueFacts:
    """Six teams who meet twice in ten weeks at least, from Thursday 3 September."""
    first = datetime.date(2026, 9, 3)
    return LeagueFacts(
        teams=tuple(PlannedTeam(key=pub.lower(), name=f"The {pub}", venue=pub.lower()) for pub in PUBS),
        venues=tuple(Venue(key=pub.lower(), name=f"The {pub}") for pub in PUBS),
        divisions=(
            PlannedDivision(
                key="one", name="Division One", teams=tuple(pub.lower() for pub in PUBS), nights=()
            ),
        ),
        first=first,
        last=first + datetime.timedelta(weeks=weeks - 1),
        night=4,
    )


def test_requests_that_are_possible_stay_as_they_are():
    nearest = nearest_requests(parse_requests(""), league())
    assert (nearest.because, nearest.changes) == ((), ())
    assert nearest.file == parse_requests("")


@pytest.mark.parametrize(
    ("requests", "weeks", "because", "changes"),
    [
        (
            "",
            8,
            "need 10 nights; the dates allow 8",
            ("Division One can also play on 29 October and 5 November",),
        ),
        (
            "[season]\nno_return_within = 7\n",
            10,
            "no return match within 7 rounds cannot be",
            ("a return match can come 5 rounds after the first",),
        ),
        (
            "[season]\nlongest_run = 1\n",
            10,
            "let the longest be two",
            ("two matches running can be at home, or away",),
        ),
        (
            '[[fixed]]\nhome = "Owl"\naway = "Bell"\ndate = 2026-09-03\n'
            '[[fixed]]\nhome = "Swan"\naway = "Owl"\ndate = 2026-09-03\n',
            10,
            "The Owl have two fixed matches on Thursday 3 September 2026",
            ("not as requested: The Owl v The Bell is fixed on 3 September",),
        ),
        (
            '[[division]]\nname = "Division One"\nnights = [2026-09-03, 2026-09-10, 2026-09-17, 2026-09-24, '
            "2026-10-01, 2026-10-08, 2026-10-15, 2026-10-22, 2026-10-29]\n",
            10,
            "the dates allow 9",
            ("Division One can also play on 5 November",),
        ),
    ],
)
def test_as_little_is_changed_as_it_takes_and_a_list_keeps_all_of_it(requests, weeks, because, changes):
    facts = league(weeks=weeks)
    nearest = nearest_requests(parse_requests(requests), facts)
    assert because in nearest.because[0]
    assert nearest.changes == changes
    assert not faults_of(nearest.task, best_plan(nearest.task, steps=2).plan)
    again = nearest_requests(parse_requests(format_requests(nearest.file)), facts)
    assert again.because == ()


def test_more_than_one_reason_is_helped_together():
    requests = "[season]\nlongest_run = 1\nno_return_within = 6\n"
    nearest = nearest_requests(parse_requests(requests), league(weeks=9))
    assert len(nearest.because) == 3
    assert len(nearest.changes) == 3


def test_where_no_change_helps_the_reasons_are_raised():
    with pytest.raises(ImpossibleTask, match="the dates allow 0"):
        nearest_requests(parse_requests("[season]\nlast = 2026-01-01\n"), league())
