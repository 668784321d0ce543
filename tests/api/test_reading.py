"""What programs read: every address with the number of its queries, pages, caching, other sites, problems."""

import datetime
import json
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from league.matches.sheet.values import SeatName, Sheet, SheetGame, SheetTable
from league.models import HandResult, League, Match, Player
from league.results.services.scorecards import confirm_scorecard
from scoring import AWAY, HOME, NOBODY
from scoring.hands import Hand
from tests.accounts.address_world import a_world
from tests.api.addresses import api_addresses, below
from tests.builders import FRIDAY, NIGHT, WEEK, a_division, a_drawn_cup, a_match, a_player, a_secretary
from tests.builders_seasons import a_round_robin

pytestmark = pytest.mark.django_db

NAMES = ("Jack Hirst", "Amy Pell", "Zebedee Quarmby")


@pytest.fixture
def match() -> Match:
    """A league with one of everything, and in its second week a match whose hands are known."""
    other = a_world("Three Valleys", "The Fleece", "The Shears")
    return hand_by_hand(a_match(other.division, "The Shears", "The Fleece", week=2, date=NIGHT + WEEK))


@pytest.fixture
def league(match: Match) -> League:
    return match.division.season.league


def hand_by_hand(match: Match) -> Match:
    """Play a match whose first table is written down hand by hand; one of its players is not to be named."""
    league = match.division.season.league
    shown, _, hidden = (
        Player.objects.filter(league=league, name=name).first() or a_player(match.home, name)
        for name in NAMES
    )
    Player.objects.filter(pk=hidden.pk).update(shown=Player.Shown.HIDDEN)
    first = SheetGame(
        home_score=15,
        away_score=5,
        hands=(
            *(Hand(HOME, HOME, HOME, AWAY),) * 4,
            Hand(HOME, AWAY, NOBODY, HOME),
            Hand(HOME, None, None, None),
        ),
        home_pair=(SeatName(player=shown.pk), SeatName(player=hidden.pk)),
        away_pair=(SeatName(written="Zebedee Quarmby"), SeatName(written="A stranger")),
        first_pitch=HOME,
    )
    tables = [SheetTable(number=1, games=(first,))]
    tables += [
        SheetTable(number=number, games=(SheetGame(home_score=15, away_score=8),)) for number in (2, 3, 4)
    ]
    by = league.roles.filter(role="owner").first()
    confirm_scorecard(
        match=match,
        sheet=Sheet(tables=tuple(tables)),
        by=by.user if by else a_secretary(league, f"secretary-{match.pk}"),
        began_from=0,
        now=FRIDAY + datetime.timedelta(weeks=1),
    )
    return match


def data(answer: HttpResponse) -> Any:
    assert answer.status_code == 200
    return json.loads(answer.getvalue())


QUERIES = {
    "/api/v1/leagues": ["leagues"],
    "": ["league"],
    "/seasons": ["league", "seasons with rule books", "divisions"],
    "/seasons/{season}": ["league", "season with rule book", "divisions"],
    "/seasons/{season}/standings": [
        "league",
        "season",
        "divisions",
        "teams and rulings",
        "outcomes",
        "hidden names",
    ],
    "/seasons/{season}/divisions/three-valleys-one/standings": [
        *("league", "season", "divisions", "teams and rulings", "outcomes", "hidden names"),
    ],
    "/seasons/{season}/fixtures": ["league", "season", "divisions", "matches", "divisions and leavers"],
    "/seasons/{season}/matches": ["league", "season", "divisions", "matches", "divisions and leavers"],
    "/seasons/{season}/hands": [
        *("league", "season", "divisions", "how many of each match", "matches with teams"),
        *("seats", "hidden names", "penalties", "games", "hands"),
    ],
    "/matches/{match}": [
        *("league", "match", "division and leavers", "card", "tables"),
        *("seats", "hidden names", "penalties", "games", "hands"),
    ],
    "/teams": ["league", "seasons", "teams with pubs", "their divisions"],
    "/teams/the-fleece": ["league", "seasons", "teams with pubs", "their divisions", "players"],
    "/players": [
        *("league", "seasons", "the rule book", "games", "players", "registrations with teams"),
    ],
    "/players/{player}": [
        *(
            "league",
            "player",
            "seasons",
            "sums of seasons",
            "divisions",
            "seats",
            "seats beside",
            "registrations",
        ),
        *(
            "nights of the team",
            "games won in the division",
            "hands",
            "hands of the team",
            "hands of best nights",
        ),
    ],
    "/cups": ["league", "cups", "entries", "draws", "ties", "hidden names"],
    "/cups/{cup}": ["league", "cup", "matches", "entries", "draws", "ties", "plate", "hidden names"],
    "/honours": ["league", "honours", "tables", "finished seasons", "divisions"],
}


