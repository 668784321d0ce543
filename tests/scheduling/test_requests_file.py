"""Requests files: parsed, formatted, resolved; and a single request removed from the text."""

import contextlib
import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.scheduling.planner.calendar import Holidays, ImpossibleTask, Off, UnreadableRequests, WeekOff
from league.scheduling.planner.impossible import verify_task
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    HomeNight,
    MeetingRequest,
    PlannedDivision,
    PlannedTeam,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Venue,
    Weights,
    Where,
)
from league.scheduling.requests.dropping import without_condition
from league.scheduling.requests.fields import DivisionRequests, PubRequests, RequestsFile
from league.scheduling.requests.file import format_requests, parse_requests
from league.scheduling.requests.resolving import LeagueFacts, task_of
from tests.scheduling.cast import league_of, night

FILE = """
[season]
first = 2026-09-15
last = 2027-04-27
no_return_within = 4
longest_run = 3

[[week_off]]
day = 2026-12-22
because = "Christmas"

[[week_off]]
day = 2026-10-13
kind = "reserve"

[[division]]
name = "Division 1"
night = "Tuesday"
second_half = "free"

[[pub]]
name = "the fleece 1"
matches = 2
closed = [2026-11-03]

[[home_night]]
team = "Bell 1"
night = "Wednesday"

[[fixed]]
home = "Owl 1"
away = "Bell 1"
date = 2026-09-29

[[wish]]
team = "Fleece 1"
where = "not home"
on = [2027-01-12, 2027-01-19]
weight = 50
because = "darts"

[[wish]]
team = "Shears 1"
where = "home"
at = ["first", "last"]

[[wish]]
teams = ["Fleece 1", "Shears 1"]
together = "never all away"
must = true

[[wish]]
teams = ["Owl 1", "Bell 1"]
meet_by = 2026-12-31
"""


def faults(text):
    with pytest.raises(UnreadableRequests) as refused:
        parse_requests(text)
    return refused.value.reasons


def test_what_stands_in_a_file_is_read():
    read = parse_requests(FILE)
    assert read.rules == PlanRules(return_after=4, longest_run=3)
    assert read.off[1] == Off(day=datetime.date(2026, 10, 13), kind=WeekOff.RESERVE)
    assert read.pubs[0].matches == 2
    assert read.requests[0] == TeamRequest(
        team="Fleece 1",
        where=Where.NOT_HOME,
        days=(datetime.date(2027, 1, 12), datetime.date(2027, 1, 19)),
        weight=50,
        because="darts",
    )
    assert read.requests[2].company is TeamGroup.NEVER_ALL_AWAY
    assert read.home_nights == (HomeNight(team="Bell 1", night=3),)


def test_a_file_finds_the_league_behind_its_names():
    known = league_of(6)
    league = LeagueFacts(
        teams=known.teams,
        venues=known.venues,
        divisions=known.divisions,
        first=night(1),
        last=night(40),
        night=2,
    )
    task = task_of(parse_requests(FILE), league)
    verify_task(task)
    assert task.venues_by_key()["at Fleece 1"].capacity == 2
    assert task.divisions[0].second_half is SecondHalf.FREE
    assert task.home_nights == {"Bell 1": 3}
    assert task.calendar is not None
    assert night(5) not in task.calendar.nights(2)


def test_weeks_off_are_off_for_a_division_that_names_its_nights():
    known = league_of(6)
    league = LeagueFacts(
        teams=known.teams,
        venues=known.venues,
        divisions=known.divisions,
        first=night(1),
        last=night(40),
        night=2,
    )
    nights = ", ".join(night(week).isoformat() for week in range(1, 15))
    text = f"""
        [[week_off]]
        day = {night(3) + datetime.timedelta(days=2)}
        kind = "cup"
        [[week_off]]
        day = {night(5)}
        kind = "reserve"
        [[division]]
        name = "Division 1"
        nights = [{nights}]
        """
    task = task_of(parse_requests(text), league)
    assert task.divisions[0].nights == tuple(night(week) for week in range(1, 15) if week not in (3, 5))


def test_how_often_some_teams_meet_counts_in_mid_season_only():
    known = league_of(6)
    league = LeagueFacts(
        teams=known.teams,
        venues=known.venues,
        divisions=known.divisions,
        first=night(1),
        last=night(40),
        night=2,
    )
    text = '[[meet]]\nteams = ["Owl 1"]\nothers = ["Bell 1", "Swan 1"]\ntimes = 1\n'
    assert format_requests(parse_requests(text)) == text
    task = task_of(parse_requests(text), league)
    assert [task.divisions[0].meetings_of("Owl 1", team) for team in ("Bell 1", "Fleece 1")] == [1, 2]
    with pytest.raises(ImpossibleTask, match="some teams meet more or less often"):
        verify_task(task)


