"""Matches as lists show them: who met whom, when, and what came of it."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from league.history.former_names import PUB, TEAM, names_of_times
from league.matches.outcomes import MatchOutcome, TeamKey, Void, Walkover
from league.matches.selectors import Leavings, divisions_with_leavings
from league.models import Division, Match, Team
from league.shared.text import bare
from league.standings.awards import Averages
from league.standings.counting import left_with, season_of
from league.standings.records import CupScore, TeamMatchResult
from league.standings.scheme import Scheme
from league.standings.selectors.matches import (
    FACTS,
    OUTCOME,
    Rows,
    match_outcomes,
    outcome_of,
    rows_by_match,
    scheme_of,
)
from league.standings.shares import counted_in_cup, shares_of


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLink:
    """Something with a name and an address: a team or a pub."""

    key: int
    name: str
    short_name: str
    slug: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchLine:
    """A match in a list. `home_share` and `away_share` are None until it counts in the standings."""

    public_id: str
    division: Division
    outcome: MatchOutcome
    date: datetime.date | None
    starts_at: datetime.time | None
    postponed_from: datetime.date | None
    postponed_because: str
    home: NamedLink
    away: NamedLink
    venue: NamedLink
    is_at_home: bool
    home_share: TeamMatchResult | None
    away_share: TeamMatchResult | None

    @property
    def is_played(self) -> bool:
        return self.home_share is not None

    @property
    def decides_tie(self) -> bool:
        """Whether these are the deciding games of a level tie: they belong to the match before."""
        return self.outcome.is_play_off and self.division.cup is not None

    @property
    def tables(self) -> int:
        """How many tables it plays: deciding games of a tie take one each."""
        tables = self.division.season.rule_book.tables
        if self.division.cup is None or not self.decides_tie:
            return tables
        games: int = self.division.cup.rules.get("deciding_games", 1)
        return min(games, tables)

    @property
    def week_words(self) -> str:
        """Where it stands in its division or cup: week 3; play-off; round 2; deciding games."""
        if self.division.cup is not None:
            return "deciding games" if self.outcome.is_play_off else f"round {self.outcome.week}"
        return "play-off" if self.outcome.is_play_off else f"week {self.outcome.week}"

    @property
    def given(self) -> Walkover | None:
        """The ruling by which the whole match was given without play, if it was."""
        return next((walkover for walkover in self.walkovers if walkover.table is None), None)

    @property
    def tables_given(self) -> tuple[Walkover, ...]:
        """Single tables given without play, in order."""
        return tuple(
            sorted(
                (walkover for walkover in self.walkovers if walkover.table),
                key=lambda walkover: walkover.table or 0,
            )
        )

    @property
    def void(self) -> Void | None:
        """The ruling by which the whole match was declared void, if it was."""
        return void_of(self.outcome)

    @property
    def voids(self) -> tuple[Void, ...]:
        """What was declared void and is still."""
        return tuple(void for void in self.outcome.voids if void.is_in_force(None))

    @property
    def tables_void(self) -> tuple[int, ...]:
        """Numbers of single tables that were declared void, in order."""
        return tuple(sorted(void.table for void in self.voids if void.table))

    @property
    def is_over(self) -> bool:
        """Nothing of it is to come: it counts, or will never count."""
        return self.is_played or self.void is not None

    @property
    def walkovers(self) -> tuple[Walkover, ...]:
        """The walkovers in force."""
        return tuple(walkover for walkover in self.outcome.walkovers if walkover.is_in_force(None))

    @property
    def tables_not_played(self) -> tuple[int, ...]:
        """Numbers of the tables of a card that were neither played nor ruled on."""
        ruled = {walkover.table for walkover in self.tables_given} | set(self.tables_void)
        tables = self.outcome.tables or ()
        return tuple(
            table.number
            for table in tables
            if not table.games and not table.won and table.number not in ruled
        )


def void_of(outcome: MatchOutcome) -> Void | None:
    """Return the ruling in force by which the whole match was declared void, if it was."""
    return next((void for void in outcome.voids if void.table is None and void.is_in_force(None)), None)


def match_lines(matches: QuerySet[Match]) -> list[MatchLine]:
    """Return the matches with what they gave, by date; those without a date last.

    A match of a team that has left stands as its leaving made it: void, given, or as it was played. Two
    queries, however many; one more where the results of a second half are void, one where a walkover counts
    as the division's average, and one where seasons are closed, whose teams are called as they were.
    """
    grouped = list(rows_by_match(matches, FACTS))
    leavings_by_key = divisions_with_leavings(rows[0][0] for rows in grouped)
    schemes = {key: scheme_of(leavings.division) for key, leavings in leavings_by_key.items()}
    averages = _averages(leavings_by_key.values(), schemes)
    by_division = ((rows[0][0], rows) for rows in grouped)
    names = names_of_times(leavings.division.season for leavings in leavings_by_key.values())
    lines = [
        _line(rows, leavings_by_key[key], schemes[key], averages.get(key), names) for key, rows in by_division
    ]
    return sorted(lines, key=_in_order)


def first_matches(division: Division) -> list[tuple[Team, MatchLine | None]]:
    """Return the teams of a division by name, each with its first match, if it has a date. Three queries."""
    lines = match_lines(division.matches.exclude(date=None))
    firsts = {key: line for line in reversed(lines) for key in (line.home.key, line.away.key)}
    teams = (row.team for row in division.enrolments.select_related("team__pub"))
    return [(team, firsts.get(team.pk)) for team in sorted(teams, key=lambda team: bare(team.name))]


def cup_score_of(division: Division) -> CupScore | None:
    """Return what the cup of a division counts of a match; None of a league's division."""
    return CupScore(division.cup.rules.get("counted", CupScore.POINTS)) if division.cup else None


