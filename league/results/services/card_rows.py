"""Writes the rows of a scorecard together: a handful of inserts, however many hands it has."""

from collections.abc import Sequence

from league.matches.sheet.values import HandNotes, SeatName, Sheet, SheetGame
from league.models import Game, HandResult, MatchTable, Penalty, Scorecard, Seat, Side
from league.results.selectors.scorecards import LETTER_OF_SIDE
from scoring import AWAY, HOME, cards
from scoring import hands as scoring_hands


def write_card(card: Scorecard, sheet: Sheet) -> None:
    """Save a card with its tables, games, seats, hands and penalties. Call it inside a transaction."""
    tables = [
        MatchTable(
            scorecard=card,
            number=table.number,
            is_played=table.is_played,
            remarks=table.remarks,
            private_remarks=table.private_remarks,
        )
        for table in sheet.tables
    ]
    games = [
        (game, row)
        for table, on_paper in zip(tables, sheet.tables, strict=True)
        if table.is_played
        for game in on_paper.games
        if (row := _game_row(table, game)) is not None
    ]
    write_rows(
        cards=[card],
        tables=tables,
        games=[row for _, row in games],
        seats=[seat for game, row in games for seat in _seat_rows(row, game)],
        hands=[hand for game, row in games for hand in _hand_rows(row, game)],
        penalties=[penalty for game, row in games for penalty in _penalty_rows(row, game)],
    )


def write_rows(
    *,
    cards: Sequence[Scorecard],
    tables: Sequence[MatchTable],
    games: Sequence[Game],
    seats: Sequence[Seat] = (),
    hands: Sequence[HandResult] = (),
    penalties: Sequence[Penalty] = (),
) -> None:
    """Insert scorecards with all their rows, one statement a model. Call it inside a transaction."""
    Scorecard.objects.bulk_create(cards)
    MatchTable.objects.bulk_create(tables)
    Game.objects.bulk_create(games)
    Seat.objects.bulk_create(seats)
    HandResult.objects.bulk_create(hands)
    Penalty.objects.bulk_create(penalties)


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


def _hand_rows(row: Game, game: SheetGame) -> list[HandResult]:
    notes = game.notes or (HandNotes(),) * len(game.hands)
    return [
        hand_row(row, number, hand, noted)
        for number, (hand, noted) in enumerate(zip(game.hands, notes, strict=True), start=1)
    ]


def hand_row(row: Game, number: int, hand: scoring_hands.Hand, noted: HandNotes) -> HandResult:
    """Return the unsaved row of a hand, with the notes beside its points."""
    points = hand.card_points
    return HandResult(
        game=row,
        number=number,
        turned=noted.turned,
        said=noted.call,
        before=[[peg.what, LETTER_OF_SIDE[peg.side], peg.points] for peg in hand.before],
        high=LETTER_OF_SIDE[hand.high],
        low=LETTER_OF_SIDE[hand.low],
        jack=LETTER_OF_SIDE[hand.jack],
        hung=hand.hung,
        game_point=LETTER_OF_SIDE[hand.game],
        no_game_for="".join(LETTER_OF_SIDE[side] for side in hand.no_game_for),
        trump=str(hand.trump or ""),
        pitched=_card_text(hand.pitched),
        high_card=_card_text(hand.high_card),
        low_card=_card_text(hand.low_card),
        home_card_points=points[HOME] if points else None,
        away_card_points=points[AWAY] if points else None,
        record=noted.record,
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
