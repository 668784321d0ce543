"""The games of confirmed cards with who sat down: of a season with their hands, of all seasons without."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import cast

from django.db.models import Count, Q

from league.honours.figures import SeatedGame
from league.models import Game, HandResult, Season, Seat, Side
from league.results.selectors.scorecards import awards_of
from scoring.hands import Hand as EnteredHand

_CARD = "table__scorecard"
_AWARDS = ("high", "low", "jack", "game_point")


HandCounts = tuple[Mapping[str, int], Mapping[str, int]]
"""What each side took in the hands of a game, and in how many of them the taker of the Jack is recorded."""


def season_games(season: Season) -> tuple[SeatedGame, ...]:
    """Return the games of a season's confirmed cards with their seats and hands. Three queries."""
    hands: defaultdict[int, list[EnteredHand]] = defaultdict(list)
    for hand in HandResult.objects.filter(**_hands_in(season=season)).order_by("game", "number"):
        hands[hand.game_id].append(awards_of(hand))
    return tuple(game for games in _games(hands, season=season).values() for game in games.values())


def games_of_seasons(seasons: Collection[int]) -> dict[int, dict[int, SeatedGame]]:
    """Return the games of seasons without their hands, in order of their cards, by season and key.

    Two queries.
    """
    return _games({}, season__in=seasons)


def hand_counts(seasons: Collection[int]) -> dict[int, HandCounts]:
    """Return what was taken in the hands of every game of seasons, by the game's key. One query."""
    counted = (
        HandResult.objects.filter(**_hands_in(season__in=seasons))
        .order_by()
        .values("game")
        .annotate(
            recorded=Count("pk", filter=~Q(jack="")),
            **{f"jacks_{side}": Count("pk", filter=Q(jack=side)) for side in Side},
            **{f"hung_{side}": Count("pk", filter=Q(jack=side, hung=True)) for side in Side},
            **{f"fours_{side}": Count("pk", filter=Q(**dict.fromkeys(_AWARDS, side))) for side in Side},
        )
    )
    return {
        row["game"]: (_of_side(row, Side.HOME), _of_side(row, Side.AWAY))
        for row in cast(Iterable[dict[str, int]], counted)
    }


def _of_side(row: Mapping[str, int], side: str) -> dict[str, int]:
    return {"recorded": row["recorded"]} | {
        name: row[f"{name}_{side}"] for name in ("jacks", "hung", "fours")
    }


def _hands_in(**seasons: object) -> dict[str, object]:
    of_division = {f"game__{_CARD}__match__division__{name}": value for name, value in seasons.items()}
    return {f"game__{_CARD}__is_confirmed": True, f"game__{_CARD}__match__tie": None, **of_division}


def _games(hands: dict[int, list[EnteredHand]], **seasons: object) -> defaultdict[int, dict[int, SeatedGame]]:
    match = f"{_CARD}__match"
    of_division = {f"{match}__division__{name}": value for name, value in seasons.items()}
    of_division[f"{match}__tie"] = None
    rows = (
        Game.objects.filter(**{f"{_CARD}__is_confirmed": True}, table__is_played=True, **of_division)
        .order_by("pk")
        .values_list(
            f"{match}__division__season",
            "pk",
            match,
            f"{match}__home",
            f"{match}__away",
            "home_score",
            "away_score",
        )
    )
    seats = _seats(**seasons)
    games: defaultdict[int, dict[int, SeatedGame]] = defaultdict(dict)
    for season, key, of_match, home, away, home_score, away_score in rows:
        games[season][key] = SeatedGame(
            match=of_match,
            teams=(home, away),
            players=(tuple(seats[key, Side.HOME]), tuple(seats[key, Side.AWAY])),
            score=(home_score, away_score),
            hands=tuple(hands.get(key, ())),
        )
    return games


def _seats(**seasons: object) -> defaultdict[tuple[int, str], list[int]]:
    seats: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
    for game, side, player in (
        Seat.objects.filter(player__isnull=False, **_hands_in(**seasons))
        .order_by("place")
        .values_list("game", "side", "player")
    ):
        if player is not None:
            seats[game, side].append(player)
    return seats
