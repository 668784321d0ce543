"""The committed seed data is what the seed gives, and holds the league it says it holds."""

from collections import Counter, defaultdict
from typing import Any

import pytest

from league.demo.services import FIRST_NIGHTS, NIGHT_TO_ENTER, SEED_FILE
from league.matches.sheet.values import Sheet
from tests.tools.demo.matches import planned_matches
from tests.tools.demo.people import squads_of_two_seasons
from tests.tools.demo.plan import cards_of, the_demo
from tests.tools.demo.pubs import DIVISION_ONE, DIVISION_TWO
from tests.tools.demo.seed_file import seed_text

Rows = dict[str, dict[int, dict[str, Any]]]
A_FEW = 6  # matches dealt and played anew in every run of the tests


@pytest.mark.slow
def test_the_seed_gives_the_committed_file() -> None:
    assert seed_text(the_demo()) == SEED_FILE.read_text(encoding="utf-8")


def test_a_few_matches_played_anew_give_the_committed_hands(rows: Rows) -> None:
    squads, _ = squads_of_two_seasons(*FIRST_NIGHTS)
    matches = planned_matches(1, (DIVISION_ONE, DIVISION_TWO), FIRST_NIGHTS[0])
    for key in range(1, len(matches), len(matches) // A_FEW):
        (card,) = cards_of(matches[key - 1], squads)
        assert hands_committed(rows, key) == hands_on(card.sheet)


def hands_on(sheet: Sheet) -> list[list[str]]:
    return [
        [
            "".join(_letter(taker) for taker in (hand.high, hand.low, hand.jack, hand.game))
            for hand in game.hands
        ]
        for table in sheet.tables
        for game in table.games
    ]


def _letter(taker: object) -> str:
    return {None: " ", 0: "h", 1: "a"}.get(taker, "-")  # type: ignore[call-overload,no-any-return]


def hands_committed(rows: Rows, match: int) -> list[list[str]]:
    (card,) = [key for key, card in rows["scorecard"].items() if card["match"] == match]
    tables = [key for key, table in rows["matchtable"].items() if table["scorecard"] == card]
    games = [key for key, game in rows["game"].items() if game["table"] in tables]
    return [
        [
            "".join(hand.get(award, " ") for award in ("high", "low", "jack", "game_point"))
            for hand in rows["handresult"].values()
            if hand["game"] == game
        ]
        for game in games
    ]


def test_two_divisions_of_ten_teams_from_sixteen_pubs(rows: Rows) -> None:
    assert len(rows["pub"]) == 16
    assert len(rows["team"]) == 20
    divisions = [key for key, division in rows["division"].items() if "cup" not in division]
    enrolled = Counter(enrolment["division"] for enrolment in rows["enrolment"].values())
    assert enrolled == dict.fromkeys(divisions, 10)
    assert sorted(Counter(team["pub"] for team in rows["team"].values()).values()) == [1] * 12 + [2] * 4


def test_two_teams_of_a_small_pub_are_never_at_home_on_one_night(rows: Rows) -> None:
    nights = Counter(
        (match["venue"], match.get("postponed_from") or match["date"]) for match in rows["match"].values()
    )
    small = {key for key, pub in rows["pub"].items() if pub["tables"] < 8}
    assert max(count for (venue, _), count in nights.items() if venue in small) == 1


def test_squads_have_ten_to_fourteen_players_and_some_sign_late(rows: Rows) -> None:
    signed = rows["registration"].values()
    squads = Counter((signing["season"], signing["team"]) for signing in signed)
    assert len(squads) == 40
    assert set(squads.values()) <= set(range(10, 16))  # the fifteenth came from another pub
    starts = {key: season["starts_on"] for key, season in rows["season"].items()}
    assert any(signing["registered_on"] > starts[signing["season"]] for signing in signed)


def test_players_played_only_while_they_were_signed_for_the_team(rows: Rows) -> None:
    signed = defaultdict(list)
    for signing in rows["registration"].values():
        signed[signing["team"], signing["player"]].append(
            (signing["registered_on"], signing.get("left_on") or "9999")
        )
    for seat in rows["seat"].values():
        if "player" not in seat:
            continue
        table = rows["matchtable"][rows["game"][seat["game"]]["table"]]
        match = rows["match"][rows["scorecard"][table["scorecard"]]["match"]]
        team = match["home"] if (seat["side"] == "h") == is_right_way_round(rows, table) else match["away"]
        assert any(on <= match["date"] < left for on, left in signed[team, seat["player"]])


def is_right_way_round(rows: Rows, table: dict[str, Any]) -> bool:
    """One table was entered with home and away changed over, and put right in the next version."""
    return table["number"] != 3 or rows["scorecard"][table["scorecard"]]["is_confirmed"]


def test_whatever_a_secretary_has_to_deal_with_is_there(rows: Rows) -> None:
    matches, cards = rows["match"].values(), rows["scorecard"].values()
    postponed = [match for match in matches if "postponed_from" in match]
    assert [match for match in postponed if "date" not in match]
    assert [match for match in postponed if match.get("date", "") > NIGHT_TO_ENTER.isoformat()]
    assert [match for match in postponed if match.get("date", "9") < NIGHT_TO_ENTER.isoformat()]
    rulings = Counter((ruling["kind"], "table" in ruling) for ruling in rows["ruling"].values())
    assert rulings == {("walkover", False): 1, ("walkover", True): 1, ("adjustment", False): 1}
    disputed = [match["disputed_because"] for match in matches if match.get("disputed_because")]
    assert disputed == [dispute["reason"] for dispute in rows["matchdispute"].values()]
    assert len(disputed) == 1
    assert Counter(row["state"] for row in rows["postponement"].values()) == {"agreed": 1, "open": 1}
    assert [table for table in rows["matchtable"].values() if not table["is_played"]]
    assert [penalty["points"] for penalty in rows["penalty"].values()] == [4, 4]
    assert [card["version"] for card in cards if card.get("reason")] == [2]
    assert [card for card in cards if card.get("private_remarks")]
    assert [seat for seat in rows["seat"].values() if seat.get("written")]
    assert {player["shown"] for player in rows["player"].values()} == {"full", "initials", "hidden"}
    assert {player.get("told_apart_by") for player in rows["player"].values()} == {None, "senior", "junior"}


def test_a_few_tables_have_only_a_final_score(rows: Rows) -> None:
    with_hands = {hand["game"] for hand in rows["handresult"].values()}
    share = 1 - len(with_hands) / len(rows["game"])
    assert 0.03 < share < 0.1
