"""Create, edit and delete records, and undo it. Every change is stored with what it was before."""

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.db.models import F, Q

from league.competition.models.leagues import TAKEN_SEASON_ADDRESSES
from league.competition.selectors import league_today
from league.competition.services import bump_revision, hold_cups, verify_open, verify_running
from league.cups.services.tie_matches import plan_all_matches
from league.history.nouns import Field, counted_rows
from league.history.services.changes import store_change
from league.history.services.rows import SAME_NAME, Dependants, Effects, dependants, undo_effects
from league.matches.selectors import without_result
from league.models import (
    Cup,
    CupEntry,
    Division,
    Enrolment,
    League,
    Match,
    Player,
    Pub,
    RecordChange,
    RuleBook,
    Season,
    Team,
    User,
)
from league.people.names import hide_minor
from league.records.kinds import (
    BY_NAME,
    DIVISIONS,
    LEAGUES,
    PLAYERS,
    PUBS,
    RESERVED,
    SEASONS,
    TEAMS,
    RecordKind,
    raw_values,
    shown,
)
from league.records.rule_books import FROZEN, has_results
from league.records.selectors.consequences import is_of_name, renamed_team
from league.season_rollover.pubs.selectors import matches_at
from league.shared.directory import LEAGUE, claim
from league.shared.errors import GONE, Refused, refuse_invalid, written_whole
from league.shared.identifiers import unique_slug
from league.shared.text import bare, is_same_place

CHANGED_MEANWHILE = (
    "Somebody else has changed this meanwhile. Both values are shown below; nothing of yours is lost. "
    "Check them and save again."
)

UNDONE_AT_THE_PLAN = (
    "Publishing fixtures is undone on the page of their plan, which shows first what follows."
)


class ChangedMeanwhile(Refused):
    """A record is not what it was when its form was opened. `current` are its values now, by field."""

    def __init__(self, current: Mapping[str, str]) -> None:
        super().__init__(CHANGED_MEANWHILE)
        self.current = current


def create_record(
    *, kind: RecordKind, row: Any, by: User, now: datetime.datetime, division: Division | None = None
) -> RecordChange:
    """Insert a new record. Its slug is made of its name. A team enters the division, if there is one.

    The rule book of a season is inserted with it.

    Raises Refused for invalid values and for a name that is in use.
    """
    with written_records():
        league = _league_of(row)
        _verify_running(row)
        _verify_open_pub(row)
        _give_slug(kind, row)
        effects = Effects()
        for name in kind.parents:
            effects.create(getattr(row, name))
            # The row takes the key that its parent has now.
            setattr(row, name, getattr(row, name))
        _hide_minor(row, league, now)
        verify_record(kind, row)
        effects.create(row)
        if division is not None:
            _enter(effects, row, division)
        change = store_change(
            kind.name,
            row,
            league,
            RecordChange.Action.CREATED,
            effects,
            by=by,
            now=now,
            after=_texts(kind, row),
        )
        bump_revision(league_id=league)
    return change


