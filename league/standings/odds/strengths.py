"""How strong each team is, from the results so far, and how sure that is.

The lead of a game, home less away, is taken to follow a bell curve. Its middle is what home is worth plus the
difference of two strengths; its spread is the same in every game of a season. All are counted in spreads.
Before the first match every team is average; how far teams differ, and what home is worth, the season's own
results tell (a linear model with normal priors, so the answer needs no search).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, pvariance

import numpy as np
from numpy.typing import NDArray

from league.matches.outcomes import MatchOutcome, Pair, TeamKey
from league.standings.counting import tables_played
from scoring.matches import MatchFormat

Floats = NDArray[np.float64]

SPREADS_OF_TEAMS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.55)
"""How far strengths of a division may lie apart, in spreads of a game; each is as likely at first."""
HOME_MAY_BE_WORTH = 0.15
ON_THE_NIGHT = 0.02
"""What a whole match varies beyond its games, as a variance: who turned out, and how they felt."""
TYPICAL_SPREAD = 0.37
"""Of the target: what is expected before games tell, for as much as so many games."""
TYPICAL_GAMES = 20
USUAL_TARGET = 15
STEP = 0.5
CUT_SHORT = 1.08
"""How much farther apart two sides are than their leads say in a game that ends with a target."""
LEAD_OF_A_WIN = 0.8
"""The mean lead of a game known only as won, in spreads."""


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class PlayedEvidence:
    """A match as far as it tells strength: home's mean lead in a game, and over how many games."""

    home: TeamKey
    away: TeamKey
    lead: float
    games: int


def spread_of(outcomes: Iterable[MatchOutcome], form: MatchFormat) -> float:
    """Return the spread of a game's lead in points, to the nearest half.

    It is read off games of the same match, whose sides are the same: what differs there is chance. Where a
    match is one game, off all of them: strengths are then taken for a part of the chance.
    """
    typical = TYPICAL_SPREAD * (form.target or USUAL_TARGET)
    is_one_game = form.tables == 1 and form.games_at(0) == 1
    square, free = TYPICAL_GAMES * typical * typical, TYPICAL_GAMES
    for outcome in outcomes:
        leads = [home - away for home, away in _games(outcome, form)]
        if len(leads) > 1:
            square += len(leads) * pvariance(leads)
            free += len(leads) - 1
        elif leads and is_one_game:
            square += leads[0] ** 2
            free += 1
    return max(1, round(math.sqrt(square / free) / STEP)) * STEP


def evidence_of(outcome: MatchOutcome, form: MatchFormat, spread: float) -> PlayedEvidence | None:
    """Return what a match tells; None if nothing was played that is known. What was given tells nothing."""
    leads = [_lead(game, form) / spread for game in _games(outcome, form)]
    for table in tables_played(outcome) or ():
        if table.won and not table.games:
            home, away = table.won
            leads += [LEAD_OF_A_WIN] * home + [-LEAD_OF_A_WIN] * away
    if not leads and outcome.total and tables_played(outcome) == ():
        home, away = outcome.total
        games = sum(map(form.games_at, range(form.tables)))
        leads = [NormalDist().inv_cdf((home + 0.5) / (home + away + 1))] * games
    if not leads:
        return None
    return PlayedEvidence(
        home=outcome.home, away=outcome.away, lead=sum(leads) / len(leads), games=len(leads)
    )


def _games(outcome: MatchOutcome, form: MatchFormat) -> list[Pair]:
    """Return the scores of the games that were played."""
    played = tables_played(outcome)
    if played == () and outcome.total and form.tables == 1 and form.games_at(0) == 1:
        return [outcome.total]
    return [game for table in played or () for game in table.games]


def _lead(game: Pair, form: MatchFormat) -> float:
    """Return home's lead, as it would be had the game not ended with its target."""
    home, away = game
    return (home - away) * (CUT_SHORT if form.target else 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Strengths:
    """What strengths may be: for each assumed spread of teams its weight, and a bell curve of many sizes.

    The last of `means` is what home is worth; the others are the teams' in the order of `teams`.
    """

    teams: tuple[TeamKey, ...]
    weights: Floats
    means: tuple[Floats, ...]
    precisions: tuple[Floats, ...]

    def draw(self, runs: int, rng: np.random.Generator) -> Floats:
        """Return so many possible worlds, one in a row: a strength for each team, then home's worth."""
        counts = rng.multinomial(runs, self.weights)
        worlds = []
        for count, mean, precision in zip(counts, self.means, self.precisions, strict=True):
            root = np.linalg.cholesky(precision)
            noise = rng.standard_normal((count, len(mean)))
            worlds.append(mean + np.linalg.solve(root.T, noise.T).T)
        return np.concatenate(worlds)


def strengths_of(teams: Sequence[TeamKey], evidence: Sequence[PlayedEvidence]) -> Strengths:
    """Return what the evidence says of these teams."""
    at = {team: number for number, team in enumerate(teams)}
    size = len(teams) + 1
    design = np.zeros((len(evidence), size))
    for row, match in enumerate(evidence):
        design[row, at[match.home]], design[row, at[match.away]], design[row, -1] = 1, -1, 1
    lead = np.array([match.lead for match in evidence])
    weight = np.array([1 / (1 / match.games + ON_THE_NIGHT) for match in evidence])
    square = design.T @ (design * weight[:, None])
    pull = design.T @ (weight * lead)
    likelihoods, means, precisions = [], [], []
    for apart in SPREADS_OF_TEAMS:
        prior = np.full(size, apart**-2.0)
        prior[-1] = HOME_MAY_BE_WORTH**-2.0
        precision = square + np.diag(prior)
        mean = np.linalg.solve(precision, pull)
        _, log_determinant = np.linalg.slogdet(precision)
        likelihoods.append((np.log(prior).sum() - log_determinant + pull @ mean) / 2)
        means.append(mean)
        precisions.append(precision)
    weights = np.exp(np.array(likelihoods) - max(likelihoods))
    return Strengths(
        teams=tuple(teams),
        weights=weights / weights.sum(),
        means=tuple(means),
        precisions=tuple(precisions),
    )
