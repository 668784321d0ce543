"""A league is deleted in the instant in which somebody writes to it: all of it goes, whoever was quicker."""

import itertools
import json
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from league.accounts.services.links import codes_for
from league.models import League, Match, Player
from league.people.names import HIDDEN_NAME
from league.records.jobs import delete_outdated_data
from league.records.selectors.personal_data import personal_data
from league.records.services import league_deletion
from league.records.services.erasure import erase_person
from league.records.services.league_deletion import delete_league
from league.results.selectors.entry import SheetToEnter
from league.results.services import entries, scorecards
from league.results.views import entry as entry_pages
from league.shared import errors
from league.shared.errors import LONGEST_PAUSE
from tests.api.test_writing import a_token, put_result
from tests.builders import NIGHT, a_division, a_league, a_match, a_player, a_season, a_secretary
from tests.moments import OnceTheOtherWaits, WhileItReads, after, at_once
from tests.records.test_league_deletion import OWN

pytestmark = pytest.mark.django_db(transaction=True)

HAND = {"high": "h", "low": "a", "jack": "-", "game": "h"}
FINALS = {
    f"t{table}-{side}-final": score for table in "1234" for side, score in (("home", "15"), ("away", "9"))
}
Write = Callable[[], int]
# The last step of each write, with all its rows written.
LAST_STEPS = {
    "program": (scorecards, "count_result"),
    "secretary": (scorecards, "count_result"),
    "phone": (entries, "add_entries"),
}
WRITERS = sorted(LAST_STEPS)
WRITTEN = {200, 303}
# 403 where the league was still there, and who may do it was asked after its roles had gone.
REFUSED = {401, 403, 404, 409, 410, 422}


@pytest.fixture
def match(settings: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Match:
    after(monkeypatch, NIGHT)
    settings.VAR_DIR = tmp_path
    caches["sign-in"].clear()
    match = a_match()
    a_player(match.home)
    return match


@pytest.fixture
def writes(match: Match) -> dict[str, Write]:
    """What somebody may send in that instant; each returns the status of the answer."""
    league, now = match.division.season.league, timezone.now()
    secretary = a_secretary(league)
    token, code = a_token(league, secretary), codes_for(matches=[match.pk], now=now)[match.pk]
    browser = Client()
    browser.force_login(secretary)
    entry = {"id": str(uuid.uuid4()), "table": 1, "place": "h1", "body": HAND, "at": now.isoformat()}
    hand = {"v": 1, "phone": str(uuid.uuid4()), "since": 0, "entries": [entry]}
    page = f"/{league.slug}/secretary/matches/{match.public_id}/entry/"
    return {
        "program": lambda: put_result(Client(), match, token).status_code,
        "secretary": lambda: browser.post(page, FINALS | {"version": "0", "confirm": "yes"}).status_code,
        "phone": lambda: (
            Client().post(f"/s/{code}/log/", json.dumps(hand), content_type="application/json").status_code
        ),
    }


def delete(match: Match) -> None:
    league = match.division.season.league
    delete_league(league=league, typed_name=league.name, by=None, now=timezone.now(), has_file=True)


def assert_nothing_is_left() -> None:
    models = [model for model in apps.get_app_config("league").get_models() if model.__name__ not in OWN]
    assert {model.__name__ for model in models if model._base_manager.exists()} == set()


def test_all_at_the_same_moment(match: Match, writes: dict[str, Write]) -> None:
    statuses: list[int] = []
    acts = [lambda write=write: statuses.append(write()) for write in writes.values()]
    assert at_once(*acts, lambda: delete(match)) == ["done"] * 4
    assert set(statuses) <= WRITTEN | REFUSED
    assert_nothing_is_left()


@pytest.mark.parametrize("is_deleted_first", [True, False])
@pytest.mark.parametrize("who", WRITERS)
def test_one_waits_for_the_other(
    match: Match,
    writes: dict[str, Write],
    who: str,
    is_deleted_first: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever is first has done everything but the last step when the other comes."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one writer at a time")
    statuses: list[int] = []
    module, name = (league_deletion, "delete_rows_of") if is_deleted_first else LAST_STEPS[who]
    waiting = OnceTheOtherWaits(monkeypatch, module, name)

    def write() -> None:
        statuses.append(writes[who]())

    def delete_it() -> None:
        delete(match)

    first, then = (delete_it, write) if is_deleted_first else (write, delete_it)
    assert at_once(first, lambda: waiting.other(then)) == ["done", "done"]
    assert statuses[0] in (REFUSED if is_deleted_first else WRITTEN)
    assert_nothing_is_left()


def test_a_page_sent_as_its_league_is_hidden(
    match: Match, writes: dict[str, Write], monkeypatch: pytest.MonkeyPatch
) -> None:
    find = entry_pages.sheet_or_404

    def find_hidden(request: HttpRequest, league: League, match_id: str) -> SheetToEnter:
        league_deletion.hide_league(league)
        return find(request, league, match_id)

    monkeypatch.setattr(entry_pages, "sheet_or_404", find_hidden)
    assert writes["secretary"]() in WRITTEN | REFUSED


class OnceRowsGo:
    """Does something once, between the first transactions in which rows of the league go."""

    def __init__(self, act: Callable[[], object]) -> None:
        self.act: Callable[[], object] | None = act

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        act = self.act
        if act and not connection.in_atomic_block and '"league_registration"' in sql:
            self.act = None
            act()
        return execute(sql, *rest)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="on PostgreSQL it is one transaction")
