"""Postponements: whether a match may be put off, what that costs, and by when it must be played."""

import datetime
from dataclasses import dataclass
from enum import StrEnum
from zoneinfo import ZoneInfo

from league.regulations.moments import falls, has_passed, instant, last_notice, local, said
from league.regulations.penalties import WARNING, Penalty, Steps
from league.regulations.rules import Effect, LateRule, NoticeBand, Postponements, Regulations
from scoring.prose.words import count


class Answer(StrEnum):
    """What the rule says to a request. The secretary has the last word."""

    ALLOWED = "allowed"
    WITH_PENALTY = "with_penalty"
    MATCH_GIVEN = "match_given"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class PostponementVerdict:
    """The rule's answer, the penalty that goes with it, and the reason in a sentence.

    `agree_by` and `replay_by` are the last moments for a new date to be agreed and for the match to be
    played; None where the season sets none.
    """

    answer: Answer
    penalty: Penalty
    reason: str
    opponent_may_refuse: bool = False
    agree_by: datetime.datetime | None = None
    replay_by: datetime.datetime | None = None


def postponement_verdict(
    asked_at: datetime.datetime,
    starts_at: datetime.datetime,
    regulations: Regulations,
    zone: ZoneInfo,
    *,
    before: int = 0,
    late_before: int = 0,
    because: str = "",
    first_start: datetime.datetime | None = None,
) -> PostponementVerdict:
    """What the season's rule says to a request to put a match off.

    Args:
        before: how many matches the team put off this season already.
        late_before: how many of those counted as late postponements (`offences`).
        because: one of the season's excuses, if it is one.
        first_start: when the match should have been played at first, if it was moved before.
    """
    rule = regulations.postponements or Postponements()
    if has_passed(starts_at, asked_at) or instant(starts_at) == instant(asked_at):
        return _refused(
            f"The match was to start at {said(local(starts_at, zone))}; it is too late to put it off."
        )
    excused = is_excused(because, rule)
    if rule.limit is not None and before >= rule.limit and not excused:
        return _refused(
            f"A team may put off {count(rule.limit)} in a season; this one has had {count(before)}."
        )
    band = NoticeBand() if excused else band_for(asked_at, starts_at, rule, zone)
    if band is None or band.effect is Effect.REFUSED:
        return _refused(_too_late(starts_at, rule, zone))
    penalty = what_it_costs(band).at(late_before + 1)
    if band.effect is Effect.MATCH_GIVEN:
        reason = f"With so little notice the match is given: {penalty.words}."
        return PostponementVerdict(answer=Answer.MATCH_GIVEN, penalty=penalty, reason=reason)
    is_free = not what_it_costs(band).each
    return PostponementVerdict(
        answer=Answer.ALLOWED if is_free else Answer.WITH_PENALTY,
        penalty=penalty,
        reason=_allowed(because if excused else "", penalty, is_free),
        opponent_may_refuse=rule.opponent_may_refuse,
        agree_by=_first(regulations.late_new_date, asked_at, zone),
        replay_by=replay_by(first_start or starts_at, regulations, zone),
    )


def replay_by(
    first_start: datetime.datetime, regulations: Regulations, zone: ZoneInfo
) -> datetime.datetime | None:
    """The last moment at which a match that is put off may be played; None where the season sets none."""
    return _first(regulations.late_replay, first_start, zone)


def band_for(
    asked_at: datetime.datetime, starts_at: datetime.datetime, rule: Postponements, zone: ZoneInfo
) -> NoticeBand | None:
    """The first band of which enough notice was given; None if there was too little for any."""
    if not rule.bands:
        return NoticeBand()
    enough = (
        band
        for band in rule.bands
        if band.notice is None or not has_passed(last_notice(band.notice, starts_at, zone), asked_at)
    )
    return next(enough, None)


def what_it_costs(band: NoticeBand) -> Steps:
    """The steps of a band; where the match is given, it is lost at each of them."""
    if band.effect is not Effect.MATCH_GIVEN:
        return band.penalties
    return Steps(tuple(step + Penalty(match=True) for step in band.penalties.each or (WARNING,)))


def is_excused(because: str, rule: Postponements) -> bool:
    return because.casefold() in (excuse.casefold() for excuse in rule.excuses)


def _refused(reason: str) -> PostponementVerdict:
    return PostponementVerdict(answer=Answer.REFUSED, penalty=WARNING, reason=reason)


def _too_late(starts_at: datetime.datetime, rule: Postponements, zone: ZoneInfo) -> str:
    """Until when it could have been asked: the shortest notice that moves the match."""
    ends = [
        last_notice(band.notice, starts_at, zone)
        for band in rule.bands
        if band.effect is not Effect.REFUSED and band.notice is not None
    ]
    if not ends:
        return "The season's rules let no match be put off."
    return f"This match could be put off until {said(max(ends, key=instant))}, not later."


def _allowed(excuse: str, penalty: Penalty, is_free: bool) -> str:
    if excuse:
        return f"The season's rules excuse it: {excuse}."
    if is_free:
        return "The season's rules allow it."
    return f"The season's rules allow it with so little notice, but at a price: {penalty.words}."


def _first(rules: tuple[LateRule, ...], after: datetime.datetime, zone: ZoneInfo) -> datetime.datetime | None:
    """The first of some deadlines to fall."""
    return min((falls(rule.due, after, zone) for rule in rules), key=instant, default=None)
