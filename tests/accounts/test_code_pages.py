"""A code typed by hand, and the secretary's page of it."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.accounts.services.links import codes_for, note_opened
from league.models import Match, ScoringCode
from tests.builders import FRIDAY, NIGHT, a_card, a_division, a_league, a_match, a_secretary
from tests.builders_tables import some_hands
from tests.examples import sampled
from tests.reading import markup

pytestmark = pytest.mark.django_db

LEAGUE = "/three-valleys-all-fours-league/"


@pytest.fixture
def match() -> Match:
    return a_match()


@pytest.fixture
def secretary(client: Client, match: Match) -> Client:
    client.force_login(a_secretary(match.division.season.league))
    return client


def at(match: Match) -> str:
    return f"{LEAGUE}secretary/matches/{match.public_id}/code/"


def words(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return " ".join(markup(answer).split())


# --- Typed ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "k7m49qtd",
        "K7M4 9QTD",
        " k7m4-9qtd ",
        "k7m4 9qtd.",
        "https://league.example.org/s/k7m49qtd/",
        "K7M4\u00a09QTD",
    ],
)
def test_a_code_is_taken_however_it_is_typed(client: Client, typed: str) -> None:
    answer = client.get("/s/", {"code": typed})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/s/k7m49qtd/")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "Type the code first"),
        ("k7m4 9qt", "“k7m4 9qt” has 7 letters and figures; a code has 8."),
        ("k7m4 9qt0", "“0”"),
        ("k7mo 9qtd", "there is no o and no 0"),
        ("<script>", "“&lt;”"),
    ],
)
def test_what_can_be_no_code_is_said_and_stays_in_the_box(client: Client, typed: str, said: str) -> None:
    answer = client.get("/s/", {"code": typed})
    text = markup(answer)
    assert answer.status_code == 422
    assert said in text
    assert "<script>" not in text.partition("<main")[2]


def test_a_code_of_no_match_is_repeated_and_can_be_mended(client: Client) -> None:
    text = words(client, "/s/22222222/log/", 404)
    assert "No match has the code “22222222”" in text
    assert 'name="code"' in text
    assert 'value="22222222"' in text


def test_the_box_is_found_from_everywhere_by_help(client: Client, match: Match) -> None:
    for address in ("/s/", LEAGUE, "/help/scoring-on-a-phone/"):
        assert 'help/">Help</a>' in words(client, address)
    assert 'href="/s/"' in words(client, "/help/")


def test_the_box_keeps_the_frame_of_the_league_one_comes_from(client: Client, match: Match) -> None:
    own = match.division.season.league
    a_league("Another League")
    assert f'href="/s/?league={own.slug}"' in words(client, f"{LEAGUE}help/")
    for typed in ("", "&code=nothing"):
        page = markup(client.get(f"/s/?league={own.slug}{typed}"))
        assert f'<a class="home-link" href="{LEAGUE}">' in page
        assert f'<input type="hidden" name="league" value="{own.slug}">' in page
    assert '<a class="home-link" href="/">' in markup(client.get("/s/"))
    assert "the code on its score sheet or slip opens its page" in markup(client.get("/s/"))


# --- The secretary's page ---------------------------------------------------------------------


def test_a_match_without_a_code_is_given_one(secretary: Client, match: Match) -> None:
    assert "no code yet" in words(secretary, at(match))
    assert secretary.post(at(match), {"make": "yes"}).status_code == 303
    code = ScoringCode.objects.get(match=match).code
    assert f"{code[:4]} {code[4:]}" in words(secretary, at(match))


def test_who_used_it_is_seen(secretary: Client, match: Match) -> None:
    codes_for(matches=[match.pk], now=FRIDAY)
    assert "No phone has sent a hand" in words(secretary, at(match))
    note_opened(ScoringCode.objects.get(), now=FRIDAY)
    some_hands(match, 1, "hhhh", "ha-h")
    some_hands(match, 2, "hhhh", sent_for="a", phone="00000000-0000-4000-8000-000000000009")
    text = words(secretary, at(match))
    assert "1 time, last Fri 15 Jan" in text
    assert "the link of the away captain" in text
    assert "Thu 14 Jan, 9.00 pm" in text


@pytest.mark.parametrize(("press", "live"), sampled([("replace", 1), ("end", 0)], each=2))
def test_a_code_is_replaced_or_ended_with_a_reason(
    secretary: Client, match: Match, press: str, live: int
) -> None:
    old = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    refused = secretary.post(at(match), {press: "yes", "because": " "})
    assert refused.status_code == 422
    assert ScoringCode.objects.get(code=old).revoked_at is None
    secretary.post(at(match), {press: "yes", "because": "left on the bus"})
    assert ScoringCode.objects.get(code=old).revoked_because == "left on the bus"
    assert ScoringCode.objects.filter(match=match, revoked_at=None).count() == live
    assert "left on the bus" in words(secretary, at(match))


def test_once_the_result_stands_there_is_nothing_to_score(secretary: Client, match: Match) -> None:
    a_card(match, (15, 1), (15, 2), (15, 3), (15, 4))
    text = words(secretary, at(match))
    assert "The match has a result" in text
    assert "Create code" not in text


def test_the_night_lists_codes_and_phones_in_three_queries_however_many(
    secretary: Client, match: Match
) -> None:
    night = f"{LEAGUE}secretary/nights/{NIGHT}/"
    code = codes_for(matches=[match.pk], now=FRIDAY)[match.pk]
    some_hands(match, 1, "hhhh")
    words(secretary, night)  # the first look of a day begins a line of the audit log: one statement more
    with CaptureQueriesContext(connection) as few:
        text = words(secretary, night)
    assert f"{code[:4]} {code[4:]}" in text
    division = a_division(match.division.season, "Division Two", teams=0)
    others = [a_match(division, f"Home {number}", f"Away {number}") for number in range(5)]
    codes_for(matches=[other.pk for other in others], now=FRIDAY)
    for other in others:
        some_hands(other, 1, "hhhh")
    with CaptureQueriesContext(connection) as many:
        words(secretary, night)
    assert len(many) == len(few)


def test_a_match_of_another_league_has_no_page_here(secretary: Client, match: Match) -> None:
    assert secretary.get(at(match).replace(match.public_id, "zzzz9999")).status_code == 404
