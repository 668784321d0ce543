"""The rows of one scorecard, written together: a handful of inserts, however many hands it has."""

from league.models import Game, Hand, MatchTable, Penalty, Scorecard, Seat, Side
from league.selectors.scorecards import LETTER_OF_SIDE
from league.sheets import SeatName, Sheet, SheetGame
from scoring import AWAY, HOME, cards
from scoring import hands as scoring_hands


def write_card(card: Scorecard, sheet: Sheet) -> None:
    """Save a card with its tables, games, seats, hands and penalties. Call it inside a transaction."""
    card.save(force_insert=True)
    tables = MatchTable.objects.bulk_create(
        MatchTable(
            scorecard=card,
            number=table.number,
            is_played=table.is_played,
            remarks=table.remarks,
            private_remarks=table.private_remarks,
        )
        for table in sheet.tables
    )
    written = [
        (game, row)
        for table, on_paper in zip(tables, sheet.tables, strict=True)
        if table.is_played
        for game in on_paper.games
        if (row := _game_row(table, game)) is not None
    ]
    Game.objects.bulk_create(row for _, row in written)
    Seat.objects.bulk_create(seat for game, row in written for seat in _seat_rows(row, game))
    Hand.objects.bulk_create(
        hand_row(row, number, hand)
        for game, row in written
        for number, hand in enumerate(game.hands, start=1)
    )
    Penalty.objects.bulk_create(penalty for game, row in written for penalty in _penalty_rows(row, game))


def _game_row(table: MatchTable, game: SheetGame) -> Game | None:
    if game.home_score is None or game.away_score is None:
        return None
    return Game(
        table=table,
        number=game.number,
        home_score=game.home_score,
        away_score=game.away_score,
        first_pitch="" if game.first_pitch is None else LETTER_OF_SIDE[game.first_pitch],
    )


def _seat_rows(row: Game, game: SheetGame) -> list[Seat]:
    def seats(side: str, pair: tuple[SeatName, ...]) -> list[Seat]:
        return [
            Seat(
                game=row,
                side=side,
                place=place,
                player_id=name.player,
                written="" if name.player else name.written,
            )
            for place, name in enumerate(pair, start=1)
            if name.player or name.written
        ]

    return seats(Side.HOME, game.home_pair) + seats(Side.AWAY, game.away_pair)


def hand_row(row: Game, number: int, hand: scoring_hands.Hand) -> Hand:
    """A hand of the rules engine as it is stored."""
    points = hand.card_points
    return Hand(
        game=row,
        number=number,
        high=LETTER_OF_SIDE[hand.high],
        low=LETTER_OF_SIDE[hand.low],
        jack=LETTER_OF_SIDE[hand.jack],
        game_point=LETTER_OF_SIDE[hand.game],
        trump=str(hand.trump or ""),
        pitched=_card_text(hand.pitched),
        high_card=_card_text(hand.high_card),
        low_card=_card_text(hand.low_card),
        home_card_points=points[HOME] if points else None,
        away_card_points=points[AWAY] if points else None,
    )


def _card_text(card: cards.Card | None) -> str:
    return "" if card is None else cards.format_card(card)


def _penalty_rows(row: Game, game: SheetGame) -> list[Penalty]:
    return [
        Penalty(
            game=row,
            hand_number=number,
            side=LETTER_OF_SIDE[penalty.side],
            points=penalty.points,
            reason=penalty.reason,
        )
        for number, hand in enumerate(game.hands, start=1)
        for penalty in hand.penalties
    ]
