"""A league goes whole, and nothing of another: every table counted, every address and way in tried."""

import datetime
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.core.management import CommandError, call_command
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.accounts.links import token_of
from league.accounts.powers import Role
from league.accounts.services.api_tokens import create_token
from league.accounts.services.people import invite
from league.exchange.league_file.reading import import_league
from league.history.services.audit import WHOLE_LEAGUE, Kind, note_act
from league.installation.page_store import find_page
from league.messages.jobs import send_notices
from league.models import (
    ApiWrite,
    CaptainLink,
    DeletedLeague,
    League,
    Notice,
    PhotographReading,
    ScoringCode,
    User,
)
from league.printing.services.store import store_file, stored_file
from league.records.selectors.league_deletion import league_deletion
from league.records.services.league_deletion import delete_league
from league.shared.errors import Refused
from tests.accounts.address_world import a_world, things_of
from tests.builders import (
    FRIDAY,
    a_captain,
    a_captains_link,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_secretary,
    an_account,
)
from tests.exchange.random_leagues import a_random_league
from tests.reading import words

pytestmark = pytest.mark.django_db

# What belongs to a person or to the installation, not to a league.
OF_ACCOUNTS = {"User", "Authenticator", "Passkey", "SignedInDevice", "TryCount"}
OWN = {*OF_ACCOUNTS, "DeletedLeague", "ClockTurn", "PrintedFile"}


