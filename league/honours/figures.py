"""What players and pairs have done at the tables, added up from games with their seats."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
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


Who = tuple[int, ...]
"""The player, or the two players in order of their keys."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A player's or pair's games added up.

    `hands` are the hands written down of its games: jacks and all fours are known of those only. `jacks_hung`
    are those of the other side that it caught, `jacks_lost` its own that were caught. `whitewashes` are games
    won to nil. `team` is that for which it sat down most often.
    """

    who: Who
    team: TeamKey
    matches: int
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
    games: int
    unnamed: int
    without_hands: int


def tallied(games: Iterable[SeatedGame], *, target: int | None = None) -> Tallies:
    """Return the figures of everybody who sat down.

    A game is won to nil at the target, or at any score where the game has none.
    """
    games = tuple(games)
    of_players: defaultdict[Who, list[SideGame]] = defaultdict(list)
    of_pairs: defaultdict[Who, list[SideGame]] = defaultdict(list)
    for game in games:
        for side in SIDES:
            seated = _seated(game, side, target)
            players = tuple(sorted(set(game.players[side])))
            for player in players:
                of_players[player,].append(seated)
            if len(players) == A_PAIR:
                of_pairs[players].append(seated)
    full = max((len(side) for game in games for side in game.players), default=0)
    return Tallies(
        players=tuple(_added_up(who, of_players[who]) for who in sorted(of_players)),
        pairs=tuple(_added_up(who, of_pairs[who]) for who in sorted(of_pairs)),
        games=len(games),
        unnamed=sum(any(len(side) < full for side in game.players) for game in games),
        without_hands=sum(not game.hands for game in games),
    )


SideGame = tuple[int, TeamKey, Mapping[str, int]]
"""A game as one side of it saw it: the match, the team, and what is added up, by the names of `Figures`.

Its hands are counted once, however many players sat there.
"""


def _seated(game: SeatedGame, side: int, target: int | None) -> SideGame:
    own, other = game.score[side], game.score[1 - side]
    takers = [hand.jack for hand in game.hands if hand.hung]
    numbers = {
        "played": 1,
        "won": own > other,
        "points_for": own,
        "points_against": other,
        "hands": len(game.hands),
        "jacks_hung": takers.count(side),
        "jacks_lost": takers.count(1 - side),
        "all_fours": sum(all_four(hand) == side for hand in game.hands),
        "whitewashes": other == 0 and own >= (target or 1),
    }
    return game.match, game.teams[side], numbers


def _added_up(who: Who, seated: Sequence[SideGame]) -> Figures:
    # Of two teams it played for as often, the lower key: the same whatever the order of the games.
    games_by_team = Counter(team for _, team, _ in seated)
    return Figures(
        who=who,
        team=min(games_by_team, key=lambda key: (-games_by_team[key], key)),
        matches=len({match for match, _, _ in seated}),
        **{name: sum(numbers[name] for _, _, numbers in seated) for name in seated[0][-1]},
    )
