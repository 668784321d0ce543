"""Rules that the search found, as a season's rule book: a preset where one says the same."""

from copy import deepcopy
from typing import Any

from league.exchange.result_lines import Cells
from league.exchange.services.result_rows import counts_games, is_one_game, most_points
from league.matches.outcomes import AtFault
from league.models import RuleBook
from league.proving.check import Trial
from league.proving.search import FIXED_POINTS, NOT_COUNTED, Guess, Shape, Size, given_by
from league.proving.season import LastSeason
from league.regulations import presets
from league.regulations.presets.reading import Preset
from league.standings.awards import AwardKind

POINTS = (
    "table_won",
    "table_drawn",
    "game_won",
    "aggregate",
    "match_won",
    "match_drawn",
    "match_lost",
    "close_loss",
)
DRAWS = {"table_drawn": "table_won", "match_drawn": "match_won"}
"""What may not have happened in a season, and what it is half of where nobody says otherwise."""
_NEAREST = {
    Shape.SCORES: "rinks",
    Shape.GAMES: "crib-legs",
    Shape.SCORE: "plain-2-1-0",
    Shape.GAMES_IN_ALL: "crib-legs",
    Shape.POINTS: "crib-legs",
}


def trial_of(season: LastSeason, guess: Guess) -> Trial:
    """Return the rules as they are tried on the season."""
    return Trial(
        season=season,
        book=book_of(season, guess),
        gone=guess.gone,
        effect=guess.effect,
        voids_walkovers=guess.walkovers == NOT_COUNTED,
        deductions=deductions_of(season),
    )


def deductions_of(season: LastSeason) -> dict[int, int]:
    """Return the halves that the table says were taken from teams."""
    return {
        row.team: int(-2 * row.figures["deducted"]) for row in season.table if row.figures.get("deducted")
    }


def book_of(season: LastSeason, guess: Guess) -> RuleBook:
    """Return an unsaved rule book of the rules."""
    size = Size.of(season.results, guess.shape)
    same = preset_of(guess, size)
    target = {15: "heckmondwike", 11: "lancashire"}.get(size.target or 0, _NEAREST[guess.shape])
    nearest = presets.get(same.id if same else target)
    fields: dict[str, Any] = deepcopy(dict(nearest.book))
    if same is None:
        fields |= {name: guess.points.get(name, 0) for name in POINTS} | _of_size(guess, size)
        for drawn, won in DRAWS.items():
            if drawn not in guess.seen and (drawn == "match_drawn" or not size.target):
                fields[drawn] = guess.points.get(won, 0) // 2
        fields |= {"aggregate_tie": guess.level.value, "decided_by": guess.deciders[0].value}
        fields |= {"close_loss_by": guess.close_loss_by, "match_won_away": guess.points.get("match_won_away")}
    if any(given_by(match.figures) or _has_walkover(match.figures.tables) for match in season.results):
        award = guess.award
        score = award.score if award.kind is AwardKind.FIXED else (None, None)
        fields |= {
            "walkover_award": award.kind.value,
            "walkover_for": score[0],
            "walkover_against": score[1],
            "walkover_in_aggregate": award.kind is not AwardKind.TABLE_ONLY,
            "walkover_points": guess.points.get("walkover_points", 0)
            if guess.walkovers == FIXED_POINTS
            else None,
        }
    if guess.gone:
        fields["withdrawal"] = guess.effect.value
    return RuleBook(**fields)


def _has_walkover(tables: tuple[Cells, ...] | None) -> bool:
    return any(isinstance(cell, AtFault) for cell in tables or ())


def preset_of(guess: Guess, size: Size) -> Preset | None:
    """Return the preset that gives the same points for everything that happened, if there is one."""
    return next((preset for preset in presets.offered() if _is_same(preset.rule_book(), guess, size)), None)


def _is_same(book: RuleBook, guess: Guess, size: Size) -> bool:
    form = book.match_format()
    games = [form.games_at(table) for table in range(form.tables)]
    fits = {
        Shape.SCORES: games == [1] * size.tables and form.target == size.target,
        Shape.GAMES: tuple(games) == size.games
        and form.race_to == size.race_to
        and games != [1] * size.tables,
        Shape.SCORE: is_one_game(form),
        Shape.GAMES_IN_ALL: counts_games(form)
        and form.race_to == size.race_to
        and (form.race_to is not None or form.frames == size.most),
        Shape.POINTS: not (is_one_game(form) or counts_games(form)) and most_points(form) == size.most,
    }
    if not fits[guess.shape] or guess.shape is Shape.POINTS:
        return fits[guess.shape]
    unseen = {name for name in DRAWS if name not in guess.seen}
    is_level_known = guess.level.value == book.aggregate_tie or not book.aggregate
    same = (getattr(book, name) == guess.points.get(name, 0) for name in POINTS if name not in unseen)
    return (
        all(same)
        and is_level_known
        and book.won_away == guess.points.get("match_won_away")
        and form.decided_by in guess.deciders
        and (not book.close_loss or book.close_loss_by == guess.close_loss_by)
    )


def _of_size(guess: Guess, size: Size) -> dict[str, Any]:
    """Return the fields that say how large a match is."""
    if guess.shape is Shape.POINTS:
        # Where points come from the results do not say: a table of several games, for all of them.
        return {"tables": 1, "games_a_table": 3, "table_won": size.most}
    games = size.games if guess.shape is not Shape.GAMES_IN_ALL else (max(size.most, 2),)
    return {
        "tables": size.tables,
        "games_a_table": max(games),
        "games_at_each_table": list(games) if len({*games}) > 1 else [],
        "stops_when_decided": size.stops,
        "race_to": size.race_to,
        "target": size.target,
    }
