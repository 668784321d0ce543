"""Leagues in several schemas of one PostgreSQL: each request in the cell of its address, and moves."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError, connection, connections, transaction
from django.test import Client, RequestFactory, override_settings

from league.accounts.links import token_of
from league.accounts.services.links import codes_for, issue_link
from league.competition.selectors import all_leagues
from league.installation.cells.management.commands.cells import Command
from league.installation.cells.moving import move_league, paths_to_league
from league.installation.cells.schemas import (
    CellRefused,
    cells_behind,
    create_cell,
    index_cells,
    models_of_cells,
)
from league.jobs import run_jobs
from league.models import CaptainLink, Enrolment, League, Match, ScoringCode, TableEntry, User
from league.records.kinds import LEAGUES, raw_values
from league.records.services.erasure import _is_named_elsewhere
from league.records.services.league_deletion import delete_league
from league.records.services.records import save_record
from league.shared import directory
from league.shared.cells import FIRST, KEYS, cell_numbers, cells, current_cell, in_cell
from league.shared.directory import CODE, LEAGUE, claim, forget_places, place_of
from league.shared.errors import Refused
from tests.builders import FRIDAY, a_card, a_division, a_league, a_match, a_season, a_secretary
from tests.cells_world import CELLS, an_installation_of_cells
from tests.results.table_phones import Phone

A, B = CELLS
HAND = {"high": "h", "low": "h", "jack": "a", "game": "h"}
PASSWORD = "wool and water"


@pytest.fixture(scope="module")
def two_cells(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL has schemas")
    with django_db_blocker.unblock(), an_installation_of_cells(f"test_pegboard_cells_{os.getpid()}"):
        yield


# An experiment, whose databases take long to make: the long run tries it.
pytestmark = [pytest.mark.usefixtures("two_cells"), pytest.mark.slow]


def a_league_in(cell: str, name: str) -> League:
    """A league whose division has one match, with its code and a captain's link, as services make them."""
    with in_cell(cell):
        with transaction.atomic():
            league = a_league(name)
            assert not claim(LEAGUE, [league.slug], league=league.pk)
        match = a_match(a_division(a_season(league)), "The Fleece", "The Shears")
        codes_for(matches=[match.pk], now=FRIDAY)
        enrolment = Enrolment.objects.get(team=match.home)
        issue_link(enrolment=enrolment, by=None, now=FRIDAY)
    return league


def code_of(league: League, cell: str) -> str:
    with in_cell(cell):
        return ScoringCode.objects.get(match__division__season__league=league).code


def send(phone: Phone, code: str) -> int:
    answer = Client().post(f"/s/{code}/log/", phone.letter(), content_type="application/json")
    if answer.status_code == HTTPStatus.OK:
        phone.hear(answer.json(), phone.since)
    return answer.status_code


def hands_in(cell: str, league: League) -> int:
    with in_cell(cell):
        return TableEntry.objects.filter(match__division__season__league=league).count()


def test_a_page_is_read_in_the_cell_of_its_league() -> None:
    a_league_in(A, "Airedale"), a_league_in(B, "Bronte Country")
    for slug in ("airedale", "bronte-country"):
        assert Client().get(f"/{slug}/").status_code == HTTPStatus.OK
        assert Client().get(f"/api/v1/leagues/{slug}/seasons").status_code == HTTPStatus.OK
    assert current_cell() == FIRST
    assert Client().get("/nowhere/").status_code == HTTPStatus.NOT_FOUND
    with in_cell(A):
        assert not League.objects.filter(slug="bronte-country").exists()


def test_keys_of_two_cells_never_meet() -> None:
    first, second = a_league_in(A, "Calder"), a_league_in(B, "Dearne")
    assert first.pk // KEYS == cell_numbers()[A] != second.pk // KEYS == cell_numbers()[B]


def test_the_address_of_a_deleted_league_says_so_and_is_free_for_another_cell() -> None:
    league = a_league_in(A, "Gomersal")
    with in_cell(A):
        delete_league(league=league, typed_name="Gomersal", by=None, now=FRIDAY, has_file=True)
    assert Client().get("/gomersal/").status_code == HTTPStatus.GONE
    assert Client().get(f"/{a_league_in(B, 'Gomersal').slug}/").status_code == HTTPStatus.OK


