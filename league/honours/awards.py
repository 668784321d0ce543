"""A season's awards: who has won each, by which figures, and who was left out and why."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from league.honours.figures import Figures, Of, Tallies
from league.shared.text import count

Figure = int | Fraction
PLURALS = {"match": "matches", "game": "games"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Least:
    """The least to have played for an award: matches, half of the team's matches, games."""

    matches: int = 0
    half_the_matches: bool = False
    games: int = 0

    def missing(self, figures: Figures) -> str:
        """Return why these figures are not enough, as a sentence; empty if they are."""
        if figures.matches < self.matches:
            return f"Played {_counted(figures.matches, 'match')}; {count(self.matches)} are asked for."
        if self.half_the_matches and 2 * figures.matches < figures.available:
            of = f"{count(figures.matches)} of {count(figures.available)} matches"
            return f"Played {of}; half of them are asked for."
        if figures.played < self.games:
            return f"Played {_counted(figures.played, 'game')}; {count(self.games)} are asked for."
        return ""

    @property
    def words(self) -> str:
        """Return the condition in words, as “from five matches on”; empty if there is none."""
        texts = [_counted(self.matches, "match")] if self.matches else []
        texts += ["half the team’s matches"] if self.half_the_matches else []
        texts += [_counted(self.games, "game")] if self.games else []
        return f"from {' and '.join(texts)} on" if texts else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRule:
    """An award and how it is decided.

    `of` says whether players, pairs or teams win it, `by` are the figures that count, in order, and `summary`
    puts figures into words. With `needs_hands` only games count whose hands are recorded.
    """

    key: str
    title: str
    of: Of
    by: tuple[Callable[[Figures], Figure], ...]
    rule: str
    summary: Callable[[Figures], str]
    needs_hands: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPlace:
    """A place for an award; `summary` is the figures in words."""

    place: int
    is_shared: bool
    figures: Figures
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOutOfAward:
    """Somebody who has played too little, and whether they would have won the award otherwise."""

    figures: Figures
    summary: str
    reason: str
    would_have_won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardStanding:
    """The standing of an award: places, those who played too little, and how it was counted."""

    award: AwardRule
    lines: tuple[AwardPlace, ...]
    left_out: tuple[LeftOutOfAward, ...]
    explained: tuple[str, ...]

    @property
    def winners(self) -> tuple[Figures, ...]:
        """Return the winners: several if they are level, none if nobody has a figure above zero."""
        return tuple(line.figures for line in self.lines if line.place == 1)


def honour(award: AwardRule, tallies: Tallies, least: Least | None = None) -> AwardStanding:
    """Return the standing of an award: those who have played enough, in order, and the others with reasons.

    Those whose first figure is zero (no jack hung, no game won) are in neither list.
    """
    least = least or Least()
    figureses = [figure for figure in tallies.figures(award.of) if award.by[0](figure) > 0]
    order = sorted(figureses, key=lambda figures: (_rank(award, figures), figures.who))
    fit = [figures for figures in order if not least.missing(figures)]
    best = _rank(award, fit[0]) if fit else None
    return AwardStanding(
        award=award,
        lines=tuple(_lines(award, fit)),
        left_out=tuple(
            LeftOutOfAward(
                figures=figures,
                summary=award.summary(figures),
                reason=reason,
                would_have_won=best is None or _rank(award, figures) < best,
            )
            for figures in order
            if (reason := least.missing(figures))
        ),
        explained=_explained(award, tallies, least),
    )


def _rank(award: AwardRule, figures: Figures) -> tuple[Figure, ...]:
    return tuple(-measure(figures) for measure in award.by)


def _lines(award: AwardRule, fit: Iterable[Figures]) -> Iterable[AwardPlace]:
    place = 1
    for _, group in groupby(fit, key=lambda figures: _rank(award, figures)):
        level = list(group)
        for figures in level:
            yield AwardPlace(
                place=place, is_shared=len(level) > 1, figures=figures, summary=award.summary(figures)
            )
        place += len(level)


def _explained(award: AwardRule, tallies: Tallies, least: Least) -> tuple[str, ...]:
    """Return sentences on how the award was counted, and what is not recorded."""
    texts = [f"{award.rule}{f', {least.words}' if least.words else ''}."]
    if award.of is not Of.TEAMS and tallies.unnamed:
        texts.append(f"In {tallies.unnamed} of {tallies.games} games not every seat has a name.")
    if award.needs_hands and tallies.without_hands:
        texts.append(f"Of {tallies.without_hands} of {tallies.games} games no hands are recorded.")
    return tuple(texts)


def _counted(number: int, thing: str) -> str:
    return f"{count(number)} {thing if number == 1 else PLURALS[thing]}"


def _games_won(figures: Figures) -> str:
    return f"won {figures.won} of {figures.played}, {figures.points_for} to {figures.points_against}"


def _by_share(figures: Figures) -> Fraction:
    return figures.share_won


def _by_won(figures: Figures) -> int:
    return figures.won


def _by_difference(figures: Figures) -> int:
    return figures.difference


def _by_jacks(figures: Figures) -> int:
    return figures.jacks_hung


def _by_fewest_jacks_lost(figures: Figures) -> int:
    return -figures.jacks_lost


def _by_all_fours(figures: Figures) -> int:
    return figures.all_fours


def _by_whitewashes(figures: Figures) -> int:
    return figures.whitewashes


def _most_won(key: str, title: str, of: Of) -> AwardRule:
    return AwardRule(
        key=key,
        title=title,
        of=of,
        by=(_by_share, _by_won, _by_difference),
        rule="Highest share of games won. If level: more games won, then points difference",
        summary=_games_won,
    )


BEST_PAIR = _most_won("best_pair", "Best pair", Of.PAIRS)
PLAYER_OF_THE_SEASON = _most_won("player_of_the_season", "Player of the season", Of.PLAYERS)
MOST_GAMES_WON = AwardRule(
    key="most_games_won",
    title="Most games won",
    of=Of.PLAYERS,
    by=(_by_won, _by_difference),
    rule="The most games won; level, the difference in game points",
    summary=_games_won,
)
HANG_JACKS = AwardRule(
    key="hang_jacks",
    title="Most jacks hung",
    of=Of.PLAYERS,
    by=(_by_jacks, _by_fewest_jacks_lost),
    rule="The most jacks hung by the player’s side; level, the fewest of its own lost so",
    summary=lambda figures: f"hung {figures.jacks_hung}, lost {figures.jacks_lost}",
    needs_hands=True,
)
ALL_FOURS = AwardRule(
    key="all_fours",
    title="Most all fours",
    of=Of.PLAYERS,
    by=(_by_all_fours,),
    rule="The most hands in which the player’s side took High, Low, Jack and Game",
    summary=lambda figures: f"{figures.all_fours} of {figures.hands} hands",
    needs_hands=True,
)
WHITEWASHES = AwardRule(
    key="whitewashes",
    title="Most games won to nil",
    of=Of.PLAYERS,
    by=(_by_whitewashes,),
    rule="The most games won with nothing against",
    summary=lambda figures: f"{figures.whitewashes} of {figures.played} won to nil",
)
AWARDS = {
    award.key: award
    for award in (BEST_PAIR, PLAYER_OF_THE_SEASON, MOST_GAMES_WON, HANG_JACKS, ALL_FOURS, WHITEWASHES)
}
"""The awards there are, by key."""
