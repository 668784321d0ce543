"""A wish taken out of a wishes file leaves everything else as it was typed."""

import datetime

import pytest

from league.scheduling.planner.task import PlannedDivision, PlannedTeam, Venue
from league.scheduling.requests.file import parse_requests
from league.scheduling.requests.file_writing import without_condition
from league.scheduling.requests.resolving import LeagueFacts

NAMES = ("The Fleece", "The Shears", "The Owl", "The Bell")
LEAGUE = LeagueFacts(
    teams=tuple(PlannedTeam(key=name, name=name, venue=name) for name in NAMES),
    venues=tuple(Venue(key=name, name=name) for name in NAMES),
    divisions=(PlannedDivision(key="one", name="Division One", teams=NAMES, nights=()),),
    first=datetime.date(2026, 9, 1),
    last=datetime.date(2027, 4, 30),
    night=2,
)
TEXT = """\
[season]
no_return_within = 3     # as voted in June

[[fixed]]
home = "Fleece"
away = "The Shears"
date = 2026-12-29

[[wish]]
team = "Fleece"
where = "not home"
on = [
  2027-01-12,   # the dart board is theirs
]
because = "darts"

# Owl rang on Sunday
[[wish]]
team = "Owl"
where = "home"
at = ["first"]
must = true

[[pub]]
name = "Bell"
closed = [2026-11-03, 2026-11-10]
"""


def test_a_wish_leaves_alone_and_comments_stay():
    left = without_condition(TEXT, LEAGUE, "The Fleece ask not to be at home on 12 January (darts)")
    fleece = TEXT[TEXT.index('[[wish]]\nteam = "Fleece"') : TEXT.index("\n# Owl rang")]
    assert left == TEXT.replace(fleece, "")
    last = without_condition(left, LEAGUE, "The Owl must be at home on the first night")
    assert "must" not in last
    assert last.startswith(TEXT[: TEXT.index("[[wish]]")])
    assert parse_requests(last).pubs == parse_requests(TEXT).pubs


def test_a_fixed_match_leaves():
    left = without_condition(TEXT, LEAGUE, "The Fleece v The Shears is fixed on 29 December")
    assert parse_requests(left).fixed == ()
    assert "as voted in June" in left


def test_a_closed_night_is_opened_and_the_others_stay():
    left = without_condition(TEXT, LEAGUE, "The Bell is shut on 3 November")
    (pub,) = parse_requests(left).pubs
    assert pub.closed == (datetime.date(2026, 11, 10),)


@pytest.mark.parametrize("sentence", ["The Owl is shut on 3 November", "The Fleece want a cup of tea", ""])
def test_what_the_file_does_not_say_cannot_be_given_up(sentence):
    assert without_condition(TEXT, LEAGUE, sentence) is None
