"""Kinds of fairness beyond home and away, as columns: each team's figure beside the mean of the league."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import fmean

from league.scheduling.planner.fairness import Fairness, TeamFairness
from league.scheduling.planner.season_shapes import RUN_IN


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessKind:
    """One kind of fairness: its heading, what its figure means in a sentence, and the figure of a team.

    `unknown` says why no team has a figure.
    """

    title: str
    sentence: str
    figure: Callable[[TeamFairness], float | None]
    unknown: str


KINDS = (
    FairnessKind(
        title="Miles",
        sentence="The way to all away matches, in miles as the crow flies.",
        figure=lambda team: team.miles,
        unknown="Not known: the places of some pubs are missing. Enter them under Requests, Pubs.",
    ),
    FairnessKind(
        title="Away running",
        sentence="The most away matches one after the other.",
        figure=lambda team: float(team.longest_away),
        unknown="",
    ),
    FairnessKind(
        title="Neighbours met",
        sentence=(
            "The week of the first match against a neighbour, on average. Neighbours share a pub or a town, "
            "or a request says when they meet."
        ),
        figure=lambda team: team.shape.neighbours_met,
        unknown="No team has a neighbour in its division.",
    ),
    FairnessKind(
        title="Run-in",
        sentence=(
            f"The average place last season of the last {RUN_IN} opponents, among the teams of the division. "
            "A low number is a hard run-in; new teams count as the middle."
        ),
        figure=lambda team: team.shape.run_in,
        unknown="Not known: there is no season before this one.",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamFigure:
    """A team's figure of one kind, and how far it is from the mean of the league; None where not known."""

    value: float | None
    mean: float | None

    @property
    def text(self) -> str:
        """The figure as text."""
        return _text(self.value)

    @property
    def mean_text(self) -> str:
        """The mean of the league as text."""
        return _text(self.mean)

    @property
    def against_mean(self) -> str:
        """How far it is from the mean: “+1.2”, “−0.4”, “±0”; empty where there is no figure."""
        if self.value is None or self.mean is None:
            return ""
        apart = round(self.value - self.mean, 1)
        return f"{apart:+.1f}".removesuffix(".0").replace("-", "−") if apart else "±0"


def _text(figure: float | None) -> str:
    return "–" if figure is None else f"{figure:.1f}".removesuffix(".0")


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamKinds:
    """A team's figures of all kinds that are known, and where it starts and ends."""

    team: TeamFairness
    figures: tuple[tuple[FairnessKind, TeamFigure], ...]

    @property
    def ends(self) -> tuple[str, str]:
        """Where the first and the last match is: home, away, or a dash."""
        words = {True: "home", False: "away", None: "–"}
        return words[self.team.shape.starts_at_home], words[self.team.shape.ends_at_home]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindsOfFairness:
    """The kinds that are known with the mean of the league, every team, and why others are not known."""

    kinds: tuple[FairnessKind, ...]
    means: tuple[TeamFigure, ...]
    teams: dict[str, TeamKinds]
    unknown: tuple[tuple[str, str], ...]

    @property
    def headings(self) -> list[tuple[FairnessKind, TeamFigure]]:
        """Each kind with its mean."""
        return list(zip(self.kinds, self.means, strict=True))

    def rows(self, fairness: Fairness) -> Iterator[tuple[object, ...]]:
        """Yield heads and rows for a spreadsheet: every team, then the mean of the league."""
        yield (
            *(
                "Division",
                "Team",
                "Home",
                "Away",
                "Breaks",
                "Longest home",
                "Longest away",
                "Largest imbalance",
            ),
            *(kind.title for kind in self.kinds),
            *("First match", "Last match"),
        )
        for division in fairness.divisions:
            for team in division.teams:
                own = self.teams[team.team]
                counts = (
                    team.home,
                    team.away,
                    team.breaks,
                    team.longest_home,
                    team.longest_away,
                    team.most_ahead,
                )
                figures = (
                    "" if figure.value is None else round(figure.value, 1) for _, figure in own.figures
                )
                yield division.name, team.name, *counts, *figures, *own.ends
        yield "", "Mean of the league", *[""] * 6, *(figure.text for figure in self.means), "", ""


def kinds_of_fairness(fairness: Fairness) -> KindsOfFairness:
    """Return each team's figures beside the mean of the league."""
    teams = [team for division in fairness.divisions for team in division.teams]
    means: list[TeamFigure] = []
    known: list[FairnessKind] = []
    unknown: list[tuple[str, str]] = []
    for kind in KINDS:
        values = [value for team in teams if (value := kind.figure(team)) is not None]
        if values:
            known.append(kind)
            means.append(TeamFigure(value=fmean(values), mean=None))
        else:
            unknown.append((kind.title, kind.unknown))
    return KindsOfFairness(
        kinds=tuple(known),
        means=tuple(means),
        teams={
            team.team: TeamKinds(
                team=team,
                figures=tuple(
                    (kind, TeamFigure(value=kind.figure(team), mean=mean.value))
                    for kind, mean in zip(known, means, strict=True)
                ),
            )
            for team in teams
        },
        unknown=tuple(unknown),
    )
