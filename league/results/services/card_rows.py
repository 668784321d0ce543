"""Writes the rows of a scorecard together: a statement a model, however many hands it has."""

import datetime
from collections.abc import Iterator
from typing import Any

from league.matches.sheet.values import HandNotes, Sheet, SheetGame
from league.models import Game, HandResult, Match, MatchTable, Penalty, Scorecard, Seat, Side
from league.results.selectors.scorecards import LETTER_OF_SIDE
from league.shared.compiled_insert import CompiledInsert
from scoring import AWAY, HOME, cards
from scoring import hands as scoring_hands

Row = dict[str, Any]

_CARDS = CompiledInsert(Scorecard)
_TABLES = CompiledInsert(MatchTable, returning=["number"])
_GAMES = CompiledInsert(Game, returning=["table_id", "number"])
_SEATS = CompiledInsert(Seat)
_HANDS = CompiledInsert(HandResult)
_PENALTIES = CompiledInsert(Penalty)


def new_card(match: Match, sheet: Sheet, *, now: datetime.datetime, **said: Any) -> Scorecard:
    """Save a sheet as a card of its match, with what else is said of it. Call it inside a transaction."""
    card = Scorecard(match=match, entered_at=now, remarks=sheet.remarks, **said)
    card.clean_fields(exclude=["match", "entered_by"])
    write_card(card, sheet)
    return card


def write_card(card: Scorecard, sheet: Sheet) -> None:
    """Save a card with its tables, games, seats, hands and penalties. Call it inside a transaction."""
    _CARDS.insert_row(card)
    written = _TABLES.insert_rows(
        [
            {
                "scorecard_id": card.pk,
                "number": table.number,
                "is_played": table.is_played,
                "remarks": table.remarks,
                "private_remarks": table.private_remarks,
            }
            for table in sheet.tables
        ]
    )
    tables = {number: key for key, number in written}
    games = {
        (tables[table.number], game.number): game
        for table in sheet.tables
        if table.is_played
        for game in table.games
        if game.score
    }
    written = _GAMES.insert_rows([_game_row(table, game) for (table, _), game in games.items()])
    keys = {(table, number): key for key, table, number in written}
    rows = [(keys[place], game) for place, game in games.items()]
    _SEATS.insert_rows([seat for key, game in rows for seat in _seat_rows(key, game)])
    _HANDS.insert_rows([hand for key, game in rows for hand in _hand_rows(key, game)])
    _PENALTIES.insert_rows([penalty for key, game in rows for penalty in _penalty_rows(key, game)])


def _game_row(table: int, game: SheetGame) -> Row:
    return {
        "table_id": table,
        "number": game.number,
        "home_score": game.home_score,
        "away_score": game.away_score,
        "first_pitch": "" if game.first_pitch is None else LETTER_OF_SIDE[game.first_pitch],
        "contradiction": game.contradiction,
        "home_foot": game.foot and game.foot[HOME],
        "away_foot": game.foot and game.foot[AWAY],
    }


def _seat_rows(game: int, on_paper: SheetGame) -> Iterator[Row]:
    for side, pair in ((Side.HOME, on_paper.home_pair), (Side.AWAY, on_paper.away_pair)):
        for place, name in enumerate(pair, start=1):
            if name.player or name.written:
                yield {
                    "game_id": game,
                    "side": side,
                    "place": place,
                    "player_id": name.player,
                    "written": "" if name.player else name.written,
                }


def _hand_rows(game: int, on_paper: SheetGame) -> list[Row]:
    notes = on_paper.notes or (HandNotes(),) * len(on_paper.hands)
    return [
        _hand_row(game, number, hand, noted)
        for number, (hand, noted) in enumerate(zip(on_paper.hands, notes, strict=True), start=1)
    ]


def _hand_row(game: int, number: int, hand: scoring_hands.Hand, noted: HandNotes) -> Row:
    """Return the row of a hand, with the notes beside its points."""
    points = hand.card_points
    return {
        "game_id": game,
        "number": number,
        "turned": noted.turned,
        "said": noted.call,
        "before": [[peg.what, LETTER_OF_SIDE[peg.side], peg.points] for peg in hand.before],
        "high": LETTER_OF_SIDE[hand.high],
        "low": LETTER_OF_SIDE[hand.low],
        "jack": LETTER_OF_SIDE[hand.jack],
        "hung": hand.hung,
        "game_point": LETTER_OF_SIDE[hand.game],
        "no_game_for": "".join(LETTER_OF_SIDE[side] for side in hand.no_game_for),
        "trump": str(hand.trump or ""),
        "pitched": _card_text(hand.pitched),
        "high_card": _card_text(hand.high_card),
        "low_card": _card_text(hand.low_card),
        "home_card_points": points[HOME] if points else None,
        "away_card_points": points[AWAY] if points else None,
        "record": noted.record,
    }


def _card_text(card: cards.Card | None) -> str:
    return "" if card is None else cards.format_card(card)


def _penalty_rows(game: int, on_paper: SheetGame) -> list[Row]:
    return [
        {
            "game_id": game,
            "hand_number": number,
            "side": LETTER_OF_SIDE[penalty.side],
            "points": penalty.points,
            "reason": penalty.reason,
        }
        for number, penalties in enumerate([on_paper.penalties, *(hand.penalties for hand in on_paper.hands)])
        for penalty in penalties
    ]
