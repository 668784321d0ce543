"""What programs write: by a token of the league, what it is for, each write once, by the pages' services."""

import json
import re
import uuid
from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.accounts import rate_limit
from league.accounts.services.api_tokens import create_token, revoke_token
from league.models import (
    ApiToken,
    ApiWrite,
    HandResult,
    ImportRun,
    League,
    Match,
    RuleBook,
    Seat,
    TableEntry,
    User,
)
from league.results.log import SheetPlace
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from tests.api.addresses import below
from tests.builders import (
    NIGHT,
    WEEK,
    a_division,
    a_drawn_cup,
    a_league,
    a_match,
    a_player,
    a_secretary,
    a_team,
    an_account,
)

pytestmark = pytest.mark.django_db

HAND = {"high": "h", "low": "h", "jack": "h", "game_point": "a"}
LAST = {"high": "h", "low": "h", "jack": "h"}


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    caches["sign-in"].clear()


@pytest.fixture
def match() -> Match:
    return a_match(a_division())


@pytest.fixture
def league(match: Match) -> League:
    return match.division.season.league


@pytest.fixture
def secretary(league: League) -> User:
    return a_secretary(league)


@pytest.fixture
def token(league: League, secretary: User) -> str:
    return a_token(league, secretary)


def a_token(league: League, by: User, *scopes: str) -> str:
    return create_token(
        league=league, name="Scorer", scopes=scopes or ApiToken.Scope.values, by=by, now=timezone.now()
    )[1]


def send(
    client: Client, method: str, address: str, body: Any, token: str = "", key: str = ""
) -> HttpResponse:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if key:
        headers["Idempotency-Key"] = key
    return getattr(client, method)(
        address, json.dumps(body), content_type="application/json", headers=headers
    )


def a_sheet(**fields: Any) -> dict[str, Any]:
    """Four tables, the first hand by hand."""
    first = {"table": 1, "games": [{"first_pitch": "h", "hands": [*[HAND] * 4, LAST]}]}
    rest = [{"table": table, "games": [{"home_score": 15, "away_score": 8}]} for table in (2, 3, 4)]
    return {"version": 0, "tables": [first, *rest], **fields}


def put_result(client: Client, match: Match, token: str, key: str = "", **fields: Any) -> HttpResponse:
    address = below(match.division.season.league, f"/matches/{match.public_id}/result")
    return send(client, "put", address, a_sheet(**fields), token, key)


def test_a_result_is_confirmed_as_by_its_maker_and_noted(client, match, league, secretary, token):
    player = a_player(match.home, season=match.division.season)
    body = a_sheet()
    body["tables"][0]["games"][0] |= {"home_players": [{"id": player.public_id}, {"name": "A  stranger"}]}
    before = league.revision
    answer = put_result(client, match, token, tables=body["tables"])
    assert answer.status_code == 200
    assert answer.json()["version"] == 1
    card = match.scorecards.get()
    assert (card.is_confirmed, card.entered_by) == (True, secretary)
    assert HandResult.objects.count() == 5
    assert [str(seat) for seat in Seat.objects.order_by("place")] == ["Jack Hirst", "A stranger"]
    read = client.get(below(league, f"/matches/{match.public_id}")).json()
    game = read["tables"][0]["games"][0]
    assert (game["home_score"], game["away_score"], read["version"]) == (15, 4, 1)
    assert League.objects.get().revision > before
    write = ApiWrite.objects.get()
    assert (write.token.name, write.about) == ("Scorer", "Result of The Fleece v The Shears")
    assert write.token.last_used_at is not None


@pytest.mark.parametrize(
    "hand", [HAND, HAND | {"trump": "S", "pitched": "AS", "high_card": "AS", "low_card": "3S"}]
)
def test_hands_read_can_be_sent_back_as_they_are(client, match, league, token, hand):
    first = {"table": 1, "games": [{"first_pitch": "h", "hands": [*[hand] * 4, LAST]}]}
    tables = [first, *a_sheet()["tables"][1:]]
    assert put_result(client, match, token, tables=tables).status_code == 200
    address = below(league, f"/matches/{match.public_id}")
    read = client.get(address).json()
    first["games"][0]["hands"] = read["tables"][0]["games"][0]["hands"]
    answer = put_result(client, match, token, version=1, tables=tables)
    assert answer.status_code == 200, answer.json()
    assert client.get(address).json()["tables"] == read["tables"]
    first["games"][0]["hands"].reverse()
    refused = put_result(client, match, token, version=2, tables=tables)
    assert refused.status_code == 422
    assert "Table 1, game 1, hand 1: hand is 1 by the rest" in refused.json()["detail"]


