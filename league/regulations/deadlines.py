"""Deadlines of a match: what is due when, which side is responsible, and the warning before."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from zoneinfo import ZoneInfo

from league.competition.season_rules.rules import LateRule, Payer, Regulations, Steps
from league.regulations.facts import BOTH_SIDES, FactSide, MatchFacts, earliest
from league.shared.moments import falls, has_passed, instant, later, moment_in_words
from league.shared.text import capitalised


class OffenceKind(StrEnum):
    """The kinds of offences. The values are stored in databases: they do not change."""

    LATE_RESULT = "late_result"
    MISSING_CARD = "missing_card"
    LATE_POSTPONEMENT = "late_postponement"
    NO_NEW_DATE = "no_new_date"
    LATE_REPLAY = "late_replay"
    LATE_START = "late_start"
    WALKOVER = "walkover"

    @property
    def words(self) -> str:
        return _WORDS[self]


_WORDS = {
    OffenceKind.LATE_RESULT: "late result",
    OffenceKind.MISSING_CARD: "missing sheet",
    OffenceKind.LATE_POSTPONEMENT: "late postponement",
    OffenceKind.NO_NEW_DATE: "new date not agreed",
    OffenceKind.LATE_REPLAY: "match not played in time",
    OffenceKind.LATE_START: "late start",
    OffenceKind.WALKOVER: "walkover",
}

DUE = {
    OffenceKind.LATE_RESULT: "the result must be in",
    OffenceKind.MISSING_CARD: "the sheet must be in",
    OffenceKind.NO_NEW_DATE: "a new date must be agreed",
    OffenceKind.LATE_REPLAY: "the match must be played",
}
PAST_DUE = {
    OffenceKind.LATE_RESULT: "the result was due",
    OffenceKind.MISSING_CARD: "the sheet was due",
    OffenceKind.NO_NEW_DATE: "a new date was to be agreed",
    OffenceKind.LATE_REPLAY: "the match was to be played",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadline:
    """Something due in a match. Captains are warned from `warns_at`; `falls_at` is the last moment in time.

    `stage` is the place of its rule among those of its kind, from 1. `sides` are responsible; empty while the
    winner who should be is not known. `met_at` is when it was done, None if it has not been.
    `is_announced` says whether the season wants its captains written to before it falls.
    """

    match: int
    kind: OffenceKind
    stage: int
    pays: Payer
    sides: tuple[FactSide, ...]
    warns_at: datetime.datetime
    falls_at: datetime.datetime
    met_at: datetime.datetime | None
    penalties: Steps
    is_announced: bool = False

    @property
    def is_met(self) -> bool:
        return self.met_at is not None and not has_passed(self.falls_at, self.met_at)

    def is_broken(self, now: datetime.datetime) -> bool:
        """Return whether it has passed without being met; meeting it later changes nothing."""
        return has_passed(self.falls_at, now) and not self.is_met

    def is_warning(self, now: datetime.datetime) -> bool:
        """Return whether its captains should be warned now: the deadline is neither met nor past."""
        has_begun = not has_passed(now, self.warns_at)
        return has_begun and not has_passed(self.falls_at, now) and not self.is_met


def deadlines_of(match: MatchFacts, regulations: Regulations, zone: ZoneInfo) -> tuple[Deadline, ...]:
    """Return every deadline of a match under the season's regulations, the first to fall first."""
    deadlines = (
        *_result_and_card(match, regulations, zone),
        *_new_date(match, regulations, zone),
    )
    return tuple(
        sorted(
            deadlines,
            key=lambda deadline: (instant(deadline.falls_at), deadline.kind, deadline.stage, deadline.sides),
        )
    )


