"""A season's regulations as one value: what is due when, what is allowed, and what it costs if not.

The defaults regulate nothing. Every number is some league's; none is ours.

What an offence costs, as a value that adds up. Nothing is taken from anybody here.
"""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from league.competition.season_rules.people import People
from league.shared.moments import Due, Duration
from league.shared.text import counted, listed


class PostponementEffect(StrEnum):
    """What comes of asking for a postponement with so much notice."""

    MOVED = "moved"
    MATCH_GIVEN = "match_given"
    REFUSED = "refused"


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


PENCE_A_POUND = 100
HALVES_A_POINT = 2


class Payer(StrEnum):
    """Who answers for something not done in time."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"
    WINNER = "winner"
    AT_FAULT = "at_fault"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """Match points taken (in halves), a fine (in pence), games or tables lost, the match lost.

    Nothing of all that is a warning, which counts as an offence all the same.
    """

    halves: int = 0
    pence: int = 0
    games: int = 0
    tables: int = 0
    match: bool = False

    def __add__(self, other: "Sanction") -> "Sanction":
        return Sanction(
            halves=self.halves + other.halves,
            pence=self.pence + other.pence,
            games=self.games + other.games,
            tables=self.tables + other.tables,
            match=self.match or other.match,
        )

    def times(self, number: int) -> "Sanction":
        """Return the penalty so many times over; no times is none."""
        return summed([self] * number)

    @property
    def is_nothing(self) -> bool:
        return self == WARNING

    @property
    def in_play(self) -> str:
        """What is lost in play, in words: the match, two tables; nothing of the kind is empty."""
        lost = replace(self, halves=0, pence=0)
        return "" if lost.is_nothing else lost.words

    @property
    def words(self) -> str:
        """2 points and £5; a warning."""
        parts = [
            _counted(self.halves, points_in_words(self.halves)),
            _counted(self.tables, counted(self.tables, "table")),
            _counted(self.games, counted(self.games, "game")),
            "the match" if self.match else "",
            _counted(self.pence, pounds(self.pence)),
        ]
        texts = [part for part in parts if part]
        return listed(texts) if texts else "a warning"


WARNING = Sanction()


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStep:
    """What a side loses that is late: past so many minutes or a clock time, and again `every` so many."""

    minutes: int = 0
    at: datetime.time | None = None
    every: int | None = None
    penalty: Sanction = WARNING

    def __post_init__(self) -> None:
        if self.at is not None and self.minutes:
            raise ValueError(
                "a late start counts from minutes after time or from a clock time, not from both"
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class IneligiblePlayer:
    """What an ineligible player costs, found afterwards: what is re-awarded, and what they cost.

    With `keeps_score` the other side keeps the score it won, where that is better than a walkover's.
    """

    reaward: Reaward = Reaward.NOTHING
    keeps_score: bool = False
    a_player: Sanction = WARNING
    a_game_won: Sanction = WARNING


@dataclass(frozen=True, slots=True)
class Steps:
    """What the first offence of a season costs, the second, and so on; the last is for all that follow.

    No steps: the rule stands, and breaking it costs nothing by itself.
    """

    each: tuple[Sanction, ...] = ()

    @classmethod
    def of(cls, *each: Sanction) -> Self:
        return cls(each)

    def at(self, number: int) -> Sanction:
        """Return what the offence of that number costs, counted from 1."""
        return self.each[min(number, len(self.each)) - 1] if self.each else WARNING

    @property
    def words(self) -> str:
        """A warning the first time, £5 the second time and 2 points after that; empty without steps."""
        *first, last = [step.words for step in self.each] or [""]
        if not first:
            return last
        times = ("the first time", "the second time", "the third time")
        texts = [
            f"{step} {times[turn] if turn < len(times) else 'the time after that'}"
            for turn, step in enumerate(first)
        ]
        return listed([*texts, f"{last} after that"])


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeBand:
    """What holds for a postponement asked for with at least so much notice; None: with any."""

    notice: Duration | None = None
    effect: PostponementEffect = PostponementEffect.MOVED
    penalties: Steps = field(default_factory=Steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class Postponements:
    """When a match may be postponed. Bands are read in order, the longest notice first; past them all, no.

    `limit` is how many a team may ask for in a season. For one of the `excuses` no notice is asked, and it
    costs nothing. No bands: notice is not regulated.
    """

    bands: tuple[NoticeBand, ...] = ()
    opponent_may_refuse: bool = False
    limit: int | None = None
    excuses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Regulations:
    """What a league asks of its teams in a season. A list may hold several rules: £2 on Monday, then £3 more.

    late_result          the result, counted from the start of the match
    missing_card         the scorecard, likewise
    one_report_stands    how long after its coming in one side's report stands, if the other sends none
    postponements        notice, refusal, and how many
    late_new_date        a new date agreed, counted from when the match was postponed
    late_replay          the match played, counted from its first date
    late_start           not ready at the time of the match
    walkover             not turned up, or the match given
    short_teams          too few players
    ineligible_player    somebody played who should not have
    people               who may play: registration, transfers, helping out, playing up, cups
    """

    late_result: tuple[LateRule, ...] = ()
    missing_card: tuple[LateRule, ...] = ()
    one_report_stands: Duration | None = None
    postponements: Postponements | None = None
    late_new_date: tuple[LateRule, ...] = ()
    late_replay: tuple[LateRule, ...] = ()
    late_start: tuple[LateStep, ...] = ()
    walkover: Steps = field(default_factory=Steps)
    short_teams: ShortTeams | None = None
    ineligible_player: IneligiblePlayer | None = None
    people: People = field(default_factory=People)


def summed(penalties: Iterable[Sanction]) -> Sanction:
    return sum(penalties, start=WARNING)


def pounds(pence: int) -> str:
    """£5, £7.50, -£2."""
    whole, rest = divmod(abs(pence), PENCE_A_POUND)
    return f"{'-' if pence < 0 else ''}£{whole}{f'.{rest:02}' if rest else ''}"


def points_in_words(halves: int) -> str:
    """Half a point, 1 point, 2½ points."""
    whole, half = divmod(halves, HALVES_A_POINT)
    if half and not whole:
        return "half a point"
    return f"{whole}{'½' if half else ''} point{'' if halves == HALVES_A_POINT else 's'}"


def _counted(number: int, words: str) -> str:
    return words if number else ""
