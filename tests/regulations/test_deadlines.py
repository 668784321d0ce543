"""When things fall due, and what the captain hears before they do."""

import datetime
from zoneinfo import ZoneInfo

import pytest

from league.competition.season_rules.rules import Regulations, from_data
from league.matches.outcomes import AtFault
from league.regulations.deadlines import OffenceKind, deadlines_of, what_threatens
from league.regulations.facts import BothSides, FactSide, PutOff, WalkoverFact
from tests.regulations.cast import LONDON, NIGHT, SATURDAY_NOON, a_match, at, late_result, real

SECOND = datetime.timedelta(seconds=1)
HOUR = datetime.timedelta(hours=1)


def the_deadline(due, starts_at=NIGHT, zone=LONDON, **rule):
    (found,) = deadlines_of(a_match(starts_at), late_result({"due": due, "pays": "home", **rule}), zone)
    return found


def test_nothing_is_due_where_nothing_is_regulated():
    assert deadlines_of(a_match(), Regulations(), LONDON) == ()


@pytest.mark.parametrize(
    ("due", "falls_at"),
    [
        (SATURDAY_NOON, at(16, 12, 0)),
        ({"weekday": "saturday"}, at(17, 0, 0)),
        ({"weekday": "thursday", "at": "12:00"}, at(21, 12, 0)),
        ({"weekday": "monday", "weeks": 1, "at": "18:00"}, at(25, 18, 0)),
        ({"hours": 24}, at(15)),
        ({"days": 3}, at(18, 0, 0)),
        ({"days": 1, "at": "18:00"}, at(15, 18, 0)),
        ({"days": 0}, at(15, 0, 0)),
        ({"weeks": 2}, at(29, 0, 0)),
        ({"on": "2027-01-31"}, at(1, 0, 0, month=2)),
        ({"on": "2027-01-31", "at": "12:00"}, at(31, 12, 0)),
    ],
)
def test_a_moment_counted_from_a_thursday_night(due, falls_at):
    assert the_deadline(due).falls_at == falls_at


@pytest.mark.parametrize(
    ("starts_at", "due", "falls_in_utc"),
    [
        # The clocks go forward on 28 March 2027 and back on 31 October.
        (at(25, month=3), {"weekday": "sunday", "at": "12:00"}, (3, 28, 11, 0)),
        (at(27, month=3), {"hours": 24}, (3, 28, 20, 30)),
        (at(27, month=3), {"days": 1, "at": "20:30"}, (3, 28, 19, 30)),
        (at(27, month=3), {"days": 1, "at": "01:30"}, (3, 28, 1, 30)),
        (at(28, month=10), {"weekday": "sunday", "at": "12:00"}, (10, 31, 12, 0)),
        (at(30, month=10), {"hours": 24}, (10, 31, 19, 30)),
        (at(30, month=10), {"days": 1, "at": "01:30"}, (10, 31, 1, 30)),
        (at(30, month=10), {"days": 1}, (11, 1, 0, 0)),
    ],
)
def test_noon_is_noon_when_the_clocks_change_and_hours_are_hours(starts_at, due, falls_in_utc):
    falls_at = the_deadline(due, starts_at).falls_at.astimezone(datetime.UTC)
    assert (falls_at.month, falls_at.day, falls_at.hour, falls_at.minute) == falls_in_utc


def test_in_the_hour_the_clocks_show_twice_a_deadline_is_not_over_before_it_is():
    deadline = the_deadline({"days": 1, "at": "01:45"}, at(30, month=10))
    first_time_round = datetime.datetime(2027, 10, 31, 1, 50, tzinfo=LONDON)
    assert not deadline.is_broken(first_time_round)
    assert deadline.is_broken(first_time_round.replace(fold=1))


def test_the_clock_is_that_of_the_league_whatever_zone_the_moment_came_in():
    trinidad = ZoneInfo("America/Port_of_Spain")
    starts_at = datetime.datetime(2027, 1, 16, 1, 0, tzinfo=datetime.UTC)  # Friday, nine in the evening there
    assert the_deadline({"weekday": "saturday", "at": "12:00"}, starts_at, trinidad).falls_at == at(
        16, 12, 0, zone=trinidad
    )


def test_a_moment_without_a_time_zone_is_refused():
    with pytest.raises(ValueError, match="no time zone"):
        the_deadline({"hours": 24}, datetime.datetime(2027, 1, 14, 20, 30))  # noqa: DTZ001


def test_on_the_stroke_is_in_time_and_a_second_later_is_not():
    deadline = the_deadline(SATURDAY_NOON)
    assert not deadline.is_broken(at(16, 12, 0))
    assert deadline.is_broken(at(16, 12, 0) + SECOND)


@pytest.mark.parametrize(
    ("result_at", "is_met"), [(at(16, 12, 0), True), (at(16, 12, 1), False), (None, False)]
)
def test_a_result_is_in_time_or_it_is_not(result_at, is_met):
    (deadline,) = deadlines_of(a_match(result_at=result_at), real("a Cornish euchre"), LONDON)
    assert deadline.is_met is is_met
    assert deadline.is_broken(at(20)) is not is_met