def test_a_code_and_a_link_name_no_league_and_find_their_cell() -> None:
    league = a_league_in(B, "Emley")
    assert Client().get(f"/s/{code_of(league, B)}/").status_code == HTTPStatus.OK
    with in_cell(B):
        link = CaptainLink.objects.get(enrolment__season__league=league)
    assert Client().get(f"/c/{token_of(link)}/").status_code == HTTPStatus.OK
    assert Client().get("/s/bbbbbbbb/").status_code == HTTPStatus.NOT_FOUND


def test_a_hand_is_written_into_the_cell_of_its_code() -> None:
    league = a_league_in(B, "Farsley")
    phone = Phone()
    phone.say("h1", HAND)
    assert send(phone, code_of(league, B)) == HTTPStatus.OK
    assert hands_in(B, league) == 1


def test_no_two_cells_give_the_same_address_away() -> None:
    a_league_in(A, "Garforth")
    with in_cell(B):
        assert claim(LEAGUE, ["garforth"]) == {"garforth"}
        league = a_league("Garforth Second")
        opened = raw_values(LEAGUES, league)
        with pytest.raises(Refused, match="Another league has this address"):
            save_record(
                kind=LEAGUES, row=league, values={"slug": "garforth"}, opened=opened,
                by=a_secretary(league, "garforth"), now=FRIDAY,
            )  # fmt: skip


def test_one_account_serves_leagues_of_several_cells() -> None:
    here, there = a_league_in(A, "Halton"), a_league_in(B, "Ilkley")
    with in_cell(A):
        user = a_secretary(here, "annie")
        user.set_password(PASSWORD)
        user.save()
    with in_cell(B):
        there.roles.create(user=User.objects.get(username="annie"), role="secretary")
    client = Client()
    client.post("/sign-in/", {"username": "annie", "password": PASSWORD})
    for slug in ("halton", "ilkley"):
        assert client.get(f"/{slug}/secretary/").status_code == HTTPStatus.OK
    page = client.get("/account/").content.decode()
    assert "Halton" in page
    assert "Ilkley" in page
    assert Session.objects.exists()
    assert {league.slug for league in all_leagues()} >= {"halton", "ilkley"}


def test_the_front_page_and_the_site_map_have_the_leagues_of_all_cells() -> None:
    a_league_in(A, "Jagger Green"), a_league_in(B, "Kirkheaton")
    page = Client().get("/?q=k").content.decode()
    assert "Kirkheaton" in page
    assert "sitemap-matches-cell_b.xml" in Client().get("/sitemap.xml").content.decode()
    assert "/kirkheaton/" in Client().get("/sitemap-leagues-cell_b.xml").content.decode()
    assert "/jagger-green/" not in Client().get("/sitemap-leagues-cell_b.xml").content.decode()


def test_a_league_moves_with_its_keys_its_hands_its_codes_and_its_links() -> None:
    league = a_league_in(A, "Lindley")
    code, phone = code_of(league, A), Phone()
    phone.say("h1", HAND)
    send(phone, code)
    with in_cell(A):
        match = Match.objects.get(division__season__league=league)
        a_card(match, (15, 11), (9, 15), (15, 2), (13, 15))
        before = {model: model._base_manager.count() for model in models_of_cells()}
    with in_cell(B):
        there = {model: model._base_manager.count() for model in models_of_cells()}
    counts = move_league("lindley", B, sleep=lambda _: None)
    assert counts["TableEntry"] == 1
    assert counts["RuleBook"] == 1
    with in_cell(B):
        assert Match.objects.get(pk=match.pk).division.season.league_id == league.pk
        came = {model: model._base_manager.count() - there[model] for model in models_of_cells()}
    with in_cell(A):
        gone = {model: before[model] - model._base_manager.count() for model in models_of_cells()}
    assert came == gone == {model: counts.get(model.__name__, 0) for model in models_of_cells()}
    assert Client().get("/lindley/").status_code == HTTPStatus.OK
    phone.say("h2", HAND)
    assert send(phone, code) == HTTPStatus.OK
    assert hands_in(B, league) == 2
    assert place_of(f"{CODE}{code}") == (B, False)


