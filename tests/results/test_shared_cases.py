"""Phone and league read a log alike and peg its games alike: the same cases, and games by the hundred.

What the script of a page makes of single games, tests/browser/test_entry.py holds to cases of its own.
"""

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from league.models import Division, Match, RuleBook, Season, Team
from league.results.log import MARKS, LogEntry, SheetPlace, standing
from league.results.logged_match import LoggedMatch
from league.results.pages.script_words import script_words
from league.results.parsing.phone_messages import read_body
from tests.examples import examples, sampled
from tests.results.test_entry_family import CARIBBEAN

OPENINGS: tuple[dict[str, str], ...] = (
    {},
    {"turnup": "6S"},
    {"turnup": "AH", "beg": "-"},
    {"turnup": "9C", "beg": "g"},
    {"turnup": "JC 6D", "beg": "r"},
)
ALL_CASES = json.loads((Path(__file__).parent / "shared_cases.json").read_text(encoding="utf-8"))
CASES = [case for case in ALL_CASES if "stands" in case]
GAME_CASES = [case for case in ALL_CASES if "game" in case]
SEED = 20261121
GAMES = examples(150)
WHOLE = {"high": "h", "low": "a", "jack": "-", "game": "h"}
HECKMONDWIKE: dict[str, Any] = {}
TRINIDAD: dict[str, Any] = {**CARIBBEAN}
DON: dict[str, Any] = {"variant": "nine_card_don", "target": 91}
PHAT: dict[str, Any] = {"variant": "phat", "target": 181}
MARKED_WHOLE = {"game": "h", "home-marks": "3", "away-marks": "4"}
MARKED = ((30, 50), (30, 5), (12, 9), (0, 19), (39, 0), (4, 40), (45, 1), (22, 22), (17, None), (None, None))

STANDING = """async (logs) => {
  const { standing } = await import("/static/js/phone/log.js");
  const ids = (entries) => entries.map(({ id }) => id);
  return logs.map((log) => Object.fromEntries([...standing(log)].map(([key, { body, versions, heads }]) =>
    [key, { body, versions: ids(versions), heads: ids(heads) }])));
}"""
TIDIED = """async (bodies) => {
  const { tidied } = await import("/static/js/phone/log.js");
  return bodies.map(tidied);
}"""
PEGGED = """async ([logs, words]) => {
  const { standing } = await import("/static/js/phone/log.js");
  const { readGame } = await import("/static/js/phone/game.js");
  return logs.map((log) => {
    const { score, before, isOver, refusals } = readGame(standing(log), 1, 1, words);
    const refused = refusals.map(({ hand, award, sentence }) => `h${hand}-${award}: ${sentence}`);
    return { score, before, over: isOver, refused: refused.sort() };
  });
}"""

READ_AGAIN = """async ([log, hand, words]) => {
  const { standing } = await import("/static/js/phone/log.js");
  const { readGame } = await import("/static/js/phone/game.js");
  const [before, after] = [log, [...log, hand]].map(standing);
  const games = [1, 2].map((table) => [before, after].map((stands) => readGame(stands, table, 1, words)));
  return [...games.map(([one, other]) => one === other), games[0][1].hands.length];
}"""


def entry(said: dict[str, Any]) -> LogEntry:
    place = SheetPlace(said.get("table", 1), said.get("game", 1), said["place"])
    return LogEntry(
        id=said["id"], number=said["n"], place=place, body=said["body"], follows=tuple(said["follows"])
    )


def as_told(one: LogEntry) -> dict[str, Any]:
    """An entry as a phone is told it."""
    place = {"table": one.place.table, "game": one.place.game, "place": one.place.name}
    return {"id": one.id, "n": one.number, **place, "body": one.body, "follows": list(one.follows)}


def stands(log: list[LogEntry]) -> dict[str, Any]:
    return {
        f"{place.table}/{place.game}/{place.name}": {
            "body": one.body,
            "versions": [version.id for version in one.versions],
            "heads": [head.id for head in one.heads],
        }
        for place, one in standing(log).items()
    }


