"""Deadlines of the season's matches: what is due, offences to propose, and captains to warn."""

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from league.models import Match, Notice, Offence, Season
from league.people.selectors import CaptainContact, captains_of, sides_of
from league.regulations.deadlines import Deadline, OffenceKind, deadlines_of, what_threatens
from league.regulations.facts import FactSide, MatchFacts
from league.regulations.sanctions import ProposedOffence as Breach
from league.regulations.sanctions import offence_key, offences, rule_key
from league.regulations.selectors.match_facts import facts_of, season_facts, zone_of
from league.standings.selectors.match_lists import MatchLine

# Older offences were not regulated then, or are decided: they are not proposed again.
RECENT = datetime.timedelta(days=14)
NEW_DATE = frozenset({OffenceKind.NO_NEW_DATE, OffenceKind.LATE_REPLAY})
Broken = dict[tuple[int, str], list[int]]
"""The matches in which a team broke a rule, by team and rule, without waived offences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Something due in a match and not done: until when, and the warning.

    `sides` are those responsible; empty while the winner who should be is not known. `cost` is the penalty in
    words, empty if it costs nothing.
    """

    kind: OffenceKind
    sides: tuple[FactSide, ...]
    falls_at: datetime.datetime
    has_fallen: bool
    sentence: str
    cost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposals:
    """Offences to propose, with their matches, and undecided ones whose penalty or reason has changed."""

    season: Season
    matches: Mapping[int, Match]
    new: tuple[Breach, ...]
    changed: tuple[tuple[Offence, Breach], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeadlineWarning:
    """A captain to be deadline warning. `about` identifies the warning."""

    match: Match
    captain: CaptainContact
    about: str
    sentence: str


def clocks_of(
    lines: Iterable[MatchLine], now: datetime.datetime, *, in_public: bool = False
) -> dict[int, tuple[Clock, ...]]:
    """Return what is due in matches and not done, by match, the earliest first.

    In public each sentence says what every offence costs, not which one it would be for the team. Three
    queries, in public two; none where no season asks for anything.
    """
    match_lines = [
        line
        for line in lines
        if line.division.season.rule_book.regulations and not (line.void or line.decides_tie)
    ]
    if not match_lines:
        return {}
    facts = facts_of(match_lines)
    broken = None if in_public else _broken_rules({line.division.season_id for line in match_lines})
    return {
        line.outcome.match: tuple(_running(line, facts[line.outcome.match], now, broken))
        for line in match_lines
    }


def regulated_seasons(now: datetime.datetime) -> list[Season]:
    """Return the seasons being played that have regulations. One query."""
    begun = Season.objects.filter(is_finished=False, starts_on__lte=now.date() + datetime.timedelta(days=1))
    known = begun.select_related("rule_book", "league").order_by("id")
    return [season for season in known if season.rule_book.regulations]


def proposals_in(season: Season, now: datetime.datetime) -> Proposals:
    """Return the recent offences of a season to propose or change. Six queries.

    Let pass or never put before them, an offence counts for nothing and does not make the next a second.
    """
    known = Offence.objects.filter(season=season, match__isnull=False).select_related("match")
    rows = {_key(row): row for row in known}
    waived = {key for key, row in rows.items() if row.state == Offence.State.WAIVED}
    regulations, facts = season.rule_book.season_regulations(), season_facts(season)
    proposed_offences = offences(facts, regulations, now, zone_of(season), waived)
    old = {
        offence.key for offence in proposed_offences if offence.key not in rows and now - offence.at > RECENT
    }
    proposed_offences = offences(facts, regulations, now, zone_of(season), waived | old)
    new = tuple(offence for offence in proposed_offences if offence.key not in rows)
    undecided = [
        (row, proposed_offence)
        for proposed_offence in proposed_offences
        if (row := rows.get(proposed_offence.key))
        and row.state == Offence.State.PROPOSED
        and _reads_otherwise(row, proposed_offence)
    ]
    return Proposals(
        season=season,
        matches=_matches([offence.match for offence in new]),
        new=new,
        changed=tuple(undecided),
    )


def warnings_in(season: Season, now: datetime.datetime) -> list[DeadlineWarning]:
    """Return the captains to warn of deadlines ahead who were not warned yet. Eight queries at most.

    Where it is not known yet who answers for it, both captains are.
    """
    zone, regulations = zone_of(season), season.rule_book.season_regulations()
    due = [
        (facts, deadline)
        for facts in season_facts(season)
        for deadline in deadlines_of(facts, regulations, zone)
        if deadline.is_announced and deadline.is_warning(now) and deadline.met_at is None
    ]
    if not due:
        return []
    matches = _matches([facts.match for facts, _ in due])
    captains = captains_of([sides_of(match) for match in matches.values()])
    text_lists = set(Notice.objects.filter(match__in=matches, kind="warning").values_list("about", "to"))
    broken = _broken_rules({season.pk})
    warnings = []
    for facts, deadline in due:
        for side in deadline.sides or tuple(FactSide):
            match = matches[facts.match]
            captain = captains.get((match.division_id, facts.team(side)))
            about = f"{offence_key(_rule(deadline), match.pk, side)} {deadline.falls_at.isoformat()}"
            sentence = what_threatens(deadline, now, _number(deadline, facts, (side,), broken))
            if captain and captain.email and sentence and (about, captain.email) not in text_lists:
                warnings.append(DeadlineWarning(match=match, captain=captain, about=about, sentence=sentence))
    return warnings


# --- One deadline -----------------------------------------------------------------------------
def _running(
    line: MatchLine, facts: MatchFacts, now: datetime.datetime, broken: Broken | None
) -> Iterable[Clock]:
    """Yield the clocks that run: of the result from the day of the match on, of a new date until there is
    one.
    """
    season = line.division.season
    zone, regulations = zone_of(season), season.rule_book.season_regulations()
    today = now.astimezone(zone).date()
    has_come = facts.starts_at is not None and facts.starts_at.date() <= today
    for deadline in deadlines_of(facts, regulations, zone):
        if deadline.met_at is not None or not (has_come or deadline.kind in NEW_DATE):
            continue
        number = None if broken is None else _number(deadline, facts, deadline.sides, broken)
        shown = replace(deadline, warns_at=min(deadline.warns_at, now.astimezone(zone)))
        sentence = what_threatens(shown, now, number)
        if sentence:
            penalties = deadline.penalties
            yield Clock(
                kind=deadline.kind,
                sides=deadline.sides,
                falls_at=deadline.falls_at,
                has_fallen=deadline.is_broken(now),
                sentence=sentence,
                cost=penalties.at(number).words if number and penalties.each else penalties.words,
            )


def _rule(deadline: Deadline) -> str:
    return rule_key(deadline.kind, deadline.stage)


# --- Records of offences ----------------------------------------------------------------------
def _broken_rules(seasons: Collection[int]) -> Broken:
    rows: Broken = defaultdict(list)
    counted = Offence.objects.filter(season__in=seasons, match__isnull=False).exclude(
        state=Offence.State.WAIVED
    )
    for team, rule, match in counted.order_by().values_list("team", "kind", "match"):
        rows[team, rule].append(match or 0)
    return rows


def _number(deadline: Deadline, facts: MatchFacts, sides: Collection[FactSide], broken: Broken) -> int | None:
    """Return which offence of its kind this would be for the team; None if that differs between sides."""
    numbers = {
        1 + sum(match != facts.match for match in broken.get((facts.team(side), _rule(deadline)), ()))
        for side in sides
    }
    return numbers.pop() if len(numbers) == 1 else None


def _key(row: Offence) -> str:
    side = FactSide.HOME if row.match and row.match.home_id == row.team_id else FactSide.AWAY
    return offence_key(row.kind, row.match_id or 0, side)


def _reads_otherwise(row: Offence, breach: Breach) -> bool:
    penalty = breach.penalty
    values = (breach.number, penalty.halves, penalty.pence, penalty.in_play, breach.reason)
    return (row.number, row.halves, row.pence, row.in_play, row.reason) != values


def _matches(keys: Collection[int]) -> dict[int, Match]:
    matches = Match.with_ties.select_related("home", "away", "venue", "division__season__league")
    return matches.in_bulk(set(keys)) if keys else {}
