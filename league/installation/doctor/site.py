"""What the site has and lacks: its database, keys, mail, clock, work that waits, and backups."""

import datetime
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from league.accounts.rate_limit import is_held
from league.accounts.services.letters import mail_goes_out
from league.exchange.copies import damage
from league.installation.cells.schemas import cells_behind, is_set_up, lost_leagues
from league.installation.daily_backups import last_restore_test
from league.installation.doctor.findings import Finding, State, fault, missing, well, words
from league.installation.doctor.machine import room
from league.installation.stamps import (
    BACKUP,
    CLOCK,
    FAILED,
    KEY,
    MEND_CLOCK,
    REFUSED,
    SENT,
    STARTING,
    clock_state,
    key_fingerprint,
    late_clock,
    read_stamp,
)
from league.installation.startup import migrations_waiting, newer_database
from league.installation.waiting_work import letters_of_the_day, waiting_letters, waiting_work
from league.messages.selectors import CAME_BACK
from league.models import League
from league.shared.cells import cells
from league.shared.layout import SETTINGS, as_root, setting, site_line, to_type
from league.shared.letters import Letter
from league.shared.text import counted, listed

# What somebody asked for is begun within seconds, and letters go out within minutes.
STUCK_AFTER = datetime.timedelta(minutes=30)
OTHERS = 0o077
A_DAY, TWO_DAYS = datetime.timedelta(days=1), datetime.timedelta(days=2)
# A backup in place of a database that is only out of reach would lose what came after the backup.
EMPTY = "It is empty. If the site has run before, mount its disk, or put its file back. If it has not:"
DATABASE = settings.DATABASES["default"]["NAME"]
OUT_OF_REACH = {
    "sqlite": (
        "Make room on its disk, let the site's user write to it, or wait until nothing else locks it. Which "
        "programs have it open, this says, by the number behind /proc. End one that hangs with sudo kill:\n"
        + as_root(f"find /proc -maxdepth 3 -ignore_readdir_race -lname '{DATABASE}*'")
    ),
    "postgresql": site_line("start database"),
}
NEW_KEY = (
    f"Put the old one back into {SETTINGS}: links, API tokens, captains' PINs and two-step sign-in work with "
    "no other.\nIf it is lost, make links, tokens and PINs anew. Everybody sets two-step up again:"
)
SET_MAIL = f"Put PEGBOARD_EMAIL_URL and PEGBOARD_EMAIL_FROM into {SETTINGS}.\n{site_line('restart')}"
MEND_FIRST = f"First mend what is said above. Then look again:\n{to_type('doctor')}"
TRY_MAIL = f"With your address in place of YOU:\n{to_type('doctor --mail YOU')}"
UPGRADE = "\n".join((site_line("stop"), to_type("upgrade"), site_line("start")))
MOMENT = "%Y-%m-%d %H:%M UTC"


def site_findings() -> Iterator[Finding]:
    """Yield what the site has and lacks; a database that is damaged or away is one of the findings."""
    yield from _database()
    yield from _cells()
    yield from _key()
    yield from _settings()
    yield _mail()
    yield _clock()
    try:
        yield from _waiting(timezone.now())
    except DatabaseError as reason:
        yield fault(f"work that waits cannot be counted: {words(reason)}", MEND_FIRST)
    yield _refusals()
    yield from _backups()


def _database() -> Iterator[Finding]:
    name = f"{connection.vendor} database {DATABASE}"
    try:
        if faults := damage():
            yield fault(f"{name} is damaged: {faults[0]}", _back_to_a_backup())
            return
        # It waits for whoever is writing, and so finds whoever does not come to an end.
        with transaction.atomic():
            newer, waiting = newer_database(), migrations_waiting()
            count = League.objects.count() if not waiting else 0
    except DatabaseError as reason:
        cure = f"Nothing says that it is damaged: replace nothing. {OUT_OF_REACH[connection.vendor]}"
        yield fault(f"{name}: {words(reason)}", cure)
        return
    yield well("every page of the database can be read")
    if newer:
        yield fault(f"{name} is of another Pegboard", newer)
    elif waiting:
        yield fault(
            f"{name} lacks {counted(waiting, 'migration')}",
            UPGRADE if connection.introspection.table_names() else f"{EMPTY}\n{UPGRADE}",
        )
    else:
        yield well(f"{name}, {counted(count, 'league')}, all migrations")


