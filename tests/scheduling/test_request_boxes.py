"""Requests in boxes: whatever a file says comes back from them, and every fault stands at its row."""

import contextlib
import datetime
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.scheduling.planner.calendar import Holidays, Off, WeekOff
from league.scheduling.planner.task import (
    End,
    Fixed,
    GroupConstraint,
    HomeNight,
    MeetingCount,
    MeetingRequest,
    PlanRules,
    SecondHalf,
    TeamGroup,
    TeamRequest,
    Weights,
    Where,
)
from league.scheduling.requests.box_reading import parse_boxes
from league.scheduling.requests.boxes import Boxes, BoxRow, boxes_of_file, weeks_to_leave_out
from league.scheduling.requests.days import SeasonSpan, UnreadableDays, format_nights, parse_nights
from league.scheduling.requests.feasts import bank_holidays
from league.scheduling.requests.fields import DivisionRequests, PubRequests, RequestsFile, RowKind
from league.scheduling.requests.resolving import KnownNames, LeagueFacts, carried
from tests.examples import examples
from tests.scheduling.cast import league_of, names

TASK = league_of(6, 4)
LEAGUE = LeagueFacts(
    teams=TASK.teams,
    venues=TASK.venues,
    divisions=TASK.divisions,
    first=datetime.date(2026, 9, 15),
    last=datetime.date(2027, 4, 27),
    night=2,
)
KNOWN = KnownNames(LEAGUE)
SPAN = KNOWN.span()

days = st.dates(datetime.date(2026, 1, 1), datetime.date(2029, 1, 1))
some_days = st.one_of(
    st.sets(days, max_size=4),
    st.builds(
        lambda first, number: {first + datetime.timedelta(days=one) for one in range(number)},
        days,
        st.integers(1, 40),
    ),
    st.sampled_from([set(SPAN.weekdays(2)), set(SPAN.weekdays(2)) | set(SPAN.weekdays(4))]),
).map(lambda found: tuple(sorted(found)))
ends = st.sampled_from([(), (End.FIRST,), (End.LAST,), (End.FIRST, End.LAST)])
reasons = st.just("") | st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=9
)
asked = {"weight": st.sampled_from([30, 10, 90, 17]), "must": st.booleans(), "because": reasons}
teams = st.sampled_from([team.name for team in LEAGUE.teams])
couples = st.lists(st.sampled_from(names(6, 1)), min_size=2, max_size=2, unique=True).map(tuple)
files = st.builds(
    RequestsFile,
    first=st.none() | st.dates(datetime.date(2026, 8, 1), datetime.date(2026, 10, 1)),
    last=st.none() | st.dates(datetime.date(2027, 3, 1), datetime.date(2027, 6, 1)),
    keep_before=st.none() | days,
    fair_draw=st.booleans(),
    bank_holidays=st.none() | st.sampled_from(Holidays),
    rules=st.builds(PlanRules, return_after=st.integers(0, 9), longest_run=st.none() | st.integers(1, 9)),
    weights=st.builds(Weights, breaks=st.integers(0, 99), change=st.integers(0, 9)),
    off=st.lists(st.builds(Off, day=days, kind=st.sampled_from(WeekOff), because=reasons), max_size=2).map(
        tuple
    ),
    divisions=st.builds(
        DivisionRequests,
        name=st.just("Division 2"),
        night=st.integers(1, 7),
        nights=some_days,
        meetings=st.integers(1, 4),
        second_half=st.sampled_from(SecondHalf),
    ).map(lambda one: (one,)),
    differing=st.lists(
        st.builds(
            MeetingCount,
            teams=st.lists(teams, min_size=1, max_size=4, unique=True).map(tuple),
            others=st.lists(teams, max_size=3, unique=True).map(tuple),
            times=st.integers(0, 4),
        ),
        max_size=2,
    ).map(tuple),
    pubs=st.lists(
        st.builds(
            PubRequests,
            name=st.sampled_from([venue.name for venue in LEAGUE.venues]),
            matches=st.none() | st.integers(1, 9),
            closed=some_days,
            place=st.none() | st.tuples(st.floats(-99, 99), st.just(1.5)),
        ),
        max_size=2,
    ).map(tuple),
    fixed=st.lists(couples, max_size=2).map(
        lambda found: tuple(Fixed(home=one, away=other, date=SPAN.first) for one, other in found)
    ),
    requests=st.tuples(
        st.builds(
            TeamRequest, team=teams, where=st.sampled_from(Where), days=some_days, ends=ends, **asked
        ).filter(lambda request: request.days or request.ends),
        st.builds(
            GroupConstraint,
            teams=st.lists(teams, min_size=2, max_size=5, unique=True).map(tuple),
            company=st.sampled_from(TeamGroup),
            **asked,
        ),
        st.builds(
            MeetingRequest,
            teams=couples,
            since=st.just(SPAN.first),
            until=st.none() | st.just(SPAN.last),
            **asked,
        ),
    ),
)


