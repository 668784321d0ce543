"""The demo league: loaded as if today were the middle of its season, and cleared away again."""

import datetime
import itertools
import json
import secrets
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from django.apps import apps
from django.db import models, transaction

from league.accounts.services.links import claim_addresses
from league.cups.services.tie_matches import plan_matches
from league.models import (
    Cup,
    Honour,
    League,
    Match,
    OldTable,
    Postponement,
    Season,
    User,
)
from league.records.services.league_deletion import delete_hidden, hide_league, in_words
from league.shared.errors import Refused

SEED_FILE = Path(__file__).resolve().parent.parent.parent / "fixtures" / "demo.json"

# Thursdays.
FIRST_NIGHTS = datetime.date(2025, 9, 18), datetime.date(2026, 9, 17)
WEEKS_PLAYED = 9
NIGHT_TO_ENTER = FIRST_NIGHTS[1] + datetime.timedelta(weeks=WEEKS_PLAYED)
"""The night whose sheets lie on the secretary's desk: week ten, half-way through the season that is on."""


def weeks_to_move(today: datetime.date) -> datetime.timedelta:
    """Whole weeks that bring the night to enter to the last Thursday there was, today's if it is one."""
    return datetime.timedelta(weeks=(today - NIGHT_TO_ENTER).days // 7)


def season_name(starts_on: datetime.date, ends_on: datetime.date) -> str:
    """2026-27, or 2027 for a season within one year; also what it is called in addresses."""
    if starts_on.year == ends_on.year:
        return str(starts_on.year)
    return f"{starts_on.year}-{ends_on.year % 100:02}"


# What the demo's password is made of: letters nobody confuses, and no words by accident.
LETTERS = "bcdfghjkmnpqrtvwxz"
GROUPS, LETTERS_A_GROUP = 3, 4

ZONE = ZoneInfo(League._meta.get_field("time_zone").default)
"""The clocks the demo lives by."""
DATES_IN_A_LIST = Postponement._meta.get_field("offered")

Loaded = Mapping[type[models.Model], Mapping[int, Any]]
"""What was written, by model and by the key it has in the seed file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSignIn:
    """How to come in as the demo's secretary."""

    name: str
    password: str


def load_demo(*, today: datetime.date, password: str | None = None) -> DemoSignIn | None:
    """Load the demo league, every date moved by whole weeks so that today is in the middle of its season.

    Gives back the demo secretary's sign-in, with a password made now unless one is given; None if the
    demo is here already. Raises Refused if another league has its address.
    """
    if demo_is_loaded():
        return None
    password = password or _new_password()
    with transaction.atomic():
        loaded = _write(json.loads(SEED_FILE.read_text(encoding="utf-8")), weeks_to_move(today))
        for cup in loaded[Cup].values():
            plan_matches(cup)
        (league,) = loaded[League].values()
        claim_addresses(league=league)
        (secretary,) = loaded[User].values()
        secretary.set_password(password)
        secretary.save(update_fields=["password"])
    return DemoSignIn(name=secretary.username, password=password)


def _new_password() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(LETTERS_A_GROUP)) for _ in range(GROUPS))


def _write(rows: list[dict[str, Any]], moved_by: datetime.timedelta) -> Loaded:
    """Write the rows, a model at a time, under keys of this database's own: other leagues may be in it."""
    loaded: dict[type[models.Model], dict[int, Any]] = {}
    for label, of_one_model in itertools.groupby(rows, key=lambda row: row["model"]):
        model = apps.get_model(label)
        instances = {
            row["pk"]: model(**dict(_values(model, row["fields"], loaded, moved_by))) for row in of_one_model
        }
        for instance in instances.values():
            _settle_in(instance, loaded)
        model._default_manager.bulk_create(instances.values())
        loaded[model] = instances
    return loaded


def _values(
    model: type[models.Model], fields: dict[str, Any], loaded: Loaded, moved_by: datetime.timedelta
) -> Iterator[tuple[str, Any]]:
    """Yield what a row says, as values of the model's fields: keys as the rows they point at, dates moved."""
    for name, written in fields.items():
        field: Any = model._meta.get_field(name)
        if field.is_relation:
            yield name, loaded[field.related_model][written]
        elif isinstance(field, models.DateTimeField):
            # Moved on the wall: noon stays noon when the clocks have changed between.
            yield name, field.to_python(written).astimezone(ZONE) + moved_by
        elif isinstance(field, models.DateField):
            yield name, _moved(field.to_python(written), moved_by)
        elif field is DATES_IN_A_LIST:
            yield name, [str(_moved(datetime.date.fromisoformat(date), moved_by)) for date in written]
        else:
            yield name, field.to_python(written)


