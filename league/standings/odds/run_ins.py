"""The odds of every final place: what is left of a season, played by chance many times.

In each run the strengths are drawn from what they may be (`strengths`), every match to come from matches of
such strengths (`sample_matches`), and the table is made by the season's own criteria. Nothing here decides
what is possible or certain: that is `league.standings.prospects`, and every run ends within it.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from league.competition.tie_breaks import NOTHING_AGAINST, Among, Criterion
from league.matches.outcomes import TeamKey
from league.standings.counting import CountedSeason
from league.standings.odds.sample_matches import FIGURES, SampleMatches, sample_matches
from league.standings.odds.strengths import Floats, PlayedEvidence, evidence_of, spread_of, strengths_of
from league.standings.ranking import Meetings, in_order, meetings_of
from league.standings.records import TeamRecord
from league.standings.rows import StandingsRow
from league.standings.scheme import Scheme

Whole = NDArray[np.int32]

RUNS = 10_000
WORLDS = 1_000
"""How many of the runs' strengths the chances of a single match are taken over."""
HUNDRED = 100
EARNED = FIGURES.index("earned")


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchChances:
    """How often out of a hundred home wins, nobody does, and away does."""

    home: int
    drawn: int
    away: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Odds:
    """Chances out of a hundred: of each place, by team, the first place first; and of each match."""

    places: Mapping[TeamKey, tuple[int, ...]]
    matches: Mapping[tuple[TeamKey, TeamKey], MatchChances]
    runs: int


def odds_of(season: CountedSeason, rows: Iterable[StandingsRow], scheme: Scheme, *, runs: int = RUNS) -> Odds:
    """Return the odds of a season that has matches to come, for every team that has not withdrawn.

    Asked again of the same season, the answer is remembered; the same results give the same odds anywhere.
    """
    form = scheme.form
    played = [counted.outcome for counted in season.counted]
    spread = spread_of(played, form)
    evidence = (evidence_of(outcome, form, spread) for outcome in played)
    records = [row.record for row in rows if not row.record.is_withdrawn]
    teams = [record.team for record in records]
    # Teams are called by their places and matches sorted: keys of a database differ in every copy.
    at = {team: number for number, team in enumerate(teams)}
    question = _Question(
        records=tuple(
            replace(record, team=number, earned=record.match_points, adjustments=())
            for number, record in enumerate(records)
        ),
        to_come=tuple(sorted((at[match.home], at[match.away]) for match in season.to_come)),
        evidence=tuple(
            sorted(
                replace(match, home=at[match.home], away=at[match.away])
                for match in evidence
                if match and match.home in at and match.away in at
            )
        ),
        spread=spread,
        scheme=scheme,
        met=tuple(_met(season, scheme, at)),
        runs=runs,
    )
    odds = _odds(question)
    return Odds(
        places={team: odds.places[number] for team, number in at.items()},
        matches={(teams[home], teams[away]): chances for (home, away), chances in odds.matches.items()},
        runs=odds.runs,
    )


