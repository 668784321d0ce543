"""Scorecards read back as the sheets they were made from."""

from collections.abc import Iterable

from django.db.models import Max, Prefetch

from league.models import Game, Hand, Match, MatchTable, Scorecard, Seat, Side, Taker
from league.sheets import SeatName, Sheet, SheetGame, SheetTable
from scoring import AWAY, HOME, NOBODY, cards, hands
from scoring.seats import Taker as ScoringTaker

SIDE_OF_LETTER: dict[str, ScoringTaker | None] = {
    "": None,
    Side.HOME: HOME,
    Side.AWAY: AWAY,
    Taker.NOBODY: NOBODY,
}
LETTER_OF_SIDE = {side: str(letter) for letter, side in SIDE_OF_LETTER.items()}


def confirmed_card(match: Match) -> Scorecard | None:
    """The card that counts, or None while there is no result. One query."""
    return match.scorecards.filter(is_confirmed=True).first()


def latest_version(match: Match) -> int:
    """The number of the newest card, confirmed or set aside; 0 if there never was one. One query."""
    return match.scorecards.aggregate(latest=Max("version"))["latest"] or 0


def sheet_of(card: Scorecard) -> Sheet:
    """The sheet a card was made from. Five queries, whatever it holds."""
    return sheets_of([card])[card.pk]


def sheets_of(cards: Iterable[Scorecard]) -> dict[int, Sheet]:
    """The sheets of many cards, by the card's key. Five queries, however many."""
    of_card: dict[int, list[SheetTable]] = {card.pk: [] for card in cards}
    tables = MatchTable.objects.filter(scorecard__in=of_card).prefetch_related(
        Prefetch("games", Game.objects.prefetch_related("seats", "hands", "penalties"))
    )
    for table in tables:
        of_card[table.scorecard_id].append(_table(table))
    return {
        card.pk: Sheet(
            tables=tuple(of_card[card.pk]), remarks=card.remarks, private_remarks=card.private_remarks
        )
        for card in cards
    }


def _table(table: MatchTable) -> SheetTable:
    return SheetTable(
        number=table.number,
        is_played=table.is_played,
        games=tuple(_game(game) for game in table.games.all()),
        remarks=table.remarks,
        private_remarks=table.private_remarks,
    )


def _game(game: Game) -> SheetGame:
    seats = list(game.seats.all())
    penalties: dict[int, list[hands.Penalty]] = {}
    for penalty in game.penalties.all():
        given = hands.Penalty(HOME if penalty.side == Side.HOME else AWAY, penalty.points, penalty.reason)
        penalties.setdefault(penalty.hand_number, []).append(given)
    return SheetGame(
        number=game.number,
        home_score=game.home_score,
        away_score=game.away_score,
        hands=tuple(hand_value(hand, tuple(penalties.get(hand.number, ()))) for hand in game.hands.all()),
        home_pair=_pair(seats, Side.HOME),
        away_pair=_pair(seats, Side.AWAY),
        first_pitch=None if not game.first_pitch else HOME if game.first_pitch == Side.HOME else AWAY,
    )


def _pair(seats: list[Seat], side: str) -> tuple[SeatName, ...]:
    return tuple(SeatName(player=seat.player_id, written=seat.written) for seat in seats if seat.side == side)


def hand_value(hand: Hand, penalties: tuple[hands.Penalty, ...] = ()) -> hands.Hand:
    """A stored hand as the rules engine knows it."""
    home, away = hand.home_card_points, hand.away_card_points
    return hands.Hand(
        high=SIDE_OF_LETTER[hand.high],
        low=SIDE_OF_LETTER[hand.low],
        jack=SIDE_OF_LETTER[hand.jack],
        game=SIDE_OF_LETTER[hand.game_point],
        penalties=penalties,
        trump=cards.Suit(hand.trump) if hand.trump else None,
        pitched=cards.parse_card(hand.pitched) if hand.pitched else None,
        high_card=cards.parse_card(hand.high_card) if hand.high_card else None,
        low_card=cards.parse_card(hand.low_card) if hand.low_card else None,
        card_points=None if home is None or away is None else (home, away),
    )
