"""A captain's season on one page: their week, the next match, what follows, results."""

import datetime
from collections.abc import Mapping
from dataclasses import dataclass

from league.matches.selectors import league_clock
from league.models import CaptainLink, Enrolment
from league.overview.captain_agreements import agreements_of
from league.overview.captain_matches import OwnMatch, from_own_side, matches_of, owed_matches
from league.overview.captain_next import NextMatch, next_match
from league.overview.captain_week import CaptainWeek, WeekFacts, captain_week
from league.regulations.selectors.deadlines import RECENT, Clock, clocks_of
from league.scheduling.selectors.postponements import open_requests_of
from league.standings.selectors.match_lists import MatchLine, match_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptainSeason:
    """All that a captain's page shows."""

    enrolment: Enrolment
    clock: datetime.datetime
    week: CaptainWeek
    next_match: NextMatch | None
    to_come: tuple[OwnMatch, ...]
    results: tuple[MatchLine, ...]

    @property
    def today(self) -> datetime.date:
        return self.clock.date()


def captain_season(enrolment: Enrolment, *, now: datetime.datetime, players_link: str = "") -> CaptainSeason:
    """Return the season of a team as its captain sees it.

    Thirty-seven queries at most, however much it has played: two for the matches, one for those owed, one for
    requests, three for deadlines, fourteen for what is being agreed, eleven for the next match, and five
    for logs, slips and reminders.
    """
    matches, clock = matches_of(enrolment), league_clock(enrolment.season.league, now)
    lines = match_lines(matches)
    keys = owed_matches(lines, clock)
    owed = [line for line in lines if line.outcome.match in keys]
    agreements = agreements_of((line.outcome.match for line in lines), enrolment.season.rule_book)
    running = [line for line in lines if line.outcome.match in agreements.matches]
    settled_later = keys | agreements.matches
    open_lines = [line for line in lines if not line.is_over]
    undated = [line for line in open_lines if line.date is None]
    lately = [line for line in lines if _is_recent(line, clock)]
    due = clocks_of([*owed, *undated, *lately], now, in_public=True)
    requests = open_requests_of(matches, today=clock.date())
    requested = {request.match.pk for request in requests}
    to_come = [
        line
        for line in open_lines
        if line.date and line.date >= clock.date() and line.outcome.match not in settled_later
    ]
    unreported = [line for line in owed if line.outcome.match not in agreements.matches]
    following = _next(to_come, unreported, clock.date())

    def own(line: MatchLine) -> OwnMatch:
        return _own(line, enrolment, due)

    prepared = next_match(own(following), enrolment, players_link) if following else None
    facts = WeekFacts(
        enrolment=enrolment,
        clock=clock,
        agreements=agreements,
        running=tuple(own(line) for line in running),
        # Tonight's match is still being played.
        owed=tuple(own(line) for line in unreported if line.date != clock.date()),
        undated=tuple(own(line) for line in undated if line.outcome.match not in requested),
        played=tuple(own(line) for line in lately),
        requests=requests,
        following=prepared,
    )
    return CaptainSeason(
        enrolment=enrolment,
        clock=clock,
        week=captain_week(facts),
        next_match=prepared,
        to_come=tuple(own(line) for line in to_come if line is not following),
        results=tuple(line for line in reversed(lines) if line.is_over),
    )


def live_link(enrolment: Enrolment) -> CaptainLink | None:
    """Return the link of a captain that opens their page now. One query."""
    return CaptainLink.objects.live().filter(enrolment=enrolment).first()


def _is_recent(line: MatchLine, clock: datetime.datetime) -> bool:
    """Return whether a match has a result and was played so lately that its slips may still be wanted."""
    return line.is_played and line.date is not None and clock.date() - line.date <= RECENT


def _next(to_come: list[MatchLine], owed: list[MatchLine], today: datetime.date) -> MatchLine | None:
    """Tonight's match stays the next one while it is played; else the first that is to come."""
    return next(iter([*[line for line in owed if line.date == today], *to_come]), None)


def _own(line: MatchLine, enrolment: Enrolment, due: Mapping[int, tuple[Clock, ...]]) -> OwnMatch:
    return from_own_side(line, enrolment.team_id, due.get(line.outcome.match, ()))