def test_a_league_answers_503_while_it_moves_and_the_phone_sends_again() -> None:
    league = a_league_in(A, "Marsden")
    code, phone = code_of(league, A), Phone()
    phone.say("h1", HAND)
    answers = []

    def meanwhile(_: float) -> None:
        for address in ("/marsden/", f"/s/{code}/"):
            answers.append(Client().get(address))
        assert send(phone, code) == HTTPStatus.SERVICE_UNAVAILABLE
        answers.append(Client().get("/api/v1/leagues/marsden/seasons"))

    move_league("marsden", B, sleep=meanwhile)
    assert {answer.status_code for answer in answers} == {HTTPStatus.SERVICE_UNAVAILABLE}
    assert all(int(answer["Retry-After"]) for answer in answers)
    assert len(phone.unsent) == 1
    assert send(phone, code) == HTTPStatus.OK
    assert hands_in(B, league) == 1
    assert hands_in(A, league) == 0


def test_who_has_not_heard_of_a_move_is_told_to_come_again_not_that_the_match_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    league = a_league_in(A, "Netherton")
    code, phone = code_of(league, A), Phone()
    phone.say("h1", HAND)
    # As another process, which believes what it has read.
    monkeypatch.setattr(directory, "BELIEVED", 10**6)
    monkeypatch.setattr("league.installation.cells.moving.forget_places", lambda: None)
    assert Client().get(f"/s/{code}/").status_code == HTTPStatus.OK
    move_league("netherton", B, sleep=lambda _: None)
    assert send(phone, code) == HTTPStatus.SERVICE_UNAVAILABLE
    assert send(phone, code) == HTTPStatus.OK
    assert hands_in(B, league) == 1
    forget_places()


def test_hands_after_a_move_are_newer_than_those_before_it_wherever_it_leads() -> None:
    league = a_league_in(B, "Northowram")
    code, phone, other = code_of(league, B), Phone(), Phone()
    for cell, hand in ((A, "h1"), (B, "h2"), (FIRST, "h3"), (A, "h4")):
        phone.say(hand, HAND)
        assert send(phone, code) == HTTPStatus.OK
        move_league("northowram", cell, sleep=lambda _: None)
    for since in (0, other.since):
        told = Client().get(f"/s/{code}/log/?since={since}&phone={other.id[:8]}").json()
        other.hear(told, since)
    assert [entry.place.name for entry in other.seen.values()] == ["h1", "h2", "h3", "h4"]
    phone.say("h5", HAND)
    assert send(phone, code) == HTTPStatus.OK
    told = Client().get(f"/s/{code}/log/{other.question}").json()
    assert [entry["place"] for entry in told["entries"]] == ["h5"]


def test_a_move_that_fails_leaves_the_league_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    league = a_league_in(A, "Oakworth")
    monkeypatch.setattr("league.installation.cells.moving._delete", lambda *_: 0)
    with pytest.raises(CellRefused, match="would go"):
        move_league("oakworth", B, sleep=lambda _: None)
    assert place_of(f"{LEAGUE}oakworth") == (A, False)
    assert Client().get("/oakworth/").status_code == HTTPStatus.OK
    with in_cell(B):
        assert not League.objects.filter(pk=league.pk).exists()


def test_every_table_of_a_cell_is_known_to_be_of_a_league() -> None:
    assert set(paths_to_league()) == set(models_of_cells())


def test_a_transaction_stays_in_its_cell() -> None:
    with in_cell(A), transaction.atomic():
        a_league("Pudsey")
        with pytest.raises(DatabaseError, match="cannot go on"), in_cell(B):
            League.objects.count()
        transaction.set_rollback(True)


def test_the_path_survives_a_transaction_that_is_rolled_back() -> None:
    with in_cell(B):
        League.objects.count()
    with in_cell(A):
        with transaction.atomic():
            a_league("Queensbury")
            transaction.set_rollback(True)
        assert not League.objects.filter(slug="queensbury").exists()
        a_league("Ripponden")
    with in_cell(B):
        assert not League.objects.filter(slug="ripponden").exists()


def visit(address: str) -> int:
    """Return the status of a page asked for as a web server does: Django looks after its connections."""
    status: list[int] = []
    response = get_wsgi_application()(
        RequestFactory()._base_environ(PATH_INFO=address), lambda line, _: status.append(int(line[:3]))
    )
    response.close()
    return status[0]


