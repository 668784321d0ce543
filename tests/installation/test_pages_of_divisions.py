"""A result changes the pages that show it; those of other divisions stay stored."""

import datetime
import multiprocessing

import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competition import selectors as competition_selectors
from league.competition.services import bump_revision
from league.installation import page_store, stored_pages
from league.live import views as live_views
from league.matches.services import adjust_points
from league.models import Division, League, Match
from league.results.services.scorecards import confirm_scorecard
from league.shared import revisions
from league.standings.selectors import standings as standings_selectors
from tests.builders import NIGHT, WEEK, a_card, a_division, a_match, a_season, a_secretary, an_enrolment
from tests.builders_tables import finals, some_hands
from tests.examples import sampled

LEAGUE = "/three-valleys-all-fours-league/"
PLAIN = {"Accept-Encoding": ""}
EVENING = datetime.datetime(2027, 1, 14, 22, 30, tzinfo=datetime.UTC)
LISTS = ("standings", "fixtures", "results")


def shown_in(division, *, match):
    return {f"{LEAGUE}2026-27/{division.slug}/{name}/" for name in LISTS} | shown_of(match)


def shown_of(match):
    own = f"{LEAGUE}matches/{match.public_id}/"
    return {own, f"{own}live/"}


def confirm(match, by, **given):
    sheet = finals((15, 9), (12, 15), (15, 11), (15, 8))
    confirm_scorecard(match=match, sheet=sheet, by=by, began_from=0, now=EVENING, **given)


@pytest.fixture
def matches(db):
    """A match to come in each of two divisions, each of which has one result."""
    season, matches = a_season(), []
    for number, name in enumerate(("Division One", "Division Two")):
        division = a_division(season, name, teams=0, position=number + 1)
        home, away = (f"{pub} {number}" for pub in ("The Fleece", "The Shears"))
        a_card(a_match(division, away, home, date=NIGHT - WEEK), (15, 1), (15, 2), (15, 3), (15, 4))
        matches.append(a_match(division, home, away, week=2))
    return matches


@pytest.fixture
def site(settings, tmp_path, monkeypatch, matches):
    """Two divisions' pages and the home, all of them stored; what a test writes counts as committed."""
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    for module in (stored_pages, standings_selectors, revisions, live_views):
        monkeypatch.setattr(module, "reads_committed", lambda: True)
    for known in (standings_selectors._known, competition_selectors._known_places, live_views._known_matches):
        known.clear()
    monkeypatch.setattr(timezone, "now", lambda: EVENING)
    return Site(matches, monkeypatch)


class Site:
    def __init__(self, matches, monkeypatch):
        self.first, self.second = matches
        self.by = a_secretary(self.first.division.season.league)
        self.of_first = shown_in(self.first.division, match=self.first)
        self.of_second = shown_in(self.second.division, match=self.second)
        self.made = set()
        save = stored_pages.save_page
        monkeypatch.setattr(
            stored_pages, "save_page", lambda address, page: self.made.add(address) or save(address, page)
        )
        self.read()

    @property
    def pages(self):
        return {LEAGUE} | self.of_first | self.of_second

    def read(self):
        client = Client()
        return {page: client.get(page, headers=PLAIN).content.decode() for page in sorted(self.pages)}

    def made_after(self, change):
        """Return the pages made anew; what is sent is what a server that has nothing makes."""
        self.made.clear()
        change()
        sent = self.read()
        made = {page for page in self.pages if any(address.endswith(f"{page}?") for address in self.made)}
        page_store.forget_pages()
        for known in (standings_selectors._known, competition_selectors._known_places):
            known.clear()
        live_views._known_matches.clear()
        assert self.read() == sent
        return made


def test_a_result_changes_the_pages_of_its_division_and_the_home(site):
    assert site.made_after(lambda: confirm(site.first, site.by)) == {LEAGUE} | site.of_first
    assert site.made_after(lambda: confirm(site.second, site.by)) == {LEAGUE} | site.of_second


def test_a_division_that_takes_the_address_of_another_is_shown_there(site):
    first, second = site.first.division, site.second.division
    for division, slug in ((first, "between"), (second, first.slug), (first, second.slug)):
        Division.objects.filter(pk=division.pk).update(slug=slug)
    bump_revision(league_id=first.season.league_id)
    site.read()
    lists = {page for page in site.of_first if "/2026-27/" in page}
    assert site.made_after(lambda: confirm(site.second, site.by)) >= lists


def test_the_matches_of_a_night_are_read_together(site, client):
    other = a_match(site.first.division, "The Anvil", "The Barley", week=2)
    bump_revision(league_id=site.first.division.season.league_id)
    client.get(f"{LEAGUE}matches/{site.first.public_id}/live/")
    # Before it is made: the league and the log, for the store and for the page; then the division, its log.
    with CaptureQueriesContext(connection) as queries:
        assert client.get(f"{LEAGUE}matches/{other.public_id}/live/").status_code == 200
    assert len(queries) == 4, [query["sql"][:120] for query in queries]