def test_the_queries_of_an_answer_do_not_grow(client: Client, league: League, match: Match) -> None:
    def asked(part: str) -> list[str]:
        address = part if part.startswith("/api") else below(league, part)
        with CaptureQueriesContext(connection) as queries:
            data(client.get(address.format(**names)))
        return [query["sql"] for query in queries.captured_queries]

    season = league.seasons.get()
    names = {
        "season": season.slug,
        "match": match.public_id,
        "player": Player.objects.get(league=league, name="Jack Hirst").public_id,
        "cup": season.cups.get(kind="knock_out").public_id,
    }
    before = {part: asked(part) for part in QUERIES}
    for part, queries in before.items():
        assert len(queries) == len(QUERIES[part]), "\n".join((part, *queries))
    for week in (3, 4, 5):
        hand_by_hand(a_match(match.division, "The Tup", "The Fleece", week=week, date=NIGHT + week * WEEK))
        a_match(match.division, "The Fleece", "The Drystone", week=week, date=NIGHT + (9 + week) * WEEK)
        a_player(match.away, f"Player {week}", season)
    for part, queries in before.items():
        assert len(asked(part)) == len(queries), part


def test_a_seasons_hands_are_one_call(client: Client, league: League) -> None:
    answer = client.get(below(league, "/seasons/three-valleys-2026-27/hands"))
    page = data(answer)
    assert page["count"] == len(page["items"]) == HandResult.objects.count() == 6
    assert page["next"] is None
    first, *_, fifth, last = page["items"]
    assert (first["home"], first["away"], first["table"], first["hand"]) == ("the-shears", "the-fleece", 1, 1)
    assert [first[award] for award in ("high", "low", "jack", "game_point")] == ["h", "h", "h", "a"]
    assert (first["home_score"], first["away_score"]) == (3, 1)
    assert fifth["jack"] == "-"
    assert last["low"] is None
    assert (last["home_score"], last["away_score"]) == (15, 5)


