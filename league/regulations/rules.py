"""A season's regulations as one value: what is due when, what is allowed, and what it costs if not.

The defaults regulate nothing. Every number is some league's; none is ours.
"""

import datetime
from dataclasses import dataclass, field
from enum import StrEnum

from league.regulations.moments import Due, Span
from league.regulations.penalties import WARNING, Payer, Penalty, Steps
from league.regulations.people import People


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRule:
    """Something due by a moment, who answers for it, and what it costs if it is late.

    With `pays` at fault each side owes its own (its own report, its own card) and answers for itself;
    otherwise one from anybody is enough. `warning_hours` before the moment the captain is warned; without
    it, as soon as the clock starts.
    """

    due: Due
    pays: Payer = Payer.AT_FAULT
    warning_hours: int | None = None
    penalties: Steps = field(default_factory=Steps)


class Effect(StrEnum):
    """What comes of asking for a postponement with so much notice."""

    MOVED = "moved"
    MATCH_GIVEN = "match_given"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeBand:
    """What holds for a postponement asked for with at least so much notice; None: with any."""

    notice: Span | None = None
    effect: Effect = Effect.MOVED
    penalties: Steps = field(default_factory=Steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Postponements:
    """When a match may be put off. Bands are read in order, the longest notice first; past them all, no.

    `limit` is how many a team may ask for in a season. For one of the `excuses` no notice is asked, and it
    costs nothing. No bands: notice is not regulated.
    """

    bands: tuple[NoticeBand, ...] = ()
    opponent_may_refuse: bool = False
    limit: int | None = None
    excuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStep:
    """What a side loses that is late: past so many minutes or a clock time, and again `every` so many."""

    minutes: int = 0
    at: datetime.time | None = None
    every: int | None = None
    penalty: Penalty = WARNING

    def __post_init__(self) -> None:
        if self.at is not None and self.minutes:
            raise ValueError(
                "a late start counts from minutes after time or from a clock time, not from both"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTeams:
    """Below `minimum` players a side gives the match; else the last tables it cannot fill.

    `may_repeat` of its players may play at more than one table, at up to `turns` each. With fewer than
    `minimum_to_win` a side plays but cannot win the match.
    """

    minimum: int = 1
    may_repeat: int = 0
    turns: int = 2
    minimum_to_win: int = 0


class Reaward(StrEnum):
    """What goes to the opponents when somebody played who should not have."""

    NOTHING = "nothing"
    TABLE = "table"
    MATCH = "match"


@dataclass(frozen=True, slots=True, kw_only=True)
class IneligiblePlayer:
    """What an ineligible player costs, found afterwards: what is re-awarded, and what he costs."""

    reaward: Reaward = Reaward.NOTHING
    a_player: Penalty = WARNING
    a_game_won: Penalty = WARNING


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """What a league asks of its teams in a season. A list may hold several rules: £2 on Monday, then £3 more.

    late_result          the result, counted from the start of the match
    missing_card         the scorecard, likewise
    one_report_stands    how long after its coming in one side's report stands, if the other sends none
    postponements        notice, refusal, and how many
    late_new_date        a new date agreed, counted from when the match was put off
    late_replay          the match played, counted from its first date
    late_start           not ready at the time of the match
    walkover             not turned up, or the match given
    short_teams          too few players
    ineligible_player    somebody played who should not have
    people               who may play: registration, transfers, helping out, playing up, cups
    """

    late_result: tuple[LateRule, ...] = ()
    missing_card: tuple[LateRule, ...] = ()
    one_report_stands: Span | None = None
    postponements: Postponements | None = None
    late_new_date: tuple[LateRule, ...] = ()
    late_replay: tuple[LateRule, ...] = ()
    late_start: tuple[LateStep, ...] = ()
    walkover: Steps = field(default_factory=Steps)
    short_teams: ShortTeams | None = None
    ineligible_player: IneligiblePlayer | None = None
    people: People = field(default_factory=People)
