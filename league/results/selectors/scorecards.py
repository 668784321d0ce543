"""Selectors of scorecards, read back as the sheets they were made from."""

from collections.abc import Iterable
from dataclasses import replace

from django.db.models import Exists, Max, OuterRef, Prefetch

from league.matches.sheet.values import HandNotes, SeatName, Sheet, SheetGame, SheetTable
from league.models import Game, HandResult, Match, MatchTable, Scorecard, Seat, Side, Taker
from league.standings.selectors.match_lists import MatchLine
from scoring import AWAY, HOME, NOBODY, cards, hands
from scoring.hands import Peg
from scoring.seats import Side as ScoringSide
from scoring.seats import Taker as ScoringTaker

SIDE_OF_LETTER: dict[str, ScoringTaker | None] = {
    "": None,
    Side.HOME: HOME,
    Side.AWAY: AWAY,
    Taker.NOBODY: NOBODY,
}
LETTER_OF_SIDE = {side: str(letter) for letter, side in SIDE_OF_LETTER.items()}


def confirmed_card(match: Match) -> Scorecard | None:
    """Return the card that counts, or None while there is no result. One query."""
    return match.scorecards.confirmed().first()


def is_entered(match: str = "pk") -> Exists:
    """Return the condition of rows whose match, at that path, has a result by a card."""
    return Exists(Scorecard.objects.confirmed().filter(match=OuterRef(match)))


def latest_version(match: Match) -> int:
    """Return the number of the newest card, confirmed or set aside; 0 if there never was one. One query."""
    return match.scorecards.aggregate(latest=Max("version"))["latest"] or 0


def sheet_of(card: Scorecard) -> Sheet:
    """Return the sheet a card was made from. Five queries, whatever it holds."""
    return sheets_of([card])[card.pk]


def sheets_of(cards: Iterable[Scorecard]) -> dict[int, Sheet]:
    """Return the sheets of many cards, by the card's key. Five queries, however many."""
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
    penalties: dict[int, list[hands.HandPenalty]] = {}
    for penalty in game.penalties.all():
        hand_penalty = hands.HandPenalty(_side(penalty.side), penalty.points, penalty.reason)
        penalties.setdefault(penalty.hand_number, []).append(hand_penalty)
    rows = game.hands.all()
    return SheetGame(
        number=game.number,
        home_score=game.home_score,
        away_score=game.away_score,
        hands=tuple(hand_value(hand, tuple(penalties.get(hand.number, ()))) for hand in rows),
        penalties=tuple(penalties.get(0, ())),
        contradiction=game.contradiction,
        foot=None if game.home_foot is None or game.away_foot is None else (game.home_foot, game.away_foot),
        notes=_notes(rows),
        home_pair=_pair(seats, Side.HOME),
        away_pair=_pair(seats, Side.AWAY),
        first_pitch=_side(game.first_pitch) if game.first_pitch else None,
    )


def _notes(rows: Iterable[HandResult]) -> tuple[HandNotes, ...]:
    notes = tuple(HandNotes(turned=hand.turned, call=hand.said, record=hand.record) for hand in rows)
    return notes if any(note != HandNotes() for note in notes) else ()


def _pair(seats: list[Seat], side: str) -> tuple[SeatName, ...]:
    return tuple(SeatName(player=seat.player_id, written=seat.written) for seat in seats if seat.side == side)


def awards_of(row: HandResult) -> hands.Hand:
    """Return the awards of a hand as the rules engine knows them."""
    return hands.Hand(
        high=SIDE_OF_LETTER[row.high],
        low=SIDE_OF_LETTER[row.low],
        jack=SIDE_OF_LETTER[row.jack],
        game=SIDE_OF_LETTER[row.game_point],
        no_game_for=tuple(map(_side, row.no_game_for)),
        hung=row.hung,
    )


def hand_value(hand: HandResult, penalties: tuple[hands.HandPenalty, ...] = ()) -> hands.Hand:
    """Return a stored hand as the rules engine knows it."""
    home, away = hand.home_card_points, hand.away_card_points
    return replace(
        awards_of(hand),
        penalties=penalties,
        before=tuple(Peg(what, _side(letter), points) for what, letter, points in hand.before),
        trump=cards.Suit(hand.trump) if hand.trump else None,
        pitched=cards.parse_card(hand.pitched) if hand.pitched else None,
        high_card=cards.parse_card(hand.high_card) if hand.high_card else None,
        low_card=cards.parse_card(hand.low_card) if hand.low_card else None,
        card_points=None if home is None or away is None else (home, away),
    )


def _side(letter: str) -> ScoringSide:
    return HOME if letter == Side.HOME else AWAY


def confirmed_cards(lines: list[MatchLine]) -> dict[int, Scorecard]:
    """Return the cards that count, by match, each with who entered it. One query."""
    keys = [line.outcome.match for line in lines]
    cards = Scorecard.objects.confirmed().filter(match__in=keys).select_related("entered_by")
    return {card.match_id: card for card in cards}
