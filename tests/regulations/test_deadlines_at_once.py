"""Two clocks in the same instant, and a clock against somebody who answers: everything once."""

import pytest

from league.models import Match, Notice, Offence, Postponement
from league.regulations.selectors.deadlines import proposals_in, regulated_seasons, warnings_in
from league.scheduling.jobs import lapse_postponements, propose_offences, warn_of_deadlines
from league.scheduling.services.postponements import agree_postponement, warn_captain
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_captain,
    a_division,
    a_match,
    a_postponement,
    regulated,
)
from tests.moments import at_once
from tests.regulations.test_deadline_jobs import DAY, MINUTE, NOON

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(db: None) -> Match:
    rule = {"due": SATURDAY_NOON, "pays": "both", "warning_hours": 24, "penalties": [{"points": 2}]}
    division = regulated(a_division(), late_result=[rule])
    a_captain(division, "The Fleece", email="ann@example.org")
    a_captain(division, "The Shears", email="bob@example.org")
    return a_match(division)


def test_two_clocks_propose_once(match):
    assert at_once(*[lambda: propose_offences(NOON + MINUTE)] * 3) == ["done"] * 3
    assert Offence.objects.count() == 2


def test_two_clocks_that_looked_at_the_same_time_warn_once(match):
    (season,) = regulated_seasons(NOON)
    found = warnings_in(season, NOON - DAY)
    assert proposals_in(season, NOON - DAY).new == ()
    for warned in found * 2:
        warn_captain(warned=warned, now=NOON - DAY)
    assert at_once(*[lambda: warn_of_deadlines(NOON - DAY)] * 3) == ["done"] * 3
    assert Notice.objects.count() == 2


def test_a_request_lapses_or_is_agreed_but_never_both(match):
    asked = a_postponement(match, answer_by=NOON - 3 * DAY, offered=[str(NIGHT + WEEK)])
    became = at_once(
        lambda: lapse_postponements(NOON - 3 * DAY),
        lambda: lapse_postponements(NOON - 3 * DAY),
        lambda: agree_postponement(postponement=asked, to=NIGHT + WEEK, now=NOON - 3 * DAY),
    )
    asked.refresh_from_db()
    match.refresh_from_db()
    is_agreed = became[2] == "done"
    assert became[:2] == ["done"] * 2
    assert asked.state == (Postponement.State.AGREED if is_agreed else Postponement.State.LAPSED)
    assert match.date == (NIGHT + WEEK if is_agreed else NIGHT)
    assert Notice.objects.count() == (0 if is_agreed else 2)
