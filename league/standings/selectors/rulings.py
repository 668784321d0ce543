"""Rulings: those of a season or a match, the teams points can be given to, what a ruling would do."""

import datetime
from dataclasses import dataclass, replace

from league.matches.outcomes import AtFault, Void, Walkover
from league.models import League, Match, Ruling, Season
from league.standings.records import TeamMatchResult
from league.standings.selectors.match_lists import match_lines
from league.standings.selectors.matches import scheme_of
from league.standings.shares import shares_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingEffect:
    """What the match would give both sides by one decision. None: nothing, or nothing yet.

    `at_fault` is the side it is given against; None stands for void.
    """

    at_fault: AtFault | None
    home: TeamMatchResult | None
    away: TeamMatchResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverChoice:
    """What each ruling about a match, or one table of it, would change: what it gives now, and then."""

    home_now: TeamMatchResult | None
    away_now: TeamMatchResult | None
    effects: tuple[RulingEffect, ...]


def rulings_in(season: Season | None) -> list[Ruling]:
    """Every ruling of a season, the latest first, those taken back included, each with its appeals.

    Three queries at most.
    """
    if season is None:
        return []
    found = Ruling.objects.filter(division__season=season).order_by("-decided_on", "-id")
    known = found.select_related("match__home", "match__away", "team", "division", "decided_by", "offence")
    return list(known.prefetch_related("appeals", "offence__appeals"))


def ruling_in(league: League, public_id: str) -> Ruling | None:
    """A ruling of the league by its public id. None if it has none such. One query."""
    known = Ruling.objects.select_related("match__home", "match__away", "team", "division__season__league")
    return known.filter(public_id=public_id, division__season__league=league).first()


def rulings_of(match: Match) -> list[Ruling]:
    """The rulings in force about one match. One query."""
    return list(match.rulings.in_force().select_related("match__home", "match__away", "team"))


def walkover_choice(match: Match, table: int | None, *, on: datetime.date) -> WalkoverChoice:
    """The effect of each choice, under the season's rules, beside the rulings already given. Two queries."""
    (line,) = match_lines(Match.objects.filter(pk=match.pk))
    scheme = scheme_of(line.division)
    beside = replace(
        line.outcome,
        walkovers=tuple(walkover for walkover in line.walkovers if walkover.table != table),
        voids=tuple(void for void in line.voids if void.table != table),
    )

    def effect(at_fault: AtFault | None) -> RulingEffect:
        if at_fault is None:
            ruled = replace(beside, voids=(*beside.voids, Void(on=on, table=table)))
        else:
            given = Walkover(on=on, table=table, at_fault=at_fault)
            ruled = replace(beside, walkovers=(*beside.walkovers, given))
        home, away = shares_of(ruled, scheme.form, award=scheme.award) or (None, None)
        return RulingEffect(at_fault=at_fault, home=home, away=away)

    return WalkoverChoice(
        home_now=line.home_share,
        away_now=line.away_share,
        effects=tuple(effect(choice) for choice in (*AtFault, None)),
    )
