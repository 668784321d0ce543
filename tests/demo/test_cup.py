"""The demo's cups as they are committed: half-way, and possible by their own rules."""

from typing import Any

from league.cups.brackets import bracket_of
from league.cups.entries import CupState, Entrant, RoundDraw, TieResult
from league.cups.progress import with_draw, with_result
from league.cups.sentences import standing_in_words
from league.cups.serialization import rules_from_data
from league.demo.services import NIGHT_TO_ENTER
from league.matches.outcomes import AtFault

Rows = dict[str, dict[int, dict[str, Any]]]


def played(rows: Rows, slug: str) -> CupState:
    """A cup played again tie by tie, and drawn after its groups: what cannot have been is refused."""
    ((key, cup),) = ((key, cup) for key, cup in rows["cup"].items() if cup["slug"] == slug)
    draws = of_cup(rows, "cupdraw", key)
    entrants = tuple(
        Entrant(key=one["number"], name=one["name"], seed=one.get("seed"))
        for one in of_cup(rows, "cupentry", key)
    )
    again = CupState(rules=rules_from_data(cup["rules"]), entrants=entrants)
    for number, draw in enumerate(draws):
        again = with_draw(again, draw["lot"])
        drawn = RoundDraw(round=draw["round"], lot=draw["lot"], order=tuple(draw["order"]))
        assert again.draws[-1] == drawn
        if number == 0:
            again = with_results(again, of_cup(rows, "cuptie", key))
    return again


def of_cup(rows: Rows, model: str, key: int) -> list[dict[str, Any]]:
    return [row for row in rows[model].values() if row["cup"] == key]


def with_results(again: CupState, ties: list[dict[str, Any]]) -> CupState:
    for one in ties:
        if "entered_at" in one:
            result = TieResult(
                round=one["round"],
                number=one["number"],
                legs=tuple(map(tuple, one.get("legs", []))),
                deciding=tuple(one["deciding"]) if "deciding" in one else None,
                at_fault=AtFault(one["given"]) if "given" in one else None,
                reason=one.get("reason", ""),
            )
            again = with_result(again, result)
    return again


def test_it_is_half_way_with_one_tie_given_and_one_put_off(rows: Rows) -> None:
    cup = played(rows, "knock-out-cup")
    assert standing_in_words(cup) == "The second round: seven of eight ties decided."
    assert [tie.is_ready for tie in bracket_of(cup).rounds[2].ties].count(False) == 1
    assert sum("given" in one for one in rows["cuptie"].values()) == 1
    for one in rows["cuptie"].values():
        assert ("entered_at" in one) == (one["date"] < NIGHT_TO_ENTER.isoformat())


def test_whoever_sat_down_was_signed_on_for_the_team_and_nobody_is_tied_to_two(rows: Rows) -> None:
    signed = {(one["team"], one["player"]) for one in rows["registration"].values() if one["season"] == 2}
    sat = [(seat["player"], rows["cupentry"][seat["entry"]]["team"]) for seat in rows["cupseat"].values()]
    assert {(team, player) for player, team in sat} <= signed
    assert len(set(sat)) == len({player for player, _ in sat})
    assert len(sat) == 16 * 10


def test_the_groups_of_pairs_are_played_out_and_the_semi_finals_drawn(rows: Rows) -> None:
    cup = played(rows, "pairs-shield")
    assert standing_in_words(cup) == "The semi-finals are to be played."
    assert [len(group.rows) for group in bracket_of(cup).groups] == [4, 4]
    assert len(cup.results) == 12
    for pair in (row for row in rows["cupentry"].values() if "first_player" in row):
        players = [rows["player"][pair[f"{which}_player"]] for which in ("first", "second")]
        assert pair["name"] == " & ".join(player["name"] for player in players)
        assert {player.get("shown", "full") for player in players} == {"full"}
