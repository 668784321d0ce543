"""A season's awards: who has won each, by which figures, and who was left out and why."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from operator import attrgetter

from league.honours.figures import Figures, Tallies
from league.shared.text import count


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRule:
    """An award and how it is decided.

    `of` says whether players or pairs win it, `by` are the figures that count, in order, and `summary` puts
    figures into words. With `needs_hands` only games count whose hands are recorded.
    """

    key: str
    title: str
    of: Callable[[Tallies], tuple[Figures, ...]]
    by: Callable[[Figures], tuple[int | Fraction, ...]]
    rule: str
    summary: Callable[[Figures], str]
    needs_hands: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardLine:
    """Somebody's place for an award; without one they played too little, for the `reason` it says.

    `summary` is the figures in words; `would_have_won` says whether they are better than the winners'.
    """

    figures: Figures
    summary: str
    place: int = 0
    is_shared: bool = False
    reason: str = ""
    would_have_won: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardStanding:
    """The standing of an award: places, those who played too little, and how it was counted."""

    award: AwardRule
    lines: tuple[AwardLine, ...]
    left_out: tuple[AwardLine, ...]
    explained: tuple[str, ...]


def honour(award: AwardRule, tallies: Tallies, least: int = 0) -> AwardStanding:
    """Return the standing of an award: who has played so many matches, in order, and the others with reasons.

    Those whose first figure is zero (no jack hung, no game won) are in neither list. Several share the first
    place if they are level.
    """
    figureses = [figure for figure in award.of(tallies) if award.by(figure)[0] > 0]
    order = sorted(figureses, key=lambda figures: (_rank(award, figures), figures.who))
    fit = [figures for figures in order if figures.matches >= least]
    best = _rank(award, fit[0]) if fit else None
    return AwardStanding(
        award=award,
        lines=tuple(_lines(award, fit)),
        left_out=tuple(
            AwardLine(
                figures=figures,
                summary=award.summary(figures),
                reason=f"Played {_matches(figures.matches)}; {count(least)} are asked for.",
                would_have_won=best is None or _rank(award, figures) < best,
            )
            for figures in order
            if figures.matches < least
        ),
        explained=_explained(award, tallies, least),
    )


def _rank(award: AwardRule, figures: Figures) -> tuple[int | Fraction, ...]:
    return tuple(-figure for figure in award.by(figures))


def _lines(award: AwardRule, fit: Iterable[Figures]) -> Iterable[AwardLine]:
    place = 1
    for _, group in groupby(fit, key=lambda figures: _rank(award, figures)):
        level = list(group)
        for figures in level:
            yield AwardLine(
                place=place, is_shared=len(level) > 1, figures=figures, summary=award.summary(figures)
            )
        place += len(level)


def _explained(award: AwardRule, tallies: Tallies, least: int) -> tuple[str, ...]:
    """Return sentences on how the award was counted, and what is not recorded."""
    texts = [f"{award.rule}{f', from {_matches(least)} on' if least else ''}."]
    if tallies.unnamed:
        texts.append(f"In {tallies.unnamed} of {tallies.games} games not every seat has a name.")
    if award.needs_hands and tallies.without_hands:
        texts.append(f"Of {tallies.without_hands} of {tallies.games} games no hands are recorded.")
    return tuple(texts)


def _matches(number: int) -> str:
    return f"{count(number)} {'match' if number == 1 else 'matches'}"


def _games_won(figures: Figures) -> str:
    return f"won {figures.won} of {figures.played}, {figures.points_for} to {figures.points_against}"


PLAYERS, PAIRS = attrgetter("players"), attrgetter("pairs")

BEST_PAIR = AwardRule(
    key="best_pair",
    title="Best pair",
    of=PAIRS,
    by=lambda figures: (figures.share_won, figures.won, figures.difference),
    rule="Highest share of games won. If level: more games won, then points difference",
    summary=_games_won,
)
PLAYER_OF_THE_SEASON = replace(
    BEST_PAIR, key="player_of_the_season", title="Player of the season", of=PLAYERS
)
MOST_GAMES_WON = AwardRule(
    key="most_games_won",
    title="Most games won",
    of=PLAYERS,
    by=lambda figures: (figures.won, figures.difference),
    rule="The most games won; level, the difference in game points",
    summary=_games_won,
)
HANG_JACKS = AwardRule(
    key="hang_jacks",
    title="Most jacks hung",
    of=PLAYERS,
    by=lambda figures: (figures.jacks_hung, -figures.jacks_lost),
    rule="The most jacks hung by the player’s side; level, the fewest of its own lost so",
    summary=lambda figures: f"hung {figures.jacks_hung}, lost {figures.jacks_lost}",
    needs_hands=True,
)
ALL_FOURS = AwardRule(
    key="all_fours",
    title="Most all fours",
    of=PLAYERS,
    by=lambda figures: (figures.all_fours,),
    rule="The most hands in which the player’s side took High, Low, Jack and Game",
    summary=lambda figures: f"{figures.all_fours} of {figures.hands} hands",
    needs_hands=True,
)
WHITEWASHES = AwardRule(
    key="whitewashes",
    title="Most games won to nil",
    of=PLAYERS,
    by=lambda figures: (figures.whitewashes,),
    rule="The most games won with nothing against",
    summary=lambda figures: f"{figures.whitewashes} of {figures.played} won to nil",
)
AWARDS = {
    award.key: award
    for award in (BEST_PAIR, PLAYER_OF_THE_SEASON, MOST_GAMES_WON, HANG_JACKS, ALL_FOURS, WHITEWASHES)
}
"""The awards there are, by key."""