def _moved(written: datetime.date, by: datetime.timedelta) -> datetime.date:
    """Return a day as it is moved. What is to come from Christmas Eve on waits two weeks."""
    day, night = written + by, NIGHT_TO_ENTER + by
    return day + datetime.timedelta(weeks=2) if night < datetime.date(night.year, 12, 24) <= day else day


def _settle_in(instance: models.Model, loaded: Loaded) -> None:
    """Put right what this installation alone can know: the years of a season, names that are taken."""
    if isinstance(instance, Season):
        instance.name = instance.slug = season_name(instance.starts_on, instance.ends_on)
    elif isinstance(instance, Honour | OldTable):
        _move_year(instance, min(loaded[Season].values(), key=lambda season: season.starts_on))
    elif isinstance(instance, User):
        names = itertools.chain([instance.username], (f"{instance.username}-{n}" for n in itertools.count(2)))
        instance.username = next(name for name in names if not User.objects.filter(username=name).exists())
    elif isinstance(instance, League) and League.objects.filter(slug=instance.slug).exists():
        raise Refused(f"Another league already has the address /{instance.slug}/, which is the demo's.")


def _move_year(remembered: Honour | OldTable, finished: Season) -> None:
    """Move what the league remembers by as many years as the finished season, and name its season alike."""
    remembered.year += finished.starts_on.year - FIRST_NIGHTS[0].year
    first_day = datetime.date(remembered.year, 1, 1)
    last_day = first_day.replace(year=remembered.year + finished.ends_on.year - finished.starts_on.year)
    remembered.season_name = season_name(first_day, last_day)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoContents:
    """What goes with the demo, or went: how many of what, and which accounts; and which stay."""

    league: str
    counts: Mapping[str, int]
    accounts: tuple[str, ...] = ()
    accounts_kept: tuple[str, ...] = ()


def demo_contents() -> DemoContents | None:
    """Return what removing the demo would remove; None if it is not here. Eight queries at most."""
    league = _demo()
    if league is None:
        return None
    accounts, _ = _accounts_of(league)
    users = User.objects.filter(pk__in=accounts).order_by("username")
    return DemoContents(
        league=league.name,
        counts={
            "season": league.seasons.count(),
            "pub": league.pubs.count(),
            "team": league.teams.count(),
            "player": league.players.count(),
            "match": Match.objects.filter(division__season__league=league).count(),
        },
        accounts=tuple(users.values_list("username", flat=True)),
    )


def _demo() -> League | None:
    """Return the demo league that has been here longest: the file of another may have come beside it."""
    return League.objects.filter(is_demo=True).order_by("pk").first()


def remove_demo(*, at_once: bool = True) -> DemoContents:
    """Clear away the demo league with its people, results and accounts, and nothing else.

    It and its accounts are gone at once; its rows then go some at a time, or, unless `at_once`, when
    `delete_hidden` is called after the transaction that this is part of. An account that keeps another league
    too, or that may do everything, is somebody's own by now: it stays and is named. Raises Refused when there
    is no demo.
    """
    league = _demo()
    if league is None:
        raise Refused("There is no demo league here.")
    with transaction.atomic():
        accounts, kept = _accounts_of(league)
        gone = hide_league(league) + Counter(User.objects.filter(pk__in=accounts).delete()[1])
    return DemoContents(
        league=league.name,
        counts=in_words(gone + delete_hidden() if at_once else gone),
        accounts_kept=kept,
    )


def _accounts_of(league: League) -> tuple[list[int], tuple[str, ...]]:
    """Return the keys of the accounts that go with a league, and the names of those that stay."""
    going, staying = [], []
    for user in User.objects.filter(league_roles__league=league).prefetch_related("league_roles"):
        if user.is_superuser or len(user.league_roles.all()) > 1:
            staying.append(user.username)
        else:
            going.append(user.pk)
    return going, tuple(sorted(staying))


def demo_is_loaded() -> bool:
    """Return whether this installation holds the demo league, and with it an account whose password was
    shown.
    """
    return League.objects.filter(is_demo=True).exists()
