"""What players, pairs and teams have done at the tables, added up from games with their seats."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from league.matches.outcomes import Pair, TeamKey
from scoring.hands import Hand, all_four

SIDES = (0, 1)
A_PAIR = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedGame:
    """A game that was played: of which match, between which teams, who sat on each side, and its score.

    Home first everywhere. A seat without a known name is left out; `hands` are those written down.
    """

    match: int
    teams: tuple[TeamKey, TeamKey]
    players: tuple[tuple[int, ...], tuple[int, ...]]
    score: Pair
    hands: tuple[Hand, ...] = ()


class Of(StrEnum):
    """Whom figures are added up for."""

    PLAYERS = "players"
    PAIRS = "pairs"
    TEAMS = "teams"


Who = tuple[int, ...]
"""The player, the two players in order of their keys, or the team."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A player's, pair's or team's games added up.

    `hands` are the hands written down of its games: jacks and all fours are known of those only. `jacks_hung`
    are those of the other side that it caught, `jacks_lost` its own that were caught. `whitewashes` are games
    won to nil. `available` is how many matches the team played for which it sat down most often.
    """

    who: Who
    team: TeamKey
    matches: int
    available: int
    played: int
    won: int
    points_for: int
    points_against: int
    hands: int
    jacks_hung: int
    jacks_lost: int
    all_fours: int
    whitewashes: int

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def share_won(self) -> Fraction:
        return Fraction(self.won, self.played)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tallies:
    """Everybody's figures, each list in the order of the keys, and how much of the games is known.

    In so many of the games a seat is without a name, of so many no hands are recorded.
    """

    players: tuple[Figures, ...]
    pairs: tuple[Figures, ...]
    teams: tuple[Figures, ...]
    games: int
    unnamed: int
    without_hands: int

    def figures(self, of: Of) -> tuple[Figures, ...]:
        return {Of.PLAYERS: self.players, Of.PAIRS: self.pairs, Of.TEAMS: self.teams}[of]


def tallied(games: Iterable[SeatedGame], *, target: int | None = None) -> Tallies:
    """Return the figures of everybody who sat down.

    A game is won to nil at the target, or at any score where the game has none.
    """
    games = tuple(games)
    seated = [_seated(game, side, target) for game in games for side in SIDES]
    available = Counter(team for team, _ in {(side_game.team, side_game.game.match) for side_game in seated})
    full = max((len(side_game.players) for side_game in seated), default=0)
    return Tallies(
        players=_figures_of(seated, _players, available),
        pairs=_figures_of(seated, _pair, available),
        teams=_figures_of(seated, _team, available),
        games=len(games),
        unnamed=sum(any(len(side) < full for side in game.players) for game in games),
        without_hands=sum(not game.hands for game in games),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SideGame:
    """A game as one side of it saw it. Its hands are counted once, however many players sat there."""

    game: SeatedGame
    team: TeamKey
    players: tuple[int, ...]
    score: Pair
    jacks_hung: int
    jacks_lost: int
    all_fours: int
    is_whitewash: bool


def _seated(game: SeatedGame, side: int, target: int | None) -> SideGame:
    own, other = game.score[side], game.score[1 - side]
    takers = [hand.jack for hand in game.hands if hand.hung]
    return SideGame(
        game=game,
        team=game.teams[side],
        players=tuple(dict.fromkeys(game.players[side])),
        score=(own, other),
        jacks_hung=takers.count(side),
        jacks_lost=takers.count(1 - side),
        all_fours=sum(all_four(hand) == side for hand in game.hands),
        is_whitewash=other == 0 and own >= (target or 1),
    )


def _players(game: SideGame) -> Iterator[Who]:
    return ((player,) for player in game.players)


def _pair(game: SideGame) -> Iterator[Who]:
    if len(game.players) == A_PAIR:
        yield tuple(sorted(game.players))


def _team(game: SideGame) -> Iterator[Who]:
    yield (game.team,)


def _figures_of(
    seated: Iterable[SideGame], who_in: Callable[[SideGame], Iterator[Who]], available: Mapping[TeamKey, int]
) -> tuple[Figures, ...]:
    games: defaultdict[Who, list[SideGame]] = defaultdict(list)
    for game in seated:
        for who in who_in(game):
            games[who].append(game)
    return tuple(_added_up(who, games[who], available) for who in sorted(games))


def _added_up(who: Who, seated: Sequence[SideGame], available: Mapping[TeamKey, int]) -> Figures:
    # Of two teams it played for as often, the lower key: the same whatever the order of the games.
    games_by_team = Counter(side_game.team for side_game in seated)
    team = min(games_by_team, key=lambda key: (-games_by_team[key], key))
    return Figures(
        who=who,
        team=team,
        matches=len({game.game.match for game in seated}),
        available=available[team],
        played=len(seated),
        won=sum(side_game.score[0] > side_game.score[1] for side_game in seated),
        points_for=sum(side_game.score[0] for side_game in seated),
        points_against=sum(side_game.score[1] for side_game in seated),
        hands=sum(len(side_game.game.hands) for side_game in seated),
        jacks_hung=sum(side_game.jacks_hung for side_game in seated),
        jacks_lost=sum(side_game.jacks_lost for side_game in seated),
        all_fours=sum(side_game.all_fours for side_game in seated),
        whitewashes=sum(side_game.is_whitewash for side_game in seated),
    )