def _averages(matches: Iterable[Leavings], schemes: Mapping[int, Scheme]) -> dict[int, Averages | None]:
    """Return the averages of the divisions in which a walkover counts as one."""
    asking = {
        leavings.division.pk: leavings for leavings in matches if _is_average(schemes[leavings.division.pk])
    }
    outcomes = match_outcomes([leavings.division for leavings in asking.values()]) if asking else {}
    return {
        key: season_of(outcomes[key], leavings.teams.values(), schemes[key]).averages
        for key, leavings in asking.items()
    }


def _is_average(scheme: Scheme) -> bool:
    return scheme.award is not None and scheme.award.is_average


def _line(
    rows: Rows,
    leavings: Leavings,
    scheme: Scheme,
    averages: Averages | None,
    names_by_season: Mapping[int, Mapping[tuple[str, int, str], str]],
) -> MatchLine:
    was = names_by_season[leavings.division.season_id]
    first = rows[0]
    _, _, _, date, postponed_from, home_key, away_key = first[:7]
    public_id, starts_at, because, *names = first[len(OUTCOME) :]
    outcome = left_with(outcome_of(rows), scheme, leavings.teams, leavings.weeks)
    shares = shares_of(outcome, scheme.form, award=scheme.award, averages=averages)
    if shares and (counted := cup_score_of(leavings.division)):
        shares = counted_in_cup(shares, counted)
    home_share, away_share = shares or (None, None)
    venue_key, venue_name, venue_slug = names[8:]
    return MatchLine(
        public_id=public_id,
        division=leavings.division,
        outcome=outcome,
        date=date,
        starts_at=starts_at,
        postponed_from=postponed_from,
        postponed_because=because,
        home=named_link(was, TEAM, home_key, *names[:3]),
        away=named_link(was, TEAM, away_key, *names[4:7]),
        venue=named_link(was, PUB, venue_key, venue_name, "", venue_slug),
        is_at_home=venue_key == names[3],
        home_share=home_share,
        away_share=away_share,
    )


def named_link(
    was: Mapping[tuple[str, int, str], str], model: str, key: TeamKey, name: str, short_name: str, slug: str
) -> NamedLink:
    """Return a team or pub by the name it had, where that was another."""
    return NamedLink(
        key=key,
        name=was.get((model, key, "name"), name),
        short_name=was.get((model, key, "short_name"), short_name),
        slug=slug,
    )


def _in_order(line: MatchLine) -> tuple[Any, ...]:
    """By date, those without one last; then by division, week and home team."""
    undated = line.date is None
    return (
        undated,
        line.date or line.postponed_from,
        line.division.position,
        line.outcome.week,
        line.home.name.casefold(),
        line.outcome.match,
    )
