"""The demo's scorecards as seed data."""

from collections.abc import Mapping

from league.matches.sheet.values import HandNotes, SheetGame
from scoring import AWAY, HOME, NOBODY
from scoring.cards import Card
from scoring.hands import Hand
from scoring.seats import Taker
from tests.tools.demo.plan import CardVersion
from tests.tools.demo.seed_rows import SeedRows

LETTERS: dict[Taker | None, str] = {None: "", HOME: "h", AWAY: "a", NOBODY: "-"}


def write_card(
    rows: SeedRows, card: CardVersion, *, match: int, version: int, by: int, players: Mapping[int, int]
) -> None:
    """A version of a match's card, with its tables, games, seats, hands and penalties."""
    key = rows.add(
        "scorecard",
        match=match,
        version=version,
        is_confirmed=card.set_aside_at is None,
        entered_at=card.entered_at,
        entered_by=by,
        reason=card.reason,
        set_aside_at=card.set_aside_at,
        remarks=card.sheet.remarks,
        private_remarks=card.sheet.private_remarks,
    )
    for table in card.sheet.tables:
        row = rows.add(
            "matchtable",
            scorecard=key,
            number=table.number,
            is_played=table.is_played,
            remarks=table.remarks,
        )
        for game in table.games:
            _game(rows, row, game, players)


def _game(rows: SeedRows, table: int, game: SheetGame, players: Mapping[int, int]) -> None:
    key = rows.add(
        "game",
        table=table,
        number=game.number,
        home_score=game.home_score,
        away_score=game.away_score,
        first_pitch=LETTERS[game.first_pitch],
    )
    for side, pair in ("h", game.home_pair), ("a", game.away_pair):
        for place, name in enumerate(pair, start=1):
            player = players[name.player] if name.player else None
            rows.add("seat", game=key, side=side, place=place, player=player, written=name.written)
    notes = game.notes or (HandNotes(),) * len(game.hands)
    for number, (hand, noted) in enumerate(zip(game.hands, notes, strict=True), start=1):
        _hand(rows, key, number, hand, noted)


def _hand(rows: SeedRows, game: int, number: int, hand: Hand, noted: HandNotes) -> None:
    home_points, away_points = hand.card_points or (None, None)
    rows.add(
        "handresult",
        game=game,
        number=number,
        high=LETTERS[hand.high],
        low=LETTERS[hand.low],
        jack=LETTERS[hand.jack],
        game_point=LETTERS[hand.game],
        trump=hand.trump,
        pitched=_text(hand.pitched),
        high_card=_text(hand.high_card),
        low_card=_text(hand.low_card),
        home_card_points=home_points,
        away_card_points=away_points,
        record=noted.record,
    )
    for penalty in hand.penalties:
        rows.add(
            "penalty",
            game=game,
            hand_number=number,
            side=LETTERS[penalty.side],
            points=penalty.points,
            reason=penalty.reason,
        )


def _text(card: Card | None) -> str:
    return "" if card is None else str(card)
