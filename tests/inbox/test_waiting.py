"""What rests until a time or another person's answer: shown to whom it concerns, with a way to act before."""

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import Mailing, Match, Notice, Objection, Postponement, Side, User
from league.results.services.receipts import write_note
from tests.builders import FRIDAY, NIGHT, a_division, a_match, a_secretary, an_account, regulated
from tests.builders_tables import a_report
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
TEN_MINUTES = datetime.timedelta(minutes=10)
TONIGHT = datetime.datetime(2027, 1, 15, 21, 0, tzinfo=datetime.UTC)


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(timezone, "now", lambda: FRIDAY)
    return a_match(regulated(a_division(teams=4), one_report_stands={"days": 2, "at": "12:00"}))


@pytest.fixture
def secretary(match: Match, client: Client) -> User:
    user = a_secretary(match.division.season.league)
    client.force_login(user)
    return user


@pytest.fixture
def waiting(match: Match, secretary: User) -> str:
    return f"/{match.division.season.league.slug}/secretary/waiting/"


def main_of(page: str) -> str:
    return page[page.index("Nothing to decide yet") :]


def a_mailing(match: Match, by: User) -> Mailing:
    league = match.division.season.league
    mailing = Mailing.objects.create(
        league=league,
        kind="message",
        audience="Captains of all teams",
        subject="The room is let",
        text="Dear all",
        written_at=FRIDAY,
        written_by=by,
        goes_at=FRIDAY + TEN_MINUTES,
    )
    Notice.objects.create(
        league=league,
        mailing=mailing,
        kind="message",
        to="ann@example.org",
        subject="The room is let",
        body="Dear Ann",
        wanted_at=FRIDAY + TEN_MINUTES,
    )
    return mailing


def everything(match: Match, by: User, week: int) -> None:
    """One of each in a week of its own."""
    division = match.division
    promised = a_match(division, "Packhorse & Drover", "The Tup and Bell", week=week)
    write_note(match=promised, note="Phoned, brings it tonight.", pauses_until=TONIGHT, by=by, now=FRIDAY)
    a_report(a_match(division, "The Tup and Bell", "The Fleece", week=week))
    to_move = a_match(
        division, "The Shears", "Packhorse & Drover", week=week, date=NIGHT + week * TEN_MINUTES * 144
    )
    Postponement.objects.create(
        match=to_move,
        asked_by="h",
        asked_at=FRIDAY,
        answer_by=FRIDAY + datetime.timedelta(days=3),
        reason="The room is let.",
        offered=[],
    )
    a_mailing(match, by)


def test_nothing_that_waits_is_said_plainly(client, waiting):
    assert "Nothing is waiting. Promised results, sheets to be signed" in words(client.get(waiting))


def test_a_promised_result_rests_until_its_time(client, waiting, match, secretary, monkeypatch):
    write_note(match=match, note="Phoned, brings it tonight.", pauses_until=TONIGHT, by=secretary, now=FRIDAY)
    page = client.get(waiting)
    assert "“Phoned, brings it tonight.” No reminder before Fri 15 Jan, 9.00 pm." in words(page)
    assert f"/secretary/nights/{NIGHT}/#note-{match.public_id}" in markup(page)
    assert "Waiting 1" in words(client.get(waiting.removesuffix("waiting/")))
    monkeypatch.setattr(timezone, "now", lambda: TONIGHT)
    assert "Nothing is waiting" in words(client.get(waiting))


def test_a_signed_sheet_waits_for_the_other_side_until_it_counts_by_itself(client, waiting, match):
    a_report(match, Side.HOME)
    page = words(client.get(waiting))
    assert "The Fleece signed Fri 15 Jan" in page
    assert "The Shears have until Sun 17 Jan, noon to sign or object; then it counts." in page


def test_sheets_that_differ_wait_for_the_captains_before_they_are_disputed(client, waiting, match):
    a_report(match, Side.HOME)
    a_report(match, Side.AWAY, (9, 15), (12, 15), (15, 11), (15, 8))
    page = words(client.get(waiting))
    assert "Signed sheets that differ" in page
    assert "until Sun 17 Jan, noon to agree; then it is yours to decide." in page
    Match.objects.update(disputed_because="Table 1.")
    assert "Nothing is waiting" in words(client.get(waiting))


def test_an_objection_waits_for_the_side_that_signed(client, waiting, match):
    card = a_report(match, Side.HOME)
    Objection.objects.create(scorecard=card, side=Side.AWAY, table=2, because="13", made_at=FRIDAY)
    page = words(client.get(waiting))
    assert "The Shears object to table 2. The Fleece have until Sun 17 Jan, noon to answer" in page


def test_a_request_waits_for_the_other_team_while_there_is_time(client, waiting, match, monkeypatch):
    until = FRIDAY + datetime.timedelta(days=3)
    request = Postponement.objects.create(
        match=match, asked_by="h", asked_at=FRIDAY, answer_by=until, reason="The room is let.", offered=[]
    )
    page = client.get(waiting)
    assert "The Fleece: The room is let. The Shears have until Mon 18 Jan to answer." in words(page)
    assert f"?open=postponement-{request.public_id}" in markup(page)
    monkeypatch.setattr(timezone, "now", lambda: until + datetime.timedelta(days=2))
    assert "Nothing is waiting" in words(client.get(waiting))


def test_a_message_that_has_not_gone_is_undone_from_there(client, waiting, match, secretary):
    mailing = a_mailing(match, secretary)
    page = words(client.get(waiting))
    assert "1 e-mail to be sent The room is let Captains of all teams. Goes Fri 15 Jan" in page
    messages = waiting.replace("waiting/", "messages/")
    client.post(messages, {"undo": mailing.public_id})
    assert not Notice.objects.exists()
    assert "Nothing is waiting" in words(client.get(waiting))


@pytest.mark.parametrize(
    ("role", "shown", "hidden"),
    [
        (
            "results",
            ["Result promised", "Sheet to be signed"],
            ["Postponement requested", "e-mail to be sent"],
        ),
        (
            "fixtures",
            ["Postponement requested"],
            ["Result promised", "Sheet to be signed", "e-mail to be sent"],
        ),
    ],
)
def test_everybody_sees_what_their_role_may_act_on(client, waiting, match, secretary, role, shown, hidden):
    everything(match, secretary, week=2)
    client.force_login(an_account(match.division.season.league, role))
    page = main_of(words(client.get(waiting)))
    assert all(title in page for title in shown)
    assert not any(title in page.replace("Promised results, sheets", "") for title in hidden)


def test_it_takes_as_many_queries_however_much_waits(client, waiting, match, secretary):
    def queries() -> int:
        with CaptureQueriesContext(connection) as context:
            client.get(waiting)
        return len(context)

    everything(match, secretary, week=2)
    first = queries()
    for week in (3, 4, 5):
        everything(match, secretary, week=week)
    assert queries() == first
