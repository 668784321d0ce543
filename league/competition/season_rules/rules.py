"""A season's regulations as one value: what is due when, what is allowed, and what it costs if not.

The defaults regulate nothing. Every number is some league's; none is ours.

What an offence costs, as a value that adds up. Nothing is taken from anybody here.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any

from league.competition.season_rules.fields import (
    MOST_HOURS,
    MOST_MINUTES,
    MOST_NUMBER,
    MOST_PENCE,
    Choice,
    Clock,
    Deadline,
    Fields,
    Flag,
    Line,
    ListOf,
    Pence,
    Points,
    Span,
    Whole,
    setting,
)
from league.competition.season_rules.people import People
from league.shared.moments import (
    Due,
    Duration,
    Unit,
    clock_in_words,
    due_in_words,
    duration_in_words,
)
from league.shared.text import count, counted, in_halves, listed, pounds, times


class PostponementEffect(StrEnum):
    """What comes of asking for a postponement with so much notice."""

    MOVED = "moved"
    MATCH_GIVEN = "match_given"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShortTeams:
    """Below `minimum` players a side gives the match; else what it cannot fill: `given_first`, then the last.

    `may_repeat` of its players may play at more than one table, at up to `turns` each. With fewer than
    `minimum_to_win` a side plays but cannot win the match.
    """

    minimum: int = setting(
        Whole(0, MOST_NUMBER, typed_from=1),
        1,
        label="Fewest players for a match",
        help="With fewer, it is given.",
    )
    may_repeat: int = setting(Whole(0, MOST_NUMBER), 0, label="How many may play more than once")
    turns: int = setting(Whole(2, MOST_NUMBER), 2, label="At how many tables each", help="Empty: two.")
    minimum_to_win: int = setting(Whole(0, MOST_NUMBER), 0, label="Fewest players with whom it can be won")
    given_first: int | None = setting(
        Whole(1, MOST_NUMBER), None, label="Table that is given first", help="Empty: the last."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Turns:
    """How often a player may play in one match; not again before so many others of the side have played."""

    most: int = setting(
        Whole(1, MOST_NUMBER),
        label="Most games of one player in a match",
        help="Empty: not regulated.",
        missing="Say how many games one player may play.",
    )
    others_first: int = setting(
        Whole(0, MOST_NUMBER),
        0,
        label="Different players before anybody plays again",
        help="Empty: any order.",
    )

    @property
    def words(self) -> str:
        most = f"nobody plays more than {times(self.most)} in a match"
        first = f", nor again before {count(self.others_first)} different players of the side have played"
        return most + (first if self.others_first else "")


class Reaward(StrEnum):
    """What goes to the opponents when somebody played who should not have."""

    NOTHING = "nothing"
    TABLE = "table"
    MATCH = "match"


CountedIn = StrEnum("CountedIn", ["RINK", "BOARD", "FRAME", "LEG", "GAME"])
"""What a match is counted in where it is not in tables, or their games."""

HALVES_A_POINT = 2


class Payer(StrEnum):
    """Who answers for something not done in time."""

    HOME = "home"
    AWAY = "away"
    BOTH = "both"
    WINNER = "winner"
    AT_FAULT = "at_fault"

    @property
    def words(self) -> str:
        return _PAYERS[self]


_PAYERS = {
    Payer.HOME: "the home side",
    Payer.AWAY: "the away side",
    Payer.BOTH: "each side",
    Payer.WINNER: "the winner",
    Payer.AT_FAULT: "the side at fault",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sanction:
    """Match points taken (in halves), a fine (in pence), games or tables lost, the match lost.

    Nothing of all that is a warning, which counts as an offence all the same.
    """

    halves: int = setting(Points(MOST_NUMBER), 0, key="points")
    pence: int = setting(Pence(0, MOST_PENCE), 0)
    games: int = setting(Whole(0, MOST_NUMBER), 0)
    tables: int = setting(Whole(0, MOST_NUMBER), 0)
    match: bool = setting(Flag(), False)

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
        parts = {
            points_in_words(self.halves): self.halves,
            counted(self.tables, "table"): self.tables,
            counted(self.games, "game"): self.games,
            "the match": self.match,
            pounds(self.pence): self.pence,
        }
        texts = [words for words, is_lost in parts.items() if is_lost]
        return listed(texts) if texts else "a warning"


WARNING = Sanction()


class PenaltyFields(Fields):
    """A penalty, or none."""


PENALTY = PenaltyFields(Sanction)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateStep:
    """What a side loses that is late: past so many minutes or a clock time, and again `every` so many."""

    minutes: int = setting(Whole(0, MOST_MINUTES), 0, label="More than so many minutes after time")
    at: datetime.time | None = setting(
        Clock(), None, label="Or past a time of day", help="Instead of minutes."
    )
    every: int | None = setting(Whole(1, MOST_MINUTES), None, label="And again for every so many minutes")
    penalty: Sanction = setting(PENALTY, WARNING, box="loses", label="A side late")

    def __post_init__(self) -> None:
        if self.at is not None and self.minutes:
            raise ValueError(
                "a late start counts from minutes after time or from a clock time, not from both"
            )

    @property
    def words(self) -> str:
        past = "after time"
        if self.at or self.minutes:
            past = (
                f"past {clock_in_words(self.at)}" if self.at else f"more than {self.minutes} minutes {past}"
            )
        again = f", and again for every {self.every} minutes" if self.every else ""
        return f"a side not ready {past} loses {self.penalty.words}{again}"


def _late_step_faults(typed: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    minutes, at = typed.get("minutes"), typed.get("at")
    if minutes is None and at is None:
        yield "minutes", "Say how many minutes after time; 0 means at once."
    elif minutes and at:
        yield "at", "Minutes after time or a time of day: leave one of them empty."
    elif "penalty" not in typed:
        yield "penalty", "Say what a side loses that is so late."


@dataclass(frozen=True, slots=True, kw_only=True)
class IneligiblePlayer:
    """What an ineligible player costs, found afterwards: what is re-awarded, and what they cost.

    With `keeps_score` the other side keeps the score it won, where that is better than a walkover's.
    """

    reaward: Reaward = setting(
        Choice(
            Reaward,
            {
                Reaward.NOTHING: "the result stands",
                Reaward.TABLE: "the team loses that table",
                Reaward.MATCH: "the team loses that match",
            },
            "not regulated",
        ),
        Reaward.NOTHING,
        label="When a team fields an ineligible player",
        missing="Say what becomes of the result.",
    )
    keeps_score: bool = setting(
        Flag(),
        False,
        label="The other side keeps the score it won, if that is better than a walkover",
        help="Otherwise an award can cost the side that did nothing wrong a large win.",
        proposed=True,
    )
    a_player: Sanction = setting(PENALTY, WARNING, box="player", label="For each such player")
    a_game_won: Sanction = setting(PENALTY, WARNING, box="game", label="For each game won with one")

    @property
    def words(self) -> str:
        goes = {
            Reaward.NOTHING: "the result stands if a team fields an ineligible player",
            Reaward.TABLE: "a team that fields an ineligible player loses that table",
            Reaward.MATCH: "a team that fields an ineligible player loses that match",
        }
        costs = [
            f"{penalty.words} for each {what}"
            for penalty, what in ((self.a_player, "such player"), (self.a_game_won, "game won with one"))
            if not penalty.is_nothing
        ]
        is_kept = self.keeps_score and self.reaward is not Reaward.NOTHING
        keeps = "; the other side keeps the score it won, if better than a walkover" if is_kept else ""
        return goes[self.reaward] + keeps + (f"; the sanction is {listed(costs)}" if costs else "")


@dataclass(frozen=True, slots=True)
class Steps:
    """What the first offence of a season costs, the second, and so on; the last is for all that follow.

    No steps: the rule stands, and breaking it costs nothing by itself.
    """

    each: tuple[Sanction, ...] = ()

    def __iter__(self) -> Iterator[Sanction]:
        return iter(self.each)

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


class StepsList(ListOf):
    """What the first offence costs, the second, and so on."""


STEPS = StepsList(PENALTY, kept_as=Steps)


@dataclass(frozen=True, slots=True, kw_only=True)
class LateRule:
    """Something due by a moment, who answers for it, and what it costs if it is late.

    With `pays` at fault each side owes its own (its own report, its own card) and answers for itself;
    otherwise one from anybody is enough. `warning_hours` before the moment the captain is warned; without
    it, as soon as the clock starts.
    """

    due: Due = setting(
        Deadline("so many {unit} after {after}"),
        label="{due}",
        missing="Set the deadline, or empty the other boxes too.",
    )
    pays: Payer = setting(
        Choice(
            Payer,
            {
                Payer.AT_FAULT: "each side for itself",
                Payer.HOME: "the home side",
                Payer.AWAY: "the away side",
                Payer.BOTH: "both sides",
                Payer.WINNER: "the winner",
            },
        ),
        Payer.AT_FAULT,
        label="Who answers for it",
    )
    warning_hours: int | None = setting(
        Whole(0, MOST_HOURS),
        None,
        label="Letter to the captain, hours before",
        help="Empty: none is sent.",
    )
    penalties: Steps = setting(STEPS, Steps(), box="step", label="What being late costs")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoticeBand:
    """What holds for a postponement asked for with at least so much notice; None: with any."""

    notice: Duration | None = setting(
        Span("at least so many {unit} before", "no such case", "any less, or none"),
        None,
        label="Notice given",
        missing="Set the notice, or empty the other boxes too.",
    )
    effect: PostponementEffect = setting(
        Choice(
            PostponementEffect,
            {
                PostponementEffect.MOVED: "the match is moved",
                PostponementEffect.MATCH_GIVEN: "the other side gets a walkover",
                PostponementEffect.REFUSED: "it is refused",
            },
        ),
        PostponementEffect.MOVED,
        label="What comes of it",
    )
    penalties: Steps = setting(STEPS, Steps(), box="step", label="What it costs the side that asks")

    @property
    def words(self) -> str:
        text = f"with {_notice(self.notice)},"
        if self.effect is PostponementEffect.REFUSED:
            return f"{text} a match may not be postponed"
        penalty = f"; the sanction is {self.penalties.words}" if self.penalties.each else ""
        if self.effect is PostponementEffect.MATCH_GIVEN:
            return f"{text} the other side gets a walkover{penalty}"
        return f"{text} a match may be postponed{penalty}"


def _notice(notice: Duration | None) -> str:
    if notice is None:
        return "any less notice, or none"
    by = f" by {clock_in_words(notice.at)}" if notice.at else ""
    if not notice.number:
        return f"notice{by} the same day" if notice.unit is not Unit.HOURS else "notice up to the start"
    return f"notice{by} at least {duration_in_words(notice)} before"


def _bands(bands: tuple[NoticeBand, ...]) -> Iterator[str]:
    yield from (band.words for band in bands)
    if bands[-1].notice is not None:
        yield "with less notice than that a match may not be postponed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Postponements:
    """When a match may be postponed. Bands are read in order, the longest notice first; past them all, no.

    `limit` is how many a team may ask for in a season. For one of the `excuses` no notice is asked, and it
    costs nothing. No bands: notice is not regulated.
    """

    bands: tuple[NoticeBand, ...] = setting(
        ListOf(Fields(NoticeBand)),
        (),
        box="band",
        legend="Notice",
        note="The longest notice first: the first case that fits holds. Without any notice is not regulated.",
        says=_bands,
    )
    opponent_may_refuse: bool = setting(
        Flag(),
        False,
        label="The other side may refuse",
        says=lambda _: "the other side may refuse to postpone a match",
    )
    limit: int | None = setting(
        Whole(0, MOST_NUMBER),
        None,
        label="Most a team may ask for in a season",
        help="Empty: any number.",
        says=lambda most: f"a team may postpone {count(most)} match{'' if most == 1 else 'es'} in a season",
    )
    excuses: tuple[str, ...] = setting(
        ListOf(Line()),
        (),
        label="Reasons that need no notice and cost nothing",
        help="One on each line, as “weather”. A request whose reason is one of these is excused.",
        says=lambda excuses: (
            f"no notice is asked for these reasons, and they cost nothing: {', '.join(excuses)}"
        ),
    )


def _due(what: str, after: str, rules: tuple[LateRule, ...], *, own: str = "") -> Iterator[str]:
    """Yield what is due when, and what it costs; a later rule adds to the ones before it."""
    for place, rule in enumerate(rules):
        subject = f"each side must send {own}" if own and rule.pays is Payer.AT_FAULT else what
        sentence = f"{subject} {due_in_words(rule.due, after)}"
        if rule.penalties.each:
            penalty = "a further sanction" if place else "the sanction"
            sentence += f"; if not, {penalty} for {rule.pays.words} is {rule.penalties.words}"
        if rule.warning_hours:
            sentence += (
                f"; a warning is given {duration_in_words(Duration(rule.warning_hours, Unit.HOURS))} before"
            )
        yield sentence


def _late(legend: str, due: str, after: str, must: str, own: str = "", note: str = "") -> Any:
    """Return the setting of deadlines of one kind."""
    return setting(
        ListOf(Fields(LateRule, words={"due": due, "after": after})),
        (),
        legend=legend,
        note=note,
        says=partial(_due, must, after, own=own),
    )


def _short_teams(rule: ShortTeams) -> Iterator[str]:
    if rule.minimum > 1:
        yield f"a team with fewer than {count(rule.minimum)} players concedes the match"
    given = f"table {rule.given_first}, then the last it" if rule.given_first else "the last tables it"
    yield f"a team short of players concedes {given} cannot fill; if both teams are, neither wins the table"
    if rule.may_repeat:
        players = "one player" if rule.may_repeat == 1 else f"{count(rule.may_repeat)} players"
        yield f"{players} of a short team may play at up to {count(rule.turns)} tables each"
    if rule.minimum_to_win:
        yield f"a team with fewer than {count(rule.minimum_to_win)} players cannot win the match"


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
    turns                how often a player plays in one match
    missed_meeting       not at a meeting of the league
    ineligible_player    somebody played who should not have
    people               who may play: registration, transfers, helping out, playing up, cups
    second_half_table    the matches of the second half have a table of their own too
    unit                 what a match is counted in: its tables, or where a table plays several, their games
    """

    late_result: tuple[LateRule, ...] = _late(
        "The result",
        "The result is due",
        "the match",
        "the result must be in",
        "its own report of the result",
    )
    missing_card: tuple[LateRule, ...] = _late(
        "The sheet",
        "The sheet is due",
        "the match",
        "the sheet must be in",
        "its own sheet",
        "The sheet is in when hands of it have been entered, the result as soon as its final scores are.",
    )
    one_report_stands: Duration | None = setting(
        Span("so many {unit} after it came, if the other sends none"),
        None,
        label="One side’s report counts",
        legend="Only one side reports",
        says=lambda span: (
            "a result reported by one side only stands "
            + due_in_words(span, "its report").removeprefix("within ")
        ),
    )
    postponements: Postponements | None = setting(
        Fields(Postponements), None, legend="Refusal, number and reasons"
    )
    late_new_date: tuple[LateRule, ...] = _late(
        "A new date",
        "A new date must be agreed",
        "it was postponed",
        "a postponed match must have a new date",
    )
    late_replay: tuple[LateRule, ...] = _late(
        "The postponed match played",
        "It must be played",
        "its first date",
        "a postponed match must be played",
    )
    late_start: tuple[LateStep, ...] = setting(
        ListOf(
            Fields(
                LateStep,
                shown=lambda step: {"minutes": None if step.at else step.minutes},
                check=_late_step_faults,
            )
        ),
        (),
        legend="Not ready in time",
        says=lambda steps: [step.words for step in steps],
    )
    walkover: Steps = setting(
        STEPS,
        Steps(),
        box="step",
        label="Sanction for conceding a match",
        legend="Walkovers",
        says=lambda steps: f"the sanction for conceding a match is {steps.words}",
    )
    short_teams: ShortTeams | None = setting(
        Fields(ShortTeams, asked=("gives", "A short team concedes the last tables it cannot fill")),
        None,
        legend="Short teams",
        says=_short_teams,
    )
    turns: Turns | None = setting(
        Fields(Turns), None, legend="Games of one player", says=lambda rule: rule.words
    )
    missed_meeting: Steps = setting(
        STEPS,
        Steps(),
        box="step",
        label="What it costs a team that is not there",
        note="Tick under Rulings who was not at a meeting.",
        says=lambda steps: f"the sanction for a team that is not at a meeting is {steps.words}",
    )
    ineligible_player: IneligiblePlayer | None = setting(
        Fields(IneligiblePlayer), None, box="ineligible", says=lambda rule: rule.words
    )
    people: People = setting(Fields(People), People())
    second_half_table: bool = setting(
        Flag(),
        False,
        label="A table of the second half stands beside the full one",
        legend="Tables",
        says=lambda _: "beside the full table there is one of the second half’s matches alone",
    )
    unit: CountedIn | None = setting(
        Choice(CountedIn, {unit: f"{unit}s" for unit in CountedIn}, "tables, and games at each"),
        None,
        label="A match is counted in",
        help="What stands on sheets: rinks instead of tables, or where a table plays several games, legs.",
        legend="Words",
        says=lambda unit: f"a match is counted in {unit}s",
    )


