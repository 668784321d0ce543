"""Delete a whole league. It cannot be undone: only its file, or a backup, brings it back.

On SQLite everybody who writes would wait for all of it: there the league is hidden first, with every way into
it closed, and its rows go some at a time. What is broken off goes with the next deletion, or the next night.
"""

import datetime
from collections import Counter
from collections.abc import Mapping

from django.apps import apps
from django.db import connection

from league.accounts.powers import Power, powers_of, roles_with, who_may
from league.competition.models.leagues import ARRIVING
from league.models import (
    ApiToken,
    CaptainLink,
    Charge,
    Cup,
    DeletedLeague,
    Division,
    Honour,
    League,
    LeagueRole,
    Match,
    Merge,
    Notice,
    Player,
    PrintedFile,
    PrintJob,
    Pub,
    PubLink,
    Registration,
    RuleBook,
    ScoringCode,
    Season,
    TableSquare,
    Team,
    User,
)
from league.records.selectors.league_deletion import last_export, workbench_lines
from league.shared.directory import release
from league.shared.errors import GONE, Refused, giving_way, refused_by, written_whole

NOT_THE_NAME = "Type the name of the league exactly: {name}"
NOT_EXPORTED = "Export the league first. The last export is older than a day, or there is none."

# Begins the address of a league that is being deleted: nobody sees it, as one that still comes in.
LEAVING = ARRIVING * 2
# With a match go some sixty rows, with other rows few.
MATCHES_AT_ONCE, ROWS_AT_ONCE = 10, 400


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
        # Named by what they hold, not by league: those of others are printed anew when asked for.
        PrintedFile.objects.all().delete()
        DeletedLeague.objects.update_or_create(slug=held.slug, defaults={"deleted_at": now})
        gone = hide_league(held)
        if connection.vendor != "sqlite":
            gone += delete_rows_of(held)
        _settle_accounts(people)
    return in_words(gone + delete_hidden())


def hide_league(league: League) -> Counter[str]:
    """Close every way into a league, within a transaction; nobody finds it then. Return what went."""
    release(league=league.pk)
    ways_in = (
        ApiToken.objects.filter(league=league),
        CaptainLink.objects.filter(enrolment__season__league=league),
        LeagueRole.objects.filter(league=league),
        Notice.objects.filter(league=league, sent_at=None),
        PrintJob.objects.filter(league=league),
        PubLink.objects.filter(pub__league=league),
        ScoringCode.objects.filter(match__division__season__league=league),
        TableSquare.objects.filter(pub__league=league),
    )
    League.objects.filter(pk=league.pk).update(slug=f"{LEAVING}{league.pk}")
    return sum((Counter(rows.delete()[1]) for rows in ways_in), Counter())


def delete_hidden() -> Counter[str]:
    """Delete the leagues that were hidden to be deleted; return how many of what went."""
    hidden = League._base_manager.filter(slug__startswith=LEAVING)
    return sum(map(delete_rows_of, hidden), Counter())


@giving_way()
def delete_rows_of(league: League) -> Counter[str]:
    """Delete the rows of a league, some of them in each transaction; return how many of what went."""
    gone: Counter[str] = Counter()
    # What holds on to others goes first: money before teams, results before players, teams before pubs.
    for rows, at_once in (
        (Charge.objects.filter(league=league), ROWS_AT_ONCE),
        (Merge.objects.filter(league=league), ROWS_AT_ONCE),
        (Honour.objects.filter(league=league), ROWS_AT_ONCE),
        (Match.with_ties.filter(division__season__league=league), MATCHES_AT_ONCE),
        (Registration.objects.filter(season__league=league), ROWS_AT_ONCE),
        (Season.objects.filter(league=league), 1),
        (RuleBook.objects.filter(season=None), ROWS_AT_ONCE),
        (Player.objects.filter(league=league), ROWS_AT_ONCE),
        (Team.objects.filter(league=league), ROWS_AT_ONCE),
        (Pub.objects.filter(league=league), ROWS_AT_ONCE),
        (League._base_manager.filter(pk=league.pk), 1),  # also one that nobody sees
    ):
        keys = rows.order_by().values_list("pk", flat=True)
        while some := list(keys[:at_once]):
            with refused_by():
                gone.update(rows.model._base_manager.filter(pk__in=some).delete()[1])
    return gone


def in_words(gone: Mapping[str, int]) -> dict[str, int]:
    """Return how many rows of each kind went, by what they are called."""
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
