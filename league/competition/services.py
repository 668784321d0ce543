"""Writes of competition: the league's revision, and closing and reopening a season.

The revision tells a page that nothing has changed since it was last read. The tables of a closed season are
final: nothing that would change them is written any more.
"""

from collections.abc import Callable, Collection
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from django.db import OperationalError, connection
from django.db.models import Exists, Expression, F, Func, JSONField, OuterRef, QuerySet, Sum, Value
from django.db.models.sql.compiler import SQLCompiler

from league.models import CountedSeasons, Cup, Division, FixturePlan, League, Match, Scorecard, Season
from league.shared.compiled_query import CompiledUpdate
from league.shared.errors import GONE, Refused, reading_first, written_whole

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")
READS = ("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK", "PRAGMA")


def bump_revision(*, league_id: int, recount: Collection[int] | None = ()) -> None:
    """Count one change of what the public sees. Called last in the transaction that changes it.

    The row stays locked until that transaction ends, so revisions come in the order of the commits. Whoever
    may have changed closed seasons names them to `recount` (None: any): what is kept of them goes, now that
    nobody can keep more of it before the commit.
    """
    League.objects.filter(pk=league_id).update(revision=F("revision") + 1, results_by_division={})
    if recount is None or recount:
        kept = CountedSeasons.objects.filter(league=league_id).only("seasons")
        changed = [row.pk for row in kept if recount is None or not {*recount}.isdisjoint(row.seasons)]
        CountedSeasons.objects.filter(pk__in=changed).only("whole").delete()


def count_result(*, match: Match) -> None:
    """Count a result as a change of its division alone, where nothing else shows it than pages of the league.

    Called last, like `bump_revision`, which counts instead the result of a cup's match, and of one whose two
    teams are to meet in another division, too: the page of that match shows it. One statement, or two.
    """
    league_id, division = match.division.season.league_id, match.division_id
    alone = match.tie_id is None and _COUNT_RESULT.update_rows(
        league_id, division, str(division), match.home_id, match.away_id
    )
    if not alone:
        bump_revision(league_id=league_id)


def _result_counted(
    league: int, division: int, key: str, *teams: int
) -> tuple[QuerySet[League], dict[str, Expression]]:
    elsewhere = Match.with_ties.filter(home__in=teams, away__in=teams).exclude(division=division)
    to_come = elsewhere.exclude(Exists(Scorecard.objects.confirmed().filter(match=OuterRef("pk"))))
    return League.objects.filter(~Exists(to_come), pk=league), {
        "revision": F("revision") + 1,
        "results": F("results") + 1,
        "results_by_division": _OneMore("results_by_division", Value(key)),
    }


class _OneMore(Func):
    """The counts in a JSON column with one more under a key, which is there with the first."""

    output_field = JSONField()

    def as_sqlite(
        self, compiler: SQLCompiler, connection: Any, **context: Any
    ) -> tuple[str, tuple[Any, ...]]:
        column, key, values = self._compiled(compiler)
        path = f"'$.\"' || {key} || '\"'"
        return f"json_set({column}, {path}, coalesce(json_extract({column}, {path}), 0) + 1)", values

    def as_postgresql(
        self, compiler: SQLCompiler, connection: Any, **context: Any
    ) -> tuple[str, tuple[Any, ...]]:
        column, key, values = self._compiled(compiler)
        count = f"coalesce(({column} ->> {key}::text)::bigint, 0) + 1"
        return f"jsonb_set({column}, ARRAY[{key}::text], to_jsonb({count}))", values

    def _compiled(self, compiler: SQLCompiler) -> tuple[str, str, tuple[Any, ...]]:
        """Return the column, the key, and the values of the key, which either database reads twice."""
        (column, _), (key, values) = map(compiler.compile, self.get_source_expressions())
        return column, key, (*values, *values)


_COUNT_RESULT = CompiledUpdate(_result_counted)


def read_first(act: Callable[Arguments, Returned]) -> Callable[Arguments, Returned]:
    """Make a transaction of SQLite begin as a reader: others write until it does.

    With its first write it becomes a writer and sees what they wrote; it is done again if a league or a plan
    was changed meanwhile. Hands, drafts and photographs count as no change: not for what refuses to touch a
    match that has some. Whoever was overtaken three times writes from the start.
    """

    @wraps(act)
    def done(*args: Arguments.args, **named: Arguments.kwargs) -> Returned:
        for _ in range(3 if connection.vendor == "sqlite" and not connection.in_atomic_block else 0):
            try:
                with reading_first(), connection.execute_wrapper(_BecomesWriter()):
                    return act(*args, **named)
            except OperationalError:
                continue
        return act(*args, **named)

    return done


