"""The order of teams: the season's criteria asked of those still level, one after the other.

A criterion asks a whole group of level teams at once. If it separates them, those that are still level
among themselves go on to the next; one that asks for the matches among the level teams is asked again of
each smaller group, whose matches are others. A figure unknown of one team of a group separates none of it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.competition.tie_breaks import Among, Criterion, Figure
from league.matches.outcomes import TeamKey
from league.standings.counting import Counted, CountedSeason
from league.standings.records import TeamRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionFigures:
    """A criterion asked of a group of level teams, and the figure of each. Empty if one is unknown."""

    criterion: Criterion
    group: tuple[TeamRecord, ...]
    figures: Mapping[TeamKey, Figure]

    @property
    def separates(self) -> bool:
        return len(set(self.figures.values())) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedTeams:
    """Teams that share a place, by name, and everything they were asked on the way to it, in order."""

    records: tuple[TeamRecord, ...]
    steps: tuple[CriterionFigures, ...]


Meetings = Mapping[Among, Mapping[TeamKey, Sequence[tuple[TeamKey, int]]]]
"""By what is asked for and by team: each opponent, and the halves of match points the match gave the team."""


def ranked(
    records: Iterable[TeamRecord], criteria: tuple[Criterion, ...], season: CountedSeason
) -> list[RankedTeams]:
    """Return the teams in order, the first first, those that share a place together."""
    matches = {Among.MATCHES: season.counted, Among.PLAY_OFFS: season.play_offs}
    asked = {criterion.among for criterion in criteria if criterion.among}
    return in_order(records, criteria, {among: meetings_of(matches[among]) for among in asked})


def in_order(
    records: Iterable[TeamRecord], criteria: tuple[Criterion, ...], meetings: Meetings
) -> list[RankedTeams]:
    """Return the same with the meetings that the criteria ask for."""
    # The name and the key only order the page: they give nobody a better place.
    by_name = tuple(sorted(records, key=lambda record: (record.name.casefold(), record.team)))
    ranks: list[RankedTeams] = []
    _order(by_name, criteria, (), meetings, ranks)
    return ranks


def meetings_of(counted: Iterable[Counted]) -> Mapping[TeamKey, Sequence[tuple[TeamKey, int]]]:
    """Return the matches that can count in a mini-league: those that gave something to both sides."""
    by_team: dict[TeamKey, list[tuple[TeamKey, int]]] = defaultdict(list)
    for match in counted:
        if match.home and match.away:
            by_team[match.outcome.home].append((match.outcome.away, match.home.half_points))
            by_team[match.outcome.away].append((match.outcome.home, match.away.half_points))
    return by_team


def _order(
    group: tuple[TeamRecord, ...],
    criteria: tuple[Criterion, ...],
    steps: tuple[CriterionFigures, ...],
    meetings: Meetings,
    ranks: list[RankedTeams],
) -> None:
    """Add the places of a group, level in everything asked so far, to those found."""
    if len(group) < 2 or not criteria:
        if group:
            ranks.append(RankedTeams(records=group, steps=steps))
        return
    now = ask(criteria[0], group, meetings)
    steps = (*steps, now)
    if not now.separates:
        # Nothing is asked after a play-off: it is played, and until then the place is shared.
        further = () if now.criterion.among is Among.PLAY_OFFS else criteria[1:]
        _order(group, further, steps, meetings, ranks)
        return
    again = criteria if now.criterion.among else criteria[1:]
    still_level: dict[Figure, list[TeamRecord]] = defaultdict(list)
    for record in group:
        still_level[now.figures[record.team]].append(record)
    for figure in sorted(still_level, reverse=not now.criterion.is_fewest):
        _order(tuple(still_level[figure]), again, steps, meetings, ranks)


def ask(criterion: Criterion, group: tuple[TeamRecord, ...], meetings: Meetings) -> CriterionFigures:
    """Return the figures of a group of teams under a criterion."""
    if criterion.among:
        figures = _mini_league(group, meetings[criterion.among])
    else:
        figures = _figures(group, criterion)
    return CriterionFigures(criterion=criterion, group=group, figures=figures)


def _figures(group: tuple[TeamRecord, ...], criterion: Criterion) -> dict[TeamKey, Figure]:
    figures = {record.team: criterion.figure(record) for record in group if criterion.figure}
    known = {team: figure for team, figure in figures.items() if figure is not None}
    return known if len(known) == len(group) else {}


def _mini_league(
    group: tuple[TeamRecord, ...], meetings: Mapping[TeamKey, Sequence[tuple[TeamKey, int]]]
) -> dict[TeamKey, Figure]:
    """Halves of match points of each team from the matches among them; nothing if there was none."""
    teams = {record.team for record in group}
    met = {team: [halves for other, halves in meetings.get(team, ()) if other in teams] for team in teams}
    if not any(met.values()):
        return {}
    return {record.team: sum(met[record.team]) for record in group}
