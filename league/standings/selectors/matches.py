"""Reads the matches of divisions as `MatchOutcome`, and a division's rule book as a `Scheme`."""

import functools
import itertools
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from operator import itemgetter
from typing import Any

from django.db.models import FilteredRelation, Func, Q, QuerySet, TextField

from league.competition.tie_breaks import SharedColumn
from league.matches.hung_jacks import hung_jacks_of_matches
from league.matches.outcomes import AtFault, MatchOutcome, Pair, TableOutcome, Void, Walkover, pair_of
from league.models import Division, Game, Match, MatchTable, RuleBook, Ruling
from league.shared.compiled_query import CompiledQuery
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
    if not divisions:
        return outcomes_by_key
    rows = _OF_DIVISIONS.rows(*(division.pk for division in divisions))
    for outcome, division in _outcomes(rows):
        if outcome.match in hung and outcome.hang_jacks is None:
            outcome = replace(outcome, hang_jacks=hung[outcome.match])
        outcomes_by_key[division].append(outcome)
    return outcomes_by_key


def _outcomes(rows: Iterable[tuple[Any, ...]]) -> Iterator[tuple[MatchOutcome, int]]:
    """Yield each match with its division's key; the few with rulings last."""
    ruled: list[tuple[Any, ...]] = []
    for row in rows:
        if row[UNRULED] is None:
            yield _outcome(row[:UNRULED]), row[0]
        else:
            ruled.append(row)
    for of_match in _by_match(ruled):
        yield outcome_of(of_match), of_match[0][0]


# What the standings need of a match, of its tables, and of a walkover. Plain rows: a season's games as model
# instances would cost more than everything that is done with them.
OF_MATCH = (
    *("division_id", "id", "week", "date", "postponed_from", "home_id", "away_id"),
    *("is_play_off", "public_id"),
)
OF_CARD = (
    *("id", "home_total", "away_total", "home_score", "away_score"),
    *("home_hang_jacks", "away_hang_jacks"),
)
OF_RULING = ("id", "kind", "table", "at_fault", "reason", "decided_on", "revoked_on")
OUTCOME = (
    *OF_MATCH,
    *(f"card__{field}" for field in OF_CARD),
    "tables",
    *(f"ruled__{field}" for field in OF_RULING),
)

# What a list shows besides.
FACTS = (
    *("public_id", "starts_at", "postponed_because"),
    *(f"{side}__{field}" for side in ("home", "away") for field in ("name", "short_name", "slug", "pub_id")),
    *(f"venue__{field}" for field in ("id", "name", "slug")),
)

Rows = list[tuple[Any, ...]]


class GamesOfCard(Func):
    """The games of a card in one text: “1 1 15 9,1 2 12 15,2” is table 1 in two games, table 2 not played.

    Each is its table, its own number and both scores; numbered 0 it is how many each side won of a table
    without games. Nothing of a card without tables. A row for each game would take twice the time to read.
    Written as SQL: Django's expressions for it take longer to compile than the query takes, and lists compile
    it each time.
    """

    output_field = TextField()
    template = f"""(
        SELECT %(function)s(t.number || CASE
            WHEN NOT t.is_played THEN ''
            WHEN g.id IS NOT NULL THEN ' ' || g.number || ' ' || g.home_score || ' ' || g.away_score
            ELSE COALESCE(' 0 ' || t.home_games || ' ' || t.away_games, '')
        END, ',')
        FROM {MatchTable._meta.db_table} t LEFT JOIN {Game._meta.db_table} g ON g.table_id = t.id
        WHERE t.scorecard_id = %(expressions)s
    )"""  # noqa: S608  (made of our own names alone)

    function = "GROUP_CONCAT"

    def as_postgresql(self, compiler: Any, connection: Any, **_: Any) -> Any:
        return self.as_sql(compiler, connection, function="STRING_AGG")


def rows_by_match(matches: QuerySet[Match], facts: tuple[str, ...] = ()) -> Iterable[Rows]:
    """Yield the rows of each match: one for every ruling about it, one alone if it has none."""
    return _by_match(_rows_of(matches).values_list(*OUTCOME, *facts))