class _BecomesWriter:
    """Between the statements of a transaction and the database: ends its reading before its first write."""

    def __init__(self) -> None:
        self.reads = True
        self.found = self._changes()
        self.acts: list[Callable[[], None]] = []

    def __call__(self, execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        # What is not known to read writes: what came before it in the transaction would be committed here.
        if self.reads and connection.in_atomic_block and not sql.lstrip().startswith(READS):
            self.reads = False
            opened = [f"SAVEPOINT {name}" for name in connection.savepoint_ids if name]
            for statement in ["COMMIT", "BEGIN IMMEDIATE", *opened]:
                connection.cursor().execute(statement)
            if self._changes() != self.found:
                raise OperationalError("Somebody has changed meanwhile what was read.")
            for act in self.acts:
                act()
        return execute(sql, *rest)

    def _changes(self) -> tuple[int | None, ...]:
        """Return how often leagues and plans were changed, all together."""
        counted = (rows.aggregate(all=Sum("revision")) for rows in (League.objects, FixturePlan.objects))
        return tuple(count["all"] for count in counted)


def before_writing(act: Callable[[], None]) -> None:
    """Do something just before the first write of what reads first, when nobody else writes any more.

    It is done at once where others cannot write, or wait for a row that is held.
    """
    readers = [
        each for each in connection.execute_wrappers if isinstance(each, _BecomesWriter) and each.reads
    ]
    if readers and connection.in_atomic_block:
        readers[-1].acts.append(act)
    else:
        act()


FINISHED = (
    "The season is finished and its tables are final. If it still has to be corrected, "
    "open the season again first."
)


def close_season(*, season: Season) -> Season:
    """Close a season: from now on its results, rulings and nights stay as they are. Twice is once.

    Whoever is writing to one of its matches, divisions or cups is waited for, and whoever comes after is
    refused.
    """
    with written_whole():
        held = hold_season(season)
        if held.is_finished:
            return held
        hold_cups(Cup.objects.filter(season=held))
        list(Division.with_cups.select_for_update(no_key=True).filter(season=held).order_by("pk"))
        hold_matches(held)
        return _settle(held, is_finished=True)


def reopen_season(*, season: Season) -> Season:
    """Open a closed season again, to put something right. Open already, it stays so."""
    with written_whole():
        held = hold_season(season)
        return _settle(held, is_finished=False) if held.is_finished else held


def hold_season(season: Season) -> Season:
    """Return the season as it stands now, held until the transaction ends. Raises Refused if it is gone."""
    held = Season.objects.select_for_update(of=("self",), no_key=True).filter(pk=season.pk)
    current = held.select_related("league", "rule_book").first()
    if current is None:
        raise Refused(GONE)
    return current


def hold_matches(season: Season, *, may_delete: bool = False) -> None:
    """Lock the season's matches of divisions until the transaction ends, before the league is locked.

    Whoever enters a result holds its match and then counts in the league; see `hold_cups` on the order.
    Who `may_delete` some of them also waits for what is being written that points at them.
    """
    held = Match.objects.select_for_update(of=("self",), no_key=not may_delete)
    list(held.filter(division__season=season).order_by("pk").only("pk"))


def hold_cups(cups: QuerySet[Cup]) -> None:
    """Lock cups, then all their matches, until the transaction ends. Two queries.

    A result of one match of a cup moves, creates and deletes others of it. So whoever changes one holds the
    cup first, and its matches before divisions, matches of the league and the league itself: whoever locked
    in another order would wait for somebody who waits for them.
    """
    keys = [cup.pk for cup in cups.select_for_update(of=("self",), no_key=True).order_by("pk").only("pk")]
    matches = Match.with_ties.select_for_update(of=("self",), no_key=True).filter(tie__cup__in=keys)
    list(matches.order_by("pk").only("pk"))


def hold_cups_of(*matches: Match) -> None:
    """Lock the cups to which these matches belong, as `hold_cups` does. No query if none is of a cup."""
    if ties := {match.tie_id for match in matches if match.tie_id}:
        hold_cups(Cup.objects.filter(ties__in=ties))


def verify_open(*matches: int) -> None:
    """Raises Refused if one of these matches is of a closed season. Asked once they are held."""
    _refuse_finished(Season.objects.filter(divisions__matches__in=matches))


def hold_open(division: Division) -> None:
    """Hold a division until the transaction ends; of two that rule in it one sees what the other has done.

    Raises Refused if its season is closed.
    """
    list(Division.with_cups.select_for_update(no_key=True).filter(pk=division.pk))
    verify_running(division.season_id)


def verify_running(season: int) -> None:
    """Raises Refused if the season of that key is closed. Asked once it, or one of its cups, is held."""
    _refuse_finished(Season.objects.filter(pk=season))


def _refuse_finished(seasons: QuerySet[Season]) -> None:
    if seasons.filter(is_finished=True).exists():
        raise Refused(FINISHED)


def _settle(season: Season, *, is_finished: bool) -> Season:
    season.is_finished = is_finished
    season.save(update_fields=["is_finished"])
    bump_revision(league_id=season.league_id, recount=[season.pk])
    return season
