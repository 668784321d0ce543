"""What is imported while somebody else writes: nobody waits, nothing is lost or seen by halves."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from league.exchange.league_file.reading import FileRefused, import_league, preview_league
from league.exchange.league_file.tables import TABLES
from league.exchange.league_file.writing import league_as_text
from league.exchange.lists.headings import What
from league.exchange.spreadsheets import read_text
from league.models import League, Match, Player, Pub, Season
from league.records.services.league_deletion import delete_rows_of
from tests.builders import FRIDAY, a_card, a_division, a_match, a_secretary
from tests.builders_lists import import_list
from tests.moments import WhileItReads, at_once, once_it_has_read

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # PostgreSQL keeps apart whoever writes in the same league alone, by its row, from the first moment on.
    pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite has one writer for everything"),
]


def test_whoever_writes_while_a_list_is_read_does_not_wait_and_both_are_there() -> None:
    season: Season = a_division(teams=2).season
    fleece = Pub.objects.filter(name="The Fleece")
    other = WhileItReads("league_match", lambda: fleece.update(phone="01274 496 0001"))
    shears = Pub.objects.filter(name="The Shears")
    with (
        connection.execute_wrapper(other),
        once_it_has_read(lambda: shears.update(phone="01274 496 0002")),
    ):
        report = import_list(
            league=season.league,
            season=season,
            what=What.PLAYERS,
            rows=read_text("player,team\nAlf Tupper,The Fleece\nAnn Otter,The Shears"),
            now=FRIDAY,
        )
    assert other.came_to == ["done"]
    assert report.run is not None
    assert report.run.changed == {}
    assert Player.objects.count() == 2
    assert Pub.objects.get(name="The Fleece").phone == "01274 496 0001"
    assert shears.get().phone == "01274 496 0002"


LEAGUE = "three-valleys-all-fours-league"


class BeforeItIsShown:
    """Does something once, when the rows of a league are written and its last transaction is to begin."""

    def __init__(self, act: Callable[[], None]) -> None:
        self.act, self.is_written, self.is_done = act, False, False

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        self.is_written |= sql.startswith('INSERT INTO "league_game"')
        if self.is_written and not self.is_done and sql.startswith("BEGIN"):
            self.is_done = True
            self.act()
        return execute(sql, *rest)


@pytest.fixture
def file(tmp_path: Path, settings: Any) -> Path:
    """The file of a league that is here, with a secretary and a result."""
    settings.VAR_DIR = tmp_path / "not there yet"
    match = a_match()
    a_card(match, (15, 9), entered_at=FRIDAY, entered_by=a_secretary(match.division.season.league, "edna"))
    path = tmp_path / "league.json"
    moment = datetime.datetime(2027, 1, 15, tzinfo=datetime.UTC)
    path.write_text("".join(league_as_text(League.objects.get(), made=moment)), encoding="utf-8")
    return path


def rows() -> dict[str, int]:
    return {table.name: table.model._base_manager.count() for table in TABLES}


def test_while_a_league_comes_in_nobody_waits_and_nobody_sees_it(file: Path) -> None:
    others: list[object] = []
    seen: list[str] = []

    def somebody_writes() -> None:
        others.extend(at_once(lambda: Pub.objects.filter(league__slug=LEAGUE).update(phone="01274 496 0001")))
        others.extend(at_once(look))

    def look() -> None:
        for address in ("/?q=fleece", "/sitemap-leagues.xml", "/sitemap-teams.xml"):
            seen.append(Client().get(address).text)

    with connection.execute_wrapper(BeforeItIsShown(somebody_writes)):
        copy = import_league(file, owner="ann", slug="a-copy").league
    assert others == ["done", "done"]
    assert not [page for page in seen if "a-copy" in page or "~" in page]
    assert (copy.slug, copy.is_silent, League.objects.count()) == ("a-copy", True, 2)


@pytest.mark.slow
def test_a_league_that_is_broken_off_leaves_nothing(file: Path) -> None:
    before = rows()

    def broken_off() -> None:
        raise KeyboardInterrupt

    with connection.execute_wrapper(BeforeItIsShown(broken_off)), pytest.raises(KeyboardInterrupt):
        import_league(file, owner="ann", slug="a-copy")
    assert rows() == before


def test_a_league_that_is_refused_leaves_not_even_its_accounts(file: Path) -> None:
    before = rows()
    with pytest.raises(FileRefused, match="is here already"):
        import_league(file)
    assert rows() == before


def test_what_a_lost_process_has_left_goes_before_the_next_league_comes(file: Path) -> None:
    before = rows()
    is_lost: list[bool] = []

    def lost(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if is_lost:
            raise ConnectionError
        return execute(sql, *rest)

    with (
        connection.execute_wrapper(BeforeItIsShown(lambda: is_lost.append(True))),
        connection.execute_wrapper(lost),
        pytest.raises(ConnectionError),
    ):
        import_league(file, slug="a-copy")
    assert rows() != before
    import_league(file, slug="another-copy")
    assert set(League._base_manager.values_list("slug", flat=True)) == {LEAGUE, "another-copy"}
    assert [name for name, number in rows().items() if number > 2 * before[name]] == []


@pytest.mark.slow
def test_a_preview_leaves_nothing(file: Path) -> None:
    delete_rows_of(League.objects.get())
    before = rows()
    summary = preview_league(file)
    assert (summary.slug, summary.counts["result"]) == (LEAGUE, 1)
    assert rows() == before


def test_a_code_scanned_while_its_league_comes_in_is_not_there_yet(file: Path) -> None:
    match = Match.objects.get()
    addresses = [
        f"/s/{match.scoring_codes.create(issued_at=FRIDAY).code}/",
        f"/t/{match.venue.squares.create(issued_at=FRIDAY).code}/",
    ]
    made = datetime.datetime(2027, 1, 15, tzinfo=datetime.UTC)
    file.write_text("".join(league_as_text(League.objects.get(), made=made)), encoding="utf-8")
    delete_rows_of(League.objects.get())
    scanned: list[int] = []

    def scan() -> None:
        scanned.extend(Client().get(address).status_code for address in addresses)

    with connection.execute_wrapper(BeforeItIsShown(lambda: scanned.append(len(at_once(scan))))):
        import_league(file)
    assert scanned == [404, 404, 1]
    assert [Client().get(address).status_code for address in addresses] == [200, 200]