Met = tuple[TeamKey, TeamKey, int]
"""A team, its opponent, and the halves of match points their match gave the team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """All that the answer depends on."""

    records: tuple[TeamRecord, ...]
    to_come: tuple[tuple[TeamKey, TeamKey], ...]
    evidence: tuple[PlayedEvidence, ...]
    spread: float
    scheme: Scheme
    met: tuple[tuple[Among, tuple[Met, ...]], ...]
    runs: int

    @property
    def seed(self) -> int:
        return int.from_bytes(hashlib.sha256(repr(self).encode()).digest()[:8])


def _met(
    season: CountedSeason, scheme: Scheme, at: Mapping[TeamKey, int]
) -> Iterator[tuple[Among, tuple[Met, ...]]]:
    matches = {Among.MATCHES: season.counted, Among.PLAY_OFFS: season.play_offs}
    for among in Among:
        if any(criterion.among is among for criterion in scheme.criteria):
            meetings = meetings_of(matches[among])
            yield (
                among,
                tuple(
                    sorted(
                        (at[team], at[other], halves)
                        for team, of_team in meetings.items()
                        for other, halves in of_team
                        if team in at and other in at
                    )
                ),
            )


# As with prospects: a table changes once a result, and is looked at by everybody until the next.
@lru_cache(maxsize=64)
def _odds(question: _Question) -> Odds:
    rng = np.random.default_rng(question.seed)
    teams = tuple(record.team for record in question.records)
    strengths = strengths_of(teams, question.evidence)
    sample = sample_matches(question.scheme.form, question.spread)
    worlds = strengths.draw(question.runs, rng)
    places = _Runs(question, sample, worlds, rng).places()
    counts = [np.bincount(of_team - 1, minlength=len(teams)) for of_team in places.T]
    return Odds(
        places={team: _out_of_hundred(count) for team, count in zip(teams, counts, strict=True)},
        matches=_match_chances(teams, rng.permutation(worlds)[:WORLDS], sample),
        runs=question.runs,
    )


def _match_chances(
    teams: Sequence[TeamKey], worlds: Floats, sample: SampleMatches
) -> dict[tuple[TeamKey, TeamKey], MatchChances]:
    chances = {}
    for at, home in enumerate(teams):
        for other, away in enumerate(teams):
            if home != away:
                difference = worlds[:, at] - worlds[:, other] + worlds[:, -1]
                likely = sample.results[sample.nearest(difference)].mean(axis=0)
                won, drawn, lost = _out_of_hundred(likely)
                chances[home, away] = MatchChances(home=won, drawn=drawn, away=lost)
    return chances


def _out_of_hundred(shares: NDArray[Any]) -> tuple[int, ...]:
    """Return the shares in whole numbers that add up to a hundred, as near as can be."""
    exact = shares * (HUNDRED / shares.sum())
    whole = np.floor(exact).astype(int)
    missing = HUNDRED - whole.sum()
    most_cut = np.argsort(whole - exact, kind="stable")
    whole[most_cut[:missing]] += 1
    return tuple(map(int, whole))


class _Runs:
    """Every run of one season: a record for each team whose figures are arrays, an entry for each run."""

    def __init__(
        self, question: _Question, sample: SampleMatches, worlds: Floats, rng: np.random.Generator
    ) -> None:
        self.question = question
        teams = [record.team for record in question.records]
        at = {team: number for number, team in enumerate(teams)}
        added = {team: np.zeros((len(worlds), len(FIGURES)), dtype=np.int32) for team in teams}
        self.sample = sample
        self.drawn = []
        of_home, of_away = np.ascontiguousarray(sample.figures.swapaxes(0, 1))
        figures = np.empty((len(worlds), len(FIGURES)), dtype=np.int32)
        for home, away in question.to_come:
            difference = worlds[:, at[home]] - worlds[:, at[away]] + worlds[:, -1]
            dealt = rng.integers(sample.dealt.shape[1], size=len(worlds))
            drawn = sample.dealt[sample.nearest(difference), dealt]
            # In place and "clip", which no number needs: eight times as fast as by an index.
            added[home] += np.take(of_home, drawn, axis=0, out=figures, mode="clip")
            added[away] += np.take(of_away, drawn, axis=0, out=figures, mode="clip")
            self.drawn.append(drawn)
        busy = {team for match in question.to_come for team in match}
        self.records = {
            record.team: _with_runs(record, added[record.team], sample.unknown if record.team in busy else ())
            for record in question.records
        }

    def places(self) -> Whole:
        """Return the place of each team (in the order of the records) in each run; level ones share it."""
        keys, further = self._keys()
        order = np.lexsort(keys[::-1], axis=-1)
        ranked = [np.take_along_axis(key, order, axis=-1) for key in keys]
        is_new = np.any([key[:, 1:] != key[:, :-1] for key in ranked], axis=0)
        starts = np.concatenate([np.ones((len(order), 1), dtype=bool), is_new], axis=1)
        rows = np.arange(1, order.shape[1] + 1)
        shared = np.maximum.accumulate(np.where(starts, rows, 0), axis=1)
        places = np.empty_like(shared)
        np.put_along_axis(places, order, shared, axis=-1)
        if further:
            for run in np.flatnonzero(~starts.all(axis=1)):
                self._separate(int(run), places[run], further)
        return places

    def _keys(self) -> tuple[list[NDArray[Any]], tuple[Criterion, ...]]:
        """Return the figures teams are ranked by, the least first, and the criteria from which on a group of
        level teams has to be asked.
        """
        criteria = [criterion for criterion in self.question.scheme.criteria if self._is_asked(criterion)]
        keys: list[NDArray[Any]] = []
        for number, criterion in enumerate(criteria):
            figures = [_figure(criterion, record) for record in self.records.values()]
            if criterion.among or any(figure is None for figure in figures):
                return keys, tuple(criteria[number:])
            column = np.stack(np.broadcast_arrays(*figures, np.zeros(self.question.runs))[:-1], axis=-1)
            keys.append(column if criterion.is_fewest else -column)
        return keys, ()

    def _is_asked(self, criterion: Criterion) -> bool:
        """Return whether it can separate anybody: nothing does whose figure is known of one team at most."""
        if criterion.among:
            return True
        known = [_figure(criterion, record) is not None for record in self.records.values()]
        return sum(known) > 1

    def _separate(self, run: int, places: Whole, criteria: tuple[Criterion, ...]) -> None:
        """Ask level teams of one run further, as the table does, and set their places."""
        teams = list(self.records)
        for place in set(places.tolist()):
            level = [team for team, own in zip(teams, places, strict=True) if own == place]
            if len(level) < 2:
                continue
            records = [_of_run(self.records[team], run) for team in level]
            above = place
            for group in in_order(records, criteria, self._meetings(run, set(level))):
                for record in group.records:
                    places[teams.index(record.team)] = above
                above += len(group.records)

    def _meetings(self, run: int, level: set[TeamKey]) -> Meetings:
        """Return what level teams had of each other, played and by this run."""
        meetings: dict[Among, dict[TeamKey, list[tuple[TeamKey, int]]]] = {}
        for among, met in self.question.met:
            among_level = [meeting for meeting in met if meeting[0] in level and meeting[1] in level]
            if among is Among.MATCHES:
                for (home, away), drawn in zip(self.question.to_come, self.drawn, strict=True):
                    if home in level and away in level:
                        ours, theirs = self.sample.figures[drawn[run], :, EARNED].tolist()
                        among_level += [(home, away, ours), (away, home, theirs)]
            meetings[among] = {team: [] for team in level}
            for team, other, own in among_level:
                meetings[among][team].append((other, own))
        return meetings


def _with_runs(record: TeamRecord, added: Whole, unknown: Iterable[str]) -> TeamRecord:
    figures: dict[str, Any] = {}
    for name, column in zip(FIGURES, added.T, strict=True):
        now = getattr(record, name)
        figures[name] = None if now is None or name in unknown else now + column
    return replace(record, **figures)


def _of_run(record: TeamRecord, run: int) -> TeamRecord:
    """Return the record as it is after one run."""
    figures: dict[str, Any] = {}
    for name in FIGURES:
        column = getattr(record, name)
        figures[name] = None if column is None else int(column[run])
    return replace(record, **figures)


def _figure(criterion: Criterion, record: TeamRecord) -> Any:
    """Return the figures of a team in all runs; None if they are not known."""
    if criterion.is_ratio:
        own, other = record.score_for, record.score_against
        if own is None or other is None:
            return None
        return np.divide(own, other, out=np.full(np.shape(own), NOTHING_AGAINST), where=other != 0)
    return criterion.figure(record) if criterion.figure else None