@pytest.mark.parametrize("case", CASES, ids=[case["about"] for case in CASES])
def test_the_league_reads_a_log(case: dict[str, Any]) -> None:
    assert stands([entry(said) for said in case["log"]]) == case["stands"]


@pytest.fixture
def bare(page: Page, live_server: Any) -> Page:
    page.goto(f"{live_server.url}/help/")
    return page


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_phone_reads_a_log_as_the_league_does(bare: Page) -> None:
    logs = [[as_told(entry(said)) for said in case["log"]] for case in CASES]
    found = bare.evaluate(STANDING, logs)
    assert dict(zip((case["about"] for case in CASES), found, strict=True)) == {
        case["about"]: case["stands"] for case in CASES
    }


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_phone_tidies_what_is_typed_as_the_league_does(bare: Page) -> None:
    """Otherwise what a phone has not sent yet would differ from the same thing that came in."""
    logged = a_match_under(HECKMONDWIKE, [])
    penalty = {"side": "h", "points": "4", "reason": " peeked "}
    bodies = [
        {"high": "h", "low": "", "jack": "-", "game": " a "},
        {"high": "h", "penalties": []},
        {"penalties": [penalty, {**penalty, "kind": ""}]},
        {},
    ]
    league = [read_body(SheetPlace(1, 1, "h1"), body, logged.layout) for body in bodies]
    assert bare.evaluate(TIDIED, bodies) == league


@pytest.mark.parametrize("case", GAME_CASES, ids=[case["about"] for case in GAME_CASES])
def test_the_league_reads_a_game(case: dict[str, Any]) -> None:
    logged = a_match_under(case.get("book", {}), [entry(said) for said in case["log"]])
    assert told_of(verdict(logged)) == case["game"]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_phone_reads_a_game_as_the_league_does(bare: Page) -> None:
    read = {}
    for case in GAME_CASES:
        log = [entry(said) for said in case["log"]]
        logged = a_match_under(case.get("book", {}), log)
        rules = script_words(logged.checked)
        words = {"rules": rules, "hands": logged.layout.most_hands, "players": logged.layout.players}
        (pegged,) = bare.evaluate(PEGGED, [[[as_told(one) for one in log]], words])
        read[case["about"]] = told_of(pegged)
    assert read == {case["about"]: case["game"] for case in GAME_CASES}


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_hand_at_one_table_has_no_other_table_pegged_anew(bare: Page) -> None:
    """Where a hand ends the last table, all of them are asked: a tap must not wait for that."""
    logged = a_match_under(HECKMONDWIKE, [])
    words = {"rules": script_words(logged.checked), "hands": 24, "players": 2}
    said = [
        {"id": str(n), "n": n, "table": table, "game": 1, "place": f"h{hand}", "body": WHOLE, "follows": []}
        for n, (table, hand) in enumerate([(1, 1), (2, 1), (1, 2)])
    ]
    assert bare.evaluate(READ_AGAIN, [said[:2], said[2], words]) == [False, True, 2]


def told_of(verdict: dict[str, Any]) -> dict[str, Any]:
    return {name: verdict[name] for name in ("score", "before", "over")}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "book",
    sampled([HECKMONDWIKE, TRINIDAD, DON, PHAT], each=4),
    ids=["Heckmondwike", "Trinidad", "Don", "Phat"],
)
def test_games_made_up_are_pegged_alike(bare: Page, book: dict[str, Any]) -> None:
    chance = random.Random(SEED)
    logs = [list(a_log(chance, book)) for _ in range(GAMES)]
    told = [[as_told(one) for one in log] for log in logs]
    assert bare.evaluate(STANDING, told) == [stands(log) for log in logs]

    logged = [a_match_under(book, log) for log in logs]
    layout = logged[0].layout
    rules = script_words(logged[0].checked)
    words = {"rules": rules, "hands": layout.most_hands, "players": layout.players}
    pegged = bare.evaluate(PEGGED, [told, words])
    expected = [verdict(one) for one in logged]
    assert len({str(game) for game in pegged}) > GAMES // 2, "games that differ"
    apart = [one for one in zip(told, pegged, expected, strict=True) if one[1] != one[2]]
    assert apart == []


