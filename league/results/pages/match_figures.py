"""The result of a match in figures, table by table: as the end of a match shows it, and for its script."""

from collections.abc import Mapping, Sequence
from typing import Any

from league.matches.sheet.values import Sheet, SheetTable
from league.models import Match, Side
from league.results.pages.script_words import MARKS
from league.templatetags.dates import pub_date_year
from league.templatetags.formatting import points
from scoring import AWAY, HOME
from scoring.matches import MatchFormat, MatchScore

LETTERS = (Side.HOME, Side.AWAY)
NOT_PLAYED = "–"
WALKOVER = "w/o"


def tables_given(walkovers: Mapping[int, int | None], form: MatchFormat) -> dict[int, dict[str, Any]]:
    """Return the tables given to a side; `walkovers` names the side of each, None for neither.

    Each with how it counts, and each side's figure, home first. `score` is that of each of its `games`: a
    race needs no more of them than are missing.
    """
    return {table: _given(table, side, form) for table, side in walkovers.items() if side is not None}


def _given(table: int, side: int, form: MatchFormat) -> dict[str, Any]:
    winner, loser = form.walkover_award or (1, 0)
    is_score = form.walkover_in_aggregate and form.games_at(table - 1) == 1
    own, others = (str(winner), str(loser)) if is_score else (WALKOVER, NOT_PLAYED)
    return {
        "side": side,
        "games": form.games_given(table - 1),
        "score": (winner, loser) if side == HOME else (loser, winner),
        "in_aggregate": form.walkover_in_aggregate,
        "figures": (own, others) if side == HOME else (others, own),
    }


def result_side(
    side: int,
    match: Match,
    sheet: Sheet,
    result: MatchScore,
    words: Sequence[str],
    given: Mapping[int, Mapping[str, Any]],
) -> dict[str, Any]:
    """Return a side's line of the result; `words` are the teams' short names."""
    team, for_total = (match.home, match.away)[side], result.aggregate_points[side]
    rest = points(result.match_points[side] - for_total)
    return {
        "letter": LETTERS[side],
        "mark": MARKS[LETTERS[side]],
        "team": team.name,
        "word": words[side],
        "points": points(result.match_points[side]),
        "makes_up": f"{rest} + {points(for_total)}" if for_total else rest,
        "cells": tuple(_cell(table, side, given.get(table.number)) for table in sheet.tables),
        "total": result.aggregate[side],
        "is_winner": result.winner == side,
        "has_higher_total": result.aggregate[side] > result.aggregate[1 - side],
    }


def _cell(table: SheetTable, side: int, given: Mapping[str, Any] | None) -> dict[str, Any]:
    if given:
        return {"table": table.number, "figure": given["figures"][side], "is_winner": given["side"] == side}
    games = [game.score for game in table.games if game.score]
    if not (table.is_played and games):
        return {"table": table.number, "figure": NOT_PLAYED, "is_winner": False}
    own, others = (sum(game[at] > game[1 - at] for game in games) for at in (side, 1 - side))
    figure = games[0][side] if len(games) == 1 else own
    return {"table": table.number, "figure": str(figure), "is_winner": own > others}


def end_words(
    match: Match, given: Mapping[int, Mapping[str, Any]], *, address: str, table_address: str
) -> Mapping[str, Any]:
    """Return what the script needs to count a match without signal and to share it, as plain data."""
    form = match.division.season.rule_book.match_format()
    season = match.division.season
    return {
        "format": {
            "table_won": form.table_won,
            "table_drawn": form.table_drawn,
            "game_won": form.game_won,
            "aggregate": form.aggregate,
            "aggregate_tie": form.aggregate_tie.value,
            "match_win": form.match_win,
            "match_win_away": form.match_win_of(AWAY),
            "match_draw": form.match_draw,
            "match_loss": form.match_loss,
            "close_loss": form.close_loss,
            "close_loss_by": form.close_loss_by,
            "decided_by": form.decided_by.value,
        },
        "given": given,
        "league": season.league.name,
        "division": match.division.name,
        "date": pub_date_year(match.date),
        "venue": match.venue.name if match.venue_id else "",
        "match": match.public_id,
        "address": address,
        "table_address": table_address,
    }
