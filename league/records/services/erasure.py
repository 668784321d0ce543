"""Erase a person: their results stay with “A player”. It cannot be undone."""

import datetime
import itertools
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import connection
from django.db.models import Q

from league.accounts.services.links import revoke_link
from league.accounts.services.roles import remove_role
from league.competition.selectors import league_today
from league.competition.services import bump_revision
from league.history.nouns import Field, ModelClass
from league.history.services.audit import Kind, note_act
from league.history.services.rows import referrers
from league.models import (
    Availability,
    CaptainLink,
    Enrolment,
    League,
    Merge,
    NameLeft,
    Player,
    PrintedFile,
    PrintJob,
    Registration,
    User,
)
from league.people.names import HIDDEN_NAME, stored_name
from league.records.selectors.mentions import NAMES_ALONE, Traces, texts_with
from league.records.selectors.personal_data import personal_data
from league.records.selectors.persons import Person, changes_of, letters_to, person_of, photographs_of
from league.records.services.records import written_records
from league.shared.cells import cells, current_cell, is_shared
from league.shared.errors import GONE, Refused
from league.shared.identifiers import new_public_id

CHANGED = "What is held has changed since you looked. Check the list and press again."
OWN_ACCOUNT = "You are signed in with the account of {person}. Another secretary must erase it."
ADMINISTRATOR = "{person} administers this installation. Remove that right in the admin first."
MERGED = "{player} has been merged into another record. Erase that record."


def obstacle_to_erasure(person: Person, *, by: User) -> str:
    """Return why a person cannot be erased; empty if they can, as far as can be seen beforehand."""
    for account in person.accounts:
        if account.pk == by.pk:
            return OWN_ACCOUNT.format(person=account)
        if account.is_superuser:
            return ADMINISTRATOR.format(person=account)
    return ""


def erase_person(*, player: Player, shown_data: str, by: User, now: datetime.datetime) -> Player:
    """Erase a player with the records, captaincies and accounts that are theirs; results stay.

    `shown_data` is the digest of what the preview listed. Raises Refused if something else is held by now, if
    an account cannot go, or if the record was merged into another. Texts are searched before and after the
    transaction, not in it: nobody waits for that.
    """
    data = personal_data(player)
    if data.digest != shown_data:
        raise Refused(CHANGED)
    traces = replace(
        data.person.traces,
        contacts=(*data.person.traces.contacts, *(record.public_id for record in data.person.records)),
    )
    mentions = list(texts_with(traces, player.league))
    with written_records():
        held = Player.objects.select_for_update(of=("self",)).select_related("league")
        row = held.filter(pk=player.pk).first()
        if row is None:
            raise Refused(GONE)
        if row.merged_into_id:
            raise Refused(MERGED.format(player=row))
        person = person_of(row)
        if person != data.person:
            raise Refused(CHANGED)
        if obstacle := obstacle_to_erasure(person, by=by):
            raise Refused(obstacle)
        letters_to(person).delete()
        photographs_of(person).delete()
        _erase_captaincies(person, now)
        _erase_accounts(person, by)
        _erase_records(person, now)
        _hide_mentions(traces, mentions)
        PrintJob.objects.filter(league=row.league).delete()
        PrintedFile.objects.all().delete()
        note_act(league=row.league, kind=Kind.PERSONAL, what="A player erased", by=by, now=now)
        bump_revision(league_id=row.league_id, recount=None)
    mentions = list(texts_with(traces, row.league))
    with written_records():
        if _hide_mentions(traces, mentions):
            bump_revision(league_id=row.league_id, recount=None)
    return row


def _erase_captaincies(person: Person, now: datetime.datetime) -> None:
    keys = [enrolment.pk for enrolment in person.enrolments]
    for enrolment in person.enrolments:
        revoke_link(enrolment=enrolment, now=now)
    CaptainLink.objects.filter(enrolment__in=keys).update(sent_to="")
    Enrolment.objects.filter(pk__in=keys).update(
        captain_name="",
        captain_email="",
        captain_phone="",
        contact_for=Enrolment.ContactFor.OFFICERS,
        declined_letters=[],
    )


def _erase_accounts(person: Person, by: User) -> None:
    """Remove the roles of accounts in the league; an account with none in another is deleted.

    One that rows of another cell name stays: they cannot be changed from here.
    """
    league = person.player.league
    for account in person.accounts:
        if account.league_roles.filter(league=league).exists():
            remove_role(league=league, user=account, by=by)
        if not _is_named_elsewhere(account):
            User.objects.filter(pk=account.pk, league_roles=None).delete()


def _is_named_elsewhere(account: User) -> bool:
    """Return whether another cell names an account. No query where there is one cell."""
    others = [cell for cell in cells() if cell != current_cell()]
    with connection.cursor() as cursor:
        for cell, relation in itertools.product(others, referrers(User)):
            table, column = relation.related_model._meta.db_table, relation.field.column
            if is_shared(relation.related_model):
                continue
            named = ".".join(map(connection.ops.quote_name, (cell, table)))
            name = connection.ops.quote_name(column)
            cursor.execute(f"SELECT 1 FROM {named} WHERE {name} = %s LIMIT 1", [account.pk])  # noqa: S608
            if cursor.fetchone():
                return True
    return False


def _erase_records(person: Person, now: datetime.datetime) -> None:
    """Leave one record without a name, and nothing that could put the name back."""
    row, league = person.player, person.player.league
    changes_of(league, person.keys).delete()
    Merge.objects.filter(Q(kept__in=person.keys) | Q(gone__in=person.keys)).delete()
    Availability.objects.filter(player__in=person.keys).delete()
    if not person.has_namesake:
        names = [stored_name(name) for name in person.traces.names]
        NameLeft.objects.filter(season__league=league, name__in=names).delete()
    Player.objects.filter(merged_into=row).delete()
    for registration in Registration.objects.not_left().filter(player=row, season__is_finished=False):
        registration.left_on = max(registration.registered_on, league_today(league, now))
        registration.save(update_fields=["left_on"])
    row.name, row.told_apart_by = HIDDEN_NAME, _free_number(league)
    row.born_on, row.shown, row.public_id = None, Player.Shown.HIDDEN, new_public_id()
    row.save()


def _free_number(league: League) -> str:
    """Return what tells the erased of a league apart, to its secretary only: nothing about the person."""
    taken = set(league.players.filter(name=HIDDEN_NAME).values_list("told_apart_by", flat=True))
    return next(words for number in range(1, len(taken) + 2) if (words := f"erased {number}") not in taken)


def _hide_mentions(traces: Traces, mentions: Iterable[tuple[ModelClass, int, Field, Any]]) -> int:
    """Write over every trace in texts that held one, as they are by now; return how many there were."""
    written = 0
    for model, pk, column, _ in mentions:
        rows = model._base_manager.filter(pk=pk)
        for value in rows.values_list(column.name, flat=True):
            new = _hidden(value, traces, alone=column.name in NAMES_ALONE)
            if new != value:
                new = new[: column.max_length] if isinstance(new, str) else new
                written += rows.update(**{column.name: new})
    return written


def _hidden(value: Any, traces: Traces, *, alone: bool) -> Any:
    """Return a value of a column without the traces, at whatever depth of a mapping or list they stand."""
    if isinstance(value, str):
        return traces.hidden_in(value, alone=alone)
    if isinstance(value, dict):
        return {
            traces.hidden_in(key): _hidden(inner, traces, alone=key in NAMES_ALONE)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_hidden(inner, traces, alone=False) for inner in value]
    return value
