"""A list in some figures, each with what is good: for its own page, and for two lists side by side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.fixturing import Fairness
from league.fixturing.fairness import DivisionFairness, TeamFairness


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure of a list. `value` is None where it cannot be said; `note` is what to measure it by."""

    title: str
    value: float | None
    note: str = ""
    more_is_better: bool = False
    is_good: bool | None = None

    @property
    def said(self) -> str:
        """As it is shown."""
        return "not known" if self.value is None else f"{self.value:g}"

    def better_than(self, other: "Figure") -> bool:
        """Whether this is the better of two figures of one kind."""
        if self.value is None or other.value is None:
            return False
        return self.value > other.value if self.more_is_better else self.value < other.value


def figures_of(fairness: Fairness) -> tuple[Figure, ...]:
    """Conditions, wishes, breaks, runs, balance, rooms, returns, carry-over and miles of a list."""
    teams = [team for division in fairness.divisions for team in division.teams]
    return (*_asked(fairness), *_homes_and_aways(fairness, teams), *_opponents(fairness), _miles(teams))


def _asked(fairness: Fairness) -> tuple[Figure, ...]:
    """What was to be met, and is not."""
    missed, wishes = sum(not one.is_met for one in fairness.wishes), len(fairness.wishes)
    return (
        Figure(
            title="Conditions broken",
            value=len(fairness.faults),
            note="" if fairness.faults else "every one holds",
            is_good=not fairness.faults,
        ),
        Figure(
            title="Wishes not met",
            value=missed,
            note=f"of {wishes}" if wishes else "none were made",
            is_good=not missed,
        ),
    )


def _homes_and_aways(fairness: Fairness, teams: Sequence[TeamFairness]) -> tuple[Figure, ...]:
    """How home and away follow each other, and whether there is room at home."""
    least = sum(division.least_breaks for division in fairness.divisions)
    return (
        Figure(
            title="Breaks",
            value=fairness.breaks,
            note=_against(fairness.breaks, least),
            is_good=fairness.breaks <= least or None,
        ),
        Figure(
            title="Longest run at home or away", value=max(map(longest_run, teams), default=0), note="matches"
        ),
        Figure(
            title="Home and away furthest apart",
            value=max((team.most_ahead for team in teams), default=0),
            note="matches, at any point of the season",
        ),
        Figure(
            title="Nights with too many at a pub",
            value=len(fairness.clashes),
            note="" if fairness.clashes else "there is always a table",
            is_good=not fairness.clashes,
        ),
    )


def _opponents(fairness: Fairness) -> tuple[Figure, ...]:
    """How soon two teams meet again, and who comes after whom."""
    returns = [one.soonest_return for one in fairness.divisions if one.soonest_return is not None]
    best = sum(division.best_carry_over for division in fairness.divisions)
    return (
        Figure(
            title="Soonest return match",
            value=min(returns, default=None),
            note="weeks after the first",
            more_is_better=True,
        ),
        Figure(
            title="Carry-over effect",
            value=sum(division.carry_over for division in fairness.divisions),
            note=f"best known {best}; less is a fairer mix of opponents",
        ),
    )


def _miles(teams: Sequence[TeamFairness]) -> Figure:
    miles = [team.miles for team in teams if team.miles is not None]
    is_known = bool(miles) and len(miles) == len(teams)
    return Figure(
        title="Miles to away matches",
        value=round(sum(miles), 1) if is_known else None,
        note=_most_miles(teams) if is_known else "pubs’ places are not in the wishes",
    )


def _against(breaks: int, least: int) -> str:
    return "the fewest there can be" if breaks == least else f"no list of its kind has under {least}"


def _most_miles(teams: Iterable[TeamFairness]) -> str:
    most = max(teams, key=lambda team: team.miles or 0)
    return f"at most {most.miles:g}, {most.name}"


def longest_run(team: TeamFairness) -> int:
    """The longest run of a team, at home or away."""
    return max(team.longest_home, team.longest_away)


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Where the teams of a division lie in one figure."""

    least: int
    most: int

    @property
    def said(self) -> str:
        """From 0 to 3; of one figure, all 2."""
        return f"all {self.least}" if self.least == self.most else f"from {self.least} to {self.most}"


def range_of(figures: Iterable[int]) -> Range:
    """The least and the most of some figures."""
    found = list(figures)
    return Range(least=min(found, default=0), most=max(found, default=0))


def ranges_of(division: DivisionFairness) -> dict[str, Range]:
    """Where the teams of a division lie: breaks, longest run, furthest apart."""
    return {
        "breaks": range_of(team.breaks for team in division.teams),
        "run": range_of(map(longest_run, division.teams)),
        "apart": range_of(team.most_ahead for team in division.teams),
    }
