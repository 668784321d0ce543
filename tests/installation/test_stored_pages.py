"""Public pages are made once and sent again while nothing has changed; never when something has."""

import datetime
import itertools
import multiprocessing
import sqlite3

import brotli
import pytest
from django.db import connection, connections
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.competition.services import close_season
from league.installation import page_cache, page_store, stored_pages
from league.matches.services import adjust_points, declare_void, give_walkover, revoke_ruling, withdraw_team
from league.models import Enrolment, League
from league.people.services import save_captains
from league.results.services.scorecards import confirm_scorecard, turn_round
from league.scheduling.services.moves import postpone_match
from tests.builders import (
    CAST,
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_card,
    a_division,
    a_league,
    a_match,
    a_secretary,
    regulated,
)
from tests.builders_tables import finals
from tests.examples import part_of, sampled

LEAGUE = "/three-valleys-all-fours-league/"
STANDINGS = f"{LEAGUE}2026-27/division-one/standings/"
PAGES = [LEAGUE, STANDINGS, *(f"{LEAGUE}2026-27/division-one/{page}/" for page in ("fixtures", "results"))]
MOST_READ = PAGES[:2]
MORNING = datetime.datetime(2027, 1, 15, 9, 30, tzinfo=datetime.UTC)
SATURDAY = datetime.datetime(2027, 1, 16, 12, 0, tzinfo=datetime.UTC)
A_MINUTE = datetime.timedelta(minutes=1)
ENCODINGS = ["br, gzip", "gzip", ""]


@pytest.fixture
def store(settings, tmp_path, monkeypatch):
    """A store of its own; what a test writes counts as committed."""
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    monkeypatch.setattr(stored_pages, "reads_committed", lambda: True)


@pytest.fixture
def match(db, store):
    match = a_match()
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    return match


def stored():
    with sqlite3.connect(stored_pages.settings.PAGE_STORE) as pages:
        return [address for (address,) in pages.execute("SELECT address FROM page")]


@pytest.fixture
def made(monkeypatch):
    """The pages that were made, not sent from the store."""
    made = []
    save = stored_pages.save_page
    monkeypatch.setattr(
        stored_pages, "save_page", lambda address, page: made.append(page) or save(address, page)
    )
    return made


@pytest.mark.parametrize(("address", "encoding"), part_of(itertools.product(PAGES, ENCODINGS), each=5))
def test_a_page_is_made_once(client, match, made, address, encoding):
    first, second = (client.get(address, headers={"Accept-Encoding": encoding}) for _ in range(2))
    assert len(made) == 1
    assert second.content == first.content
    assert dict(second.items()) == dict(first.items())


@pytest.mark.parametrize(("address", "queries"), [(STANDINGS, 1), (LEAGUE, 2)])
@pytest.mark.parametrize("has_it", [True, False])
def test_a_stored_page_asks_for_the_revision_alone(client, match, address, queries, has_it):
    """On the league's home also for what is being played."""
    tag = client.get(address).headers["ETag"]
    with CaptureQueriesContext(connection) as asked:
        response = client.get(address, headers={"If-None-Match": tag} if has_it else {})
    assert response.status_code == (304 if has_it else 200)
    assert len(asked) == queries


def test_a_stored_page_does_not_wait_while_another_is_made(client, match, monkeypatch):
    first = client.get(STANDINGS)
    monkeypatch.setattr(stored_pages, "_makers", ())
    assert client.get(STANDINGS).content == first.content


