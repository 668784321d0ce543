"""Where every team can still finish, what is certain, and who would go up or down as the table stands.

Each match to come is taken to be played in full, with one of the pairs of match points its format allows
(`possible_points`). Walkovers and adjustments still to come are not reckoned with.

Teams level on points are separated by the season's criteria only if neither has a match to come and the
criterion that separates them is a figure of their own. Otherwise the best place takes the tie in the team's
favour, the worst place against it. So places are exact for match points, and nothing is called certain that
scores could still undo.
"""

import datetime
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from league.competition.tie_breaks import Criterion, Figure
from league.matches.outcomes import Adjustment, MatchOutcome, Pair, TeamKey, Withdrawal
from league.standings.counting import CountedSeason, season_of
from league.standings.limits import EFFORT, Fewest, Meeting, fewest_past, possible_points
from league.standings.records import TeamRecord
from league.standings.rows import StandingsRow, table_of
from league.standings.scheme import Scheme


class Certainty(StrEnum):
    """What a team has for certain, however the matches to come go."""

    CHAMPIONS = "champions"  # first, alone
    PROMOTED = "promoted"
    SAFE = "safe"  # cannot go down
    RELEGATED = "relegated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """The best and the worst place a team can still finish on, and what is certain of it.

    `last` is the worst with those who would share that place before it: what a line is measured by.
    Unless `is_exact` the places are bounds, the best no worse and the worst no better than the truth.
    """

    team: TeamKey
    place: int
    best: int
    worst: int
    last: int
    is_exact: bool
    certain: frozenset[Certainty] = frozenset()


def prospects(
    outcomes: Iterable[MatchOutcome],
    rulings: Iterable[Adjustment | Withdrawal],
    teams: Mapping[TeamKey, str],
    scheme: Scheme,
    *,
    promoted: int = 0,
    relegated: int = 0,
    as_of: datetime.date | None = None,
    effort: int = 5 * EFFORT,
) -> tuple[Prospect, ...]:
    """Return the prospects of every team that has not withdrawn, in the order of the table.

    `promoted` and `relegated` are how many go up and down; in a division too small for both nobody does.
    Nothing is certain before a match was played. `effort` bounds the work, in matches looked at.
    """
    season = season_of(outcomes, rulings, scheme, as_of)
    rows = table_of(season, teams, scheme)
    return prospects_of(season, rows, scheme, promoted=promoted, relegated=relegated, effort=effort)


def prospects_of(
    season: CountedSeason,
    rows: Iterable[StandingsRow],
    scheme: Scheme,
    *,
    promoted: int = 0,
    relegated: int = 0,
    effort: int = 5 * EFFORT,
) -> tuple[Prospect, ...]:
    """Return the same of a season and its table. Asked again of the same table, the answer is remembered."""
    standing = tuple(replace(row, above=None) for row in rows if not row.record.is_withdrawn)
    to_come = tuple((match.home, match.away) for match in season.to_come)
    return _prospects(standing, to_come, scheme, promoted, relegated, effort)


# A table changes once a result, and is looked at by everybody until the next.
@lru_cache(maxsize=128)
def _prospects(
    rows: tuple[StandingsRow, ...],
    to_come: tuple[Meeting, ...],
    scheme: Scheme,
    promoted: int,
    relegated: int,
    effort: int,
) -> tuple[Prospect, ...]:
    if not to_come:
        prospects = [_finished(row, rows) for row in rows]
    else:
        end = _End(rows, to_come, scheme, effort)
        prospects = [end.prospect(row) for row in rows]
    if not any(row.record.played for row in rows):
        return tuple(prospects)
    if promoted + relegated > len(rows):
        promoted = relegated = 0
    return tuple(_with_certainties(prospect, len(rows), promoted, relegated) for prospect in prospects)


def _finished(row: StandingsRow, rows: Sequence[StandingsRow]) -> Prospect:
    """With no match to come the place is the place; teams that share one may have to play it off."""
    last = row.place + sum(other.place == row.place for other in rows) - 1
    worst = last if row.wants_play_off else row.place
    return Prospect(
        team=row.record.team, place=row.place, best=row.place, worst=worst, last=last, is_exact=True
    )


def _with_certainties(prospect: Prospect, teams: int, promoted: int, relegated: int) -> Prospect:
    holding = {
        Certainty.CHAMPIONS: prospect.last == 1,
        Certainty.PROMOTED: prospect.last <= promoted,
        Certainty.SAFE: 0 < relegated <= teams - prospect.last,
        Certainty.RELEGATED: prospect.best > teams - relegated,
    }
    return replace(prospect, certain=frozenset(certainty for certainty, holds in holding.items() if holds))


class _Tie(StrEnum):
    """What becomes of two teams that finish level on points, from the first one's side."""

    AHEAD = "ahead"
    BEHIND = "behind"
    SHARED = "shared"
    OPEN = "open"