def save_record(
    *,
    kind: RecordKind,
    row: Any,
    values: Mapping[str, Any],
    opened: Mapping[str, str],
    by: User | None,
    now: datetime.datetime,
    reason: str = "",
    teams_too: bool = False,
) -> RecordChange | None:
    """Save the fields of a record, and return the change; None if nothing is different.

    `opened` are its values when the form was opened; `by` is nobody for a captain without account, whom the
    reason names. `teams_too` renames the teams of a pub whose names
    begin with the pub's. Raises ChangedMeanwhile if the record has others by now, and Refused for invalid
    values.
    """
    with written_records():
        held = _hold(kind, row)
        _verify_running(held)
        current = raw_values(kind, held)
        if dict(opened) != current:
            raise ChangedMeanwhile(current)
        before, old_texts = kind.values(held), _texts(kind, held)
        for name, value in values.items():
            setattr(held, name, value)
        if kind is PLAYERS and held.born_on != before["born_on"] and held.shown == before["shown"]:
            _hide_minor(held, _league_of(held), now)
        changed = [name for name, value in kind.values(held).items() if value != before[name]]
        if not changed:
            return None
        verify_record(kind, held)
        if "pub" in changed:
            _verify_open_pub(held)
        effects = Effects()
        if kind is PUBS and "name" in changed:
            _rename_pub(effects, held, before["name"], teams_too=teams_too)
        if kind is TEAMS and "name" in changed:
            _rename_entries(effects, held, before["name"], held.name)
        held.save(update_fields=[*changed, *(["formerly"] if kind is PUBS else [])])
        if kind is LEAGUES and claim(LEAGUE, [held.slug], league=held.pk):
            raise Refused("Another league has this address. Choose another.")
        after, new_texts = kind.values(held), _texts(kind, held)
        for name in changed:
            effects.note_shift(kind.model, name, [held.pk], old=before[name], new=after[name])
        change = store_change(
            kind.name, held, _league_of(held), RecordChange.Action.EDITED, effects, by=by, now=now,
            reason=reason, before={name: old_texts[name] for name in changed},
            after={name: new_texts[name] for name in changed},
        )  # fmt: skip
        update_calendars(kind, held.pk)
        bump_revision(league_id=_league_of(held))
    return change


def delete_record(
    *, kind: RecordKind, row: Any, by: User, now: datetime.datetime, shown_rows: str, reason: str = ""
) -> RecordChange:
    """Delete a record with what is empty without it. `shown_rows` is the digest of what the preview listed.

    Raises Refused if results or other rows refer to it, and if the preview listed something else.
    """
    with written_records():
        held = _hold(kind, row)
        _verify_running(held)
        dependent_rows = dependants_of(kind, held, lock=True)
        if dependent_rows.obstacles:
            raise Refused(refusal_of_deletion(kind, held, dependent_rows))
        if digest(dependent_rows) != shown_rows:
            raise Refused(
                "What is deleted with it has changed since you looked. Check the list and press again."
            )
        league, texts, key = _league_of(held), _texts(kind, held), held.pk
        label = str(held)
        effects = Effects()
        parents = [getattr(held, name) for name in kind.parents]
        effects.delete([*parents, *dependent_rows.rows])
        held.pk = key
        change = store_change(
            kind.name, held, league, RecordChange.Action.DELETED, effects, by=by, now=now, reason=reason,
            before=texts, label=label,
        )  # fmt: skip
        bump_revision(league_id=league)
    return change


def undo_change(*, change: RecordChange, by: User, now: datetime.datetime) -> RecordChange:
    """Undo a change: every row it wrote is put back, and nothing else. Undoing twice changes nothing.

    Raises Refused, with the reason, if something it wrote has changed since.
    """
    with written_records():
        held = RecordChange.objects.select_for_update(of=("self",)).filter(pk=change.pk).first()
        if held is None:
            raise Refused(GONE)
        if held.undone_at:
            return held
        if held.action == RecordChange.Action.PUBLISHED:
            raise Refused(UNDONE_AT_THE_PLAN)
        kind = BY_NAME[held.kind]
        row = kind.model._base_manager.filter(pk=held.object_id).first()
        if row is not None:
            _verify_running(row)
            if isinstance(row, RuleBook) and has_results(row):
                raise Refused(FROZEN)
        _verify_unplayed(held)
        _verify_still_unused(held)
        undo_effects(held.effects)
        if held.action in {RecordChange.Action.CLOSED, RecordChange.Action.MOVED}:
            plan_all_matches(held.league_id)
        held.undone_at, held.undone_by = now, by
        held.save(update_fields=["undone_at", "undone_by"])
        update_calendars(kind, held.object_id)
        bump_revision(
            league_id=held.league_id, recount=None if held.action == RecordChange.Action.MERGED else ()
        )
    return held


