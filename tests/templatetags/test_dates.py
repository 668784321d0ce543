"""Dates and times as people in a pub say them."""

from datetime import UTC, date, datetime, time

import pytest
from django.utils import timezone

from league.templatetags.dates import pub_date, pub_date_year, pub_time, pub_when

IN_JANUARY = datetime(2027, 1, 14, 20, 30, tzinfo=UTC)
IN_JULY = datetime(2027, 7, 1, 23, 30, tzinfo=UTC)


def test_a_day_is_said_as_people_say_it() -> None:
    assert pub_date(date(2027, 1, 14)) == "Thu 14 Jan"
    assert pub_date_year(date(2027, 1, 4)) == "Mon 4 Jan 2027"


def test_a_moment_is_taken_in_the_time_zone_of_the_league() -> None:
    with timezone.override("Europe/London"):
        assert pub_when(IN_JANUARY) == "Thu 14 Jan, 8.30\N{NO-BREAK SPACE}pm"
        assert pub_when(IN_JULY) == "Fri 2 Jul, 12.30\N{NO-BREAK SPACE}am"


def test_a_time_written_without_a_zone_is_already_local() -> None:
    in_january = datetime(2027, 1, 14, 20, 0)  # noqa: DTZ001  the point of the test
    assert pub_when(in_january) == "Thu 14 Jan, 8.00\N{NO-BREAK SPACE}pm"


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (time(20, 30), "8.30 pm"),
        (time(9, 5), "9.05 am"),
        (time(12, 0), "noon"),
        (time(12, 15), "12.15 pm"),
        (time(0, 0), "midnight"),
        (time(0, 10), "12.10 am"),
    ],
)
def test_a_time_is_said_with_a_full_stop(clock: time, said: str) -> None:
    assert pub_time(clock) == said


def test_no_date_yet_says_nothing() -> None:
    assert [say(None) for say in (pub_date, pub_date_year, pub_time, pub_when)] == [""] * 4