def verdict(logged: LoggedMatch) -> dict[str, Any]:
    games = logged.games()
    if not games:
        return {"score": [0, 0], "before": [None, None], "over": False, "refused": []}
    (game,) = games
    start = f"{logged.layout.prefix(1, 1)}-"
    # Only of the hands: what is said at the final score is said to whoever confirms it.
    refused = [
        f"{field.removeprefix(start)}: {sentence}"
        for field, sentence in game.faults
        if SheetPlace(1, 1, field.removeprefix(start).partition("-")[0]).hand
    ]
    told = {"score": list(game.score), "before": list(game.before), "over": game.is_over}
    return {**told, "refused": sorted(refused)}


def a_match_under(book: dict[str, Any], log: list[LogEntry]) -> LoggedMatch:
    """A match that stands in no database."""
    season = Season(rule_book=RuleBook(**book))
    teams = {side: Team(name=name) for side, name in (("home", "The Fleece"), ("away", "The Shears"))}
    return LoggedMatch(Match(division=Division(season=season), **teams), log)


def a_log(chance: random.Random, book: dict[str, Any]) -> Iterator[LogEntry]:
    """A game as it might have come in: hands in order, some corrected, some taken back, some told by two."""
    number = 0

    def said(name: str, body: dict[str, Any], *follows: str) -> LogEntry:
        nonlocal number
        number += 1
        return LogEntry(
            id=f"e{number}", number=number, place=SheetPlace(1, 1, name), body=body, follows=tuple(follows)
        )

    if book or chance.random() < 0.8:
        yield said("pitch", {"first-pitch": chance.choice("ha")})
    last = chance.randint(0, 13)
    for hand in range(1, last + 1):
        first = said(f"h{hand}", a_hand(chance, book))
        yield first
        if chance.random() < 0.2:
            yield said(f"h{hand}", a_hand(chance, book), first.id)
        if chance.random() < 0.1:
            yield said(f"h{hand}", a_hand(chance, book))
    # A last hand that lacks something is being entered, for a phone; for the league it is a fault.
    yield said(f"h{last + 1}", MARKED_WHOLE if book in (DON, PHAT) else WHOLE)
    yield from (said("final", totals) for totals in some_final(random.Random(number)))


def some_final(chance: random.Random) -> Iterator[dict[str, str]]:
    """Now and then a final score: one that can be, one that cannot, one total of it alone."""
    if chance.random() < 0.3:
        totals = {"home-final": str(chance.randint(0, 17)), "away-final": str(chance.randint(10, 17))}
        if chance.random() < 0.5:
            del totals[chance.choice(list(totals))]
        yield totals


def a_hand(chance: random.Random, book: dict[str, Any]) -> dict[str, Any]:
    """Mostly a hand as it is played; now and then one that cannot be, or lacks an award."""
    if book in (DON, PHAT):
        marked = zip(MARKS, chance.choice(MARKED), strict=True)
        return {"game": chance.choice("ha-")} | {
            name: str(points) for name, points in marked if points is not None
        }
    sides = "ha" if chance.random() < 0.95 else "ha-"
    body: dict[str, Any] = {
        "high": chance.choice(sides),
        "low": chance.choice(sides),
        "jack": chance.choice("ha-"),
        "game": chance.choice("ha-"),
    }
    if chance.random() < 0.05:
        del body[chance.choice(list(body))]
    if chance.random() < 0.1:
        body["penalties"] = [
            {"side": chance.choice("ha"), "points": str(chance.randint(1, 4)), "reason": "peeked", "kind": ""}
        ]
    if book:
        body |= chance.choice(OPENINGS)
        body |= {"hung": "y"} if body.get("jack") in ("h", "a") and chance.random() < 0.2 else {}
    return body
