"""The rules a league plays by in one of its seasons."""

import datetime
from dataclasses import dataclass

from league.models import League, Season
from league.selectors.rulebooks import game_in_words, match_in_words, regulations_in_words
from league.selectors.seasons import current_season, seasons_of
from scoring import variants
from scoring.prose import HOUSE, Section
from scoring.rules import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """The rules of a season: its match format, the game it plays and what it asks of its teams, in words."""

    season: Season
    variant: Variant
    match: tuple[Section, ...]
    game: tuple[Section, ...]
    regulations: tuple[Section, ...]

    @property
    def has_house_rules(self) -> bool:
        """Whether the game is played here otherwise than its sources have it."""
        return any(section.title == HOUSE for section in self.game)


def league_rules(league: League, today: datetime.date, season_slug: str = "") -> LeagueRules | None:
    """The rules of the season of that address, or of the current one. None if there is none. Two queries."""
    seasons = seasons_of(league)
    if season_slug:
        season = next((one for one in seasons if one.slug == season_slug), None)
    else:
        season = current_season(seasons, today)
    if season is None:
        return None
    book = season.rule_book
    return LeagueRules(
        season=season,
        variant=variants.get(book.variant),
        match=match_in_words(book),
        game=game_in_words(book),
        regulations=regulations_in_words(book),
    )
