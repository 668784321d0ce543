"""A table of one's own: which games it scores, and hands of three and four sides pegged as `scoring` does."""

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from league.results.pages.own_table import TableSeating, offered_games, own_table
from league.results.pages.script_words import ALL_LETTERS
from scoring import Hand, variants
from scoring.games import score_game
from scoring.records import Say
from scoring.seats import NOBODY
from tests.examples import sampled
from tests.reading import markup
from tests.scoring.tables import at, refused

SEED, GAMES = 20261123, 120
PEGGED = """async ([games, rules]) => {
  const { pegGame } = await import("/static/js/entry/score.js");
  return games.map(([hands, first]) => {
    const { running, score, ending, refusals } = pegGame(hands, [], rules, first);
    const refused = refusals.map(({ hand, code }) => [hand, code]);
    return { running, score, winner: ending?.side ?? null, refused };
  });
}"""


def test_every_game_is_offered_whose_points_a_phone_can_take() -> None:
    offered = {variant.name: ways for variant, ways in offered_games()}
    card_by_card = {"commercial_pitch", "auction_pitch", "all_fives", "nine_card_don", "irish_don", "phat"}
    assert set(variants.names()) - set(offered) == card_by_card
    assert offered["west_yorkshire"] == (TableSeating(2, 2), TableSeating(4, 2), TableSeating(6, 3))
    assert offered["seven_up"] == (TableSeating(2, 2), TableSeating(3, 3), TableSeating(4, 2))
    assert offered["classic_many"] == (TableSeating(3, 3), TableSeating(4, 2), TableSeating(4, 4))


def test_a_table_has_the_target_of_its_players_unless_another_is_chosen() -> None:
    assert own_table("west_yorkshire", 2, 2, 0)["target"] == 9
    assert own_table("west_yorkshire", 6, 3, 0)["target"] == 11
    assert own_table("west_yorkshire", 6, 3, 7)["target"] == 7
    assert own_table("northern_pub", 4, 2, 7)["target"] is None


def test_the_choice_leads_to_the_page_and_asks_no_database(client: Client) -> None:
    """Neither page has a cookie, a name or a query: the tests of this file have no database."""
    chosen = client.get(reverse("own-tables"), {"game": "west_yorkshire/6/3", "target": "7"})
    assert chosen.headers["Location"] == "/table/west_yorkshire/6/3/7/"
    page = client.get(chosen.headers["Location"])
    assert page.status_code == 200
    assert not page.cookies
    assert len(re.findall(r'name="high"', page.content.decode())) == 3
    assert len(re.findall(r'name="jack"', page.content.decode())) == 4
    assert client.get(reverse("own-tables"), {"game": "bridge/4/2"}).status_code == 422


def test_without_script_the_page_is_a_score_sheet(client: Client) -> None:
    paper = re.search(r'class="[^"]*own-paper.*?</thead>', markup(client.get("/table/pitch/3/3/0/")), re.S)
    heads = re.findall(r'<th scope="col"[^>]*>([^<]+)', paper[0] if paper else "")
    assert heads == ["Hand", "High", "Low", "Jack", "Game", "Player 1", "Player 2", "Player 3"]


@pytest.mark.parametrize(
    "where", ["auction_pitch/4/4/0", "west_yorkshire/6/2/0", "west_yorkshire/6/3/32", "x/4/2/0"]
)
def test_what_is_not_offered_is_not_found(client: Client, where: str) -> None:
    assert client.get(f"/table/{where}/").status_code == 404


@pytest.fixture
def bare(page: Page, live_server: Any) -> Page:
    page.goto(f"{live_server.url}/help/")
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "players", "sides"), sampled([("west_yorkshire", 6, 3), ("pitch", 4, 4)], each=2)
)
def test_games_of_more_sides_are_pegged_as_scoring_pegs_them(
    bare: Page, name: str, players: int, sides: int
) -> None:
    chance = random.Random(SEED)
    words = own_table(name, players, sides, 0)["words"]
    played = variants.get(name).rules.for_players(players)
    games = [[_marks(chance, sides) for _ in range(chance.randint(1, 9))] for _ in range(GAMES)]
    pegged = bare.evaluate(PEGGED, [[[hands, None] for hands in games], words["rules"]])
    for hands, found in zip(games, pegged, strict=True):
        scored = score_game([_hand(hand) for hand in hands], played, start=(0,) * sides)
        refused = [code for _, code in found["refused"] if code == "after_the_end"]
        assert found["running"] == [list(score) for score in scored.running]
        assert found["winner"] == scored.winner
        assert len(refused) == len(hands) - scored.hands
    assert sum(one["winner"] is not None for one in pegged) > GAMES // 4


THREE = ("2C 3C 4C 5C 6C 7C", "2D 3D 4D 5D 6D 7D", "2H 3H 4H 5H 6H 7H")


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", sampled(["classic_many", "seven_up"], each=2))
def test_the_card_turned_is_the_dealers_and_a_gift_everybody_elses(bare: Page, name: str) -> None:
    """Player 1 leads, so that player 3 deals."""
    position = at(name, *THREE, stock="JS")
    position.say(Say.BEG)
    position.say(Say.GIVE)
    rules = own_table(name, 3, 3, 0)["words"]["rules"]
    before = {"turned": "J", "said": "g"}
    later = [{"high": "h", "low": "h", "jack": "-", "game": "-"}, before]
    first, second = bare.evaluate(PEGGED, [[[[before], 0], [later, 0]], rules])
    assert tuple(first["score"]) == position.scores == (1, 1, 1)
    assert second["score"] == [2 + 1, 1, 1], "the next hand is dealt by player 1 and led by player 2"


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_gift_that_would_win_for_one_who_did_not_beg_is_refused(bare: Page) -> None:
    position = at("seven_up", *THREE, stock="5S", scores=(0, 6, 0))
    position.say(Say.BEG)
    assert refused(position.say, Say.GIVE).code == "gift_not_allowed"
    rules = own_table("seven_up", 3, 3, 0)["words"]["rules"]
    six = [{"high": "c", "low": "c", "jack": "-", "game": "c"}] * 2
    # In hand 3 the side with six points begs, deals, or does neither.
    found = bare.evaluate(PEGGED, [[[[*six, {"said": "g"}], first] for first in (0, 1, 2)], rules])
    assert [one["refused"] for one in found] == [[], [], [[3, "gift_not_allowed"]]]


def _marks(chance: random.Random, sides: int) -> dict[str, str]:
    letters = ALL_LETTERS[:sides]
    taken = {award: chance.choice(letters) for award in ("high", "low")}
    return taken | {award: chance.choice((*letters, "-")) for award in ("jack", "game")}


def _hand(marks: dict[str, str]) -> Hand:
    return Hand(
        **{award: NOBODY if mark == "-" else ALL_LETTERS.index(mark) for award, mark in marks.items()}
    )