def test_who_has_the_page_is_told_so_in_few_words(client, match):
    first = client.get(STANDINGS, headers={"Accept-Encoding": "br"})
    again = client.get(STANDINGS, headers={"Accept-Encoding": "br", "If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert {name: again.headers[name] for name in ("ETag", "Vary", "Cache-Control")} == {
        name: first.headers[name] for name in ("ETag", "Vary", "Cache-Control")
    }


def test_each_way_of_compressing_is_a_page_of_its_own(client, match):
    pages = [client.get(STANDINGS, headers={"Accept-Encoding": encoding}) for encoding in ENCODINGS * 2]
    assert [page.headers.get("Content-Encoding") for page in pages] == ["br", "gzip", None] * 2
    assert brotli.decompress(pages[3].content) == pages[5].content


def test_hosts_and_questions_are_pages_of_their_own(client, match, settings):
    settings.ALLOWED_HOSTS = ["one.example", "two.example"]
    for host in settings.ALLOWED_HOSTS * 2:
        assert f"http://{host}/".encode() in client.get(LEAGUE, headers={"Host": host}).content
    unmarked = client.get(STANDINGS, headers={"Host": "one.example"})
    marked = client.get(f"{STANDINGS}?team=the-fleece", headers={"Host": "one.example"})
    assert marked.content != unmarked.content


def confirm(match, by, *tables, began_from=0, reason=""):
    sheet = finals(*(tables or ((15, 9), (12, 15), (15, 11), (15, 8))))
    confirm_scorecard(match=match, sheet=sheet, by=by, began_from=began_from, reason=reason, now=MORNING)


def correct(match, by):
    confirm(match, by)
    confirm(match, by, (9, 15), (12, 15), (15, 11), (15, 8), began_from=1, reason="misread")


def turn(match, by):
    confirm(match, by)
    turn_round(match=match, by=by, began_from=1, reason="wrong way round", now=MORNING)


def a_walkover(match, by):
    return give_walkover(match=match, at_fault="a", reason="nobody came", by=by, on=NIGHT)


def points(match, by):
    adjust_points(division=match.division, team=match.home, halves=-4, reason="late", by=by, on=NIGHT)


def withdraw(match, by):
    withdraw_team(division=match.division, team=match.home, reason="too few", by=by, on=NIGHT)


CHANGES = {
    "result": confirm,
    "correction": correct,
    "home and away turned": turn,
    "walkover": a_walkover,
    "walkover undone": lambda match, by: revoke_ruling(ruling=a_walkover(match, by), on=NIGHT),
    "void": lambda match, by: declare_void(match=match, reason="fire", by=by, on=NIGHT),
    "postponed": lambda match, by: postpone_match(match=match, to=NIGHT + WEEK, reason="burst pipe"),
    "points": points,
    "withdrawal": withdraw,
    "season closed": lambda match, by: close_season(season=match.division.season),
}


@pytest.mark.parametrize("change", sampled(CHANGES, each=4))
def test_no_page_of_before_a_change_is_sent(client, match, made, change):
    """What is sent after it is what a server with an empty store makes."""
    secretary = a_secretary(match.division.season.league)
    to_come = a_match(match.division, "The Shears", "The Fleece", week=2)
    before = [client.get(address).content for address in MOST_READ]
    CHANGES[change](to_come, secretary)
    after = [client.get(address).content for address in MOST_READ]
    assert len(made) == 2 * len(MOST_READ)
    assert after != before
    page_store.forget_pages()
    assert [client.get(address).content for address in MOST_READ] == after


def test_a_captain_who_is_shown_to_nobody_any_more_is_on_no_stored_page(client, match, made):
    season = match.division.season
    enrolment = season.enrolments.get(team=match.home)
    address = f"{LEAGUE}teams/{match.home.slug}/"
    shown = {"name": "Ned Ludd", "phone": "01924 400400", "readers": Enrolment.ContactFor.EVERYBODY}
    save_captains(season=season, contacts={enrolment.pk: shown})
    assert "01924 400400" in client.get(address, headers={"Accept-Encoding": ""}).content.decode()
    hidden = {"readers": Enrolment.ContactFor.OFFICERS}
    save_captains(season=season, contacts={enrolment.pk: hidden})
    assert "01924 400400" not in client.get(address, headers={"Accept-Encoding": ""}).content.decode()


def test_a_new_day_is_a_new_page(client, match, made, monkeypatch):
    client.get(STANDINGS)
    monkeypatch.setattr(page_cache, "league_today", lambda league: datetime.date(2031, 1, 1))
    client.get(STANDINGS)
    assert len(made) == 2


def test_a_deadline_passes_on_the_page_of_a_match(client, match, made, monkeypatch):
    """Nothing is written then, and the day is the same."""
    rule = {"due": SATURDAY_NOON, "pays": "home", "warning_hours": 24, "penalties": [{}, {"pence": 500}]}
    regulated(match.division, late_result=[rule])
    waiting = a_match(match.division, "The Shears", "The Cross Keys")
    pages = []
    for now in (SATURDAY - A_MINUTE, SATURDAY - A_MINUTE, SATURDAY + A_MINUTE):
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        pages.append(client.get(f"{LEAGUE}matches/{waiting.public_id}/", headers={"Accept-Encoding": ""}))
    before, again, after = (page.content.decode() for page in pages)
    assert "Overdue: the result was due" not in before
    assert again == before
    assert "Overdue: the result was due" in after
    assert len(made) == 2
    tag = {"If-None-Match": pages[0].headers["ETag"]}
    assert client.get(f"{LEAGUE}matches/{waiting.public_id}/", headers=tag).status_code == 200


def test_a_page_of_a_match_is_sent_again_until_something_falls_due(client, match, made, monkeypatch):
    rule = {"due": SATURDAY_NOON, "pays": "home", "warning_hours": 24, "penalties": [{}, {"pence": 500}]}
    regulated(match.division, late_result=[rule])
    waiting = a_match(match.division, "The Shears", "The Cross Keys")
    tags = []
    for minutes in (3, 2, 1, 0):
        now = SATURDAY - minutes * A_MINUTE
        monkeypatch.setattr(timezone, "now", lambda now=now: now)
        tags.append(client.get(f"{LEAGUE}matches/{waiting.public_id}/").headers["ETag"])
    assert tags[:3] == tags[:1] * 3, "whose browser has it, too, is told that nothing has changed"
    assert tags[3] != tags[0]
    assert len(made) == 2


def test_a_page_is_of_its_scheme_and_of_the_path_the_site_is_under(client, match, made):
    ways = ({}, {"wsgi.url_scheme": "https"}, {"SCRIPT_NAME": "/pegboard"})
    pages = [client.get(LEAGUE, headers={"Accept-Encoding": ""}, **way).content for way in ways * 2]
    assert pages[:3] == pages[3:]
    assert len(made) == 3


def test_who_asks_for_the_head_alone_leaves_nothing_in_the_store(client, match, made):
    head = client.head(STANDINGS)
    assert (head.status_code, head.content, made) == (200, b"", [])
    assert client.get(STANDINGS).content
    assert client.head(STANDINGS).content == b""


def test_a_league_that_is_gone_has_no_pages(client, db, store, made):
    league = a_league()
    assert client.get(LEAGUE).status_code == 200
    league.delete()
    assert client.get(LEAGUE).status_code == 404


def test_a_team_in_the_address_is_a_page_that_changes_as_well(client, match):
    own = f"{LEAGUE}?team=the-fleece"
    secretary = a_secretary(match.division.season.league)
    to_come = a_match(match.division, "The Shears", "The Fleece", week=2)
    before = client.get(own).content
    confirm(to_come, secretary)
    assert client.get(own).content != before


def test_whoever_is_signed_in_gets_a_page_of_their_own(client, match, made):
    client.get(STANDINGS)
    secretary = Client()
    secretary.force_login(a_secretary(match.division.season.league))
    page = secretary.get(STANDINGS)
    assert b"Sign out" in page.content
    assert len(made) == 1
    assert b"Sign out" not in client.get(STANDINGS).content


def test_a_page_for_somebody_with_cookies_is_made_and_not_stored(client, match, made):
    client.cookies["theirs"] = "yes"
    assert "private" in client.get(STANDINGS).headers["Cache-Control"]
    assert not made


def test_the_token_of_a_form_seen_before_is_no_hindrance(client, match, made):
    client.get(STANDINGS)
    client.cookies["csrftoken"] = "0123456789abcdef0123456789abcdef"
    assert client.get(STANDINGS).status_code == 200
    assert len(made) == 1


@pytest.mark.parametrize(
    "address", [f"{STANDINGS}?as-of=soon", "/no-league/", f"{LEAGUE}standings/", "/sign-in/", "/rules/"]
)
def test_what_is_no_page_of_a_league_is_not_stored(client, match, made, address):
    client.get(address)
    assert not made


def test_nothing_is_stored_of_a_transaction(client, match, made, monkeypatch):
    monkeypatch.setattr(stored_pages, "reads_committed", lambda: False)
    client.get(STANDINGS)
    assert not made


def test_a_store_that_cannot_be_read_is_no_hindrance(client, match, settings):
    settings.PAGE_STORE.write_bytes(b"no database at all" * 100)
    assert [client.get(STANDINGS).status_code for _ in range(2)] == [200, 200]
    page_store.forget_pages()
    client.get(STANDINGS)
    assert len(stored()) == 1


def test_the_store_is_emptied_as_a_server_starts(client, match):
    client.get(STANDINGS)
    page_store.forget_pages()
    assert stored() == []


def test_the_store_has_bounds(client, match, monkeypatch):
    page = client.get(STANDINGS)
    monkeypatch.setattr(page_store, "LIMIT", 3 * len(page.content))
    for number in range(10):
        client.get(f"{STANDINGS}?n={number}")
    assert 1 <= len(stored()) <= 3
    assert stored()[-1].endswith("?n=9")
    monkeypatch.setattr(page_store, "LARGEST", len(page.content))
    client.get(f"{STANDINGS}?n=10")
    assert stored()[-1].endswith("?n=9")


def test_no_process_sends_what_another_stored_before_a_result(transactional_db, settings, tmp_path):
    """Each in turn is the first to read after a result was confirmed."""
    settings.PAGE_STORE = tmp_path / "pages.sqlite3"
    division = a_division(teams=4)
    matches = [
        a_match(division, "The Fleece", team, week=week) for week, team in enumerate(CAST[1:3], start=1)
    ]
    secretary = a_secretary(division.season.league)
    here, there = multiprocessing.Pipe()
    connections.close_all()
    other = multiprocessing.get_context("fork").Process(target=_read_on_request, args=(there,))
    other.start()

    def read_here():
        return Client().get(STANDINGS).content.decode()

    def read_there():
        here.send(STANDINGS)
        return here.recv().decode()

    try:
        assert read_there() == read_here()
        for played, (match, readers) in enumerate(
            zip(matches, ((read_here, read_there), (read_there, read_here)), strict=True), start=1
        ):
            confirm(match, secretary)
            for read in readers:
                assert read().count('class="home-win"') == played
            assert len(stored()) == 1
    finally:
        here.send("")
        other.join(timeout=10)


def _read_on_request(pipe):
    client = Client()
    while address := pipe.recv():
        pipe.send(client.get(address).content)
    connections.close_all()


def test_leagues_that_change_names_and_pubs_do_not_mix(client, match, made):
    client.get(LEAGUE)
    League.objects.update(slug="valleys")
    other = a_league()
    assert client.get(LEAGUE).status_code == 200
    assert [page.stamp.split("-")[0].strip('W/"') for page in made] == [
        str(match.division.season.league_id),
        str(other.pk),
    ]