def test_one_report_is_enough_unless_each_side_owes_its_own():
    match = a_match(reports=BothSides(home=at(15, 9, 0), away=None))
    (either,) = deadlines_of(match, real("another"), LONDON)
    assert either.is_met
    each = deadlines_of(match, real("a Yorkshire dominoes"), LONDON)
    assert [(one.sides, one.is_met) for one in each] == [((FactSide.AWAY,), False), ((FactSide.HOME,), True)]


def test_a_scorecard_is_owed_by_each_side_for_itself():
    match = a_match(cards=BothSides(home=None, away=at(15)))
    found = deadlines_of(match, real("each side sends its sheet"), LONDON)
    assert [one.sides[0] for one in found if one.is_broken(at(20))] == [FactSide.HOME]


def test_a_match_given_is_owed_nothing_from_then_on():
    given = WalkoverFact(at_fault=AtFault.AWAY, at=at(15))
    (deadline,) = deadlines_of(a_match(walkover=given), real("a Cornish euchre"), LONDON)
    assert not deadline.is_broken(at(30))
    too_late = WalkoverFact(at_fault=AtFault.AWAY, at=at(17))
    (deadline,) = deadlines_of(a_match(walkover=too_late), real("a Cornish euchre"), LONDON)
    assert deadline.is_broken(at(30))


def put_off(starts_at=None, **known):
    return a_match(starts_at, put_offs=(PutOff(at=at(10), starts_at=NIGHT, by=FactSide.AWAY),), **known)


def test_a_match_without_a_date_owes_no_result_but_a_date():
    rules = from_data(
        {
            "late_result": [{"due": SATURDAY_NOON}],
            "late_new_date": [{"due": {"days": 7}}],
            "late_replay": [{"due": {"weeks": 4}}],
        }
    )
    found = deadlines_of(put_off(), rules, LONDON)
    assert [(one.kind, one.falls_at, one.sides) for one in found] == [
        (OffenceKind.NO_NEW_DATE, at(18, 0, 0), (FactSide.AWAY,)),
        (OffenceKind.LATE_REPLAY, at(12, 0, 0, month=2), (FactSide.AWAY,)),
    ]


@pytest.mark.parametrize(
    ("new_date", "is_met"), [(at(11, month=2), True), (at(12, month=2), False), (None, False)]
)
def test_a_match_put_off_is_to_be_played_within_28_days_of_its_first_date(new_date, is_met):
    (deadline,) = deadlines_of(put_off(new_date), real("seven points"), LONDON)
    assert deadline.is_met is is_met


def test_put_off_twice_it_is_due_from_its_first_date_and_a_new_one_from_the_last_time():
    moves = (
        PutOff(at=at(10), starts_at=NIGHT, by=FactSide.AWAY),
        PutOff(at=at(20), starts_at=at(21), by=FactSide.HOME),
    )
    rules = from_data({"late_replay": [{"due": {"days": 28}}], "late_new_date": [{"due": {"days": 7}}]})
    agree, play = deadlines_of(a_match(None, put_offs=moves), rules, LONDON)
    assert (agree.falls_at, agree.sides) == (at(28, 0, 0), (FactSide.HOME,))
    assert (play.falls_at, play.sides) == (at(12, 0, 0, month=2), (FactSide.HOME,))


def test_warned_a_day_before_it_falls_and_never_before_the_match():
    deadline = the_deadline({"days": 3}, warning_hours=24)
    assert (deadline.warns_at, deadline.falls_at) == (at(17, 0, 0), at(18, 0, 0))
    assert the_deadline({"days": 3}, warning_hours=500).warns_at == NIGHT
    assert the_deadline({"days": 3}).warns_at == NIGHT


def test_what_threatens_is_said_between_the_warning_and_the_fall():
    (deadline, _) = deadlines_of(a_match(), real("a squash league"), LONDON)
    assert what_threatens(deadline, at(16)) is None
    assert what_threatens(deadline, at(17, 0, 0)) == (
        "The result must be in by the end of Sunday 17 January; "
        "after that the sanction for the home side is 5 points."
    )
    assert (
        what_threatens(deadline, at(18, 0, 1))
        == "Overdue: the result was due by the end of Sunday 17 January."
    )


def test_what_threatens_the_winner_before_anybody_knows_who_that_is():
    (deadline,) = deadlines_of(a_match(), real("a Cornish euchre"), LONDON)
    assert what_threatens(deadline, at(15)) == (
        "The result must be in by noon on Saturday 16 January; "
        "after that the sanction for the winner is 1 point."
    )


def test_nothing_threatens_once_it_is_done():
    (deadline,) = deadlines_of(a_match(result_at=at(15)), real("a Cornish euchre"), LONDON)
    assert what_threatens(deadline, at(15, 22, 0)) is None
    assert what_threatens(deadline, at(30)) is None


def test_the_second_time_the_second_step_threatens():
    (deadline,) = deadlines_of(a_match(), real("another"), LONDON)
    assert what_threatens(deadline, at(15), number=1).endswith("the sanction for each side is a warning.")
    assert what_threatens(deadline, at(15), number=2).endswith("the sanction for each side is 1 point.")