def test_a_tie_is_a_match_with_its_hands(
    client: Client, league: League, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    cup = a_drawn_cup(league.seasons.get(), "The Fleece", "The Shears", on=NIGHT, name="Bowl")
    match = Match.with_ties.get(tie__cup=cup)
    hand_by_hand(match)
    (tie,) = data(client.get(below(league, f"/cups/{cup.public_id}")))["rounds"][0]["ties"]
    assert tie["matches"] == [match.public_id]
    page = data(client.get(below(league, f"/matches/{match.public_id}")))
    assert page["cup"] == {"cup": cup.public_id, "name": "Bowl", "round": 1, "tie": 1, "leg": 1}
    assert (page["division"], page["status"], page["version"]) == (f"cup-{cup.public_id}", "played", 1)
    assert len(page["tables"][0]["games"][0]["hands"]) == 6
    season = below(league, "/seasons/three-valleys-2026-27")

    def listed(part: str) -> tuple[int, set[bool]]:
        items = data(client.get(f"{season}/{part}"))["items"]
        return len(items), {item.get("match", item.get("id")) == match.public_id for item in items}

    assert listed("matches") == (2, {False})
    # League, season, divisions, matches, divisions with leavers, ties of the matches.
    with django_assert_num_queries(6):
        assert listed("matches?cups=with") == (3, {False, True})
    assert listed("matches?cups=only&team=the-shears") == (1, {True})
    assert listed("hands") == (6, {False})
    assert listed("hands?cups=with") == (12, {False, True})
    assert listed("hands?cups=only") == (6, {True})


def test_hands_come_in_pages_for_whoever_wants_pages(client: Client, league: League) -> None:
    address: str | None = below(league, "/seasons/three-valleys-2026-27/hands?limit=4")
    numbers = []
    while address:
        page = data(client.get(address))
        assert page["count"] == 6
        numbers += [hand["hand"] for hand in page["items"]]
        address = page["next"]
    assert numbers == [1, 2, 3, 4, 5, 6]


def test_a_page_deep_in_the_hands_reads_its_matches_alone(
    client: Client, league: League, match: Match
) -> None:
    for week in (3, 4):
        hand_by_hand(a_match(match.division, "The Tup", "The Fleece", week=week, date=NIGHT + week * WEEK))
    address = below(league, "/seasons/three-valleys-2026-27/hands")
    hands = data(client.get(address))["items"]
    assert len(hands) == 18
    for offset, limit in ((0, 5), (5, 2), (6, 6), (11, 3), (12, 9), (17, 1), (18, 1), (99, 4)):
        with CaptureQueriesContext(connection) as queries:
            page = data(client.get(f"{address}?offset={offset}&limit={limit}"))
        assert page["items"] == hands[offset : offset + limit]
        assert (page["count"], page["next"] is None) == (18, offset + limit >= 18)
        assert offset < 18 or len(queries) == 4, "beyond the last nothing is read"


def test_a_merged_player_is_found_at_the_other(client: Client, league: League) -> None:
    kept, merged = (
        Player.objects.get(league=league, name=name) for name in ("Jack Hirst", "Norman Ackerley")
    )
    Player.objects.filter(pk=merged.pk).update(merged_into=kept)
    answer = client.get(below(league, f"/players/{merged.public_id}?season=three-valleys-2026-27"))
    assert answer.status_code == 308
    assert answer.headers["Location"] == below(
        league, f"/players/{kept.public_id}?season=three-valleys-2026-27"
    )


def test_lists_come_in_pages(client: Client, league: League) -> None:
    page = data(client.get(below(league, "/teams?limit=1")))
    assert (len(page["items"]), page["count"]) == (1, 2)
    last = data(client.get(page["next"]))
    assert last["next"] is None
    assert {page["items"][0]["slug"], last["items"][0]["slug"]} == {"the-fleece", "the-shears"}


def test_a_match_says_what_it_gave_and_how_it_was_played(
    client: Client, league: League, match: Match
) -> None:
    page = data(client.get(below(league, f"/matches/{match.public_id}")))
    assert (page["status"], page["version"]) == ("played", 1)
    assert (page["home"]["points"], page["away"]["points"]) == (10, 0)
    assert (page["home"]["tables"], page["home"]["score"]) == (4, 60)
    game = page["tables"][0]["games"][0]
    assert (game["home_score"], game["away_score"], game["first_pitch"]) == (15, 5, "h")
    assert len(game["hands"]) == 6
    assert page["tables"][1]["games"][0]["hands"] == []


def test_whoever_is_not_to_be_named_has_neither_name_nor_id(
    client: Client, league: League, match: Match
) -> None:
    page = data(client.get(below(league, f"/matches/{match.public_id}")))
    game = page["tables"][0]["games"][0]
    shown = Player.objects.get(league=league, name="Jack Hirst").public_id
    assert game["home_players"] == [{"id": shown, "name": "Jack Hirst"}, {"id": None, "name": None}]
    assert game["away_players"] == [{"id": None, "name": None}, {"id": None, "name": "A stranger"}]
    hidden = Player.objects.get(league=league, name="Zebedee Quarmby").public_id
    assert client.get(below(league, f"/players/{hidden}")).status_code == 404
    for address in api_addresses(league):
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert not {word for word in ("Quarmby", hidden) if word in answer.getvalue().decode()}, address


def test_standings_stand_as_they_stood_with_reasons_and_adjustments(client: Client, league: League) -> None:
    address = below(league, "/seasons/three-valleys-2026-27/divisions/three-valleys-one/standings")
    now, then = data(client.get(address)), data(client.get(f"{address}?as-of={NIGHT}"))
    assert [row["team"]["slug"] for row in now["rows"]] == ["the-shears", "the-fleece"]
    assert [row["team"]["slug"] for row in then["rows"]] == ["the-fleece", "the-shears"]
    fleece = then["rows"][0]
    assert (fleece["points"], fleece["adjustment"], len(fleece["adjustments"])) == (6, -2, 1)
    assert now["rows"][1]["adjustment"] == -2
    assert now["rows"][1]["reasons"][0]["steps"][0] == {
        "criterion": "match_points", "name": "Match points", "own": "6", "other": "12", "decides": True
    }  # fmt: skip
    assert then["as_of"] == str(NIGHT)


def test_odds_add_up_to_a_hundred(client: Client) -> None:
    division = a_division(teams=4)
    a_round_robin(division, rounds=4, played=16)
    league = division.season.league
    address = below(league, f"/seasons/{division.season.slug}/divisions/{division.slug}/standings")
    rows = data(client.get(address))["rows"]
    assert [(len(row["odds"]), sum(row["odds"])) for row in rows] == [(4, 100)] * 4


def test_fixtures_are_the_matches_to_come(client: Client, league: League, match: Match) -> None:
    to_come = a_match(match.division, "The Fleece", "The Tup", week=3, date=NIGHT + 2 * WEEK)
    season = below(league, "/seasons/three-valleys-2026-27")
    fixtures = data(client.get(f"{season}/fixtures"))
    assert [fixture["id"] for fixture in fixtures["items"]] == [to_come.public_id]
    assert fixtures["items"][0]["status"] == "to_play"
    assert data(client.get(f"{season}/matches"))["count"] == 3
    assert data(client.get(f"{season}/matches?team=the-tup"))["count"] == 1
    assert data(client.get(f"{season}/matches?status=played&from={NIGHT + WEEK}"))["count"] == 1


@pytest.mark.parametrize("part", ["", "/seasons/three-valleys-2026-27/hands"])
def test_what_has_not_changed_is_not_sent_again(
    client: Client, league: League, match: Match, part: str
) -> None:
    first = client.get(below(league, part))
    stamp = first.headers["ETag"]
    assert first.headers["Cache-Control"] == "public, max-age=2"
    assert "Cookie" not in first.headers.get("Vary", "")
    again = client.get(below(league, part), headers={"If-None-Match": stamp})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["Access-Control-Allow-Origin"] == "*"
    League.objects.filter(pk=league.pk).update(revision=league.revision + 7)
    assert client.get(below(league, part), headers={"If-None-Match": stamp}).status_code == 200


def test_pages_of_other_sites_may_read_and_nothing_else(client: Client, league: League) -> None:
    answer = client.get("/api/v1/leagues", headers={"Origin": "https://example.org"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    asked = {"Origin": "https://example.org", "Access-Control-Request-Method": "GET"}
    before = client.options(below(league), headers=asked)
    assert (before.status_code, before.headers["Access-Control-Allow-Methods"]) == (204, "GET, HEAD")
    assert client.head(below(league)).status_code == 200


def test_everybody_reads_the_same(client: Client, league: League) -> None:
    """Nobody's powers show more: what a secretary fetches may be kept by a cache between."""
    everybody = [client.get(address).getvalue() for address in api_addresses(league)]
    client.force_login(a_secretary(league, "nosy"))
    assert [client.get(address).getvalue() for address in api_addresses(league)] == everybody


@pytest.mark.parametrize(
    ("rest", "status", "detail"),
    [
        ("leagues/nowhere", 404, "There is no league “nowhere”. See /api/v1/leagues."),
        ("lags", 404, "There is nothing at /api/v1/lags. /api/v1/openapi.json lists what there is."),
        ("leagues?limit=many", 422, "Received: many"),
        ("leagues?limit=501", 422, "less than or equal to 500. Received: 501"),
        ("leagues?page=2", 422, "“page” is no parameter of /api/v1/leagues. It takes limit and offset."),
        ("leagues/three-valleys/seasons/1966", 404, "no season “1966”"),
        (
            "leagues/three-valleys/seasons/three-valleys-2026-27/fixtures?division=nine",
            404,
            "three-valleys-one",
        ),
        (
            "leagues/three-valleys/seasons/three-valleys-2026-27/matches?from=14/1/27",
            422,
            "is written 2027-01-14",
        ),
        ("leagues/three-valleys/teams/the-moon", 404, "has no team “the-moon”"),
        ("leagues/three-valleys/matches/zzzz9999", 404, "has no match “zzzz9999”"),
    ],
)
def test_a_refusal_says_what_was_received_and_what_would_be_right(
    client: Client, league: League, rest: str, status: int, detail: str
) -> None:
    answer = client.get(f"/api/v1/{rest}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (status, "application/problem+json")
    problem = answer.json()
    assert (problem["status"], problem["type"]) == (status, "about:blank")
    assert detail in problem["detail"]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


def test_reading_is_all_that_can_be_done_where_nothing_is_written(client: Client, league: League) -> None:
    answer = client.post(below(league))
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET")


def test_the_guide_leads_to_the_description(client: Client, league: League) -> None:
    page = client.get("/api/v1/").content.decode()
    assert 'href="/api/v1/openapi.json"' in page
    assert f'href="{below(league, "/seasons")}"' in page
    description = client.get("/api/v1/openapi.json").json()
    assert "/api/v1/leagues/{league}/seasons/{season}/hands" in description["paths"]
    assert description["components"]["schemas"]["SeasonHand"]["properties"]["high"]["description"]
