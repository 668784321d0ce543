"""Limits: one league or one address does not take the whole machine, and a full pub is never limited."""

import datetime
import logging
from contextlib import ExitStack

import pytest
from django.core.cache import caches
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import RequestFactory

from league.accounts.links import token_of
from league.accounts.rate_limit import house_of
from league.installation import limits, printing_process
from league.installation.doctor.findings import State
from league.installation.doctor.site import site_findings
from league.installation.environment import networks
from league.installation.kinds import kind_of
from league.installation.limits import RefusalsNoted, WithinLimits, league_of
from league.installation.printing_process import PrintingProcess, paper_in_printing_process
from league.models import CaptainLink, Match, ScoringCode
from league.printing.services.background import jobs_due
from league.scheduling.selectors.plans import searches_due
from league.scheduling.services.plans import make_plan, queue_search
from league.shared import usage
from league.shared.turns import in_turns
from league.shared.usage import Limit, Work, at_work, place_for, refusals, use_row
from tests.builders import FRIDAY, a_division, a_league, a_match, a_season, a_secretary
from tests.reading import markup, words

pytestmark = pytest.mark.django_db
PUB, RIVAL = "192.0.2.7", "198.51.100.9"
NOW = datetime.datetime(2026, 8, 1, 20, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def from_the_start(monkeypatch):
    usage.forget_all()
    caches["requests"].clear()
    monkeypatch.setattr(limits, "_due", {})
    monkeypatch.setattr(limits, "_untold", {})
    yield
    usage.forget_all()
    caches["requests"].clear()


@pytest.fixture
def match() -> Match:
    match = a_match(a_division(teams=4), public_id="fleece22")
    ScoringCode.objects.create(match=match, code="fleece23", issued_at=FRIDAY)
    return match


@pytest.mark.parametrize(
    ("method", "address", "kind"),
    [
        ("get", "/three-valleys/", Work.PAGE),
        ("post", "/s/fleece23/log/", Work.HAND),
        ("post", "/c/token/matches/fleece22/log/", Work.HAND),
        ("post", "/three-valleys/captain/the-fleece/matches/fleece22/log/", Work.HAND),
        ("get", "/s/fleece23/log/", Work.PAGE),
        ("get", "/three-valleys/search/?q=fleece", Work.SEARCH),
        ("get", "/three-valleys/players/?page=2&search=z", Work.SEARCH),
        ("get", "/?q=", Work.PAGE),
        ("get", "/three-valleys/teams/the-fleece/fixtures.pdf", Work.PAPER),
        ("get", "/api/v1/leagues", Work.API),
        ("get", "/static/css/base.css", Work.FILE),
        ("get", "/ready/", Work.WATCH),
    ],
)
def test_the_address_says_what_is_asked_for(method: str, address: str, kind: Work) -> None:
    assert kind_of(getattr(RequestFactory(), method)(address)) is kind


def test_forty_phones_behind_one_address_send_a_hand_a_second_and_more() -> None:
    look = WithinLimits(lambda _: HttpResponse())
    asked = RequestFactory().post("/s/fleece23/log/", REMOTE_ADDR=PUB)
    assert {look.process_view(asked) for _ in range(2 * 40 * 60)} == {None}


def test_who_sends_more_than_any_pub_can_is_told_when_to_send_again(client, match, settings, caplog) -> None:
    settings.HANDS_A_MINUTE = 2

    def send(address: str) -> HttpResponse:
        return client.post("/s/fleece23/log/", "x", content_type="text/plain", REMOTE_ADDR=address)

    with caplog.at_level(logging.WARNING, "pegboard.limits"):
        assert [send(RIVAL).status_code for _ in range(5)] == [400, 400, 429, 429, 429]
    refused = send(RIVAL)
    assert (refused.headers["Retry-After"], refused.headers["Content-Type"]) == ("30", "application/json")
    assert send(PUB).status_code == 400
    assert refusals()[Limit.HANDS] == 4
    # One line a minute, which names neither the code nor who it was.
    (line,) = [record.getMessage() for record in caplog.records if record.name == "pegboard.limits"]
    assert "hands of one address" in line
    assert "fleece23" not in line
    assert RIVAL not in line


def test_a_form_that_is_refused_holds_what_was_typed_and_counts_when_sent_again(client, settings) -> None:
    league = a_league()
    client.force_login(a_secretary(league))
    settings.FORMS_A_MINUTE = 1
    address = f"/{league.slug}/secretary/pubs/new/"
    own = {"Origin": "http://testserver"}
    fields = {"name": "The Fleece", "address": "1 Top Road"}
    client.post(address, {}, headers=own)
    refused = client.post(address, fields, headers=own)
    page = markup(refused)
    assert refused.status_code == 429
    assert 'value="The Fleece"' in page
    assert f'action="{address}"' in page
    assert "Send again" in words(refused)


def test_a_form_of_a_stranger_is_refused_and_not_held(client, settings) -> None:
    settings.FORMS_A_MINUTE = 1
    client.post("/sign-in/", {})
    refused = client.post("/sign-in/", {"username": "kathleen"})
    assert refused.status_code == 429
    assert "kathleen" not in markup(refused)


def test_writes_of_programs_are_refused_in_their_own_shape(client, settings) -> None:
    settings.FORMS_A_MINUTE = 1
    client.post("/api/v1/leagues", {})
    refused = client.post("/api/v1/leagues", {})
    assert (refused.status_code, refused.headers["Content-Type"]) == (429, "application/problem+json")


def test_reading_is_not_counted(client, settings) -> None:
    settings.FORMS_A_MINUTE = settings.HANDS_A_MINUTE = settings.SEARCHES_A_MINUTE = 1
    league = a_league()
    assert {client.get(f"/{league.slug}/").status_code for _ in range(5)} == {200}


def test_an_address_that_searches_without_end_is_asked_to_wait_and_others_are_not(client, settings) -> None:
    settings.SEARCHES_A_MINUTE = 3
    league = a_league()

    def search(word: object, address: str = RIVAL) -> HttpResponse:
        return client.get(f"/{league.slug}/search/?q=fleece{word}", REMOTE_ADDR=address)

    assert [search(number).status_code for number in range(5)] == [200, 200, 200, 429, 429]
    refused = search("again")
    # The words stay in the address, which is asked for again by itself.
    assert '<meta http-equiv="refresh" content="30">' in markup(refused)
    assert "fleeceagain" in markup(refused)
    assert search("again", PUB).status_code == 200


def test_searches_have_so_many_places_of_which_one_address_takes_not_the_last(client, settings) -> None:
    settings.SEARCHES_AT_ONCE = 3
    league = a_league()

    def status(address: str) -> int:
        return client.get(f"/{league.slug}/search/?q=a", REMOTE_ADDR=address).status_code

    with ExitStack() as searching:
        for _ in range(2):
            searching.enter_context(place_for(Work.SEARCH, address=RIVAL, most_each=2))
        assert (status(RIVAL), status(PUB)) == (429, 200)
        searching.enter_context(place_for(Work.SEARCH, address="203.0.113.1", most_each=2))
        assert status(PUB) == 429
    assert status(RIVAL) == 200
    assert at_work(Work.SEARCH) == 0


def test_a_league_whose_photographs_wait_does_not_keep_out_another(client, match, settings) -> None:
    settings.FILES_EACH = 1
    other = a_match(a_division(a_season(a_league("Other"))), "The Fleece", "The Shears", public_id="other222")
    ScoringCode.objects.create(match=other, code="other234", issued_at=FRIDAY)

    def status(code: str) -> int:
        picture = SimpleUploadedFile("a.jpg", b"no picture")
        return client.post(f"/s/{code}/photographs/", {"photograph": picture}, REMOTE_ADDR=PUB).status_code

    with place_for(Work.UPLOAD, league=match.division.season.league.slug, address=RIVAL, most_each=1):
        assert (status("fleece23"), status("other234")) == (429, 422)
    assert status("fleece23") == 422


def test_a_league_is_found_by_codes_and_links_too(match) -> None:
    league = match.division.season.league.slug
    enrolment = match.division.enrolments.get(team=match.home)
    token = token_of(CaptainLink.objects.create(enrolment=enrolment, issued_at=FRIDAY))
    addresses = (
        "/s/fleece23/photographs/",
        f"/c/{token}/",
        f"/{league}/secretary/photographs/",
        "/sign-in/",
        "/no/x/y/z",
    )
    found = [league_of(RequestFactory().post(address)) for address in addresses]
    assert found == [league, league, league, "", ""]


@pytest.fixture
def paper(monkeypatch, settings):
    """What a site with a printing process answers to who asks for paper."""
    monkeypatch.setattr(PrintingProcess, "into", (object(), object()))
    monkeypatch.setattr(printing_process, "_ask", lambda *_: ("200 OK", [], b""))
    settings.PAPER_EACH = 2
    answer = paper_in_printing_process(lambda request: HttpResponse("here"))
    return lambda league, address: answer(
        RequestFactory().get(f"/{league}/documents/book.pdf", REMOTE_ADDR=address)
    )


def test_neither_a_league_nor_an_address_takes_all_places_of_the_printing_process(paper) -> None:
    with ExitStack() as printing:
        for _ in range(2):
            printing.enter_context(place_for(Work.PAPER, league="rivals", address=RIVAL, most_each=2))
        assert paper("rivals", PUB).status_code == 503
        assert paper("three-valleys", RIVAL).status_code == 503
        assert paper("rivals", PUB).headers["Retry-After"] == "10"
        assert paper("three-valleys", PUB).status_code == 200
        assert refusals()[Limit.PAPER] == 3
    assert paper("rivals", RIVAL).status_code == 200
    assert at_work(Work.PAPER) == 0


def test_places_are_those_of_all_processes_and_a_worker_that_died_holds_none() -> None:
    use_row(1)
    worker = ExitStack()
    worker.enter_context(place_for(Work.PAPER, league="rivals", most_each=1))
    use_row(2)
    with place_for(Work.PAPER, league="rivals", most_each=1) as lacking:
        assert lacking == "league"
    use_row(1)  # another worker in its place
    with place_for(Work.PAPER, league="rivals", most_each=1) as lacking:
        assert lacking == ""
    use_row(0)


@pytest.mark.parametrize(
    ("seen", "forwarded", "house"),
    [
        ("192.0.2.7", "203.0.113.1", "192.0.2.7"),
        ("127.0.0.1", "203.0.113.1, 192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "", "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::2", "", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "", "192.0.2.7"),
        ("127.0.0.1", "no address", "no address"),
    ],
)
def test_a_household_with_many_addresses_is_one(seen: str, forwarded: str, house: str) -> None:
    asked = RequestFactory().get("/", REMOTE_ADDR=seen, HTTP_X_FORWARDED_FOR=forwarded)
    assert house_of(asked) == house


@pytest.mark.parametrize(
    ("seen", "forwarded", "house"),
    [
        ("10.0.0.11", "203.0.113.1, 192.0.2.7", "192.0.2.7"),
        ("10.0.0.11", "192.0.2.7, 10.0.1.5", "192.0.2.7"),
        ("::ffff:10.0.0.11", "192.0.2.7", "192.0.2.7"),
        ("127.0.0.1", "192.0.2.7, 10.0.0.11", "192.0.2.7"),
        ("10.0.0.12", "203.0.113.1", "10.0.0.12"),
        ("10.0.0.11", "", "10.0.0.11"),
        ("10.0.0.11", "10.0.0.11", "10.0.0.11"),
    ],
)
def test_only_our_own_web_servers_say_where_a_visitor_is(
    seen: str, forwarded: str, house: str, settings
) -> None:
    settings.PROXIES = networks("PROXIES", environ={"PROXIES": "10.0.0.11, 10.0.1.0/24"})
    asked = RequestFactory().get("/", REMOTE_ADDR=seen, HTTP_X_FORWARDED_FOR=forwarded)
    assert house_of(asked) == house


def test_who_has_nothing_running_comes_before_a_pile() -> None:
    assert in_turns([("a", 1), ("a", 2), ("b", 3), ("a", 4), ("c", 5)]) == [1, 3, 5, 2, 4]
    assert in_turns([("a", 1), ("b", 2)], running=["a"]) == [2, 1]


def test_papers_of_leagues_are_printed_in_turns() -> None:
    leagues = [a_league("Rivals"), a_league("Three Valleys")]
    jobs = [
        league.print_jobs.create(document="book", key=f"{league.slug}{number}", requested_at=NOW)
        for league in leagues
        for number in range(3)
    ]
    assert jobs_due(NOW) == [jobs[0].pk, jobs[3].pk]


def test_plans_of_all_leagues_are_searched_so_many_at_a_time() -> None:
    plans = [
        queue_search(plan=make_plan(season=season, name="A", requests_text="", by=None, now=NOW))
        for season in (a_division(a_season(a_league(name)), teams=4).season for name in ("A", "B", "C"))
    ]
    assert searches_due(NOW, 2) == [plan.pk for plan in plans[:2]]


def test_what_was_refused_is_shown_to_secretaries_and_to_the_doctor(client, settings, tmp_path) -> None:
    settings.STAMPS, settings.SEARCHES_A_MINUTE = tmp_path, 1
    league = a_league()
    client.force_login(a_secretary(league))
    noted = RefusalsNoted()
    noted.note()
    assert any("no request was refused" in finding.what for finding in site_findings())
    for word in ("a", "b", "c"):
        client.get(f"/{league.slug}/search/?q={word}")
    noted.note()
    (finding,) = [each for each in site_findings() if each.what.startswith("requests were refused")]
    assert finding.state is State.MISSING
    assert "2 for too many searches of one address" in finding.what
    page = words(client.get(f"/{league.slug}/secretary/site/"))
    assert "2 for too many searches of one address" in page
