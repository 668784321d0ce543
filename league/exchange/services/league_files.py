"""A league's file that was sent to a page: held until its preview is confirmed, then imported."""

import re
import secrets
import time
from pathlib import Path

from league.demo.services import remove_demo
from league.exchange.league_file.reading import ImportedLeague, import_league
from league.founding.services import NO_OWNER, Founder, make_account
from league.models import User
from league.records.services.league_deletion import delete_hidden
from league.shared.errors import Refused

FOLDER = "league-files"
HOURS_HELD = 12
_TOKEN = re.compile(r"[0-9a-f]{32}")


def hold_file(folder: Path, content: bytes) -> str:
    """Store a file until its preview is confirmed, and return its token. Files that were left are deleted."""
    held = folder / FOLDER
    held.mkdir(mode=0o700, parents=True, exist_ok=True)
    oldest = time.time() - HOURS_HELD * 3600
    for file in held.glob("*.json"):
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)
    token = secrets.token_hex(16)
    path = held / f"{token}.json"
    path.touch(mode=0o600)
    path.write_bytes(content)
    return token


def held_file(folder: Path, token: str) -> Path:
    """Return the file of a token. Raises Refused if it is not held."""
    path = folder / FOLDER / f"{token}.json"
    if not _TOKEN.fullmatch(token) or not path.is_file():
        raise Refused("The file is gone. Choose it again.")
    return path


def import_held_league(
    *, file: Path, by: User | None, founder: Founder | None = None, clear_demo: bool = False
) -> tuple[ImportedLeague, User]:
    """Import a held file, and return the league and its owner: `by`, or the founder's new account.

    `clear_demo` hides the demo league in the transaction that shows the other, and deletes it. All of it or
    nothing; the file is deleted afterwards. Raises FileRefused and Refused.
    """
    if founder is None and by is None:
        raise Refused(NO_OWNER)

    def owner() -> str:
        if clear_demo:
            remove_demo(at_once=False)
        account = make_account(founder) if founder else by
        return str(account and account.username)

    imported = import_league(file, owner=owner)
    delete_hidden()
    file.unlink(missing_ok=True)
    return imported, User.objects.get(username=imported.owner)