def _cells() -> Iterator[Finding]:
    """Yield what cells lack, where there are several."""
    if not settings.CELLS:
        return
    try:
        if not is_set_up():
            yield missing("PEGBOARD_CELLS is on, and there is one cell", to_type("cells create cell_2"))
            return
        behind, lost = cells_behind(), lost_leagues()
    except DatabaseError as reason:
        yield fault(f"not every cell can be read: {words(reason)}", OUT_OF_REACH["postgresql"])
        return
    if behind:
        yield fault(f"{', '.join(behind)} lack migrations", to_type("cells migrate"))
    if lost:
        yield fault(f"the directory lacks {', '.join(lost)}", to_type("cells index"))
    if not behind and not lost:
        yield well(f"{counted(len(cells()), 'cell')}, all of this version and in the directory")


def _back_to_a_backup() -> str:
    """Return how a damaged database is replaced; first its disk, where that is full or cannot be written."""
    if any(finding.state is State.FAULT for finding in room()):
        return MEND_FIRST
    last = read_stamp(BACKUP)
    file = last.note if last and Path(last.note).is_file() else "BACKUP"
    return "\n".join((site_line("stop"), to_type(f"restore {file} --replace"), site_line("start")))


def _key() -> Iterator[Finding]:
    first = read_stamp(KEY)
    if first is not None and first.note != key_fingerprint():
        yield fault(
            f"SECRET_KEY is not the one that the site has run with since {first.at:{MOMENT}}",
            "\n".join(
                (
                    NEW_KEY,
                    to_type("two_step_off --everybody"),
                    as_root(f"rm -f {settings.STAMPS / KEY}"),
                    site_line("restart"),
                )
            ),
        )
    file = settings.VAR_DIR / "secret-key"
    if settings.PRODUCTION or not file.exists() or file.read_text("utf-8") != settings.SECRET_KEY:
        yield well("SECRET_KEY comes from the environment; keep it with the backups, which do not hold it")
    elif file.stat().st_mode & OTHERS:
        yield fault(f"others can read the secret key {file}", as_root(f"chmod 600 {file}"))
    else:
        yield well(f"the secret key is {file}; keep it with the backups, which do not hold it")


def _settings() -> Iterator[Finding]:
    """Yield what Django's own checks of a public site find; elsewhere they do not apply."""
    if not settings.PRODUCTION:
        return
    found = checks.run_checks(include_deployment_checks=True)
    serious = [each for each in found if each.level >= checks.WARNING and not each.is_silenced()]
    for each in serious:
        yield fault(each.msg.rstrip("."), each.hint or to_type("check --deploy"))
    if not serious:
        yield well("the settings of a public site (check --deploy)")


def _mail() -> Finding:
    """Sign in at the mail server; nothing is sent."""
    if not mail_goes_out():
        return missing(
            f"e-mail is not sent but written into {settings.EMAIL_FILE_PATH}",
            f"{SET_MAIL}\n{TRY_MAIL}",
        )
    server = f"the mail server {settings.EMAIL_HOST}:{settings.EMAIL_PORT}"
    try:
        get_connection().open()
    except (OSError, ValueError) as reason:
        return fault(f"{server}: {words(reason)}", "Mend PEGBOARD_EMAIL_URL, or the way to that server.")
    return well(f"{server} lets us in; `doctor --mail YOU` sends a letter to see whether it arrives")


def send_test_letter(address: str) -> None:
    """Send a letter to somebody. Raises OSError or ValueError with the mail server's words."""
    Letter(
        subject="A letter from Pegboard",
        body="This letter was sent by “doctor --mail”. E-mail works.\n",
        to=[address],
    ).send()


def _clock() -> Finding:
    stamp, state = read_stamp(CLOCK), clock_state().rstrip(".")
    if stamp is None:
        return missing(state, site_line("start"))
    if late_clock():
        return fault(state, MEND_CLOCK)
    if stamp.note not in ("", STARTING):
        return fault(f"{state}; what failed: {stamp.note}", to_type("jobs --once"))
    return well(state)