def what_threatens(deadline: Deadline, now: datetime.datetime, number: int | None = 1) -> str | None:
    """Return the warning to a captain; None before it is due, and when the deadline is met.

    `number` is which offence of the season it would be for the team; with None the warning names the cost of
    each.
    """
    if deadline.is_broken(now):
        return f"Overdue: {PAST_DUE[deadline.kind]} by {moment_in_words(deadline.falls_at)}."
    if not deadline.is_warning(now):
        return None
    sentence = f"{DUE[deadline.kind]} by {moment_in_words(deadline.falls_at)}"
    return f"{capitalised(sentence)}{_cost(deadline, number)}."


def _cost(deadline: Deadline, number: int | None) -> str:
    if not deadline.penalties.each:
        return ""
    who = deadline.sides[0].words if len(deadline.sides) == 1 else deadline.pays.words
    cost = deadline.penalties.words if number is None else deadline.penalties.at(number).words
    return f"; after that the sanction for {who} is {cost}"


def _result_and_card(match: MatchFacts, regulations: Regulations, zone: ZoneInfo) -> Iterator[Deadline]:
    """Yield the deadlines of result and scorecard, counted from the start of the match."""
    if match.starts_at is None:
        return
    for kind, rules, own, anybody in (
        (OffenceKind.LATE_RESULT, regulations.late_result, match.reports, match.result_at),
        (OffenceKind.MISSING_CARD, regulations.missing_card, match.cards, None),
    ):
        met = earliest((anybody, own.home, own.away))
        for stage, rule in enumerate(rules, start=1):
            if rule.pays is Payer.AT_FAULT:
                for side in BOTH_SIDES:
                    yield _deadline(kind, stage, rule, match, match.starts_at, own.of(side), (side,), zone)
            else:
                sides = _sides_named(rule.pays, match)
                yield _deadline(kind, stage, rule, match, match.starts_at, met, sides, zone)


def _new_date(match: MatchFacts, regulations: Regulations, zone: ZoneInfo) -> Iterator[Deadline]:
    """Yield the deadlines of a postponed match: to agree a date, and to be played."""
    if not match.put_offs:
        return
    last = match.put_offs[-1]
    agreed = None if match.starts_at is None else match.agreed_at or last.at
    for kind, rules, start, met in (
        (OffenceKind.NO_NEW_DATE, regulations.late_new_date, last.at, agreed),
        (OffenceKind.LATE_REPLAY, regulations.late_replay, match.put_offs[0].starts_at, match.starts_at),
    ):
        for stage, rule in enumerate(rules, start=1):
            at_fault = (last.by,) if last.by else BOTH_SIDES
            sides = at_fault if rule.pays is Payer.AT_FAULT else _sides_named(rule.pays, match)
            yield _deadline(kind, stage, rule, match, start, met, sides, zone)


def _sides_named(pays: Payer, match: MatchFacts) -> tuple[FactSide, ...]:
    """Return the sides a rule names; none if that is the winner, and none is known."""
    match pays:
        case Payer.HOME:
            return (FactSide.HOME,)
        case Payer.AWAY:
            return (FactSide.AWAY,)
        case Payer.WINNER:
            return (match.winner,) if match.winner else ()
        case _:
            return BOTH_SIDES


def _deadline(
    kind: OffenceKind,
    stage: int,
    rule: LateRule,
    match: MatchFacts,
    start: datetime.datetime,
    met: datetime.datetime | None,
    sides: tuple[FactSide, ...],
    zone: ZoneInfo,
) -> Deadline:
    """Return the deadline of a rule for a match. A walkover of the match meets it."""
    falls_at = falls(rule.due, start, zone)
    warns_at = instant(start)
    if rule.warning_hours is not None:
        warns_at = max(
            warns_at, instant(later(falls_at, datetime.timedelta(hours=-rule.warning_hours), zone))
        )
    return Deadline(
        match=match.match,
        kind=kind,
        stage=stage,
        pays=rule.pays,
        sides=sides,
        warns_at=warns_at.astimezone(zone),
        falls_at=falls_at,
        met_at=earliest((met, match.walkover.at if match.walkover else None)),
        penalties=rule.penalties,
        is_announced=rule.warning_hours is not None,
    )
