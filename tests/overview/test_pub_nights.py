"""A pub's own page behind its link: what it shows, who gets in, what it can tell the secretary."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse

from league.accounts.links import PUB, token_of
from league.accounts.services.pub_links import issue_pub_link, revoke
from league.cups.services.pairs_nights import make_night
from league.models import Match, PubLink, RoomReport
from tests.builders import (
    NIGHT,
    WEEK,
    a_card,
    a_drawn_cup,
    a_league,
    a_match,
    a_pub,
    a_pub_link,
    a_secretary,
    a_team,
    a_walkover,
    an_enrolment,
)
from tests.builders_tables import some_hands
from tests.examples import sampled
from tests.live.test_pages import queries_are
from tests.reading import words

pytestmark = pytest.mark.django_db

US = "hhhh"
EVENING = datetime.datetime(2027, 1, 14, 21, 10, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _that_evening(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: EVENING)


@pytest.fixture
def match() -> Match:
    """Next week's, at The Fleece."""
    return a_match(date=NIGHT + WEEK, week=2)


def test_the_next_night_comes_first_with_its_players(client: Client, match: Match) -> None:
    a_match(match.division, "The Fleece", "Station Tap", date=NIGHT + 2 * WEEK, week=3)
    text = words(client.get(a_pub_link(match.venue)))
    assert "Next: Thu 21 Jan, 8.30 pm The Fleece v The Shears 16 players at 4 tables." in text
    assert "Thu 28 Jan The Fleece v Station Tap 16" in text
    assert "Usually over" not in text


def test_two_teams_at_home_on_one_night_are_all_counted(client: Client, match: Match) -> None:
    a_team(match.venue.league, "The Fleece B", pub=match.venue)
    a_match(match.division, "The Fleece B", "Station Tap", date=match.date, week=2, venue=match.venue)
    a_match(
        match.division, "The Fleece B", "Packhorse & Drover", date=NIGHT + 2 * WEEK, week=3, venue=match.venue
    )
    text = words(client.get(a_pub_link(match.venue)))
    assert "Thu 28 Jan B v Packhorse & Drover" in text
    assert "32 players at 8 tables" in text
    assert "2 teams" in text


@pytest.mark.slow
def test_cup_nights_are_listed_with_their_sheets(client: Client, match: Match) -> None:
    season, pub = match.division.season, match.venue
    cup = a_drawn_cup(
        season, "The Fleece", "The Shears", on=NIGHT + 2 * WEEK, at=pub.name, name="Knock-out Cup"
    )
    a_drawn_cup(season, "Station Tap", "Nag’s Head", on=NIGHT, at="Elsewhere", name="Plate")
    make_night(season=season, name="Boxing Day Pairs", rounds=4, at=pub, on=NIGHT + 3 * WEEK)
    address = a_pub_link(pub)
    answer = client.get(address)
    text = words(answer)
    assert "Thu 28 Jan The Shears v The Fleece Knock-out Cup, final. Print sheet 16 players" in text
    assert "Thu 4 Feb Boxing Day Pairs –" in text
    assert "Station Tap" not in text
    sheet = f"/{pub.league.slug}/cups/{cup.slug}/1/1/score-sheet.pdf"
    assert sheet in answer.content.decode()
    assert client.get(sheet).headers["Content-Type"] == "application/pdf"
    Match.objects.all().delete()
    text = words(client.get(address))
    assert "Next: Thu 28 Jan, 8.00 pm The Shears v The Fleece Knock-out Cup, final. Print sheet 16" in text
    assert "Print sheets" not in text


def test_nobody_comes_to_a_match_given_without_play(client: Client, match: Match) -> None:
    a_walkover(match)
    assert "No card night is planned here" in words(client.get(a_pub_link(match.venue)))


def test_the_usual_end_is_that_of_earlier_nights(client: Client, match: Match) -> None:
    for weeks, minutes in ((1, 5), (2, 20), (3, 31), (4, 31)):
        past = a_match(match.division, date=NIGHT - weeks * WEEK, week=10 + weeks)
        at = EVENING.replace(hour=22, minute=minutes) - weeks * WEEK
        some_hands(past, 1, US, received_at=at)
    assert "Usually over by 10.45 pm" in words(client.get(a_pub_link(match.venue)))


def test_tonight_in_play_shows_the_tables(client: Client, match: Match) -> None:
    tonight = a_match(match.division)
    some_hands(tonight, 1, US, US)
    text = words(client.get(a_pub_link(match.venue)))
    assert "Tonight, in play" in text
    assert "Table 1 8–0 hand 3" in text


def test_its_teams_with_place_and_last_result(client: Client, match: Match) -> None:
    a_card(a_match(match.division), (15, 9), (12, 15), (15, 11), (15, 8))
    text = words(client.get(a_pub_link(match.venue)))
    assert "1st The Fleece Division One. Won 8–2 against The Shears" in text
    assert "2nd The Shears Division One. Lost 2–8 at The Fleece" in words(
        client.get(a_pub_link(match.away.pub))
    )


def test_its_television_board_can_be_typed(client: Client, match: Match) -> None:
    text = words(client.get(a_pub_link(match.venue)))
    assert "type testserver/tv/the-fleece on the set" in text
    landed = client.get("/tv/the-fleece", follow=True)
    assert landed.status_code == 200
    assert "The Fleece v The Shears" in words(landed)


def test_the_first_words_of_a_pub_are_enough_where_no_other_has_them(client: Client, match: Match) -> None:
    pub = a_pub(match.venue.league, "Crowther Fold Working Men’s Club")
    assert "type testserver/tv/crowther on the set" in words(client.get(a_pub_link(pub)))
    league = f"/{pub.league.slug}"
    assert client.get(f"{league}/tv/crowther/").status_code == 200
    assert client.get(f"{league}/tv/the-/").status_code == 404, "The Fleece or The Shears"
    a_league("Another League")
    assert f"type testserver{league}/tv/crowther on" in words(client.get(a_pub_link(pub)))
    assert client.get("/tv/crowther/").headers["Location"] == "/"