def test_nobody_waits_for_the_rows_of_a_deleted_league_and_nobody_finds_it(
    match: Match, writes: dict[str, Write]
) -> None:
    other = a_match(a_division(a_season(a_league("Four Rivers"))))
    league, statuses, found = match.division.season.league, dict[str, int](), list[int]()

    def others_come() -> None:
        assert at_once(lambda: Match.objects.filter(pk=other.pk).update(week=2)) == ["done"]
        assert at_once(lambda: statuses.update({who: write() for who, write in writes.items()})) == ["done"]
        assert at_once(lambda: found.append(Client().get(f"/{league.slug}/").status_code)) == ["done"]

    with connection.execute_wrapper(OnceRowsGo(others_come)):
        delete(match)
    assert set(statuses.values()) <= REFUSED
    assert found == [410]
    assert list(Match.objects.values_list("pk", "week")) == [(other.pk, 2)]


@pytest.mark.skipif(connection.vendor != "sqlite", reason="on PostgreSQL it is one transaction")
def test_others_have_time_to_write_between_the_transactions_of_a_deletion(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite asks again only now and then: without a pause nobody gets a turn."""
    left: list[float] = []
    clock = SimpleNamespace(monotonic=itertools.count().__next__, sleep=left.append)
    monkeypatch.setattr(errors, "time", clock)
    delete(match)
    went = {"match", "registration", "season", "player", "team", "pub", "league"}
    assert len(left) >= len(went)
    assert set(left) == {LONGEST_PAUSE}


@pytest.mark.skipif(connection.vendor != "sqlite", reason="on PostgreSQL it is one transaction")
def test_what_is_left_of_a_deletion_that_was_broken_off_goes_in_the_night(match: Match) -> None:
    def broken_off() -> None:
        raise KeyboardInterrupt

    with connection.execute_wrapper(OnceRowsGo(broken_off)), pytest.raises(KeyboardInterrupt):
        delete(match)
    assert not League.objects.exists()
    assert League._base_manager.exists()
    a_league("Four Rivers").retention_runs.all().delete()
    delete_outdated_data(timezone.now())
    assert [row.name for row in League._base_manager.all()] == ["Four Rivers"]


def test_nobody_waits_while_an_erasure_searches_and_what_was_written_is_hidden(match: Match) -> None:
    league = match.division.season.league
    player = Player.objects.select_related("league").get()
    data = personal_data(player)
    pubs = league.pubs.filter(name="The Fleece")
    # The last table of two searches: of that for what is compared with the preview, and of that for its rows.
    other = WhileItReads("django_admin_log", lambda: pubs.update(remarks=f"Ask for {player.name}."), times=2)
    with connection.execute_wrapper(other):
        erase_person(player=player, shown_data=data.digest, by=a_secretary(league), now=timezone.now())
    assert other.came_to == ["done"]
    assert pubs.get().remarks == f"Ask for {HIDDEN_NAME}."