@contextmanager
def connection_cut_in(cell: str) -> Iterator[None]:
    """Have PostgreSQL end our connection as the next statement in a cell begins, as a fail-over does."""
    second = connections.create_connection("default")
    second.settings_dict = connection.settings_dict
    ours: Any = connection.connection

    def execute(carry_out: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if current_cell() == cell and connection.connection is ours:
            with second.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s, 10000)", [ours.info.backend_pid])
        return carry_out(sql, *rest)

    try:
        with connection.execute_wrapper(execute):
            yield
    finally:
        second.close()


def test_a_site_whose_connection_was_cut_answers_the_next_request(monkeypatch: pytest.MonkeyPatch) -> None:
    a_league_in(A, "Saltaire"), a_league_in(B, "Thornhill")
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", None)
    assert visit("/saltaire/") == HTTPStatus.OK
    with connection_cut_in(A):
        assert visit("/saltaire/") == HTTPStatus.SERVICE_UNAVAILABLE
        assert visit("/thornhill/") == HTTPStatus.OK
        assert visit("/saltaire/") == HTTPStatus.OK


def test_the_clock_does_its_jobs_in_every_cell(settings: Any, tmp_path: Path) -> None:
    settings.STAMPS = tmp_path
    visited: list[str] = []
    assert run_jobs(FRIDAY, (lambda now: visited.append(current_cell()),))
    assert visited == cells()


def test_an_account_that_another_cell_names_outlives_its_erasure_here() -> None:
    here, there = a_league_in(A, "Roberttown"), a_league_in(B, "Shelley")
    with in_cell(A):
        user, nobody = a_secretary(here, "bessie"), a_secretary(here, "clara")
    with in_cell(B):
        there.roles.create(user=user, role="secretary")
    with in_cell(A):
        assert _is_named_elsewhere(user)
        assert not _is_named_elsewhere(nobody)


def test_a_cell_is_backed_up_and_restored_without_touching_others(released_cell: str, tmp_path: Path) -> None:
    league, other = a_league_in(released_cell, "Slaithwaite"), a_league_in(A, "Todmorden")
    with in_cell(released_cell):
        secretary = a_secretary(league, "slaithwaite")
    file = tmp_path / "a.backup"
    call_command("backup", str(file), cell=released_cell, stdout=StringIO())
    with in_cell(released_cell):
        League.objects.filter(pk=league.pk).update(name="Something else")
    call_command("restore", str(file), cell=released_cell, replace=True, stdout=StringIO())
    with in_cell(released_cell):
        assert League.objects.get(pk=league.pk).name == "Slaithwaite"
        assert a_league("Upperthong").pk // KEYS == league.pk // KEYS
    assert User.objects.filter(pk=secretary.pk).exists()
    with in_cell(A):
        assert League.objects.filter(pk=other.pk).exists()


def test_a_command_finds_the_cell_of_its_league() -> None:
    a_league_in(B, "Varley")
    out = StringIO()
    call_command("export_league", "varley", stdout=out)
    assert "Varley" in out.getvalue()


def test_the_list_names_cells_leagues_and_what_the_directory_lacks() -> None:
    with in_cell(A):
        a_league("Wibsey")
    out = StringIO()
    call_command(Command(), "list", stdout=out)
    assert "cell_a: " in out.getvalue()
    assert f"{A}/wibsey" in out.getvalue()
    assert index_cells() > 0
    assert Client().get("/wibsey/").status_code == HTTPStatus.OK


@pytest.mark.parametrize("name", ["", "Public", "shared", "pg_cell", "a b", 'a";', CELLS[0]])
def test_a_cell_of_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(CellRefused):
        create_cell(name)


@pytest.fixture(scope="module")
def cell_of_this_version(two_cells: None) -> str:
    """A third cell, which knows the migrations: the others are made without, as all of this run."""
    with override_settings(MIGRATION_MODULES={}):
        create_cell("cell_c")
    return "cell_c"


@pytest.fixture
def released_cell(cell_of_this_version: str, settings: Any) -> str:
    settings.MIGRATION_MODULES = {}
    return cell_of_this_version


def test_a_new_cell_lacks_no_migration(released_cell: str) -> None:
    with in_cell(released_cell):
        call_command("migrate", interactive=False, verbosity=0)
    assert cells_behind().keys() == set(CELLS)


def test_without_the_setting_there_are_no_cells(settings: Any) -> None:
    settings.CELLS = False
    with pytest.raises(CommandError, match="PEGBOARD_CELLS"):
        call_command(Command(), "list")
    assert cells() == [FIRST]
    assert not claim(LEAGUE, ["anything"])