class _End:
    """The ends of a season that are still possible."""

    def __init__(
        self, rows: Sequence[StandingsRow], to_come: tuple[Meeting, ...], scheme: Scheme, effort: int
    ) -> None:
        self.records = {row.record.team: row.record for row in rows}
        self.to_come = to_come
        self.criteria = scheme.criteria[1:]
        self.effort = effort
        self.splits = possible_points(scheme.form)
        # Where it matters who is at home, a place may look possible that is not.
        self.is_even = self.splits == {(other, own) for own, other in self.splits}
        self.high = max(max(split) for split in self.splits)
        self.low = min(min(split) for split in self.splits)
        self.to_play = {team: sum(team in numbers for numbers in to_come) for team in self.records}
        known = {
            criterion: all(_figure(criterion, record) is not None for record in self.records.values())
            for criterion in self.criteria
        }
        self.known_of_all = known
        self.is_settled = {team: self._is_settled(record, scheme) for team, record in self.records.items()}

    def _is_settled(self, record: TeamRecord, scheme: Scheme) -> bool:
        """Return whether no figure of a team can change any more; a score given as the average still does."""
        award = scheme.award
        changes = award is not None and award.is_average and award.in_aggregate
        was_given = record.walkovers_given or record.walkovers_taken
        return not self.to_play[record.team] and not (changes and was_given)

    def prospect(self, row: StandingsRow) -> Prospect:
        record = row.record
        ties = {team: self.tie(record, other) for team, other in self.records.items() if team != record.team}
        best = self.ahead_at_least(record, ties)
        worst = self.behind_at_least(record, ties, shared_is_behind=True)
        last = worst
        if _Tie.SHARED in ties.values():
            last = self.behind_at_least(record, ties, shared_is_behind=False)
        # The team's own matches go one way only if one split is both the most for it and the least for
        # the others.
        is_same_split = (self.high, self.low) in self.splits or not self.to_play[record.team]
        return Prospect(
            team=record.team,
            place=row.place,
            best=1 + best.teams,
            worst=len(self.records) - worst.teams,
            last=len(self.records) - last.teams,
            is_exact=self.is_even and is_same_split and best.is_exact and worst.is_exact and last.is_exact,
        )

    def tie(self, record: TeamRecord, other: TeamRecord) -> _Tie:
        """Return what separates two teams if they finish level, as far as that is known now."""
        is_over = self.is_settled[record.team] and self.is_settled[other.team]
        for criterion in self.criteria:
            own, others = _figure(criterion, record), _figure(criterion, other)
            if not is_over or criterion.among:
                return _Tie.OPEN
            if own is None or others is None or own == others:
                continue
            # A team without the figure could be level with the two, and then it separates nobody.
            if not self.known_of_all[criterion]:
                return _Tie.OPEN
            return _Tie.AHEAD if (own > others) is not criterion.is_fewest else _Tie.BEHIND
        return _Tie.SHARED

    def ahead_at_least(self, record: TeamRecord, ties: Mapping[TeamKey, _Tie]) -> Fewest:
        """Return the fewest teams that finish ahead, if the team takes all it can."""
        team, points = record.team, record.match_points + self.high * self.to_play[record.team]
        room = {
            other: points
            - (tie is _Tie.BEHIND)
            - self.records[other].match_points
            - self.low * self._meetings(team, other)
            for other, tie in ties.items()
        }
        return self._fewest_past(room, team, self.splits)

    def behind_at_least(
        self, record: TeamRecord, ties: Mapping[TeamKey, _Tie], *, shared_is_behind: bool
    ) -> Fewest:
        """Return the fewest teams that finish behind, if the team takes as little as it can.

        Told in what the others leave: a team that must catch up has room to leave only so much.
        """
        team, points = record.team, record.match_points + self.low * self.to_play[record.team]
        stays_behind = {_Tie.AHEAD, _Tie.SHARED} if shared_is_behind else {_Tie.AHEAD}
        room = {
            other: self.records[other].match_points
            + self.high * self.to_play[other]
            - points
            - (tie in stays_behind)
            for other, tie in ties.items()
        }
        left = {(self.high - own, self.high - other) for own, other in self.splits}
        return self._fewest_past(room, team, left)

    def _fewest_past(self, room: Mapping[TeamKey, int], team: TeamKey, splits: Iterable[Pair]) -> Fewest:
        """Return the answer for the matches the team has no part in, as far as there is work left for it."""
        meetings = [numbers for numbers in self.to_come if team not in numbers]
        fewest = fewest_past(room, meetings, splits, min(self.effort, EFFORT))
        self.effort -= fewest.work
        return fewest

    def _meetings(self, team: TeamKey, other: TeamKey) -> int:
        return sum(team in numbers and other in numbers for numbers in self.to_come)


def _figure(criterion: Criterion, record: TeamRecord) -> Figure | None:
    return criterion.figure(record) if criterion.figure else None


class Fate(StrEnum):
    """What a place in the table means at the end of the season."""

    UP = "up"
    STAY = "stay"
    DOWN = "down"
    UNDECIDED = "undecided"  # a shared place lies across the line: the league has to decide


def fates(rows: Sequence[StandingsRow], *, promoted: int, relegated: int) -> tuple[Fate, ...]:
    """Return the fate of each row. Withdrawn teams neither go up nor keep another team from going down.

    Nobody goes up or down before a match was played, and nobody does both in a small division.
    """
    standing = [row for row in rows if not row.record.is_withdrawn]
    if not any(row.record.played for row in standing) or promoted + relegated > len(standing):
        return tuple(Fate.STAY for _ in rows)
    last_up, first_down = promoted, len(standing) - relegated + 1
    by_team = {}
    for row in standing:
        sharing = sum(other.place == row.place for other in standing)
        by_team[row.record.team] = _fate_of(row.place, row.place + sharing - 1, last_up, first_down)
    return tuple(by_team.get(row.record.team, Fate.STAY) for row in rows)


def _fate_of(best: int, worst: int, last_up: int, first_down: int) -> Fate:
    """Return the fate of teams that share the places from best to worst."""
    if best <= last_up < worst or best < first_down <= worst:
        return Fate.UNDECIDED
    if worst <= last_up:
        return Fate.UP
    if best >= first_down:
        return Fate.DOWN
    return Fate.STAY