def test_every_player_of_a_side_of_four_is_named(client, match, token):
    RuleBook.objects.update(players_a_side=4)
    sheet = a_sheet()
    players = [{"name": name} for name in ("Ada", "Bob", "Cyd", "Dee")]
    sheet["tables"][0]["games"][0]["home_players"] = players
    assert put_result(client, match, token, tables=sheet["tables"]).status_code == 200
    assert Seat.objects.count() == 4


def test_a_result_of_a_cup_moves_the_cup_on_and_hands_come_into_its_log(client, match, league, token):
    cup = a_drawn_cup(match.division.season, "The Fleece", "The Shears", on=NIGHT + WEEK)
    of_cup = Match.with_ties.get(tie__cup=cup)
    address = below(league, f"/matches/{of_cup.public_id}/hands")
    body = {"hands": [{"id": str(uuid.uuid4()), "table": 1, "game": 1, "hand": 1, **HAND}]}
    assert len(send(client, "post", address, body, token).json()["recorded"]) == 1
    assert TableEntry.objects.get().match == of_cup
    assert put_result(client, of_cup, token).status_code == 200
    read = client.get(below(league, f"/cups/{cup.public_id}")).json()
    assert read["winners"] == [of_cup.home.name]
    (tie,) = read["rounds"][0]["ties"]
    assert (tie["home_score"], tie["away_score"], tie["winner"]) == (60, 28, "h")


def test_what_cannot_be_is_refused_with_its_place(client, match, token):
    body = a_sheet()
    body["tables"][1]["games"][0] = {"home_score": 15, "away_score": 15}
    answer = put_result(client, match, token, tables=body["tables"])
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["errors"][0]["where"].startswith("table.2.game.1")
    assert "Table 2: 15-15 is no final score" in problem["detail"]
    assert not match.scorecards.exists()
    assert not ApiWrite.objects.exists()


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"tables": [{"table": 1}, {"table": 1}]}, "A table was sent twice. Received: 1, 1."),
        ({"hans": []}, "body.hans: Extra inputs are not permitted."),
        ({"tables": [{"table": 1, "games": [{"hands": [{"high": "x"}]}]}]}, "Received: x"),
        ({"tables": [{"table": 1, "games": [{"home_players": [{"id": "nobody22"}]}]}]}, "no player nobody22"),
        ({"tables": [{"table": 1, "games": [{"home_players": [{"name": "A"}] * 3}]}]}, "At most 2 play"),
    ],
)
def test_what_cannot_be_read_is_refused(client, match, token, change, detail):
    answer = put_result(client, match, token, **change)
    assert answer.status_code == 422
    assert detail in answer.json()["detail"]


def test_a_rival_was_quicker(client, match, token, secretary):
    assert put_result(client, match, token).status_code == 200
    other = a_token(match.division.season.league, an_account(match.division.season.league, "results"))
    stale = put_result(client, match, other)
    assert stale.status_code == 409
    assert "The version that counts is 1." in stale.json()["detail"]
    unexplained = put_result(client, match, other, version=1)
    assert unexplained.json()["errors"][0]["where"] == "body.reason"
    assert put_result(client, match, other, version=1, reason="Table 3 was misread").status_code == 200
    assert match.scorecards.count() == 2


def test_the_same_key_writes_once(client, match, token):
    first = put_result(client, match, token, key="night-1")
    again = put_result(client, match, token, key="night-1")
    assert (again.status_code, again.json()) == (200, first.json())
    assert ApiWrite.objects.count() == 1
    other = put_result(client, match, token, key="night-1", remarks="Upstairs.")
    assert other.status_code == 422
    assert "Idempotency-Key was sent before with something else" in other.json()["detail"]
    assert match.scorecards.count() == 1


def test_a_key_of_a_write_that_was_refused_can_be_used(client, match, token):
    assert put_result(client, match, token, key="k", tables=[]).status_code == 422
    assert put_result(client, match, token, key="k").status_code == 200