def test_names_nobody_knows_are_said_with_the_nearest():
    known = league_of(6)
    league = LeagueFacts(
        teams=known.teams,
        venues=known.venues,
        divisions=known.divisions,
        first=night(1),
        last=night(40),
        night=2,
    )
    with pytest.raises(UnreadableRequests) as refused:
        task_of(parse_requests('[[fixed]]\nhome = "Flece 1"\naway = "Owl 1"\ndate = 2026-09-15'), league)
    assert refused.value.reasons == ("There is no team “Flece 1”; is it Fleece 1?",)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[season", "This cannot be read as a requests file"),
        (f"x = {'9' * 5000}", "This cannot be read as a requests file"),
        ("[sesaon]", "[sesaon] is not known; known are season"),
        (
            '[season]\nlongest_run = "two"',
            "line 2: longest_run is “two”; it is a whole number from 0 to 100.",
        ),
        (
            '[[wish]]\nteam = "A"\nwhere = "nowhere"\nat = ["first"]',
            "line 3: where is “nowhere”; it is one of home",
        ),
        (
            '[[wish]]\nteam = "A"\nwhere = "home"',
            "[wish]: on is left out; a request about home and away names nights",
        ),
        ('[[wish]]\nteams = ["A"]\ntogether = "home together"', "line 2: teams is “['A']”"),
        ('[[wish]]\nteams = ["A", "B"]', "[wish]: meet_by is left out; say from which day, or until which"),
        (
            '[[wish]]\nteams = ["A", "B"]\nmeet_from = 2027-02-01\nmeet_by = 2027-01-01',
            "line 4: meet_by is “2027-01-01”; that is before the day",
        ),
        (
            '[[wish]]\nteams = ["A"]\nturn = "not twice away before"',
            "line 2: teams is “['A']”; choose the rivals",
        ),
        ('[[pub]]\nname = "A"\nclosed = ["1 May"]', "line 3: closed is"),
        ('[[pub]]\nname = "A"\nclosd = []', "line 3: closd is not known here; is it “closed”?"),
        ("[[pub]]\nmatches = 1", "[pub]: name is left out; it is a text"),
        ('[[division]]\nname = "A"\nnight = "Funday"', "line 3: night is “Funday”; it is one of Monday"),
        (
            '[[division]]\nname = "A"\nmeetings = 9',
            "line 3: meetings is “9”; it is a whole number from 1 to 4.",
        ),
        ('[[home_night]]\nteam = "A"', "[home_night]: night is left out; it is the day of the week"),
        ("[[week_off]]\nkind = 'cup'", "[week_off]: day is left out"),
        ('[[fixed]]\nhome = "A"\naway = "B"', "[fixed]: date is left out"),
        ("season = 3", "season is a section"),
        ("wish = 3", "wish is a list"),
    ],
)
def test_a_fault_is_said_with_its_line_or_key(text, said):
    assert any(fault.startswith(said) for fault in faults(text)), faults(text)


days = st.dates(datetime.date(2026, 9, 1), datetime.date(2027, 5, 1))
words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=20)
some_days = st.lists(days, max_size=3).map(tuple)
weighed = {"weight": st.integers(1, 99), "must": st.booleans(), "because": st.just("") | words}
teams = st.lists(words, min_size=2, max_size=2, unique=True).map(tuple)
requests = st.one_of(
    st.builds(
        TeamRequest,
        team=words,
        where=st.sampled_from(Where),
        days=st.lists(days, min_size=1, max_size=3).map(tuple),
        ends=st.lists(st.sampled_from(End), unique=True).map(tuple),
        **weighed,
    ),
    st.builds(GroupConstraint, teams=teams, company=st.sampled_from(TeamGroup), **weighed),
    st.builds(
        MeetingRequest,
        teams=teams,
        since=days,
        until=st.none() | days.map(lambda day: day.replace(2028)),
        **weighed,
    ),
)
files = st.builds(
    RequestsFile,
    first=st.none() | days,
    last=st.none() | days,
    keep_before=st.none() | days,
    fair_draw=st.booleans(),
    bank_holidays=st.none() | st.sampled_from(Holidays),
    rules=st.builds(PlanRules, return_after=st.integers(0, 9), longest_run=st.none() | st.integers(1, 9)),
    weights=st.builds(Weights, breaks=st.integers(0, 99), carry_over=st.integers(0, 9)),
    off=st.lists(
        st.builds(Off, day=days, kind=st.sampled_from(WeekOff), because=st.just("") | words), max_size=2
    ).map(tuple),
    divisions=st.lists(
        st.builds(
            DivisionRequests,
            name=words,
            night=st.none() | st.integers(1, 7),
            nights=some_days,
            meetings=st.integers(1, 4),
            second_half=st.sampled_from(SecondHalf),
        ),
        max_size=2,
    ).map(tuple),
    pubs=st.lists(
        st.builds(
            PubRequests,
            name=words,
            matches=st.none() | st.integers(1, 9),
            closed=some_days,
            place=st.none() | st.tuples(st.integers(-9, 9).map(float), st.just(1.5)),
        ),
        max_size=2,
    ).map(tuple),
    fixed=st.lists(st.builds(Fixed, home=words, away=words, date=days), max_size=2).map(tuple),
    requests=st.lists(requests, max_size=4).map(tuple),
)


@given(files)
def test_a_file_is_read_as_it_was_written(file):
    assert parse_requests(format_requests(file)) == file


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text):
    with contextlib.suppress(UnreadableRequests):
        parse_requests(text)


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


def test_a_request_leaves_alone_and_comments_stay():
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