@pytest.fixture(autouse=True)
def var(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Any) -> None:
    settings.VAR_DIR = tmp_path


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row of every table of ours, but of people and of the installation."""
    models = [model for model in apps.get_app_config("league").get_models() if model.__name__ not in OWN]
    return {model.__name__: list(model._base_manager.order_by("pk").values()) for model in models}


def a_full_league(name: str) -> League:
    """A league with a row in every table."""
    match = a_world(name, f"The {name} Arms", f"The {name} Inn")
    league = match.home.league
    things_of(match)
    now, by = timezone.now(), a_secretary(league, f"edna-{league.slug}")
    season = match.division.season
    token, _ = create_token(league=league, name="bot", scopes=["hands"], by=by, now=now)
    ApiWrite.objects.create(token=token, scope="hands", about="x", digest="d", made_at=now)
    captain = a_captain(match.division, match.home.name, name="Norman", email="n@nobody.example")
    a_captains_link(match.division, match.home.name)
    apps.get_model("league", "CaptainPin").objects.create(enrolment=captain, digest="d", set_at=now)
    match.pin_tries.create(side="h", tries=1)
    match.scoring_codes.create(issued_at=now)
    match.venue.links.create(issued_at=now)
    match.venue.squares.create(issued_at=now)
    match.venue.room_reports.create(date=now.date(), reported_at=now)
    match.drafts.create(user=by, typed={}, saved_at=now, began_from=0)
    league.retention_runs.create(on=now.date())
    note_act(league=league, kind=Kind.PEOPLE, what="A role", by=by)
    league.notices.create(kind="chase", to="n@nobody.example", subject="Hello", body="You", wanted_at=now)
    apps.get_model("league", "PrintJob").objects.create(
        league=league, key=league.slug, document="d", requested_at=now
    )
    season.due_dates.create(kind="meeting", title="Meeting", date=now.date())
    LogEntry.objects.log_actions(by.pk, [match.home], CHANGE, single_object=True)
    return league


def exported(league: League, by: User | None = None, now: datetime.datetime | None = None) -> None:
    note_act(league=league, kind=Kind.EXPORT, what=WHOLE_LEAGUE, by=by, now=now)


def test_everything_of_the_league_goes_and_nothing_of_another() -> None:
    a_full_league("Four Rivers")
    a_random_league(Random(3))
    before, noted = rows(), LogEntry.objects.count()
    league = a_full_league("Three Valleys")
    grown = {name for name, now in rows().items() if len(now) > len(before[name])}
    owner = an_account(league, "owner", "owner")
    exported(league, owner)
    delete_league(league=league, typed_name=league.name, by=owner, now=timezone.now())
    assert rows() == before
    assert LogEntry.objects.count() == noted
    assert User.objects.filter(username="owner").exists()
    ways_in = {"ApiToken", "ApiWrite", "CaptainLink", "CaptainPin", "PubLink", "ScoringCode", "TableSquare"}
    assert ways_in | {"AuditEntry", "Draft", "Notice", "Photograph", "PrintJob", "RuleBook", "Seat"} <= grown


@pytest.mark.slow
def test_a_league_with_everything_a_season_can_have_goes_too() -> None:
    before = {name: len(of_model) for name, of_model in rows().items()}
    league = a_random_league(Random(5))
    filled = {name for name, of_model in rows().items() if len(of_model) > before[name]}
    assert {"HandResult", "CupTie", "Honour", "Merge", "Appeal"} <= filled
    delete_league(league=league, typed_name=league.name, by=None, now=timezone.now(), has_file=True)
    assert {name: len(of_model) for name, of_model in rows().items()} == before


def test_what_goes_is_counted() -> None:
    match = a_match(a_division(teams=3))
    a_match(match.division, week=2)
    for name in ("Ann Dyson", "Jack Hirst"):
        a_player(match.home, name)
    a_card(match, (15, 9))
    assert league_deletion(match.home.league, FRIDAY).going == (
        "1 season",
        "3 pubs",
        "3 teams",
        "2 players",
        "2 matches",
        "1 result",
        "0 photographs of score sheets",
    )


@pytest.mark.parametrize("role", ["secretary", "deputy", "results", "fixtures", "scorer"])
def test_only_the_owner_deletes(client: Client, role: str) -> None:
    league = a_league()
    somebody = an_account(league, role, "somebody")
    exported(league, somebody)
    client.force_login(somebody)
    page = f"/{league.slug}/secretary/delete-league/"
    assert client.get(page).status_code == 403
    assert client.post(page, {"name": league.name}).status_code == 403
    with pytest.raises(Refused):
        delete_league(league=league, typed_name=league.name, by=somebody, now=timezone.now())
    assert League.objects.exists()


def test_the_page_leads_to_the_export_and_asks_for_the_name(client: Client) -> None:
    league = a_full_league("Three Valleys")
    owner = an_account(league, "owner", "owner")
    client.force_login(owner)
    page = f"/{league.slug}/secretary/delete-league/"
    first = client.get(page)
    assert b'name="name"' not in first.content
    assert "Export league" in words(first)
    refused = client.post(page, {"name": league.name})
    assert refused.status_code == 422
    assert "Export the league first" in words(refused)
    b"".join(client.post(f"/{league.slug}/secretary/take-along/"))  # type: ignore[call-overload]  # streamed
    shown = words(client.get(page))
    assert "1 season" in shown
    assert "1 e-mail still to be sent" in shown
    assert "1 token" in shown
    refused = client.post(page, {"name": "Another League"})
    assert (refused.status_code, League.objects.exists()) == (422, True)
    client.get(f"/{league.slug}/")
    store_file("a" * 64, b"%PDF")
    sent = client.post(page, {"name": f" {league.name} "}, follow=True)
    assert f"{league.name} is deleted." in words(sent)
    assert not League.objects.exists()
    assert stored_file("a" * 64) is None
    assert find_page(f"/{league.slug}/") is None


def test_an_export_of_the_day_before_yesterday_is_too_old() -> None:
    league = a_league()
    owner = an_account(league, "owner", "owner")
    exported(league, owner, now=FRIDAY)
    for hours, is_refused in ((25, True), (23, False)):
        now = FRIDAY + datetime.timedelta(hours=hours)
        if is_refused:
            with pytest.raises(Refused, match="Export the league first"):
                delete_league(league=league, typed_name=league.name, by=owner, now=now)
        else:
            delete_league(league=league, typed_name=league.name, by=owner, now=now)
    assert not League.objects.exists()


def test_what_a_visitor_a_phone_a_captain_a_program_and_the_post_find(
    client: Client, mailoutbox: list[object]
) -> None:
    match = a_world("Three Valleys", "The Fleece", "The Shears")
    league, now = match.home.league, timezone.now()
    owner = an_account(league, "owner", "owner")
    code = ScoringCode.objects.create(match=match, issued_at=now).code
    a_captains_link(match.division, "The Fleece")
    link = token_of(CaptainLink.objects.get())
    _, secret = create_token(league=league, name="bot", scopes=["hands"], by=owner, now=now)
    league.notices.create(kind="chase", to="n@nobody.example", subject="Hello", body="You", wanted_at=now)
    assert client.get(f"/s/{code}/").status_code == 200
    delete_league(league=league, typed_name=league.name, by=None, now=now, has_file=True)

    for address in (f"/{league.slug}/", f"/{league.slug}/secretary/", f"/{league.slug}/teams/the-fleece/"):
        gone = client.get(address)
        assert gone.status_code == 410, address
        assert "This league was deleted" in words(gone)
    # A phone takes 404 and 410 alike: its sending has ended, and what waits stays on it.
    assert client.post(f"/s/{code}/log/", {}, content_type="application/json").status_code == 404
    assert client.get(f"/c/{link}/").status_code == 404
    written = client.post(
        f"/api/v1/leagues/{league.slug}/matches/{match.public_id}/hands",
        {},
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert written.status_code in {401, 404}
    send_notices(now + datetime.timedelta(hours=1))
    assert not mailoutbox
    assert not Notice.objects.exists()
    client.force_login(owner)
    assert client.get("/account/").status_code == 200

    # Another league may take the address.
    a_league("Another", slug=league.slug)
    assert client.get(f"/{league.slug}/").status_code == 200


def test_accounts_stay_invitations_go_and_the_workbench_closes() -> None:
    league, other = a_league(), a_league("Four Rivers")
    owner, secretary = an_account(league, "owner", "owner"), a_secretary(league)
    other.roles.create(user=owner, role="secretary")
    User.objects.update(is_staff=True, last_login=FRIDAY)
    invited = invite(league=league, name="Wilf Thorp", email="", role=Role.SCORER, by=owner)
    delete_league(league=league, typed_name=league.name, by=None, now=FRIDAY, has_file=True)
    assert list(User.objects.order_by("username").values_list("username", "is_staff")) == [
        (owner.username, True),
        (secretary.username, False),
    ]
    assert not User.objects.filter(pk=invited.pk).exists()


def test_the_command_takes_a_whole_export_of_today_and_nothing_else(tmp_path: Path) -> None:
    league = a_full_league("Three Valleys")
    league.old_tables.all().delete()  # an empty one, which no file may hold
    file, other = tmp_path / "league.json", tmp_path / "other.json"
    call_command("export_league", league.slug, file=file, stdout=StringIO())
    call_command("export_league", a_league("Four Rivers").slug, file=other, stdout=StringIO())
    half = tmp_path / "half.json"
    half.write_text(file.read_text()[:-40])
    for wrong in (other, half, tmp_path / "missing.json"):
        with pytest.raises(CommandError, match="no export of Three Valleys"):
            call_command("delete_league", league.slug, exported=wrong)
    out = StringIO()
    call_command("delete_league", league.slug, exported=file, stdout=out)
    assert "Three Valleys is deleted:" in out.getvalue()
    assert [row.name for row in League.objects.all()] == ["Four Rivers"]
    assert DeletedLeague.objects.get().slug == league.slug
    # The file brings it back, under its own address.
    assert import_league(file).league.slug == league.slug


def test_the_page_asks_the_same_queries_however_large_the_league(
    client: Client, django_assert_max_num_queries: Callable[[int], CaptureQueriesContext]
) -> None:
    league = a_full_league("Three Valleys")
    assert PhotographReading.objects.exists()
    client.force_login(an_account(league, "owner", "owner"))
    with django_assert_max_num_queries(24):
        client.get(f"/{league.slug}/secretary/delete-league/")
