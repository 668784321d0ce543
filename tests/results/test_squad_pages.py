"""Who can play: one tap of each player, by the link their captain gave them; or of the captain for them."""

import datetime

import pytest
from django.utils import timezone

from league.models import Availability, Division, Match, Player
from tests.builders import NIGHT, WEEK, a_captains_link, a_division, a_match, a_player, a_team
from tests.examples import sampled
from tests.reading import heading, markup, words

pytestmark = pytest.mark.django_db
TUESDAY = datetime.datetime(2027, 1, 12, 18, 0, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def tuesday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: TUESDAY)


@pytest.fixture
def division() -> Division:
    return a_division()


@pytest.fixture
def match(division: Division) -> Match:
    return a_match(division)


@pytest.fixture
def jack(division: Division) -> Player:
    return a_player(a_team(division.season.league), "Jack Hirst", division.season, shown="hidden")


@pytest.fixture
def players(division: Division) -> str:
    return a_captains_link(division, kind="players")


def answers() -> list[tuple[str, str, bool]]:
    return list(Availability.objects.values_list("player__name", "answer", "by_captain"))


def test_everybody_stands_there_as_the_team_knows_him_and_answers_with_one_tap(client, match, jack, players):
    answer = client.get(players)
    assert heading(answer) == "Can you play Thu 14 Jan?"
    assert "Jack Hirst Can play Perhaps Cannot" in words(answer)
    sent = {"match": match.public_id, "player": jack.public_id, "answer": "yes"}
    answer = client.post(players, sent)
    assert answer.status_code == 303
    assert answer.headers["Location"] == f"{players}?match={match.public_id}#p-{jack.public_id}"
    assert "1 can play." in words(client.get(players))
    client.post(players, sent | {"answer": "no"})
    assert answers() == [("Jack Hirst", "no", False)]


def test_it_needs_no_cookie_and_no_token(match, jack, players, client):
    client.cookies.clear()
    client.handler.enforce_csrf_checks = True
    sent = {"match": match.public_id, "player": jack.public_id, "answer": "perhaps"}
    assert client.post(players, sent).status_code == 303


def test_the_weeks_after_can_be_answered_too(client, division, match, jack, players):
    later = a_match(division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK)
    answer = client.get(f"{players}?match={later.public_id}")
    assert heading(answer) == "Can you play Thu 21 Jan?"
    client.post(players, {"match": later.public_id, "player": jack.public_id, "answer": "no"})
    assert Availability.objects.get().match == later


def test_an_old_page_answers_for_no_other_match(client, division, match, jack, players):
    gone = a_match(division, week=2, date=NIGHT - WEEK)
    answer = client.post(players, {"match": gone.public_id, "player": jack.public_id, "answer": "no"})
    assert answer.status_code == 422
    assert "That match is over" in words(answer)
    assert answers() == []


@pytest.mark.parametrize(
    "said", sampled([{"answer": "maybe"}, {"answer": ""}, {"player": "nobody22"}, {"player": ""}], each=4)
)
def test_what_is_no_answer_is_refused_in_a_sentence(client, match, jack, players, said):
    sent = {"match": match.public_id, "player": jack.public_id, "answer": "yes"} | said
    answer = client.post(players, sent)
    assert answer.status_code == 422
    assert 'role="alert"' in markup(answer)
    assert answers() == []


def test_without_a_match_to_come_nobody_is_asked(client, division, jack, players):
    assert "There is no question at present." in words(client.get(players))
    assert client.post(players, {"player": jack.public_id, "answer": "yes"}).status_code == 422


def test_the_page_shows_no_phone_number_no_address_and_no_other_teams_names(client, division, match, players):
    enrolment = division.enrolments.get(team__name="The Fleece")
    enrolment.captain_email, enrolment.captain_phone = "norman@example.org", "01924 555"
    enrolment.save()
    a_player(match.away, "Edna Shaw", division.season)
    page = markup(client.get(players))
    assert not any(secret in page for secret in ("norman@", "01924", "Edna", "/c/"))
    assert client.get(players).headers["X-Robots-Tag"] == "noindex"


def test_the_captain_answers_for_whoever_told_him_and_it_says_so(client, division, match, jack):
    address = f"{a_captains_link(division)}matches/{match.public_id}/squad/"
    answer = client.post(address, {"player": jack.public_id, "answer": "perhaps"})
    assert answer.headers["Location"] == f"{address}#p-{jack.public_id}"
    assert answers() == [("Jack Hirst", "perhaps", True)]
    assert "Jack Hirst answered by the captain" in words(client.get(address))
    assert "Perhaps 1 : Jack Hirst" in words(client.get(address))
    assert client.post(address, {"player": "nobody22", "answer": "yes"}).status_code == 422


@pytest.mark.parametrize("squad", [2, 20])
def test_the_players_page_takes_six_queries_however_large_the_squad(
    client, division, match, players, squad, django_assert_num_queries
):
    for number in range(squad):
        a_player(match.home, f"Player {number}", division.season)
    names = [
        "link and team",
        "matches",
        "their divisions",
        "registered players",
        "who sat down when",
        "answers",
    ]
    with django_assert_num_queries(len(names)):
        client.get(players)
