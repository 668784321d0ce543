"""Delete what a league has kept for longer than its retention periods say."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from league.competition.services import bump_revision
from league.models import League, Match, RetentionRun, TryCount
from league.records.selectors.retention import RETAINED, outdated
from league.shared.errors import written_whole

# The page shows the last days; a year of them is plenty.
OLDEST_RUN = datetime.timedelta(days=366)


def delete_outdated(*, league: League, today: datetime.date, now: datetime.datetime) -> dict[str, int]:
    """Delete a league's data that is past its period, once a day, and return how many rows of each kind."""
    with written_whole():
        # Whoever else comes on this day waits here, and then finds the run.
        held = League.objects.select_for_update(of=("self",), no_key=True).get(pk=league.pk)
        run, is_new = RetentionRun.objects.get_or_create(league=held, on=today)
        if not is_new:
            return {}
        for kind in RETAINED:
            past = outdated(held, kind, now)
            gone = (
                rows.update(**kind.cleared) if kind.cleared else _delete(rows) for rows in kind.rows(past)
            )
            if number := sum(gone):
                run.deleted[kind.name] = number
        run.save(update_fields=["deleted"])
        if run.deleted:
            bump_revision(league_id=held.pk)
    return dict(run.deleted)


def note_nothing_outdated(days: Iterable[tuple[League, datetime.date]]) -> None:
    """Note on which day each of these leagues had nothing to delete, and forget runs of long ago."""
    runs = [RetentionRun(league=league, on=today) for league, today in days]
    RetentionRun.objects.bulk_create(runs, ignore_conflicts=True)
    if runs:
        RetentionRun.objects.filter(on__lt=min(run.on for run in runs) - OLDEST_RUN).delete()


def delete_ended_sign_ins(now: datetime.datetime) -> None:
    """Delete the sign-ins, and the tries to sign in, whose time is over, of every league."""
    Session.objects.filter(expire_date__lt=now).delete()
    TryCount.objects.filter(until__lt=int(now.timestamp())).delete()


def _delete(rows: QuerySet[Any]) -> int:
    """Delete rows; those of a match only if nothing about it was opened before the match could be locked."""
    if any(field.name == "match" for field in rows.model._meta.concrete_fields):
        keys = set(rows.order_by().values_list("match", flat=True)) - {None}
        held = Match.with_ties.select_for_update(of=("self",), no_key=True).filter(pk__in=keys).order_by("pk")
        list(held.values_list("pk", flat=True))
    _, by_model = rows.delete()
    return by_model.get(rows.model._meta.label, 0)
