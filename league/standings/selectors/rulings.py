"""Rulings, withdrawals and play-offs: which there are, and what one would change before it is made."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby

from league.competition.selectors import divisions_of
from league.matches.outcomes import AtFault, Void, Walkover, Withdrawal, WithdrawalEffect
from league.models import Division, Enrolment, League, Match, RuleBook, Ruling, Season, Team
from league.standings.awards import WalkoverAward
from league.standings.counting import season_of
from league.standings.records import Shares, TeamMatchResult
from league.standings.rows import StandingsRow, table_of
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


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkoverChoice:
    """What each ruling about a match, or one table of it, would change: what it gives now, and then."""

    home_now: TeamMatchResult | None
    away_now: TeamMatchResult | None
    effects: tuple[RulingEffect, ...]


def rulings_in(season: Season | None) -> list[Ruling]:
    """Return every ruling of a season, the latest first, those taken back included, each with its appeals.

    Three queries at most.
    """
    if season is None:
        return []
    rulings = Ruling.objects.filter(division__season=season).order_by("-decided_on", "-id")
    known = rulings.select_related("match__home", "match__away", "team", "division", "decided_by", "offence")
    return list(known.prefetch_related("appeals", "offence__appeals"))


def ruling_in(league: League, public_id: str) -> Ruling | None:
    """Return a ruling of the league by its public id. None if it has none such. One query."""
    rulings = Ruling.objects.select_related("match__home", "match__away", "team", "division__season__league")
    return rulings.filter(public_id=public_id, division__season__league=league).first()


def rulings_of(match: Match) -> list[Ruling]:
    """Return the rulings in force about one match. One query."""
    return list(match.rulings.in_force().select_related("match__home", "match__away", "team"))


def walkover_choice(match: Match, table: int | None, *, on: datetime.date) -> WalkoverChoice:
    """Return the effect of each choice, under the season's rules, beside the rulings already given.

    Two queries.
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

    return WalkoverChoice(
        home_now=line.home_share,
        away_now=line.away_share,
        effects=tuple(effect(choice) for choice in (*AtFault, None)),
    )


Effect = RuleBook.WithdrawalEffect
HEADS = {
    Effect.ALL_VOID: "All void",
    Effect.SECOND_HALF_VOID: "Second half void",
    Effect.REST_AWARDED: "Rest awarded",
    Effect.REST_FREE: "Rest free",
    Effect.TEAM_TO_NOTHING: "Set to nothing",
}
"""The choices in the few words of a column's head."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalStanding:
    """Where a team stands in one of the tables.

    `up` is how many places better (negative: worse) than now, in a table without the team that leaves.
    """

    row: StandingsRow
    up: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalLine:
    """A team in the order of the table as it is, and where it would stand after each choice."""

    team: NamedLink
    is_leaving: bool
    now: WithdrawalStanding
    after: tuple[WithdrawalStanding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalPreview:
    """The table of a division before a team leaves it and after each choice, in the order of `heads`."""

    heads: tuple[str, ...]
    lines: tuple[WithdrawalLine, ...]


def withdrawal_preview(division: Division, team: Team, *, on: datetime.date) -> WithdrawalPreview:
    """Return the table with each effect a withdrawal can have, reckoned as the standings are. Two queries."""
    table, scheme = division_table(division), scheme_of(division)
    names = {key: entrant.name for key, entrant in table.entrants.items()}
    now = {row.record.team: row for row in table.rows}
    after = []
    for effect in Effect:
        withdrawal = Withdrawal(team=team.pk, effect=WithdrawalEffect(effect), on=on)
        season = season_of(table.outcomes, (*table.rulings, withdrawal), scheme)
        after.append({row.record.team: row for row in table_of(season, names, scheme)})
    left_at = now[team.pk].place
    return WithdrawalPreview(
        heads=tuple(HEADS[effect] for effect in Effect),
        lines=tuple(
            WithdrawalLine(
                team=table.entrants[key],
                is_leaving=key == team.pk,
                now=WithdrawalStanding(row=row, up=0),
                after=tuple(
                    WithdrawalStanding(row=rows[key], up=row.place - (row.place > left_at) - rows[key].place)
                    for rows in after
                ),
            )
            for key, row in now.items()
        ),
    )


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


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayOffToArrange:
    """Teams that share a place for good, unless they play for it."""

    division: Division
    place: int
    teams: tuple[NamedLink, ...]


def play_offs_to_arrange(season: Season | None) -> tuple[PlayOffToArrange, ...]:
    """Return the places of a season that only a play-off can decide, division by division. Four queries."""
    if season is None or not decides(season):
        return ()
    return tuple(_to_arrange(divisions_of(season)))


def decides(season: Season) -> bool:
    """Return whether the season's rules let a play-off decide between level teams.

    One query, for the rule book.
    """
    return "play_off" in season.rule_book.tie_breaks


def _to_arrange(divisions: list[Division]) -> Iterable[PlayOffToArrange]:
    for table in tables_of(divisions):
        wanting = (row for row in table.rows if row.wants_play_off)
        for place, rows in groupby(wanting, key=lambda row: row.place):
            teams = tuple(table.entrants[row.record.team] for row in rows)
            yield PlayOffToArrange(division=table.division, place=place, teams=teams)


def play_offs_of(season: Season | None) -> list[MatchLine]:
    """Return the play-offs there are, in the order of lists. Two queries."""
    return match_lines(Match.objects.filter(division__season=season, is_play_off=True)) if season else []
