"""Opening the site on a machine: tables, static files, the demo league, and what to look at first."""

import datetime
import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.auth import authenticate
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.urls import reverse

from league.bootstrap import apt
from league.demo.services import load_demo
from league.exchange.copies import FLOOR, FLOOR_MIGRATION, Outline
from league.installation.local_secrets import SignIn, demo_sign_in, keep_demo_sign_in
from league.models import League, User
from league.shared.layout import command, to_type

# A few lines are read; a site of a whole county has its list on the front page.
MOST_NAMED = 5


def migrations_waiting() -> int:
    """Return how many steps the database is behind the code."""
    executor = MigrationExecutor(connection)
    return len(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def newer_database() -> str:
    """Return the sentence that refuses the database of a newer Pegboard, or of one that none upgrades."""
    found = outline()
    # A first start that was interrupted goes on where it was.
    has_rows = (model._meta.db_table in found.tables and model.objects.exists() for model in (League, User))
    return newer_or_too_old(found, is_begun=not any(has_rows))


def outline() -> Outline:
    """Return which migrations and tables this database has. Two queries."""
    applied = MigrationRecorder(connection).applied_migrations()
    return Outline(set(applied), set(connection.introspection.table_names()))


def newer_or_too_old(outline: Outline, *, is_begun: bool = False) -> str:
    """Return the same sentence of a database, or a copy of one, by its migrations; a start is not old."""
    loader = MigrationLoader(None, ignore_no_migrations=True)
    replaced = {key for migration in loader.disk_migrations.values() for key in migration.replaces}
    # What came before the floor is in it.
    unknown = {
        key
        for key in outline.migrations - loader.disk_migrations.keys() - replaced
        if key[0] in loader.migrated_apps and not ("league", "") < key < ("league", FLOOR_MIGRATION)
    }
    for app in sorted(loader.migrated_apps):
        ours = max((name for label, name in loader.disk_migrations if label == app), default="")
        theirs = max((name for label, name in unknown if label == app), default="")
        if theirs > ours:
            return (
                f"The database is of a newer Pegboard ({app} {theirs}) than this one ({app} {ours}). Start "
                "the newer one, or put back the copy that its upgrade made (before-upgrade-….copy):\n"
                f"{to_type('restore FILE --replace')}"
            )
    applied = {key for key in outline.migrations if key[0] == "league"}
    is_old = applied and ("league", FLOOR_MIGRATION) not in applied and not is_begun
    if unknown or is_old:
        return (
            f"The database is of a Pegboard before {FLOOR} or between two releases "
            f"({' '.join(max(unknown or applied))}), which this one cannot upgrade. Start that one and type "
            "export_league LEAGUE --file FILE for each; here, in a new database, type import_league FILE"
        )
    return ""


def missing_for_printing() -> str:
    """Return what keeps this machine from printing, with the command to type; empty if nothing does."""
    need = apt.PANGO
    if need.is_there():
        return ""
    return f"{need.purpose} and is not here; type: {apt.line_to_type([need])}"


def make_tables() -> None:
    """Brings the database up to date."""
    call_command("migrate", interactive=False, verbosity=0)


def gather_static_files() -> None:
    """Copy the static files to where they are served from, under names that change with what is in them.

    Not if they lie there as they are now: to hash, rewrite and compress them is half of a start.
    """
    stamp = Path(settings.STATIC_ROOT) / ".gathered-from"
    state = _state_of_static_files()
    if stamp.is_file() and stamp.read_text() == state:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(state)


def _state_of_static_files() -> str:
    """Return what changes with any static file, and with how they are gathered."""
    found = (each for finder in get_finders() for each in finder.list(ignore_patterns=[]))
    files = [Path(storage.path(name)) for name, storage in found]
    tools = (settings.BASE_DIR / "league" / "installation").glob("*.py")
    state = hashlib.sha256(f"{django.__version__} {settings.STORAGES}".encode())
    for file in sorted((*files, *tools)):
        known = file.stat()
        state.update(f"{file} {known.st_size} {known.st_mtime_ns}\n".encode())
    return state.hexdigest()


def is_empty() -> bool:
    """No league yet: a newcomer's installation."""
    return not League.objects.exists()


def load_the_demo(*, today: datetime.date) -> None:
    """Loads the demo league, and keeps its sign-in for the next time."""
    if made := load_demo(today=today):
        keep_demo_sign_in(settings.VAR_DIR, SignIn(name=made.name, password=made.password))


def welcome(url: str) -> list[str]:
    """Return what `run` tells the person who started it, by what stands in the database."""
    demo = League.objects.filter(is_demo=True).first()
    at = f"Pegboard is at {url}"
    if demo is None:
        return [at, "", *_first_steps(url)]
    sign_in, desk = _working_sign_in(settings.VAR_DIR), reverse("secretary-desk", args=[demo.slug])
    return [
        at,
        f"Sign in: {sign_in.name} / {sign_in.password}"
        if sign_in
        else "The demo's password is not stored. To get a new one, run `remove_demo` and then `run`.",
        "",
        f"The standings and last week's results, as everybody sees them:  {url}/{demo.slug}/",
        f"A night to enter from paper (sign in first):  {url}{desk}",
        "Next week's score sheets to print: on the same page.",
        f"A league of your own, from a pasted list of its pubs:  {url}/new-league/",
    ]


def _first_steps(url: str) -> list[str]:
    """Return what to open first where there is no demo."""
    if leagues := League.objects.order_by("name", "pk")[:MOST_NAMED]:
        return [
            *(f"{league}: {url}/{league.slug}/" for league in leagues),
            f"A password, new or forgotten:  {command('changepassword NAME')}",
        ]
    if User.objects.exists():
        return [f"Sign in and open your league:  {url}/new-league/"]
    return [f"Open your league, with an account of your own:  {url}/new-league/"]


def _working_sign_in(folder: Path) -> SignIn | None:
    """Return the kept sign-in, if it still opens the door: another database may stand behind it by now."""
    kept = demo_sign_in(folder)
    if kept is None or authenticate(username=kept.name, password=kept.password) is None:
        return None
    return kept