@settings(max_examples=examples(40))
@given(files)
def test_whatever_a_file_says_comes_back_from_the_boxes(file):
    typed = parse_boxes(boxes_of_file(file, KNOWN), KNOWN)
    assert list(typed.boxes.faults) == []
    assert typed.file == file


@given(st.text(max_size=60))
def test_any_text_is_days_or_is_refused(text):
    with contextlib.suppress(UnreadableDays):
        found = parse_nights(text, SPAN)
        assert parse_nights(format_nights(found.days, found.ends, SPAN), SPAN).days == found.days


@pytest.mark.parametrize(
    ("said", "days_meant"),
    [
        ("14 January", "2027-01-14"),
        ("Thursday 14th January, 21 Jan 2027", "2027-01-14 2027-01-21"),
        ("3, 10 and 17 November", "2026-11-03 2026-11-10 2026-11-17"),
        ("on the 3rd of November", "2026-11-03"),
        ("Tuesdays in October", "2026-10-06 2026-10-13 2026-10-20 2026-10-27"),
        ("1-3 Dec", "2026-12-01 2026-12-02 2026-12-03"),
        ("30 Dec to 1 Jan", "2026-12-30 2026-12-31 2027-01-01"),
        ("3/11 & 2026-11-10", "2026-11-03 2026-11-10"),
        ("14 July 2027", "2027-07-14"),
    ],
)
def test_days_are_read_as_people_say_them(said, days_meant):
    assert " ".join(map(str, parse_nights(said, SPAN).days)) == days_meant


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("Tuesday 14 January", "Thursday 14 January 2027 is no Tuesday."),
        ("14 July", "14 July is not in the season, which runs from 15 September 2026"),
        ("30 February", "There is no 30 February."),
        ("the wedding", "“wedding” is no day; one would be 15 Sep."),
        ("3", "“3” is a day without its month."),
        ("3 Jan to 30 Dec 2026", "ends before it begins."),
        ("week of 31 December 9999", "beyond every calendar"),
    ],
)
def test_what_is_no_day_is_said(said, why):
    with pytest.raises(UnreadableDays) as refused:
        parse_nights(said, SPAN)
    assert why in str(refused.value)


def faults(group, **said):
    empty = boxes_of_file(RequestsFile(), KNOWN)
    boxes = Boxes(season=empty.season, rows={**empty.rows, group: (BoxRow(texts=said),)})
    typed = parse_boxes(boxes, KNOWN)
    assert not typed.is_sound
    return dict(typed.boxes.rows[group][0].faults)


def test_every_fault_stands_at_its_box():
    assert faults(RowKind.TEAM, team="Fleece 1", where="home", on="") == {
        "on": "Say on which nights, as in: 14 Jan, 21 Jan. Or: first night, last night."
    }
    assert faults(RowKind.TEAM, team="Flece 1", where="home", on="first night") == {
        "team": "There is no team “Flece 1” this season; is it Fleece 1?"
    }
    assert set(faults(RowKind.FIXED, home="Owl 1")) == {"away", "date"}
    fixed = {"home": "Owl 1", "away": "Owl 2", "date": "2026-09-15"}
    assert faults(RowKind.FIXED, **fixed) == {
        "away": "Owl 1 and Owl 2 are not in one division, so they do not meet."
    }
    assert "teams" in faults(RowKind.COMPANY, **{"team-1": "Owl 1", "company": "never all away"})
    assert "until" in faults(RowKind.MEETING, **{"team-1": "Owl 1", "team-2": "Bell 1"})
    assert "place" in faults(RowKind.PUB, name="Fleece 1", place="up the hill")
    assert "matches" in faults(RowKind.PUB, name="Fleece 1", matches="many")
    assert "day" in faults(RowKind.OFF, because="Christmas")


