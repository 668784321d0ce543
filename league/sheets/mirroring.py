"""The same play with home and away the other way round."""

from dataclasses import replace

from league.sheets.values import Sheet, SheetGame
from scoring import AWAY, HOME
from scoring.hands import Hand
from scoring.seats import Taker


def mirrored(sheet: Sheet) -> Sheet:
    """The same play with home and away the other way round."""
    return replace(
        sheet,
        tables=tuple(
            replace(table, games=tuple(_mirrored_game(game) for game in table.games))
            for table in sheet.tables
        ),
    )


def _mirrored_game(game: SheetGame) -> SheetGame:
    return replace(
        game,
        home_score=game.away_score,
        away_score=game.home_score,
        home_pair=game.away_pair,
        away_pair=game.home_pair,
        first_pitch=None if game.first_pitch is None else 1 - game.first_pitch,
        hands=tuple(_mirrored_hand(hand) for hand in game.hands),
    )


def _mirrored_hand(hand: Hand) -> Hand:
    card_points = None if hand.card_points is None else (hand.card_points[AWAY], hand.card_points[HOME])
    return replace(
        hand,
        high=_other(hand.high),
        low=_other(hand.low),
        jack=_other(hand.jack),
        game=_other(hand.game),
        pitcher_side=None if hand.pitcher_side is None else 1 - hand.pitcher_side,
        card_points=card_points,
        penalties=tuple(replace(penalty, side=1 - penalty.side) for penalty in hand.penalties),
        before=tuple(replace(pegged, side=1 - pegged.side) for pegged in hand.before),
        no_game_for=tuple(sorted(1 - side for side in hand.no_game_for)),
    )


def _other(taker: Taker | None) -> Taker | None:
    return 1 - taker if isinstance(taker, int) else taker
