"""What programs read of a match changes nothing if it is sent back as it is: in every game."""

import json
import re
import uuid
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from random import Random
from typing import Any

import pytest
from django.core.cache import caches
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from league.accounts.services.api_tokens import create_token
from league.matches.sheet.values import GAVE, RAN, STOOD, HandNotes, SeatName, Sheet, SheetGame, SheetTable
from league.models import ApiToken, Match, Player, RuleBook, Scorecard
from league.results.logged_match import LoggedMatch
from league.results.selectors.log import log_of
from league.results.selectors.scorecards import sheet_of
from league.results.services.scorecards import confirm_scorecard
from scoring import HOME, variants
from scoring.games import score_game
from scoring.hands import Hand, HandPenalty, Peg, is_marked, marked
from scoring.moments import Status
from scoring.notation.recorded import sheet_of as written
from scoring.notation.writing import format_sheet
from scoring.positions import Position
from scoring.reckoning import hand_of
from scoring.records import Say, shuffled
from scoring.rules import Rules
from scoring.seats import sides_of
from tests.api.addresses import below
from tests.builders import FRIDAY, a_division, a_match, a_player, a_season, a_secretary
from tests.builders_tables import an_entry
from tests.examples import sampled
from tests.scoring.playing import step

pytestmark = pytest.mark.django_db

ALL_FOUR = Hand(high=HOME, low=HOME, jack=HOME, game=HOME)
CALLS = {Say.STAND: STOOD, Say.GIVE: GAVE, Say.RUN: RAN}


@pytest.fixture(autouse=True)
def nobody_has_tried() -> None:
    caches["sign-in"].clear()


