"""Short teams: what a side gives that has too few players."""

from dataclasses import dataclass

from league.regulations.facts import BOTH_SIDES, Forfeit, Side, Sides, at_fault
from league.regulations.forfeits import last_tables
from league.regulations.rules import Regulations, ShortTeams
from scoring.prose.words import capitalised, count


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTeamVerdict:
    """What goes without play, which sides play but cannot win, and how many may play more than once."""

    forfeits: tuple[Forfeit, ...] = ()
    cannot_win: tuple[Side, ...] = ()
    may_repeat: int = 0


def short_team_verdict(
    present: Sides[int], regulations: Regulations, *, tables: int, players_a_side: int
) -> ShortTeamVerdict:
    """What the season's rule makes of the players present on each side.

    Below the minimum the match is given. Otherwise the last tables a side cannot fill are: to the
    opponents, or to nobody where both are short of the same one. A season without the rule gives nothing.
    """
    rule = regulations.short_teams
    if rule is None:
        return ShortTeamVerdict()
    reason = _reason(present)
    whole = at_fault(side for side in BOTH_SIDES if present.of(side) < rule.minimum)
    if whole is not None:
        least = f"{reason} The season asks for at least {count(rule.minimum)}."
        return ShortTeamVerdict(forfeits=(Forfeit(table=None, at_fault=whole, reason=least),))
    short = Sides(
        home=tables - tables_filled(present.home, rule, tables, players_a_side),
        away=tables - tables_filled(present.away, rule, tables, players_a_side),
    )
    return ShortTeamVerdict(
        forfeits=tuple(last_tables(short, tables, reason)),
        cannot_win=tuple(side for side in BOTH_SIDES if present.of(side) < rule.minimum_to_win),
        may_repeat=rule.may_repeat,
    )


def tables_filled(present: int, rule: ShortTeams, tables: int, players_a_side: int) -> int:
    """At how many tables so many players can fill a side, each sitting at most once at any table."""
    repeating = min(present, rule.may_repeat)
    fillable = (
        number
        for number in range(tables, 0, -1)
        if repeating * min(rule.turns, number) + (present - repeating) >= number * players_a_side
    )
    return next(fillable, 0)


def _reason(present: Sides[int]) -> str:
    said = [f"{side.words} had {count(present.of(side))}" for side in BOTH_SIDES]
    return f"{capitalised(' and '.join(said))} players."
