"""Printed files on disk, named by what they contain: equal documents are stored once."""

import datetime
import os
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

OLDEST = datetime.timedelta(days=7)
MOST_BYTES = 200 * 1024**2


def stored_file(digest: str, suffix: str = "pdf") -> Path | None:
    """Return the file of this digest; None if it was never printed here, or has been cleared away."""
    file = _file(digest, suffix)
    return file if digest and file.is_file() else None


def store_file(digest: str, content: bytes, suffix: str = "pdf") -> None:
    """Store a file whole: a reader finds all of it or nothing."""
    file = _file(digest, suffix)
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_suffix(f".{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(file)


def prune_files(now: datetime.datetime) -> int:
    """Delete files older than a week, and the oldest beyond 200 MB; return how many."""
    spent, deleted = 0, 0
    for written_at, size, file in sorted(_files(), reverse=True):
        spent += size
        if spent > MOST_BYTES or written_at < (now - OLDEST).timestamp():
            file.unlink(missing_ok=True)
            deleted += 1
    return deleted


def clear_files() -> None:
    """Delete every file: somebody in them was erased. What is asked for again is printed anew."""
    for _, _, file in list(_files()):
        file.unlink(missing_ok=True)


def _file(digest: str, suffix: str) -> Path:
    return Path(settings.VAR_DIR) / "printed" / f"{digest}.{suffix}"


def _files() -> Iterator[tuple[float, int, Path]]:
    folder = Path(settings.VAR_DIR) / "printed"
    for file in folder.iterdir() if folder.is_dir() else ():
        try:
            status = file.stat()
        except FileNotFoundError:  # another process pruned it
            continue
        yield status.st_mtime, status.st_size, file
