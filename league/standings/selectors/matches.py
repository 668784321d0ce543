"""Reads the matches of divisions as `MatchOutcome`, and a division's rule book as a `Scheme`."""

import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet

from league.competition.tie_breaks import SharedColumn
from league.matches.hung_jacks import hung_jacks_of_matches
from league.matches.outcomes import AtFault, MatchOutcome, Pair, TableOutcome, Void, Walkover, pair_of
from league.models import Division, Match, RuleBook, Ruling
from league.standings.awards import AwardKind, WalkoverAward
from league.standings.scheme import Scheme


def match_outcomes(divisions: Iterable[Division]) -> dict[int, list[MatchOutcome]]:
    """Return every match of the divisions as the standings read it, by division.

    One query; where a season's rules ask for hung jacks, one more to count them in the hands.
    """
    divisions = list(divisions)
    asking = [
        division
        for division in divisions
        if any(criterion.column is SharedColumn.HANG_JACKS for criterion in scheme_of(division).criteria)
    ]
    hung = hung_jacks_of_matches(asking) if asking else {}
    outcomes_by_key: dict[int, list[MatchOutcome]] = defaultdict(list)
    for rows in rows_by_match(Match.objects.filter(division__in=divisions)):
        outcome = outcome_of(rows)
        if outcome.match in hung and outcome.hang_jacks is None:
            outcome = replace(outcome, hang_jacks=hung[outcome.match])
        outcomes_by_key[rows[0][0]].append(outcome)
    return outcomes_by_key


# What the standings need of a match, of a game of it, and of a walkover. Plain rows: a season's games
# as model instances would cost more than everything that is done with them.
OF_MATCH = ("division_id", "id", "week", "date", "postponed_from", "home_id", "away_id", "is_play_off")
OF_CARD = ("id", "home_total", "away_total", "home_hang_jacks", "away_hang_jacks")
OF_TABLE = ("number", "is_played", "home_games", "away_games")
OF_GAME = ("number", "home_score", "away_score")
OF_RULING = ("id", "kind", "table", "at_fault", "reason", "decided_on", "revoked_on")
OUTCOME = (
    *OF_MATCH,
    *(f"card__{field}" for field in OF_CARD),
    *(f"card__tables__{field}" for field in OF_TABLE),
    *(f"card__tables__games__{field}" for field in OF_GAME),
    *(f"ruled__{field}" for field in OF_RULING),
)

# What a list shows besides.
FACTS = (
    *("public_id", "starts_at", "postponed_because"),
    *(f"{side}__{field}" for side in ("home", "away") for field in ("name", "short_name", "slug", "pub_id")),
    *(f"venue__{field}" for field in ("id", "name", "slug")),
)

Rows = list[tuple[Any, ...]]


def rows_by_match(matches: QuerySet[Match], facts: tuple[str, ...] = ()) -> Iterable[Rows]:
    """Yield the rows of each match: one for every game beside every ruling, one alone if it has neither."""
    rows = (
        matches.annotate(
            card=FilteredRelation("scorecards", condition=Q(scorecards__is_confirmed=True)),
            ruled=FilteredRelation("rulings"),
        )
        .order_by("id")
        .values_list(*OUTCOME, *facts)
    )
    for _, of_match in itertools.groupby(rows, key=itemgetter(1)):
        yield list(of_match)


def outcome_of(rows: Rows) -> MatchOutcome:
    """Return one match from its rows."""
    first = rows[0]
    _, match, week, date, postponed_from, home, away, is_play_off = _MATCH(first)
    card, home_total, away_total, home_hang_jacks, away_hang_jacks = _CARD(first)
    has_tables = card is not None and _TABLE(first)[0] is not None
    is_ruled = _RULING(first)[0] is not None
    return MatchOutcome(
        match=match,
        week=week,
        date=date,
        postponed_from=postponed_from,
        home=home,
        away=away,
        is_play_off=is_play_off,
        tables=_tables(rows) if has_tables else None,
        total=pair_of(home_total, away_total),
        hang_jacks=pair_of(home_hang_jacks, away_hang_jacks),
        **_rulings(rows) if is_ruled else {},
    )


def _tables(rows: Rows) -> tuple[TableOutcome, ...]:
    games: dict[int, dict[int, Pair]] = {}
    won: dict[int, Pair | None] = {}
    for row in rows:
        number, is_played, home_games, away_games = _TABLE(row)
        game, home_score, away_score = _GAME(row)
        of_table = games.setdefault(number, {})
        won[number] = pair_of(home_games, away_games) if is_played else None
        if is_played and game is not None:
            of_table[game] = (home_score, away_score)
    return tuple(
        _table(number, tuple(numbers_by_key[game] for game in sorted(numbers_by_key)), won[number])
        for number, numbers_by_key in sorted(games.items())
    )


def _columns(*groups: tuple[str, ...]) -> Iterator[Callable[[tuple[Any, ...]], tuple[Any, ...]]]:
    """Yield the part of a row each group of columns takes."""
    at = 0
    for group in groups:
        yield itemgetter(slice(at, at + len(group)))
        at += len(group)


_MATCH, _CARD, _TABLE, _GAME, _RULING = _columns(OF_MATCH, OF_CARD, OF_TABLE, OF_GAME, OF_RULING)


# A season has hundreds of tables but few different scores: 28 to a target of 15.
@functools.lru_cache(maxsize=1024)
def _table(number: int, games: tuple[Pair, ...], won: Pair | None) -> TableOutcome:
    return TableOutcome(number=number, games=games, won=won if not games else None)


def _rulings(rows: Rows) -> dict[str, Any]:
    """Return the walkovers and what was declared void, each in the order in which it was decided."""
    rulings: dict[str, list[Walkover | Void]] = {"walkovers": [], "voids": []}
    for _, kind, table, at_fault, reason, on, revoked_on in sorted(
        {_RULING(row) for row in rows}, key=itemgetter(0)
    ):
        fields = {"table": table, "reason": reason, "on": on, "revoked_on": revoked_on}
        if kind == Ruling.Kind.WALKOVER:
            rulings["walkovers"].append(Walkover(at_fault=AtFault(at_fault), **fields))
        else:
            rulings["voids"].append(Void(**fields))
    return {name: tuple(ruled) for name, ruled in rulings.items()}


def scheme_of(division: Division) -> Scheme:
    """Return what counts in the division's season, from its rule book."""
    book = division.season.rule_book
    fixed = pair_of(book.walkover_for, book.walkover_against)
    award = WalkoverAward(
        kind=AwardKind(book.walkover_award),
        score=fixed if book.walkover_award == RuleBook.WalkoverAward.FIXED else None,
        points=book.walkover_points,
        in_aggregate=book.walkover_in_aggregate,
    )
    return Scheme.of(book.match_format(), tie_breaks=book.tie_breaks, award=award)