def test_a_row_left_empty_is_no_row_and_a_division_as_usual_is_not_written_down():
    boxes = boxes_of_file(RequestsFile(), KNOWN)
    blank = BoxRow(texts={"team": "", "where": "home", "on": " ", "strength": "30", "because": ""})
    typed = parse_boxes(replace(boxes, rows={**boxes.rows, RowKind.TEAM: (blank, blank)}), KNOWN)
    assert typed.file == RequestsFile()
    assert typed.boxes.rows[RowKind.TEAM] == ()


def test_bank_holidays_fall_as_they_were_kept():
    assert [holiday.day.isoformat() for holiday in bank_holidays(2027)] == [
        "2027-01-01", "2027-03-26", "2027-03-29", "2027-05-03", "2027-05-31", "2027-08-30",
        "2027-12-27", "2027-12-28",
    ]  # fmt: skip
    proclaimed = {holiday.day.isoformat(): holiday.name for holiday in bank_holidays(2022)}
    assert proclaimed["2022-06-03"] == "Platinum Jubilee of Elizabeth II"
    assert proclaimed["2022-12-27"] == "Christmas"
    assert len(bank_holidays(2028)) == len(bank_holidays(2033)) == 8


def test_weeks_left_out_are_christmas_and_the_holidays_on_which_it_is_played():
    file = RequestsFile(divisions=(DivisionRequests(name="Division 2", night=1),))
    assert [(week.day.isoformat(), week.because) for week in weeks_to_leave_out(file, LEAGUE)] == [
        ("2026-12-25", "Christmas"),
        ("2026-12-28", "Boxing Day"),
        ("2027-03-29", "Easter Monday"),
    ]
    out = replace(file, off=(Off(day=datetime.date(2026, 12, 22)),))
    assert len(weeks_to_leave_out(out, LEAGUE)) == 2


def test_a_season_of_years_is_no_trouble():
    wide = KNOWN.span(datetime.date(1, 1, 1), datetime.date(9999, 12, 31))
    assert wide == SeasonSpan(first=LEAGUE.first, last=LEAGUE.last)


def test_rules_carry_over_to_another_season_and_single_days_do_not():
    tuesdays, one_day = tuple(SPAN.weekdays(2)), (SPAN.first,)
    company = GroupConstraint(teams=("Fleece 1", "Shears 1", "The Gone"), company=TeamGroup.NEVER_ALL_AWAY)
    file = RequestsFile(
        first=SPAN.first,
        rules=PlanRules(longest_run=3),
        off=(Off(day=SPAN.first),),
        divisions=(DivisionRequests(name="Division 2", night=4, nights=one_day),),
        pubs=(
            PubRequests(name="Fleece 1", closed=(*tuesdays, SPAN.last + datetime.timedelta(days=1))),
            PubRequests(name="Owl 1", closed=one_day),
        ),
        home_nights=(HomeNight(team="owl 1", night=3), HomeNight(team="The Gone", night=3)),
        requests=(
            TeamRequest(team="Owl 1", where=Where.HOME, days=one_day, ends=(End.LAST,)),
            TeamRequest(team="Owl 1", where=Where.HOME, days=one_day),
            company,
        ),
    )
    year = datetime.timedelta(weeks=52)
    next_year = replace(LEAGUE, first=LEAGUE.first + year, last=LEAGUE.last + year)
    found = carried(file, SPAN, next_year)
    venue = LEAGUE.venues[0].name
    assert found.file == RequestsFile(
        rules=PlanRules(longest_run=3),
        divisions=(DivisionRequests(name="Division 2", night=4),),
        pubs=(PubRequests(name=venue, closed=tuple(day + year for day in tuesdays)),),
        home_nights=(HomeNight(team="owl 1", night=3),),
        requests=(
            TeamRequest(team="Owl 1", where=Where.HOME, ends=(End.LAST,)),
            replace(company, teams=("Fleece 1", "Shears 1")),
        ),
    )
    assert found.left == ("1 week off", "1 pub’s closed nights", "1 request for single days")
