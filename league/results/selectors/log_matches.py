"""The match a hand is for, read as few plain columns: reading it as models took a third of the request."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from league.models import Match, RuleBook, Side
from league.results.parsing.fields import Layout, layout_of
from league.shared.sql import rows_of
from scoring.rules import Rules

# Columns of a rule book that say how a game is played and what a sheet has room for.
_OF_RULE_BOOK = (
    "variant",
    "options",
    "target",
    "tables",
    "players_a_side",
    "games_a_table",
    "games_at_each_table",
)
_JSON = frozenset({"options", "games_at_each_table"})
# Rule books of a night that are kept: one for each season being played, more than a large site has.
_KEPT = 256

# In SQL, as `league.shared.sql` says.
_COLUMNS = f"""
    league_match.id, league_match.public_id, {", ".join(f"league_rulebook.{name}" for name in _OF_RULE_BOOK)}
"""
_WITH_RULE_BOOK = """
    INNER JOIN league_division ON league_division.id = league_match.division_id
    INNER JOIN league_season ON league_season.id = league_division.season_id
    INNER JOIN league_rulebook ON league_rulebook.id = league_season.rule_book_id
"""
_BY_CODE = f"""
    SELECT {_COLUMNS}
    FROM league_scoringcode
    INNER JOIN league_match ON league_match.id = league_scoringcode.match_id {_WITH_RULE_BOOK}
    WHERE league_scoringcode.code = %s AND league_scoringcode.revoked_at IS NULL
"""  # noqa: S608  (no value of anybody's in it)
_BY_CAPTAIN = f"""
    SELECT {_COLUMNS}, league_enrolment.team_id = league_match.home_id
    FROM league_captainlink
    INNER JOIN league_enrolment ON league_enrolment.id = league_captainlink.enrolment_id
    INNER JOIN league_match ON league_enrolment.team_id IN (league_match.home_id, league_match.away_id)
    {_WITH_RULE_BOOK}
    WHERE league_captainlink.public_id = %s AND league_captainlink.revoked_at IS NULL
        AND league_match.public_id = %s AND league_division.season_id = league_enrolment.season_id
"""  # noqa: S608


@dataclass(frozen=True, slots=True, kw_only=True)
class LogMatch:
    """A match as far as its log is concerned: its key and id, the rules, the layout of its sheet."""

    pk: int
    public_id: str
    rules: Rules
    layout: Layout

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the same of a match that came with its rule book. No query."""
        rule_book = match.division.season.rule_book
        rules = rule_book.rules()
        return cls(pk=match.pk, public_id=match.public_id, rules=rules, layout=layout_of(rule_book, rules))


def match_of_code(code: str) -> LogMatch | None:
    """Return the match of a scoring code; None if there is no such code, or it was revoked. One query."""
    rows = rows_of(_BY_CODE, (code,))
    return _log_match(rows[0]) if rows else None


def match_of_captain(link: str, match_id: str) -> tuple[LogMatch, Side] | None:
    """Return a match of a captain's season and the side of their team in it, by the link's public id.

    None if the link has none of that id, or was revoked. One query.
    """
    rows = rows_of(_BY_CAPTAIN, (link, match_id))
    if not rows:
        return None
    *columns, is_home = rows[0]
    return _log_match(tuple(columns)), Side.HOME if is_home else Side.AWAY


def whole_match(match: LogMatch) -> Match:
    """Return the match itself, with its teams and rule book. One query."""
    return Match.with_ties.select_related("home", "away", "division__season__rule_book").get(pk=match.pk)


def _log_match(row: tuple[Any, ...]) -> LogMatch:
    rules, layout = _of_rule_book(row[2:])
    return LogMatch(pk=row[0], public_id=row[1], rules=rules, layout=layout)


@lru_cache(maxsize=_KEPT)
def _of_rule_book(values: tuple[Any, ...]) -> tuple[Rules, Layout]:
    """Return what follows from the columns of a rule book. Kept by the columns: it cannot be out of date."""
    columns = dict(zip(_OF_RULE_BOOK, values, strict=True))
    rule_book = RuleBook(**{name: json.loads(v) if name in _JSON else v for name, v in columns.items()})
    rules = rule_book.rules()
    return rules, layout_of(rule_book, rules)
