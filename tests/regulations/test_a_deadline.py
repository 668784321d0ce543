"""One deadline from the day it is set to the table it changes, through the pages and the clock alone."""

import datetime
import io
import json
from pathlib import Path

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from league.jobs import run_jobs
from league.models import Division
from tests.builders import NIGHT, WEEK, a_captain, a_card, a_division, a_match, a_secretary
from tests.reading import words
from tests.regulations.test_deadline_jobs import DAY, MINUTE, NOON
from tests.regulations.test_pages import BY_NOON, opened

pytestmark = pytest.mark.django_db

PAID_BY_HOME = {
    "late_result_1-pays": "home",
    "late_result_1-step2_pounds": "5",
    "late_result_1-step2_points": "2",
    "late_result_1-step3_points": "",
}
STANDINGS = "2026-27/division-one/standings/"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch, client: Client, division: Division, settings, tmp_path: Path):
    settings.STAMPS = tmp_path
    secretary = a_secretary(division.season.league)

    def stand_at(moment: datetime.datetime) -> None:
        """Time passes: the jobs run, and the secretary signs in again."""
        monkeypatch.setattr(timezone, "now", lambda: moment)
        assert run_jobs(moment)
        client.force_login(secretary)

    return stand_at


@pytest.fixture
def division() -> Division:
    division = a_division(teams=4)
    a_captain(division, "The Fleece", name="Ann", email="ann@example.org")
    return division


def points(division: Division, team: str) -> float:
    """What the standings give a team."""
    said = io.StringIO()
    season = division.season
    call_command("standings", league=season.league.slug, season=season.slug, json=True, stdout=said)
    (row,) = [row for row in json.loads(said.getvalue())[0]["rows"] if row["team"] == team]
    return row["points"]


@pytest.mark.slow
def test_set_warned_fallen_waived_fallen_again_applied_and_taken_back(client, division, clock):
    league = division.season.league
    desk = f"/{league.slug}/secretary/"
    first = a_match(division)
    second = a_match(division, "The Fleece", "Packhorse & Drover", date=NIGHT + WEEK, week=2)
    third = a_match(division, "The Fleece", "The Tup and Bell", date=NIGHT + 2 * WEEK, week=3)

    clock(NOON - 5 * DAY)
    typed = {key: value for key, value in BY_NOON.items() if "step3" not in key} | PAID_BY_HOME
    assert client.post(f"{desk}regulations/", opened(client, league) | typed).status_code == 303

    # Warned a day before, once; the page of the match says it to everybody.
    clock(NOON - DAY)
    clock(NOON - DAY + MINUTE)
    assert [letter.to for letter in mail.outbox] == [["ann@example.org"]]
    assert "after that the sanction for the home side is a warning." in mail.outbox[0].body
    visitor = Client()
    assert "must be in by noon on Saturday 16 January; after that" in words(
        visitor.get(f"/{league.slug}/matches/{first.public_id}/")
    )

    # It falls: proposed, nothing taken; let pass, it counts for nothing.
    clock(NOON + MINUTE)
    a_card(first, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON + DAY)
    clock(NOON + DAY)
    assert points(division, "The Fleece") == 8
    offence = division.season.offences.get()
    assert "that was at noon on Sunday 17 January" in words(client.get(f"{desk}penalties/"))
    client.post(
        f"{desk}penalties/{offence.public_id}/", {"waive": "yes", "waive-because": "the line was down"}
    )
    offence.refresh_from_db()
    assert offence.state == "waived"

    # The next one is a first one, a warning; the one after costs points and money.
    for match, week in ((second, 1), (third, 2)):
        clock(NOON + week * WEEK + MINUTE)
        a_card(match, (15, 9), (12, 15), (15, 11), (15, 8), entered_at=NOON + week * WEEK + DAY)
        offence = match.offences.get()
        assert (offence.number, offence.halves, offence.pence) == (week, 4 * week - 4, 500 * week - 500)
        said = {
            "apply": "yes",
            "apply-points": f"{offence.halves // 2}",
            "apply-pounds": f"{offence.pence / 100}",
        }
        client.post(f"{desk}penalties/{offence.public_id}/", said)
        offence.refresh_from_db()
        assert offence.state == "applied"
    assert points(division, "The Fleece") == 22
    assert "the result was due by noon on Saturday 30 January" in words(
        visitor.get(f"/{league.slug}/{STANDINGS}")
    ).replace("The result", "the result")

    # A rule made milder leaves what was decided; taken back, the points return.
    typed = {"late_result_1-step2_points": "", "late_result_1-step2_pounds": "1"}
    client.post(f"{desk}regulations/", opened(client, league) | typed)
    clock(NOON + 2 * WEEK + 2 * DAY)
    assert points(division, "The Fleece") == 22
    client.post(
        f"{desk}penalties/{offence.public_id}/",
        {"take-back": "yes", "take-back-because": "the post was late"},
    )
    assert points(division, "The Fleece") == 24
    clock(NOON + 2 * WEEK + 3 * DAY)
    assert division.season.offences.count() == 3