def _rows_of(matches: QuerySet[Match]) -> QuerySet[Match]:
    return (
        matches.annotate(
            card=FilteredRelation("scorecards", condition=Q(scorecards__is_confirmed=True)),
            ruled=FilteredRelation("rulings"),
        )
        .annotate(tables=GamesOfCard("card__id"))
        # By its key alone, SQLite would read the matches of all leagues in their order rather than sort some.
        .order_by("division_id", "id")
    )


def _by_match(rows: Iterable[tuple[Any, ...]]) -> Iterable[Rows]:
    for _, of_match in itertools.groupby(rows, key=itemgetter(1)):
        yield list(of_match)


_OF_DIVISIONS = CompiledQuery(
    lambda *divisions: _rows_of(Match.objects.filter(division__in=divisions)).values_list(*OUTCOME)
)


def outcome_of(rows: Rows) -> MatchOutcome:
    """Return one match from its rows."""
    if len(rows) > 1 or _RULING(rows[0])[0] is not None:
        return replace(_outcome(rows[0][:UNRULED]), **_rulings(rows))
    return _outcome(rows[0][:UNRULED])


# Of a season's matches one or two have changed since its table was last asked for.
@functools.lru_cache(maxsize=8192)
def _outcome(row: tuple[Any, ...]) -> MatchOutcome:
    _, match, week, date, postponed_from, home, away, is_play_off, public_id = _MATCH(row)
    _, home_total, away_total, home_score, away_score, home_hang_jacks, away_hang_jacks = _CARD(row)
    (games,) = _TABLES(row)
    return MatchOutcome(
        match=match,
        week=week,
        date=date,
        postponed_from=postponed_from,
        home=home,
        away=away,
        is_play_off=is_play_off,
        public_id=public_id,
        tables=_tables(games) if games else None,
        total=pair_of(home_total, away_total),
        score=pair_of(home_score, away_score),
        hang_jacks=pair_of(home_hang_jacks, away_hang_jacks),
    )


def _tables(text: str) -> tuple[TableOutcome, ...]:
    games: dict[int, list[Pair]] = {}
    won: dict[int, Pair] = {}
    for number, *of_game in sorted(map(_numbers, text.split(","))):
        of_table = games.setdefault(number, [])
        if of_game:
            game, home, away = of_game
            if game:
                of_table.append((home, away))
            else:
                won[number] = (home, away)
    return tuple(_table(number, tuple(scores), won.get(number)) for number, scores in games.items())


# A season has hundreds of games but few different scores: 28 to a target of 15, at each of four tables.
@functools.lru_cache(maxsize=4096)
def _numbers(game: str) -> tuple[int, ...]:
    return tuple(map(int, game.split()))


def _columns(*groups: tuple[str, ...]) -> Iterator[Callable[[tuple[Any, ...]], tuple[Any, ...]]]:
    """Yield the part of a row each group of columns takes."""
    at = 0
    for group in groups:
        yield itemgetter(slice(at, at + len(group)))
        at += len(group)


_MATCH, _CARD, _TABLES, _RULING = _columns(OF_MATCH, OF_CARD, ("tables",), OF_RULING)
UNRULED = len(OUTCOME) - len(OF_RULING)


# A season has hundreds of tables but few different scores: 28 to a target of 15.
@functools.lru_cache(maxsize=1024)
def _table(number: int, games: tuple[Pair, ...], won: Pair | None) -> TableOutcome:
    return TableOutcome(number=number, games=games, won=won)


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
    rule = book.season_regulations().ineligible_player if book.regulations else None
    award = WalkoverAward(
        kind=AwardKind(book.walkover_award),
        score=fixed if book.walkover_award == RuleBook.WalkoverAward.FIXED else None,
        points=book.walkover_points,
        in_aggregate=book.walkover_in_aggregate,
        keeps_score=bool(rule and rule.keeps_score),
    )
    return _same(Scheme.of(book.match_format(), tie_breaks=book.tie_breaks, award=award))


@functools.lru_cache(maxsize=256)
def _same(scheme: Scheme) -> Scheme:
    """Return the scheme that was first like this one: what is known of matches under it is known again."""
    return scheme
