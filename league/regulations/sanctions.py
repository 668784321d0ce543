"""Offences of a season and the penalty of each by the regulations, as proposals to the secretary."""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from zoneinfo import ZoneInfo

from league.competition.season_rules.rules import WARNING, Regulations, Sanction, Steps
from league.matches.outcomes import TeamKey
from league.regulations.deadlines import PAST_DUE, Deadline, OffenceKind, deadlines_of
from league.regulations.facts import BOTH_SIDES, FactSide, MatchFacts, sides_at
from league.regulations.verdicts import band_for, is_excused, lateness, what_it_costs
from league.shared.moments import day_in_words, has_passed, instant, local, moment_in_words
from league.shared.text import capitalised


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedOffence:
    """An offence of a team: in which match, when, and its penalty, which the secretary may apply.

    `number` says which of its kind it is for the team this season: 1 is the first.
    """

    match: int
    team: TeamKey
    side: FactSide
    kind: OffenceKind
    stage: int
    at: datetime.datetime
    number: int
    penalty: Sanction
    reason: str

    @property
    def key(self) -> str:
        """Return its identifier in the season, as `late_result-1-204-h`."""
        return offence_key(self.rule, self.match, self.side)

    @property
    def rule(self) -> str:
        """Return the key of the rule that was broken, as stored offences have it: `late_result-1`."""
        return rule_key(self.kind, self.stage)


_Breach = tuple[ProposedOffence, Steps]


def rule_key(kind: OffenceKind, stage: int) -> str:
    """Return the key of a rule: its kind, and its place among those of the kind, from 1."""
    return f"{kind}-{stage}"


def offence_key(rule: str, match: int, side: str) -> str:
    """Return the identifier of an offence in its season."""
    return f"{rule}-{match}-{side}"


def offences(
    matches: Iterable[MatchFacts],
    regulations: Regulations,
    now: datetime.datetime,
    zone: ZoneInfo,
    waived: Collection[str] = (),
) -> tuple[ProposedOffence, ...]:
    """Return the offences of a season up to a moment, in the order of time.

    Args:
        matches: all matches of the season, in any order; each team's offences are counted over them.
        waived: keys of offences the secretary waived; they are left out and not counted.
    """
    breaches = [
        (breach, steps)
        for match in matches
        for breach, steps in _breaches(match, regulations, now, zone)
        if breach.key not in waived
    ]
    breaches.sort(
        key=lambda each: (instant(each[0].at), *attrgetter("match", "kind", "stage", "side")(each[0]))
    )
    numbers: Counter[tuple[TeamKey, OffenceKind, int]] = Counter()
    counted = []
    for breach, steps in breaches:
        numbers[_series(breach)] += 1
        counted.append(_numbered(breach, steps, numbers[_series(breach)]))
    return tuple(counted)


def _series(breach: ProposedOffence) -> tuple[TeamKey, OffenceKind, int]:
    """Return what it is counted with: each rule about a deadline by itself, anything else by its kind."""
    return breach.team, breach.kind, breach.stage if breach.kind in PAST_DUE else 0


def _numbered(breach: ProposedOffence, steps: Steps, number: int) -> ProposedOffence:
    """Return an offence with its number, and what it costs then."""
    penalty = steps.at(number)
    cost = f": {penalty.words}" if steps.each else ""
    reason = f"{capitalised(breach.reason)}. Number {number} of its kind this season{cost}."
    return replace(breach, number=number, penalty=penalty, reason=reason)


def _breaches(
    match: MatchFacts, regulations: Regulations, now: datetime.datetime, zone: ZoneInfo
) -> Iterator[_Breach]:
    for deadline in deadlines_of(match, regulations, zone):
        if deadline.is_broken(now):
            yield from _past_due(match, deadline, zone)
    for breach, steps in (
        *_put_off(match, regulations, zone),
        *_started_late(match, regulations, zone),
        *_walkover(match, regulations, zone),
    ):
        if not has_passed(now, breach.at):
            yield breach, steps


def _past_due(match: MatchFacts, deadline: Deadline, zone: ZoneInfo) -> Iterator[_Breach]:
    met = (
        f"that was at {moment_in_words(local(deadline.met_at, zone))}"
        if deadline.met_at
        else "that has not happened"
    )
    because = f"{PAST_DUE[deadline.kind]} by {moment_in_words(deadline.falls_at)}; {met}"
    for side in deadline.sides:
        yield _breach(
            match, side, deadline.kind, deadline.falls_at, deadline.penalties, because, deadline.stage
        )


def _put_off(match: MatchFacts, regulations: Regulations, zone: ZoneInfo) -> Iterator[_Breach]:
    """Yield the postponements requested so late that they cost something.

    Postponements by the league cost nothing.
    """
    rule = regulations.postponements
    if rule is None:
        return
    for turn, put_off in enumerate(match.put_offs, start=1):
        band = band_for(put_off.at, put_off.starts_at, rule, zone)
        if put_off.by is None or band is None or is_excused(put_off.because, rule):
            continue
        penalties = what_it_costs(band)
        if penalties.each:
            night = day_in_words(local(put_off.starts_at, zone).date())
            because = f"the match of {night} was postponed at {moment_in_words(local(put_off.at, zone))}"
            yield _breach(
                match, put_off.by, OffenceKind.LATE_POSTPONEMENT, put_off.at, penalties, because, turn
            )


def _started_late(match: MatchFacts, regulations: Regulations, zone: ZoneInfo) -> Iterator[_Breach]:
    for side in BOTH_SIDES:
        ready = match.ready.of(side)
        if ready is None or match.starts_at is None:
            continue
        late = lateness(match.starts_at, ready, regulations, zone)
        if late is not None:
            because = (
                f"{side.words} was ready at {moment_in_words(local(ready, zone))}, {late.words} after time"
            )
            yield _breach(match, side, OffenceKind.LATE_START, ready, Steps((late.penalty,)), because)


def _walkover(match: MatchFacts, regulations: Regulations, zone: ZoneInfo) -> Iterator[_Breach]:
    if match.walkover is None or not regulations.walkover.each:
        return
    because = f"the match was given on {day_in_words(local(match.walkover.at, zone).date())}"
    for side in sides_at(match.walkover.at_fault):
        yield _breach(match, side, OffenceKind.WALKOVER, match.walkover.at, regulations.walkover, because)


def _breach(
    match: MatchFacts,
    side: FactSide,
    kind: OffenceKind,
    at: datetime.datetime,
    penalties: Steps,
    because: str,
    stage: int = 1,
) -> _Breach:
    """Return an offence that is not numbered yet, and what each of its kind costs."""
    breach = ProposedOffence(
        match=match.match,
        team=match.team(side),
        side=side,
        kind=kind,
        stage=stage,
        at=at,
        number=0,
        penalty=WARNING,
        reason=because,
    )
    return breach, penalties
