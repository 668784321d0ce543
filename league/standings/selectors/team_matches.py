"""Matches as one team saw them, the meetings of two teams, and the form of both."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from league.matches.outcomes import TeamKey
from league.models import Match
from league.standings.records import FORM_LENGTH, TeamMatchResult, TeamRecord, add_up
from league.standings.selectors.match_lists import MatchLine, NamedLink, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMatch:
    """A match as one of its teams saw it. `own` and `other` are None until it counts in the standings."""

    line: MatchLine
    is_home: bool
    opponent: NamedLink
    own: TeamMatchResult | None
    other: TeamMatchResult | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """What two teams have played against each other in any season, and how each has done in this one.

    `played` has the latest first and `to_come` the earliest. The records are those of the meetings alone; the
    forms are the latest matches of each in the division, the latest first.
    """

    played: tuple[MatchLine, ...]
    to_come: tuple[MatchLine, ...]
    records: tuple[TeamRecord, TeamRecord]
    forms: tuple[tuple[TeamMatch, ...], tuple[TeamMatch, ...]]

    @property
    def latest(self) -> tuple[MatchLine, ...]:
        """The last five."""
        return self.played[:FORM_LENGTH]


def team_match(line: MatchLine, team: TeamKey) -> TeamMatch:
    """Return the match as this team, which plays in it, saw it."""
    is_home = line.home.key == team
    shares = (line.home_share, line.away_share)
    own, other = shares if is_home else reversed(shares)
    opponent = line.away if is_home else line.home
    return TeamMatch(line=line, is_home=is_home, opponent=opponent, own=own, other=other)


def team_record(matches: Iterable[TeamMatch], team: TeamKey, name: str) -> TeamRecord:
    """Return the sum of matches that one team played, given the earliest first."""
    shares = (match.own for match in matches if match.own is not None)
    return add_up(team, name, shares, (), is_withdrawn=False)


def meetings_of(first: NamedLink, second: NamedLink, *, division: int | None) -> Meetings:
    """Return the meetings of two teams in all seasons, and the form of both in the division of that key.

    The two queries of `match_lines`, however many matches there are.
    """
    pair = (first.key, second.key)
    between = Q(home__in=pair, away__in=pair)
    lately = Q(division=division) & (Q(home__in=pair) | Q(away__in=pair))
    lines = match_lines(Match.objects.filter(between | lately))
    met = [line for line in lines if {line.home.key, line.away.key} == set(pair)]
    return Meetings(
        played=tuple(line for line in reversed(met) if line.is_played),
        to_come=tuple(line for line in met if not line.is_over),
        records=(_record(met, first), _record(met, second)),
        forms=(_form(lines, first.key, division), _form(lines, second.key, division)),
    )


def _record(lines: Iterable[MatchLine], team: NamedLink) -> TeamRecord:
    return team_record((team_match(line, team.key) for line in lines), team.key, team.name)


def _form(lines: Iterable[MatchLine], team: TeamKey, division: int | None) -> tuple[TeamMatch, ...]:
    played = [
        team_match(line, team)
        for line in lines
        if line.is_played and line.division.pk == division and team in (line.home.key, line.away.key)
    ]
    return tuple(reversed(played[-FORM_LENGTH:]))