def test_hands_go_into_the_log_as_those_of_a_phone(client, match, league, token):
    address = below(league, f"/matches/{match.public_id}/hands")
    ids = [str(uuid.uuid4()) for _ in range(3)]
    hands = [
        {"id": ids[0], "table": 1, "hand": 1, **HAND},
        {"id": ids[1], "table": 1, "hand": 2, "high": "-", "low": "-", "jack": "h", "game_point": "h"},
        {"id": ids[2], "table": 9, "hand": 1, **HAND},
    ]
    for _ in range(2):
        answer = send(client, "post", address, {"hands": hands}, token).json()
        assert answer["recorded"] == [ids[0]]
        assert answer["refused"].keys() == {ids[1], ids[2]}
        assert answer["is_late"] is False
    entry = TableEntry.objects.get()
    assert (entry.place, entry.body["game"], entry.sent_for) == ("h1", "a", "")


def test_who_led_the_first_hand_goes_into_the_log_and_is_replaced_with_its_hand(client, match, league, token):
    address = below(league, f"/matches/{match.public_id}/hands")
    first, again = (str(uuid.uuid4()) for _ in range(2))
    said = {"id": first, "table": 1, "hand": 1, "first_pitch": "a", **HAND}
    corrected = {**said, "id": again, "first_pitch": "h", "follows": [first]}
    for hand, side in ((said, "a"), (said, "a"), (corrected, "h")):
        assert send(client, "post", address, {"hands": [hand]}, token).json()["recorded"] == [hand["id"]]
        logged = LoggedMatch(match, log_of(match))
        assert logged.bodies[SheetPlace(1, 1, "pitch")] == {"first-pitch": side}
        assert not logged.differing
    assert TableEntry.objects.count() == 4


def test_a_truth_value_is_no_number_of_a_table(client, match, league, token):
    hand = {"id": str(uuid.uuid4()), "table": True, "hand": 1, **HAND}
    address = below(league, f"/matches/{match.public_id}/hands")
    assert send(client, "post", address, {"hands": [hand]}, token).status_code == 422
    assert not TableEntry.objects.exists()


def test_fixtures_are_created_moved_and_left_alone(client, match, league, token):
    season = match.division.season
    a_team(league, "The Tup").enrolments.create(season=season, division=match.division)
    address = below(league, f"/seasons/{season.slug}/fixtures")
    fixtures = [
        {"home": "the-fleece", "away": "the-shears", "date": str(NIGHT + WEEK)},
        {
            "home": "the-tup",
            "away": "the-fleece",
            "date": str(NIGHT + 2 * WEEK),
            "starts_at": "20:00",
            "week": 3,
        },
    ]
    answer = send(client, "post", address, {"fixtures": fixtures}, token)
    assert answer.json() == {"created": 1, "changed": 1, "unchanged": 0}
    match.refresh_from_db()
    assert (match.date, match.postponed_from) == (NIGHT + WEEK, NIGHT)
    assert ImportRun.objects.get().named == "Program Scorer"
    again = send(client, "post", address, {"fixtures": fixtures}, token)
    assert again.json() == {"created": 0, "changed": 0, "unchanged": 2}
    fixtures.append({"home": "the-moon", "away": "the-tup", "date": str(NIGHT)})
    refused = send(client, "post", address, {"fixtures": fixtures}, token)
    assert refused.json()["errors"] == [{"where": "body.fixtures.2.home", "message": "no team “the-moon”"}]
    assert Match.objects.count() == 2


def test_fixtures_for_which_a_pub_has_no_table_are_refused(client, match, league, token):
    season = match.division.season
    second = a_team(league, "The Fleece B", pub=match.home.pub)
    second.enrolments.create(season=season, division=match.division)
    fixtures = [{"home": second.slug, "away": "the-shears", "date": str(NIGHT)}]
    address = below(league, f"/seasons/{season.slug}/fixtures")
    refused = send(client, "post", address, {"fixtures": fixtures}, token)
    full = "14/01/2027: The Fleece is full: one match."
    assert refused.status_code == 422
    assert refused.json()["errors"] == [{"where": "body.fixtures", "message": full}]
    assert Match.objects.count() == 1


