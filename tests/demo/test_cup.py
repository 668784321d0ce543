"""The demo's cup as it is committed: half-way, and possible by its own rules."""

from typing import Any

from league.cups.brackets import bracket_of
from league.cups.entries import CupState, Entrant, RoundDraw, TieResult
from league.cups.progress import with_draw, with_result
from league.cups.serialization import rules_from_data
from league.cups.words import standing_in_words
from league.demo.services import NIGHT_TO_ENTER
from league.matches.outcomes import AtFault

Rows = dict[str, dict[int, dict[str, Any]]]


def played(rows: Rows) -> CupState:
    """The cup played again tie by tie: what cannot have been is refused."""
    (cup,), (draw,) = rows["cup"].values(), rows["cupdraw"].values()
    entrants = tuple(
        Entrant(key=one["number"], name=one["name"], seed=one.get("seed"))
        for one in rows["cupentry"].values()
    )
    again = with_draw(CupState(rules=rules_from_data(cup["rules"]), entrants=entrants), draw["lot"])
    assert again.draws == (RoundDraw(round=1, lot=draw["lot"], order=tuple(draw["order"])),)
    for one in rows["cuptie"].values():
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
    cup = played(rows)
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
