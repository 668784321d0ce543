"""Thousands of leagues in minutes: one that services made, copied in its cell under keys of their own."""

from django.db import connection, models

from league.accounts.services.links import codes_for
from league.competition.models.leagues import League
from league.installation.cells.moving import rows_of
from league.matches.models import Match
from league.shared.cells import is_shared
from tests.builders import FRIDAY, a_division, a_league, a_season
from tests.builders_seasons import a_round_robin

TEAMS = 8


def a_model_league(slug: str) -> League:
    """A league of eight teams half through its season, whose matches of one night have codes."""
    league = a_league(slug.replace("-", " ").title(), slug=slug)
    division = a_division(a_season(league), teams=TEAMS)
    a_round_robin(division, rounds=2, played=TEAMS * (TEAMS - 1) // 2)
    codes_for(matches=[match.pk for match in Match.objects.filter(division=division)], now=FRIDAY)
    return league


def copy_league(league: League, copies: int) -> int:
    """Copy a league within its cell so many times; return how many rows a league has.

    Each copy's keys are moved by a step that no league fills. What must be unique carries its number.
    """
    tables = list(rows_of(league))
    keys = [key for _, rows in tables for key in rows.order_by("pk").values_list("pk", flat=True)]
    step = 1 << (max(keys) - min(keys) + 1).bit_length()
    total = 0
    with connection.cursor() as cursor:
        for model, rows in tables:
            total += rows.count()
            fields = model._meta.concrete_fields
            named, copied = zip(*(_column(model, field, step) for field in fields), strict=True)
            table = connection.ops.quote_name(model._meta.db_table)
            sql, values = rows.values_list(*(field.attname for field in fields)).query.sql_with_params()
            # By way of a table of its own: Citus 13.2 fails to insert into a cell what it selects from there.
            cursor.execute("DROP TABLE IF EXISTS old")
            cursor.execute(f"CREATE TEMPORARY TABLE old AS {sql}", values)
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(named)}) SELECT {', '.join(copied)}"
                f" FROM old, generate_series(1, {copies}) AS n"
            )
            # Or each reference of the next table would be looked for in the whole of this one.
            cursor.execute(f"ANALYZE {table}")
    return total


def _column(model: type[models.Model], field: models.Field, step: int) -> tuple[str, str]:  # type: ignore[type-arg]
    column = connection.ops.quote_name(str(field.column))
    old = f"old.{column}"
    related = field.related_model
    if field.primary_key or (isinstance(related, type) and not is_shared(related)):
        return column, f"{old} + n * {step}::bigint"
    if model is League and field.name in {"slug", "name"}:
        return column, f"{old} || '-' || n"
    if field.name in {"public_id", "code"}:
        return column, f"left(md5({old} || n), 12)"
    return column, old
