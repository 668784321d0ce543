"""The circle method: everybody twice, home and away by turns."""

from collections import Counter

import pytest

from tests.tools.demo.round_robin import double_round_robin, never_at_home_together

LONGEST_RUN = 3  # where the halves of the season meet


@pytest.mark.parametrize("places", [2, 4, 8, 10, 12])
def test_everybody_meets_everybody_at_home_and_away(places: int) -> None:
    meetings = double_round_robin(places)
    pairs = {(meeting.home, meeting.away) for meeting in meetings}
    assert pairs == {(home, away) for home in range(places) for away in range(places) if home != away}
    assert len(meetings) == len(pairs)


@pytest.mark.parametrize("places", [2, 4, 8, 10, 12])
def test_everybody_plays_once_a_week(places: int) -> None:
    meetings = double_round_robin(places)
    for week in range(1, 2 * (places - 1) + 1):
        playing = [
            place for meeting in meetings if meeting.week == week for place in (meeting.home, meeting.away)
        ]
        assert sorted(playing) == list(range(places))


def test_nobody_is_at_home_or_away_more_than_three_weeks_running() -> None:
    meetings = double_round_robin(10)
    for place in range(10):
        weeks = "".join(
            "h" if meeting.home == place else "a"
            for meeting in sorted(meetings, key=lambda meeting: meeting.week)
            if place in (meeting.home, meeting.away)
        )
        assert Counter(weeks) == {"h": 9, "a": 9}
        assert "h" * (LONGEST_RUN + 1) not in weeks
        assert "a" * (LONGEST_RUN + 1) not in weeks


def test_every_place_has_one_it_is_never_at_home_with() -> None:
    pairs = never_at_home_together(10)
    assert sorted(place for pair in pairs for place in pair) == list(range(10))