def _waiting(now: datetime.datetime) -> Iterator[Finding]:
    """Yield what has waited too long or failed, of letters and of work done in the background."""
    waiting = waiting_letters(now)
    held = [league for league in League.objects.filter(notices__in=waiting).distinct() if is_held(league.pk)]
    if held and (most := settings.LETTERS_A_DAY):
        yield missing(
            f"letters of {listed([league.slug for league in held])} wait: each league sends {most} a day",
            f"If its readers want them, allow more.\n{setting('PEGBOARD_LETTERS_A_DAY', most * 2)}",
        )
    unsent = waiting.exclude(league__in=held).filter(wanted_at__lt=now - STUCK_AFTER).count()
    # What came back from its address is the secretary's to mend: the inbox names it.
    failed = letters_of_the_day(now).exclude(failed_because__startswith=CAME_BACK)
    refused = failed.exclude(failed_because="").count()
    if unsent:
        yield fault(f"{counted(unsent, 'letter')} waiting for half an hour or longer", MEND_CLOCK)
    if refused:
        yield fault(
            f"{counted(refused, 'letter')} of the last day refused by the mail server",
            "Messages, in the workspace, says why. They are tried again for a day, and by this at once:\n"
            f"{to_type('jobs --once')}\nTo see what the mail server says, write to yourself. {TRY_MAIL}",
        )
    if not (unsent or refused or held):
        yield well("no letter waits")
    for name, work in waiting_work():
        stuck = work.filter(requested_at__lt=now - STUCK_AFTER).count()
        if stuck:
            yield fault(f"{counted(stuck, name)} waiting for half an hour or longer", MEND_CLOCK)
        else:
            yield well(f"no {name} waits")


def _refusals() -> Finding:
    """Return what limits have refused, unless that was more than a day ago."""
    refused = read_stamp(REFUSED)
    if refused is None or refused.age > A_DAY:
        return well("no request was refused for asking too much")
    return missing(
        f"requests were refused until {refused.at:{MOMENT}}, since the site was started: {refused.note}",
        "If they are your own visitors', raise a limit: docs/operating.md names them.",
    )


def _backups() -> Iterator[Finding]:
    """Yield the last backup, the last restore that was verified, and whether copies leave the machine."""
    last, tested, failed = read_stamp(BACKUP), last_restore_test(), read_stamp(FAILED)
    now = to_type("backup --daily")
    if last is None:
        yield missing("no backup was ever made", now)
    elif last.age > TWO_DAYS:
        yield fault(f"the last backup is of {last.at:{MOMENT}}", now)
    else:
        yield well(f"the last backup is of {last.at:{MOMENT}}: {last.note}")
    if failed is not None:
        yield fault(f"the daily backup of {failed.at:{MOMENT}} failed: {failed.note}", now)
    if not settings.BACKUPS_KEPT:
        yield missing("no daily backups are made", setting("PEGBOARD_BACKUPS_KEPT", 7))
        return
    if tested is None:
        yield missing("no restore was ever verified", now)
    else:
        stamp, result = tested
        what = (
            f"the last verified restore is of {stamp.at:{MOMENT}}: {counted(result.leagues, 'league')}, "
            f"{result.matches} matches, {result.hands} hands in {result.seconds} s"
        )
        yield fault(what, now) if stamp.age > TWO_DAYS else well(what)
        can_be_asked = connection.vendor == "postgresql" and connection.connection is not None
        if can_be_asked and result.database != connection.display_name:
            # An address without a name in it means that of the user of the system.
            user = connection.connection.info.user
            yield missing(
                f"restores are tried in {result.database}: this user may create no database",
                f"Type: sudo -u postgres psql -c 'ALTER ROLE \"{user}\" CREATEDB'\n{now}",
            )
    if settings.BACKUP_TO is None:
        yield missing(
            "backups stay on this machine",
            f"Put PEGBOARD_BACKUP_TO into {SETTINGS}: docs/backups.md says how.",
        )
    elif (sent := read_stamp(SENT)) is None or sent.age > TWO_DAYS:
        yield fault("no backup has left this machine for two days", now)
    else:
        yield well(f"the last copy went off the machine at {sent.at:{MOMENT}}, by {sent.note}")
