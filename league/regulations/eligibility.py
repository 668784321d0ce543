"""Ineligible players found afterwards: what is to be re-awarded, and what it costs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.regulations.facts import BOTH_SIDES, Forfeit, Side, at_fault
from league.regulations.penalties import WARNING, Penalty, summed
from league.regulations.rules import IneligiblePlayer, Reaward, Regulations
from scoring.prose.words import capitalised


@dataclass(frozen=True, slots=True, kw_only=True)
class Ineligible:
    """A player who should not have played: for which side, at which table, and the games won there with him.

    `player` is whatever tells players apart; the same at two tables is one player.
    """

    player: int
    side: Side
    table: int
    games_won: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EligibilityVerdict:
    """Tables or the match to be re-awarded, and each side's penalty."""

    forfeits: tuple[Forfeit, ...] = ()
    home: Penalty = WARNING
    away: Penalty = WARNING


def eligibility_verdict(found: Sequence[Ineligible], regulations: Regulations) -> EligibilityVerdict:
    """What the season's rule makes of ineligible players. Without one all stays as it was played."""
    rule = regulations.ineligible_player
    if rule is None:
        return EligibilityVerdict()
    return EligibilityVerdict(
        forfeits=tuple(_forfeits(found, rule)),
        home=_penalty([one for one in found if one.side is Side.HOME], rule),
        away=_penalty([one for one in found if one.side is Side.AWAY], rule),
    )


def _forfeits(found: Sequence[Ineligible], rule: IneligiblePlayer) -> Iterator[Forfeit]:
    """The tables they sat at, or the match; where both sides had one, both are at fault."""
    if rule.reaward is Reaward.NOTHING:
        return
    places = sorted({one.table for one in found}) if rule.reaward is Reaward.TABLE else [None]
    for table in places:
        sides = {one.side for one in found if table in (None, one.table)}
        fault = at_fault(sides)
        if fault is not None:
            said = " and ".join(side.words for side in BOTH_SIDES if side in sides)
            place = f"at table {table}" if table else "in the match"
            reason = capitalised(f"{said} had a player {place} who was not eligible.")
            yield Forfeit(table=table, at_fault=fault, reason=reason)


def _penalty(found: Sequence[Ineligible], rule: IneligiblePlayer) -> Penalty:
    """So much for each of them, and for each game won with one; a game won by two of them counts once."""
    players = len({one.player for one in found})
    games = {one.table: one.games_won for one in sorted(found, key=lambda one: one.games_won)}
    return summed([rule.a_player.times(players), rule.a_game_won.times(sum(games.values()))])
