"""Rulings, withdrawals and play-offs: which there are, and what one would change before it is made."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from league.competition.selectors import divisions_of
from league.matches.outcomes import AtFault, Void, Walkover, Withdrawal, WithdrawalEffect
from league.models import Division, Enrolment, League, Match, RuleBook, Ruling, Season, Team
from league.standings.awards import WalkoverAward
from league.standings.counting import season_of
from league.standings.records import Shares, TeamMatchResult
from league.standings.rows import table_of
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines
from league.standings.selectors.matches import scheme_of
from league.standings.selectors.standings import division_table, tables_of
from league.standings.shares import shares_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingEffect:
    """What the match would give both sides by one decision. None: nothing, or nothing yet.

    `at_fault` is the side it is given against; None stands for void. `other` is what it would give if the
    season's rule about the score that was won were the other way (`keeps_score`), None if that is the same.
    """

    at_fault: AtFault | None
    home: TeamMatchResult | None
    away: TeamMatchResult | None
    keeps_score: bool = False
    other: Shares | None = None


def rulings_in(season: Season | None) -> list[Ruling]:
    """Return every ruling of a season, the latest first, those taken back included, each with its appeals.

    Three queries at most.
    """
    if season is None:
        return []
    rulings = Ruling.objects.filter(division__season=season).order_by("-decided_on", "-id")
    known = rulings.select_related(
        "match__home", "match__away", "team", "division__season__rule_book", "decided_by", "offence"
    )
    return list(known.prefetch_related("appeals", "offence__appeals"))


def ruling_in(league: League, public_id: str) -> Ruling | None:
    """Return a ruling of the league by its public id. None if it has none such. One query."""
    rulings = Ruling.objects.select_related(
        "match__home", "match__away", "team", "division__season__league", "division__season__rule_book"
    )
    return rulings.filter(public_id=public_id, division__season__league=league).first()


def rulings_of(match: Match) -> list[Ruling]:
    """Return the rulings in force about one match. One query."""
    return list(
        match.rulings.in_force().select_related(
            "match__home", "match__away", "team", "division__season__rule_book"
        )
    )


def walkover_choice(
    match: Match, table: int | None, *, on: datetime.date
) -> tuple[Shares | None, list[RulingEffect]]:
    """Return what a match gives now, and what it would give by each ruling about it or one table of it.

    Under the season's rules, beside the rulings already given. Two queries.
    """
    (line,) = match_lines(Match.with_ties.filter(pk=match.pk))
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
            walkover = Walkover(on=on, table=table, at_fault=at_fault)
            ruled = replace(beside, walkovers=(*beside.walkovers, walkover))
        season_award = scheme.award or WalkoverAward.of(scheme.form)
        keeps = season_award.keeps_score
        ways = [replace(season_award, keeps_score=way) for way in (keeps, not keeps)]
        shares, other = (shares_of(ruled, scheme.form, award=award) for award in ways)
        home, away = shares or (None, None)
        return RulingEffect(
            at_fault=at_fault,
            home=home,
            away=away,
            keeps_score=keeps,
            other=None if other == shares else other,
        )

    now = (line.home_share, line.away_share) if line.home_share and line.away_share else None
    return now, [effect(choice) for choice in (*AtFault, None)]


Effect = RuleBook.WithdrawalEffect
HEADS = {
    Effect.ALL_VOID: "All void",
    Effect.SECOND_HALF_VOID: "Second half void",
    Effect.REST_AWARDED: "Rest awarded",
    Effect.REST_FREE: "Rest free",
    Effect.TEAM_TO_NOTHING: "Set to nothing",
}
"""The choices in the few words of a column's head."""


def withdrawal_preview(division: Division, team: Team, *, on: datetime.date) -> list[dict[str, Any]]:
    """Return the teams in the order of the table, each with its row now and after each choice of HEADS.

    Reckoned as the standings are. After a choice a row comes with how many places better (negative: worse)
    it is than now, in a table without the team that leaves. Two queries.
    """
    table, scheme = division_table(division), scheme_of(division)
    now = {row.record.team: row for row in table.rows}
    after = []
    for effect in HEADS:
        withdrawal = Withdrawal(team=team.pk, effect=WithdrawalEffect(effect), on=on)
        season = season_of(table.outcomes, (*table.rulings, withdrawal), scheme)
        after.append({row.record.team: row for row in table_of(season, table.names, scheme)})
    left_at = now[team.pk].place
    return [
        {
            "team": table.entrants[key],
            "is_leaving": key == team.pk,
            "now": row,
            "after": [(rows[key], row.place - (row.place > left_at) - rows[key].place) for rows in after],
        }
        for key, row in now.items()
    ]


def enrolment_of(season: Season | None, division: str, team: str) -> Enrolment | None:
    """Return the team of a season by the addresses of its division and itself. One query."""
    enrolments = Enrolment.objects.filter(season=season, division__slug=division, team__slug=team)
    return enrolments.select_related(
        "team", "division__season__rule_book", "division__season__league"
    ).first()


def withdrawals_in(season: Season | None) -> list[Ruling]:
    """Return the withdrawals of a season that are in force, the latest first. One query."""
    withdrawals = Ruling.objects.withdrawals().filter(division__season=season, team__isnull=False)
    return list(withdrawals.select_related("team", "division", "decided_by").order_by("-decided_on", "-id"))


def play_offs_to_arrange(season: Season | None) -> list[tuple[Division, int, list[NamedLink]]]:
    """Return the places of a season that only a play-off can decide, each with the teams that share it.

    Division by division. Four queries.
    """
    return list(_to_arrange(divisions_of(season))) if season and decides(season) else []


def decides(season: Season) -> bool:
    """Return whether the season's rules let a play-off decide between level teams.

    One query, for the rule book.
    """
    return "play_off" in season.rule_book.tie_breaks


def _to_arrange(divisions: list[Division]) -> Iterable[tuple[Division, int, list[NamedLink]]]:
    for table in tables_of(divisions):
        wanting = (row for row in table.rows if row.wants_play_off)
        for place, rows in groupby(wanting, key=lambda row: row.place):
            yield table.division, place, [table.entrants[row.record.team] for row in rows]


def play_offs_of(season: Season | None) -> list[MatchLine]:
    """Return the play-offs there are, in the order of lists. Two queries."""
    return match_lines(Match.objects.filter(division__season=season, is_play_off=True)) if season else []
