"""The match a hand is for, read as few plain columns: reading it as models took a third of the request."""

import datetime
import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self

from django.db.models import OuterRef, QuerySet, Subquery, TextField
from django.db.models.functions import Cast

from league.models import CaptainLink, Match, RuleBook, Side
from league.results.parsing.fields import Layout, layout_of
from league.shared.compiled_query import CompiledQuery
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
_RULE_BOOK = "division__season__rule_book"
_JSON = frozenset({"options", "games_at_each_table"})
# Rule books of a night that are kept: one for each season being played, more than a large site has.
_KEPT = 256

# JSON as text: what follows from these columns is kept by them.
_COLUMNS = (
    *("pk", "public_id", "date"),
    *(
        Cast(f"{_RULE_BOOK}__{name}", TextField()) if name in _JSON else f"{_RULE_BOOK}__{name}"
        for name in _OF_RULE_BOOK
    ),
)
_BY_CODE = CompiledQuery(
    lambda code: (
        Match.with_ties.filter(scoring_codes__code=code, scoring_codes__revoked_at=None)
        .order_by()
        .values_list(*_COLUMNS)
    )
)


def _by_captain(link: str, match_id: str) -> QuerySet[Match, Any]:
    captains = CaptainLink.objects.live().filter(
        public_id=link, enrolment__season=OuterRef("division__season")
    )
    team = Subquery(captains.order_by().values("enrolment__team"))
    return Match.with_ties.filter(public_id=match_id).order_by().values_list(*_COLUMNS, "home", "away", team)


_BY_CAPTAIN = CompiledQuery(_by_captain)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogMatch:
    """A match as far as its log is concerned: its key, id and date, the rules, the layout of its sheet."""

    pk: int
    public_id: str
    date: datetime.date | None
    rules: Rules
    layout: Layout

    @classmethod
    def of(cls, match: Match) -> Self:
        """Return the same of a match that came with its rule book. No query."""
        rule_book = match.division.season.rule_book
        rules = rule_book.rules()
        return cls(
            pk=match.pk,
            public_id=match.public_id,
            date=match.date,
            rules=rules,
            layout=layout_of(rule_book, rules),
        )


def match_of_code(code: str) -> LogMatch | None:
    """Return the match of a scoring code; None if there is no such code, or it was revoked. One query."""
    rows = _BY_CODE.rows(code)
    return _log_match(rows[0]) if rows else None


def match_of_captain(link: str, match_id: str) -> tuple[LogMatch, Side] | None:
    """Return a match of a captain's season and the side of their team in it, by the link's public id.

    None if the link has none of that id, or was revoked. One query.
    """
    for *columns, home, away, team in _BY_CAPTAIN.rows(link, match_id):
        if team in {home, away}:
            return _log_match(tuple(columns)), Side.HOME if team == home else Side.AWAY
    return None


def whole_match(match: LogMatch) -> Match:
    """Return the match itself, with its teams and rule book. One query."""
    return Match.with_ties.select_related("home", "away", "division__season__rule_book").get(pk=match.pk)


def _log_match(row: tuple[Any, ...]) -> LogMatch:
    rules, layout = _of_rule_book(row[3:])
    return LogMatch(pk=row[0], public_id=row[1], date=row[2], rules=rules, layout=layout)


@lru_cache(maxsize=_KEPT)
def _of_rule_book(values: tuple[Any, ...]) -> tuple[Rules, Layout]:
    """Return what follows from the columns of a rule book. Kept by the columns: it cannot be out of date."""
    columns = dict(zip(_OF_RULE_BOOK, values, strict=True))
    rule_book = RuleBook(**{name: json.loads(v) if name in _JSON else v for name, v in columns.items()})
    rules = rule_book.rules()
    return rules, layout_of(rule_book, rules)