def a_match_of(game: str, **fields: Any) -> Match:
    """A match of one table at this game, played by two sides."""
    rules = variants.get(game).rules
    players = 4 if 4 in rules.players and max(sides_of(4, rules.sides)) == 1 else 2
    target = rules.for_players(players).target
    book = {"variant": game, "target": target, "tables": 1, "players_a_side": players // 2, **fields}
    return a_match(a_division(a_season(rule_book=RuleBook.objects.create(**book))))


def a_token(match: Match) -> str:
    league = match.division.season.league
    by = a_secretary(league)
    now = timezone.now()
    return create_token(league=league, name="Pad", scopes=ApiToken.Scope.values, by=by, now=now)[1]


def send(client: Client, method: str, match: Match, what: str, body: Any, token: str) -> HttpResponse:
    address = below(match.division.season.league, f"/matches/{match.public_id}/{what}")
    headers = {"Authorization": f"Bearer {token}"}
    return getattr(client, method)(
        address, json.dumps(body), content_type="application/json", headers=headers
    )


def read(client: Client, match: Match) -> dict[str, Any]:
    return client.get(below(match.division.season.league, f"/matches/{match.public_id}")).json()


def put_back(client: Client, match: Match, token: str, seen: dict[str, Any], **more: Any) -> HttpResponse:
    body = {name: seen[name] for name in ("version", "tables", "remarks")}
    return send(client, "put", match, "result", {**body, **more}, token)


def hands_of_a_game(
    chance: Random, game: str, rules: Rules, players: int
) -> Iterator[tuple[Hand, HandNotes]]:
    """Hands played at random until somebody has won, now and then with a penalty, as a sheet has them."""
    hands: list[Hand] = []
    while (so_far := score_game(hands, rules)).winner is None and len(hands) != rules.fixed_hands:
        sides = tuple((len(hands) + seat) % 2 for seat in range(players))
        given = (HandPenalty(chance.randrange(2), 1, "spoke"),) if chance.random() < 0.2 else ()
        deal = shuffled(chance, rules, players)
        position = Position(deal, rules, scores=so_far.scores, sides=sides, penalties=given)
        while not position.is_over:
            step(chance, position)
        if position.moment.status is not Status.REDEAL:
            hand, noted = as_on_paper(game, position)
            hands.append(hand)
            yield hand, noted


def as_on_paper(game: str, position: Position) -> tuple[Hand, HandNotes]:
    """A hand as a league keeps it: no bid, of marks the sums, and what was turned, said and played."""
    hand, record = hand_of(position), position.to_record()
    sums = tuple(Peg("mark", side, points) for side, points in marked(hand).items())
    kept = tuple(point for point in hand.before if not is_marked(point))
    said = [CALLS[word] for word in record.words if word in CALLS]
    on_paper = replace(hand, before=(*kept, *sums), contract=None, pitcher_side=None)
    first, *cards = format_sheet(written(game, [position])).split("\n\n")[1].splitlines()
    opening = takewhile(lambda word: not re.search(r"[:=*^]", word), first.split()[2:])
    text = "\n".join([" ".join(opening), *cards]).strip()
    noted = HandNotes(
        turned=" ".join(map(str, record.turnups)),
        call=said[-1] if said else "",
        record=text if position.is_played_out else "",
    )
    return on_paper, noted


def played(game: str) -> tuple[Match, list[tuple[Hand, HandNotes]]]:
    """A match of this game and the hands of one played at its table, the same each time."""
    match = a_match_of(game)
    book = match.division.season.rule_book
    return match, list(hands_of_a_game(Random(game), game, book.rules(), 2 * book.players_a_side))


def confirmed(match: Match, game: SheetGame, **fields: Any) -> None:
    table = SheetTable(number=1, games=(game,), **fields)
    sheet = Sheet(tables=(table,), remarks=table.remarks, private_remarks=table.private_remarks)
    by = match.division.season.league.roles.get().user
    confirm_scorecard(match=match, sheet=sheet, by=by, began_from=0, now=FRIDAY)


@pytest.mark.parametrize("game", sampled(variants.names(), each=5))
def test_a_game_sent_back_as_it_was_read_is_the_same(client: Client, game: str) -> None:
    match, hands = played(game)
    token = a_token(match)
    recorded, notes = zip(*hands, strict=True)
    confirmed(match, SheetGame(hands=recorded, notes=notes, first_pitch=HOME))
    seen = read(client, match)
    answer = put_back(client, match, token, seen)
    assert answer.status_code == 200, answer.json()
    assert read(client, match) == seen
    assert Scorecard.objects.count() == 1, "the same sheet again is no new version"


@pytest.mark.parametrize("game", sampled(variants.names(), each=5))
def test_hands_read_can_be_put_into_the_log_and_make_the_same_game(client: Client, game: str) -> None:
    match, hands = played(game)
    token = a_token(match)
    recorded, notes = zip(*[(hand, replace(noted, record="")) for hand, noted in hands], strict=True)
    confirmed(match, SheetGame(hands=recorded, notes=notes, first_pitch=HOME))
    seen = read(client, match)["tables"][0]["games"][0]["hands"]
    apart = {"home_score", "away_score", "record", "pitched"}
    entries = [
        {**{name: hand[name] for name in hand.keys() - apart}, "id": str(uuid.uuid4()), "table": 1}
        for hand in seen
    ]
    with_card = send(client, "post", match, "hands", {"hands": [{**entries[0], "pitched": "AS"}]}, token)
    assert "keeps no pitched card" in with_card.json()["refused"][entries[0]["id"]]
    answer = send(client, "post", match, "hands", {"hands": entries}, token).json()
    assert answer["refused"] == {}
    an_entry(match, "pitch", {"first-pitch": "h"})
    made = LoggedMatch(match, log_of(match)).sheet.tables[0].games[0]
    of_sheet = sheet_of(Scorecard.objects.get()).tables[0].games[0]
    assert made.hands == tuple(replace(hand, pitched=None) for hand in of_sheet.hands)
    assert made.notes == of_sheet.notes


def test_what_the_public_may_not_read_stays_when_the_rest_is_sent_back(client: Client) -> None:
    match = a_match_of("heckmondwike")
    token = a_token(match)
    hidden = a_player(match.home, season=match.division.season, shown=Player.Shown.HIDDEN)
    spoken = replace(ALL_FOUR, penalties=(HandPenalty(HOME, 1, "Jack Hirst looked"),))
    a_game = SheetGame(
        hands=(spoken, ALL_FOUR, ALL_FOUR, ALL_FOUR),
        home_pair=(SeatName(player=hidden.pk), SeatName(written="Jack Hirst")),
    )
    confirmed(match, a_game, remarks="Jack Hirst came late.", private_remarks="Ring him.")
    seen = read(client, match)
    assert "Hirst" not in json.dumps(seen)
    game = seen["tables"][0]["games"][0]
    game["away_players"] = [{"id": None, "name": "Ann Dyson"}]
    answer = put_back(client, match, token, seen, reason="Ann sat down for away")
    assert answer.status_code == 200, answer.json()
    sheet = sheet_of(Scorecard.objects.get(is_confirmed=True))
    kept = sheet.tables[0].games[0]
    assert kept.home_pair == a_game.home_pair
    assert kept.away_pair == (SeatName(written="Ann Dyson"),)
    assert kept.hands[0].penalties == spoken.penalties
    assert (sheet.remarks, sheet.private_remarks) == ("Jack Hirst came late.", "Ring him.")
    game["away_players"] = game["home_players"]
    moved = put_back(client, match, token, {**seen, "version": 2}, reason="and here")
    assert moved.status_code == 422
    assert "send an id or a name" in moved.json()["detail"]


def test_what_the_foot_says_beside_hands_that_count_can_be_sent_back(client: Client) -> None:
    match = a_match_of("heckmondwike")
    token = a_token(match)
    a_game = SheetGame(home_score=15, away_score=3, hands=(ALL_FOUR,) * 4, contradiction="hands")
    confirmed(match, a_game)
    seen = read(client, match)
    game = seen["tables"][0]["games"][0]
    assert (game["home_foot"], game["away_foot"]) == (15, 3)
    assert put_back(client, match, token, seen).status_code == 200
    assert read(client, match) == seen
    game["away_score"] += 1
    answer = put_back(client, match, token, seen, reason="x")
    assert answer.status_code == 422
    assert "Table 1, game 1: away_score is 0" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        ({"home_games": 5}, "Table 1: home_games is"),
        (
            {"status": "walkover"},
            "Table 1: status is played by the rest of what was sent. Received: walkover.",
        ),
        ({"reason": "They came late"}, "Table 1: reason is nothing"),
    ],
)
def test_what_follows_is_refused_if_it_was_sent_as_something_else(
    client: Client, change: dict[str, Any], detail: str
) -> None:
    match = a_match_of("heckmondwike")
    token = a_token(match)
    confirmed(match, SheetGame(hands=(ALL_FOUR,) * 4))
    seen = read(client, match)
    seen["tables"][0] |= change
    answer = put_back(client, match, token, seen)
    assert answer.status_code == 422
    assert detail in answer.json()["detail"]


def test_a_score_sent_beside_a_hand_is_held_against_the_hands(client: Client) -> None:
    match = a_match_of("heckmondwike")
    token = a_token(match)
    confirmed(match, SheetGame(hands=(ALL_FOUR,) * 4))
    seen = read(client, match)
    second = seen["tables"][0]["games"][0]["hands"][1]
    right = second["away_score"]
    second["away_score"] = right + 1
    answer = put_back(client, match, token, seen)
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith(
        f"Table 1, game 1, hand 2: away_score is {right} by the rest of what was sent. Received: {right + 1}."
    )