def test_without_a_token_nothing_is_written(client, match, league):
    for made_up in ("", "nonsense", "abcd2346.secret", "ü.x"):
        answer = put_result(client, match, made_up)
        assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")
    client.force_login(a_secretary(league, "signed-in"))
    assert put_result(client, match, "").status_code == 401, "a cookie writes nothing"
    assert not match.scorecards.exists()


def test_a_token_writes_only_what_it_is_for(client, match, league, secretary):
    only_hands = a_token(league, secretary, "hands")
    answer = put_result(client, match, only_hands)
    assert answer.status_code == 403
    assert answer.json()["detail"] == "This token may write hands; this needs results."


def test_each_write_is_open_to_one_scope_and_to_no_stranger(client, match, league, secretary):
    """Every address of the description that writes, with a token of each scope, and with what is none."""
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    named = {"league": league.slug, "match": match.public_id, "season": match.division.season.slug}
    writes = [
        (method, address.format(**named))
        for address, methods in paths.items()
        for method in methods
        if method not in {"get", "head", "parameters"}
    ]
    tokens = {scope: a_token(league, secretary, scope) for scope in ApiToken.Scope}
    opened = {
        (method, address): [
            scope
            for scope, token in tokens.items()
            if send(client, method, address, {}, token).status_code != 403
        ]
        for method, address in writes
    }
    assert sorted(scopes for (scopes,) in opened.values()) == sorted(ApiToken.Scope)
    client.force_login(secretary)
    secret = tokens[ApiToken.Scope.RESULTS]
    for method, address in writes:
        for wrong in ("", secret[:-1], secret.replace(".", ""), f"{secret}.", secret.partition(".")[0] + "."):
            caches["sign-in"].clear()
            assert send(client, method, address, {}, wrong).status_code == 401, wrong


def test_a_token_is_of_one_league(client, match):
    other = a_league("Four Rivers")
    stranger = a_token(other, a_secretary(other, "stranger"))
    answer = put_result(client, match, stranger)
    assert answer.status_code == 403
    assert answer.json()["detail"].startswith("This token is for Four Rivers, not for Three Valleys")


def test_a_token_can_do_no_more_than_its_maker_can_now(client, match, league, secretary, token):
    league.roles.filter(user=secretary).update(role="fixtures")
    answer = put_result(client, match, token)
    assert answer.status_code == 403
    assert "is no longer the owner, the secretary" in answer.json()["detail"]


def test_a_revoked_token_writes_no_more(client, match, league, token):
    assert put_result(client, match, token).status_code == 200
    revoke_token(league=league, public_id=token.partition(".")[0], now=timezone.now())
    answer = put_result(client, match, token, version=1, reason="again")
    assert (answer.status_code, answer.json()["detail"]) == (
        401, "This token was revoked. Ask the secretary for a new one."
    )  # fmt: skip


def test_guessing_and_flooding_have_an_end(client, match, token, monkeypatch):
    monkeypatch.setattr(rate_limit, "WRITES_OF_A_TOKEN", 1)
    assert put_result(client, match, token).status_code == 200
    flooded = put_result(client, match, token)
    assert (flooded.status_code, flooded.headers["Retry-After"]) == (429, "900")
    monkeypatch.setattr(rate_limit, "GUESSES", 2)
    answers = [put_result(client, match, f"guess{number}.x").status_code for number in range(4)]
    assert answers == [401, 401, 429, 429]


def test_the_secretary_creates_a_token_sees_it_once_and_revokes_it(client, match, league, secretary):
    client.force_login(secretary)
    page = f"/{league.slug}/secretary/api-tokens/"
    empty = client.post(page, {"create": "yes", "name": "", "scopes": []})
    assert empty.status_code == 422
    made = client.post(page, {"create": "yes", "name": "Board", "scopes": ["results", "hands"]})
    shown = re.search(r'id="token"[^>]*value="([^"]+)"', made.content.decode())
    assert shown
    assert put_result(Client(), match, shown[1]).status_code == 200
    stored = ApiToken.objects.get()
    assert shown[1].partition(".")[2] not in json.dumps(list(ApiToken.objects.values()), default=str)
    later = client.get(page).content.decode()
    assert shown[1] not in later
    assert "Result of The Fleece v The Shears" in later
    client.post(page, {"revoke": stored.public_id})
    assert put_result(Client(), match, shown[1], version=1, reason="x").status_code == 401
    assert client.post(page, {"revoke": "zzzz"}).status_code == 422