def _verify_unplayed(change: RecordChange) -> None:
    """Raise Refused if a match that a closing or a move moved has been played since."""
    if change.action not in {RecordChange.Action.CLOSED, RecordChange.Action.MOVED}:
        return
    hold_cups(Cup.objects.filter(season__league=change.league_id))
    label = Match._meta.label_lower
    shifts = [shift for shift in change.effects["shifts"] if shift["model"] == label]
    keys = {key for shift in shifts for key in shift["keys"]}
    held = Match.with_ties.select_for_update(of=("self",), no_key=True).filter(pk__in=keys).order_by("pk")
    matches = list(held.select_related("home", "away", "venue"))
    verify_open(*keys)
    unplayed = set(without_result(Match.with_ties.filter(pk__in=keys)).values_list("pk", flat=True))
    if played := next((match for match in matches if match.pk not in unplayed), None):
        raise Refused(f"{played.home} v {played.away} has been played at {played.venue} since.")


def _verify_still_unused(change: RecordChange) -> None:
    """Raise Refused if matches are to be played at a pub whose reopening is undone."""
    if change.action != RecordChange.Action.REOPENED:
        return
    pub = Pub.objects.get(pk=change.object_id)
    closed_on = datetime.date.fromisoformat(change.effects["shifts"][0]["old"])
    if coming := matches_at(pub, closed_on).count():
        raise Refused(f"{pub} has {counted_rows(Match, coming)} from that day on. Close the pub instead.")


def dependants_of(kind: RecordKind, row: Any, *, lock: bool = False) -> Dependants:
    """Return what is deleted with a record and what forbids it; with `lock`, held until the end."""
    dependent_rows = dependants(row, kind.owned)
    if lock:
        for model in kind.owned:
            keys = [owned.pk for owned in dependent_rows.rows if type(owned) is model]
            list(model._base_manager.select_for_update(of=("self",)).filter(pk__in=keys).order_by("pk"))
        dependent_rows = dependants(row, kind.owned)
    return dependent_rows


def digest(dependent_rows: Dependants) -> str:
    """Return what a preview listed, to be compared when the button is pressed."""
    return ".".join(f"{row._meta.model_name}{row.pk}" for row in dependent_rows.rows)


def refusal_of_deletion(kind: RecordKind, row: Any, dependent_rows: Dependants) -> str:
    """Return why a record cannot be deleted, and what to do instead."""
    return f"{row} cannot be deleted: it has {', '.join(dependent_rows.obstacles_in_words)}. {kind.instead}"


def _hide_minor(row: Any, league: int, now: datetime.datetime) -> None:
    if isinstance(row, Player) and row.born_on:
        hide_minor(row, league_today(League.objects.get(pk=league), now))


@contextmanager
def written_records() -> Iterator[None]:
    """One transaction. A name that somebody has just taken is refused in a sentence."""
    try:
        with written_whole():
            yield
    except IntegrityError as fault:
        raise Refused(SAME_NAME) from fault


def _hold(kind: RecordKind, row: Any) -> Any:
    """Return the record as it stands now, locked until the transaction ends."""
    held = kind.model._base_manager.select_for_update(of=("self",)).filter(pk=row.pk)
    current = held.select_related(*kind.related).first()
    if current is None:
        raise Refused(GONE)
    return current


def hold_all(kind: RecordKind, *rows: Any) -> list[Any]:
    """Return records as they stand now, locked in the order of their keys, in the order of the arguments."""
    held = {row.pk: _hold(kind, row) for row in sorted(rows, key=lambda row: int(row.pk))}
    return [held[row.pk] for row in rows]