def test_the_sheets_are_those_of_the_night_with_their_codes(client: Client, match: Match) -> None:
    address = a_pub_link(match.venue)
    answer = client.get(f"{address}score-sheets.pdf?date={match.date}")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert match.scoring_codes.count() == 1
    for other in ("?date=2027-02-31", f"?date={NIGHT}", "?date=x\x00"):
        assert client.get(f"{address}score-sheets.pdf{other}").status_code in {200, 404}


@pytest.mark.parametrize(("matches", "hands"), [(1, 2), (3, 8)])
def test_the_page_costs_as_much_however_much_is_played(
    client: Client, match: Match, matches: int, hands: int
) -> None:
    """Link and league, its counter, nights in two, matches and logs of tonight, usual end, seasons, teams,
    standings in two, their matches in two, reports, pubs and leagues for the short address; cups, pairs
    nights."""
    for number in range(matches):
        team = a_team(match.venue.league, f"The Fleece {number}", pub=match.venue)
        an_enrolment(match.division, team)
        tonight = a_match(match.division, team.name, f"Guest {number}", venue=match.venue)
        some_hands(tonight, 1, *["ha-h"] * hands)
        a_card(a_match(match.division, team.name, f"Guest {number}", date=NIGHT - WEEK, week=9), (15, 1))
    address = a_pub_link(match.venue)
    with queries_are(19):
        assert client.get(address).status_code == 200


# --- Who gets in ------------------------------------------------------------------------------
def test_a_link_signed_for_something_else_opens_nothing(client: Client, match: Match) -> None:
    link = PubLink.objects.create(pub=match.venue, issued_at=EVENING)
    for kind in ("captain", "players"):
        assert client.get(reverse("pub-nights", args=[token_of(link, kind)])).status_code == 404
    assert client.get(reverse("pub-nights", args=[token_of(link, PUB)])).status_code == 200


def test_wrong_links_are_counted(client: Client, match: Match) -> None:
    wrong = reverse("pub-nights", args=["2" * 44])
    answers = [client.get(wrong).status_code for _ in range(31)]
    assert (answers[0], answers[-1]) == (404, 429)


def test_a_new_link_ends_the_old_one_and_a_stop_ends_both(client: Client, match: Match) -> None:
    old = a_pub_link(match.venue)
    assert client.get(old).status_code == 200
    issue_pub_link(pub=match.venue, by=None, now=EVENING)
    assert client.get(old).status_code == 410
    new = a_pub_link(match.venue)
    answer = client.get(new)
    assert answer.status_code == 200
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    revoke(PubLink, pub=match.venue, now=EVENING)
    assert client.get(new).status_code == 410


def test_the_secretary_makes_shows_and_ends_links_and_sees_them_used(client: Client, match: Match) -> None:
    league = match.venue.league
    client.force_login(a_secretary(league))
    page = reverse("pub-links", args=[league.slug])
    made = client.post(page, {"issue": "the-fleece"}, follow=True)
    (link,) = PubLink.objects.live()
    address = reverse("pub-nights", args=[token_of(link, PUB)])
    assert address in made.content.decode()
    assert address not in client.get(page).content.decode(), "shown once"
    Client().get(address)
    assert "1 time" in words(client.get(page))
    assert address in client.post(page, {"show": "the-fleece"}, follow=True).content.decode()
    client.post(page, {"end": "the-fleece"})
    assert Client().get(address).status_code == 410
    assert client.post(page, {"issue": "nobody"}).status_code == 422
    assert client.post(page, {}).status_code == 422


# --- A room that is not free ------------------------------------------------------------------
def test_a_room_that_is_not_free_is_told_to_the_secretary_and_changes_nothing(
    client: Client, match: Match
) -> None:
    address = a_pub_link(match.venue)
    sent = {"date": match.date, "note": "A wedding <b>upstairs</b>"}
    assert client.post(f"{address}room/", sent).status_code == 303
    client.post(f"{address}room/", sent | {"note": "A funeral"})
    (report,) = RoomReport.objects.all()
    assert report.note == "A funeral"
    assert "not free on Thu 21 Jan" in words(client.get(address))
    match.refresh_from_db()
    assert match.date == NIGHT + WEEK
    league = match.venue.league
    secretary = Client()
    secretary.force_login(a_secretary(league))
    desk = words(secretary.get(reverse("secretary-desk", args=[league.slug])))
    assert "Room not free" in desk
    page = reverse("pub-links", args=[league.slug])
    assert "A funeral" in words(secretary.get(page))
    secretary.post(page, {"close": report.public_id})
    assert "A funeral" not in words(secretary.get(page))
    assert "not free on" not in words(client.get(address))


@pytest.mark.parametrize("date", sampled(["", "soon", "2026-01-01", "9999999-01-01", "2027-01-13"], each=5))
def test_a_night_that_cannot_be_is_refused_with_what_was_typed(
    client: Client, match: Match, date: str
) -> None:
    answer = client.post(f"{a_pub_link(match.venue)}room/", {"date": date, "note": "A wedding"})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert "A wedding" in answer.content.decode()
    assert not RoomReport.objects.exists()


def test_a_link_cannot_fill_the_inbox(client: Client, match: Match) -> None:
    address = f"{a_pub_link(match.venue)}room/"
    for days in range(25):
        client.post(address, {"date": NIGHT + datetime.timedelta(days=days)})
    assert RoomReport.objects.count() == 20
