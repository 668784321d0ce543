"""A captain's page: the next match first, what waits for him, and nothing of anybody else's."""

import datetime
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from league.models import CaptainLink, Division, LeagueRole, Match, Scorecard, User
from tests.builders import (
    NIGHT,
    SATURDAY_NOON,
    WEEK,
    a_captains_link,
    a_card,
    a_division,
    a_league,
    a_match,
    a_player,
    a_postponement,
    a_season,
    a_team,
    a_walkover,
    regulated,
)
from tests.reading import heading, markup, words

pytestmark = pytest.mark.django_db

TUESDAY = datetime.datetime(2027, 1, 12, 18, 0, tzinfo=datetime.UTC)
NIGHT_AT_TEN = datetime.datetime(2027, 1, 14, 22, 0, tzinfo=datetime.UTC)
FRIDAY = datetime.datetime(2027, 1, 15, 9, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def on(monkeypatch: pytest.MonkeyPatch):
    """It is Tuesday, until a test says otherwise."""

    def it_is(now: datetime.datetime) -> None:
        monkeypatch.setattr(timezone, "now", lambda: now)

    it_is(TUESDAY)
    return it_is


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


def page(client: Client, division: Division, team: str = "The Fleece") -> str:
    return words(client.get(a_captains_link(division, team)))


def test_the_next_match_stands_first_with_when_where_and_the_way_to_score_it(client, division, match):
    a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    answer = client.get(a_captains_link(division))
    assert "The Fleece" in heading(answer)
    assert "Thu 14 Jan, 8.30 pm At home to The Shears At The Fleece. Score this match" in words(answer)
    assert f"matches/{match.public_id}/score/" in markup(answer)
    assert "After that The Shears Thu 21 Jan, 8.30 pm, away" in words(answer)


def test_on_the_night_itself_it_says_so_and_stays_the_next_while_it_is_played(client, division, match, on):
    on(NIGHT_AT_TEN)
    said = page(client, division)
    assert "Tonight, 8.30 pm At home to The Shears" in said
    assert "The result is not in" not in said


def test_without_a_match_to_come_it_says_so(client, division):
    assert "No match with a date is to come." in page(client, division)


def test_a_result_that_is_owed_stands_on_top_with_its_deadline(client, division, match, on):
    regulated(division, late_result=[{"due": SATURDAY_NOON, "pays": "home", "penalties": [{"pence": 500}]}])
    on(FRIDAY)
    said = page(client, division)
    assert "Waiting for you The Shears Thu 14 Jan The result is not in." in said
    assert "noon on Saturday" in said


@pytest.mark.parametrize(
    ("reported_for", "said"),
    [("a", "The Shears have signed a result"), ("h", "You have signed; The Shears are still to sign")],
)
def test_a_report_waits_for_the_side_that_has_not_signed(client, division, match, on, reported_for, said):
    on(FRIDAY)
    Scorecard.objects.create(
        match=match,
        version=1,
        is_confirmed=False,
        reported_for=reported_for,
        entered_at=FRIDAY,
        waits_until=FRIDAY + datetime.timedelta(days=1),
    )
    found = page(client, division)
    assert said in found
    assert "9 am on Saturday 16 January" in found
    assert "The result is not in" not in found


def test_a_request_to_move_waits_for_the_side_that_was_asked(client, division, match):
    a_postponement(match, asked_by="a", answer_by=NIGHT_AT_TEN)
    assert "The Shears ask to move the match: a darts final is on in the same room." in page(client, division)
    asking = page(client, division, "The Shears")
    assert "You asked to move it; The Fleece are still to answer: two days left." in asking


def test_a_match_without_a_night_is_to_be_agreed(client, division):
    a_match(division, date=None, postponed_from=NIGHT, postponed_because="snow")
    assert "postponed from Thu 14 Jan A new night is to be agreed. Offer nights" in page(client, division)


def test_results_stand_with_their_points(client, division, on):
    a_card(a_match(division), (15, 9), (12, 15), (15, 11), (15, 8))
    on(FRIDAY)
    said = page(client, division)
    assert "Tables 3–1" in said
    assert "Waiting for" not in said


def test_a_match_given_without_play_is_owed_by_nobody(client, division, match, on):
    a_walkover(match)
    on(FRIDAY)
    assert "The result is not in" not in page(client, division)


def test_other_teams_matches_and_captains_are_not_there(client, division, match):
    a_match(division, "Packhorse & Drover", "The Tup and Bell")
    said = page(client, division)
    assert "Packhorse" not in said


def test_the_link_of_last_season_opens_last_seasons_matches_only(client, division, match):
    league = division.season.league
    last = a_season(
        league, "2025-26", starts_on=datetime.date(2025, 9, 4), ends_on=datetime.date(2026, 4, 30)
    )
    link = a_captains_link(a_division(last))
    for place in ("squad", "line-up", "postpone", "log"):
        assert client.get(f"{link}matches/{match.public_id}/{place}/").status_code == 404


@pytest.mark.parametrize("place", ["squad", "line-up", "postpone", "log"])
def test_a_match_of_others_is_not_found(client, division, match, place):
    others = a_match(division, "Packhorse & Drover", "The Tup and Bell")
    stranger = a_match(a_division(a_season(a_league("Four Rivers"))), "The Barge", "The Lock")
    link = a_captains_link(division)
    for one in (others, stranger):
        for send in (client.get, client.post):
            assert send(f"{link}matches/{one.public_id}/{place}/").status_code == 404


class TestTheLink:
    def test_its_use_is_counted(self, client, division):
        for _ in range(2):
            page(client, division)
        link = CaptainLink.objects.get()
        assert (link.times_opened, link.last_opened_at) == (2, TUESDAY)

    def test_a_letter_of_it_changed_opens_nothing_and_says_what_to_do(self, client, division):
        address = a_captains_link(division)
        forged = address[:-2] + ("0" if address[-2] != "0" else "1") + "/"
        answer = client.get(forged)
        assert answer.status_code == 404
        assert "Unknown link" in words(answer)

    def test_the_players_link_does_not_open_the_captains_page(self, client, division):
        players = a_captains_link(division, kind="players")
        assert client.get(players.replace("/p/", "/c/")).status_code == 404
        assert client.get(a_captains_link(division).replace("/c/", "/p/")).status_code == 404

    def test_ended_it_says_whom_to_ask(self, client, division):
        address = a_captains_link(division)
        CaptainLink.objects.update(revoked_at=TUESDAY)
        answer = client.get(address)
        assert answer.status_code == 410
        assert "This link has ended" in words(answer)

    def test_after_too_many_wrong_ones_a_right_one_used_before_still_opens(self, client, division):
        address = a_captains_link(division)
        page(client, division)
        for number in range(30):
            client.get(f"/c/{number:040}/")
        answer = client.get("/c/" + "b" * 40 + "/")
        assert answer.status_code == 429
        assert "Too many wrong codes were tried from here" in words(answer)
        assert client.get(address).status_code == 200

    def test_its_address_is_told_to_nobody(self, client, division, match):
        address = a_captains_link(division)
        for place in ("", f"matches/{match.public_id}/line-up/"):
            answer = client.get(address + place)
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["X-Robots-Tag"] == "noindex"
            assert "private" in answer.headers["Cache-Control"]
            assert "next=" not in markup(answer)


class TestByAccount:
    @pytest.fixture
    def captain(self, division: Division) -> User:
        user = User.objects.create_user(username="captain", password="password")
        team = a_team(division.season.league)
        LeagueRole.objects.create(league=division.season.league, user=user, role="captain", team=team)
        return user

    @pytest.fixture
    def address(self, division: Division) -> str:
        return f"/{division.season.league.slug}/captain/the-fleece/"

    def test_the_same_page_opens(self, client, match, captain, address):
        client.force_login(captain)
        answer = client.get(address)
        assert "At home to The Shears" in words(answer)
        assert f'href="{address}matches/{match.public_id}/line-up/"' in markup(answer)
        assert "has no link for its players yet" in words(answer)

    def test_the_players_link_stands_there_where_there_is_one(self, client, division, captain, address):
        players = a_captains_link(division, kind="players")
        client.force_login(captain)
        assert players in markup(client.get(address))

    def test_another_teams_page_is_not_his(self, client, match, captain, address):
        client.force_login(captain)
        assert client.get(address.replace("fleece", "shears")).status_code == 403

    def test_nobody_signed_in_is_led_to_the_sign_in(self, client, match, address):
        assert client.get(address).headers["Location"] == f"/sign-in/?next={address}"

    def test_a_form_sent_from_another_site_is_refused(self, match, captain, address):
        client = Client(enforce_csrf_checks=True)
        client.force_login(captain)
        answer = client.post(f"{address}matches/{match.public_id}/line-up/", {"t1-home-1": "Ada"})
        assert answer.status_code == 403
        assert not match.line_ups.exists()

    def test_a_form_of_his_own_page_is_taken(self, match, captain, address):
        client = Client(enforce_csrf_checks=True)
        client.force_login(captain)
        page = f"{address}matches/{match.public_id}/line-up/"
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', markup(client.get(page)))
        sent = {"t1-home-1": "Ada Holt", "csrfmiddlewaretoken": token[1]}
        assert client.post(page, sent, headers={"origin": "http://testserver"}).status_code == 303
        assert match.line_ups.count() == 1

    def test_a_season_that_is_only_planned_does_not_hide_the_one_that_is_played(
        self, client, division, match, captain, address
    ):
        starts, ends = datetime.date(2027, 9, 2), datetime.date(2028, 4, 27)
        a_division(a_season(division.season.league, "2027-28", starts_on=starts, ends_on=ends))
        client.force_login(captain)
        assert "At home to The Shears" in words(client.get(address))

    def test_the_browser_may_say_where_its_forms_come_from(self, client, captain, address):
        """Told to say nothing it sends its forms from nowhere, and they would be refused."""
        client.force_login(captain)
        assert client.get(address).headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("weeks", [2, 12])
def test_the_page_takes_twelve_queries_however_much_was_played(client, division, on, weeks):
    """A season of matches played, owed, postponed and asked about costs no more than a week of them."""
    on(FRIDAY)
    for week in range(1, weeks):
        a_card(a_match(division, week=week, date=NIGHT - week * WEEK), (15, 9), (15, 9), (15, 9), (15, 9))
        a_match(division, week=30 + week, date=NIGHT - week * WEEK)
        a_postponement(a_match(division, week=60 + week, date=NIGHT + week * WEEK))
        a_player(a_team(division.season.league), f"Player {week}", division.season)
    address = a_captains_link(division)
    names = [
        *("link and team", "its use counted", "matches", "their divisions", "matches owed"),
        *("requests to move", "reports that wait"),
        *("registered players", "who sat down when", "answers"),
        *("line-ups", "log begun?"),
    ]
    with CaptureQueriesContext(connection) as queries:
        client.get(address)
    assert len(queries) == len(names), [query["sql"][:90] for query in queries]
