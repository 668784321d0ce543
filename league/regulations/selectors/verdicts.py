"""Verdicts of the season's rules on a short side, a late one, or an ineligible player."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass

from league.competition.season_rules.rules import Sanction
from league.models import Match, Team
from league.regulations.facts import BothSides, Forfeit, Times
from league.regulations.facts import FactSide as RuleSide
from league.regulations.selectors.match_facts import start_of, zone_of
from league.regulations.verdicts import (
    Ineligible,
    Lateness,
    eligibility_verdict,
    late_start_verdict,
    short_team_verdict,
)
from league.shared.text import capitalised, count

NO_RULE = "The season’s rules say nothing about this. Decide it yourself."


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """The penalty of a team beside forfeits, under which rule, and why."""

    team: Team
    rule: str
    penalty: Sanction
    reason: str

    @property
    def is_proposed(self) -> bool:
        """Return whether it costs points or money; lost games and tables are ruled on instead."""
        return bool(self.penalty.halves or self.penalty.pence)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The verdict of the rules: forfeits, penalties and remarks."""

    forfeits: tuple[Forfeit, ...] = ()
    costs: tuple[Costs, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def seen(self) -> str:
        """Return the verdict as text, to compare what the page showed with what the rules say now."""
        texts = [f"{forfeit.table or 'match'}-{forfeit.at_fault}" for forfeit in self.forfeits]
        return " ".join([*texts, *(f"{cost.team.pk}-{cost.penalty.words}" for cost in self.costs)])


def on_short_teams(match: Match, *, home: int, away: int) -> Verdict:
    """Return the verdict when so many players of each side are present. No query."""
    book = match.division.season.rule_book
    regulations = book.season_regulations()
    if regulations.short_teams is None:
        return Verdict(remarks=(NO_RULE,))
    verdict = short_team_verdict(
        BothSides(home=home, away=away),
        regulations,
        tables=book.tables,
        players_a_side=book.players_a_side,
    )
    remarks = [f"{_team(match, side)} cannot win the match with so few." for side in verdict.cannot_win]
    if verdict.may_repeat and not _is_whole(verdict.forfeits):
        players = (
            "One player" if verdict.may_repeat == 1 else f"{capitalised(count(verdict.may_repeat))} players"
        )
        remarks.append(f"{players} of a short team may play more than once.")
    return Verdict(forfeits=verdict.forfeits, remarks=_or_nothing(verdict.forfeits, remarks))


def on_late_start(match: Match, *, home: int, away: int) -> Verdict:
    """Return the verdict when the sides were ready so many minutes late. No query."""
    season = match.division.season
    day = match.date or match.postponed_from
    regulations, zone = season.rule_book.season_regulations(), zone_of(season)
    if not regulations.late_start or day is None:
        return Verdict(remarks=(NO_RULE,))
    start = start_of(day, match.starts_at, zone)
    late_by = [datetime.timedelta(minutes=minutes) for minutes in (home, away)]
    ready: Times = BothSides(home=start + late_by[0], away=start + late_by[1])
    verdict = late_start_verdict(
        start, ready, regulations, start + max(late_by), zone, tables=season.rule_book.tables
    )
    late = [(RuleSide.HOME, verdict.home), (RuleSide.AWAY, verdict.away)]
    costs = [_lateness(match, side, lateness) for side, lateness in late if lateness]
    costses = tuple(cost for cost in costs if not cost.penalty.is_nothing)
    return Verdict(
        forfeits=verdict.forfeits, costs=costses, remarks=_or_nothing((*verdict.forfeits, *costses), [])
    )


def on_ineligible(match: Match, players: Sequence[Ineligible]) -> Verdict:
    """Return the verdict on ineligible players. No query."""
    regulations = match.division.season.rule_book.season_regulations()
    if regulations.ineligible_player is None:
        return Verdict(remarks=(NO_RULE,))
    word = match.division.season.rule_book.table_word
    verdict = eligibility_verdict(players, regulations, word)
    costs = [
        Costs(
            team=_team(match, side),
            rule=f"ineligible-{ineligible.table}",
            penalty=penalty,
            reason=f"A player was not eligible, at {word} {ineligible.table}: {penalty.words}.",
        )
        for side, penalty in ((RuleSide.HOME, verdict.home), (RuleSide.AWAY, verdict.away))
        if not penalty.is_nothing
        for ineligible in [next(player for player in players if player.side is side)]
    ]
    return Verdict(
        forfeits=verdict.forfeits, costs=tuple(costs), remarks=_or_nothing((*verdict.forfeits, *costs), [])
    )


def _lateness(match: Match, side: RuleSide, late: Lateness) -> Costs:
    team = _team(match, side)
    penalty = Sanction(halves=late.penalty.halves, pence=late.penalty.pence, games=late.penalty.games)
    return Costs(
        team=team,
        rule="late_start-1",
        penalty=penalty,
        reason=f"{team} were {late.words} late: {penalty.words}.",
    )


def _team(match: Match, side: RuleSide) -> Team:
    return match.home if side is RuleSide.HOME else match.away


def _is_whole(forfeits: Sequence[Forfeit]) -> bool:
    return any(forfeit.table is None for forfeit in forfeits)


def _or_nothing(forfeits: Sequence[object], remarks: list[str]) -> tuple[str, ...]:
    return (*(() if forfeits else ("By the season’s rules nothing goes without play.",)), *remarks)