def verify_record(kind: RecordKind, row: Any) -> None:
    """The checks of the model, and those of names: pubs of one name need two places, teams two names."""
    try:
        row.full_clean()
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    if isinstance(row, Pub | Team | Season) and row.slug in RESERVED:
        raise Refused(f"“{row.slug}” is the address of another page. Choose another.")
    if isinstance(row, Pub | Team | Season):
        others = kind.model._base_manager.filter(league=row.league_id).exclude(pk=row.pk)
        same = [other for other in others if bare(other.name) == bare(row.name)]
        if isinstance(row, Pub):
            here = row.address, row.postcode
            same = [pub for pub in same if is_same_place(here, (pub.address, pub.postcode))]
        if same:
            place = ", or give both their addresses" if isinstance(row, Pub) else ""
            raise Refused(
                f"Another {kind.name} of the league is called {row.name}. Choose another name{place}."
            )


def _verify_open_pub(row: Any) -> None:
    if isinstance(row, Team) and row.pub.closed_on is not None:
        raise Refused(f"{row.pub} is closed. Choose a pub that is open, or reopen it first.")


def _verify_running(row: Any) -> None:
    season = row.pk if isinstance(row, Season) else row.season_id if isinstance(row, Division) else None
    if isinstance(row, RuleBook):
        season = Season.objects.filter(rule_book=row).values_list("pk", flat=True).first()
    if season is not None:
        verify_running(season)


def _league_of(row: Any) -> int:
    if isinstance(row, League):
        return row.pk
    return int(row.season.league_id if isinstance(row, Division) else row.league_id)


def _give_slug(kind: RecordKind, row: Any) -> None:
    if not hasattr(row, "slug"):
        return
    same = {"season": row.season_id} if kind is DIVISIONS else {"league": row.league_id}
    taken = set(kind.model._base_manager.filter(**same).values_list("slug", flat=True))
    if kind is SEASONS:
        taken |= TAKEN_SEASON_ADDRESSES
    row.slug = unique_slug(row.name, taken | RESERVED)


def _enter(effects: Effects, team: Team, division: Division) -> None:
    verify_running(division.season_id)
    enrolment = Enrolment(season=division.season, division=division, team=team)
    try:
        enrolment.full_clean()
    except ValidationError as fault:
        raise refuse_invalid(fault) from fault
    effects.create(enrolment)


def _rename_pub(effects: Effects, pub: Pub, before: str, *, teams_too: bool) -> None:
    """Store the name the pub had before, and give its teams the new one."""
    effects.note_shift(Pub, "formerly", [pub.pk], old=pub.formerly, new=before)
    pub.formerly = before
    for team in pub.teams.all() if teams_too else ():
        if (name := renamed_team(team.name, before, pub.name)) != team.name:
            column: Field = Team._meta.get_field("name")
            if len(name) > column.max_length:
                raise Refused(f"“{name}” is too long for a team. Rename the team itself first.")
            effects.shift(Team, "name", [team.pk], old=team.name, new=name)
            for column, shorter in (("short_name", team.short_name), ("button_name", team.button_name)):
                if shorter and is_of_name(
                    shorter, before
                ):  # made of the old name: the new one is written out
                    effects.shift(Team, column, [team.pk], old=shorter, new="")
            _rename_entries(effects, team, team.name, name)


def _rename_entries(effects: Effects, team: Team, before: str, name: str) -> None:
    """Give the cups of open seasons the new name of a team; what is closed keeps that of its time."""
    entries = CupEntry.objects.filter(team=team, name=before, cup__season__is_finished=False)
    if keys := list(entries.values_list("pk", flat=True)):
        effects.shift(CupEntry, "name", keys, old=before, new=name)


def update_calendars(kind: RecordKind, key: int) -> None:
    """Count up the sequence of the matches that name the record, so that calendars update them."""
    theirs = Q()
    for column in kind.calendars:
        theirs |= Q(**{column: key})
    if theirs:
        running = Match.with_ties.filter(theirs, division__season__is_finished=False)
        running.update(sequence=F("sequence") + 1)


def _texts(kind: RecordKind, row: Any) -> dict[str, str]:
    return {name: shown(row, kind.column(name)) for name in kind.fields}
