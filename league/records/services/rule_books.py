"""Save the rule book of a season, with a history and an undo."""

import datetime
from collections.abc import Mapping
from typing import Any

from league.competition.services import FINISHED, bump_revision, hold_season
from league.history.services.changes import store_change
from league.history.services.rows import Effects
from league.models import RecordChange, RuleBook, Season, User
from league.records.rule_books import (
    FROZEN,
    can_enter_otherwise,
    has_results,
    rule_changes,
    stored_rules,
)
from league.records.services.records import ChangedMeanwhile, written_records
from league.shared.errors import Refused, verify


def save_rule_book(
    *,
    season: Season,
    values: Mapping[str, Any],
    opened: Mapping[str, Any],
    by: User,
    now: datetime.datetime,
    reason: str = "",
) -> RecordChange | None:
    """Save the rules of a season, and return the change; None if nothing is different.

    `values` and `opened` are all rules as they are stored: as typed, and when the form was opened. Raises
    Refused once a result of the season is confirmed (what is entered may change while no hand is recorded),
    if the season is closed, and for rules that cannot be; ChangedMeanwhile if somebody else has changed the
    rules since.
    """
    with written_records():
        held = hold_season(season)
        if held.is_finished:
            raise Refused(FINISHED)
        book = RuleBook.objects.select_for_update(of=("self",)).get(pk=held.rule_book_id)
        before = stored_rules(book)
        if dict(opened) != before:
            raise ChangedMeanwhile({name: str(value) for name, value in before.items()})
        changed = [name for name, value in values.items() if value != before[name]]
        if has_results(book) and not (changed == ["entered"] and can_enter_otherwise(book)):
            raise Refused(FROZEN)
        if not changed:
            return None
        then = RuleBook.objects.get(pk=book.pk)
        effects = Effects()
        for name in changed:
            setattr(book, name, values[name])
            effects.note_shift(RuleBook, name, [book.pk], old=before[name], new=values[name])
        verify(book)
        book.save(update_fields=changed)
        changes = rule_changes(then, book)
        change = store_change(
            RecordChange.Kind.RULE_BOOK,
            book,
            held.league_id,
            RecordChange.Action.EDITED,
            effects,
            by=by,
            now=now,
            reason=reason,
            label=f"Rule book {held}",
            before={change.section: " ".join(change.was) for change in changes},
            after={change.section: " ".join(change.now) for change in changes},
        )
        bump_revision(league_id=held.league_id)
    return change