def test_a_match_is_shown_though_another_of_its_night_is_deleted_meanwhile(site, client, monkeypatch):
    other = a_match(site.first.division, "The Anvil", "The Barley", week=2)
    read = live_views.matches_in
    monkeypatch.setattr(live_views, "matches_in", lambda *which: (read(*which), other.delete())[0])
    bump_revision(league_id=site.first.division.season.league_id)
    assert client.get(f"{LEAGUE}matches/{site.first.public_id}/live/").status_code == 200


@pytest.mark.slow
def test_the_next_result_of_a_division_is_another_change(site):
    confirm(site.first, site.by)
    site.read()
    another = a_match(site.first.division, "The Fleece 0", "The Shears 0", week=3)
    League.objects.update(revision=site.first.division.season.league.revision + 9)
    site.read()
    assert site.made_after(lambda: confirm(another, site.by)) == {LEAGUE} | site.of_first


@pytest.mark.parametrize("turn", sampled([0, 1], each=2))
def test_whatever_else_changes_is_on_every_page(site, turn):
    """Also right after a result, whose count begins anew with it."""
    if turn:
        confirm(site.first, site.by)
        site.read()
    division = site.second.division

    def points():
        adjust_points(
            division=division, team=site.second.home, halves=-4, reason="late", by=site.by, on=NIGHT
        )

    assert site.made_after(points) == site.pages
    assert site.made_after(lambda: confirm(site.second, site.by)) == {LEAGUE} | site.of_second


@pytest.mark.slow
def test_a_result_entered_for_another_day_is_on_every_page(site):
    Match.objects.filter(pk=site.first.pk).update(date=None, postponed_from=NIGHT)
    site.first.refresh_from_db()
    assert site.made_after(lambda: confirm(site.first, site.by, played_on=NIGHT)) == site.pages


@pytest.mark.slow
def test_teams_that_meet_in_another_division_too_have_their_result_on_that_page(site):
    """A match to come lists all meetings of its teams."""
    summer = a_division(a_season(site.first.division.season.league, "2027"))
    for team in (site.first.home, site.first.away):
        an_enrolment(summer, team)
    again = a_match(summer, site.first.home, site.first.away, week=1, date=NIGHT + WEEK)
    site.of_second |= shown_of(again)
    site.read()
    assert shown_of(again) <= site.made_after(lambda: confirm(site.first, site.by))


def test_a_match_that_begins_changes_its_own_pages_and_the_home(site):
    assert site.made_after(lambda: some_hands(site.first, 1, "ha-h", received_at=EVENING)) == {
        LEAGUE
    } | shown_of(site.first)


def test_a_hand_more_changes_the_board_of_its_match_alone(site):
    some_hands(site.first, 1, "ha-h", received_at=EVENING)
    site.read()
    board = f"{LEAGUE}matches/{site.first.public_id}/live/"
    assert site.made_after(lambda: some_hands(site.first, 2, "ha-h", received_at=EVENING)) == {board}


def test_a_board_comes_out_of_the_store(site, django_assert_num_queries):
    board = f"{LEAGUE}matches/{site.first.public_id}/live/"
    stored = Client().get(board)
    with django_assert_num_queries(2):
        again = Client().get(board)
    assert (again.content, dict(again.items())) == (stored.content, dict(stored.items()))
    assert "max-age=2" in again.headers["Cache-Control"]
    with django_assert_num_queries(2):
        known = Client().get(board, headers={"If-None-Match": stored.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")


def test_a_page_that_stays_lets_a_device_ask_for_its_pub(site):
    """What it remembers is compared with the league as it is, which such a page cannot say."""
    pages = site.read()
    assert 'data-as-of=""' in pages[f"{LEAGUE}2026-27/division-one/standings/"]
    assert 'data-as-of=""' not in pages[LEAGUE]


@pytest.mark.slow
def test_two_processes_send_the_same_after_each_result(transactional_db, settings, tmp_path, matches):
    """Each in turn is the first to read after a result; what both send is what nobody has stored."""
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    first, second = matches
    secretary = a_secretary(first.division.season.league)
    pages = sorted({LEAGUE} | shown_in(first.division, match=first) | shown_in(second.division, match=second))
    here, there = multiprocessing.Pipe()
    connections.close_all()
    other = multiprocessing.get_context("fork").Process(target=_read_on_request, args=(there,))
    other.start()

    def read_here():
        return _read(pages)

    def read_there():
        here.send(pages)
        return here.recv()

    try:
        assert read_there() == read_here()
        for match, (read, read_then) in zip(
            matches, ((read_here, read_there), (read_there, read_here)), strict=True
        ):
            before = read_here()
            confirm(match, secretary)
            after = read()
            assert after == read_then()
            changed = {page for page in pages if after[page] != before[page]}
            assert shown_in(match.division, match=match) <= changed
            page_store.forget_pages()
            assert read_here() == after
    finally:
        here.send(None)
        other.join(timeout=10)


def _read(pages):
    client = Client()
    return {page: client.get(page, headers=PLAIN).content.decode() for page in pages}


def _read_on_request(pipe):
    while pages := pipe.recv():
        pipe.send(_read(pages))
    connections.close_all()
