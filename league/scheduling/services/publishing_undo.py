"""Note what a publication wrote, and undo it: every match is as it was, until something has touched one.

The history holds of a publication: `plan` and its `state` and `published_at` before; `plans_before`, the keys
of those that were published; `made`, `moved` and `moved_before`, `deleted` with all that the database
deletes with them, and `emptied` references; `touching`, the rows that referred to moved matches at that
time; `letters`, the keys of the notices; `fixtures`, the whole list, for returning to it later.
"""

import datetime
import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core import serializers
from django.db import connection, transaction
from django.db.models import F

from league.competition.services import FINISHED, bump_revision, hold_matches, hold_season, read_first
from league.history.nouns import Field, counted_rows
from league.history.services.changes import store_change
from league.history.services.rows import Effects, cascade, referrers, refill, restore_rows, snapshot
from league.models import FixturePlan, Match, Notice, Pub, RecordChange, ScoringCode, Season, Team, User
from league.scheduling.selectors.plans import publications_of
from league.scheduling.selectors.versions import rows_of_season
from league.scheduling.services.plans import State, hold_league, hold_plan
from league.scheduling.services.publishing_letters import (
    Addresses,
    FixtureChange,
    PreviousFixture,
    letters_to_captains,
)
from league.shared.errors import Refused, refused_by, written_whole
from league.shared.sql import rows_of, update_rows

WRITTEN = ("week", "home", "away", "venue", "date", "postponed_from", "postponed_because", "venue_because")
"""The fields of a match that publishing sets."""
# Weeks are saved row by row, and meanwhile no two rows may clash.
OUT_OF_THE_WAY = 10_000
# A code is printed again with its match, and a reminder may be sent again: neither is lost work.
EXPENDABLE = frozenset({Notice, ScoringCode})
MOST_NAMED = 5
NOT_PUBLISHED = "This plan is not published, so there is nothing to undo."
NOT_NOTED = "This plan was published before Pegboard noted what publishing changes: it cannot be undone."