REGULATIONS = Fields(Regulations)
SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Deadlines and sanctions": ("late_result", "missing_card", "one_report_stands"),
    "Postponements": ("postponements", "late_new_date", "late_replay"),
    "Late starts": ("late_start",),
    "Short teams and walkovers": ("walkover", "short_teams", "turns"),
    "Meetings": ("missed_meeting",),
    "Players": ("people",),
    "Ineligible players": ("ineligible_player",),
    "Standings": ("second_half_table",),
    "Words": ("unit",),
}
"""What stands together on pages: every field of Regulations."""


def from_data(data: Mapping[str, Any]) -> Regulations:
    """Return the regulations a plain mapping says, as JSON keeps them; an empty one regulates nothing.

        {"late_result": [{"due": {"weekday": "saturday", "at": "12:00"}, "pays": "winner",
                          "penalties": [{"points": 1}]}],
         "people": {"registration": {"closes": {"on": "2026-12-31"}}, "borrowed": {"each": 2},
                    "own_players": {"least": 4, "only_with_several_teams": true}, "blocked": ["youngest"]}}

    A moment is due in "hours", in "days" or "weeks" (with "at": by that time of the last day), on the next
    "weekday" (with "at", and "weeks" later), or "on" a date. A penalty is a mapping of "points" (halves
    allowed), "pence", "games", "tables", "match"; an empty one is a warning.

    Raises UnreadableRegulations, which names the key, what was received and what would be right.
    """
    regulations: Regulations = REGULATIONS.read(data, "")
    return regulations


def to_data(regulations: Regulations) -> dict[str, Any]:
    """Return the plain mapping of regulations: what JSON can keep, and `from_data` reads back."""
    return REGULATIONS.write(regulations)


def summed(penalties: Iterable[Sanction]) -> Sanction:
    return sum(penalties, start=WARNING)


def points_in_words(halves: int) -> str:
    """Half a point, 1 point, 2½ points."""
    if halves == 1:
        return "half a point"
    return f"{in_halves(halves)} point{'' if halves == HALVES_A_POINT else 's'}"
