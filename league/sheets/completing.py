"""A sheet with what follows from it filled in, and what it gives."""

from dataclasses import replace

from league.sheets.values import HandNotes, SeatName, Sheet, SheetGame, SheetTable
from scoring import AWAY, HOME, games, matches
from scoring.match_formats import MatchFormat
from scoring.rules import Rules


def completed(sheet: Sheet, rules: Rules) -> Sheet:
    """The sheet with what follows filled in and what is empty left out.

    A final score follows from the hands, or the winner's from the loser's; games without a score and
    seats without a name go.
    """
    return replace(sheet, tables=tuple(_completed_table(table, rules) for table in sheet.tables))


def _completed_table(table: SheetTable, rules: Rules) -> SheetTable:
    begun = (game for game in table.games if is_begun(game))
    return replace(table, games=tuple(_completed_game(game, rules) for game in begun))


def _completed_game(game: SheetGame, rules: Rules) -> SheetGame:
    home_score, away_score = _final_score(game, rules)
    return replace(
        game,
        home_score=home_score,
        away_score=away_score,
        home_pair=_named(game.home_pair),
        away_pair=_named(game.away_pair),
        notes=_noted(game),
    )


def _noted(game: SheetGame) -> tuple[HandNotes, ...]:
    """Notes for every hand, or none where nothing is noted."""
    notes = (*game.notes, *(HandNotes() for _ in game.hands))[: len(game.hands)]
    return notes if any(note != HandNotes() for note in notes) else ()


def _named(pair: tuple[SeatName, ...]) -> tuple[SeatName, ...]:
    return tuple(name for name in pair if name.player or name.written)


def _final_score(game: SheetGame, rules: Rules) -> tuple[int | None, int | None]:
    home, away, target = game.home_score, game.away_score, rules.target
    if game.hands and home is None and away is None:
        played = games.score_game(game.hands, rules)
        return (home, away) if played.winner is None else (played.scores[HOME], played.scores[AWAY])
    if target is None or not rules.cap_at_target:
        return home, away
    if away is None and home is not None and home < target:
        return home, target
    if home is None and away is not None and away < target:
        return target, away
    return home, away


def match_score(sheet: Sheet, rules: Rules, match_format: MatchFormat) -> matches.MatchScore:
    """What the sheet gives: tables, aggregate, match points. Tables without a score count as not played."""
    return matches.score_match(
        tuple(_scores(table) for table in completed(sheet, rules).tables), match_format
    )


def _scores(table: SheetTable) -> tuple[tuple[int, int], ...] | None:
    scores = tuple(
        (game.home_score, game.away_score)
        for game in table.games
        if game.home_score is not None and game.away_score is not None
    )
    return scores if table.is_played and scores else None


def is_begun(game: SheetGame) -> bool:
    """Whether anything of it is written down."""
    return bool(game.hands) or game.home_score is not None or game.away_score is not None
