"""What is kept only for a time goes by itself, and nothing goes that is still needed."""

import datetime
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.models import (
    Availability,
    CaptainLink,
    CaptainPin,
    Enrolment,
    League,
    Match,
    MatchDispute,
    Notice,
    Objection,
    Photograph,
    PhotographReading,
    PrintedFile,
    PrintJob,
    RecordChange,
    RetentionRun,
    ScoringCode,
    Season,
    Seat,
    Side,
    TableEntry,
    UnfiledPhotograph,
)
from league.printing.services.store import store_file, stored_file
from league.records.jobs import delete_outdated_data
from tests.builders import (
    FRIDAY,
    NIGHT,
    a_card,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_secretary,
    an_offence,
)
from tests.builders_tables import an_entry
from tests.examples import sampled
from tests.reading import words
from tests.records.personal_world import a_person

pytestmark = pytest.mark.django_db

YEAR = datetime.timedelta(days=366)
PIXELS = {"jpeg": b"\xff\xd8", "width": 3, "height": 2}


@pytest.fixture(autouse=True)
def var(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("django.conf.settings.VAR_DIR", tmp_path)


def a_traced_match(league: League | None = None) -> Match:
    """A confirmed match with something of each kind that is kept for a time."""
    match = Match.objects.get(week=1) if league else a_match()
    if league is None:
        a_card(match, (15, 9))
        Photograph.objects.create(match=match, received_at=FRIDAY, **PIXELS)
    PhotographReading.objects.create(photograph=match.photographs.get(), requested_at=FRIDAY)
    ScoringCode.objects.create(match=match, issued_at=FRIDAY)
    an_entry(match, "h1", {"high": "h"})
    Notice.objects.create(
        league=match.division.season.league,
        match=match,
        kind=Notice.Kind.CHASE,
        to="captain@nobody.example",
        subject="Result",
        body="Where is it?",
        wanted_at=FRIDAY,
    )
    return match


def left(*models: type) -> list[str]:
    return [model.__name__ for model in models if model._default_manager.exists()]


TRACES = (Photograph, PhotographReading, ScoringCode, TableEntry, Notice)


def test_what_is_past_its_period_goes_and_the_result_stays() -> None:
    player = a_person()
    match = a_traced_match(player.league)
    Availability.objects.create(match=match, player=player, team=match.home, answer="yes", answered_at=FRIDAY)
    season = match.division.season
    season.is_finished = True
    season.save()

    # Three months after the night its code goes; the links of the season go three months after its end.
    delete_outdated_data(FRIDAY + datetime.timedelta(days=92))
    assert not ScoringCode.objects.exists()
    assert left(CaptainLink, CaptainPin, Photograph, TableEntry, Notice) == [
        "CaptainLink", "CaptainPin", "Photograph", "TableEntry", "Notice",
    ]  # fmt: skip
    delete_outdated_data(FRIDAY + YEAR)
    assert left(*TRACES, Availability, CaptainLink, CaptainPin) == []
    assert Seat.objects.exists()
    assert Match.objects.filter(scorecards__is_confirmed=True).exists()


def test_nothing_goes_before_its_day() -> None:
    a_traced_match()
    delete_outdated_data(FRIDAY + datetime.timedelta(days=364))
    assert left(*TRACES) == ["Photograph", "PhotographReading", "TableEntry", "Notice"]


def test_links_and_contacts_stay_until_the_season_is_finished() -> None:
    player = a_person()
    delete_outdated_data(FRIDAY + 3 * YEAR)
    assert left(CaptainLink, CaptainPin) == ["CaptainLink", "CaptainPin"]
    assert Enrolment.objects.get(captain_name=player.name).captain_email
    Season.objects.update(is_finished=True)
    delete_outdated_data(FRIDAY + 3 * YEAR + datetime.timedelta(days=1))
    assert left(CaptainLink, CaptainPin) == []
    assert not Enrolment.objects.get(captain_name=player.name).captain_email


def no_result(match: Match) -> None:
    match.scorecards.all().delete()


def a_waiting_report(match: Match) -> None:
    a_card(match, (15, 2), is_confirmed=False, reported_for=Side.HOME)


def an_open_dispute(match: Match) -> None:
    MatchDispute.objects.create(match=match, reason="the third game")


def an_open_objection(match: Match) -> None:
    Objection.objects.create(scorecard=match.scorecards.get(), side=Side.AWAY, table=1, made_at=FRIDAY)


def an_open_appeal(match: Match) -> None:
    offence = an_offence(match, state="waived", decided_at=FRIDAY)
    offence.appeals.create(made_on=NIGHT, made_by="the captain", words="It was sent.")


@pytest.mark.parametrize(
    "open_case",
    sampled(
        [no_result, a_waiting_report, an_open_dispute, an_open_objection, an_offence, an_open_appeal], each=2
    ),
)
def test_nothing_of_a_match_goes_while_something_is_open(
    client: Client, open_case: Callable[[Match], object]
) -> None:
    match = a_traced_match()
    open_case(match)
    delete_outdated_data(FRIDAY + YEAR)
    assert left(*TRACES) == [model.__name__ for model in TRACES]


@pytest.mark.slow
def test_a_photograph_without_a_match_stays_while_a_result_is_missing() -> None:
    division = a_division()
    match = a_match(division)
    UnfiledPhotograph.objects.create(
        league=division.season.league, requested_at=FRIDAY, received_at=FRIDAY, **PIXELS
    )
    delete_outdated_data(FRIDAY + YEAR)
    assert UnfiledPhotograph.objects.exists()
    a_card(match, (15, 9))
    delete_outdated_data(FRIDAY + YEAR + datetime.timedelta(days=1))
    assert not UnfiledPhotograph.objects.exists()


@pytest.mark.slow
def test_a_photograph_of_another_league_stays_as_long_as_that_league_says() -> None:
    for name, months in (("Spen Valley", 12), ("Calder Valley", 24)):
        league = a_league(name, photographs_kept_for=months)
        UnfiledPhotograph.objects.create(league=league, requested_at=FRIDAY, received_at=FRIDAY, **PIXELS)
    delete_outdated_data(FRIDAY + YEAR)
    assert [kept.league.name for kept in UnfiledPhotograph.objects.all()] == ["Calder Valley"]


@pytest.mark.slow
def test_the_match_of_a_cup_tie_is_no_exception() -> None:
    match = a_traced_match()
    a_drawn_cup(match.division.season, "The Fleece", "The Shears", on=NIGHT)
    tie = Match.with_ties.get(tie__isnull=False)
    ScoringCode.objects.create(match=tie, issued_at=FRIDAY)
    delete_outdated_data(FRIDAY + YEAR)
    assert ScoringCode.objects.get().match_id == tie.pk, "it has no result yet"
    a_card(tie, (15, 9))
    delete_outdated_data(FRIDAY + YEAR + datetime.timedelta(days=1))
    assert not ScoringCode.objects.exists()


def test_another_league_keeps_its_own_periods() -> None:
    match = a_traced_match()
    League.objects.update(photographs_kept_for=24, letters_kept_for=60)
    delete_outdated_data(FRIDAY + YEAR)
    assert left(*TRACES) == ["Photograph", "PhotographReading", "Notice"]
    assert RetentionRun.objects.get().deleted == {"links": 1, "entries": 1}
    assert match.scorecards.exists()


@pytest.mark.slow
def test_photographs_that_were_read_stay_as_test_cases_while_the_league_agrees() -> None:
    a_traced_match()
    PhotographReading.objects.update(state=PhotographReading.State.READ)
    League.objects.update(keeps_test_photographs=True)
    delete_outdated_data(FRIDAY + YEAR)
    assert left(*TRACES)[:2] == ["Photograph", "PhotographReading"]
    League.objects.update(keeps_test_photographs=False)
    delete_outdated_data(FRIDAY + YEAR + datetime.timedelta(days=1))
    assert "Photograph" not in left(*TRACES)


def test_it_runs_once_a_day(django_assert_max_num_queries: Callable[[int], CaptureQueriesContext]) -> None:
    match = a_match()
    a_card(match, (15, 9))
    for _ in range(40):
        Photograph.objects.create(match=match, received_at=FRIDAY, **PIXELS)
        an_entry(match, "h1", {})
    with django_assert_max_num_queries(55):
        assert delete_outdated_data(FRIDAY + YEAR) == 80
    Photograph.objects.create(match=match, received_at=FRIDAY, **PIXELS)
    with django_assert_max_num_queries(2):
        assert delete_outdated_data(FRIDAY + YEAR) == 0
    assert Photograph.objects.exists()


def test_leagues_with_nothing_outdated_are_written_down_together_however_many() -> None:
    def written(day: datetime.datetime) -> int:
        with CaptureQueriesContext(connection) as asked:
            assert delete_outdated_data(day) == 0
        changing = ("INSERT", "UPDATE", "DELETE", "SAVEPOINT")
        return sum(query["sql"].startswith(changing) for query in asked.captured_queries)

    a_match()
    one = written(FRIDAY)
    for number in range(2):
        a_league(f"League {number}")
    assert written(FRIDAY + datetime.timedelta(days=1)) == one
    assert RetentionRun.objects.count() == 1 + 3
    RetentionRun.objects.filter(on=FRIDAY.date()).update(on=FRIDAY.date() - YEAR)
    written(FRIDAY + datetime.timedelta(days=3))
    assert RetentionRun.objects.count() == 3 + 3


def test_printed_files_and_ended_sign_ins_go_where_nobody_prints() -> None:
    league = a_match().division.season.league
    store_file("a" * 64, b"%PDF")
    PrintedFile.objects.update(stored_at=FRIDAY - datetime.timedelta(days=8))
    PrintJob.objects.create(
        league=league, key="k", document="d", requested_at=FRIDAY - datetime.timedelta(days=8)
    )
    Session.objects.create(session_key="x", session_data="", expire_date=FRIDAY - YEAR)
    delete_outdated_data(FRIDAY)
    assert stored_file("a" * 64) is None
    assert left(PrintJob, Session) == []


def test_the_secretary_sees_the_periods_changes_them_and_reads_what_went(client: Client) -> None:
    match = a_traced_match()
    league = match.division.season.league
    client.force_login(secretary := a_secretary(league))
    address = f"/{league.slug}/secretary/retention/"
    page = client.get(address)
    assert "Nothing yet" in words(page)
    opened = page.context["form"]["opened"].value()
    periods = dict.fromkeys(re.findall(r'name="(\w+_kept_for)"', page.content.decode()), 12)
    assert len(periods) == 6
    assert 'name="slug"' not in page.content.decode()
    periods |= {"photographs_kept_for": 3, "save": "yes"}

    sent = client.post(address, {**periods, "opened": opened}, follow=True)
    assert "Saved." in words(sent)
    league.refresh_from_db()
    assert league.photographs_kept_for == 3
    change = RecordChange.objects.get()
    assert (change.before["photographs_kept_for"], change.after["photographs_kept_for"]) == (
        "12 months", "3 months",
    )  # fmt: skip

    # An older page is shown what changed meanwhile, and saves over it when sent again.
    refused = client.post(address, {**periods, "photographs_kept_for": 24, "opened": opened})
    assert refused.status_code == 409
    newer = refused.context["form"]["opened"].value()
    client.post(address, {**periods, "photographs_kept_for": 6, "opened": newer})
    league.refresh_from_db()
    assert league.photographs_kept_for == 6
    assert client.post(address, {**periods, "letters_kept_for": 1, "opened": newer}).status_code == 422

    delete_outdated_data(FRIDAY + datetime.timedelta(days=200))
    client.force_login(secretary)  # the sign-in had ended by then, and went
    assert re.search(r"3 August 2027: 1 photograph\b", words(client.get(address)))
