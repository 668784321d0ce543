"""Records of one season: of teams, of pairs and players, and of their hands."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction

from league.honours.awards import MOST_GAMES_WON
from league.honours.figures import Figures, tallied
from league.honours.pages.record_values import Best, Holder, Played, best_of
from league.models import Season
from league.standings.records import TeamRecord, add_up

LEAST, LEAST_HANDS = 2, 100
PERCENT = 100
# Two shares of fewer than a thousand million hands differ by more than one part in this.
PARTS = 10**18


def season_records(played: Played) -> dict[str, Best | None]:
    """Return the records of one season: of teams, of pairs and players, and of their hands."""
    return {**_of_teams(played), **_of_players(played), **_of_hands(played)}


# --- Teams ----------------------------------------------------------------------------------------
def _of_teams(played: Played) -> dict[str, Best | None]:
    """Return the best seasons of teams."""
    shares = defaultdict(list)
    for line in played.matches:
        for team, share in ((line.home, line.home_share), (line.away, line.away_share)):
            if share:
                shares[line.division.season_id, team.key].append(share)
    seasons = [
        (played.seasons[season], add_up(team, "", of_team, (), is_withdrawn=False))
        for (season, team), of_team in shares.items()
    ]

    def most(number: Callable[[TeamRecord], int | None]) -> Best | None:
        return best_of(
            [(number(own) or 0, season, own) for season, own in seasons if number(own)],
            rank=lambda each: (each[0],),
            figure=lambda each: each[0],
            holder=lambda each: _holder(
                each[1],
                team=each[2].team,
                summary=f"won {each[2].won}, drew {each[2].drawn}, lost {each[2].lost} of {each[2].played}",
            ),
        )

    return {"team_won": most(lambda own: own.won), "team_points": most(lambda own: own.score_for)}


def _holder(season: Season, **rest: object) -> Holder:
    return Holder(season.starts_on.isoformat(), season=season.pk, **rest)  # type: ignore[arg-type]  # by name


# --- Pairs and players ----------------------------------------------------------------------------
def _of_players(played: Played) -> dict[str, Best | None]:
    """Return the best seasons of pairs and players."""
    pairs: list[tuple[Season, Figures]] = []
    players: list[tuple[Season, Figures]] = []
    for key, games in played.games.items():
        season = played.seasons[key]
        tallies = tallied(games.values(), target=season.rule_book.rules().target)
        pairs += [(season, each) for each in tallies.pairs]
        players += [(season, each) for each in tallies.players]
    return {
        "pair_won": _most(pairs, lambda figures: figures.won),
        "player_won": _most(players, lambda figures: figures.won),
        "player_points": _most(players, lambda figures: figures.points_for),
        "player_nil": _most(players, lambda figures: figures.whitewashes),
    }


def _most(seasons: list[tuple[Season, Figures]], number: Callable[[Figures], int]) -> Best | None:
    return best_of(
        [each for each in seasons if number(each[1]) >= LEAST],
        rank=lambda each: (number(each[1]),),
        figure=lambda each: number(each[1]),
        holder=lambda each: _holder(
            each[0], who=each[1].who, team=each[1].team, summary=MOST_GAMES_WON.summary(each[1])
        ),
    )


# --- Hands ----------------------------------------------------------------------------------------
HandsOfPlayer = tuple[Season, int, int, Counter[str]]
"""A player’s season in hands: the player, the team of the last game, and what `hand_counts` names."""


def _of_hands(played: Played) -> dict[str, Best | None]:
    """Return the records of hands in one season, as far as hands are recorded."""
    seasons = list(_hands(played))
    return {
        "jacks": best_of(
            [each for each in seasons if each[-1]["recorded"] >= LEAST_HANDS and each[-1]["jacks"]],
            rank=lambda each: (each[-1]["jacks"] * PARTS // each[-1]["recorded"],),
            figure=lambda each: f"{round(Fraction(PERCENT * each[-1]['jacks'], each[-1]['recorded']))} %",
            holder=lambda each: _hand_holder(each, f"{each[-1]['jacks']} of {each[-1]['recorded']}"),
        ),
        "hung": _most_hands(seasons, "hung"),
        "all_fours": _most_hands(seasons, "fours"),
    }


def _most_hands(seasons: list[HandsOfPlayer], name: str) -> Best | None:
    return best_of(
        [each for each in seasons if each[-1][name]],
        rank=lambda each: (each[-1][name],),
        figure=lambda each: each[-1][name],
        holder=_hand_holder,
    )


def _hand_holder(hands: HandsOfPlayer, summary: str = "") -> Holder:
    season, player, team, _ = hands
    return _holder(season, who=(player,), team=team, summary=summary)


def _hands(played: Played) -> Iterator[HandsOfPlayer]:
    """Yield the hands of each player in each season."""
    for key, games in played.games.items():
        counted: defaultdict[int, Counter[str]] = defaultdict(Counter)
        teams: dict[int, int] = {}
        for game_key, game in games.items():
            for side, counts in enumerate(played.hands.get(game_key, ())):
                for player in dict.fromkeys(game.players[side]):
                    teams[player] = game.teams[side]
                    counted[player].update(counts)
        yield from ((played.seasons[key], player, teams[player], counted[player]) for player in teams)
