"""Delete a whole league. It cannot be undone: only its file, or a backup, brings it back."""

import datetime
from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.apps import apps
from django.db.models import QuerySet

from league.accounts.powers import Power, powers_of, roles_with, who_may
from league.models import (
    ApiToken,
    Charge,
    Cup,
    DeletedLeague,
    Division,
    Honour,
    League,
    Match,
    Merge,
    Player,
    PrintedFile,
    Pub,
    RuleBook,
    Season,
    Team,
    User,
)
from league.records.selectors.league_deletion import last_export, workbench_lines
from league.shared.directory import release
from league.shared.errors import GONE, Refused, written_whole

NOT_THE_NAME = "Type the name of the league exactly: {name}"
NOT_EXPORTED = "Export the league first. The last export is older than a day, or there is none."


def delete_league(
    *, league: League, typed_name: str, by: User | None, now: datetime.datetime, has_file: bool = False
) -> Mapping[str, int]:
    """Delete a league with everything that is its own, and return how many rows of each kind went.

    Accounts stay, but for invitations that nobody has accepted. Without `by` an operator does it on the
    server; `has_file` says that an export of today was shown. All of it or nothing. Raises Refused if `by`
    is no owner, if the name differs, or if the league was not exported within the last day.
    """
    with written_whole():
        held = _hold(league)
        if by is not None and Power.OWNER not in powers_of(by, held):
            raise Refused(f"Only {who_may(Power.OWNER)} may do this.")
        if " ".join(typed_name.split()) != " ".join(held.name.split()):
            raise Refused(NOT_THE_NAME.format(name=held.name))
        if not has_file and last_export(held, now) is None:
            raise Refused(NOT_EXPORTED)
        people = list(User.objects.filter(league_roles__league=held).order_by("pk"))
        workbench_lines(held).delete()
        deleted = delete_rows_of(held)
        # Named by what they hold, not by league: those of others are printed anew when asked for.
        PrintedFile.objects.all().delete()
        DeletedLeague.objects.update_or_create(slug=held.slug, defaults={"deleted_at": now})
        _settle_accounts(people)
    return deleted


def delete_rows_of(league: League) -> dict[str, int]:
    """Delete the rows of a league within a transaction; return how many of each kind, in words."""
    release(league=league.pk)
    rule_books = list(RuleBook.objects.filter(season__league=league).values_list("pk", flat=True))
    # What holds on to others goes first: money before teams, results before players, teams before pubs.
    return delete_in_order(
        Charge.objects.filter(league=league),
        Merge.objects.filter(league=league),
        Honour.objects.filter(league=league),
        Season.objects.filter(league=league),
        RuleBook.objects.filter(pk__in=rule_books),
        Player.objects.filter(league=league),
        Team.objects.filter(league=league),
        Pub.objects.filter(league=league),
        League._base_manager.filter(pk=league.pk),  # also one that nobody sees yet
    )


def delete_in_order(*groups: QuerySet[Any]) -> dict[str, int]:
    """Delete one group after another; return how many of what went, with all that belonged to them."""
    gone: Counter[str] = Counter()
    for group in groups:
        gone.update(group.delete()[1])
    names = {label: apps.get_model(label)._meta for label in gone}
    return {
        str(names[label].verbose_name if count == 1 else names[label].verbose_name_plural): count
        for label, count in gone.items()
        if count
    }


def _hold(league: League) -> League:
    """Lock what a write of the league locks, in the same order, so that none waits for us and we for it."""
    # A program's write holds its token first of all.
    tokens = ApiToken.objects.select_for_update().filter(league=league).order_by("pk")
    list(tokens.values_list("pk", flat=True))
    season = {"season__league": league}
    list(Cup.objects.select_for_update(of=("self",)).filter(**season).order_by("pk").values_list("pk"))
    for rows in (
        Match.with_ties.filter(division__season__league=league),
        Division.with_cups.filter(**season),
    ):
        list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True))
    held = League.objects.select_for_update().filter(pk=league.pk).first()
    if held is None:
        raise Refused(GONE)
    return held


def _settle_accounts(people: list[User]) -> None:
    """Delete invitations that led nowhere else, and close the workbench to whoever runs no other league."""
    for user in User.objects.filter(pk__in=[person.pk for person in people]).order_by("pk"):
        if user.is_invited_only and not user.league_roles.exists():
            user.delete()
            continue
        runs_another = user.league_roles.filter(role__in=roles_with(Power.SECRETARY)).exists()
        User.objects.filter(pk=user.pk).update(is_staff=user.is_superuser or runs_another)