@dataclass(slots=True, kw_only=True)
class Publication:
    """What the matches and plans of a season were before a plan is published."""

    plan: FixturePlan
    season: Season
    noted: dict[str, Any]

    @classmethod
    def of(cls, *, plan: FixturePlan, season: Season, moved: Collection[int]) -> "Publication":
        """Return the state before the publication is written. Two queries."""
        published_plans = FixturePlan.objects.filter(season=season, state=State.PUBLISHED)
        noted = {
            "state": plan.state,
            "published_at": plan.published_at.isoformat() if plan.published_at else None,
            "plans_before": list(published_plans.values_list("pk", flat=True)),
            "moved_before": snapshot(list(Match.objects.filter(pk__in=moved).order_by("pk"))),
        }
        return cls(plan=plan, season=season, noted=noted)

    def note_at_once(self, deleted: Sequence[Match], moved: Collection[int]) -> None:
        """Note matches to be deleted, with all that goes with them, and what refers to those that move.

        To be called when nobody else writes.
        """
        rows, emptied = cascade(deleted) if deleted else ([], [])
        self.noted |= {"emptied": emptied, "deleted": snapshot(rows), "touching": _touching(moved)}

    def store(
        self,
        *,
        made: Sequence[Match],
        moved: Sequence[Match],
        letters: Iterable[Notice],
        by: User | None,
        now: datetime.datetime,
    ) -> RecordChange:
        """Store the publication in the history of its season."""
        effects = Effects(deleted=self.noted.pop("deleted"))
        deleted = sum(row["model"] == Match._meta.label_lower for row in effects.deleted)
        return store_change(
            RecordChange.Kind.SEASON,
            self.season,
            self.season.league_id,
            RecordChange.Action.PUBLISHED,
            effects,
            by=by,
            now=now,
            after={
                "summary": f"Fixtures published: {len(made)} new, {len(moved)} moved, {deleted} deleted",
                "plan": self.plan.public_id,
            },
            more=self.noted
            | {
                "plan": self.plan.pk,
                "made": snapshot(made),
                "moved": snapshot(moved),
                "letters": [letter.pk for letter in letters],
                "fixtures": rows_of_season(self.season),
            },
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublished:
    """What undoing a publication did: how many matches were deleted, moved back and restored.

    `unsent` e-mails to captains had not gone out and never will; `letters` say that old dates count again.
    """

    deleted: int
    moved: int
    restored: int
    unsent: int
    letters: int


@read_first
def undo_publishing(
    *,
    plan: FixturePlan,
    by: User,
    now: datetime.datetime,
    began_from: int,
    addresses: Addresses | None = None,
) -> Unpublished:
    """Undo the publication of a plan: matches and plans are as they were before. Captains are told.

    `sequence` of every match goes up, so that calendars follow. Raises Refused if the plan is not published
    or another was published after it, and, with their names, if something has touched one of its matches.
    """
    with written_whole():
        season = hold_season(plan.season)
        if season.is_finished:
            raise Refused(FINISHED)
        hold_matches(season, may_delete=True)
        hold_league(season.league_id)
        plan = hold_plan(plan, began_from)
        change = _hold_publication(plan)
        noted: dict[str, Any] = change.effects
        current = _matches_of(noted)
        written = {row.object.pk: row.object for row in _deserialized([*noted["made"], *noted["moved"]])}
        _verify_untouched(noted, current, written)
        made = [current[row["pk"]] for row in noted["made"]]
        moved, changes = _moved_back(noted, current)
        changes += [FixtureChange(match=match, is_deleted=True) for match in made]
        change.undone_at, change.undone_by = now, by
        change.save(update_fields=["undone_at", "undone_by"])
        # With its first write it is alone on SQLite: a hand that came since would be deleted with its match.
        _verify_untouched(noted, current, current)
        with refused_by(
            at_home_once_a_week="A team would have two home matches in one week of the old list.",
            away_once_a_week="A team would have two away matches in one week of the old list.",
        ):
            Match.objects.filter(pk__in=[match.pk for match in made]).delete()
            Match.objects.filter(pk__in=[match.pk for match in moved]).update(week=F("week") + OUT_OF_THE_WAY)
            restored = _restored(noted)
            update_rows(moved, *WRITTEN, "sequence")
        changes += [FixtureChange(match=match) for match in restored]
        _restore_plans(plan, noted)
        sent, unsent = _withdraw_letters(noted["letters"])
        letters = Notice.objects.bulk_create(
            letters_to_captains(plan=plan, changes=changes, by=by, now=now, addresses=addresses, only_to=sent)
        )
        bump_revision(league_id=season.league_id)
    return Unpublished(
        deleted=len(made), moved=len(moved), restored=len(restored), unsent=unsent, letters=len(letters)
    )


@read_first
def preview_undo(**arguments: Any) -> Unpublished:
    """Return what `undo_publishing` would do with the same arguments. Nothing is written.

    Raises Refused as `undo_publishing` does.
    """
    with transaction.atomic():
        undone = undo_publishing(**arguments)
        transaction.set_rollback(True)
    return undone


def _hold_publication(plan: FixturePlan) -> RecordChange:
    """Return the publication of a plan, locked. Raises Refused if it is not the season's latest."""
    changes = publications_of(plan.season_id).filter(undone_at=None)
    latest = changes.select_for_update(of=("self",)).first()
    if plan.state != State.PUBLISHED:
        later = FixturePlan.objects.filter(season=plan.season_id, state=State.PUBLISHED).first()
        if plan.published_at and later is not None:
            raise Refused(f"“{later.name}” was published after this plan. Undo that first.")
        raise Refused(NOT_PUBLISHED)
    if latest is None or latest.effects["plan"] != plan.pk:
        raise Refused(NOT_NOTED)
    return latest


def _matches_of(noted: Mapping[str, Any]) -> dict[int, Match]:
    """Return the matches a publication made and moved as they are now, by key."""
    keys = [row["pk"] for row in (*noted["made"], *noted["moved"])]
    known = Match.objects.select_related("division__season", "home", "away", "venue")
    return {match.pk: match for match in known.filter(pk__in=keys).order_by("pk")}


def _verify_untouched(
    noted: Mapping[str, Any], current: Mapping[int, Match], written: Mapping[int, Match]
) -> None:
    """Raise Refused, with the matches in the way, if one was deleted, changed, played or postponed.

    `written` are the matches as the publication left them.
    """
    reasons: list[str] = []
    since = _rows_since(noted["touching"], _touching(list(current)))
    for key, then in written.items():
        match = current.get(key)
        if match is None:
            reasons.append(f"a match of week {then.week} has been deleted")
        elif rows := since.get(key):
            words = ", ".join(counted_rows(model, number) for model, number in rows.items())
            reasons.append(f"{match.home} v {match.away}, {_day(match)}, has {words}")
        elif any(_stored(match, name) != _stored(then, name) for name in WRITTEN):
            reasons.append(f"{match.home} v {match.away}, {_day(match)}, has been changed")
    if reasons:
        more = f", and {len(reasons) - MOST_NAMED} more" if len(reasons) > MOST_NAMED else ""
        listed = "; ".join(reasons[:MOST_NAMED])
        raise Refused(f"Publishing cannot be undone any more. Since then {listed}{more}.")


def _touching(keys: Collection[int]) -> dict[str, dict[str, int]]:
    """Return the rows that refer to matches: by model and column, the match of each by its key. One query."""
    quoted = connection.ops.quote_name
    asked = " UNION ALL ".join(
        f"SELECT '{model._meta.label_lower} {column.name}', id, {quoted(column.column)} "  # noqa: S608  (our own)
        f"FROM {quoted(model._meta.db_table)} WHERE {quoted(column.column)} IN (SELECT key FROM matches)"
        for model, column in ((each.related_model, each.field) for each in referrers(Match))
        if model not in EXPENDABLE
    )
    of_json = {
        "sqlite": "SELECT value FROM json_each(%s)",
        "postgresql": "SELECT value::bigint FROM json_array_elements_text(%s::json)",
    }[connection.vendor]
    touching: dict[str, dict[str, int]] = defaultdict(dict)
    # A key a parameter takes Django longer than the database takes for the whole.
    # Within a SELECT: what begins with WITH may write, and would keep others from writing (`read_first`).
    sql = f"SELECT * FROM (WITH matches(key) AS ({of_json}) {asked}) AS touching"  # noqa: S608  (our own)
    for name, key, match in rows_of(sql, [json.dumps([*keys])]):
        touching[name][str(key)] = match
    return touching


def _rows_since(
    before: Mapping[str, Mapping[str, int]], now: Mapping[str, Mapping[str, int]]
) -> dict[int, Counter[Any]]:
    """Return by match how many rows of each model refer to it that did not before."""
    models = {
        relation.related_model._meta.label_lower: relation.related_model for relation in referrers(Match)
    }
    since: dict[int, Counter[Any]] = defaultdict(Counter)
    for name, pairs in now.items():
        for key, match in pairs.items():
            if key not in before.get(name, {}):
                since[match][models[name.split()[0]]] += 1
    return since


def _moved_back(
    noted: Mapping[str, Any], current: Mapping[int, Match]
) -> tuple[list[Match], list[FixtureChange]]:
    """Return the moved matches with the values from before, and what that changes for captains.

    Two queries. Raises Refused if a pub they were played at is gone.
    """
    before = [row.object for row in _deserialized(noted["moved_before"])]
    teams = Team.objects.in_bulk({key for then in before for key in (then.home_id, then.away_id)})
    pubs = Pub.objects.in_bulk({then.venue_id for then in before})
    moved, changes = [], []
    for then in before:
        match = current[then.pk]
        if then.venue_id not in pubs:
            raise Refused(f"{match.home} v {match.away} was to be played at a pub that has been deleted.")
        was = PreviousFixture(date=match.date, home=match.home_id)
        match.home, match.away, match.venue = teams[then.home_id], teams[then.away_id], pubs[then.venue_id]
        for name in ("week", "date", "postponed_from", "postponed_because", "venue_because"):
            setattr(match, name, getattr(then, name))
        match.sequence += 1
        moved.append(match)
        changes.append(FixtureChange(match=match, was=was))
    return moved, changes


def _restored(noted: Mapping[str, Any]) -> list[Match]:
    """Restore the deleted matches with all that was deleted with them, and return them."""
    restore_rows(noted["deleted"])
    refill(noted["emptied"])
    label = Match._meta.label_lower
    restored = Match.objects.filter(pk__in=[row["pk"] for row in noted["deleted"] if row["model"] == label])
    restored.update(sequence=F("sequence") + 1)
    return list(restored.select_related("home", "away", "venue"))


def _restore_plans(plan: FixturePlan, noted: Mapping[str, Any]) -> None:
    """Give plans the states they had. The revision goes up: forms opened before are refused."""
    plan.state = noted["state"]
    then = noted["published_at"]
    plan.published_at = datetime.datetime.fromisoformat(then) if then else None
    plan.revision += 1
    plan.save(update_fields=["state", "published_at", "revision"])
    before = FixturePlan.objects.filter(season=plan.season_id, pk__in=noted["plans_before"])
    before.exclude(pk=plan.pk).update(state=State.PUBLISHED)


def _withdraw_letters(keys: Collection[int]) -> tuple[set[str], int]:
    """Delete the letters that have not been sent; return who got one, and how many were deleted."""
    letters = Notice.objects.filter(pk__in=keys)
    unsent, _ = letters.filter(sent_at=None).delete()
    return set(letters.values_list("to", flat=True)), unsent


def _deserialized(rows: Sequence[dict[str, Any]]) -> list[Any]:
    return list(serializers.deserialize("python", rows))


def _stored(match: Match, name: str) -> Any:
    column: Field = match._meta.get_field(name)
    return column.value_from_object(match)


def _day(match: Match) -> str:
    return f"{match.date:%d/%m/%Y}" if match.date else "without a date"
