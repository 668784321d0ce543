"""Dates and times as people in a pub say them."""

from datetime import UTC, date, datetime, time

import pytest
from django.template import Context, Template
from django.utils import timezone

from league.templatetags.dates import pub_date, pub_date_year, pub_time, pub_when

IN_JANUARY = datetime(2027, 1, 14, 20, 30, tzinfo=UTC)
IN_JULY = datetime(2027, 7, 1, 23, 30, tzinfo=UTC)


def test_a_day_is_said_as_people_say_it() -> None:
    assert pub_date(date(2027, 1, 14)) == "Thu 14 Jan"
    assert pub_date_year(date(2027, 1, 4)) == "Mon 4 Jan 2027"


def test_no_line_of_a_page_ends_within_a_date_a_time_or_the_name_of_a_team() -> None:
    page = Template(
        "{% load dates formatting %}{{ day|pub_date }}, {{ day|pub_date_year }}, "
        "{{ clock|pub_time }}, {{ team|together }}"
    )
    day, clock = date(2027, 1, 4), time(20, 30)
    read = page.render(Context({"day": day, "clock": clock, "team": "Hanging Royd Liberal Club A"}))
    assert read.split(" ") == [
        part.replace("_", "\N{NO-BREAK SPACE}")
        for part in ("Mon_4_Jan,", "Mon_4_Jan", "2027,", "8.30_pm,", "Hanging", "Royd", "Liberal", "Club_A")
    ]


def test_a_moment_is_taken_in_the_time_zone_of_the_league() -> None:
    with timezone.override("Europe/London"):
        assert pub_when(IN_JANUARY) == "Thu_14_Jan, 8.30_pm".replace("_", "\N{NO-BREAK SPACE}")
        assert pub_when(IN_JULY) == "Fri_2_Jul, 12.30_am".replace("_", "\N{NO-BREAK SPACE}")


def test_a_time_written_without_a_zone_is_already_local() -> None:
    in_january = datetime(2027, 1, 14, 20, 0)  # noqa: DTZ001  the point of the test
    assert pub_when(in_january) == "Thu_14_Jan, 8.00_pm".replace("_", "\N{NO-BREAK SPACE}")


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
